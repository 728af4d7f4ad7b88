//! The user's definitions as a solver sees them: components, their normal forms, their moves.
//!
//! A solver searches with the engine of the session, and asks for moves while it does: then the
//! machine of the session needs the same engine. So the machine is lent ([`Host::lend`]): for
//! the time of a question it lies where the solver's [`Definitions`] are, and gets the engine
//! back for each answer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cg_core::{Game, Limits, Player, Registry};
use cg_rulesets::Sign;
use cg_simplify::Engine;
use dashu_int::IBig;

use super::{Found, MOST_LISTED, Positions, change};
use crate::ast::{Clause, Fact, Node};
use crate::context::{Context, RunResult};
use crate::error::{Error, RunError};
use crate::machine::{Machine, Opened, OwnBoards, nowhere};
use crate::source::Span;
use crate::sum::{Component, Term, Terms};
use crate::value::Value;

/// The most copies of components in one sum: more are not searched.
const MOST_COPIES: usize = 1_000;

/// A component of a position: a call of a function of the program or of one that knows its
/// moves, braces, a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part(Component);

impl Part {
    pub(super) fn new(component: Component) -> Self {
        Part(component)
    }

    /// Whether [`Definitions`] know its moves, as those of a call of a function of the program, or
    /// of braces.
    pub fn is_defined(&self) -> bool {
        matches!(self.0, Component::Call(..) | Component::Braces(_))
    }

    fn kind(&self, machine: &mut Machine) -> RunResult<PartKind> {
        match &self.0 {
            Component::Call(..) | Component::Braces(_) => Ok(PartKind::Defined),
            Component::Ruled(number, arguments) => Ok(PartKind::Call {
                function: machine.builtins.get(*number).name().to_owned(),
                arguments: arguments.clone(),
            }),
            Component::Literal(value) => {
                let game = machine.context().game(value, "a component of the position")?;
                Ok(PartKind::Value(game))
            }
        }
    }
}

/// What a [`Part`] is, for a solver.
#[derive(Clone, Debug)]
pub enum PartKind {
    /// A call of a function of the program, or braces: [`Definitions`] know its moves.
    Defined,
    /// A call of a built-in function that knows its moves.
    Call {
        /// The name of the function.
        function: String,
        /// Its arguments.
        arguments: Vec<Value>,
    },
    /// A value.
    Value(Game),
}

/// A sum of components, each with its sign, copies one by one.
pub type SumOfParts = Vec<(Part, Sign)>;

/// The user's definitions, for a solver that keeps them.
#[derive(Clone)]
pub struct Definitions(Arc<Mutex<Machine>>);

impl std::fmt::Debug for Definitions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Definitions").finish_non_exhaustive()
    }
}

/// A session that asks a solver.
pub struct Host<'m> {
    pub(crate) machine: &'m mut Machine,
}

impl Host<'_> {
    /// Operations on values.
    pub fn context(&mut self) -> Context<'_> {
        self.machine.context()
    }

    /// The engine of the session.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.machine.engine
    }

    /// What is known of definitions holds as long as this number stays.
    pub fn version(&self) -> u64 {
        self.machine.version
    }

    /// Says something with the answer of the statement, once in a session.
    pub fn note(&mut self, text: String) {
        self.machine.notes.push(text);
    }

    /// The function of a component whose positions are boards or texts and that declares no
    /// `sum:`.
    pub fn without_sum(&self, part: &Part) -> Option<&str> {
        let Component::Call(function, arguments) = &part.0 else { return None };
        let is_board = matches!(arguments.first(), Some(Value::Board(_) | Value::Text(_)));
        let defined = self.machine.defined(*function)?;
        let mut declared = defined.definition.declarations.iter();
        let has_sum = declared.any(|declaration| declaration.fact == Fact::Sum);
        (is_board && !has_sum).then(|| self.machine.function_names.name(*function))
    }

    /// What a component is.
    ///
    /// # Errors
    /// A value that is no game that ends.
    pub fn kind(&mut self, part: &Part) -> RunResult<PartKind> {
        part.kind(self.machine)
    }

    /// The moves of `player` in one copy of a component, each with its name and the sum after
    /// it.
    ///
    /// # Errors
    /// Errors of the rules; too many moves; limits.
    pub fn moves(&mut self, part: &Part, player: Player) -> RunResult<Vec<(String, SumOfParts)>> {
        let mut positions = Positions::new(self.machine);
        let mut list = || -> Found<Vec<(String, SumOfParts)>> {
            let mut found = Vec::new();
            for moved in positions.named_moves(&part.0, player)? {
                let name = match change(&moved, &part.0) {
                    Some(change) => change.to_string(),
                    None => positions.position_text(&moved.after)?,
                };
                found.push((name, spread(moved.after)?));
            }
            Ok(found)
        };
        Ok(list()?)
    }

    /// Lets a solver search with the engine of the session, while `definitions` answer for
    /// the session.
    pub fn lend<T>(
        &mut self,
        definitions: &Definitions,
        search: impl FnOnce(&mut Engine) -> T,
    ) -> T {
        /// Brings the machine back, even when the search panics.
        struct Lent<'a>(&'a mut Machine, &'a Definitions);

        impl Lent<'_> {
            /// Exchanges the machines, but for their engines.
            fn exchange(&mut self) {
                let mut other = self.1.machine();
                std::mem::swap(self.0, &mut other);
                std::mem::swap(&mut self.0.engine, &mut other.engine);
            }
        }

        impl Drop for Lent<'_> {
            fn drop(&mut self) {
                self.exchange();
            }
        }

        let mut lent = Lent(self.machine, definitions);
        lent.exchange();
        search(&mut lent.0.engine)
    }
}

