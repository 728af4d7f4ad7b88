//! Positions to look at: their drawings, their moves, and what each move is worth.
//!
//! This is what an explorer of options and a board to click on show. The sum is read as an
//! expression of the language. A term that is a call of a ruleset's function,
//! `Clobber("xo|ox")`, is that position; anything else is a position as `??` sees it, whose
//! moves are those that its rules or its options give.
//!
//! Values are worked out within a budget of time. What is not known then is missing in its
//! place, with the reason, and can be asked for again: what was found helps. Where values
//! take too long, a search tells who wins.

use std::collections::HashSet;
use std::time::Duration;

use cg_core::{Clock, Error as GameError, Game, Limits, Notation, Outcome, Player};
use cg_lang::{
    Error, GamePosition, PieceKind, PositionPart, RunError, Session, Source, Span, Value, pieces,
};
use cg_rulesets::{Drawing, Entry, LoopyRules, Notated, Spot, Start, Variant};
use cg_simplify::why::Step;
use cg_solve::SolveError;
use serde::Serialize;

use crate::Calculator;
use crate::drawing::drawing_of;
use crate::reply::{Fault, Part, outside};
use crate::rulesets::start_of;
use crate::sides::Sides;

/// How many moves of a player are listed.
const MOST_MOVES: usize = 1_000;
/// How many moves of a player are judged against each other.
const MOST_JUDGED: usize = 256;
/// The least time for the winner after a move.
const A_MOMENT: Duration = Duration::from_millis(2);
/// The most bytes of a value's text; what is longer is cut.
const MOST_TEXT: usize = 4_096;

/// A position to look at.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct LookReply {
    /// The sum as it is written: asked again, it is the same.
    pub text: String,
    /// Its terms, in order.
    pub parts: Vec<PartReply>,
    /// Its value.
    pub value: Part<ValueReply>,
    /// Who wins, by its value or by search: `left player win`.
    pub outcome: Part<String>,
    /// The moves of each player, in every term.
    pub moves: Sides<Vec<LookMove>>,
    /// How many moves are not listed, there being too many.
    pub unlisted: Sides<u64>,
    /// Whether points decide: then a player without a move has not lost by that.
    pub scored: bool,
}

/// A term of a sum.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PartReply {
    /// The term as it is written, with its sign.
    pub text: String,
    /// Whether it is subtracted: its players are exchanged.
    pub minus: bool,
    /// Its ruleset, when it is one that is built in.
    pub ruleset: Option<RulesetReply>,
    /// What can be drawn of it.
    pub drawing: Option<Drawing>,
    /// The same as marks at places.
    #[cfg(feature = "plot")]
    pub scene: Option<cg_plot::Scene>,
    /// Its value, with its sign.
    pub value: Part<ValueReply>,
    /// What its walls tell of its mean and temperature, where its value is not known: a sentence
    /// each.
    pub heat: Vec<String>,
}

/// The ruleset of a term.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RulesetReply {
    /// Its function in the language.
    pub function: &'static str,
    /// Its name for a heading.
    pub title: &'static str,
    /// Its rules in a sentence or two.
    pub rules: &'static str,
    /// The parameters with their parentheses and a blank, where there are some.
    pub parameters: String,
    /// The position alone, as the function takes it.
    pub board: String,
    /// The signs that a cell can have, where any will do; else empty.
    pub letters: &'static str,
}

/// A value, in short.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ValueReply {
    /// In the notation in force; cut where it is very long.
    pub shown: String,
    /// In LaTeX, where it is not too long.
    pub latex: Option<String>,
    /// Whether `shown` is all of it.
    pub whole: bool,
    /// Who wins.
    pub outcome: Part<String>,
    /// Its mean.
    pub mean: Part<String>,
    /// Its temperature.
    pub temperature: Part<String>,
    /// The family that holds it.
    pub subgroup: Option<String>,
}

/// A move.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct LookMove {
    /// The term in which it is made.
    pub part: usize,
    /// Its name, where the rules give one; else what the term becomes.
    pub name: String,
    /// What the term becomes.
    pub becomes: String,
    /// The whole sum after it: what to ask next.
    pub after: String,
    /// What it changes in the drawing of the term.
    pub touched: Vec<Spot>,
    /// What of the drawing its name names, in order: from where, to where.
    pub named: Vec<Spot>,
    /// The value of the whole sum after it.
    pub value: Part<ValueReply>,
    /// Whether who makes it wins.
    pub wins: Part<bool>,
    /// Whether it leaves a draw: games that may go on for ever have draws, and those that points decide.
    pub draws: bool,
    /// Whether the same player moves again.
    pub again: bool,
    /// Left's points less Right's at the end, in a game that points decide.
    pub score: Option<String>,
    /// Why it need not be considered, if so.
    pub mark: Option<Mark>,
}

/// Why a move need not be considered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "mark", rename_all = "lowercase")]
pub enum Mark {
    /// Another move is at least as good.
    Dominated {
        /// The value that it leaves.
        by: String,
        /// The same in LaTeX, where it is not too long.
        latex: Option<String>,
    },
    /// The opponent answers so that they are at least as well off as before.
    Reversible {
        /// What the answer leaves.
        through: String,
        /// The same in LaTeX, where it is not too long.
        latex: Option<String>,
        /// The options that take its place.
        replacements: Vec<String>,
    },
}

