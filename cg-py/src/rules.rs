//! Rules that are written in Python, for the solver of sums.
//!
//! The solver asks them in a compute thread and with an engine of its own ([`crate::engine::slow_rules`]):
//! while it waits for Python, a rule may use the calculator.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use cg_calculator::cg_core::NumberUpsStar;
use cg_calculator::cg_rulesets::Sign;
use cg_calculator::cg_solve::{Interpreter, Parts, SolveError, SumList};
use cg_calculator::{Engine, Game, GameError, Player};
use pyo3::prelude::*;

use crate::engine::{held, slow};
use crate::fault::{Class, Done, Fault};
use crate::game::PyGame;

/// A component of a position of rules in Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// A position, by the number that Python gave it.
    Position(u32),
    /// A value.
    Value(Game),
}

/// The rules of the positions in a book of Python, and an exception that one of them raised.
#[derive(Clone)]
pub(crate) struct Rules {
    book: Arc<Py<PyAny>>,
    raised: Arc<Mutex<Option<PyErr>>>,
}

/// A summand of a move as Python gives it.
#[derive(FromPyObject)]
enum Told<'py> {
    Position(u32),
    Game(Bound<'py, PyGame>),
}

/// About how many bytes Python holds for a position and its moves.
const BYTES_OF_POSITION: usize = 600;

impl Rules {
    /// Rules whose positions are those of a book: `book.moves(number, player)` gives the moves of
    /// player 0, Left, or 1, Right, as sums: lists of pairs of a number or a game, and whether it
    /// is subtracted.
    pub(crate) fn new(book: Py<PyAny>) -> Self {
        Rules { book: Arc::new(book), raised: Arc::default() }
    }

    /// Whether the positions of both stand in one book.
    pub(crate) fn has_the_book_of(&self, other: &Rules) -> bool {
        self.book.is(&*other.book)
    }

    /// The exception that ended a question.
    pub(crate) fn take_raised(&self) -> Option<PyErr> {
        held(&self.raised).take()
    }

    fn told(&self, number: u32, player: Player) -> Result<Vec<Vec<(Carried, bool)>>, PyErr> {
        Python::attach(|py| {
            let given = self.book.bind(py).call_method1("moves", (number, player as u8))?;
            let given: Vec<Vec<(Told<'_>, bool)>> = given.extract()?;
            let mut sums = Vec::with_capacity(given.len());
            for sum in given {
                let mut terms = Vec::with_capacity(sum.len());
                for (term, minus) in sum {
                    let term = match term {
                        Told::Position(number) => Carried::Position(number),
                        Told::Game(game) => Carried::Value(Portable::of(py, game.get().0)?),
                    };
                    terms.push((term, minus));
                }
                sums.push(terms);
            }
            Ok(sums)
        })
    }
}

enum Carried {
    Position(u32),
    Value(Portable),
}

impl Interpreter for Rules {
    type Part = Part;

    fn split(&mut self, _: &mut Engine, part: Part) -> Result<Parts<Part>, SolveError> {
        Ok(vec![(part, Sign::Plus)])
    }

    fn moves(
        &mut self,
        engine: &mut Engine,
        part: &Part,
        player: Player,
        moves: &mut SumList<(Part, Sign)>,
    ) -> Result<(), SolveError> {
        let number = match *part {
            Part::Position(number) => number,
            Part::Value(game) => {
                for option in engine.options(game, player)? {
                    moves.push((Part::Value(option), Sign::Plus));
                    moves.close();
                }
                return Ok(());
            }
        };
        engine.check()?;
        engine.look((number as usize).saturating_mul(BYTES_OF_POSITION))?;
        let sums = self.told(number, player).map_err(|error| {
            let problem = error.to_string();
            *held(&self.raised) = Some(error);
            SolveError::rules(problem)
        })?;
        for sum in sums {
            for (term, minus) in sum {
                let part = match term {
                    Carried::Position(number) => Part::Position(number),
                    Carried::Value(value) => Part::Value(value.game(engine)?),
                };
                moves.push((part, if minus { Sign::Minus } else { Sign::Plus }));
            }
            moves.close();
        }
        Ok(())
    }

    fn value(&mut self, _: &mut Engine, part: &Part) -> Result<Option<Game>, SolveError> {
        Ok(match part {
            Part::Position(_) => None,
            Part::Value(game) => Some(*game),
        })
    }

    fn is_own_negative(&self, _: &Part) -> bool {
        false
    }

    fn text(&self, part: &Part) -> String {
        match part {
            Part::Position(number) => format!("position {number}"),
            Part::Value(_) => "a value".to_owned(),
        }
    }
}

/// A value on its way from one engine to another.
#[derive(Clone, Debug)]
pub(crate) struct Portable(Vec<Piece>);

/// A follower of the value; those that it needs stand before it.
#[derive(Clone, Debug)]
enum Piece {
    Closed(NumberUpsStar),
    Options([Vec<usize>; 2]),
}

/// A value with more followers is not carried.
const MOST_FOLLOWERS: usize = 100_000;

impl Portable {
    /// The value as the engine of all games knows it.
    pub(crate) fn of(py: Python<'_>, game: Game) -> PyResult<Self> {
        slow(py, move |state| Portable::taken(state.calculator.engine(), game))
    }

    fn taken(engine: &mut Engine, game: Game) -> Done<Self> {
        let mut places: HashMap<Game, usize> = HashMap::new();
        let mut pieces = Vec::new();
        let mut open = vec![game];
        while let Some(&game) = open.last() {
            engine.check()?;
            if places.contains_key(&game) {
                open.pop();
                continue;
            }
            let piece = match engine.number_ups_star(game)? {
                Some(closed) => Piece::Closed(closed),
                None => {
                    let mut sides = [Vec::new(), Vec::new()];
                    for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                        *side = engine.options(game, player)?;
                    }
                    let before = open.len();
                    open.extend(sides.iter().flatten().filter(|one| !places.contains_key(one)));
                    if open.len() > before {
                        continue;
                    }
                    Piece::Options(sides.map(|side| side.iter().map(|one| places[one]).collect()))
                }
            };
            if pieces.len() >= MOST_FOLLOWERS {
                let message = "a value among the options is too large for a search";
                return Err(Fault::new(Class::Limit, message));
            }
            places.insert(game, pieces.len());
            pieces.push(piece);
            open.pop();
        }
        Ok(Portable(pieces))
    }

    /// The value in another engine.
    pub(crate) fn game(&self, engine: &mut Engine) -> Result<Game, GameError> {
        let mut games: Vec<Game> = Vec::with_capacity(self.0.len());
        for piece in &self.0 {
            games.push(match piece {
                Piece::Closed(closed) => engine.closed_form(closed)?,
                Piece::Options(sides) => {
                    let [left, right] =
                        sides.each_ref().map(|side| side.iter().map(|&at| games[at]).collect());
                    let (left, right): (Vec<Game>, Vec<Game>) = (left, right);
                    engine.game(&left, &right)?
                }
            });
        }
        Ok(*games.last().expect("a value has itself among its followers"))
    }
}
