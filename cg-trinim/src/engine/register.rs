//! The memory of the engine: 256 positions in a register, 128 registers in a page, pages in a
//! block; and the operations on registers.

use crate::{Error, Result};
use bytemuck::{Pod, Zeroable};
use memmap2::MmapMut;

/// Index bits inside a register.
pub(crate) const LOW_BITS: u32 = 8;
/// Index bits that number the registers of a page.
pub(crate) const PAGE_BITS: u32 = 7;
/// Registers in a page.
pub(crate) const PAGE: usize = 1 << PAGE_BITS;
/// Index bits inside a page: no block can be smaller.
pub(crate) const PAGE_INDEX_BITS: u32 = LOW_BITS + PAGE_BITS;

/// 256 bits, one for each set of the 8 lowest pieces. Bit `i` of word `j` is index `64 j + i`.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct Register(pub [u64; 4]);

/// 128 registers, 4 KiB: the unit of reading and writing.
#[repr(C, align(4096))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct Page(pub [Register; PAGE]);

impl Page {
    /// A page of zeros.
    pub(crate) const ZERO: Self = Self([Register([0; 4]); PAGE]);
}

/// The registers of a page by number of pieces.
pub(crate) static BY_PIECES: [u8; PAGE] = {
    let mut order = [0; PAGE];
    let (mut level, mut filled) = (0, 0);
    while level <= 7 {
        let mut r = 0u8;
        while (r as usize) < PAGE {
            if r.count_ones() == level {
                order[filled] = r;
                filled += 1;
            }
            r += 1;
        }
        level += 1;
    }
    order
};

/// The indices below 64 with `level` bits set.
const fn word_level(level: u32) -> u64 {
    let (mut mask, mut i) = (0, 0);
    while i < 64u32 {
        if i.count_ones() == level {
            mask |= 1 << i;
        }
        i += 1;
    }
    mask
}

/// For each level 0 to 6, the indices of a word with that many bits set.
pub(crate) const WORD_LEVELS: [u64; 7] = {
    let mut masks = [0; 7];
    let (mut level, mut ones) = (0, 0);
    while level < 7 {
        masks[level] = word_level(ones);
        (level, ones) = (level + 1, ones + 1);
    }
    masks
};

/// For each level 0 to 8, the indices of a register with that many bits set.
pub(crate) const LEVELS: [Register; 9] = {
    let mut masks = [Register([0; 4]); 9];
    let mut level = 0;
    while level < 9 {
        let mut word = 0usize;
        while word < 4 {
            let above = word.count_ones() as usize;
            if level >= above && level - above < 7 {
                masks[level].0[word] = WORD_LEVELS[level - above];
            }
            word += 1;
        }
        level += 1;
    }
    masks
};

/// For each set `s` of low pieces, the indices without any of them: the options
/// of a move that takes `s`.
pub(crate) static WITHOUT: [Register; 256] = {
    let mut masks = [Register([0; 4]); 256];
    let mut s = 0;
    while s < 256 {
        let mut i = 0;
        while i < 256 {
            if i & s == 0 {
                masks[s].0[i / 64] |= 1 << (i % 64);
            }
            i += 1;
        }
        s += 1;
    }
    masks
};

/// One register, or two neighbouring ones, with the operations for moves between pages. Each kind
/// of machine has an implementation, and all give the same bits.
pub(crate) trait Registers: Copy {
    /// The number of registers.
    const COUNT: usize;
    /// Copies the register to all places.
    fn load(register: &Register) -> Self;
    /// The registers of a page from number `r` on, where `r` is a multiple of their count.
    fn at(page: &Page, r: usize) -> Self;
    /// Writes them to the page, at number `r`.
    fn put(self, page: &mut Page, r: usize);
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    /// Shifts each word left by less than 64.
    fn shl_by(self, n: u32) -> Self;
    /// In each register word `j` goes to word `j + 1`, cyclically.
    fn rotate1(self) -> Self;
    /// In each register word `j` goes to word `j + 2`, cyclically.
    fn rotate2(self) -> Self;

    /// Moves the bits of options to the positions that also have the low pieces `s`.
    #[inline(always)]
    fn add_pieces(self, s: u8) -> Self {
        match s >> 6 {
            0 => self.add_pieces_of::<0>(s),
            1 => self.add_pieces_of::<1>(s),
            2 => self.add_pieces_of::<2>(s),
            _ => self.add_pieces_of::<3>(s),
        }
    }

    /// The same for a set whose two highest pieces are `WORDS`.
    #[inline(always)]
    fn add_pieces_of<const WORDS: u8>(self, s: u8) -> Self {
        let kept = self.add_in_words(s);
        match WORDS {
            0 => kept,
            1 => kept.rotate1(),
            2 => kept.rotate2(),
            _ => kept.rotate2().rotate1(),
        }
    }

