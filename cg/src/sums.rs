//! `? G`, `?? G` and `:why ? G` in the language, where a term of G is a call of a ruleset's
//! function whose value is too large: the solver of sums tells who wins.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cg_core::{Error as GameError, Game, LimitReached, Notation, Outcome, Player};
use cg_lang::{
    Asked, AskedTerm, DefinedPart, Definitions, Figure, Figured, Host, PartKind, PartialAnswer,
    PositionSolver, Reasons, RunError, RunResult, Verdict,
};
use cg_rulesets::{Entry, Start, Variant};
use cg_simplify::Engine;
use cg_solve::{FEW_VALUES, SolveError, Solver, Term};
use dashu_int::{IBig, ops::UnsignedAbs};
use serde::Serialize;

use crate::database::Databases;
use crate::figures::{Unfigured, figure};
use crate::own_rules::OwnPart;
use crate::rulesets::{Shared, start_of_call};
use crate::sides::{Sides, name};
use crate::solve::{OnDefinition, Read, SumSolver, WrittenSum, WrittenTerm};
use crate::solve_why::{self, Advice, cut};

/// Steps of the engine for the value of a sum, before it is searched: about a tenth of a
/// second.
const VALUE_STEPS: u32 = 100_000;
/// The same, when one player's answer is asked for, as it is for each move of a position.
const FEW_STEPS: u32 = 2_000;
/// The most copies of terms: a sum of more is left to its value.
const MOST_COPIES: usize = 1_000;

/// After a search of so many positions of the user's rules, a declaration that would help is
/// named.
const MANY_POSITIONS: u64 = 2_000;

/// Who wins a sum that was searched, and how: `? G`, `?? G`.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct SolvedReply {
    /// Who wins: `left player win`.
    pub outcome: String,
    /// Who wins when Left moves first: `left` or `right`.
    pub left_first: &'static str,
    /// Who wins when Right moves first.
    pub right_first: &'static str,
    /// The nimber of an impartial sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u64>,
    /// How many positions were looked at.
    pub positions: u64,
    /// The winning first moves, when they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_moves: Option<Sides<Vec<SolvedMove>>>,
}

/// A first move in a sum: one that wins, or reaches the best score where points decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SolvedMove {
    /// The term in which it is made, with its sign.
    pub from: String,
    /// The move by its cells or its line, or what the term becomes.
    #[serde(rename = "move")]
    pub name: String,
    /// Whether it is the orthodox move that is named: it reaches the wall of the hottest term.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub orthodox: bool,
}

/// Questions that may be under way, each inside the rules of the one before: more are left to
/// values.
const MOST_NESTED: usize = 16;
/// Answers that are kept for questions inside definitions.
const MOST_ANSWERS: usize = 1 << 16;

/// Searches the sums of a session.
#[derive(Debug)]
pub(crate) struct Sums {
    /// The values that the functions of the session know.
    known: Shared,
    /// Steps of the engine for the value of a sum.
    steps: u32,
    databases: Option<Databases>,
    memory: Mutex<Memory>,
}

/// What is kept between questions.
#[derive(Debug, Default)]
struct Memory {
    /// The engine to which it belongs.
    engine: u64,
    /// The state of the definitions for which it holds.
    version: u64,
    /// The solvers that are not in use. A question inside the rules of another has a solver of its own.
    idle: Vec<Searcher>,
    /// How many solvers are in use.
    busy: usize,
    /// Who wins in misère play.
    misere: HashMap<Vec<(IBig, DefinedPart)>, Outcome>,
}

/// A solver with the definitions of the session.
struct Searcher {
    solver: SumSolver,
    definitions: Definitions,
}

impl std::fmt::Debug for Searcher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Searcher").finish_non_exhaustive()
    }
}

impl Searcher {
    fn new(databases: Option<&Databases>) -> RunResult<Self> {
        let solver = SumSolver::new(cg_solve::Settings::default());
        let mut solver = solver.with_databases(databases.cloned());
        let definitions = Definitions::new()?;
        solver.add_definitions(definitions.clone());
        Ok(Searcher { solver, definitions })
    }

    /// How many positions it looked at.
    fn positions(&mut self) -> u64 {
        self.solver.solver().work().positions
    }
}

/// A term of a sum as it is searched: how many copies, whether they are subtracted, the
/// position where it is one of the table, and its moves where they were asked for.
pub(crate) struct ReadTerm {
    count: usize,
    minus: bool,
    start: Option<Start>,
    kind: PartKind,
    pub(crate) defined: Option<Arc<OnDefinition>>,
    /// What is played in misère play, where that is asked for.
    pub(crate) in_misere: Option<cg_lang::DefinedPart>,
}