impl Definitions {
    /// A place for the definitions of a session.
    ///
    /// # Errors
    /// Those of an engine without subgroups.
    pub fn new() -> cg_core::Result<Self> {
        let engine = Engine::new(Registry::empty(), Limits::default())?;
        let machine = Machine::new(engine, super::of_positions, super::of_position);
        Ok(Definitions(Arc::new(Mutex::new(machine))))
    }

    fn machine(&self) -> MutexGuard<'_, Machine> {
        // A panic in the rules ends the question; the machine is whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the machine, which gets the engine for that time.
    fn ask<T>(
        &self,
        engine: &mut Engine,
        ask: impl FnOnce(&mut Machine) -> Result<T, Error>,
    ) -> RunResult<T> {
        let mut machine = self.machine();
        std::mem::swap(engine, &mut machine.engine);
        let found = ask(&mut machine);
        std::mem::swap(engine, &mut machine.engine);
        found.map_err(RunError::from)
    }

    /// Operations on values of the session.
    pub fn with_context<T>(
        &self,
        engine: &mut Engine,
        act: impl FnOnce(&mut Context<'_>) -> T,
    ) -> T {
        let mut machine = self.machine();
        std::mem::swap(engine, &mut machine.engine);
        let done = act(&mut machine.context());
        std::mem::swap(engine, &mut machine.engine);
        done
    }

    /// What a component is.
    ///
    /// # Errors
    /// A value that is no game that ends.
    pub fn kind(&self, engine: &mut Engine, part: &Part) -> RunResult<PartKind> {
        self.ask(engine, |machine| part.kind(machine).map_err(unplaced))
    }

    /// The components that a call or braces stand for, in normal form. `values` says whether
    /// equal values are enough, as in normal play; else only sums are taken apart.
    ///
    /// # Errors
    /// Errors of the rules; limits; a function whose positions come back.
    pub fn split(&self, engine: &mut Engine, part: &Part, values: bool) -> RunResult<SumOfParts> {
        self.ask(engine, |machine| machine.split(&part.0, values))
    }

    /// Hands the parts of each sum that `player` can move to, in a component that
    /// [`Definitions::split`] gave, to `take`, and `None` behind those of a sum.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub fn moves(
        &self,
        engine: &mut Engine,
        part: &Part,
        player: Player,
        take: &mut dyn FnMut(Option<(Part, Sign)>),
    ) -> RunResult<()> {
        let mut take = |terms: &[Term]| {
            let mut count = 0;
            for Term { count: copies, component } in terms {
                let (copies, sign) = copies_of(copies, &mut count)?;
                for _ in 0..copies {
                    take(Some((Part(component.clone()), sign)));
                }
            }
            take(None);
            Ok(())
        };
        self.ask(engine, |machine| {
            if !part.is_defined() {
                let moves = Positions::new(machine).moves(&part.0, player);
                let moves = moves.map_err(|failure| unplaced(failure.into()))?;
                return moves.iter().try_for_each(|terms| take(terms));
            }
            let other = machine.each_option(&part.0, player, &mut take)?;
            assert!(other.is_none(), "what stands for a sum was taken apart");
            Ok(())
        })
    }

