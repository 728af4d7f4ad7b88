//! Reading files of a known kind: regular ones, of bounded size.

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// Opens a regular file.
///
/// # Errors
/// Errors of the system; [`ErrorKind::InvalidInput`] for a folder, a pipe or a device.
/// Opening a pipe does not wait for its other end.
pub fn open_regular(path: &Path) -> Result<File> {
    let file = open_at_once(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(Error::new(ErrorKind::InvalidInput, "it is not a regular file"))
    }
}

/// Opens a file. Opening a pipe does not wait for its other end.
pub(crate) fn open_at_once(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    options.open(path)
}

/// The text of a regular file that has at most `most` bytes.
///
/// # Errors
/// The errors of [`open_regular`]; [`ErrorKind::FileTooLarge`]; [`ErrorKind::InvalidData`] if it is
/// not UTF-8.
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    let mut bytes = Vec::new();
    open_regular(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(Error::new(ErrorKind::FileTooLarge, format!("it has more than {most} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| Error::new(ErrorKind::InvalidData, "it is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_regular_files_of_bounded_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let kind = |path: &Path| read_text(path, 3).unwrap_err().kind();
        assert_eq!(kind(Path::new("/dev/zero")), ErrorKind::InvalidInput);
        assert_eq!(kind(folder.path()), ErrorKind::InvalidInput);
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        assert_eq!(kind(&pipe), ErrorKind::InvalidInput);
        let plain = folder.path().join("plain");
        std::fs::write(&plain, "abcd").unwrap();
        assert_eq!(kind(&plain), ErrorKind::FileTooLarge);
        std::fs::write(&plain, [0xff]).unwrap();
        assert_eq!(kind(&plain), ErrorKind::InvalidData);
        std::fs::write(&plain, "abc").unwrap();
        assert_eq!(read_text(&plain, 3).unwrap(), "abc");
    }
}