/// How much is spent on the value of a sum.
#[derive(Clone, Copy)]
struct Effort {
    /// Steps of the engine before the first search.
    steps: u32,
    /// The value and the search take turns: a search has so many times the steps of the value.
    /// `None` where that is for the user's rules alone.
    share: Option<u32>,
}

impl Effort {
    /// So many steps, and then a search to its end, unless the rules are the user's.
    fn once(steps: u32) -> Self {
        Effort { steps, share: None }
    }
}

/// A search of the user's rules has so many times the steps of the value.
const SHARE: u32 = 8;

/// A term of a sum that a family of sums may decide.
enum FamilyTerm {
    Start(Start),
    Value(Game),
    Own(OwnPart),
}

/// Whether the value of a sum is worked out at little cost.
enum Cheap {
    Known,
    Unknown,
    /// The value itself says what is wrong.
    Fails,
}

impl Sums {
    /// A solver that knows nothing yet but the values of the functions.
    pub(crate) fn new(known: Shared, databases: Option<Databases>) -> Self {
        Sums { known, steps: VALUE_STEPS, databases, memory: Mutex::default() }
    }

    /// The solver with so many steps for the value of a sum.
    pub(crate) fn with_steps(self, steps: u32) -> Self {
        Sums { steps, ..self }
    }

    /// The memory, which changed definitions empty.
    fn memory(&self, host: &mut Host<'_>) -> MutexGuard<'_, Memory> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let (engine, version) = (host.engine().id(), host.version());
        if memory.engine != engine || memory.version != version {
            *memory = Memory { engine, version, busy: memory.busy, ..Memory::default() };
        }
        memory
    }

    /// Lets a solver search, with what it found before, unless that takes much memory. `None` where too many
    /// questions are under way.
    fn with_searcher<T>(
        &self,
        host: &mut Host<'_>,
        search: impl FnOnce(&mut Host<'_>, &mut Searcher) -> RunResult<T>,
    ) -> RunResult<Option<T>> {
        /// A solver is in use, even when it panics.
        struct Busy<'s>(&'s Sums);

        impl Drop for Busy<'_> {
            fn drop(&mut self) {
                self.0.memory.lock().unwrap_or_else(PoisonError::into_inner).busy -= 1;
            }
        }

