//! Sequences of whole numbers, a dot for each.

use plotters::prelude::*;

use crate::frame::Frame;
use crate::labels::grouped;
use crate::look::{FONT, Ink, LABEL, TITLE, Terminal};
use crate::picture::{DrawError, Picture};
use crate::sheet::{Area, document, failed};

/// Dots of one kind.
#[derive(Clone, Debug)]
struct Series {
    name: String,
    ink: Ink,
    dots: Vec<(u64, u64)>,
    /// Places of the grid that have a dot.
    taken: Vec<bool>,
}

/// A sequence as a picture: the values of 0, 1, 2, ..., those of two kinds in two
/// inks.
///
/// Dots are placed on a grid; of those that fall on the same place one is drawn.
///
/// ```
/// use cg_plot::{Picture, SequencePicture, Terminal};
/// let mut picture = SequencePicture::new("Nim", ["n", "nim-value"], 10, 9);
/// (0..10).for_each(|n| picture.add(n, n, false));
/// assert!(picture.svg().unwrap().contains("nim-value"));
/// assert!(picture.text(Terminal::default()).starts_with("Nim\n"));
/// ```
#[derive(Clone, Debug)]
pub struct SequencePicture {
    title: String,
    axes: [String; 2],
    /// How many values there are, and the largest.
    count: u64,
    top: u64,
    kinds: [Series; 2],
}

const SIZE: (i32, i32) = (1200, 700);
/// The finest grid that dots are placed on.
const GRID: (usize, usize) = (2200, 1200);
/// So few dots can be big, or at least not tiny.
const FEW: usize = 1000;
const MANY: usize = 20_000;
/// Rows of dots in the terminal.
const LINES: usize = 20;

impl SequencePicture {
    /// The picture of a sequence of `count` values of at most `top`; the axes are
    /// named.
    pub fn new(title: impl Into<String>, axes: [&str; 2], count: u64, top: u64) -> Self {
        let kind = |name: &str, ink| {
            let taken = vec![false; GRID.0 * GRID.1];
            Series { name: name.to_owned(), ink, dots: Vec::new(), taken }
        };
        SequencePicture {
            title: title.into(),
            axes: axes.map(str::to_owned),
            count,
            top,
            kinds: [kind("values", Ink::First), kind("", Ink::Second)],
        }
    }

    /// Tells two kinds of values apart, in a legend.
    #[must_use]
    pub fn with_kinds(mut self, names: [&str; 2]) -> Self {
        for (kind, name) in self.kinds.iter_mut().zip(names) {
            name.clone_into(&mut kind.name);
        }
        self
    }

    /// Adds a value, of the second kind or the first.
    pub fn add(&mut self, number: u64, value: u64, second: bool) {
        let column = place(number, self.count, GRID.0);
        let row = place(value, self.top.saturating_add(1), GRID.1);
        let kind = &mut self.kinds[usize::from(second)];
        if !std::mem::replace(&mut kind.taken[row * GRID.0 + column], true) {
            kind.dots.push((number, value));
        }
    }

