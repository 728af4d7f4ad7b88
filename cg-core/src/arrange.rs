//! Sorting that is compiled once, for lists that are usually short.
//!
//! A sort of the standard library takes 3 to 8 KB of code for every sorted type, which is a large
//! part of a small program. [`Arrange`] has a few lines for each type. Short lists are sorted by
//! insertion. For long lists, one sort for all types finds the order of the indices.

use std::cmp::Ordering;

/// Up to this length, insertion is as fast as other methods.
const SHORT: usize = 20;

/// Stable sorts, like those of the standard library.
///
/// ```
/// use cg_core::Arrange;
///
/// let mut words = ["star", "up", "tiny"];
/// words.arrange();
/// assert_eq!(words, ["star", "tiny", "up"]);
/// words.arrange_by_key(|word| word.len());
/// assert_eq!(words, ["up", "star", "tiny"]);
/// ```
pub trait Arrange<T> {
    /// Sorts by `compare`, a total order.
    fn arrange_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts in ascending order.
    fn arrange(&mut self)
    where
        T: Ord,
    {
        self.arrange_by(T::cmp);
    }

    /// Sorts by `key`, which is computed at every comparison.
    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.arrange_by(|a, b| key(a).cmp(&key(b)));
    }
}

impl<T> Arrange<T> for [T] {
    fn arrange_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        if self.len() <= SHORT {
            for end in 1..self.len() {
                let mut at = end;
                while at > 0 && compare(&self[at], &self[at - 1]).is_lt() {
                    self.swap(at, at - 1);
                    at -= 1;
                }
            }
            return;
        }
        let mut from = order(self.len(), &mut |a, b| compare(&self[a], &self[b]));
        // Each cycle of the permutation is followed once; `order` gives the source of each place.
        for start in 0..self.len() {
            let mut at = start;
            while from[at] != start {
                self.swap(at, from[at]);
                at = std::mem::replace(&mut from[at], at);
            }
            from[at] = at;
        }
    }
}

/// The indices `0..length` in the order of their elements.
fn order(length: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_as_the_standard_library_does() {
        let mut state = 1u32;
        for length in (0..60).chain([1000]) {
            for keys in [1, 3, 1 << 20] {
                let mut list: Vec<(u32, usize)> = (0..length)
                    .map(|at| {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        ((state >> 8) % keys, at)
                    })
                    .collect();
                let mut expected = list.clone();
                expected.sort_by_key(|&(key, _)| key);
                list.arrange_by_key(|&(key, _)| key);
                assert_eq!(list, expected);
                expected.sort_by(|a, b| b.cmp(a));
                list.arrange_by(|a, b| b.cmp(a));
                assert_eq!(list, expected);
                expected.sort();
                list.arrange();
                assert_eq!(list, expected);
            }
        }
    }
}
