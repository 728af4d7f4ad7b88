//! Who wins a sum of any mixture of components, by values where they are cheap and by
//! search where they are not.
//!
//! The order of attempts: what is small is valued; what is its own opposite in the sum
//! is cancelled; bounds decide; then the moves are searched, the likely best first.
//!
//! | idea | where |
//! | --- | --- |
//! | a component is a number; its parts and moves are found once | `components.rs` |
//! | a sum is seen by its mover; its key | `sum.rs` |
//! | means, temperatures, stops, atomic weights of values | `facts.rs` |
//! | values under a budget | here |
//! | bounds by tying one player's hands, cheap ones first | `bounds.rs` |
//! | alpha-beta, search by proof numbers, their turns, what they remember | `search.rs`, `proof.rs`, `turns.rs`, `table.rs` |
//! | nimbers of impartial components | `nimbers.rs` |
//! | one board of dominoes, searched as a whole | `dominoes/` |
//! | mean, temperature, stops, thermographs | `thermographs/` |
//! | several threads, and names by which they know what they found | `threads.rs`, `names.rs` |
//! | what is known of components before, on disk | `database/` |

use std::fmt::Display;
use std::marker::PhantomData;
use std::sync::Arc;

use cg_core::{Error, Game, LimitReached, Outcome, Player};
use cg_rulesets::{Convention, Hints, Sign};
use cg_simplify::Engine;
use dashu_int::IBig;
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use crate::bounds::{Band, Bound, Bounds, Effort, SeenBands};
use crate::components::{Interned, Lists, Looks, MOST_RULESETS, Numbered, Signed, reserve};
use crate::error::SolveError;
use crate::facts::FactsMemo;
use crate::interpreted::{Interpreted, Interpreter};
use crate::settings::Settings;
use crate::stored::Stored;
use crate::sum::{Key, Sum};
use crate::table::Table;
use crate::thermographs::table::Thermographs;
use crate::threads::{Helper, Member};

/// How much was done, for a reader: by all threads together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// Sums whose moves were looked at.
    pub positions: u64,
    /// Classes of components that were met, by each thread; of impartial ones those that were
    /// searched.
    pub components: u64,
    /// Classes of components with a value.
    pub valued: u64,
    /// Sums whose walls, or bounds of them, are known.
    pub walls: u64,
    /// Classes of components that a database knew.
    pub looked_up: u64,
    /// Bytes held by the solver, about; the engine not counted, but those of further threads.
    pub bytes: usize,
}

/// What tells who wins a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decided {
    /// The sum is impartial: its nimber.
    Nimber(u64),
    /// The rule of a family of sums: its number in [`cg_core::Registry::sum_families`].
    Family(usize),
    /// The values of all its components, added up.
    Value,
    /// Means, temperatures and stops of these values.
    Figures,
    /// The atomic weights of these values: who is two ahead, or one ahead and to move, wins.
    Weights,
    /// A sum of values that bounds it, made by tying the hands of this player: the mover
    /// wins with tied hands, or loses although the hands of the other one are tied.
    Bound(Player),
    /// The database of its ruleset knows who wins the component that is left.
    Database,
    /// A search.
    Search {
        /// How many sums had their moves looked at; 0 when all was found before.
        positions: u64,
    },
}

/// A ruleset that was added to a [`Solver`].
#[derive(Debug)]
pub struct RulesetId<R> {
    number: usize,
    rules: PhantomData<fn() -> R>,
}

impl<R> RulesetId<R> {
    pub(crate) fn number(self) -> usize {
        self.number
    }
}

impl<R> Clone for RulesetId<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for RulesetId<R> {}

/// A term of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// A component of a position.
    Component(Signed),
    /// A value of the engine.
    Value(Game),
}

impl From<Signed> for Term {
    fn from(component: Signed) -> Self {
        Term::Component(component)
    }
}

/// What a search remembers of a component.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    pub(crate) value: Value,
    pub(crate) origin: Origin,
    /// What a database says of it, or is to say.
    pub(crate) noted: Option<Box<Noted>>,
    /// Where they were looked for: few components have lines.
    pub(crate) bounds: Option<Box<Bounds>>,
}

/// What was noted of a component without its value.
#[derive(Clone, Debug)]
pub(crate) struct Noted {
    /// Who wins it alone.
    pub(crate) outcome: Outcome,
    /// A single value that is at most the component, and one that is at least it.
    pub(crate) sides: [Option<Arc<Bound>>; 2],
}

