//! The targets of fuzzing: each reads any bytes as some input of this crate, and ends quickly. A
//! panic, a hang or a crash is a defect.

use std::io::ErrorKind;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::SystemTime;

use crate::engine::{BlockSolver, Residual};
use crate::verify::Checker;
use crate::{
    Block, BlockFile, BlockStorage, Convention, Error, Folding, Layers, Layout, PieceCounts,
    Position, SolveOptions, Store, Written,
};

#[cfg(test)]
mod tests;

/// Reads `bytes` as a board. Both printed forms must be read as the same board. Returns whether it
/// was a board.
pub fn board_any(bytes: &[u8]) -> bool {
    let Ok(position) = String::from_utf8_lossy(bytes).parse::<Position>() else {
        return false;
    };
    for printed in [position.to_string(), position.picture()] {
        assert_eq!(printed.parse().ok(), Some(position), "{printed}");
    }
    true
}

/// Reads `bytes` as a block file, and then as a header, a line break and a payload, so that fuzzing
/// passes the checksums. A file that is read must be written as a file that is read as the same.
/// Returns how many of the two were read.
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
    assert_eq!(file.payload().len() as u64, file.header().bytes);
    let again = file.to_bytes().ok().and_then(|bytes| BlockFile::parse(&bytes).ok());
    assert_eq!(again, Some(file));
    true
}

/// The layout of a small block, of two pages: of seven layers, ten pieces of which no two are
/// adjacent, and six more.
fn small_block() -> (Folding, Layout) {
    const INSIDE: [u32; 16] = [0, 4, 6, 9, 12, 16, 19, 21, 24, 27, 1, 2, 3, 5, 7, 8];
    let layers = Layers::new(7).expect("there are boards of seven layers");
    let inside = INSIDE.iter().fold(0, |set, piece| set | 1 << piece);
    let folding = Folding::new(layers, layers.full() & !inside, false);
    let folding = folding.expect("no symmetry is asked for");
    let layout = Layout::of_files(&folding).expect("the pieces inside are apart");
    (folding, layout)
}

/// Runs `work` with a solver of small blocks and an empty block.
fn on_small_block<T>(work: impl FnOnce(&BlockSolver<'_>, &mut Block) -> Result<T, Error>) -> T {
    let (folding, layout) = small_block();
    let options = SolveOptions { threads: NonZero::<usize>::MIN, ..SolveOptions::default() };
    let mut block = Block::new(layout.local_bits()).expect("a block of 8 KiB has room");
    BlockSolver::new(&folding, &layout, &options, 0, 1, 1)
        .and_then(|solver| work(&solver, &mut block))
        .expect("blocks without symmetries have no images, and nothing interrupts")
}

/// The stored form of a small block, which [`residual_any`] reads.
pub fn residual() -> Vec<u8> {
    on_small_block(|solver, block| solver.settle(0, Convention::Normal, block)).coded
}

/// Reads `bytes` as the stored form of a small block, with the decoder of the engine and with that
/// of the verification. Both must find the same positions, or both must refuse. Returns whether
/// they were read.
pub fn residual_any(bytes: &[u8]) -> bool {
    let (folding, layout) = small_block();
    let residual = Residual { coded: bytes.to_vec(), starts: vec![0] };
    let found = on_small_block(|solver, block| {
        let whole = solver.decode(&residual, block)?;
        Ok(whole.then(|| bytemuck::cast_slice::<_, u64>(block.pages()).to_vec()))
    });
    let checker = Checker::of_folding(&folding, &layout, Convention::Normal);
    let counts = PieceCounts::new(layout.layers());
    let file = BlockFile::new(&layout, Convention::Normal, 0, &counts, 0, residual);
    assert_eq!(found, checker.decode(&file).ok());
    found.is_some()
}

/// A storage with one file, which has every name.
#[derive(Debug)]
struct OneFile(Vec<u8>);

impl BlockStorage for OneFile {
    fn place(&self, name: &str) -> PathBuf {
        name.into()
    }

    fn read(&self, _: &str, most: u64) -> std::io::Result<Vec<u8>> {
        Ok(self.0.iter().copied().take(usize::try_from(most).unwrap_or(usize::MAX)).collect())
    }

    fn write(&self, _: &str, _: &[u8]) -> std::io::Result<()> {
        Err(ErrorKind::ReadOnlyFilesystem.into())
    }

    fn remove(&self, _: &str) -> std::io::Result<()> {
        Err(ErrorKind::ReadOnlyFilesystem.into())
    }

    fn written(&self, _: &str) -> std::io::Result<Option<Written>> {
        Ok(Some(Written { bytes: self.0.len() as u64, at: SystemTime::UNIX_EPOCH }))
    }
}

/// Reads `bytes` as the manifest of a folder. The run that it describes must accept it as its own.
/// Returns whether it was a manifest.
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
