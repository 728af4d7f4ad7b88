//! Statements, and finding the next one after an error.

use std::sync::Arc;

use super::expression::{Context, Expression};
use super::{MOST_ERRORS, Parse, Parser};
use crate::ast::{Ast, NodeId, Statement, StatementKind};
use crate::error::{Error, ParseError};
use crate::lexer::{Keyword, Reading, Token, TokenKind};
use crate::source::Span;

/// How many characters of a statement a hint repeats.
const MOST_SHOWN: usize = 40;

impl Parser {
    /// The next statement, or its errors; `None` after the last. A directive
    /// `:notation` must be given back to [`Parser::follow_notation`].
    pub(crate) fn next_statement(&mut self) -> Option<Result<Statement, Vec<Error>>> {
        if self.finished {
            return None;
        }
        while self.peek().is(TokenKind::Semicolon) {
            self.take();
        }
        let first = self.peek();
        if first.is(TokenKind::End) {
            self.finished = true;
            return None;
        }
        self.ast = Ast::default();
        self.depth = 0;
        self.impartial = false;
        let parsed = self.statement(first);
        match parsed {
            Ok(kind) if self.errors.is_empty() => {
                let span = Span::new(first.span.start, self.last_end);
                let ast = Arc::new(std::mem::take(&mut self.ast));
                Some(Ok(Statement { ast, kind, span }))
            }
            parsed => {
                if parsed.is_err() {
                    self.skip_to_next_statement(first);
                }
                self.error_count += self.errors.len();
                let mut errors = std::mem::take(&mut self.errors);
                if self.error_count >= MOST_ERRORS {
                    self.finished = true;
                    let source_name = self.source().name().to_owned();
                    let at = Span::new(self.last_end, self.last_end);
                    let error = ParseError::TooManyErrors { source_name };
                    errors.push(Error::new(error, self.source(), at));
                }
                Some(Err(errors))
            }
        }
    }

    /// Reads what follows a `:notation` line in that notation.
    pub(crate) fn follow_notation(&mut self, statement: &Statement) {
        if let StatementKind::Directive { name, argument } = statement.kind
            && self.source().slice(name) == "notation"
            && let Ok(notation) = self.source().slice(argument).parse::<cg_core::Notation>()
        {
            self.set_reading(Reading::from(notation));
        }
    }

    fn statement(&mut self, first: Token) -> Parse<StatementKind> {
        match first.kind {
            TokenKind::Colon => return self.directive(),
            TokenKind::Keyword(Keyword::Impartial) => {
                self.take();
                self.impartial = true;
                return self.definition().map(StatementKind::Define);
            }
            TokenKind::Keyword(word @ (Keyword::Case | Keyword::Default)) => {
                let word = if word == Keyword::Case { "case" } else { "default" };
                return Err(self.fail(ParseError::ClauseOutside { word }, first.span));
            }
            TokenKind::Name => {
                if self.peek_at(1).is(TokenKind::Assign) {
                    return self.binding();
                }
                if self.definition_ahead() {
                    return self.definition().map(StatementKind::Define);
                }
            }
            TokenKind::Keyword(Keyword::Let) if self.peek_at(1).is(TokenKind::Name) => {
                let name = self.peek_at(1);
                let rest = &self.source().text()[name.span.start as usize..];
                let line = rest.split(['\n', ';']).next().unwrap_or(rest).trim_end();
                let binding: String = line.chars().take(MOST_SHOWN).collect();
                let more = if binding.len() < line.len() { "..." } else { "" };
                let error = ParseError::LetOutside { binding: binding + more };
                return Err(self.fail(error, first.span));
            }
            TokenKind::Keyword(_) if self.peek_at(1).is(TokenKind::Assign) => {
                let word = self.text(first).to_owned();
                return Err(self.fail(ParseError::ReservedWord { word }, first.span));
            }
            TokenKind::Question => {
                self.take();
                return self.expression(Context::Statement).map(StatementKind::Outcome);
            }
            TokenKind::DoubleQuestion => {
                self.take();
                return self.expression(Context::Statement).map(StatementKind::Moves);
            }
            _ => {}
        }
        self.expression(Context::Statement).map(StatementKind::Value)
    }