/// Whether a component was looked up in the database of its ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Origin {
    #[default]
    NotLookedUp,
    /// The database does not have it, or there is none.
    Own,
    Database,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Value {
    #[default]
    Unasked,
    /// It is being worked out.
    Open,
    /// So many steps did not suffice.
    Unknown(u32),
    Known(Game),
}

/// Solves sums, and remembers all that it finds. Use one engine with one solver.
///
/// ```
/// use cg_core::{Limits, Outcome};
/// use cg_rulesets::{Clobber, Domineering, Notated};
/// use cg_simplify::Engine;
/// use cg_solve::{Settings, Solver};
///
/// let mut engine = Engine::new(cg_subgroups::standard()?, Limits::default())?;
/// let mut solver = Solver::new(Settings::default());
/// let clobber = solver.add(Clobber);
/// let domineering = solver.add(Domineering);
/// let mut sum = solver.terms(clobber, Clobber.read_position("(XO)^10")?)?;
/// sum.extend(solver.terms(domineering, Domineering.read_position("5x6")?)?);
/// assert_eq!(solver.outcome(&mut engine, &sum)?, Outcome::Right);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    pub(crate) settings: Settings,
    /// The convention of the question that is being answered.
    pub(crate) convention: Convention,
    pub(crate) sources: Vec<Box<dyn Numbered>>,
    /// What is known of the bands of each ruleset.
    pub(crate) bands: Vec<Vec<Band>>,
    pub(crate) seen_bands: SeenBands,
    /// The components that have a bound of the greatest effort, each with the player who is tied.
    pub(crate) asked: HashSet<(Signed, Player), FxBuildHasher>,
    /// Bytes that bounds take, beside the lists that hold them.
    pub(crate) bytes_of_bounds: usize,
    pub(crate) entries: Vec<Vec<Entry>>,
    pub(crate) facts: FactsMemo,
    pub(crate) table: Table,
    /// The memory limit divided by this is what the table may take.
    pub(crate) table_share: u64,
    stored: Stored,
    pub(crate) thermographs: Thermographs,
    /// Whether a ruleset has a database.
    pub(crate) has_databases: bool,
    pub(crate) looked_up: u64,
    valued: u64,
    pub(crate) positions: u64,
    /// What it knows of the other threads, when there are several.
    pub(crate) member: Option<Box<Member>>,
    /// The other threads, of the first one.
    pub(crate) helpers: Vec<Helper>,
}

/// Tells the keys of misère play from those of normal play.
const MISERE: Key = 0x6d69_73e8_7265_2070_6c61_7920_6b65_7973;

/// Steps of the engine for the value of a small component within a search.
const SMALL_STEPS: u32 = 20_000;

/// Stops and temperatures of more values than these, and a short search, tell sooner who wins than
/// their sum: the values are added where those do not tell.
pub const FEW_VALUES: usize = 4;

