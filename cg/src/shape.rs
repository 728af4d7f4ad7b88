//! What there is to draw of a position, and where in it a move shows.

use cg_lang::Value;
use cg_rulesets::Drawing;
use cg_rulesets::grid::Cell;
use serde::Serialize;

/// What there is to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "shape", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Shape {
    /// A board, or a strip: a sign for each cell.
    Cells {
        /// Row by row.
        rows: Vec<Vec<String>>,
        /// Whether the cells are hexagons: each row then stands half a cell to the right of the one above.
        hexagons: bool,
    },
    /// Heaps, a row of tokens each.
    Heaps {
        /// How many tokens each has.
        sizes: Vec<u64>,
    },
    /// A triangle of places; `null` is an empty one.
    Triangle {
        /// Row by row.
        rows: Vec<Vec<Option<String>>>,
    },
    /// A graph.
    Graph {
        /// The vertices.
        vertices: Vec<Vertex>,
        /// The edges between them.
        edges: Vec<Edge>,
    },
    /// A text.
    Text {
        /// It.
        text: String,
    },
}

/// A vertex of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Vertex {
    /// Its name.
    pub name: String,
    /// Its label, or nothing; `L` and `R` are Left's and Right's, `G` is the ground.
    pub label: String,
}

/// An edge of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// The number of the vertex where it begins.
    pub from: usize,
    /// The number of the vertex where it ends.
    pub to: usize,
    /// Its label, or nothing; `l` and `r` are Left's and Right's.
    pub label: String,
    /// Whether it leads only one way.
    pub directed: bool,
}

/// A part of a drawing that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Spot {
    /// A cell: row and column.
    Cell(usize, usize),
    /// A token: heap, and place in it.
    Token(usize, usize),
    /// A vertex.
    Vertex(usize),
    /// An edge.
    Edge(usize),
}

impl Shape {
    /// Of a drawing of a ruleset.
    pub(crate) fn of(drawing: Drawing) -> Self {
        match drawing {
            Drawing::Board(rows) => Shape::Cells { rows: Drawing::cells(&rows), hexagons: false },
            Drawing::Hexagons(rows) => Shape::Cells { rows: Drawing::cells(&rows), hexagons: true },
            Drawing::Heaps { heaps, .. } => {
                Shape::Heaps { sizes: heaps.iter().map(|heap| heap.tokens).collect() }
            }
            Drawing::Triangle(rows) => Shape::Triangle { rows },
            Drawing::Graph { vertices, edges } => Shape::Graph {
                vertices: vertices
                    .into_iter()
                    .map(|it| Vertex { name: it.name, label: it.label })
                    .collect(),
                edges: edges
                    .into_iter()
                    .map(|it| Edge {
                        from: it.from,
                        to: it.to,
                        label: it.label,
                        directed: it.directed,
                    })
                    .collect(),
            },
            Drawing::Text(text) => Shape::Text { text },
            sum => Shape::Text { text: sum.lines().join(" + ") },
        }
    }

    /// Of the arguments of a call: a text is a strip, a list of texts a board, a cell for
    /// each character.
    pub(crate) fn of_arguments(arguments: &[Value]) -> Option<Self> {
        arguments.iter().find_map(|value| {
            let rows: Vec<String> = match value {
                Value::Text(text) => vec![text.as_str().to_owned()],
                value => value.as_texts()?.into_iter().map(str::to_owned).collect(),
            };
            let some = rows.iter().any(|row| !row.is_empty());
            some.then(|| Shape::Cells {
                rows: rows.iter().map(|row| row.chars().map(String::from).collect()).collect(),
                hexagons: false,
            })
        })
    }

    /// Where this drawing differs from a later one.
    pub(crate) fn changed(&self, after: &Shape) -> Vec<Spot> {
        match (self, after) {
            (Shape::Cells { rows, .. }, Shape::Cells { rows: later, .. })
                if same_size(rows, later) =>
            {
                differing(rows, later)
            }
            (Shape::Triangle { rows }, Shape::Triangle { rows: later })
                if same_size(rows, later) =>
            {
                differing(rows, later)
            }
            (Shape::Heaps { sizes }, Shape::Heaps { sizes: later }) => taken(sizes, later),
            (
                Shape::Graph { vertices, edges },
                Shape::Graph { vertices: later_vertices, edges: later_edges },
            ) => {
                let vertex = |it: &Vertex| (it.name.clone(), it.label.clone());
                let mut left: Vec<_> = later_vertices.iter().map(vertex).collect();
                let gone = |left: &mut Vec<_>, it| match left.iter().position(|other| *other == it)
                {
                    Some(at) => {
                        left.swap_remove(at);
                        false
                    }
                    None => true,
                };
                let mut spots: Vec<Spot> = Vec::new();
                for (number, it) in vertices.iter().enumerate() {
                    if gone(&mut left, vertex(it)) {
                        spots.push(Spot::Vertex(number));
                    }
                }
                let edge = |vertices: &[Vertex], it: &Edge| {
                    (vertices[it.from].name.clone(), vertices[it.to].name.clone() + " " + &it.label)
                };
                let mut left: Vec<_> =
                    later_edges.iter().map(|it| edge(later_vertices, it)).collect();
                for (number, it) in edges.iter().enumerate() {
                    if gone(&mut left, edge(vertices, it)) {
                        spots.push(Spot::Edge(number));
                    }
                }
                spots
            }
            _ => Vec::new(),
        }
    }

