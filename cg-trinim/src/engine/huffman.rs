//! Huffman's code in its canonical form: frequent bytes have short codes.
//!
//! ```text
//! coded  = the length of the code of each byte, 0 to 11, in four bits each, low half
//!          first (128 bytes); the codes of the text, one behind another, low bits first
//! ```
//!
//! A byte that does not occur has the code length 0. The codes use the whole code space: if the
//! text repeats one byte, a second, unused byte has a code, too. The last byte is filled with
//! zeros.
//!
//! Four texts are read at the same time, since each byte waits for the byte before it.

use cg_core::Arrange;

/// The length of the longest code.
const LONGEST: u32 = 11;
/// Entries of the table, whose index is the next bits.
const ENTRIES: usize = 1 << LONGEST;
/// The number of bytes for the lengths of the codes.
const LENGTHS: usize = 128;
/// This many bytes are read after each refill of the buffer: their codes have at most 56 bits.
const AT_ONCE: usize = 5;

/// Appends `text` in its code.
pub(crate) fn encode(text: &[u8], coded: &mut Vec<u8>) {
    // Several counts for each byte, so equal neighbours do not wait for each other.
    let mut counts = [[0u64; 256]; AT_ONCE];
    for bytes in text.chunks(AT_ONCE) {
        for (counts, &byte) in counts.iter_mut().zip(bytes) {
            counts[usize::from(byte)] += 1;
        }
    }
    let lengths = lengths(std::array::from_fn(|byte| counts.iter().map(|c| c[byte]).sum()));
    coded.extend(lengths.as_chunks().0.iter().map(|[low, high]| low | high << 4));
    let codes = codes(&lengths);
    let codes: [_; 256] =
        std::array::from_fn(|byte| (u64::from(codes[byte]), u32::from(lengths[byte])));
    let (mut buffer, mut filled) = (0, 0);
    for &byte in text {
        let (code, length) = codes[usize::from(byte)];
        buffer |= code << filled;
        filled += length;
        if filled >= 32 {
            coded.extend(&buffer.to_le_bytes()[..4]);
            (buffer, filled) = (buffer >> 32, filled - 32);
        }
    }
    coded.extend(&buffer.to_le_bytes()[..filled.div_ceil(8) as usize]);
}

/// Reads texts that fill the buffers `texts`, each from its `coded`; `None` if one of them is not
/// the code of a text of that length.
pub(crate) fn decode<const N: usize>(coded: [&[u8]; N], texts: &mut [&mut [u8]; N]) -> Option<()> {
    let mut tables = [[0; ENTRIES]; N];
    let mut cursors = [Cursor::default(); N];
    for i in 0..N {
        let (lengths, code) = coded[i].split_first_chunk()?;
        tables[i] = table(lengths, texts[i].is_empty())?;
        cursors[i].code = code;
    }
    let rounds = texts.iter().map(|text| text.len() / AT_ONCE).min().unwrap_or(0);
    for round in 0..rounds {
        cursors.iter_mut().for_each(Cursor::fill);
        for k in 0..AT_ONCE {
            for i in 0..N {
                texts[i][AT_ONCE * round + k] = cursors[i].next(&tables[i]);
            }
        }
    }
    for i in 0..N {
        for byte in &mut texts[i][AT_ONCE * rounds..] {
            cursors[i].fill();
            *byte = cursors[i].next(&tables[i]);
        }
    }
    cursors.iter().all(Cursor::is_at_end).then_some(())
}

/// A place in a code.
#[derive(Clone, Copy, Default)]
struct Cursor<'a> {
    code: &'a [u8],
    /// The number of bytes of `code` that are in the buffer.
    at: usize,
    /// The next bits, and the number of valid ones.
    buffer: u64,
    filled: u32,
}

impl Cursor<'_> {
    /// Fills the buffer with at least 56 bits. After the end of the code, the bits are zeros.
    #[inline(always)]
    fn fill(&mut self) {
        let rest = self.code.get(self.at..).unwrap_or_default();
        let next = rest
            .first_chunk()
            .copied()
            .unwrap_or_else(|| std::array::from_fn(|i| rest.get(i).copied().unwrap_or_default()));
        self.buffer |= u64::from_le_bytes(next) << self.filled;
        let bytes = (63 - self.filled) / 8;
        self.at += bytes as usize;
        self.filled += 8 * bytes;
    }

    #[inline(always)]
    fn next(&mut self, table: &[u16; ENTRIES]) -> u8 {
        let [low, high, ..] = self.buffer.to_le_bytes();
        let bits = usize::from(u16::from_le_bytes([low, high]));
        let [byte, length] = table[bits % ENTRIES].to_le_bytes();
        self.buffer >>= length;
        self.filled -= u32::from(length);
        byte
    }

    /// Whether all of the code was read, except zeros that fill its last byte, and nothing after
    /// it.
    fn is_at_end(&self) -> bool {
        let bits = 8 * self.at - self.filled as usize;
        bits.div_ceil(8) == self.code.len() && self.buffer == 0
    }
}

/// The lengths of the codes for bytes with these counts; 0 for bytes that do not occur.
fn lengths(mut counts: [u64; 256]) -> [u8; 256] {
    loop {
        let lengths = unbounded_lengths(&counts);
        if lengths.iter().all(|&length| u32::from(length) <= LONGEST) {
            return lengths;
        }
        // This changes the counts of rare bytes most.
        counts.iter_mut().filter(|count| **count > 0).for_each(|count| *count = *count / 2 + 1);
    }
}