/// `None` where a bounded piece of work needs more steps, or larger elements than a subgroup holds:
/// then other means decide.
pub(crate) fn unfinished<T>(result: Result<T, SolveError>) -> Result<Option<T>, SolveError> {
    match result {
        Err(SolveError::Engine(
            Error::Limit(LimitReached::Steps { .. }) | Error::SubgroupLimit { .. },
        )) => Ok(None),
        result => result.map(Some),
    }
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new(settings: Settings) -> Self {
        let (member, table) = match settings.threads.get() {
            1 => (None, Table::default()),
            threads => {
                let (member, table) = Member::first(threads);
                (Some(Box::new(member)), table)
            }
        };
        Solver {
            settings,
            convention: Convention::Normal,
            sources: Vec::new(),
            bands: Vec::new(),
            seen_bands: SeenBands::default(),
            asked: HashSet::default(),
            bytes_of_bounds: 0,
            entries: Vec::new(),
            facts: FactsMemo::default(),
            table,
            table_share: 4,
            stored: Stored::default(),
            thermographs: Thermographs::default(),
            has_databases: false,
            looked_up: 0,
            valued: 0,
            positions: 0,
            member,
            helpers: Vec::new(),
        }
    }

    /// Adds a ruleset. Its positions are written as [`Debug`](std::fmt::Debug) has them: see
    /// [`Solver::add_written`].
    ///
    /// # Panics
    /// When there are [`MOST_RULESETS`] already.
    pub fn add<R>(&mut self, rules: R) -> RulesetId<R>
    where
        R: Hints<Error: Display> + Clone + Send + 'static,
        R::Position: Send + 'static,
    {
        self.add_written(rules, |_, position| format!("{position:?}"))
    }

    /// Adds a ruleset whose positions are written by `write` in explanations. Positions in
    /// normal form that are written alike are taken for one by several threads, and by
    /// databases.
    ///
    /// # Panics
    /// As [`Solver::add`].
    pub fn add_written<R>(
        &mut self,
        rules: R,
        write: fn(&R, &R::Position) -> String,
    ) -> RulesetId<R>
    where
        R: Hints<Error: Display> + Clone + Send + 'static,
        R::Position: Send + 'static,
    {
        let number = self.sources.len();
        assert!(number < MOST_RULESETS, "a solver takes {MOST_RULESETS} rulesets");
        self.add_source(Box::new(Interned::new(rules, number, write)));
        RulesetId { number, rules: PhantomData }
    }

    /// Whether it takes another ruleset.
    pub fn has_room(&self) -> bool {
        self.sources.len() < MOST_RULESETS
    }

    pub(crate) fn add_source(&mut self, source: Box<dyn Numbered>) {
        self.sources.push(source);
        self.entries.push(Vec::new());
        self.bands.push(Vec::new());
    }

    pub(crate) fn interned<R>(&mut self, id: RulesetId<R>) -> &mut Interned<R>
    where
        R: Hints<Error: Display> + Send + 'static,
        R::Position: Send + 'static,
    {
        let source = self.sources.get_mut(id.number).expect("the ruleset is of this solver");
        source.as_any().downcast_mut().expect("the ruleset is of this solver")
    }

    /// The rules that were added.
    pub fn rules<R>(&mut self, id: RulesetId<R>) -> &R
    where
        R: Hints<Error: Display> + Send + 'static,
        R::Position: Send + 'static,
    {
        self.interned(id).rules()
    }

    /// A position as terms of a sum: its components.
    ///
    /// # Errors
    /// Those of the rules.
    pub fn terms<R>(
        &mut self,
        id: RulesetId<R>,
        position: R::Position,
    ) -> Result<Vec<Term>, SolveError>
    where
        R: Hints<Error: Display> + Send + 'static,
        R::Position: Send + 'static,
    {
        let mut terms = Vec::new();
        let add = &mut |part: Signed| terms.push(Term::Component(part));
        self.interned(id).split(position, add).map_err(SolveError::rules)?;
        self.grow(id.number);
        Ok(terms)
    }

    /// Adds rules that an interpreter knows. Sums with components of them are searched by one
    /// thread.
    ///
    /// # Panics
    /// As [`Solver::add`].
    pub fn add_interpreter<I: Interpreter + 'static>(&mut self, interpreter: I) -> RulesetId<I> {
        let number = self.sources.len();
        assert!(number < MOST_RULESETS, "a solver takes {MOST_RULESETS} rulesets");
        self.add_source(Box::new(Interpreted::new(interpreter, number)));
        RulesetId { number, rules: PhantomData }
    }

    pub(crate) fn interpreted<I: Interpreter + 'static>(
        &mut self,
        id: RulesetId<I>,
    ) -> &mut Interpreted<I> {
        let source = self.sources.get_mut(id.number).expect("the rules are of this solver");
        source.as_any().downcast_mut().expect("the rules are of this solver")
    }

    /// A position of an interpreter as terms of a sum: its components.
    ///
    /// # Errors
    /// Those of the rules, limits, interruptions.
    pub fn interpreted_terms<I: Interpreter + 'static>(
        &mut self,
        engine: &mut Engine,
        id: RulesetId<I>,
        position: I::Part,
    ) -> Result<Vec<Term>, SolveError> {
        let mut terms = Vec::new();
        self.interpreted(id).split(engine, position, Sign::Plus, &mut |part| {
            terms.push(Term::Component(part));
        })?;
        self.grow(id.number);
        Ok(terms)
    }

    /// A component that an interpreter gave before, as a term; `None` where nobody can move. It is not
    /// taken apart again: the normal form of a normal form may be another one.
    ///
    /// # Errors
    /// Those of the rules, limits, interruptions.
    pub fn interpreted_component<I: Interpreter + 'static>(
        &mut self,
        engine: &mut Engine,
        id: RulesetId<I>,
        component: I::Part,
    ) -> Result<Option<Term>, SolveError> {
        let number = self.interpreted(id).number(engine, component)?;
        self.grow(id.number);
        Ok(number.map(|number| Term::Component(Signed::new(id.number, number, Sign::Plus))))
    }

    /// The negative of a term.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn negative_term(&self, engine: &mut Engine, term: Term) -> Result<Term, SolveError> {
        Ok(match term {
            Term::Component(part) => Term::Component(self.negative(part)),
            Term::Value(game) => Term::Value(engine.negate(game)?),
        })
    }

    /// A term in words.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn text(&self, engine: &mut Engine, term: Term) -> Result<String, SolveError> {
        Ok(match term {
            Term::Value(game) => engine.print(game, cg_core::Notation::Standard)?,
            Term::Component(part) => {
                let text = self.sources[part.ruleset()].text(part.number());
                if part.sign() == Sign::Plus { text } else { format!("-({text})") }
            }
        })
    }

    /// How much was done until now.
    pub fn work(&self) -> Work {
        let mut work = Work {
            positions: self.positions_of_all(),
            components: self.entries.iter().map(|entries| entries.len() as u64).sum(),
            valued: self.valued,
            walls: self.thermographs.len() as u64,
            looked_up: self.looked_up,
            bytes: self.memory(),
        };
        for helper in self.helpers.iter().map(|helper| &helper.solver) {
            work.components += helper.entries.iter().map(|list| list.len() as u64).sum::<u64>();
            work.valued += helper.valued;
            work.looked_up += helper.looked_up;
        }
        for nimbers in self.sources.iter().map(|source| source.nimber_work()) {
            work.positions += nimbers.positions;
            work.components += nimbers.components as u64;
            work.looked_up += nimbers.looked_up;
        }
        work
    }

    /// Sums whose moves all threads looked at.
    fn positions_of_all(&self) -> u64 {
        let helpers = self.helpers.iter().map(|helper| helper.solver.positions);
        self.positions + helpers.sum::<u64>()
    }

    /// The key of a sum in the table, under the convention of the question.
    pub(crate) fn key(&mut self, engine: &mut Engine, sum: &Sum) -> Result<Key, SolveError> {
        let key = match &mut self.member {
            None => sum.key(),
            Some(member) => member.names.key(engine, &self.sources, sum)?,
        };
        Ok(match self.convention {
            Convention::Normal => key,
            Convention::Misere => key ^ MISERE,
        })
    }

    /// Bytes that are held, by other threads too.
    pub(crate) fn memory(&self) -> usize {
        let others = self.member.as_ref().map_or(0, |member| member.bytes_of_others());
        self.own_memory() + self.table.memory() + others
    }

    /// Bytes of this thread beside the table.
    fn own_memory(&self) -> usize {
        let entries: usize =
            self.entries.iter().map(|list| list.capacity() * size_of::<Entry>()).sum();
        let sources: usize = self.sources.iter().map(|source| source.memory()).sum();
        let names = self.member.as_ref().map_or(0, |member| member.names.memory());
        let found = self.facts.memory() + names;
        self.stored.memory()
            + entries
            + sources
            + found
            + self.bounds_memory()
            + self.thermographs.memory()
    }

    /// Looks at the limits, of all threads together.
    pub(crate) fn look(&self, engine: &Engine) -> Result<(), Error> {
        if let Some(member) = &self.member {
            member.share_bytes(self.own_memory() + engine.memory());
        }
        engine.look(self.memory())
    }

    /// Room for the entries of all positions that have a number.
    pub(crate) fn grow(&mut self, ruleset: usize) {
        let length = self.sources[ruleset].len();
        if self.entries[ruleset].len() < length {
            reserve(&mut self.entries[ruleset], length);
            self.entries[ruleset].resize_with(length, Entry::default);
        }
    }

    fn looks(&self, part: Signed) -> Looks {
        self.sources[part.ruleset()].looks(part.number())
    }

    pub(crate) fn entry(&mut self, part: Signed) -> &mut Entry {
        &mut self.entries[part.ruleset()][part.number()]
    }

    pub(crate) fn is_impartial(&self, part: Signed) -> bool {
        self.sources[part.ruleset()].is_impartial()
    }

    /// About how much there is to search in a component.
    pub(crate) fn size(&self, part: Signed) -> u32 {
        self.looks(part).size.into()
    }

    /// How good a component of sign plus seems for Left, by the guess of its rules.
    pub(crate) fn guess(&self, part: Signed) -> f64 {
        self.looks(part).estimate.into()
    }

    /// Whether the rules cut a component into lines, which bound it.
    pub(crate) fn has_bounds(&self, part: Signed) -> bool {
        self.looks(part).has_lines
    }

    /// Whether the rules say which moves are likely good, by bounds or by an estimate:
    /// an estimate that is 0 here and after all moves says nothing.
    pub(crate) fn has_order(
        &mut self,
        engine: &mut Engine,
        part: Signed,
    ) -> Result<bool, SolveError> {
        if self.has_bounds(part) || self.sources[part.ruleset()].has_order(part.number()) {
            return Ok(true);
        }
        for player in Player::BOTH {
            let moves = self.moves(engine, part, player)?;
            let mut after = (0..moves.len()).flat_map(|at| moves.get(at));
            if self.guess(part) != 0.0 || after.any(|&part| self.guess(part.plus()) != 0.0) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The negative of a component: itself, when it is known to be its own.
    pub(crate) fn negative(&self, part: Signed) -> Signed {
        match self.looks(part).own_negative {
            true => part,
            false => part.flipped(),
        }
    }

    /// The sums that `player` can move to in a component of sign plus.
    pub(crate) fn moves(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        player: Player,
    ) -> Result<Arc<Lists>, SolveError> {
        let side = if self.is_impartial(part) { 0 } else { player as usize };
        if let Some(moves) = self.stored.get(part, side) {
            return Ok(moves);
        }
        let source = &mut self.sources[part.ruleset()];
        let moves = source.moves(engine, part.number(), player)?;
        self.grow(part.ruleset());
        let moves = Arc::new(moves);
        self.stored.insert(part, side, &moves);
        Ok(moves)
    }

    /// The moves of a component of sign plus are needed no more: they are found again
    /// when they are.
    pub(crate) fn forget_moves(&mut self, part: Signed) {
        self.stored.forget(part);
    }

    /// The value of a component, with its sign, without limits but those of the engine.
    ///
    /// # Errors
    /// Rules, limits, a loopy game.
    pub fn value(&mut self, engine: &mut Engine, term: Term) -> Result<Game, SolveError> {
        let part = match term {
            Term::Value(game) => return Ok(game),
            Term::Component(part) => part,
        };
        let mut levels = Vec::new();
        let found = self.value_by_options(engine, part.plus(), &mut levels);
        for level in levels {
            self.entry(level.part).value = Value::Unasked;
        }
        let value = found?;
        Ok(match part.sign() {
            Sign::Plus => value,
            Sign::Minus => engine.negate(value)?,
        })
    }

    /// The value of a sum.
    ///
    /// # Errors
    /// Rules, limits, a loopy game.
    pub fn sum_value(&mut self, engine: &mut Engine, sum: &[Term]) -> Result<Game, SolveError> {
        let mut values = Vec::with_capacity(sum.len());
        for &term in sum {
            values.push(self.value(engine, term)?);
        }
        Ok(engine.sum(&values)?)
    }

    /// The value of a component, when so many steps suffice.
    pub(crate) fn value_within(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        steps: u32,
    ) -> Result<Option<Game>, SolveError> {
        self.look_up(engine, part)?;
        match self.entry(part).value {
            Value::Known(value) => return Ok(Some(value)),
            Value::Unknown(tried) if tried >= steps => return Ok(None),
            Value::Open => return Err(SolveError::Loopy),
            _ => {}
        }
        let found = engine.within(steps, |engine| self.value(engine, part.plus().into()));
        let found = unfinished(found)?;
        if found.is_none() {
            self.entry(part).value = Value::Unknown(steps);
        }
        Ok(found)
    }

    /// The value of a component of sign plus, from its options.
    fn value_by_options(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        levels: &mut Vec<Level>,
    ) -> Result<Game, SolveError> {
        self.enter(engine, part, levels)?;
        while let Some(level) = levels.last_mut() {
            engine.check()?;
            let mut needed = None;
            'search: while let Some(side) = level.options.get(level.side) {
                while level.option < side.len() {
                    for part in side.get(level.option) {
                        let entry = &self.entries[part.ruleset()][part.number()];
                        if !matches!(entry.value, Value::Known(_)) {
                            needed = Some(part.plus());
                            break 'search;
                        }
                    }
                    level.option += 1;
                }
                (level.side, level.option) = (level.side + 1, 0);
            }
            if let Some(needed) = needed {
                self.enter(engine, needed, levels)?;
                continue;
            }
            let part = level.part;
            let options = level.options.clone();
            let mut games = [Vec::new(), Vec::new()];
            for (side, options) in games.iter_mut().zip(&options) {
                for at in 0..options.len() {
                    side.push(self.known_sum(engine, options.get(at))?);
                }
            }
            let [left, right] = &games;
            let right = if self.is_impartial(part) { left } else { right };
            let value = engine.game(left, right)?;
            levels.pop();
            self.entry(part).value = Value::Known(value);
            self.valued += 1;
            self.forget_moves(part);
            engine.check()?;
        }
        match self.entry(part).value {
            Value::Known(value) => Ok(value),
            _ => unreachable!("the loop ends when the value of the first level is known"),
        }
    }

    /// Puts a component of sign plus to work, unless its value is known.
    fn enter(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        levels: &mut Vec<Level>,
    ) -> Result<(), SolveError> {
        self.look_up(engine, part)?;
        match self.entry(part).value {
            Value::Known(_) => return Ok(()),
            Value::Open => return Err(SolveError::Loopy),
            Value::Unasked | Value::Unknown(_) => {}
        }
        if let Some(value) = self.sources[part.ruleset()].value(engine, part.number())? {
            self.entry(part).value = Value::Known(value);
            return Ok(());
        }
        let mut options: SmallVec<[Arc<Lists>; 2]> = SmallVec::new();
        options.push(self.moves(engine, part, Player::Left)?);
        if !self.is_impartial(part) {
            options.push(self.moves(engine, part, Player::Right)?);
        }
        engine.look(self.memory())?;
        self.entry(part).value = Value::Open;
        levels.push(Level { part, options, side: 0, option: 0 });
        Ok(())
    }

    /// The value of a sum of components whose values are known.
    fn known_sum(&mut self, engine: &mut Engine, parts: &[Signed]) -> Result<Game, SolveError> {
        let mut terms: SmallVec<[Game; 4]> = SmallVec::new();
        for part in parts {
            let Value::Known(value) = self.entry(*part).value else {
                unreachable!("a component is valued before those that need it")
            };
            terms.push(match part.sign() {
                Sign::Plus => value,
                Sign::Minus => engine.negate(value)?,
            });
        }
        Ok(engine.sum(&terms)?)
    }

    /// Adds a value to a sum.
    pub(crate) fn add_game(
        &mut self,
        engine: &mut Engine,
        sum: &mut Sum,
        game: Game,
    ) -> Result<(), SolveError> {
        if game == Game::ZERO {
            return Ok(());
        }
        let facts = self.facts.of(engine, game)?;
        let negative = facts.negative;
        if facts.is_cold
            && let Some(cold) = unfinished(engine.add(sum.cold, game).map_err(SolveError::from))?
        {
            sum.cold = cold;
        } else {
            sum.add_game(game, negative, self.settings.cancel);
        }
        Ok(())
    }

    /// Adds a component to a sum: as a value, when it is small or its value is known.
    pub(crate) fn add_part(
        &mut self,
        engine: &mut Engine,
        sum: &mut Sum,
        part: Signed,
    ) -> Result<(), SolveError> {
        if self.convention == Convention::Misere {
            // There values tell nothing, and a sum with its negative is no 0.
            sum.add_part(part, self.negative(part), false);
            return Ok(());
        }
        self.look_up(engine, part.plus())?;
        let known = self.entry(part).value;
        let value = match known {
            Value::Known(value) => Some(value),
            Value::Unasked if self.settings.values => {
                match self.sources[part.ruleset()].is_small(part.number()) {
                    true => self.value_within(engine, part, SMALL_STEPS)?,
                    false => {
                        self.entry(part).value = Value::Unknown(0);
                        None
                    }
                }
            }
            Value::Open => return Err(SolveError::Loopy),
            Value::Unasked | Value::Unknown(_) => None,
        };
        match value {
            Some(value) => {
                let value = match part.sign() {
                    Sign::Plus => value,
                    Sign::Minus => engine.negate(value)?,
                };
                self.add_game(engine, sum, value)
            }
            None => {
                sum.add_part(part, self.negative(part), self.settings.cancel);
                Ok(())
            }
        }
    }

    /// The sum as its mover sees it.
    pub(crate) fn normalise(
        &mut self,
        engine: &mut Engine,
        terms: &[Term],
        mover: Player,
    ) -> Result<Sum, SolveError> {
        let mut sum = Sum::empty();
        for &term in terms {
            if let Term::Component(part) = term
                && self.settings.values
                && self.settings.steps > 0
            {
                self.value_within(engine, part.plus(), self.settings.steps)?;
            }
            self.add_term(engine, &mut sum, term, mover)?;
        }
        Ok(sum)
    }

    /// Adds a term to a sum that `mover` sees.
    fn add_term(
        &mut self,
        engine: &mut Engine,
        sum: &mut Sum,
        term: Term,
        mover: Player,
    ) -> Result<(), SolveError> {
        let term = match mover {
            Player::Left => term,
            Player::Right => self.negative_term(engine, term)?,
        };
        match term {
            Term::Value(game) => self.add_game(engine, sum, game),
            Term::Component(part) => self.add_part(engine, sum, part),
        }
    }

    /// The value of a sum, when the components have values and these add up soon.
    ///
    /// # Errors
    /// As [`Solver::wins`].
    pub fn cheap_value(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
    ) -> Result<Option<Game>, SolveError> {
        let total = self.normalise(engine, sum, Player::Left)?;
        if !total.parts.is_empty() {
            return Ok(None);
        }
        // The sum of many hot values is large, but for a closed form.
        let tenfold = if total.has_many_hot_values() { 1 } else { 10 };
        unfinished(engine.within(self.settings.steps.saturating_mul(tenfold), |engine| {
            let games: Vec<Game> = total.games.iter().copied().chain([total.cold]).collect();
            Ok(engine.sum(&games)?)
        }))
    }

    /// Whether a sum has values alone, and so many hot ones that they are not added to know who wins.
    ///
    /// # Errors
    /// As [`Solver::wins`].
    pub fn has_many_hot_values(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
    ) -> Result<bool, SolveError> {
        Ok(self.normalise(engine, sum, Player::Left)?.has_many_hot_values())
    }

    /// Whether `mover` wins a sum when moving first.
    ///
    /// # Errors
    /// Rules, limits, interruptions, a loopy game. What was found is kept.
    pub fn wins(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
        mover: Player,
    ) -> Result<bool, SolveError> {
        Ok(self.decide(engine, sum, mover)?.0)
    }

    /// Whether `mover` wins a sum when moving first, and what told so.
    ///
    /// # Errors
    /// As [`Solver::wins`].
    pub fn decide(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
        mover: Player,
    ) -> Result<(bool, Decided), SolveError> {
        if self.settings.values {
            let terms: Vec<(IBig, Term)> = sum.iter().map(|&term| (IBig::ONE, term)).collect();
            if let Some((outcome, family)) = self.outcome_by_family(engine, &terms)? {
                return Ok((outcome.won_by_first(mover), Decided::Family(family)));
            }
        }
        if let Some(nimber) = self.nimber(engine, sum)? {
            return Ok((nimber != 0, Decided::Nimber(nimber)));
        }
        let start = self.normalise(engine, sum, mover)?;
        let told = |(wins, decided)| match decided {
            // There the mover is Left.
            Decided::Bound(tied) if mover == Player::Right => {
                (wins, Decided::Bound(tied.opponent()))
            }
            decided => (wins, decided),
        };
        let before = self.positions_of_all();
        if start.has_many_hot_values()
            && let Some(found) = self.decide_values(engine, &start)?
        {
            return Ok(told(found));
        }
        if start.parts.is_empty() && self.settings.values {
            let steps = self.settings.steps.saturating_mul(10);
            let total = engine.within(steps, |engine| {
                let games: Vec<Game> = start.games.iter().copied().chain([start.cold]).collect();
                let total = engine.sum(&games)?;
                Ok(!engine.le(total, Game::ZERO)?)
            });
            if let Some(wins) = unfinished(total)? {
                return Ok((wins, Decided::Value));
            }
        }
        if let Some(found) = self.settled(engine, &start, Effort::Asked)? {
            return Ok(told(found));
        }
        let wins = self.search(engine, &start)?;
        Ok((wins, Decided::Search { positions: self.positions_of_all() - before }))
    }

    /// Whether `mover` wins a sum when moving first in misère play, where who cannot move wins.
    /// All terms must be components: a value does not tell who wins there.
    ///
    /// # Errors
    /// As [`Solver::wins`]; a value.
    pub fn wins_misere(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
        mover: Player,
    ) -> Result<bool, SolveError> {
        self.convention = Convention::Misere;
        let found = self.search_misere(engine, sum, mover);
        self.convention = Convention::Normal;
        found
    }

    fn search_misere(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
        mover: Player,
    ) -> Result<bool, SolveError> {
        let mut start = Sum::empty();
        for &term in sum {
            let Term::Component(part) = term else {
                return Err(SolveError::rules(
                    "in misère play a value does not tell who wins".to_owned(),
                ));
            };
            let seen = match mover {
                Player::Left => part,
                Player::Right => self.negative(part),
            };
            self.add_part(engine, &mut start, seen)?;
        }
        self.search(engine, &start)
    }

    /// Whether `mover` wins a sum when moving first, when earlier searches or values tell at
    /// once.
    ///
    /// # Errors
    /// As [`Solver::wins`].
    pub fn known(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
        mover: Player,
    ) -> Result<Option<bool>, SolveError> {
        let mut start = Sum::empty();
        for &term in sum {
            self.add_term(engine, &mut start, term, mover)?;
        }
        match self.settled(engine, &start, Effort::Fine)? {
            Some((wins, _)) => Ok(Some(wins)),
            None => {
                let key = self.key(engine, &start)?;
                Ok(self.table.known(key))
            }
        }
    }

    /// The value of a component, when it is known.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn known_value(&self, engine: &mut Engine, term: Term) -> Result<Option<Game>, SolveError> {
        let part = match term {
            Term::Value(game) => return Ok(Some(game)),
            Term::Component(part) => part,
        };
        let Value::Known(value) = self.entries[part.ruleset()][part.number()].value else {
            return Ok(None);
        };
        Ok(Some(match part.sign() {
            Sign::Plus => value,
            Sign::Minus => engine.negate(value)?,
        }))
    }

    /// Who wins a sum.
    ///
    /// # Errors
    /// As [`Solver::wins`].
    pub fn outcome(&mut self, engine: &mut Engine, sum: &[Term]) -> Result<Outcome, SolveError> {
        let left = self.wins(engine, sum, Player::Left)?;
        let right = self.wins(engine, sum, Player::Right)?;
        Ok(Outcome::from_first_moves(left, right))
    }
}