        let most = host.engine().limits().memory / 4;
        let mut memory = self.memory(host);
        if memory.busy >= MOST_NESTED {
            return Ok(None);
        }
        memory.busy += 1;
        let idle = memory.idle.pop();
        drop(memory);
        let busy = Busy(self);
        let version = host.version();
        let kept = idle.filter(|idle| idle.solver.held_bytes() <= most);
        let mut searcher = kept.map_or_else(|| Searcher::new(self.databases.as_ref()), Ok)?;
        let found = search(host, &mut searcher);
        drop(busy);
        if host.version() == version {
            self.memory(host).idle.push(searcher);
        }
        found.map(Some)
    }

    /// The terms of a sum; `None` when one does not read, or there are too many copies.
    pub(crate) fn read(
        host: &mut Host<'_>,
        sum: &[AskedTerm],
        asked: Asked,
    ) -> RunResult<Option<Vec<ReadTerm>>> {
        let mut copies = 0;
        let mut read = Vec::with_capacity(sum.len());
        for term in sum {
            let count = usize::try_from(term.count.clone().unsigned_abs()).ok();
            let Some(count) = count.filter(|count| count + copies <= MOST_COPIES) else {
                return Ok(None);
            };
            copies += count;
            let kind = host.kind(&term.part)?;
            let start = match &kind {
                PartKind::Call { function, arguments } => {
                    let start = start_of_call(&mut host.context(), function, arguments);
                    let Some(start) = start else { return Ok(None) };
                    Some(start)
                }
                PartKind::Defined | PartKind::Value(_) => None,
            };
            let defined = match (&kind, asked) {
                (PartKind::Defined, Asked::Moves) => {
                    let left = host.moves(&term.part, Player::Left)?;
                    let right = host.moves(&term.part, Player::Right)?;
                    Some(Arc::new(OnDefinition { part: term.part.clone(), moves: [left, right] }))
                }
                (PartKind::Defined, Asked::Outcome) => {
                    let moves = [Vec::new(), Vec::new()];
                    Some(Arc::new(OnDefinition { part: term.part.clone(), moves }))
                }
                _ => None,
            };
            let minus = term.count < IBig::ZERO;
            read.push(ReadTerm { count, minus, start, kind, defined, in_misere: None });
        }
        Ok(Some(read))
    }

    /// Whether the value of a sum can be worked out at little cost. The functions know it
    /// then.
    fn has_value(
        &self,
        engine: &mut Engine,
        definitions: &Definitions,
        sum: &[AskedTerm],
        read: &[ReadTerm],
        steps: u32,
    ) -> RunResult<Cheap> {
        let found = engine.within(steps, |engine| {
            let mut total = cg_core::Game::ZERO;
            for (term, read) in sum.iter().zip(read) {
                let game = match (&read.kind, &read.start) {
                    (PartKind::Value(game), _) => *game,
                    (_, Some(start)) => {
                        // Definitions may ask for such values too: it is held no longer.
                        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
                        told(known.value(engine, start))?
                    }
                    (_, None) => definitions.value(engine, &term.part)?,
                };
                let copies = engine.multiple(&term.count, game)?;
                total = engine.add(total, copies)?;
            }
            engine.outcome(total)?;
            Ok(())
        });
        match found {
            Ok(()) => Ok(Cheap::Known),
            // What is too large for a subgroup may be searched all the same.
            Err(RunError::Game(
                GameError::Limit(LimitReached::Steps { .. }) | GameError::SubgroupLimit { .. },
            )) => Ok(Cheap::Unknown),
            Err(RunError::Game(error)) => Err(RunError::Game(error)),
            Err(_) => Ok(Cheap::Fails),
        }
    }

    /// Who wins a sum, if a loaded family of sums decides it, and its nimber, if its terms are
    /// impartial. Any number of copies are few here.
    fn by_family(
        &self,
        host: &mut Host<'_>,
        sum: &[AskedTerm],
    ) -> RunResult<Option<(Outcome, Option<u64>)>> {
        if host.engine().registry().sum_families().is_empty() {
            return Ok(None);
        }
        let mut kinds = Vec::with_capacity(sum.len());
        for term in sum {
            kinds.push(match host.kind(&term.part)? {
                PartKind::Call { function, arguments } => {
                    let start = start_of_call(&mut host.context(), &function, &arguments);
                    let Some(start) = start else { return Ok(None) };
                    FamilyTerm::Start(start)
                }
                PartKind::Value(game) => FamilyTerm::Value(game),
                PartKind::Defined => FamilyTerm::Own(OwnPart::Defined(term.part.clone())),
            });
        }
        let found = self.with_searcher(host, |host, searcher| {
            let Searcher { solver, definitions } = searcher;
            host.lend(definitions, |engine| {
                let mut terms: Vec<(IBig, Term)> = Vec::new();
                for (kind, AskedTerm { count, .. }) in kinds.into_iter().zip(sum) {
                    let own = match kind {
                        FamilyTerm::Start(start) => {
                            let Some(own) = solver.board(&start)? else { return Ok(None) };
                            own
                        }
                        FamilyTerm::Value(game) => vec![Term::Value(game)],
                        FamilyTerm::Own(part) => solver.own_terms(engine, part)?,
                    };
                    terms.extend(own.into_iter().map(|term| (count.clone(), term)));
                }
                let solver = solver.solver();
                let Some((outcome, _)) = solver.outcome_by_family(engine, &terms)? else {
                    return Ok(None);
                };
                let all: Vec<Term> = terms.iter().map(|&(_, term)| term).collect();
                let nimber = match solver.nimber(engine, &all)? {
                    None => None,
                    // Two copies are 0.
                    Some(_) => {
                        let odd =
                            terms.iter().filter(|(count, _)| !(count % IBig::from(2)).is_zero());
                        let odd: Vec<Term> = odd.map(|&(_, term)| term).collect();
                        solver.nimber(engine, &odd)?
                    }
                };
                Ok(Some((outcome, nimber)))
            })
            .or_else(|error| match error {
                // The value says what is wrong with the rules.
                SolveError::Rules(_) | SolveError::Loopy => Ok(None),
                error => told(Err(error)),
            })
        })?;
        Ok(found.flatten())
    }

    /// Searches a sum whose value takes more than so many steps: `search` gets the solver and
    /// the sum. Of a call of a definition alone `play` may tell by code that says who wins. `None`
    /// when its value tells, or says what is wrong.
    fn searched<T>(
        &self,
        host: &mut Host<'_>,
        sum: &[AskedTerm],
        asked: Asked,
        effort: Effort,
        play: impl Fn(&mut Engine, &Played<'_>) -> RunResult<Option<T>>,
        search: impl Fn(&mut Engine, &mut SumSolver, &WrittenSum) -> RunResult<T>,
    ) -> RunResult<Option<T>> {
        let Some(read) = Self::read(host, sum, asked)? else { return Ok(None) };
        let own_rules = read.iter().any(|term| matches!(term.kind, PartKind::Defined));
        let Effort { steps, share } = effort;
        let many_values = read.iter().map(|term| term.count).sum::<usize>() > FEW_VALUES
            && read.iter().all(|term| matches!(term.kind, PartKind::Value(_)));
        let may_be_hot = many_values && asked == Asked::Outcome && share.is_none();
        let share = share.or(own_rules.then_some(SHARE));
        let once = |host: &mut Host<'_>, own: &mut Searcher| {
            let definitions = own.definitions.clone();
            host.lend(&definitions, |engine| -> RunResult<Searched<T>> {
                let mut written = None;
                if may_be_hot && let Some(sum) = told(own.solver.written(engine, sum, &read))? {
                    let solver = own.solver.solver();
                    if told(solver.has_many_hot_values(engine, &sum.terms()))? {
                        return search(engine, &mut own.solver, &sum).map(Searched::Yes);
                    }
                }
                let mut budget = if own_rules { steps.min(self.steps / 10) } else { steps };
                // Without steps for values the search alone is asked.
                let mut played = Played::of(&definitions, sum, &read).filter(|_| budget > 0);
                loop {
                    // Values take more time for a step than searches do.
                    let turn = match (&written, &played) {
                        (None, None) => budget,
                        (None, Some(_)) => budget / 8,
                        (Some(_), _) => budget / 2,
                    };
                    match self.has_value(engine, &definitions, sum, &read, turn)? {
                        Cheap::Known | Cheap::Fails => return Ok(Searched::No),
                        Cheap::Unknown => {}
                    }
                    // A search knows by declarations which positions are alike: it has the first turn then.
                    if let Some(on) = played.take_if(|on| !on.knows_alike) {
                        match on.turn(engine, budget, &play)? {
                            Turn::Found(found) => return Ok(Searched::Yes(found)),
                            Turn::Unfinished => played = Some(on),
                            Turn::Useless => {}
                        }
                    }
                    if written.is_none() {
                        written = match own.solver.written(engine, sum, &read) {
                            Ok(Some(written)) => Some(written),
                            Ok(None) => return Ok(Searched::NoRoom),
                            // The value says what is wrong with the rules.
                            Err(SolveError::Rules(_)) => return Ok(Searched::No),
                            Err(error) => return told(Err(error)),
                        };
                    }
                    let written = written.as_ref().expect("it was made above");
                    let turns = share.zip(budget.checked_mul(8).filter(|more| *more > 0));
                    let Some((share, more)) = turns else {
                        return search(engine, &mut own.solver, written).map(Searched::Yes);
                    };
                    // Of a user's rules nobody knows whether values or searches are quicker:
                    // both have their turns, each longer than the one before.
                    let share = if played.is_some() { 2 * share } else { share };
                    let found = engine.within(budget.saturating_mul(share), |engine| {
                        search(engine, &mut own.solver, written)
                    });
                    match found {
                        Err(error) if is_out_of_steps(&error) => {}
                        found => return found.map(Searched::Yes),
                    }
                    if let Some(on) = played.take_if(|on| on.knows_alike) {
                        match on.turn(engine, budget, &play)? {
                            Turn::Found(found) => return Ok(Searched::Yes(found)),
                            Turn::Unfinished => played = Some(on),
                            Turn::Useless => {}
                        }
                    }
                    budget = more;
                }
            })
        };
        let found = self.with_searcher(host, |host, searcher| {
            let before = searcher.positions();
            let mut found = once(host, searcher);
            if own_rules && searcher.positions() - before >= MANY_POSITIONS {
                note_undeclared(host, sum);
            }
            if let Ok(Searched::NoRoom) = found {
                // The solver has met too many rulesets: it begins anew.
                *searcher = Searcher::new(self.databases.as_ref())?;
                found = once(host, searcher);
            }
            found
        })?;
        Ok(match found {
            Some(Searched::Yes(found)) => Some(found),
            Some(Searched::No | Searched::NoRoom) | None => None,
        })
    }
}

