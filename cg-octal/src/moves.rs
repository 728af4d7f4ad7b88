//! The moves of a finite octal game, sorted for the engines.

use crate::{OctalError, Result, Rules};

/// The moves of a game in which one move removes boundedly many tokens and
/// leaves at most two heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    /// Numbers of tokens that may be removed as a whole heap.
    pub(crate) whole: Vec<usize>,
    /// Numbers that may be removed so that one heap is left.
    pub(crate) leave: Vec<usize>,
    /// Numbers that may be removed so that two heaps are left.
    pub(crate) split: Vec<usize>,
    /// Whether the two heaps must differ (Grundy's game).
    pub(crate) unequal: bool,
    /// The most tokens that one move removes.
    pub(crate) length: usize,
}

impl Moves {
    pub(crate) fn new(rules: &Rules, engine: &'static str) -> Result<Self> {
        let unsupported = |why| OctalError::Unsupported { engine, game: rules.to_string(), why };
        let Some(code) = rules.code() else {
            return Ok(Self {
                whole: Vec::new(),
                leave: Vec::new(),
                split: vec![0],
                unequal: true,
                length: 0,
            });
        };
        let length = code
            .length()
            .ok_or_else(|| unsupported("its code is infinite; the general engine plays it"))?;
        if code.most_parts() > 2 {
            return Err(unsupported("a move can leave three heaps; the general engine plays it"));
        }
        let with = |bit: u32| {
            let takes = (0..=length).zip((0u64..).map(|take| code.digit(take)));
            takes.filter(|(_, digit)| digit >> bit & 1 == 1).map(|(take, _)| take).collect()
        };
        Ok(Self { whole: with(0), leave: with(1), split: with(2), unequal: false, length })
    }

    /// The largest first part of a split of `sum` tokens.
    pub(crate) fn half(&self, sum: usize) -> usize {
        sum.saturating_sub(usize::from(self.unequal)) / 2
    }

    /// Whether splitting moves remove an odd number of tokens, when all agree.
    pub(crate) fn odd_split(&self) -> Option<bool> {
        let first = self.split.first()? & 1;
        let agree = self.split.iter().all(|take| take & 1 == first);
        agree.then_some(first == 1)
    }
}