/// The lengths of Huffman's code without a bound. If only one byte occurs, another one gets a code,
/// too.
fn unbounded_lengths(counts: &[u64; 256]) -> [u8; 256] {
    // Trees as (count, bytes in it). The two rarest become one, and their codes get longer.
    let mut lengths = [0; 256];
    let mut trees: Vec<(u64, Vec<u8>)> =
        (0..=255).map(|byte| (counts[usize::from(byte)], vec![byte])).filter(|t| t.0 > 0).collect();
    if let [(_, alone)] = trees.as_slice() {
        lengths[usize::from(alone[0])] = 1;
        lengths[usize::from(alone[0] ^ 1)] = 1;
    }
    trees.arrange_by_key(|(count, bytes)| std::cmp::Reverse((*count, bytes[0])));
    while let (Some((a, mut bytes)), Some((b, others))) = (trees.pop(), trees.pop()) {
        bytes.extend(others);
        bytes.iter().for_each(|&byte| lengths[usize::from(byte)] += 1);
        let place = trees.partition_point(|&(count, _)| count > a + b);
        trees.insert(place, (a + b, bytes));
        if trees.len() == 1 {
            break;
        }
    }
    lengths
}

/// The canonical codes of these lengths, with the first bit lowest. Shorter codes come first, then
/// smaller bytes.
fn codes(lengths: &[u8; 256]) -> [u16; 256] {
    let mut codes = [0; 256];
    let mut next = 0u16;
    for length in 1..=LONGEST {
        for byte in (0..256).filter(|&byte| u32::from(lengths[byte]) == length) {
            codes[byte] = next.reverse_bits() >> (16 - length);
            next += 1;
        }
        next <<= 1;
    }
    codes
}

/// Indexed by the next bits: the byte, and above it the length of its code. `None` if the lengths
/// do not make a code. An `empty` text needs no code.
fn table(lengths: &[u8; LENGTHS], empty: bool) -> Option<[u16; ENTRIES]> {
    let lengths: [u8; 256] = std::array::from_fn(|i| lengths[i / 2] >> (4 * (i % 2)) & 15);
    let mut room = 0;
    for length in lengths.into_iter().filter(|&length| length > 0) {
        room += Some(ENTRIES >> length).filter(|&room| room > 0)?;
    }
    if room != ENTRIES && !(room == 0 && empty) {
        return None;
    }
    let mut table = [0; ENTRIES];
    for (byte, (code, length)) in (0..=255).zip(codes(&lengths).into_iter().zip(lengths)) {
        if length > 0 {
            let entry = u16::from_le_bytes([byte, length]);
            table.iter_mut().skip(usize::from(code)).step_by(1 << length).for_each(|e| *e = entry);
        }
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads texts of these lengths.
    fn decoded(coded: [&[u8]; 2], lengths: [usize; 2]) -> Option<[Vec<u8>; 2]> {
        let mut texts = lengths.map(|length| vec![0; length]);
        let [a, b] = &mut texts;
        decode(coded, &mut [a, b]).map(|()| texts)
    }

    fn coded(text: &[u8]) -> Vec<u8> {
        let mut coded = Vec::new();
        encode(text, &mut coded);
        coded
    }

    /// A text whose bytes have Fibonacci's numbers as counts: no text has longer codes.
    fn steep() -> Vec<u8> {
        let mut next = (1, 1);
        (0..20u8)
            .flat_map(|byte| {
                let count = next.0;
                next = (next.1, next.0 + next.1);
                std::iter::repeat_n(byte, count)
            })
            .collect()
    }

    #[test]
    fn codes_are_bounded_and_little_longer_for_it() {
        let text = steep();
        let mut counts = [0; 256];
        text.iter().for_each(|&byte| counts[usize::from(byte)] += 1);
        let cost = |lengths: [u8; 256]| -> u64 {
            lengths.iter().zip(counts).map(|(&length, count)| u64::from(length) * count).sum()
        };
        let (free, bounded) = (unbounded_lengths(&counts), lengths(counts));
        assert_eq!(free.iter().max(), Some(&19));
        assert!(bounded.iter().all(|&length| u32::from(length) <= LONGEST));
        assert!(cost(bounded) > cost(free) && cost(bounded) * 100 < cost(free) * 102);
    }

    #[test]
    fn what_is_no_code_is_refused() {
        let (text, other) = (steep(), vec![7; 100]);
        let (code, alone) = (coded(&text), coded(&other));
        // A text of one repeated byte takes one bit for each.
        assert_eq!(alone.len(), LENGTHS + 13);
        let both = |code: &[u8], length| decoded([code, &alone], [length, 100]);
        assert_eq!(both(&code, text.len()), Some([text.clone(), other]));
        assert_eq!(both(&code[..code.len() - 1], text.len()), None);
        assert_eq!(both(&[&code[..], &[0]].concat(), text.len()), None);
        assert_eq!(both(&code, text.len() + 20), None);
        assert_eq!(both(&code[..LENGTHS - 1], 0), None);
        // A code that is too long, too many short codes, and too few.
        for lengths in [0x0c, 0x11, 0x00] {
            let mut forged = code.clone();
            forged[..2].fill(lengths);
            assert_eq!(both(&forged, text.len()), None);
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            a in prop::collection::vec(any::<u8>(), 0..300),
            b in prop::collection::vec(prop::sample::select(vec![0u8, 0, 0, 0, 0, 9, 255]), 0..2000),
        ) {
            let codes = [coded(&a), coded(&b)];
            let read = decoded([&codes[0], &codes[1]], [a.len(), b.len()]);
            prop_assert_eq!(read, Some([a, b]));
        }
    }
}
