//! A position of a game that a program defines and that points decide.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use cg_core::Player;
use cg_lang::{Asked, Error, RunError, Session, Source, Span};
use cg_rulesets::{
    Component, Convention, Drawing, MoveList, Moves, Notated, NotationError, ReadError, Ruleset,
    Sign, listed,
};
use cg_universes::{Score, ScoreAnswer, ScoreMove};

use crate::solver::Points;
use crate::{Ending, Game, LoopyOutcome, PlayError, Result, Solver};

/// The number of positions whose answers are remembered.
const MOST_REMEMBERED: usize = 1_000;

/// A result of the language.
type Found<T> = std::result::Result<T, Error>;

/// The game of a position that points decide; the session itself for other positions. `title` is the name of
/// the game.
///
/// # Errors
/// Errors of the rules; limits; misère play.
pub(crate) fn scored(
    mut session: Session,
    title: &str,
    text: &str,
    convention: Convention,
) -> Result<std::result::Result<Game<ScoredProgram, ProgramPoints>, Session>> {
    // If this fails at the start, it would fail later.
    let Some(answer) = asked(&mut session, text)? else { return Ok(Err(session)) };
    if convention == Convention::Misere {
        return Err(PlayError::Start("points decide this game: it has no misère form".into()));
    }
    let rules = ScoredProgram {
        session: RefCell::new(session),
        title: title.into(),
        answers: RefCell::new(HashMap::from([(text.to_owned(), answer)])),
    };
    Ok(Ok(Game::new(rules, ProgramPoints, text.to_owned(), convention)))
}

fn source(text: &str) -> Source {
    Source::new("<position>", text)
}

/// The answer about a position; `None` if points do not decide it.
fn asked(session: &mut Session, text: &str) -> Found<Option<Arc<ScoreAnswer>>> {
    session.engine().restart_clock();
    let Some(found) = session.scored_position(&source(text), Asked::Moves)? else {
        return Ok(None);
    };
    let data = found.scored?.data;
    Ok(Some(data.downcast::<ScoreAnswer>().expect("only one function tells scores")))
}

/// The rules of a program in the language G whose games points decide. A position is the text of a sum, in
/// which the points that are certain stand as scores.
pub(crate) struct ScoredProgram {
    session: RefCell<Session>,
    title: String,
    /// The answers for recent positions.
    answers: RefCell<HashMap<String, Arc<ScoreAnswer>>>,
}

impl fmt::Debug for ScoredProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScoredProgram").field("title", &self.title).finish_non_exhaustive()
    }
}

impl ScoredProgram {
    fn answer(&self, text: &str) -> Found<Arc<ScoreAnswer>> {
        if let Some(answer) = self.answers.borrow().get(text) {
            return Ok(Arc::clone(answer));
        }
        let answer = asked(&mut self.session.borrow_mut(), text)?;
        let answer = answer.ok_or_else(|| {
            let message = "points do not decide this position".to_owned();
            let refused = RunError::Refused { function: "play".into(), message };
            let end = u32::try_from(text.len()).expect("texts of sources are short");
            Error::new(refused, &source(text), Span::new(0, end))
        })?;
        let mut answers = self.answers.borrow_mut();
        if answers.len() >= MOST_REMEMBERED {
            answers.clear();
        }
        answers.insert(text.to_owned(), Arc::clone(&answer));
        Ok(answer)
    }

    fn of_player(&self, text: &str, player: Player) -> Found<Vec<ScoreMove>> {
        let answer = self.answer(text)?;
        let moves = answer.moves.as_ref().expect("moves were asked for");
        Ok(moves[player as usize].clone())
    }
}

impl Ruleset for ScoredProgram {
    type Position = String;
    type Error = Error;

    fn moves(&self, position: &String, player: Player, out: &mut impl Extend<String>) -> Found<()> {
        out.extend(self.of_player(position, player)?.into_iter().map(|one| one.after));
        Ok(())
    }

