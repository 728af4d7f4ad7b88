//! Checkpoints: a run in a file, from which the run can be resumed.
//!
//! ```text
//! file   := "cg-octal checkpoint\n" version:u32 length:u32 header body crc:u32
//! header := JSON of so many bytes, with the length of each part
//! body   := parts, deflated as one stream      version 2; in version 1 as they are
//! parts  := cells prefix state marker          as bytes
//! ```
//!
//! Numbers are stored with the lowest byte first. The CRC-32 covers all bytes before it. Both
//! versions are read, and the second is written. A new file is written next to the old one and then
//! renamed, so a reader sees the whole old file or the whole new file.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use cg_core::Clock;
use cg_files::Lock;
use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};

use crate::block::{BlockEngine, Saved};
use crate::dense::Dense;
use crate::general::General;
use crate::kernel::{Avx2, Cell, Kernel};
use crate::period_search::{Candidate, MOST, Marker, Maximum, PeriodSearch};
use crate::sequence::{Engine, Review};
use crate::{Finding, OctalError, Period, Result, Rules, Run, Sequence, Settings, SparseSpace};

const MAGIC: &[u8] = b"cg-octal checkpoint\n";

/// No header is longer. Those of long runs have some ten thousand bytes.
const MOST_HEADER: u64 = 1 << 24;

/// This many bytes of values are always read, whatever the memory limit: engines that keep all
/// their values need days for them.
const ALWAYS_READ: usize = 1 << 26;

/// The versions of the format. Their numbers are in the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Version {
    Plain = 1,
    Deflated = 2,
}

/// The checkpoint file of one run. While this value lives, no other run can use the file.
///
/// ```
/// use std::time::Duration;
/// use cg_octal::{Checkpoint, Limits, Rules, Settings};
///
/// let path = std::env::temp_dir().join(format!("cg-octal-{}.state", std::process::id()));
/// let rules: Rules = ".106".parse()?;
/// let mut checkpoint = Checkpoint::open(&path, Duration::from_secs(60))?;
/// let mut run = checkpoint.run(&rules, Settings::default())?;
/// let limits = Limits { heaps: 100_000, time: None, all_heaps: false };
/// run.go(limits, &Default::default(), &mut |point| {
///     if let Err(error) = checkpoint.keep(point.run) {
///         eprintln!("not written: {error}");
///     }
///     Ok(())
/// })?;
/// checkpoint.save(&run)?;
/// assert!(Checkpoint::open(&path, Duration::ZERO).is_err());
/// # drop(checkpoint);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), cg_octal::OctalError>(())
/// ```
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    every: Duration,
    /// The time of the last write, or of the last attempt.
    tried: Clock,
    _lock: Lock,
}

impl Checkpoint {
    /// If writing takes longer than the interval, the interval becomes this many times the time of
    /// writing.
    const STRETCH: u32 = 10;

    /// Takes the file at `path`, which need not exist, for one run. It will be written once in
    /// `every`. Files that killed runs left next to it are removed.
    ///
    /// # Errors
    ///
    /// [`OctalError::InUse`] if another run uses it; a path that is a folder, a pipe or a device; a
    /// system error.
    pub fn open(path: impl Into<PathBuf>, every: Duration) -> Result<Self> {
        let path = path.into();
        let at = |source| OctalError::File { path: path.clone(), source };
        if cg_files::is_special(&path) {
            return Err(OctalError::data(format!(
                "{}: a checkpoint must be a plain file",
                path.display()
            )));
        }
        let lock = Lock::take(&path).map_err(at)?;
        let lock = lock.map_err(|by| OctalError::InUse { path: path.clone(), by })?;
        cg_files::clear_leftovers(&path).map_err(at)?;
        Ok(Self { path, every, tried: Clock::start(), _lock: lock })
    }

    /// The run in the file. If there is no file, it is a new run, which is written at once. So an
    /// unwritable file is an error now, and not after hours.
    ///
    /// # Errors
    ///
    /// Errors of [`Run::load`], [`Run::new`] and [`Run::save`].
    pub fn run(&self, rules: &Rules, settings: Settings) -> Result<Run> {
        if self.path.exists() {
            return Run::load(&self.path, rules, settings);
        }
        let run = Run::new(rules, settings)?;
        run.save(&self.path)?;
        Ok(run)
    }

