//! A file as bytes, which the system reads when they are looked at.

use std::io::Result;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a regular file, mapped into memory: a large file is open at once, and of
/// what is never looked at nothing is read.
///
/// Map only files that are written as [`crate::write_whole`] writes them: such a file is
/// replaced and never changed. When another program shortens a file that is mapped, the
/// system ends the process that looks behind its end.
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
    /// As [`crate::open_regular`].
    pub fn open(path: &Path) -> Result<Self> {
        let file = crate::open_regular(path)?;
        if file.metadata()?.len() == 0 {
            // Nothing cannot be mapped.
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
