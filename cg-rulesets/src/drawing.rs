//! Positions as drawings: what is to be seen of them, and whose it is, but not how it looks.

use serde::Serialize;

/// Whose a piece, a vertex or an edge is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Owner {
    /// Left's.
    Left,
    /// Right's.
    Right,
    /// Either player may use it.
    Both,
    /// Nobody's own.
    #[default]
    Neither,
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Holds {
    /// Nothing.
    #[default]
    Nothing,
    /// Nobody can go there: a cell that is taken or burnt.
    Block,
    /// A piece.
    Piece,
    /// The other side of a piece, or a sign that is no piece: drawn as a ring.
    Ring,
    /// A ball, for which both play.
    Ball,
}

/// A cell of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DrawnCell {
    /// How it is written.
    pub sign: String,
    /// Its content.
    pub holds: Holds,
    /// Whose that is.
    pub owner: Owner,
}

/// What the signs of a board mean, for [`Drawing::board`]. Small and capital letters mean the same. A point is an
/// empty cell, `#` a block, and a number with its sign is Left's or Right's. Any other sign is a ring.
///
/// ```
/// use cg_rulesets::{Holds, Owner, Signs};
/// let whose = |sign: &str| (Signs::STONES.cell(sign).holds, Signs::STONES.cell(sign).owner);
/// assert_eq!(["X", "o", "-2"].map(whose).map(|it| it.1), [Owner::Left, Owner::Right, Owner::Right]);
/// assert_eq!(["#", "e"].map(whose).map(|it| it.0), [Holds::Block, Holds::Ring]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Signs {
    /// Left's pieces.
    pub left: &'static str,
    /// Right's pieces.
    pub right: &'static str,
    /// Pieces of neither player.
    pub pieces: &'static str,
    /// A ball.
    pub ball: &'static str,
}

impl Signs {
    /// Left has the stones `x`, Right has the stones `o`.
    pub const STONES: Signs = Signs { left: "x", right: "o", pieces: "", ball: "" };
    /// Stones `x` and coins `h` that are neither player's.
    pub const PIECES: Signs = Signs { left: "", right: "", pieces: "xh", ball: "" };
    /// Left has `l`, Right has `r`.
    pub const SIDES: Signs = Signs { left: "l", right: "r", pieces: "", ball: "" };
    /// Left has toads, Right has frogs.
    pub const TOADS: Signs = Signs { left: "t", right: "f", pieces: "", ball: "" };
    /// A guess for boards of unknown rules: Left has `x`, `l` and `t`, Right has `o`, `r` and `f`.
    pub const GUESSED: Signs = Signs { left: "xlt", right: "orf", pieces: "", ball: "" };

    /// The cell that is written so.
    pub fn cell(self, sign: impl Into<String>) -> DrawnCell {
        let sign = sign.into();
        let among = |signs: &str| sign.len() == 1 && signs.contains(&sign.to_lowercase());
        let counted = |before| {
            let number = sign.strip_prefix(before);
            number.is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
        };
        let (holds, owner) = match &sign[..] {
            "." | " " => (Holds::Nothing, Owner::Neither),
            "#" => (Holds::Block, Owner::Neither),
            _ if among(self.left) || counted('+') => (Holds::Piece, Owner::Left),
            _ if among(self.right) || counted('-') => (Holds::Piece, Owner::Right),
            _ if among(self.pieces) => (Holds::Piece, Owner::Neither),
            _ if among(self.ball) => (Holds::Ball, Owner::Both),
            _ => (Holds::Ring, Owner::Neither),
        };
        DrawnCell { sign, holds, owner }
    }
}

