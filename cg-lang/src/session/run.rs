//! Running programs, statement by statement.

use std::sync::Arc;

use cg_core::{Game, Meter};
use cg_simplify::Form;

use super::answer::AnsweredExpression;
use super::{Answer, AnswerKind, Session};
use crate::ast::{Node, NodeId, Statement, StatementKind, Symbol};
use crate::builtin::{Asked, Scored, Verdict};
use crate::error::{Error, ErrorKind, ParseError, RunError};
use crate::heap::Heap;
use crate::lexer::Reading;
use crate::parser::{PRINT, Parser, Surprise, Watch};
use crate::source::{Source, Span};
use crate::value::Value;

/// What happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A statement was answered.
    Answer(Answer),
    /// A statement failed; the program goes on with the next.
    Error(Error),
    /// How something in the next statement was read that most read otherwise: in one sentence.
    Note(String),
}

/// In which role a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Typed into the session: a `:notation` line holds from there on.
    Typed,
    /// A program of its own: answered in the notation in force, and a `:notation` line
    /// holds until the program ends.
    Program,
    /// Loaded by another: its `:notation` lines do nothing.
    Loaded,
    /// Named in a `use` line: only its definitions, bindings and `use` lines count.
    Used,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Statements that were answered.
    pub answers: usize,
    /// Statements that failed.
    pub errors: usize,
    /// One of them reached a limit.
    pub limit_reached: bool,
    /// The user stopped the program.
    pub interrupted: bool,
}

/// Receives the events of a run.
pub(super) type Sink<'s> = &'s mut dyn FnMut(&mut Session, Event);

impl Session {
    /// Runs a program: calls `sink` with each answer and each error, in order.
    /// After an error it goes on with the next statement; an interruption ends
    /// it.
    pub fn run(&mut self, source: &Source, role: Role, sink: Sink<'_>) -> Summary {
        let notation = self.notation();
        source.count(&self.machine.heap);
        let mut parser = Parser::new(source.clone(), &self.reading);
        let mut summary = Summary::default();
        while let Some(statement) = self.read(&mut parser) {
            match statement {
                Ok(statement) => {
                    self.note(parser.take_surprises(), role, sink);
                    self.run_statement(source, &statement, role, &mut summary, sink);
                    for note in std::mem::take(&mut self.machine.notes) {
                        if self.noted.insert(note.clone()) {
                            sink(self, Event::Note(note));
                        }
                    }
                }
                Err(errors) => {
                    for error in errors {
                        summary.fail(&error);
                        sink(self, Event::Error(error));
                    }
                }
            }
            if summary.interrupted {
                break;
            }
        }
        if role == Role::Program {
            self.set_notation(notation);
        }
        summary
    }

    /// The next statement. The time for it begins here.
    fn read(&mut self, parser: &mut Parser) -> Option<Result<Statement, Vec<Error>>> {
        self.machine.engine.restart_clock();
        parser.watch(self.watch());
        parser.set_reading(&self.reading);
        parser.next_statement()
    }

    /// Says what a reading means that most do not expect, once for each spelling.
    fn note(&mut self, surprises: Vec<Surprise>, role: Role, sink: Sink<'_>) {
        for surprise in surprises {
            let spelling = surprise.spelling();
            // Programs write numbers with points on purpose.
            let meant = spelling.is_none() && role != Role::Typed;
            if !meant && self.noted.insert(spelling.unwrap_or_default()) {
                sink(self, Event::Note(surprise.note()));
            }
        }
    }

    /// The limits that hold while a statement is read.
    pub(super) fn watch(&self) -> Watch {
        let engine = &self.machine.engine;
        Watch {
            meter: Meter::new(engine.limits().clone()),
            games: engine.games(),
            held: self.memory(),
            heap: self.machine.heap.clone(),
        }
    }