    /// Writes `run` if it is time. If writing took longer than the interval, the interval is
    /// stretched and returned.
    ///
    /// # Errors
    ///
    /// Errors of [`Run::save`]. Then the last checkpoint is kept, and a call one interval later
    /// tries again.
    pub fn keep(&mut self, run: &Run) -> Result<Option<Duration>> {
        if self.tried.elapsed() < self.every {
            return Ok(None);
        }
        let start = Clock::start();
        let saved = self.save(run);
        let took = start.elapsed();
        let late = took > self.every;
        if late {
            self.every = took.saturating_mul(Self::STRETCH);
        }
        saved.map(|()| late.then_some(self.every))
    }

    /// Writes `run` now.
    ///
    /// # Errors
    ///
    /// Errors of [`Run::save`].
    pub fn save(&mut self, run: &Run) -> Result<()> {
        let saved = run.save(&self.path);
        self.tried = Clock::start();
        saved
    }
}

impl Run {
    /// Writes the run to `path`. The old file is replaced only after everything is written. A
    /// [`Checkpoint`] does so at intervals, under a lock.
    ///
    /// ```
    /// use cg_octal::{Limits, Run, Settings};
    /// let path = std::env::temp_dir().join(format!("cg-octal-{}.checkpoint", std::process::id()));
    /// let rules = ".106".parse().unwrap();
    /// let mut run = Run::new(&rules, Settings::default()).unwrap();
    /// let limits = Limits { heaps: 100_000, time: None, all_heaps: false };
    /// run.go(limits, &Default::default(), &mut |_| Ok(())).unwrap();
    /// run.save(&path).unwrap();
    /// let again = Run::load(&path, &rules, Settings::default()).unwrap();
    /// assert_eq!(again.sequence().known(), run.sequence().known());
    /// # std::fs::remove_file(&path).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// Errors of the system, such as a full disk. Then the old file is kept.
    pub fn save(&self, path: &Path) -> Result<()> {
        let written = cg_files::write_whole(path, |file| self.write(file).map(drop));
        written.map_err(|source| OctalError::File { path: path.to_owned(), source })
    }

    /// Writes the run as a checkpoint and returns `file`.
    pub(crate) fn write<W: Write>(&self, file: W) -> io::Result<W> {
        let (header, parts) = self.state();
        write_parts(file, Version::Deflated, &serde_json::to_vec(&header)?, &parts)
    }

    /// Reads a run of the game `rules` from `path`.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, is damaged, of another version or of another game.
    pub fn load(path: &Path, rules: &Rules, settings: Settings) -> Result<Self> {
        let at = |source| OctalError::File { path: path.to_owned(), source };
        let file = cg_files::open_regular(path).map_err(at)?;
        Self::read_from(BufReader::new(file), rules, settings).map_err(|error| match error {
            OctalError::Data { what } => OctalError::data(format!("{}: {what}", path.display())),
            OctalError::File { source, .. } => at(source),
            other => other,
        })
    }

    /// Reads a run from the bytes of a checkpoint.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::load`]. No bytes make it panic.
    pub fn from_bytes(bytes: &[u8], rules: &Rules, settings: Settings) -> Result<Self> {
        Self::read_from(io::Cursor::new(bytes), rules, settings)
    }

    /// The checksum is checked first. Then the parts are read, so no part is in memory twice.
    fn read_from(mut file: impl BufRead + Seek, rules: &Rules, settings: Settings) -> Result<Self> {
        let failed = |source| OctalError::File { path: PathBuf::new(), source };
        let cut = || OctalError::data("the checkpoint is truncated");
        let mut magic = [0; MAGIC.len()];
        if file.read_exact(&mut magic).is_err() || magic != MAGIC {
            return Err(OctalError::data("this is no checkpoint"));
        }
        let mut version = [0; 4];
        file.read_exact(&mut version).map_err(|_| cut())?;
        let version = u32::from_le_bytes(version);
        let known = [Version::Plain, Version::Deflated].into_iter().find(|&v| v as u32 == version);
        let version = known.ok_or_else(|| {
            OctalError::data(format!(
                "the checkpoint has version {version}, and this program reads versions 1 and 2: \
                 go on with a newer program, or begin anew with another file"
            ))
        })?;
        let start = file.stream_position().map_err(failed)?;
        let end = file.seek(SeekFrom::End(0)).map_err(failed)?;
        let end = end.checked_sub(4).filter(|&end| end >= start + 4).ok_or_else(cut)?;
        file.rewind().map_err(failed)?;
        let mut sum = Summed { file: io::sink(), sum: crc32fast::Hasher::new() };
        io::copy(&mut (&mut file).take(end), &mut sum).map_err(failed)?;
        let mut wanted = [0; 4];
        file.read_exact(&mut wanted).map_err(|_| cut())?;
        if sum.sum.finalize() != u32::from_le_bytes(wanted) {
            return Err(OctalError::data(
                "the checkpoint is damaged or truncated: its checksum is wrong",
            ));
        }
        file.seek(SeekFrom::Start(start)).map_err(failed)?;
        let mut body = file.take(end - start);
        let mut length = [0; 4];
        body.read_exact(&mut length).map_err(|_| cut())?;
        let mut header = Vec::new();
        let length = u64::from(u32::from_le_bytes(length));
        if length > MOST_HEADER {
            return Err(OctalError::data(
                "the header of the checkpoint is damaged: it is too long",
            ));
        }
        (&mut body).take(length).read_to_end(&mut header).map_err(failed)?;
        let header = serde_json::from_slice(&header).map_err(|e| {
            OctalError::data(format!("the header of the checkpoint is damaged: {e}"))
        })?;
        let (run, rest) = match version {
            Version::Plain => (Self::from_state(header, &mut body, rules, settings)?, body),
            Version::Deflated => {
                let mut parts = DeflateDecoder::new(body);
                (Self::from_state(header, &mut parts, rules, settings)?, parts.into_inner())
            }
        };
        if rest.limit() > 0 {
            return Err(damaged("bytes are left over"));
        }
        Ok(run)
    }
}

