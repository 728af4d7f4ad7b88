//! The inner loops of the engines, with AVX2 where the machine has it.
//!
//! Both forms give the same bits; [`Simd::detect`] chooses at run time.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(test)]
mod tests;

/// Elsewhere there is no token to make one with.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use Portable as Avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
use std::borrow::Cow;

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
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
        {
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
pub(crate) trait Cell: Copy + Eq + std::fmt::Debug + 'static {
    /// The class bit, as a number.
    const CLASS: u32;
    fn get(self) -> u32;
    /// The bytes of the cells, the lowest first.
    fn bytes(cells: &[Self]) -> Cow<'_, [u8]>;
    /// Cells from bytes, as [`Self::bytes`] made them.
    fn read(bytes: Vec<u8>) -> Vec<Self>;
    /// The low bits of `code`; the caller has checked that it fits.
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

/// A heap that is paired with every heap of a block: its distance back from
/// the sum of the pair, and its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Source {
    pub(crate) back: u32,
    pub(crate) index: u32,
}

/// The inner loops, over cells of type `C`.
pub(crate) trait Kernel<C: Cell>: Copy {
    /// For each source, lane and window `w`: the index of the pair's option is
    /// the source's index xor the cell `back` before the lane; when it lies in
    /// `[32 w, 32 w + 32)` its bit is set in `marks[w][lane]`. Cells of the
    /// other class have the class bit and so lie in no window. Lane 0 of the
    /// block is `cells[at]`; the number of lanes `L` is a multiple of 8.
    ///
    /// Panics when a source reaches in front of the slice.
    fn mark<const W: usize, const L: usize>(
        self,
        cells: &[C],
        at: usize,
        sources: &[Source],
        marks: &mut [[u32; L]; W],
    );

    /// Runs `work`, compiled with the instructions of this kernel when it is inlined.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;

    /// The least `i` for which the xor of `front[i]` and the `i`-th cell from
    /// the end of `back` is `wanted`; the slices have one length.
    fn find(self, front: &[C], back: &[C], wanted: C) -> Option<usize>;

    /// Takes the xors of `front[i]` and the `i`-th cell from the end of `back` out of
    /// `open`, a set of codes, until it is empty; the slices have one length.
    /// Gives a number of pairs that is enough for what was taken out.
    fn close(self, front: &[C], back: &[C], open: &mut [u64]) -> usize;
}

/// The inner loop of the strips (see `block::strip`), over cells of one byte.
pub(crate) trait Strips: Kernel<u8> {
    /// As [`Kernel::mark`] with one window: the bits of the indices below `4 N` are set in
    /// `marks`. `N` is 4 or 8; `L` is 8, [`LANES`] or twice that.
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
