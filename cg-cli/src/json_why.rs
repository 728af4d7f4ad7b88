//! What `:why` answers, as JSON.

use cg_core::{Game, Notation, Player};
use cg_lang::{Explanation, Session};
use cg_simplify::why::{End, Simplification, Step};
use serde_json::{Value as Json, json};

/// How many options, or steps, are listed.
const MOST_LISTED: usize = 256;

pub(crate) fn explanation(session: &mut Session, explanation: &Explanation) -> Json {
    let subgroup = explanation
        .value
        .and_then(|value| session.engine().subgroup_name(value).map(str::to_owned));
    let steps = explanation.simplification.as_ref();
    let steps = steps.map(|simplification| of_simplification(session, simplification));
    json!({
        "kind": "why",
        "subject": explanation.subject,
        "answer": explanation.answer,
        "subgroup": subgroup,
        "lines": explanation.page.lines(),
        "simplification": steps,
    })
}

fn of_simplification(session: &mut Session, simplification: &Simplification) -> Json {
    let (decided_by, reason) = match &simplification.end {
        End::Recognised { subgroup, reason } => (Some(subgroup), reason.as_ref()),
        End::Canonical { .. } => (None, None),
    };
    let steps = simplification.steps.iter().take(MOST_LISTED);
    let steps: Vec<Json> = steps.map(|step| of_step(session, step)).collect();
    json!({
        "given": sides(session, &simplification.given),
        "steps": steps,
        "step_count": simplification.steps.len(),
        "reduced": sides(session, &simplification.reduced),
        "decided_by": decided_by,
        "reason": reason,
    })
}

fn of_step(session: &mut Session, step: &Step) -> Json {
    match step {
        Step::Dominated { player, option, by } => json!({
            "step": "dominated",
            "player": name(*player),
            "option": text(session, *option),
            "by": text(session, *by),
        }),
        Step::Reversible { player, option, through, replacements } => json!({
            "step": "reversible",
            "player": name(*player),
            "option": text(session, *option),
            "through": text(session, *through),
            "replacements": texts(session, replacements),
        }),
    }
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

fn sides(session: &mut Session, [left, right]: &[Vec<Game>; 2]) -> Json {
    json!({ "left": texts(session, left), "right": texts(session, right) })
}

fn texts(session: &mut Session, games: &[Game]) -> Json {
    games.iter().take(MOST_LISTED).map(|&game| text(session, game)).collect()
}

/// The game in the paper's notation; `null` when it is too long to be written.
fn text(session: &mut Session, game: Game) -> Json {
    json!(session.engine().print(game, Notation::Paper).ok())
}
