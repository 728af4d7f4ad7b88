//! The report on a heap game of two players, for people and for programs.

use std::fmt;
use std::time::{Duration, Instant};

use cg_core::{Error as GameError, Game, Limits, Notation, Player, Result};
use cg_simplify::Engine;
use serde::{Deserialize, Serialize};

use crate::{
    GameFinding, OctalError, OutcomePeriod, PartizanHeaps, PartizanOutcomes, PartizanRules,
};

/// The results of [`PartizanReport::of`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PartizanReport {
    /// Always `partizan_heaps`.
    pub kind: String,
    /// Both codes: `.7|.07`.
    pub code: String,
    /// The values of the first heaps, in the standard notation.
    pub values: Vec<String>,
    /// The outcome of each of them: `P` (the second player wins), `N` (the first), `L` or `R`.
    pub outcomes: String,
    /// Heaps computed.
    pub heaps: u64,
    /// The period of the values.
    pub period: Option<u64>,
    /// The first heap of the period.
    pub preperiod: Option<u64>,
    /// The game that each period adds, 0 for a plain period.
    pub saltus: Option<String>,
    /// Whether the period is proved for ever.
    pub proved: bool,
    /// The number of heaps whose values prove it.
    pub proof: Option<u64>,
    /// The period of the outcomes, if no move splits a heap.
    pub outcome_period: Option<OutcomePeriod>,
    /// `proved`, `heaps`, or the words of the limit that ended the work.
    pub ending: String,
    /// Whether a limit ended the work before a period was proved. If a number of values was asked
    /// for, the number of heaps is no limit.
    pub limit: bool,
    /// Seconds of the work.
    pub seconds: f64,
}

/// How much [`PartizanReport::of`] computes.
#[derive(Clone, Copy, Debug)]
pub struct PartizanEffort {
    /// Values to show; `None` shows the first hundred, or two periods if they are fewer.
    pub shown: Option<usize>,
    /// The most heaps whose values are computed.
    pub heaps: usize,
    /// The most heaps whose outcomes are computed.
    pub outcomes: usize,
    /// The time for the search of a period, from the start of the engine's clock. If it is over, the
    /// values to show are still computed.
    pub patience: Option<Duration>,
}

impl Default for PartizanEffort {
    fn default() -> Self {
        Self { shown: None, heaps: 1000, outcomes: 1_000_000, patience: None }
    }
}

/// Values that are shown when no number is given.
const SHOWN: usize = 100;

impl PartizanReport {
    /// Computes values until a period is proved, or a limit ends the work.
    ///
    /// ```
    /// use cg_core::Limits;
    /// use cg_octal::{PartizanEffort, PartizanReport};
    /// use cg_simplify::Engine;
    ///
    /// let mut engine = Engine::new(cg_subgroups::standard()?, Limits::default())?;
    /// let report = PartizanReport::of(&mut engine, ".7|.07".parse()?, PartizanEffort::default())?;
    /// assert_eq!((report.period, report.saltus.as_deref()), (Some(2), Some("{1|0}")));
    /// assert!(report.proved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An interrupt, a failing subgroup. A limit is no error: the report says what is known.
    pub fn of(engine: &mut Engine, rules: PartizanRules, effort: PartizanEffort) -> Result<Self> {
        let start = Instant::now();
        let code = rules.to_string();
        let outcomes = PartizanOutcomes::new(&rules).ok();
        let mut heaps = PartizanHeaps::new(rules);
        let mut found = None;
        let limits = engine.limits().clone();
        let time = [limits.time, effort.patience].into_iter().flatten().min();
        engine.set_limits(Limits { time, ..limits.clone() });
        let mut done = heaps.search(engine, effort.heaps, &mut found);
        engine.set_limits(limits.clone());
        if time < limits.time || (time.is_some() && limits.time.is_none()) {
            // Only the patience is at an end, unless another limit is reached.
            done = done.or_else(|error| if error.is_limit() { engine.look(0) } else { Err(error) });
        }
        let wanted = effort.shown.unwrap_or_else(|| default_shown(found, heaps.values().len()));
        if done.is_ok() {
            done = heaps.extend(engine, wanted);
        }
        let stopped = match done {
            Ok(()) => None,
            Err(error) if error.is_limit() => Some(error.to_string()),
            Err(error) => return Err(error),
        };
        // What is known is told even where the time is over.
        engine.set_limits(Limits { time: None, ..limits.clone() });
        let told = Told::of(engine, &heaps, found, wanted);
        engine.set_limits(limits);
        let told = told?;
        let outcome_period = match outcomes {
            None => None,
            Some(mut outcomes) => {
                let interrupt = &engine.limits().interrupt;
                match outcomes.search(effort.outcomes, interrupt) {
                    Err(OctalError::Interrupted { .. }) => return Err(GameError::Interrupted),
                    found => found.expect("nothing else ends the search"),
                }
            }
        };
        let proof = found.and_then(|found| found.proof);
        let ending = match (&stopped, proof) {
            (_, Some(_)) => "proved".to_owned(),
            (Some(limit), None) => limit.clone(),
            (None, None) => "heaps".to_owned(),
        };
        let limit = stopped.is_some() || (proof.is_none() && effort.shown.is_none());
        Ok(Self {
            kind: "partizan_heaps".into(),
            code,
            values: told.values,
            outcomes: told.outcomes,
            heaps: heaps.values().len() as u64,
            period: found.map(|found| found.period.period),
            preperiod: found.map(|found| found.period.preperiod),
            saltus: told.saltus,
            proved: proof.is_some(),
            proof,
            outcome_period,
            ending,
            limit,
            seconds: start.elapsed().as_secs_f64(),
        })
    }
}

