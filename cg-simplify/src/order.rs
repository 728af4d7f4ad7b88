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
        let mut waiting: Vec<(Game, Game)> = Vec::new();
        let mut frames: Vec<Frame> = Vec::new();
        // What the comparison that ended last found.
        let mut ended = match self.open(g, h, &mut waiting)? {
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
                None => match self.open(a, b, &mut waiting)? {
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

    /// Starts a comparison: tries what is known about the options, and puts what
    /// is not on the stack.
    fn open(&mut self, g: Game, h: Game, waiting: &mut Vec<(Game, Game)>) -> Result<Opened> {
        let waiting_from = waiting.len();
        // Number avoidance: against a game that is no number, nobody needs to
        // move in a number (Siegel, theorem II.3.20), which may have a long
        // chain of options.
        let (skip_g, skip_h) = (self.avoids(g, h)?, self.avoids(h, g)?);
        for (mover, player, skip) in [(g, Player::Left, skip_g), (h, Player::Right, skip_h)] {
            if skip {
                continue;
            }
            self.arena.expand(mover)?;
            for index in 0..self.arena.options(mover, player).len() {
                let option = self.arena.options(mover, player)[index];
                let (a, b) = match player {
                    Player::Left => (h, option),
                    Player::Right => (option, g),
                };
                match self.le_at_once(a, b)? {
                    Some(true) => {
                        waiting.truncate(waiting_from);
                        self.remember_order(g, h, false);
                        return Ok(Opened::Decided(false));
                    }
                    Some(false) => {}
                    None => waiting.push((a, b)),
                }
            }
        }
        if waiting.len() == waiting_from {
            self.remember_order(g, h, true);
            return Ok(Opened::Decided(true));
        }
        Ok(Opened::Waiting(Frame { g, h, waiting_from }))
    }

    /// What needs no look at options: equal handles, the memo, a subgroup that
    /// holds both.
    #[inline]
    fn le_at_once(&mut self, g: Game, h: Game) -> Result<Option<bool>> {
        if g == h {
            return Ok(Some(true));
        }
        if g == Game::DRAFT || h == Game::DRAFT {
            return Ok(self.draft_order.get(g, h));
        }
        if let Some(known) = self.order.get(g, h) {
            return Ok(Some(known));
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

    /// Whether `number` is a number and `other` certainly none.
    fn avoids(&self, number: Game, other: Game) -> Result<bool> {
        Ok(self.numbers_known
            && other != Game::DRAFT
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
