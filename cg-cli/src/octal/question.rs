//! `cg octal explain`, `cg octal CODE --heaps ...` and `cg octal verify`: single questions.

use std::io::Read;
use std::path::{Path, PathBuf};

use cg_calculator::cg_misere::MisereCertificate;
use cg_calculator::cg_octal::{
    Certificate, ChainCertificate, Effort, Explanation, HeapMove, PartizanRules, Rules, SumReport,
};
use cg_files::Waiting;

use super::part::Part;
use super::progress::run_interruptible;
use super::verification::Verification;
use super::{Job, chain, in_file, misere, partizan, rules};
use crate::error::{CommandError, CommandResult};
use crate::output::{Ending, object, print, print_reply};

pub(super) fn explain(codes: &[String], job: &Job<'_>) -> CommandResult {
    let (two, codes): (Vec<&String>, Vec<&String>) =
        codes.iter().partition(|code| PartizanRules::is_meant_by(code));
    for code in two {
        partizan::explain(code, job)?;
    }
    let games: Vec<Rules> = codes.iter().map(|code| rules(code)).collect();
    for (at, game) in games.iter().enumerate() {
        if at > 0 && !job.json {
            print("\n")?;
        }
        print_reply(&Explanation::new(game)?, job.json)?;
    }
    Ok(Ending::Answered)
}

/// The most positions of a misère search: about a quarter of a gigabyte.
const MOST_POSITIONS: usize = 2_000_000;

pub(super) fn sum(game: &Rules, heaps: &[u64], misere: bool, job: &Job<'_>) -> CommandResult {
    let work = {
        let (game, heaps) = (game.clone(), heaps.to_vec());
        let positions = if misere { MOST_POSITIONS } else { usize::MAX };
        let memory = job.settings().memory;
        let effort = Effort { positions, memory, interrupt: job.interrupt.clone() };
        move || SumReport::new(&game, &heaps, misere, &effort)
    };
    let answer = run_interruptible(job, work)??;
    print(&if job.json { object(&answer) } else { words(&answer) })?;
    Ok(Ending::Answered)
}

/// As the queries of the calculator say it.
pub(super) fn outcome(wins: bool) -> &'static str {
    if wins { "first player win" } else { "second player win" }
}

fn words(answer: &SumReport) -> String {
    let mut text = String::new();
    if let (Some(values), Some(sum)) = (&answer.values, answer.nim_sum) {
        let values: Vec<String> = values.iter().map(u32::to_string).collect();
        text += &format!("values {}, nim-sum {sum}\n", values.join(" "));
    }
    text += answer.outcome;
    text.push('\n');
    if answer.wins && answer.winning_moves.is_empty() {
        // In misère play a player who cannot move wins.
        text += NO_MOVE;
    }
    answer.winning_moves.iter().for_each(|winning| text += &move_line(winning));
    text
}

/// Said instead of winning moves.
pub(super) const NO_MOVE: &str = "  there is no move: the player to move has won\n";

pub(super) fn move_line(HeapMove { heap, left }: &HeapMove) -> String {
    let parts: Vec<String> = left.iter().map(u64::to_string).collect();
    let left = if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") };
    format!("  {heap} -> {left}\n")
}

/// More than a certificate can have: a file of any size is not read whole.
const MOST_BYTES: u64 = 1 << 24;

pub(super) fn verify(
    files: &[PathBuf],
    limit: Option<usize>,
    part: Part,
    job: &Job<'_>,
) -> CommandResult {
    let most = limit.map_or(u64::MAX, |limit| limit as u64);
    let mut worst = Ending::Answered;
    for file in files {
        let done = check_one(file, most, part, job);
        let ending = done.unwrap_or_else(|failure| failure.report("cg", job.json));
        worst = worst.max(ending);
        if ending == Ending::Interrupted {
            break;
        }
    }
    Ok(worst)
}

fn check_one(file: &Path, most: u64, part: Part, job: &Job<'_>) -> CommandResult {
    let mut text = String::new();
    let read = Waiting::open(file, || job.interrupt.is_raised())
        .and_then(|certificate| certificate.take(MOST_BYTES).read_to_string(&mut text));
    match read {
        Err(_) if job.interrupt.is_raised() => return Ok(Ending::Interrupted),
        read => read.map_err(CommandError::at(file))?,
    };
    if ChainCertificate::is_meant_by(&text) {
        return chain::verify(file, &text, most, part, job);
    }
    if !matches!(part, Part::Whole) {
        return Err(CommandError::Refused(format!(
            "{}: the certificate has no segments: it is verified as a whole, without --shard and --sample",
            file.display()
        )));
    }
    if MisereCertificate::is_meant_by(&text) {
        return misere::verify(&file.display().to_string(), &text, job);
    }
    let named = in_file(file);
    let certificate = Certificate::from_json(&text).map_err(&named)?;
    let interrupt = job.interrupt.clone();
    let wanted = certificate.clone();
    let verified =
        run_interruptible(job, move || wanted.verify(most, &interrupt))?.map_err(&named)?;
    let verification = Verification {
        file: file.display().to_string(),
        code: certificate.code,
        period: certificate.period,
        proved: true,
        heaps: verified.heaps,
        segments: None,
    };
    print_reply(&verification, job.json)?;
    Ok(Ending::Answered)
}
