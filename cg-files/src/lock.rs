//! A lock that one process holds on a file or folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::write::host;

/// The lock is held while this value lives: no other process can take it. It ends with the process,
/// however that ends.
///
/// ```
/// use cg_files::Lock;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("106.state");
/// let lock = Lock::take(&path)?.expect("nobody holds it");
/// let holder = Lock::take(&path)?.unwrap_err();
/// assert!(holder.starts_with("process "));
/// drop(lock);
/// assert!(Lock::take(&path)?.is_ok());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lock {
    /// The open file holds the lock.
    _file: File,
    path: PathBuf,
}

impl Lock {
    /// Takes the lock for `path`, which need not exist. The lock is a file next to it, with `.lock`
    /// after its name. If another process holds it, says at once which: `process 1234 on host`.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn take(path: &Path) -> io::Result<Result<Self, String>> {
        let mut name = path.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        loop {
            let mut options = OpenOptions::new();
            let mut file =
                options.read(true).write(true).create(true).truncate(false).open(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let mut by = String::new();
                    (&mut file).take(1000).read_to_string(&mut by)?;
                    let by = if by.is_empty() { "another process".into() } else { by };
                    return Ok(Err(by));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The previous holder may have removed the file between the two calls.
            if !is_at(&file, &path) {
                continue;
            }
            file.set_len(0)?;
            file.seek(SeekFrom::Start(0))?;
            write!(file, "process {} on {}", std::process::id(), host())?;
            return Ok(Ok(Lock { _file: file, path }));
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A lock file that remains does no harm, because it is not locked.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether the open file still has this name.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let same = |a: &fs::Metadata, b: &fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
        matches!((file.metadata(), fs::metadata(path)), (Ok(open), Ok(named)) if same(&open, &named))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_says_who_holds_it_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let lock = Lock::take(&path).unwrap().unwrap();
        let holder = Lock::take(&path).unwrap().unwrap_err();
        assert!(holder.starts_with(&format!("process {} on ", std::process::id())), "{holder}");
        drop(lock);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        // A file that a killed process left does not prevent the lock.
        fs::write(folder.path().join("state.lock"), "process 1 on nowhere").unwrap();
        Lock::take(&path).unwrap().unwrap();
    }
}
