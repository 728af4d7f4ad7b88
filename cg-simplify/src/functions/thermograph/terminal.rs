//! Thermographs drawn with characters.

use cg_core::{Dyadic, Player, Result};

use super::Thermograph;
use super::draw::{Label, View, length, size, spaced};

/// The narrowest and the lowest drawing.
const LEAST_WIDTH: usize = 16;
const LEAST_HEIGHT: usize = 7;
/// The largest drawing, in both directions.
const MOST: usize = 1000;

impl Thermograph {
    /// The thermograph drawn with characters in at most `width` columns and
    /// `height` lines (16 and 7 at least): values increase to the left, the mast
    /// points up. Left's wall is drawn with `#`, Right's with `o`, the mast with
    /// `|`; the labels are exact.
    ///
    /// # Errors
    /// [`cg_core::Error::NumberTooLarge`].
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [two, minus_two] = [2, -2].map(|n| engine.integer(&n.into()).unwrap());
    /// let switch = engine.game(&[two], &[minus_two])?;
    /// let drawing = engine.thermograph(switch)?.drawing(30, 12)?;
    /// assert_eq!(drawing.lines().count(), 11);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn drawing(&self, width: usize, height: usize) -> Result<String> {
        let view = View::of(self);
        let (width, height) = (width.clamp(LEAST_WIDTH, MOST), height.clamp(LEAST_HEIGHT, MOST));
        // A power of two of steps, so that the lines stand at dyadic temperatures.
        let steps_log = (height - 3).ilog2();
        let lines = (1usize << steps_log) + 1;
        let mut step = &view.hottest - &view.coldest;
        for _ in 0..steps_log {
            step = step.half()?;
        }

        let zero = Dyadic::ZERO;
        let first = [self.temperature(), &zero];
        let temperatures = first.into_iter().chain(&view.temperatures);
        let labels = spaced(temperatures.map(|t| {
            let place = place(1.0 - view.up(t), lines);
            Label { place, half: 0.5, text: t.to_string() }
        }));
        let margin = labels.iter().map(|label| label.text.len()).max().unwrap_or(0).min(width / 2);
        let columns = width - margin - 2;

        let mut drawing = String::new();
        let mut temperature = view.hottest.clone();
        for line in 0..lines {
            let label = labels.iter().find(|label| label.place == size(line));
            let label = label.map_or("", |label| &label.text);
            let mut row = vec![' '; columns];
            let mut mark = |value: &Dyadic, sign: char| {
                let at = place(view.across(value), columns);
                if let Some((_, cell)) = row.iter_mut().enumerate().find(|(i, _)| size(*i) == at) {
                    *cell = sign;
                }
            };
            if temperature >= *self.temperature() {
                mark(self.mean(), '|');
            } else {
                mark(&self.wall(Player::Right).at(&temperature), 'o');
                mark(&self.wall(Player::Left).at(&temperature), '#');
            }
            let row: String = row.into_iter().collect();
            drawing += format!("{label:>margin$} |{row}").trim_end();
            drawing.push('\n');
            temperature = &temperature - &step;
        }
        drawing += &format!("{:margin$} +{}\n", "", "-".repeat(columns));
        drawing += &self.axis(&view, margin + 2, columns);
        drawing.push('\n');
        Ok(drawing)
    }

    /// The line of values under the drawing, which starts at column `offset`.
    fn axis(&self, view: &View, offset: usize, columns: usize) -> String {
        let values = std::iter::once(self.mean()).chain(&view.values);
        let labels = spaced(values.map(|value| {
            let text = value.to_string();
            Label {
                place: place(view.across(value), columns),
                half: length(&text) / 2.0 + 0.5,
                text,
            }
        }));
        let longest = labels.iter().map(|label| label.text.len()).max().unwrap_or(0);
        let mut axis = vec![' '; offset + columns + longest];
        for Label { place, text, .. } in labels {
            let column = (0..columns).find(|&column| size(column) == place).unwrap_or(0);
            let start = (offset + column).saturating_sub(text.len() / 2);
            for (cell, sign) in axis[start..].iter_mut().zip(text.chars()) {
                *cell = sign;
            }
        }
        let axis: String = axis.into_iter().collect();
        axis.trim_end().to_owned()
    }
}

/// The cell of a part of a whole that has so many cells.
fn place(part: f64, cells: usize) -> f64 {
    (part * size(cells - 1)).round()
}
