//! Charts: the values of a sequence, lines over integers, bars.

use plotters::prelude::*;

use crate::sheet::{Area, document, failed};
use crate::style::{
    DrawError, FONT, Ink, LABEL, NOTE, Picture, TITLE, Terminal, grouped, shortened,
};
use crate::terminal::{Axes, Grid};

/// Dots of one kind.
#[derive(Clone, Debug)]
struct Series {
    name: String,
    ink: Ink,
    dots: Vec<(u64, u64)>,
    /// The places of the grid that have a dot.
    taken: Vec<bool>,
}

/// A picture of a sequence: the values of 0, 1, 2, ..., with two inks for two kinds of values.
///
/// Dots are placed on a grid. If several dots have the same place, one is drawn.
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
    /// The number of values, and the largest one.
    count: u64,
    top: u64,
    kinds: [Series; 2],
}

const SEQUENCE_SIZE: (i32, i32) = (1200, 700);
/// The finest grid for dots.
const GRID: (usize, usize) = (2200, 1200);
/// Up to this number, dots are larger.
const FEW: usize = 1000;
const MANY: usize = 20_000;
/// Rows of dots in the terminal.
const SEQUENCE_LINES: usize = 20;

impl SequencePicture {
    /// The picture of a sequence of `count` values of at most `top`, with names for the axes.
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

    /// Names the two kinds of values in a legend.
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

    /// The corner of the picture: the largest number and the largest value, at least 1.
    fn corner(&self) -> (u64, u64) {
        (self.count.max(2) - 1, self.top.max(1))
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
        let (right, top) = self.corner();
        let legend = !self.kinds[1].name.is_empty();
        // The legend is above the dots.
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
            // Dots of the second kind are rare and must be visible.
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
        document(SEQUENCE_SIZE, &self.title, |sheet| self.draw(&sheet.area).map_err(failed))
    }

    fn text(&self, terminal: Terminal) -> String {
        let (right, top) = self.corner();
        let ticks = |most: u64| -> Vec<(f64, String)> {
            let step = step(most);
            let marks = (0..=most / step).map(|mark| mark * step);
            marks.map(|mark| (part(mark, most), grouped(mark))).collect()
        };
        let mut drawn =
            Axes::new(terminal, SEQUENCE_LINES, &self.title, &ticks(top), &ticks(right));
        for kind in &self.kinds {
            let dots: Vec<_> =
                kind.dots.iter().map(|&(n, value)| (part(n, right), part(value, top))).collect();
            drawn.draw(&dots, false, kind.ink);
        }
        drawn.note(0, &format!("{} upward, {} to the right", self.axes[1], self.axes[0]));
        drawn.text(terminal)
    }
}

/// A round distance between marks on an axis that ends at `most`, so that there are at most ten
/// marks.
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

/// The ratio of `number` to `most`. 53 bits are enough for a picture.
fn part(number: u64, most: u64) -> f64 {
    number as f64 / most.max(1) as f64
}

/// The place of `item` of `count` on an axis of `places`.
fn place(item: u64, count: u64, places: usize) -> usize {
    // The product is computed in 128 bits. The quotient is below the number of places.
    let place = u128::from(item) * places as u128 / u128::from(count.max(1));
    usize::try_from(place).unwrap_or(usize::MAX).min(places - 1)
}

/// A line with a mark at each point.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name in the legend.
    pub name: String,
    /// The points: an integer and a percentage.
    pub points: Vec<(u32, f64)>,
    /// [`Ink::First`] has round marks, and [`Ink::Second`] has triangles.
    pub ink: Ink,
    /// A broken line, with hollow marks.
    pub dashed: bool,
}

/// Percentages over integers, as SVG.
///
/// ```
/// use cg_plot::{Ink, Line, LinesPicture};
/// let line = Line { name: "half".into(), points: vec![(1, 50.0), (2, 25.0)], ink: Ink::First, dashed: false };
/// let picture = LinesPicture { title: "Halving".into(), across: "n".into(), lines: vec![line] };
/// assert!(picture.svg().unwrap().contains("half"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LinesPicture {
    /// The title above the picture.
    pub title: String,
    /// The name of the lower axis.
    pub across: String,
    /// The lines.
    pub lines: Vec<Line>,
}

const LINES_SIZE: (i32, i32) = (760, 560);
/// The length of the dashes and of the gaps of a broken line, in pixels.
const DASH: (i32, i32) = (10, 7);
const MARK: i32 = 6;

impl LinesPicture {
    /// The picture as an SVG document.
    ///
    /// # Errors
    /// The library that writes SVG fails.
    pub fn svg(&self) -> Result<String, DrawError> {
        document(LINES_SIZE, &self.title, |sheet| self.draw(&sheet.area).map_err(failed))
    }

