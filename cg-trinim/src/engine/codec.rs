//! Residual coding: what is stored of a block is only what its own moves do not tell.
//!
//! Most positions of a block are N because one of their options is a P-position of the
//! same block. A decoder that goes through the block in order finds these positions
//! itself, all but those that only a move inside a register tells. A bit is stored only
//! for a position without a P-option in another register of the block; it is 1 when the
//! position is P. The bits come in the order of pages, of registers by number of pieces, of
//! words, and of positions.
//!
//! The moves inside a register would spare one bit in six, and take most of the decoder's
//! time: each position would wait for the bits of those with fewer pieces.
//!
//! Where each chunk of a block begins is known too, so that several threads can decode.

use super::register::{BY_PIECES, PAGE, PAGE_INDEX_BITS, Page, Register, Vector};
use super::sweep::{Finish, Program, near_parents};
use crate::Result;

/// The stored bits of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Residual {
    pub(crate) stream: Stream,
    /// The place where each chunk begins, from the first chunk on.
    pub(crate) starts: Vec<u64>,
}

impl Residual {
    /// The stored bits of a block, from those of its chunks.
    pub(crate) fn of_chunks(chunks: Vec<Encode>) -> Self {
        let mut all = Self::default();
        let chunks: Vec<Stream> = chunks.into_iter().map(Encode::finish).collect();
        let bits: u64 = chunks.iter().map(|chunk| chunk.bits).sum();
        let words = usize::try_from(bits.div_ceil(64)).expect("its chunks are in memory");
        all.stream.words.reserve_exact(words);
        for chunk in chunks {
            all.starts.push(all.stream.bits);
            all.stream.append(&chunk);
        }
        all
    }

    /// Whether the decoders of its chunks took each bit once.
    pub(crate) fn is_used_up(&self, chunks: &[Decode<'_>]) -> bool {
        let ends = self.starts.iter().copied().skip(1).chain([self.stream.bits]);
        chunks.iter().zip(ends).all(|(chunk, end)| chunk.position == end)
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
    /// Appends another stream.
    fn append(&mut self, other: &Self) {
        let used = self.bits % 64;
        self.bits += other.bits;
        if used == 0 {
            self.words.extend(&other.words);
            return;
        }
        for &word in &other.words {
            let last = self.words.last_mut().expect("it has bits that fill no whole word");
            *last |= word << used;
            self.words.push(word >> (64 - used));
        }
        self.words.truncate(usize::try_from(self.bits.div_ceil(64)).expect("it is in memory"));
    }
}

/// Words that the bits of a page lie in, and as many again: no index needs a check.
const WINDOW: usize = 2 << (PAGE_INDEX_BITS - 6);

/// Takes the stored bits of a chunk while it is solved, register by register.
pub(crate) struct Encode {
    stream: Stream,
    /// The bits behind the whole words of `stream`, and how many there are.
    window: Box<[u64; WINDOW]>,
    filled: u64,
}

impl Encode {
    pub(crate) fn new() -> Self {
        Self { stream: Stream::default(), window: Box::new([0; WINDOW]), filled: 0 }
    }

    /// Takes those of a register with the P-positions `p`; `covered` are its positions with
    /// a P-option in another register of the block.
    #[inline(always)]
    pub(crate) fn register<V: Vector>(&mut self, covered: V, p: &Register) {
        let mut words = Register([0; 4]);
        covered.store(&mut words);
        for w in 0..4 {
            let open = !words.0[w];
            let bits = V::extract(p.0[w], open);
            let (at, used) = place(self.filled);
            self.window[at % WINDOW] |= bits << used;
            self.window[(at + 1) % WINDOW] |= bits >> 1 >> (63 - used);
            self.filled += u64::from(open.count_ones());
        }
    }

    /// To be called after the last register of a page.
    pub(crate) fn end_page(&mut self) {
        let (whole, used) = place(self.filled);
        self.stream.words.extend(&self.window[..whole]);
        let rest = self.window[whole];
        self.window[..=whole].fill(0);
        self.window[0] = rest;
        self.filled = used;
    }

    /// The bits of the pages so far.
    fn finish(mut self) -> Stream {
        self.stream.bits = 64 * self.stream.words.len() as u64 + self.filled;
        self.stream.words.extend((self.filled > 0).then_some(self.window[0]));
        self.stream
    }
}

/// The word and the bit in it of a place in a page's bits.
#[inline(always)]
fn place(bit: u64) -> (usize, u64) {
    ((bit / 64) as usize, bit % 64)
}

/// Solves a chunk of a block again from its stored bits. Behind the end of the stream it
/// reads zeros; its position shows that it did.
pub(crate) struct Decode<'a> {
    words: &'a [u64],
    position: u64,
    window: Box<[u64; WINDOW]>,
}

impl<'a> Decode<'a> {
    /// A decoder for each chunk.
    pub(crate) fn of_chunks(residual: &'a Residual) -> Vec<Self> {
        let chunk = |&position: &u64| Self {
            words: &residual.stream.words,
            position,
            window: Box::new([0; WINDOW]),
        };
        residual.starts.iter().map(chunk).collect()
    }
}

impl Finish for Decode<'_> {
    #[inline(always)]
    fn start(&mut self, _: usize, _: &Page, n: &mut Page) {
        *n = Page::ZERO;
    }

    #[inline(always)]
    fn finish<V: Vector>(&mut self, program: &Program, n: &Page, page: &mut Page) -> Result<()> {
        let first = usize::try_from(self.position / 64).unwrap_or(usize::MAX);
        let rest = self.words.get(first..).unwrap_or_default();
        let window = match rest.first_chunk() {
            Some(window) => window,
            None => {
                self.window.fill(0);
                self.window[..rest.len()].copy_from_slice(rest);
                &*self.window
            }
        };
        let mut position = self.position % 64;
        for &r in &BY_PIECES {
            let r = usize::from(r) % PAGE;
            let mut covered = Register([0; 4]);
            V::load(&n.0[r]).or(near_parents::<V>(program, r, page)).store(&mut covered);
            for w in 0..4 {
                let open = !covered.0[w];
                let (at, used) = place(position);
                let low = window[at % WINDOW] >> used;
                let high = window[(at + 1) % WINDOW] << 1 << (63 - used);
                page.0[r].0[w] = V::deposit(low | high, open);
                position += u64::from(open.count_ones());
            }
        }
        self.position += position - self.position % 64;
        Ok(())
    }
}