/// Looks at a sum, and works out who wins and values for about so long. What was found
/// before in the session helps.
///
/// ```
/// use std::time::Duration;
/// use cg_calculator::{Calculator, look};
///
/// let mut calculator = Calculator::new()?;
/// let look = look(&mut calculator, "Clobber(\"xo\") + *", Duration::from_secs(9))?;
/// assert_eq!(look.value.known().unwrap().shown, "0");
/// let first = &look.moves.left[0];
/// assert_eq!((&first.name[..], &first.after[..]), ("a1-b1", "Clobber(\".X\")+*"));
/// assert_eq!(first.wins.known(), Some(&false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is wrong in the text, or in the rules; an interruption. What `budget` does not
/// suffice for is no error.
pub fn look(calculator: &mut Calculator, text: &str, budget: Duration) -> Result<LookReply, Error> {
    let session = calculator.session();
    session.engine().restart_clock();
    let start = Clock::start();
    let source = Source::new("<position>", text.trim());
    #[cfg(feature = "universes")]
    if let Some(reply) = by_points(session, &source, budget)? {
        return Ok(reply);
    }
    let terms = read(session, &source)?;
    let loopy = terms.iter().any(|term| match term {
        Read::Board { .. } => false,
        Read::Language(position) => session.position_is_loopy(position),
    });
    let before = session.limits().clone();
    let within = |part: u32| {
        let time = before.time.map_or(budget, |limit| limit.min(budget)) / part;
        Limits { time: Some(time), ..before.clone() }
    };
    let seen = seen(session, &terms)?;
    let mut unlisted = [0; 2];
    let mut moves = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        let side = player as usize;
        (moves[side], unlisted[side]) = found(session, &terms, &seen, player)?;
    }
    let text = written(session, &terms, None)?;
    session.set_limits(within(2));
    session.engine().restart_clock();
    let worked = match loopy {
        true => values(session, &terms, &moves, loopy).and_then(|mut values| {
            session.engine().restart_clock();
            let late = || start.elapsed() > budget;
            let (value, outcome) = judged(session, &text, &moves, &mut values.moves, late)?;
            Ok((value, outcome, values.parts, values.moves))
        }),
        // Who wins comes first: values may take the whole budget.
        false => winners(session, &text, &moves, start, budget / 2).and_then(|(outcome, wins)| {
            session.set_limits(within(2));
            session.engine().restart_clock();
            let mut values = values(session, &terms, &moves, loopy)?;
            for (worths, wins) in values.moves.iter_mut().zip(wins) {
                for (worth, wins) in worths.iter_mut().zip(wins) {
                    if worth.wins.known().is_none() || wins.known().is_some() {
                        worth.wins = wins;
                    }
                }
            }
            let outcome = match (&values.total, outcome) {
                (Ok(value), Part::Missing { .. }) => {
                    let outcome = session.engine().outcome(*value).map_err(SolveError::from);
                    part(outcome.map(|outcome| outcome.to_string()))?
                }
                (_, outcome) => outcome,
            };
            let value = part(values.total.and_then(|game| short(session, game)))?;
            Ok((value, outcome, values.parts, values.moves))
        }),
    };
    let heats = worked.as_ref().ok().map(|(_, _, values, _)| {
        session.set_limits(within(8));
        let texts = seen.iter().flatten().map(|one| one.text.as_str());
        let begun = Clock::start();
        let asked = texts.zip(values).map(|(text, value)| {
            let in_time = begun.elapsed() < budget / 4;
            (text, in_time && !loopy && value.known().is_none())
        });
        heats(session, asked)
    });
    session.set_limits(before.clone());
    session.engine().restart_clock();
    let (value, outcome, values, worth) = worked?;
    let heats = heats.expect("it worked")?;
    let reply = |(one, worth): (Move, Worth)| LookMove {
        part: one.part,
        name: one.name,
        becomes: one.becomes,
        after: one.after,
        touched: one.touched,
        named: one.named,
        value: worth.value,
        wins: worth.wins,
        draws: worth.draws,
        again: false,
        score: None,
        mark: worth.mark,
    };
    let [left, right] = moves;
    let [of_left, of_right] = worth;
    Ok(LookReply {
        text,
        parts: seen
            .into_iter()
            .flatten()
            .zip(values.into_iter().zip(heats))
            .map(|(Seen { text, minus, ruleset, drawing }, (value, heat))| PartReply {
                heat,
                text,
                minus,
                ruleset,
                #[cfg(feature = "plot")]
                scene: drawing.as_ref().map(cg_plot::Scene::of),
                drawing,
                value,
            })
            .collect(),
        value,
        outcome,
        moves: Sides {
            left: left.into_iter().zip(of_left).map(reply).collect(),
            right: right.into_iter().zip(of_right).map(reply).collect(),
        },
        unlisted: Sides { left: unlisted[0], right: unlisted[1] },
        scored: false,
    })
}

/// A sum that points decide; `None` for other sums.
#[cfg(feature = "universes")]
fn by_points(
    session: &mut Session,
    source: &Source,
    budget: Duration,
) -> Result<Option<LookReply>, Error> {
    let before = session.limits().clone();
    let time = before.time.map_or(budget, |limit| limit.min(budget));
    session.set_limits(Limits { time: Some(time), ..before.clone() });
    session.engine().restart_clock();
    let found = session.scored_position(source, cg_lang::Asked::Moves);
    session.set_limits(before);
    session.engine().restart_clock();
    // The errors of other texts are those of the value.
    let Ok(Some(cg_lang::ScoredPosition { position, scored })) = found else { return Ok(None) };
    let found = budgeted(scored)?;
    let missing = || {
        let message = "points decide it, and not the last move".to_owned();
        part(Err(SolveError::Rules(message))).expect("it is no interruption")
    };
    let reply = found.map(|scored| {
        let answer = scored.data.downcast_ref::<cg_universes::ScoreAnswer>();
        answer.expect("no one else tells scores").clone()
    });
    let written: Vec<PositionPart> = session.position_parts(&position)?;
    let outcome = reply
        .as_ref()
        .map(|answer| crate::scores::ScoreReply::from(answer).summary())
        .map_err(Clone::clone);
    let late = || match &outcome {
        Err(error) => part(Err(error.clone())).expect("it is no interruption"),
        Ok(_) => unreachable!("what all moves reach is known then"),
    };
    let mut moves = match reply {
        Ok(reply) => reply.moves.unwrap_or_default(),
        Err(_) => Player::BOTH.map(|player| crate::scores::moves_on_boards(&written, player)),
    };
    let unlisted = moves.each_ref().map(|moves| moves.len().saturating_sub(MOST_MOVES) as u64);
    let drawings: Vec<Option<Drawing>> = written.iter().map(drawing_of).collect();
    let mut of = |player: Player| -> Vec<LookMove> {
        let moves = std::mem::take(&mut moves[player as usize]);
        let reply = |one: cg_universes::ScoreMove| {
            let part = one.term;
            let after = crate::scores::after_move(&written, &one);
            let named = drawings[part].as_ref().map(|drawing| drawing.named(&one.name));
            let named = named.unwrap_or_default();
            LookMove {
                part,
                wins: one.wins(player).map_or_else(&late, Part::Known),
                draws: one.reaches == Some(cg_universes::Score::ZERO),
                again: one.again,
                score: one.reaches.map(|score| score.to_string()),
                name: one.name,
                becomes: one.becomes,
                after,
                touched: named.clone(),
                named,
                value: missing(),
                mark: None,
            }
        };
        moves.into_iter().take(MOST_MOVES).map(reply).collect()
    };
    let moves = Sides { left: of(Player::Left), right: of(Player::Right) };
    let text = session.position_text(&position)?;
    let parts = written.into_iter().zip(drawings).map(|(term, drawing)| PartReply {
        minus: term.count < dashu_int::IBig::ZERO,
        ruleset: ruleset_of_boxes(&term),
        text: term.written,
        #[cfg(feature = "plot")]
        scene: drawing.as_ref().map(cg_plot::Scene::of),
        drawing,
        value: missing(),
        heat: Vec::new(),
    });
    Ok(Some(LookReply {
        text,
        parts: parts.collect(),
        value: missing(),
        outcome: part(outcome)?,
        moves,
        unlisted: Sides { left: unlisted[0], right: unlisted[1] },
        scored: true,
    }))
}

