//! First cousins: games that act alike with heaps shifted.

use crate::{Code, Result, Rules, nim_values};

impl Code {
    /// The code whose heap of `n` tokens acts like a heap of `n + 1` tokens of this game: its
    /// *first cousin* (Winning Ways, chapter 4). It exists if a single token cannot be moved, that
    /// is, if the first digit is even. Here it is defined only for finite octal codes, and only if
    /// the cousin has at most [`Code::MAX_DIGITS`] digits.
    ///
    /// A part of one token is then worth nothing. So leaving one heap after `j` tokens is leaving
    /// one or no heap after `j`. Leaving two is leaving two, one or no heap after `j + 1`. Taking
    /// the whole of `j` is taking the whole of `j - 1`.
    ///
    /// ```
    /// let cousin = |text: &str| text.parse::<cg_octal::Code>().unwrap().first_cousin();
    /// assert_eq!(cousin(".07").unwrap().to_string(), ".137");
    /// assert_eq!(cousin(".454").unwrap().to_string(), ".1777");
    /// assert_eq!(cousin(".77"), None);
    /// ```
    pub fn first_cousin(&self) -> Option<Self> {
        let length = self.length()?;
        if self.digit(1) & 1 == 1 || self.most_parts() > 2 || self.all_bits() == 0 {
            return None;
        }
        let mut digits = vec![0; length + 2];
        for (take, digit) in (0..=length).zip((0u64..).map(|take| self.digit(take))) {
            // `digits[i]` is the digit for i + 1 tokens.
            if digit & 1 == 1 && take >= 2 {
                digits[take - 2] |= 1;
            }
            if digit & 2 == 2 && take >= 1 {
                digits[take - 1] |= 3;
            }
            if digit & 4 == 4 {
                digits[take] |= 7;
            }
        }
        Self::new(0, digits, Vec::new()).ok()
    }

    /// The code that first cousins reach, with an odd first digit, and the number of tokens by
    /// which heaps are shifted: `G(n + shift)` here is `G(n)` there. A code without a first cousin
    /// is its own standard form.
    ///
    /// ```
    /// let code: cg_octal::Code = ".007".parse().unwrap();
    /// let (standard, shift) = code.standard_form();
    /// assert_eq!((standard.to_string().as_str(), shift), (".11337", 2));
    /// ```
    pub fn standard_form(&self) -> (Self, u64) {
        let mut shift = 0;
        let mut code = self.clone();
        while let Some(cousin) = code.first_cousin() {
            code = cousin;
            shift += 1;
        }
        (code, shift)
    }
}

/// The shift by which two games agree: `G(n)` of the first is `G(n + shift)` of the second for all
/// `n` with both heaps among the first `heaps`. The shift is at most `most` in either direction.
/// The smallest shift is tried first; `None` if no shift works.
///
/// This is a computation, not a proof about larger heaps.
///
/// ```
/// let rules = |text: &str| text.parse::<cg_octal::Rules>().unwrap();
/// let shift = |a: &str, b: &str| cg_octal::agree(&rules(a), &rules(b), 1000, 3).unwrap();
/// assert_eq!(shift(".37", ".6"), Some(1));
/// assert_eq!(shift(".27", ".26"), Some(0));
/// assert_eq!(shift(".27", ".06"), None);
/// ```
///
/// # Errors
///
/// Limits of the engines.
pub fn agree(first: &Rules, second: &Rules, heaps: usize, most: usize) -> Result<Option<i64>> {
    let (a, b) = (nim_values(first, heaps)?, nim_values(second, heaps)?);
    let same = |a: &[u32], b: &[u32], shift: usize| {
        b.get(shift..).is_some_and(|b| !b.is_empty() && a.iter().zip(b).all(|(a, b)| a == b))
    };
    // With a larger shift nothing is left to compare.
    for shift in 0..=most.min(heaps) {
        let size = i64::try_from(shift).expect("no list is longer than 2^63");
        if same(&a, &b, shift) {
            return Ok(Some(size));
        }
        if same(&b, &a, shift) {
            return Ok(Some(-size));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_first_cousin_of_three_digits_acts_alike() {
        let mut cousins = 0;
        for zero in [0, 4] {
            for digits in 0..512u32 {
                let code =
                    Code::new(zero, vec![digits >> 6, digits >> 3 & 7, digits & 7], Vec::new())
                        .unwrap();
                let Some(cousin) = code.first_cousin() else {
                    continue;
                };
                let here = crate::oracle(&code.clone().into(), 60);
                let there = crate::oracle(&cousin.clone().into(), 59);
                assert_eq!(here[1..], there, "{code} and {cousin}");
                cousins += 1;
                let (standard, shift) = code.standard_form();
                assert!(standard.first_cousin().is_none());
                let values = crate::nim_values(&standard.into(), 40).unwrap();
                let own =
                    crate::nim_values(&code.into(), 40 + usize::try_from(shift).unwrap()).unwrap();
                assert_eq!(own[usize::try_from(shift).unwrap()..], values);
            }
        }
        assert!(cousins > 500);
    }

    #[test]
    fn codes_without_a_cousin() {
        for text in [".0", ".(7)", ".8", ".1"] {
            let code: Code = text.parse().unwrap();
            assert_eq!(code.first_cousin(), None, "{text}");
            assert_eq!(code.standard_form(), (code, 0));
        }
    }

    #[test]
    fn shifts_go_both_ways_and_have_limits() {
        let rules = |text: &str| text.parse::<Rules>().unwrap();
        assert_eq!(agree(&rules(".137"), &rules(".07"), 500, 2).unwrap(), Some(1));
        assert_eq!(agree(&rules(".07"), &rules(".137"), 500, 2).unwrap(), Some(-1));
        assert_eq!(agree(&rules(".07"), &rules(".137"), 500, 0).unwrap(), None);
        assert_eq!(agree(&rules(".161"), &rules(".36"), 519, 0).unwrap(), Some(0));
        assert_eq!(agree(&rules(".161"), &rules(".36"), 520, 0).unwrap(), None);
    }
}
