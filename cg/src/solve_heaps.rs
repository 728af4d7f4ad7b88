//! Heaps of octal games and their relatives in sums: `kayles 12 5`.

use cg_core::{Game, Player};
use cg_rulesets::Notated;
use cg_simplify::Engine;
use cg_solve::{SolveError, Term};

use crate::error::CalculatorError;

/// Heaps of an octal game or one of its relatives: their nim-values are their values.
pub(crate) struct OnHeaps {
    pub(crate) rules: cg_octal::Rules,
    pub(crate) heaps: cg_octal::Heaps,
    /// The value of all heaps.
    pub(crate) sum: Game,
    /// What lists moves; `None` where a heap has too many.
    small: Option<SmallHeaps>,
}

/// The nim-values of heaps from 0 to the largest of a position.
pub(crate) struct SmallHeaps {
    /// The values `*n` of what heaps can be left with.
    nimbers: Vec<Game>,
    values: Vec<u32>,
}

impl SmallHeaps {
    fn new(
        engine: &mut Engine,
        rules: &cg_octal::Rules,
        largest: usize,
    ) -> Result<SmallHeaps, SolveError> {
        let values = cg_octal::nim_values(rules, largest + 1)
            .map_err(|error| SolveError::rules(error.to_string()))?;
        // The nim-sum of values has no more binary places than they.
        let most = values.iter().max().map_or(1, |&most| (most + 1).next_power_of_two());
        let nimber = |n: u32| engine.nimber(&n.into()).map_err(SolveError::from);
        let nimbers = (0..most).map(nimber).collect::<Result<_, _>>()?;
        Ok(SmallHeaps { nimbers, values })
    }

    /// The nim-sum of heaps, as a value.
    fn sum(&self, heaps: &[u64]) -> Game {
        let value = |&heap: &u64| self.values[usize::try_from(heap).expect("it is at most 10,000")];
        let sum = heaps.iter().map(value).fold(0, |sum, value| sum ^ value);
        self.nimbers[usize::try_from(sum).expect("there are few nimbers")]
    }
}

impl OnHeaps {
    /// The largest heap whose moves are listed, and which is searched in misère play.
    const LARGEST: u64 = 10_000;

    /// The position that a term is, when it begins with a heap game: `kayles 12 5`.
    pub(crate) fn read(
        engine: &mut Engine,
        text: &str,
        at: usize,
    ) -> Result<Option<Self>, CalculatorError> {
        let rest = text.strip_prefix("octal ").map_or(text, str::trim_start);
        let Some((code, heaps)) = rest.split_once(char::is_whitespace) else { return Ok(None) };
        let all_numbers = heaps.chars().all(|sign| sign.is_ascii_digit() || " ,".contains(sign));
        let Ok(rules) = code.parse::<cg_octal::Rules>() else { return Ok(None) };
        if !all_numbers {
            return Ok(None);
        }
        let place = at + text.len() - heaps.len();
        let heaps = rules.read_position(heaps).map_err(|error| match error {
            cg_rulesets::ReadError::Text(error) => {
                CalculatorError::text(error.problem, place + error.at.start..place + error.at.end)
            }
            cg_rulesets::ReadError::Rules(never) => match never {},
        })?;
        let all = at..at + text.len();
        let largest = heaps.sizes().max().unwrap_or(0);
        if largest > Self::LARGEST {
            let sum =
                crate::octal::nim_sum(engine, &rules, &heaps).map_err(|error| match error {
                    cg_lang::RunError::Game(error) => SolveError::Engine(error).into(),
                    error => CalculatorError::text(error.to_string(), all),
                })?;
            let sum = engine.nimber(&sum.into()).map_err(SolveError::from)?;
            return Ok(Some(OnHeaps { rules, heaps, sum, small: None }));
        }
        let largest = usize::try_from(largest).expect("it is at most 10,000");
        let small = SmallHeaps::new(engine, &rules, largest)?;
        Ok(Some(OnHeaps { rules, sum: small.sum(&heaps), heaps, small: Some(small) }))
    }

    /// The values of small heaps.
    ///
    /// # Errors
    /// Says that a heap is too large for `purpose`.
    pub(crate) fn small(&self, purpose: &str) -> Result<&SmallHeaps, String> {
        self.small.as_ref().ok_or_else(|| {
            format!(
                "{purpose} needs heaps of at most {}: without it, `cg solve` says who wins",
                Self::LARGEST
            )
        })
    }

    /// The moves, with the value after each. Equal heaps have equal moves, which count once.
    ///
    /// # Errors
    /// A heap with too many moves.
    pub(crate) fn moves(&self) -> Result<Vec<(String, Vec<Term>)>, SolveError> {
        let small = self.small("a list of moves").map_err(SolveError::rules)?;
        let Ok(named) = self.rules.named_moves(&self.heaps, Player::Left, usize::MAX);
        let each = named.list.iter().map(|chosen| {
            let Ok(after) = self.rules.after(&self.heaps, chosen);
            (self.rules.write_move(chosen), vec![Term::Value(small.sum(&after))])
        });
        Ok(each.collect())
    }
}
