//! Names of moves: each move of a position has a name of its own.
//!
//! A move is the position after it. Rules may give one name to two moves: two edges between
//! the same vertices, a stone of either colour on one cell. Such names get what tells the
//! positions after them apart: `g-a:l` and `g-a:e`, `c1=X` and `c1=O`. Where drawings do not
//! tell it, the moves are numbered in the order of the rules: `g-a (2)`.

use std::collections::HashMap;

use cg_core::Player;

use crate::listed::NamedMove;
use crate::{Drawing, DrawnCell, NotationError};

/// A move with its own name, and the name that its rules give.
pub(crate) struct Named<P> {
    pub(crate) by_rules: String,
    pub(crate) own: NamedMove<P>,
}

/// The moves of Left and of Right.
pub(crate) type BothMoves<P> = [Vec<Named<P>>; 2];

/// The moves of Left and of Right with names of their own. Moves with one name that lead to
/// one position are one move. A name that stands for several moves of one player is made
/// longer for both.
pub(crate) fn told_apart<P: Clone + PartialEq, E>(
    moves: [Vec<NamedMove<P>>; 2],
    before: impl FnOnce() -> Result<Drawing, E>,
    draw: impl Fn(&P) -> Result<Drawing, E>,
) -> Result<BothMoves<P>, E> {
    let mut ambiguous = Vec::new();
    let mut sides = moves.map(|all| {
        let mut found: Vec<Named<P>> = Vec::with_capacity(all.len());
        let mut by_name: HashMap<String, Vec<usize>> = HashMap::with_capacity(all.len());
        for one in all {
            let same = by_name.entry(one.name.clone()).or_default();
            if same.iter().any(|&at| found[at].own.after == one.after) {
                continue;
            }
            same.push(found.len());
            if same.len() == 2 {
                ambiguous.push(one.name.clone());
            }
            found.push(Named { by_rules: one.name.clone(), own: one });
        }
        found
    });
    if ambiguous.is_empty() {
        return Ok(sides);
    }
    let before = before()?;
    ambiguous.sort_unstable();
    ambiguous.dedup();
    for name in ambiguous {
        let mut afters: Vec<P> = Vec::new();
        for one in sides.iter().flatten().filter(|one| one.by_rules == name) {
            if !afters.contains(&one.own.after) {
                afters.push(one.own.after.clone());
            }
        }
        let drawings = afters.iter().map(&draw).collect::<Result<Vec<_>, E>>()?;
        let marks = marks(&name, &before, &drawings);
        for one in sides.iter_mut().flatten().filter(|one| one.by_rules == name) {
            let at = afters.iter().position(|after| *after == one.own.after);
            one.own.name = format!("{name}{}", marks[at.expect("it was gathered above")]);
        }
    }
    Ok(sides)
}

/// What is written behind a name for each of the drawings after it: all are different.
fn marks(name: &str, before: &Drawing, after: &[Drawing]) -> Vec<String> {
    let found = match before {
        Drawing::Cells { rows, .. } => of_boards(rows, after),
        Drawing::Graph { .. } => of_edges(name, before, after).or_else(|| of_vertices(after)),
        _ => None,
    };
    found.unwrap_or_else(|| (1..=after.len()).map(|number| format!(" ({number})")).collect())
}

/// Whether all texts differ, whatever their letters' case.
fn differ(texts: &[String]) -> bool {
    let mut lower: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    lower.sort_unstable();
    lower.windows(2).all(|pair| pair[0] != pair[1])
}

/// The sign of the first cell in which all boards differ: `=X`.
fn of_boards(before: &[Vec<DrawnCell>], after: &[Drawing]) -> Option<Vec<String>> {
    let mut places = before
        .iter()
        .enumerate()
        .flat_map(|(row, cells)| (0..cells.len()).map(move |at| (row, at)));
    places.find_map(|(row, at)| {
        let sign = |drawing: &Drawing| match drawing {
            Drawing::Cells { rows, .. } => Some(format!("={}", rows.get(row)?.get(at)?.sign)),
            _ => None,
        };
        after.iter().map(sign).collect::<Option<Vec<_>>>().filter(|signs| differ(signs))
    })
}

