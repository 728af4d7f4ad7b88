//! Sequences as scatter plots in SVG.

use std::error::Error;
use std::path::Path;

use cg_octal::{EngineKind, Run, Sequence, Settings, Space};
use plotters::prelude::*;

use super::failure::{Done, Failure};
use super::{Job, file};

const SIZE: (u32, u32) = (1200, 700);

/// Dots are placed on a grid: of those that fall on the same place one is drawn.
const GRID: (usize, usize) = (2200, 1200);

const COMMON: RGBColor = RGBColor(31, 119, 180);
const RARE: RGBColor = RGBColor(214, 39, 40);

/// Heaps from which a sparse space is chosen for a short sequence.
const SAMPLE: usize = 1 << 14;

/// Draws the first `count` values, or all known, into the file `path`.
pub(super) fn draw(run: &Run, count: Option<usize>, path: &Path, job: &Job<'_>) -> Done<()> {
    let picture = Picture::of(run, count, job);
    let mut text = String::new();
    picture.render(&mut text).map_err(|error| {
        Failure::Refused(format!("{}: the picture cannot be drawn: {error}", path.display()))
    })?;
    file::write(path, &text)
}

/// What is seen.
struct Picture {
    title: String,
    /// The largest heap and value.
    corner: (u64, u64),
    /// Dots of common values, or of all values without a space.
    common: Vec<(u64, u64)>,
    rare: Vec<(u64, u64)>,
    space: Option<Space>,
}

impl Picture {
    fn of(run: &Run, count: Option<usize>, job: &Job<'_>) -> Self {
        let rules = run.sequence().rules();
        let count = count.unwrap_or(usize::MAX).min(run.sequence().known());
        let values = || (0..count).map_while(|heap| run.sequence().value(heap));
        let (mut drawn, mut top) = (0, 0);
        values().for_each(|value| {
            drawn += 1;
            top = top.max(value);
        });
        let space = space(run, count, job);
        let mut taken = [vec![false; GRID.0 * GRID.1], vec![false; GRID.0 * GRID.1]];
        let mut dots = [Vec::new(), Vec::new()];
        for (heap, value) in values().enumerate() {
            let column = place(heap, drawn, GRID.0);
            let row = place(value as usize, top as usize + 1, GRID.1);
            let rare = space.is_some_and(|space| space.is_rare(value, heap as u64));
            let taken = &mut taken[usize::from(rare)][row * GRID.0 + column];
            if !std::mem::replace(taken, true) {
                dots[usize::from(rare)].push((heap as u64, u64::from(value)));
            }
        }
        let [common, rare] = dots;
        let name = rules.name().map(|name| format!(" ({name})")).unwrap_or_default();
        Picture {
            title: format!("Nim-values of {rules}{name}, heaps 0 to {}", drawn.saturating_sub(1)),
            corner: (drawn.max(2) as u64 - 1, u64::from(top).max(1)),
            common,
            rare,
            space,
        }
    }

    fn render(&self, text: &mut String) -> Result<(), Box<dyn Error + '_>> {
        let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let (right, top) = self.corner;
        // The legend stands above the dots.
        let top = top + (top / 6).max(1);
        let mut chart = ChartBuilder::on(&root)
            .caption(&self.title, ("sans-serif", 28))
            .margin(20)
            .x_label_area_size(60)
            .y_label_area_size(80)
            .build_cartesian_2d(0..right, 0..top)?;
        chart
            .configure_mesh()
            .x_desc("heap")
            .y_desc("nim-value")
            .label_style(("sans-serif", 20))
            .light_line_style(WHITE)
            .draw()?;
        // Few dots can be big.
        let size = if self.common.len() + self.rare.len() <= 1000 { 3 } else { 1 };
        let mut series = vec![(&self.common, COMMON, size, "values".to_owned())];
        if let Some(Space { mask, parity, .. }) = self.space {
            let parity = if parity { " and parity of the heap" } else { "" };
            series[0].3 = "common values".to_owned();
            series.push((&self.rare, RARE, 3, format!("rare values (mask {mask:#x}{parity})")));
        }
        for (dots, colour, size, label) in series {
            chart
                .draw_series(dots.iter().map(|&dot| Circle::new(dot, size, colour.filled())))?
                .label(label)
                .legend(move |(x, y)| Circle::new((x + 10, y), 4, colour.filled()));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .label_font(("sans-serif", 20))
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK)
            .draw()?;
        root.present()?;
        Ok(())
    }
}

/// The place of `item` of `count` on an axis of `places`.
fn place(item: usize, count: usize, places: usize) -> usize {
    // The place is below the number of places: the product is taken wide, the quotient is small.
    let place = item as u128 * places as u128 / count.max(1) as u128;
    usize::try_from(place).unwrap_or(usize::MAX).min(places - 1)
}

/// The sparse space of the run; for a run too short to have one, that of a sample if
/// it leaves few values rare.
fn space(run: &Run, count: usize, job: &Job<'_>) -> Option<Space> {
    if let Some(space) = run.sequence().space() {
        return Some(space);
    }
    let settings = Settings { engine: EngineKind::Block, ..job.settings() };
    let mut sample = Sequence::new(run.sequence().rules(), settings).ok()?;
    let heaps = count.clamp(SAMPLE / 8, SAMPLE);
    sample.extend(heaps, job.interrupt).ok()?;
    sample.space().filter(|_| 4 * sample.rare_heaps().len() <= heaps)
}
