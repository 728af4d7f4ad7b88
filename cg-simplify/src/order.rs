//! Order and outcome.

use cg_core::{Game, Outcome, Player, Relation, Result};

use crate::engine::Engine;

/// A comparison g <= h under way.
///
/// It holds unless Right, moving first in h - g, can win: unless some left
/// option of g is >= h or some right option of h is <= g.
struct Frame {
    g: Game,
    h: Game,
    /// How many of the options were tried: left ones of g, then right ones of h.
    tried: usize,
    lefts: usize,
    all: usize,
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
        let mut stack = vec![self.le_frame(g, h)?];
        // What the comparison that just ended found.
        let mut ended: Option<bool> = None;
        while let Some(frame) = stack.last_mut() {
            let refuted = ended.take() == Some(true);
            if !refuted && frame.tried < frame.all {
                let (g, h, tried) = (frame.g, frame.h, frame.tried);
                frame.tried += 1;
                let (a, b) = match tried.checked_sub(frame.lefts) {
                    None => (h, self.arena.options(g, Player::Left)[tried]),
                    Some(tried) => (self.arena.options(h, Player::Right)[tried], g),
                };
                ended = self.le_at_once(a, b)?;
                if ended.is_none() {
                    let frame = self.le_frame(a, b)?;
                    stack.push(frame);
                }
                continue;
            }
            let (g, h) = (frame.g, frame.h);
            stack.pop();
            self.remember_order(g, h, !refuted);
            ended = Some(!refuted);
            self.check()?;
        }
        Ok(ended == Some(true))
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

    fn le_frame(&mut self, g: Game, h: Game) -> Result<Frame> {
        // Number avoidance: against a game that is no number, nobody needs to
        // move in a number (Siegel, theorem II.3.20), which may have a long
        // chain of options.
        let (skip_g, skip_h) = (self.avoids(g, h)?, self.avoids(h, g)?);
        let mut lefts = 0;
        if !skip_g {
            self.arena.expand(g)?;
            lefts = self.arena.options(g, Player::Left).len();
        }
        let mut all = lefts;
        if !skip_h {
            self.arena.expand(h)?;
            all += self.arena.options(h, Player::Right).len();
        }
        Ok(Frame { g, h, tried: 0, lefts, all })
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
