//! What the encodings of all the subgroups share.

use cg_core::encoding::{Decoder, Encoder, Malformed};
use cg_core::{Error, Result};

/// The bytes that `write` appends.
pub(crate) fn encoded(write: impl FnOnce(&mut Encoder)) -> Vec<u8> {
    let mut encoder = Encoder::new();
    write(&mut encoder);
    encoder.finish()
}

/// The value that `read` takes from `bytes`, which must be all of them.
pub(crate) fn decoded<T>(
    subgroup: &str,
    bytes: &[u8],
    read: impl FnOnce(&mut Decoder<'_>) -> Result<T>,
) -> Result<T> {
    let mut decoder = Decoder::new(bytes);
    let value = read(&mut decoder)?;
    decoder.finish().map_err(malformed(subgroup))?;
    Ok(value)
}

/// Turns malformed bytes into the named subgroup's error.
pub(crate) fn malformed(subgroup: &str) -> impl Fn(Malformed) -> Error + '_ {
    move |malformed| Error::subgroup(subgroup, malformed.to_string())
}

/// The error for an option that is not there.
pub(crate) fn no_such_option(subgroup: &str, index: u64, count: u64) -> Error {
    Error::subgroup(subgroup, format!("there is no option {index}: there are {count}"))
}
