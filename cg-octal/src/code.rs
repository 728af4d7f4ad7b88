//! Codes of taking-and-breaking games: `d0.d1d2d3...`.

mod parse;
mod print;
#[cfg(test)]
mod tests;

use crate::{OctalError, Result};

/// The code of a taking-and-breaking game, in normal form.
///
/// Bit `i` of the digit `d_j` says that a player may remove `j` tokens from a
/// heap and leave the rest as exactly `i` non-empty heaps (Winning Ways,
/// chapter 4). Digits up to 3 make a quaternary game, up to 7 an octal one, up
/// to 15 a hexadecimal one; any base is possible. A code may end in a block of
/// digits that repeats for ever.
///
/// Two codes with the same digits are equal: zeros at the end of a finite code
/// are dropped, and a repeating block is as short, and begins as early, as can be.
///
/// ```
/// use cg_octal::Code;
/// let kayles: Code = "0.770".parse().unwrap();
/// assert_eq!(kayles, ".77".parse().unwrap());
/// assert_eq!((kayles.digit(2), kayles.digit(3)), (7, 0));
/// assert_eq!("0.3(33)".parse::<Code>().unwrap().to_string(), ".(3)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code {
    zero: u32,
    head: Vec<u32>,
    tail: Vec<u32>,
}

impl Code {
    /// The most digits a code may have.
    pub const MAX_DIGITS: usize = 4096;

    /// The largest digit: 16 bits, so that a move leaves at most 15 heaps.
    pub const MAX_DIGIT: u32 = 0xffff;

    /// The code with digit `zero` before the point, then `head`, then `tail`
    /// for ever (an empty `tail` for a finite code).
    ///
    /// # Errors
    ///
    /// Too many digits, a digit above [`Self::MAX_DIGIT`], or a digit before
    /// the point that would let a player leave a heap as it is.
    pub fn new(zero: u32, head: Vec<u32>, tail: Vec<u32>) -> Result<Self> {
        if head.len().saturating_add(tail.len()) > Self::MAX_DIGITS {
            return Err(OctalError::TooLong { limit: Self::MAX_DIGITS });
        }
        for &digit in head.iter().chain(&tail).chain([&zero]) {
            if digit > Self::MAX_DIGIT {
                return Err(OctalError::DigitTooBig {
                    digit: u64::from(digit),
                    limit: Self::MAX_DIGIT,
                });
            }
        }
        if zero & 3 != 0 {
            return Err(OctalError::ZeroDigit { digit: zero });
        }
        let mut code = Self { zero, head, tail };
        code.normalise();
        Ok(code)
    }

    /// The subtraction game in which a player removes a number of tokens that
    /// is in `set`: the digit 3 at each place of the set. The number 0 is ignored.
    ///
    /// # Errors
    ///
    /// A number above [`Self::MAX_DIGITS`].
    pub fn subtraction(set: &[u64]) -> Result<Self> {
        Self::new(0, Self::marked(set, 3, 0)?, Vec::new())
    }

    /// The game in which a player removes any positive number of tokens that
    /// is *not* in `set`.
    ///
    /// # Errors
    ///
    /// A number above [`Self::MAX_DIGITS`].
    pub fn all_but(set: &[u64]) -> Result<Self> {
        Self::new(0, Self::marked(set, 0, 3)?, vec![3])
    }

    fn marked(set: &[u64], inside: u32, outside: u32) -> Result<Vec<u32>> {
        let mut digits = Vec::new();
        for &take in set.iter().filter(|&&take| take > 0) {
            let at = usize::try_from(take - 1).unwrap_or(usize::MAX);
            if at >= Self::MAX_DIGITS {
                return Err(OctalError::TooLong { limit: Self::MAX_DIGITS });
            }
            if digits.len() <= at {
                digits.resize(at + 1, outside);
            }
            digits[at] = inside;
        }
        Ok(digits)
    }

    fn normalise(&mut self) {
        if self.tail.iter().all(|&d| d == 0) {
            self.tail.clear();
            while self.head.last() == Some(&0) {
                self.head.pop();
            }
            return;
        }
        let len = self.tail.len();
        let block = (1..=len)
            .find(|&p| len.is_multiple_of(p) && (p..len).all(|i| self.tail[i] == self.tail[i - p]))
            .unwrap_or(len);
        self.tail.truncate(block);
        while self.head.last().is_some() && self.head.last() == self.tail.last() {
            self.head.pop();
            self.tail.rotate_right(1);
        }
    }

    /// The digit for removing `take` tokens.
    pub fn digit(&self, take: u64) -> u32 {
        let Some(at) = take.checked_sub(1) else {
            return self.zero;
        };
        let head = self.head.len() as u64;
        if at < head {
            // The index is below the length of a vector.
            return self.head[usize::try_from(at).unwrap_or(0)];
        }
        if self.tail.is_empty() {
            return 0;
        }
        let at = (at - head) % self.tail.len() as u64;
        self.tail[usize::try_from(at).unwrap_or(0)]
    }

    /// The number of digits behind the point: of a finite code the length `t`,
    /// the most tokens that one move removes; of an infinite one `None`.
    pub fn length(&self) -> Option<usize> {
        self.tail.is_empty().then_some(self.head.len())
    }

    /// The digit before the point.
    pub fn zero_digit(&self) -> u32 {
        self.zero
    }

    /// The digits behind the point up to the repeating block.
    pub fn head(&self) -> &[u32] {
        &self.head
    }

    /// The repeating block; empty for a finite code.
    pub fn tail(&self) -> &[u32] {
        &self.tail
    }

    /// The bits that occur in some digit, joined.
    pub fn all_bits(&self) -> u32 {
        let digits = self.head.iter().chain(&self.tail);
        digits.fold(self.zero, |bits, &digit| bits | digit)
    }

    /// The most heaps that one move can leave: 2 for an octal game that splits.
    pub fn most_parts(&self) -> u32 {
        self.all_bits().checked_ilog2().unwrap_or(0)
    }

    /// The set of a subtraction game: a finite code all of whose digits are 0 or 3.
    ///
    /// ```
    /// let code: cg_octal::Code = ".303".parse().unwrap();
    /// assert_eq!(code.subtraction_set(), Some(vec![1, 3]));
    /// ```
    pub fn subtraction_set(&self) -> Option<Vec<u64>> {
        let plain = self.tail.is_empty() && self.zero == 0 && !self.head.is_empty();
        let plain = plain && self.head.iter().all(|&d| d == 0 || d == 3);
        plain.then(|| places(&self.head, 3))
    }

    /// The set of an all-but game: digits 0 or 3, and 3 for ever.
    ///
    /// ```
    /// let code: cg_octal::Code = "AllBut{2}".parse().unwrap();
    /// assert_eq!(code.all_but_set(), Some(vec![2]));
    /// ```
    pub fn all_but_set(&self) -> Option<Vec<u64>> {
        let plain = self.tail == [3] && self.zero == 0;
        let plain = plain && self.head.iter().all(|&d| d == 0 || d == 3);
        plain.then(|| places(&self.head, 0))
    }
}

/// The places, counted from 1, at which `digits` has `wanted`.
fn places(digits: &[u32], wanted: u32) -> Vec<u64> {
    let places = (1u64..).zip(digits);
    places.filter(|&(_, &digit)| digit == wanted).map(|(place, _)| place).collect()
}
