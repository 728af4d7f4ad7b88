//! `cg octal survey`: who is solved within a budget.

use std::num::NonZero;
use std::time::{Duration, Instant};

use cg_octal::{
    Limits, OctalError, Report, Rules, SurveyPlan, distinct_codes, octal_codes, survey,
    survey_table,
};
use indicatif::{HumanCount, HumanDuration};
use serde_json::json;

use super::arguments::SurveyArguments;
use super::failure::{Done, Failure};
use super::progress::Line;
use super::record::{Heading, Record};
use super::{Job, print, rules};
use crate::exit::Ending;

/// The budget of a game when nothing is said.
const HEAPS: usize = 1_000_000;
const TIME: Duration = Duration::from_secs(2);

/// Heaps by which codes are told apart.
const COMPARED: usize = 1000;

pub(super) fn show(arguments: &SurveyArguments, job: &Job<'_>) -> Done {
    let games: Vec<Rules> = match arguments.digits {
        Some(digits) if arguments.standard => {
            distinct_codes(digits, COMPARED)?.into_iter().map(Rules::from).collect()
        }
        Some(digits) => octal_codes(digits)?.into_iter().map(Rules::from).collect(),
        None => arguments.codes.iter().map(|code| rules(code)).collect(),
    };
    let processors = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let threads = arguments.threads.unwrap_or(processors);
    let (heaps, time) = (arguments.limit.unwrap_or(HEAPS), job.time.unwrap_or(TIME));
    let limits = Limits { heaps, time: Some(time), all_heaps: false };
    let plan = SurveyPlan { limits, settings: job.settings(), threads, values: 0 };
    let heading = Heading {
        kind: "octal survey".to_owned(),
        version: 1,
        heaps: heaps as u64,
        milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
    };
    let opened = arguments.checkpoint.as_deref().map(|path| Record::open(path, &heading));
    let (mut record, done) = match opened.transpose()? {
        Some((record, done)) => (Some(record), done),
        None => (None, Vec::new()),
    };
    let mut reports: Vec<Report> = Vec::new();
    for report in done {
        if is_among(&report, &games) {
            reports.push(report);
        }
    }
    let kept = reports.clone();
    let (line, start) = (Line::new(), Instant::now());
    let mut unwritten = None;
    let result = survey(&games, &kept, plan, job.interrupt, &mut |report| {
        // A survey that cannot be kept goes on: its table is still printed.
        if let Some(Err(failure)) = record.as_mut().map(|record| record.add(&report)) {
            unwritten.get_or_insert(failure);
        }
        reports.push(report);
        line.set(progress(reports.len(), kept.len(), games.len(), start));
        Ok(())
    });
    line.clear();
    let ended = match result {
        Ok(()) => Ending::Answered,
        Err(OctalError::Interrupted { .. }) => Ending::Interrupted,
        Err(error) => Failure::from(error).report(job.json),
    };
    in_order(&mut reports, &games);
    print(&if job.json { objects(&reports)? } else { words(&reports, games.len()) })?;
    let kept = unwritten.map_or(Ending::Answered, |failure| failure.report(job.json));
    Ok(ended.max(kept))
}

fn is_among(report: &Report, games: &[Rules]) -> bool {
    games.iter().any(|game| game.to_string() == report.code)
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
fn in_order(reports: &mut [Report], games: &[Rules]) {
    let texts: Vec<String> = games.iter().map(Rules::to_string).collect();
    reports.sort_by_key(|report| texts.iter().position(|text| *text == report.code));
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
fn objects(reports: &[Report]) -> Done<String> {
    let mut text = String::new();
    for report in reports {
        let mut object = serde_json::to_value(report).map_err(std::io::Error::other)?;
        object["kind"] = json!("sequence");
        text += &format!("{object}\n");
    }
    Ok(text)
}