/// Names a function of a sum that declares no `sum:`.
fn note_undeclared(host: &mut Host<'_>, sum: &[AskedTerm]) {
    let undeclared = sum.iter().find_map(|term| host.without_sum(&term.part));
    if let Some(function) = undeclared.map(str::to_owned) {
        host.note(format!(
            "`{function}` declares no `sum:`. If its positions fall apart, that makes the search \
             shorter: `:help declarations`"
        ));
    }
}

/// A call of a definition whose options are calls: code tells who wins it, move by move.
struct Played<'s> {
    definitions: Definitions,
    part: &'s cg_lang::DefinedPart,
    /// It is subtracted: the players have each other's roles.
    minus: bool,
    /// Its definition declares positions that are alike.
    knows_alike: bool,
}

/// Calls that are remembered for a question: positions that fall apart make more, which a search
/// needs not.
const MOST_PLAYED: usize = 200_000;

impl<'s> Played<'s> {
    /// The call that a sum is. Code plays no call of an impartial definition, whose nimber is asked
    /// for, and none whose definition declares parts, which a search takes apart.
    fn of(definitions: &Definitions, sum: &'s [AskedTerm], read: &[ReadTerm]) -> Option<Self> {
        let ([term], [ReadTerm { count: 1, minus, kind: PartKind::Defined, .. }]) = (sum, read)
        else {
            return None;
        };
        let (definitions, part) = (definitions.clone(), &term.part);
        let knows_alike = definitions.declares_alike(part);
        let played = Played { definitions, part, minus: *minus, knows_alike };
        let definitions = &played.definitions;
        let plays = !definitions.is_impartial(part) && !definitions.declares_parts(part);
        plays.then_some(played)
    }

