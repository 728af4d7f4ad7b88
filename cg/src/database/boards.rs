//! The boards of a game, for a build of its database: those of a ruleset, and those of a
//! definition of the user.

use std::convert::Infallible;
use std::sync::Arc;

use cg_core::Limits;
use cg_lang::{BoardKind, Definitions, OwnBoards, RunResult};
use cg_rulesets::{Hints, Notated, Start, StartVisitor, Variant};
use cg_simplify::Engine;
use cg_solve::{
    Database, DatabaseWriter, RulesetId, Settings as Solving, SolveError, Solver, Term,
};

use super::{Subject, add};
use crate::error::CalculatorError;
use crate::own_rules::{OwnPart, OwnRules, solve_error};
use crate::{Calculator, Content, Settings};

/// Rows and columns.
pub(super) type Size = [usize; 2];

/// A game with a solver for it, during a piece of a build.
pub(super) trait Boards {
    /// The components of the board with this number among those of a size; none where the rules do
    /// not allow it.
    fn terms(
        &mut self,
        engine: &mut Engine,
        solver: &mut Solver,
        size: Size,
        number: u64,
    ) -> Result<Vec<Term>, SolveError>;

    /// Whether an error says that the rules do not allow a board.
    fn forbids(&self, error: &SolveError) -> bool;

    /// Hands what the solver found to a writer.
    fn gather(
        &self,
        engine: &mut Engine,
        solver: &mut Solver,
        writer: &mut DatabaseWriter,
    ) -> Result<(), SolveError>;
}

/// What is done with the boards of a game, by an engine and a solver of its own.
pub(super) type Work<'w> =
    dyn FnMut(&mut Engine, &mut Solver, &mut dyn Boards) -> Result<(), CalculatorError> + 'w;

/// A game of which a database is built.
#[derive(Clone, Debug)]
pub(super) enum Game {
    /// A ruleset, by a position that says its variant and parameters.
    Ruleset(Box<Start>),
    /// A function of the user.
    Function(Function),
}

/// A function of the user, with all that it depends on.
#[derive(Clone, Debug)]
pub(super) struct Function {
    name: String,
    program: String,
    letters: usize,
    kind: BoardKind,
}

impl Game {
    /// Its name in files.
    pub(super) fn name(&self) -> String {
        match self {
            Game::Ruleset(start) => start.game(),
            Game::Function(function) => function.name.clone(),
        }
    }

    /// The program of a function.
    pub(super) fn program(&self) -> Option<&str> {
        match self {
            Game::Ruleset(_) => None,
            Game::Function(function) => Some(&function.program),
        }
    }

    /// What its file is of; `name` is its name.
    pub(super) fn subject<'a>(&'a self, name: &'a str) -> Subject<'a> {
        match self.program() {
            None => Subject::Ruleset(name),
            Some(program) => Subject::Function { name, program },
        }
    }

    /// How many letters there are.
    pub(super) fn letters(&self) -> usize {
        match self {
            Game::Ruleset(start) => start.rules.rules().entry().letters.len(),
            Game::Function(function) => function.letters,
        }
    }

    /// Why there is no database of it, or of boards of this size.
    pub(super) fn refusal(&self, [rows, columns]: Size) -> Option<String> {
        match self {
            Game::Ruleset(start) if start.rules.variant() == Variant::Twisted => Some(
                "a twisted position does not say whose roles are exchanged: build the database of another variant"
                    .into(),
            ),
            Game::Function(Function { kind: BoardKind::Strips, name, .. }) if rows.min(columns) > 1 => {
                let longest = rows.max(columns);
                Some(format!("positions of {name} are texts: their size is one row, such as 1x{longest}"))
            }
            _ => None,
        }
    }

    /// Whether its boards have one row.
    pub(super) fn has_one_row(&self) -> bool {
        matches!(self, Game::Function(Function { kind: BoardKind::Strips, .. }))
    }

    /// Works with its boards, and with what a database knows of them.
    pub(super) fn with_boards(
        &self,
        limits: Limits,
        before: Option<&Arc<Database>>,
        work: &mut Work<'_>,
    ) -> Result<(), CalculatorError> {
        match self {
            Game::Ruleset(start) => {
                let letters = start.rules.rules().entry().letters.chars().collect();
                let engine = Engine::new(crate::registry(true).close()?, limits)?;
                start.visit(OfRuleset { letters, engine, before, work })
            }
            Game::Function(function) => {
                let own = own_solver(&function.program, limits, before)?;
                let Own { mut calculator, definitions, mut solver, id } = own;
                let lent = definitions.clone();
                calculator.session().host().lend(&lent, |engine| {
                    let of = definitions.boards(engine, &function.name).map_err(solve_error)?;
                    let of = of.expect("the same program had them before");
                    work(engine, &mut solver, &mut FunctionBoards { definitions, of, id })
                })
            }
        }
    }
}

