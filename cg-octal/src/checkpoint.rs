//! Checkpoints: a run in a file, from which it goes on as if never stopped.
//!
//! ```text
//! file   := "cg-octal checkpoint\n" version:u32 length:u32 header parts crc:u32
//! header := JSON of so many bytes, with the length of each part
//! parts  := cells prefix state marker       as bytes
//! ```
//!
//! Numbers are stored with the lowest byte first; the CRC-32 covers all before it. A file is
//! written beside its place and then renamed, so that a reader sees the old or the new one, whole.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::block::{BlockEngine, Saved};
use crate::dense::Dense;
use crate::general::General;
use crate::kernel::{Avx2, Cell, Kernel};
use crate::look::{Candidate, Lookout, MOST, Marker, Maximum};
use crate::sequence::{Engine, Review};
use crate::{Finding, OctalError, Period, Result, Rules, Run, Sequence, Settings, Space};

const MAGIC: &[u8] = b"cg-octal checkpoint\n";
const VERSION: u32 = 1;

impl Run {
    /// Writes the run to `path`, replacing what is there only when all is written.
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
    /// What the system says, a full disk included; the file that was there is kept then.
    pub fn save(&self, path: &Path) -> Result<()> {
        let at = |path: &Path| {
            let path = path.to_owned();
            move |source| OctalError::File { path, source }
        };
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        let beside = PathBuf::from(beside);
        let written = self.write_to(&beside).map_err(at(&beside));
        let renamed = written.and_then(|()| fs::rename(&beside, path).map_err(at(path)));
        if renamed.is_err() {
            // The half-written file is of no use; the error to report is the first one.
            let _ = fs::remove_file(&beside);
            return renamed;
        }
        // The new name must reach the disk too; some systems cannot do that for a folder.
        if let Some(Ok(folder)) = path.parent().map(File::open) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    fn write_to(&self, path: &Path) -> io::Result<()> {
        let file = self.write(io::BufWriter::new(File::create(path)?))?;
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    }

    /// Writes the run as a checkpoint, and gives `file` back.
    pub(crate) fn write<W: Write>(&self, file: W) -> io::Result<W> {
        let (header, parts) = self.state();
        write_parts(file, &serde_json::to_vec(&header)?, &parts)
    }

    /// Reads a run of the game `rules` from `path`.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, is damaged, of another version or of another game.
    pub fn load(path: &Path, rules: &Rules, settings: Settings) -> Result<Self> {
        let at = |source| OctalError::File { path: path.to_owned(), source };
        let file = File::open(path).map_err(at)?;
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
    /// As [`Self::load`]. No bytes make it panic.
    pub fn from_bytes(bytes: &[u8], rules: &Rules, settings: Settings) -> Result<Self> {
        Self::read_from(io::Cursor::new(bytes), rules, settings)
    }

    /// The sum is checked first, then the parts are read, so that no part is in memory twice.
    fn read_from(mut file: impl Read + Seek, rules: &Rules, settings: Settings) -> Result<Self> {
        let failed = |source| OctalError::File { path: PathBuf::new(), source };
        let cut = || OctalError::data("the checkpoint is truncated");
        let mut magic = [0; MAGIC.len()];
        if file.read_exact(&mut magic).is_err() || magic != MAGIC {
            return Err(OctalError::data("this is no checkpoint"));
        }
        let mut version = [0; 4];
        file.read_exact(&mut version).map_err(|_| cut())?;
        let version = u32::from_le_bytes(version);
        if version != VERSION {
            return Err(OctalError::data(format!(
                "the checkpoint has version {version}; this program reads version {VERSION}"
            )));
        }
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
        (&mut body).take(length).read_to_end(&mut header).map_err(failed)?;
        let header = serde_json::from_slice(&header).map_err(|e| {
            OctalError::data(format!("the header of the checkpoint is damaged: {e}"))
        })?;
        Self::from_state(header, &mut body, rules, settings)
    }
}

/// A checkpoint of this header and these parts.
pub(crate) fn write_parts<W: Write>(
    file: W,
    header: &[u8],
    parts: &[impl AsRef<[u8]>],
) -> io::Result<W> {
    let mut file = Summed { file, sum: crc32fast::Hasher::new() };
    file.write_all(MAGIC)?;
    file.write_all(&VERSION.to_le_bytes())?;
    let length =
        u32::try_from(header.len()).map_err(|_| io::Error::other("the header is too long"))?;
    file.write_all(&length.to_le_bytes())?;
    file.write_all(header)?;
    parts.iter().try_for_each(|part| file.write_all(part.as_ref()))?;
    let sum = file.sum.clone().finalize();
    file.write_all(&sum.to_le_bytes())?;
    Ok(file.file)
}

/// What is written goes on to `file`, and into the sum.
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
    coding: Option<(Space, usize)>,
}

#[derive(Debug, Serialize, Deserialize)]
enum SavedEngine {
    /// The heaps known; the sets are in the place of the prefix.
    General(usize),
    Dense(usize),
    Narrow(Saved),
    Wide(Saved),
}

/// Cells, prefix, state and marker: borrowed where they are bytes already.
type Parts<'a> = [Cow<'a, [u8]>; 4];

