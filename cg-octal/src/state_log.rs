//! The states of a long run, kept in a file.
//!
//! The *state* at heap n is the list of the last values before it. After the last rare value, a
//! state of some thousand values decides all later values (see
//! [`Method::StateRepetition`](crate::Method)). A run that cannot store all its values keeps its
//! state at every multiple of a number of heaps. A [`ChainCertificate`](crate::ChainCertificate) is
//! made from these states, and its segments can be checked one by one.
//!
//! The file has a line of JSON for the game, and then one for each state, in order. Lines are added
//! at the end. If the last line is incomplete, after a power cut for example, it is removed when
//! the file is opened.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cg_core::{Clock, Interrupt};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};

use crate::block::{BlockEngine, LOW_WITNESS};
use crate::kernel::{Avx2, Cell, Kernel};
use crate::sequence::Engine;
use crate::{
    Ending, Finding, Limits, Method, OctalError, Period, Result, Run, Sequence, SparseSpace, Watch,
};

/// The last values before a heap, in the order of their heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The first heap after the values.
    pub heap: u64,
    /// The values.
    pub values: Values,
}

/// A list of values. In JSON it is a text: the base64 of their deflated 16-bit numbers, the low
/// byte first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Values(Vec<u16>);

impl Values {
    /// The most values in a list.
    pub const MOST: usize = 1 << 20;

    /// The values.
    pub fn get(&self) -> &[u16] {
        &self.0
    }
}

impl From<Vec<u16>> for Values {
    fn from(values: Vec<u16>) -> Self {
        Self(values)
    }
}

impl From<Values> for String {
    fn from(values: Values) -> Self {
        let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
        for value in values.0 {
            deflated.write_all(&value.to_le_bytes()).expect("a vector takes all bytes");
        }
        STANDARD.encode(deflated.finish().expect("a vector takes all bytes"))
    }
}

impl TryFrom<String> for Values {
    type Error = String;

    fn try_from(text: String) -> std::result::Result<Self, String> {
        let deflated =
            STANDARD.decode(text).map_err(|error| format!("a list of values: {error}"))?;
        let mut bytes = Vec::new();
        // Deflated bytes may expand to a thousand times as many.
        let most = 2 * Self::MOST as u64;
        DeflateDecoder::new(&*deflated)
            .take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("a list of values: {error}"))?;
        if bytes.len() as u64 > most || bytes.len() % 2 == 1 {
            return Err(format!("a list of values is cut, or has more than {} values", Self::MOST));
        }
        let values = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        Ok(Self(values.collect()))
    }
}

/// The first line of the file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    states_of: String,
    every: u64,
}

/// A line of the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    heap: u64,
    values: Values,
    /// The deepest witness of the engine in the heaps since the line before, if it is known.
    deepest: Option<u64>,
}

/// The place of a state in the file.
#[derive(Clone, Debug)]
struct Kept {
    line: Range<u64>,
    deepest: Option<u64>,
}

/// The file with the states of one run. A writer holds the lock of the run's
/// [`Checkpoint`](crate::Checkpoint).
#[derive(Debug)]
pub struct StateLog {
    path: PathBuf,
    file: File,
    every: u64,
    kept: Vec<Kept>,
    end: u64,
}

impl StateLog {
    /// The number of values in a kept state. A state of a certificate has fewer: as many as its
    /// game needs.
    pub const WIDTH: usize = 1 << 16;

    /// The longest line.
    const LONGEST_LINE: u64 = 1 << 20;

