//! Small text files: configurations and manifests.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// No such file comes near so many bytes; what has no end (`/dev/zero`) is refused.
const MOST_BYTES: u64 = 1 << 20;

/// The text of the file.
pub(crate) fn read(path: &Path) -> Result<String> {
    let mut text = Vec::new();
    File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MOST_BYTES {
        return Err(Error::new(ErrorKind::FileTooLarge, "it has more than 1 MiB"));
    }
    String::from_utf8(text).map_err(|_| Error::new(ErrorKind::InvalidData, "it is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_file_without_end_is_refused() {
        let error = read(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    }
}
