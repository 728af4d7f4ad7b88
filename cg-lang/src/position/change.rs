//! What a move changes in a component: cells of a board or a strip, or edges of a graph;
//! where rules name their moves, the name says it.

use std::fmt;

use cg_core::Arrange;
use cg_rulesets::cell_name;
use dashu_int::IBig;

use super::{Component, Term};
use crate::value::Value;

/// More cells than this are no help: the positions are shown instead.
const MOST_CELLS: usize = 8;

/// What a move changes, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Cells of a board by row and column, from 0, with what stands in them now: in text
    /// `"#" at [0, 1], [1, 1]`.
    Board(Vec<(char, Vec<[usize; 2]>)>),
    /// Cells of a strip: `"x" at 1, 2`.
    Strip(Vec<(char, Vec<usize>)>),
    /// What says it in words: the name that the rules give a move, as `b1-b2`, or the edges
    /// that are gone.
    Told(String),
}

impl Change {
    /// What differs between a component and what it becomes: one argument of one call,
    /// which is a board, a strip or a graph.
    pub(super) fn between(component: &Component, moved: &[Term]) -> Option<Self> {
        let (Component::Call(function, before), [after]) = (component, moved) else { return None };
        let Term { count, component: Component::Call(same, after) } = after else { return None };
        if function != same || *count != IBig::ONE || before.len() != after.len() {
            return None;
        }
        let mut different = before.iter().zip(after).filter(|(a, b)| a != b);
        let (before, after) = different.next()?;
        if different.next().is_some() {
            return None;
        }
        match (before, after) {
            (Value::Text(a), Value::Text(b)) => Change::of_rows(&[a.as_str()], &[b.as_str()], true),
            (Value::Graph(a), Value::Graph(b)) => Change::of_graphs(&a.to_string(), &b.to_string()),
            (a, b) => Change::of_rows(&a.as_texts()?, &b.as_texts()?, false),
        }
    }

    fn of_rows(before: &[&str], after: &[&str], strip: bool) -> Option<Self> {
        if before.len() != after.len() {
            return None;
        }
        let mut groups: Vec<(char, Vec<[usize; 2]>)> = Vec::new();
        let mut cells = 0;
        for (row, (a, b)) in before.iter().zip(after).enumerate() {
            if a.chars().count() != b.chars().count() {
                return None;
            }
            for (column, (a, b)) in a.chars().zip(b.chars()).enumerate() {
                if a == b {
                    continue;
                }
                cells += 1;
                match groups.iter_mut().find(|(cell, _)| *cell == b) {
                    Some((_, places)) => places.push([row, column]),
                    None => groups.push((b, vec![[row, column]])),
                }
            }
        }
        let columns = |(cell, places): (char, Vec<[usize; 2]>)| {
            (cell, places.into_iter().map(|[_, column]| column).collect())
        };
        match cells {
            1..=MOST_CELLS if strip => {
                Some(Change::Strip(groups.into_iter().map(columns).collect()))
            }
            1..=MOST_CELLS => Some(Change::Board(groups)),
            _ => None,
        }
    }

    /// The edges and vertices that are gone, when nothing is new.
    fn of_graphs(before: &str, after: &str) -> Option<Self> {
        let mut left: Vec<&str> = after.split(", ").filter(|part| !part.is_empty()).collect();
        let mut gone = Vec::new();
        for part in before.split(", ") {
            match left.iter().position(|&other| other == part) {
                Some(at) => {
                    left.swap_remove(at);
                }
                None => gone.push(part),
            }
        }
        if !left.is_empty() || gone.len() > MOST_CELLS {
            return None;
        }
        Some(Change::Told(format!("without {}", gone.join(", "))))
    }

    /// What stands in some cells now, a text for each sort of cell; or what is told.
    pub fn parts(&self) -> Vec<String> {
        match self {
            Change::Board(groups) => written(groups, |[row, column]| format!("[{row}, {column}]")),
            Change::Strip(groups) => written(groups, |place| place.to_string()),
            Change::Told(text) => vec![text.clone()],
        }
    }

    /// The same with the cells of a board as they are named beside a drawing: `"#" at b1, b2`.
    pub fn by_names(&self) -> String {
        match self {
            Change::Board(groups) => {
                written(groups, |[row, column]| cell_name(row, column)).join("; ")
            }
            other => other.to_string(),
        }
    }

    /// The cells of a board, in order.
    pub fn cells(&self) -> Vec<[usize; 2]> {
        let Change::Board(groups) = self else { return Vec::new() };
        let mut cells: Vec<_> = groups.iter().flat_map(|(_, places)| places).copied().collect();
        cells.arrange();
        cells
    }

    /// Rows and columns of the cells, in order; of a strip the places alone; of what is told
    /// nothing.
    pub fn coordinates(&self) -> Vec<usize> {
        let Change::Strip(groups) = self else { return self.cells().concat() };
        let mut places: Vec<_> = groups.iter().flat_map(|(_, places)| places).copied().collect();
        places.sort_unstable();
        places
    }
}

/// Each group of cells as text.
fn written<P: Copy>(groups: &[(char, Vec<P>)], place: impl Fn(P) -> String) -> Vec<String> {
    let text = |(cell, places): &(char, Vec<P>)| {
        let places: Vec<String> = places.iter().map(|&at| place(at)).collect();
        format!("{:?} at {}", cell.to_string(), places.join(", "))
    };
    groups.iter().map(text).collect()
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parts().join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_name_cells_and_what_is_gone() {
        let shown = |change: Option<Change>| change.map(|change| change.to_string());
        assert_eq!(
            shown(Change::of_rows(&["...", "xo."], &[".#.", ".x."], false)).as_deref(),
            Some(r##""#" at [0, 1]; "." at [1, 0]; "x" at [1, 1]"##)
        );
        assert_eq!(
            shown(Change::of_rows(&["xo."], &[".x."], true)).as_deref(),
            Some(r#""." at 0; "x" at 1"#)
        );
        assert_eq!(shown(Change::of_rows(&["xo."], &["xo"], true)), None);
        assert_eq!(shown(Change::of_rows(&[&"x".repeat(9)], &[&"o".repeat(9)], true)), None);
        assert_eq!(
            shown(Change::of_graphs("a-b:r, a-b:r, b-c", "a-b:r")).as_deref(),
            Some("without a-b:r, b-c")
        );
        assert_eq!(shown(Change::of_graphs("a-b", "c")), None);
        assert_eq!(shown(Change::of_graphs("a-b", "")).as_deref(), Some("without a-b"));
    }
}