/// A position, drawn: what is to be seen, and not how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "shape", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Drawing {
    /// A text, which may be broken at blanks.
    Text {
        /// The text.
        text: String,
    },
    /// Heaps of tokens, a row each.
    Heaps {
        /// The heaps, in the order of the position.
        heaps: Vec<Heap>,
        /// The sign of a token.
        token: char,
    },
    /// A triangle of places: one in the first row, and in each row one more than in the
    /// row above.
    Triangle {
        /// Row by row.
        rows: Vec<Vec<DrawnCell>>,
    },
    /// A board, or a strip.
    Cells {
        /// Row by row.
        rows: Vec<Vec<DrawnCell>>,
        /// Whether the cells are hexagons: each row then stands half a cell to the right of the one above, so that
        /// a cell has two neighbours in each of the rows beside its own.
        hexagons: bool,
    },
    /// A graph.
    Graph {
        /// The vertices.
        vertices: Vec<DrawnVertex>,
        /// The edges between them, by the places of the vertices.
        edges: Vec<DrawnEdge>,
    },
    /// Rectangular cakes of squares.
    Cakes {
        /// Rows and columns of each piece.
        pieces: Vec<(u32, u32)>,
        /// Whether moves cut between squares; else they eat rows or columns.
        cut: bool,
    },
    /// Rows of tiles, one behind the other.
    Tiles {
        /// Row by row.
        rows: Vec<Vec<Tile>>,
    },
    /// Dots, the lines that are drawn between them, and the boxes that players have.
    Boxes {
        /// Of each row of dots, whether the lines between them are drawn.
        across: Vec<Vec<bool>>,
        /// Of each row of boxes, whether the lines beside them are drawn, from the left.
        down: Vec<Vec<bool>>,
        /// Row by row, whose each box is.
        boxes: Vec<Vec<Owner>>,
    },
    /// The components of a sum.
    Sum {
        /// In the order of the sum.
        parts: Vec<Component>,
    },
}

impl Drawing {
    /// A board of these rows: a sign is a cell, or, where there are blanks, a word is one.
    pub fn board<R: AsRef<str>>(rows: &[R], signs: Signs) -> Self {
        let words = rows.iter().any(|row| row.as_ref().contains(' '));
        let row = |row: &R| match words {
            true => row.as_ref().split_whitespace().map(|word| signs.cell(word)).collect(),
            false => row.as_ref().chars().map(|sign| signs.cell(sign)).collect(),
        };
        Drawing::Cells { rows: rows.iter().map(row).collect(), hexagons: false }
    }

    /// The name of a column, counted from 0: a to z, then aa, ab and so on.
    pub fn column(number: usize) -> String {
        crate::cells::column_name(number)
    }

    /// A board as lines of text, with the names of its columns above it and the numbers of its
    /// rows before them; any other drawing as what can be said of it in lines.
    ///
    /// ```
    /// use cg_rulesets::{Drawing, Signs};
    /// let board = Drawing::board(&["XO.", "OXO"], Signs::STONES);
    /// assert_eq!(board.lines(), ["  abc", "1 XO.", "2 OXO"]);
    /// ```
    pub fn lines(&self) -> Vec<String> {
        match self {
            Drawing::Cells { rows, .. } => board_lines(rows),
            Drawing::Text { text } => vec![text.clone()],
            Drawing::Heaps { heaps, .. } => {
                heaps.iter().map(|heap| format!("{} {}", heap.label, heap.tokens)).collect()
            }
            Drawing::Boxes { across, down, boxes } => boxes_lines(across, down, boxes),
            Drawing::Triangle { rows } => {
                let row = |(number, row): (usize, &Vec<DrawnCell>)| {
                    let signs: Vec<&str> = row.iter().map(|cell| &cell.sign[..]).collect();
                    " ".repeat(rows.len() - 1 - number) + &signs.join(" ")
                };
                rows.iter().enumerate().map(row).collect()
            }
            Drawing::Graph { vertices, edges } => {
                let labelled = |name: &str, label: &str| match label {
                    "" => name.to_owned(),
                    label => format!("{name}:{label}"),
                };
                let vertex = |one: &DrawnVertex| labelled(&one.name, &one.label);
                let edge = |one: &DrawnEdge| {
                    let link = if one.directed { "->" } else { "-" };
                    let (from, to) = (&vertices[one.from].name, &vertices[one.to].name);
                    labelled(&format!("{from}{link}{to}"), &one.label)
                };
                let all = |items: Vec<String>| items.join(", ");
                vec![
                    all(vertices.iter().map(vertex).collect()),
                    all(edges.iter().map(edge).collect()),
                ]
            }
            Drawing::Cakes { pieces, .. } => {
                let piece = |(rows, columns): &(u32, u32)| format!("{rows}x{columns}");
                match pieces.is_empty() {
                    true => vec!["nothing is left".into()],
                    false => vec![pieces.iter().map(piece).collect::<Vec<_>>().join(" + ")],
                }
            }
            Drawing::Tiles { rows } => {
                let tile = |tile: &Tile| match tile.missing {
                    true => format!("({})", tile.label),
                    false => format!("[{}]", tile.label),
                };
                let row = |row: &Vec<Tile>| row.iter().map(tile).collect::<Vec<_>>().join(" ");
                rows.iter().map(row).collect()
            }
            Drawing::Sum { parts } => {
                parts.iter().map(|component| component.text.clone()).collect()
            }
        }
    }
}

