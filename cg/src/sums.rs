//! `? G`, `?? G` and `:why ? G` in the language, where a term of G is a call of a ruleset's
//! function whose value is too large: the solver of sums tells who wins.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cg_core::{Error as GameError, LimitReached, Outcome, Player};
use cg_lang::{
    Asked, Context, PositionSolver, Reasons, RunError, RunResult, SumTerm, Summand, Verdict,
};
use cg_rulesets::{Entry, Start, Variant};
use cg_simplify::Engine;
use cg_solve::{SolveError, Term, ValueError};
use dashu_int::{IBig, ops::UnsignedAbs};
use serde::Serialize;

use crate::database::Databases;
use crate::reply::Sides;
use crate::rulesets::{Shared, start_of_call};
use crate::solve::{Read, SumSolver, WrittenSum, WrittenTerm};
use crate::solve_why::cut;

/// Steps of the engine for the value of a sum, before it is searched: about a tenth of a
/// second.
const VALUE_STEPS: u32 = 100_000;
/// The most copies of terms: a sum of more is left to its value.
const MOST_COPIES: usize = 1_000;

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

/// A winning move in a sum that was searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SolvedMove {
    /// The term in which it is made.
    pub from: String,
    /// The move by its cells, or what a value becomes.
    #[serde(rename = "move")]
    pub name: String,
}

/// Searches the sums of a session.
#[derive(Debug)]
pub(crate) struct Sums {
    /// The values that the functions of the session know.
    known: Shared,
    /// Steps of the engine for the value of a sum.
    steps: u32,
    databases: Option<Databases>,
    state: Mutex<State>,
}

/// What searches have found.
struct State {
    /// The engine to which it belongs.
    engine: u64,
    solver: SumSolver,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("engine", &self.engine).finish_non_exhaustive()
    }
}

impl State {
    fn new(engine: u64, databases: Option<&Databases>) -> Self {
        let solver = SumSolver::new(cg_solve::Settings::default());
        State { engine, solver: solver.with_databases(databases.cloned()) }
    }
}

impl Sums {
    /// A solver that knows nothing yet but the values of the functions.
    pub(crate) fn new(known: Shared, databases: Option<Databases>) -> Self {
        let state = Mutex::new(State::new(0, databases.as_ref()));
        Sums { known, steps: VALUE_STEPS, databases, state }
    }

    /// What was found before, unless it takes much memory.
    fn state(&self, engine: &Engine) -> MutexGuard<'_, State> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = state.solver.solver().work().bytes;
        if state.engine != engine.id() || bytes as u64 > engine.limits().memory / 4 {
            *state = State::new(engine.id(), self.databases.as_ref());
        }
        state
    }

    /// The positions of a sum; `None` when one does not read, or there are too many copies.
    fn starts(
        context: &mut Context<'_>,
        sum: &[SumTerm],
    ) -> Option<Vec<(usize, bool, Option<Start>)>> {
        let mut copies = 0;
        let mut starts = Vec::with_capacity(sum.len());
        for term in sum {
            let count = usize::try_from(term.count.clone().unsigned_abs()).ok()?;
            copies += count;
            if copies > MOST_COPIES {
                return None;
            }
            let start = match &term.summand {
                Summand::Call { function, arguments } => {
                    Some(start_of_call(context, function, arguments)?)
                }
                Summand::Value(_) => None,
            };
            starts.push((count, term.count < IBig::ZERO, start));
        }
        Some(starts)
    }

    /// Whether the value of a sum can be worked out at little cost. The functions know it
    /// then.
    fn has_value(
        &self,
        context: &mut Context<'_>,
        sum: &[SumTerm],
        starts: &[(usize, bool, Option<Start>)],
    ) -> RunResult<bool> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = context.engine.within(self.steps, |engine| {
            let mut total = cg_core::Game::ZERO;
            for (term, (_, _, start)) in sum.iter().zip(starts) {
                let game = match (&term.summand, start) {
                    (Summand::Value(game), _) => *game,
                    (Summand::Call { .. }, Some(start)) => known.value(engine, start)?,
                    (Summand::Call { .. }, None) => unreachable!("a position was read above"),
                };
                let copies = engine.multiple(&term.count, game)?;
                total = engine.add(total, copies)?;
            }
            engine.outcome(total)?;
            Ok(())
        });
        match found {
            Ok(()) => Ok(true),
            Err(ValueError::Engine(GameError::Limit(LimitReached::Steps { .. }))) => Ok(false),
            Err(ValueError::Engine(error)) => Err(RunError::Game(error)),
            Err(error) => Err(refused(error.to_string())),
        }
    }

    /// A sum that is to be searched, for the solver; `None` when its value tells, or says
    /// what is wrong.
    fn searched(
        &self,
        context: &mut Context<'_>,
        sum: &[SumTerm],
    ) -> RunResult<Option<(MutexGuard<'_, State>, WrittenSum)>> {
        let Some(starts) = Self::starts(context, sum) else { return Ok(None) };
        if self.has_value(context, sum, &starts)? {
            return Ok(None);
        }
        let mut state = self.state(context.engine);
        let written = match state.solver.written(context.engine, sum, &starts)? {
            Some(written) => Some(written),
            // The solver has met too many rulesets: it begins anew.
            None => {
                *state = State::new(context.engine.id(), self.databases.as_ref());
                state.solver.written(context.engine, sum, &starts)?
            }
        };
        Ok(written.map(|written| (state, written)))
    }
}

