//! Periods that values show: of games of both players, of truths and of outcomes.
//!
//! From some place on, each value is the value one period before it, plus a game that is always the
//! same: the saltus. Values show that as far as they go, and prove nothing.

use cg_core::Game;
use cg_lang::{Context, RunResult, Value};
use cg_octal::{GamePeriod, find_game_period};
use cg_simplify::Engine;

/// The least period that the values show twice at least, the part before it counted: one without a
/// saltus, if there is one.
///
/// # Errors
/// Limits.
pub(crate) fn shown(context: &mut Context<'_>, values: &[Value]) -> RunResult<Option<GamePeriod>> {
    let last = values.len().saturating_sub(1) as u64;
    let twice = |preperiod: u64, period: u64| 2 * (preperiod + period) <= last;
    let short = |value: &Value| value.is_game() && !matches!(value, Value::Loopy(_));
    if values.iter().all(short) {
        let game = |value| context.game(value, "an item of the list");
        let games: Vec<Game> = values.iter().map(game).collect::<RunResult<_>>()?;
        let enough = |_: &mut Engine, law: GamePeriod| Ok(twice(law.preperiod, law.period));
        return Ok(find_game_period(context.engine, &games, enough)?);
    }
    for period in 1..=last / 2 {
        context.engine.check()?;
        let width = usize::try_from(period).expect("it is below the length of a list");
        let other = (0..values.len() - width).rev().find(|&at| values[at] != values[at + width]);
        let preperiod = other.map_or(0, |at| at as u64 + 1);
        if twice(preperiod, period) {
            return Ok(Some(GamePeriod { preperiod, period, saltus: Game::ZERO }));
        }
    }
    Ok(None)
}

/// "period 2 with saltus 1 from n = 3 on".
///
/// # Errors
/// Limits.
pub(crate) fn words(context: &mut Context<'_>, law: GamePeriod) -> RunResult<String> {
    let GamePeriod { preperiod, period, saltus } = law;
    let grows = match saltus == Game::ZERO {
        true => String::new(),
        false => format!(" with saltus {}", context.print(&Value::Game(saltus))?),
    };
    Ok(format!("period {period}{grows} from n = {preperiod} on"))
}

/// The pairs of `period([...])`.
///
/// # Errors
/// Limits.
pub(crate) fn record(context: &mut Context<'_>, values: &[Value]) -> RunResult<Value> {
    let law = shown(context, values)?;
    let count = context.integer_value((values.len() as u64).into());
    pairs(context, law, false, ("values", count))
}

/// A period as pairs of a name and a value, with one pair more.
///
/// # Errors
/// Limits.
pub(crate) fn pairs(
    context: &mut Context<'_>,
    law: Option<GamePeriod>,
    proved: bool,
    more: (&str, Value),
) -> RunResult<Value> {
    let mut pairs = Vec::new();
    if let Some(GamePeriod { preperiod, period, saltus }) = law {
        pairs.push(("period", context.integer_value(period.into())));
        pairs.push(("preperiod", context.integer_value(preperiod.into())));
        pairs.push(("saltus", Value::Game(saltus)));
    }
    pairs.push(("proved", Value::Truth(proved)));
    pairs.push(more);
    named(context, pairs)
}

/// A list of pairs of a name and a value.
///
/// # Errors
/// Limits.
pub(crate) fn named(context: &mut Context<'_>, pairs: Vec<(&str, Value)>) -> RunResult<Value> {
    let mut list = Vec::new();
    for (name, value) in pairs {
        let name = context.text(name);
        list.push(context.list(vec![name, value])?);
    }
    context.list(list)
}