/// A board with coordinates.
fn board_lines(rows: &[Vec<DrawnCell>]) -> Vec<String> {
    let signs = |row: &Vec<DrawnCell>| row.iter().map(|cell| cell.sign.clone()).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(signs).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let heads: Vec<String> = (0..columns).map(Drawing::column).collect();
    let wide = |cells: &Vec<String>| cells.iter().map(|cell| cell.chars().count()).max();
    let width = rows.iter().chain([&heads]).filter_map(wide).max().unwrap_or(1);
    let before = rows.len().to_string().len();
    let between = if width > 1 { " " } else { "" };
    let line = |head: String, cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
        format!("{head:>before$} {}", cells.join(between)).trim_end().to_owned()
    };
    let numbered = (1..).zip(&rows).map(|(row, cells): (usize, _)| line(row.to_string(), cells));
    std::iter::once(line(String::new(), &heads)).chain(numbered).collect()
}

/// A dot: its row and column.
type Dot = (usize, usize);

/// The lines of a [`Drawing::Boxes`] in the order of their numbers: the dots at the ends of each, and whether it is
/// drawn.
///
/// ```
/// let lines = cg_rulesets::lines_between_dots(&[vec![true], vec![false]], &[vec![false, false]]);
/// assert_eq!(lines[0], ([(0, 0), (0, 1)], true));
/// assert_eq!(lines[3], ([(0, 1), (1, 1)], false));
/// ```
pub fn lines_between_dots(across: &[Vec<bool>], down: &[Vec<bool>]) -> Vec<([Dot; 2], bool)> {
    let mut all = Vec::new();
    for (rows, (below, beside)) in [(across, (0, 1)), (down, (1, 0))] {
        for (row, lines) in rows.iter().enumerate() {
            for (column, &drawn) in lines.iter().enumerate() {
                all.push(([(row, column), (row + below, column + beside)], drawn));
            }
        }
    }
    all
}

/// Dots with the names of columns and rows, lines, and an L or an R in each box that a player has.
fn boxes_lines(across: &[Vec<bool>], down: &[Vec<bool>], boxes: &[Vec<Owner>]) -> Vec<String> {
    let before = across.len().to_string().len();
    let columns = across.first().map_or(0, Vec::len) + 1;
    let heads: Vec<String> =
        (0..columns).map(|column| format!("{:<4}", Drawing::column(column))).collect();
    let mut lines = vec![format!("{:>before$} {}", "", heads.concat())];
    for (row, flat) in across.iter().enumerate() {
        let between = flat.iter().map(|&drawn| if drawn { "---+" } else { "   +" });
        lines.push(format!("{:>before$} +{}", row + 1, between.collect::<String>()));
        let (Some(upright), Some(owners)) = (down.get(row), boxes.get(row)) else { continue };
        let line = |column: usize| if upright[column] { '|' } else { ' ' };
        let inside = owners.iter().enumerate().map(|(column, owner)| {
            let whose = match owner {
                Owner::Left => 'L',
                Owner::Right => 'R',
                _ => ' ',
            };
            format!(" {whose} {}", line(column + 1))
        });
        lines.push(format!("{:>before$} {}{}", "", line(0), inside.collect::<String>()));
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// A vertex of a [`Drawing`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DrawnVertex {
    /// Its name.
    pub name: String,
    /// Its label. May be empty.
    pub label: String,
    /// Whose it is.
    pub owner: Owner,
    /// Whether it is the ground, on which the others stand.
    pub is_ground: bool,
}

/// An edge of a [`Drawing`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DrawnEdge {
    /// The vertex where it begins.
    pub from: usize,
    /// The vertex where it ends.
    pub to: usize,
    /// Its label. May be empty.
    pub label: String,
    /// Whose it is.
    pub owner: Owner,
    /// Whether it leads only one way.
    pub directed: bool,
}

/// A tile of a [`Drawing`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tile {
    /// Its text.
    pub label: String,
    /// How wide it is, compared with the others.
    pub width: u64,
    /// Whether it is a gap that a tile would fill.
    pub missing: bool,
    /// The move that it stands for, as [`Notated::write_move`](crate::Notated::write_move) writes it; may be empty.
    #[serde(skip)]
    pub chosen_by: String,
}

/// A heap of a [`Drawing`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heap {
    /// The text before it: `heap 1`.
    pub label: String,
    /// How many tokens it has.
    pub tokens: u64,
}

/// A component of a sum in a [`Drawing`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Component {
    /// The component as it is written, with its sign when that is a minus.
    pub text: String,
    /// The drawings of its parts, as far as they can be drawn.
    pub drawings: Vec<Drawing>,
}
