//! What a move changes in a component: cells of a board or a strip, or edges of a graph.

use std::fmt;

use dashu_int::IBig;

use super::{Component, Term};
use crate::value::Value;

/// More cells than this are no help: the positions are shown instead.
const MOST_CELLS: usize = 8;

/// What a move changes, and where: in text `"#" at [0, 1], [1, 1]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Each with its places, as they are written.
    parts: Vec<String>,
    coordinates: Vec<usize>,
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
        let mut groups: Vec<(char, Vec<String>)> = Vec::new();
        let (mut coordinates, mut cells) = (Vec::new(), 0);
        for (row, (a, b)) in before.iter().zip(after).enumerate() {
            if a.chars().count() != b.chars().count() {
                return None;
            }
            for (column, (a, b)) in a.chars().zip(b.chars()).enumerate() {
                if a == b {
                    continue;
                }
                cells += 1;
                let place = if strip { column.to_string() } else { format!("[{row}, {column}]") };
                if !strip {
                    coordinates.push(row);
                }
                coordinates.push(column);
                match groups.iter_mut().find(|(cell, _)| *cell == b) {
                    Some((_, places)) => places.push(place),
                    None => groups.push((b, vec![place])),
                }
            }
        }
        if cells == 0 || cells > MOST_CELLS {
            return None;
        }
        let part = |(cell, places): (char, Vec<String>)| {
            format!("{:?} at {}", cell.to_string(), places.join(", "))
        };
        Some(Change { parts: groups.into_iter().map(part).collect(), coordinates })
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
        Some(Change {
            parts: vec![format!("without {}", gone.join(", "))],
            coordinates: Vec::new(),
        })
    }

    /// What stands in some cells now, a text for each sort of cell.
    pub fn parts(&self) -> &[String] {
        &self.parts
    }

    /// Rows and columns of the cells, in order; of a strip the places alone.
    pub fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.parts.join("; "))
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
