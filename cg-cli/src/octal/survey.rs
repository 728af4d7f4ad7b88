//! `cg octal survey`: which games are solved within a budget; and the file that keeps the finished ones.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cg_calculator::cg_misere::MisereReport;
use cg_calculator::cg_octal::{
    self, Limits, Report, Rules, SurveyPlan, distinct_codes, octal_codes_led_by, survey,
    survey_table,
};
use cg_files::Lock;
use indicatif::{HumanCount, HumanDuration};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::part::Shard;
use super::progress::Line;
use super::{Job, SurveyArguments, misere, must_be_plain, rules};
use crate::error::{CommandError, CommandResult};
use crate::output::{Ending, OfKind, object, print};

/// The budget of a game when nothing is said.
const HEAPS: usize = 1_000_000;
const TIME: Duration = Duration::from_secs(2);

/// Heaps by which codes are told apart.
const COMPARED: usize = 1000;

/// The games that are asked for, in their order.
fn games(arguments: &SurveyArguments) -> CommandResult<Vec<Rules>> {
    Ok(match arguments.digits {
        Some(digits) if arguments.standard => {
            distinct_codes(digits, COMPARED)?.into_iter().map(Rules::from).collect()
        }
        Some(digits) => {
            let leading = if arguments.leading.is_empty() { &[0][..] } else { &arguments.leading };
            let mut games = Vec::new();
            for &leading in leading {
                games.extend(octal_codes_led_by(leading, digits)?.into_iter().map(Rules::from));
            }
            games
        }
        None => arguments.codes.iter().map(|code| rules(code)).collect(),
    })
}

pub(super) fn show(arguments: &SurveyArguments, job: &Job<'_>) -> CommandResult {
    if !arguments.merge.is_empty() {
        return match arguments.misere {
            true => merge::<MisereReport>(arguments, job),
            false => merge::<Report>(arguments, job),
        };
    }
    let mut games = games(arguments)?;
    if let Some(Shard { index, of }) = arguments.shard {
        if job.time.is_some() {
            let why = "a shard has no limit of time, so that it gives the same on every machine: use --limit";
            return Err(CommandError::Refused(why.to_owned()));
        }
        games = games.into_iter().skip(index - 1).step_by(of).collect();
    }
    if arguments.misere {
        return misere::survey(arguments, &games, job);
    }
    let heaps = arguments.limit.unwrap_or(HEAPS);
    let time = limit_of_time(arguments, job);
    let limits = Limits { heaps, time, all_heaps: false };
    let heading = Heading::new::<Report>(heaps as u64, None, time);
    kept_survey(arguments, &games, &heading, job, |open, threads, report| {
        let plan = SurveyPlan { limits, settings: job.settings(), threads, values: 0 };
        Ok(survey(open, &[], plan, job.interrupt, report)?)
    })
}

/// The limit of time of each game; a shard has none.
pub(super) fn limit_of_time(arguments: &SurveyArguments, job: &Job<'_>) -> Option<Duration> {
    arguments.shard.is_none().then_some(job.time.unwrap_or(TIME))
}

/// The recorded result of a survey for a game.
pub(super) trait Kept: Serialize + DeserializeOwned {
    /// The kind of file that a heading names.
    const KIND: &'static str;

    /// The game.
    fn code(&self) -> &str;

    /// Whether another report says the same of the same game, time aside.
    fn agrees_with(&self, other: &Self) -> bool;

    /// The reports as a table, with a line about how many of the `games` there are; or an object for each.
    fn printed(reports: &[Self], games: usize, as_json: bool) -> String;
}

impl Kept for Report {
    const KIND: &'static str = "octal survey";

    fn code(&self) -> &str {
        &self.code
    }

    fn agrees_with(&self, other: &Self) -> bool {
        Report::agrees_with(self, other)
    }

    fn printed(reports: &[Self], games: usize, as_json: bool) -> String {
        if as_json { objects(reports) } else { words(reports, games) }
    }
}

/// Runs a survey: games that are on record are left out, the others are put on record as they
/// finish, and all are shown.
pub(super) fn kept_survey<T: Kept>(
    arguments: &SurveyArguments,
    games: &[Rules],
    heading: &Heading,
    job: &Job<'_>,
    run: impl FnOnce(
        &[Rules],
        NonZero<usize>,
        &mut dyn FnMut(T) -> cg_octal::Result<()>,
    ) -> CommandResult<()>,
) -> CommandResult {
    let processors = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = arguments.threads.unwrap_or(processors);
    let opened = arguments.checkpoint.as_deref().map(|path| Record::open::<T>(path, heading));
    let (mut record, mut reports) = match opened.transpose()? {
        Some((record, done)) => (Some(record), done),
        None => (None, Vec::new()),
    };
    let places: HashMap<String, usize> =
        games.iter().enumerate().rev().map(|(place, game)| (game.to_string(), place)).collect();
    reports.retain(|report| places.contains_key(report.code()));
    let kept = reports.len();
    let done: HashSet<&str> = reports.iter().map(Kept::code).collect();
    let open: Vec<Rules> =
        games.iter().filter(|game| !done.contains(game.to_string().as_str())).cloned().collect();
    let (line, start) = (Line::new(), Instant::now());
    let mut unwritten = None;
    let result = run(&open, threads, &mut |report| {
        // A survey that cannot be kept goes on: its table is still printed.
        if let Some(Err(failure)) = record.as_mut().map(|record| record.line(&report)) {
            unwritten.get_or_insert(failure);
        }
        reports.push(report);
        line.set(progress(reports.len(), kept, games.len(), start));
        Ok(())
    });
    line.clear();
    let ended = match result {
        Ok(()) => Ending::Answered,
        Err(failure) if failure.ending() == Ending::Interrupted => Ending::Interrupted,
        Err(failure) => failure.report("cg", job.json),
    };
    // Reports come as games finish; the table has them as they were asked for.
    reports.sort_by_key(|report| places.get(report.code()).copied());
    print(&T::printed(&reports, games.len(), job.json))?;
    let kept = unwritten.map_or(Ending::Answered, |failure| failure.report("cg", job.json));
    Ok(ended.max(kept))
}