    fn run_statement(
        &mut self,
        source: &Source,
        statement: &Statement,
        role: Role,
        summary: &mut Summary,
        sink: Sink<'_>,
    ) {
        let started = cg_core::Clock::start();
        let defines = matches!(
            statement.kind,
            StatementKind::Define(_) | StatementKind::Bind { .. } | StatementKind::Use(_)
        );
        if role == Role::Used && !defines {
            return;
        }
        let result = match &statement.kind {
            StatementKind::Use(path) => self.use_file(source, *path, summary, sink).map(|()| None),
            StatementKind::Directive { name, argument } => {
                self.directive(source, *name, *argument, role, summary, sink)
            }
            StatementKind::Define(definition) => {
                self.define(source, statement, definition).map(|()| None)
            }
            StatementKind::Bind { name, value, .. } => {
                self.bind(source, statement, *name, *value).map(|()| None)
            }
            StatementKind::Print(nodes) => {
                self.printed(source, statement, nodes).map(|text| Some(AnswerKind::Text(text)))
            }
            // `print(x)`, where the program has no function of that name.
            StatementKind::Value(node)
                if let Node::Call(name, arguments) = statement.ast.node(*node)
                    && statement.ast.name(name) == PRINT
                    && !self.defines(PRINT) =>
            {
                let nodes = statement.ast.children(arguments);
                self.printed(source, statement, nodes).map(|text| Some(AnswerKind::Text(text)))
            }
            StatementKind::Value(node) => {
                match self.verdict(source, statement, *node, Asked::Outcome) {
                    Some(found) => found.map(|found| Some(AnswerKind::Verdict(found))),
                    None => self
                        .answer(source, statement, *node)
                        .map(|value| Some(AnswerKind::Value(value))),
                }
            }
            StatementKind::Outcome(node) => self.outcome(source, statement, *node).map(Some),
            StatementKind::Moves(node) => self.moves(source, statement, *node).map(Some),
        };
        match result {
            Ok(None) => {}
            Ok(Some(kind)) => {
                summary.answers += 1;
                let elapsed = started.elapsed();
                self.keep_as_it(source, statement, &kind);
                // With the length of the sign that asks.
                let asked = match statement.kind {
                    StatementKind::Value(node) => Some((node, 0)),
                    StatementKind::Outcome(node) => Some((node, 1)),
                    StatementKind::Moves(node) => Some((node, 2)),
                    _ => None,
                };
                let expression = asked.map(|(node, sign)| AnsweredExpression {
                    span: Span::new(statement.span.start + sign, statement.span.end),
                    compares: statement.ast.compares(node),
                });
                let (source, span) = (source.clone(), statement.span);
                let answer = Answer { kind, source, span, expression, elapsed };
                if !answer.kind.is_said() {
                    self.last = Some(answer.clone());
                }
                sink(self, Event::Answer(answer));
            }
            Err(error) => {
                summary.fail(&error);
                sink(self, Event::Error(error));
            }
        }
    }

    /// What a query answers: forms are simplified, as games are.
    fn answer(
        &mut self,
        source: &Source,
        statement: &Statement,
        node: NodeId,
    ) -> Result<Value, Error> {
        let value = self.value(source, statement, node)?;
        let simplified = self.machine.context().simplified(value);
        simplified.map_err(|error| Error::new(error, source, statement.ast.span(node)))
    }

    /// Whether the program has a function of this name.
    fn defines(&self, name: &str) -> bool {
        let number = self.machine.function_names.find(name);
        number.is_some_and(|number| self.functions.contains_key(&number))
    }

    /// The text of a `print` statement: values with blanks between them, texts as they are.
    fn printed(
        &mut self,
        source: &Source,
        statement: &Statement,
        nodes: &[NodeId],
    ) -> Result<String, Error> {
        let mut text = String::new();
        for (at, &node) in nodes.iter().enumerate() {
            let value = self.answer(source, statement, node)?;
            let part = self.machine.context().as_text(&value);
            let part = part.map_err(|error| Error::new(error, source, statement.ast.span(node)))?;
            if at > 0 {
                text.push(' ');
            }
            text += &part;
        }
        Ok(text)
    }