/// The rules of Dots and Boxes, if that is what a term is.
#[cfg(feature = "universes")]
fn ruleset_of_boxes(term: &PositionPart) -> Option<RulesetReply> {
    let (name, arguments) = term.call.as_ref()?;
    if name != crate::scores::BOXES {
        return None;
    }
    let (board, position) = crate::scores::board_of(arguments).ok()?;
    Some(RulesetReply {
        function: crate::scores::BOXES,
        title: "Dots and Boxes",
        rules: cg_universes::DotsAndBoxes::RULES,
        parameters: String::new(),
        board: board.write(&position),
        letters: "",
    })
}

/// A term that was read.
enum Read {
    /// A position of a ruleset of the table.
    Board { start: Start, minus: bool },
    /// Positions of the language, which have their signs.
    Language(GamePosition),
}

/// A term without its value.
struct Seen {
    text: String,
    minus: bool,
    ruleset: Option<RulesetReply>,
    drawing: Option<Drawing>,
}

/// A move without what it is worth: see [`LookMove`].
struct Move {
    term: usize,
    part: usize,
    name: String,
    becomes: String,
    after: String,
    touched: Vec<Spot>,
    named: Vec<Spot>,
    left_behind: Read,
}

/// What a move is worth.
struct Worth {
    value: Part<ValueReply>,
    wins: Part<bool>,
    draws: bool,
    mark: Option<Mark>,
}

/// What the values of a sum, its parts and its moves tell.
struct Values {
    total: Result<Game, SolveError>,
    parts: Vec<Part<ValueReply>>,
    moves: [Vec<Worth>; 2],
}

/// A part of a reply, or why it is missing. An interruption ends the reply.
fn part<T>(found: Result<T, SolveError>) -> Result<Part<T>, Error> {
    match found {
        Ok(found) => Ok(Part::Known(found)),
        Err(SolveError::Engine(GameError::Interrupted)) => {
            Err(outside(RunError::Game(GameError::Interrupted)))
        }
        Err(SolveError::Engine(error)) => {
            Ok(Part::Missing { error: Fault::of(&outside(RunError::Game(error))) })
        }
        Err(error) => {
            let refused = RunError::Refused { function: "look".into(), message: error.to_string() };
            Ok(Part::Missing { error: Fault::of(&outside(refused)) })
        }
    }
}

/// What went wrong in the language, as what a solver says; `Err` is a true error.
fn budgeted<T>(found: Result<T, Error>) -> Result<Result<T, SolveError>, Error> {
    match found {
        Ok(found) => Ok(Ok(found)),
        Err(error) if error.is_interruption() => Err(error),
        Err(error) if error.is_limit() => Ok(Err(SolveError::Rules(error.to_string()))),
        Err(error) => Err(error),
    }
}

/// The value of a term, with its sign.
fn value_of(session: &mut Session, term: &Read) -> Result<Game, SolveError> {
    let typed;
    let position = match term {
        Read::Language(position) => position,
        Read::Board { .. } => {
            let text = term.text(session, true).map_err(|error| engine_or_rules(&error))?;
            let source = Source::new("<position>", text);
            typed = session.position(&source).map_err(|error| engine_or_rules(&error))?;
            &typed
        }
    };
    let value = session.position_loopy_value(position).map_err(|error| engine_or_rules(&error))?;
    as_game(session, &value)?.ok_or_else(goes_on)
}

/// Works out the values of the sum, its parts, and what moves leave.
fn values(
    session: &mut Session,
    terms: &[Read],
    moves: &[Vec<Move>; 2],
    loopy: bool,
) -> Result<Values, Error> {
    let values: Vec<Result<Game, SolveError>> =
        terms.iter().map(|term| value_of(session, term)).collect();
    let mut parts = Vec::new();
    for (term, value) in terms.iter().zip(&values) {
        match term {
            Read::Board { .. } => {
                let short = value.clone().and_then(|game| short(session, game));
                parts.push(part(short)?);
            }
            Read::Language(position) => {
                for own in position.components() {
                    let value = budgeted(session.position_loopy_value(&own))?;
                    parts.push(part(value.and_then(|value| worth(session, &value)))?);
                }
            }
        }
    }
    let total = values.iter().cloned().collect::<Result<Vec<Game>, SolveError>>();
    let total = match loopy {
        // Such a sum is judged as a whole.
        true => Err(goes_on()),
        false => total.and_then(|games| Ok(session.engine().sum(&games)?)),
    };
    let mut left_behind: [Vec<Option<Game>>; 2] = [Vec::new(), Vec::new()];
    let mut worth: [Vec<Worth>; 2] = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        for found in &moves[player as usize] {
            let after = total.clone().and_then(|total| {
                let after = value_of(session, &found.left_behind)?;
                let engine = session.engine();
                let rest = engine.subtract(total, values[found.term].clone()?)?;
                Ok(engine.add(rest, after)?)
            });
            left_behind[player as usize].push(after.as_ref().ok().copied());
            let wins = after.clone().and_then(|game| {
                let outcome = session.engine().outcome(game)?;
                Ok(match player {
                    Player::Left => outcome.at_least_zero(),
                    Player::Right => outcome.at_most_zero(),
                })
            });
            worth[player as usize].push(Worth {
                value: part(after.and_then(|game| short(session, game)))?,
                wins: part(wins)?,
                draws: false,
                mark: None,
            });
        }
    }
    marks(session, &left_behind, &mut worth)?;
    Ok(Values { total, parts, moves: worth })
}

/// Whether each move of Left and of Right wins.
type Wins = [Vec<Part<bool>>; 2];

