//! What statements answer.

use std::time::Duration;

use cg_core::{Game, Notation, Outcome, Player};
use cg_loopy::LoopyOutcome;

use super::Session;
use crate::builtin::{Scored, Verdict};
use crate::context::RunResult;
use crate::error::Error;
use crate::position::{Explanation, LoopyMoves, WinningMoves};
use crate::source::{Source, Span};
use crate::value::Value;

/// The answer of a statement, as data.
#[derive(Clone, Debug)]
pub struct Answer {
    pub(super) kind: AnswerKind,
    pub(super) source: Source,
    pub(super) span: Span,
    pub(super) expression: Option<AnsweredExpression>,
    pub(super) elapsed: Duration,
}

/// The expression that a statement asks about.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnsweredExpression {
    pub(super) span: Span,
    pub(super) compares: bool,
}

/// What kind of answer it is.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AnswerKind {
    /// The value of an expression.
    Value(Value),
    /// Who wins: `? G`.
    Outcome {
        /// The value of the game.
        game: Game,
        /// Who wins it.
        outcome: Outcome,
    },
    /// Who wins a game that may go on for ever: `? G`.
    LoopyOutcome {
        /// The game.
        value: Value,
        /// Who wins it, or draws.
        outcome: LoopyOutcome,
    },
    /// Who wins, and how: `?? G`.
    Moves(WinningMoves),
    /// The same of a game that may go on for ever.
    LoopyMoves(Box<LoopyMoves>),
    /// Who wins, as a function of positions says it: `misere(G)`, `?? misere(G)`.
    Verdict(Verdict),
    /// Who wins a position whose value is too large, and how, as a solver found it: `? G`, `?? G`.
    Searched(Verdict),
    /// The scores of a position that points decide: `? G`, `?? G`.
    Scored(Scored),
    /// Why an answer is what it is: `:why`.
    Why(Box<Explanation>),
    /// What a directive says, possibly of several lines.
    Text(String),
    /// An earlier answer, to be shown whole: `:full`.
    Full(Box<Answer>),
}

impl AnswerKind {
    /// Whether a directive says it, and no expression or query was answered.
    pub(super) fn is_said(&self) -> bool {
        matches!(self, AnswerKind::Text(_) | AnswerKind::Why(_) | AnswerKind::Full(_))
    }
}

impl Answer {
    /// What it answers.
    pub fn kind(&self) -> &AnswerKind {
        &self.kind
    }

    /// The program in which the statement stands.
    pub fn origin(&self) -> &Source {
        &self.source
    }

    /// The statement's place in it.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The place of the expression that was answered, with spaces before it; none where the statement is a directive.
    pub fn expression(&self) -> Option<Span> {
        self.expression.map(|expression| expression.span)
    }

    /// Whether the expression is one comparison, so that its answer is a claim about two games.
    pub fn compares(&self) -> bool {
        self.expression.is_some_and(|expression| expression.compares)
    }

    /// How long the statement took.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// The answer as one line of text (a directive's may have more), in the
    /// notation of the session.
    ///
    /// # Errors
    /// A text that is too long, and other limits.
    pub fn to_text(&self, session: &mut Session) -> Result<String, Error> {
        self.text_in(session, session.notation())
    }

    /// The same in another notation.
    ///
    /// # Errors
    /// A text that is too long, and other limits.
    pub fn text_in(&self, session: &mut Session, notation: Notation) -> Result<String, Error> {
        let before = std::mem::replace(&mut session.machine.notation, notation);
        let text = self.write(session);
        session.machine.notation = before;
        text.map_err(|error| Error::new(error, &self.source, self.span))
    }

    /// The text of [`Answer::text_in`], and whether it is whole: of a long list only the
    /// first `most` bytes or a few more are written.
    ///
    /// # Errors
    /// A text that is too long, and other limits.
    pub fn start_in(
        &self,
        session: &mut Session,
        notation: Notation,
        most: usize,
    ) -> Result<(String, bool), Error> {
        let value = match &self.kind {
            AnswerKind::Value(value) if !matches!(value, Value::Board(_) | Value::Outcome(_)) => {
                value
            }
            _ => return Ok((self.text_in(session, notation)?, true)),
        };
        let before = std::mem::replace(&mut session.machine.notation, notation);
        let start = session.machine.context().print_start(value, most);
        session.machine.notation = before;
        start.map_err(|error| Error::new(error, &self.source, self.span))
    }

