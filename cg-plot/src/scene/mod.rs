//! Positions as marks at places: the one layout of the page, of files and of LaTeX.
//!
//! A [`Drawing`] says what is to be seen. Its [`Scene`] says where, and what for: each mark has a look, and a surface
//! chooses its colours. Left's marks are round and Right's have corners, so colours are not all there is to see.

mod graph;
mod paper;

use cg_rulesets::{
    Drawing, DrawnCell, Heap, Holds, Owner, Spot, Tile, cell_name, lines_between_dots,
};
use serde::Serialize;

use crate::sheet::Anchor;
use crate::style::{NOTE, text_width};

/// A place in pixels: to the right and down.
pub type Place = (f64, f64);

/// A position as marks at places.
///
/// ```
/// use cg_plot::Scene;
/// use cg_rulesets::{Drawing, Signs, Spot};
/// let scene = Scene::of(&Drawing::board(&["X."], Signs::STONES));
/// let spot = scene.parts.iter().find(|part| part.spot == Some(Spot::Cell(0, 1)));
/// assert_eq!(spot.unwrap().label, "b1: empty");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// The part of the plane that is shown: left end, upper end, width, height.
    pub view: (f64, f64, f64, f64),
    /// How much of it, at the left and above, is for the names of rows and columns.
    pub border: f64,
    /// The parts, those behind others first.
    pub parts: Vec<ScenePart>,
}

/// Marks that belong together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenePart {
    /// The part of the drawing that they show, if a move can touch it.
    pub spot: Option<Spot>,
    /// Their name for people who cannot see them. May be empty.
    pub label: String,
    /// The name of a vertex, by which a page keeps it at its place from one drawing to the next; else empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The middle of them.
    pub at: Place,
    /// The marks, those behind others first.
    pub marks: Vec<Mark>,
}

/// A mark.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// Its meaning.
    pub look: Look,
    /// Its form.
    #[serde(flatten)]
    pub form: Form,
}

/// The form of a mark.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "form", rename_all = "lowercase")]
pub enum Form {
    /// A circle.
    Circle {
        /// Its middle.
        at: Place,
        /// Its radius.
        radius: f64,
    },
    /// A rectangle.
    Rect {
        /// Its upper left corner.
        at: Place,
        /// Its width and height.
        size: Place,
        /// The radius of its corners.
        round: f64,
    },
    /// A polygon.
    Polygon {
        /// Its corners.
        corners: Vec<Place>,
    },
    /// A line that may be bent.
    Line {
        /// Where it begins.
        from: Place,
        /// Where it ends.
        to: Place,
        /// How far its middle is bent aside.
        bend: f64,
        /// Whether there is the head of an arrow at its end.
        arrow: bool,
        /// The vertices at its ends, if it is an edge. An end without one is on the ground, and stays below the other.
        ends: (Option<usize>, Option<usize>),
    },
    /// A text.
    Text {
        /// The place of its anchor, at half of its height.
        at: Place,
        /// The text.
        text: String,
        /// The part of it that is at the place.
        anchor: Anchor,
    },
}

/// The meaning of a mark. In JSON it is a class of the page's style sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// A cell of a board, a piece of cake or a tile.
    Cell,
    /// A cell that is taken.
    #[serde(rename = "cell taken")]
    Taken,
    /// A gap between tiles.
    #[serde(rename = "cell missing")]
    Missing,
    /// A piece of Left.
    Left,
    /// A piece of Right.
    Right,
    /// A token or a piece of neither player.
    Token,
    /// A token that is too thin for a border.
    #[serde(rename = "token thin")]
    Thin,
    /// A token that is gone.
    #[serde(rename = "token gone")]
    Gone,
    /// A sign that is no player's piece.
    Other,
    /// A ball.
    Ball,
    /// A vertex.
    Vertex,
    /// A vertex of Left.
    #[serde(rename = "vertex left")]
    LeftVertex,
    /// A vertex of Right.
    #[serde(rename = "vertex right")]
    RightVertex,
    /// An edge.
    #[serde(rename = "edge plain")]
    Edge,
    /// An edge of Left.
    #[serde(rename = "edge left")]
    LeftEdge,
    /// An edge of Right.
    #[serde(rename = "edge right")]
    RightEdge,
    /// An edge of both players.
    #[serde(rename = "edge both")]
    BothEdge,
    /// The ground.
    Ground,
    /// A line between squares of cake.
    Crack,
    /// A text on a piece of Left or Right.
    Sign,
    /// A text on anything else.
    #[serde(rename = "sign dark")]
    DarkSign,
    /// A name beside the drawing.
    Axis,
    /// A text that is a drawing itself.
    Plain,
    /// The border of a cell or a tile that a page lights. Paper shows neither this look nor the following ones.
    Ring,
    /// A row or a column of cake where a page lights it.
    Strip,
    /// The handle that is clicked to eat a row or a column.
    Tab,
    /// A wide area around a thin line of cake, which is easier to hit.
    Reach,
    /// A wide line around an edge, which is easier to hit.
    Grasp,
}

