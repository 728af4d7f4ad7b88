//! Positions of rulesets: boards with coordinates, graphs and heaps, one or a table of them; as
//! SVG, as text, and as TikZ for papers.
//!
//! A drawing becomes marks at places. The marks are written as SVG or as TikZ, so both show the
//! same picture.

use cg_rulesets::{Drawing, DrawnEdge, DrawnVertex, Tile};

use crate::boards::side_by_side;
use crate::sheet::{Anchor, Point, Sheet, document};
use crate::style::{DrawError, Ink, LABEL, NOTE, Picture, Terminal, text_width};
use crate::tikz;

/// A position with a caption below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionDrawn {
    /// The drawing.
    pub drawing: Drawing,
    /// May be empty.
    pub caption: String,
}

/// Several positions in a picture.
///
/// ```
/// use cg_plot::{Picture, PositionDrawn, Positions, Terminal};
/// use cg_rulesets::{Notated, Start};
///
/// let start = Start::read("clobber xo.|oxo")?;
/// let Ok(drawing) = start.rules.draw(&start.position);
/// let position = PositionDrawn { drawing, caption: "Left wins".into() };
/// let picture = Positions { title: String::new(), positions: vec![position] };
/// assert_eq!(picture.text(Terminal::default()), "  abc\n1 XO.\n2 OXO\nLeft wins\n\n");
/// assert!(picture.tikz().starts_with("\\begin{tikzpicture}"));
/// # Ok::<(), cg_rulesets::NotationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    /// The title of the SVG picture; may be empty.
    pub title: String,
    /// The positions.
    pub positions: Vec<PositionDrawn>,
}

/// The side of a cell in pixels, and the size of a stone in it.
const CELL: i32 = 36;
const STONE: i32 = 13;
/// Pixels around and between positions, and the largest number of positions in a row.
const SPACE: i32 = 30;
const IN_A_ROW: usize = 4;
const TITLE_ROOM: i32 = 50;
const CAPTION: i32 = 28;
/// The largest number of tokens of a heap that are drawn one by one.
const MOST_TOKENS: u64 = 24;
/// The longest side of a cake that is drawn square by square.
const MOST_SQUARES: u32 = 24;
/// The width in pixels for cakes and tiles.
const LINE: i32 = 700;

/// A mark at a place, in pixels from the upper left corner of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Mark {
    /// A square with this middle.
    Cell {
        at: Point,
        taken: bool,
    },
    /// A filled circle.
    Disc {
        at: Point,
        radius: i32,
        ink: Ink,
    },
    /// A circle.
    Ring {
        at: Point,
        radius: i32,
        ink: Ink,
    },
    Line {
        from: Point,
        to: Point,
        ink: Ink,
        arrow: bool,
    },
    Text {
        at: Point,
        text: String,
        anchor: Place,
    },
}

/// The part of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Start,
    Middle,
    End,
}

/// A drawing as marks, with its size.
#[derive(Clone, Debug, Default)]
struct Marks {
    marks: Vec<Mark>,
    size: (i32, i32),
}

impl Marks {
    fn of(drawing: &Drawing) -> Self {
        match drawing {
            Drawing::Board(rows) => board(rows, 0),
            // Squares that are shifted like bricks have the neighbours of hexagons.
            Drawing::Hexagons(rows) => board(rows, CELL / 2),
            Drawing::Graph { vertices, edges } => graph(vertices, edges),
            Drawing::Heaps { heaps, .. } => {
                let heaps = heaps.iter().map(|heap| (heap.label.clone(), heap.tokens));
                piles(&heaps.collect::<Vec<_>>())
            }
            Drawing::Cakes { pieces, .. } => cakes(pieces),
            Drawing::Tiles(rows) => tiles(rows),
            Drawing::Sum(components) => {
                let mut all = Marks::default();
                for component in components {
                    all.below(lines(std::slice::from_ref(&component.text)));
                    component.drawings.iter().for_each(|drawing| all.below(Marks::of(drawing)));
                }
                all
            }
            // Other drawings, also future ones, are written as text.
            other => lines(&other.lines()),
        }
    }