    /// How many moves Left and Right have in a component that [`Definitions::split`] gave; `None`
    /// where they must be made to be counted.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub fn move_counts(&self, engine: &mut Engine, part: &Part) -> RunResult<Option<[usize; 2]>> {
        self.ask(engine, |machine| {
            let Some(left) = machine.option_count(&part.0, Player::Left)? else { return Ok(None) };
            let right = machine.option_count(&part.0, Player::Right)?;
            Ok(right.map(|right| [left, right]))
        })
    }

    /// Whether `player` wins a call when moving first, by code of its definition that tells it.
    /// `None` where there is none: of braces, of sums, of definitions that declare a `sum:`.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub fn wins(
        &self,
        engine: &mut Engine,
        part: &Part,
        player: Player,
    ) -> RunResult<Option<bool>> {
        let Component::Call(function, arguments) = &part.0 else { return Ok(None) };
        self.ask(engine, |machine| machine.wins(*function, arguments, player))
    }

    /// How many calls [`Definitions::wins`] remembers for the function of a call.
    pub fn told_calls(&self, part: &Part) -> usize {
        match &part.0 {
            Component::Call(function, _) => self.machine().told_calls(*function),
            _ => 0,
        }
    }

    /// Forgets what [`Definitions::wins`] found.
    pub fn forget_told(&self, part: &Part) {
        if let Component::Call(function, _) = &part.0 {
            self.machine().forget_told(*function);
        }
    }

    /// The value of a call, when the session has worked it out.
    pub fn known_value(&self, part: &Part) -> Option<Game> {
        let Component::Call(function, arguments) = &part.0 else { return None };
        match self.machine().known_value(*function, arguments)? {
            Value::Game(game) => Some(game),
            _ => None,
        }
    }

    /// Whether both players have the same moves in a call and in all that follows: the clauses
    /// of its function are impartial braces, which call no other function. No is always a right
    /// answer.
    pub fn is_impartial(&self, part: &Part) -> bool {
        let Component::Call(function, _) = &part.0 else { return false };
        let machine = self.machine();
        let Some(defined) = machine.defined(*function) else { return false };
        let ast = &defined.ast;
        let both_alike = |clause: &Clause| match ast.node(clause.body) {
            Node::ImpartialGame(_) | Node::Integer(0) => true,
            Node::Game(left, right) => ast.same(left, right),
            _ => false,
        };
        let knows_moves = |name: &str| {
            let number = machine.builtins.find(name);
            number.is_some_and(|number| machine.builtins.get(number).moves().is_some())
        };
        defined.references.functions.iter().all(|called| called == function)
            && defined.definition.clauses.iter().all(both_alike)
            && !ast.names().any(knows_moves)
    }

    /// The name of the function of a call.
    pub fn function(&self, part: &Part) -> Option<String> {
        let Component::Call(function, _) = part.0 else { return None };
        Some(self.machine().function_names.name(function).to_owned())
    }

    /// The program that a function depends on: its definition, with all that it uses. Equal programs
    /// give equal calls equal values. `None` where there is no such function, or the program has no
    /// exact text.
    pub fn program(&self, engine: &mut Engine, function: &str) -> Option<String> {
        let mut machine = self.machine();
        let function = machine.function_names.find(function)?;
        std::mem::swap(engine, &mut machine.engine);
        let program = machine.program_of(function);
        std::mem::swap(engine, &mut machine.engine);
        program
    }

    /// A call as it would be typed: no other call has this text. `None` for another component, and
    /// where an argument has no exact text.
    pub fn exact_text(&self, engine: &mut Engine, part: &Part) -> Option<String> {
        let Component::Call(function, arguments) = &part.0 else { return None };
        let texts = self.with_context(engine, |context| {
            let texts = arguments.iter().map(|argument| context.exact_text(argument));
            texts.collect::<Option<Vec<_>>>()
        })?;
        let machine = self.machine();
        Some(format!("{}({})", machine.function_names.name(*function), texts.join(", ")))
    }

    /// The boards of the function of this name: `None` where it has none.
    ///
    /// # Errors
    /// Limits and interruptions.
    pub fn boards(&self, engine: &mut Engine, function: &str) -> RunResult<Option<OwnBoards>> {
        self.ask(engine, |machine| match machine.function_names.find(function) {
            Some(function) => machine.own_boards(function),
            None => Ok(None),
        })
    }

    /// The call with the board of this number, among those of so many rows and columns.
    pub fn board(&self, of: &OwnBoards, size: [usize; 2], number: u64) -> Part {
        let board = self.machine().own_board(of, size, number);
        Part(Component::Call(of.function, vec![board]))
    }

    /// Whether the definition of a call declares positions that are alike: `symmetric:`, `negative:`.
    pub fn declares_alike(&self, part: &Part) -> bool {
        self.declares(part, |fact| fact != Fact::Sum)
    }

    /// Whether the definition of a call declares its parts: `sum:`.
    pub fn declares_parts(&self, part: &Part) -> bool {
        self.declares(part, |fact| fact == Fact::Sum)
    }

    fn declares(&self, part: &Part, meant: impl Fn(Fact) -> bool) -> bool {
        let Component::Call(function, _) = part.0 else { return false };
        let machine = self.machine();
        machine.defined(function).is_some_and(|defined| {
            let mut declared = defined.definition.declarations.iter();
            declared.any(|declaration| meant(declaration.fact))
        })
    }

    /// The value of a component, by the definition itself.
    ///
    /// # Errors
    /// Errors of the rules; limits.
    pub fn value(&self, engine: &mut Engine, part: &Part) -> RunResult<Game> {
        self.ask(engine, |machine| {
            let found = Positions::new(machine).component_game(&part.0);
            found.map_err(|failure| failure.located(&nowhere(), Span::default()))
        })
    }

    /// A component as it would be typed; where that is too long, a word for it. It is for
    /// explanations alone: nothing is told apart by it.
    pub fn text(&self, part: &Part) -> String {
        let found = Positions::new(&mut self.machine()).component_text(&part.0, true);
        found.unwrap_or_else(|_| "a position".to_owned())
    }
}

