//! `cg octal explain`, `cg octal CODE --heaps ...` and `cg octal verify`: single questions.

use std::io::Read;
use std::path::{Path, PathBuf};

use cg_calculator::period_words;
use cg_files::Waiting;
use cg_misere::MisereCertificate;
use cg_octal::{
    Certificate, ChainCertificate, Effort, HeapMove, PartizanRules, Rules, SumReport, Verified,
    agree,
};
use serde_json::{Value as Json, json};

use super::part::Part;
use super::progress::run_interruptible;
use super::{Job, chain, in_file, misere, partizan, rules};
use crate::error::{CommandError, CommandResult};
use crate::output::{Ending, print};

/// Heaps by which two cousins are compared.
const COMPARED: usize = 1000;

/// A game that acts alike with heaps shifted.
struct Cousin {
    code: String,
    shift: u64,
    /// Whether the values computed agree.
    agrees: bool,
}

pub(super) fn explain(codes: &[String], job: &Job<'_>) -> CommandResult {
    let (two, codes): (Vec<&String>, Vec<&String>) =
        codes.iter().partition(|code| PartizanRules::is_meant_by(code));
    for code in two {
        partizan::explain(code, job)?;
    }
    let games: Vec<Rules> = codes.iter().map(|code| rules(code)).collect();
    for (at, game) in games.iter().enumerate() {
        let cousin = cousin(game)?;
        let text = if job.json {
            format!("{}\n", meaning_object(game, cousin.as_ref()))
        } else {
            let space = if at > 0 { "\n" } else { "" };
            format!("{space}{}\n", meaning(game, cousin.as_ref()))
        };
        print(&text)?;
    }
    Ok(Ending::Answered)
}

/// The game at the end of the first cousins, its values compared.
fn cousin(game: &Rules) -> CommandResult<Option<Cousin>> {
    let Some((standard, shift)) = game.code().map(cg_octal::Code::standard_form) else {
        return Ok(None);
    };
    if shift == 0 {
        return Ok(None);
    }
    let code = standard.to_string();
    let most =
        usize::try_from(shift).expect("a shift is shorter than the code, which is in memory");
    let found = agree(&standard.into(), game, COMPARED + most, most)?;
    let agrees = found.is_some_and(|found| u64::try_from(found) == Ok(shift));
    Ok(Some(Cousin { code, shift, agrees }))
}

fn meaning(game: &Rules, cousin: Option<&Cousin>) -> String {
    let mut lines = game.explain();
    if let Some(Cousin { code, shift, agrees }) = cousin {
        let said = if *agrees { "checked for" } else { "NOT so among" };
        lines.push(format!(
            "A heap of n + {shift} acts like a heap of n in {code}: {said} {COMPARED} heaps."
        ));
    }
    lines.join("\n")
}

fn meaning_object(game: &Rules, cousin: Option<&Cousin>) -> Json {
    let kind = game.kind();
    let cousin = cousin.map(|cousin| {
        json!({ "code": cousin.code, "shift": cousin.shift, "agrees": cousin.agrees, "heaps": COMPARED })
    });
    json!({
        "kind": "explanation",
        "code": game.to_string(),
        "name": game.name(),
        "base": kind.base,
        "finite": kind.finite,
        "trivial": kind.trivial,
        "subtraction_set": game.code().and_then(cg_octal::Code::subtraction_set),
        "all_but_set": game.code().and_then(cg_octal::Code::all_but_set),
        "words": game.explain(),
        "standard_form": cousin,
    })
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
    print(&if job.json {
        format!("{}\n", serde_json::to_string(&answer).expect("a report is plain data"))
    } else {
        words(&answer)
    })?;
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
    let Verified { heaps, .. } = verified;
    let period = certificate.period;
    print(&if job.json {
        let object = json!({
            "kind": "verified",
            "file": file.display().to_string(),
            "code": certificate.code,
            "period": period.period,
            "preperiod": period.preperiod,
            "saltus": period.saltus,
            "proved": true,
            "heaps": heaps,
        });
        format!("{object}\n")
    } else {
        format!(
            "{}: {} has {}: verified by computing {heaps} heaps\n",
            file.display(),
            certificate.code,
            period_words(period)
        )
    })?;
    Ok(Ending::Answered)
}
