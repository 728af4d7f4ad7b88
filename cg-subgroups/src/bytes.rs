//! What the subgroups share at their byte borders.

use cg_core::encoding::{self, Decoder, Malformed};
use cg_core::{Error, Result};

/// The value that `read` takes from `bytes`, which must be all of them; the
/// named subgroup's error otherwise.
pub(crate) fn decoded<'a, T>(
    subgroup: &str,
    bytes: &'a [u8],
    read: impl FnOnce(&mut Decoder<'a>) -> std::result::Result<T, Malformed>,
) -> Result<T> {
    encoding::decoded(bytes, read).map_err(|error| Error::subgroup(subgroup, error.to_string()))
}

/// The error for an option that is not there.
pub(crate) fn no_such_option(subgroup: &str, index: u64, count: u64) -> Error {
    Error::subgroup(subgroup, format!("there is no option {index}: there are {count}"))
}
