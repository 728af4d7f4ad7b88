//! A file as bytes. The system reads them on access.

use std::io::Result;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a regular file, mapped into memory. A large file opens at once, and parts without
/// access are not read.
///
/// Map only files that are written like [`crate::write_whole`] does: such a file is replaced and
/// never changed. If another program shortens a mapped file, the system ends a process that
/// accesses bytes after the new end.
///
/// ```
/// use std::path::Path;
/// let bytes = cg_files::Mapped::open(Path::new("Cargo.toml"))?;
/// assert!(bytes.as_ref().starts_with(b"[package]"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Mapped(Option<Mmap>);

impl Mapped {
    /// Maps a file.
    ///
    /// # Errors
    /// The errors of [`crate::open_regular`].
    pub fn open(path: &Path) -> Result<Self> {
        let file = crate::open_regular(path)?;
        if file.metadata()?.len() == 0 {
            // An empty file cannot be mapped.
            return Ok(Mapped(None));
        }
        // SAFETY: the map is read only. Its bytes stay as they are as long as nobody writes
        // into the file itself; we replace files and never change them.
        #[expect(unsafe_code, reason = "mapping a file")]
        let map = unsafe { Mmap::map(&file)? };
        Ok(Mapped(Some(map)))
    }
}

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_keeps_the_file_that_it_was_made_of() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        crate::write_whole(&path, |_| Ok(())).unwrap();
        assert_eq!(Mapped::open(&path).unwrap().as_ref(), b"");
        crate::write_whole(&path, |file| file.write_all(b"old")).unwrap();
        let old = Mapped::open(&path).unwrap();
        crate::write_whole(&path, |file| file.write_all(b"newer")).unwrap();
        assert_eq!(old.as_ref(), b"old");
        assert_eq!(Mapped::open(&path).unwrap().as_ref(), b"newer");
        assert!(Mapped::open(folder.path()).is_err());
    }
}
