//! Sums, differences and multiples.

use cg_core::{Error, Game, Player, Result};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign};

use crate::engine::Engine;

/// A sum g + h under way: the sums of its options, in the order in which
/// [`Engine::summands`] lists them, are pushed one by one.
struct Frame {
    g: Game,
    h: Game,
    done: usize,
    counts: [usize; 4],
    /// Whether g + h is a number plus a game that is none: then the sums with
    /// the options of the latter are the canonical options (number translation).
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
        let mut stack = vec![self.sum_frame(g, h)?];
        let mut sums: Vec<Game> = Vec::new();
        while let Some(frame) = stack.last_mut() {
            let count: usize = frame.counts.iter().sum();
            if frame.done < count {
                let (a, b) = self.summands(frame);
                frame.done += 1;
                match self.sum_at_once(a, b)? {
                    Some(sum) => sums.push(sum),
                    None => {
                        let frame = self.sum_frame(a, b)?;
                        stack.push(frame);
                    }
                }
                continue;
            }
            let lefts = frame.counts[0] + frame.counts[1];
            let (g, h, translates) = (frame.g, frame.h, frame.translates);
            stack.pop();
            let options = sums.split_off(sums.len() - count);
            let (left, right) = options.split_at(lefts);
            let sum =
                if translates { self.canonical(left, right)? } else { self.game(left, right)? };
            self.sums.insert(g, h, sum);
            sums.push(sum);
            self.check()?;
        }
        sums.pop().ok_or_else(|| Error::subgroup("sum", "no sum was left"))
    }

    /// The game with these options, which are canonical.
    fn canonical(&mut self, left: &[Game], right: &[Game]) -> Result<Game> {
        match self.arena.recognise(left, right)? {
            Some(game) => Ok(game),
            None => self.node(left, right),
        }
    }

    /// What needs no look at options.
    #[inline]
    fn sum_at_once(&mut self, g: Game, h: Game) -> Result<Option<Game>> {
        if g == Game::ZERO {
            return Ok(Some(h));
        }
        if h == Game::ZERO {
            return Ok(Some(g));
        }
        let (g, h) = (g.min(h), g.max(h));
        if let Some(known) = self.sums.get(g, h) {
            return Ok(Some(known));
        }
        if self.negatives.get(g) == Some(h) {
            return Ok(Some(Game::ZERO));
        }
        let sum = self.arena.add(g, h)?;
        if let Some(sum) = sum {
            self.sums.insert(g, h, sum);
        }
        Ok(sum)
    }

    fn sum_frame(&mut self, g: Game, h: Game) -> Result<Frame> {
        let (g, h) = (g.min(h), g.max(h));
        let number = |game| Ok::<_, Error>(self.arena.as_number(game)?.is_some());
        // No subgroup holds both, so at most one of them is a number.
        let fixed = match self.numbers_known {
            true => [number(g)?, number(h)?],
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
        Ok(Frame { g, h, done: 0, counts, translates: fixed != [false, false] })
    }

    /// The next sum that `frame` needs: left options of g, left options of h,
    /// then the right ones.
    fn summands(&self, frame: &Frame) -> (Game, Game) {
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

    /// The sum of many games: each subgroup adds its own elements at once.
    ///
    /// # Errors
    /// As [`Engine::add`].
    pub fn sum(&mut self, terms: &[Game]) -> Result<Game> {
        let sums = self.arena.sums_by_home(terms)?;
        let sum = cg_core::by_halves(sums, |g, h| self.add(g, h))?;
        Ok(sum.unwrap_or(Game::ZERO))
    }

    /// g - h.
    ///
    /// # Errors
    /// As [`Engine::add`].
    pub fn subtract(&mut self, g: Game, h: Game) -> Result<Game> {
        if g == h {
            return Ok(Game::ZERO);
        }
        let negative = self.negate(h)?;
        self.add(g, negative)
    }

    /// `count` copies of g (of -g when it is negative), the paper's `m.G`.
    ///
    /// # Errors
    /// As [`Engine::add`].
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
}
