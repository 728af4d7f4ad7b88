//! Large boards of Domineering: the player who moves first refuses to play across some lines,
//! and what is left is a sum of bands with small values.

use cg_core::{Game, Outcome, Player};
use cg_simplify::Engine;

use crate::arena::{Kind, Signed, State, Universe, opposite};
use crate::check::are_bands;
use crate::claim::{ClaimKind, What};
use crate::error::ProveError;
use crate::prove::{Fact, StateTerm, Work};
use crate::rules::{Position, Rules, Set};
use crate::strategy::{Certificate, Goal};

/// That the player who moves first wins a board of Domineering.
pub(crate) struct Bands {
    pub(crate) universe: Universe,
    pub(crate) width: u32,
    /// The board in Coq.
    pub(crate) board: String,
    pub(crate) facts: Vec<Fact>,
    /// How Left wins, and how Right wins.
    pub(crate) sides: [Side; 2],
}

impl std::fmt::Debug for Bands {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bands").field("board", &self.board).finish_non_exhaustive()
    }
}

/// How a player wins.
pub(crate) struct Side {
    /// The number of the first move, and what it leaves.
    pub(crate) number: usize,
    pub(crate) after: Set,
    pub(crate) bands: Vec<Set>,
    pub(crate) certificate: Certificate,
}

/// From how many squares on bands are tried: smaller boards have short strategies.
const LEAST_SQUARES: u32 = 20;
/// The most lines of a board that are cut in all ways.
const MOST_CUT: usize = 12;
/// The most lines of a band.
const MOST_LINES: usize = 3;

/// A first move, what it leaves, and the bands of that.
type Cut = (usize, Set, Vec<Set>);

/// The proof by bands, when the claim is the outcome of one large board and there is one.
///
/// # Errors
/// A limit.
pub(crate) fn prove(engine: &mut Engine, kind: &ClaimKind) -> Result<Option<Bands>, ProveError> {
    let ClaimKind::Outcome { sum, claimed } = kind else { return Ok(None) };
    let [term] = &sum[..] else { return Ok(None) };
    let (What::Position(placed), false, None | Some(Outcome::Next)) =
        (&term.what, term.minus, claimed)
    else {
        return Ok(None);
    };
    let (&Rules::Domineering(width), &Position::Set(board)) = (&placed.rules, &placed.position)
    else {
        return Ok(None);
    };
    if board.count_ones() < LEAST_SQUARES {
        return Ok(None);
    }
    let mut work = Work::new(engine, kind)?;
    let mut cuts: Vec<Cut> = Vec::new();
    for player in Player::BOTH {
        match cut(&mut work, width, board, player)? {
            Some(found) => cuts.push(found),
            None => return Ok(None),
        }
    }
    let mut facts: Vec<Fact> = Vec::new();
    for band in cuts.iter().flat_map(|(_, _, bands)| bands) {
        let state = state_of(&mut work, &[*band]);
        for signed in work.universe.normal(&state) {
            let Kind::Position(_, Position::Set(set)) = *work.universe.kind(signed.item) else {
                continue;
            };
            if !facts.iter().any(|fact| fact.term.signed.item == signed.item) {
                facts.extend(work.fact(StateTerm { signed, coq: Some(set.to_string()) })?);
            }
        }
    }
    for fact in &facts {
        work.universe.replace(fact.term.signed.item, vec![fact.value]);
    }
    let mut sides = Vec::new();
    for (player, (number, after, bands)) in Player::BOTH.into_iter().zip(cuts) {
        let distance = if player == Player::Left { 1 } else { width };
        assert!(are_bands(&[distance], after, &bands), "the checker refuses the bands");
        let mut state = state_of(&mut work, &bands);
        if player == Player::Right {
            state = opposite(&state);
        }
        let certificate = work.certificate(&Goal::Second(state))?;
        sides.push(Side { number, after, bands, certificate });
    }
    let sides = sides.try_into().unwrap_or_else(|_| unreachable!("there are two players"));
    Ok(Some(Bands { universe: work.universe, width, board: placed.coq.clone(), facts, sides }))
}

fn state_of(work: &mut Work<'_>, bands: &[Set]) -> State {
    let item = |&band: &Set| work.universe.item(Kind::Position(0, Position::Set(band)));
    bands.iter().map(item).map(|item| Signed { minus: false, item }).collect()
}

/// All ways to write a number of lines as a sum of small ones.
fn compositions(lines: usize) -> Vec<Vec<usize>> {
    if lines == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for first in 1..=MOST_LINES.min(lines) {
        for mut rest in compositions(lines - first) {
            rest.push(first);
            found.push(rest);
        }
    }
    found
}

/// A move of the player after which bands have a sum that the player wins, moving second.
fn cut(
    work: &mut Work<'_>,
    width: u32,
    board: Set,
    player: Player,
) -> Result<Option<Cut>, ProveError> {
    let length = Set::BITS - board.leading_zeros();
    let rows = length.div_ceil(width);
    let row = |line: u32| ((1 << (width - 1)) - 1) << (line * width);
    let column = |line: u32| (0..rows).fold(0, |all, row| all | 1 << (row * width + line));
    let lines: Vec<Set> = match player {
        Player::Left => (0..rows).map(row).collect(),
        Player::Right => (0..width - 1).map(column).collect(),
    };
    if lines.len() > MOST_CUT {
        return Ok(None);
    }
    let moves = Rules::Domineering(width).moves(&Position::Set(board), player);
    let mut ways = compositions(lines.len());
    // Wide bands first: they lose least. Of these the ways with few bands.
    ways.sort_by_key(|way| way.len());
    for way in ways {
        let mut groups = Vec::new();
        let mut from = 0;
        for lines_of_band in way {
            let group = &lines[from..from + lines_of_band];
            groups.push(group.iter().fold(0, |all, line| all | line));
            from += lines_of_band;
        }
        for (number, after) in moves.iter().enumerate() {
            let &Position::Set(after) = after else { unreachable!("the move is on a board") };
            let bands: Vec<Set> = groups.iter().map(|group| after & group).collect();
            let Some(value) = value(work, &bands)? else { continue };
            let wins = match player {
                Player::Left => work.engine.le(Game::ZERO, value)?,
                Player::Right => work.engine.le(value, Game::ZERO)?,
            };
            if wins {
                return Ok(Some((number, after, bands)));
            }
        }
    }
    Ok(None)
}

/// The value of a sum of bands, when it takes few steps.
fn value(work: &mut Work<'_>, bands: &[Set]) -> Result<Option<Game>, ProveError> {
    let mut values = Vec::new();
    for signed in state_of(work, bands) {
        match work.oracle.cheap_value(work.engine, &work.universe, signed.item)? {
            Some(value) => values.push(value),
            None => return Ok(None),
        }
    }
    let sum = work.engine.within(MOST_STEPS, |engine| engine.sum(&values));
    match sum {
        Ok(sum) => Ok(Some(sum)),
        Err(cg_core::Error::Limit(cg_core::LimitReached::Steps { .. })) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Steps of the engine for a sum of bands.
const MOST_STEPS: u32 = 300_000;
