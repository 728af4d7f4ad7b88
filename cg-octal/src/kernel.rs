//! The inner loops of the engines, with AVX2 if the machine has it.
//!
//! Both forms give the same bits. [`Simd::detect`] chooses at run time.

#[cfg(target_arch = "x86_64")]
mod avx2;
/// On other machines no token can be made.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use Portable as Avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
use std::borrow::Cow;

use cg_core::Vectors;
use serde::{Deserialize, Serialize};

/// Heaps that the block engine computes at once.
pub(crate) const LANES: usize = 32;

/// Which form of the inner loops runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Simd {
    /// Plain Rust, on any machine.
    Portable,
    /// 256-bit vectors of x86-64.
    Avx2(Avx2Token),
}

/// Proof that this machine has AVX2: only [`Simd::detect`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2Token(());

impl Simd {
    /// The best form that this machine can run.
    pub fn detect() -> Self {
        if cfg!(target_arch = "x86_64") && Vectors::detect() >= Vectors::Avx2 {
            return Self::Avx2(Avx2Token(()));
        }
        Self::Portable
    }

    /// The name of the form.
    pub fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2(_) => "avx2",
        }
    }
}

/// A stored nim-value: one byte, or two when values grow. The top bit is the
/// class (see [`crate::space`]), so 7 or 15 bits are left for the index.
pub(crate) trait Cell: Copy + Eq + std::fmt::Debug + Send + Sync + 'static {
    /// The class bit, as a number.
    const CLASS: u32;
    fn get(self) -> u32;
    /// The bytes of the cells, the lowest first.
    fn bytes(cells: &[Self]) -> Cow<'_, [u8]>;
    /// Cells from bytes, as [`Self::bytes`] made them.
    fn read(bytes: Vec<u8>) -> Vec<Self>;
    /// The low bits of `code`. The caller has checked that it fits.
    fn put(code: u32) -> Self;
}

impl Cell for u8 {
    const CLASS: u32 = 0x80;

    fn bytes(cells: &[Self]) -> Cow<'_, [u8]> {
        Cow::Borrowed(cells)
    }

    fn read(bytes: Vec<u8>) -> Vec<Self> {
        bytes
    }

    #[inline(always)]
    fn get(self) -> u32 {
        u32::from(self)
    }

    #[inline(always)]
    fn put(code: u32) -> Self {
        code.to_le_bytes()[0]
    }
}

impl Cell for u16 {
    const CLASS: u32 = 0x8000;

    fn bytes(cells: &[Self]) -> Cow<'_, [u8]> {
        cells.iter().flat_map(|cell| cell.to_le_bytes()).collect()
    }

    fn read(bytes: Vec<u8>) -> Vec<Self> {
        let (pairs, _) = bytes.as_chunks::<2>();
        pairs.iter().map(|&pair| Self::from_le_bytes(pair)).collect()
    }

    #[inline(always)]
    fn get(self) -> u32 {
        u32::from(self)
    }

    #[inline(always)]
    fn put(code: u32) -> Self {
        let bytes = code.to_le_bytes();
        Self::from_le_bytes([bytes[0], bytes[1]])
    }
}

/// A heap that is paired with every heap of a block. `back` is its distance from the sum of the
/// pair, and `index` its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Source {
    pub(crate) back: u32,
    pub(crate) index: u32,
}

/// The inner loops, over cells of type `C`.
pub(crate) trait Kernel<C: Cell>: Copy + Send + Sync {
    /// For each source, lane and window `w`, the index of the pair's option is the xor of the
    /// source's index and the cell `back` places before the lane. If it is in `[32 w, 32 w + 32)`,
    /// its bit is set in `marks[w][lane]`. Cells of the other class have the class bit, so they are
    /// in no window. Lane 0 of the block is `cells[at]`. The number of lanes `L` is a multiple of
    /// 8.
    ///
    /// Panics if a source reaches before the slice.
    fn mark<const W: usize, const L: usize>(
        self,
        cells: &[C],
        at: usize,
        sources: &[Source],
        marks: &mut [[u32; L]; W],
    );

    /// Runs `work`, compiled with the instructions of this kernel when it is inlined.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;

    /// The least `i` for which `wanted` is the xor of `front[i]` and the `i`-th cell from the end
    /// of `back`. The slices have the same length.
    fn find(self, front: &[C], back: &[C], wanted: C) -> Option<usize>;

    /// Removes from `open`, a set of codes, the xors of `front[i]` and the `i`-th cell from the end
    /// of `back`, until the set is empty. The slices have the same length. Returns a number of
    /// pairs that is enough for the removed codes.
    fn close(self, front: &[C], back: &[C], open: &mut [u64]) -> usize;
}

