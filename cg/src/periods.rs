//! Periods that values show: of games of both players, of truths and of outcomes.
//!
//! From some place on, each value is the value one period before it, plus a game that is always the
//! same: the saltus. Values show that as far as they go, and prove nothing.

use cg_core::Game;
use cg_lang::{Context, RunResult, Value};

/// A period that values show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The place from which values repeat.
    pub(crate) preperiod: usize,
    /// After so many places.
    pub(crate) period: usize,
    /// The game that each period adds; 0 for values that are no games.
    pub(crate) saltus: Game,
}

/// The least period that the values show twice at least, the part before it counted.
///
/// # Errors
/// Limits.
pub(crate) fn shown(context: &mut Context<'_>, values: &[Value]) -> RunResult<Option<Shown>> {
    let short = |value: &Value| value.is_game() && !matches!(value, Value::Loopy(_));
    let games: Option<Vec<Game>> = match values.iter().all(short) {
        true => {
            let game = |value| context.game(value, "an item of the list");
            Some(values.iter().map(game).collect::<RunResult<_>>()?)
        }
        false => None,
    };
    let last = values.len().saturating_sub(1);
    for period in 1..=last / 2 {
        context.engine.check()?;
        let mut saltus = Game::ZERO;
        if let Some(games) = &games {
            saltus = context.engine.subtract(games[last], games[last - period])?;
        }
        let mut preperiod = last + 1 - period;
        while preperiod > 0 {
            let at = preperiod - 1;
            let repeats = match &games {
                Some(games) if saltus != Game::ZERO => {
                    context.engine.add(games[at], saltus)? == games[at + period]
                }
                Some(games) => games[at] == games[at + period],
                None => values[at] == values[at + period],
            };
            if !repeats {
                break;
            }
            preperiod = at;
        }
        if 2 * (preperiod + period) <= last {
            return Ok(Some(Shown { preperiod, period, saltus }));
        }
    }
    Ok(None)
}

impl Shown {
    /// "period 2 with saltus 1 from n = 3 on".
    ///
    /// # Errors
    /// Limits.
    pub(crate) fn words(self, context: &mut Context<'_>) -> RunResult<String> {
        let Shown { preperiod, period, saltus } = self;
        let grows = match saltus == Game::ZERO {
            true => String::new(),
            false => format!(" with saltus {}", context.print(&Value::Game(saltus))?),
        };
        Ok(format!("period {period}{grows} from n = {preperiod} on"))
    }
}

/// The pairs of `period([...])`.
///
/// # Errors
/// Limits.
pub(crate) fn record(context: &mut Context<'_>, values: &[Value]) -> RunResult<Value> {
    let mut pairs = Vec::new();
    let natural = |count: usize| Value::Integer(i64::try_from(count).expect("it is in memory"));
    if let Some(Shown { preperiod, period, saltus }) = shown(context, values)? {
        pairs.push(("period", natural(period)));
        pairs.push(("preperiod", natural(preperiod)));
        pairs.push(("saltus", Value::Game(saltus)));
    }
    pairs.push(("proved", Value::Truth(false)));
    pairs.push(("values", natural(values.len())));
    let mut list = Vec::new();
    for (name, value) in pairs {
        let name = context.text(name);
        list.push(context.list(vec![name, value])?);
    }
    context.list(list)
}
