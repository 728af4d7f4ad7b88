//! `cg octal CODE`: the values of a game, its period, and what is made of them:
//! tables, pictures, certificates, checkpoints.

use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant};

use cg_calculator::cg_octal::{
    Certificate, Checkpoint, Ending as RunEnding, EngineKind, Limits, Method, Period, Report, Run,
    Sequence, Settings, SparseSpace, StateLog, WatchPoint, write_csv,
};
use cg_calculator::cg_plot::{Picture, SequencePicture};

use super::progress::Line;
use super::{Job, SequenceArguments, chain, misere, question, refuse, rules, write};
use crate::error::{CommandError, CommandResult};
use crate::output::{Ending, OfKind, Unwritten, object, print, writer};
use crate::terminal;

/// With -n a period is looked for up to so many heaps, for so long.
const LOOK: usize = 1 << 14;
const LOOK_TIME: Duration = Duration::from_secs(2);

/// The most values that a table or an object lists.
const MOST_LISTED: usize = 10_000_000;

/// Values that are shown when no number is given and no short period is known.
const SHOWN: usize = 100;

/// How often a checkpoint is written when nothing is said.
const EVERY: Duration = Duration::from_secs(60);

/// Heaps between two states when nothing is said.
const SEGMENT: usize = 1_000_000_000;

pub(super) fn show(arguments: &SequenceArguments, job: &Job<'_>) -> CommandResult {
    let game = rules(&arguments.code);
    if arguments.csv && job.json {
        refuse("--csv and --json exclude each other");
    }
    if arguments.count.is_some_and(|count| count > MOST_LISTED) && !arguments.csv {
        refuse(format!("more than {MOST_LISTED} values are written with --csv only"));
    }
    if arguments.misere {
        return misere::show(&game, arguments, job);
    }
    if let Some(heaps) = &arguments.heaps {
        let others = [
            ("--limit", arguments.limit.is_some()),
            ("--plot", arguments.plot),
            ("--svg", arguments.svg.is_some()),
            ("--certificate", arguments.certificate.is_some()),
        ];
        if let Some((other, _)) = others.iter().find(|(_, given)| *given) {
            refuse(format!("{other} and --heaps exclude each other in normal play"));
        }
        return question::sum(&game, heaps, false, job);
    }
    let every = arguments.every.unwrap_or(EVERY);
    let opened = arguments.checkpoint.as_ref().map(|path| Checkpoint::open(path, every));
    let mut checkpoint = opened.transpose()?;
    let settings =
        Settings { threads: arguments.threads.map_or(1, NonZero::get), ..job.settings() };
    let mut run = match &checkpoint {
        Some(checkpoint) => checkpoint.run(&game, settings)?,
        None => Run::new(&game, settings)?,
    };
    let (start, before) = (Instant::now(), run.sequence().known());
    let segment = arguments.segment.unwrap_or(SEGMENT) as u64;
    let opened =
        arguments.states.as_ref().map(|path| StateLog::open(path, &game.to_string(), segment));
    let mut states = opened.transpose()?;
    let ending = go(&mut run, checkpoint.as_mut(), states.as_mut(), arguments, job)?;
    let report = Report::new(&run, ending, start.elapsed().as_secs_f64(), shown(&run, arguments));
    // Each of these is tried, whatever becomes of the others: no result is lost by a full disk.
    let saved = checkpoint.map(|mut checkpoint| checkpoint.save(&run).map_err(CommandError::from));
    let certified =
        arguments.certificate.as_deref().map(|path| certify(&run, states.as_ref(), path, job));
    let drawn = arguments.svg.as_deref().map(|path| draw(&run, arguments.count, path, job));
    let answered = answer(&run, &report, before, arguments, job);
    let ending_of = |done: CommandResult<()>| match done {
        Ok(()) => Ending::Answered,
        Err(failure) => failure.report("cg", job.json),
    };
    let lost = saved.map_or(Ending::Answered, ending_of);
    let results = [certified, drawn].into_iter().flatten().chain([answered]);
    let worst = results.map(ending_of).fold(of_run(&report.ending, arguments), Ending::max);
    // A limit or Ctrl-C is no loss: the run goes on another time. Without its checkpoint it cannot.
    Ok(if lost == Ending::Answered { worst } else { lost })
}

/// The exit status of a run.
fn of_run(ending: &RunEnding, arguments: &SequenceArguments) -> Ending {
    match ending {
        RunEnding::Proved | RunEnding::Observed => Ending::Answered,
        // All that was asked for was computed.
        RunEnding::Heaps if arguments.count.is_some() => Ending::Answered,
        RunEnding::Interrupted => Ending::Interrupted,
        _ => Ending::LimitReached,
    }
}