/// The side of a cell.
const CELL: f64 = 40.0;
/// The radius of a piece in a cell.
const RADIUS: f64 = CELL / 2.0 - 5.0;
/// From the middle of a hexagon, which is as wide as a cell, to its corners.
const HEXAGON: f64 = CELL / 1.732_050_807_568_877_2;
/// The border with the names of rows and columns.
const BORDER: f64 = 18.0;
/// The most tokens of a heap that are drawn.
const MOST_TOKENS: usize = 80;
/// The longest side of a cake that is drawn square by square.
const MOST_SQUARES: u32 = 100;
/// The widths of a heap, of tiles and of pieces of cake side by side.
const HEAP: f64 = 500.0;
const LINE: f64 = 560.0;
const CAKES: f64 = 720.0;

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn place((x, y): Place) -> Place {
    (rounded(x), rounded(y))
}

fn circle(look: Look, at: Place, radius: f64) -> Mark {
    Mark { look, form: Form::Circle { at: place(at), radius } }
}

fn rect(look: Look, at: Place, size: Place, round: f64) -> Mark {
    Mark { look, form: Form::Rect { at: place(at), size: place(size), round: rounded(round) } }
}

/// A square with this middle.
fn square(look: Look, (x, y): Place, half: f64, round: f64) -> Mark {
    rect(look, (x - half, y - half), (2.0 * half, 2.0 * half), round)
}

fn polygon(look: Look, corners: impl IntoIterator<Item = Place>) -> Mark {
    Mark { look, form: Form::Polygon { corners: corners.into_iter().map(place).collect() } }
}

fn line(look: Look, from: Place, to: Place) -> Mark {
    let (from, to) = (place(from), place(to));
    Mark { look, form: Form::Line { from, to, bend: 0.0, arrow: false, ends: (None, None) } }
}

fn text(look: Look, at: Place, text: impl Into<String>, anchor: Anchor) -> Mark {
    Mark { look, form: Form::Text { at: place(at), text: text.into(), anchor } }
}

#[expect(clippy::cast_precision_loss, reason = "a picture has few pixels")]
fn float(number: usize) -> f64 {
    number as f64
}

/// The width of a text in a drawing.
fn wide(text: &str) -> f64 {
    f64::from(text_width(text, NOTE))
}

impl Scene {
    /// The scene of a drawing.
    pub fn of(drawing: &Drawing) -> Self {
        match drawing {
            Drawing::Cells { rows, hexagons } => cells(rows, *hexagons),
            Drawing::Triangle { rows } => triangle(rows),
            Drawing::Heaps { heaps, .. } => piles(heaps),
            Drawing::Graph { vertices, edges } => graph::scene(vertices, edges),
            Drawing::Cakes { pieces, cut } if pieces.iter().any(|it| it.0 > 0 && it.1 > 0) => {
                cakes(pieces, *cut)
            }
            Drawing::Tiles { rows } => tiles(rows),
            Drawing::Boxes { across, down, boxes } => boxes_scene(across, down, boxes),
            Drawing::Sum { parts } => {
                let mut all = Scene::default();
                for component in parts {
                    all.below(lines(std::slice::from_ref(&component.text)));
                    component.drawings.iter().for_each(|drawing| all.below(Scene::of(drawing)));
                }
                all
            }
            // Other drawings, also future ones, are written as text.
            other => lines(&other.lines()),
        }
    }

    fn sized(width: f64, height: f64) -> Self {
        Scene { view: (0.0, 0.0, rounded(width), rounded(height)), ..Scene::default() }
    }

    /// Marks that nothing can be done with.
    fn still(&mut self, at: Place, marks: Vec<Mark>) {
        let (label, name) = Default::default();
        self.parts.push(ScenePart { spot: None, label, name, at: place(at), marks });
    }

