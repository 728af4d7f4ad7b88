//! Charts: the values of a sequence, lines over integers, bars.

use crate::sheet::{Anchor, Point, Sheet, document};
use crate::style::{
    Ink, LABEL, Label, NOTE, Picture, Terminal, grouped, shortened, spaced, text_width,
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
/// assert!(picture.svg().contains("nim-value"));
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

    fn draw(&self, sheet: &mut Sheet) {
        let (right, top) = self.corner();
        let named: Vec<&Series> = self.kinds.iter().filter(|kind| !kind.name.is_empty()).collect();
        let legend = named.len() == self.kinds.len();
        // The legend is above the dots.
        let top = if legend { top + (top / 5).max(1) } else { top };
        let chart = Chart { size: SEQUENCE_SIZE, left: 104, below: 76 };
        let names = [&self.axes[0], &self.axes[1]].map(String::as_str);
        chart.axes(sheet, &self.title, names, [&ticks(right), &ticks(top)]);
        let usual = match self.kinds.iter().map(|kind| kind.dots.len()).sum::<usize>() {
            dots if dots <= FEW => 3,
            dots if dots <= MANY => 2,
            _ => 1,
        };
        for kind in &self.kinds {
            // Dots of the second kind are rare and must be visible.
            let size = if kind.ink == Ink::Second { 3 } else { usual };
            for &(number, value) in &kind.dots {
                sheet.disc(chart.place(part(number, right), part(value, top)), size, kind.ink);
            }
        }
        if legend {
            let names = named.iter().map(|kind| &kind.name[..]).collect::<Vec<_>>();
            let places = chart.legend(sheet, &names, Anchor::Start);
            for ((x, y), kind) in places.into_iter().zip(named) {
                sheet.disc((x + SAMPLE / 2, y), 5, kind.ink);
            }
        }
    }
}

impl Picture for SequencePicture {
    fn svg(&self) -> String {
        document(SEQUENCE_SIZE, &self.title, |sheet| self.draw(sheet))
    }

