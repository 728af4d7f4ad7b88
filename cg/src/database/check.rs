//! Checking a database: all its bytes, and a sample of its components by solvers.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;

use cg_core::Limits;
use cg_lang::Source;
use cg_rulesets::{Hints, Notated, Start, StartVisitor};
use cg_simplify::Engine;
use cg_solve::{Database, RulesetId, Settings as Solving, SolveError, Solver, Term};

use super::boards::{Own, own_solver};
use super::{Built, add};
use crate::error::CalculatorError;
use crate::own_rules::{OwnPart, OwnRules, solve_error};

/// Checks a file: all its bytes, the order of its components; and of at most `sample` of
/// them, spread over the file, that a solver without it finds the same. Those of a definition are
/// worked out by the program in the file.
///
/// # Errors
/// What is wrong with the file; limits and interruptions.
pub fn check_database(path: &Path, sample: u64, limits: &Limits) -> Result<Built, CalculatorError> {
    let database = Arc::new(Database::open(path)?);
    let header = database.header();
    let step = header.components.div_ceil(sample.max(1)).max(1);
    let mut texts = Vec::new();
    let mut number = 0u64;
    database.each(&mut |text, _| {
        if sample > 0 && number.is_multiple_of(step) {
            texts.push(text.to_owned());
        }
        number += 1;
    })?;
    match &header.program {
        Some(program) => check_calls(&database, program, &texts, limits)?,
        None => check_boards(&database, &texts, limits)?,
    }
    Ok(Built::of(&database))
}

fn wrong(database: &Database, reason: String) -> CalculatorError {
    SolveError::database(database.path(), reason).into()
}

/// Checks components of a ruleset.
fn check_boards(
    database: &Arc<Database>,
    texts: &[String],
    limits: &Limits,
) -> Result<(), CalculatorError> {
    let mut engine = Engine::new(crate::registry(true).close()?, limits.clone())?;
    let mut both = Both::new(Solver::new(Solving::default()), Solver::new(Solving::default()));
    let mut ids = None;
    for text in texts {
        let start = Start::read(&format!("{} {text}", database.header().game))
            .map_err(|error| wrong(database, no_position(text, &error.problem)))?;
        let terms = start.visit(Terms { both: &mut both, database, ids: &mut ids })?;
        let difference = both.difference(&mut engine, &terms, database.header().steps)?;
        if let Some(difference) = difference {
            return Err(wrong(database, format!("`{text}` {difference}")));
        }
    }
    Ok(())
}

fn no_position(text: &str, problem: &dyn std::fmt::Display) -> String {
    format!("`{text}` is no position: {problem}")
}

/// Checks calls of a function of the user.
fn check_calls(
    database: &Arc<Database>,
    program: &str,
    texts: &[String],
    limits: &Limits,
) -> Result<(), CalculatorError> {
    let Own { mut calculator, definitions, solver: own, id: own_id } =
        own_solver(program, limits.clone(), None)?;
    let mut with = Solver::new(Solving::default());
    let id = with.add_interpreter(OwnRules::new(definitions.clone(), Arc::default()));
    with.attach_to_interpreter(id, Arc::clone(database));
    let mut both = Both::new(own, with);
    for text in texts {
        let session = calculator.session();
        let position = session
            .position(&Source::new("<database>", text.as_str()))
            .map_err(|error| wrong(database, no_position(text, &error)))?;
        let mut host = session.host();
        let asked = host.asked(&position).map_err(solve_error)?.unwrap_or_default();
        let [(term, _)] = &asked[..] else {
            return Err(wrong(database, no_position(text, &"it is no call")));
        };
        let found = host.lend(&definitions, |engine| {
            let part = || OwnPart::Defined(term.part.clone());
            let own = both.own.interpreted_component(engine, own_id, part())?;
            let with = both.with.interpreted_component(engine, id, part())?;
            let terms = [Vec::from_iter(own), Vec::from_iter(with)];
            both.difference(engine, &terms, database.header().steps)
        });
        if let Some(difference) = found? {
            return Err(wrong(database, format!("`{text}` {difference}")));
        }
    }
    Ok(())
}

/// Two solvers, the second with a database.
struct Both {
    own: Solver,
    with: Solver,
}

impl Both {
    fn new(own: Solver, with: Solver) -> Self {
        Both { own, with }
    }

    /// What is wrong of the database at a component, which both solvers got.
    fn difference(
        &mut self,
        engine: &mut Engine,
        [own, with]: &[Vec<Term>; 2],
        steps: u32,
    ) -> Result<Option<&'static str>, SolveError> {
        let ([own], [with]) = (&own[..], &with[..]) else { return Ok(Some("is no component")) };
        let before = self.with.work().looked_up;
        self.with.work_out(engine, *with, 0)?;
        if self.with.work().looked_up == before {
            return Ok(Some("is not in its normal form"));
        }
        self.own.work_out(engine, *own, steps)?;
        let values = [self.own.known_value(engine, *own)?, self.with.known_value(engine, *with)?];
        let same = match values {
            [Some(own), Some(with)] => own == with,
            _ => self.own.outcome(engine, &[*own])? == self.with.outcome(engine, &[*with])?,
        };
        Ok((!same).then_some("has another value"))
    }
}

/// Gives a position of a ruleset to both solvers.
struct Terms<'c> {
    both: &'c mut Both,
    database: &'c Arc<Database>,
    /// The ruleset in both.
    ids: &'c mut Option<Box<dyn std::any::Any>>,
}

impl StartVisitor for Terms<'_> {
    type Output = Result<[Vec<Term>; 2], SolveError>;

    fn visit<R>(self, rules: R, position: R::Position) -> Self::Output
    where
        R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
        R::Position: Send + 'static,
    {
        let Terms { both: Both { own, with }, database, ids } = self;
        let ids = ids.get_or_insert_with(|| {
            let ids = [add(own, &rules), add(with, &rules)];
            with.attach(ids[1], Arc::clone(database));
            Box::new(ids)
        });
        let [own_id, with_id] =
            *ids.downcast_ref::<[RulesetId<R>; 2]>().expect("all positions are of one game");
        Ok([own.terms(own_id, position.clone())?, with.terms(with_id, position)?])
    }
}