    fn spot(&mut self, spot: Spot, label: String, at: Place, marks: Vec<Mark>) {
        let name = String::new();
        self.parts.push(ScenePart { spot: Some(spot), label, name, at: place(at), marks });
    }

    /// Puts another scene below this one. Its spots are no spots of the whole.
    fn below(&mut self, other: Scene) {
        self.put(other, (0.0, self.view.3));
    }

    /// Scenes of a sum side by side, with a plus between them.
    pub(crate) fn row(scenes: impl IntoIterator<Item = Scene>) -> Self {
        let mut all = Scene::default();
        for scene in scenes {
            if !all.parts.is_empty() {
                let at = (all.view.2 + CELL / 2.0, CELL / 2.0);
                all.still(at, vec![text(Look::Plain, at, "+", Anchor::Middle)]);
                all.view.2 += CELL;
            }
            all.put(scene, (all.view.2, 0.0));
        }
        all
    }

    /// Puts another scene with its upper left corner at this place.
    fn put(&mut self, other: Scene, (x, y): Place) {
        let by = (x - other.view.0, y - other.view.1);
        for part in other.parts {
            let marks = part.marks.into_iter().map(|mark| mark.moved(by)).collect();
            self.still((part.at.0 + by.0, part.at.1 + by.1), marks);
        }
        self.view.2 = self.view.2.max(x + other.view.2);
        self.view.3 = self.view.3.max(y + other.view.3);
    }

    /// The same without the names of rows and columns.
    pub(crate) fn bare(mut self) -> Self {
        if self.border > 0.0 {
            self.parts.iter_mut().for_each(|part| part.marks.retain(|it| it.look != Look::Axis));
            let border = std::mem::take(&mut self.border);
            let (left, top, width, height) = self.view;
            self.view = (left + border, top + border, width - border, height - border);
        }
        self
    }
}

impl Mark {
    fn moved(mut self, (right, down): Place) -> Self {
        let shift = |at: &mut Place| *at = place((at.0 + right, at.1 + down));
        match &mut self.form {
            Form::Circle { at, .. } | Form::Rect { at, .. } | Form::Text { at, .. } => shift(at),
            Form::Polygon { corners } => corners.iter_mut().for_each(shift),
            Form::Line { from, to, .. } => [from, to].into_iter().for_each(shift),
        }
        self
    }
}

fn lines(lines: &[String]) -> Scene {
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut scene =
        Scene::sized((11.0 * float(widest)).max(60.0) + 16.0, 24.0 * float(lines.len()) + 20.0);
    for (number, line) in lines.iter().enumerate() {
        let at = (8.0, 22.0 + 24.0 * float(number));
        scene.still(at, vec![text(Look::Plain, at, line.clone(), Anchor::Start)]);
    }
    scene
}

/// A board with its coordinates: `a1` is in the upper left corner.
fn cells(rows: &[Vec<DrawnCell>], hexagons: bool) -> Scene {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let (high, shift, slack) = match hexagons {
        true => (1.5 * HEXAGON, CELL / 2.0, HEXAGON / 2.0),
        false => (CELL, 0.0, 0.0),
    };
    let middle = |row: usize, column: usize| {
        let x = BORDER + (float(column) + 0.5) * CELL + shift * float(row);
        (x, BORDER + (float(row) + 0.5) * high + slack / 2.0)
    };
    let width = float(columns) * CELL + shift * float(rows.len().saturating_sub(1));
    let height = float(rows.len()) * high + slack;
    let mut scene = Scene::sized(width + BORDER + 2.0, height + BORDER + 2.0);
    scene.border = BORDER - 1.0;
    let axis = |scene: &mut Scene, at: Place, name: String| {
        scene.still(at, vec![text(Look::Axis, at, name, Anchor::Middle)]);
    };
    for column in 0..columns {
        axis(&mut scene, (middle(0, column).0, 8.0), Drawing::column(column));
    }
    for (row, cells) in rows.iter().enumerate() {
        axis(&mut scene, (8.0 + shift * float(row), middle(row, 0).1), (row + 1).to_string());
        for (column, cell) in cells.iter().enumerate() {
            let at = middle(row, column);
            let field = |look, less| match hexagons {
                true => polygon(look, hexagon(at, HEXAGON - less)),
                false => square(look, at, CELL / 2.0 - less, 0.0),
            };
            let taken = cell.holds == Holds::Block;
            let mut marks = vec![field(if taken { Look::Taken } else { Look::Cell }, 0.0)];
            // Inside the cell, so that no cell beside it hides a part.
            marks.push(field(Look::Ring, 2.5));
            marks.extend(piece(cell, at));
            let what = match cell.holds {
                Holds::Nothing => "empty",
                Holds::Block => "taken",
                _ => &cell.sign,
            };
            let label = format!("{}: {what}", cell_name(row, column));
            scene.spot(Spot::Cell(row, column), label, at, marks);
        }
    }
    scene
}