    fn split(&self, position: String, parts: &mut impl Extend<(String, Sign)>) -> Found<()> {
        parts.extend([(position, Sign::Plus)]);
        Ok(())
    }
}

impl Notated for ScoredProgram {
    type Move = ScoreMove;

    fn title(&self) -> String {
        self.title.clone()
    }

    fn rules(&self) -> Vec<String> {
        vec!["The player with more points at the end wins.".into()]
    }

    fn read_position(&self, text: &str) -> std::result::Result<String, ReadError<Error>> {
        self.answer(text).map_err(ReadError::Rules)?;
        Ok(text.to_owned())
    }

    fn write_position(&self, position: &String) -> Found<String> {
        Ok(position.clone())
    }

    fn draw(&self, position: &String) -> Found<Drawing> {
        // The points stand beside the drawing.
        let mut texts = self.answer(position)?.components.clone();
        if texts.is_empty() {
            texts.push("0".into());
        }
        let part = |text| Component { text, drawings: Vec::new() };
        Ok(Drawing::Sum { parts: texts.into_iter().map(part).collect() })
    }

    fn named_moves(
        &self,
        position: &String,
        player: Player,
        most: usize,
    ) -> Found<Moves<ScoreMove>> {
        Ok(Moves::spread(self.of_player(position, player)?, most))
    }

    fn after(&self, _: &String, chosen: &ScoreMove) -> Found<String> {
        Ok(chosen.after.clone())
    }

    /// The component and what it becomes, and whether the same player moves again.
    fn write_move(&self, chosen: &ScoreMove) -> String {
        let again = if chosen.again { ", again" } else { "" };
        format!("{} -> {}{again}", chosen.from, chosen.becomes)
    }

    fn read_move(
        &self,
        position: &String,
        mover: Player,
        text: &str,
    ) -> std::result::Result<ScoreMove, ReadError<Error>> {
        let illegal =
            |problem: String| Err(ReadError::Text(NotationError::new(problem, 0..text.len())));
        let moves = self.of_player(position, mover).map_err(ReadError::Rules)?;
        let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let typed = plain(text);
        if typed.is_empty() {
            return illegal("a move is missing: `moves` lists them".into());
        }
        if typed.bytes().all(|byte| byte.is_ascii_digit()) {
            let at = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            return match at.and_then(|at| moves.get(at)) {
                Some(found) => Ok(found.clone()),
                None => illegal(format!(
                    "there is no move {typed}: {mover} has {} moves here, and `moves` lists them",
                    moves.len()
                )),
            };
        }
        let becomes = typed.strip_prefix("->").unwrap_or(&typed);
        let written: Vec<String> = moves.iter().map(|one| self.write_move(one)).collect();
        let exact = written.iter().position(|text| plain(text) == typed);
        let fits = |at: &usize| {
            let one = &moves[*at];
            plain(&one.becomes) == becomes
                || plain(&written[*at]).ends_with(&format!("->{becomes}"))
        };
        let found: Vec<usize> = match exact {
            Some(at) => vec![at],
            None => (0..moves.len()).filter(fits).collect(),
        };
        match found[..] {
            [at] => Ok(moves[at].clone()),
            [] => illegal(format!(
                "no move is written `{}`: `moves` lists them",
                text.trim().escape_debug()
            )),
            _ => {
                let found = found.iter().take(5).map(|&at| format!("`{}`", written[at]));
                let found: Vec<String> = found.collect();
                illegal(format!("that could be {}: write it like this", listed(&found, "or")))
            }
        }
    }

    fn moves_again(&self, _: &String, chosen: &ScoreMove) -> bool {
        chosen.again
    }

    fn move_help(&self) -> Vec<String> {
        vec![
            "F(5) -> score(1)+F(4)   one component and what becomes of it".into(),
            "score(1)+F(4)           only what becomes of it".into(),
            "2                       the second move in the list that `moves` shows".into(),
        ]
    }

