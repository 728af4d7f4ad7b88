//! The outcome rule in words.

use dashu_int::{IBig, Sign};

use super::Infinitesimal;

/// How many suffix sums are written out.
const MOST_LISTED: usize = 5;

impl Infinitesimal {
    /// Why this game has its outcome, in words.
    ///
    /// ```
    /// use cg_core::Dyadic;
    /// use cg_subgroups::Infinitesimal;
    /// let up = Infinitesimal::up(&Dyadic::ONE).unwrap();
    /// assert_eq!(
    ///     up.outcome_in_words(),
    ///     "suffix sums of its ups: 1; the first that is not 0 is positive",
    /// );
    /// ```
    pub fn outcome_in_words(&self) -> String {
        if self.is_zero() {
            return "in 0 who moves first loses".to_owned();
        }
        if self.is_nimber() {
            return "a nimber other than 0: who moves first moves to 0".to_owned();
        }
        if !self.is_sumber() {
            let total = self.total();
            let so = match total.sign() {
                _ if total.is_zero() => "who moves first wins",
                Sign::Positive => "positive",
                Sign::Negative => "negative",
            };
            return format!("with *n, n >= 2, the sum of its ups decides: {total}, {so}");
        }
        let first = self.total();
        if self.nimber.is_zero() {
            let (sums, decisive) = self.suffix_sums(&IBig::ZERO);
            let sign = if decisive.sign() == Sign::Negative { "negative" } else { "positive" };
            return format!("suffix sums of its ups: {sums}; the first that is not 0 is {sign}");
        }
        // With a star: 1, ..., 1 and then 2 or more is positive.
        let level = if first.sign() == Sign::Negative { IBig::NEG_ONE } else { IBig::ONE };
        let (sums, decisive) = self.suffix_sums(&level);
        let so = match level.sign() {
            Sign::Positive if decisive > level => "they do, so Left wins",
            Sign::Negative if decisive < level => "their negatives do, so Right wins",
            _ => "neither they nor their negatives do, so who moves first wins",
        };
        format!(
            "suffix sums of its ups: {sums}; to outweigh * they must run 1, ..., 1 \
             and then 2 or more: {so}"
        )
    }

    /// The suffix sums of the coefficients by increasing order, up to the first
    /// that is not `level`; and this one, which behind the last term is 0.
    fn suffix_sums(&self, level: &IBig) -> (String, IBig) {
        let mut suffix = self.total();
        let mut sums = Vec::new();
        for term in &self.terms {
            sums.push(suffix.to_string());
            if suffix != *level {
                break;
            }
            suffix -= &term.coefficient;
        }
        if sums.len() > MOST_LISTED {
            let last = sums.pop().unwrap_or_default();
            sums.truncate(MOST_LISTED - 2);
            sums.extend(["...".to_owned(), last]);
        }
        (sums.join(", "), suffix)
    }
}
