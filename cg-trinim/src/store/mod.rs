//! Solving in blocks on disk: a folder of block files. One job makes each file, from the files of
//! the blocks to which its moves lead.

mod format;
mod order;
mod storage;

pub use format::{BlockFile, Header};
pub(crate) use order::{Foreseen, Order};
pub use storage::{BlockStorage, Folder, Written};

use crate::engine::{Block, BlockSolver, Found, Page, room};
use crate::error::io_error;
use crate::verify::{Checker, MOST_CHECKED, SpotCheck};
use crate::{
    Convention, Error, Folding, Layout, PieceCounts, Result, SolveOptions, Symmetry, planned_jobs,
    schedule,
};
use cg_core::{Arrange, Clock};
use cg_files::Lock;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// The name of the file that describes a folder.
const MANIFEST: &str = "trinim.json";

/// The description of a folder.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    version: u32,
    layers: u8,
    convention: Convention,
    block_pieces: u64,
    fold: bool,
}

impl Manifest {
    fn of(folding: &Folding, convention: Convention) -> Self {
        Self {
            version: 1,
            layers: folding.layers().get(),
            convention,
            block_pieces: folding.block_pieces(),
            fold: folding.symmetries().len() > 1,
        }
    }
}

/// The block files of one board, convention and choice of block-ID pieces, in a folder
/// or another [`BlockStorage`].
#[derive(Debug)]
pub struct Store {
    storage: Box<dyn BlockStorage>,
    folding: Folding,
    layout: Layout,
    convention: Convention,
}

/// The work of one job, and its duration on the clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct JobReport {
    /// Jobs done.
    pub blocks: u64,
    /// Source blocks decoded.
    pub decoded: u64,
    /// Source blocks read without a symmetry.
    pub plain: u64,
    /// Images of source blocks made.
    pub images: u64,
    /// Inter-block updates made.
    pub updates: u64,
    /// Bytes of block files written.
    pub bytes_written: u64,
    /// Bytes of block files read.
    pub bytes_read: u64,
    /// Positions checked by plain rules.
    pub checked: u64,
    /// Time to read and decode.
    pub decoding: Duration,
    /// Time of inter-block updates from sources without a symmetry.
    pub updating: Duration,
    /// Time to make images, and of the updates from them.
    pub imaging: Duration,
    /// Time to settle the moves inside the block, and to code it.
    pub settling: Duration,
    /// Time to count.
    pub counting: Duration,
    /// Time to make files and to write them.
    pub writing: Duration,
    /// Time of the checks by plain rules.
    pub checking: Duration,
}

impl JobReport {
    /// Adds another report.
    pub fn add(&mut self, other: &Self) {
        self.blocks += other.blocks;
        self.decoded += other.decoded;
        self.plain += other.plain;
        self.images += other.images;
        self.updates += other.updates;
        self.bytes_written += other.bytes_written;
        self.bytes_read += other.bytes_read;
        self.checked += other.checked;
        self.decoding += other.decoding;
        self.imaging += other.imaging;
        self.updating += other.updating;
        self.settling += other.settling;
        self.counting += other.counting;
        self.writing += other.writing;
        self.checking += other.checking;
    }
}

/// The limits of a run, and the files that it keeps.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunOptions {
    /// No job starts after this time.
    pub time: Option<Duration>,
    /// The largest number of blocks, counted in order.
    pub blocks: Option<usize>,
    /// Remove the file of a block, except for its counts, as soon as no other block needs it. The
    /// files at the end have the winner, the counts and the winning first moves. A run that
    /// `blocks` bounds removes nothing.
    pub keep_final: bool,
}

/// Runs `work` and adds its time to `time`.
fn timed<T>(time: &mut Duration, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let start = Clock::start();
    let result = work();
    *time += start.elapsed();
    result
}

