//! Sequences drawn in the terminal.

use cg_octal::Run;
use textplots::{Chart, LabelBuilder, LabelFormat, Plot, Shape};

/// The size in dots: two by four of them make a character.
const WIDTH: u32 = 150;
const HEIGHT: u32 = 80;

/// More heaps than this would fill the picture.
const MOST_HEAPS: usize = 1 << 20;

/// A dot for each of the first `count` values, or for all known.
pub(super) fn draw(run: &Run, count: Option<usize>) -> String {
    let count = count.unwrap_or(usize::MAX).min(run.sequence().known()).min(MOST_HEAPS);
    let values = (0..count).map_while(|heap| run.sequence().value(heap));
    // Below 2^24: exact in 32 bits.
    let points: Vec<(f32, f32)> =
        values.enumerate().map(|(heap, value)| (heap as f32, value as f32)).collect();
    let right = points.last().map_or(1.0, |point| point.0).max(1.0);
    let top = points.iter().map(|point| point.1).fold(1.0, f32::max);
    let whole = || LabelFormat::Custom(Box::new(|label| format!("{label:.0}")));
    let shape = Shape::Points(&points);
    let mut chart = Chart::new_with_y_range(WIDTH, HEIGHT, 0.0, right, 0.0, top);
    let chart = chart.lineplot(&shape).x_label_format(whole()).y_label_format(whole());
    chart.axis();
    chart.figures();
    // The library pads with blanks of braille: plain ones take less and copy better.
    let text = chart.to_string().replace('\u{2800}', " ");
    text.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}
