//! Residual coding: what is stored of a block is only what its own moves do not tell.
//!
//! Most positions of a block are N because one of their options is a P-position of the
//! same block. A decoder that goes through the block in order finds these positions
//! itself. A bit is stored only for a position without a P-option inside the block; it is
//! 1 when the position is P. The bits come in the order of pages, of registers by number
//! of pieces, of words, and inside a word of positions by number of pieces.
//!
//! The place of a bit depends on all bits before it, so one stream of bits can only be
//! decoded bit after bit. There are four streams. Registers with the same number of pieces
//! use them in turn, and a decoder can work on four registers at the same time. Where each
//! chunk of a block begins in the streams is known too, so that several threads can decode.

use super::register::{PAGE, Page, Register, Vector, WORD_LEVELS};
use super::sweep::{Finish, Program, groups_of_four, near_parents};
use crate::Result;

/// How many registers take turns.
pub(crate) const STREAMS: usize = 4;

/// The stored bits of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Residual {
    pub(crate) streams: [Stream; STREAMS],
    /// The place in each stream where each chunk begins, from the first chunk on.
    pub(crate) starts: Vec<[u64; STREAMS]>,
}

impl Residual {
    /// The stored bits of a block, from those of its chunks.
    pub(crate) fn of_chunks(chunks: Vec<Encode>) -> Self {
        let mut all = Self::default();
        for (i, stream) in all.streams.iter_mut().enumerate() {
            let bits: u64 = chunks.iter().map(|chunk| chunk.streams[i].bits).sum();
            let words = usize::try_from(bits.div_ceil(64));
            stream.words.reserve_exact(words.expect("its chunks are in memory"));
        }
        for chunk in chunks {
            all.starts.push(std::array::from_fn(|i| all.streams[i].bits));
            for (stream, part) in all.streams.iter_mut().zip(&chunk.streams) {
                stream.append(part);
            }
        }
        all
    }

    /// Whether the decoders of its chunks took each bit once.
    pub(crate) fn is_used_up(&self, chunks: &[Decode<'_>]) -> bool {
        let ends =
            self.starts.iter().copied().skip(1).chain([self.streams.each_ref().map(|s| s.bits)]);
        chunks.iter().zip(ends).all(|(chunk, end)| chunk.readers.map(|r| r.position) == end)
    }
}

/// Bits in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stream {
    /// The bits, low bits first; unused bits of the last word are 0.
    pub(crate) words: Vec<u64>,
    /// How many bits there are.
    pub(crate) bits: u64,
}

impl Stream {
    /// Appends the `count` low bits of `bits`, whose other bits are 0.
    #[inline(always)]
    fn push(&mut self, bits: u64, count: u32) {
        if count == 0 {
            return;
        }
        let used = self.bits % 64;
        if used == 0 {
            self.words.push(bits);
        } else {
            if let Some(last) = self.words.last_mut() {
                *last |= bits << used;
            }
            if used + u64::from(count) > 64 {
                self.words.push(bits >> (64 - used));
            }
        }
        self.bits += u64::from(count);
    }

    /// Appends another stream.
    fn append(&mut self, other: &Self) {
        let mut left = other.bits;
        for &word in &other.words {
            let count = left.min(64) as u32;
            self.push(word, count);
            left -= u64::from(count);
        }
    }
}

/// Reads bits in order. Behind the end it reads zeros; `position` shows that it did.
#[derive(Clone, Copy, Debug)]
struct BitReader<'a> {
    words: &'a [u64],
    position: u64,
}

impl BitReader<'_> {
    /// The next 64 bits, not yet taken.
    #[inline(always)]
    fn peek(&self) -> u64 {
        let at = usize::try_from(self.position / 64).unwrap_or(usize::MAX);
        let word = |i: usize| self.words.get(i).copied().unwrap_or(0);
        match self.position % 64 {
            0 => word(at),
            used => word(at) >> used | word(at.saturating_add(1)) << (64 - used),
        }
    }
}

/// The parents of positions of one word by single pieces, for one level at a time.
#[inline(always)]
fn word_parents(p: u64) -> u64 {
    p << 1 | p << 2 | p << 4 | p << 8 | p << 16 | p << 32
}

/// Takes the stored bits of a chunk of a solved block.
pub(crate) struct Encode {
    groups: Vec<[u8; STREAMS]>,
    streams: [Stream; STREAMS],
}

impl Encode {
    pub(crate) fn new() -> Self {
        Self { groups: groups_of_four(), streams: Default::default() }
    }

