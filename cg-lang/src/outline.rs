//! Where the names of a program are given and where they are used, for editors.
//!
//! The parser knows names, not the places where they are bound; an outline finds those among the
//! tokens of each statement that can be read. In a statement that cannot be read yet only the
//! names of the whole program are known.

use std::collections::HashMap;
use std::ops::Range;

use crate::ast::{Fact, Node, Statement, StatementKind};
use crate::directive::ArgumentKind;
use crate::lexer::{Keyword, Lexer, Reading, Token, TokenKind};
use crate::parser::{WHERE, statements};
use crate::session::{Vocabulary, WordKind};
use crate::source::{Source, Span};

/// In a longer statement only the names of the whole program are looked for.
const MOST_TOKENS: usize = 10_000;

/// What a name of a program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A function that a definition gives.
    Function,
    /// `name = value`
    Binding,
    /// A parameter of a definition, of a helper or of a function without a name.
    Parameter,
    /// A function behind `where`.
    Helper,
    /// Given by `let`, by a generator, or as the name of braces.
    Local,
}

impl NameKind {
    /// Whether it is known in the whole program.
    pub fn is_global(self) -> bool {
        matches!(self, NameKind::Function | NameKind::Binding)
    }
}

/// A name of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramName {
    /// How it is written.
    pub name: String,
    /// What it is; what it is first, if it is given several times.
    pub kind: NameKind,
    /// The places that give it, in order: one, but for names of the whole program.
    pub given: Vec<Span>,
    /// All its places, also those that give it, in order.
    pub places: Vec<Span>,
    /// The statements that give it, or the one in which it is known.
    pub statements: Vec<Span>,
}

/// The names of a program.
///
/// ```
/// use cg_lang::{NameKind, Outline, Source, Vocabulary};
/// let source = Source::new("nim.g", "impartial Nim(n) { default: { Nim(k) : k = 0..n-1 }; }\nNim(3)");
/// let outline = Outline::new(&source, &Vocabulary::default());
/// let nim = outline.name_at(10).unwrap();
/// assert_eq!((nim.kind, nim.places.len()), (NameKind::Function, 3));
/// let k = outline.name_at(34).unwrap();
/// assert_eq!((&k.name[..], k.kind, k.places.len()), ("k", NameKind::Local, 2));
/// ```
#[derive(Debug)]
pub struct Outline {
    statements: Vec<Statement>,
    names: Vec<ProgramName>,
    /// The places of names, in order, with the number of the name.
    places: Vec<(Span, usize)>,
}

impl Outline {
    /// The outline of a program; the vocabulary says behind which directives expressions stand.
    pub fn new(source: &Source, vocabulary: &Vocabulary) -> Self {
        let statements: Vec<Statement> = statements(source).filter_map(Result::ok).collect();
        let mut finder = Finder { source, names: Vec::new(), global: HashMap::new() };
        for statement in &statements {
            finder.give(statement);
        }
        let tokens = tokens(source, &statements, vocabulary);
        let mut rest = &tokens[..];
        for statement in &statements {
            let before = rest.partition_point(|token| token.span.start < statement.span.start);
            finder.use_globals(&rest[..before]);
            let within = rest.partition_point(|token| token.span.start < statement.span.end);
            finder.statement(statement, &rest[before..within]);
            rest = &rest[within..];
        }
        finder.use_globals(rest);
        let Finder { mut names, .. } = finder;
        let mut places = Vec::new();
        for (number, name) in names.iter_mut().enumerate() {
            name.places.sort_unstable_by_key(|place| place.start);
            name.places.dedup();
            places.extend(name.places.iter().map(|&place| (place, number)));
        }
        places.sort_unstable_by_key(|(place, _)| place.start);
        Outline { statements, names, places }
    }

    /// All names, those of the whole program first.
    pub fn names(&self) -> &[ProgramName] {
        &self.names
    }

    /// Whether the same names stand at the same places in order: another spelling of one of
    /// them has changed no meaning.
    pub fn is_like(&self, other: &Outline) -> bool {
        let numbers = |outline: &Outline| {
            outline.places.iter().map(|&(_, number)| number).collect::<Vec<_>>()
        };
        let kinds =
            |outline: &Outline| outline.names.iter().map(|name| name.kind).collect::<Vec<_>>();
        self.statements.len() == other.statements.len()
            && numbers(self) == numbers(other)
            && kinds(self) == kinds(other)
    }

    /// The name that stands at a place, or ends there.
    pub fn name_at(&self, at: u32) -> Option<&ProgramName> {
        let (_, number) = self.place_at(at)?;
        self.names.get(number)
    }

