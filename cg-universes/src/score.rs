//! Exact scores.

use std::cmp::Ordering;
use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use crate::{Result, UniverseError};

/// A score: a fraction in lowest terms. Sums that do not fit are errors.
///
/// ```
/// use cg_universes::Score;
/// let half: Score = "1/2".parse()?;
/// assert_eq!(half.plus("-3/4".parse()?)?.to_string(), "-1/4");
/// assert!(half < Score::from(1));
/// # Ok::<(), cg_universes::UniverseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    numerator: i64,
    denominator: NonZeroU64,
}

impl Score {
    /// No point for anyone.
    pub const ZERO: Score = Score { numerator: 0, denominator: NonZeroU64::MIN };

    /// A fraction.
    ///
    /// # Errors
    /// A denominator of 0, and parts that do not fit into 64 bits.
    pub fn new(numerator: i128, denominator: i128) -> Result<Score> {
        let bits = 63;
        let too_large = || UniverseError::from(cg_core::Error::NumberTooLarge { bits });
        let divisor = greatest_divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).map_err(|_| too_large())? * denominator.signum();
        if denominator == 0 {
            return Err(UniverseError::notation("a score is divided by 0"));
        }
        let numerator = i64::try_from(numerator / divisor).map_err(|_| too_large())?;
        let denominator = u64::try_from(denominator / divisor).map_err(|_| too_large())?;
        if numerator == i64::MIN || i64::try_from(denominator).is_err() {
            return Err(too_large());
        }
        let denominator = NonZeroU64::new(denominator).expect("a quotient of what is not 0");
        Ok(Score { numerator, denominator })
    }

    fn parts(self) -> (i128, i128) {
        (self.numerator.into(), self.denominator.get().into())
    }

    /// The numerator, which has the sign, and the denominator.
    pub fn fraction(self) -> (i64, u64) {
        (self.numerator, self.denominator.get())
    }

    /// The sum.
    ///
    /// # Errors
    /// A sum that does not fit into 64 bits.
    pub fn plus(self, other: Score) -> Result<Score> {
        // Both parts are below 2^63, so that no product overflows.
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        Score::new(a * d + c * b, b * d)
    }

    /// The score with the players exchanged.
    #[must_use]
    pub fn negated(self) -> Score {
        Score { numerator: -self.numerator, denominator: self.denominator }
    }
}

fn greatest_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        let ((a, b), (c, d)) = (self.parts(), other.parts());
        (a * d).cmp(&(c * b))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i32> for Score {
    fn from(points: i32) -> Self {
        Score { numerator: points.into(), denominator: NonZeroU64::MIN }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator.get() {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

impl FromStr for Score {
    type Err = UniverseError;

    fn from_str(text: &str) -> Result<Score> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        let part = |part: &str| part.trim().parse::<i64>();
        match (part(numerator), part(denominator)) {
            (Ok(numerator), Ok(denominator)) => Score::new(numerator.into(), denominator.into()),
            _ => Err(UniverseError::notation(format!("{text:?} is no score"))),
        }
    }
}
