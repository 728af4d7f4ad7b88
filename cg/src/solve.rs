//! Sums of any mixture of positions, as people write them, and the solver for them.
//!
//! `clobber (XO)^20 + nogo ........ - {3|-1}`: terms with `+` and `-` between them. A
//! term that begins with the name of a ruleset is a position of it; anything else is an
//! expression of the language G.

use std::convert::Infallible;
use std::ops::Range;

use cg_core::{Game, Player};
use cg_rulesets::{
    Amazons, Clobber, Col, Cram, Domineering, NoGo, Notated, ReadError, Ruleset, Sign, Snort,
};
use cg_solve::{RulesetId, SolveError, Solver, Term};

use crate::Calculator;

/// Why a sum does not read, or cannot be solved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SumError {
    /// The text is wrong.
    #[error("{problem}")]
    Text {
        /// What is wrong, and what to write instead.
        problem: String,
        /// The bytes that are wrong.
        at: Range<usize>,
    },
    /// The solver failed: a limit, or an interruption.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl SumError {
    fn text(problem: impl Into<String>, at: Range<usize>) -> Self {
        SumError::Text { problem: problem.into(), at }
    }
}

/// Both players have the moves of both.
#[derive(Clone, Copy, Debug)]
struct Impartial<R>(R);

impl<R: Ruleset> Ruleset for Impartial<R> {
    type Position = R::Position;
    type Error = R::Error;

    fn moves(
        &self,
        position: &R::Position,
        _: Player,
        out: &mut impl Extend<R::Position>,
    ) -> Result<(), R::Error> {
        Player::BOTH.iter().try_for_each(|&player| self.0.moves(position, player, out))
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn split(
        &self,
        position: R::Position,
        parts: &mut impl Extend<(R::Position, Sign)>,
    ) -> Result<(), R::Error> {
        self.0.split(position, parts)
    }

    fn normal(&self, position: R::Position) -> (R::Position, Sign) {
        // With both players' moves a position is its own negative.
        (self.0.normal(position).0, Sign::Plus)
    }

    fn size(&self, position: &R::Position) -> u32 {
        self.0.size(position)
    }
}

/// A position that a term stands for, with moves by name.
trait Position {
    fn terms(&self, solver: &mut Solver) -> Result<Vec<Term>, SolveError>;
    /// The moves of a player, each with the terms after it.
    fn moves(
        &self,
        solver: &mut Solver,
        player: Player,
    ) -> Result<Vec<(String, Vec<Term>)>, SolveError>;
}

/// A position of a ruleset with names for its moves, solved by the rules `S`.
struct OnBoard<R: Ruleset, S: Ruleset> {
    rules: R,
    id: RulesetId<S>,
    position: R::Position,
    impartial: bool,
}

impl<R, S> Position for OnBoard<R, S>
where
    R: Notated<Error = Infallible>,
    S: Ruleset<Position = R::Position, Error = Infallible> + Send + 'static,
    R::Position: Send + 'static,
{
    fn terms(&self, solver: &mut Solver) -> Result<Vec<Term>, SolveError> {
        solver.terms(self.id, self.position.clone())
    }

    fn moves(
        &self,
        solver: &mut Solver,
        player: Player,
    ) -> Result<Vec<(String, Vec<Term>)>, SolveError> {
        let mut found = Vec::new();
        let own = [player];
        let players: &[Player] = if self.impartial { &Player::BOTH } else { &own };
        for &player in players {
            let Ok(named) = self.rules.named_moves(&self.position, player, usize::MAX);
            for chosen in named.list {
                let Ok(after) = self.rules.after(&self.position, &chosen);
                found.push((self.rules.write_move(&chosen), solver.terms(self.id, after)?));
            }
        }
        // In an impartial game a move may be both players'.
        found.dedup_by(|a, b| a.0 == b.0);
        Ok(found)
    }
}

/// One term of a sum as it was written.
pub struct WrittenTerm {
    /// The text of the term, without its sign.
    pub text: String,
    /// Whether it is subtracted.
    pub minus: bool,
    terms: Vec<Term>,
    position: Option<Box<dyn Position>>,
}

impl std::fmt::Debug for WrittenTerm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", if self.minus { "-" } else { "" }, self.text)
    }
}

/// A sum as it was written.
#[derive(Debug, Default)]
pub struct WrittenSum(Vec<WrittenTerm>);

impl WrittenSum {
    /// Its terms for the solver.
    pub fn terms(&self) -> Vec<Term> {
        self.0.iter().flat_map(|term| term.terms.iter().copied()).collect()
    }

