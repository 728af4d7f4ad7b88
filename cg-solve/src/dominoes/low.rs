//! Lower bounds of games that add up in a few machine operations.
//!
//! A bound of a game G has two halves, and each of them is sound alone:
//!
//! - **Switches.** G is at least a number plus some switches ±s, each size once, since two equal
//!   switches cancel. In a sum of switches both players take the largest one that is left, so
//!   that its winner is known: see [`Total::stop`].
//! - **Walls.** The right wall of G at some temperature t, and above, is at least m. Right walls
//!   add up to at most the right wall of the sum, and a wall falls by at most t from t down to
//!   0. So the right stop of a sum is at least the sum of all m less the largest t, and the left
//!   stop, which is at least each right wall, is at least the sum of all m.

/// Eighths: the unit of numbers and switches.
pub(crate) const UNIT: i32 = 8;

/// The largest size of a switch, in eighths.
pub(super) const LARGEST: i32 = 63;

/// Units of a mean in an eighth.
pub(super) const FINE: i32 = 128;

/// A lower bound of a game in which Left is the player who is tied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Low {
    /// The switches, by their size in eighths.
    pub(super) hot: u64,
    /// The number beside the switches, in eighths.
    pub(super) number: i16,
    /// What the right wall is at least, in units of 1/1024.
    pub(super) mean: i16,
    /// From which temperature on, and one unit more, in units of 1/1024; 0 for a game that is at
    /// least the mean.
    pub(super) drop: i16,
    /// Whether it was worked out; a table begins with bounds that were not.
    pub(super) known: bool,
}

/// A sum of lower bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Total {
    hot: u64,
    number: i32,
    pub(super) mean: i32,
    drop: i32,
}

impl Total {
    /// A number, in eighths.
    #[inline]
    pub(super) fn of_number(number: i32) -> Self {
        Total { hot: 0, number, mean: number * FINE, drop: 0 }
    }

    /// {top | bottom}, two numbers in eighths with an even difference, `top` at least `bottom`.
    pub(super) fn of_switch(top: i32, bottom: i32) -> Self {
        let size = (top - bottom) / 2;
        let (number, drop) = ((top + bottom) / 2, size * FINE + 1);
        Total { hot: 1 << size, number, mean: number * FINE, drop }
    }

    /// What the bounds of both are for the sum of their games.
    #[inline]
    pub(super) fn and(self, other: Total) -> Total {
        Total {
            hot: self.hot ^ other.hot,
            number: self.number + other.number,
            mean: self.mean + other.mean,
            drop: self.drop.max(other.drop),
        }
    }

    /// The same, with a bound from a table.
    #[inline]
    pub(super) fn with(self, low: Low) -> Total {
        self.and(Total {
            hot: low.hot,
            number: low.number.into(),
            mean: low.mean.into(),
            drop: low.drop.into(),
        })
    }

    /// The negative of switches and a number: an exact game, no bound of one.
    pub(super) fn opposite(self) -> Total {
        Total { number: -self.number, mean: -self.mean, ..self }
    }

    /// Which of two bounds is used.
    #[inline]
    pub(super) fn is_better(self, other: Total) -> bool {
        (self.mean, self.number) > (other.mean, other.number)
    }

    /// What who moves first gains when both take the largest switch that is left.
    #[inline]
    fn stop(self) -> i32 {
        let (mut hot, mut stop, mut sign) = (self.hot, 0, 1);
        while let Some(size) = hot.checked_ilog2() {
            hot ^= 1 << size;
            stop += if sign > 0 { size as i32 } else { -(size as i32) };
            sign = -sign;
        }
        stop
    }

    /// Whether who moves first in the switches moves last in them: then the other one is to move
    /// in the number that is left, and in 0 has no move.
    #[inline]
    fn is_odd(self) -> bool {
        self.hot.count_ones() % 2 == 1
    }

    /// Whether it is a number: then the game is at least that number.
    pub(super) fn as_number(self) -> Option<i32> {
        (self.hot == 0).then_some(self.number)
    }

    /// Whether Left wins when moving first.
    #[inline]
    pub(super) fn wins_first(self) -> bool {
        if self.mean > 0 {
            return true;
        }
        let stop = self.number + self.stop();
        stop > 0 || stop == 0 && self.is_odd()
    }

    /// Whether Left wins when moving second: the game is at least 0.
    #[inline]
    pub(super) fn wins_second(self) -> bool {
        if self.mean >= self.drop {
            return true;
        }
        let stop = self.number - self.stop();
        stop > 0 || stop == 0 && !self.is_odd()
    }

    /// A number of eighths that the game is at least.
    pub(super) fn at_least(self) -> i32 {
        let stop = self.number - self.stop() - i32::from(self.is_odd());
        stop.max((self.mean - self.drop).div_euclid(FINE))
    }

    /// A number of eighths such that Left wins the game less the number when moving first.
    pub(super) fn first_at_least(self) -> i32 {
        let stop = self.number + self.stop() - i32::from(!self.is_odd());
        stop.max((self.mean - 1).div_euclid(FINE))
    }

    /// The bound for a table.
    pub(super) fn low(self) -> Low {
        let narrow = |value: i32| i16::try_from(value).expect("a shape has few cells");
        Low {
            hot: self.hot,
            number: narrow(self.number),
            mean: narrow(self.mean),
            drop: narrow(self.drop),
            known: true,
        }
    }

    /// The same game, with what is known of its walls: the mean, and the temperature from which
    /// on it is the right wall, in units of 1/1024; no temperature for a number.
    pub(super) fn or_walls(self, mean: i32, temperature: Option<i32>) -> Total {
        Total { mean, drop: temperature.map_or(0, |temperature| temperature + 1), ..self }
    }
}
