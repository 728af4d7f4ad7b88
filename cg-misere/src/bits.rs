//! Sets of elements as bits.

/// A set of numbers below a fixed number.
///
/// Two sets can be compared or joined only if they have the same number of places.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bits(Box<[u64]>);

impl Bits {
    /// The empty set of numbers below `places`.
    pub(crate) fn new(places: usize) -> Self {
        Self(vec![0; places.div_ceil(64)].into())
    }

    /// All numbers below `places` that satisfy `is_in`.
    pub(crate) fn where_(places: usize, is_in: impl Fn(usize) -> bool) -> Self {
        let word = |at: usize| {
            let from = at * 64;
            (from..places.min(from + 64))
                .fold(0, |word, place| word | u64::from(is_in(place)) << (place - from))
        };
        Self((0..places.div_ceil(64)).map(word).collect())
    }

    /// The places that `row` maps into the set.
    pub(crate) fn pulled_back(&self, row: &[u16]) -> Self {
        let word = |places: &[u16]| {
            let bits = places.iter().zip(0..);
            bits.fold(0, |word, (&place, at)| word | u64::from(self.has(usize::from(place))) << at)
        };
        Self(row.chunks(64).map(word).collect())
    }

    #[inline]
    pub(crate) fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    pub(crate) fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    pub(crate) fn join(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    pub(crate) fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & b == 0)
    }

    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The least common number of both sets.
    pub(crate) fn common(&self, other: &Self) -> Option<usize> {
        let both = self.0.iter().zip(&other.0).enumerate();
        let mut met = both.map(|(at, (a, b))| (at, a & b)).filter(|(_, both)| *both != 0);
        met.next().map(|(at, both)| at * 64 + both.trailing_zeros() as usize)
    }

    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The numbers, in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            std::iter::successors(Some(word).filter(|&word| word != 0), |&word| {
                Some(word & (word - 1)).filter(|&word| word != 0)
            })
            .map(move |word| at * 64 + word.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    use super::*;

    proptest! {
        #![proptest_config(cg_properties::cases(100))]

        #[test]
        fn bits_are_sets(
            a in prop::collection::btree_set(0usize..150, 0..20),
            b in prop::collection::btree_set(0usize..150, 0..150),
        ) {
            let set = |of: &BTreeSet<usize>| Bits::where_(150, |place| of.contains(&place));
            let (left, right) = (set(&a), set(&b));
            prop_assert_eq!(right.count(), b.len());
            prop_assert_eq!(left.is_disjoint(&right), a.is_disjoint(&b));
            prop_assert_eq!(left.is_subset(&right), a.is_subset(&b));
            prop_assert_eq!(left.common(&right), a.intersection(&b).next().copied());
            let row: Vec<u16> = (0..150).map(|place| (place * place + 1) % 150).collect();
            let pulled = left.pulled_back(&row);
            for (place, &to) in row.iter().enumerate() {
                prop_assert_eq!(pulled.has(place), left.has(usize::from(to)));
            }
            let mut joined = left.clone();
            joined.join(&right);
            prop_assert_eq!(joined, set(&(&a | &b)));
            let mut inserted = Bits::new(150);
            a.iter().for_each(|&place| inserted.insert(place));
            prop_assert_eq!(&inserted, &left);
            prop_assert_eq!(left.iter().collect::<BTreeSet<_>>(), a);
        }
    }
}