/// Carries out the run.
fn go(
    run: &mut Run,
    mut checkpoint: Option<&mut Checkpoint>,
    states: Option<&mut StateLog>,
    arguments: &SequenceArguments,
    job: &Job<'_>,
) -> CommandResult<RunEnding> {
    let line = Line::new();
    let all = arguments.count.is_some();
    let heaps = arguments.count.or(arguments.limit).unwrap_or(usize::MAX);
    let goal = Some(heaps).filter(|&heaps| heaps < usize::MAX);
    let start = Instant::now();
    let mut watch = |point: &WatchPoint<'_>| {
        line.show(&point.progress, goal);
        match checkpoint.as_mut().map(|checkpoint| checkpoint.keep(point.run)) {
            None | Some(Ok(None)) => {}
            Some(Ok(Some(every))) => line.say(&format!(
                "writing the checkpoint takes longer than the time between two: it is written every {every:.1?} from now on"
            )),
            // A full disk may have room again later: the run goes on.
            Some(Err(error)) => {
                line.say(&format!("the checkpoint was not written: {error}; the last one is kept"));
            }
        }
        Ok(())
    };
    let limits = Limits { heaps, time: job.time, all_heaps: all };
    let mut ending = match states {
        Some(states) => run.go_keeping_states(states, limits, job.interrupt, &mut watch)?,
        None => run.go(limits, job.interrupt, &mut watch)?,
    };
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
) -> CommandResult<()> {
    if arguments.csv {
        let count = arguments.count.unwrap_or(usize::MAX).min(run.sequence().known());
        stored(run, count)?;
        let mut out = writer();
        let written = write_csv(run, count, &mut out).and_then(|()| out.flush());
        return Ok(written.map_err(Unwritten::from)?);
    }
    stored(run, shown(run, arguments))?;
    if job.json {
        return Ok(print(&object(&OfKind { kind: "sequence", reply: report }))?);
    }
    let values = match arguments.plot {
        true => drawn(run, arguments.count, job),
        false => report.table(terminal::columns()),
    };
    Ok(print(&format!("{values}{}", summary(report, arguments.count.is_none(), before)))?)
}

/// Refuses to leave out values that were dropped to save memory.
fn stored(run: &Run, count: usize) -> CommandResult<()> {
    let missing = (0..count).find(|&heap| run.sequence().value(heap).is_none());
    missing.map_or(Ok(()), |heap| {
        Err(CommandError::Refused(format!(
            "the values from heap {heap} on were dropped to save memory; give more with --memory"
        )))
    })
}

/// Writes the certificate of the period.
fn certify(run: &Run, states: Option<&StateLog>, path: &Path, job: &Job<'_>) -> CommandResult<()> {
    if let Some(states) = states.filter(|_| run.finding().is_some_and(|finding| !finding.exact)) {
        return chain::certify(run, states, path, job);
    }
    let why = match run.finding() {
        None => "no period is known",
        Some(finding) if finding.method.is_none() => "the period is observed, not proved",
        Some(_) => {
            "values of the first period were dropped to save memory; give more with --memory, or keep states with --states"
        }
    };
    let certificate = Certificate::of(run);
    let certificate = certificate.ok_or_else(|| {
        CommandError::Refused(format!("{}: no certificate: {why}", path.display()))
    })?;
    write(path, &(certificate.to_json()? + "\n"))
}

/// Heaps from which a sparse space is chosen for a short sequence.
const SAMPLE: usize = 1 << 14;

/// Draws the first `count` values, or all known, into the file `path`.
fn draw(run: &Run, count: Option<usize>, path: &Path, job: &Job<'_>) -> CommandResult<()> {
    write(path, &picture(run, count, job).svg())
}

/// Draws them with characters.
fn drawn(run: &Run, count: Option<usize>, job: &Job<'_>) -> String {
    picture(run, count, job).text(job.terminal)
}

fn picture(run: &Run, count: Option<usize>, job: &Job<'_>) -> SequencePicture {
    let rules = run.sequence().rules();
    let count = count.unwrap_or(usize::MAX).min(run.sequence().known());
    let values = || (0..count).map_while(|heap| run.sequence().value(heap));
    let (mut drawn, mut top) = (0u64, 0);
    values().for_each(|value| {
        drawn += 1;
        top = top.max(value);
    });
    let space = space(run, count, job);
    let name = rules.name().map(|name| format!(" ({name})")).unwrap_or_default();
    let title = format!("Nim-values of {rules}{name}, heaps 0 to {}", drawn.saturating_sub(1));
    let mut picture = SequencePicture::new(title, ["heap", "nim-value"], drawn, top.into());
    if let Some(SparseSpace { mask, parity, .. }) = space {
        let parity = if parity { " and parity of the heap" } else { "" };
        let rare = format!("rare values (mask {mask:#x}{parity})");
        picture = picture.with_kinds(["common values", &rare]);
    }
    for (heap, value) in (0..).zip(values()) {
        let rare = space.is_some_and(|space| space.is_rare(value, heap));
        picture.add(heap, value.into(), rare);
    }
    picture
}