fn unplaced(error: RunError) -> Error {
    Error::new(error, &nowhere(), Span::default())
}

/// The components of a sum, copies one by one.
fn spread(terms: Terms) -> Result<SumOfParts, Error> {
    let mut parts = SumOfParts::with_capacity(terms.len());
    let mut all = 0;
    for Term { count, component } in terms {
        let (copies, sign) = copies_of(&count, &mut all)?;
        parts.extend(std::iter::repeat_n((Part(component), sign), copies));
    }
    Ok(parts)
}

/// How many copies there are of a component, and their sign; they are counted with `all` of a sum.
fn copies_of(count: &IBig, all: &mut usize) -> Result<(usize, Sign), Error> {
    let sign = if *count < IBig::ZERO { Sign::Minus } else { Sign::Plus };
    let copies = i64::try_from(count).ok().and_then(|it| usize::try_from(it.unsigned_abs()).ok());
    let Some(copies) = copies.filter(|&copies| copies <= MOST_COPIES - *all) else {
        let message = format!("a sum that is searched has at most {MOST_COPIES} components");
        let function = "position".into();
        return Err(unplaced(RunError::Refused { function, message }));
    };
    *all += copies;
    Ok((copies, sign))
}

impl Machine {
    /// The components that a component stands for, in normal form.
    fn split(&mut self, component: &Component, values: bool) -> Result<SumOfParts, Error> {
        let mut parts = SumOfParts::new();
        // With each term whether declarations make nothing else of it.
        let mut waiting = vec![(Term::one(component.clone()), false)];
        let mut taken = 0;
        while let Some((Term { count, component }, is_normal)) = waiting.pop() {
            self.engine.check().map_err(|error| unplaced(error.into()))?;
            taken += 1;
            if taken > MOST_LISTED {
                let message = format!("a position stands for more than {MOST_LISTED} others");
                let function = "position".into();
                return Err(unplaced(RunError::Refused { function, message }));
            }
            let scaled = |terms: Terms, is_normal| {
                let count = count.clone();
                terms.into_iter().rev().map(move |term| {
                    let count = &term.count * &count;
                    (Term { count, component: term.component }, is_normal)
                })
            };
            if !is_normal
                && let Component::Call(function, arguments) = &component
                && let Some(declared) = self.declared_terms(*function, arguments, values)?
            {
                waiting.extend(scaled(declared.terms, declared.is_normal));
                continue;
            }
            if self.may_stand_for_others(&component)?
                && let Opened::Sum(terms) = self.open(&component, Player::Left)?
            {
                waiting.extend(scaled(terms, false));
                continue;
            }
            parts.extend(spread(vec![Term { count, component }])?);
        }
        Ok(parts)
    }
}

/// A sum of a session as a solver is asked about it.
#[derive(Clone, Debug)]
pub struct AskedTerm {
    /// How many copies there are: not 0, and negative for what is subtracted.
    pub count: IBig,
    /// One copy as it would be typed.
    pub text: String,
    /// What it is.
    pub part: Part,
}

impl AskedTerm {
    pub(crate) fn new(count: IBig, text: String, component: Component) -> Self {
        AskedTerm { count, text, part: Part(component) }
    }
}
