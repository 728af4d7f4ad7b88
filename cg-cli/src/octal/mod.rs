//! The sub-command `cg octal`: nim-sequences of taking-and-breaking games, their
//! periods, certificates, pictures, sums and surveys.

mod chain;
mod misere;
mod part;
mod partizan;
mod progress;
mod question;
mod quotient;
mod sequence;
mod survey;
mod verification;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cg_calculator::cg_octal::{OctalError, PartizanRules, Rules, Settings};
use cg_calculator::cg_plot::Terminal;
use cg_calculator::{Calculator, Interrupt};
use clap::{Args, Subcommand};

use self::part::{Part, Shard};
use crate::error::{CommandError, CommandResult};
use crate::options::{Common, time, wrong_usage};

/// Everything behind `cg octal`: a game to look at, or another action.
#[derive(Debug, Args)]
#[command(
    subcommand_negates_reqs = true,
    override_usage = "cg octal CODE [OPTIONS]\n       cg octal explain CODE...\n       cg octal verify FILE...\n       cg octal survey --digits DIGITS|CODE...",
    about = "Nim-sequences of taking-and-breaking games, and their periods with proof",
    long_about = "Nim-sequences of taking-and-breaking games, and their periods with proof.\n\n\
                  Without -n the values are computed until a period is proved, or --limit, --time or Ctrl-C \
                  ends the run. With -n the values of the heaps 0 to N-1 are computed, and the period is \
                  shown if the first 16384 heaps prove it.\n\n\
                  CODE is an octal code (.77, 0.137, 4.7), one of a higher base (.3F), one without end \
                  (.(3), 0.3...), a set (S{1,3,4}, AllBut{2}) or a name: Nim, Kayles, Dawson's Kayles, \
                  Dawson's Chess, Treblecross, Officers, Guiles, Grundy's game.",
    after_help = "Examples:\n  \
                  cg octal .77 -n 100                        a table by rows of the period, exceptions marked *\n  \
                  cg octal .16 --certificate 16.json         prove the period, keep the proof\n  \
                  cg octal verify 16.json                    check the proof by other code\n  \
                  cg octal .06 --limit 1e5 --plot            draw the values in the terminal\n  \
                  cg octal .104 --checkpoint 104.checkpoint  stop with Ctrl-C, go on with the same command\n  \
                  cg octal .77 --heaps 5,9,12                who wins, and every winning move\n  \
                  cg octal .77 --misere                      the misère quotient, with proof\n  \
                  cg octal .77 --misere --heaps 5,1000000    who wins when the last move loses\n  \
                  cg octal '.7|.07'                          a code for each player\n  \
                  cg octal explain .137                      the code in words\n  \
                  cg octal survey --digits 2                 which games are periodic\n\n\
                  --time bounds the time of a run, --memory the values it stores [default here: 1G].\n\
                  Exit status: 0 answered, 1 an error, 2 wrong usage, 3 a limit was reached, 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    sequence: Option<SequenceArguments>,
}

/// Options of `cg octal CODE`.
#[derive(Debug, Args)]
struct SequenceArguments {
    /// The game: a code such as .77, a set such as S{1,3,4}, a name, or two codes such as '.7|.07'
    code: String,
    /// Compute the values of the heaps 0 to N-1, and show them
    #[arg(short = 'n', long, value_name = "N", value_parser = number)]
    count: Option<usize>,
    /// Stop after so many heaps, such as 50000 or 1e9
    #[arg(long, value_name = "HEAPS", value_parser = number, conflicts_with = "count")]
    limit: Option<usize>,
    /// Write heap,value lines: of N heaps, or of all computed
    #[arg(long)]
    csv: bool,
    /// Draw the values in the terminal
    #[arg(long, conflicts_with = "csv")]
    plot: bool,
    /// Draw the values into FILE, rare and common ones told apart
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the idempotents of the misère quotient into FILE, in their order, those in P marked
    #[arg(long, value_name = "FILE", requires = "misere")]
    lattice: Option<PathBuf>,
    /// Draw the words of the heaps under misère play into FILE, a period a row, those in P marked
    #[arg(long, value_name = "FILE", requires = "misere")]
    strip: Option<PathBuf>,
    /// Write the certificate of a proved period to FILE
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Go on from FILE if it exists, and keep the state of the run there
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// How often the checkpoint is written [default: 1m]
    #[arg(long, value_name = "TIME", value_parser = time, requires = "checkpoint")]
    every: Option<Duration>,
    /// Keep the last values at every multiple of --segment heaps in FILE too: a certificate is made of them
    #[arg(long, value_name = "FILE", requires = "checkpoint")]
    states: Option<PathBuf>,
    /// Heaps between two states [default: 1e9]
    #[arg(long, value_name = "HEAPS", value_parser = number, requires = "states")]
    segment: Option<usize>,
    /// Threads for this one game: one computes values ahead of the checks, the others check [default: 1]
    #[arg(long, value_name = "COUNT")]
    threads: Option<NonZero<usize>>,
    /// Analyse a sum of heaps, such as 5,9,12: nim-sum, outcome, every winning move
    #[arg(
        long,
        value_name = "HEAPS",
        value_delimiter = ',',
        conflicts_with_all = ["count", "csv", "checkpoint"]
    )]
    heaps: Option<Vec<u64>>,
    /// Who makes the last move loses: the misère quotient, with proof; with --heaps who wins a sum
    #[arg(long, conflicts_with_all = ["count", "csv", "checkpoint"])]
    misere: bool,
    /// The most elements of a misère quotient [default: 1000]
    #[arg(long, value_name = "COUNT", requires = "misere", value_parser = number)]
    elements: Option<usize>,
}

