//! Order and outcome.

use cg_core::{Game, Outcome, Player, Relation, Result};

use crate::counts::Event;
use crate::engine::Engine;

/// An unfinished comparison g <= h.
///
/// g <= h holds unless Right wins h - g with a first move. That is the case if some left option of
/// g is >= h, or some right option of h is <= g. The remaining comparisons with options are on a
/// common stack, from `waiting_from` on.
#[derive(Debug)]
struct Comparison {
    g: Game,
    h: Game,
    waiting_from: usize,
}

/// The state of a comparison. It is kept from call to call, since most comparisons are short.
#[derive(Debug, Default)]
pub(crate) struct OrderStacks {
    waiting: Vec<(Game, Game)>,
    frames: Vec<Comparison>,
}

impl Engine {
    /// Whether g <= h: Left wins h - g when she moves second.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    #[inline]
    pub fn le(&mut self, g: Game, h: Game) -> Result<bool> {
        self.counts.add(Event::OrderAsked);
        match self.le_without_options(g, h) {
            Some(known) => Ok(known),
            None => self.le_by_options(g, h),
        }
    }

    fn le_by_options(&mut self, g: Game, h: Game) -> Result<bool> {
        if let Some(known) = self.le_by_subgroup(g, h)? {
            return Ok(known);
        }
        if let Some(decided) = self.open(g, h)? {
            return Ok(decided);
        }
        let decided = self.close_frames();
        if decided.is_err() {
            self.order_stacks = OrderStacks::default();
        }
        decided
    }

    /// Continues the unfinished comparisons until the first one is decided.
    fn close_frames(&mut self) -> Result<bool> {
        // The result of the comparison that ended last.
        let mut ended = false;
        while let Some(&Comparison { g, h, waiting_from }) = self.order_stacks.frames.last() {
            let waiting = &mut self.order_stacks.waiting;
            let next = match ended || waiting.len() == waiting_from {
                true => None,
                false => waiting.pop(),
            };
            let Some((a, b)) = next else {
                // If one comparison with an option holds, this comparison is refuted.
                waiting.truncate(waiting_from);
                self.order_stacks.frames.pop();
                ended = !ended;
                self.order.insert(g, h, ended);
                self.counts.add(Event::OrderByRecursion);
                self.check()?;
                continue;
            };
            let mut known = self.le_without_options(a, b);
            if known.is_none() {
                known = self.le_by_subgroup(a, b)?;
            }
            if known.is_none() {
                known = self.open(a, b)?;
            }
            // Otherwise there is a new frame, and nothing has ended in it yet.
            ended = known.unwrap_or(false);
        }
        Ok(ended)
    }

    /// Starts a comparison. Decides it if known facts about the options are enough. Otherwise it is
    /// added to the unfinished comparisons, and the unknown pairs wait on the stack.
    fn open(&mut self, g: Game, h: Game) -> Result<Option<bool>> {
        // Number avoidance: against a game that is not a number, no player needs to move in a
        // number (Siegel, theorem II.3.20), which may have a long chain of options.
        let (skip_g, skip_h) = match self.numbers_known {
            true => (self.avoids(g, h)?, self.avoids(h, g)?),
            false => (false, false),
        };
        if (skip_g || skip_h)
            && let Some(relation) = self.beside_number(g, h)?
        {
            self.order.insert(g, h, relation.at_most());
            return Ok(Some(relation.at_most()));
        }
        if !skip_g {
            self.arena.expand(g)?;
        }
        if !skip_h {
            self.arena.expand(h)?;
        }
        let Engine { arena, bounds, order, order_stacks: stacks, counts, .. } = self;
        let lefts = if skip_g { &[] } else { arena.options(g, Player::Left) };
        let rights = if skip_h { &[] } else { arena.options(h, Player::Right) };
        let waiting_from = stacks.waiting.len();
        let mut refuted = false;
        // One of the two games is the same in all comparisons.
        let (stops, row) = (bounds.get(h), order.row(h));
        for &option in lefts {
            match stops.at_most(bounds.get(option)).or_else(|| row.at_most(option)) {
                None if option == h => refuted = true,
                None => stacks.waiting.push((h, option)),
                Some(holds) => refuted = holds,
            }
            if refuted {
                break;
            }
        }
        if !refuted {
            let (stops, column) = (bounds.get(g), order.column(g));
            for &option in rights {
                match bounds.get(option).at_most(stops).or_else(|| column.at_least(option)) {
                    None if option == g => refuted = true,
                    None => stacks.waiting.push((option, g)),
                    Some(holds) => refuted = holds,
                }
                if refuted {
                    break;
                }
            }
        }
        if refuted || stacks.waiting.len() == waiting_from {
            stacks.waiting.truncate(waiting_from);
            order.insert(g, h, !refuted);
            counts.add(Event::OrderByOptions);
            return Ok(Some(!refuted));
        }
        stacks.frames.push(Comparison { g, h, waiting_from });
        Ok(None)
    }

    /// The decision without options: equal handles, stops, the memo.
    #[inline]
    fn le_without_options(&mut self, g: Game, h: Game) -> Option<bool> {
        self.arena.check(g);
        self.arena.check(h);
        if g == h {
            self.counts.add(Event::OrderByHandle);
            return Some(true);
        }
        let certain = self.bounds.get(g).at_most(self.bounds.get(h));
        if certain.is_some() {
            self.counts.add(Event::OrderByStops);
            return certain;
        }
        let known = self.order.get(g, h);
        if known.is_some() {
            self.counts.add(Event::OrderByMemo);
        }
        known
    }

    /// The answer of a subgroup that holds both.
    #[inline]
    fn le_by_subgroup(&mut self, g: Game, h: Game) -> Result<Option<bool>> {
        if !(self.arena.is_element(g) && self.arena.is_element(h)) {
            return Ok(None);
        }
        let Some(relation) = self.arena.compare(g, h)? else { return Ok(None) };
        self.counts.add(Event::OrderBySubgroup);
        self.order.insert(g, h, relation.at_most());
        self.order.insert(h, g, relation.at_least());
        Ok(Some(relation.at_most()))
    }

    /// Whether `number` is a number and `other` is certainly not a number. It is used only if
    /// numbers are known.
    fn avoids(&mut self, number: Game, other: Game) -> Result<bool> {
        let sure = other != Game::DRAFT || self.draft_is_no_number;
        Ok(sure && self.known_number(number)? && !self.known_number(other)?)
    }

    /// The relation of g to h.
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

    /// The outcome of `g`.
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