impl Function {
    /// The function of this name in a session.
    pub(super) fn of(calculator: &mut Calculator, name: &str) -> Result<Self, CalculatorError> {
        let definitions = Definitions::new()?;
        let found: RunResult<_> = calculator.session().host().lend(&definitions, |engine| {
            let boards = definitions.boards(engine, name)?;
            Ok(boards.map(|boards| (boards, definitions.program(engine, name))))
        });
        match found.map_err(solve_error)? {
            Some((boards, Some(program))) => Ok(Function {
                name: name.to_owned(),
                program,
                letters: boards.letters().len(),
                kind: boards.kind(),
            }),
            Some((_, None)) => Err(CalculatorError::Asked(format!(
                "`{name}` depends on a binding whose value cannot be written, such as a function or a position"
            ))),
            None => Err(CalculatorError::Asked(format!(
                "`{name}` is no function of one board or one text that is defined here"
            ))),
        }
    }
}

/// A session with a program, and a solver of its definitions.
pub(super) struct Own {
    pub(super) calculator: Calculator,
    pub(super) definitions: Definitions,
    pub(super) solver: Solver,
    pub(super) id: RulesetId<OwnRules>,
}

/// Runs a program for a solver.
pub(super) fn own_solver(
    program: &str,
    limits: Limits,
    database: Option<&Arc<Database>>,
) -> Result<Own, CalculatorError> {
    let settings = Settings { limits, ..Settings::default() };
    let mut calculator =
        Calculator::with(settings).map_err(|error| CalculatorError::Asked(error.to_string()))?;
    for reply in calculator.evaluate(program) {
        if let Content::Error { .. } = reply.content {
            return Err(CalculatorError::Asked(format!("its definitions do not run: {reply}")));
        }
    }
    let definitions = Definitions::new()?;
    let mut solver = Solver::new(Solving::default());
    let id = solver.add_interpreter(OwnRules::new(definitions.clone(), Arc::default()));
    if let Some(database) = database {
        solver.attach_to_interpreter(id, Arc::clone(database));
    }
    Ok(Own { calculator, definitions, solver, id })
}

/// Works with the boards of a ruleset.
struct OfRuleset<'a, 'w> {
    letters: Vec<char>,
    engine: Engine,
    before: Option<&'a Arc<Database>>,
    work: &'a mut Work<'w>,
}

impl StartVisitor for OfRuleset<'_, '_> {
    type Output = Result<(), CalculatorError>;

    fn visit<R>(self, rules: R, _: R::Position) -> Self::Output
    where
        R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
        R::Position: Send + 'static,
    {
        let OfRuleset { letters, mut engine, before, work } = self;
        let mut solver = Solver::new(Solving::default());
        let id = add(&mut solver, &rules);
        if let Some(before) = before {
            solver.attach(id, Arc::clone(before));
        }
        let mut boards = RulesetBoards { rules, id, letters, text: String::new() };
        work(&mut engine, &mut solver, &mut boards)
    }
}

struct RulesetBoards<R> {
    rules: R,
    id: RulesetId<R>,
    letters: Vec<char>,
    /// The text of a board.
    text: String,
}

impl<R> RulesetBoards<R> {
    /// Writes the text of the board with this number among those of a size.
    fn write(&mut self, [rows, columns]: Size, mut number: u64) {
        self.text.clear();
        let base = self.letters.len() as u64;
        for row in 0..rows {
            if row > 0 {
                self.text.push('|');
            }
            for _ in 0..columns {
                let letter = usize::try_from(number % base).expect("there are few letters");
                self.text.push(self.letters[letter]);
                number /= base;
            }
        }
    }
}

impl<R> Boards for RulesetBoards<R>
where
    R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    fn terms(
        &mut self,
        _: &mut Engine,
        solver: &mut Solver,
        size: Size,
        number: u64,
    ) -> Result<Vec<Term>, SolveError> {
        self.write(size, number);
        match self.rules.read_position(&self.text) {
            Ok(board) => solver.terms(self.id, board),
            // The rules do not allow it as a position.
            Err(_) => Ok(Vec::new()),
        }
    }

    fn forbids(&self, _: &SolveError) -> bool {
        false
    }

    fn gather(
        &self,
        engine: &mut Engine,
        solver: &mut Solver,
        writer: &mut DatabaseWriter,
    ) -> Result<(), SolveError> {
        writer.gather(engine, solver, self.id)
    }
}

struct FunctionBoards {
    definitions: Definitions,
    of: OwnBoards,
    id: RulesetId<OwnRules>,
}

impl Boards for FunctionBoards {
    fn terms(
        &mut self,
        engine: &mut Engine,
        solver: &mut Solver,
        size: Size,
        number: u64,
    ) -> Result<Vec<Term>, SolveError> {
        let board = self.definitions.board(&self.of, size, number);
        solver.interpreted_terms(engine, self.id, OwnPart::Defined(board))
    }

    /// A definition fails on boards that are no positions.
    fn forbids(&self, error: &SolveError) -> bool {
        matches!(error, SolveError::Rules(_))
    }

    fn gather(
        &self,
        engine: &mut Engine,
        solver: &mut Solver,
        writer: &mut DatabaseWriter,
    ) -> Result<(), SolveError> {
        writer.gather(engine, solver, self.id)
    }
}
