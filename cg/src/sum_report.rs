//! All that is asked about a sum of positions, in one report: who wins, with which moves, what
//! the sum is worth and why, complete or up to a limit.

use cg_core::{Game, Notation, Player};
use cg_lang::Session;
use cg_solve::SolveError;
use serde::Serialize;

use crate::error::CalculatorError;
use crate::sides::name;
use crate::solve::{SumSolver, WrittenSum};
use crate::sums::SolvedMove;

/// What a report is to have.
///
/// ```
/// let question = cg_calculator::SumQuestion::default();
/// assert_eq!((question.movers.len(), question.value), (2, false));
/// ```
#[derive(Clone, Debug)]
pub struct SumQuestion {
    /// The players whose first move is asked about.
    pub movers: Vec<Player>,
    /// The winning moves of each of them.
    pub moves: bool,
    /// The value, whatever it takes.
    pub value: bool,
    /// The reasons.
    pub why: bool,
    /// Who wins in misère play, and nothing else.
    pub misere: bool,
}

impl Default for SumQuestion {
    /// Who wins in normal play, whoever starts.
    fn default() -> Self {
        SumQuestion {
            movers: Player::BOTH.to_vec(),
            moves: false,
            value: false,
            why: false,
            misere: false,
        }
    }
}

/// The results so far, complete or up to a limit.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SumReport {
    /// The winner by who moves first.
    pub winners: [Option<Player>; 2],
    /// The nimber of an impartial sum.
    pub nimber: Option<u64>,
    /// The value as text.
    pub value: Option<String>,
    /// The winning moves by who moves first.
    pub moves: [Option<Vec<String>>; 2],
    /// The reasons, line by line.
    pub why: Option<Vec<String>>,
    /// The known facts about the terms without a search, for a search that is stopped.
    pub known: Vec<String>,
    /// How many positions were looked at.
    pub positions: u64,
}

/// The most terms of a sum that a family of sums decides, and whose value is worked out too.
const MOST_VALUED: usize = 8;

impl SumSolver {
    /// Works out a report on a sum, with values in a notation. What is found stands in `report`,
    /// also where a limit ends the work.
    ///
    /// ```
    /// use cg_calculator::{Calculator, Notation, Player, SumQuestion, SumReport, SumSolver};
    /// let mut calculator = Calculator::new()?;
    /// let mut solver = SumSolver::new(cg_calculator::cg_solve::Settings::default());
    /// let sum = solver.read(calculator.session(), "clobber XO + *")?;
    /// let mut report = SumReport::default();
    /// solver.report(calculator.session(), &sum, &SumQuestion::default(), Notation::Standard, &mut report)?;
    /// assert_eq!(report.winners, [Some(Player::Right), Some(Player::Left)]);
    /// assert_eq!(report.value.as_deref(), Some("0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`SumSolver::wins`]; a sum of which misère play says nothing.
    pub fn report(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
        question: &SumQuestion,
        notation: Notation,
        report: &mut SumReport,
    ) -> Result<(), CalculatorError> {
        let end = match question.misere {
            true => self.report_misere(session, sum, question, report),
            false => self.report_normal(session, sum, question, notation, report),
        };
        report.positions = self.solver().work().positions;
        if end.is_ok() {
            report.known.clear();
        }
        end
    }

    fn report_misere(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
        question: &SumQuestion,
        report: &mut SumReport,
    ) -> Result<(), CalculatorError> {
        for &player in &question.movers {
            let wins = self.wins_misere(session, sum, player)?;
            report.winners[player as usize] = Some(if wins { player } else { player.opponent() });
        }
        Ok(())
    }

    fn report_normal(
        &mut self,
        session: &mut Session,
        sum: &WrittenSum,
        question: &SumQuestion,
        notation: Notation,
        report: &mut SumReport,
    ) -> Result<(), CalculatorError> {
        report.known = self.known_of_terms(session, sum)?;
        report.nimber = self.nimber(session, sum)?;
        if question.value {
            let value = self.value(session, sum)?;
            report.value = Some(written(session, value, notation)?);
        }
        for &player in &question.movers {
            let wins = self.wins(session, sum, player)?;
            report.winners[player as usize] = Some(if wins { player } else { player.opponent() });
        }
        // Where a family decides, the value of a long sum may be beyond all memory.
        if report.value.is_none()
            && (sum.written().len() <= MOST_VALUED || self.family_of(session, sum)?.is_none())
            && let Some(value) = self.cheap_value(session, sum)?
        {
            report.value = Some(written(session, value, notation)?);
        }
        if question.moves {
            for &player in &question.movers {
                let moves = self.winning_moves(session, sum, player)?;
                let several = sum.written().len() > 1;
                let named = |one: SolvedMove| match several {
                    true => format!("{}: {}", one.from, one.name),
                    false => one.name,
                };
                report.moves[player as usize] = Some(moves.into_iter().map(named).collect());
            }
        }
        if question.why {
            report.why = Some(self.why(session, sum, &question.movers)?);
        }
        Ok(())
    }
}

fn written(
    session: &mut Session,
    value: Game,
    notation: Notation,
) -> Result<String, CalculatorError> {
    Ok(session.engine().print(value, notation).map_err(SolveError::from)?)
}

/// A report as an object of JSON.
#[derive(Serialize)]
struct Object<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_first: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right_first: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nimber: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_moves: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right_moves: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a [String]>,
    positions: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    known: &'a [String],
}

impl SumReport {
    /// The report for programs, an object of the kind `solved`. `error` is what ended it before it was complete.
    pub fn object(&self, seconds: f64, error: Option<&CalculatorError>) -> impl Serialize {
        let [left_first, right_first] = self.winners.map(|winner| winner.map(name));
        let [left_moves, right_moves] = self.moves.each_ref().map(Option::as_deref);
        Object {
            kind: "solved",
            left_first,
            right_first,
            nimber: self.nimber,
            value: self.value.as_deref(),
            left_moves,
            right_moves,
            why: self.why.as_deref(),
            positions: self.positions,
            seconds,
            stopped: error.map(ToString::to_string),
            known: &self.known,
        }
    }
}