    /// A turn of code that plays, which takes so many steps as a search of `budget` steps.
    fn turn<T>(
        &self,
        engine: &mut Engine,
        budget: u32,
        play: impl Fn(&mut Engine, &Self) -> RunResult<Option<T>>,
    ) -> RunResult<Turn<T>> {
        let found = engine.within(budget.saturating_mul(16), |engine| play(engine, self));
        match found {
            Ok(Some(found)) => Ok(Turn::Found(found)),
            Err(RunError::Game(GameError::Interrupted)) => {
                Err(RunError::Game(GameError::Interrupted))
            }
            Err(error) if is_out_of_steps(&error) && self.calls() <= MOST_PLAYED => {
                Ok(Turn::Unfinished)
            }
            // The search has better means, or says what is wrong.
            Ok(None) | Err(_) => {
                self.forget();
                Ok(Turn::Useless)
            }
        }
    }

    fn wins(&self, engine: &mut Engine, player: Player) -> RunResult<Option<bool>> {
        let player = if self.minus { player.opponent() } else { player };
        self.definitions.wins(engine, self.part, player)
    }

    /// How many calls are remembered.
    fn calls(&self) -> usize {
        self.definitions.told_calls(self.part)
    }

    fn forget(&self) {
        self.definitions.forget_told(self.part);
    }
}

/// What came of a turn of code that plays.
enum Turn<T> {
    Found(T),
    /// It needs more steps.
    Unfinished,
    /// Others must answer.
    Useless,
}

/// What came of a search.
enum Searched<T> {
    Yes(T),
    /// The value tells, or says what is wrong.
    No,
    /// The solver has too many rulesets.
    NoRoom,
}

/// Whether an error says that a bounded piece of work needs more steps.
fn is_out_of_steps(error: &RunError) -> bool {
    let out = |error: &GameError| matches!(error, GameError::Limit(LimitReached::Steps { .. }));
    match error {
        RunError::Game(error) | RunError::Stopped { error, .. } => out(error),
        _ => false,
    }
}

fn refused(function: &str, message: String) -> RunError {
    RunError::Refused { function: function.into(), message }
}

/// What a solver says went wrong, as the language says it.
fn told<T>(found: Result<T, SolveError>) -> RunResult<T> {
    found.map_err(|error| run_error("?", error))
}

/// What went wrong in a search, for a question of a function.
fn run_error(function: &str, error: SolveError) -> RunError {
    match error {
        SolveError::Engine(error) => RunError::Game(error),
        SolveError::Rules(error) => match error.downcast_ref::<RunError>() {
            Some(error) => error.clone(),
            None => refused(function, error.to_string()),
        },
        error => refused(function, error.to_string()),
    }
}

impl SumSolver {
    /// A sum of the language for the solver; `None` when it has too many rulesets.
    pub(crate) fn written(
        &mut self,
        engine: &mut Engine,
        sum: &[AskedTerm],
        read: &[ReadTerm],
    ) -> Result<Option<WrittenSum>, SolveError> {
        let mut written = WrittenSum::default();
        for (term, read) in sum.iter().zip(read) {
            let ReadTerm { count, minus, start, kind, defined, in_misere } = read;
            let (terms, read) = match (kind, start, defined) {
                (_, Some(start), _) => {
                    let Some(terms) = self.board(start)? else { return Ok(None) };
                    (terms, Read::Start(start.clone()))
                }
                (PartKind::Value(game), ..) => {
                    (vec![Term::Value(*game)], Read::Value(in_misere.clone()))
                }
                (_, _, Some(on)) => {
                    let terms = self.own_terms(engine, OwnPart::Defined(term.part.clone()))?;
                    (terms, Read::Defined(Arc::clone(on)))
                }
                _ => unreachable!("a call of a ruleset was read, and a definition has its moves"),
            };
            let mut signed = Vec::with_capacity(terms.len());
            for term in terms {
                signed.push(match minus {
                    true => self.solver().negative_term(engine, term)?,
                    false => term,
                });
            }
            for _ in 0..*count {
                written.0.push(WrittenTerm {
                    text: term.text.clone(),
                    minus: *minus,
                    at: 0..0,
                    terms: signed.clone(),
                    read: read.clone(),
                });
            }
        }
        Ok(Some(written))
    }
}

