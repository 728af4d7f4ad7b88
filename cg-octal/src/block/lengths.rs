//! How long the short loops of the hot loop are.
//!
//! They run over a handful of near heaps and moves. With lengths known when the
//! program is compiled they are unrolled whole, which doubles the speed of
//! the fastest games; lists are padded by entries that change nothing.

use super::tables::{Leave, Near, Tables, blank};

/// The lengths of the lists of near heaps, of single moves and of splits.
pub(super) trait Lengths {
    /// Pads the tables and the splits.
    fn pad<const W: usize>(tables: &mut Tables<W>, splits: Vec<usize>) -> Vec<usize>;
    fn near<const W: usize>(near: &[Near<W>]) -> &[Near<W>];
    fn leave<const W: usize>(leave: &[Leave<W>]) -> &[Leave<W>];
    fn split(splits: &[usize]) -> &[usize];
}

/// Any lengths, known at run time.
pub(super) struct Any;

impl Lengths for Any {
    fn pad<const W: usize>(_: &mut Tables<W>, splits: Vec<usize>) -> Vec<usize> {
        splits
    }

    #[inline(always)]
    fn near<const W: usize>(near: &[Near<W>]) -> &[Near<W>] {
        near
    }

    #[inline(always)]
    fn leave<const W: usize>(leave: &[Leave<W>]) -> &[Leave<W>] {
        leave
    }

    #[inline(always)]
    fn split(splits: &[usize]) -> &[usize] {
        splits
    }
}

/// Exactly `N` near heaps, `M` single moves and `S` splits.
pub(super) struct Padded<const N: usize, const M: usize, const S: usize>;

impl<const N: usize, const M: usize, const S: usize> Lengths for Padded<N, M, S> {
    fn pad<const W: usize>(tables: &mut Tables<W>, mut splits: Vec<usize>) -> Vec<usize> {
        tables.near.resize(N, (1, blank()));
        tables.leave.resize(M, (1, [blank(), blank()]));
        // The same split twice marks nothing new.
        let first = splits.first().copied().unwrap_or(0);
        splits.resize(S, first);
        splits
    }

    #[inline(always)]
    fn near<const W: usize>(near: &[Near<W>]) -> &[Near<W>] {
        &near[..N]
    }

    #[inline(always)]
    fn leave<const W: usize>(leave: &[Leave<W>]) -> &[Leave<W>] {
        &leave[..M]
    }

    #[inline(always)]
    fn split(splits: &[usize]) -> &[usize] {
        &splits[..S]
    }
}
