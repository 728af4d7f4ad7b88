//! Trust in a plugin's files: the users who can write them, and whether a library is complete.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::error::PluginError;

/// The files that may be loaded as plugins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Trust {
    /// Files that only the user and the administrator can write. The files and their folders must
    /// belong to one of these. Other users may not write them, nor may a group other than the
    /// owner's own. The owner's own group is the one with the owner's number, as on systems that
    /// give each user a group. On systems without such owners, all files are accepted.
    #[default]
    OwnFiles,
    /// All files, because the user asked for it.
    AllFiles,
}

impl Trust {
    /// Checks the file and its folder. For a link, also the target and its folder.
    pub(crate) fn check(self, path: &Path) -> Result<(), PluginError> {
        if self == Trust::AllFiles {
            return Ok(());
        }
        let unreadable = |source| PluginError::Unreadable { path: path.to_owned(), source };
        let absolute = std::path::absolute(path).map_err(unreadable)?;
        let real = absolute.canonicalize().map_err(unreadable)?;
        let folders = [&absolute, &real].into_iter().filter_map(|path| path.parent());
        folders.chain([&*real]).try_for_each(check_owner)
    }
}

#[cfg(unix)]
fn check_owner(path: &Path) -> Result<(), PluginError> {
    use std::os::unix::fs::MetadataExt;
    let metadata = path
        .metadata()
        .map_err(|source| PluginError::Unreadable { path: path.to_owned(), source })?;
    let user = rustix::process::geteuid().as_raw();
    let (owner, mode) = (metadata.uid(), metadata.mode());
    let who = if owner != user && owner != 0 {
        "belongs to another user"
    } else if mode & 0o002 != 0 {
        "may be written by everybody"
    } else if mode & 0o020 != 0 && metadata.gid() != owner {
        "may be written by a group"
    } else {
        return Ok(());
    };
    Err(PluginError::Untrusted { path: path.to_owned(), who })
}

#[cfg(not(unix))]
fn check_owner(_: &Path) -> Result<(), PluginError> {
    Ok(())
}

/// Refuses a library in the ELF format that ends before its segments do. The system would map it
/// and fail with a bus error at the first access to a missing page.
pub(crate) fn check_library(path: &Path) -> Result<(), PluginError> {
    let read = || -> std::io::Result<bool> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut bytes = Vec::new();
        // The headers of segments are at the beginning, a few of 56 bytes.
        file.by_ref().take(1 << 16).read_to_end(&mut bytes)?;
        Ok(is_whole(&bytes, length))
    };
    match read() {
        Ok(true) => Ok(()),
        Ok(false) => Err(PluginError::Truncated(path.to_owned())),
        Err(source) => Err(PluginError::Unreadable { path: path.to_owned(), source }),
    }
}

/// Whether a file of `length` bytes that begins with `bytes` contains all its segments, if it is a
/// 64-bit little-endian ELF file. The system checks other files.
fn is_whole(bytes: &[u8], length: u64) -> bool {
    // The mark of the format, then 64 bits, little-endian.
    if !bytes.starts_with(b"\x7fELF") || bytes.len() >= 6 && bytes[4..6] != [2, 1] {
        return true;
    }
    let number = |at: usize, size: usize| -> Option<u64> {
        let mut number = [0; 8];
        number[..size].copy_from_slice(bytes.get(at..at.checked_add(size)?)?);
        Some(u64::from_le_bytes(number))
    };
    let whole = || -> Option<bool> {
        let (start, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
        for index in 0..count {
            let header = usize::try_from(start.checked_add(index * size)?).ok()?;
            let (offset, filled) = (number(header + 8, 8)?, number(header.checked_add(32)?, 8)?);
            if offset.checked_add(filled)? > length {
                return Some(false);
            }
        }
        Some(true)
    };
    // If the header has missing bytes or impossible places, the file is not complete.
    whole().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_ends_where_its_segments_do() {
        let mut file = vec![0; 64 + 56];
        file[..6].copy_from_slice(&[0x7f, b'E', b'L', b'F', 2, 1]);
        (file[32], file[54], file[56]) = (64, 56, 1);
        // One segment at byte 16 with 100 bytes.
        (file[64 + 8], file[64 + 32]) = (16, 100);
        assert!(is_whole(&file, 116));
        assert!(!is_whole(&file, 115));
        assert!((4..116).all(|end| !is_whole(&file[..end], end as u64)));
        file[64 + 8..64 + 16].fill(0xff);
        assert!(!is_whole(&file, u64::MAX));
        // The system checks other formats.
        assert!(is_whole(b"MZ and more", 11));
    }

    #[cfg(unix)]
    #[test]
    fn files_that_others_may_write_are_refused() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("cg-trust-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let library = folder.join("library");
        std::fs::write(&library, b"").expect("written");
        let mode = |path: &Path, mode| {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("set");
        };
        let says = || Trust::OwnFiles.check(&library).map_err(|error| error.to_string());
        mode(&folder, 0o755);
        mode(&library, 0o644);
        assert_eq!(says(), Ok(()));
        mode(&library, 0o646);
        assert!(says().unwrap_err().contains("library may be written by everybody"));
        assert!(Trust::AllFiles.check(&library).is_ok());
        mode(&library, 0o644);
        mode(&folder, 0o777);
        assert!(says().unwrap_err().contains("may be written by everybody"));
        mode(&folder, 0o755);
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
