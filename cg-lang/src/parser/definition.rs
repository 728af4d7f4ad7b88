//! Definitions of functions: clauses, what is declared before them, and the helpers behind them.
//!
//! A helper is a function of its own, called `Definition.helper`, which no program can
//! write. The parameters of the definition that helpers use become parameters of all its
//! helpers, and each call hands them on.

use std::ops::Range;

use super::expression::Context;
use super::{Parse, Parser};
use crate::ast::{Clause, Declaration, Definition, Fact, Node, NodeId, Symbol};
use crate::error::ParseError;
use crate::lexer::{Keyword, Token, TokenKind};
use crate::source::Span;

/// The word before a helper.
pub(crate) const WHERE: &str = "where";

impl Parser {
    /// `Name(p, q) { clauses }`
    pub(super) fn definition(&mut self) -> Parse<Definition> {
        let name = self.expect(TokenKind::Name, "the name of a function")?;
        let symbol = self.symbol(name);
        let parameters = self.parameters()?;
        let open = self.expect(TokenKind::LeftBrace, "`{` before the clauses")?;
        let (mut declarations, mut clauses) = (Vec::new(), Vec::<Clause>::new());
        let mut helpers: Vec<Helper> = Vec::new();
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::Name if !clauses.is_empty() && self.text(token) == WHERE => {
                    self.take();
                    helpers.push(self.helper()?);
                }
                TokenKind::Keyword(Keyword::Case | Keyword::Default) if !helpers.is_empty() => {
                    let expected = "`where` or `}`: clauses come before the helpers";
                    return Err(self.fail_unexpected(token, expected, None));
                }
                TokenKind::Name
                    if clauses.is_empty()
                        && !parameters.is_empty()
                        && let Some(fact) = Fact::from_word(self.text(token)) =>
                {
                    self.take();
                    self.expect(TokenKind::Colon, "`:`")?;
                    let value = self.expression(Context::Let)?;
                    self.end_of_clause("`;` after the declaration")?;
                    declarations.push(Declaration { fact, value });
                }
                TokenKind::Keyword(word @ (Keyword::Case | Keyword::Default)) => {
                    if clauses.last().is_some_and(|clause| clause.values.is_none()) {
                        return Err(self.fail(ParseError::ClauseAfterDefault, token.span));
                    }
                    self.take();
                    let clause = self.clause(word, parameters.len())?;
                    self.ast.count_clause(&clause);
                    clauses.push(clause);
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
        let mut definition = Definition {
            name: symbol,
            name_span: name.span,
            loopy: false,
            scoring: false,
            parameters,
            declarations,
            clauses,
            helpers: Vec::new(),
        };
        if !helpers.is_empty() {
            definition.helpers = self.make_local(&definition, helpers)?;
        }
        Ok(definition)
    }

    pub(super) fn parameters(&mut self) -> Parse<Vec<Symbol>> {
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
        self.end_of_last("`;` at the end of the clause")?;
        Ok(Clause { values, guard, lets, body })
    }

    fn end_of_clause(&mut self, expected: &str) -> Parse<Token> {
        self.expect(TokenKind::Semicolon, expected)
    }

    /// `;`, which may be missing before the `}` of the definition.
    fn end_of_last(&mut self, expected: &str) -> Parse<()> {
        if !self.peek().is(TokenKind::RightBrace) {
            self.end_of_clause(expected)?;
        }
        Ok(())
    }

    /// The values and the guard between `case` and `:`.
    fn cases(&mut self, parameters: usize) -> Parse<(Vec<NodeId>, Option<NodeId>)> {
        let mut values = Vec::new();
        let guard = TokenKind::Keyword(Keyword::If);
        if !self.peek().is(guard) {
            loop {
                let value = self.expression(Context::Case)?;
                values.push(value);
                if !self.peek().is(TokenKind::Comma) {
                    break;
                }
                self.take();
            }
            self.check_patterns(&values, parameters)?;
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
    fn check_patterns(&mut self, patterns: &[NodeId], parameters: usize) -> Parse<()> {
        let length = |parser: &Self, pattern: NodeId| match parser.ast.node(pattern) {
            Node::Tuple(values) => Some(values.len()),
            Node::Wildcard => None,
            _ => Some(1),
        };
        let wrong = patterns.iter().find_map(|&pattern| {
            let found = length(self, pattern).filter(|&found| found != parameters)?;
            Some((pattern, found))
        });
        let Some((pattern, found)) = wrong else { return Ok(()) };
        // `case 0, _:` was hardly meant as two alternatives.
        let single = |pattern: &NodeId| !matches!(self.ast.node(*pattern), Node::Tuple(_));
        let typed = match patterns.iter().all(single) && patterns.len() <= parameters {
            true => patterns.to_vec(),
            false => Vec::new(),
        };
        let typed = typed.into_iter().map(|value| self.source().slice(self.ast.span(value)));
        let mut places: Vec<String> = typed.map(str::to_owned).collect();
        places.resize(parameters.min(MOST_PLACES).max(places.len()), "_".to_owned());
        let written = format!("case ({}):", places.join(", "));
        let error = ParseError::PatternLength { expected: parameters, found, written };
        Err(self.fail(error, self.ast.span(pattern)))
    }
}

/// So many places of a case a hint shows.
const MOST_PLACES: usize = 8;

// Helpers.

/// A helper as it is written.
struct Helper {
    definition: Definition,
    /// The nodes of its clauses, by number.
    nodes: Range<usize>,
}

impl Parser {
    /// What follows `where`: `name(p, q) = value;`, `name = value;` or
    /// `name(p, q) { clauses }`.
    fn helper(&mut self) -> Parse<Helper> {
        let first = self.ast.nodes().len();
        let name = self.expect(TokenKind::Name, "the name of a helper")?;
        let symbol = self.symbol(name);
        let parameters = match self.peek().kind {
            TokenKind::LeftParen => self.parameters()?,
            _ => Vec::new(),
        };
        let mut clauses: Vec<Clause> = Vec::new();
        if self.peek().is(TokenKind::Assign) {
            self.take();
            let body = self.expression(Context::Let)?;
            clauses.push(Clause { values: None, guard: None, lets: Vec::new(), body });
            self.end_of_last("`;` at the end of the helper")?;
        } else {
            self.expect(TokenKind::LeftBrace, "`=` and a value, or `{` and clauses")?;
            while let TokenKind::Keyword(word @ (Keyword::Case | Keyword::Default)) =
                self.peek().kind
            {
                if clauses.last().is_some_and(|clause| clause.values.is_none()) {
                    let at = self.peek().span;
                    return Err(self.fail(ParseError::ClauseAfterDefault, at));
                }
                self.take();
                clauses.push(self.clause(word, parameters.len())?);
            }
            let close = self.expect(TokenKind::RightBrace, "`case`, `default` or `}`")?;
            if clauses.is_empty() {
                return Err(self.fail(ParseError::NoClauses, close.span));
            }
            if self.peek().is(TokenKind::Semicolon) {
                self.take();
            }
        }
        let definition = Definition {
            name: symbol,
            name_span: name.span,
            loopy: false,
            scoring: false,
            parameters,
            declarations: Vec::new(),
            clauses,
            helpers: Vec::new(),
        };
        Ok(Helper { definition, nodes: first..self.ast.nodes().len() })
    }

    /// Gives the helpers names of their own and the parameters that they use, and calls
    /// them so.
    fn make_local(&mut self, whole: &Definition, helpers: Vec<Helper>) -> Parse<Vec<Definition>> {
        let used = self.used_parameters(whole, &helpers);
        self.check_names(whole, &helpers, &used)?;
        let outer = self.ast.name(whole.name).to_owned();
        let mut local: Vec<(Symbol, Symbol, usize)> = Vec::new();
        for Helper { definition, .. } in &helpers {
            let name = format!("{outer}.{}", self.ast.name(definition.name));
            let own = self.ast.symbol(&name);
            local.push((definition.name, own, definition.parameters.len()));
        }
        let find = |name: Symbol| local.iter().find(|(helper, ..)| *helper == name).copied();
        let mentions: Vec<(NodeId, Node)> = self.ast.numbered().collect();
        for (id, node) in mentions {
            let (name, arguments) = match node {
                Node::Call(name, arguments) => (name, self.ast.children(arguments).to_vec()),
                Node::Name(name) => (name, Vec::new()),
                _ => continue,
            };
            let Some((_, own, parameters)) = find(name) else { continue };
            let span = self.ast.span(id);
            if let Node::Name(_) = node
                && parameters > 0
            {
                if !used.is_empty() {
                    let name = self.ast.name(name).to_owned();
                    return Err(self.fail(ParseError::HelperNamed { name }, span));
                }
                self.ast.replace(id, Node::Name(own));
                continue;
            }
            // Behind the others, so that cases still fit the first ones.
            let handed_on = used.iter().map(|&parameter| self.ast.add(Node::Name(parameter), span));
            let arguments: Vec<NodeId> = arguments.into_iter().chain(handed_on).collect();
            let arguments = self.ast.add_children(&arguments);
            self.ast.replace(id, Node::Call(own, arguments));
        }
        let mut definitions = Vec::new();
        for Helper { mut definition, .. } in helpers {
            let (_, own, _) = find(definition.name).expect("each helper was given a name");
            definition.name = own;
            definition.parameters.extend_from_slice(&used);
            definitions.push(definition);
        }
        Ok(definitions)
    }

    /// The parameters of the definition that its helpers use.
    fn used_parameters(&self, whole: &Definition, helpers: &[Helper]) -> Vec<Symbol> {
        let uses = |helper: &Helper, parameter: Symbol| {
            !helper.definition.parameters.contains(&parameter)
                && self.ast.nodes()[helper.nodes.clone()].contains(&Node::Name(parameter))
        };
        let used = whole.parameters.iter().copied();
        used.filter(|&parameter| helpers.iter().any(|helper| uses(helper, parameter))).collect()
    }

    /// Fails when a helper is called as another or as a parameter, or when a name that is
    /// bound inside hides a helper or a parameter that helpers use.
    fn check_names(
        &mut self,
        whole: &Definition,
        helpers: &[Helper],
        used: &[Symbol],
    ) -> Parse<()> {
        let mut bound: Vec<(Symbol, Span)> = Vec::new();
        for (id, node) in self.ast.numbered() {
            if let Node::Range(name, ..) | Node::In(name, _) = node {
                bound.push((name, self.ast.span(id)));
            }
        }
        let all = || std::iter::once(whole).chain(helpers.iter().map(|helper| &helper.definition));
        for definition in all() {
            let lets = definition.clauses.iter().flat_map(|clause| &clause.lets);
            bound.extend(lets.map(|&(name, value)| (name, self.ast.span(value))));
        }
        for Helper { definition, .. } in helpers {
            let at = definition.name_span;
            bound.extend(definition.parameters.iter().map(|&parameter| (parameter, at)));
        }
        let is_helper = |name: Symbol| helpers.iter().any(|helper| helper.definition.name == name);
        let hidden = bound.into_iter().find_map(|(name, at)| {
            let what = if used.contains(&name) {
                "a parameter that a helper uses"
            } else if is_helper(name) {
                "a helper"
            } else {
                return None;
            };
            Some((name, at, what))
        });
        let twice = helpers.iter().enumerate().find_map(|(at, helper)| {
            let Definition { name, name_span, .. } = helper.definition;
            let same = |other: &Helper| other.definition.name == name;
            if whole.parameters.contains(&name) {
                Some((name, name_span, "a parameter"))
            } else if helpers[..at].iter().any(same) {
                Some((name, name_span, "a helper"))
            } else {
                (whole.name == name).then_some((name, name_span, "the definition"))
            }
        });
        match hidden.or(twice) {
            None => Ok(()),
            Some((name, at, what)) => {
                let name = self.ast.name(name).to_owned();
                Err(self.fail(ParseError::Hides { name, what: what.to_owned() }, at))
            }
        }
    }
}
