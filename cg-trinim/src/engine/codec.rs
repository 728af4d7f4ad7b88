//! Residual coding: of a block, only the bits are stored that its own moves do not determine.
//!
//! Most positions of a block are N because one of their options is a P-position of the same block.
//! A decoder that goes through the block in order finds most of these positions itself. It does not
//! use moves inside a word. So a bit is stored only for a position without a P-option in another
//! word of the block. The bit is 1 if the position is P.
//!
//! Moves inside a word would save more bits. But they would take most of the decoder's time,
//! because each position would wait for the bits of positions with fewer pieces. The bits are in
//! four streams, one for each word of a register, so no stream waits for its own positions. In each
//! stream the order is that of pages, of registers by number of pieces, and of positions. The bytes
//! of a stream are written in [Huffman's code](super::huffman). Each stream of each chunk has a
//! code of its own, since the share of P-positions depends on the pieces that number the chunk.
//!
//! ```text
//! block  = its chunks, one behind another
//! chunk  = for each of the four streams the number of bits and the bytes of its code (u64 each,
//!          little-endian), then the four codes
//! ```
//!
//! The start of each chunk of a block is stored, too, so several threads can decode.

use super::huffman;
use super::register::{BY_PIECES, PAGE, PAGE_INDEX_BITS, Page, Register, Vector};
use super::sweep::{Finish, Program, near_parents};
use crate::Result;

/// The stored bits of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Residual {
    pub(crate) coded: Vec<u8>,
    /// The start of each chunk, from the first one on.
    pub(crate) starts: Vec<u64>,
}

impl Residual {
    /// The stored bits of a block, joined from those of its chunks.
    pub(crate) fn of_chunks(chunks: Vec<Encode>) -> Self {
        let mut all = Self::default();
        all.coded.reserve_exact(chunks.iter().map(|chunk| chunk.coded.len()).sum());
        for chunk in chunks {
            all.starts.push(all.coded.len() as u64);
            all.coded.extend(chunk.coded);
        }
        all
    }
}

/// The streams of a chunk, one for each word of a register.
const STREAMS: usize = 4;
/// Bytes of a number.
const NUMBER: usize = 8;

/// Twice the number of words in a page's bits of one stream, so no index needs a check.
const WINDOW: usize = 2 << (PAGE_INDEX_BITS - 2 - 6);

/// Collects the stored bits of a chunk, register by register, while the chunk is solved.
pub(crate) struct Encode {
    streams: [Writer; STREAMS],
    /// The coded data, written after the chunk is solved.
    coded: Vec<u8>,
}

/// Writes bits one after another.
struct Writer {
    words: Vec<u64>,
    /// The bits after the whole words, and their number.
    window: Box<[u64; WINDOW]>,
    filled: u64,
}

impl Encode {
    pub(crate) fn new() -> Self {
        let writer = |_| Writer { words: Vec::new(), window: Box::new([0; WINDOW]), filled: 0 };
        Self { streams: std::array::from_fn(writer), coded: Vec::new() }
    }

    /// Adds the stored bits of a register with the P-positions `p`. `covered` are its positions
    /// with a P-option in another register of the block.
    #[inline(always)]
    pub(crate) fn register<V: Vector>(&mut self, covered: V, p: &Register) {
        let mut words = Register([0; 4]);
        covered.store(&mut words);
        let [a, b, c, d] = words.0;
        let [e, f, g, h] = p.0;
        self.streams[0].take::<V>(e, !a);
        self.streams[1].take::<V>(f, !(b | e));
        self.streams[2].take::<V>(g, !(c | e));
        self.streams[3].take::<V>(h, !(d | f | g));
    }

    /// Must be called after the last register of a page.
    pub(crate) fn end_page(&mut self) {
        self.streams.iter_mut().for_each(Writer::end_page);
    }

    /// Must be called after the last page of the chunk.
    pub(crate) fn end(&mut self) {
        let mut codes = Vec::new();
        for stream in &mut self.streams {
            let bits = 64 * stream.words.len() as u64 + stream.filled;
            let mut words = std::mem::take(&mut stream.words);
            words.push(stream.window[0]);
            words.iter_mut().for_each(|word| *word = word.to_le());
            let text: &[u8] = bytemuck::cast_slice(&words);
            let before = codes.len();
            huffman::encode(&text[..bytes_of(bits)], &mut codes);
            self.coded.extend(bits.to_le_bytes());
            self.coded.extend(((codes.len() - before) as u64).to_le_bytes());
        }
        self.coded.extend(codes);
    }
}

impl Writer {
    #[inline(always)]
    fn take<V: Vector>(&mut self, p: u64, open: u64) {
        let bits = V::extract(p, open);
        let (at, used) = place(self.filled);
        self.window[at % WINDOW] |= bits << used;
        self.window[(at + 1) % WINDOW] |= bits >> 1 >> (63 - used);
        self.filled += u64::from(open.count_ones());
    }

    fn end_page(&mut self) {
        let (whole, used) = place(self.filled);
        self.words.extend(&self.window[..whole]);
        let rest = self.window[whole];
        self.window[..=whole].fill(0);
        self.window[0] = rest;
        self.filled = used;
    }
}

/// The number of bytes for `bits` bits.
fn bytes_of(bits: u64) -> usize {
    usize::try_from(bits.div_ceil(8)).expect("the words of a stream are in memory")
}

