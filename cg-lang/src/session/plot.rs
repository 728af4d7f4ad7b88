//! `:plot`: thermographs drawn, or written as SVG.

use std::path::Path;
use std::sync::Arc;

use cg_simplify::Thermograph;

use super::directive::{bad, file_error, unquoted};
use super::save::write_whole;
use super::{AnswerKind, Session};
use crate::ast::{Node, StatementKind};
use crate::error::{DirectiveError, Error, RunError};
use crate::lexer::Reading;
use crate::parser::Parser;
use crate::source::{Source, Span};

/// How large a drawing is: it fits the usual terminal.
const WIDTH: usize = 76;
const HEIGHT: usize = 20;

impl Session {
    /// What `:plot` answers; errors of the directive itself stand at `place`.
    pub(super) fn plot(
        &mut self,
        source: &Source,
        place: Span,
        argument: Span,
        reading: Reading,
    ) -> Result<AnswerKind, Error> {
        let fail = |error: DirectiveError| Error::new(error, source, place);
        let (expression, file) = split(source.slice(argument));
        if let Some(file) = file
            && Path::new(file).extension().is_none_or(|end| !end.eq_ignore_ascii_case("svg"))
        {
            let problem = format!("pictures are written as SVG, and `{file}` does not end in .svg");
            return Err(fail(bad("plot", problem)));
        }
        let end = argument.start + u32::try_from(expression.len()).unwrap_or(u32::MAX);
        let thermograph = self.plotted(source, Span::new(argument.start, end), reading)?;
        let thermograph =
            thermograph.ok_or_else(|| fail(bad("plot", "only thermographs are drawn")))?;
        let Some(file) = file else {
            let drawing = thermograph.drawing(WIDTH, HEIGHT);
            let drawing =
                drawing.map_err(|error| Error::new(RunError::from(error), source, place))?;
            return Ok(AnswerKind::Text(drawing.trim_end().to_owned()));
        };
        write_whole(Path::new(file), &thermograph.svg())
            .map_err(|error| fail(file_error("write", file, &error)))?;
        Ok(AnswerKind::Text(format!("written to {file}")))
    }

    /// The thermograph that the expression at `place` asks for; `None` when it
    /// is no call of `thermograph`.
    fn plotted(
        &mut self,
        source: &Source,
        place: Span,
        reading: Reading,
    ) -> Result<Option<Arc<Thermograph>>, Error> {
        // Blanks before it, so that places are those of `source`.
        let mut text = " ".repeat(place.start as usize);
        text += source.slice(place);
        let own = Source::new(source.name(), text);
        let at_home = |error: Error| {
            if error.origin().is(&own) {
                let calls = error.calls().to_vec();
                Error::new(error.kind().clone(), source, error.span()).within(calls)
            } else {
                error
            }
        };
        let mut parser = Parser::new(own.clone(), reading);
        let statement = match parser.next_statement() {
            None => return Ok(None),
            Some(Err(errors)) => {
                return errors.into_iter().next().map_or(Ok(None), |error| Err(at_home(error)));
            }
            Some(Ok(statement)) => statement,
        };
        let StatementKind::Value(node) = statement.kind else { return Ok(None) };
        let Node::Call(name, arguments) = statement.ast.node(node) else { return Ok(None) };
        let &[game] = statement.ast.children(arguments) else { return Ok(None) };
        if statement.ast.name(name) != "thermograph" || parser.next_statement().is_some() {
            return Ok(None);
        }
        let value = self.value(&own, &statement, game).map_err(at_home)?;
        let mut context = self.machine.context();
        let thermograph = context
            .game(&value, "the argument of `thermograph`")
            .and_then(|game| Ok(context.engine.thermograph(game)?));
        let span = statement.ast.span(game);
        thermograph.map(Some).map_err(|error| Error::new(error, source, span))
    }
}

/// The expression, and the file behind it if there is one: in quotation marks,
/// or whatever stands behind the last parenthesis.
fn split(text: &str) -> (&str, Option<&str>) {
    let at = match text.strip_suffix('"').and_then(|rest| rest.rfind('"')) {
        Some(at) => at,
        None => text.rfind(')').map_or(text.len(), |at| at + 1),
    };
    let (expression, file) = text.split_at(at);
    let file = unquoted(file.trim());
    (expression.trim_end(), (!file.is_empty()).then_some(file))
}