    /// What the name of a move names: cells `a1-b2`, vertices and edges.
    pub(crate) fn named(&self, name: &str) -> Vec<Spot> {
        match self {
            Shape::Cells { rows, .. } => {
                let words = name.split(|sign: char| !sign.is_ascii_alphanumeric());
                let cell = |word: &str| {
                    let cell: Cell = word.parse().ok()?;
                    let (row, column) = (cell.row as usize, cell.column as usize);
                    (column < rows.get(row)?.len()).then_some(Spot::Cell(row, column))
                };
                words.filter_map(cell).collect()
            }
            Shape::Graph { vertices, edges } => {
                let vertex = |word: &str| vertices.iter().position(|it| it.name == word);
                if let Some(found) = vertex(name) {
                    return vec![Spot::Vertex(found)];
                }
                // `a-b`, `a->b`, and `a-b 2` for the second of several.
                let (link, rest) = name.split_once(' ').unwrap_or((name, ""));
                let (from, to) = match link.split_once("->").or_else(|| link.split_once('-')) {
                    Some((from, to)) => (vertex(from), vertex(to)),
                    None => return vertex(link).map(Spot::Vertex).into_iter().collect(),
                };
                let (Some(from), Some(to)) = (from, to) else { return Vec::new() };
                let number: Result<usize, _> = if rest.is_empty() { Ok(1) } else { rest.parse() };
                let Some(before) = number.ok().and_then(|number| number.checked_sub(1)) else {
                    return Vec::new();
                };
                let between = |it: &Edge| {
                    (it.from, it.to) == (from, to) || !it.directed && (it.to, it.from) == (from, to)
                };
                let mut found = edges.iter().enumerate().filter(|(_, it)| between(it));
                let found = found.nth(before);
                found.map(|(number, _)| Spot::Edge(number)).into_iter().collect()
            }
            Shape::Heaps { .. } | Shape::Triangle { .. } | Shape::Text { .. } => Vec::new(),
        }
    }
}

fn same_size<T>(rows: &[Vec<T>], later: &[Vec<T>]) -> bool {
    rows.len() == later.len() && rows.iter().zip(later).all(|(a, b)| a.len() == b.len())
}

fn differing<T: PartialEq>(rows: &[Vec<T>], later: &[Vec<T>]) -> Vec<Spot> {
    let both = rows.iter().zip(later).enumerate();
    let spots = both.flat_map(|(row, (own, other))| {
        let cells = own.iter().zip(other).enumerate();
        cells.filter(|(_, (a, b))| a != b).map(move |(column, _)| Spot::Cell(row, column))
    });
    spots.collect()
}

/// The most tokens of a move that are listed.
const MOST_TOKENS: u64 = 1 << 12;

/// The tokens that a move takes: of one heap, which leaves one heap, two, or none.
fn taken(sizes: &[u64], later: &[u64]) -> Vec<Spot> {
    let same = sizes.iter().zip(later).take_while(|(a, b)| a == b).count();
    let Some(&size) = sizes.get(same) else { return Vec::new() };
    let Some(rest) = later.len().checked_sub(sizes.len() - same - 1) else { return Vec::new() };
    // Heaps behind the one that changed are as they were, or in another order.
    let (from, left) = match later.get(same..rest) {
        Some([]) if later[same..] == sizes[same + 1..] => (0, 0),
        Some([one]) if later[same + 1..] == sizes[same + 1..] => (*one, *one),
        Some([one, other]) if later[same + 2..] == sizes[same + 1..] => (*one, one + other),
        _ => return Vec::new(),
    };
    let Some(count) = size.checked_sub(left).filter(|&count| count <= MOST_TOKENS) else {
        return Vec::new();
    };
    let place = |token: u64| usize::try_from(token).map(|token| Spot::Token(same, token)).ok();
    (from..from + count).filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_that_are_taken() {
        assert_eq!(taken(&[5, 3], &[1, 2, 3]), [Spot::Token(0, 1), Spot::Token(0, 2)]);
        assert_eq!(taken(&[5, 3], &[3]), (0..5).map(|it| Spot::Token(0, it)).collect::<Vec<_>>());
    }

    #[test]
    fn names_point_at_cells_and_edges() {
        let board = Shape::of(Drawing::Board(vec!["XO".into(), "..".into()]));
        assert_eq!(board.named("a1-b2"), [Spot::Cell(0, 0), Spot::Cell(1, 1)]);
        assert_eq!(board.named("c1, a3, pass"), []);
        let edge = Edge { from: 0, to: 1, label: String::new(), directed: false };
        let vertex = |name: &str| Vertex { name: name.into(), label: String::new() };
        let graph = Shape::Graph {
            vertices: vec![vertex("a"), vertex("b")],
            edges: vec![edge.clone(), edge],
        };
        assert_eq!(graph.named("b"), [Spot::Vertex(1)]);
        assert_eq!(graph.named("a-b"), [Spot::Edge(0)]);
        assert_eq!(graph.named("b-a 2"), [Spot::Edge(1)]);
        for nothing in ["a-b 0", "a-b 3", "a-b x", "a-c", "c"] {
            assert_eq!(graph.named(nothing), [], "{nothing}");
        }
    }
}