/// The inner loop of the strips (see `block::strip`), over cells of one byte.
pub(crate) trait Strips: Kernel<u8> {
    /// The same as [`Kernel::mark`] with one window: the bits of the indices below `4 N` are set in
    /// `marks`. `N` is 4 or 8; `L` is 8, [`LANES`] or `2 * LANES`.
    fn strip<const N: usize, const L: usize>(
        self,
        cells: &[u8],
        at: usize,
        sources: &[Source],
        marks: &mut [u32; L],
    );
}

/// Plain Rust.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

#[cfg(not(target_arch = "x86_64"))]
impl Portable {
    pub(crate) fn new(_: Avx2Token) -> Self {
        Self
    }
}

impl Strips for Portable {
    fn strip<const N: usize, const L: usize>(
        self,
        cells: &[u8],
        at: usize,
        sources: &[Source],
        marks: &mut [u32; L],
    ) {
        const { assert!(N == 4 || N == 8) };
        for source in sources {
            let start = at - source.back as usize;
            for (mark, cell) in marks.iter_mut().zip(&cells[start..start + L]) {
                let index = u32::from(*cell) ^ source.index;
                if (index as usize) < 4 * N {
                    *mark |= 1 << index;
                }
            }
        }
    }
}

impl<C: Cell> Kernel<C> for Portable {
    fn mark<const W: usize, const L: usize>(
        self,
        cells: &[C],
        at: usize,
        sources: &[Source],
        marks: &mut [[u32; L]; W],
    ) {
        for source in sources {
            let start = at - source.back as usize;
            for (lane, cell) in cells[start..start + L].iter().enumerate() {
                let index = cell.get() ^ source.index;
                if let Some(window) = marks.get_mut(index as usize / 32) {
                    window[lane] |= 1 << (index % 32);
                }
            }
        }
    }

    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }

    fn find(self, front: &[C], back: &[C], wanted: C) -> Option<usize> {
        find_pair(front, back, wanted)
    }

    fn close(self, front: &[C], back: &[C], open: &mut [u64]) -> usize {
        close_pairs(front, back, open)
    }
}

/// [`Kernel::close`], pair by pair.
fn close_pairs<C: Cell>(front: &[C], back: &[C], open: &mut [u64]) -> usize {
    let mut left: u32 = open.iter().map(|word| word.count_ones()).sum();
    for (at, (a, b)) in front.iter().zip(back.iter().rev()).enumerate() {
        if left == 0 {
            return at;
        }
        let code = a.get() ^ b.get();
        if let Some(word) = open.get_mut(code as usize / 64) {
            left -= u32::from(*word >> (code % 64) & 1 == 1);
            *word &= !(1 << (code % 64));
        }
    }
    front.len()
}

