//! The group of games: sums, negatives, differences and multiples.

use cg_core::{Error, Game, Player, Refusals, Result};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign};

use crate::counts::Event;
use crate::engine::Engine;

/// A sum g + h that waits for the sums of its options. These are pushed one by one, in the order of
/// [`Engine::summands`].
struct Pending {
    g: Game,
    h: Game,
    done: usize,
    counts: [usize; 4],
    /// Whether exactly one of g and h is a number. Then only the options of the other one count,
    /// and the sums with these are canonical (number translation theorem).
    translates: bool,
}

impl Engine {
    /// g + h.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn add(&mut self, g: Game, h: Game) -> Result<Game> {
        if let Some(known) = self.sum_at_once(g, h)? {
            return Ok(known);
        }
        let mut stack = vec![self.pending(g, h)?];
        let mut sums: Vec<Game> = Vec::new();
        while let Some(frame) = stack.last_mut() {
            let count: usize = frame.counts.iter().sum();
            if frame.done < count {
                let (a, b) = self.summands(frame);
                frame.done += 1;
                match self.sum_at_once(a, b)? {
                    Some(sum) => sums.push(sum),
                    None => {
                        let frame = self.pending(a, b)?;
                        stack.push(frame);
                    }
                }
                continue;
            }
            let (g, h, counts, translates) = (frame.g, frame.h, frame.counts, frame.translates);
            stack.pop();
            let from = sums.len() - count;
            let (left, right) = sums[from..].split_at(counts[0] + counts[1]);
            let sum = if translates {
                self.counts.add(Event::SumTranslated);
                self.canonical(left, right, Refusals::default())?
            } else {
                self.counts.add(Event::SumByOptions);
                // The canonical options of g are confused with each other, and so are their sums
                // with h. The same holds with g and h exchanged.
                let (left, right) = (left.split_at(counts[0]), right.split_at(counts[2]));
                self.game_of_antichains([left.into(), right.into()])?
            };
            sums.truncate(from);
            self.sums.insert(g, h, sum);
            sums.push(sum);
            self.check()?;
        }
        sums.pop().ok_or_else(|| Error::subgroup("sum", "no sum was left"))
    }

    /// The sum, if it needs no options.
    #[inline]
    fn sum_at_once(&mut self, g: Game, h: Game) -> Result<Option<Game>> {
        self.arena.check(g);
        self.arena.check(h);
        if g == Game::ZERO {
            return Ok(Some(h));
        }
        if h == Game::ZERO {
            return Ok(Some(g));
        }
        let (g, h) = (g.min(h), g.max(h));
        if let Some(known) = self.sums.get(g, h) {
            self.counts.add(Event::SumByMemo);
            return Ok(Some(known));
        }
        let sum = match self.arena.add(g, h)? {
            Some(sum) => {
                self.counts.add(Event::SumBySubgroup);
                self.bound_sum(g, h, sum);
                Some(sum)
            }
            None => self.sum_by_negatives(g, h)?,
        };
        if let Some(sum) = sum {
            self.sums.insert(g, h, sum);
        }
        Ok(sum)
    }

    /// g + h if h is -g, or if (-g) + (-h) is known.
    fn sum_by_negatives(&mut self, g: Game, h: Game) -> Result<Option<Game>> {
        if self.may_be_negatives(g, h) && self.negate(g)? == h {
            self.counts.add(Event::SumOfNegatives);
            return Ok(Some(Game::ZERO));
        }
        let (Some(a), Some(b)) = (self.negatives.get(g), self.negatives.get(h)) else {
            return Ok(None);
        };
        let Some(known) = self.sums.get(a.min(b), a.max(b)) else { return Ok(None) };
        self.counts.add(Event::SumByNegatives);
        self.negate(known).map(Some)
    }

    /// Whether h = -g is possible, by cheap tests. For most pairs it is not, and no negative has to
    /// be made.
    fn may_be_negatives(&self, g: Game, h: Game) -> bool {
        if self.arena.is_element(g) || self.arena.is_element(h) {
            return false;
        }
        let counts = |game, player| self.arena.options(game, player).len();
        Player::BOTH.iter().all(|&player| counts(g, player) == counts(h, player.opponent()))
            && self.bounds.get(g).may_be_opposite(self.bounds.get(h))
    }

    fn pending(&mut self, g: Game, h: Game) -> Result<Pending> {
        let (g, h) = (g.min(h), g.max(h));
        // No subgroup holds both, so at most one of them is a number.
        let fixed = match self.numbers_known {
            true => [self.known_number(g)?, self.known_number(h)?],
            false => [false, false],
        };
        let mut counts = [0; 4];
        for (index, game) in [g, h].into_iter().enumerate() {
            if !fixed[index] {
                self.arena.expand(game)?;
                for (side, player) in Player::BOTH.into_iter().enumerate() {
                    counts[2 * side + index] = self.arena.options(game, player).len();
                }
            }
        }
        Ok(Pending { g, h, done: 0, counts, translates: fixed != [false, false] })
    }

    /// The next sum that `frame` needs: left options of g, left options of h, then the right ones.
    fn summands(&self, frame: &Pending) -> (Game, Game) {
        let mut index = frame.done;
        let mut part = 0;
        while index >= frame.counts[part] {
            index -= frame.counts[part];
            part += 1;
        }
        let player = Player::BOTH[part / 2];
        match part % 2 {
            0 => (self.arena.options(frame.g, player)[index], frame.h),
            _ => (frame.g, self.arena.options(frame.h, player)[index]),
        }
    }

    /// The sum of many games. Each subgroup adds its own elements at once.
    ///
    /// # Errors
    /// The errors of [`Engine::add`].
    pub fn sum(&mut self, terms: &[Game]) -> Result<Game> {
        // Most sums have few terms, and those of two are remembered.
        match *terms {
            [] => return Ok(Game::ZERO),
            [term] => {
                self.arena.check(term);
                return Ok(term);
            }
            [g, h] => return self.add(g, h),
            _ => {}
        }
        let sums = self.arena.sums_by_home(terms)?;
        let sum = cg_core::by_halves(sums, |g, h| self.add(g, h))?;
        Ok(sum.unwrap_or(Game::ZERO))
    }

    /// g - h.
    ///
    /// # Errors
    /// The errors of [`Engine::add`].
    pub fn subtract(&mut self, g: Game, h: Game) -> Result<Game> {
        if g == h {
            return Ok(Game::ZERO);
        }
        let negative = self.negate(h)?;
        self.add(g, negative)
    }

    /// `count` copies of g (of -g if it is negative), the paper's `m.G`.
    ///
    /// # Errors
    /// The errors of [`Engine::add`].
    pub fn multiple(&mut self, count: &IBig, g: Game) -> Result<Game> {
        if let Some(multiple) = self.arena.multiple(count, g)? {
            return Ok(multiple);
        }
        let (sign, magnitude) = count.clone().into_parts();
        let mut sum = Game::ZERO;
        for bit in (0..magnitude.bit_len()).rev() {
            sum = self.add(sum, sum)?;
            if magnitude.bit(bit) {
                sum = self.add(sum, g)?;
            }
        }
        if sign == Sign::Negative { self.negate(sum) } else { Ok(sum) }
    }

    /// -g: the players are exchanged.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn negate(&mut self, g: Game) -> Result<Game> {
        if let Some(known) = self.negative_at_once(g)? {
            return Ok(known);
        }
        let mut stack = vec![g];
        while let Some(&game) = stack.last() {
            self.check()?;
            let waiting = stack.len();
            for player in Player::BOTH {
                for index in 0..self.arena.options(game, player).len() {
                    let option = self.arena.options(game, player)[index];
                    if self.negative_at_once(option)?.is_none() {
                        stack.push(option);
                    }
                }
            }
            if stack.len() > waiting {
                continue;
            }
            stack.pop();
            // The negatives of canonical options are canonical, and no subgroup holds -g, since
            // none holds g.
            let [left, right] = Player::BOTH.map(|player| {
                let options = self.arena.options(game, player.opponent());
                let negative = |&option: &Game| {
                    let negative = self.negatives.get(option);
                    negative.expect("a game waits until the negatives of its options are known")
                };
                options.iter().map(negative).collect::<Vec<_>>()
            });
            let negative = self.node(&left, &right)?;
            self.remember_negative(game, negative);
        }
        Ok(self.negatives.get(g).expect("the loop ends after the negative of g was remembered"))
    }

    #[inline]
    fn negative_at_once(&mut self, g: Game) -> Result<Option<Game>> {
        self.arena.check(g);
        match self.negatives.get(g) {
            Some(known) => Ok(Some(known)),
            None => self.negative_by_subgroup(g),
        }
    }

    fn negative_by_subgroup(&mut self, g: Game) -> Result<Option<Game>> {
        let negative = self.arena.negate(g)?;
        if let Some(negative) = negative {
            self.bound_negative(g, negative);
            self.remember_negative(g, negative);
        }
        Ok(negative)
    }

    fn remember_negative(&mut self, g: Game, negative: Game) {
        self.negatives.insert(g, negative);
        self.negatives.insert(negative, g);
    }
}
