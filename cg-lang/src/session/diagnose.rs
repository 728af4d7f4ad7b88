//! What is wrong with a program, as far as that shows without running it: for editors.

use std::collections::HashSet;
use std::sync::Arc;

use super::Session;
use crate::ast::{NodeId, Statement, StatementKind};
use crate::compile::{Code, Op};
use crate::directive::ArgumentKind;
use crate::error::{Error, ErrorKind, RunError, similar};
use crate::lexer::{Lexer, Reading, TokenKind};
use crate::machine::IT;
use crate::parser::statements;
use crate::session::WordKind;
use crate::source::{Source, Span};

impl Session {
    /// The errors of a program, in the order of their places. Nothing is run: definitions are
    /// compiled, and the session knows them afterwards, values are not worked out. Names that
    /// nothing gives are errors unless the program reads files, which may give them.
    ///
    /// ```
    /// use cg_core::{Limits, Registry};
    /// use cg_lang::{Session, Source};
    ///
    /// let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let mut session = Session::new(engine);
    /// let program = Source::new("typed", "F(n) { default: n + m; }\n1 +\nF(2, 3)\nG(1)\n{1|");
    /// let codes: Vec<&str> = session.diagnose(&program).iter().map(|error| error.code()).collect();
    /// assert_eq!(codes, ["unknown-name", "call-argument-count", "unknown-function", "unclosed"]);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn diagnose(&mut self, source: &Source) -> Vec<Error> {
        let mut errors = Vec::new();
        let mut readable = Vec::new();
        for statement in statements(source) {
            match statement {
                Ok(statement) => readable.push(statement),
                Err(more) => errors.extend(more),
            }
        }
        let mut given: HashSet<&str> = readable.iter().filter_map(Statement::gives).collect();
        if !errors.is_empty() {
            // A definition that cannot be read yet gives its name all the same.
            given.extend(first_names(source, &readable));
        }
        let mut reads_files = false;
        let mut codes = Vec::new();
        for statement in &readable {
            reads_files |= self.reads_file(source, statement);
            if let StatementKind::Define(definition) = &statement.kind {
                match self.define(source, statement, definition) {
                    Err(error) => errors.push(error),
                    Ok(()) => {
                        for part in definition.helpers.iter().chain([definition]) {
                            let number =
                                self.machine.function_names.number(statement.ast.name(part.name));
                            let defined = self.machine.defined(number);
                            codes.extend(defined.map(|defined| (true, Arc::clone(&defined.code))));
                        }
                    }
                }
            }
        }
        for statement in &readable {
            match self.code_of(source, statement) {
                Some(Ok(code)) => codes.push((false, Arc::new(code))),
                Some(Err(error)) => errors.push(error),
                None => {}
            }
        }
        for (inside, code) in codes {
            self.unknown(source, &code, inside, &given, &mut errors);
        }
        if reads_files {
            errors.retain(|error| {
                !matches!(
                    error.kind(),
                    ErrorKind::Run(RunError::UnknownName { .. } | RunError::UnknownFunction { .. })
                )
            });
        }
        errors.sort_by_key(|error| (error.span().start, error.span().end));
        errors.dedup_by(|a, b| a.span() == b.span() && a.code() == b.code());
        errors
    }

    /// Whether a statement reads a file, whose definitions are not known here.
    fn reads_file(&self, source: &Source, statement: &Statement) -> bool {
        match statement.kind {
            StatementKind::Use(_) => true,
            StatementKind::Directive { name, .. } => {
                let name = source.slice(name);
                self.directives()
                    .any(|written| written.name == name && written.argument == ArgumentKind::File)
            }
            _ => false,
        }
    }

    /// The code of a statement that is no definition, if it has any.
    fn code_of(&mut self, source: &Source, statement: &Statement) -> Option<Result<Code, Error>> {
        let node = match statement.kind {
            StatementKind::Bind { value: node, .. }
            | StatementKind::Value(node)
            | StatementKind::Outcome(node)
            | StatementKind::Moves(node) => node,
            StatementKind::Directive { name, .. } => {
                let word = source.slice(name).trim_end_matches('!');
                let known = self.directives().any(|written| written.name == word);
                if known {
                    return None;
                }
                let similar = similar(word, self.directives().map(|written| written.name));
                let error = RunError::UnknownDirective { name: word.to_owned(), similar };
                return Some(Err(Error::new(error, source, name)));
            }
            StatementKind::Print(ref nodes) => {
                let codes =
                    nodes.iter().filter_map(|&node| self.code_of_node(source, statement, node));
                return codes.reduce(|first, next| if first.is_err() { first } else { next });
            }
            StatementKind::Define(_) | StatementKind::Use(_) => return None,
        };
        self.code_of_node(source, statement, node)
    }

    fn code_of_node(
        &mut self,
        source: &Source,
        statement: &Statement,
        node: NodeId,
    ) -> Option<Result<Code, Error>> {
        let around = &mut self.machine.around();
        match crate::compile::expression(source, &statement.ast, node, &[], around) {
            Ok((code, _)) => Some(Ok(code)),
            // What a query asks of a position is no expression.
            Err(error)
                if matches!(error.kind(), ErrorKind::Run(RunError::PositionInside { .. })) =>
            {
                None
            }
            Err(error) => Some(Err(error)),
        }
    }

    /// Names that nothing gives, and calls with too many or too few arguments.
    fn unknown(
        &mut self,
        source: &Source,
        code: &Code,
        inside: bool,
        given: &HashSet<&str>,
        errors: &mut Vec<Error>,
    ) {
        self.machine.follow_names();
        for (op, &place) in code.ops.iter().zip(&code.spans) {
            let found = match *op {
                Op::Global(number) => self.unknown_name(number, inside, given),
                Op::Call { function, count } => self.wrong_call(function, count as usize, given),
                Op::CallLinear { function, .. } => self.wrong_call(function, 1, given),
                _ => None,
            };
            errors.extend(found.map(|error| Error::new(error, source, place)));
        }
    }

    fn unknown_name(
        &mut self,
        number: u32,
        inside: bool,
        given: &HashSet<&str>,
    ) -> Option<RunError> {
        let name = self.machine.global_names.name(number).to_owned();
        if name == IT || given.contains(&name[..]) || self.machine.builtins.find(&name).is_some() {
            return None;
        }
        let constant = self.machine.engine.constant(&name);
        if constant.is_err() || constant.is_ok_and(|found| found.is_some()) {
            return None;
        }
        let constant = self.machine.context().constant(&name);
        if constant.is_err() || constant.is_ok_and(|found| found.is_some()) {
            return None;
        }
        let known = given.iter().copied().chain(self.machine.engine.registry().constants());
        let similar = similar(&name, known);
        Some(RunError::UnknownName { name, similar, inside })
    }

    fn wrong_call(&self, number: u32, count: usize, given: &HashSet<&str>) -> Option<RunError> {
        let name = self.machine.function_names.name(number).to_owned();
        if let Some(defined) = self.machine.defined(number) {
            let expected = defined.definition.parameters.len();
            let wrong = expected != count;
            return wrong.then_some(RunError::ArgumentCount { name, expected, found: count });
        }
        if given.contains(&name[..]) {
            return None;
        }
        let vocabulary = self.vocabulary();
        let called = vocabulary
            .words("")
            .filter(|(_, word)| matches!(word.kind, WordKind::Function | WordKind::BuiltIn));
        let similar = similar(&name, called.map(|(name, _)| name));
        Some(RunError::UnknownFunction { name, similar, count })
    }
}

/// The names with which lines begin, or that follow a word there: `loopy F(n)`. Those of
/// statements that can be read are left out.
fn first_names<'s>(source: &'s Source, readable: &[Statement]) -> Vec<&'s str> {
    let mut lexer = Lexer::new(source.clone(), &Reading::default());
    let mut found: Vec<Span> = Vec::new();
    let mut left = 0;
    loop {
        let token = lexer.next();
        while lexer.take_error().is_some() {}
        if token.new_line || token.span.start == 0 {
            left = 3;
        }
        match token.kind {
            TokenKind::End => break,
            TokenKind::Name | TokenKind::Keyword(_) if left > 0 => {
                left -= 1;
                found.push(token.span);
            }
            _ => left = 0,
        }
    }
    let is_read = |place: &Span| {
        let next = readable.partition_point(|statement| statement.span.start <= place.start);
        readable[..next].last().is_some_and(|statement| place.start < statement.span.end)
    };
    found.retain(|place| !is_read(place));
    let text = source.text();
    found.into_iter().map(|span| &text[span.range()]).collect()
}