/// A checkpoint of this header and these parts.
pub(crate) fn write_parts<W: Write>(
    file: W,
    version: Version,
    header: &[u8],
    parts: &[impl AsRef<[u8]>],
) -> io::Result<W> {
    let mut file = Summed { file, sum: crc32fast::Hasher::new() };
    file.write_all(MAGIC)?;
    file.write_all(&(version as u32).to_le_bytes())?;
    let length =
        u32::try_from(header.len()).map_err(|_| io::Error::other("the header is too long"))?;
    file.write_all(&length.to_le_bytes())?;
    file.write_all(header)?;
    let write = |to: &mut dyn Write| parts.iter().try_for_each(|part| to.write_all(part.as_ref()));
    match version {
        Version::Plain => write(&mut file)?,
        Version::Deflated => {
            // Cells are few values in random order, in which a fast search for repeats finds
            // little.
            let mut body = DeflateEncoder::new(BufWriter::new(&mut file), Compression::fast());
            write(&mut body)?;
            body.finish()?.flush()?;
        }
    }
    let sum = file.sum.clone().finalize();
    file.write_all(&sum.to_le_bytes())?;
    Ok(file.file)
}

/// Writes to `file` and updates the checksum.
struct Summed<W> {
    file: W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    code: String,
    lengths: [usize; 4],
    engine: SavedEngine,
    position: Review,
    marker: Marker,
    candidate: Option<Candidate>,
    finding: Option<Finding>,
    maximum: Maximum,
    looked: usize,
    next_whole: usize,
    coding: Option<(SparseSpace, usize)>,
}

#[derive(Debug, Serialize, Deserialize)]
enum SavedEngine {
    /// The number of known heaps. The sets take the place of the prefix.
    General(usize),
    Dense(usize),
    Narrow(Saved),
    Wide(Saved),
}

/// Bytes of an entry of the table of the period search: a hash and a heap.
const ENTRY: usize = 16;

/// Cells, prefix, state and marker. They are borrowed if they are bytes already.
type Parts<'a> = [Cow<'a, [u8]>; 4];

/// Whether a period can be found among `known` heaps.
fn seen_whole(period: Period, known: usize) -> bool {
    let end = period.preperiod.checked_add(period.period);
    period.period > 0
        && end.is_some_and(|end| end <= known as u64)
        && period.saltus <= u64::from(u32::MAX)
}

fn damaged(what: &str) -> OctalError {
    OctalError::data(format!("the checkpoint does not fit together: {what}"))
}

