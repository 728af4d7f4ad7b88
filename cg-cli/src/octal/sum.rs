//! `cg octal CODE --heaps ...`: who wins a sum of heaps, and how.

use cg_octal::{Effort, Move, Rules, analyse_within, misere_moves, misere_wins};
use serde_json::json;

use super::failure::Done;
use super::progress::beside;
use super::{Job, print};
use crate::exit::Ending;

/// The most positions of a misère search: about a quarter of a gigabyte.
const MOST_POSITIONS: usize = 2_000_000;

/// What is known of a sum.
struct Answer {
    /// The values of the heaps and their nim-sum: of normal play only.
    normal: Option<(Vec<u32>, u32)>,
    wins: bool,
    winning: Vec<Move>,
}

pub(super) fn show(game: &Rules, heaps: &[u64], misere: bool, job: &Job<'_>) -> Done {
    let work = {
        let (game, heaps) = (game.clone(), heaps.to_vec());
        let positions = if misere { MOST_POSITIONS } else { usize::MAX };
        let memory = job.settings().memory;
        let effort = Effort { positions, memory, interrupt: job.interrupt.clone() };
        move || answer(&game, &heaps, misere, &effort)
    };
    let answer = beside(job, work)??;
    print(&if job.json { format!("{}\n", object(game, heaps, &answer)) } else { words(&answer) })?;
    Ok(Ending::Answered)
}

fn answer(game: &Rules, heaps: &[u64], misere: bool, effort: &Effort) -> cg_octal::Result<Answer> {
    if misere {
        let wins = misere_wins(game, heaps, effort.clone())?;
        let winning = if wins { misere_moves(game, heaps, effort.clone())? } else { Vec::new() };
        return Ok(Answer { normal: None, wins, winning });
    }
    let analysis = analyse_within(game, heaps, effort)?;
    Ok(Answer {
        wins: analysis.nim_sum != 0,
        normal: Some((analysis.values, analysis.nim_sum)),
        winning: analysis.winning,
    })
}

/// As the queries of the calculator say it.
fn outcome(wins: bool) -> &'static str {
    if wins { "first player win" } else { "second player win" }
}

fn words(answer: &Answer) -> String {
    let mut text = String::new();
    if let Some((values, sum)) = &answer.normal {
        let values: Vec<String> = values.iter().map(u32::to_string).collect();
        text += &format!("values {}, nim-sum {sum}\n", values.join(" "));
    }
    text += outcome(answer.wins);
    text.push('\n');
    if answer.wins && answer.winning.is_empty() {
        // In misère play a player who cannot move wins.
        text += "  there is no move: the player to move has won\n";
    }
    for Move { heap, left } in &answer.winning {
        let parts: Vec<String> = left.iter().map(u64::to_string).collect();
        let left = if parts.is_empty() { "0".to_owned() } else { parts.join(" + ") };
        text += &format!("  {heap} -> {left}\n");
    }
    text
}

fn object(game: &Rules, heaps: &[u64], answer: &Answer) -> serde_json::Value {
    let (values, sum) = answer.normal.as_ref().map(|(values, sum)| (values, sum)).unzip();
    json!({
        "kind": "sum",
        "code": game.to_string(),
        "heaps": heaps,
        "play": if answer.normal.is_some() { "normal" } else { "misere" },
        "values": values,
        "nim_sum": sum,
        "outcome": outcome(answer.wins),
        "winning_moves": answer.winning,
    })
}
