//! Heap games with a code for each player, in the language: `octal(".7|.07", n)`,
//! `period(".7|.07")`, and `:period` of definitions whose players have different moves.

use std::collections::{BTreeMap, HashMap};

use cg_core::Game;
use cg_lang::{Context, RunError, RunResult, Session, Value};
use cg_octal::{GameFinding, GamePeriod, PartizanHeaps, PartizanRules};
use cg_simplify::Engine;
use dashu_int::IBig;

use crate::octal::refused;
use crate::periods;

/// Heaps among which `period` looks when nothing is said.
pub(crate) const LOOK: u64 = 1000;

/// Games that are kept for the next call.
const KEPT: usize = 16;

/// The rules, if the text of an argument has two codes.
///
/// # Errors
/// A text that is no pair of codes.
pub(crate) fn rules(value: &Value, function: &str) -> RunResult<Option<PartizanRules>> {
    match value {
        Value::Text(text) if PartizanRules::is_meant_by(text.as_str()) => {
            text.as_str().parse().map(Some).map_err(|error| refused(function, &error))
        }
        _ => Ok(None),
    }
}

/// Refuses two codes where values are nim-values.
///
/// # Errors
/// A text with two codes.
pub(crate) fn refuse_two_codes(value: &Value, function: &str) -> RunResult<()> {
    let Some(rules) = rules(value, function)? else { return Ok(()) };
    let message = format!(
        "{rules} has a code for each player, and its values are no nim-values: write \
         `[octal(\"{rules}\", n) : n = 0..20]`"
    );
    Err(RunError::Refused { function: function.into(), message })
}

/// Values of games with two codes, and their periods.
#[derive(Default)]
pub(crate) struct Partizan {
    /// The engine to which the values belong.
    engine: u64,
    games: HashMap<PartizanRules, (PartizanHeaps, Option<GameFinding>)>,
}

impl Partizan {
    /// The value of a sum of heaps. Large heaps get theirs by the period where it is proved.
    ///
    /// # Errors
    /// Limits, an interrupt, a failing subgroup.
    pub(crate) fn sum(
        &mut self,
        engine: &mut Engine,
        rules: &PartizanRules,
        heaps: &[u64],
    ) -> RunResult<Game> {
        let full = self.games.len() >= KEPT && !self.games.contains_key(rules);
        if full || self.engine != engine.id() {
            *self = Partizan { engine: engine.id(), games: HashMap::new() };
        }
        let (known, found) = self
            .games
            .entry(rules.clone())
            .or_insert_with(|| (PartizanHeaps::new(rules.clone()), None));
        let largest = heaps.iter().max().copied().unwrap_or(0);
        let wanted = usize::try_from(largest).unwrap_or(usize::MAX).saturating_add(1);
        if known.values().len() < wanted && found.is_none_or(|found| found.proof.is_none()) {
            known.search(engine, wanted, found)?;
        }
        let proved = found.filter(|found| found.proof.is_some());
        let mut total = Game::ZERO;
        for &heap in heaps {
            let value =
                match (usize::try_from(heap).ok().and_then(|at| known.values().get(at)), proved) {
                    (Some(&value), _) => value,
                    (None, Some(found)) => by_period(engine, known.values(), found.period, heap)?,
                    (None, None) => {
                        unreachable!("the search computes all heaps or proves a period")
                    }
                };
            total = engine.add(total, value)?;
        }
        Ok(total)
    }
}

/// The value of a heap beyond the known ones, by a proved period.
fn by_period(engine: &mut Engine, values: &[Game], law: GamePeriod, heap: u64) -> RunResult<Game> {
    let GamePeriod { preperiod, period, saltus } = law;
    let rounds = (heap - preperiod) / period;
    let small = usize::try_from(preperiod + (heap - preperiod) % period);
    let small = values[small.expect("the values of a period are known")];
    let more = engine.multiple(&IBig::from(rounds), saltus)?;
    Ok(engine.add(small, more)?)
}

/// What is found about the period among `most` heaps.
///
/// # Errors
/// Limits, an interrupt, a failing subgroup.
pub(crate) fn record(
    context: &mut Context<'_>,
    rules: PartizanRules,
    most: u64,
) -> RunResult<Value> {
    let mut heaps = PartizanHeaps::new(rules);
    let mut found = None;
    heaps.search(context.engine, usize::try_from(most).unwrap_or(usize::MAX), &mut found)?;
    let count = context.integer_value((heaps.values().len() as u64).into());
    let proved = found.is_some_and(|found| found.proof.is_some());
    periods::pairs(context, found.map(|found| found.period), proved, ("heaps", count))
}

/// What `:period` says of a definition with these moves at all n that are no `cases`. `None` if the
/// values are not those of the rules and the cases.
///
/// # Errors
/// Limits, an interrupt, a failing subgroup.
pub(crate) fn report(
    session: &mut Session,
    call: &str,
    rules: PartizanRules,
    cases: &[u64],
    values: &[Value],
) -> Result<Option<String>, RunError> {
    let code = rules.to_string();
    let answer = session.rules().with_context(|context| {
        let mut games = Vec::new();
        for value in values {
            games.push(context.game(value, "a value of the function")?);
        }
        let mut given = BTreeMap::new();
        for &case in cases {
            match usize::try_from(case).ok().and_then(|at| games.get(at)) {
                Some(&value) => given.insert(case, value),
                None => return Ok(None),
            };
        }
        // An empty heap is nothing in the rules.
        if games.first() != Some(&Game::ZERO) {
            return Ok(None);
        }
        let mut heaps = PartizanHeaps::with_cases(rules, given);
        let mut found = None;
        heaps.search(context.engine, games.len(), &mut found)?;
        if !games.starts_with(heaps.values()) {
            return Ok(None);
        }
        let mut text = format!("{call} is {code} by its definition");
        let own: Vec<String> = cases.iter().filter(|&&n| n > 0).map(u64::to_string).collect();
        if !own.is_empty() {
            text += &format!(", with values of its own at n = {}", own.join(", "));
        }
        let last = games.len() - 1;
        text += &match found {
            None => format!("\nno period seen: n = 0 to {last}"),
            Some(GameFinding { period, proof }) => {
                let words = periods::words(context, period)?;
                match proof {
                    Some(heaps) => {
                        format!("\nproved for ever, by the values of {heaps} heaps: {words}")
                    }
                    None => format!("\n{words}, as far as seen: n = 0 to {last}"),
                }
            }
        };
        Ok(Some(text))
    });
    answer.map_err(|error: RunError| RunError::argument(error.to_string()))
}