impl Sum {
    /// Whether it has values alone, more than [`FEW_VALUES`] of them hot.
    fn has_many_hot_values(&self) -> bool {
        self.parts.is_empty() && self.games.len() > FEW_VALUES
    }
}

impl Solver {
    /// The nimber of a sum, when all its terms are impartial components or nimbers.
    ///
    /// # Errors
    /// Rules, limits, a loopy game.
    pub fn nimber(&mut self, engine: &mut Engine, sum: &[Term]) -> Result<Option<u64>, SolveError> {
        let mut total = 0;
        let mut parts = Vec::new();
        for &term in sum {
            match term {
                Term::Component(part) if self.is_impartial(part) => parts.push(part),
                Term::Component(_) => return Ok(None),
                Term::Value(game) => {
                    let nimber = engine.as_nimber(game)?.and_then(|n| u64::try_from(&n).ok());
                    let Some(nimber) = nimber else { return Ok(None) };
                    total ^= nimber;
                }
            }
        }
        parts.sort_unstable();
        for pair in parts.chunk_by(|a, b| a == b).filter(|equal| equal.len() % 2 == 1) {
            total ^= self.nimber_of(engine, pair[0])?;
        }
        Ok(Some(total))
    }

    fn nimber_of(&mut self, engine: &mut Engine, part: Signed) -> Result<u64, SolveError> {
        let held = self.memory();
        let method = self.settings.search;
        self.sources[part.ruleset()].nimber(engine, part.number(), method, held)
    }
}

/// A component in work for its value.
struct Level {
    part: Signed,
    options: SmallVec<[Arc<Lists>; 2]>,
    side: usize,
    option: usize,
}