    fn draw(
        &self,
        area: &crate::sheet::Area<'_>,
    ) -> Result<(), DrawingAreaErrorKind<std::io::Error>> {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let most = points().map(|point| point.0).max().unwrap_or(1).max(2);
        let top = points().map(|point| point.1).fold(10.0, f64::max);
        let plain = Ink::Plain.colour();
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, (FONT, TITLE).into_font().color(&plain))
            .margin(16)
            .x_label_area_size(52)
            .y_label_area_size(72)
            .build_cartesian_2d(0.5..f64::from(most) + 0.5, 0.0..1.05 * top)?;
        let whole = |number: &f64| {
            if number.fract() == 0.0 { format!("{number:.0}") } else { String::new() }
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(WHITE)
            .bold_line_style(Ink::Faint.colour())
            .axis_style(plain)
            .x_desc(&self.across)
            .y_desc("percent")
            .x_labels(usize::try_from(most).unwrap_or(usize::MAX).min(20) + 1)
            .x_label_formatter(&whole)
            .y_labels(11)
            .y_label_formatter(&|percent| format!("{percent:.0}%"))
            .label_style((FONT, LABEL).into_font().color(&plain))
            .axis_desc_style((FONT, LABEL).into_font().color(&plain))
            .draw()?;
        for line in &self.lines {
            let (ink, dashed) = (line.ink, line.dashed);
            let stroke = ink.colour().stroke_width(3);
            let fill = if dashed { ink.colour().stroke_width(2) } else { ink.colour().filled() };
            let within = if dashed { WHITE } else { ink.colour() };
            let points = line.points.iter().map(|&(k, percent)| (f64::from(k), percent));
            let series = if dashed {
                let (length, gap) = DASH;
                let dashes = DashedLineSeries::new(points.clone(), length, gap, stroke);
                chart.draw_series(dashes)?
            } else {
                chart.draw_series(LineSeries::new(points.clone(), stroke))?
            };
            let sample = move |at| {
                let pieces = if dashed { [(0, 10), (24, 34)] } else { [(0, 17), (17, 34)] };
                let piece = |(from, to)| PathElement::new([(from, 0), (to, 0)], stroke);
                EmptyElement::at(at) + piece(pieces[0]) + piece(pieces[1])
            };
            series.label(&line.name);
            match ink {
                Ink::Second => series.legend(move |at| {
                    sample(at) + triangle((17, 0), 0, ink.colour()) + triangle((17, 0), 2, within)
                }),
                _ => series.legend(move |at| sample(at) + Circle::new((17, 0), MARK, fill)),
            };
            match ink {
                Ink::Second => {
                    let outer = || triangle((0, 0), 0, ink.colour());
                    let inner = || triangle((0, 0), 2, within);
                    let mark = |at| EmptyElement::at(at) + outer() + inner();
                    chart.draw_series(points.map(mark))?
                }
                _ => chart.draw_series(points.map(|at| Circle::new(at, MARK, fill)))?,
            };
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .margin(16)
            .legend_area_size(48)
            .label_font((FONT, NOTE).into_font().color(&plain))
            .background_style(WHITE.filled())
            .border_style(Ink::Faint.colour())
            .draw()
    }
}

/// A filled triangle around a place, made smaller by `inner`.
fn triangle((x, y): (i32, i32), inner: i32, colour: RGBColor) -> Polygon<(i32, i32)> {
    let (up, side, down) = (MARK + 3 - 2 * inner, MARK + 2 - 2 * inner, MARK - 1 - inner);
    Polygon::new(vec![(x, y - up), (x + side, y + down), (x - side, y + down)], colour.filled())
}

/// A bar: a part of 100%.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Its name, which is written before it.
    pub name: String,
    /// Between 0 and 1.
    pub part: f64,
    /// The ink. [`Ink::Second`] is also drawn lighter.
    pub ink: Ink,
}

/// The bars, one below another, each with its percentage after it. 100% fills the terminal.
///
/// ```
/// use cg_plot::{Bar, Ink, Terminal, bars};
/// let half = Bar { name: "half".into(), part: 0.5, ink: Ink::First };
/// let text = bars(&[half], Terminal { width: 25, colour: false });
/// assert_eq!(text, "half │█████ 50.00%\n");
/// ```
pub fn bars(bars: &[Bar], terminal: Terminal) -> String {
    let names = bars.iter().map(|bar| bar.name.chars().count());
    let margin = names.max().unwrap_or(0).min(terminal.width / 2);
    // After a full bar there is still room for ` 100.00%`.
    let length = terminal.width.saturating_sub(margin + 11).max(8);
    let mut grid = Grid::default();
    for (row, bar) in bars.iter().enumerate() {
        grid.write(row, 0, &shortened(&bar.name, margin), Ink::Plain);
        grid.put(row, margin + 1, '│', Ink::Plain);
        let sign = if bar.ink == Ink::Second { '▒' } else { '█' };
        let steps = u32::try_from(length).map_or(f64::MAX, f64::from);
        let filled =
            (0u32..).take(length).filter(|&i| f64::from(i) + 0.5 < bar.part * steps).count();
        for column in 0..filled {
            grid.put(row, margin + 2 + column, sign, bar.ink);
        }
        let percent = format!(" {:.2}%", 100.0 * bar.part);
        grid.write(row, margin + 2 + filled, &percent, Ink::Plain);
    }
    grid.text(terminal)
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
