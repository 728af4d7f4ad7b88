//! The directive `:period`: the period of a function of G, and of the octal game that it is.

use cg_lang::{AddedDirective, AnswerKind, Event, Refusal, Role, Session, Source, Value};
use cg_octal::{Limits, Rules, Run, Settings, find_period, nim_values, octal_codes};

use super::recognise;
use super::sequence::period_words;

/// Values that are computed when nothing is said, and the most.
const LOOK: u32 = 1000;
const MOST: u32 = 1_000_000;

/// Values by which most games are told apart.
const FIRST: usize = 100;

/// Octal games of so many digits are compared.
const DIGITS: usize = 3;

/// Heaps within which the period of an octal game is proved.
const PROOF: usize = 1 << 16;

/// The directive to add to a session.
pub(crate) fn directive() -> AddedDirective {
    AddedDirective::new(
        "period",
        ":period NAME [N]",
        "The period of a function of one integer whose values are nimbers, among its values at 0 to N.",
        |session, argument| {
            let (name, last) = read(argument).map_err(Refusal::Argument)?;
            let values = values(session, name, last)?;
            let defined = session.heap_function(name);
            let game = defined.and_then(|function| recognise::game(&function, &values));
            Ok(report(name, &values, game))
        },
    )
}

fn read(argument: &str) -> Result<(&str, u32), String> {
    let mut words = argument.split_whitespace();
    let name = words.next().ok_or("the name of a function is missing")?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if !is_name {
        return Err(format!("`{name}` is not the name of a function"));
    }
    let number = |word: &str| word.parse().ok().filter(|&last| last <= MOST);
    let last = match words.next() {
        Some(word) => number(word)
            .ok_or_else(|| format!("`{word}` is not a whole number of at most {MOST}"))?,
        None => LOOK,
    };
    match words.next() {
        Some(word) => Err(format!("`{word}` is one word too many")),
        None => Ok((name, last)),
    }
}

/// The nim-values of the function `name` at 0 to `last`.
fn values(session: &mut Session, name: &str, last: u32) -> Result<Vec<u32>, Refusal> {
    let text = format!("[nimvalue({name}(k)) : k = 0..{last}]");
    let mut found = Vec::new();
    let mut failed = None;
    session.run(&Source::new("<:period>", text), Role::Typed, &mut |_, event| match event {
        Event::Answer(answer) => {
            if let AnswerKind::Value(Value::List(list)) = answer.kind() {
                let numbers = list.items().iter().map(Value::held_integer);
                found = numbers.map_while(|number| u32::try_from(number?).ok()).collect();
            }
        }
        Event::Error(error) => failed = Some(error),
    });
    match failed {
        Some(error) => Err(Refusal::Failed(Box::new(error))),
        None if found.len() == last as usize + 1 => Ok(found),
        None => Err(Refusal::Argument(format!("the nimbers of `{name}` are too big"))),
    }
}

/// What is known of the function `name`, which `defined` is by its definition.
fn report(name: &str, values: &[u32], defined: Option<Rules>) -> String {
    let last = values.len().saturating_sub(1);
    let called = |game: &Rules| match game.name() {
        Some(name) => format!("{game} ({name})"),
        None => game.to_string(),
    };
    if let Some(game) = defined {
        let mut text = format!("{name}(n) is {} by its definition", called(&game));
        let seen = find_period(values, |p| 2 * (p.preperiod + p.period) <= last as u64);
        text += &match (proved(&game), seen) {
            (Some(period), _) => format!("\nproved for ever: {}", period_words(period)),
            (None, Some(period)) => {
                format!("\n{}, as far as seen: n = 0 to {last}", period_words(period))
            }
            (None, None) => format!("\nno period seen: n = 0 to {last}"),
        };
        return text;
    }
    let enough = |p: cg_octal::Period| 2 * (p.preperiod + p.period) <= last as u64;
    let mut text = match find_period(values, enough) {
        Some(period) => format!("{name}(n): {}, as far as seen", period_words(period)),
        None => format!("{name}(n): no period seen"),
    };
    text += &format!(": n = 0 to {last}");
    let Some(game) = same_game(values) else {
        return text;
    };
    text += &format!("\nits values at 0 to {last} are those of {}", called(&game));
    if let Some(period) = proved(&game) {
        text += &format!(", of which it is proved: {}", period_words(period));
    }
    text += &format!("\nthat {name}(n) goes on like that is a conjecture");
    text
}

/// A game with exactly these values, of those with a name or with few digits. That the
/// function goes on as the game does is not proved by this.
fn same_game(values: &[u32]) -> Option<Rules> {
    if values.len() < FIRST {
        return None;
    }
    let named = Rules::names().filter_map(|name| name.parse().ok());
    let codes = octal_codes(DIGITS).ok()?.into_iter().map(Rules::from);
    let agrees = |game: &Rules, count: usize| {
        nim_values(game, count).is_ok_and(|known| known == values[..count])
    };
    let mut games = named.chain(codes);
    games.find(|game| agrees(game, FIRST) && agrees(game, values.len()))
}

/// The period of an octal game, if it is proved soon.
fn proved(game: &Rules) -> Option<cg_octal::Period> {
    let mut run = Run::new(game, Settings::default()).ok()?;
    let limits = Limits { heaps: PROOF, time: None, all_heaps: false };
    run.go(limits, &Default::default(), &mut |_| Ok(())).ok()?;
    run.finding().filter(|finding| finding.method.is_some()).map(|finding| finding.period)
}