/// The word of a bit in a page's bits, and its place in the word.
#[inline(always)]
fn place(bit: u64) -> (usize, u64) {
    ((bit / 64) as usize, bit % 64)
}

/// Solves a chunk of a block again from its stored bits. After the end of a stream it reads zeros.
/// Its position then shows that it did.
pub(crate) struct Decode<'a> {
    coded: &'a [u8],
    /// The largest number of bits in a stream.
    most: u64,
    streams: [Reader; STREAMS],
    /// Whether the chunk had a valid code, and each of its bits was used once.
    whole: bool,
}

/// Reads bits one after another.
#[derive(Default)]
struct Reader {
    /// The words of the bits, followed by zeros.
    words: Vec<u64>,
    bits: u64,
    position: u64,
}

impl<'a> Decode<'a> {
    /// A decoder for each chunk of a block with `pages` pages; none if chunks start after their
    /// ends.
    pub(crate) fn of_chunks(residual: &'a Residual, pages: usize) -> Vec<Self> {
        let Residual { coded, starts } = residual;
        let most = ((pages / starts.len().max(1)) << (PAGE_INDEX_BITS - 2)) as u64;
        // Bytes that no address reaches are after the end.
        let places: Vec<usize> = starts
            .iter()
            .map(|&start| usize::try_from(start).unwrap_or(usize::MAX))
            .chain([coded.len()])
            .collect();
        let chunk = |place: &[usize; 2]| {
            let coded = coded.get(place[0]..place[1])?;
            Some(Self { coded, most, streams: Default::default(), whole: false })
        };
        places.array_windows().map(chunk).collect::<Option<_>>().unwrap_or_default()
    }

    /// Whether the whole chunk was read and each bit was used once.
    pub(crate) fn is_whole(&self) -> bool {
        self.whole
    }

    /// Decodes the streams; `None` if a code is invalid.
    fn read(&mut self) -> Option<()> {
        let (numbers, mut codes) = self.coded.split_first_chunk::<{ 2 * NUMBER * STREAMS }>()?;
        let numbers = numbers.as_chunks::<NUMBER>().0;
        let mut coded = [codes; STREAMS];
        for (i, stream) in self.streams.iter_mut().enumerate() {
            let [bits, length] = [numbers[2 * i], numbers[2 * i + 1]].map(u64::from_le_bytes);
            stream.bits = Some(bits).filter(|&bits| bits <= self.most)?;
            stream.words = vec![0; usize::try_from(bits.div_ceil(64)).ok()? + WINDOW];
            (coded[i], codes) = codes.split_at_checked(usize::try_from(length).ok()?)?;
        }
        let [a, b, c, d] = &mut self.streams;
        let mut texts = [a, b, c, d].map(|stream| {
            let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut stream.words);
            &mut bytes[..bytes_of(stream.bits)]
        });
        huffman::decode(coded, &mut texts).filter(|()| codes.is_empty())?;
        for stream in &mut self.streams {
            stream.words.iter_mut().for_each(|word| *word = u64::from_le(*word));
        }
        Some(())
    }
}

impl Reader {
    /// The bits of a page, and their start in the first word.
    #[inline(always)]
    fn page(&self) -> (&[u64; WINDOW], u64) {
        let first = usize::try_from(self.position / 64).unwrap_or(usize::MAX);
        let words = self.words.get(first..).unwrap_or_default();
        (words.first_chunk().unwrap_or(&[0; WINDOW]), self.position % 64)
    }
}

/// Puts the next bits of a window into the places of `open`.
#[inline(always)]
fn put<V: Vector>((window, position): &mut (&[u64; WINDOW], u64), open: u64) -> u64 {
    let (at, used) = place(*position);
    let low = window[at % WINDOW] >> used;
    let high = window[(at + 1) % WINDOW] << 1 << (63 - used);
    *position += u64::from(open.count_ones());
    V::deposit(low | high, open)
}

impl Finish for Decode<'_> {
    fn begin(&mut self) {
        self.whole = self.read().is_some();
    }

    #[inline(always)]
    fn finish<V: Vector>(
        &mut self,
        program: &Program,
        _: usize,
        n: &Page,
        page: &mut Page,
    ) -> Result<()> {
        let [a, b, c, d] = &self.streams;
        let (mut a, mut b, mut c, mut d) = (a.page(), b.page(), c.page(), d.page());
        for &r in &BY_PIECES {
            let r = usize::from(r) % PAGE;
            let mut covered = Register([0; 4]);
            V::load(&n.0[r]).or(near_parents::<V>(program, r, page)).store(&mut covered);
            let words = &mut page.0[r].0;
            words[0] = put::<V>(&mut a, !covered.0[0]);
            words[1] = put::<V>(&mut b, !(covered.0[1] | words[0]));
            words[2] = put::<V>(&mut c, !(covered.0[2] | words[0]));
            words[3] = put::<V>(&mut d, !(covered.0[3] | words[1] | words[2]));
        }
        let taken = [a.1, b.1, c.1, d.1];
        for (stream, taken) in self.streams.iter_mut().zip(taken) {
            stream.position += taken - stream.position % 64;
        }
        Ok(())
    }

    fn end(&mut self) {
        self.whole &= self.streams.iter().all(|stream| stream.position == stream.bits);
        self.streams = Default::default();
    }
}
