//! `cg octal explain`: codes in words, and the games that act alike.

use cg_octal::{Rules, agree};
use serde_json::json;

use super::failure::Done;
use super::{Job, print, rules};
use crate::exit::Ending;

/// Heaps by which two cousins are compared.
const COMPARED: usize = 1000;

/// A game that acts alike with heaps shifted.
struct Cousin {
    code: String,
    shift: u64,
    /// Whether the values computed agree.
    agrees: bool,
}

pub(super) fn show(codes: &[String], job: &Job<'_>) -> Done {
    let games: Vec<Rules> = codes.iter().map(|code| rules(code)).collect();
    for (at, game) in games.iter().enumerate() {
        let cousin = cousin(game)?;
        let text = if job.json {
            format!("{}\n", object(game, cousin.as_ref()))
        } else {
            let space = if at > 0 { "\n" } else { "" };
            format!("{space}{}\n", words(game, cousin.as_ref()))
        };
        print(&text)?;
    }
    Ok(Ending::Answered)
}

/// The game at the end of the first cousins, its values compared.
fn cousin(game: &Rules) -> Done<Option<Cousin>> {
    let Some((standard, shift)) = game.code().map(cg_octal::Code::standard_form) else {
        return Ok(None);
    };
    if shift == 0 {
        return Ok(None);
    }
    let code = standard.to_string();
    let most = usize::try_from(shift).unwrap_or(usize::MAX);
    let found = agree(&standard.into(), game, COMPARED + most, most)?;
    let agrees = found.is_some_and(|found| u64::try_from(found) == Ok(shift));
    Ok(Some(Cousin { code, shift, agrees }))
}

fn words(game: &Rules, cousin: Option<&Cousin>) -> String {
    let mut lines = game.explain();
    if let Some(Cousin { code, shift, agrees }) = cousin {
        let said = if *agrees { "checked for" } else { "NOT so among" };
        lines.push(format!(
            "A heap of n + {shift} acts like a heap of n in {code}: {said} {COMPARED} heaps."
        ));
    }
    lines.join("\n")
}

fn object(game: &Rules, cousin: Option<&Cousin>) -> serde_json::Value {
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