    fn text(&mut self, at: Point, text: impl Into<String>, anchor: Place) {
        let text = text.into();
        let wide = text_width(&text, NOTE);
        let right = match anchor {
            Place::Start => at.0 + wide,
            Place::Middle => at.0 + wide / 2,
            Place::End => at.0,
        };
        self.size = (self.size.0.max(right), self.size.1.max(at.1 + NOTE));
        self.marks.push(Mark::Text { at, text, anchor });
    }

    /// The border of a rectangle.
    fn frame(&mut self, (left, top): Point, (right, low): Point, ink: Ink) {
        let corners = [(left, top), (right, top), (right, low), (left, low), (left, top)];
        for ends in corners.windows(2) {
            self.marks.push(Mark::Line { from: ends[0], to: ends[1], ink, arrow: false });
        }
        self.size = (self.size.0.max(right), self.size.1.max(low));
    }

    /// Puts other marks below the present ones.
    fn below(&mut self, other: Marks) {
        let down = self.size.1;
        self.marks.extend(other.marks.into_iter().map(|mark| mark.moved((0, down))));
        self.size = (self.size.0.max(other.size.0), down + other.size.1);
    }
}

impl Mark {
    fn moved(self, (right, down): Point) -> Self {
        let to = |(x, y): Point| (x + right, y + down);
        match self {
            Mark::Cell { at, taken } => Mark::Cell { at: to(at), taken },
            Mark::Disc { at, radius, ink } => Mark::Disc { at: to(at), radius, ink },
            Mark::Ring { at, radius, ink } => Mark::Ring { at: to(at), radius, ink },
            Mark::Line { from, to: end, ink, arrow } => {
                Mark::Line { from: to(from), to: to(end), ink, arrow }
            }
            Mark::Text { at, text, anchor } => Mark::Text { at: to(at), text, anchor },
        }
    }
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX / CELL)
}

#[expect(clippy::cast_possible_truncation, reason = "a picture has few pixels")]
fn pixels(length: f64) -> i32 {
    length.round() as i32
}

/// Lines of text.
fn lines(lines: &[String]) -> Marks {
    let mut marks = Marks::default();
    for (line, text) in (0..).zip(lines) {
        marks.text((0, line * CELL / 2 + CELL / 2), text.clone(), Place::Start);
    }
    marks
}

/// A board with its coordinates: `a1` is in the upper left corner. Each row is shifted by `shift`
/// pixels.
fn board(rows: &[String], shift: i32) -> Marks {
    let rows = Drawing::cells(rows);
    let mut marks = Marks::default();
    let middle = |row: usize, column: usize| {
        let right = CELL * count(column) + shift * count(row);
        (right + CELL + CELL / 2, CELL * count(row) + CELL + CELL / 2)
    };
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    for column in 0..columns {
        let at = (middle(0, column).0, CELL / 2 + 6);
        marks.text(at, Drawing::column(column), Place::Middle);
    }
    for (row, cells) in rows.iter().enumerate() {
        let head = (CELL - 10 + shift * count(row), middle(row, 0).1);
        marks.text(head, (row + 1).to_string(), Place::End);
        for (column, cell) in cells.iter().enumerate() {
            let at = middle(row, column);
            marks.marks.push(Mark::Cell { at, taken: cell == "#" });
            match cell.as_str() {
                "." | "#" => {}
                "X" | "x" => marks.marks.push(Mark::Disc { at, radius: STONE, ink: Ink::First }),
                "O" | "o" => {
                    marks.marks.push(Mark::Ring { at, radius: STONE - 1, ink: Ink::Second });
                }
                other => marks.text(at, other, Place::Middle),
            }
        }
    }
    let shifted = shift * count(rows.len().saturating_sub(1));
    marks.size = (CELL * (count(columns) + 1) + shifted, CELL * (count(rows.len()) + 1));
    marks
}