impl Store {
    /// Opens the folder of a run, or makes it.
    ///
    /// # Errors
    ///
    /// [`Error::File`] if the folder contains another run; [`Error::BlockPieces`]; [`Error::Io`].
    pub fn create(folder: &Path, folding: Folding, convention: Convention) -> Result<Self> {
        Self::create_in(Box::new(Folder::new(folder)), folding, convention)
    }

    /// Works in any storage.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::create`].
    pub fn create_in(
        storage: Box<dyn BlockStorage>,
        folding: Folding,
        convention: Convention,
    ) -> Result<Self> {
        let manifest = Manifest::of(&folding, convention);
        let layout = Layout::of_files(&folding)?;
        let path = storage.place(MANIFEST);
        if storage.written(MANIFEST).map_err(io_error(&path))?.is_some() {
            if read_manifest(&*storage)? != manifest {
                let reason = "the folder holds another run (layers, convention or block-ID pieces differ); \
                              choose another folder";
                return Err(Error::File { path, reason: reason.into() });
            }
        } else {
            let text = serde_json::to_vec_pretty(&manifest).map_err(|e| damaged(&path, &e))?;
            storage.write(MANIFEST, &text).map_err(io_error(&path))?;
        }
        Ok(Self { storage, folding, layout, convention })
    }

    /// Opens the folder of a run.
    ///
    /// # Errors
    ///
    /// [`Error::NoRun`] if there is no run, [`Error::File`] if it is damaged; [`Error::Io`].
    pub fn open(folder: &Path) -> Result<Self> {
        Self::open_in(Box::new(Folder::new(folder)))
    }

    /// Opens a run in any storage.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::open`].
    pub fn open_in(storage: Box<dyn BlockStorage>) -> Result<Self> {
        let manifest = read_manifest(&*storage)?;
        let layers = crate::Layers::new(u64::from(manifest.layers))?;
        let folding = Folding::new(layers, manifest.block_pieces, manifest.fold)?;
        if Manifest::of(&folding, manifest.convention) != manifest {
            let reason = "it folds blocks that no symmetry maps to each other";
            return Err(Error::File { path: storage.place(MANIFEST), reason: reason.into() });
        }
        let layout = Layout::of_files(&folding)?;
        Ok(Self { storage, folding, layout, convention: manifest.convention })
    }

    /// The blocks and their symmetries.
    pub fn folding(&self) -> &Folding {
        &self.folding
    }

    /// The numbering of positions inside blocks.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The convention.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The place of the manifest, for messages.
    pub fn place(&self) -> PathBuf {
        self.storage.place(MANIFEST)
    }

    /// The place of the file of a block, for messages.
    pub fn path(&self, block: u64) -> PathBuf {
        self.storage.place(&name_of(block))
    }

    /// Reads the file of a block and checks that it is complete and belongs to this run.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] or [`Error::File`].
    pub fn read(&self, block: u64) -> Result<BlockFile> {
        let path = self.path(block);
        let most = self.layout.memory_per_job() + MOST_TEXT;
        let bytes = self.storage.read(&name_of(block), most).map_err(io_error(&path))?;
        let file = BlockFile::parse(&bytes)
            .map_err(|reason| Error::File { path: path.clone(), reason })?;
        self.check_header(file.header(), block, path)?;
        Ok(file)
    }

    /// Checks that a header belongs to this block of this run.
    fn check_header(&self, header: &Header, block: u64, path: PathBuf) -> Result<()> {
        let belongs = header.layers == self.layout.layers().get()
            && header.convention == self.convention
            && header.block_pieces == self.layout.block_pieces()
            && header.block == block
            && header.order == self.layout.order()
            && header.p_counts.len() == self.layout.layers().pieces() as usize + 1
            && header.p_counts.iter().all(|&n| n <= 1 << self.layout.local_bits())
            && header.checked <= MOST_CHECKED;
        if belongs {
            Ok(())
        } else {
            Err(Error::File { path, reason: "the file belongs to another run or block".into() })
        }
    }

