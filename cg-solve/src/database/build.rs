//! Making a database: components are worked out by a solver, and gathered with those of the
//! database before.

use std::path::Path;

use cg_core::encoding::Encoder;
use cg_core::{Game, Outcome, Player};
use cg_simplify::Engine;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::values::{Numbers, ValueTable};
use super::{Answer, BLOCK, Database, Found, Header, MAX_HEADER, VERSION, file_bytes};
use crate::components::Signed;
use crate::error::SolveError;
use crate::solver::{Origin, RulesetId, Solver, Term, Value};

/// The steps of the engine for one comparison with a number or with ups, for bounds.
const BOUND_STEPS: u32 = 100_000;

impl Solver {
    /// Works out what a database says of a term: the value of a component when so many steps
    /// of the engine suffice, else who wins it and bounds.
    ///
    /// # Errors
    /// Rules, limits, a loopy game. What was found is kept.
    pub fn work_out(
        &mut self,
        engine: &mut Engine,
        term: Term,
        steps: u32,
    ) -> Result<(), SolveError> {
        let Term::Component(part) = term else { return Ok(()) };
        let part = part.plus();
        if self.value_within(engine, part, steps)?.is_some() || self.noted_outcome(part).is_some() {
            return Ok(());
        }
        let outcome = self.outcome(engine, &[part.into()])?;
        let most = i64::from(self.size(part)).max(1);
        let bounds = self.bounds_by_search(engine, part, outcome, most)?;
        self.note(engine, part, Found::Bounded(outcome, bounds))
    }

    /// Whole numbers, or for what is infinitesimal ups, that are at most and at least a
    /// component: the nearest ones, when they are found.
    fn bounds_by_search(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        outcome: Outcome,
        most: i64,
    ) -> Result<[Option<Game>; 2], SolveError> {
        let mut bounds = [None; 2];
        for (bound, below) in bounds.iter_mut().zip([true, false]) {
            // The nearest number: G >= n when Right, who moves first in G - n, loses.
            let direction = if below { 1 } else { -1 };
            let holds_at_zero =
                if below { outcome.at_least_zero() } else { outcome.at_most_zero() };
            let mut number = 0i64;
            let mut held = holds_at_zero;
            loop {
                let next = if holds_at_zero { number + direction } else { number - direction };
                if next.abs() > most {
                    break;
                }
                let game = engine.integer(&next.into())?;
                let holds = self.compares(engine, part, game, below)?;
                if holds_at_zero && !holds {
                    break;
                }
                number = next;
                if holds {
                    held = true;
                    if !holds_at_zero {
                        break;
                    }
                }
            }
            if !held {
                continue;
            }
            let mut nearest = engine.integer(&number.into())?;
            // Between 0 and the next number ups may be nearer.
            if number == 0 || number == -direction {
                let up = engine.up(&1.into())?;
                for copies in (-4i64..=4).map(|copies| copies * direction) {
                    let game = engine.multiple(&copies.into(), up)?;
                    if !self.compares(engine, part, game, below)? {
                        break;
                    }
                    nearest = game;
                }
            }
            *bound = Some(nearest);
        }
        Ok(bounds)
    }

    /// Whether a component is at least a value, or with `below` false at most it. No is also
    /// said when that takes long.
    fn compares(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        game: Game,
        below: bool,
    ) -> Result<bool, SolveError> {
        let negative = engine.negate(game)?;
        let sum = [Term::Component(part), Term::Value(negative)];
        let first = if below { Player::Right } else { Player::Left };
        let wins = engine.within(BOUND_STEPS, |engine| self.wins(engine, &sum, first));
        Ok(crate::solver::unfinished(wins)? == Some(false))
    }
}

/// Gathers components for a database, and writes it.
///
/// ```
/// use std::sync::Arc;
/// use cg_core::Limits;
/// use cg_rulesets::{Clobber, Notated};
/// use cg_simplify::Engine;
/// use cg_solve::{Database, DatabaseWriter, Settings, Solver};
///
/// let text = |rules: &Clobber, board: &_| match rules.write_position(board) { Ok(text) => text };
/// let mut engine = Engine::new(cg_subgroups::standard()?, Limits::default())?;
/// let mut solver = Solver::new(Settings::default());
/// let clobber = solver.add_written(Clobber, text);
/// for term in solver.terms(clobber, Clobber.read_position("XOX|OXO")?)? {
///     solver.work_out(&mut engine, term, 10_000)?;
/// }
/// let mut writer = DatabaseWriter::new(None)?;
/// writer.gather(&mut engine, &mut solver, clobber)?;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("clobber.cgdb");
/// writer.write(&path, "clobber", [2, 3], 10_000, None)?;
///
/// let mut solver = Solver::new(Settings::default());
/// let clobber = solver.add_written(Clobber, text);
/// solver.attach(clobber, Arc::new(Database::open(&path)?));
/// let sum = solver.terms(clobber, Clobber.read_position("XOX|OXO")?)?;
/// solver.outcome(&mut engine, &sum)?;
/// assert_eq!((solver.work().looked_up, solver.work().positions), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DatabaseWriter {
    values: ValueTable,
    answers: Vec<Answer>,
    numbers: HashMap<Answer, u32, FxBuildHasher>,
    /// Those of the database before, then new ones.
    entries: Vec<(Box<str>, u32)>,
    program: Option<String>,
}

impl std::fmt::Debug for DatabaseWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DatabaseWriter")
            .field("components", &self.entries.len())
            .finish_non_exhaustive()
    }
}

/// Too many values for their numbers.
fn too_many() -> SolveError {
    SolveError::rules("there are too many different values for one database")
}