/// A row of tokens for each heap.
fn piles(heaps: &[(String, u64)]) -> Marks {
    let mut marks = Marks::default();
    let wide = heaps.iter().map(|(label, _)| text_width(label, NOTE)).max().unwrap_or(0) + 12;
    for (row, (label, tokens)) in (0..).zip(heaps) {
        let height = CELL * row + CELL / 2;
        marks.text((0, height), label.clone(), Place::Start);
        if *tokens > MOST_TOKENS {
            marks.text((wide, height), tokens.to_string(), Place::Start);
            continue;
        }
        for token in 0..i32::try_from(*tokens).expect("there are few") {
            let at = (wide + token * 2 * STONE + STONE, height);
            marks.marks.push(Mark::Disc { at, radius: STONE - 3, ink: Ink::Plain });
            marks.size.0 = marks.size.0.max(at.0 + STONE);
        }
    }
    marks.size.1 = CELL * count(heaps.len());
    marks
}

/// Pieces of cake, one after another, drawn square by square.
fn cakes(pieces: &[(u32, u32)]) -> Marks {
    let mut marks = Marks::default();
    let (mut left, mut top) = (0, 0);
    for &(rows, columns) in pieces.iter().filter(|&&(rows, columns)| rows > 0 && columns > 0) {
        let small = rows.max(columns) <= MOST_SQUARES;
        let label = format!("{rows}x{columns}");
        let side = |squares: u32| CELL * count(squares as usize);
        let (wide, high) = match small {
            true => (side(columns), side(rows)),
            false => (text_width(&label, NOTE) + CELL, 2 * CELL),
        };
        if left > 0 && left + wide > LINE {
            (left, top) = (0, marks.size.1 + CELL / 2);
        }
        if small {
            for row in 0..count(rows as usize) {
                for column in 0..count(columns as usize) {
                    let at = (left + CELL * column + CELL / 2, top + CELL * row + CELL / 2);
                    marks.marks.push(Mark::Cell { at, taken: false });
                }
            }
        } else {
            marks.text((left + wide / 2, top + high / 2), label, Place::Middle);
        }
        marks.frame((left, top), (left + wide, top + high), Ink::Plain);
        left += wide + CELL / 2;
    }
    match marks.marks.is_empty() {
        true => lines(&["nothing is left".into()]),
        false => marks,
    }
}

/// Rows of tiles with proportional widths. Gaps have faint borders.
fn tiles(rows: &[Vec<Tile>]) -> Marks {
    let mut marks = Marks::default();
    let all = || rows.iter().flatten();
    let widest = rows.iter().map(|row| row.iter().map(|tile| tile.width).sum::<u64>()).max();
    let unit = (f64::from(LINE) / widest.unwrap_or(1).max(1) as f64).min(f64::from(CELL));
    let label = all().map(|tile| text_width(&tile.label, NOTE) + 12).max().unwrap_or(0);
    for (number, row) in (0..).zip(rows) {
        let (mut left, top) = (0, number * (CELL + CELL / 2));
        for tile in row {
            let right = left + pixels(tile.width as f64 * unit).max(label).max(CELL);
            let ink = if tile.missing { Ink::Faint } else { Ink::Plain };
            marks.frame((left + 2, top), (right - 2, top + CELL), ink);
            marks.text(((left + right) / 2, top + CELL / 2), tile.label.clone(), Place::Middle);
            marks.size = (marks.size.0.max(right), marks.size.1.max(top + CELL));
            left = right;
        }
    }
    marks
}

