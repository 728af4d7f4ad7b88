//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes `text` to `path`. A plain file is replaced only when all is written; a device
/// or a pipe is written to as it is.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    if is_special(path) {
        return fs::write(path, text);
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    replace(path, &PathBuf::from(beside), text)
}

fn replace(path: &Path, beside: &Path, text: &str) -> io::Result<()> {
    let written = File::create(beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    let renamed = written.and_then(|()| fs::rename(beside, path));
    if renamed.is_err() {
        // The half-written file is of no use; the error to report is the first one.
        let _ = fs::remove_file(beside);
    }
    renamed
}

/// Whether there is something else than a plain file at `path`.
pub(crate) fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|known| !known.is_file())
}