/// Who wins a sum by who moves first. Where a limit or an interruption ends the search, the error says what is
/// known: `terms`, who wins when one of the players starts, how many positions were looked at. Of winners that were
/// `told` before nothing is searched.
fn outcome_or_known(
    solver: &mut SumSolver,
    terms: Vec<String>,
    told: [Option<Player>; 2],
    mut wins: impl FnMut(&mut Solver, Player) -> Result<bool, SolveError>,
) -> Result<Outcome, Unanswered> {
    let before = solver.solver().work().positions;
    let mut winners = [None; 2];
    let mut stopped = None;
    for player in Player::BOTH {
        winners[player as usize] = told[player as usize];
        if winners[player as usize].is_some() || stopped.is_some() {
            continue;
        }
        match wins(solver.solver(), player) {
            Ok(wins) => {
                winners[player as usize] = Some(if wins { player } else { player.opponent() });
            }
            Err(SolveError::Engine(error))
                if error.is_limit() || error == GameError::Interrupted =>
            {
                stopped = Some(error);
            }
            Err(error) => return Err(Unanswered::Failed(error)),
        }
    }
    match (winners, stopped) {
        ([Some(left), Some(right)], None) => {
            Ok(Outcome::from_first_moves(left == Player::Left, right == Player::Right))
        }
        (winners, error) => {
            let error = error.expect("without a limit both are known");
            let positions = solver.solver().work().positions - before;
            let known = Box::new(PartialAnswer::of_winners(winners, terms, positions));
            Err(Unanswered::Stopped { error, known })
        }
    }
}

/// Why it is not known who wins a sum.
enum Unanswered {
    Failed(SolveError),
    Stopped { error: GameError, known: Box<PartialAnswer> },
}

impl Unanswered {
    fn of(self, function: &str) -> RunError {
        match self {
            Unanswered::Failed(error) => run_error(function, error),
            Unanswered::Stopped { error, known } => RunError::Stopped { error, known },
        }
    }
}

fn verdict_of(
    outcome: Outcome,
    text: String,
    nimber: Option<u64>,
    positions: u64,
    winning_moves: Option<Sides<Vec<SolvedMove>>>,
) -> Verdict {
    let winner = |first: Player| match outcome.won_by_first(first) {
        true => name(first),
        false => name(first.opponent()),
    };
    let data = SolvedReply {
        outcome: outcome.to_string(),
        left_first: winner(Player::Left),
        right_first: winner(Player::Right),
        nimber,
        positions,
        winning_moves,
    };
    Verdict { outcome, text, data: Arc::new(data) }
}

/// The winning moves of a player, those that are written alike once.
fn moves(
    engine: &mut Engine,
    notation: Notation,
    solver: &mut SumSolver,
    sum: &WrittenSum,
    player: Player,
    advice: &Advice,
) -> RunResult<Vec<SolvedMove>> {
    let found = solver.winning_moves_in(engine, notation, sum, player);
    let mut listed: Vec<SolvedMove> = Vec::new();
    for mut made in told(found)? {
        made.orthodox =
            advice.moves.iter().any(|(mover, advised, _)| *mover == player && *advised == made);
        if !listed.contains(&made) {
            listed.push(made);
        }
    }
    Ok(listed)
}

/// The moves of a player, numbered, one a line.
fn lines(found: &[SolvedMove], alone: bool) -> String {
    if found.is_empty() {
        return " no winning move".to_owned();
    }
    let digits = found.len().to_string().len();
    let mut text = String::new();
    for (made, number) in found.iter().zip(1..) {
        let place = if alone { String::new() } else { format!("{}: ", cut(&made.from)) };
        let orthodox = if made.orthodox { " (orthodox)" } else { "" };
        text += &format!("\n  {number:>digits$}. {place}{}{orthodox}", made.name);
    }
    text
}

impl PositionSolver for Sums {
    fn takes(&self, function: &str) -> bool {
        Entry::all().iter().any(|entry| entry.function == function)
            || Variant::NAMED.into_iter().any(|variant| variant.name() == function)
    }

