//! The targets of fuzzing: each reads any bytes as some input of this crate, and ends quickly. A
//! panic, a hang or a crash is a defect.
//!
//! [`mutated`] makes the inputs of the short run in the tests of every crate.

use crate::encoding::{Decoder, Encoder, Malformed, decoded, encoded};

/// Reads `bytes` as each part of the byte encoding of elements. It must be written as the same
/// bytes. Returns as how many parts they were read.
pub fn encoding_any(bytes: &[u8]) -> usize {
    let pieces = [
        canonical(bytes, Decoder::count, |encoder, count| encoder.count(*count)),
        canonical(bytes, Decoder::natural, Encoder::natural),
        canonical(bytes, Decoder::integer, Encoder::integer),
        canonical(bytes, Decoder::dyadic, Encoder::dyadic),
        canonical(bytes, Decoder::number_ups_star, Encoder::number_ups_star),
    ];
    pieces.into_iter().filter(|&read| read).count()
}

fn canonical<'a, T>(
    bytes: &'a [u8],
    read: impl FnOnce(&mut Decoder<'a>) -> Result<T, Malformed>,
    write: impl FnOnce(&mut Encoder, &T),
) -> bool {
    match decoded(bytes, read) {
        Ok(piece) => {
            assert_eq!(encoded(|encoder| write(encoder, &piece)), bytes);
            true
        }
        Err(error) => {
            assert!(error.offset <= bytes.len());
            false
        }
    }
}

/// The kept inputs of fuzzing: one input a line, in hexadecimal digits. `scripts/fuzz` writes such
/// files.
///
/// ```
/// assert_eq!(cg_core::fuzz::kept("\n2e37\n"), [b"".to_vec(), b".7".to_vec()]);
/// ```
///
/// # Panics
/// A line that is not such an input.
pub fn kept(lines: &str) -> Vec<Vec<u8>> {
    let byte = |digits: &[u8]| {
        let digits = std::str::from_utf8(digits).ok();
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        byte.expect("a kept input is written in pairs of hexadecimal digits")
    };
    lines.lines().map(|line| line.as_bytes().chunks(2).map(byte).collect()).collect()
}

/// One input of `corpus` with one to four changes: it is cut off, a part of another input is put
/// over or into it, or a byte or a digit is changed. `below` gives a random number below its
/// argument, which is at least 1. An empty corpus gives no bytes.
///
/// ```
/// let corpus = [b"one".to_vec(), b"two".to_vec()];
/// let changed = cg_core::fuzz::mutated(&corpus, &mut |_| 0);
/// assert_eq!(changed, b"");
/// ```
pub fn mutated(corpus: &[Vec<u8>], below: &mut dyn FnMut(usize) -> usize) -> Vec<u8> {
    let Some(mut bytes) = corpus.get(below(corpus.len().max(1))).cloned() else {
        return Vec::new();
    };
    for _ in 0..=below(4) {
        let other = &corpus[below(corpus.len())];
        let from = below(other.len() + 1);
        let part = &other[from..(from + below(30)).min(other.len())];
        let at = below(bytes.len() + 1);
        let end = (at + below(6)).min(bytes.len());
        match below(5) {
            0 => bytes.truncate(at),
            1 => drop(bytes.splice(at..end, part.iter().copied())),
            2 => drop(bytes.splice(at..at, part.iter().copied())),
            kind => {
                if let Some(byte) = bytes.get_mut(at) {
                    let any = below(256).to_le_bytes()[0];
                    *byte = if kind == 3 { any } else { b'0' + any % 10 };
                }
            }
        }
    }
    bytes
}