    /// The place of the name that stands at a place, or ends there.
    pub fn span_at(&self, at: u32) -> Option<Span> {
        self.place_at(at).map(|(place, _)| place)
    }

    fn place_at(&self, at: u32) -> Option<(Span, usize)> {
        let next = self.places.partition_point(|(place, _)| place.start <= at);
        let found = self.places[..next].last().copied();
        found.filter(|(place, _)| at <= place.end)
    }

    /// The part of a program on which the statement at a place stands: all before it, and
    /// itself if it is a definition.
    pub fn before(&self, at: u32) -> Span {
        let next = self.statements.partition_point(|statement| statement.span.start <= at);
        let end = self.statements[..next].last().map_or(0, |found| match found.kind {
            StatementKind::Define(_) => found.span.end,
            _ => found.span.start,
        });
        Span::new(0, end)
    }

    /// The statement at a place, if it is a query: `? G` or `?? G`.
    pub fn query_at(&self, at: u32) -> Option<Span> {
        let next = self.statements.partition_point(|statement| statement.span.start <= at);
        let statement = self.statements[..next].last().filter(|found| at <= found.span.end)?;
        let asks = matches!(statement.kind, StatementKind::Outcome(_) | StatementKind::Moves(_));
        asks.then_some(statement.span)
    }

    /// The smallest expression at a place, if all its names are known outside of it: it has
    /// a value. An integer alone is none.
    pub fn closed_at(&self, at: u32) -> Option<Span> {
        let next = self.statements.partition_point(|statement| statement.span.start <= at);
        let statement = self.statements[..next].last().filter(|found| at < found.span.end)?;
        let around = statement.ast.numbered().filter_map(|(id, node)| {
            let span = statement.ast.span(id);
            let value = !matches!(
                node,
                Node::Integer(_)
                    | Node::BigInteger(_)
                    | Node::Text(_)
                    | Node::Truth(_)
                    | Node::Each(..)
                    | Node::Range(..)
                    | Node::In(..)
                    | Node::Filter(_)
                    | Node::Tuple(_)
                    | Node::Apart(..)
                    | Node::Function { .. }
                    | Node::Wildcard
            );
            (value && span.start <= at && at < span.end).then_some(span)
        });
        let found = around.min_by_key(|span| span.end - span.start)?;
        let first = self.places.partition_point(|(place, _)| place.start < found.start);
        let inside = self.places[first..].iter().take_while(|(place, _)| place.start < found.end);
        let closed = |number: usize| {
            let name = &self.names[number];
            let within = |place: &Span| found.start <= place.start && place.end <= found.end;
            name.kind.is_global() || name.given.iter().any(within)
        };
        let mut numbers = inside.map(|&(_, number)| number);
        numbers.all(closed).then_some(found)
    }
}

/// The tokens of a program; of directives those of the expressions behind them.
fn tokens(source: &Source, statements: &[Statement], vocabulary: &Vocabulary) -> Vec<Token> {
    let mut found = Vec::new();
    let mut lexer = Lexer::new(source.clone(), &Reading::default());
    let mut directives = statements.iter().filter_map(|statement| match statement.kind {
        StatementKind::Directive { name, argument } => Some((statement.span, name, argument)),
        _ => None,
    });
    let mut directive = directives.next();
    loop {
        let token = lexer.next();
        while lexer.take_error().is_some() {}
        while directive.is_some_and(|(span, ..)| span.start < token.span.start) {
            directive = directives.next();
        }
        match directive {
            Some((span, name, argument)) if span.start == token.span.start => {
                let word = vocabulary.directive(source.slice(name).trim_end_matches('!'));
                let reads = word.is_some_and(|word| {
                    matches!(
                        word.kind,
                        WordKind::Directive(
                            ArgumentKind::Expression | ArgumentKind::WordThenExpression(_)
                        )
                    )
                });
                if reads {
                    let mut inside = Lexer::within(source.clone(), argument, &Reading::default());
                    loop {
                        let token = inside.next();
                        while inside.take_error().is_some() {}
                        if token.is(TokenKind::End) {
                            break;
                        }
                        found.push(token);
                    }
                }
                lexer.rest_of_line();
            }
            _ if token.is(TokenKind::End) => return found,
            _ => found.push(token),
        }
    }
}

/// A name that a part of a statement gives.
struct Given {
    number: usize,
    /// Where it is known: one stretch, or two around what gives it.
    scope: [Range<u32>; 2],
}

