//! Who wins a sum and after each move, what the sum and its terms are worth, and which moves need not be
//! considered.

use std::time::Duration;

use cg_core::{Clock, Error as GameError, Game, LimitReached, Limits, Notation, Outcome, Player};
use cg_lang::{Error, Figure, Figured, GamePosition, RunError, Session, Source, Value};
use cg_simplify::why::Step;

use super::reply::{ExploreMove, Mark, ValueReply, Winner};
use super::terms::{Move, Term};
use crate::figures::sentence;
use crate::reply::outside;
use crate::reply_parts::{Fault, Part};

/// How many moves of a player are judged against each other.
const MOST_JUDGED: usize = 256;
/// The least time for the winner after a move.
const A_MOMENT: Duration = Duration::from_millis(2);
/// The most bytes of a value's text; what is longer is cut.
const MOST_TEXT: usize = 4_096;

/// What is known of a sum, its terms and its moves.
pub(super) struct Judgement {
    pub(super) value: Part<ValueReply>,
    pub(super) outcome: Part<String>,
    pub(super) winners: [Part<Winner>; 2],
    pub(super) parts: Vec<Part<ValueReply>>,
    /// Sentences about mean and temperature of each term without a value.
    pub(super) heats: Vec<Vec<String>>,
    pub(super) moves: [Vec<ExploreMove>; 2],
}

type Found<T> = Result<T, Error>;

/// A part of a reply, or why it is missing. An interruption ends the reply.
pub(super) fn part<T>(found: Found<T>) -> Found<Part<T>> {
    match found {
        Ok(found) => Ok(Part::Known(found)),
        Err(error) if error.is_interruption() => Err(error),
        Err(error) => Ok(Part::Missing { error: Fault::of(&error) }),
    }
}

/// Why something is missing that no limit keeps back.
pub(super) fn refused(message: &str) -> Error {
    outside(RunError::Refused { function: "explore".into(), message: message.into() })
}

/// Why a game that may go on for ever has no value of a game that ends.
fn goes_on() -> Error {
    refused("this may go on for ever")
}

fn of_engine<T>(found: Result<T, GameError>) -> Found<T> {
    found.map_err(outside)
}

/// What is known of a sum within a budget of time.
pub(super) fn judge(
    session: &mut Session,
    text: &str,
    terms: &[Term],
    moves: &[Vec<Move>; 2],
    budget: Duration,
) -> Found<Judgement> {
    let clock = Clock::start();
    let before = session.limits().clone();
    let half = before.time.map_or(budget, |limit| limit.min(budget)) / 2;
    let within = |session: &mut Session| {
        session.set_limits(Limits { time: Some(half), ..before.clone() });
        session.engine().restart_clock();
    };
    within(session);
    let found = match terms.iter().any(|term| session.position_is_loopy(&term.position)) {
        true => judge_loopy(session, text, terms, moves, (clock, budget)),
        false => (|| {
            // Who wins comes first: values may take the whole budget.
            let (winners, wins) = winners(session, text, moves, clock, budget / 2)?;
            within(session);
            judge_by_values(session, terms, moves, winners, wins)
        })(),
    };
    let found = found.and_then(|mut found| {
        // An eighth of the time for each figure, a quarter for the terms together.
        session.set_limits(Limits { time: Some(half / 4), ..before.clone() });
        let begun = Clock::start();
        for (term, value) in terms.iter().zip(&found.parts) {
            let asked = value.is_late() && begun.elapsed() < half / 2;
            found.heats.push(if asked { heat(session, &term.position)? } else { Vec::new() });
        }
        Ok(found)
    });
    session.set_limits(before);
    session.engine().restart_clock();
    found
}

/// What its walls tell of the mean and the temperature of a position, a sentence each.
fn heat(session: &mut Session, position: &GamePosition) -> Found<Vec<String>> {
    let mut sentences = Vec::new();
    for (name, figure) in [("mean", Figure::Mean), ("temperature", Figure::Temperature)] {
        session.engine().restart_clock();
        match session.rules().figure(position, figure) {
            Ok(Some(Figured::Number(number))) => {
                sentences.push(sentence(name, number));
            }
            Ok(_) => {}
            Err(RunError::Stopped { error, known }) => match error {
                GameError::Interrupted => return Err(outside(error)),
                _ => sentences.extend(known.terms),
            },
            Err(error) => {
                part::<()>(Err(outside(error)))?;
            }
        }
    }
    Ok(sentences)
}

