//! `:why`: explanations.

use super::argument::Argument;
use super::directive::bad;
use super::it::IT;
use super::{AnswerKind, Session};
use crate::ast::StatementKind;
use crate::error::Error;
use crate::lexer::Reading;
use crate::position::Question;
use crate::source::{Source, Span};

impl Session {
    /// What `:why` answers; errors of the directive itself stand at `place`.
    pub(super) fn why(
        &mut self,
        source: &Source,
        place: Span,
        argument: Span,
        reading: Reading,
    ) -> Result<AnswerKind, Error> {
        let unclear = || {
            let problem = "`:why` takes one expression, `:why G`, or one query, `:why ? G`";
            Error::new(bad("why", problem), source, place)
        };
        // Alone, it asks about the last answer.
        let last = (argument.start == argument.end).then_some(self.last.as_ref());
        let (written, place) = match last {
            None => (source.clone(), argument),
            Some(None) => return Err(unclear()),
            Some(Some(last)) => {
                let query = matches!(last.kind, AnswerKind::Outcome { .. } | AnswerKind::Moves(_));
                let text = if query { format!("? {IT}") } else { IT.to_owned() };
                let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
                (Source::new(source.name(), text), Span::new(0, end))
            }
        };
        let argument = Argument::read(&written, place, reading)?.ok_or_else(unclear)?;
        let (question, node) = match argument.statement.kind {
            StatementKind::Value(node) => (Question::Value, node),
            StatementKind::Outcome(node) | StatementKind::Moves(node) => (Question::Outcome, node),
            _ => return Err(unclear()),
        };
        let (machine, ast) = (&mut self.machine, &argument.statement.ast);
        crate::position::explanation(machine, &argument.source, ast, question, node)
            .map(|explanation| AnswerKind::Why(Box::new(explanation)))
            .map_err(|error| argument.at_home(error))
    }
}