/// Places of vertices. They depend on the distance from the ground, which is drawn below. Without a
/// ground they are on a circle.
fn places(vertices: &[DrawnVertex], edges: &[DrawnEdge]) -> Vec<Point> {
    const FAR: i32 = 80;
    let ground = vertices.iter().position(|vertex| vertex.label == "G");
    let Some(ground) = ground else {
        let around = vertices.len().max(1) as f64;
        let radius = (FAR as f64 * around / std::f64::consts::TAU).max(f64::from(FAR) / 2.0);
        let place = |number: usize| {
            let angle =
                std::f64::consts::TAU * number as f64 / around - std::f64::consts::FRAC_PI_2;
            let along = |part: f64| pixels(radius + radius * part) + 24;
            (along(angle.cos()), along(angle.sin()))
        };
        return (0..vertices.len()).map(place).collect();
    };
    let mut level = vec![None; vertices.len()];
    level[ground] = Some(0usize);
    let mut found = vec![ground];
    let mut next = 0;
    while let Some(&vertex) = found.get(next) {
        next += 1;
        for edge in edges {
            for (from, to) in [(edge.from, edge.to), (edge.to, edge.from)] {
                if from == vertex && level[to].is_none() {
                    level[to] = level[vertex].map(|level| level + 1);
                    found.push(to);
                }
            }
        }
    }
    let level: Vec<usize> = level.into_iter().map(|level| level.unwrap_or(0)).collect();
    let highest = level.iter().copied().max().unwrap_or(0);
    let widest = (0..=highest).map(|one| level.iter().filter(|&&at| at == one).count()).max();
    let mut used = vec![0; highest + 1];
    let mut places = vec![(0, 0); vertices.len()];
    for &vertex in &found {
        let at = level[vertex];
        let on_it = level.iter().filter(|&&other| other == at).count();
        let left = FAR * count(widest.unwrap_or(1) - on_it) / 2;
        places[vertex] = (24 + left + FAR * used[at], 24 + FAR * count(highest - at));
        used[at] += 1;
    }
    places
}

/// A graph: vertices with their names and labels; edges in the colour of their player.
fn graph(vertices: &[DrawnVertex], edges: &[DrawnEdge]) -> Marks {
    let mut marks = Marks::default();
    let places = places(vertices, edges);
    let ink = |label: &str| match label {
        "l" | "L" => Ink::First,
        "r" | "R" => Ink::Second,
        _ => Ink::Plain,
    };
    let ends = |edge: &DrawnEdge| (edge.from.min(edge.to), edge.from.max(edge.to));
    for (number, edge) in edges.iter().enumerate() {
        // Edges between the same vertices are drawn next to each other.
        let before = edges[..number].iter().filter(|other| ends(other) == ends(edge)).count();
        let side = count(before.div_ceil(2)) * if before % 2 == 1 { 9 } else { -9 };
        let (from, to) = (places[edge.from], places[edge.to]);
        let (low, high) = (places[ends(edge).0], places[ends(edge).1]);
        let length = f64::from((high.0 - low.0).pow(2) + (high.1 - low.1).pow(2)).sqrt().max(1.0);
        let shift = |part: i32| pixels(f64::from(part * side) / length);
        let by = (shift(low.1 - high.1), shift(high.0 - low.0));
        let (from, to) = ((from.0 + by.0, from.1 + by.1), (to.0 + by.0, to.1 + by.1));
        marks.marks.push(Mark::Line { from, to, ink: ink(&edge.label), arrow: edge.directed });
        if !matches!(&edge.label[..], "" | "l" | "r" | "e") {
            let middle = ((from.0 + to.0) / 2 + 8, (from.1 + to.1) / 2 - 8);
            marks.text(middle, edge.label.clone(), Place::Start);
        }
    }
    for (vertex, &at) in vertices.iter().zip(&places) {
        marks.marks.push(Mark::Disc { at, radius: 6, ink: ink(&vertex.label) });
        let label = if vertex.label.is_empty() || vertex.label == "G" {
            vertex.name.clone()
        } else {
            format!("{}:{}", vertex.name, vertex.label)
        };
        marks.text((at.0 + 9, at.1 - 11), label, Place::Start);
        marks.size = (marks.size.0.max(at.0 + 24), marks.size.1.max(at.1 + 24));
    }
    marks
}

impl Positions {
    /// All marks with the size of the picture. `room` is the space above for a title.
    fn laid_out(&self, room: i32) -> Marks {
        let mut all = Marks::default();
        let drawn: Vec<Marks> = self
            .positions
            .iter()
            .map(|position| {
                let mut marks = Marks::of(&position.drawing);
                if !position.caption.is_empty() {
                    let wide = marks.size.0.max(text_width(&position.caption, NOTE));
                    let at = (wide / 2, marks.size.1 + CAPTION / 2);
                    marks.text(at, position.caption.clone(), Place::Middle);
                    marks.size = (wide, at.1 + CAPTION / 2);
                }
                marks
            })
            .collect();
        let width = drawn.iter().map(|marks| marks.size.0).max().unwrap_or(0);
        let mut top = room + SPACE;
        let mut right = 0;
        for row in drawn.chunks(IN_A_ROW) {
            for (column, marks) in (0..).zip(row) {
                let left = SPACE + column * (width + SPACE) + (width - marks.size.0) / 2;
                let moved = marks.marks.iter().map(|mark| mark.clone().moved((left, top)));
                all.marks.extend(moved);
                right = right.max(SPACE + (column + 1) * (width + SPACE));
            }
            top += row.iter().map(|marks| marks.size.1).max().unwrap_or(0) + SPACE;
        }
        all.size = (right, top);
        all
    }