    /// The value of an expression of a statement.
    pub(super) fn value(
        &mut self,
        source: &Source,
        statement: &Statement,
        node: NodeId,
    ) -> Result<Value, Error> {
        let around = &mut self.machine.around();
        let (code, _) = crate::compile::expression(source, &statement.ast, node, &[], around)?;
        self.machine.run_valued(source, &Arc::new(code), &[])
    }

    /// What a function that tells who wins says, where the query is a call of one.
    fn verdict(
        &mut self,
        source: &Source,
        statement: &Statement,
        node: NodeId,
        asked: Asked,
    ) -> Option<Result<Verdict, Error>> {
        crate::position::verdict(&mut self.machine, source, &statement.ast, node, asked)
    }

    /// The scores of a sum that points decide.
    fn scored(
        &mut self,
        source: &Source,
        statement: &Statement,
        node: NodeId,
        asked: Asked,
    ) -> Result<Option<Scored>, Error> {
        let found =
            crate::position::scored(&mut self.machine, source, &statement.ast, node, asked)?;
        found.map(|found| found.scored).transpose()
    }

    /// What a solver of positions says of a sum whose value is too large.
    fn searched(
        &mut self,
        source: &Source,
        statement: &Statement,
        node: NodeId,
        asked: Asked,
    ) -> Result<Option<Verdict>, Error> {
        crate::position::searched(&mut self.machine, source, &statement.ast, node, asked)
    }

    fn moves(
        &mut self,
        source: &Source,
        statement: &Statement,
        node: NodeId,
    ) -> Result<AnswerKind, Error> {
        if let Some(found) = self.verdict(source, statement, node, Asked::Moves) {
            return Ok(AnswerKind::Verdict(found?));
        }
        if let Some(found) = self.scored(source, statement, node, Asked::Moves)? {
            return Ok(AnswerKind::Scored(found));
        }
        if let Some(found) = self.searched(source, statement, node, Asked::Moves)? {
            return Ok(AnswerKind::Searched(found));
        }
        let value = self.value(source, statement, node)?;
        let (machine, ast) = (&mut self.machine, &statement.ast);
        if !matches!(value, Value::Loopy(_))
            && let Some(moves) = crate::position::winning_moves(machine, source, ast, node)?
        {
            return Ok(AnswerKind::Moves(moves));
        }
        let moves = crate::position::loopy_moves(machine, source, ast, node, value)?;
        Ok(AnswerKind::LoopyMoves(Box::new(moves)))
    }

    fn outcome(
        &mut self,
        source: &Source,
        statement: &Statement,
        node: NodeId,
    ) -> Result<AnswerKind, Error> {
        if let Some(found) = self.verdict(source, statement, node, Asked::Outcome) {
            return Ok(AnswerKind::Verdict(found?));
        }
        if let Some(found) = self.scored(source, statement, node, Asked::Outcome)? {
            return Ok(AnswerKind::Scored(found));
        }
        if let Some(found) = self.searched(source, statement, node, Asked::Outcome)? {
            return Ok(AnswerKind::Searched(found));
        }
        let value = self.value(source, statement, node)?;
        let span = statement.ast.span(node);
        let located = |error| Error::new(error, source, span);
        if let Value::Loopy(_) = value {
            let outcome = self.machine.context().loopy_outcome(&value, "what `?` asks about");
            return Ok(AnswerKind::LoopyOutcome { outcome: outcome.map_err(located)?, value });
        }
        let game = self.machine.context().game(&value, "what `?` asks about").map_err(located)?;
        let outcome = self
            .machine
            .engine
            .outcome(game)
            .map_err(|error| Error::new(crate::error::RunError::from(error), source, span))?;
        Ok(AnswerKind::Outcome { game, outcome })
    }
}