/// The label of the edge that is gone and has the name of the move: `:l`.
fn of_edges(name: &str, before: &Drawing, after: &[Drawing]) -> Option<Vec<String>> {
    let edges = |drawing: &Drawing| match drawing {
        Drawing::Graph { vertices, edges } => {
            let named = |at: usize| vertices[at].name.clone();
            let edge =
                |edge: &crate::DrawnEdge| (named(edge.from), named(edge.to), edge.label.clone());
            Some(edges.iter().map(edge).collect::<Vec<_>>())
        }
        _ => None,
    };
    let before = edges(before)?;
    let gone = |drawing: &Drawing| {
        let mut left = edges(drawing)?;
        let mut labels =
            before.iter().filter(|edge| match left.iter().position(|other| other == *edge) {
                Some(at) => {
                    left.swap_remove(at);
                    false
                }
                None => {
                    let (from, to, _) = edge;
                    [format!("{from}-{to}"), format!("{to}-{from}")].iter().any(|it| it == name)
                }
            });
        let label = labels.next().map(|(.., label)| label.clone())?;
        (!label.is_empty()).then(|| format!(":{label}"))
    };
    after.iter().map(gone).collect::<Option<Vec<_>>>().filter(|labels| differ(labels))
}

/// The label of the first vertex in which all graphs differ: `=r`.
fn of_vertices(after: &[Drawing]) -> Option<Vec<String>> {
    let labels = |drawing: &Drawing| match drawing {
        Drawing::Graph { vertices, .. } => Some(
            vertices
                .iter()
                .map(|one| (one.name.clone(), one.label.clone()))
                .collect::<HashMap<_, _>>(),
        ),
        _ => None,
    };
    let graphs = after.iter().map(labels).collect::<Option<Vec<_>>>()?;
    let mut names: Vec<&String> = graphs.first()?.keys().collect();
    names.sort_unstable();
    names.into_iter().find_map(|name| {
        let label = |graph: &HashMap<String, String>| Some(format!("={}", graph.get(name)?));
        graphs.iter().map(label).collect::<Option<Vec<_>>>().filter(|labels| differ(labels))
    })
}

/// The text of a move without what makes no difference: blanks, hyphens, capitals.
pub(crate) fn plain(text: &str) -> String {
    let signs = text.chars().filter(|sign| !sign.is_whitespace() && *sign != '-');
    signs.flat_map(char::to_lowercase).collect()
}

/// The move that a text names; `None` where it is the name of none of these.
///
/// # Errors
/// A text that fits several moves: their names.
pub(crate) fn read<'m, P>(
    moves: &'m [Named<P>],
    text: &str,
) -> Result<Option<&'m NamedMove<P>>, NotationError> {
    let wanted = plain(text);
    let exact = moves.iter().find(|one| one.own.name == text.trim());
    if let Some(one) = exact.or_else(|| moves.iter().find(|one| plain(&one.own.name) == wanted)) {
        return Ok(Some(&one.own));
    }
    let fits: Vec<&str> = moves
        .iter()
        .filter(|one| plain(&one.by_rules) == wanted)
        .map(|one| &one.own.name[..])
        .collect();
    match fits[..] {
        [] => Ok(None),
        _ => {
            let problem =
                format!("`{}` fits several moves: write one of {}", text.trim(), fits.join(", "));
            Err(NotationError::new(problem, 0..text.len()))
        }
    }
}

/// The moves of one player.
pub(crate) fn of<P>(sides: BothMoves<P>, player: Player) -> Vec<Named<P>> {
    let [left, right] = sides;
    match player {
        Player::Left => left,
        Player::Right => right,
    }
}