    /// The header of a block, solved or [spent](RunOptions::keep_final); `None` if the block was
    /// not solved. An existing file is read as a whole and checked.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] or [`Error::File`].
    pub fn header(&self, block: u64) -> Result<Option<Header>> {
        match self.read(block) {
            Err(Error::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {
                self.spent(block)
            }
            file => file.map(|file| Some(file.header().clone())),
        }
    }

    /// The header of a spent block; `None` if it is not spent.
    fn spent(&self, block: u64) -> Result<Option<Header>> {
        let (name, path) = (spent_name_of(block), self.storage.place(&spent_name_of(block)));
        let bytes = match self.storage.read(&name, MOST_TEXT) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            bytes => bytes.map_err(io_error(&path))?,
        };
        let reason = match BlockFile::parse_header(&bytes) {
            Ok((header, [])) => {
                self.check_header(&header, block, path)?;
                return Ok(Some(header));
            }
            Ok(_) => "there is more than a header".into(),
            Err(reason) => reason,
        };
        Err(Error::File { path, reason })
    }

    /// Keeps the result of [`Store::header`] for a block, and removes its file.
    fn spend(&self, block: u64) -> Result<()> {
        let (name, spent, path) = (name_of(block), spent_name_of(block), self.path(block));
        // Its header is in the first bytes; the rest is not read.
        let bytes = self.storage.read(&name, MOST_TEXT).map_err(io_error(&path))?;
        let (header, _) = BlockFile::parse_header(&bytes)
            .map_err(|reason| Error::File { path: path.clone(), reason })?;
        self.check_header(&header, block, path.clone())?;
        let bytes = header.to_bytes(0).map_err(|e| damaged(&path, &e))?;
        self.storage.write(&spent, &bytes).map_err(io_error(&self.storage.place(&spent)))?;
        self.storage.remove(&name).map_err(io_error(&path))
    }

    /// Facts about the file of a block, without reading it; `None` if there is no file.
    ///
    /// # Errors
    ///
    /// [`Error::Io`].
    pub fn written(&self, block: u64) -> Result<Option<Written>> {
        self.storage.written(&name_of(block)).map_err(io_error(&self.path(block)))
    }

    /// Whether the file of a block exists, is complete, and belongs to this run.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] for anything but a missing file. A damaged file counts as missing.
    pub fn is_done(&self, block: u64) -> Result<bool> {
        sound(self.read(block)).map(|file| file.is_some())
    }

