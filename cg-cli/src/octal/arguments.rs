//! What `cg octal` accepts.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use crate::args::time;

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
                  cg octal explain .137                      the code in words\n  \
                  cg octal survey --digits 2                 which games are periodic\n\n\
                  --time bounds the time of a run, --memory the values it stores [default here: 1G].\n\
                  Exit status: 0 answered, 1 an error, 2 wrong usage, 3 a limit was reached, 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(super) action: Option<Action>,
    #[command(flatten)]
    pub(super) sequence: Option<SequenceArguments>,
}

/// Options of `cg octal CODE`.
#[derive(Debug, Args)]
pub(super) struct SequenceArguments {
    /// The game: a code such as .77, a set such as S{1,3,4}, or a name
    pub(super) code: String,
    /// Compute the values of the heaps 0 to N-1, and show them
    #[arg(short = 'n', long, value_name = "N", value_parser = number)]
    pub(super) count: Option<usize>,
    /// Stop after so many heaps, such as 50000 or 1e9
    #[arg(long, value_name = "HEAPS", value_parser = number, conflicts_with = "count")]
    pub(super) limit: Option<usize>,
    /// Write heap,value lines: of N heaps, or of all computed
    #[arg(long)]
    pub(super) csv: bool,
    /// Draw the values in the terminal
    #[arg(long, conflicts_with = "csv")]
    pub(super) plot: bool,
    /// Draw the values into FILE, rare and common ones told apart
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    /// Write the certificate of a proved period to FILE
    #[arg(long, value_name = "FILE")]
    pub(super) certificate: Option<PathBuf>,
    /// Go on from FILE if it exists, and keep the state of the run there
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,
    /// How often the checkpoint is written [default: 1m]
    #[arg(long, value_name = "TIME", value_parser = time, requires = "checkpoint")]
    pub(super) every: Option<Duration>,
    /// Analyse a sum of heaps, such as 5,9,12: nim-sum, outcome, every winning move
    #[arg(
        long,
        value_name = "HEAPS",
        value_delimiter = ',',
        conflicts_with_all = ["count", "limit", "csv", "plot", "svg", "certificate", "checkpoint"]
    )]
    pub(super) heaps: Option<Vec<u64>>,
    /// Who makes the last move loses: small sums, by search
    #[arg(long, requires = "heaps")]
    pub(super) misere: bool,
}

/// The actions with a name.
#[derive(Debug, Subcommand)]
pub(super) enum Action {
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
                      Examples:\n  cg octal .16 --certificate 16.json\n  cg octal verify 16.json"
    )]
    Verify {
        /// Files written by --certificate
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// The most heaps to compute for each
        #[arg(long, value_name = "HEAPS", value_parser = number)]
        limit: Option<usize>,
    },
    /// Run many games, each within a budget, and print who is solved
    #[command(
        after_help = "Each game has --limit heaps and --time [default here: 2s], and stops at the first limit met.\n\
                      With --checkpoint every finished game is kept at once; the same command goes on after a stop.\n\
                      Columns: ? not found, ~ observed and not proved; exception is the last heap that breaks the period.\n\n\
                      Examples:\n  cg octal survey --digits 2\n  \
                      cg octal survey --digits 3 --limit 1e7 --time 10s --checkpoint three.survey\n  \
                      cg octal survey .16 .56 .127 Kayles"
    )]
    Survey(SurveyArguments),
}

/// Options of `cg octal survey`.
#[derive(Debug, Args)]
pub(super) struct SurveyArguments {
    /// The games [default: all octal codes of up to --digits digits]
    #[arg(value_name = "CODE", required_unless_present = "digits", conflicts_with = "digits")]
    pub(super) codes: Vec<String>,
    /// All octal codes of up to so many digits
    #[arg(long, value_name = "DIGITS")]
    pub(super) digits: Option<usize>,
    /// One code for each game: leave out codes that act like an earlier one, as far as computed
    #[arg(long, requires = "digits")]
    pub(super) standard: bool,
    /// The most heaps for each game [default: 1e6]
    #[arg(long, value_name = "HEAPS", value_parser = number)]
    pub(super) limit: Option<usize>,
    /// Games that run at once [default: as many as there are processors]
    #[arg(long, value_name = "COUNT")]
    pub(super) threads: Option<NonZero<usize>>,
    /// Keep finished games in FILE, and leave out those that are there
    #[arg(long, value_name = "FILE")]
    pub(super) checkpoint: Option<PathBuf>,
}

/// A whole number: 50000, or 1e9.
fn number(text: &str) -> Result<usize, String> {
    let bad = || "expected a whole number such as 50000 or 1e9".to_owned();
    let (digits, zeros) = text.split_once('e').unwrap_or((text, "0"));
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(digits) || !plain(zeros) {
        return Err(bad());
    }
    let factor = 10usize.checked_pow(zeros.parse().map_err(|_| bad())?);
    let number = digits.parse::<usize>().map_err(|_| bad())?;
    factor.and_then(|factor| number.checked_mul(factor)).ok_or_else(bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers() {
        assert_eq!(number("0"), Ok(0));
        assert_eq!(number("50000"), Ok(50_000));
        assert_eq!(number("25e3"), Ok(25_000));
        for bad in ["", "e", "1e", "e3", "-1", "+1", "1.5e3", "1e99", "99999999999999999999"] {
            assert!(number(bad).is_err(), "{bad}");
        }
    }
}