fn refused(message: String) -> RunError {
    RunError::Refused { function: "?".into(), message }
}

/// What a solver says went wrong, as the language says it.
fn told<T>(found: Result<T, SolveError>) -> RunResult<T> {
    found.map_err(|error| match error {
        SolveError::Engine(error) => RunError::Game(error),
        error => refused(error.to_string()),
    })
}

impl SumSolver {
    /// A sum of the language for the solver; `None` when it has too many rulesets.
    fn written(
        &mut self,
        engine: &mut Engine,
        sum: &[SumTerm],
        starts: &[(usize, bool, Option<Start>)],
    ) -> RunResult<Option<WrittenSum>> {
        let mut written = WrittenSum::default();
        for (term, (count, minus, start)) in sum.iter().zip(starts) {
            for _ in 0..*count {
                let (terms, read) = match (&term.summand, start) {
                    (_, Some(start)) => {
                        let Some(terms) = told(self.board(start))? else { return Ok(None) };
                        (terms, Read::Start(start.clone()))
                    }
                    (Summand::Value(game), None) => (vec![Term::Value(*game)], Read::Value),
                    (Summand::Call { .. }, None) => unreachable!("a position was read before"),
                };
                let mut signed = Vec::with_capacity(terms.len());
                for term in terms {
                    signed.push(match minus {
                        true => told(self.solver().negative_term(engine, term))?,
                        false => term,
                    });
                }
                written.0.push(WrittenTerm {
                    text: term.text.clone(),
                    minus: *minus,
                    at: 0..0,
                    terms: signed,
                    read,
                });
            }
        }
        Ok(Some(written))
    }
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

/// Who wins a sum. Where a limit or an interruption ends the search, the error says what is
/// known: bounds of the terms, and who wins when one of the players starts.
fn winner_or_known(
    context: &mut Context<'_>,
    state: &mut State,
    sum: &WrittenSum,
) -> RunResult<Outcome> {
    let notation = context.notation();
    let terms = sum.terms();
    // Before the search: behind a limit nothing can be worked out.
    let known = told(state.solver.known_of_terms_in(context.engine, notation, sum))?;
    let mut winners = Vec::new();
    let mut by_first = [false; 2];
    for player in Player::BOTH {
        match state.solver.solver().wins(context.engine, &terms, player) {
            Ok(wins) => {
                by_first[player as usize] = wins;
                let winner = if wins { player } else { player.opponent() };
                winners.push(format!("{player} moves first: {winner} wins."));
            }
            Err(SolveError::Engine(error))
                if error.is_limit() || error == GameError::Interrupted =>
            {
                winners.push(format!("{player} moves first: not known."));
                winners.extend(known);
                return Err(RunError::Stopped { error, known: winners.join(" ") });
            }
            Err(error) => return told(Err(error)),
        }
    }
    Ok(Outcome::from_first_moves(by_first[0], by_first[1]))
}

/// The winning moves of a player, those that are written alike once.
fn moves(
    context: &mut Context<'_>,
    state: &mut State,
    sum: &WrittenSum,
    player: Player,
) -> RunResult<Vec<SolvedMove>> {
    let notation = context.notation();
    let found = state.solver.winning_moves_in(context.engine, notation, sum, player);
    let mut listed: Vec<SolvedMove> = Vec::new();
    for made in told(found)? {
        let made = SolvedMove { from: sum.written()[made.term].signed(), name: made.name };
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
        text += &format!("\n  {number:>digits$}. {place}{}", made.name);
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
        context: &mut Context<'_>,
        sum: &[SumTerm],
        asked: Asked,
    ) -> RunResult<Option<Verdict>> {
        let Some((mut state, written)) = self.searched(context, sum)? else { return Ok(None) };
        let before = state.solver.solver().work().positions;
        let outcome = winner_or_known(context, &mut state, &written)?;
        let nimber = told(state.solver.solver().nimber(context.engine, &written.terms()))?;
        let mut text = outcome.to_string();
        let winning_moves = match asked {
            Asked::Outcome => None,
            Asked::Moves => {
                let left = moves(context, &mut state, &written, Player::Left)?;
                let right = moves(context, &mut state, &written, Player::Right)?;
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
        let winner = |first: Player| match outcome.won_by_first(first) {
            true => name(first),
            false => name(first.opponent()),
        };
        let data = SolvedReply {
            outcome: outcome.to_string(),
            left_first: winner(Player::Left),
            right_first: winner(Player::Right),
            nimber,
            positions: state.solver.solver().work().positions - before,
            winning_moves,
        };
        Ok(Some(Verdict { outcome, text, data: Arc::new(data) }))
    }

    fn reasons(&self, context: &mut Context<'_>, sum: &[SumTerm]) -> RunResult<Option<Reasons>> {
        let Some((mut state, written)) = self.searched(context, sum)? else { return Ok(None) };
        let notation = context.notation();
        let solver = &mut state.solver;
        let mut lines = vec!["Its value would take long, so the sum was searched.".to_owned()];
        lines.extend(told(solver.why_in(context.engine, notation, &written, &Player::BOTH))?);
        let outcome = told(solver.solver().outcome(context.engine, &written.terms()))?;
        Ok(Some(Reasons { outcome, lines }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Calculator, Content};

    /// A calculator that works out no value for `?`.
    fn searching() -> Calculator {
        let mut calculator = Calculator::new().unwrap();
        let sums = Sums { steps: 0, ..Sums::new(Shared::default(), None) };
        calculator.session().set_solver(Arc::new(sums));
        calculator
    }

    #[cfg(feature = "octal")]
    const SUMS: [&str; 16] = [
        "Clobber(\"XOXOXO\")",
        "Clobber(\"XOX|OXO\") + Domineering(3, 3) - {2|-1}",
        "-Clobber(\"XXO\") - Clobber(\"XOO\") + *",
        "2.Clobber(\"XOXO\") - NoGo(\"....\")",
        "impartial(Clobber(\"XOXOX\")) + *2",
        "impartial(Clobber(\"XOXOX\")) - impartial(Domineering(2, 3))",
        "dicotic(Domineering(2, 3)) + Col(\"...\")",
        "twisted(Clobber(\"XOXOX\")) - twisted(Domineering(2, 3)) + *",
        "twisted(Clobber(\"XXO\", \"exchanged\")) + NoGo(\"...\")",
        "GenToadsAndFrogs(\"(1,1,2,0) tt.f\") + Amazons(\"X..|..O\")",
        "sum([Clobber(s) : s in [\"XO\", \"XXO\", \"XOXO\"]]) - ^",
        "Two(\"XOX\") + Deep(2)",
        "G - Clobber(\"XOXO\")",
        "if 1 < 2 then Snort(1, 4) else Clobber(\"XO\")",
        "Hackenbush(\"g-a:l, a-b:r\") + ^ - octal(\".77\", 5)",
        "0.(Clobber(\"XO\")) + Clobber(\"XOO\")",
    ];

    #[cfg(feature = "octal")]
    const PROGRAM: &str = "Two(s) { default: Clobber(s) - Clobber(s ++ s); }\n\
         Deep(n) { case 0: Clobber(\"XOXO\"); default: { Deep(n - 1) | } + Two(\"XO\"); }\n\
         G = Clobber(\"OXXO\") + 1/2;\n";

    #[test]
    #[cfg(feature = "octal")]
    fn searches_say_what_values_say() {
        let (mut by_value, mut by_search) = (Calculator::new().unwrap(), searching());
        for calculator in [&mut by_value, &mut by_search] {
            calculator.evaluate(PROGRAM);
        }
        for text in SUMS {
            let expected = by_value.evaluate(format!("? {text}")).remove(0);
            let found = by_search.evaluate(format!("? {text}")).remove(0);
            assert!(matches!(expected.content, Content::Outcome(_)), "{text}: {expected}");
            assert!(matches!(found.content, Content::Solved(_)), "{text}: {found}");
            assert_eq!(found.shown, expected.shown, "{text}");
            let [expected, found] = winning(&mut by_value, &mut by_search, text);
            for (expected, found) in expected.iter().zip(&found) {
                assert_eq!(found.is_empty(), expected.is_empty(), "{text}");
            }
            let why = by_search.evaluate(format!(":why ? {text}")).remove(0);
            assert!(why.shown.contains("the sum was searched"), "{text}: {why}");
        }
    }

    /// The winning moves of Left and of Right by their names, first those by value, then those
    /// by search, in order.
    fn winning(
        by_value: &mut Calculator,
        by_search: &mut Calculator,
        text: &str,
    ) -> [[Vec<String>; 2]; 2] {
        let [expected, found] =
            [by_value, by_search].map(|it| it.evaluate(format!("?? {text}")).remove(0).content);
        let (Content::Moves(expected), Content::Solved(found)) = (expected, found) else {
            panic!("{text}")
        };
        let (expected, found) = (expected.winning_moves, found.winning_moves.expect("asked for"));
        let expected = [expected.left, expected.right]
            .map(|all| all.into_iter().map(|one| one.change.unwrap_or(one.to)).collect());
        let found =
            [found.left, found.right].map(|all| all.into_iter().map(|one| one.name).collect());
        [expected, found].map(|sides: [Vec<String>; 2]| {
            sides.map(|mut names| {
                names.sort_unstable();
                names
            })
        })
    }

    /// Each winning move is one by value too, and none is missing.
    #[test]
    fn winning_moves_are_those_by_value() {
        let (mut by_value, mut by_search) = (Calculator::new().unwrap(), searching());
        for text in ["Clobber(\"XOXOX|OXOXO\")", "Domineering(3, 4)", "NoGo(\"..X|...\")"] {
            let [expected, found] = winning(&mut by_value, &mut by_search, text);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn large_sums_are_answered_and_explained() {
        let mut calculator = Calculator::new().unwrap();
        let replies = calculator
            .evaluate("?? Clobber(\"(XO)^18\") + 2.Clobber(\"XO\") - {3|-1}\n:why\n? it\nit");
        let shown: Vec<&str> = replies.iter().map(|reply| &reply.shown[..]).collect();
        insta::assert_snapshot!(shown.join("\n---\n"));
        let json = serde_json::to_value(&replies[2]).unwrap();
        assert_eq!((&json["kind"], &json["left_first"]), (&"solved".into(), &"left".into()));
    }

    /// Errors are those of the values, at their places.
    #[test]
    fn faults_are_said_as_ever() {
        let (mut by_value, mut by_search) = (Calculator::new().unwrap(), searching());
        for text in [
            "? Clobber(\"X?\")",
            "? Clobber(\"XO\") + \"a\"",
            "? Clobber(\"XO\", \"X\")",
            "? Clobber()",
            "? Clobber(\"XO\") + 1/3",
            "? Clobber(\"XO\") < 0",
            "? impartial(Clobber(\"X?\")) + 1",
            "?? Clobber(\"XO\") + nothing",
            "? Clobber(\"XO\") + over",
            "? [Clobber(\"XO\")]",
            "? Nowhere(3) + Clobber(\"XO\")",
            "? Clobber(\"XO\") + gcd(1, *)",
            "Clobber(x) { default: x; } ? Clobber(3)",
        ] {
            let expected = by_value.evaluate(text).pop().map(|reply| reply.shown);
            let found = by_search.evaluate(text).pop().map(|reply| reply.shown);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn limits_and_interruptions_end_a_search() {
        let mut calculator = Calculator::new().unwrap();
        let mut limits = calculator.limits().clone();
        limits.time = Some(std::time::Duration::from_millis(300));
        calculator.set_limits(limits);
        let reply = calculator.evaluate("? Clobber(\"checker 9x9\") + Amazons(\"6x6\")").remove(0);
        let Content::Error { error } = &reply.content else { panic!("{reply}") };
        assert_eq!(error.code, "limit");
        let known = error.help.as_deref().expect("something is known");
        assert!(known.contains("Left moves first: not known."), "{known}");
        // Bounds take a moment on a busy machine.
        let mut limits = calculator.limits().clone();
        limits.time = Some(std::time::Duration::from_secs(3));
        calculator.set_limits(limits);
        let reply = calculator.evaluate("? Domineering(9, 9)").remove(0);
        let Content::Error { error } = &reply.content else { panic!("{reply}") };
        assert_eq!(error.code, "limit");
        let known = error.help.as_deref().expect("something is known");
        assert!(known.contains("Domineering(9, 9): no value at little cost, at least "), "{known}");
        calculator.interrupt().raise();
        let reply = calculator.evaluate("? Clobber(\"checker 9x9\")").remove(0);
        let Content::Error { error } = &reply.content else { panic!("{reply}") };
        assert_eq!(error.code, "interrupted");
    }
}