impl Summary {
    fn fail(&mut self, error: &Error) {
        self.errors += 1;
        self.limit_reached |= error.is_limit();
        self.interrupted |= error.is_interruption();
    }

    /// Counts what a loaded program did.
    pub(super) fn include(&mut self, loaded: Summary) {
        self.answers += loaded.answers;
        self.errors += loaded.errors;
        self.limit_reached |= loaded.limit_reached;
        self.interrupted |= loaded.interrupted;
    }
}

// Expressions that directives read.

/// The name of the source of an expression that stands in no program.
const EXPRESSION: &str = "<expression>";

impl Session {
    /// The value of one expression that a directive was given. A form stays a form.
    ///
    /// An error shows the line of the directive if `text` is a part of that line, and
    /// `text` alone otherwise.
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

    /// The value that a call of a function gives, of the session or built in. An error without a place
    /// of its own shows the name of the function, in the line of the directive that asks.
    ///
    /// # Errors
    /// There is no such function, an error in the function, a limit.
    ///
    /// ```
    /// use cg_core::{Limits, Registry};
    /// use cg_lang::{Role, Session, Source, Value};
    ///
    /// let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let mut session = Session::new(engine);
    /// let program = Source::new("example", "F(n) { default: n - 2; }");
    /// session.run(&program, Role::Typed, &mut |_, _| ());
    /// assert_eq!(session.call_function("F", &[Value::Integer(2)]).unwrap(), Value::Integer(0));
    /// assert!(session.call_function("G", &[]).is_err());
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn call_function(&mut self, function: &str, arguments: &[Value]) -> Result<Value, Error> {
        let (source, place) = self.place_of(function);
        let machine = &mut self.machine;
        let value = match machine.builtins.find(function) {
            // A definition hides the built-in function of its name.
            Some(number) => {
                let builtin = machine.builtins.get(number).clone();
                if !builtin.takes(arguments.len()) {
                    let error = RunError::BuiltInArgumentCount {
                        name: function.to_owned(),
                        expected: builtin.expects(),
                        found: arguments.len(),
                        usage: builtin.usage().to_owned(),
                    };
                    return Err(Error::new(error, &source, place));
                }
                let value = builtin.call(&mut machine.context(), arguments);
                value.map_err(|error| Error::new(error, &source, place))?
            }
            None => {
                let number = machine.function_names.number(function);
                machine.call_function(&source, place, number, arguments)?
            }
        };
        let value = self.machine.context().simplified(value);
        value.map_err(|error| Error::new(error, &source, place))
    }

    /// The value that a call of a function gives, built in or of the program, by its name.
    /// A form is simplified.
    ///
    /// # Errors
    /// There is no such function, an error in the function, a limit.
    ///
    /// ```
    /// use cg_core::{Limits, Registry};
    /// use cg_lang::{Session, Value};
    ///
    /// let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let mut session = Session::new(engine);
    /// let arguments = [Value::Integer(12), Value::Integer(18)];
    /// assert_eq!(session.call("gcd", &arguments).unwrap(), Value::Integer(6));
    /// assert_eq!(session.call("gdc", &arguments).unwrap_err().code(), "unknown-function");
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value, Error> {
        let names: Vec<String> = (1..=arguments.len()).map(|n| format!("argument{n}")).collect();
        let text = format!("{function}({})", names.join(", "));
        let is_name = |sign: char| sign.is_alphanumeric() || sign == '_';
        if function.is_empty() || !function.chars().all(is_name) {
            let source = Source::new(EXPRESSION, text);
            return Err(Error::new(RunError::NoExpression, &source, source.whole()));
        }
        let names = names.iter().map(String::as_str).zip(arguments.iter().cloned());
        self.evaluate_with(&text, &names.collect::<Vec<_>>())
    }

