//! The storage of a run's files: [`BlockStorage`], and a folder as a storage.

use std::io::{ErrorKind, Read, Result};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use cg_files::Lock;

/// Stores the files of a run by their names. A folder is a storage ([`Folder`]). An object store of
/// a cluster can be one, in a crate of its own. Jobs on many machines use a storage at the same
/// time.
///
/// ```
/// use cg_trinim::{BlockStorage, Written};
/// use std::collections::HashMap;
/// use std::io::{Error, ErrorKind, Result};
/// use std::path::PathBuf;
/// use std::sync::Mutex;
/// use std::time::SystemTime;
///
/// #[derive(Debug, Default)]
/// struct Memory(Mutex<HashMap<String, (Vec<u8>, SystemTime)>>);
///
/// impl BlockStorage for Memory {
///     fn place(&self, name: &str) -> PathBuf {
///         PathBuf::from("memory").join(name)
///     }
///     fn read(&self, name: &str, most: u64) -> Result<Vec<u8>> {
///         let files = self.0.lock().expect("no thread panics");
///         let (bytes, _) = files.get(name).ok_or(Error::from(ErrorKind::NotFound))?;
///         Ok(bytes.iter().copied().take(most as usize).collect())
///     }
///     fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
///         let file = (bytes.to_vec(), SystemTime::now());
///         self.0.lock().expect("no thread panics").insert(name.to_owned(), file);
///         Ok(())
///     }
///     fn remove(&self, name: &str) -> Result<()> {
///         self.0.lock().expect("no thread panics").remove(name);
///         Ok(())
///     }
///     fn written(&self, name: &str) -> Result<Option<Written>> {
///         let files = self.0.lock().expect("no thread panics");
///         let written = |(bytes, at): &(Vec<u8>, SystemTime)| Written { bytes: bytes.len() as u64, at: *at };
///         Ok(files.get(name).map(written))
///     }
/// }
///
/// use cg_trinim::{Convention, Folding, Layers, RunOptions, SolveOptions, Store};
/// let folding = Folding::new(Layers::new(7)?, 0b110, true)?;
/// let store = Store::create_in(Box::new(Memory::default()), folding, Convention::Normal)?;
/// let one = RunOptions { blocks: Some(1), ..RunOptions::default() };
/// store.run(&SolveOptions::default(), one, &|_, _, _| ())?;
/// assert_eq!(store.progress()?.done, 1);
/// # Ok::<(), cg_trinim::Error>(())
/// ```
pub trait BlockStorage: std::fmt::Debug + Send + Sync {
    /// The place of the file, for messages.
    fn place(&self, name: &str) -> PathBuf;

    /// The bytes of a file, at most the first `most`.
    ///
    /// # Errors
    /// Errors of the system; [`ErrorKind::NotFound`] if there is no such file.
    fn read(&self, name: &str, most: u64) -> Result<Vec<u8>>;

    /// Writes a file, and replaces an old one of that name. A reader sees the whole old file or the
    /// whole new one.
    ///
    /// # Errors
    /// Errors of the system.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<()>;

    /// Removes a file. It does nothing if there is none.
    ///
    /// # Errors
    /// Errors of the system.
    fn remove(&self, name: &str) -> Result<()>;

    /// Facts about a file, without reading it; `None` if there is no file.
    ///
    /// # Errors
    /// Errors of the system.
    fn written(&self, name: &str) -> Result<Option<Written>>;

    /// Keeps other runs away while the lock lives; or says which other run is at work. A storage
    /// without a lock lets two runs do the same work, with the same result.
    ///
    /// # Errors
    /// Errors of the system.
    fn lock(&self) -> Result<std::result::Result<Option<Lock>, String>> {
        Ok(Ok(None))
    }
}

/// Facts about an existing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its length.
    pub bytes: u64,
    /// The time of writing, by the clock of the storage.
    pub at: SystemTime,
}

/// A folder of a file system, which several machines may share.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// The folder at `path`. It is made when the first file is written.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }
}

/// The time for which another process may write a file before the next attempt.
const PATIENCE: Duration = Duration::from_millis(20);

impl BlockStorage for Folder {
    fn place(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn read(&self, name: &str, most: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        cg_files::open_regular(&self.place(name))?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Also removes what a killed process left of the file. Processes that share the folder may do
    /// the same job: they write one after the other.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        std::fs::create_dir_all(&self.0)?;
        let path = self.place(name);
        let _lock = wait_for_lock(&path)?;
        cg_files::write_whole(&path, |file| file.write_all(bytes))?;
        cg_files::clear_leftovers(&path)
    }

    fn remove(&self, name: &str) -> Result<()> {
        match std::fs::remove_file(self.place(name)) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }

    fn written(&self, name: &str) -> Result<Option<Written>> {
        match std::fs::metadata(self.place(name)) {
            Ok(file) => Ok(Some(Written { bytes: file.len(), at: file.modified()? })),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn lock(&self) -> Result<std::result::Result<Option<Lock>, String>> {
        let manifest = self.0.join(super::MANIFEST);
        let lock = match Lock::take(&manifest)? {
            Ok(lock) => lock,
            Err(holder) => return Ok(Err(holder)),
        };
        // Files that a killed process left are useless.
        cg_files::clear_folder(&self.0)?;
        cg_files::clear_leftovers(&manifest)?;
        Ok(Ok(Some(lock)))
    }
}

fn wait_for_lock(path: &Path) -> Result<Lock> {
    loop {
        match Lock::take(path)? {
            Ok(lock) => return Ok(lock),
            Err(_) => std::thread::sleep(PATIENCE),
        }
    }
}
