//! Sums that a loaded family of sums decides: no position is looked at, however many terms there are.

use cg_core::Outcome;
use cg_rulesets::Sign;
use cg_simplify::Engine;
use dashu_int::IBig;

use crate::error::SolveError;
use crate::solver::{Solver, Term};

/// Steps of the engine for the value of a component.
const STEPS: u32 = 100_000;

impl Solver {
    /// Who wins a sum of multiples of terms, if a family of sums knows the value of each term and its
    /// rule decides; with the number of the family in [`cg_core::Registry::sum_families`]. The
    /// values of components are worked out under a budget.
    ///
    /// # Errors
    /// As [`Solver::wins`], and a failing family.
    pub fn outcome_by_family(
        &mut self,
        engine: &mut Engine,
        sum: &[(IBig, Term)],
    ) -> Result<Option<(Outcome, usize)>, SolveError> {
        if engine.registry().sum_families().is_empty() {
            return Ok(None);
        }
        let mut games = Vec::with_capacity(sum.len());
        for (count, term) in sum {
            engine.check()?;
            let (count, game) = match *term {
                Term::Value(game) => (count.clone(), game),
                Term::Component(part) => {
                    let Some(value) = self.value_within(engine, part.plus(), STEPS)? else {
                        return Ok(None);
                    };
                    (if part.sign() == Sign::Minus { -count } else { count.clone() }, value)
                }
            };
            games.push((count, game));
        }
        Ok(engine.decide_sum(&games)?)
    }
}