impl DatabaseWriter {
    /// A writer that has all that is in a database.
    ///
    /// # Errors
    /// A database that says what cannot be.
    pub fn new(before: Option<&Database>) -> Result<Self, SolveError> {
        let mut writer = DatabaseWriter {
            values: ValueTable::default(),
            answers: Vec::new(),
            numbers: HashMap::default(),
            entries: Vec::new(),
            program: None,
        };
        let Some(before) = before else { return Ok(writer) };
        for id in 0..before.header.values {
            if writer.values.insert(&before.node(id)) != Some(id) {
                return Err(before.damaged("a value is there twice"));
            }
        }
        let mut entries = Vec::new();
        before.each_answer(&mut |key, answer| entries.push((Box::from(key), answer)))?;
        for (key, answer) in entries {
            let number = writer.answer(answer).ok_or_else(too_many)?;
            writer.entries.push((key, number));
        }
        Ok(writer)
    }

    /// The same, for a function of this program.
    #[must_use]
    pub fn of_program(self, program: impl Into<String>) -> Self {
        DatabaseWriter { program: Some(program.into()), ..self }
    }

    /// How many components there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn answer(&mut self, answer: Answer) -> Option<u32> {
        let next = u32::try_from(self.answers.len()).ok()?;
        let number = *self.numbers.entry(answer).or_insert_with(|| {
            self.answers.push(answer);
            next
        });
        Some(number)
    }

    /// Takes what a solver has found about components of a ruleset, and was not in its
    /// database.
    ///
    /// # Errors
    /// Those of the engine; too many values.
    pub fn gather<R>(
        &mut self,
        engine: &mut Engine,
        solver: &mut Solver,
        id: RulesetId<R>,
    ) -> Result<(), SolveError> {
        let mut numbers = Numbers::default();
        let ruleset = id.number();
        for number in 0..solver.entries[ruleset].len() {
            let entry = &solver.entries[ruleset][number];
            if entry.origin == Origin::Database {
                continue;
            }
            let mut value_of = |engine: &mut Engine, game: Game| {
                self.values.number(engine, &mut numbers, game)?.ok_or_else(too_many)
            };
            let answer = match (entry.value, &entry.noted) {
                (Value::Known(value), _) => Answer::Value(value_of(engine, value)?),
                (_, Some(noted)) => {
                    let mut bounds = [None; 2];
                    for (bound, side) in bounds.iter_mut().zip(&noted.sides) {
                        let game = side.as_ref().map(|side| side.games[0]);
                        *bound = game.map(|game| value_of(engine, game)).transpose()?;
                    }
                    Answer::Bounded { outcome: noted.outcome, bounds }
                }
                _ => continue,
            };
            let answer = self.answer(answer).ok_or_else(too_many)?;
            if let Some(key) = solver.sources[ruleset].key(engine, number) {
                self.entries.push((key.into(), answer));
            }
        }
        Ok(())
    }

    /// Writes the database as a whole: it is there then, or the one before still is.
    /// `boards_done` is `None` when it is complete.
    ///
    /// # Errors
    /// What the system says; two components with one text; a file of more than 4 GiB; a program that
    /// is too long.
    pub fn write(
        &mut self,
        path: &Path,
        game: &str,
        up_to: [u32; 2],
        steps: u32,
        boards_done: Option<u64>,
    ) -> Result<(), SolveError> {
        let refused = |reason: String| SolveError::database(path, reason);
        let bytes = self.file(game, up_to, steps, boards_done).map_err(refused)?;
        cg_files::write_whole(path, |file| file.write_all(&bytes))
            .map_err(|error| refused(error.to_string()))
    }

    /// The bytes of the file.
    pub(crate) fn file(
        &mut self,
        game: &str,
        up_to: [u32; 2],
        steps: u32,
        boards_done: Option<u64>,
    ) -> Result<Vec<u8>, String> {
        self.entries.sort_unstable();
        if let Some(twice) = self.entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(format!("two components have the same text: {}", twice[0].0));
        }
        let mut answers = Encoder::new();
        self.answers.iter().for_each(|answer| answer.write(&mut answers));
        let answers = answers.finish();
        let (mut blocks, mut index) = (Vec::new(), Vec::new());
        for block in self.entries.chunks(BLOCK) {
            let start = u32::try_from(blocks.len()).map_err(|_| "it would be too large")?;
            index.extend(start.to_le_bytes());
            let mut to = Encoder::new();
            let mut before: &[u8] = &[];
            for (key, answer) in block {
                let key = key.as_bytes();
                let shared = before.iter().zip(key).take_while(|(a, b)| a == b).count();
                to.count(shared as u64);
                to.count((key.len() - shared) as u64);
                to.raw(&key[shared..]);
                to.count((*answer).into());
                before = key;
            }
            blocks.extend(to.finish());
        }
        let without =
            |answer: &u32| matches!(self.answers[*answer as usize], Answer::Bounded { .. });
        let without_value = self.entries.iter().filter(|(_, answer)| without(answer)).count();
        let sections = [self.values.bytes(), &answers, &blocks, &index];
        let body = sections.concat();
        let count = |count: usize| u32::try_from(count).map_err(|_| "it has too many values");
        let header = Header {
            version: VERSION,
            game: game.to_owned(),
            program: self.program.clone(),
            up_to,
            steps,
            boards_done,
            components: self.entries.len() as u64,
            without_value: without_value as u64,
            values: count(self.values.len())?,
            answers: count(self.answers.len())?,
            bytes: sections.map(|section| section.len() as u64),
            crc: crc32fast::hash(&body),
        };
        let bytes = file_bytes(&header, &body);
        match bytes.len() - body.len() <= MAX_HEADER {
            true => Ok(bytes),
            false => Err(format!("its definitions have more than {MAX_HEADER} bytes")),
        }
    }
}
