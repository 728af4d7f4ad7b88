//! Expressions that directives read.

use cg_core::Game;
use cg_simplify::Form;

use super::Session;
use super::argument::Argument;
use crate::ast::StatementKind;
use crate::error::{DirectiveError, Error};
use crate::source::{Source, Span};
use crate::value::Value;

/// The name of the source that an expression of a directive is for itself.
const EXPRESSION: &str = "<expression>";

impl Session {
    /// The value of one expression, as a directive finds it behind its name: read
    /// as the program around it is. A form stays a form.
    ///
    /// An error shows the line of the directive when `text` is a part of what that
    /// was given, and else `text`.
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
        let (value, read) = self.evaluated(text)?;
        let game = self.machine.context().game(&value, "what is asked for");
        let game = game.map_err(|error| read.error(error))?;
        let form = if let Value::Form(form) = value { Some(form) } else { None };
        Ok((game, form))
    }

    /// The value of an expression, and how it was read.
    fn evaluated(&mut self, text: &str) -> Result<(Value, Argument), Error> {
        let (source, place) = self.place_of(text);
        let none = || Error::new(DirectiveError::NoExpression, &source, place);
        let read = Argument::read(&source, place, self.reading)?.ok_or_else(none)?;
        let StatementKind::Value(node) = read.statement.kind else { return Err(none()) };
        let value = self.value(&read.source, &read.statement, node);
        Ok((value.map_err(|error| read.at_home(error))?, read))
    }

    /// Where `text` stands: in the line of the directive that asks, when it is a
    /// part of that line; else in a source of its own.
    fn place_of(&self, text: &str) -> (Source, Span) {
        let offset = |whole: &str| {
            let start = (text.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
            (start + text.len() <= whole.len()).then_some(start)
        };
        let size = |size: usize| u32::try_from(size).unwrap_or(u32::MAX);
        let asking = self.asking.as_ref().and_then(|line| Some((line, offset(line.text())?)));
        match asking {
            Some((line, start)) => (line.clone(), Span::new(size(start), size(start + text.len()))),
            None => (Source::new(EXPRESSION, text), Span::new(0, size(text.len()))),
        }
    }
}