    /// A solver that can hold `blocks` blocks and uses `threads` threads for each.
    pub(crate) fn solver<'a>(
        &'a self,
        options: &'a SolveOptions,
        blocks: usize,
        threads: usize,
    ) -> Result<BlockSolver<'a>> {
        let part_bits = self.layout.part_bits();
        BlockSolver::new(&self.folding, &self.layout, options, part_bits, blocks, threads)
    }

    /// Solves one canonical block and writes its file. An existing file is written again, with the
    /// same bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Block`] for a block that does not exist or is not canonical; [`Error::Io`] or
    /// [`Error::File`] if a source is missing or damaged; [`Error::NoRoom`];
    /// [`Error::Interrupted`].
    pub fn solve_block(&self, block: u64, options: &SolveOptions) -> Result<JobReport> {
        self.job(0, block, &self.solver(options, 2, options.threads.get())?, options.check)
    }

    /// Job `job` of a run: solves a block and writes its file.
    fn job(
        &self,
        job: usize,
        target: u64,
        solver: &BlockSolver<'_>,
        check: u64,
    ) -> Result<JobReport> {
        self.check_number(target)?;
        let mut block = solver.pool.take()?;
        let report = self.solve_into(&mut block, job, target, solver, check);
        match report {
            Ok(_) => drop(solver.pool.keep(target, block)),
            Err(_) => solver.pool.give_back(block),
        }
        report
    }

    /// Solves a block in a buffer and writes its file.
    fn solve_into(
        &self,
        block: &mut Block,
        job: usize,
        target: u64,
        solver: &BlockSolver<'_>,
        check: u64,
    ) -> Result<JobReport> {
        let mut report = JobReport { blocks: 1, ..JobReport::default() };
        let checker =
            (check > 0).then(|| Checker::of_folding(&self.folding, &self.layout, self.convention));
        let mut spot_check =
            checker.as_ref().map(|checker| SpotCheck::new(checker, target, check)).transpose()?;
        block.pages_mut().fill(Page::ZERO);
        let mut sources = self.folding.sources(target);
        while let Some((source, found)) = solver.pool.find(&mut sources, job) {
            let decoded = match found {
                Found::Kept(kept) => kept,
                Found::Missing(claim) => {
                    let decoded = timed(&mut report.decoding, || {
                        self.decode(source, solver, &mut report.bytes_read)
                    })?;
                    report.decoded += 1;
                    claim.redeem(decoded)
                }
            };
            if let Some(check) = &mut spot_check {
                timed(&mut report.checking, || {
                    check.add(source, bytemuck::cast_slice(decoded.pages()));
                    Ok(())
                })?;
            }
            let mut updates: Vec<_> =
                self.folding.updates(target).filter(|u| u.canonical == source).collect();
            let place = |s| self.folding.symmetries().iter().position(|&other| other == s);
            updates.arrange_by_key(|u| place(u.symmetry));
            for group in updates.chunk_by(|a, b| a.symmetry == b.symmetry) {
                let steps: Vec<u64> = group.iter().map(|u| u.taken).collect();
                let (count, time) = match group[0].symmetry {
                    Symmetry::IDENTITY => (&mut report.plain, &mut report.updating),
                    _ => (&mut report.images, &mut report.imaging),
                };
                timed(time, || solver.update(block, &steps, &decoded, group[0].symmetry))?;
                *count += 1;
                report.updates += group.len() as u64;
            }
        }
        let residual =
            timed(&mut report.settling, || solver.settle(target, self.convention, block))?;
        if let Some(check) = spot_check {
            report.checked =
                timed(&mut report.checking, || check.finish(bytemuck::cast_slice(block.pages())))?;
        }
        let counts = timed(&mut report.counting, || solver.count(target, block))?;
        timed(&mut report.writing, || {
            let path = self.path(target);
            let file = BlockFile::new(
                &self.layout,
                self.convention,
                target,
                &counts,
                report.checked,
                residual,
            );
            let bytes = file.to_bytes().map_err(|e| damaged(&path, &e))?;
            report.bytes_written = bytes.len() as u64;
            self.storage.write(&name_of(target), &bytes).map_err(io_error(&path))
        })?;
        Ok(report)
    }

    fn check_number(&self, block: u64) -> Result<()> {
        let reason = if block >= self.folding.blocks() {
            format!("there are {} blocks, from 0", self.folding.blocks())
        } else {
            match self.folding.canonical(block).0 {
                canonical if canonical == block => return Ok(()),
                canonical => format!("it is like block {canonical}, which is solved instead"),
            }
        };
        Err(Error::Block { block, reason })
    }

    /// Reads a canonical block, which must exist, into a buffer of the solver.
    pub(crate) fn decode(
        &self,
        block: u64,
        solver: &BlockSolver<'_>,
        bytes_read: &mut u64,
    ) -> Result<Block> {
        let file = self.read(block).map_err(|error| match error {
            Error::Io { path, source } if source.kind() == ErrorKind::NotFound => {
                Error::NotSolved { path }
            }
            other => other,
        })?;
        *bytes_read += file.payload().len() as u64;
        let mut decoded = solver.pool.take()?;
        let fits = solver.decode(file.residual(), &mut decoded);
        if matches!(fits, Ok(true)) {
            return Ok(decoded);
        }
        solver.pool.give_back(decoded);
        fits?;
        let reason = "the number of residual bits does not fit the block".into();
        Err(Error::File { path: self.path(block), reason })
    }

    /// Does the jobs that are not finished. `progress` gets the report of each finished job, from
    /// any thread, the number of finished blocks, and the number of all blocks.
    ///
    /// Finished blocks are kept. So a run can be stopped or killed at any moment, and the next run
    /// resumes it with the same bytes. As many jobs as the memory limit allows run at the same
    /// time, and they share the threads.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if not even one job fits; [`Error::InUse`] while another run uses the
    /// folder; [`Error::Interrupted`]; and the errors of [`Store::solve_block`]. Finished files
    /// stay.
    pub fn run(
        &self,
        options: &SolveOptions,
        wanted: RunOptions,
        progress: &(dyn Fn(&JobReport, usize, usize) + Sync),
    ) -> Result<JobReport> {
        let start = Clock::start();
        let per_job = self.layout.memory_per_job();
        let jobs = usize::try_from(options.memory / per_job)
            .unwrap_or(usize::MAX)
            .min(options.threads.get());
        if jobs == 0 {
            return Err(Error::Memory {
                what: "a job of one block".into(),
                needed: per_job,
                limit: options.memory,
                advice: "raise the limit, or choose more block-ID pieces".into(),
            });
        }
        let canonical: Vec<u64> = self.folding().canonical_blocks().collect();
        let canonical = &canonical[..canonical.len().min(wanted.blocks.unwrap_or(usize::MAX))];
        let room = room(self.layout.local_bits(), options.memory, jobs as u64);
        let open = self.open_blocks(canonical, wanted.keep_final)?;
        let order = Order::new(&self.folding, open, room);
        // A finished folder is only read, and perhaps nobody can write it.
        let _lock = (!order.open.is_empty()).then(|| self.lock()).transpose()?;
        let solver = self.solver(options, room, options.threads.get() / jobs)?;
        solver.pool.announce(order.readers());
        let keep_final = wanted.keep_final && wanted.blocks.is_none();
        for &block in canonical.iter().filter(|_| keep_final) {
            if !order.is_needed(block) && self.written(block)?.is_some() {
                self.spend(block)?;
            }
        }
        let total = Mutex::new((JobReport::default(), canonical.len() - order.open.len()));
        let late = || wanted.time.is_some_and(|time| start.elapsed() >= time);
        let result = schedule::run(jobs, &order.needs(), &options.interrupt, &|i| {
            if late() {
                return Err(Error::Interrupted);
            }
            let report = self.job(i, order.open[i], &solver, options.check)?;
            let spent = order.finish(i);
            if keep_final {
                spent.into_iter().try_for_each(|block| self.spend(block))?;
            }
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            total.0.add(&report);
            total.1 += 1;
            progress(&report, total.1, canonical.len());
            Ok(())
        });
        match result {
            Err(Error::Interrupted) if late() && !options.interrupt.is_raised() => {}
            other => other?,
        }
        Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner).0)
    }

    /// The blocks that must be solved, in order. Those are the blocks without a file. With
    /// `spent_are_done`, a spent block is solved only if an open block needs it.
    fn open_blocks(&self, blocks: &[u64], spent_are_done: bool) -> Result<Vec<u64>> {
        let (mut there, mut open) = (BTreeSet::new(), BTreeSet::new());
        for &block in blocks {
            if self.is_done(block)? {
                there.insert(block);
            } else if !spent_are_done || sound(self.spent(block))?.flatten().is_none() {
                open.insert(block);
            }
        }
        // From the last block on: a source has a smaller number.
        for &block in blocks.iter().rev().filter(|_| spent_are_done) {
            if open.contains(&block) {
                open.extend(self.folding.sources(block).into_iter().filter(|s| !there.contains(s)));
            }
        }
        Ok(open.into_iter().collect())
    }

    /// While the lock lives, no other run uses the folder.
    fn lock(&self) -> Result<Option<Lock>> {
        let path = self.place();
        let lock = self.storage.lock().map_err(io_error(&path))?;
        lock.map_err(|by| Error::InUse { path, by })
    }

    /// The counts of the whole board, from the headers; `None` while blocks are missing.
    ///
    /// # Errors
    ///
    /// The errors of [`Store::is_done`]. Damaged files are refused.
    pub fn totals(&self) -> Result<Option<RunTotals>> {
        let (mut p_counts, mut checked) = (PieceCounts::new(self.layout().layers()), 0);
        for block in self.folding().canonical_blocks() {
            let Some(header) = self.header(block)? else { return Ok(None) };
            checked += header.checked;
            for (pieces, &n) in (0..).zip(&header.p_counts) {
                p_counts.add(pieces, n * self.folding().group_size(block));
            }
        }
        Ok(Some(RunTotals { p_counts, checked }))
    }

    /// The progress of the run, from facts about its files without reading them.
    ///
    /// # Errors
    ///
    /// [`Error::Io`].
    pub fn progress(&self) -> Result<RunProgress> {
        let mut progress = RunProgress::default();
        let (mut all, mut done) = (0, 0);
        let mut times: Vec<(SystemTime, u64)> = Vec::new();
        for job in planned_jobs(&self.folding, None)? {
            progress.blocks += 1;
            all += job.passes();
            let spent =
                || self.storage.written(&spent_name_of(job.block)).map_err(io_error(&self.place()));
            if let Some(file) =
                self.written(job.block)?.map_or_else(spent, |file| Ok(Some(file)))?
            {
                progress.done += 1;
                progress.bytes += file.bytes;
                done += job.passes();
                times.push((file.at, job.passes()));
            }
        }
        progress.share = done as f64 / all as f64;
        times.sort_unstable();
        if let (Some((first, _)), Some((last, _))) = (times.first(), times.last())
            // The clock may be set back during a run.
            && let Ok(between) = last.duration_since(*first)
        {
            // The time of the work before the first file is unknown.
            let counted: u64 = times.iter().filter(|(at, _)| at > first).map(|(_, n)| n).sum();
            let left = between.as_secs_f64() * (all - done) as f64 / counted as f64;
            progress.last = Some(*last);
            progress.left = Duration::try_from_secs_f64(left).ok();
        }
        Ok(progress)
    }
}

