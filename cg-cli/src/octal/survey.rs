//! `cg octal survey`: which games are solved within a budget; and the file that keeps the finished ones.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cg_files::{Lock, LockError};
use cg_octal::{
    Limits, Report, Rules, SurveyPlan, distinct_codes, octal_codes, survey, survey_table,
};
use indicatif::{HumanCount, HumanDuration};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::progress::Line;
use super::{Failure, Job, OctalResult, SurveyArguments, misere, must_be_plain, rules};
use crate::output::{Ending, print};

/// The budget of a game when nothing is said.
const HEAPS: usize = 1_000_000;
const TIME: Duration = Duration::from_secs(2);

/// Heaps by which codes are told apart.
const COMPARED: usize = 1000;

pub(super) fn show(arguments: &SurveyArguments, job: &Job<'_>) -> OctalResult {
    let games: Vec<Rules> = match arguments.digits {
        Some(digits) if arguments.standard => {
            distinct_codes(digits, COMPARED)?.into_iter().map(Rules::from).collect()
        }
        Some(digits) => octal_codes(digits)?.into_iter().map(Rules::from).collect(),
        None => arguments.codes.iter().map(|code| rules(code)).collect(),
    };
    if arguments.misere {
        return misere::survey(arguments, &games, job);
    }
    let (heaps, time) = (arguments.limit.unwrap_or(HEAPS), job.time.unwrap_or(TIME));
    let limits = Limits { heaps, time: Some(time), all_heaps: false };
    let plan = Survey { kind: "octal survey", heaps: heaps as u64, elements: None, time };
    kept_survey(
        arguments,
        &games,
        &plan,
        job,
        |report: &Report| &report.code,
        |open, threads, report| {
            let plan = SurveyPlan { limits, settings: job.settings(), threads, values: 0 };
            Ok(survey(open, &[], plan, job.interrupt, report)?)
        },
        |reports, all| if job.json { objects(reports) } else { words(reports, all) },
    )
}

/// What a survey asks of each game.
pub(super) struct Survey {
    /// The kind of the record.
    pub(super) kind: &'static str,
    pub(super) heaps: u64,
    pub(super) elements: Option<u64>,
    pub(super) time: Duration,
}

