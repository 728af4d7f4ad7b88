//! Large boards of Domineering: the player who moves first refuses to play across some lines,
//! and what is left is a sum of bands with small values.

use cg_core::{Game, Outcome, Player};
use cg_simplify::Engine;

use crate::arena::{Kind, Signed, State, Universe, opposite};
use crate::check::{are_bands, are_replies};
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

impl Bands {
    /// The certificates of the sums of bands.
    pub(crate) fn certificates(&self) -> impl Iterator<Item = &Certificate> {
        self.sides.iter().flat_map(|side| &side.shown).filter_map(|shown| match &shown.how {
            How::Bands { certificate, .. } => Some(certificate),
            How::Replies(_) => None,
        })
    }
}

/// How a player wins.
pub(crate) struct Side {
    /// The number of the first move; what it leaves is the last of the boards.
    pub(crate) number: usize,
    /// The boards that the player wins, moving second: those that are named stand before.
    pub(crate) shown: Vec<Shown>,
}

/// A board that a player wins, moving second.
pub(crate) struct Shown {
    pub(crate) board: Set,
    pub(crate) how: How,
}

/// Why a player wins a board, moving second.
pub(crate) enum How {
    /// The player wins the sum of its bands, and refuses to play across the lines between them.
    Bands { bands: Vec<Set>, certificate: Certificate },
    /// Each move of the opponent is answered by one to these boards.
    Replies(Vec<Set>),
}

/// From how many squares on bands are tried: smaller boards have short strategies.
const LEAST_SQUARES: u32 = 20;
/// The most lines of a board that are cut in all ways.
const MOST_CUT: usize = 12;
/// The most lines of a band.
const MOST_LINES: usize = 3;

/// How many first moves are tried whose boards bands decide, and how many whose replies do.
const MOST_FIRST: [usize; 2] = [8, 2];

/// Boards that a player wins, moving second, by their bands or by replies to earlier boards.
type Plan = Vec<(Set, Reason)>;

enum Reason {
    Bands(Vec<Set>),
    Replies(Vec<Set>),
}

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
    let mut plans = Vec::new();
    for player in Player::BOTH {
        match plan(&mut work, width, board, player)? {
            Some(found) => plans.push(found),
            None => return Ok(None),
        }
    }
    let mut facts: Vec<Fact> = Vec::new();
    for (_, reason) in plans.iter().flat_map(|(_, plan)| plan) {
        let Reason::Bands(bands) = reason else { continue };
        let state = state_of(&mut work, bands);
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
    for (player, (number, plan)) in Player::BOTH.into_iter().zip(plans) {
        let distance = if player == Player::Left { 1 } else { width };
        let mut shown: Vec<Shown> = Vec::new();
        for (board, reason) in plan {
            let how = match reason {
                Reason::Bands(bands) => {
                    assert!(are_bands(&[distance], board, &bands), "the checker refuses the bands");
                    let state = own_state(&mut work, &bands, player);
                    let certificate = work.certificate(&Goal::Second(state))?;
                    How::Bands { bands, certificate }
                }
                Reason::Replies(boards) => {
                    let before = |board: &Set| shown.iter().any(|one| one.board == *board);
                    let rules = Rules::Domineering(width);
                    assert!(
                        boards.iter().all(before) && are_replies(&rules, board, &boards, player),
                        "the checker refuses the replies"
                    );
                    How::Replies(boards)
                }
            };
            shown.push(Shown { board, how });
        }
        sides.push(Side { number, shown });
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

/// The sum of boards as the player sees it who is Left there.
fn own_state(work: &mut Work<'_>, boards: &[Set], player: Player) -> State {
    let state = state_of(work, boards);
    if player == Player::Left { state } else { opposite(&state) }
}

/// Whether a player wins a board, moving second.
fn wins(work: &mut Work<'_>, board: Set, player: Player) -> Result<bool, ProveError> {
    let state = own_state(work, &[board], player);
    work.oracle.second(work.engine, &work.universe, &state)
}

/// The number of a first move of the player, and why the player wins what it leaves.
fn plan(
    work: &mut Work<'_>,
    width: u32,
    board: Set,
    player: Player,
) -> Result<Option<(usize, Plan)>, ProveError> {
    let mut good = Vec::new();
    for (number, after) in boards_after(width, board, player).into_iter().enumerate() {
        if wins(work, after, player)? {
            good.push((number, after));
        }
    }
    for (deep, most) in MOST_FIRST.into_iter().enumerate() {
        for &(number, after) in good.iter().take(most) {
            let mut plan = Plan::new();
            if show(work, width, after, player, deep > 0, &mut plan)? {
                return Ok(Some((number, plan)));
            }
        }
    }
    Ok(None)
}

/// Adds to a plan why the player wins a board, moving second; whether a reason was found. With
/// `replies` each move of the opponent may be answered by one to a board whose bands decide.
fn show(
    work: &mut Work<'_>,
    width: u32,
    board: Set,
    player: Player,
    replies: bool,
    plan: &mut Plan,
) -> Result<bool, ProveError> {
    if let Some(bands) = bands_of(work, width, board, player)? {
        plan.push((board, Reason::Bands(bands)));
        return Ok(true);
    }
    if !replies {
        return Ok(false);
    }
    let mut answers: Vec<Set> = Vec::new();
    for moved in boards_after(width, board, player.opponent()) {
        let after = boards_after(width, moved, player);
        if after.iter().any(|after| answers.contains(after)) {
            continue;
        }
        let mut found = false;
        for after in after {
            if wins(work, after, player)? && show(work, width, after, player, false, plan)? {
                answers.push(after);
                found = true;
                break;
            }
        }
        if !found {
            return Ok(false);
        }
    }
    plan.push((board, Reason::Replies(answers)));
    Ok(true)
}

fn boards_after(width: u32, board: Set, player: Player) -> Vec<Set> {
    let after = Rules::Domineering(width).moves(&Position::Set(board), player).into_iter();
    after
        .map(|after| match after {
            Position::Set(after) => after,
            other => unreachable!("a domino leaves a board, not {other:?}"),
        })
        .collect()
}

/// Bands of a board whose sum the player wins, moving second.
fn bands_of(
    work: &mut Work<'_>,
    width: u32,
    board: Set,
    player: Player,
) -> Result<Option<Vec<Set>>, ProveError> {
    let lines = Rules::domino_lines(width, board, player);
    if lines.len() > MOST_CUT {
        return Ok(None);
    }
    let mut ways = compositions(lines.len());
    // Wide bands first: they lose least. Of these the ways with few bands.
    ways.sort_by_key(|way| way.len());
    for way in ways {
        let mut bands: Vec<Set> = Vec::new();
        let mut from = 0;
        for lines_of_band in way {
            let group = &lines[from..from + lines_of_band];
            bands.push(board & group.iter().fold(0, |all, line| all | line));
            from += lines_of_band;
        }
        let Some(value) = value(work, &bands)? else { continue };
        let wins = match player {
            Player::Left => work.engine.le(Game::ZERO, value)?,
            Player::Right => work.engine.le(value, Game::ZERO)?,
        };
        if wins {
            return Ok(Some(bands));
        }
    }
    Ok(None)
}

/// The value of a sum of bands, when it takes few steps.
fn value(work: &mut Work<'_>, bands: &[Set]) -> Result<Option<Game>, ProveError> {
    let mut values = Vec::new();
    for signed in state_of(work, bands) {
        match work.oracle.value_within(work.engine, &work.universe, signed.item, MOST_STEPS)? {
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
