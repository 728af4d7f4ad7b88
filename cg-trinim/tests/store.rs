//! Blocks on disk: the same counts, files that are complete or refused, runs that are resumed.

use cg_trinim::{
    Backend, Block, BlockFile, BoardAnswer, Convention, Error, Folding, Layers, Means, Plan,
    RunOptions, SolveOptions, Store, StoreLookup, Symmetry,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// A folder that is removed at the end.
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

/// Seven layers. The block-ID pieces are the corners and six pieces of the rim: 104 canonical
/// blocks of 2^19 positions.
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

/// The file that a process of this machine leaves if it is killed while it writes `path`.
fn leave_a_temporary_file(path: &Path) {
    if let Ok(host) = std::fs::read_to_string("/proc/sys/kernel/hostname") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let beside = path.with_file_name(format!(".{name}.{}.0123abcd.tmp", host.trim()));
        std::fs::write(beside, "left by a killed process").unwrap();
    }
}

fn run(store: &Store, blocks: Option<usize>) -> u64 {
    let limits = RunOptions { blocks, ..RunOptions::default() };
    store.run(&SolveOptions::default(), limits, &|_, _, _| ()).unwrap().blocks
}

#[test]
fn seven_layers_on_disk_have_the_known_counts_and_resume_with_the_same_bytes() {
    let folder = Folder::new("resume");
    let store = Store::create(&folder.0, folding(), Convention::Normal).unwrap();
    let all = store.folding().canonical_blocks().count() as u64;
    assert_eq!(run(&store, Some(40)), 40);
    assert!(store.totals().unwrap().is_none());
    assert_eq!(run(&store, None), all - 40);
    assert_eq!(store.totals().unwrap().unwrap().p_counts.total(), 19_765_963);
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
    assert!(store.totals().unwrap().is_none());
    assert_eq!(run(&store, None), 4);
    assert_eq!(files(&folder.0), whole);

    // Two runs do not share a folder, and the message names the process.
    std::fs::remove_file(path(3)).unwrap();
    let held = cg_files::Lock::take(&folder.0.join("trinim.json")).unwrap().unwrap();
    let refused = store.run(&SolveOptions::default(), RunOptions::default(), &|_, _, _| ());
    let Err(Error::InUse { by, .. }) = refused else { panic!("{refused:?}") };
    assert!(by.starts_with(&format!("process {} on ", std::process::id())), "{by}");
    drop(held);
    assert_eq!(run(&store, None), 1);
    assert_eq!(files(&folder.0), whole);

    // A single job does the same, and never reads a damaged source.
    let last = *blocks.last().unwrap();
    std::fs::remove_file(store.path(last)).unwrap();
    store.solve_block(last, &SolveOptions::default()).unwrap();
    assert_eq!(files(&folder.0), whole);
    let source = store.folding().sources(last)[0];
    std::fs::write(store.path(source), "no block").unwrap();
    let error = store.solve_block(last, &SolveOptions::default()).unwrap_err();
    assert!(error.to_string().contains("not a block file"), "{error}");
    assert!(matches!(store.totals(), Err(Error::File { .. })));
}

/// Blocks are cut into chunks, with memory for one job: several threads work on each.
#[test]
fn threads_change_no_byte() {
    let layers = Layers::new(7).unwrap();
    let three = Symmetry::ALL.into_iter().fold(0, |set, s| set | s.apply_to(layers, 1 << 4));
    let folding = Folding::new(layers, three, true).unwrap();
    let made = [1, 3].map(|threads| {
        let folder = Folder::new(&format!("threads-{threads}"));
        let store = Store::create(&folder.0, folding.clone(), Convention::Normal).unwrap();
        let memory = store.layout().memory_per_job();
        let threads = NonZeroUsize::new(threads).unwrap();
        let options = SolveOptions { threads, memory, check: 65, ..SolveOptions::default() };
        let report = store.run(&options, RunOptions::default(), &|_, _, _| ()).unwrap();
        let totals = store.totals().unwrap().unwrap();
        assert_eq!(totals.p_counts.total(), 19_765_963);
        assert_eq!((report.checked, totals.checked), (128 * report.blocks, 128 * report.blocks));
        files(&folder.0)
    });
    assert!(made[0] == made[1]);
}