/// Runs a survey: games that are on record are left out, the others are put on record as they finish, and
/// `printed` shows them all.
pub(super) fn kept_survey<T: Serialize + DeserializeOwned>(
    arguments: &SurveyArguments,
    games: &[Rules],
    plan: &Survey,
    job: &Job<'_>,
    code: impl Fn(&T) -> &String,
    run: impl FnOnce(
        &[Rules],
        NonZero<usize>,
        &mut dyn FnMut(T) -> cg_octal::Result<()>,
    ) -> OctalResult<()>,
    printed: impl FnOnce(&[T], usize) -> String,
) -> OctalResult {
    let processors = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = arguments.threads.unwrap_or(processors);
    let heading = Heading {
        kind: plan.kind.to_owned(),
        version: 1,
        heaps: plan.heaps,
        elements: plan.elements,
        milliseconds: u64::try_from(plan.time.as_millis()).unwrap_or(u64::MAX),
    };
    let opened = arguments.checkpoint.as_deref().map(|path| Record::open(path, &heading));
    let (mut record, done) = match opened.transpose()? {
        Some((record, done)) => (Some(record), done),
        None => (None, Vec::new()),
    };
    let texts: Vec<String> = games.iter().map(Rules::to_string).collect();
    let mut reports: Vec<T> = done;
    reports.retain(|report| texts.contains(code(report)));
    let kept = reports.len();
    let is_open = |text: &&String| !reports.iter().any(|report| code(report) == *text);
    let open: Vec<Rules> = texts.iter().filter(is_open).map(|text| rules(text)).collect();
    let (line, start) = (Line::new(), Instant::now());
    let mut unwritten = None;
    let result = run(&open, threads, &mut |report| {
        // A survey that cannot be kept goes on: its table is still printed.
        if let Some(Err(failure)) = record.as_mut().map(|record| record.add(&report)) {
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
        Err(failure) => failure.report(job.json),
    };
    // Reports come as games finish; the table has them as they were asked for.
    reports.sort_by_key(|report| texts.iter().position(|text| text == code(report)));
    print(&printed(&reports, games.len()))?;
    let kept = unwritten.map_or(Ending::Answered, |failure| failure.report(job.json));
    Ok(ended.max(kept))
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
    let mut text = String::new();
    for report in reports {
        let mut object = serde_json::to_value(report).expect("a report is plain data");
        object["kind"] = json!("sequence");
        text += &format!("{object}\n");
    }
    text
}

/// What reports must have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heading {
    kind: String,
    version: u32,
    heaps: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    elements: Option<u64>,
    milliseconds: u64,
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
    fn open<T: DeserializeOwned>(path: &Path, heading: &Heading) -> OctalResult<(Self, Vec<T>)> {
        must_be_plain(path)?;
        let lock = Lock::take(path).map_err(|error| match error {
            LockError::Io(source) => Failure::at(path)(source),
            held => Failure::Refused(format!("{}: {held}", path.display())),
        })?;
        let mut options = OpenOptions::new();
        let opened = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(Failure::at(path))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(Failure::at(path))?;
        let (whole, reports) = read(&text, heading)
            .map_err(|what| Failure::Refused(format!("{}: {what}", path.display())))?;
        // Half a line is what a killed survey leaves: its game runs again.
        file.set_len(whole as u64).map_err(Failure::at(path))?;
        file.seek(SeekFrom::End(0)).map_err(Failure::at(path))?;
        let mut record = Record { path: path.to_owned(), file, _lock: lock };
        if whole == 0 {
            record.line(heading)?;
        }
        Ok((record, reports))
    }

    /// Appends a report.
    fn add(&mut self, report: &impl Serialize) -> OctalResult<()> {
        self.line(report)
    }

    fn line(&mut self, item: &impl Serialize) -> OctalResult<()> {
        let mut line = serde_json::to_vec(item).expect("a line of the record is plain data");
        line.push(b'\n');
        let start = self.file.stream_position().map_err(Failure::at(&self.path))?;
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        if written.is_err() {
            // What was written of the line is no use; the error to report is the first one.
            let _ = self.file.set_len(start);
        }
        written.map_err(Failure::at(&self.path))
    }
}

/// The reports in `text`, and how many bytes of it are whole lines.
fn read<T: DeserializeOwned>(text: &str, wanted: &Heading) -> Result<(usize, Vec<T>), String> {
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let mut lines = text[..whole].lines();
    let Some(first) = lines.next() else {
        // A heading cut off in the middle is no more than a beginning of it.
        let heading = serde_json::to_string(wanted).map_err(|error| error.to_string())?;
        return match heading.starts_with(text) {
            true => Ok((0, Vec::new())),
            false => Err("this is no record of a survey".to_owned()),
        };
    };
    let heading: Heading =
        serde_json::from_str(first).map_err(|_| "this is no record of a survey".to_owned())?;
    if heading.kind != wanted.kind || heading.version != wanted.version {
        return Err("this is no record of a survey that this program reads".to_owned());
    }
    if heading != *wanted {
        return Err(format!(
            "this survey gives each game {} heaps{} and {} ms; ask for the same, or take another file",
            heading.heaps,
            heading.elements.map(|most| format!(", {most} elements")).unwrap_or_default(),
            heading.milliseconds
        ));
    }
    let mut reports = Vec::new();
    for (number, line) in (2..).zip(lines) {
        let report = serde_json::from_str(line);
        reports.push(report.map_err(|error| format!("line {number} is damaged: {error}"))?);
    }
    Ok((whole, reports))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading(heaps: u64) -> Heading {
        Heading {
            kind: "octal survey".into(),
            version: 1,
            heaps,
            elements: None,
            milliseconds: 2000,
        }
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
            record.add(&Report::new(&run, cg_octal::Ending::Heaps, 0.0, 0)).expect("it is written");
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        assert_eq!(ends.len(), 3);
        for cut in 0..=text.len() {
            let (whole, reports) =
                read::<Report>(&text[..cut], &heading(1000)).expect("a beginning");
            let lines = ends.iter().filter(|&&end| end <= cut).count();
            assert_eq!(reports.len(), lines.saturating_sub(1));
            assert_eq!(whole, if lines == 0 { 0 } else { ends[lines - 1] });
        }
        assert!(read::<Report>(&text, &heading(2000)).is_err());
        assert!(read::<Report>(&text.replace("heaps", "heap"), &heading(1000)).is_err());
        assert!(read::<Report>("a letter\n", &heading(1000)).is_err());
        assert!(read::<Report>("a letter", &heading(1000)).is_err());
    }
}