/// Puts the records of shards together.
fn merge<T: Kept>(arguments: &SurveyArguments, job: &Job<'_>) -> CommandResult {
    let mut all: Option<(PathBuf, Heading)> = None;
    let mut reports: Vec<T> = Vec::new();
    for path in &arguments.merge {
        let at = |what: String| CommandError::Refused(format!("{}: {what}", path.display()));
        let text = cg_files::read_text(path, MOST_RECORD).map_err(CommandError::at(path))?;
        let (_, kept) = read::<T>(&text).map_err(at)?;
        let Some((heading, more)) = kept else { continue };
        match &all {
            None => all = Some((path.clone(), heading)),
            Some((first, wanted)) if *wanted != heading => {
                let what = format!("{heading}, and {} {wanted}", first.display());
                return Err(at(format!("{what}: they are not shards of one survey")));
            }
            Some(_) => {}
        }
        for report in more {
            match reports.iter().find(|there| there.code() == report.code()) {
                None => reports.push(report),
                Some(there) if there.agrees_with(&report) => {}
                Some(_) => {
                    let code = report.code();
                    return Err(at(format!("its report of {code} differs from another file's")));
                }
            }
        }
    }
    let wanted = games(arguments)?;
    if wanted.is_empty() {
        reports.sort_by_key(|report| (report.code().len(), report.code().to_owned()));
    } else {
        reports.retain(|report| is_among(report, &wanted));
        in_order(&mut reports, &wanted);
    }
    if let (Some(path), Some((_, heading))) = (&arguments.checkpoint, &all) {
        let (mut record, there) = Record::open::<T>(path, heading)?;
        let there: HashSet<&str> = there.iter().map(Kept::code).collect();
        for report in reports.iter().filter(|report| !there.contains(report.code())) {
            record.line(report)?;
        }
    }
    let games = if wanted.is_empty() { reports.len() } else { wanted.len() };
    print(&T::printed(&reports, games, job.json))?;
    Ok(Ending::Answered)
}

fn is_among(report: &impl Kept, games: &[Rules]) -> bool {
    games.iter().any(|game| game.to_string() == report.code())
}

fn progress(done: usize, before: usize, all: usize, start: Instant) -> String {
    let mut text = format!("{} of {} games", HumanCount(done as u64), HumanCount(all as u64));
    let left = u32::try_from(all.saturating_sub(done)).unwrap_or(u32::MAX);
    if let Ok(new) = u32::try_from(done - before)
        && new > 0
    {
        let time = start.elapsed().saturating_mul(left) / new;
        text += &format!(", about {} left", HumanDuration(time));
    }
    text
}

/// Reports come as games finish; the table has them as they were asked for.
fn in_order<T: Kept>(reports: &mut [T], games: &[Rules]) {
    let texts: Vec<String> = games.iter().map(Rules::to_string).collect();
    reports.sort_by_key(|report| texts.iter().position(|text| *text == report.code()));
}

fn words(reports: &[Report], games: usize) -> String {
    let proved = reports.iter().filter(|report| report.proved).count();
    let finished = match reports.len() {
        count if count == games => format!("{games} games"),
        count => format!("{count} of {games} games finished"),
    };
    format!("{}{finished}, {proved} with a proved period\n", survey_table(reports))
}

/// An object for each game.
fn objects(reports: &[Report]) -> String {
    reports.iter().map(|reply| object(&OfKind { kind: "sequence", reply })).collect()
}

const VERSION: u32 = 1;

/// The most bytes of a record that is merged: a report takes some hundred.
const MOST_RECORD: u64 = 1 << 30;

/// The settings that reports must have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Heading {
    kind: String,
    version: u32,
    heaps: u64,
    /// The most elements of a misère quotient.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elements: Option<u64>,
    /// `None` for a shard, which has no limit of time.
    milliseconds: Option<u64>,
}

impl Heading {
    /// The heading of the reports `T`.
    pub(super) fn new<T: Kept>(heaps: u64, elements: Option<u64>, time: Option<Duration>) -> Self {
        let milliseconds = time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        Self { kind: T::KIND.to_owned(), version: VERSION, heaps, elements, milliseconds }
    }
}