impl Given {
    fn hull(&self) -> Range<u32> {
        let [a, b] = &self.scope;
        if b.is_empty() { a.clone() } else { a.start.min(b.start)..a.end.max(b.end) }
    }

    fn reaches(&self, at: u32) -> bool {
        self.scope.iter().any(|part| part.contains(&at))
    }
}

struct Finder<'s> {
    source: &'s Source,
    names: Vec<ProgramName>,
    /// The names of the whole program, by number.
    global: HashMap<String, usize>,
}

impl<'s> Finder<'s> {
    fn text(&self, token: Token) -> &'s str {
        self.source.slice(token.span)
    }

    /// The name of the whole program that a statement gives.
    fn give(&mut self, statement: &Statement) {
        let Some(name) = statement.gives() else { return };
        let (kind, place) = match &statement.kind {
            StatementKind::Define(definition) => (NameKind::Function, definition.name_span),
            // It begins with the name.
            _ => {
                let start = statement.span.start;
                let length = u32::try_from(name.len()).expect("names are short");
                (NameKind::Binding, Span::new(start, start + length))
            }
        };
        let number = *self.global.entry(name.to_owned()).or_insert_with(|| {
            let name = name.to_owned();
            let none = Vec::new;
            self.names.push(ProgramName {
                name,
                kind,
                given: none(),
                places: none(),
                statements: Vec::new(),
            });
            self.names.len() - 1
        });
        let name = &mut self.names[number];
        name.given.push(place);
        name.places.push(place);
        name.statements.push(statement.span);
    }

    fn use_globals(&mut self, tokens: &[Token]) {
        for &token in tokens.iter().filter(|token| token.is(TokenKind::Name)) {
            if let Some(&number) = self.global.get(self.text(token)) {
                self.names[number].places.push(token.span);
            }
        }
    }

    fn statement(&mut self, statement: &Statement, tokens: &[Token]) {
        if tokens.len() > MOST_TOKENS {
            return self.use_globals(tokens);
        }
        let binder = Binder::new(self.source, statement, tokens);
        let (found, words) = binder.find();
        let mut local: HashMap<&str, Vec<Given>> = HashMap::new();
        for (place, kind, scope) in found {
            let number = self.names.len();
            self.names.push(ProgramName {
                name: self.source.slice(place).to_owned(),
                kind,
                given: vec![place],
                places: vec![place],
                statements: vec![statement.span],
            });
            local.entry(self.source.slice(place)).or_default().push(Given { number, scope });
        }
        for given in local.values_mut() {
            given.sort_by_key(|given| (given.hull().start, given.number));
        }
        for (&token, _) in
            tokens.iter().zip(words).filter(|(token, word)| token.is(TokenKind::Name) && !word)
        {
            let (at, name) = (token.span.start, self.text(token));
            let inner = local.get(name).and_then(|given| {
                let own =
                    given.iter().find(|given| self.names[given.number].given[0] == token.span);
                own.or_else(|| {
                    let reached = given.partition_point(|given| given.hull().start <= at);
                    given[..reached].iter().rev().find(|given| given.reaches(at))
                })
            });
            let number = inner.map(|given| given.number).or_else(|| self.global.get(name).copied());
            if let Some(number) = number {
                self.names[number].places.push(token.span);
            }
        }
    }
}

/// A name with its place, what it is, and where it is known.
type Found = (Span, NameKind, [Range<u32>; 2]);

/// Finds the names that the parts of one statement give.
struct Binder<'t> {
    source: &'t Source,
    statement: &'t Statement,
    tokens: &'t [Token],
    /// For each token the one that closes the innermost bracket around it, or the end.
    closing: Vec<usize>,
    /// For each token how many brackets are open before it.
    depth: Vec<usize>,
    /// For each token whether the innermost bracket around it holds clauses.
    clauses: Vec<bool>,
    found: Vec<Found>,
    /// Names that are words of the language where they stand.
    words: Vec<bool>,
}