    /// The picture for LaTeX with the package `tikz`, in points.
    pub fn tikz(&self) -> String {
        tikz::document(self.laid_out(0).marks.into_iter().map(|mark| match mark {
            Mark::Cell { at: (x, y), taken } => {
                let half = CELL / 2;
                let how = if taken { "filldraw" } else { "draw" };
                let (left, top, right, low) = (x - half, y - half, x + half, y + half);
                format!("\\{how}[cgfaint] ({left},{top}) rectangle ({right},{low});")
            }
            Mark::Disc { at, radius, ink } => {
                format!(
                    "\\fill[{}] {at:?} circle[radius={}pt];",
                    tikz::name(ink),
                    tikz::points(radius)
                )
            }
            Mark::Ring { at, radius, ink } => format!(
                "\\draw[{},line width=2pt] {at:?} circle[radius={}pt];",
                tikz::name(ink),
                tikz::points(radius)
            ),
            Mark::Line { from, to, ink, arrow } => {
                let arrow = if arrow { ",->" } else { "" };
                format!("\\draw[{},line width=1.5pt{arrow}] {from:?} -- {to:?};", tikz::name(ink))
            }
            Mark::Text { at, text, anchor } => {
                let anchor = match anchor {
                    Place::Start => "[anchor=west]",
                    Place::Middle => "",
                    Place::End => "[anchor=east]",
                };
                format!("\\node{anchor} at {at:?} {{\\small {}}};", tikz::written(&text))
            }
        }))
    }
}

fn drawn(sheet: &mut Sheet, mark: &Mark) {
    match mark {
        &Mark::Cell { at: (x, y), taken } => {
            let half = CELL / 2;
            if taken {
                sheet.square((x, y), half - 2, Ink::Faint);
            }
            let corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)];
            sheet.line(&corners.map(|(a, b)| (x + a * half, y + b * half)), Ink::Faint, 1);
        }
        &Mark::Disc { at, radius, ink } => sheet.disc(at, radius, ink),
        &Mark::Ring { at, radius, ink } => sheet.ring(at, radius, ink),
        &Mark::Line { from, to, ink, arrow } => {
            sheet.line(&[from, to], ink, 3);
            if !arrow {
                return;
            }
            // The head ends at the edge of the vertex's disc.
            let (right, down) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
            let length = right.hypot(down).max(1.0);
            let at = |back: f64, aside: f64| {
                let x = f64::from(to.0) - back * right / length - aside * down / length;
                let y = f64::from(to.1) - back * down / length + aside * right / length;
                (pixels(x), pixels(y))
            };
            sheet.head([at(7.0, 0.0), at(19.0, 5.0), at(19.0, -5.0)], ink);
        }
        Mark::Text { at, text, anchor } => {
            let anchor = match anchor {
                Place::Start => Anchor::Start,
                Place::Middle => Anchor::Middle,
                Place::End => Anchor::End,
            };
            sheet.text(*at, text, anchor, NOTE);
        }
    }
}

impl Picture for Positions {
    fn svg(&self) -> Result<String, DrawError> {
        let room = if self.title.is_empty() { 0 } else { TITLE_ROOM };
        let marks = self.laid_out(room);
        let wide = marks.size.0.max(text_width(&self.title, LABEL) + SPACE);
        Ok(document((wide, marks.size.1), &self.title, |sheet| {
            if !self.title.is_empty() {
                sheet.text((wide / 2, 30), &self.title, Anchor::Middle, LABEL);
            }
            marks.marks.iter().for_each(|mark| drawn(sheet, mark));
        }))
    }