/// The actions with a name.
#[derive(Debug, Subcommand)]
enum Action {
    /// Say what a code means
    #[command(
        after_help = "Examples:\n  cg octal explain .137\n  cg octal explain 'AllBut{2}'\n  cg octal explain --json .3F"
    )]
    Explain {
        /// Codes, sets or names
        #[arg(required = true, value_name = "CODE")]
        codes: Vec<String>,
    },
    /// Check certificates by code that shares nothing with the engines
    #[command(
        after_help = "The values are computed anew, heap by heap; what was written is trusted for nothing.\n\n\
                      The certificate of a long run is in segments, which can be verified apart: by shards, which prove the period \
                      together, or by a sample, which only makes it likely.\n\n\
                      Examples:\n  cg octal .16 --certificate 16.json\n  cg octal verify 16.json\n  \
                      cg octal verify 106.json --sample 5\n  cg octal verify 106.json --shard 3/100"
    )]
    Verify {
        /// Files written by --certificate
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The most heaps to compute for each
        #[arg(long, value_name = "HEAPS", value_parser = number)]
        limit: Option<usize>,
        /// Of a certificate in segments, verify every Nth segment only, from the Ith
        #[arg(long, value_name = "I/N", conflicts_with = "sample")]
        shard: Option<Shard>,
        /// Of a certificate in segments, verify so many of them, by chance
        #[arg(long, value_name = "COUNT")]
        sample: Option<NonZero<usize>>,
        /// Choose the sample that this number stands for [default: by chance; the answer names it]
        #[arg(long, value_name = "NUMBER", requires = "sample")]
        seed: Option<u64>,
    },
    /// Run many games, each within a budget, and print who is solved
    #[command(
        after_help = "Each game has --limit heaps and --time [default here: 2s], and stops at the first limit met.\n\
                      With --checkpoint every finished game is kept at once; the same command goes on after a stop.\n\
                      A shard has no limit of time, so that it gives the same on every machine.\n\
                      Columns: ? not found, ~ observed and not proved; exception is the last heap that breaks the period.\n\n\
                      Examples:\n  cg octal survey --digits 2\n  \
                      cg octal survey --digits 3 --limit 1e7 --time 10s --checkpoint three.survey\n  \
                      cg octal survey .16 .56 .127 Kayles\n  \
                      cg octal survey --digits 3 --shard 2/16 --limit 1e7 --checkpoint 2.survey\n  \
                      cg octal survey --digits 3 --merge *.survey --checkpoint three.survey\n  \
                      cg octal survey --digits 2 --misere --limit 300\n  \
                      cg octal survey --digits 3 --leading 0,4 --misere --elements 400 --checkpoint misere.survey"
    )]
    Survey(SurveyArguments),
}

/// Options of `cg octal survey`.
#[derive(Debug, Args)]
struct SurveyArguments {
    /// The games [default: all octal codes of up to --digits digits]
    #[arg(value_name = "CODE", required_unless_present_any = ["digits", "merge"], conflicts_with = "digits")]
    codes: Vec<String>,
    /// All octal codes of up to so many digits
    #[arg(long, value_name = "DIGITS")]
    digits: Option<usize>,
    /// The digits before the point that go with --digits, such as 0,4 [default: 0]
    #[arg(
        long,
        value_name = "DIGITS",
        value_delimiter = ',',
        requires = "digits",
        conflicts_with_all = ["standard", "codes"]
    )]
    leading: Vec<u32>,
    /// One code for each game: leave out codes that act like an earlier one, as far as computed
    #[arg(long, requires = "digits")]
    standard: bool,
    /// Misère quotients instead of nim-sequences [heaps by default: 1500]
    #[arg(long)]
    misere: bool,
    /// The most elements of a misère quotient [default: 1000]
    #[arg(long, value_name = "COUNT", requires = "misere", value_parser = number)]
    elements: Option<usize>,
    /// Run every Nth of the games only, from the Ith: each up to --limit heaps, without a limit of time
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Run nothing: put the files that --checkpoint kept of all shards together
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["shard", "limit", "threads"])]
    merge: Vec<PathBuf>,
    /// The most heaps for each game [default: 1e6]
    #[arg(long, value_name = "HEAPS", value_parser = number)]
    limit: Option<usize>,
    /// Games that run at once [default: as many as there are processors]
    #[arg(long, value_name = "COUNT")]
    threads: Option<NonZero<usize>>,
    /// Keep finished games in FILE, and leave out those that are there
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
}