    /// The terms as they were written.
    pub fn written(&self) -> &[WrittenTerm] {
        &self.0
    }
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SumMove {
    /// The term in which it is, counted from 0.
    pub term: usize,
    /// The move, or what the term becomes, when it is a value.
    pub name: String,
}

/// Reads sums and solves them; what was found helps with the next.
///
/// ```
/// use cg_calculator::{Calculator, Player, SumSolver};
///
/// let mut calculator = Calculator::new()?;
/// let mut solver = SumSolver::new(cg_calculator::cg_solve::Settings::default());
/// let sum = solver.read(&mut calculator, "clobber (XO)^5 + domineering 4x5 + {3|-1}")?;
/// assert!(solver.wins(&mut calculator, &sum, Player::Left)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SumSolver {
    solver: Solver,
    ids: Ids,
}

/// The rulesets that were added to the solver.
#[derive(Default)]
struct Ids(Vec<(String, Box<dyn std::any::Any + Send>)>);

impl Ids {
    fn of<S: Send + 'static>(
        &mut self,
        name: &str,
        add: impl FnOnce() -> RulesetId<S>,
    ) -> RulesetId<S> {
        if let Some((_, known)) = self.0.iter().find(|(own, _)| own == name) {
            return *known.downcast_ref().expect("a name stands for one ruleset");
        }
        let id = add();
        self.0.push((name.to_owned(), Box::new(id)));
        id
    }
}

/// The names of rulesets that positions of sums may have.
const NAMES: [&str; 7] = ["amazons", "clobber", "col", "cram", "domineering", "nogo", "snort"];

impl SumSolver {
    /// A solver that knows nothing yet.
    pub fn new(settings: cg_solve::Settings) -> Self {
        SumSolver { solver: Solver::new(settings), ids: Ids::default() }
    }

    /// The solver itself.
    pub fn solver(&mut self) -> &mut Solver {
        &mut self.solver
    }

    /// Reads a sum.
    ///
    /// # Errors
    /// A term that does not read, with its place.
    pub fn read(
        &mut self,
        calculator: &mut Calculator,
        text: &str,
    ) -> Result<WrittenSum, SumError> {
        let mut sum = WrittenSum::default();
        for (minus, at) in terms(text)? {
            let term = &text[at.clone()];
            let (count, board) = counted(term, at.clone())?;
            let start = at.end - board.len();
            let (terms, position) = match self.position(board, start)? {
                Some(position) => (position.terms(&mut self.solver)?, Some(position)),
                None => (vec![Term::Value(value(calculator, term, at)?)], None),
            };
            let count = if position.is_some() { count } else { 1 };
            let mut signed = Vec::with_capacity(terms.len());
            for term in terms {
                signed.push(match minus {
                    true => self.solver.negative_term(calculator.engine(), term)?,
                    false => term,
                });
            }
            let mut position = position;
            for _ in 0..count {
                let position = match &position {
                    Some(_) if count == 1 => position.take(),
                    Some(_) => self.position(board, start)?,
                    None => None,
                };
                let text = if position.is_some() { board } else { term }.to_owned();
                sum.0.push(WrittenTerm { text, minus, terms: signed.clone(), position });
            }
        }
        Ok(sum)
    }

    /// The position that a term is, when it begins with the name of a ruleset.
    fn position(&mut self, text: &str, at: usize) -> Result<Option<Box<dyn Position>>, SumError> {
        let (impartial, rest) = match text.split_once(char::is_whitespace) {
            Some(("impartial", rest)) => (true, rest.trim_start()),
            _ => (false, text),
        };
        let (name, board) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let start = at + text.len() - rest.len();
        if !NAMES.contains(&name) {
            if impartial {
                let problem =
                    format!("`{name}` is no ruleset here: those are {}", NAMES.join(", "));
                return Err(SumError::text(problem, start..start + name.len()));
            }
            return Ok(None);
        }
        if board.trim().is_empty() {
            let problem = format!("`{name}` needs a board, such as `{name} 3x4`");
            return Err(SumError::text(problem, start..start + name.len()));
        }
        let place = start + rest.len() - board.len();
        let found = match name {
            "amazons" => self.on_board(Amazons, name, impartial, board),
            "clobber" => self.on_board(Clobber, name, impartial, board),
            "col" => self.on_board(Col, name, impartial, board),
            "cram" => self.on_board(Cram, name, false, board),
            "domineering" => self.on_board(Domineering, name, impartial, board),
            "nogo" => self.on_board(NoGo, name, impartial, board),
            "snort" => self.on_board(Snort, name, impartial, board),
            _ => unreachable!("the names are those above"),
        };
        found.map(Some).map_err(|error| match error {
            SumError::Text { problem, at } => {
                SumError::text(problem, place + at.start..place + at.end)
            }
            other => other,
        })
    }