/// Who wins a sum, and with which moves, as the solver of the session says it before the
/// clock has shown `budget`.
fn winners(
    session: &mut Session,
    text: &str,
    moves: &[Vec<Move>; 2],
    clock: Clock,
    budget: Duration,
) -> Result<(Part<String>, Wins), Error> {
    let mut winner = |text: &str, first: Player| {
        // Each question has the time that is left; a moment, so that what is known is said.
        let left = budget.saturating_sub(clock.elapsed());
        let time = Some(left.max(A_MOMENT));
        session.set_limits(Limits { time, ..session.limits().clone() });
        let position = session.position(&Source::new("<position>", text));
        let found = position.and_then(|position| session.position_winner(&position, first));
        part(found.map_err(|error| engine_or_rules(&error)))
    };
    let left = winner(text, Player::Left)?;
    let right = winner(text, Player::Right)?;
    let outcome = match (left, right) {
        (Part::Known(left), Part::Known(right)) => {
            let first = |winner, player| winner == player;
            let outcome =
                Outcome::from_first_moves(first(left, Player::Left), first(right, Player::Right));
            Part::Known(outcome.to_string())
        }
        (Part::Missing { error }, _) | (_, Part::Missing { error }) => Part::Missing { error },
    };
    let mut wins = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        for found in &moves[player as usize] {
            let winner = winner(&found.after, player.opponent())?;
            wins[player as usize].push(match winner {
                Part::Known(winner) => Part::Known(winner == player),
                Part::Missing { error } => Part::Missing { error },
            });
        }
    }
    Ok((outcome, wins))
}

/// What is known of mean and temperature of each term of which it is asked, in sentences.
fn heats<'t>(
    session: &mut Session,
    terms: impl Iterator<Item = (&'t str, bool)>,
) -> Result<Vec<Vec<String>>, Error> {
    let mut told = Vec::new();
    for (text, asked) in terms {
        let mut sentences = Vec::new();
        for figure in ["mean", "temperature"].into_iter().filter(|_| asked) {
            session.engine().restart_clock();
            match session.evaluate(&format!("{figure}({text})")) {
                Ok(value) => {
                    let notation = session.notation();
                    let number = session.text_of(&value, notation).map_err(outside)?;
                    sentences.push(format!("The {figure} is {number}."));
                }
                Err(error) if error.is_interruption() => return Err(error),
                Err(error) => {
                    if let cg_lang::ErrorKind::Run(RunError::Stopped { known, .. }) = error.kind() {
                        sentences.push(known.clone());
                    }
                }
            }
        }
        told.push(sentences);
    }
    Ok(told)
}

/// Why a solver of games that end has no answer.
fn goes_on() -> SolveError {
    SolveError::Rules("this may go on for ever".into())
}

/// An error of the language as one of a solver.
fn engine_or_rules(error: &Error) -> SolveError {
    match error.kind() {
        cg_lang::ErrorKind::Run(RunError::Game(error)) => SolveError::Engine(error.clone()),
        _ => SolveError::Rules(error.to_string()),
    }
}

/// The short game that a value is; none, when it may go on for ever.
fn as_game(session: &mut Session, value: &Value) -> Result<Option<Game>, SolveError> {
    let engine = session.engine();
    Ok(match value {
        Value::Game(game) => Some(*game),
        Value::Form(form) => Some(engine.value(*form)?),
        Value::Loopy(_) => None,
        value => match value.held_integer() {
            Some(integer) => Some(engine.integer(&integer)?),
            None => return Err(SolveError::Rules(format!("{} is no game", value.kind()))),
        },
    })
}

/// A value in short, which may be a game that goes on for ever.
fn worth(session: &mut Session, value: &Value) -> Result<ValueReply, SolveError> {
    if let Some(game) = as_game(session, value)? {
        return short(session, game);
    }
    let failed = |error: RunError| engine_or_rules(&outside(error));
    let notation = session.notation();
    let (shown, whole) = cut(session.text_of(value, notation).map_err(failed)?);
    let latex = whole.then(|| session.text_of(value, Notation::Latex)).transpose();
    let outcome = session.loopy_outcome(value).map_err(failed)?.to_string();
    let none = || part(Err(goes_on())).expect("it is no interruption");
    Ok(ValueReply {
        shown,
        latex: latex.map_err(failed)?,
        whole,
        outcome: Part::Known(outcome),
        mean: none(),
        temperature: none(),
        subgroup: None,
    })
}

/// The beginning of a text that is too long, and whether it is all of it.
fn cut(mut shown: String) -> (String, bool) {
    let whole = shown.len() <= MOST_TEXT;
    if !whole {
        let end = (0..=MOST_TEXT).rev().find(|&at| shown.is_char_boundary(at));
        let end = end.expect("a text begins at a boundary");
        shown.truncate(end);
        shown.push('…');
    }
    (shown, whole)
}

/// Value and outcome of a sum that may go on for ever, and who wins or draws by which move:
/// by the language, until it is `late`.
fn judged(
    session: &mut Session,
    text: &str,
    moves: &[Vec<Move>; 2],
    judgements: &mut [Vec<Worth>; 2],
    late: impl Fn() -> bool,
) -> Result<(Part<ValueReply>, Part<String>), Error> {
    let value_of = |session: &mut Session, text: &str| match session.evaluate(text) {
        Ok(value) => Ok(Ok(value)),
        Err(error) if error.is_interruption() => Err(error),
        Err(error) => Ok(Err(engine_or_rules(&error))),
    };
    let total = value_of(session, text)?.and_then(|value| worth(session, &value));
    let value = part(total)?;
    let outcome = match &value {
        Part::Known(value) => value.outcome.clone(),
        Part::Missing { error } => Part::Missing { error: error.clone() },
    };
    for player in Player::BOTH {
        let own = moves[player as usize].iter().zip(&mut judgements[player as usize]);
        for (found, judgement) in own {
            if late() {
                return Ok((value, outcome));
            }
            let after = value_of(session, &found.after)?;
            let reached = after.clone().and_then(|after| {
                let outcome = session.loopy_outcome(&after);
                let outcome = outcome.map_err(|error| engine_or_rules(&outside(error)))?;
                Ok(outcome.when_starts(player.opponent()).winner())
            });
            *judgement = Worth {
                draws: matches!(reached, Ok(None)),
                wins: part(reached.map(|winner| winner == Some(player)))?,
                value: part(after.and_then(|after| worth(session, &after)))?,
                mark: None,
            };
        }
    }
    Ok((value, outcome))
}

