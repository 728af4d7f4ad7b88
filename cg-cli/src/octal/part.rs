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
    /// So many of them, by chance.
    Sample(NonZero<usize>),
}

impl Part {
    /// The items of this part, of `count` items.
    pub(super) fn of(self, count: usize) -> Vec<usize> {
        match self {
            Part::Whole => (0..count).collect(),
            Part::Shard(Shard { index, of }) => (index - 1..count).step_by(of).collect(),
            Part::Sample(sample) => {
                let mut chosen = fastrand::choose_multiple(0..count, sample.get());
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
        let sample = Part::Sample(NonZero::new(4).unwrap()).of(10);
        assert!(sample.len() == 4 && sample.is_sorted_by(|a, b| a < b) && sample[3] < 10);
    }
}
