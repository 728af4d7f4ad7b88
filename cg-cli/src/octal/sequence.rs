//! `cg octal CODE`: the values of a game, its period, and what is made of them.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use cg_octal::{Certificate, Ending as RunEnding, Limits, Report, Rules, Run, write_csv};

use super::arguments::SequenceArguments;
use super::failure::{Done, Failure};
use super::progress::Line;
use super::summary::summary;
use super::{Job, file, picture, print, rules, sum, wrong_usage};
use crate::exit::Ending;

/// With -n a period is looked for up to so many heaps, for so long.
const LOOK: usize = 1 << 14;
const LOOK_TIME: Duration = Duration::from_secs(2);

/// The most values that a table or an object lists.
const MOST_LISTED: usize = 10_000_000;

/// Values that are shown when no number is given and no short period is known.
const SHOWN: usize = 100;

/// How often a checkpoint is written when nothing is said.
const EVERY: Duration = Duration::from_secs(60);

pub(super) fn show(arguments: &SequenceArguments, job: &Job<'_>) -> Done {
    let game = rules(&arguments.code);
    if arguments.csv && job.json {
        wrong_usage("--csv and --json exclude each other");
    }
    if arguments.count.is_some_and(|count| count > MOST_LISTED) && !arguments.csv {
        wrong_usage(format!("more than {MOST_LISTED} values are written with --csv only"));
    }
    if let Some(heaps) = &arguments.heaps {
        return sum::show(&game, heaps, arguments.misere, job);
    }
    let mut run = open(arguments, &game, job)?;
    let (start, before) = (Instant::now(), run.sequence().known());
    let ending = go(&mut run, arguments, job)?;
    let report = Report::new(&run, ending, start.elapsed().as_secs_f64(), shown(&run, arguments));
    // Each of these is tried, whatever becomes of the others: no result is lost by a full disk.
    let saved = arguments.checkpoint.as_deref().map(|path| run.save(path).map_err(Failure::from));
    let certified = arguments.certificate.as_deref().map(|path| certify(&run, path));
    let drawn =
        arguments.svg.as_deref().map(|path| picture::write(&run, arguments.count, path, job));
    let answered = answer(&run, &report, before, arguments, job);
    let files = [saved, certified, drawn];
    let results = files.into_iter().flatten().chain([answered]);
    let endings = results.map(|done| match done {
        Ok(()) => Ending::Answered,
        Err(failure) => failure.report(job.json),
    });
    Ok(endings.fold(of_run(&report.ending, arguments), Ending::max))
}

/// What the exit status says of a run.
fn of_run(ending: &RunEnding, arguments: &SequenceArguments) -> Ending {
    match ending {
        RunEnding::Proved | RunEnding::Observed => Ending::Answered,
        // All that was asked for was computed.
        RunEnding::Heaps if arguments.count.is_some() => Ending::Answered,
        RunEnding::Interrupted => Ending::Interrupted,
        _ => Ending::LimitReached,
    }
}

/// The run of a checkpoint, or one at its beginning.
fn open(arguments: &SequenceArguments, game: &Rules, job: &Job<'_>) -> Done<Run> {
    let Some(path) = &arguments.checkpoint else {
        return Ok(Run::new(game, job.settings())?);
    };
    file::must_be_plain(path)?;
    if path.exists() {
        return Ok(Run::load(path, game, job.settings())?);
    }
    let run = Run::new(game, job.settings())?;
    // Whether the file can be written is known now, not after hours.
    run.save(path)?;
    Ok(run)
}