/// A whole number: 50000, 1e9 or 2.8e7.
fn number(text: &str) -> Result<usize, String> {
    let bad = || "expected a whole number such as 50000, 1e9 or 2.8e7".to_owned();
    let (decimal, zeros) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, part) = decimal.split_once('.').unwrap_or((decimal, "0"));
    let plain = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(whole) || !plain(part) || !plain(zeros) {
        return Err(bad());
    }
    let part = part.trim_end_matches('0');
    let zeros = zeros.parse::<usize>().ok().and_then(|zeros| zeros.checked_sub(part.len()));
    let factor = u32::try_from(zeros.ok_or_else(bad)?).ok().and_then(|n| 10usize.checked_pow(n));
    let number = format!("{whole}{part}").parse::<usize>().map_err(|_| bad())?;
    factor.and_then(|factor| number.checked_mul(factor)).ok_or_else(bad)
}

/// The data that all actions need.
#[derive(Clone, Copy, Debug)]
struct Job<'a> {
    json: bool,
    time: Option<Duration>,
    memory: Option<u64>,
    interrupt: &'a Interrupt,
    /// Where pictures are shown.
    terminal: Terminal,
}

impl Job<'_> {
    fn settings(&self) -> Settings {
        let default = Settings::default();
        let memory = self.memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        Settings { memory: memory.unwrap_or(default.memory), ..default }
    }
}

/// Does what the command line asks for.
///
/// # Errors
/// No calculator, which games with two codes need.
pub(crate) fn run(
    arguments: &Arguments,
    common: &Common,
    settings: &crate::settings::Settings,
    calculator: impl FnOnce() -> CommandResult<Calculator>,
) -> CommandResult {
    let job = Job {
        json: common.json,
        time: settings.time(),
        memory: settings.memory,
        interrupt: settings.interrupt(),
        terminal: settings.calculator.terminal,
    };
    let done = match (&arguments.action, &arguments.sequence) {
        (Some(_), Some(_)) => refuse(
            "the options of explain, verify and survey go behind their name, without a game before it",
        ),
        (Some(Action::Explain { codes }), None) => question::explain(codes, &job),
        (Some(Action::Verify { files, limit, shard, sample, seed }), None) => {
            let sample = sample.map(|count| Part::sample(count, *seed));
            let part = shard.map(Part::Shard).or(sample).unwrap_or(Part::Whole);
            question::verify(files, *limit, part, &job)
        }
        (Some(Action::Survey(arguments)), None) => survey::show(arguments, &job),
        (None, Some(arguments)) if PartizanRules::is_meant_by(&arguments.code) => {
            partizan::show(arguments, calculator()?, &job)
        }
        (None, Some(arguments)) => sequence::show(arguments, &job),
        (None, None) => refuse("a game is missing"),
    };
    Ok(done.unwrap_or_else(|error| error.report("cg", job.json)))
}

/// The game that a text on the command line names.
fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| refuse(error))
}

/// Ends the command as the argument parser does: nothing has begun yet.
fn refuse(what: impl std::fmt::Display) -> ! {
    wrong_usage::<Arguments>("cg octal", what)
}

/// For errors of what a file holds: they name the file.
fn in_file(file: &Path) -> impl Fn(OctalError) -> CommandError {
    move |error| match error {
        OctalError::Data { what } => CommandError::Refused(format!("{}: {what}", file.display())),
        other => CommandError::Octal(other),
    }
}

/// Writes `text` to `path`, whole or not at all.
fn write(path: &Path, text: &str) -> CommandResult<()> {
    cg_files::write_whole(path, |out| out.write_all(text.as_bytes()))
        .map_err(CommandError::at(path))
}

/// Refuses a checkpoint at `path` that is something else than a plain file: it is
/// written beside its place and renamed, which would put an end to a device.
fn must_be_plain(path: &Path) -> CommandResult<()> {
    if cg_files::is_special(path) {
        return Err(CommandError::Refused(format!(
            "{}: a checkpoint must be a plain file",
            path.display()
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers() {
        assert_eq!(number("0"), Ok(0));
        assert_eq!(number("50000"), Ok(50_000));
        assert_eq!(number("25e3"), Ok(25_000));
        assert_eq!(number("2.8e7"), Ok(28_000_000));
        assert_eq!(number("1.50e1"), Ok(15));
        assert_eq!(number("3.0"), Ok(3));
        for bad in [
            "",
            "e",
            "1e",
            "e3",
            "-1",
            "+1",
            "1.5",
            "1.55e1",
            "1.e3",
            ".5e3",
            "1e3.0",
            "1e99",
            "99999999999999999999",
            "1e99999999999999999999",
        ] {
            assert!(number(bad).is_err(), "{bad}");
        }
    }
}