impl Run {
    fn state(&self) -> (Header, Parts<'_>) {
        let mut parts = Parts::default();
        let engine = match &self.sequence.engine {
            Engine::General(general) => {
                parts[0] = general.values().iter().flat_map(|value| value.to_le_bytes()).collect();
                parts[1] = Cow::Owned(general.set_bytes());
                SavedEngine::General(general.values().len())
            }
            Engine::Dense(dense) => {
                parts[0] = u16::bytes(dense.values());
                SavedEngine::Dense(dense.marked())
            }
            Engine::Narrow(block) => SavedEngine::Narrow(save_block(block, &mut parts)),
            Engine::Wide(block) => SavedEngine::Wide(save_block(block, &mut parts)),
        };
        let period_search = &self.period_search;
        if let Some(candidate) = &period_search.candidate {
            parts[2] = Cow::Borrowed(&candidate.state);
        }
        let mut seen: Vec<(u64, usize)> =
            period_search.marker.seen.iter().map(|(&hash, &heap)| (hash, heap)).collect();
        seen.sort_unstable();
        let pairs = seen.iter().flat_map(|&(hash, heap)| [hash, heap as u64]);
        parts[3] = pairs.flat_map(u64::to_le_bytes).collect();
        let header = Header {
            code: self.sequence.rules().to_string(),
            lengths: [0, 1, 2, 3].map(|i: usize| parts[i].len()),
            engine,
            position: self.sequence.review,
            marker: period_search.marker.clone(),
            candidate: period_search.candidate.clone(),
            finding: period_search.finding,
            maximum: period_search.maximum,
            looked: period_search.looked,
            next_whole: period_search.next_whole,
            coding: period_search.coding,
        };
        (header, parts)
    }

    fn from_state(
        header: Header,
        parts: &mut dyn io::Read,
        rules: &Rules,
        settings: Settings,
    ) -> Result<Self> {
        if header.code != rules.to_string() {
            return Err(OctalError::data(format!(
                "the checkpoint is of the game {}, not of {rules}",
                header.code
            )));
        }
        // A few bytes of a file can expand to a thousand times as many.
        let most = settings.memory.max(ALWAYS_READ).saturating_add(MOST * ENTRY);
        let all = header.lengths.iter().try_fold(0usize, |sum, &length| sum.checked_add(length));
        if all.is_none_or(|all| all > most) {
            let all = all.map_or_else(|| "more than 2^64".into(), |all| all.to_string());
            return Err(OctalError::limit(
                format!("the checkpoint, which holds {all} bytes of values,"),
                format!("{} bytes of memory", settings.memory),
            ));
        }
        // Read in pieces, so a wrong length takes no memory.
        let mut part = |length: usize| {
            let mut part = Vec::new();
            let read = parts.take(length as u64).read_to_end(&mut part);
            let whole = read.is_ok_and(|read| read == length);
            if whole { Ok(part) } else { Err(damaged("a part is missing")) }
        };
        let [cells, prefix, state, seen] = header.lengths;
        let (cells, prefix, state, seen) = (part(cells)?, part(prefix)?, part(state)?, part(seen)?);
        // This reads to the end of the deflated stream, too.
        if parts.read(&mut [0]).map_err(|_| damaged("the end of the parts"))? > 0 {
            return Err(damaged("bytes are left over"));
        }
        let mut sequence = Sequence::new(rules, settings)?;
        match header.engine {
            SavedEngine::General(known) => {
                let (cells, odd) = cells.as_chunks::<4>();
                if !odd.is_empty() || cells.len() != known {
                    return Err(damaged("the values"));
                }
                let values = cells.iter().map(|cell| u32::from_le_bytes(*cell)).collect();
                let general = General::restored(rules, settings.memory, values, &prefix);
                sequence.engine = Engine::General(general.ok_or_else(|| damaged("the sets"))?);
            }
            SavedEngine::Dense(marked) => {
                let values: Vec<u32> = u16::read(cells).into_iter().map(u32::from).collect();
                let mut dense = Dense::from_values(rules, settings.simd, &values)?;
                dense.set_marked(marked);
                sequence.engine = Engine::Dense(dense);
            }
            SavedEngine::Narrow(saved) => {
                sequence.engine =
                    Engine::Narrow(load_block(saved, rules, settings, cells, prefix)?);
            }
            SavedEngine::Wide(saved) => {
                sequence.engine = Engine::Wide(load_block(saved, rules, settings, cells, prefix)?);
            }
        }
        let known = sequence.known();
        sequence.review = header.position;
        if header.looked > known || header.maximum.last.max(header.maximum.first) > known {
            return Err(damaged("it knows less than it has looked at"));
        }
        if header.finding.is_some_and(|finding| !seen_whole(finding.period, known)) {
            return Err(damaged("the period found"));
        }
        let mut marker = header.marker;
        let (entries, odd) = seen.as_chunks::<ENTRY>();
        if !odd.is_empty() || entries.len() > MOST {
            return Err(damaged("the table of the period search"));
        }
        for entry in entries {
            let number = |at: usize| {
                entry[at..at + 8].iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte))
            };
            let heap = usize::try_from(number(8)).ok().filter(|&heap| heap < known);
            let heap = heap.ok_or_else(|| damaged("the table of the period search"))?;
            marker.seen.insert(number(0), heap);
        }
        let candidate = header.candidate.map(|candidate| Candidate { state, ..candidate });
        let fits = |c: &Candidate| c.period > 0 && c.period <= known && c.target >= c.period;
        if !candidate.as_ref().is_none_or(fits) {
            return Err(damaged("the period in work"));
        }
        let period_search = PeriodSearch {
            marker,
            candidate,
            finding: header.finding,
            maximum: header.maximum,
            looked: header.looked,
            next_whole: header.next_whole,
            coding: header.coding,
        };
        Ok(Self { sequence, period_search })
    }
}