#[test]
fn what_nothing_needs_any_more_can_go() {
    let (folder, whole) = (Folder::new("final"), Folder::new("whole"));
    let all = Store::create(&whole.0, folding(), Convention::Misere).unwrap();
    run(&all, None);
    let whole = files(&whole.0);
    let store = Store::create(&folder.0, folding(), Convention::Misere).unwrap();
    let options = SolveOptions::default();
    // Little memory: one thread has memory for two blocks, and is stopped again and again.
    let options = SolveOptions { memory: 2 * store.layout().memory_per_job() - 1, ..options };
    let (mut done, mut most) = (0u64, 0);
    while store.totals().unwrap().is_none() {
        let interrupted = SolveOptions { interrupt: cg_core::Interrupt::new(), ..options.clone() };
        let limits = RunOptions { keep_final: true, ..RunOptions::default() };
        let before = usize::try_from(done).unwrap();
        let result = store.run(&interrupted, limits, &|_, now, _| {
            if now >= before + 30 {
                interrupted.interrupt.raise();
            }
        });
        assert!(matches!(result, Ok(_) | Err(Error::Interrupted)), "{result:?}");
        let (spent, blocks): (Vec<_>, Vec<_>) = files(&folder.0)
            .into_keys()
            .filter(|f| f.starts_with("block"))
            .partition(|f| f.ends_with("spent"));
        done = (spent.len() + blocks.len()) as u64;
        most = most.max(blocks.len());
        assert_eq!(store.progress().unwrap().done, done);
    }
    assert_eq!(store.totals().unwrap(), all.totals().unwrap());
    let plan = Plan::new(&folding(), None, Some(Means::of_one_thread(options.memory)));
    let foreseen = plan.run.expect("there is a limit");
    assert!(most as u64 <= foreseen.needed && foreseen.needed < plan.canonical * 7 / 10, "{plan}");
    assert!(foreseen.decodes < plan.reads * 95 / 100, "{plan}");
    // The remaining files are those that the options of the full board need, with the same bytes.
    let left = files(&folder.0);
    let last = store.folding().blocks() - 1;
    let needed: BTreeSet<u64> = store.folding().sources(last).into_iter().chain([last]).collect();
    for block in store.folding().canonical_blocks() {
        let name = store.path(block).file_name().unwrap().to_str().unwrap().to_owned();
        assert_eq!(left.get(&name), needed.contains(&block).then(|| &whole[&name]), "{name}");
    }
    let answer = |store: &Store| {
        let counts = store.totals().unwrap().unwrap().p_counts;
        let mut lookup = StoreLookup::new(store, &options);
        BoardAnswer::new(store.layout().layers(), Convention::Misere, &counts, &mut lookup).unwrap()
    };
    assert_eq!(answer(&store), answer(&all));
    // A damaged header is reported. A lost block is made again with all its sources. A run that
    // keeps all files makes the removed ones again.
    let spent = folder.0.join("block-000000.spent");
    let bytes = std::fs::read(&spent).unwrap();
    for cut in [&bytes[..bytes.len() - 1], &[&bytes[..], b"x"].concat()] {
        std::fs::write(&spent, cut).unwrap();
        assert!(matches!(store.totals(), Err(Error::File { .. })));
    }
    std::fs::write(&spent, &bytes).unwrap();
    std::fs::remove_file(store.path(last)).unwrap();
    let limits = RunOptions { keep_final: true, ..RunOptions::default() };
    assert_eq!(store.run(&options, limits, &|_, _, _| ()).unwrap().blocks, 1);
    std::fs::remove_file(store.path(*needed.first().unwrap())).unwrap();
    assert!(store.run(&options, limits, &|_, _, _| ()).unwrap().blocks > 1);
    assert_eq!(answer(&store), answer(&all));
    run(&store, None);
    let now = files(&folder.0);
    assert!(whole.iter().all(|(name, bytes)| now.get(name) == Some(bytes)));
}

#[test]
fn a_run_decodes_what_its_plan_says() {
    for blocks in [2, 5, 40] {
        let folder = Folder::new(&format!("plan-{blocks}"));
        let store = Store::create(&folder.0, folding(), Convention::Normal).unwrap();
        let layout = store.layout();
        let block = Block::bytes(layout.local_bits());
        let memory = layout.memory_per_job() + (blocks - 2) * block;
        let threads = std::num::NonZeroUsize::MIN;
        let options = SolveOptions { threads, memory, ..SolveOptions::default() };
        let report = store.run(&options, RunOptions::default(), &|_, _, _| ()).unwrap();
        let plan = Plan::new(&folding(), None, Some(Means::of_one_thread(memory)));
        assert_eq!(report.decoded, plan.run.expect("there is a limit").decodes, "{blocks}");
        assert!(report.decoded < plan.reads);
        assert_eq!(store.totals().unwrap().unwrap().p_counts.total(), 19_765_963);
    }
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
    assert!(matches!(
        store.solve_block(last, &SolveOptions::default()),
        Err(Error::NotSolved { .. })
    ));
    let small = SolveOptions { memory: 1000, ..SolveOptions::default() };
    assert!(matches!(
        store.run(&small, RunOptions::default(), &|_, _, _| ()),
        Err(Error::Memory { .. })
    ));
    assert_eq!(files(&folder.0), before);
    assert!(matches!(Store::open(Path::new("/nonexistent/folder")), Err(Error::NoRun { .. })));
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
        let limits = RunOptions { blocks: Some(60), ..RunOptions::default() };
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

#[test]
fn a_file_of_another_version_is_named_as_such() {
    let header = br#"{"version":3,"bits":124}"#;
    let mut file = b"CGTNIM\r\n".to_vec();
    file.extend(u32::try_from(header.len()).unwrap().to_le_bytes());
    file.extend(header);
    file.extend(crc32fast::hash(header).to_le_bytes());
    let reason = BlockFile::parse(&file).unwrap_err();
    assert_eq!(reason, "version 3 of the format is not version 4: solve the block again");
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