    /// Opens the file at `path` for a run of the game `code`, with a state at every multiple of
    /// `every` heaps. Makes the file if it does not exist.
    ///
    /// # Errors
    ///
    /// A file of another game or interval; a damaged file; a system error.
    pub fn open(path: impl Into<PathBuf>, code: &str, every: u64) -> Result<Self> {
        let path = path.into();
        let at = |source| OctalError::File { path: path.clone(), source };
        let head = Head { states_of: code.to_owned(), every };
        if every < 2 * Self::WIDTH as u64 {
            return Err(OctalError::data(format!(
                "states are kept every {} heaps or more",
                2 * Self::WIDTH
            )));
        }
        if !path.exists() {
            let head = serde_json::to_string(&head).expect("plain fields have a form in JSON");
            cg_files::write_whole(&path, |file| writeln!(file, "{head}")).map_err(at)?;
        }
        let damaged = |number: usize, what: String| {
            OctalError::data(format!("{}: line {}: {what}", path.display(), number + 1))
        };
        let mut kept: Vec<Kept> = Vec::new();
        let mut end = 0;
        let mut text = BufReader::new(cg_files::open_regular(&path).map_err(at)?);
        for number in 0.. {
            let mut line = Vec::new();
            (&mut text).take(Self::LONGEST_LINE).read_until(b'\n', &mut line).map_err(at)?;
            if line.last() != Some(&b'\n') {
                if line.len() as u64 == Self::LONGEST_LINE {
                    return Err(damaged(number, "it is too long".into()));
                }
                // A line that a power cut made incomplete is written again.
                break;
            }
            let start = end;
            end += line.len() as u64;
            if number == 0 {
                let found: Head =
                    serde_json::from_slice(&line).map_err(|e| damaged(0, e.to_string()))?;
                if found != head {
                    return Err(OctalError::data(format!(
                        "{}: the states are of the game {}, every {} heaps, not of {code}, every {every}",
                        path.display(),
                        found.states_of,
                        found.every
                    )));
                }
                continue;
            }
            let line: Line =
                serde_json::from_slice(&line).map_err(|e| damaged(number, e.to_string()))?;
            let due = number as u64 * every;
            if line.heap != due || line.values.0.len() != Self::WIDTH {
                return Err(damaged(number, format!("this is not the state at heap {due}")));
            }
            kept.push(Kept { line: start..end, deepest: line.deepest });
        }
        if end == 0 {
            return Err(damaged(0, "it does not name the game".into()));
        }
        let file = OpenOptions::new().append(true).read(true).open(&path).map_err(at)?;
        file.set_len(end).map_err(at)?;
        Ok(Self { path, file, every, kept, end })
    }

    /// The heap at which the next state is due.
    pub fn due(&self) -> u64 {
        (self.kept.len() as u64 + 1) * self.every
    }

    /// Keeps the state of a run if the run is at the heap at which one is due. Otherwise it does
    /// nothing.
    ///
    /// # Errors
    ///
    /// A run that is after that heap, or has dropped the values; a full disk.
    pub fn keep(&mut self, run: &Run) -> Result<()> {
        let due = self.due();
        if (run.sequence().known() as u64) < due {
            return Ok(());
        }
        let State { heap, values } = State::of(run.sequence(), due, Self::WIDTH)?;
        let deepest = deepest(run.sequence(), due - self.every);
        let line = serde_json::to_string(&Line { heap, values, deepest });
        let line = line.expect("plain fields have a form in JSON") + "\n";
        self.file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.sync_data())
            .map_err(|source| self.failed(source))?;
        let start = self.end;
        self.end += line.len() as u64;
        self.kept.push(Kept { line: start..self.end, deepest });
        Ok(())
    }

    /// The heaps from one state to the next.
    pub fn every(&self) -> u64 {
        self.every
    }

    /// The deepest witness of all heaps of `run`, except the first [`Self::WIDTH`] or more.
    ///
    /// # Errors
    ///
    /// The engine has not recorded all of them.
    pub(crate) fn deepest(&self, run: &Run) -> Result<u64> {
        let kept = self.kept.iter().map(|kept| kept.deepest);
        let all = kept.chain([deepest(run.sequence(), self.count() * self.every)]);
        all.map(|deepest| deepest.map(|depth| depth.max(LOW_WITNESS as u64)))
            .try_fold(0, |most, depth| Some(most.max(depth?)))
            .ok_or_else(|| {
                OctalError::data(
                    "the witnesses of some heaps were not recorded: begin anew with --states",
                )
            })
    }

    fn failed(&self, source: io::Error) -> OctalError {
        OctalError::File { path: self.path.clone(), source }
    }

    /// The number of kept states. They are at the multiples 1 to `count` of the interval.
    pub fn count(&self) -> u64 {
        self.kept.len() as u64
    }

    /// The state at a multiple of the interval.
    ///
    /// # Errors
    ///
    /// No state is kept there; the file cannot be read any more.
    pub fn state(&self, heap: u64) -> Result<State> {
        let none = || OctalError::data(format!("no state is kept at heap {heap}"));
        let number = (heap / self.every).checked_sub(1).filter(|_| heap.is_multiple_of(self.every));
        let kept = number.and_then(|number| self.kept.get(usize::try_from(number).ok()?));
        let Range { start, end } = kept.ok_or_else(none)?.line.clone();
        let mut file = &self.file;
        let mut line = Vec::new();
        file.seek(SeekFrom::Start(start))
            .and_then(|_| file.take(end - start).read_to_end(&mut line))
            .map_err(|source| self.failed(source))?;
        let line: Line = serde_json::from_slice(&line)
            .map_err(|error| OctalError::data(format!("{}: {error}", self.path.display())))?;
        Ok(State { heap: line.heap, values: line.values })
    }
}