fn save_block<'a, C: Cell>(block: &'a BlockEngine<C>, parts: &mut Parts<'a>) -> Saved
where
    Avx2: Kernel<C>,
{
    parts[0] = C::bytes(&block.cells[..block.known - block.base]);
    parts[1] = C::bytes(&block.prefix);
    block.saved()
}

fn load_block<C: Cell>(
    saved: Saved,
    rules: &Rules,
    settings: Settings,
    cells: Vec<u8>,
    prefix: Vec<u8>,
) -> Result<BlockEngine<C>>
where
    Avx2: Kernel<C>,
{
    let block = BlockEngine::restored(saved, rules, settings, C::read(cells), C::read(prefix))?;
    block.ok_or_else(|| damaged("the engine"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use cg_core::Interrupt;
    use proptest::prelude::*;

    use super::*;
    use crate::{Ending, Limits};

    fn rules(code: &str) -> Rules {
        code.parse().unwrap()
    }

    fn run_to(run: &mut Run, heaps: usize) -> Ending {
        let limits = Limits { heaps, time: None, all_heaps: true };
        run.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap()
    }

    fn bytes(run: &Run) -> Vec<u8> {
        run.write(Vec::new()).unwrap()
    }

    /// Saves and loads at many steps, with one thread and with more. The run must end like a run
    /// that was never stopped.
    fn resumed_is_the_same(code: &str, heaps: usize, settings: Settings) {
        let rules = rules(code);
        let mut whole = Run::new(&rules, settings).unwrap();
        run_to(&mut whole, heaps);
        let mut pieces = Run::new(&rules, settings).unwrap();
        let limits = Limits { heaps, time: None, all_heaps: true };
        for (turn, stop_after) in [1, 3, 10, 2, 25, 100, 20, usize::MAX].into_iter().enumerate() {
            let interrupt = Interrupt::new();
            let flag = interrupt.clone();
            let mut steps = 0;
            let before = pieces.clone();
            let ending = pieces.steps(limits, &interrupt, &mut |_| {
                steps += 1;
                if steps == stop_after {
                    flag.raise();
                }
                Ok(())
            });
            assert!(
                matches!(ending.unwrap(), Ending::Interrupted | Ending::Heaps | Ending::Limit(_)),
                "{before:?}"
            );
            let settings = Settings { threads: 1 + (turn + 1) % 3, ..settings };
            pieces = Run::from_bytes(&bytes(&pieces), &rules, settings).unwrap();
        }
        assert!(bytes(&whole) == bytes(&pieces), "{code}");
        assert_eq!(whole.finding(), pieces.finding());
    }

    #[test]
    fn a_resumed_run_ends_in_the_same_state() {
        let settings = Settings::default();
        for (code, heaps) in [
            (".106", 600_000),
            (".16", 400_000),
            (".376", 20_000),
            (".07", 4000),
            (".3F", 500),
            (".(06)", 700),
            ("0.1F", 400),
            ("Grundy", 9000),
            (".004", 6000),
        ] {
            resumed_is_the_same(code, heaps, settings);
        }
    }

    #[test]
    fn more_threads_leave_the_same_state() {
        let fast = [
            ".104", ".106", ".16", ".56", ".454", ".054", ".354", ".167", ".324", ".174", "4.045",
            ".77", ".07",
        ];
        let slow = [".376", ".127", ".205", ".15", ".336", ".6", "Grundy"];
        let codes =
            fast.map(|code| (code, 60_000)).into_iter().chain(slow.map(|code| (code, 9000)));
        for (at, (code, heaps)) in codes.enumerate() {
            for memory in [1 << 18, 1 << 30] {
                let states = [1, 2, 4].map(|threads| {
                    let settings = Settings { threads, memory, ..Settings::default() };
                    let mut run = Run::new(&rules(code), settings).unwrap();
                    // Rounds of different sizes.
                    run_to(&mut run, heaps / 3 + 100 * at);
                    run_to(&mut run, heaps);
                    bytes(&run)
                });
                assert!(states.iter().all(|state| *state == states[0]), "{code} {memory}");
            }
        }
    }

    #[test]
    fn with_little_memory_too() {
        let settings = Settings { memory: 1 << 18, ..Settings::default() };
        resumed_is_the_same(".106", 900_000, settings);
        let mut run = Run::new(&rules(".106"), settings).unwrap();
        let mut full = Run::new(&rules(".106"), Settings::default()).unwrap();
        run_to(&mut run, 900_000);
        run_to(&mut full, 900_000);
        assert_eq!(run.sequence().value(500_000), None);
        for heap in (0..1000).chain(899_000..900_000) {
            assert_eq!(run.sequence().value(heap), full.sequence().value(heap));
        }
        assert_eq!(run.maximum(), full.maximum());
    }

    #[test]
    fn damaged_checkpoints_are_refused() {
        let rules = rules(".16");
        let settings = Settings::default();
        let mut run = Run::new(&rules, settings).unwrap();
        run_to(&mut run, 3000);
        let good = bytes(&run);
        let error =
            |bytes: &[u8]| Run::from_bytes(bytes, &rules, settings).unwrap_err().to_string();
        for end in 0..good.len() {
            error(&good[..end]);
        }
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 0x11;
            error(&bad);
        }
        assert!(error(b"something else").contains("no checkpoint"));
        let other =
            Run::from_bytes(&good, &".17".parse().unwrap(), settings).unwrap_err().to_string();
        assert!(other.contains("is of the game .16, not of .17"), "{other}");
    }

    /// Changes with a correct checksum, which no accident makes. Each is refused or harmless.
    #[test]
    fn forged_checkpoints_do_not_panic() {
        let rules = rules(".16");
        let settings = Settings::default();
        let mut run = Run::new(&rules, settings).unwrap();
        run_to(&mut run, 3000);
        let good = bytes(&run);
        for at in MAGIC.len()..good.len() - 4 {
            for change in [0x01, 0x03, 0x18, 0x80] {
                let mut bad = good.clone();
                bad[at] ^= change;
                let end = bad.len() - 4;
                let sum = crc32fast::hash(&bad[..end]);
                bad[end..].copy_from_slice(&sum.to_le_bytes());
                if let Ok(mut run) = Run::from_bytes(&bad, &rules, settings) {
                    let limits = Limits { heaps: 3100, time: None, all_heaps: true };
                    let _ = run.go(limits, &Interrupt::new(), &mut |_| Ok(()));
                }
            }
        }
    }

    #[test]
    fn the_old_file_stays_when_the_new_one_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        // A name so long that the temporary file next to it gets no name.
        let path = folder.path().join("n".repeat(250));
        let mut run = Run::new(&rules(".77"), Settings::default()).unwrap();
        run_to(&mut run, 500);
        let before = bytes(&run);
        fs::write(&path, &before).unwrap();
        run_to(&mut run, 600);
        assert!(matches!(run.save(&path), Err(OctalError::File { .. })));
        assert_eq!(fs::read(&path).unwrap(), before);
        let full = run.save(Path::new("/dev/full")).unwrap_err().to_string();
        assert!(full.starts_with("/dev/full: "), "{full}");
    }

    #[test]
    fn one_run_at_a_time_has_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let every = Duration::from_secs(60);
        let first = Checkpoint::open(&path, every).unwrap();
        let error = Checkpoint::open(&path, every).unwrap_err().to_string();
        let holder = format!("process {} on ", std::process::id());
        assert!(error.contains("is in use by") && error.contains(&holder), "{error}");
        drop(first);
        Checkpoint::open(&path, every).unwrap();
        let error = Checkpoint::open(folder.path(), every).unwrap_err().to_string();
        assert!(error.ends_with("a checkpoint must be a plain file"), "{error}");
    }

    #[test]
    fn an_interval_shorter_than_writing_is_stretched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let rules = rules(".106");
        let mut checkpoint = Checkpoint::open(&path, Duration::from_nanos(1)).unwrap();
        let mut run = checkpoint.run(&rules, Settings::default()).unwrap();
        run_to(&mut run, 3000);
        let stretched = checkpoint.keep(&run).unwrap().expect("nothing is written in 1 ns");
        assert!(stretched > Duration::from_nanos(10));
        let again = Run::load(&path, &rules, Settings::default()).unwrap();
        assert_eq!(again.sequence().known(), run.sequence().known());
        let mut patient = Checkpoint::open(folder.path().join("b"), Duration::MAX).unwrap();
        assert_eq!(patient.keep(&run).unwrap(), None);
        assert!(!folder.path().join("b").exists());
    }

    #[test]
    fn files_of_the_first_version_are_read_and_later_ones_are_not() {
        for code in [".16", ".3F", ".07", "Grundy", ".004"] {
            let rules = rules(code);
            let mut run = Run::new(&rules, Settings::default()).unwrap();
            run_to(&mut run, 3000.min(if code == ".3F" { 200 } else { 3000 }));
            let (header, parts) = run.state();
            let header = serde_json::to_vec(&header).unwrap();
            let old = write_parts(Vec::new(), Version::Plain, &header, &parts).unwrap();
            let again = Run::from_bytes(&old, &rules, Settings::default()).unwrap();
            assert!(bytes(&again) == bytes(&run), "{code}");
            let mut later = old;
            later[MAGIC.len()] = 3;
            let error = Run::from_bytes(&later, &rules, Settings::default()).unwrap_err();
            assert!(error.to_string().contains("version 3, and this program reads"), "{error}");
        }
    }

    /// Every object inside a value, with its path.
    fn objects(value: &serde_json::Value, at: &str, ways: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(fields) => {
                ways.push(at.to_owned());
                fields.iter().for_each(|(name, value)| {
                    objects(value, &format!("{at}/{name}"), ways);
                });
            }
            serde_json::Value::Array(items) => {
                items.iter().enumerate().for_each(|(index, value)| {
                    objects(value, &format!("{at}/{index}"), ways);
                });
            }
            _ => {}
        }
    }

    #[test]
    fn unknown_fields_are_refused_at_every_depth() {
        let mut depths = 0;
        for (code, heaps) in [(".16", 260_000), (".106", 400_000), (".3F", 100), (".07", 3000)] {
            let rules = rules(code);
            let mut run = Run::new(&rules, Settings::default()).unwrap();
            run_to(&mut run, heaps);
            let (header, parts) = run.state();
            let header = serde_json::to_value(&header).unwrap();
            let mut ways = Vec::new();
            objects(&header, "", &mut ways);
            for way in ways {
                let mut forged = header.clone();
                forged.pointer_mut(&way).unwrap()["unknown"] = 1.into();
                let forged = serde_json::to_vec(&forged).unwrap();
                let forged = write_parts(Vec::new(), Version::Deflated, &forged, &parts).unwrap();
                let error = Run::from_bytes(&forged, &rules, Settings::default());
                let error = error.expect_err(&way).to_string();
                // The one variant of an enum has no room for another field.
                assert!(error.contains("unknown") || error.contains("expected"), "{way}: {error}");
                depths += 1;
            }
        }
        assert!(depths > 30, "{depths}");
    }

    proptest! {
        #![proptest_config(cg_properties::cases(200))]
        /// Changes one number of a header. If the header is read, it must be written as it was.
        #[test]
        fn what_is_read_round_trips(
            game in 0usize..4,
            pick in any::<prop::sample::Index>(),
            number in prop_oneof![0u64..300, any::<u64>()],
        ) {
            static RUNS: std::sync::OnceLock<Vec<Run>> = std::sync::OnceLock::new();
            let runs = RUNS.get_or_init(|| {
                let games = [(".16", 3000), (".3F", 60), (".77", 400), ("Grundy", 3000)];
                let run = |(code, heaps)| {
                    let mut run = Run::new(&rules(code), Settings::default()).unwrap();
                    run_to(&mut run, heaps);
                    run
                };
                games.map(run).into()
            });
            let run = &runs[game];
            let rules = run.sequence().rules();
            let (header, parts) = run.state();
            let mut header = serde_json::to_value(&header).unwrap();
            let mut ways = Vec::new();
            let mut numbers = Vec::new();
            objects(&header, "", &mut ways);
            for way in &ways {
                for (name, value) in header.pointer(way).unwrap().as_object().unwrap() {
                    if value.is_number() {
                        numbers.push(format!("{way}/{name}"));
                    }
                }
            }
            *header.pointer_mut(&numbers[pick.index(numbers.len())]).unwrap() = number.into();
            let header = serde_json::to_vec(&header).unwrap();
            let forged = write_parts(Vec::new(), Version::Deflated, &header, &parts).unwrap();
            if let Ok(read) = Run::from_bytes(&forged, rules, Settings::default()) {
                let written = bytes(&read);
                let again = Run::from_bytes(&written, rules, Settings::default()).unwrap();
                prop_assert!(bytes(&again) == written);
            }
        }
    }

    /// Compressed zeros expand to a thousand times as many: this must be an error before they are
    /// in memory.
    #[test]
    fn a_forged_checkpoint_cannot_take_more_memory_than_the_limit() {
        let rules = rules(".16");
        let mut run = Run::new(&rules, Settings::default()).unwrap();
        run_to(&mut run, 3000);
        let (header, _) = run.state();
        let mut header = serde_json::to_value(&header).unwrap();
        let read = |header: &serde_json::Value, cells: usize, settings: Settings| {
            let parts = [vec![0u8; cells]];
            let header = serde_json::to_vec(header).unwrap();
            let forged = write_parts(Vec::new(), Version::Deflated, &header, &parts).unwrap();
            assert!(forged.len() < 2 << 20);
            Run::from_bytes(&forged, &rules, settings).unwrap_err()
        };
        let little = Settings { memory: 1 << 20, ..Settings::default() };
        let most = ALWAYS_READ + MOST * ENTRY;
        header["lengths"] = serde_json::json!([most + 1, 0, 0, 0]);
        let error = read(&header, most + 1, little);
        assert!(matches!(error, OctalError::Limit { .. }), "{error}");
        assert!(error.to_string().contains("the limit of 1048576 bytes of memory"), "{error}");
        // The length in the header does not help.
        header["lengths"] = serde_json::json!([100, 0, 0, 0]);
        let error = read(&header, most + 1, little).to_string();
        assert!(error.contains("bytes are left over"), "{error}");
        header["lengths"] = serde_json::json!([u64::MAX, 1, 0, 0]);
        let error = read(&header, 10, Settings { memory: usize::MAX, ..little }).to_string();
        assert!(error.contains("more than 2^64 bytes of values"), "{error}");
        // With enough memory, the error says that it is not a checkpoint.
        header["lengths"] = serde_json::json!([most + 1, 0, 0, 0]);
        let error = read(&header, most + 1, Settings::default()).to_string();
        assert!(error.contains("does not fit together"), "{error}");
    }

    /// A run is resumed with less memory than it had, or reports that it cannot be.
    #[test]
    fn with_less_memory_than_before() {
        let rules = rules(".106");
        let settings = Settings { memory: 1 << 18, ..Settings::default() };
        let mut run = Run::new(&rules, settings).unwrap();
        run_to(&mut run, 900_000);
        let saved = bytes(&run);
        for memory in [1, 1 << 10, 1 << 15, 1 << 16, 1 << 17] {
            let less = Settings { memory, ..settings };
            let mut again = Run::from_bytes(&saved, &rules, less).unwrap();
            let limits = Limits { heaps: 2_000_000, time: None, all_heaps: true };
            let ending = again.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap();
            assert!(matches!(ending, Ending::Limit(_)), "{memory}: {ending:?}");
        }
    }

    /// Forged values of the general engine, with a correct checksum.
    #[test]
    fn values_that_no_options_make_are_refused() {
        let rules = rules(".1F");
        let mut run = Run::new(&rules, Settings::default()).unwrap();
        run_to(&mut run, 200);
        let (header, parts) = run.state();
        let header = serde_json::to_vec(&header).unwrap();
        for (part, at) in [(0, 403), (1, 7)] {
            let mut parts = parts.clone().map(std::borrow::Cow::into_owned);
            parts[part][at] = 0xff;
            let forged = write_parts(Vec::new(), Version::Deflated, &header, &parts).unwrap();
            let error =
                Run::from_bytes(&forged, &rules, Settings::default()).unwrap_err().to_string();
            assert!(error.contains("does not fit together: the sets"), "{error}");
        }
    }

    /// A header that asks for long work, or claims an impossible period, is refused.
    #[test]
    fn a_header_cannot_ask_for_the_impossible() {
        for (code, heaps, from, to) in [
            (".3F", 100, "\"General\":100", "\"General\":18446744073709551615"),
            (".77", 400, "\"period\":12,", "\"period\":0,"),
            (".77", 400, "\"preperiod\":71,", "\"preperiod\":18446744073709551615,"),
        ] {
            let rules = rules(code);
            let mut run = Run::new(&rules, Settings::default()).unwrap();
            run_to(&mut run, heaps);
            let (header, parts) = run.state();
            let header = serde_json::to_string(&header).unwrap();
            assert!(header.contains(from), "{header}");
            let forged = header.replace(from, to);
            let forged =
                write_parts(Vec::new(), Version::Deflated, forged.as_bytes(), &parts).unwrap();
            let error =
                Run::from_bytes(&forged, &rules, Settings::default()).unwrap_err().to_string();
            assert!(error.contains("does not fit together"), "{error}");
        }
    }
}