    fn list_moves(&self, position: &String, player: Player, _: usize) -> Found<MoveList> {
        let moves = self.of_player(position, player)?;
        let digits = moves.len().to_string().len();
        let numbered = (1..).zip(&moves);
        let texts =
            numbered.map(|(number, one)| format!("{number:>digits$}. {}", self.write_move(one)));
        Ok(MoveList::Cells(texts.collect()))
    }
}

/// The solver of programs whose games points decide: the session knows what each move reaches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProgramPoints;

impl ProgramPoints {
    /// The moves after which the player who makes them has the lead that `is_wanted`.
    fn reaching(
        rules: &ScoredProgram,
        position: &str,
        mover: Player,
        is_wanted: impl Fn(Score) -> bool,
    ) -> Result<Vec<ScoreMove>> {
        let moves = rules.of_player(position, mover)?.into_iter();
        let reaches =
            |one: &ScoreMove| one.reaches.is_some_and(|score| is_wanted(lead_of(mover, score)));
        Ok(moves.filter(reaches).collect())
    }
}

/// A score as a player's lead.
fn lead_of(player: Player, score: Score) -> Score {
    if player == Player::Left { score } else { score.negated() }
}

impl Solver<ScoredProgram> for ProgramPoints {
    fn wins(&mut self, rules: &ScoredProgram, position: &String, mover: Player) -> Result<bool> {
        Ok(lead_of(mover, rules.answer(position)?.reached[mover as usize]) > Score::ZERO)
    }

    fn winning_moves(
        &mut self,
        rules: &ScoredProgram,
        position: &String,
        mover: Player,
    ) -> Result<Vec<ScoreMove>> {
        Self::reaching(rules, position, mover, |lead| lead > Score::ZERO)
    }

    fn ending(
        &mut self,
        rules: &ScoredProgram,
        position: &String,
        mover: Player,
    ) -> Result<Ending> {
        Ok(Points::ending(Player::Left, rules.answer(position)?.reached[mover as usize]))
    }

    fn best_moves(
        &mut self,
        rules: &ScoredProgram,
        position: &String,
        mover: Player,
    ) -> Result<Vec<ScoreMove>> {
        let best = lead_of(mover, rules.answer(position)?.reached[mover as usize]);
        Self::reaching(rules, position, mover, |lead| lead == best)
    }

    fn outcome(&mut self, rules: &ScoredProgram, position: &String) -> Result<LoopyOutcome> {
        let left = self.ending(rules, position, Player::Left)?;
        let right = self.ending(rules, position, Player::Right)?;
        Ok(LoopyOutcome { left, right })
    }

    fn points(
        &self,
        rules: &ScoredProgram,
        position: &String,
        mover: Player,
    ) -> Result<Option<Points>> {
        let answer = rules.answer(position)?;
        let [left, right] = answer.points;
        let points = Points { left, right };
        if !rules.of_player(position, mover)?.is_empty() {
            return Ok(Some(points));
        }
        let found = with_ends(points, answer.reached[mover as usize]);
        found.map(Some).map_err(|error| PlayError::TooLarge(error.to_string()))
    }

    fn lead(
        &mut self,
        rules: &ScoredProgram,
        position: &String,
        mover: Player,
    ) -> Result<Option<Score>> {
        Ok(Some(lead_of(mover, rules.answer(position)?.reached[mover as usize])))
    }

    fn reasons(&mut self, rules: &ScoredProgram, position: &String) -> Result<Vec<String>> {
        let [left, right] = rules.answer(position)?.reached.map(|score| match score.to_string() {
            text if score > Score::ZERO => format!("+{text}"),
            text => text,
        });
        Ok(vec![format!(
            "At the end Left's points less Right's are {left} if Left moves first, and {right} if Right does."
        )])
    }
}

/// The points with those of the ends, from Left's lead at the end.
fn with_ends(Points { left, right }: Points, lead: Score) -> cg_universes::Result<Points> {
    let more = lead.plus(right)?.plus(left.negated())?;
    Ok(match more < Score::ZERO {
        false => Points { left: left.plus(more)?, right },
        true => Points { left, right: right.plus(more.negated())? },
    })
}