impl State {
    /// The last `width` values of a sequence before `heap`.
    ///
    /// # Errors
    ///
    /// One of them is no longer stored, or does not fit.
    pub(crate) fn of(sequence: &Sequence, heap: u64, width: usize) -> Result<Self> {
        let missing = || {
            OctalError::limit(
                format!("the {width} values before heap {heap}"),
                "memory for the values (--memory)",
            )
        };
        let end = usize::try_from(heap).map_err(|_| missing())?;
        let first = end.checked_sub(width).ok_or_else(missing)?;
        let value = |heap| -> Result<u16> {
            let value = sequence.value(heap).ok_or_else(missing)?;
            u16::try_from(value).map_err(|_| OctalError::limit("a state", "65535 for values"))
        };
        let values = (first..end).map(value).collect::<Result<Vec<u16>>>()?;
        Ok(Self { heap, values: values.into() })
    }
}

/// The deepest witness of the heaps from `from` on, and after the first [`StateLog::WIDTH`], if the
/// engine recorded them all; 0 if none is deep enough to be recorded.
fn deepest(sequence: &Sequence, from: u64) -> Option<u64> {
    let (deep, recorded) = match &sequence.engine {
        Engine::Narrow(block) => (&block.notes.deep, block.deep_from),
        Engine::Wide(block) => (&block.notes.deep, block.deep_from),
        Engine::Dense(_) | Engine::General(_) => return None,
    };
    let from = usize::try_from(from).expect("the run has come so far").max(StateLog::WIDTH);
    // Depths descend, so the first of those heaps has the deepest witness.
    let first = deep.iter().find(|&&(heap, _)| heap >= from).map_or(0, |&(_, depth)| depth as u64);
    (recorded <= from).then_some(first)
}

impl Run {
    /// The same as [`Run::go`], and keeps the states that are due in `log`. If a period is
    /// proposed, the run checks whether a kept state comes again. That proves the period without
    /// the values in between.
    ///
    /// # Errors
    ///
    /// Errors of [`Run::go`] and of [`StateLog::keep`].
    pub fn go_keeping_states(
        &mut self,
        log: &mut StateLog,
        limits: Limits,
        interrupt: &Interrupt,
        watch: &mut Watch<'_>,
    ) -> Result<Ending> {
        let start = Clock::start();
        loop {
            log.keep(self)?;
            let known = self.sequence().known() as u64;
            let behind = known.saturating_sub(NEAR);
            if self.finding().is_none()
                && let Some((state, again)) = self.return_of_a_state(log, behind)
                && again <= known
                && self.state_repeats(log, state, again)?
            {
                return Ok(Ending::Proved);
            }
            let again = self.return_of_a_state(log, known + 1).map(|(_, again)| again);
            let heaps = [Some(log.due()), again]
                .into_iter()
                .flatten()
                .filter_map(|heap| usize::try_from(heap).ok())
                .fold(limits.heaps, usize::min);
            let time = limits.time.map(|time| time.saturating_sub(start.elapsed()));
            let ending = self.go(Limits { heaps, time, ..limits }, interrupt, watch)?;
            if ending != Ending::Heaps || heaps == limits.heaps {
                log.keep(self)?;
                return Ok(ending);
            }
        }
    }