/// The corners of a hexagon with a corner at its top.
fn hexagon((x, y): Place, radius: f64) -> [Place; 6] {
    let (half, side) = (radius / 2.0, radius * 0.75_f64.sqrt());
    [(0.0, -radius), (side, -half), (side, half), (0.0, radius), (-side, half), (-side, -half)]
        .map(|(right, down)| (x + right, y + down))
}

/// The marks of a cell's content.
fn piece(cell: &DrawnCell, at: Place) -> Vec<Mark> {
    let mark = match (cell.holds, cell.owner) {
        (Holds::Nothing | Holds::Block, _) => return Vec::new(),
        (Holds::Ball, _) => return vec![circle(Look::Ball, at, RADIUS)],
        (_, Owner::Left) => circle(Look::Left, at, RADIUS),
        (_, Owner::Right) => square(Look::Right, at, RADIUS - 1.0, 3.0),
        (Holds::Piece, _) => circle(Look::Token, at, RADIUS),
        (Holds::Ring, _) => circle(Look::Other, at, RADIUS),
    };
    vec![mark, text(sign(cell.owner), at, cell.sign.clone(), Anchor::Middle)]
}

/// The look of a text on what is somebody's.
fn sign(owner: Owner) -> Look {
    match owner {
        Owner::Left | Owner::Right => Look::Sign,
        Owner::Both | Owner::Neither => Look::DarkSign,
    }
}

fn triangle(rows: &[Vec<DrawnCell>]) -> Scene {
    let side = float(rows.len()) * CELL + 4.0;
    let mut scene = Scene::sized(side, side);
    for (row, places) in rows.iter().enumerate() {
        for (column, cell) in places.iter().enumerate() {
            let left = 2.0 + (float(rows.len()) - float(places.len())) * CELL / 2.0;
            let at = (left + (float(column) + 0.5) * CELL, 2.0 + (float(row) + 0.5) * CELL);
            let (marks, label) = match cell.holds {
                Holds::Nothing => (vec![circle(Look::Gone, at, RADIUS)], "empty".into()),
                _ => (piece(cell, at), format!("piece {}", cell.sign)),
            };
            scene.spot(Spot::Cell(row, column), label, at, marks);
        }
    }
    scene
}

/// Dots with the lines between them: faint where nobody has drawn one.
fn boxes_scene(across: &[Vec<bool>], down: &[Vec<bool>], boxes: &[Vec<Owner>]) -> Scene {
    let columns = across.first().map_or(0, Vec::len);
    let dot = |row: usize, column: usize| {
        let along = |count: usize| BORDER + 10.0 + float(count) * CELL;
        (along(column), along(row))
    };
    let (width, height) = dot(across.len().saturating_sub(1), columns);
    let mut scene = Scene::sized(width + 8.0, height + 8.0);
    scene.border = BORDER - 1.0;
    for column in 0..=columns {
        let at = (dot(0, column).0, 8.0);
        scene.still(at, vec![text(Look::Axis, at, Drawing::column(column), Anchor::Middle)]);
    }
    for row in 0..across.len() {
        let at = (8.0, dot(row, 0).1);
        scene.still(at, vec![text(Look::Axis, at, (row + 1).to_string(), Anchor::Middle)]);
    }
    for (row, owners) in boxes.iter().enumerate() {
        for (column, &owner) in owners.iter().enumerate() {
            let (x, y) = dot(row, column);
            let sign = match owner {
                Owner::Left => "L".to_owned(),
                Owner::Right => "R".to_owned(),
                Owner::Both | Owner::Neither => continue,
            };
            let (holds, at) = (Holds::Piece, (x + CELL / 2.0, y + CELL / 2.0));
            scene.still(at, piece(&DrawnCell { sign, holds, owner }, at));
        }
    }
    for (number, ([from, to], drawn)) in lines_between_dots(across, down).into_iter().enumerate() {
        let (a, b) = (dot(from.0, from.1), dot(to.0, to.1));
        let look = if drawn { Look::Edge } else { Look::Crack };
        let what = if drawn { "drawn" } else { "empty" };
        let label = format!("{}-{}: {what}", cell_name(from.0, from.1), cell_name(to.0, to.1));
        let marks = vec![line(look, a, b), line(Look::Grasp, a, b)];
        scene.spot(Spot::Edge(number), label, ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0), marks);
    }
    for row in 0..across.len() {
        for column in 0..=columns {
            let at = dot(row, column);
            scene.still(at, vec![circle(Look::Vertex, at, 3.0)]);
        }
    }
    scene
}

