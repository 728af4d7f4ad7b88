//! Residual coding: a block without what its own moves tell.
//!
//! Most positions of a block are N because some P-position of the same block is
//! an option. A decoder that walks the block in order finds these itself, so
//! that one bit is stored only for a position with no P-option inside the block:
//! 1 when it is P. The bits come in the order of runs, of registers by number
//! of pieces, of words, and inside a word of positions by number of pieces.

use super::program::Program;
use super::register::{RUN, RUN_BITS, Register, Run, Vector, WORD_LEVELS};
use super::settle::near_parents;
use super::sweep::Finish;
use crate::Result;

/// The stored bits of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Residual {
    /// The bits, low bits first; unused bits of the last word are 0.
    pub(crate) words: Vec<u64>,
    /// How many bits there are.
    pub(crate) bits: u64,
}

impl Residual {
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
}

/// Reads bits in order; beyond the end there are zeros, and `position` tells.
#[derive(Debug)]
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

/// The order of the registers of a run in the stored bits.
fn registers_by_pieces() -> Vec<u8> {
    let mut order: Vec<u8> = (0..1 << RUN_BITS).collect();
    order.sort_by_key(|r: &u8| (r.count_ones(), *r));
    order
}

/// The parents of positions of one word by single pieces, for one level at a time.
#[inline(always)]
fn word_parents(p: u64) -> u64 {
    p << 1 | p << 2 | p << 4 | p << 8 | p << 16 | p << 32
}

/// Takes the stored bits of a solved block.
pub(crate) struct Encode {
    order: Vec<u8>,
    pub(crate) residual: Residual,
}

impl Encode {
    pub(crate) fn new() -> Self {
        Self { order: registers_by_pieces(), residual: Residual::default() }
    }
}

impl Finish for Encode {
    #[inline(always)]
    fn start(&mut self, _: usize, _: &Run, n: &mut Run) {
        *n = Run::ZERO;
    }

    #[inline(always)]
    fn finish<V: Vector>(&mut self, program: &Program, n: &Run, run: &mut Run) -> Result<()> {
        for i in 0..RUN {
            let r = usize::from(self.order[i]) % RUN;
            let p = V::load(&run.0[r]);
            let mut covered = V::load(&n.0[r]).or(near_parents::<V>(&program.near[r], run));
            for piece in 0..8 {
                covered = covered.or(p.add_pieces(1 << piece));
            }
            let mut words = Register([0; 4]);
            covered.store(&mut words);
            for w in 0..4 {
                let (covered, p) = (words.0[w], run.0[r].0[w]);
                let (mut bits, mut count) = (0, 0);
                for level in WORD_LEVELS {
                    let open = !covered & level;
                    // A full word is 64 bits: the shift is below 64 unless nothing is left.
                    bits |= V::extract(p, open).checked_shl(count).unwrap_or(0);
                    count += open.count_ones();
                }
                self.residual.push(bits, count);
            }
        }
        Ok(())
    }
}

/// Solves a block again from its stored bits.
pub(crate) struct Decode<'a> {
    order: Vec<u8>,
    reader: BitReader<'a>,
}

impl<'a> Decode<'a> {
    pub(crate) fn new(words: &'a [u64]) -> Self {
        Self { order: registers_by_pieces(), reader: BitReader { words, position: 0 } }
    }

    /// How many bits were taken.
    pub(crate) fn position(&self) -> u64 {
        self.reader.position
    }
}

impl Finish for Decode<'_> {
    #[inline(always)]
    fn start(&mut self, _: usize, _: &Run, n: &mut Run) {
        *n = Run::ZERO;
    }

    #[inline(always)]
    fn finish<V: Vector>(&mut self, program: &Program, n: &Run, run: &mut Run) -> Result<()> {
        for i in 0..RUN {
            let r = usize::from(self.order[i]) % RUN;
            let mut words = Register([0; 4]);
            V::load(&n.0[r]).or(near_parents::<V>(&program.near[r], run)).store(&mut words);
            let mut p = [0; 4];
            for w in 0..4 {
                let mut n = words.0[w];
                if w & 1 != 0 {
                    n |= p[w ^ 1];
                }
                if w & 2 != 0 {
                    n |= p[w ^ 2];
                }
                let mut bits = self.reader.peek();
                let mut taken = 0;
                for level in WORD_LEVELS {
                    let open = !n & level;
                    let count = open.count_ones();
                    let here = V::deposit(bits, open);
                    p[w] |= here;
                    // Carries land on finished levels.
                    n |= word_parents(here);
                    bits = bits.checked_shr(count).unwrap_or(0);
                    taken += count;
                }
                self.reader.position += u64::from(taken);
            }
            run.0[r] = Register(p);
        }
        Ok(())
    }
}