/// Marks the moves that are dominated or reversible, when what all of them leave is known.
fn marks(
    session: &mut Session,
    left_behind: &[Vec<Option<Game>>; 2],
    moves: &mut [Vec<Worth>; 2],
) -> Result<(), Error> {
    let known =
        left_behind.each_ref().map(|games| games.iter().copied().collect::<Option<Vec<Game>>>());
    let [Some(left), Some(right)] = known else { return Ok(()) };
    if left.len().max(right.len()) > MOST_JUDGED {
        return Ok(());
    }
    let steps = session.engine().why_options(&left, &right).map_err(SolveError::from);
    let Some(steps) = part(steps)?.into_known() else { return Ok(()) };
    let mut shown = |game: Game| -> Result<Option<(String, Option<String>)>, Error> {
        Ok(part(short(session, game))?.into_known().map(|value| (value.shown, value.latex)))
    };
    for step in &steps {
        let (player, option, mark) = match step {
            Step::Dominated { player, option, by } => {
                let mark = |(by, latex)| Mark::Dominated { by, latex };
                (*player, *option, shown(*by)?.map(mark))
            }
            Step::Reversible { player, option, through, replacements } => {
                let mut texts = Vec::new();
                for &replacement in replacements.iter().take(MOST_JUDGED) {
                    texts.extend(shown(replacement)?.map(|(text, _)| text));
                }
                let mark =
                    |(through, latex)| Mark::Reversible { through, latex, replacements: texts };
                (*player, *option, shown(*through)?.map(mark))
            }
        };
        let games = if player == Player::Left { &left } else { &right };
        for (found, &game) in moves[player as usize].iter_mut().zip(games) {
            if game == option {
                found.mark.clone_from(&mark);
            }
        }
    }
    Ok(())
}

/// What is to be seen of each term: of a sum of the language its components.
fn seen(session: &mut Session, terms: &[Read]) -> Result<Vec<Vec<Seen>>, Error> {
    terms.iter().map(|term| term.seen(session)).collect()
}

/// A value in short.
fn short(session: &mut Session, game: Game) -> Result<ValueReply, SolveError> {
    let notation = session.notation();
    let engine = session.engine();
    let (shown, whole) = cut(engine.print(game, notation)?);
    let latex = match whole {
        true => Some(engine.print(game, Notation::Latex)?),
        false => None,
    };
    let outcome = engine.outcome(game).map(|outcome| outcome.to_string());
    let mean = engine.mean(game).map(|mean| mean.to_string());
    let temperature = engine.temperature(game).map(|it| it.to_string());
    let missing = |found: Result<String, GameError>| match part(found.map_err(SolveError::from)) {
        Ok(part) => Ok(part),
        Err(_) => Err(SolveError::Engine(GameError::Interrupted)),
    };
    Ok(ValueReply {
        shown,
        latex,
        whole,
        outcome: missing(outcome)?,
        mean: missing(mean)?,
        temperature: missing(temperature)?,
        subgroup: engine.subgroup_name(game).map(str::to_owned),
    })
}

/// Reads a sum: terms with calls of rulesets' functions, and what else there is.
fn read(session: &mut Session, source: &Source) -> Result<Vec<Read>, Error> {
    let Some(terms) = split(session, source) else {
        return Ok(vec![Read::Language(session.position(source)?)]);
    };
    let mut read = Vec::new();
    for (minus, span, call) in terms {
        let text = source.slice(span);
        let located = |error: RunError| Error::new(error, source, span);
        read.push(match call {
            Some((entry, arguments)) => {
                let list = session.evaluate(&format!("[{}]", source.slice(arguments)))?;
                let Value::List(list) = list else {
                    let message = "its arguments are no list of values".to_owned();
                    return Err(located(RunError::Refused {
                        function: entry.function.into(),
                        message,
                    }));
                };
                let integer = &mut |value: &Value, place: &str| {
                    value.held_integer().ok_or_else(|| RunError::WrongKind {
                        place: place.into(),
                        expected: "an integer".into(),
                        found: value.kind().into(),
                        help: None,
                    })
                };
                let start =
                    start_of(entry, Variant::Plain, list.items(), integer).map_err(located)?;
                Read::Board { start, minus }
            }
            None => {
                let sign = if minus { "-" } else { "" };
                let text = if minus { format!("{sign}({text})") } else { text.to_owned() };
                Read::Language(session.position(&Source::new("<position>", text))?)
            }
        });
    }
    Ok(read)
}