    /// The value of an expression in which names stand for values; a form is simplified.
    ///
    /// ```
    /// use cg_core::{Limits, Registry};
    /// use cg_lang::{Session, Value};
    ///
    /// let engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let mut session = Session::new(engine);
    /// let value = session.evaluate_with("2.a < b", &[("a", Value::Integer(2)), ("b", Value::Integer(5))]);
    /// assert_eq!(value.unwrap(), Value::Truth(true));
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong in the expression; a limit.
    pub fn evaluate_with(&mut self, text: &str, names: &[(&str, Value)]) -> Result<Value, Error> {
        self.machine.engine.restart_clock();
        let source = Source::new(EXPRESSION, text);
        let whole = source.whole();
        let none = || Error::new(RunError::NoExpression, &source, whole);
        let read = Argument::read(&source, whole, &self.reading, self.watch())?.ok_or_else(none)?;
        let StatementKind::Value(node) = read.statement.kind else { return Err(none()) };
        let ast = &read.statement.ast;
        let known = names.iter().filter_map(|(name, value)| Some((ast.find(name)?, value.clone())));
        let (locals, values): (Vec<Symbol>, Vec<Value>) = known.unzip();
        let around = &mut self.machine.around();
        let (code, _) = crate::compile::expression(&source, ast, node, &locals, around)?;
        let value = self.machine.run_valued(&source, &Arc::new(code), &values)?;
        self.machine.context().simplified(value).map_err(|error| read.error(error))
    }

    /// The memory of lists and texts, for arguments of [`Session::call`].
    pub fn heap(&self) -> &Heap {
        &self.machine.heap
    }

    /// The value of an expression, and how it was read.
    fn evaluated(&mut self, text: &str) -> Result<(Value, Argument), Error> {
        if text.len() > Source::LONGEST {
            let source = Source::new(EXPRESSION, "");
            return Err(Error::new(ParseError::TooLong, &source, Span::default()));
        }
        let (source, place) = self.place_of(text);
        let none = || Error::new(RunError::NoExpression, &source, place);
        let read = Argument::read(&source, place, &self.reading, self.watch())?.ok_or_else(none)?;
        let StatementKind::Value(node) = read.statement.kind else { return Err(none()) };
        let value = self.value(&read.source, &read.statement, node)?;
        Ok((value, read))
    }

    /// Where `text` stands: in the line of the directive that asks, when it is a
    /// part of that line; else in a source of its own.
    fn place_of(&self, text: &str) -> (Source, Span) {
        let offset = |whole: &str| {
            let start = (text.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
            (start + text.len() <= whole.len()).then_some(start)
        };
        let asking = self.asking.as_ref().and_then(|line| Some((line, offset(line.text())?)));
        match asking {
            Some((line, start)) => (line.clone(), Span::at(start, start + text.len())),
            None => {
                let source = Source::new(EXPRESSION, text);
                let place = source.whole();
                (source, place)
            }
        }
    }
}

// What stands behind the name of a directive, read as a statement.

/// A statement in the argument of a directive.
pub(super) struct Argument {
    pub(super) statement: Statement,
    /// The source of the directive.
    pub(super) source: Source,
}

impl Argument {
    /// The only statement at `place`; `None` when there is none, or another
    /// behind it.
    pub(super) fn read(
        directive: &Source,
        place: Span,
        reading: &Reading,
        watch: Watch,
    ) -> Result<Option<Self>, Error> {
        let mut parser = Parser::within(directive.clone(), place, reading);
        parser.watch(watch);
        let statement = match parser.next_statement() {
            None => return Ok(None),
            Some(Err(errors)) => {
                let first = errors.into_iter().next();
                return Err(first.expect("a statement that cannot be read has an error"));
            }
            Some(Ok(statement)) => statement,
        };
        match parser.next_statement() {
            None => Ok(Some(Argument { statement, source: directive.clone() })),
            Some(_) => Ok(None),
        }
    }

    /// What is wrong with the value of the statement.
    pub(super) fn error(&self, error: impl Into<ErrorKind>) -> Error {
        Error::new(error, &self.source, self.statement.span)
    }
}
