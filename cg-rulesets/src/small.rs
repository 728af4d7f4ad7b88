//! What small positions of rulesets are made of: a row of the table says it, and
//! [`crate::Entry::each_small`] makes them.

/// What small positions of a ruleset are made of, and what is counted as their size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Small {
    /// Rectangles of the letters of the row ([`crate::Entry::letters`]), by cells.
    Boards,
    /// Connected free cells of a board, by their number; the other cells are taken.
    Regions,
    /// Rectangles of cells that are written so, by cells.
    Cells {
        /// What a cell can be, the emptiest first.
        cells: &'static [&'static str],
        /// What stands between the cells of a row.
        between: &'static str,
    },
    /// Connected graphs, by edges.
    Graphs(SmallGraphs),
    /// This many numbers at least and at most, by their sum.
    Heaps(usize, usize),
    /// Rows of different numbers, by their length.
    Orders,
    /// Cakes, by squares.
    Cakes,
}

/// Which labels and directions small graphs have. A label is written with its colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmallGraphs {
    /// The labels of the first vertex.
    pub first: &'static [&'static str],
    /// Whether the first vertex is the ground `g`. Then there may be two edges between two vertices.
    pub ground: bool,
    /// The labels of all other vertices.
    pub vertex: &'static [&'static str],
    /// The labels of edges.
    pub edge: &'static [&'static str],
    /// Whether edges have a direction.
    pub directed: bool,
}

impl SmallGraphs {
    /// Graphs without labels and directions.
    pub const PLAIN: SmallGraphs =
        SmallGraphs { first: &[""], ground: false, vertex: &[""], edge: &[""], directed: false };
}