/// A row of pins for each heap, behind their number.
fn piles(heaps: &[Heap]) -> Scene {
    let drawn = |heap: &Heap| usize::try_from(heap.tokens).unwrap_or(MOST_TOKENS).min(MOST_TOKENS);
    let widest = float(heaps.iter().map(drawn).max().unwrap_or(0).max(1));
    // Large heaps have thin pins: the numbers before them stay legible.
    let step = (HEAP / widest).clamp(6.0, 20.0);
    let width = step * 0.6;
    let before = heaps.iter().map(|heap| wide(&heap.tokens.to_string())).fold(30.0, f64::max);
    let start = before + 16.0;
    let mut scene =
        Scene::sized(start + 24.0 + widest * step, 44.0 * float(heaps.len().max(1)) + 4.0);
    for (number, heap) in heaps.iter().enumerate() {
        let y = 44.0 * float(number) + 24.0;
        let axis = |x, name: String| text(Look::Axis, (x, y), name, Anchor::Start);
        scene.still((4.0, y), vec![axis(4.0, heap.tokens.to_string())]);
        if heap.tokens > MOST_TOKENS as u64 {
            let end = start + widest * step;
            scene.still((end, y), vec![axis(end, "…".into())]);
        }
        for token in 0..drawn(heap) {
            let x = start + float(token) * step;
            let look = if step < 12.0 { Look::Thin } else { Look::Token };
            let pin = rect(look, (x - width / 2.0, y - 16.0), (width, 32.0), width / 2.0);
            let label = format!("heap {}, token {}", number + 1, token + 1);
            scene.spot(Spot::Token(number, token), label, (x, y), vec![pin]);
        }
    }
    scene
}

/// Rows of tiles with proportional widths.
fn tiles(rows: &[Vec<Tile>]) -> Scene {
    #[expect(clippy::cast_precision_loss, reason = "a picture has few pixels")]
    let across =
        rows.iter().map(|row| row.iter().map(|it| it.width as f64).sum()).fold(1.0, f64::max);
    let unit = (LINE / across).min(CELL);
    let all = || rows.iter().flatten();
    let least = all().map(|it| 9.0 * float(it.label.chars().count()) + 14.0).fold(30.0, f64::max);
    let mut scene = Scene::default();
    let mut widest: f64 = 0.0;
    for (row, tiles) in rows.iter().enumerate() {
        let (mut x, y) = (2.0, 4.0 + float(row) * (CELL + 12.0));
        for (column, tile) in tiles.iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "a picture has few pixels")]
            let width = (tile.width as f64 * unit).max(least);
            let (look, kind) = match tile.missing {
                true => (Look::Missing, "missing"),
                false => (Look::Cell, "tile"),
            };
            let at = (x + width / 2.0, y + CELL / 2.0);
            let marks = vec![
                rect(look, (x + 2.0, y), (width - 4.0, CELL), 4.0),
                rect(Look::Ring, (x + 4.5, y + 2.5), (width - 9.0, CELL - 5.0), 3.0),
                text(Look::DarkSign, at, tile.label.clone(), Anchor::Middle),
            ];
            scene.spot(Spot::Cell(row, column), format!("{kind} {}", tile.label), at, marks);
            x += width;
        }
        widest = widest.max(x);
    }
    scene.view = (0.0, 0.0, rounded(widest + 2.0), float(rows.len()) * (CELL + 12.0));
    scene
}