    pub(super) fn expression(&mut self, context: Context) -> Parse<NodeId> {
        Expression::new(self, context).parse()
    }

    fn binding(&mut self) -> Parse<StatementKind> {
        let name = self.take();
        self.take();
        let symbol = self.symbol(name);
        let value = self.expression(Context::Statement)?;
        Ok(StatementKind::Bind { name: symbol, name_span: name.span, value })
    }

    pub(super) fn symbol(&mut self, name: Token) -> crate::ast::Symbol {
        self.ast.symbol(self.lexer.source().slice(name.span))
    }

    fn directive(&mut self) -> Parse<StatementKind> {
        let colon = self.take();
        if !colon.new_line && !self.is_first_on_line(colon) {
            let help = "put the directive on a line of its own".to_owned();
            return Err(self.fail_unexpected(colon, "a statement", Some(help)));
        }
        self.go_back_behind(colon);
        let line = self.lexer.rest_of_line();
        let text = self.lexer.source().slice(line);
        let text = text.split_once(" //").map_or(text, |(text, _)| text);
        let text = text.trim_end_matches(|c: char| c.is_whitespace() || c == ';');
        let start = text.len() - text.trim_start().len();
        let text = &text[start..];
        let name_length = text.find(char::is_whitespace).unwrap_or(text.len());
        let argument = text[name_length..].trim_start();
        let at = |offset: usize| line.start + u32::try_from(offset).unwrap_or(0);
        let name = Span::new(at(start), at(start + name_length));
        let end = at(start + text.len());
        let argument = Span::new(end - u32::try_from(argument.len()).unwrap_or(0), end);
        self.last_end = end;
        Ok(StatementKind::Directive { name, argument })
    }

    fn is_first_on_line(&self, token: Token) -> bool {
        let before = &self.lexer.source().text()[..token.span.start as usize];
        let line = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
        line.trim().is_empty()
    }

    /// Whether a definition begins here: a name, parentheses without brackets
    /// in them, and a brace behind which stands `case`, `default` or nothing yet.
    pub(super) fn definition_ahead(&mut self) -> bool {
        if !self.peek_at(1).is(TokenKind::LeftParen) {
            return false;
        }
        let mut at = 2;
        loop {
            let token = self.peek_at(at);
            at += 1;
            match token.kind {
                TokenKind::RightParen => break,
                TokenKind::Name
                | TokenKind::Comma
                | TokenKind::Integer
                | TokenKind::Keyword(_)
                | TokenKind::Assign => {}
                _ => return false,
            }
        }
        self.peek_at(at).is(TokenKind::LeftBrace)
            && matches!(
                self.peek_at(at + 1).kind,
                TokenKind::Keyword(Keyword::Case | Keyword::Default) | TokenKind::End
            )
    }

    /// After an error: goes to the end of the statement, or to the next line
    /// that looks like the start of a definition.
    fn skip_to_next_statement(&mut self, first: Token) {
        let mut moved = self.peek().span.start > first.span.start;
        loop {
            let token = self.peek();
            if token.is(TokenKind::End) {
                return;
            }
            if moved && token.new_line {
                let closed = self.depth <= 0;
                let definition = self.is_first_on_line_column(token)
                    && (token.is(TokenKind::Keyword(Keyword::Impartial))
                        || token.is(TokenKind::Name) && self.definition_ahead());
                if closed || definition {
                    return;
                }
            }
            self.take();
            moved = true;
            if token.is(TokenKind::Semicolon) && self.depth <= 0 {
                return;
            }
        }
    }

    /// At the very start of its line.
    fn is_first_on_line_column(&self, token: Token) -> bool {
        let start = token.span.start as usize;
        start == 0 || self.lexer.source().text().as_bytes()[start - 1] == b'\n'
    }
}