    fn verdict(
        &self,
        host: &mut Host<'_>,
        sum: &[AskedTerm],
        asked: Asked,
    ) -> RunResult<Option<Verdict>> {
        if let Asked::Outcome = asked
            && let Some((outcome, nimber)) = self.by_family(host, sum)?
        {
            return Ok(Some(verdict_of(outcome, outcome.to_string(), nimber, 0, None)));
        }
        let notation = host.context().notation();
        let play = |engine: &mut Engine, on: &Played<'_>| {
            let Asked::Outcome = asked else { return Ok(None) };
            let before = on.calls();
            let (left, right) = (on.wins(engine, Player::Left)?, on.wins(engine, Player::Right)?);
            let (Some(left), Some(right)) = (left, right) else { return Ok(None) };
            let outcome = Outcome::from_first_moves(left, right);
            let positions = (on.calls() - before) as u64;
            Ok(Some(verdict_of(outcome, outcome.to_string(), None, positions, None)))
        };
        self.searched(
            host,
            sum,
            asked,
            Effort::once(self.steps),
            play,
            |engine, solver, written| {
                let before = solver.solver().work().positions;
                // Before the search: behind a limit nothing can be worked out.
                let mut known = told(solver.known_of_terms_in(engine, notation, written))?;
                let advice = match asked {
                    Asked::Outcome => Advice::default(),
                    Asked::Moves => told(solver.hot_in(engine, notation, written))?,
                };
                known.extend(advice.sentences(written));
                let terms = written.terms();
                let wins = |solver: &mut Solver, player| solver.wins(engine, &terms, player);
                let outcome = outcome_or_known(solver, known.clone(), advice.winners, wins);
                let outcome = outcome.map_err(|it| it.of("?"))?;
                let nimber = told(solver.solver().nimber(engine, &written.terms()))?;
                let mut text = outcome.to_string();
                let winning_moves = match asked {
                    Asked::Outcome => None,
                    Asked::Moves => {
                        let [left, right] = Player::BOTH.map(|player| {
                            let found = moves(engine, notation, solver, written, player, &advice);
                            found.map_err(|error| match error {
                                RunError::Game(error)
                                    if error.is_limit() || error == GameError::Interrupted =>
                                {
                                    let positions = solver.solver().work().positions - before;
                                    let winners = Player::BOTH.map(|first| {
                                        let wins = outcome.won_by_first(first);
                                        Some(if wins { first } else { first.opponent() })
                                    });
                                    let known = known.clone();
                                    let known =
                                        PartialAnswer::of_winners(winners, known, positions);
                                    RunError::Stopped { error, known: Box::new(known) }
                                }
                                error => error,
                            })
                        });
                        let (left, right) = (left?, right?);
                        let alone = written.written().len() == 1;
                        if left == right {
                            text += &format!("; either player:{}", lines(&left, alone));
                        } else {
                            text += &format!("\nLeft:{}", lines(&left, alone));
                            text += &format!("\nRight:{}", lines(&right, alone));
                        }
                        Some(Sides { left, right })
                    }
                };
                let positions = solver.solver().work().positions - before;
                Ok(verdict_of(outcome, text, nimber, positions, winning_moves))
            },
        )
    }

    fn winner(
        &self,
        host: &mut Host<'_>,
        sum: &[AskedTerm],
        first: Player,
    ) -> RunResult<Option<Player>> {
        if let Some((outcome, _)) = self.by_family(host, sum)? {
            let wins = outcome.won_by_first(first);
            return Ok(Some(if wins { first } else { first.opponent() }));
        }
        let play = |engine: &mut Engine, on: &Played<'_>| {
            let wins = on.wins(engine, first)?;
            Ok(wins.map(|wins| if wins { first } else { first.opponent() }))
        };
        self.searched(
            host,
            sum,
            Asked::Outcome,
            Effort::once(FEW_STEPS),
            play,
            |engine, solver, written| {
                let wins = told(solver.solver().wins(engine, &written.terms(), first))?;
                Ok(if wins { first } else { first.opponent() })
            },
        )
    }

    fn reasons(&self, host: &mut Host<'_>, sum: &[AskedTerm]) -> RunResult<Option<Reasons>> {
        let notation = host.context().notation();
        let play = |_: &mut Engine, _: &Played<'_>| Ok(None);
        self.searched(
            host,
            sum,
            Asked::Moves,
            Effort::once(self.steps),
            play,
            |engine, solver, written| {
                let mut lines =
                    vec!["Its value would take long, so the sum was searched.".to_owned()];
                lines.extend(told(solver.why_in(engine, notation, written, &Player::BOTH))?);
                let outcome = told(solver.solver().outcome(engine, &written.terms()))?;
                Ok(Reasons { outcome, lines })
            },
        )
    }

    fn figure(
        &self,
        host: &mut Host<'_>,
        sum: &[AskedTerm],
        asked: Figure,
    ) -> RunResult<Option<Figured>> {
        self.by_walls(host, sum, Asked::Outcome, |engine, solver, written| {
            figure(engine, solver.solver(), &written.terms(), asked)
        })
    }

    fn figure_reasons(
        &self,
        host: &mut Host<'_>,
        sum: &[AskedTerm],
        asked: Figure,
    ) -> RunResult<Option<Vec<String>>> {
        let notation = host.context().notation();
        self.by_walls(host, sum, Asked::Moves, |engine, solver, written| {
            solve_why::figure_reasons(engine, notation, solver, written, asked)
        })
    }

    fn misere(&self, host: &mut Host<'_>, sum: &[AskedTerm]) -> RunResult<Outcome> {
        let key: Vec<_> = sum.iter().map(|term| (term.count.clone(), term.part.clone())).collect();
        if let Some(&outcome) = self.memory(host).misere.get(&key) {
            return Ok(outcome);
        }
        let version = host.version();
        let found = self.with_searcher(host, |host, Searcher { solver, definitions }| {
            host.lend(definitions, |engine| {
                solver.set_misere(true);
                let found = solver.misere_outcome(engine, sum);
                solver.set_misere(false);
                found.map_err(|error| error.of("misere"))
            })
        })?;
        let outcome = found.ok_or_else(|| {
            let problem = format!("more than {MOST_NESTED} such questions are inside each other");
            refused("misere", problem)
        })?;
        if host.version() == version {
            let mut memory = self.memory(host);
            if memory.misere.len() >= MOST_ANSWERS {
                memory.misere.clear();
            }
            memory.misere.insert(key, outcome);
        }
        Ok(outcome)
    }
}

