//! What stands behind the name of a directive, read as a statement.

use crate::ast::Statement;
use crate::error::{Error, ErrorKind};
use crate::lexer::Reading;
use crate::parser::Parser;
use crate::source::{Source, Span};

/// A statement in the argument of a directive.
pub(super) struct Argument {
    pub(super) statement: Statement,
    /// A source of its own: blanks, and then the argument in its place.
    pub(super) source: Source,
    directive: Source,
}

impl Argument {
    /// The only statement at `place`; `None` when there is none, or another
    /// behind it.
    pub(super) fn read(
        directive: &Source,
        place: Span,
        reading: Reading,
    ) -> Result<Option<Self>, Error> {
        // Blanks before it, so that places are those of `directive`.
        let mut text = " ".repeat(place.start as usize);
        text += directive.slice(place);
        let source = Source::new(directive.name(), text);
        let mut parser = Parser::new(source.clone(), reading);
        let statement = match parser.next_statement() {
            None => return Ok(None),
            Some(Err(errors)) => {
                let first = errors.into_iter().next();
                return first.map_or(Ok(None), |error| Err(at_home(error, &source, directive)));
            }
            Some(Ok(statement)) => statement,
        };
        match parser.next_statement() {
            None => Ok(Some(Argument { statement, source, directive: directive.clone() })),
            Some(_) => Ok(None),
        }
    }

    /// What is wrong with the value of the statement.
    pub(super) fn error(&self, error: impl Into<ErrorKind>) -> Error {
        Error::new(error, &self.directive, self.statement.span)
    }

    /// An error in the statement, shown in the line of the directive.
    pub(super) fn at_home(&self, error: Error) -> Error {
        at_home(error, &self.source, &self.directive)
    }
}

fn at_home(error: Error, own: &Source, directive: &Source) -> Error {
    if error.origin().is(own) {
        let calls = error.calls().to_vec();
        Error::new(error.kind().clone(), directive, error.span()).within(calls)
    } else {
        error
    }
}
