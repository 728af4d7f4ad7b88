//! Definitions of functions.

use super::expression::Context;
use super::{Parse, Parser};
use crate::ast::{Clause, Definition, Node, NodeId, Symbol};
use crate::error::ParseError;
use crate::lexer::{Keyword, Token, TokenKind};

impl Parser {
    /// `Name(p, q) { clauses }`
    pub(super) fn definition(&mut self) -> Parse<Definition> {
        let name = self.expect(TokenKind::Name, "the name of a function")?;
        let symbol = self.symbol(name);
        let parameters = self.parameters()?;
        let open = self.expect(TokenKind::LeftBrace, "`{` before the clauses")?;
        let mut clauses: Vec<Clause> = Vec::new();
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::Keyword(word @ (Keyword::Case | Keyword::Default)) => {
                    if clauses.last().is_some_and(|clause| clause.values.is_none()) {
                        return Err(self.fail(ParseError::ClauseAfterDefault, token.span));
                    }
                    self.take();
                    clauses.push(self.clause(word, parameters.len())?);
                }
                TokenKind::RightBrace => {
                    self.take();
                    break;
                }
                TokenKind::End => {
                    let error = ParseError::Unclosed { bracket: '{', close: '}', at_end: true };
                    return Err(self.fail(error, open.span));
                }
                _ => {
                    return Err(self.fail_unexpected(token, "`case`, `default` or `}`", None));
                }
            }
        }
        if clauses.is_empty() {
            return Err(self.fail(ParseError::NoClauses, open.span));
        }
        Ok(Definition { name: symbol, name_span: name.span, parameters, clauses })
    }

    fn parameters(&mut self) -> Parse<Vec<Symbol>> {
        self.expect(TokenKind::LeftParen, "`(` before the parameters")?;
        let mut parameters = Vec::new();
        if self.peek().is(TokenKind::RightParen) {
            self.take();
            return Ok(parameters);
        }
        loop {
            let token = self.take();
            match token.kind {
                TokenKind::Name => {}
                TokenKind::Keyword(_) => {
                    let word = self.text(token).to_owned();
                    return Err(self.fail(ParseError::ReservedWord { word }, token.span));
                }
                _ => return Err(self.fail(ParseError::BadParameter, token.span)),
            }
            let symbol = self.symbol(token);
            if parameters.contains(&symbol) {
                let name = self.text(token).to_owned();
                return Err(self.fail(ParseError::DuplicateParameter { name }, token.span));
            }
            parameters.push(symbol);
            let token = self.take();
            match token.kind {
                TokenKind::RightParen => return Ok(parameters),
                TokenKind::Comma => {}
                _ => return Err(self.fail(ParseError::BadParameter, token.span)),
            }
        }
    }

    /// What follows `case` or `default`.
    fn clause(&mut self, word: Keyword, parameters: usize) -> Parse<Clause> {
        let (values, guard) = if word == Keyword::Case {
            let (values, guard) = self.cases(parameters)?;
            (Some(values), guard)
        } else {
            (None, None)
        };
        self.expect(TokenKind::Colon, "`:`")?;
        let mut lets = Vec::new();
        while self.peek().is(TokenKind::Keyword(Keyword::Let)) {
            self.take();
            let name = self.expect(TokenKind::Name, "a name")?;
            self.expect(TokenKind::Assign, "`=`")?;
            let symbol = self.symbol(name);
            let value = self.expression(Context::Let)?;
            self.end_of_clause("`;` after the value")?;
            lets.push((symbol, value));
        }
        let body = self.expression(Context::Body)?;
        self.end_of_clause("`;` at the end of the clause")?;
        Ok(Clause { values, guard, lets, body })
    }

    fn end_of_clause(&mut self, expected: &str) -> Parse<Token> {
        self.expect(TokenKind::Semicolon, expected)
    }

    /// The values and the guard between `case` and `:`.
    fn cases(&mut self, parameters: usize) -> Parse<(Vec<NodeId>, Option<NodeId>)> {
        let mut values = Vec::new();
        let guard = TokenKind::Keyword(Keyword::If);
        if !self.peek().is(guard) {
            loop {
                let value = self.expression(Context::Case)?;
                self.check_pattern(value, parameters)?;
                values.push(value);
                if !self.peek().is(TokenKind::Comma) {
                    break;
                }
                self.take();
            }
        }
        let guard = if self.peek().is(guard) {
            self.take();
            Some(self.expression(Context::Guard)?)
        } else {
            None
        };
        Ok((values, guard))
    }

    /// A case has one value for each parameter.
    fn check_pattern(&mut self, pattern: NodeId, parameters: usize) -> Parse<()> {
        let found = match self.ast.node(pattern) {
            Node::Tuple(values) => values.len(),
            Node::Wildcard => return Ok(()),
            _ => 1,
        };
        if found == parameters {
            return Ok(());
        }
        let error = ParseError::PatternLength { expected: parameters, found };
        Err(self.fail(error, self.ast.span(pattern)))
    }
}
