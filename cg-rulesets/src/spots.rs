//! The parts of a drawing that can be pointed at, and those that a move changes or names.

use serde::Serialize;

use crate::grid::Cell;
use crate::{Drawing, DrawnEdge, DrawnVertex, Heap};

/// A part of a drawing that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Spot {
    /// A cell or a tile: row and column.
    Cell(usize, usize),
    /// A token: heap, and place in it.
    Token(usize, usize),
    /// A vertex.
    Vertex(usize),
    /// An edge, or a line between two dots.
    Edge(usize),
    /// Of a piece of cake the line before a column, or the column that is eaten.
    Upright(usize, u32),
    /// Of a piece of cake the line above a row, or the row that is eaten.
    Flat(usize, u32),
}

impl Drawing {
    /// Where this drawing differs from a later one: what a move touches.
    ///
    /// ```
    /// use cg_rulesets::{Drawing, Signs, Spot};
    /// let [before, after] = ["XO", ".X"].map(|row| Drawing::board(&[row], Signs::STONES));
    /// assert_eq!(before.changed(&after), [Spot::Cell(0, 0), Spot::Cell(0, 1)]);
    /// assert_eq!(before.named("a1-b1"), [Spot::Cell(0, 0), Spot::Cell(0, 1)]);
    /// ```
    pub fn changed(&self, after: &Drawing) -> Vec<Spot> {
        match (self, after) {
            (Drawing::Cells { rows, .. }, Drawing::Cells { rows: later, .. })
                if same_size(rows, later) =>
            {
                differing(rows, later)
            }
            (Drawing::Triangle { rows }, Drawing::Triangle { rows: later })
                if same_size(rows, later) =>
            {
                differing(rows, later)
            }
            (
                Drawing::Boxes { across, down, .. },
                Drawing::Boxes { across: later_across, down: later_down, .. },
            ) => {
                let lines = across.iter().chain(down).flatten();
                let later = later_across.iter().chain(later_down).flatten();
                let drawn = lines.zip(later).enumerate().filter(|(_, (line, later))| line != later);
                drawn.map(|(number, _)| Spot::Edge(number)).collect()
            }
            (Drawing::Heaps { heaps, .. }, Drawing::Heaps { heaps: later, .. }) => {
                let sizes =
                    |heaps: &[Heap]| heaps.iter().map(|heap| heap.tokens).collect::<Vec<_>>();
                taken(&sizes(heaps), &sizes(later))
            }
            (Drawing::Cakes { pieces, cut }, Drawing::Cakes { pieces: later, .. }) => {
                cut_or_eaten(pieces, later, *cut)
            }
            (
                Drawing::Graph { vertices, edges },
                Drawing::Graph { vertices: later_vertices, edges: later_edges },
            ) => {
                let vertex = |it: &DrawnVertex| (it.name.clone(), it.label.clone());
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
                let edge = |vertices: &[DrawnVertex], it: &DrawnEdge| {
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

    /// The spots that are in the name of a move: cells `a1-b2`, vertices, edges, tiles, and lines between dots.
    pub fn named(&self, name: &str) -> Vec<Spot> {
        match self {
            Drawing::Cells { rows, .. } => {
                let words = name.split(|sign: char| !sign.is_ascii_alphanumeric());
                let cell = |word: &str| {
                    let cell: Cell = word.parse().ok()?;
                    let (row, column) = (cell.row as usize, cell.column as usize);
                    (column < rows.get(row)?.len()).then_some(Spot::Cell(row, column))
                };
                words.filter_map(cell).collect()
            }
            Drawing::Graph { vertices, edges } => {
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
                let between = |it: &DrawnEdge| {
                    (it.from, it.to) == (from, to) || !it.directed && (it.to, it.from) == (from, to)
                };
                let mut found = edges.iter().enumerate().filter(|(_, it)| between(it));
                let found = found.nth(before);
                found.map(|(number, _)| Spot::Edge(number)).into_iter().collect()
            }
            Drawing::Boxes { across, down, .. } => {
                let dot = |(row, column)| crate::cells::cell_name(row, column);
                let lines = crate::lines_between_dots(across, down).into_iter();
                let found =
                    lines.map(|(dots, _)| dots.map(dot).join("-")).position(|it| it == name);
                found.map(Spot::Edge).into_iter().collect()
            }
            Drawing::Tiles { rows } => {
                let all = rows.iter().enumerate().flat_map(|(row, tiles)| {
                    tiles.iter().enumerate().map(move |(column, it)| (it, Spot::Cell(row, column)))
                });
                all.filter(|(it, _)| it.chosen_by == name).map(|(_, spot)| spot).collect()
            }
            _ => Vec::new(),
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

/// The tokens that a move takes: of several heaps, which keep their places, or of one, which leaves one heap, two, or
/// none.
fn taken(sizes: &[u64], later: &[u64]) -> Vec<Spot> {
    let place =
        |heap: usize, token: u64| usize::try_from(token).map(|it| Spot::Token(heap, it)).ok();
    let both = || sizes.iter().zip(later);
    let fewer = sizes.len() == later.len() && both().all(|(before, after)| after <= before);
    if fewer && both().filter(|(before, after)| after < before).count() > 1 {
        if both().map(|(before, after)| u128::from(before - after)).sum::<u128>()
            > MOST_TOKENS.into()
        {
            return Vec::new();
        }
        let heaps = both().enumerate();
        return heaps
            .flat_map(|(heap, (&before, &after))| {
                (after..before).filter_map(move |it| place(heap, it))
            })
            .collect();
    }
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
    (from..from + count).filter_map(|token| place(same, token)).collect()
}

/// Where a move cuts a piece of cake, or what it eats of it: all lines or the one row or column.
/// Of equal pieces side by side that vanish, the last is meant.
fn cut_or_eaten(pieces: &[(u32, u32)], later: &[(u32, u32)], cut: bool) -> Vec<Spot> {
    let number = pieces.iter().zip(later).take_while(|(a, b)| a == b).count();
    let Some(&(rows, columns)) = pieces.get(number) else { return Vec::new() };
    let end = (later.len() + number + 1).checked_sub(pieces.len());
    let Some(parts) = end.and_then(|end| later.get(number..end)) else { return Vec::new() };
    let mut spots = Vec::new();
    // A piece may be turned first: looked at second, as of a square nobody knows.
    for turned in [false, true] {
        let upright = places(parts, rows, columns, turned, cut);
        spots.extend(upright.into_iter().map(|at| Spot::Upright(number, at)));
        let flat = places(parts, columns, rows, !turned, cut);
        spots.extend(flat.into_iter().map(|at| Spot::Flat(number, at)));
        if !spots.is_empty() {
            break;
        }
    }
    spots
}

/// Where a side of a piece was cut or eaten of, when the parts have `kept` as their other side.
/// That is their first number, or, when they are `turned`, their second.
fn places(parts: &[(u32, u32)], kept: u32, side: u32, turned: bool, cut: bool) -> Vec<u32> {
    let sides = parts.iter().map(|&(a, b)| if turned { (b, a) } else { (a, b) });
    let sizes: Vec<u32> = sides.filter(|it| it.0 == kept).map(|it| it.1).collect();
    let total: u64 = sizes.iter().map(|&it| u64::from(it)).sum();
    if sizes.len() < parts.len() || total + u64::from(!cut) != u64::from(side) {
        return Vec::new();
    }
    match (cut, &sizes[..]) {
        (false, [before, _]) => vec![*before],
        (false, _) => vec![0],
        (true, sizes) => {
            let mut end = 0;
            let mut next = |size: &u32| {
                end += size;
                end
            };
            sizes.split_last().map_or(&[][..], |it| it.1).iter().map(&mut next).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::{Notated, Signs, Start};
    use cg_core::Player;

    #[test]
    fn tokens_that_are_taken() {
        assert_eq!(taken(&[5, 3], &[1, 2, 3]), [Spot::Token(0, 1), Spot::Token(0, 2)]);
        assert_eq!(taken(&[5, 3], &[4, 2]), [Spot::Token(0, 4), Spot::Token(1, 2)]);
        assert_eq!(taken(&[5, u64::MAX], &[4, 0]), []);
        assert_eq!(taken(&[5, 3], &[3]), (0..5).map(|it| Spot::Token(0, it)).collect::<Vec<_>>());
    }

    #[test]
    fn cakes_are_cut_and_eaten() {
        let cut = |before: &[(u32, u32)], after: &[(u32, u32)]| cut_or_eaten(before, after, true);
        let eaten =
            |before: &[(u32, u32)], after: &[(u32, u32)]| cut_or_eaten(before, after, false);
        assert_eq!(cut(&[(1, 1), (4, 5)], &[(1, 1), (4, 2), (4, 3)]), [Spot::Upright(1, 2)]);
        assert_eq!(cut(&[(4, 5)], &[(1, 5), (3, 5)]), [Spot::Flat(0, 1)]);
        assert_eq!(cut(&[(2, 6)], &[(2, 2); 3]), [Spot::Upright(0, 2), Spot::Upright(0, 4)]);
        assert_eq!(eaten(&[(2, 4), (1, 1)], &[(2, 1), (2, 2), (1, 1)]), [Spot::Upright(0, 1)]);
        assert_eq!(eaten(&[(2, 4)], &[(1, 4)]), [Spot::Flat(0, 0)]);
        assert_eq!(eaten(&[(1, 3)], &[]), [Spot::Flat(0, 0)]);
        assert_eq!(eaten(&[(1, 1)], &[]), [Spot::Upright(0, 0), Spot::Flat(0, 0)]);
        // Turned by a quarter, then eaten of.
        assert_eq!(eaten(&[(2, 3)], &[(3, 1)]), [Spot::Flat(0, 0)]);
        assert_eq!(eaten(&[(2, 5)], &[(1, 2), (3, 2)]), [Spot::Upright(0, 1)]);
        assert_eq!(eaten(&[(2, 3)], &[(7, 7)]), []);
    }

    /// Every move of a game on cakes is made by a click, and by another than the other player's.
    #[test]
    fn moves_on_cakes_and_tiles_have_places() {
        for start in ["cutcake 4x5", "eatcake 3x4 + 3x4", "maundy-cake 6x4", "turn-and-eatcake 3x4"]
            .into_iter()
            .chain(["quicksort 4 1 3 2", "partizan-euclid 17 5"])
        {
            let start = Start::read(start).unwrap();
            let Ok(drawing) = start.rules.draw(&start.position);
            let mut spots: HashMap<Spot, Vec<(Player, String)>> = HashMap::new();
            for player in Player::BOTH {
                let Ok(moves) = start.rules.named_moves(&start.position, player, 100);
                assert!(!moves.list.is_empty());
                for one in moves.list {
                    let name = start.rules.write_move(&one);
                    let Ok(after) = start.rules.after(&start.position, &one);
                    let Ok(later) = start.rules.draw(&after);
                    let mut found = drawing.named(&name);
                    found.extend(drawing.changed(&later));
                    let first = *found.first().unwrap_or_else(|| panic!("{start:?}: {name}"));
                    let written = start.rules.write_position(&after);
                    let Ok(written) = written;
                    spots.entry(first).or_default().push((player, written));
                }
            }
            for (spot, moves) in spots {
                let one = moves.iter().all(|it| it.1 == moves[0].1);
                assert!(one, "{start:?}: {spot:?} is {moves:?}");
            }
        }
    }

    #[test]
    fn names_point_at_cells_and_edges() {
        let board = Drawing::board(&["XO", ".."], Signs::STONES);
        assert_eq!(board.named("a1-b2"), [Spot::Cell(0, 0), Spot::Cell(1, 1)]);
        assert_eq!(board.named("c1, a3, pass"), []);
        let edge = DrawnEdge { from: 0, to: 1, ..DrawnEdge::default() };
        let vertex = |name: &str| DrawnVertex { name: name.into(), ..DrawnVertex::default() };
        let graph = Drawing::Graph {
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
