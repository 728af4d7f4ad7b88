//! A solver looks components up in databases: each of them once, before anything is worked out.

use std::fmt::Display;
use std::sync::Arc;

use cg_core::Outcome;
use cg_rulesets::Hints;
use cg_simplify::Engine;
use smallvec::smallvec;

use super::{Database, Found};
use crate::bounds::Bound;
use crate::components::Signed;
use crate::error::SolveError;
use crate::interpreted::Interpreter;
use crate::solver::{Noted, Origin, RulesetId, Solver, Value};

impl Solver {
    /// Gives a ruleset a database, which must be of this very ruleset, added by
    /// [`Solver::add_written`] with the texts that the database was made with. What it knows
    /// of a component is looked up before anything is worked out.
    pub fn attach<R>(&mut self, id: RulesetId<R>, database: Arc<Database>)
    where
        R: Hints<Error: Display> + Send + 'static,
        R::Position: Send + 'static,
    {
        self.interned(id).attach(database);
        self.has_databases = true;
    }

    /// Gives an interpreter a database, which must be of the same rules, with the texts of
    /// [`Interpreter::key`]. Components that were looked up before are not looked up again.
    pub fn attach_to_interpreter<I: Interpreter + 'static>(
        &mut self,
        id: RulesetId<I>,
        database: Arc<Database>,
    ) {
        self.interpreted(id).attach(database);
        self.has_databases = true;
    }

    /// Looks a component of sign plus up in the database of its ruleset, once.
    pub(crate) fn look_up(&mut self, engine: &mut Engine, part: Signed) -> Result<(), SolveError> {
        if !self.has_databases || self.entry(part).origin != Origin::NotLookedUp {
            return Ok(());
        }
        let found = self.sources[part.ruleset()].look_up(engine, part.number())?;
        self.entry(part).origin = match found {
            None => Origin::Own,
            Some(found) => {
                self.note(engine, part, found)?;
                self.looked_up += 1;
                Origin::Database
            }
        };
        Ok(())
    }

    /// Notes what is known of a component of sign plus.
    pub(crate) fn note(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        found: Found,
    ) -> Result<(), SolveError> {
        match found {
            Found::Value(value) => self.entry(part).value = Value::Known(value),
            Found::Bounded(outcome, games) => {
                let mut sides = [None, None];
                for (side, game) in sides.iter_mut().zip(games) {
                    // Without figures it is of no use in a search.
                    if let Some(game) = game
                        && let Some(heat) = self.facts.of(engine, game)?.heat
                    {
                        *side = Some(Arc::new(Bound { games: smallvec![game], heat }));
                    }
                }
                self.entry(part).noted = Some(Box::new(Noted { outcome, sides }));
            }
        }
        Ok(())
    }

    /// Who wins a component of sign plus alone, when that was noted.
    pub(crate) fn noted_outcome(&self, part: Signed) -> Option<Outcome> {
        self.entries[part.ruleset()][part.number()].noted.as_ref().map(|noted| noted.outcome)
    }
}