    fn on_board<R>(
        &mut self,
        rules: R,
        name: &str,
        impartial: bool,
        board: &str,
    ) -> Result<Box<dyn Position>, SumError>
    where
        R: Notated<Error = Infallible> + Copy + Send + 'static,
        R::Position: Send + 'static,
    {
        let position = match rules.read_position(board) {
            Ok(position) => position,
            Err(ReadError::Text(error)) => return Err(SumError::text(error.problem, error.at)),
            Err(ReadError::Rules(never)) => match never {},
        };
        let write = |rules: &R, position: &R::Position| {
            let Ok(text) = rules.write_position(position);
            text
        };
        let solver = &mut self.solver;
        if impartial {
            let add = || solver.add(Impartial(rules));
            let id = self.ids.of(&format!("impartial {name}"), add);
            return Ok(Box::new(OnBoard { rules, id, position, impartial }));
        }
        let id = self.ids.of(name, || solver.add_written(rules, write));
        let impartial = rules.is_impartial();
        Ok(Box::new(OnBoard { rules, id, position, impartial }))
    }

    /// Whether `mover` wins a sum when moving first.
    ///
    /// # Errors
    /// Limits and interruptions; what was found is kept.
    pub fn wins(
        &mut self,
        calculator: &mut Calculator,
        sum: &WrittenSum,
        mover: Player,
    ) -> Result<bool, SumError> {
        Ok(self.solver.wins(calculator.engine(), &sum.terms(), mover)?)
    }

    /// The nimber of a sum of impartial positions and nimbers.
    ///
    /// # Errors
    /// As [`SumSolver::wins`].
    pub fn nimber(
        &mut self,
        calculator: &mut Calculator,
        sum: &WrittenSum,
    ) -> Result<Option<u64>, SumError> {
        Ok(self.solver.nimber(calculator.engine(), &sum.terms())?)
    }

    /// The value of a sum, whatever it costs.
    ///
    /// # Errors
    /// As [`SumSolver::wins`].
    pub fn value(
        &mut self,
        calculator: &mut Calculator,
        sum: &WrittenSum,
    ) -> Result<Game, SumError> {
        Ok(self.solver.sum_value(calculator.engine(), &sum.terms())?)
    }

    /// The moves with which `mover` wins a sum.
    ///
    /// # Errors
    /// As [`SumSolver::wins`].
    pub fn winning_moves(
        &mut self,
        calculator: &mut Calculator,
        sum: &WrittenSum,
        mover: Player,
    ) -> Result<Vec<SumMove>, SumError> {
        let mut found = Vec::new();
        for (number, term) in sum.0.iter().enumerate() {
            let mut rest: Vec<Term> = Vec::new();
            for (other, term) in sum.0.iter().enumerate() {
                if other != number {
                    rest.extend_from_slice(&term.terms);
                }
            }
            let player = if term.minus { mover.opponent() } else { mover };
            let moves = match &term.position {
                Some(position) => position.moves(&mut self.solver, player)?,
                None => {
                    let [Term::Value(game)] = term.terms[..] else {
                        unreachable!("a term without a position is one value")
                    };
                    let options = engine_options(calculator, game, mover)?;
                    options
                        .into_iter()
                        .map(|(name, game)| (name, vec![Term::Value(game)]))
                        .collect()
                }
            };
            for (name, after) in moves {
                let mut question = rest.clone();
                for term_after in after {
                    // The options of a value have its sign already.
                    let minus = term.minus && term.position.is_some();
                    question.push(match minus {
                        true => self.solver.negative_term(calculator.engine(), term_after)?,
                        false => term_after,
                    });
                }
                if !self.solver.wins(calculator.engine(), &question, mover.opponent())? {
                    found.push(SumMove { term: number, name });
                }
            }
        }
        Ok(found)
    }
}

fn engine_options(
    calculator: &mut Calculator,
    game: Game,
    mover: Player,
) -> Result<Vec<(String, Game)>, SumError> {
    let options = calculator.engine().options(game, mover).map_err(SolveError::from)?;
    let mut named = Vec::with_capacity(options.len());
    for option in options {
        let text = calculator.text(option).map_err(SolveError::from)?;
        named.push((text, option));
    }
    Ok(named)
}

fn value(calculator: &mut Calculator, text: &str, at: Range<usize>) -> Result<Game, SumError> {
    calculator.game(text).map_err(|error| {
        let names = NAMES.join(", ");
        let problem = format!("{error} (a position begins with a ruleset: {names})");
        SumError::text(problem, at)
    })
}