impl PartizanReport {
    /// The values as lines `heap,value`; a value with a comma stands in quotation marks.
    pub fn csv(&self) -> String {
        let mut text = String::from("heap,value\n");
        for (heap, value) in self.values.iter().enumerate() {
            let quote = if value.contains(',') { "\"" } else { "" };
            text += &format!("{heap},{quote}{value}{quote}\n");
        }
        text
    }
}

/// Two codes in words.
///
/// ```
/// let told = cg_octal::PartizanExplanation::of(&".7|.07".parse().unwrap());
/// assert_eq!(told.words[3], "Remove 2 tokens: take the whole heap, leave one heap, or split the rest into two heaps.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartizanExplanation {
    /// Always `explanation`.
    pub kind: &'static str,
    /// Both codes.
    pub code: String,
    /// Left's code.
    pub left: String,
    /// Right's code.
    pub right: String,
    /// Whether both codes have an end.
    pub finite: bool,
    /// A line for each player and each number of tokens.
    pub words: Vec<String>,
}

impl PartizanExplanation {
    /// What these codes mean.
    pub fn of(rules: &PartizanRules) -> Self {
        Self {
            kind: "explanation",
            code: rules.to_string(),
            left: rules.code(Player::Left).to_string(),
            right: rules.code(Player::Right).to_string(),
            finite: rules.length().is_some(),
            words: rules.explain(),
        }
    }
}

impl fmt::Display for PartizanExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.join("\n"))
    }
}

/// Two periods if they are few values, or else [`SHOWN`].
fn default_shown(found: Option<GameFinding>, known: usize) -> usize {
    let two = found.map(|found| found.period.preperiod.saturating_add(2 * found.period.period));
    let two = two.and_then(|two| usize::try_from(two).ok());
    two.map_or(SHOWN, |two| two.max(1)).min(SHOWN).min(known)
}

/// The texts of a report.
struct Told {
    values: Vec<String>,
    outcomes: String,
    saltus: Option<String>,
}

impl Told {
    fn of(
        engine: &mut Engine,
        heaps: &PartizanHeaps,
        found: Option<GameFinding>,
        wanted: usize,
    ) -> Result<Self> {
        let print = |engine: &mut Engine, game: Game| engine.print(game, Notation::Standard);
        let shown = &heaps.values()[..wanted.min(heaps.values().len())];
        let mut told = Self { values: Vec::new(), outcomes: String::new(), saltus: None };
        for &value in shown {
            told.values.push(print(engine, value)?);
            told.outcomes.push(engine.outcome(value)?.letter());
        }
        let saltus = found.map(|found| print(engine, found.period.saltus));
        told.saltus = saltus.transpose()?;
        Ok(told)
    }
}

/// "period 2 with saltus {1|0} from heap 0 on".
fn words(period: u64, saltus: &str, preperiod: u64) -> String {
    let grows = if saltus == "0" { String::new() } else { format!(" with saltus {saltus}") };
    format!("period {period}{grows} from heap {preperiod} on")
}

/// The widest line of a table.
const WIDTH: usize = 100;

/// Values by rows. If a period fits into a line, each row is one.
fn table(values: &[String], period: Option<u64>) -> String {
    let width = values.iter().map(|value| value.chars().count()).max().unwrap_or(0) + 2;
    let last = values.len().saturating_sub(1).to_string().len();
    let room = (WIDTH.saturating_sub(last + 1) / width).max(1);
    let period = period.and_then(|period| usize::try_from(period).ok());
    let columns = match period.filter(|&period| period <= room) {
        Some(period) => room / period * period,
        None => room,
    };
    let mut text = String::new();
    for (row, line) in values.chunks(columns).enumerate() {
        let cells: String = line.iter().map(|value| format!("  {value:<0$}", width - 2)).collect();
        text += format!("{:>last$}:{cells}", row * columns).trim_end();
        text.push('\n');
    }
    text
}

impl fmt::Display for PartizanReport {
    /// The table of values, and what is known of the period.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&table(&self.values, self.period))?;
        write!(f, "{}: ", self.code)?;
        match (self.period, self.preperiod, &self.saltus) {
            (Some(period), Some(preperiod), Some(saltus)) => {
                f.write_str(&words(period, saltus, preperiod))?;
                match self.proof {
                    Some(heaps) => write!(f, "; proved by the values of {heaps} heaps")?,
                    None => f.write_str("; observed, not proved")?,
                }
            }
            _ => write!(f, "no period found in {} heaps", self.heaps)?,
        }
        if self.limit && !self.proved {
            let why = if self.ending == "heaps" { "the limit on heaps" } else { &self.ending };
            write!(f, "\nstopped at {} heaps: {why}", self.heaps)?;
        }
        if !self.outcomes.is_empty() {
            write!(f, "\noutcomes {}", self.outcomes)?;
        }
        if let Some(OutcomePeriod { preperiod, period, proof }) = self.outcome_period {
            write!(f, "\noutcomes: {}; ", words(period, "0", preperiod))?;
            write!(f, "proved: a row of outcomes comes again within {proof} heaps")?;
        }
        Ok(())
    }
}
