//! Order and outcome.

use cg_core::{Game, Outcome, Player, Relation, Result};

use crate::engine::Engine;

/// A comparison g <= h under way.
///
/// It holds unless Right, moving first in h - g, can win: unless some left
/// option of g is >= h or some right option of h is <= g. The comparisons with
/// options that are still to be made stand on a common stack, from
/// `waiting_from` on.
struct Frame {
    g: Game,
    h: Game,
    waiting_from: usize,
}

/// What is under way in a comparison.
#[derive(Default)]
pub(crate) struct OrderStacks {
    waiting: Vec<(Game, Game)>,
    frames: Vec<Frame>,
}

/// What a first look at a comparison found.
enum Opened {
    Decided(bool),
    /// It hangs on the comparisons that were put on the stack.
    Waiting(Frame),
}

impl Engine {
    /// Whether g <= h: Left wins h - g moving second.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn le(&mut self, g: Game, h: Game) -> Result<bool> {
        if let Some(known) = self.le_at_once(g, h)? {
            return Ok(known);
        }
        // The stacks are kept from call to call: most calls are short.
        let mut stacks = std::mem::take(&mut self.order_stacks);
        let decided = self.le_by_options(g, h, &mut stacks);
        stacks.waiting.clear();
        stacks.frames.clear();
        self.order_stacks = stacks;
        decided
    }

    fn le_by_options(&mut self, g: Game, h: Game, stacks: &mut OrderStacks) -> Result<bool> {
        let OrderStacks { waiting, frames } = stacks;
        // What the comparison that ended last found.
        let mut ended = match self.open(g, h, waiting)? {
            Opened::Decided(at_most) => return Ok(at_most),
            Opened::Waiting(frame) => {
                frames.push(frame);
                false
            }
        };
        while let Some(frame) = frames.last() {
            let next = match ended || waiting.len() == frame.waiting_from {
                true => None,
                false => waiting.pop(),
            };
            let Some((a, b)) = next else {
                // One comparison with an option that holds refutes this one.
                waiting.truncate(frame.waiting_from);
                self.remember_order(frame.g, frame.h, !ended);
                ended = !ended;
                frames.pop();
                self.check()?;
                continue;
            };
            ended = match self.le_at_once(a, b)? {
                Some(known) => known,
                None => match self.open(a, b, waiting)? {
                    Opened::Decided(at_most) => at_most,
                    Opened::Waiting(frame) => {
                        frames.push(frame);
                        false
                    }
                },
            };
        }
        Ok(ended)
    }

    /// Starts a comparison: looks up what is known about the options, and puts
    /// what is not on the stack.
    fn open(&mut self, g: Game, h: Game, waiting: &mut Vec<(Game, Game)>) -> Result<Opened> {
        let waiting_from = waiting.len();
        // Number avoidance: against a game that is no number, nobody needs to
        // move in a number (Siegel, theorem II.3.20), which may have a long
        // chain of options.
        let (skip_g, skip_h) = match self.numbers_known {
            true => (self.avoids(g, h)?, self.avoids(h, g)?),
            false => (false, false),
        };
        if !skip_g {
            self.arena.expand(g)?;
        }
        if !skip_h {
            self.arena.expand(h)?;
        }
        let lefts = if skip_g { &[] } else { self.arena.options(g, Player::Left) };
        let rights = if skip_h { &[] } else { self.arena.options(h, Player::Right) };
        let by_left = lefts.iter().map(|&option| (h, option));
        let by_right = rights.iter().map(|&option| (option, g));
        let mut refuted = false;
        for (a, b) in by_left.chain(by_right) {
            match self.known_order(a, b) {
                Some(true) => {
                    refuted = true;
                    break;
                }
                Some(false) => {}
                None => waiting.push((a, b)),
            }
        }
        if refuted || waiting.len() == waiting_from {
            waiting.truncate(waiting_from);
            self.remember_order(g, h, !refuted);
            return Ok(Opened::Decided(!refuted));
        }
        Ok(Opened::Waiting(Frame { g, h, waiting_from }))
    }

    /// What was worked out before.
    #[inline]
    fn known_order(&self, g: Game, h: Game) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        if let Some(certain) = self.bounds.get(g).at_most(self.bounds.get(h)) {
            return Some(certain);
        }
        if g == Game::DRAFT || h == Game::DRAFT {
            self.draft_order.get(g, h)
        } else {
            self.order.get(g, h)
        }
    }

    /// What needs no look at options: equal handles, the memo, a subgroup that
    /// holds both.
    #[inline]
    fn le_at_once(&mut self, g: Game, h: Game) -> Result<Option<bool>> {
        if let Some(known) = self.known_order(g, h) {
            return Ok(Some(known));
        }
        if !(self.arena.is_element(g) && self.arena.is_element(h)) {
            return Ok(None);
        }
        let Some(relation) = self.arena.compare(g, h)? else { return Ok(None) };
        self.order.insert(g, h, relation.at_most());
        self.order.insert(h, g, relation.at_least());
        Ok(Some(relation.at_most()))
    }

    fn remember_order(&mut self, g: Game, h: Game, at_most: bool) {
        if g == Game::DRAFT || h == Game::DRAFT {
            self.draft_order.insert(g, h, at_most);
        } else {
            self.order.insert(g, h, at_most);
        }
    }

    /// Whether `number` is a number and `other` certainly none, where numbers are
    /// known.
    fn avoids(&self, number: Game, other: Game) -> Result<bool> {
        Ok(other != Game::DRAFT
            && self.arena.as_number(number)?.is_some()
            && self.arena.as_number(other)?.is_none())
    }

    /// How g stands to h.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn compare(&mut self, g: Game, h: Game) -> Result<Relation> {
        if g == h {
            return Ok(Relation::Equal);
        }
        if let Some(relation) = self.arena.compare(g, h)? {
            return Ok(relation);
        }
        Ok(Relation::from_bounds(self.le(g, h)?, self.le(h, g)?))
    }

    /// Who wins `g`.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn outcome(&mut self, g: Game) -> Result<Outcome> {
        match self.arena.outcome(g)? {
            Some(outcome) => Ok(outcome),
            None => Ok(self.compare(g, Game::ZERO)?.into()),
        }
    }
}
