//! The search for a certificate: one winning reply for each obligation, in the order in which
//! the checkers ask for them.

use std::collections::HashSet;

use cg_core::Player;
use cg_simplify::Engine;
use rustc_hash::FxBuildHasher;

use crate::arena::{State, Universe};
use crate::check::accepts;
use crate::error::ProveError;
use crate::oracle::Oracle;

/// What is to be shown of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Left wins, moving second.
    Second(State),
    /// Left wins, moving first.
    First(State),
}

/// The replies of a strategy, by the numbers of the moves. Of [`Goal::First`] the first number
/// is the first move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Certificate {
    pub(crate) numbers: Vec<u32>,
    /// How many states are shown to be won.
    pub(crate) states: usize,
}

/// A state that is shown to be won by Left, who moves second.
struct Frame {
    state: State,
    obligations: Vec<State>,
    next: usize,
    /// Whether the reply to the obligation before `next` is in work above.
    waiting: bool,
}

type States = HashSet<State, FxBuildHasher>;

/// Bytes that a state takes, roughly.
const STATE_BYTES: usize = 64;
/// How many states may lie upon each other: half of what the library is ready for.
const MOST_DEEP: usize = 5_000;

/// Finds the certificate of a goal.
///
/// # Errors
/// Limits. A goal that does not hold is a fault of the caller, who asks the oracle first.
fn certificate(
    engine: &mut Engine,
    universe: &mut Universe,
    oracle: &mut Oracle,
    goal: &Goal,
) -> Result<Certificate, ProveError> {
    let first = attempt(engine, universe, oracle, goal, Choice::FewestOpen)?;
    if first.states < MANY_STATES {
        return Ok(first);
    }
    let second = attempt(engine, universe, oracle, goal, Choice::FewestGames)?;
    Ok(if second.states < first.states { second } else { first })
}

/// Finds the certificate of a goal, and lets the checker see it.
///
/// # Errors
/// Those of [`certificate`].
pub(crate) fn checked(
    engine: &mut Engine,
    universe: &mut Universe,
    oracle: &mut Oracle,
    goal: &Goal,
) -> Result<Certificate, ProveError> {
    let found = certificate(engine, universe, oracle, goal)?;
    assert!(
        accepts(universe, goal, &found.numbers),
        "the checker refuses what the search has found"
    );
    Ok(found)
}

/// From how many states on the other way to choose replies is tried too.
const MANY_STATES: usize = 2_000;

/// How a reply is chosen among winning ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// By how many obligations it leaves.
    FewestOpen,
    /// By how many games there are in what it leaves.
    FewestGames,
}

fn attempt(
    engine: &mut Engine,
    universe: &mut Universe,
    oracle: &mut Oracle,
    goal: &Goal,
    choice: Choice,
) -> Result<Certificate, ProveError> {
    let mut search = Search {
        engine,
        universe,
        oracle,
        choice,
        won: States::default(),
        answered: States::default(),
        numbers: Vec::new(),
    };
    let start = match goal {
        Goal::Second(state) => search.universe.normal(state),
        Goal::First(state) => {
            let state = search.universe.normal(state);
            search.reply(&state)?
        }
    };
    search.show(start)?;
    Ok(Certificate { numbers: search.numbers, states: search.won.len() })
}

struct Search<'a> {
    engine: &'a mut Engine,
    universe: &'a mut Universe,
    oracle: &'a mut Oracle,
    choice: Choice,
    /// States that Left wins, moving second.
    won: States,
    /// States that Left wins, moving first.
    answered: States,
    numbers: Vec<u32>,
}

impl Search<'_> {
    fn frame(&mut self, state: State) -> Frame {
        let obligations = self.universe.moves(&state, Player::Right);
        Frame { state, obligations, next: 0, waiting: false }
    }

    fn show(&mut self, start: State) -> Result<(), ProveError> {
        let mut frames = vec![self.frame(start)];
        while let Some(frame) = frames.last_mut() {
            self.engine.check()?;
            if frame.waiting {
                frame.waiting = false;
                self.answered.insert(std::mem::take(&mut frame.obligations[frame.next - 1]));
            }
            let Some(obligation) = frame.obligations.get(frame.next) else {
                let frame = frames.pop().expect("it is the last one");
                self.won.insert(frame.state);
                let held = self.won.len() + self.answered.len() + self.universe.len();
                self.engine.look(held * STATE_BYTES)?;
                continue;
            };
            frame.next += 1;
            if self.answered.contains(obligation) {
                continue;
            }
            frame.waiting = true;
            let obligation = obligation.clone();
            let reply = self.reply(&obligation)?;
            if !self.won.contains(&reply) {
                if frames.len() == MOST_DEEP {
                    return Err(ProveError::route("the play is too long for the checker"));
                }
                let frame = self.frame(reply);
                frames.push(frame);
            }
        }
        Ok(())
    }

    /// Chooses a winning move of Left and notes its number: one to a state that is shown
    /// already, else the one that the choice prefers, and of these the smallest state.
    fn reply(&mut self, state: &State) -> Result<State, ProveError> {
        let mut replies = self.universe.moves(state, Player::Left);
        let known = replies.iter().position(|reply| self.won.contains(reply));
        let number = match known {
            Some(number) => number,
            None => self.best(&replies)?,
        };
        self.numbers.push(u32::try_from(number).expect("a state has fewer moves"));
        Ok(replies.swap_remove(number))
    }

    fn best(&mut self, replies: &[State]) -> Result<usize, ProveError> {
        let mut best: Option<((usize, usize), usize)> = None;
        for (number, reply) in replies.iter().enumerate() {
            // The same state comes of several moves, where components are alike.
            if replies[..number].contains(reply)
                || !self.oracle.second(self.engine, self.universe, reply)?
            {
                continue;
            }
            let size = reply.iter().map(|signed| self.universe.size(signed.item)).sum();
            let cost = match self.choice {
                Choice::FewestGames => (reply.len(), size),
                Choice::FewestOpen => {
                    let mut open = self.universe.moves(reply, Player::Right);
                    open.retain(|obligation| !self.answered.contains(obligation));
                    (open.len(), size)
                }
            };
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, number));
            }
        }
        let (_, number) = best.expect("a state that Left wins has a winning move");
        Ok(number)
    }
}