/// The sparse space of the run; for a run too short to have one, that of a sample if
/// it leaves few values rare. It only colours the picture: that a run was interrupted, or
/// a limit of the sample, is no reason to have none.
fn space(run: &Run, count: usize, job: &Job<'_>) -> Option<SparseSpace> {
    if let Some(space) = run.sequence().space() {
        return Some(space);
    }
    let settings = Settings { engine: EngineKind::Block, ..job.settings() };
    let mut sample = Sequence::new(run.sequence().rules(), settings).ok()?;
    let heaps = count.clamp(SAMPLE / 8, SAMPLE);
    sample.extend(heaps, job.interrupt).ok()?;
    sample.space().filter(|_| 4 * sample.rare_heaps().len() <= heaps)
}

/// The most exceptions that are written out.
const MOST_EXCEPTIONS: usize = 60;

/// The lines below a table; `limited` if the number of heaps was a limit, and not what was asked
/// for. The first `before` heaps are those of a checkpoint.
fn summary(report: &Report, limited: bool, before: usize) -> String {
    let mut text = match &report.name {
        Some(name) => format!("{} ({name}): ", report.code),
        None => format!("{}: ", report.code),
    };
    match period(report) {
        Some(period) => text += &period_line(report, period),
        None => text += &format!("no period found in {} heaps", report.heaps),
    }
    text.push('\n');
    if let Some(why) = stopped(&report.ending, limited) {
        text += &format!("{why} at {} heaps\n", report.heaps);
    }
    text += &format!(
        "largest value {}, first at heap {}, last at heap {}, of {} heaps computed\n",
        report.maximum, report.maximum_first, report.maximum_last, report.heaps
    );
    if report.period.is_some() && report.preperiod_exact {
        text += &exceptions(&report.exceptions);
    }
    if let Some(space) = report.space {
        let with = if space.parity { " and the parity of the heap" } else { "" };
        let last = report.last_rare.map(|heap| format!(", the last at heap {heap}"));
        text += &format!(
            "sparse space: mask {:#x}{with}; {} rare heaps{}\n",
            space.mask,
            report.rare,
            last.unwrap_or_default()
        );
    }
    if report.seconds >= 1.0 {
        // Counts below 2^53: exact enough for a rate.
        let rate = report.heaps.saturating_sub(before as u64) as f64 / report.seconds / 1e6;
        text += &format!("{:.1} seconds, {rate:.3} million heaps a second", report.seconds);
        text += &format!("; engine: {}\n", report.engine);
    }
    text
}

fn period(report: &Report) -> Option<Period> {
    Some(Period {
        preperiod: report.preperiod?,
        period: report.period?,
        saltus: report.saltus.unwrap_or(0),
    })
}

fn period_line(report: &Report, period: Period) -> String {
    let mut text = period.to_string();
    if !report.preperiod_exact {
        text += " or earlier";
    }
    let proof = match report.method {
        Some(Method::GuySmith { bound, .. }) => {
            format!("the theorem of Guy and Smith, {bound} heaps")
        }
        Some(Method::StateRepetition { from, .. }) => {
            format!("the state before heap {from} repeats a period later")
        }
        Some(Method::AllBut { from }) => {
            format!("an all-but game, the state before heap {from} repeats a period later")
        }
        Some(Method::Arithmetic { bound, .. }) => {
            format!("an arithmetic period, by what {bound} heaps reach")
        }
        Some(_) => "with a certificate".to_owned(),
        None => return text + "; observed, not proved",
    };
    text + "; proved: " + &proof
}

fn stopped(ending: &RunEnding, limited: bool) -> Option<String> {
    Some(match ending {
        RunEnding::Heaps if limited => "stopped by the limit on heaps".to_owned(),
        RunEnding::Time => "stopped by the time limit".to_owned(),
        RunEnding::Interrupted => "interrupted".to_owned(),
        RunEnding::Limit(what) => format!("stopped: {what};"),
        _ => return None,
    })
}

/// `found` has the last exception first, and is cut off at the library's limit.
fn exceptions(found: &[u64]) -> String {
    let Some(last) = found.first() else {
        return "no exceptions\n".to_owned();
    };
    let count = match found.len() {
        Report::MOST_EXCEPTIONS => format!("{} or more exceptions", found.len()),
        1 => "1 exception".to_owned(),
        count => format!("{count} exceptions"),
    };
    if found.len() > MOST_EXCEPTIONS {
        return format!("{count}, the last at heap {last}\n");
    }
    let list: Vec<String> = found.iter().rev().map(u64::to_string).collect();
    let heaps = if found.len() == 1 { "heap" } else { "heaps" };
    format!("{count}: {heaps} {}\n", list.join(" "))
}