    /// If the proposed period is right, the place at which a kept state comes again: the heap of
    /// the state, and the first such place from heap `from` on.
    fn return_of_a_state(&self, log: &StateLog, from: u64) -> Option<(u64, u64)> {
        let period = self.period_search.candidate.as_ref()?.period as u64;
        let state = from.saturating_sub(period).next_multiple_of(log.every).max(log.every);
        (state < log.due()).then_some((state, state + period))
    }

    /// Whether a state comes again at heap `again`, and the theorem applies. Then this is the
    /// result of the search.
    fn state_repeats(&mut self, log: &StateLog, state: u64, again: u64) -> Result<bool> {
        fn covered<C: Cell>(block: &BlockEngine<C>, from: u64, period: u64) -> Option<SparseSpace>
        where
            Avx2: Kernel<C>,
        {
            let (from, period) = (usize::try_from(from).ok()?, usize::try_from(period).ok()?);
            block.repeats(from, period, StateLog::WIDTH).then_some(block.space)
        }
        let period = again - state;
        let space = match &self.sequence.engine {
            Engine::Narrow(block) => covered(block, state, period),
            Engine::Wide(block) => covered(block, state, period),
            Engine::Dense(_) | Engine::General(_) => None,
        };
        let Some(space) = space else {
            return Ok(false);
        };
        let depth = StateLog::WIDTH as u64;
        if log.state(state)?.values != State::of(&self.sequence, again, StateLog::WIDTH)?.values {
            return Ok(false);
        }
        self.period_search.finding = Some(Finding {
            period: Period { preperiod: state - depth, period, saltus: 0 },
            method: Some(Method::StateRepetition { from: state, depth, space }),
            exact: false,
        });
        Ok(true)
    }
}

/// An engine may compute a few heaps more than requested.
const NEAR: u64 = 1024;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, Settings};

    #[test]
    fn values_read_back_and_bombs_are_refused() {
        let values = Values::from(vec![0, 1, 65535, 7]);
        let text = String::from(values.clone());
        assert_eq!(Values::try_from(text.clone()), Ok(values));
        assert!(Values::try_from(text[1..].to_owned()).is_err());
        let bomb = String::from(Values::from(vec![3; Values::MOST + 1]));
        assert!(Values::try_from(bomb).unwrap_err().contains("more than"));
    }

    #[test]
    fn states_are_kept_and_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("16.states");
        let rules: Rules = ".16".parse().unwrap();
        let settings = Settings { memory: 2_000_000, ..Settings::default() };
        let every = 200_000;
        let limits = |heaps| Limits { heaps, time: None, all_heaps: true };
        let mut run = Run::new(&rules, settings).unwrap();
        let mut log = StateLog::open(&path, ".16", every).unwrap();
        let go = |run: &mut Run, log: &mut StateLog, heaps| {
            let never = Interrupt::new();
            run.go_keeping_states(log, limits(heaps), &never, &mut |_| Ok(())).unwrap()
        };
        go(&mut run, &mut log, 450_000);
        assert_eq!((log.count(), log.due()), (2, 600_000));
        // A power cut in the middle of the third line.
        drop(log);
        let mut text = std::fs::read(&path).unwrap();
        let whole = text.len();
        text.extend_from_slice(b"{\"heap\":600000,\"val");
        std::fs::write(&path, &text).unwrap();
        let mut log = StateLog::open(&path, ".16", every).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().len(), whole as u64);
        go(&mut run, &mut log, 1_000_000);
        assert_eq!(log.count(), 5);
        let values = crate::nim_values(&rules, 600_000).unwrap();
        let wanted: Vec<u16> = values[600_000 - StateLog::WIDTH..]
            .iter()
            .map(|&value| u16::try_from(value).unwrap())
            .collect();
        assert_eq!(log.state(600_000).unwrap().values.get(), wanted);
        assert!(log.state(600_001).is_err() && log.state(0).is_err());
        // Another game, another interval, a damaged line.
        assert!(StateLog::open(&path, ".106", every).is_err());
        assert!(StateLog::open(&path, ".16", 2 * every).is_err());
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen("\"heap\":400000", "\"heap\":400001", 1)).unwrap();
        assert!(StateLog::open(&path, ".16", every).is_err());
    }
}
