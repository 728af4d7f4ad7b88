//! The user's definitions for the solver: their components, among them boards and values.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cg_core::{Error as GameError, Game, Player};
use cg_lang::{DefinedPart, Definitions, PartKind, RunError};
use cg_rulesets::{Known, Position, Ruleset, Sign, Start, Varied, VariedPosition};
use cg_simplify::Engine;
use cg_solve::{Interpreter, Parts, SolveError, SumList};

use crate::rulesets::start_of_call;

type Rules = Varied<cg_rulesets::Game>;

/// A component of a position of the user's definitions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum OwnPart {
    /// A call or braces, which the session knows, or a call of another function that knows its moves.
    Defined(DefinedPart),
    /// A position of a ruleset of the table.
    Board(Arc<Rules>, VariedPosition<Position>),
    /// A value.
    Value(Game),
}

/// The definitions of a session as the rules of a solver.
pub(crate) struct OwnRules {
    definitions: Definitions,
    /// Whether misère play is asked about: there values do not count.
    is_misere: Arc<AtomicBool>,
}

/// The most options of a value whose moves count.
const MOST_OPTIONS: u64 = 20_000;

/// An error of the session as one of a solver.
pub(crate) fn solve_error(error: RunError) -> SolveError {
    match error {
        RunError::Game(error) => SolveError::Engine(error),
        RunError::Memory { limit } => {
            SolveError::Engine(GameError::Limit(cg_core::LimitReached::Memory { limit, games: 0 }))
        }
        other => SolveError::rules(other),
    }
}

/// What never fails has an answer.
fn sure<T>(found: Result<T, std::convert::Infallible>) -> T {
    match found {
        Ok(found) => found,
        Err(never) => match never {},
    }
}

impl OwnRules {
    pub(crate) fn new(definitions: Definitions, is_misere: Arc<AtomicBool>) -> Self {
        OwnRules { definitions, is_misere }
    }

    fn is_misere(&self) -> bool {
        self.is_misere.load(Ordering::Relaxed)
    }

    /// The components of a board in normal form.
    fn split_board(
        &self,
        rules: &Arc<Rules>,
        position: VariedPosition<Position>,
        sign: Sign,
        out: &mut Parts<OwnPart>,
    ) -> Result<(), SolveError> {
        let entry = rules.rules().entry();
        if self.is_misere() && entry.among_impartial {
            let problem =
                format!("positions of {} have values in normal play alone", entry.function);
            return Err(SolveError::rules(problem));
        }
        let mut parts: Vec<(VariedPosition<Position>, Sign)> = Vec::new();
        sure(rules.split(position, &mut parts));
        for (part, part_sign) in parts {
            let (part, normal_sign) = rules.normal(part);
            if sure(rules.known(&part)) != Some(Known::Ended) {
                out.push((OwnPart::Board(Arc::clone(rules), part), sign * part_sign * normal_sign));
            }
        }
        Ok(())
    }
}

impl Interpreter for OwnRules {
    type Part = OwnPart;

    fn split(&mut self, engine: &mut Engine, part: OwnPart) -> Result<Parts<OwnPart>, SolveError> {
        let mut out = Parts::new();
        let part = match part {
            OwnPart::Defined(part) => part,
            OwnPart::Board(rules, position) => {
                self.split_board(&rules, position, Sign::Plus, &mut out)?;
                return Ok(out);
            }
            value @ OwnPart::Value(_) => return Ok(vec![(value, Sign::Plus)]),
        };
        let split = match part.is_defined() {
            true => self.definitions.split(engine, &part, !self.is_misere()),
            false => Ok(vec![(part, Sign::Plus)]),
        };
        for (part, sign) in split.map_err(solve_error)? {
            if part.is_defined() {
                out.push((OwnPart::Defined(part), sign));
                continue;
            }
            match self.definitions.kind(engine, &part).map_err(solve_error)? {
                PartKind::Defined => unreachable!("it was asked above"),
                PartKind::Value(game) if game == Game::ZERO => {}
                PartKind::Value(game) => out.push((OwnPart::Value(game), sign)),
                PartKind::Call { function, arguments } => {
                    let start: Option<Start> = self.definitions.with_context(engine, |context| {
                        start_of_call(context, &function, &arguments)
                    });
                    match start {
                        Some(Start { rules, position }) => {
                            self.split_board(&Arc::new(rules), position, sign, &mut out)?;
                        }
                        // The function knows its moves.
                        None => out.push((OwnPart::Defined(part), sign)),
                    }
                }
            }
        }
        Ok(out)
    }

    fn moves(
        &mut self,
        engine: &mut Engine,
        part: &OwnPart,
        player: Player,
        moves: &mut SumList<(OwnPart, Sign)>,
    ) -> Result<(), SolveError> {
        match part {
            OwnPart::Defined(part) => {
                let mut take = |part| match part {
                    Some((part, sign)) => moves.push((OwnPart::Defined(part), sign)),
                    None => moves.close(),
                };
                self.definitions.moves(engine, part, player, &mut take).map_err(solve_error)
            }
            OwnPart::Board(rules, position) => {
                let mut after = Vec::new();
                sure(rules.moves(position, player, &mut after));
                for after in after {
                    moves.push((OwnPart::Board(Arc::clone(rules), after), Sign::Plus));
                    moves.close();
                }
                Ok(())
            }
            OwnPart::Value(game) => {
                if engine.option_count(*game, player)? > MOST_OPTIONS {
                    let problem = format!("a value has more than {MOST_OPTIONS} options");
                    return Err(SolveError::rules(problem));
                }
                for option in engine.options(*game, player)? {
                    moves.push((OwnPart::Value(option), Sign::Plus));
                    moves.close();
                }
                Ok(())
            }
        }
    }

    fn move_counts(
        &mut self,
        engine: &mut Engine,
        part: &OwnPart,
    ) -> Result<Option<[usize; 2]>, SolveError> {
        let OwnPart::Defined(part) = part else { return Ok(None) };
        self.definitions.move_counts(engine, part).map_err(solve_error)
    }

    fn value(&mut self, engine: &mut Engine, part: &OwnPart) -> Result<Option<Game>, SolveError> {
        if self.is_misere() {
            return Ok(None);
        }
        Ok(match part {
            OwnPart::Defined(part) => self.definitions.known_value(part),
            OwnPart::Value(game) => Some(*game),
            OwnPart::Board(rules, position) => match sure(rules.known(position)) {
                Some(Known::Value(value)) => Some(engine.closed_form(&value)?),
                _ => None,
            },
        })
    }

    fn is_own_negative(&self, part: &OwnPart) -> bool {
        match part {
            OwnPart::Defined(part) => self.definitions.is_impartial(part),
            OwnPart::Board(rules, position) => rules.is_own_negative(position),
            OwnPart::Value(_) => false,
        }
    }

    fn text(&self, part: &OwnPart) -> String {
        match part {
            OwnPart::Defined(part) => self.definitions.text(part),
            OwnPart::Board(rules, position) => {
                let start = Start { rules: (**rules).clone(), position: position.clone() };
                start.to_string()
            }
            OwnPart::Value(_) => "a value".to_owned(),
        }
    }

    fn key(&self, engine: &mut Engine, part: &OwnPart) -> Option<String> {
        match part {
            OwnPart::Defined(part) => self.definitions.exact_text(engine, part),
            OwnPart::Board(..) | OwnPart::Value(_) => None,
        }
    }
}