/// Whether a period can have been found among `known` heaps.
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
        let lookout = &self.lookout;
        if let Some(candidate) = &lookout.candidate {
            parts[2] = Cow::Borrowed(&candidate.state);
        }
        let mut seen: Vec<(u64, usize)> =
            lookout.marker.seen.iter().map(|(&hash, &heap)| (hash, heap)).collect();
        seen.sort_unstable();
        let pairs = seen.iter().flat_map(|&(hash, heap)| [hash, heap as u64]);
        parts[3] = pairs.flat_map(u64::to_le_bytes).collect();
        let header = Header {
            code: self.sequence.rules().to_string(),
            lengths: [0, 1, 2, 3].map(|i: usize| parts[i].len()),
            engine,
            position: self.sequence.review,
            marker: lookout.marker.clone(),
            candidate: lookout.candidate.clone(),
            finding: lookout.finding,
            maximum: lookout.maximum,
            looked: lookout.looked,
            next_whole: lookout.next_whole,
            coding: lookout.coding,
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
        // Read as they come: a length that is wrong takes no memory.
        let mut part = |length: usize| {
            let mut part = Vec::new();
            let read = parts.take(length as u64).read_to_end(&mut part);
            let whole = read.is_ok_and(|read| read == length);
            if whole { Ok(part) } else { Err(damaged("a part is missing")) }
        };
        let [cells, prefix, state, seen] = header.lengths;
        let (cells, prefix, state, seen) = (part(cells)?, part(prefix)?, part(state)?, part(seen)?);
        if part(1).is_ok() {
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
        let (entries, odd) = seen.as_chunks::<16>();
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
        let lookout = Lookout {
            marker,
            candidate,
            finding: header.finding,
            maximum: header.maximum,
            looked: header.looked,
            next_whole: header.next_whole,
            coding: header.coding,
        };
        Ok(Self { sequence, lookout })
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
    use cg_core::Interrupt;

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
        let path = scratch("bytes");
        run.save(&path).unwrap();
        let bytes = fs::read(&path).unwrap();
        fs::remove_file(path).unwrap();
        bytes
    }

    fn scratch(name: &str) -> PathBuf {
        let thread = std::thread::current();
        let unique = format!("cg-octal-{}-{:?}-{name}", std::process::id(), thread.id());
        std::env::temp_dir().join(unique.replace(['(', ')'], ""))
    }

    /// Saves and loads at many steps; ends as a run that was never stopped.
    fn resumed_is_the_same(code: &str, heaps: usize, settings: Settings) {
        let rules = rules(code);
        let mut whole = Run::new(&rules, settings).unwrap();
        run_to(&mut whole, heaps);
        let mut pieces = Run::new(&rules, settings).unwrap();
        let limits = Limits { heaps, time: None, all_heaps: true };
        for stop_after in [1, 3, 10, 2, 25, 100, usize::MAX] {
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

    /// Changes with a right checksum, as no accident makes them: refused or harmless.
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
    fn a_full_disk_keeps_the_old_file() {
        let path = scratch("kept");
        let mut run = Run::new(&rules(".77"), Settings::default()).unwrap();
        run_to(&mut run, 500);
        run.save(&path).unwrap();
        let before = fs::read(&path).unwrap();
        // A folder in the place of the new file: it cannot be written.
        let beside = PathBuf::from(format!("{}.new", path.display()));
        fs::create_dir(&beside).unwrap();
        run_to(&mut run, 600);
        let error = run.save(&path).unwrap_err().to_string();
        assert!(error.contains(".new"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), before);
        fs::remove_dir(beside).unwrap();
        fs::remove_file(path).unwrap();
    }

    /// Forged values of the general engine, whose checksum is right.
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
            let forged = write_parts(Vec::new(), &header, &parts).unwrap();
            let error =
                Run::from_bytes(&forged, &rules, Settings::default()).unwrap_err().to_string();
            assert!(error.contains("does not fit together: the sets"), "{error}");
        }
    }

    /// A header that asks for long work, or tells of a period that cannot be, is refused.
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
            let forged = write_parts(Vec::new(), forged.as_bytes(), &parts).unwrap();
            let error =
                Run::from_bytes(&forged, &rules, Settings::default()).unwrap_err().to_string();
            assert!(error.contains("does not fit together"), "{error}");
        }
    }
}