/// [`Kernel::find`], written so that the compiler can use vectors.
#[inline(always)]
fn find_pair<C: Cell>(front: &[C], back: &[C], wanted: C) -> Option<usize> {
    let (chunks, front_rest) = front.as_chunks::<LANES>();
    let (back_rest, back_chunks) = back.as_rchunks::<LANES>();
    let wanted = wanted.get();
    for (i, (a, b)) in chunks.iter().zip(back_chunks.iter().rev()).enumerate() {
        let mut hit = false;
        for lane in 0..LANES {
            hit |= a[lane].get() ^ b[LANES - 1 - lane].get() == wanted;
        }
        if hit {
            let lane = (0..LANES).find(|&l| a[l].get() ^ b[LANES - 1 - l].get() == wanted);
            return lane.map(|lane| i * LANES + lane);
        }
    }
    let mut rest = front_rest.iter().zip(back_rest.iter().rev());
    let found = rest.position(|(a, b)| a.get() ^ b.get() == wanted);
    found.map(|lane| chunks.len() * LANES + lane)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn both<C: Cell>(cells: &[C], at: usize, sources: &[Source], front: &[C], back: &[C], wanted: C)
    where
        Avx2: Kernel<C>,
    {
        let Simd::Avx2(token) = Simd::detect() else {
            return;
        };
        marks::<C, 1, LANES>(token, cells, at, sources);
        marks::<C, 2, LANES>(token, cells, at, sources);
        marks::<C, 5, LANES>(token, cells, at, sources);
        marks::<C, 8, LANES>(token, cells, at, sources);
        marks::<C, 3, 8>(token, cells, at, sources);
        let slow = (0..front.len())
            .find(|&i| front[i].get() ^ back[back.len() - 1 - i].get() == wanted.get());
        assert_eq!(Portable.find(front, back, wanted), slow);
        assert_eq!(Avx2::new(token).find(front, back, wanted), slow);
    }

    fn marks<C: Cell, const W: usize, const L: usize>(
        token: Avx2Token,
        cells: &[C],
        at: usize,
        sources: &[Source],
    ) where
        Avx2: Kernel<C>,
    {
        let mut plain = [[1; L]; W];
        let mut fast = [[1; L]; W];
        Portable.mark(cells, at, sources, &mut plain);
        Avx2::new(token).mark(cells, at, sources, &mut fast);
        assert_eq!(plain, fast);
    }

    /// The slow oracle: the set of `codes` after all pairs are examined, one by one.
    fn closed<C: Cell>(front: &[C], back: &[C], mut open: Vec<u64>) -> (Vec<u64>, usize) {
        for (at, (a, b)) in front.iter().zip(back.iter().rev()).enumerate() {
            if open.iter().all(|&word| word == 0) {
                return (open, at);
            }
            if let Some(word) = open.get_mut((a.get() ^ b.get()) as usize / 64) {
                *word &= !(1 << ((a.get() ^ b.get()) % 64));
            }
        }
        (open, front.len())
    }

    fn close<C: Cell>(front: &[C], back: &[C], open: &[u64])
    where
        Avx2: Kernel<C>,
    {
        let (want, pairs) = closed(front, back, open.to_vec());
        let mut set = open.to_vec();
        assert_eq!(Portable.close(front, back, &mut set), pairs);
        assert_eq!(set, want);
        let Simd::Avx2(token) = Simd::detect() else {
            return;
        };
        let mut set = open.to_vec();
        let seen = Avx2::new(token).close(front, back, &mut set);
        assert!((pairs..=front.len()).contains(&seen), "{pairs} needed, {seen} seen");
        assert_eq!(set, want);
    }

    proptest! {
        #![proptest_config(cg_properties::cases(256))]

        #[test]
        fn sets_of_codes_are_closed_alike(
            cells in prop::collection::vec(any::<u16>(), 600),
            mask in prop::sample::select(vec![0x8007u16, 0x801f, 0x80ff, 0xffff]),
            length in 0usize..500,
            open in prop::collection::vec(prop::sample::select(vec![0, 1, 5, 1 << 63, u64::MAX]), 0..6),
        ) {
            let wide: Vec<u16> = cells.iter().map(|cell| cell & mask).collect();
            let narrow: Vec<u8> = wide.iter().map(|cell| cell.to_le_bytes()[0]).collect();
            close(&wide[..length], &wide[100..100 + length], &open);
            close(&narrow[..length], &narrow[100..100 + length], &open);
        }

        #[test]
        fn both_forms_give_the_same_bits(
            cells in prop::collection::vec(any::<u16>(), 200),
            backs in prop::collection::vec((0u32..100, 0u32..64), 0..20),
            length in 0usize..100,
            wanted in 0u16..64,
        ) {
            let sources: Vec<Source> = backs.iter().map(|&(back, index)| Source { back, index }).collect();
            let narrow: Vec<u8> = cells.iter().map(|c| c.to_le_bytes()[0] & 0xbf).collect();
            let wide: Vec<u16> = cells.iter().map(|c| c & 0x803f).collect();
            both(&narrow, 120, &sources, &narrow[..length], &narrow[100..100 + length], wanted.to_le_bytes()[0]);
            both(&wide, 120, &sources, &wide[..length], &wide[100..100 + length], wanted);
        }
    }

    fn strips<const N: usize, const L: usize>(cells: &[u8], at: usize, sources: &[Source]) {
        let mut plain = [1 << 3; L];
        let mut slow = [1 << 3; L];
        Portable.strip::<N, L>(cells, at, sources, &mut plain);
        for (lane, mark) in slow.iter_mut().enumerate() {
            for source in sources {
                let index = u32::from(cells[at + lane - source.back as usize]) ^ source.index;
                *mark |= if (index as usize) < 4 * N { 1u32 << index } else { 0 };
            }
        }
        assert_eq!(plain, slow);
        if let Simd::Avx2(token) = Simd::detect() {
            let mut fast = [1 << 3; L];
            Avx2::new(token).strip::<N, L>(cells, at, sources, &mut fast);
            assert_eq!(plain, fast);
        }
    }

    proptest! {
        #![proptest_config(cg_properties::cases(256))]

        #[test]
        fn strips_mark_the_same_bits(
            cells in prop::collection::vec(any::<u8>(), 200),
            small in prop::collection::vec(0u8..40, 200),
            backs in prop::collection::vec((0u32..100, 0u32..256), 0..20),
        ) {
            let sources: Vec<Source> = backs.iter().map(|&(back, index)| Source { back, index }).collect();
            for cells in [&cells, &small] {
                strips::<4, 8>(cells, 120, &sources);
                strips::<8, 8>(cells, 120, &sources);
                strips::<4, 32>(cells, 120, &sources);
                strips::<8, 32>(cells, 120, &sources);
                strips::<4, 64>(cells, 120, &sources);
                strips::<8, 64>(cells, 120, &sources);
            }
        }
    }
}
