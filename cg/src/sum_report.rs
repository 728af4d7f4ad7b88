//! All that is asked about a sum of positions, in one report: who wins, with which moves, what
//! the sum is worth and why, complete or up to a limit.

use cg_core::{Game, Notation, Player};
use cg_lang::Session;
use cg_solve::SolveError;
use serde_json::{Map, Value, json};

use crate::solve::{SumMove, SumSolver, WrittenSum};
use crate::sum_error::SumError;

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
    ) -> Result<(), SumError> {
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
    ) -> Result<(), SumError> {
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
    ) -> Result<(), SumError> {
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
                let named = |one: &SumMove| match several {
                    true => format!("{}: {}", sum.written()[one.term].text, one.name),
                    false => one.name.clone(),
                };
                report.moves[player as usize] = Some(moves.iter().map(named).collect());
            }
        }
        if question.why {
            report.why = Some(self.why(session, sum, &question.movers)?);
        }
        Ok(())
    }
}

fn written(session: &mut Session, value: Game, notation: Notation) -> Result<String, SumError> {
    Ok(session.engine().print(value, notation).map_err(SolveError::from)?)
}

impl SumReport {
    /// The report for programs; `error` is what ended it before it was complete.
    pub fn to_json(&self, seconds: f64, error: Option<&SumError>) -> Value {
        let mut object = Map::new();
        let lower = |player: Player| player.to_string().to_lowercase();
        let names = [["left_first", "left_moves"], ["right_first", "right_moves"]];
        for (player, [winner, moves]) in Player::BOTH.into_iter().zip(names) {
            if let Some(won) = self.winners[player as usize] {
                object.insert(winner.into(), json!(lower(won)));
            }
            if let Some(list) = &self.moves[player as usize] {
                object.insert(moves.into(), json!(list));
            }
        }
        if let Some(nimber) = self.nimber {
            object.insert("nimber".into(), json!(nimber));
        }
        if let Some(value) = &self.value {
            object.insert("value".into(), json!(value));
        }
        if let Some(why) = &self.why {
            object.insert("why".into(), json!(why));
        }
        object.insert("positions".into(), json!(self.positions));
        object.insert("seconds".into(), json!(seconds));
        if let Some(error) = error {
            object.insert("stopped".into(), json!(error.to_string()));
            if !self.known.is_empty() {
                object.insert("known".into(), json!(self.known));
            }
        }
        Value::Object(object)
    }
}
