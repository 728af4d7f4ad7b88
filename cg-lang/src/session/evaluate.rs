//! Expressions that directives read.

use cg_core::Game;
use cg_simplify::Form;

use super::Session;
use crate::ast::StatementKind;
use crate::error::{DirectiveError, Error};
use crate::parser::Parser;
use crate::source::{Source, Span};
use crate::value::Value;

/// The name of the source that an expression of a directive is for itself.
const EXPRESSION: &str = "<expression>";

impl Session {
    /// The value of one expression, as a directive finds it behind its name: read
    /// as the program around it is. A form stays a form.
    ///
    /// An error shows `text`; as a [`Refusal::Failed`](super::Refusal) it shows
    /// the line of the directive.
    ///
    /// # Errors
    /// What is wrong in the expression, or is no expression; a limit.
    ///
    /// ```
    /// use cg_core::{Limits, Registry};
    /// use cg_lang::{Session, Value};
    ///
    /// let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let mut session = Session::new(engine);
    /// assert_eq!(session.evaluate("2 + 3").unwrap(), Value::Integer(5));
    /// assert!(session.evaluate("2 +").is_err());
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn evaluate(&mut self, text: &str) -> Result<Value, Error> {
        Ok(self.evaluated(text)?.0)
    }

    /// The game that an expression stands for, and the form that it is if it is
    /// one; otherwise as [`Session::evaluate`].
    ///
    /// # Errors
    /// As [`Session::evaluate`], and for a value that is no game.
    pub fn evaluate_game(&mut self, text: &str) -> Result<(Game, Option<Form>), Error> {
        let (value, source, span) = self.evaluated(text)?;
        let game = self.machine.context().game(&value, "what is asked for");
        let game = game.map_err(|error| Error::new(error, &source, span))?;
        let form = if let Value::Form(form) = value { Some(form) } else { None };
        Ok((game, form))
    }

    /// The value of an expression, its source and its place there.
    fn evaluated(&mut self, text: &str) -> Result<(Value, Source, Span), Error> {
        let source = Source::new(EXPRESSION, text);
        let whole = Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX));
        let none = |span| Error::new(DirectiveError::NoExpression, &source, span);
        let mut parser = Parser::new(source.clone(), self.reading);
        let statement = match parser.next_statement() {
            None => return Err(none(whole)),
            Some(Err(errors)) => {
                return Err(errors.into_iter().next().unwrap_or_else(|| none(whole)));
            }
            Some(Ok(statement)) => statement,
        };
        let StatementKind::Value(node) = statement.kind else {
            return Err(none(statement.span));
        };
        match parser.next_statement() {
            None => {
                let value = self.value(&source, &statement, node)?;
                Ok((value, source, statement.span))
            }
            Some(Ok(second)) => Err(none(second.span)),
            Some(Err(errors)) => Err(errors.into_iter().next().unwrap_or_else(|| none(whole))),
        }
    }
}

/// An error of an expression that stands in the argument of a directive, at its
/// place there.
pub(super) fn at_home(error: Error, source: &Source, argument: Span) -> Error {
    let read = error.origin();
    if read.name() != EXPRESSION {
        return error;
    }
    let Some(start) = source.slice(argument).find(read.text()) else { return error };
    let start = argument.start + u32::try_from(start).unwrap_or(u32::MAX);
    let span = error.span();
    let there = Span::new(start + span.start, start + span.end);
    Error::new(error.kind().clone(), source, there).within(error.calls().to_vec())
}