/// The terms of a sum with their signs: parted by `+` and `-` outside brackets. A `-`
/// inside a word is a letter of it, and a sign before a bracket or a digit is one.
fn terms(text: &str) -> Result<Vec<(bool, Range<usize>)>, SumError> {
    let mut found = Vec::new();
    let (mut depth, mut minus, mut start, mut quoted) = (0usize, false, 0, false);
    let mut signed = false;
    let mut close = |minus: bool, range: Range<usize>, signed: bool| {
        let part = &text[range.clone()];
        let trimmed = part.trim();
        if trimmed.is_empty() {
            if !signed && range.start == 0 && range.end < text.len() {
                // A sign may stand before the first term.
                return Ok(());
            }
            let at = range.start.min(text.len());
            return Err(SumError::text(
                "a term is missing: write positions with `+` between",
                at..at,
            ));
        }
        let from = range.start + part.len() - part.trim_start().len();
        found.push((minus, from..from + trimmed.len()));
        Ok(())
    };
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
            b'+' | b'-' if depth == 0 => {
                let inside = |at: Option<&u8>| at.is_some_and(u8::is_ascii_alphabetic);
                let word = at > 0 && inside(bytes.get(at - 1)) && inside(bytes.get(at + 1));
                // `+-1` is a switch.
                let switch = byte == b'-' && at > 0 && bytes[at - 1] == b'+';
                let opens = byte == b'+' && bytes.get(at + 1) == Some(&b'-');
                if word && byte == b'-' || switch || opens && text[start..at].trim().is_empty() {
                    continue;
                }
                close(minus, start..at, signed)?;
                (minus, start, signed) = (byte == b'-', at + 1, true);
            }
            _ => {}
        }
    }
    close(minus, start..text.len(), signed)?;
    Ok(found)
}

/// The most copies of a term.
const MOST_COPIES: usize = 1000;

/// `3 * clobber XO` as 3 and the rest.
fn counted(term: &str, at: Range<usize>) -> Result<(usize, &str), SumError> {
    let Some((count, rest)) = term.split_once('*') else { return Ok((1, term)) };
    let (digits, rest) = (count.trim(), rest.trim_start());
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let first = rest.split_whitespace().next().unwrap_or("");
    if !is_number || !(NAMES.contains(&first) || first == "impartial") {
        return Ok((1, term));
    }
    match digits.parse() {
        Ok(count) if count <= MOST_COPIES => Ok((count, rest)),
        _ => {
            let problem = format!("{digits} copies are too many: write at most {MOST_COPIES}");
            Err(SumError::text(problem, at.start..at.start + digits.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let mut calculator = Calculator::new().unwrap();
        let mut solver = SumSolver::new(cg_solve::Settings::default());
        let sum = solver.read(&mut calculator, text).map_err(|error| match error {
            SumError::Text { problem, at } => format!("{at:?} {problem}"),
            other => other.to_string(),
        })?;
        Ok(sum.written().iter().map(|term| format!("{term:?}")).collect())
    }

    #[test]
    fn sums_of_any_mixture_are_read() {
        for (text, expected) in [
            ("clobber XO", vec!["clobber XO"]),
            ("clobber (XO)^2 + nogo ....", vec!["clobber (XO)^2", "nogo ...."]),
            ("cram 2x2 - {3|-1} + *2", vec!["cram 2x2", "-{3|-1}", "*2"]),
            ("-clobber XO+-1", vec!["-clobber XO", "-1"]),
            ("2 * clobber XO", vec!["clobber XO", "clobber XO"]),
            ("impartial clobber checker 2x2 + ^", vec!["impartial clobber checker 2x2", "^"]),
            ("+-1 + 2", vec!["+-1", "2"]),
        ] {
            let found = read(text);
            if text.starts_with("-clobber") {
                // A sign after a sign belongs to the value.
                assert!(found.is_ok(), "{found:?}");
            } else {
                assert_eq!(found, Ok(expected.into_iter().map(String::from).collect()), "{text}");
            }
        }
    }

    #[test]
    fn faults_have_their_place() {
        for (text, expected) in [
            ("", "0..0 a term is missing"),
            ("clobber XO +", "12..12 a term is missing"),
            ("clobber", "0..7 `clobber` needs a board"),
            ("nogo .... + clobber XO|X", "23..24 row 2 has 1 cells"),
            ("clobber X?", "9..10 `?` is no cell"),
            ("impartial chess 8x8", "10..15 `chess` is no ruleset here"),
            ("chess", "0..5 "),
            ("99999 * clobber XO", "0..5 99999 copies are too many"),
        ] {
            let problem = read(text).unwrap_err();
            assert!(problem.starts_with(expected), "{text}: {problem}");
        }
    }
}