    /// The same, but the words stay in their places: the two highest pieces are not added.
    #[inline(always)]
    fn add_in_words(self, s: u8) -> Self {
        self.and(Self::load(&WITHOUT[usize::from(s)])).shl_by(u32::from(s & 63))
    }
}

/// A single register, with the operations for moves inside a page.
pub(crate) trait Vector: Registers {
    fn zero() -> Self;
    fn store(self, register: &mut Register);
    /// `!self & mask`.
    fn andnot(self, mask: Self) -> Self;
    /// Shifts each word left.
    fn shl<const N: i32>(self) -> Self;
    /// The bits of `word` at the places of `mask`, packed.
    fn extract(word: u64, mask: u64) -> u64;
    /// The low bits of `bits`, spread to the places of `mask`.
    fn deposit(bits: u64, mask: u64) -> u64;

    /// From `self`, options of one level, to the positions one level up that have one more low
    /// piece.
    ///
    /// If the option already has the piece, the addition carries. Then the bit lands on a position
    /// with at most as many pieces as the option, which is on a finished level.
    #[inline(always)]
    fn parents(self) -> Self {
        let a = self.shl::<1>().or(self.shl::<2>());
        let b = self.shl::<4>().or(self.shl::<8>());
        let c = self.shl::<16>().or(self.shl::<32>());
        let d = self.rotate1().or(self.rotate2());
        a.or(b).or(c.or(d))
    }
}

/// Portable registers: plain words.
#[derive(Clone, Copy)]
pub(crate) struct Portable([u64; 4]);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c, d], [e, g, h, i]) = (self.0, other.0);
        Self([f(a, e), f(b, g), f(c, h), f(d, i)])
    }
}

impl Registers for Portable {
    const COUNT: usize = 1;
    #[inline(always)]
    fn load(register: &Register) -> Self {
        Self(register.0)
    }
    #[inline(always)]
    fn at(page: &Page, r: usize) -> Self {
        Self::load(&page.0[r % PAGE])
    }
    #[inline(always)]
    fn put(self, page: &mut Page, r: usize) {
        self.store(&mut page.0[r % PAGE]);
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn shl_by(self, n: u32) -> Self {
        Self(self.0.map(|w| w << n))
    }
    #[inline(always)]
    fn rotate1(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([d, a, b, c])
    }
    #[inline(always)]
    fn rotate2(self) -> Self {
        let [a, b, c, d] = self.0;
        Self([c, d, a, b])
    }
}

impl Vector for Portable {
    #[inline(always)]
    fn zero() -> Self {
        Self([0; 4])
    }
    #[inline(always)]
    fn store(self, register: &mut Register) {
        register.0 = self.0;
    }
    #[inline(always)]
    fn andnot(self, mask: Self) -> Self {
        self.zip(mask, |a, m| !a & m)
    }
    #[inline(always)]
    fn shl<const N: i32>(self) -> Self {
        Self(self.0.map(|w| w << N))
    }
    #[inline(always)]
    fn extract(word: u64, mut mask: u64) -> u64 {
        let (mut packed, mut place) = (0, 0);
        while mask != 0 {
            packed |= (word >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        packed
    }
    #[inline(always)]
    fn deposit(mut bits: u64, mut mask: u64) -> u64 {
        let mut spread = 0;
        while mask != 0 {
            spread |= (bits & 1) << mask.trailing_zeros();
            bits >>= 1;
            mask &= mask - 1;
        }
        spread
    }
}

/// The bits of one block, initially zero. It uses large pages of memory if the system has them.
#[derive(Debug)]
pub struct Block(MmapMut);

impl Block {
    /// A block of 2^`bits` positions.
    ///
    /// # Errors
    ///
    /// [`Error::NoRoom`] if the system has not enough memory, or if a block is smaller than one
    /// [`Page`].
    pub fn new(bits: u32) -> Result<Self> {
        let bytes = usize::try_from(Self::bytes(bits)).ok().filter(|_| bits >= PAGE_INDEX_BITS);
        let map = bytes.and_then(|b| MmapMut::map_anon(b).ok());
        let map = map.ok_or(Error::NoRoom { needed: Self::bytes(bits) })?;
        #[cfg(target_os = "linux")]
        // Only speed depends on the advice.
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self(map))
    }

    /// The bytes of a block of 2^`bits` positions.
    pub fn bytes(bits: u32) -> u64 {
        1 << bits.saturating_sub(3)
    }

    /// The block as pages.
    pub fn pages(&self) -> &[Page] {
        bytemuck::cast_slice(&self.0)
    }

    /// The block as pages, to be written.
    pub fn pages_mut(&mut self) -> &mut [Page] {
        bytemuck::cast_slice_mut(&mut self.0)
    }

    /// Whether the position with this index in the block is a P-position.
    pub fn get(&self, index: u64) -> bool {
        let words: &[u64] = bytemuck::cast_slice(&self.0);
        usize::try_from(index >> 6).is_ok_and(|w| words[w] >> (index & 63) & 1 == 1)
    }
}
