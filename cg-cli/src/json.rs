//! Answers and errors as JSON, one object each.
//!
//! Every object has a `kind`. Values have their text in each notation; games
//! also who wins, the subgroup that holds them, and their options.

use cg_core::{Game, Notation, Player};
use cg_lang::{Answer, AnswerKind, Error, Session, Value};
use serde_json::{Map, Value as Json, json};

/// How many options of a side are listed; beyond that only their count is given.
const MOST_OPTIONS: u64 = 256;

/// The object for an answer. What cannot be worked out (an option list that
/// meets a limit, say) is `null`.
pub(crate) fn answer(session: &mut Session, answer: &Answer) -> Json {
    let mut object = match answer.kind() {
        AnswerKind::Value(value) => of_value(session, value),
        AnswerKind::Outcome { game, outcome } => {
            let mut object = of_game(session, *game);
            object["kind"] = json!("outcome");
            object["outcome"] = json!(outcome.to_string());
            object
        }
        AnswerKind::Moves(moves) => {
            let mut object = of_game(session, moves.value);
            object["kind"] = json!("moves");
            object["outcome"] = json!(moves.outcome.to_string());
            let list = |session: &mut Session, player| -> Json {
                let moves = moves.of(player).iter();
                let moves = moves.map(|found| {
                    json!({
                        "from": found.component,
                        "to": found.becomes,
                        "leaves": texts(session, found.leaves),
                    })
                });
                moves.collect()
            };
            object["winning_moves"] = json!({
                "left": list(session, Player::Left),
                "right": list(session, Player::Right),
                "unlisted": moves.unlisted,
            });
            object
        }
        AnswerKind::Full(earlier) => self::answer(session, earlier),
        AnswerKind::Why(explanation) => crate::json_why::explanation(session, explanation),
        AnswerKind::Text(text) => json!({ "kind": "text", "text": text }),
        _ => match answer.to_text(session) {
            Ok(text) => json!({ "kind": "answer", "text": text }),
            Err(problem) => error(&problem),
        },
    };
    object["statement"] = json!(answer.origin().slice(answer.span()));
    object["seconds"] = json!(answer.elapsed().as_secs_f64());
    object
}

fn of_value(session: &mut Session, value: &Value) -> Json {
    match value {
        Value::Game(game) => of_game(session, *game),
        Value::Truth(truth) => json!({ "kind": "truth", "value": truth }),
        Value::Text(text) => json!({ "kind": "string", "value": text.as_str() }),
        Value::List(list) => {
            let items: Vec<Json> = list.items().iter().map(|item| of_item(session, item)).collect();
            json!({ "kind": "list", "items": items })
        }
        _ => match value.held_integer() {
            Some(integer) => {
                // An integer is a game too: its fields are those of one.
                match session.engine().integer(&integer) {
                    Ok(game) => of_game(session, game),
                    Err(_) => json!({ "kind": "game", "text": integer.to_string() }),
                }
            }
            None => json!({ "kind": "function" }),
        },
    }
}

/// An item of a list: games by their text alone.
fn of_item(session: &mut Session, value: &Value) -> Json {
    match value {
        Value::Game(game) => json!({ "kind": "game", "text": texts(session, *game) }),
        Value::List(list) => list.items().iter().map(|item| of_item(session, item)).collect(),
        _ => match value.held_integer() {
            Some(integer) => json!({ "kind": "integer", "text": integer.to_string() }),
            None => of_value(session, value),
        },
    }
}

fn of_game(session: &mut Session, game: Game) -> Json {
    let outcome = session.engine().outcome(game).ok().map(|outcome| outcome.to_string());
    let subgroup = session.engine().subgroup_name(game).map(str::to_owned);
    json!({
        "kind": "game",
        "text": texts(session, game),
        "outcome": outcome,
        "subgroup": subgroup,
        "options": {
            "left": options(session, game, Player::Left),
            "right": options(session, game, Player::Right),
        },
    })
}

/// The game in each notation.
fn texts(session: &mut Session, game: Game) -> Json {
    let mut texts = Map::new();
    for notation in Notation::ALL {
        let text = session.engine().print(game, notation).ok();
        texts.insert(notation.name().to_owned(), json!(text));
    }
    Json::Object(texts)
}

/// The canonical options of a player: their count, and the options in the
/// paper's notation unless they are many.
fn options(session: &mut Session, game: Game, player: Player) -> Json {
    let Ok(count) = session.engine().option_count(game, player) else { return Json::Null };
    let mut list = Json::Null;
    if count <= MOST_OPTIONS
        && let Ok(options) = session.engine().options(game, player)
    {
        let text = |option| session.engine().print(option, Notation::Paper).ok();
        list = options.into_iter().map(text).collect();
    }
    let count = if count == u64::MAX { Json::Null } else { json!(count) };
    json!({ "count": count, "list": list })
}

/// The object for an error.
pub(crate) fn error(error: &Error) -> Json {
    let (span, source) = (error.span(), error.origin());
    let before = source.text().get(..span.start as usize).unwrap_or("");
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({
        "kind": "error",
        "error": {
            "code": error.code(),
            "message": error.to_string(),
            "help": error.help(),
            "source": source.name(),
            "line": before.matches('\n').count() + 1,
            "column": before[line_start..].chars().count() + 1,
            "span": { "start": span.start, "end": span.end },
            "calls": error.calls(),
            "limit": error.is_limit(),
        },
    })
}