/// The results of a finished run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunTotals {
    /// The P-positions of the whole board by number of pieces.
    pub p_counts: PieceCounts,
    /// Random positions that were checked by plain rules, see [`SolveOptions::check`].
    pub checked: u64,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunProgress {
    /// Canonical blocks.
    pub blocks: u64,
    /// The number of blocks with a file.
    pub done: u64,
    /// The finished share of the work, from 0 to 1, counted in passes over blocks.
    pub share: f64,
    /// Bytes of the files.
    pub bytes: u64,
    /// When the last file was written.
    pub last: Option<SystemTime>,
    /// The time of the remaining work at the rate between the first file and the last; `None` while
    /// there are too few files.
    pub left: Option<Duration>,
}

/// The content of a file; `None` if it is missing or damaged.
fn sound<T>(read: Result<T>) -> Result<Option<T>> {
    match read {
        Err(Error::File { .. }) => Ok(None),
        Err(Error::Io { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// The name of the file of a block.
fn name_of(block: u64) -> String {
    format!("block-{block:06x}.tn")
}

/// The file name of the header of a spent block.
fn spent_name_of(block: u64) -> String {
    format!("block-{block:06x}.spent")
}

fn damaged(path: &Path, error: &serde_json::Error) -> Error {
    Error::File { path: path.to_owned(), reason: error.to_string() }
}

/// The largest size of a manifest or of a header. Those of this program have some hundred bytes.
const MOST_TEXT: u64 = 1 << 20;

fn read_manifest(storage: &dyn BlockStorage) -> Result<Manifest> {
    let path = storage.place(MANIFEST);
    let text = storage.read(MANIFEST, MOST_TEXT).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Error::NoRun { path: path.clone() },
        _ => io_error(&path)(error),
    })?;
    let manifest: Manifest = serde_json::from_slice(&text).map_err(|e| damaged(&path, &e))?;
    if manifest.version == 1 {
        Ok(manifest)
    } else {
        let reason =
            format!("version {} of the folder's format is not version 1", manifest.version);
        Err(Error::File { path, reason })
    }
}