    fn write(&self, session: &mut Session) -> RunResult<String> {
        match &self.kind {
            // A board is shown as one; inside other values it is written in a line.
            AnswerKind::Value(Value::Board(board)) => Ok(board.texts().join("\n")),
            // So is an outcome as a sentence; inside other values it is a letter.
            AnswerKind::Value(Value::Outcome(outcome)) => Ok(outcome.to_string()),
            AnswerKind::Value(value) => session.machine.context().print(value),
            AnswerKind::Outcome { outcome, .. } => Ok(outcome.to_string()),
            AnswerKind::LoopyOutcome { outcome, .. } => Ok(outcome.to_string()),
            AnswerKind::Why(explanation) => Ok(explanation.page.to_string()),
            AnswerKind::Verdict(verdict) | AnswerKind::Searched(verdict) => {
                Ok(verdict.text.clone())
            }
            AnswerKind::Scored(scored) => Ok(scored.text.clone()),
            AnswerKind::Text(text) => Ok(text.clone()),
            AnswerKind::Moves(moves) => write_moves(session, moves),
            AnswerKind::LoopyMoves(moves) => write_loopy_moves(session, moves),
            AnswerKind::Full(answer) => answer.write(session),
        }
    }
}

fn write_moves(session: &mut Session, moves: &WinningMoves) -> RunResult<String> {
    let mut text = moves.outcome.to_string();
    if moves.left == moves.right {
        text += &format!("; either player:{}", list(session, moves, Player::Left)?);
    } else {
        for player in Player::BOTH {
            text += &format!("\n{player}:{}", list(session, moves, player)?);
        }
    }
    if !moves.unlisted.is_empty() {
        text += &format!("\ntoo many moves to list in {}", moves.unlisted.join(", "));
    }
    Ok(text)
}

fn write_loopy_moves(session: &mut Session, moves: &LoopyMoves) -> RunResult<String> {
    let mut text = moves.outcome.to_string();
    for player in Player::BOTH {
        text += &format!("\n{player} {}", moves.reached(player));
        for (found, number) in moves.of(player).iter().zip(1..) {
            let leaves = session.machine.context().print(&found.after)?;
            let (component, becomes) = (&found.component, &found.becomes);
            text += &format!("\n  {number}. {component} -> {becomes} (leaves {leaves})");
        }
    }
    Ok(text)
}

/// The width of the terminal that lists of moves are for.
const COLUMNS: usize = 80;

/// The moves of a player, numbered, one a line: what changes, where the position has one
/// component, else in which one. A line that is too long goes on in another.
fn list(session: &mut Session, moves: &WinningMoves, player: Player) -> RunResult<String> {
    let found = moves.of(player);
    if found.is_empty() {
        let all = moves.unlisted.is_empty();
        return Ok(if all { " no winning move" } else { " none listed" }.into());
    }
    let digits = found.len().to_string().len();
    let mut text = String::new();
    for (found, number) in found.iter().zip(1..) {
        let leaves = session.machine.context().print(&Value::Game(found.after))?;
        let mut parts = Vec::new();
        match &found.change {
            Some(change) => {
                if moves.components > 1 {
                    parts.push(format!("{}:", found.component));
                }
                let mut changed = change.parts();
                let last = changed.pop().expect("something changes");
                parts.extend(changed.into_iter().map(|part| part + ";"));
                parts.push(last);
            }
            None => parts.extend([found.component.clone(), format!("-> {}", found.becomes)]),
        }
        parts.push(format!("(leaves {leaves})"));
        text += &format!("\n  {number:>digits$}.");
        let mut line = Line { text: &mut text, column: digits + 3, indent: digits + 6 };
        parts.iter().for_each(|part| line.add(part));
    }
    Ok(text)
}

/// A line that is being written, and how far it is indented where it goes on.
struct Line<'t> {
    text: &'t mut String,
    column: usize,
    indent: usize,
}

impl Line<'_> {
    /// Adds a part behind a blank, on a new line if there is no room. What is longer than a
    /// line is broken behind a comma, a bar or a blank.
    fn add(&mut self, part: &str) {
        let room = COLUMNS - self.indent;
        let mut rest = part;
        if self.column + 1 + rest.chars().count() > COLUMNS && self.column > self.indent {
            self.go_on();
        } else {
            self.text.push(' ');
            self.column += 1;
        }
        while rest.chars().count() > room {
            let fits = rest.char_indices().nth(room).map_or(rest.len(), |(at, _)| at);
            let Some(at) = rest[..fits].rfind([',', '|', ' ']) else { break };
            let (head, tail) = rest.split_at(at + 1);
            *self.text += head.trim_end();
            self.go_on();
            rest = tail.trim_start();
        }
        *self.text += rest;
        self.column += rest.chars().count();
    }

    fn go_on(&mut self) {
        *self.text += "\n";
        *self.text += &" ".repeat(self.indent);
        self.column = self.indent;
    }
}
