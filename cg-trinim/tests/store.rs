//! Blocks on disk: the same counts, files that are whole or refused, runs that resume.

use cg_trinim::{
    Backend, BlockFile, Convention, Error, Folding, Layers, RunLimits, SolveOptions, Store,
    Symmetry,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cg-trinim-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Seven layers, with the corners and six of the rim as block-ID pieces: 104
/// canonical blocks of 2^19 positions.
fn folding() -> Folding {
    let layers = Layers::new(7).unwrap();
    let orbit =
        |p: u32| Symmetry::ALL.into_iter().fold(0, |set, s| set | s.apply_to(layers, 1 << p));
    Folding::new(layers, orbit(4) | orbit(1), true).unwrap()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// What a process of this machine that was killed while it wrote `path` leaves.
fn leave_a_temporary_file(path: &Path) {
    if let Ok(host) = std::fs::read_to_string("/proc/sys/kernel/hostname") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let beside = path.with_file_name(format!(".{name}.{}.0123abcd.tmp", host.trim()));
        std::fs::write(beside, "left by a killed process").unwrap();
    }
}

fn run(store: &Store, blocks: Option<usize>) -> u64 {
    let limits = RunLimits { blocks, ..RunLimits::default() };
    store.run(&SolveOptions::default(), limits, &|_, _, _| ()).unwrap().blocks
}

#[test]
fn seven_layers_on_disk_have_the_known_counts_and_resume_with_the_same_bytes() {
    let folder = Folder::new("resume");
    let store = Store::create(&folder.0, folding(), Convention::Normal).unwrap();
    let all = store.folding().canonical_blocks().count() as u64;
    assert_eq!(run(&store, Some(40)), 40);
    assert!(store.p_counts().unwrap().is_none());
    assert_eq!(run(&store, None), all - 40);
    assert_eq!(store.p_counts().unwrap().unwrap().total(), 19_765_963);
    let whole = files(&folder.0);
    assert_eq!(whole.len() as u64, all + 1);
    assert_eq!(run(&store, None), 0);

    // Lost, cut off, damaged and foreign files are made again with the same bytes.
    let blocks: Vec<u64> = store.folding().canonical_blocks().collect();
    let path = |i: usize| store.path(blocks[i]);
    std::fs::remove_file(path(3)).unwrap();
    let bytes = std::fs::read(path(50)).unwrap();
    std::fs::write(path(50), &bytes[..bytes.len() / 2]).unwrap();
    let mut bytes = std::fs::read(path(60)).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(path(60), bytes).unwrap();
    std::fs::copy(path(70), path(71)).unwrap();
    leave_a_temporary_file(&path(71));
    assert!(store.p_counts().unwrap().is_none());
    assert_eq!(run(&store, None), 4);
    assert_eq!(files(&folder.0), whole);

    // Two runs do not share a folder, and the message says who is there.
    std::fs::remove_file(path(3)).unwrap();
    let held = cg_files::Lock::take(&folder.0.join("trinim.json")).unwrap();
    let refused = store.run(&SolveOptions::default(), RunLimits::default(), &|_, _, _| ());
    let message = refused.unwrap_err().to_string();
    assert!(message.contains(&format!("process {}", std::process::id())), "{message}");
    drop(held);
    assert_eq!(run(&store, None), 1);
    assert_eq!(files(&folder.0), whole);

    // One job alone does the same, and never reads a damaged source.
    let last = *blocks.last().unwrap();
    std::fs::remove_file(store.path(last)).unwrap();
    store.solve_block(last, &SolveOptions::default()).unwrap();
    assert_eq!(files(&folder.0), whole);
    let source = store.folding().sources(last)[0];
    std::fs::write(store.path(source), "no block").unwrap();
    let error = store.solve_block(last, &SolveOptions::default()).unwrap_err();
    assert!(error.to_string().contains("not a block file"), "{error}");
    assert!(matches!(store.p_counts(), Err(Error::File { .. })));
}

#[test]
fn wrong_folders_blocks_and_limits_are_refused_and_damage_nothing() {
    let folder = Folder::new("refuse");
    let store = Store::create(&folder.0, folding(), Convention::Normal).unwrap();
    assert_eq!(run(&store, Some(2)), 2);
    let before = files(&folder.0);
    let other = Store::create(&folder.0, folding(), Convention::Misere).unwrap_err();
    assert!(other.to_string().contains("another run"), "{other}");
    let eight = Folding::new(Layers::new(8).unwrap(), 1, true).unwrap();
    assert!(Store::create(&folder.0, eight, Convention::Normal).is_err());
    for (block, says) in [(u64::MAX, "512 blocks"), (2, "like block 1")] {
        let error = store.solve_block(block, &SolveOptions::default()).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    let last = store.folding().blocks() - 1;
    assert!(matches!(store.solve_block(last, &SolveOptions::default()), Err(Error::Io { .. })));
    let small = SolveOptions { memory: 1000, ..SolveOptions::default() };
    assert!(matches!(
        store.run(&small, RunLimits::default(), &|_, _, _| ()),
        Err(Error::Memory { .. })
    ));
    assert_eq!(files(&folder.0), before);
    assert!(Store::open(Path::new("/nonexistent/folder")).is_err());
    assert!(Store::create(Path::new("/proc/no/such"), folding(), Convention::Normal).is_err());
    std::fs::write(folder.0.join("trinim.json"), "{}").unwrap();
    assert!(matches!(Store::open(&folder.0), Err(Error::File { .. })));
}

#[test]
fn block_pieces_that_cannot_be_used_are_refused() {
    let layers = Layers::new(7).unwrap();
    let folder = Folder::new("pieces");
    assert!(Folding::new(layers, 1 << 28, true).is_err());
    assert!(Folding::new(layers, (1 << 25) - 1, true).is_err());
    let many = Folding::new(layers, (1 << 15) - 1, false).unwrap();
    assert!(matches!(
        Store::create(&folder.0, many, Convention::Normal),
        Err(Error::BlockPieces(_))
    ));
}

#[test]
fn every_backend_writes_the_same_bytes() {
    let mut seen = Vec::new();
    for backend in Backend::available() {
        let folder = Folder::new(&format!("backend-{backend:?}"));
        let store = Store::create(&folder.0, folding(), Convention::Misere).unwrap();
        let options = SolveOptions { backend, ..SolveOptions::default() };
        let limits = RunLimits { blocks: Some(60), ..RunLimits::default() };
        assert_eq!(store.run(&options, limits, &|_, _, _| ()).unwrap().blocks, 60);
        seen.push(files(&folder.0));
    }
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
}

/// The bytes of one real block file.
fn sample() -> Vec<u8> {
    let folder = Folder::new(&format!("sample-{:?}", std::thread::current().id()));
    let store = Store::create(&folder.0, folding(), Convention::Misere).unwrap();
    assert_eq!(run(&store, Some(1)), 1);
    std::fs::read(store.path(0)).unwrap()
}

#[test]
fn every_single_damage_to_a_block_file_is_seen() {
    let good = sample();
    assert!(BlockFile::parse(&good).is_ok());
    for at in (0..700).chain((700..good.len()).step_by(97)) {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        assert!(BlockFile::parse(&bad).is_err(), "byte {at}");
        assert!(BlockFile::parse(&good[..at]).is_err(), "cut at {at}");
    }
}

proptest! {
    #![proptest_config(cg_properties::cases(256))]

    #[test]
    fn any_bytes_are_read_or_refused(mut bytes in proptest::collection::vec(any::<u8>(), 0..200), magic: bool) {
        if magic {
            bytes.splice(0..0, *b"CGTNIM\r\n");
        }
        prop_assert!(BlockFile::parse(&bytes).is_err());
    }
}