    fn text(&self, terminal: Terminal) -> String {
        let one = |position: &PositionDrawn| {
            let mut lines = position.drawing.lines();
            lines.extend((!position.caption.is_empty()).then(|| position.caption.clone()));
            lines.join("\n")
        };
        side_by_side(&self.positions.iter().map(one).collect::<Vec<_>>(), terminal)
    }
}

#[cfg(test)]
mod tests {
    use cg_rulesets::{Entry, Notated, Start};

    use super::*;

    fn picture(text: &str) -> Positions {
        let start = Start::read(text).unwrap();
        let Ok(drawing) = start.rules.draw(&start.position);
        let positions = vec![PositionDrawn { drawing, caption: "50% & {1|0}".into() }];
        Positions { title: text.into(), positions }
    }

    #[test]
    fn every_ruleset_is_drawn() {
        for entry in Entry::all() {
            let picture = picture(&format!("{} {}", entry.name, entry.example));
            let svg = picture.svg().unwrap();
            roxmltree::Document::parse(&svg).unwrap();
            let marks = picture.laid_out(0);
            assert!(!marks.marks.is_empty(), "{}", entry.name);
            for mark in &marks.marks {
                let inside = |(x, y): Point| {
                    (0..=marks.size.0).contains(&x) && (0..=marks.size.1).contains(&y)
                };
                let fits = match mark {
                    Mark::Cell { at, .. } | Mark::Disc { at, .. } | Mark::Ring { at, .. } => {
                        inside(*at)
                    }
                    Mark::Line { from, to, .. } => inside(*from) && inside(*to),
                    Mark::Text { at, .. } => inside(*at),
                };
                assert!(fits, "{}: {mark:?} of {:?}", entry.name, marks.size);
            }
            let tikz = picture.tikz();
            assert_eq!(tikz.matches('{').count(), tikz.matches('}').count(), "{}", entry.name);
            assert!(tikz.contains("50\\% \\& \\{1\\textbar{}0\\}"), "{tikz}");
        }
    }

    #[test]
    fn a_board_has_all_its_cells_and_stones() {
        let marks = picture("clobber xo.|oxo").laid_out(0).marks;
        let number = |wanted: fn(&Mark) -> bool| marks.iter().filter(|mark| wanted(mark)).count();
        assert_eq!(number(|mark| matches!(mark, Mark::Cell { taken: false, .. })), 6);
        assert_eq!(number(|mark| matches!(mark, Mark::Disc { .. })), 2);
        assert_eq!(number(|mark| matches!(mark, Mark::Ring { .. })), 3);
        assert!(marks.iter().any(|mark| matches!(mark, Mark::Text { text, .. } if text == "c")));
    }

    #[test]
    fn a_cake_has_all_its_squares_and_a_tile_its_label() {
        let squares = |text: &str| {
            let marks = picture(text).laid_out(0).marks;
            marks.iter().filter(|mark| matches!(mark, Mark::Cell { .. })).count()
        };
        assert_eq!(squares("cutcake 2x3 + 4x5"), 26);
        assert_eq!(squares("cutcake 1000x1000 + 1x1"), 1);
        let row = picture("quicksort 4 1 3").laid_out(0).marks;
        let said = |wanted: &str| {
            row.iter().any(|mark| matches!(mark, Mark::Text { text, .. } if text == wanted))
        };
        assert!(["4", "1", "3"].into_iter().all(said));
        // Three numbers: the dividend, the remainder, and the missing part.
        let widths = picture("partizan-euclid 17 5").laid_out(0).marks;
        assert_eq!(widths.iter().filter(|mark| matches!(mark, Mark::Line { .. })).count(), 16);
    }

    #[test]
    fn edges_between_the_same_vertices_differ() {
        let marks = picture("hackenbush g-a:l, g-a:r, g-a").laid_out(0).marks;
        let mut lines: Vec<(Point, Point)> = marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Line { from, to, .. } => Some((*from, *to)),
                _ => None,
            })
            .collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 3);
    }
}
