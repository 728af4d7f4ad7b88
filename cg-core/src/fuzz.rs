//! The targets of fuzzing: each reads any bytes as some input of this crate, and ends quickly. A
//! panic, a hang or a crash is a defect.

use crate::encoding::{Decoder, Encoder, Malformed, decoded, encoded};

#[cfg(test)]
mod tests;

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