/// Pieces of cake side by side. What can be picked are the lines between squares, or, where rows and columns are
/// eaten, tabs at their ends.
fn cakes(pieces: &[(u32, u32)], cut: bool) -> Scene {
    const TAB: f64 = 16.0;
    let longest = pieces.iter().map(|it| it.0.max(it.1)).filter(|&it| it <= MOST_SQUARES).max();
    let side = (LINE / f64::from(longest.unwrap_or(1))).clamp(12.0, 32.0);
    let mut scene = Scene::default();
    let (mut left, mut top, mut low, mut widest) = (0.0, 0.0, 0.0_f64, 0.0_f64);
    for (number, &(rows, columns)) in pieces.iter().enumerate() {
        if rows == 0 || columns == 0 {
            continue;
        }
        let name = format!("{rows}x{columns}");
        let squares = rows.max(columns) <= MOST_SQUARES;
        let (width, height) = match squares {
            true => (f64::from(columns) * side, f64::from(rows) * side),
            false => (wide(&name) + CELL, 2.0 * CELL),
        };
        if left > 0.0 && left + TAB + width + 8.0 > CAKES {
            (left, top) = (0.0, low);
        }
        let (x, y) = (left + TAB, top + TAB);
        let middle = (x + width / 2.0, y + height / 2.0);
        scene.still(middle, vec![rect(Look::Cell, (x, y), (width, height), 0.0)]);
        if squares {
            let cake = Piece { corner: (x, y), size: (width, height), side, cut, number, name };
            for (count, upright) in [(columns, true), (rows, false)] {
                if !cut {
                    let cracks = (1..count).map(|at| cake.crack(at, upright, 0.0));
                    scene.still(middle, cracks.collect());
                }
                (u32::from(cut)..count).for_each(|at| cake.handle(&mut scene, at, upright));
            }
        } else {
            scene.still(middle, vec![text(Look::DarkSign, middle, name, Anchor::Middle)]);
        }
        left = x + width + 8.0;
        low = low.max(y + height + 10.0);
        widest = widest.max(left);
    }
    scene.view = (0.0, 0.0, rounded(widest + 2.0), rounded(low + 2.0));
    scene
}

/// A piece of cake at its place.
struct Piece {
    corner: Place,
    size: Place,
    side: f64,
    cut: bool,
    number: usize,
    name: String,
}

impl Piece {
    /// A place that is so far along the side, and so far from it.
    fn at(&self, along: f64, aside: f64, upright: bool) -> Place {
        match upright {
            true => (self.corner.0 + along, self.corner.1 + aside),
            false => (self.corner.0 + aside, self.corner.1 + along),
        }
    }

    /// The line before a column, or above a row.
    fn crack(&self, at: u32, upright: bool, beyond: f64) -> Mark {
        let along = f64::from(at) * self.side;
        let across = if upright { self.size.1 } else { self.size.0 };
        line(
            Look::Crack,
            self.at(along, -beyond, upright),
            self.at(along, across + beyond, upright),
        )
    }

    /// The handle that cuts before a column or above a row, or eats it.
    fn handle(&self, scene: &mut Scene, at: u32, upright: bool) {
        let (spot, kind) = match upright {
            true => (Spot::Upright(self.number, at), "column"),
            false => (Spot::Flat(self.number, at), "row"),
        };
        let which = format!("{kind} {} of cake {}", at + 1, self.name);
        let along = f64::from(at) * self.side;
        let across = if upright { self.size.1 } else { self.size.0 };
        let box_of =
            |look, from: Place, to: Place| rect(look, from, (to.0 - from.0, to.1 - from.1), 0.0);
        if self.cut {
            // A line alone is hard to hit.
            let half = (self.side * 0.3).min(7.0);
            let from = self.at(along - half, -6.0, upright);
            let reach = box_of(Look::Reach, from, self.at(along + half, across + 6.0, upright));
            let marks = vec![reach, self.crack(at, upright, 6.0)];
            let middle = self.at(along, across / 2.0, upright);
            scene.spot(spot, format!("cut before {which}"), middle, marks);
        } else {
            let (middle, half) = (along + self.side / 2.0, (self.side / 2.0 - 1.0).min(9.0));
            let corners = [(middle - half, -14.0), (middle + half, -14.0), (middle, -1.0)];
            let end = self.at(along + self.side, across, upright);
            let marks = vec![
                box_of(Look::Strip, self.at(along, 0.0, upright), end),
                polygon(Look::Tab, corners.map(|(along, aside)| self.at(along, aside, upright))),
            ];
            scene.spot(spot, format!("eat {which}"), self.at(middle, -7.5, upright), marks);
        }
    }
}

#[cfg(test)]
mod tests;
