//! Parts of long work: shards, for other processes or machines, and samples.

use std::num::NonZero;
use std::str::FromStr;

/// Every `of`th item, from the one of number `index`, which counts from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    pub(super) index: usize,
    pub(super) of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let parts = parts.and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Shard { index, of }),
            _ => Err("expected I/N with I from 1 to N, such as 2/16".to_owned()),
        }
    }
}

/// Which of the segments of a certificate are verified.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Whole,
    Shard(Shard),
    /// So many of them, by chance: the choice that the number `seed` stands for.
    Sample {
        count: NonZero<usize>,
        seed: u64,
    },
}

impl Part {
    /// A sample, by chance if no seed is given: a short one, which can be typed again.
    pub(super) fn sample(count: NonZero<usize>, seed: Option<u64>) -> Self {
        Part::Sample { count, seed: seed.unwrap_or_else(|| fastrand::u64(..1_000_000_000)) }
    }

    /// The items of this part, of `count` items.
    pub(super) fn of(self, count: usize) -> Vec<usize> {
        match self {
            Part::Whole => (0..count).collect(),
            Part::Shard(Shard { index, of }) => (index - 1..count).step_by(of).collect(),
            Part::Sample { count: wanted, seed } => {
                let mut chance = fastrand::Rng::with_seed(seed);
                let mut chosen = chance.choose_multiple(0..count, wanted.get());
                chosen.sort_unstable();
                chosen
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read_and_cover_all() {
        assert_eq!("2/16".parse(), Ok(Shard { index: 2, of: 16 }));
        for bad in ["", "2", "0/3", "4/3", "1/0", "a/b", "1/2/3"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
        let mut all: Vec<usize> =
            (1..=3).flat_map(|index| Part::Shard(Shard { index, of: 3 }).of(10)).collect();
        all.sort_unstable();
        assert_eq!(all, Part::Whole.of(10));
    }

    #[test]
    fn samples_are_those_of_their_seed() {
        let sample = |seed| Part::sample(NonZero::new(4).unwrap(), seed).of(10);
        for chosen in [sample(None), sample(Some(0)), sample(Some(u64::MAX))] {
            assert!(chosen.len() == 4 && chosen.is_sorted_by(|a, b| a < b) && chosen[3] < 10);
        }
        assert_eq!(sample(Some(7)), sample(Some(7)));
        assert!((0..20).any(|seed| sample(Some(seed)) != sample(Some(7))));
    }
}