/// What the values of a sum, its terms and its moves tell, beside what a search told.
fn judge_by_values(
    session: &mut Session,
    terms: &[Term],
    moves: &[Vec<Move>; 2],
    mut winners: [Part<Winner>; 2],
    wins: Wins,
) -> Found<Judgement> {
    let values: Vec<Found<Game>> =
        terms.iter().map(|term| game_of(session, &term.position)).collect();
    let mut parts = Vec::with_capacity(terms.len());
    for value in &values {
        parts.push(known_or_late(value.clone().and_then(|game| short(session, game)))?);
    }
    let total = values.iter().cloned().collect::<Found<Vec<Game>>>();
    let total = total.and_then(|games| of_engine(session.engine().sum(&games)));
    let mut left_behind: [Vec<Option<Game>>; 2] = [Vec::new(), Vec::new()];
    let mut judged: [Vec<ExploreMove>; 2] = [Vec::new(), Vec::new()];
    for (player, searched) in Player::BOTH.into_iter().zip(wins) {
        for (found, searched) in moves[player as usize].iter().zip(searched) {
            let after = total.clone().and_then(|total| {
                let after = found.left_behind(session)?;
                let after = game_of(session, &after)?;
                let engine = session.engine();
                let rest = of_engine(engine.subtract(total, values[found.part].clone()?))?;
                of_engine(engine.add(rest, after))
            });
            left_behind[player as usize].push(after.as_ref().ok().copied());
            let wins = match searched {
                Part::Known(wins) => Part::Known(wins),
                Part::Missing { .. } => part(after.clone().and_then(|game| {
                    let outcome = of_engine(session.engine().outcome(game))?;
                    Ok(!outcome.won_by_first(player.opponent()))
                }))?,
            };
            let value = part(after.and_then(|game| short(session, game)))?;
            judged[player as usize].push(found.judged(value, wins, false));
        }
    }
    marks(session, &left_behind, &mut judged)?;
    if let Ok(total) = total
        && let Part::Known(outcome) = part(of_engine(session.engine().outcome(total)))?
    {
        winners = Player::BOTH.map(|first| Part::Known(winner_of(outcome, first)));
    }
    let outcome = outcome_of(&winners);
    let value = part(total.and_then(|game| short(session, game)))?;
    Ok(Judgement { value, outcome, winners, parts, heats: Vec::new(), moves: judged })
}

/// What a limit keeps back is missing; another error is one of the position.
fn known_or_late<T>(found: Found<T>) -> Found<Part<T>> {
    match found {
        Err(error) if !error.is_limit() => Err(error),
        found => part(found),
    }
}

fn winner_of(outcome: Outcome, first: Player) -> Winner {
    Winner::from(Some(if outcome.won_by_first(first) { first } else { first.opponent() }))
}

/// The outcome by the winners when Left and when Right moves first.
fn outcome_of(winners: &[Part<Winner>; 2]) -> Part<String> {
    match winners {
        [Part::Known(left), Part::Known(right)] => {
            let outcome = Outcome::from_first_moves(*left == Winner::Left, *right == Winner::Right);
            Part::Known(outcome.to_string())
        }
        [Part::Missing { error }, _] | [_, Part::Missing { error }] => {
            Part::Missing { error: error.clone() }
        }
    }
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
) -> Found<([Part<Winner>; 2], Wins)> {
    let mut winner = |text: &str, first: Player| {
        // Each question has the time that is left; a moment, so that what is known is said.
        let left = budget.saturating_sub(clock.elapsed());
        let time = Some(left.max(A_MOMENT));
        session.set_limits(Limits { time, ..session.limits().clone() });
        let position = session.position(&Source::new("<position>", text));
        part(position.and_then(|position| session.position_winner(&position, first)))
    };
    let left = winner(text, Player::Left)?.map(|winner| Winner::from(Some(winner)));
    let right = winner(text, Player::Right)?.map(|winner| Winner::from(Some(winner)));
    let mut wins = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        for found in &moves[player as usize] {
            let winner = winner(&found.after, player.opponent())?;
            wins[player as usize].push(winner.map(|winner| winner == player));
        }
    }
    Ok(([left, right], wins))
}

/// The value of a position that ends.
fn game_of(session: &mut Session, position: &GamePosition) -> Found<Game> {
    let value = session.position_loopy_value(position)?;
    as_game(session, &value)?.ok_or_else(goes_on)
}

/// The short game that a value is; none, when it may go on for ever.
fn as_game(session: &mut Session, value: &Value) -> Found<Option<Game>> {
    let engine = session.engine();
    Ok(match value {
        Value::Game(game) => Some(*game),
        Value::Form(form) => Some(of_engine(engine.value(*form))?),
        Value::Loopy(_) => None,
        value => match value.held_integer() {
            Some(integer) => Some(of_engine(engine.integer(&integer))?),
            None => return Err(refused(&format!("{} is no game", value.kind()))),
        },
    })
}

