//! What fuzzing runs: any bytes as what this crate reads. Each function ends quickly on
//! any bytes; a panic, a hang or a crash is a defect.

use std::io::{ErrorKind, Result};
use std::path::PathBuf;
use std::time::SystemTime;

use crate::{BlockFile, BlockStorage, Position, Store, Written};

/// Reads `bytes` as a board; what is read must print in both ways as something that reads
/// as the same. Returns whether it was one.
pub fn board_any(bytes: &[u8]) -> bool {
    let Ok(position) = String::from_utf8_lossy(bytes).parse::<Position>() else {
        return false;
    };
    for printed in [position.to_string(), position.picture()] {
        assert_eq!(printed.parse().ok(), Some(position), "{printed}");
    }
    true
}

/// Reads `bytes` as a block file; then as a header, a line break and a payload, so that
/// fuzzing gets past the checksums. What is read must be written as a file that reads as
/// the same. Returns how many of both were one.
pub fn block_file_any(bytes: &[u8]) -> usize {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let payload = bytes.get(end + 1..).unwrap_or_default();
    let forged = BlockFile::forged(&bytes[..end], payload);
    [Some(bytes), forged.as_deref()].into_iter().flatten().filter(|file| block_file(file)).count()
}

fn block_file(bytes: &[u8]) -> bool {
    let Ok(file) = BlockFile::parse(bytes) else {
        return false;
    };
    assert_eq!(file.words().len() as u64, file.header().bits.div_ceil(64));
    let again = file.to_bytes().ok().and_then(|bytes| BlockFile::parse(&bytes).ok());
    assert_eq!(again, Some(file));
    true
}

/// A storage with one file, whatever it is asked for.
#[derive(Debug)]
struct OneFile(Vec<u8>);

impl BlockStorage for OneFile {
    fn place(&self, name: &str) -> PathBuf {
        name.into()
    }

    fn read(&self, _: &str, most: u64) -> Result<Vec<u8>> {
        Ok(self.0.iter().copied().take(usize::try_from(most).unwrap_or(usize::MAX)).collect())
    }

    fn write(&self, _: &str, _: &[u8]) -> Result<()> {
        Err(ErrorKind::ReadOnlyFilesystem.into())
    }

    fn remove(&self, _: &str) -> Result<()> {
        Err(ErrorKind::ReadOnlyFilesystem.into())
    }

    fn written(&self, _: &str) -> Result<Option<Written>> {
        Ok(Some(Written { bytes: self.0.len() as u64, at: SystemTime::UNIX_EPOCH }))
    }
}

/// Reads `bytes` as the file that says what a folder of block files holds; the run that it
/// describes must find that it is its own. Returns whether it was one.
pub fn manifest_any(bytes: &[u8]) -> bool {
    let storage = || Box::new(OneFile(bytes.to_vec()));
    match Store::open_in(storage()) {
        Ok(store) => {
            let again = Store::create_in(storage(), store.folding().clone(), store.convention());
            assert!(again.is_ok(), "{again:?}");
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}