impl std::fmt::Display for Heading {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "it gives each game {} heaps", self.heaps)?;
        if let Some(elements) = self.elements {
            write!(f, ", {elements} elements")?;
        }
        match self.milliseconds {
            Some(time) => write!(f, " and {time} ms"),
            None => f.write_str(" and no limit of time"),
        }
    }
}

/// A file that finished games are appended to.
struct Record {
    path: PathBuf,
    file: File,
    /// No other survey appends to the file.
    _lock: Lock,
}

impl Record {
    /// Opens or begins the record at `path`; with the reports that are there.
    fn open<T: Kept>(path: &Path, heading: &Heading) -> CommandResult<(Self, Vec<T>)> {
        must_be_plain(path)?;
        let refused = |what: String| CommandError::Refused(format!("{}: {what}", path.display()));
        let lock = Lock::take(path).map_err(CommandError::at(path))?;
        let lock = lock.map_err(|by| refused(format!("it is in use by {by}")))?;
        let mut options = OpenOptions::new();
        let opened = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(CommandError::at(path))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(CommandError::at(path))?;
        let (whole, kept) = read::<T>(&text).map_err(refused)?;
        let reports = match kept {
            None => Vec::new(),
            Some((found, reports)) if found == *heading => reports,
            Some((found, _)) => {
                return Err(refused(format!("{found}; ask for the same, or take another file")));
            }
        };
        // Half a line is what a killed survey leaves: its game runs again.
        file.set_len(whole as u64).map_err(CommandError::at(path))?;
        file.seek(SeekFrom::End(0)).map_err(CommandError::at(path))?;
        let mut record = Record { path: path.to_owned(), file, _lock: lock };
        if whole == 0 {
            record.line(heading)?;
        }
        Ok((record, reports))
    }

    /// Appends a line: the heading, or a report.
    fn line(&mut self, item: &impl Serialize) -> CommandResult<()> {
        let mut line = serde_json::to_vec(item).expect("a line of the record is plain data");
        line.push(b'\n');
        let start = self.file.stream_position().map_err(CommandError::at(&self.path))?;
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        if written.is_err() {
            // What was written of the line is no use; the error to report is the first one.
            let _ = self.file.set_len(start);
        }
        written.map_err(CommandError::at(&self.path))
    }
}

/// How many bytes of a record are whole lines, and what they say when there are any.
type Lines<T> = (usize, Option<(Heading, Vec<T>)>);

fn read<T: Kept>(text: &str) -> Result<Lines<T>, String> {
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let mut lines = text[..whole].lines();
    let Some(first) = lines.next() else {
        // A heading that is cut off is the beginning of one.
        let beginning = format!("{{\"kind\":\"{}\",", T::KIND);
        return match beginning.starts_with(text) || text.starts_with(&beginning) {
            true => Ok((0, None)),
            false => Err("this is no record of a survey".to_owned()),
        };
    };
    let heading: Heading =
        serde_json::from_str(first).map_err(|_| "this is no record of a survey".to_owned())?;
    let other = heading.kind != T::KIND;
    if other && [Report::KIND, MisereReport::KIND].contains(&heading.kind.as_str()) {
        return Err(format!(
            "this is a record of kind `{}`, and `{}` is asked for: --misere tells them apart",
            heading.kind,
            T::KIND
        ));
    }
    if other || heading.version != VERSION {
        return Err("this is no record of a survey that this program reads".to_owned());
    }
    let mut reports = Vec::new();
    for (number, line) in (2..).zip(lines) {
        let report = serde_json::from_str(line);
        reports.push(report.map_err(|error| format!("line {number} is damaged: {error}"))?);
    }
    Ok((whole, Some((heading, reports))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading(heaps: u64) -> Heading {
        Heading::new::<Report>(heaps, None, Some(Duration::from_secs(2)))
    }

    #[test]
    fn a_record_cut_anywhere_is_read_as_far_as_it_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("record");
        let (mut record, none) = Record::open::<Report>(&path, &heading(1000)).expect("it begins");
        assert!(none.is_empty());
        for code in [".77", ".07"] {
            let rules = code.parse().expect("a code");
            let run = cg_octal::Run::new(&rules, Default::default()).expect("a run");
            record
                .line(&Report::new(&run, cg_octal::Ending::Heaps, 0.0, 0))
                .expect("it is written");
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        assert_eq!(ends.len(), 3);
        for cut in 0..=text.len() {
            let (whole, kept) = read::<Report>(&text[..cut]).expect("a beginning");
            let reports = kept.map_or(Vec::new(), |(_, reports)| reports);
            let lines = ends.iter().filter(|&&end| end <= cut).count();
            assert_eq!(reports.len(), lines.saturating_sub(1));
            assert_eq!(whole, if lines == 0 { 0 } else { ends[lines - 1] });
        }
        assert!(Record::open::<Report>(&path, &heading(2000)).is_err());
        for bad in [text.replace("heaps", "heap").as_str(), "a letter\n", "a letter"] {
            assert!(read::<Report>(bad).is_err(), "{bad}");
        }
    }
}