impl Sums {
    /// What walls tell of a sum whose value would take long: values and walls take turns, since
    /// either may be quicker. `None` where its value tells, or its numbers have no walls.
    fn by_walls<T>(
        &self,
        host: &mut Host<'_>,
        sum: &[AskedTerm],
        asked: Asked,
        walls: impl Fn(&mut Engine, &mut SumSolver, &WrittenSum) -> Result<T, Unfigured>,
    ) -> RunResult<Option<T>> {
        let effort = Effort { steps: self.steps, share: Some(1) };
        // What was known when the last turn of the walls ended.
        let known = RefCell::new(None);
        let play = |_: &mut Engine, _: &Played<'_>| Ok(None);
        let found = self.searched(host, sum, asked, effort, play, |engine, solver, written| {
            match walls(engine, solver, written) {
                Ok(found) => Ok(Some(found)),
                Err(Unfigured::Stopped { error, known: told }) => {
                    *known.borrow_mut() = Some(told.clone());
                    Err(RunError::Stopped { error, known: told })
                }
                // Values have no such bounds, or say better what is wrong.
                Err(Unfigured::Failed(
                    SolveError::OutOfRange | SolveError::Loopy | SolveError::Rules(_),
                )) => Ok(None),
                Err(Unfigured::Failed(error)) => told(Err(error)),
            }
        });
        match (found, known.into_inner()) {
            (Err(RunError::Game(error)), Some(known)) => Err(RunError::Stopped { error, known }),
            (found, _) => Ok(found?.flatten()),
        }
    }
}

impl SumSolver {
    /// Who wins a sum of components of the definitions in misère play.
    fn misere_outcome(
        &mut self,
        engine: &mut Engine,
        sum: &[AskedTerm],
    ) -> Result<Outcome, Unanswered> {
        let terms = self.terms_of_components(engine, sum).map_err(Unanswered::Failed)?;
        outcome_or_known(self, Vec::new(), [None; 2], |solver, player| {
            solver.wins_misere(engine, &terms, player)
        })
    }

    /// The components of the definitions that a sum has in misère play.
    fn terms_of_components(
        &mut self,
        engine: &mut Engine,
        sum: &[AskedTerm],
    ) -> Result<Vec<Term>, SolveError> {
        let mut terms = Vec::new();
        for term in sum {
            let count = usize::try_from(term.count.clone().unsigned_abs()).ok();
            let count = count
                .filter(|count| count + terms.len() <= MOST_COPIES)
                .ok_or_else(|| SolveError::rules("the position has too many components"))?;
            let own = self.own_terms(engine, OwnPart::Defined(term.part.clone()))?;
            for _ in 0..count {
                for &one in &own {
                    terms.push(match term.count < IBig::ZERO {
                        true => self.solver().negative_term(engine, one)?,
                        false => one,
                    });
                }
            }
        }
        Ok(terms)
    }
}
