//! Files that `cg octal` writes.

use std::path::Path;

use super::failure::{Done, Failure};
use crate::file::is_special;

/// Writes `text` to `path`, whole or not at all.
pub(super) fn write(path: &Path, text: &str) -> Done<()> {
    crate::file::write(path, text).map_err(Failure::at(path))
}

/// Refuses a checkpoint at `path` that is something else than a plain file: it is
/// written beside its place and renamed, which would put an end to a device.
pub(super) fn must_be_plain(path: &Path) -> Done<()> {
    if is_special(path) {
        return Err(Failure::Refused(format!(
            "{}: a checkpoint must be a plain file",
            path.display()
        )));
    }
    Ok(())
}
