//! Keys of positions: the numbers by which the Coq library sorts the terms of a state.
//!
//! A key is a positive number, kept as its binary digits without the leading 1, lowest first:
//! as Coq's `positive` builds it.

use std::cmp::Ordering;

/// A positive number, compared by size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Key(Vec<bool>);

impl Key {
    /// 1.
    pub(crate) fn one() -> Self {
        Key::default()
    }

    /// The number above `n`, which may be 0.
    pub(crate) fn above(n: u128) -> Self {
        let Some(number) = n.checked_add(1) else { return Key(vec![false; 128]) };
        let digits = 127 - number.leading_zeros();
        Key((0..digits).map(|digit| number >> digit & 1 == 1).collect())
    }

    /// The number itself, from 1 on.
    pub(crate) fn of(n: u32) -> Self {
        Key::above(u128::from(n) - 1)
    }

    /// Twice the number, and one more or not.
    pub(crate) fn below(self, digit: bool) -> Self {
        let mut digits = vec![digit];
        digits.extend(self.0);
        Key(digits)
    }

    /// The pair of two numbers as one: `glue` of the library.
    pub(crate) fn glue(&self, other: &Key) -> Self {
        let mut digits = Vec::with_capacity(2 * self.0.len() + 2 + other.0.len());
        for &digit in &self.0 {
            match digit {
                true => digits.push(true),
                false => digits.extend([false, false]),
            }
        }
        digits.extend([false, true]);
        digits.extend(&other.0);
        Key(digits)
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_length = self.0.len().cmp(&other.0.len());
        by_length.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_ordered_as_numbers() {
        let keys: Vec<Key> = (0..300).map(Key::above).collect();
        assert!(keys.is_sorted_by(|one, next| one < next));
        assert_eq!(Key::one(), Key::above(0));
        assert_eq!(Key::of(6), Key::of(3).below(false));
        assert_eq!(Key::of(7), Key::of(3).below(true));
        // glue 2 3 = xO (xO (xO (xI 3))): 2 is xO 1.
        let three = Key::of(3);
        let glued = three.clone().below(true).below(false).below(false).below(false);
        assert_eq!(Key::of(2).glue(&three), glued);
    }
}