/// Carries out the run.
fn go(run: &mut Run, arguments: &SequenceArguments, job: &Job<'_>) -> Done<RunEnding> {
    let line = Line::new();
    let all = arguments.count.is_some();
    let heaps = arguments.count.or(arguments.limit).unwrap_or(usize::MAX);
    let goal = Some(heaps).filter(|&heaps| heaps < usize::MAX);
    let every = arguments.every.unwrap_or(EVERY);
    let start = Instant::now();
    let mut tried = Instant::now();
    let mut watch = |point: &cg_octal::WatchPoint<'_>| {
        line.show(&point.progress, goal);
        if let Some(path) = &arguments.checkpoint
            && tried.elapsed() >= every
        {
            tried = Instant::now();
            // A full disk may have room again later: the run goes on.
            if let Err(error) = point.run.save(path) {
                line.say(&format!("the checkpoint was not written: {error}; the last one is kept"));
            }
        }
        Ok(())
    };
    let limits = Limits { heaps, time: job.time, all_heaps: all };
    let mut ending = run.go(limits, job.interrupt, &mut watch)?;
    if all && ending == RunEnding::Heaps && run.finding().is_none() && run.sequence().known() < LOOK
    {
        let rest = job.time.map_or(LOOK_TIME, |time| time.saturating_sub(start.elapsed()));
        let limits = Limits { heaps: LOOK, time: Some(rest.min(LOOK_TIME)), all_heaps: false };
        run.go(limits, job.interrupt, &mut watch)?;
    }
    if all
        && ending == RunEnding::Heaps
        && let Some(finding) = run.finding()
    {
        let proved = finding.method.is_some();
        ending = if proved { RunEnding::Proved } else { RunEnding::Observed };
    }
    line.clear();
    Ok(ending)
}

/// How many values are shown: those asked for, or the exceptions and two turns of a short period.
fn shown(run: &Run, arguments: &SequenceArguments) -> usize {
    let known = run.sequence().known();
    let wanted = arguments.count.unwrap_or_else(|| {
        let found = run.finding().and_then(|finding| {
            let period = usize::try_from(finding.period.period).ok().filter(|&p| p <= 60)?;
            let first = usize::try_from(finding.period.preperiod).ok().filter(|&n| n <= 1000)?;
            Some((first.div_ceil(period) + 2) * period)
        });
        found.map_or(SHOWN, |found| found.max(SHOWN / 2))
    });
    wanted.min(known)
}

/// Writes what was computed to standard output.
fn answer(
    run: &Run,
    report: &Report,
    before: usize,
    arguments: &SequenceArguments,
    job: &Job<'_>,
) -> Done<()> {
    if arguments.csv {
        let count = arguments.count.unwrap_or(usize::MAX).min(run.sequence().known());
        stored(run, count)?;
        let mut out = BufWriter::new(std::io::stdout().lock());
        write_csv(run, count, &mut out)?;
        return Ok(out.flush()?);
    }
    stored(run, shown(run, arguments))?;
    if job.json {
        let mut object = serde_json::to_value(report).map_err(std::io::Error::other)?;
        object["kind"] = "sequence".into();
        return print(&format!("{object}\n"));
    }
    let values = match arguments.plot {
        true => picture::text(run, arguments.count, job),
        false => report.table(crate::terminal::columns()),
    };
    print(&format!("{values}{}", summary(report, arguments.count.is_none(), before)))
}

/// Refuses to leave out values that were dropped to save memory.
fn stored(run: &Run, count: usize) -> Done<()> {
    let missing = (0..count).find(|&heap| run.sequence().value(heap).is_none());
    missing.map_or(Ok(()), |heap| {
        Err(Failure::Refused(format!(
            "the values from heap {heap} on were dropped to save memory; give more with --memory"
        )))
    })
}

/// Writes the certificate of the period.
fn certify(run: &Run, path: &Path) -> Done<()> {
    let why = match run.finding() {
        None => "no period is known",
        Some(finding) if finding.method.is_none() => "the period is observed, not proved",
        Some(_) => {
            "values of the first period were dropped to save memory; give more with --memory"
        }
    };
    let certificate = Certificate::of(run);
    let certificate = certificate
        .ok_or_else(|| Failure::Refused(format!("{}: no certificate: {why}", path.display())))?;
    file::write(path, &(certificate.to_json()? + "\n"))
}