/// A term: its sign, its place, and the ruleset that it calls with its arguments.
type Found = (bool, Span, Option<(&'static Entry, Span)>);

/// The terms of a sum in which a ruleset is called; `None` when there is no such call, or
/// the text is something else than a sum of terms.
fn split(session: &Session, source: &Source) -> Option<Vec<Found>> {
    let all = pieces(source.text(), &session.vocabulary().reading);
    let mut terms = Vec::new();
    let mut depth = 0usize;
    let (mut minus, mut from) = (false, 0);
    let mut close = |minus: bool, range: std::ops::Range<usize>| {
        let own = &all[range];
        let (first, last) = (own.first()?, own.last()?);
        let span = Span { start: first.span.start, end: last.span.end };
        let entry = Entry::all().iter().find(|it| it.function == source.slice(first.span));
        let mut depth = 0usize;
        // The parenthesis behind the name closes at the end and not before.
        let closes = |(at, piece): (usize, &cg_lang::Piece)| {
            match piece.kind {
                PieceKind::Open => depth += 1,
                PieceKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && at + 2 < own.len()
        };
        let signs = |at: usize| own.get(at).map_or("", |it| source.slice(it.span));
        let closed = own.len() > 2 && signs(1) == "(" && signs(own.len() - 1) == ")";
        let call = entry.filter(|_| first.kind == PieceKind::Call && closed);
        let call = call.filter(|_| !own[1..].iter().enumerate().any(closes));
        let inside = Span { start: own.get(1).map_or(0, |it| it.span.end), end: last.span.start };
        terms.push((minus, span, call.map(|entry| (entry, inside))));
        Some(())
    };
    for (at, piece) in all.iter().enumerate() {
        match piece.kind {
            PieceKind::Open => depth += 1,
            PieceKind::Close => depth = depth.saturating_sub(1),
            PieceKind::Keyword | PieceKind::Directive | PieceKind::Bad | PieceKind::Comment => {
                return None;
            }
            PieceKind::Sign if depth == 0 => match source.slice(piece.span) {
                "+" if at > from => {
                    close(minus, from..at)?;
                    (minus, from) = (false, at + 1);
                }
                "-" if at > from => {
                    close(minus, from..at)?;
                    (minus, from) = (true, at + 1);
                }
                "-" => (minus, from) = (!minus, at + 1),
                _ => return None,
            },
            _ => {}
        }
    }
    close(minus, from..all.len())?;
    terms.iter().any(|(_, _, call)| call.is_some()).then_some(terms)
}

impl Read {
    fn seen(&self, session: &mut Session) -> Result<Vec<Seen>, Error> {
        match self {
            Read::Board { start, minus } => {
                let entry = start.rules.rules().entry();
                let Ok(drawing) = start.rules.draw(&start.position);
                let name = start.rules.rules().name();
                let parameters = name[entry.name.len()..].to_owned();
                let gap = if parameters.is_empty() { "" } else { " " };
                Ok(vec![Seen {
                    text: self.text(session, true)?,
                    minus: *minus,
                    ruleset: Some(RulesetReply {
                        function: entry.function,
                        title: entry.title,
                        rules: entry.rules,
                        parameters: parameters + gap,
                        board: start.board(),
                        letters: entry.letters,
                    }),
                    drawing: Some(drawing),
                }])
            }
            Read::Language(position) => {
                let parts = session.position_parts(position)?;
                let seen = |part: PositionPart| Seen {
                    minus: part.count < dashu_int::IBig::ZERO,
                    drawing: drawing_of(&part),
                    ruleset: loopy_ruleset(&part),
                    text: part.written,
                };
                Ok(parts.into_iter().map(seen).collect())
            }
        }
    }

    /// The term as it is written; a first term has no `+` before it.
    fn text(&self, session: &mut Session, first: bool) -> Result<String, Error> {
        let (sign, text) = match self {
            Read::Board { start, minus } => {
                let game = start.rules.rules();
                let parameters = &game.name()[game.entry().name.len()..];
                let gap = if parameters.is_empty() { "" } else { " " };
                let text =
                    format!("{}(\"{parameters}{gap}{}\")", game.entry().function, start.board());
                (if *minus { "-" } else { "+" }, text)
            }
            Read::Language(position) => {
                let text = session.position_text(position)?;
                match text.strip_prefix('-') {
                    // A sum keeps its own signs.
                    Some(rest) => ("-", rest.to_owned()),
                    None => ("+", text),
                }
            }
        };
        let sign = if first && sign == "+" { "" } else { sign };
        Ok(format!("{sign}{text}"))
    }
}

/// The sum as it is written, with one term replaced.
fn written(
    session: &mut Session,
    terms: &[Read],
    replaced: Option<(usize, &Read)>,
) -> Result<String, Error> {
    let mut text = String::new();
    for (at, term) in terms.iter().enumerate() {
        let term = replaced.filter(|it| it.0 == at).map_or(term, |it| it.1);
        text += &term.text(session, text.is_empty())?;
    }
    Ok(text)
}

/// The moves of a player in all terms, and how many are not listed.
fn found(
    session: &mut Session,
    terms: &[Read],
    seen: &[Vec<Seen>],
    player: Player,
) -> Result<(Vec<Move>, u64), Error> {
    let mut moves = Vec::new();
    let mut unlisted = 0;
    let mut first = 0;
    for (number, (term, own_parts)) in terms.iter().zip(seen).enumerate() {
        match term {
            Read::Board { start, minus } => {
                let own = if *minus { player.opponent() } else { player };
                let Ok(named) = start.rules.named_moves(&start.position, own, MOST_MOVES);
                let listed = named.list.len();
                unlisted +=
                    u64::try_from(named.total).unwrap_or(u64::MAX).saturating_sub(listed as u64);
                let before = own_parts[0].drawing.as_ref().expect("a board has a drawing");
                for chosen in named.list {
                    let name = start.rules.write_move(&chosen);
                    let Ok(position) = start.rules.after(&start.position, &chosen);
                    let Ok(drawing) = start.rules.draw(&position);
                    let left_behind = Read::Board {
                        start: Start { rules: start.rules.clone(), position },
                        minus: *minus,
                    };
                    moves.push(Move {
                        term: number,
                        part: first,
                        becomes: left_behind.text(session, true)?,
                        after: written(session, terms, Some((number, &left_behind)))?,
                        touched: before.changed(&drawing),
                        named: before.named(&name),
                        name,
                        left_behind,
                    });
                }
            }
            Read::Language(position) => {
                let before = session.position_parts(position)?;
                let found = session.position_moves(position, player)?;
                unlisted += found.len().saturating_sub(MOST_MOVES) as u64;
                for moved in found.into_iter().take(MOST_MOVES) {
                    let now = session.position_parts(&moved.after)?;
                    let touched = touched(&before[moved.place], &before, &now);
                    let left_behind = Read::Language(moved.after);
                    moves.push(Move {
                        term: number,
                        part: first + moved.place,
                        name: moved.becomes.clone(),
                        becomes: moved.becomes,
                        after: written(session, terms, Some((number, &left_behind)))?,
                        touched,
                        named: Vec::new(),
                        left_behind,
                    });
                }
            }
        }
        first += own_parts.len();
    }
    Ok((moves, unlisted))
}

/// The ruleset of a component, when it is one whose positions come back.
fn loopy_ruleset(part: &PositionPart) -> Option<RulesetReply> {
    let (name, arguments) = part.call.as_ref()?;
    let rules = LoopyRules::ALL.into_iter().find(|rules| rules.function() == name)?;
    let [board] = &arguments[..] else { return None };
    let board = rules.read(board.as_text()?).ok()?;
    Some(RulesetReply {
        function: rules.function(),
        title: rules.title(),
        rules: rules.rules(),
        parameters: String::new(),
        board: board.to_string(),
        letters: rules.letters(),
    })
}

/// The cells in which a component differs from what came in its place.
fn touched(own: &PositionPart, before: &[PositionPart], now: &[PositionPart]) -> Vec<Spot> {
    let known: HashSet<&str> = before.iter().map(|part| &part.text[..]).collect();
    let Some(drawing) = drawing_of(own) else { return Vec::new() };
    let mut fresh = now.iter().filter(|part| !known.contains(&part.text[..]));
    let (Some(one), None) = (fresh.next(), fresh.next()) else { return Vec::new() };
    drawing_of(one).map_or_else(Vec::new, |after| drawing.changed(&after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(text: &str) -> LookReply {
        let mut calculator = Calculator::new().unwrap();
        calculator.evaluate("Row(s) { default: { Row(s[0..i-1]++\".\") : i = 0..len(s)-1, if s[i] == \"L\" | Row(\".\"++s[i+1..len(s)-1]) : i = 0..len(s)-1, if s[i] == \"R\" }; }");
        let found = super::look(&mut calculator, text, Duration::from_secs(60));
        found.unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn sums_are_read_and_written() {
        for (text, written, parts) in [
            ("Clobber(\"xo\")", "Clobber(\"XO\")", 1),
            ("-Clobber(\"xo\") - 2 + *", "-Clobber(\"XO\")-2+*", 3),
            ("Clobber(\"xo\")+ Row(\"LR\") - {3|-1}", "Clobber(\"XO\")+Row(\"LR\")-{3|-1}", 3),
            ("Wythoff(\"3 5\")", "Wythoff(\"3 5\")", 1),
            ("GenWythoff(\"(2) 1 3\")", "GenWythoff(\"(2) 1 3\")", 1),
            ("1/2 + Row(\"LL\")", "(1/2)+Row(\"LL\")", 2),
        ] {
            let found = look(text);
            assert_eq!((&found.text[..], found.parts.len()), (written, parts), "{text}");
            assert_eq!(look(&found.text).text, found.text, "what is written reads as the same");
        }
    }

    /// What a move leaves, by the language itself.
    /// Where the value of a term would take long, its walls tell what they can.
    #[test]
    fn heat_of_a_large_term() {
        let mut calculator = Calculator::new().unwrap();
        let text = "Domineering(6, 6)+Domineering(2, 2)";
        let found = super::look(&mut calculator, text, Duration::from_secs(6)).unwrap();
        let [large, small] = &found.parts[..] else { panic!("two terms") };
        assert!(small.value.known().is_some() && small.heat.is_empty());
        assert!(large.value.known().is_none());
        let [mean, temperature] = &large.heat[..] else { panic!("{:?}", large.heat) };
        assert_eq!(mean, "The mean is 0.");
        assert!(temperature.starts_with("The temperature is "), "{temperature}");
    }

    #[test]
    fn values_are_those_of_the_language() {
        let mut calculator = Calculator::new().unwrap();
        for text in [
            "Clobber(\"xox|ox.\")",
            "Domineering(\"3x3\")-{2|1}",
            "-ToadsAndFrogs(\"tt.ff\")+Clobber(\"xo\")",
            "Hackenbush(\"g-a:l, a-b:r\")+^",
            "{2|-1}+{1,*|0}",
            "NodeKayles(\"a-b-c-d\")-*2",
        ] {
            let found = super::look(&mut calculator, text, Duration::from_secs(60)).unwrap();
            let whole = calculator.evaluate(text).remove(0).shown;
            assert_eq!(found.value.known().unwrap().shown, whole, "{text}");
            let sides = [(&found.moves.left, Player::Left), (&found.moves.right, Player::Right)];
            for (moves, player) in sides {
                for one in moves {
                    let value = calculator.evaluate(one.after.clone()).remove(0).shown;
                    assert_eq!(one.value.known().unwrap().shown, value, "{text}: {}", one.after);
                    let game = calculator.game(&one.after).unwrap();
                    let outcome = calculator.engine().outcome(game).unwrap();
                    let wins = match player {
                        Player::Left => outcome.at_least_zero(),
                        Player::Right => outcome.at_most_zero(),
                    };
                    assert_eq!(one.wins.known(), Some(&wins), "{text}: {}", one.name);
                }
            }
        }
    }

    /// The options that are not marked are the canonical ones, where nothing is replaced.
    #[test]
    fn marks_have_reasons() {
        let found = look("{0,1,*|2}");
        let mark = |name: &str| {
            let one = found.moves.left.iter().find(|it| it.name == name);
            one.expect("it is an option").mark.clone()
        };
        let by = Some(Mark::Dominated { by: "1".into(), latex: Some("1".into()) });
        assert_eq!([mark("0"), mark("1"), mark("*")], [by.clone(), None, by]);
        // Zero and star are both needed for up-star.
        assert!(look("{0,*|0}").moves.left.iter().all(|it| it.mark.is_none()));
        let found = look("{^|0}");
        let Some(Mark::Reversible { through, latex, .. }) = &found.moves.left[0].mark else {
            panic!("{:?}", found.moves.left[0].mark)
        };
        assert_eq!((&through[..], latex.as_deref()), ("*", Some("{\\ast}")));
    }

    /// Where values take too long, a search says the same.
    #[test]
    #[cfg(feature = "solve")]
    fn searches_agree_with_values() {
        for text in [
            "Clobber(\"xoxo|oxox\")",
            "Clobber(\"xoxox\")-Domineering(\"3x2\")",
            "NoGo(\"...|...\")+{1|-1}",
            "-Clobber(\"xxo\")-Clobber(\"xoo\")+*",
            "NodeKayles(\"a-b-c-d\")+*2",
        ] {
            let [by_values, searched] = [Calculator::new().unwrap(), crate::testing::searching(0)]
                .map(|mut calculator| {
                    super::look(&mut calculator, text, Duration::from_secs(60)).unwrap()
                });
            assert_eq!(searched.outcome.known(), by_values.outcome.known(), "{text}");
            let sides = |look: LookReply| [look.moves.left, look.moves.right].concat();
            for (one, other) in sides(searched).iter().zip(sides(by_values)) {
                assert_eq!(one.wins.known(), other.wins.known(), "{text}: {}", other.name);
            }
        }
    }

    #[test]
    fn moves_are_found_on_drawings() {
        let found = look("Clobber(\"xo|..\")");
        let one = &found.moves.left[0];
        assert_eq!(one.touched, [Spot::Cell(0, 0), Spot::Cell(0, 1)]);
        assert_eq!(one.named, [Spot::Cell(0, 0), Spot::Cell(0, 1)]);
        let found = look("Wythoff(\"3 5\")");
        let second = found.moves.left.iter().find(|it| it.becomes == "Wythoff(\"3 4\")").unwrap();
        assert_eq!(second.touched, [Spot::Token(1, 4)]);
        let found = look("Hackenbush(\"g-a:l, a-b:l\")");
        let both: Vec<_> =
            found.moves.left.iter().map(|it| (it.touched.len(), it.named.clone())).collect();
        assert!(both.contains(&(4, vec![Spot::Edge(0)])), "{both:?}");
        let found = look("Row(\"LR\")");
        assert_eq!(found.moves.left.len(), 1);
    }

    /// Calls of built-in functions that know their moves are boards too.
    #[test]
    #[cfg(all(feature = "octal", feature = "trinim"))]
    fn heaps_and_triangles_are_drawn_and_played() {
        let found = look("octal(\".77\", [3, 5]) - *2");
        let heaps = found.parts[0].drawing.as_ref().unwrap();
        assert_eq!(heaps.lines(), ["heap 1 3", "heap 2 5"]);
        // Kayles: one pin or two neighbours, 3 + 2 moves in 3 and 3 + 2 in 5 up to symmetry.
        let moves: Vec<(&str, &[Spot])> =
            found.moves.left.iter().map(|it| (&it.becomes[..], &it.touched[..])).collect();
        let pins = |heap, from: usize, to| (from..to).map(|pin| Spot::Token(heap, pin)).collect();
        let two: Vec<Spot> = pins(1, 1, 3);
        assert!(moves.contains(&("octal(\".77\", [3, 1, 2])", &two)), "{moves:?}");
        let all: Vec<Spot> = pins(0, 1, 3);
        assert!(moves.contains(&("octal(\".77\", [1, 5])", &all)), "{moves:?}");
        assert_eq!(found.value.known().unwrap().shown, "*5");

        let found = look("trinim(3)");
        let triangle = found.parts[0].drawing.as_ref();
        assert!(matches!(triangle, Some(Drawing::Triangle { rows }) if rows.len() == 3));
        let side = |it: &&LookMove| it.becomes == "trinim(3, \"./.x/.xx\")";
        let side = found.moves.right.iter().find(side).expect("a side can be taken");
        assert_eq!(side.touched, [Spot::Cell(0, 0), Spot::Cell(1, 0), Spot::Cell(2, 0)]);
        // Too many to be listed: an error, and no wait.
        let mut calculator = Calculator::new().unwrap();
        for text in ["octal(\".77\", 9000000)", "octal(\".(8)\", 9000)", "octal(\"Grundy\", 90000)"]
        {
            let error = super::look(&mut calculator, text, Duration::from_secs(60));
            assert!(error.unwrap_err().to_string().contains("too many moves"), "{text}");
        }
    }

    /// What a move leaves, by the outcomes of the language.
    #[test]
    #[cfg(feature = "loopy")]
    fn games_that_go_on_for_ever_have_boards_and_draws() {
        let mut calculator = Calculator::new().unwrap();
        calculator.evaluate("loopy Walk(n) { case 0: 0; default: { Walk((n + 1) % 3) | 0 }; }");
        for text in [
            "FoxAndGeese(\"..f.|....|g.g.\")",
            "Backsliding(\"t.f\") + {2|-1}",
            "over - over",
            "Walk(1) - Walk(2)",
            "Clobber(\"xo\") + upon",
        ] {
            let found = super::look(&mut calculator, text, Duration::from_secs(60)).unwrap();
            let shown =
                |calculator: &mut Calculator, text: &str| calculator.evaluate(text).remove(0).shown;
            assert_eq!(found.value.known().unwrap().shown, shown(&mut calculator, text), "{text}");
            let whole = shown(&mut calculator, &format!("? {text}"));
            assert_eq!(found.outcome.known().unwrap(), &whole, "{text}");
            for (moves, player) in
                [(&found.moves.left, Player::Left), (&found.moves.right, Player::Right)]
            {
                for one in moves {
                    let value = shown(&mut calculator, &one.after);
                    assert_eq!(one.value.known().unwrap().shown, value, "{text}: {}", one.after);
                    let after = calculator.session().evaluate(&one.after).unwrap();
                    let outcome = calculator.session().loopy_outcome(&after).unwrap();
                    let winner = outcome.when_starts(player.opponent()).winner();
                    assert_eq!(one.wins.known(), Some(&(winner == Some(player))), "{}", one.after);
                    assert_eq!(one.draws, winner.is_none(), "{}", one.after);
                }
            }
        }
        let fox = super::look(&mut calculator, "FoxAndGeese(\"..f.|....|g.g.\")", Duration::MAX);
        let fox = fox.unwrap();
        assert!(
            matches!(&fox.parts[0].drawing, Some(Drawing::Cells { rows, .. }) if rows[0][2].owner == cg_rulesets::Owner::Right)
        );
        let ruleset = fox.parts[0].ruleset.as_ref().unwrap();
        assert_eq!((ruleset.title, ruleset.letters), ("Fox and Geese", ".gf"));
        assert_eq!(fox.moves.right[0].touched, [Spot::Cell(0, 2), Spot::Cell(1, 1)]);
    }

    /// What takes too long is said to be unknown, and a search may tell who wins.
    #[test]
    fn a_budget_is_kept() {
        let mut calculator = Calculator::new().unwrap();
        let board = "Clobber(\"xoxoxo|oxoxox|xoxoxo|oxoxox|xoxoxo|oxoxox\")";
        let found = super::look(&mut calculator, board, Duration::from_millis(1)).unwrap();
        assert!(matches!(found.value, Part::Missing { .. }));
        assert!(!found.moves.left.is_empty() && found.parts[0].drawing.is_some());
    }

    /// A solver takes a bounded number of rulesets: whoever looks at all of the table in turn is served, and so is
    /// a sum of them.
    #[test]
    fn all_rulesets_are_looked_at_in_turn() {
        let mut calculator = Calculator::new().unwrap();
        let text = |entry: &Entry| format!("{}(\"{}\")", entry.function, entry.example);
        let all: Vec<String> = Entry::all().iter().map(text).collect();
        assert!(all.len() > cg_solve::MOST_RULESETS);
        for text in &all {
            let look = super::look(&mut calculator, text, Duration::from_secs(5)).unwrap();
            assert!(look.value.known().is_some(), "{text}: {:?}", look.value);
        }
        let sum = all.join("+");
        let look = super::look(&mut calculator, &sum, Duration::from_millis(1)).unwrap();
        assert_eq!(look.parts.len(), all.len());
        let look = super::look(&mut calculator, &all[0], Duration::from_secs(5)).unwrap();
        assert!(look.value.known().is_some());
    }

    #[test]
    fn faults_are_said() {
        let mut calculator = Calculator::new().unwrap();
        for (text, problem) in [
            ("Clobber(\"x?\")", "`?` is no cell"),
            ("Clobber()", "Clobber"),
            ("", "nothing is written"),
            ("1 <", ""),
            ("Clobber(\"xo\") + \"a\"", "game"),
            ("Clobber(\"xo\" + 1)", ""),
            ("Clobber(", ""),
            ("Clobber(\"xo\"", ""),
            ("Clobber(\"xo\")(1)", ""),
            ("Clobber(\"xo\"] + [1)", ""),
            ("Clobber((\"xo\")", ""),
            ("Clobber(\"xo\"]", ""),
            ("Clobber(\"xo\") + ", ""),
            ("Clobber(\"xo\") < 1", ""),
            ("omega - 3", "infinitely many options"),
            ("Clobber(\"xo\") + if", ""),
            ("+", ""),
            (")+Clobber(\"xo\")", ""),
        ] {
            let error = super::look(&mut calculator, text, Duration::from_secs(1)).unwrap_err();
            assert!(error.to_string().contains(problem), "{text}: {error}");
        }
    }
}
