//! Proofs that a sequence is periodic for ever.

use serde::{Deserialize, Serialize};

use crate::Space;

/// How a period is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Method {
    /// By the theorem of Guy and Smith: see [`crate::Period::guy_smith_bound`].
    GuySmith {
        /// All values below this heap were computed.
        bound: u64,
        /// A sparse space in which a checker computes them fast.
        space: Option<Space>,
    },
    /// In an all-but game, by the repetition of the state before heap `from`
    /// at heap `from + period`.
    ///
    /// Let `k` be the largest number that may not be taken. A heap of `n` tokens
    /// can become every heap below `n - k`, and some of the last `k`. With `a` the least value that no heap
    /// below `n - k` has, the values above `a` of those heaps and the last `k` values (where
    /// they are not below `a`), less `a` each, are the state: they decide how the sequence less `a` goes on.
    AllBut {
        /// The heap before which the state is taken.
        from: u64,
    },
    /// By the repetition of a state.
    ///
    /// Let `t` be the length of the code, all rare heaps below `from + period`
    /// be at most `depth - t` and below `from`, and each value below that of a heap
    /// `from <= n < from + period` be excluded by taking without splitting or by a split with a part of at
    /// most `depth - t`, where `from > depth`. If the `depth` values before `from` equal those before
    /// `from + period` (and the period is even when the parity takes part in the
    /// space), then `G(n + period) = G(n)` for all `n >= from - depth`.
    ///
    /// Proof, by induction on `n >= from`: the witness of a value below `G(n)`
    /// uses a small part and one of the last `depth` heaps, so that its shift by
    /// a period is a witness at `n + period`; and an option of `n + period` with
    /// the common value `G(n)` would be a single one of the last heaps, or rare and common, the rare heap
    /// being one of the first, so that its shift back would be an option of `n`.
    StateRepetition {
        /// The heap from which the state repeats.
        from: u64,
        /// The number of last values that make a state.
        depth: u64,
        /// The sparse space.
        space: Space,
    },
}

/// What can be said of a period that holds as far as values are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It holds for ever.
    Proved(Method),
    /// So many heaps must be known, and agree.
    Wait(usize),
    /// No theorem covers this game.
    NoTheorem,
}