/// What is known of a sum that may go on for ever, and who wins or draws by which move: by the language,
/// before the clock has shown `budget`.
fn judge_loopy(
    session: &mut Session,
    text: &str,
    terms: &[Term],
    moves: &[Vec<Move>; 2],
    (clock, budget): (Clock, Duration),
) -> Found<Judgement> {
    let mut parts = Vec::new();
    for term in terms {
        let value = session.position_loopy_value(&term.position);
        parts.push(known_or_late(value.and_then(|value| worth(session, &value)))?);
    }
    session.engine().restart_clock();
    let total = session.evaluate(text);
    let value = part(total.clone().and_then(|total| worth(session, &total)))?;
    let outcome = match &value {
        Part::Known(value) => value.outcome.clone(),
        Part::Missing { error } => Part::Missing { error: error.clone() },
    };
    let reached = total.and_then(|total| session.loopy_outcome(&total).map_err(outside));
    let reached = part(reached)?;
    let winners = Player::BOTH.map(|first| {
        reached.as_ref().map(|outcome| Winner::from(outcome.when_starts(first).winner()))
    });
    let mut judged = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        for found in &moves[player as usize] {
            let after = match clock.elapsed() > budget {
                true => {
                    let games = session.engine().games() as u64;
                    let late = LimitReached::Time { limit: budget, games };
                    Err(outside(GameError::from(late)))
                }
                false => session.evaluate(&found.after),
            };
            let reached = after.clone().and_then(|after| {
                let outcome = session.loopy_outcome(&after).map_err(outside)?;
                Ok(outcome.when_starts(player.opponent()).winner())
            });
            let draws = matches!(reached, Ok(None));
            let wins = part(reached.map(|winner| winner == Some(player)))?;
            let value = part(after.and_then(|after| worth(session, &after)))?;
            judged[player as usize].push(found.judged(value, wins, draws));
        }
    }
    Ok(Judgement { value, outcome, winners, parts, heats: Vec::new(), moves: judged })
}

/// A value in short, which may be a game that goes on for ever.
fn worth(session: &mut Session, value: &Value) -> Found<ValueReply> {
    if let Some(game) = as_game(session, value)? {
        return short(session, game);
    }
    let notation = session.notation();
    let (shown, whole) = cut(session.text_of(value, notation).map_err(outside)?);
    let latex = whole.then(|| session.text_of(value, Notation::Latex)).transpose();
    let outcome = session.loopy_outcome(value).map_err(outside)?.to_string();
    let none = || Part::Missing { error: Fault::of(&goes_on()) };
    Ok(ValueReply {
        shown,
        latex: latex.map_err(outside)?,
        whole,
        outcome: Part::Known(outcome),
        mean: none(),
        temperature: none(),
        subgroup: None,
    })
}

/// A value in short.
fn short(session: &mut Session, game: Game) -> Found<ValueReply> {
    let notation = session.notation();
    let engine = session.engine();
    let (shown, whole) = cut(of_engine(engine.print(game, notation))?);
    let latex = match whole {
        true => Some(of_engine(engine.print(game, Notation::Latex))?),
        false => None,
    };
    Ok(ValueReply {
        shown,
        latex,
        whole,
        outcome: part(of_engine(engine.outcome(game)))?.map(|outcome| outcome.to_string()),
        mean: part(of_engine(engine.mean(game)))?.map(|mean| mean.to_string()),
        temperature: part(of_engine(engine.temperature(game)))?.map(|it| it.to_string()),
        subgroup: engine.subgroup_name(game).map(str::to_owned),
    })
}

/// The beginning of a text that is too long, and whether it is all of it.
fn cut(mut shown: String) -> (String, bool) {
    let whole = shown.len() <= MOST_TEXT;
    if !whole {
        shown.truncate(shown.floor_char_boundary(MOST_TEXT));
        shown.push('…');
    }
    (shown, whole)
}

/// Marks the moves that are dominated or reversible, when what all of them leave is known.
fn marks(
    session: &mut Session,
    left_behind: &[Vec<Option<Game>>; 2],
    moves: &mut [Vec<ExploreMove>; 2],
) -> Found<()> {
    let known =
        left_behind.each_ref().map(|games| games.iter().copied().collect::<Option<Vec<Game>>>());
    let [Some(left), Some(right)] = known else { return Ok(()) };
    if left.len().max(right.len()) > MOST_JUDGED {
        return Ok(());
    }
    let steps = of_engine(session.engine().why_options(&left, &right));
    let Some(steps) = part(steps)?.into_known() else { return Ok(()) };
    let mut shown = |game: Game| -> Found<Option<(String, Option<String>)>> {
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
                found.judgement.mark.clone_from(&mark);
            }
        }
    }
    Ok(())
}