    #[inline(always)]
    fn register<V: Vector>(&mut self, stream: usize, covered: V, p: &Register) {
        let mut words = Register([0; 4]);
        covered.store(&mut words);
        for w in 0..4 {
            let (mut bits, mut count) = (0, 0);
            for level in WORD_LEVELS {
                let open = !words.0[w] & level;
                // After 64 bits nothing is left to add.
                bits |= V::extract(p.0[w], open).checked_shl(count).unwrap_or(0);
                count += open.count_ones();
            }
            self.streams[stream].push(bits, count);
        }
    }
}

impl Finish for Encode {
    #[inline(always)]
    fn start(&mut self, _: usize, _: &Page, n: &mut Page) {
        *n = Page::ZERO;
    }

    #[inline(always)]
    fn finish<V: Vector>(&mut self, program: &Program, n: &Page, page: &mut Page) -> Result<()> {
        for group in 0..self.groups.len() {
            let group = self.groups[group];
            for (stream, &r) in group.iter().enumerate().take(distinct(group)) {
                let r = usize::from(r) % PAGE;
                let p = V::load(&page.0[r]);
                let mut covered = V::load(&n.0[r]).or(near_parents::<V>(program, r, page));
                for piece in 0..8 {
                    covered = covered.or(p.add_pieces(1 << piece));
                }
                self.register(stream, covered, &page.0[r]);
            }
        }
        Ok(())
    }
}

/// The members of a group without the repetitions that fill it.
#[inline(always)]
fn distinct(group: [u8; STREAMS]) -> usize {
    let mut distinct = 1;
    while distinct < STREAMS && group[distinct] != group[distinct - 1] {
        distinct += 1;
    }
    distinct
}

/// Solves a chunk of a block again from its stored bits.
pub(crate) struct Decode<'a> {
    groups: Vec<[u8; STREAMS]>,
    readers: [BitReader<'a>; STREAMS],
}

impl<'a> Decode<'a> {
    /// A decoder for each chunk.
    pub(crate) fn of_chunks(residual: &'a Residual) -> Vec<Self> {
        let chunk = |start: &[u64; STREAMS]| Self {
            groups: groups_of_four(),
            readers: std::array::from_fn(|i| BitReader {
                words: &residual.streams[i].words,
                position: start[i],
            }),
        };
        residual.starts.iter().map(chunk).collect()
    }

    /// Decodes the first `COUNT` registers of a group, each from its stream.
    #[inline(always)]
    fn group<V: Vector, const COUNT: usize>(
        &mut self,
        group: [u8; STREAMS],
        program: &Program,
        n: &Page,
        page: &mut Page,
    ) {
        let mut words = [Register([0; 4]); COUNT];
        let mut p = [[0u64; 4]; COUNT];
        for i in 0..COUNT {
            let r = usize::from(group[i]) % PAGE;
            V::load(&n.0[r]).or(near_parents::<V>(program, r, page)).store(&mut words[i]);
        }
        for w in 0..4 {
            let (mut n, mut bits, mut taken) = ([0u64; COUNT], [0u64; COUNT], [0u32; COUNT]);
            for i in 0..COUNT {
                let low = if w & 1 == 0 { 0 } else { p[i][w ^ 1] };
                let high = if w & 2 == 0 { 0 } else { p[i][w ^ 2] };
                n[i] = words[i].0[w] | low | high;
                bits[i] = self.readers[i].peek();
            }
            for level in WORD_LEVELS {
                for i in 0..COUNT {
                    let open = !n[i] & level;
                    let count = open.count_ones();
                    let here = V::deposit(bits[i], open);
                    p[i][w] |= here;
                    // Carries land on finished levels.
                    n[i] |= word_parents(here);
                    // No level has more than 20 positions.
                    bits[i] >>= count & 63;
                    taken[i] += count;
                }
            }
            for (reader, taken) in self.readers.iter_mut().zip(taken) {
                reader.position += u64::from(taken);
            }
        }
        for i in 0..COUNT {
            page.0[usize::from(group[i]) % PAGE] = Register(p[i]);
        }
    }
}

impl Finish for Decode<'_> {
    #[inline(always)]
    fn start(&mut self, _: usize, _: &Page, n: &mut Page) {
        *n = Page::ZERO;
    }

    #[inline(always)]
    fn finish<V: Vector>(&mut self, program: &Program, n: &Page, page: &mut Page) -> Result<()> {
        for group in 0..self.groups.len() {
            let group = self.groups[group];
            match distinct(group) {
                1 => self.group::<V, 1>(group, program, n, page),
                2 => self.group::<V, 2>(group, program, n, page),
                3 => self.group::<V, 3>(group, program, n, page),
                _ => self.group::<V, 4>(group, program, n, page),
            }
        }
        Ok(())
    }
}