impl<'t> Binder<'t> {
    fn new(source: &'t Source, statement: &'t Statement, tokens: &'t [Token]) -> Self {
        let mut binder = Binder {
            source,
            statement,
            tokens,
            closing: vec![tokens.len(); tokens.len()],
            depth: vec![0; tokens.len()],
            clauses: vec![false; tokens.len()],
            found: Vec::new(),
            words: vec![false; tokens.len()],
        };
        let defines = matches!(statement.kind, StatementKind::Define(_));
        // What is open: its place, whether clauses are in it.
        let mut open: Vec<(usize, bool)> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            binder.depth[at] = open.len();
            binder.clauses[at] = open.last().is_some_and(|&(_, clauses)| clauses);
            match token.kind {
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => {
                    let clauses = token.is(TokenKind::LeftBrace)
                        && defines
                        && match open.last() {
                            None => binder.holds_clauses(at),
                            Some(&(_, inside)) => inside && binder.is_case(at + 1),
                        };
                    open.push((at, clauses));
                }
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                    if let Some((from, _)) = open.pop() {
                        // Those inside that are in no bracket of their own.
                        for inside in from + 1..=at {
                            if binder.closing[inside] == tokens.len() {
                                binder.closing[inside] = at;
                            }
                        }
                    }
                    binder.depth[at] = open.len();
                }
                _ => {}
            }
        }
        binder
    }

    fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::End, |token| token.kind)
    }

    fn text(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| self.source.slice(token.span))
    }

    fn start(&self, at: usize) -> u32 {
        self.tokens.get(at).map_or(self.statement.span.end, |token| token.span.start)
    }

    fn end(&self, at: usize) -> u32 {
        self.tokens.get(at).map_or(self.statement.span.end, |token| token.span.end)
    }

    fn is_case(&self, at: usize) -> bool {
        matches!(self.kind(at), TokenKind::Keyword(Keyword::Case | Keyword::Default))
    }

    fn is_fact(&self, at: usize) -> bool {
        Fact::from_word(self.text(at)).is_some() && self.kind(at + 1) == TokenKind::Colon
    }

    fn holds_clauses(&self, brace: usize) -> bool {
        self.is_case(brace + 1) || self.is_fact(brace + 1)
    }

    /// The first token from `at` on, in the same bracket, that is one of these or closes it.
    fn next(&self, at: usize, wanted: impl Fn(TokenKind) -> bool) -> usize {
        let depth = self.depth.get(at).copied().unwrap_or(0);
        let mut place = at;
        while place < self.tokens.len() {
            let kind = self.kind(place);
            if self.depth[place] < depth || self.depth[place] == depth && wanted(kind) {
                return place;
            }
            place += 1;
        }
        place
    }

    fn closes(&self, kind: TokenKind) -> bool {
        matches!(kind, TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace)
    }

    fn add(&mut self, at: usize, kind: NameKind, scope: [Range<u32>; 2]) {
        if let Some(token) = self.tokens.get(at) {
            self.found.push((token.span, kind, scope));
        }
    }

    fn find(mut self) -> (Vec<Found>, Vec<bool>) {
        let whole = self.statement.span.start..self.statement.span.end;
        if let StatementKind::Define(definition) = &self.statement.kind {
            let name = self.tokens.iter().position(|token| token.span == definition.name_span);
            if let Some(name) = name.filter(|&name| self.kind(name + 1) == TokenKind::LeftParen) {
                for word in 0..name {
                    self.words[word] = true;
                }
                self.names_in(name + 1, NameKind::Parameter, &[whole.clone(), 0..0]);
            }
        }
        for at in 0..self.tokens.len() {
            match self.kind(at) {
                TokenKind::Name
                    if self.clauses[at] && self.is_fact(at) && self.begins_clause(at) =>
                {
                    self.words[at] = true;
                }
                TokenKind::Name
                    if self.clauses[at] && self.text(at) == WHERE && self.begins_clause(at) =>
                {
                    self.words[at] = true;
                    self.helper(at + 1, &whole);
                }
                TokenKind::Name
                    if matches!(self.text(at), "xor" | "div" | "mod")
                        && at > 0
                        && self.kind(at - 1).ends_operand() =>
                {
                    self.words[at] = true;
                }
                TokenKind::Name
                    if self.kind(at + 1) == TokenKind::LeftBrace
                        && self.tokens[at + 1].glued
                        && !self.holds_clauses(at + 1) =>
                {
                    let close = self.closing.get(at + 2).copied().unwrap_or(self.tokens.len());
                    self.add(at, NameKind::Local, [self.start(at)..self.end(close), 0..0]);
                }
                TokenKind::Keyword(Keyword::Let) if self.clauses[at] => self.binding(at + 1),
                TokenKind::Arrow => self.function(at),
                TokenKind::Colon if !self.clauses[at] && self.depth[at] > 0 => self.generators(at),
                _ => {}
            }
        }
        (self.found, self.words)
    }

    /// Whether a word at `at` can begin a clause, a fact or a helper.
    fn begins_clause(&self, at: usize) -> bool {
        at > 0
            && matches!(
                self.kind(at - 1),
                TokenKind::Semicolon | TokenKind::LeftBrace | TokenKind::RightBrace
            )
    }

    /// The names between the parentheses that open at `open`.
    fn names_in(&mut self, open: usize, kind: NameKind, scope: &[Range<u32>; 2]) {
        let mut at = open + 1;
        while matches!(self.kind(at), TokenKind::Name | TokenKind::Comma) {
            if self.kind(at) == TokenKind::Name {
                self.add(at, kind, scope.clone());
            }
            at += 1;
        }
    }

    /// `where name(p, q) = value;` or with clauses; the name stands at `at`.
    fn helper(&mut self, at: usize, whole: &Range<u32>) {
        self.add(at, NameKind::Helper, [whole.clone(), 0..0]);
        if self.kind(at + 1) != TokenKind::LeftParen {
            return;
        }
        let close = self.closing.get(at + 2).copied().unwrap_or(self.tokens.len());
        let end = match self.kind(close + 1) {
            TokenKind::LeftBrace => {
                self.closing.get(close + 2).copied().unwrap_or(self.tokens.len())
            }
            _ => self.next(at, |kind| kind == TokenKind::Semicolon),
        };
        self.names_in(at + 1, NameKind::Parameter, &[self.start(at)..self.end(end), 0..0]);
    }

    /// `let name = value;` in a clause; the name stands at `at`.
    fn binding(&mut self, at: usize) {
        let semicolon = |kind| kind == TokenKind::Semicolon;
        let own = self.next(at, semicolon);
        let mut last = own;
        while self.kind(last + 1) == TokenKind::Keyword(Keyword::Let) {
            last = self.next(last + 1, semicolon);
        }
        let end = self.next(last + 1, semicolon);
        self.add(at, NameKind::Local, [self.end(own)..self.end(end), 0..0]);
    }

    /// `x -> value` and `(a, b) -> value`, with the arrow at `arrow`.
    fn function(&mut self, arrow: usize) {
        let separates = |kind| matches!(kind, TokenKind::Comma | TokenKind::Semicolon);
        let end = self.next(arrow, separates);
        let scope = [self.end(arrow)..self.start(end), 0..0];
        match arrow.checked_sub(1).map(|at| (at, self.kind(at))) {
            Some((at, TokenKind::Name)) => self.add(at, NameKind::Parameter, scope),
            Some((at, TokenKind::RightParen)) => {
                let open = (0..at).rev().find(|&open| self.kind(open) == TokenKind::LeftParen);
                if let Some(open) = open {
                    self.names_in(open, NameKind::Parameter, &scope);
                }
            }
            _ => {}
        }
    }

    /// The generators of the item whose colon stands at `colon`.
    fn generators(&mut self, colon: usize) {
        let depth = self.depth[colon];
        let separates = |kind| matches!(kind, TokenKind::Comma | TokenKind::Bars(_));
        let opens = |at: usize| self.depth[at] < depth && !self.closes(self.kind(at));
        let begin = (0..colon)
            .rev()
            .find(|&at| opens(at) || self.depth[at] == depth && separates(self.kind(at)));
        let begin = begin.map_or(0, |at| at + 1);
        let mut bound: Vec<(Vec<usize>, usize)> = Vec::new();
        let mut at = colon + 1;
        let end = loop {
            let end = self.next(at, separates);
            bound.push((self.bound_by(at), end));
            if self.kind(end) != TokenKind::Comma || !self.is_generator(end + 1) {
                break end;
            }
            at = end + 1;
        };
        let before = self.start(begin)..self.start(colon);
        for (names, own) in bound {
            for name in names {
                let scope = [before.clone(), self.start(own)..self.start(end)];
                self.add(name, NameKind::Local, scope);
            }
        }
    }

    fn is_generator(&self, at: usize) -> bool {
        self.kind(at) == TokenKind::Keyword(Keyword::If) || !self.bound_by(at).is_empty()
    }

    /// The places of the names that the generator at `at` binds.
    fn bound_by(&self, at: usize) -> Vec<usize> {
        let binds =
            |at| matches!(self.kind(at), TokenKind::Assign | TokenKind::Keyword(Keyword::In));
        match self.kind(at) {
            TokenKind::Name if binds(at + 1) => vec![at],
            TokenKind::Keyword(Keyword::Let) => vec![at + 1],
            TokenKind::LeftParen => {
                let mut names = Vec::new();
                let mut next = at + 1;
                while matches!(self.kind(next), TokenKind::Name | TokenKind::Comma) {
                    if self.kind(next) == TokenKind::Name {
                        names.push(next);
                    }
                    next += 1;
                }
                let bound = self.kind(next) == TokenKind::RightParen && binds(next + 1);
                if bound { names } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }
}