    /// The corner of the picture: the largest number and value, 1 at least.
    fn corner(&self) -> (u64, u64) {
        (self.count.max(2) - 1, self.top.max(1))
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
        let (right, top) = self.corner();
        let legend = !self.kinds[1].name.is_empty();
        // The legend stands above the dots.
        let top = if legend { top + (top / 5).max(1) } else { top };
        let plain = Ink::Plain.colour();
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, (FONT, TITLE).into_font().color(&plain))
            .margin(20)
            .x_label_area_size(56)
            .y_label_area_size(84)
            .build_cartesian_2d(0..right, 0..top)?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(Ink::Faint.colour())
            .axis_style(plain)
            .x_desc(&self.axes[0])
            .y_desc(&self.axes[1])
            .x_label_formatter(&|number| grouped(*number))
            .y_label_formatter(&|number| grouped(*number))
            .label_style((FONT, LABEL).into_font().color(&plain))
            .axis_desc_style((FONT, LABEL).into_font().color(&plain))
            .draw()?;
        let usual = match self.kinds.iter().map(|kind| kind.dots.len()).sum::<usize>() {
            dots if dots <= FEW => 3,
            dots if dots <= MANY => 2,
            _ => 1,
        };
        for kind in &self.kinds {
            if kind.dots.is_empty() && kind.name.is_empty() {
                continue;
            }
            let style = kind.ink.colour().filled();
            // Dots of the second kind are rare: they must be seen.
            let size = if kind.ink == Ink::Second { 3 } else { usual };
            let dots = kind.dots.iter().map(|&dot| Circle::new(dot, size, style));
            let series = chart.draw_series(dots)?;
            if legend {
                series.label(&kind.name).legend(move |at| Circle::new((at.0 + 10, at.1), 5, style));
            }
        }
        if !legend {
            return Ok(());
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .label_font((FONT, LABEL).into_font().color(&plain))
            .background_style(WHITE.filled())
            .border_style(Ink::Faint.colour())
            .draw()
    }
}

impl Picture for SequencePicture {
    fn svg(&self) -> Result<String, DrawError> {
        document(SIZE, &self.title, |sheet| self.draw(&sheet.area).map_err(failed))
    }

    fn text(&self, terminal: Terminal) -> String {
        let (right, top) = self.corner();
        let ticks = |most: u64| -> Vec<(f64, String)> {
            let step = step(most);
            let marks = (0..=most / step).map(|mark| mark * step);
            marks.map(|mark| (part(mark, most), grouped(mark))).collect()
        };
        let mut frame = Frame::new(terminal, LINES, &self.title, &ticks(top), &ticks(right));
        for kind in &self.kinds {
            let dots: Vec<_> =
                kind.dots.iter().map(|&(n, value)| (part(n, right), part(value, top))).collect();
            frame.draw(&dots, false, kind.ink);
        }
        frame.note(0, &format!("{} upward, {} to the right", self.axes[1], self.axes[0]));
        frame.text(terminal)
    }
}

/// A round distance of marks on an axis that ends at `most`: at most ten of them.
fn step(most: u64) -> u64 {
    let mut unit = 1u64;
    loop {
        for step in [unit, unit.saturating_mul(2), unit.saturating_mul(5)] {
            if most / step <= 8 {
                return step;
            }
        }
        unit = unit.saturating_mul(10);
    }
}

/// A number between 0 and `most` as a part of it; 53 bits are enough to see.
fn part(number: u64, most: u64) -> f64 {
    number as f64 / most.max(1) as f64
}

/// The place of `item` of `count` on an axis of `places`.
fn place(item: u64, count: u64, places: usize) -> usize {
    // The product is taken wide; the quotient is below the number of places.
    let place = u128::from(item) * places as u128 / u128::from(count.max(1));
    usize::try_from(place).unwrap_or(usize::MAX).min(places - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_few() {
        for (most, distance) in
            [(1, 1), (8, 1), (9, 2), (20, 5), (99, 20), (u64::MAX, 5 * 10u64.pow(18))]
        {
            assert_eq!(step(most), distance, "{most}");
        }
    }

    #[test]
    fn a_sequence_in_the_terminal() {
        let mut picture = SequencePicture::new("Kayles", ["heap", "nim-value"], 1200, 9);
        (0..1200).for_each(|n| picture.add(n, n % 10, n % 100 == 7));
        let text = picture.text(Terminal { width: 40, colour: false });
        assert!(text.lines().all(|line| line.chars().count() <= 40), "{text}");
        assert!(text.contains("1,000"), "{text}");
        let svg = picture.svg().unwrap();
        assert_eq!(svg.matches("<circle").count(), 1200);
    }

    #[test]
    fn of_dots_in_one_place_one_is_drawn() {
        let mut picture = SequencePicture::new("0", ["n", "value"], 1 << 20, 0);
        (0..1 << 20).for_each(|n| picture.add(n, 0, false));
        assert_eq!(picture.svg().unwrap().matches("<circle").count(), GRID.0);
    }
}