    fn text(&self, terminal: Terminal) -> String {
        let (right, top) = self.corner();
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

/// The marks of an axis that ends at `most`: their places, as parts of it, and their texts.
fn ticks(most: u64) -> Vec<(f64, String)> {
    let step = step(most);
    let marks = (0..=most / step).map(|mark| mark * step);
    marks.map(|mark| (part(mark, most), grouped(mark))).collect()
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

/// The frame of a chart: its size, and the room for the texts of its axes.
#[derive(Clone, Copy)]
struct Chart {
    size: (i32, i32),
    left: i32,
    below: i32,
}

/// The room above and to the right of a chart.
const ABOVE: i32 = 52;
const BESIDE: i32 = 20;
/// The width of a sample in a legend, the height of a line, and the space around them.
const SAMPLE: i32 = 34;
const ENTRY: i32 = 24;
const SPACE: i32 = 10;

impl Chart {
    /// A place inside, given as parts of the axes.
    #[expect(clippy::cast_possible_truncation, reason = "at most the size")]
    fn place(self, across: f64, up: f64) -> Point {
        let (width, height) = self.inner();
        let x = f64::from(self.left) + across * f64::from(width);
        let y = f64::from(ABOVE) + (1.0 - up) * f64::from(height);
        (x.round() as i32, y.round() as i32)
    }

    /// The size of what is inside.
    fn inner(self) -> (i32, i32) {
        (self.size.0 - self.left - BESIDE, self.size.1 - ABOVE - self.below)
    }

    /// Title, axes, their names and their marks, with a faint line at each mark.
    fn axes(self, sheet: &mut Sheet, title: &str, names: [&str; 2], ticks: [&[(f64, String)]; 2]) {
        let (start, end) = (self.place(0.0, 0.0), self.place(1.0, 1.0));
        sheet.title(self.size.0, title);
        let labels = ticks[0].iter().map(|(part, text)| Label {
            place: self.place(*part, 0.0).0,
            half: text_width(text, LABEL) / 2 + 6,
            text: text.clone(),
        });
        for Label { place, text, .. } in spaced(labels) {
            sheet.line(&[(place, end.1), (place, start.1 + 6)], Ink::Faint, 1);
            sheet.text((place, start.1 + 18), &text, Anchor::Middle, LABEL);
        }
        for (part, text) in ticks[1] {
            let place = self.place(0.0, *part).1;
            sheet.line(&[(start.0 - 6, place), (end.0, place)], Ink::Faint, 1);
            sheet.text((start.0 - 12, place), text, Anchor::End, LABEL);
        }
        sheet.line(&[(start.0, end.1), start, (end.0, start.1)], Ink::Plain, 1);
        let middle = self.place(0.5, 0.5);
        sheet.text((middle.0, self.size.1 - 22), names[0], Anchor::Middle, LABEL);
        sheet.upward((20, middle.1), names[1], LABEL);
    }

    /// A legend in an upper corner. Gives the left middles of the places for samples.
    fn legend(self, sheet: &mut Sheet, names: &[&str], corner: Anchor) -> Vec<Point> {
        let widest = names.iter().map(|name| text_width(name, NOTE)).max().unwrap_or(0);
        let size = (widest + SAMPLE + 3 * SPACE, ENTRY * count(names.len()) + SPACE);
        let left = match corner {
            Anchor::End => self.size.0 - BESIDE - SPACE - size.0,
            _ => self.left + SPACE,
        };
        sheet.frame((left, ABOVE + SPACE), size, Ink::Faint);
        let top = ABOVE + SPACE + SPACE / 2 + ENTRY / 2;
        let places =
            (0..).zip(names).map(|(line, name)| ((left + SPACE, top + ENTRY * line), name));
        places
            .map(|(at, name)| {
                sheet.text((at.0 + SAMPLE + SPACE, at.1), name, Anchor::Start, NOTE);
                at
            })
            .collect()
    }
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
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
/// assert!(picture.svg().contains("half"));
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
/// The size of a mark.
const MARK: i32 = 6;

impl LinesPicture {
    /// The picture as an SVG document.
    pub fn svg(&self) -> String {
        document(LINES_SIZE, &self.title, |sheet| self.draw(sheet))
    }

    fn draw(&self, sheet: &mut Sheet) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let most = points().map(|point| point.0).max().unwrap_or(1).max(2);
        // Half a unit is free on both sides, and a twentieth above.
        let across = |number: f64| (number - 0.5) / f64::from(most);
        let top = 1.05 * points().map(|point| point.1).fold(10.0, f64::max);
        let numbers = (1..=most).map(|number| (across(number.into()), number.to_string()));
        let step = [1, 2, 5].into_iter().find(|&step| 12.0 * f64::from(step) >= top).unwrap_or(10);
        let percents = (0..=100 / step).map(|mark| f64::from(mark * step));
        let percents = percents.map(|percent| (percent / top, format!("{percent}%")));
        let ticks = (
            numbers.collect::<Vec<_>>(),
            percents.filter(|(part, _)| *part <= 1.0).collect::<Vec<_>>(),
        );
        let chart = Chart { size: LINES_SIZE, left: 88, below: 68 };
        chart.axes(sheet, &self.title, [&self.across, "percent"], [&ticks.0, &ticks.1]);
        for line in &self.lines {
            let place =
                |&(number, percent): &(u32, f64)| chart.place(across(number.into()), percent / top);
            line.draw(sheet, &line.points.iter().map(place).collect::<Vec<_>>(), |_| true);
        }
        let names: Vec<&str> = self.lines.iter().map(|line| &line.name[..]).collect();
        let places = chart.legend(sheet, &names, Anchor::End);
        for (line, (x, y)) in self.lines.iter().zip(places) {
            let sample = [(x, y), (x + SAMPLE / 2, y), (x + SAMPLE, y)];
            line.draw(sheet, &sample, |point| point == 1);
        }
    }
}

impl Line {
    /// Draws it through points, with marks at those that are asked for by number.
    fn draw(&self, sheet: &mut Sheet, points: &[Point], marked: impl Fn(usize) -> bool) {
        match self.dashed {
            true => sheet.dashes(points, self.ink, 3),
            false => sheet.line(points, self.ink, 3),
        }
        for (_, &(x, y)) in points.iter().enumerate().filter(|(number, _)| marked(*number)) {
            let (up, side, down) = (MARK + 3, MARK + 2, MARK - 1);
            let corners = [(x, y - up), (x + side, y + down), (x - side, y + down)];
            match (self.ink, self.dashed) {
                (Ink::Second, true) => sheet.hollow(corners, self.ink),
                (Ink::Second, false) => sheet.head(corners, self.ink),
                (_, true) => sheet.ring((x, y), MARK, self.ink),
                (_, false) => sheet.disc((x, y), MARK, self.ink),
            }
        }
    }
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
        let svg = picture.svg();
        assert_eq!(svg.matches("<circle").count(), 1200);
    }

    #[test]
    fn of_dots_in_one_place_one_is_drawn() {
        let mut picture = SequencePicture::new("0", ["n", "value"], 1 << 20, 0);
        (0..1 << 20).for_each(|n| picture.add(n, 0, false));
        assert_eq!(picture.svg().matches("<circle").count(), GRID.0);
    }
}
