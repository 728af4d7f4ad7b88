//! Running programs, statement by statement.

use std::sync::Arc;
use std::time::Instant;

use super::{Answer, AnswerKind, Session};
use crate::ast::{NodeId, Statement, StatementKind};
use crate::error::Error;
use crate::lexer::Reading;
use crate::parser::Parser;
use crate::source::Source;
use crate::value::Value;

/// What happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A statement was answered.
    Answer(Answer),
    /// A statement failed; the program goes on with the next.
    Error(Error),
}

/// In which role a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Typed into the session: read in the notation of the session, which a
    /// `:notation` line changes.
    Typed,
    /// A program of its own: read in the paper's notation unless a `:notation`
    /// line says otherwise; such a line holds until the program ends.
    Program,
    /// Loaded by another: read in the same way; the notation of the answers is
    /// not touched.
    Loaded,
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
        let reading = match role {
            Role::Typed => Reading::from(notation),
            Role::Program | Role::Loaded => Reading::Paper,
        };
        if role == Role::Program {
            self.set_notation(cg_core::Notation::Paper);
        }
        let mut parser = Parser::new(source.clone(), reading);
        let mut summary = Summary::default();
        while let Some(statement) = parser.next_statement() {
            match statement {
                Ok(statement) => {
                    parser.follow_notation(&statement);
                    let reading = parser.reading();
                    self.run_statement(source, &statement, role, reading, &mut summary, sink);
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

    fn run_statement(
        &mut self,
        source: &Source,
        statement: &Statement,
        role: Role,
        reading: Reading,
        summary: &mut Summary,
        sink: Sink<'_>,
    ) {
        let started = Instant::now();
        self.machine.engine.restart_clock();
        self.reading = reading;
        let result = match &statement.kind {
            StatementKind::Directive { name, argument } if source.slice(*name) == "why" => {
                let place = if argument.start == argument.end { *name } else { *argument };
                self.why(source, place, *argument, reading).map(Some)
            }
            StatementKind::Directive { name, argument } => {
                self.directive(source, *name, *argument, role, summary, sink)
            }
            StatementKind::Define(definition) => {
                self.define(source, statement, definition, reading).map(|()| None)
            }
            StatementKind::Bind { name, name_span, value } => {
                self.bind(source, statement, *name, *name_span, *value, reading).map(|()| None)
            }
            StatementKind::Value(node) => {
                self.answer(source, statement, *node).map(|value| Some(AnswerKind::Value(value)))
            }
            StatementKind::Outcome(node) => self.outcome(source, statement, *node).map(Some),
            StatementKind::Moves(node) => {
                let machine = &mut self.machine;
                crate::position::winning_moves(machine, source, &statement.ast, *node)
                    .map(|moves| Some(AnswerKind::Moves(moves)))
            }
        };
        match result {
            Ok(None) => {}
            Ok(Some(kind)) => {
                summary.answers += 1;
                let elapsed = started.elapsed();
                self.keep_as_it(source, statement, &kind, reading);
                let (source, span) = (source.clone(), statement.span);
                let answer = Answer { kind, source, span, elapsed };
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

    /// The value of an expression of a statement.
    pub(super) fn value(
        &mut self,
        source: &Source,
        statement: &Statement,
        node: NodeId,
    ) -> Result<Value, Error> {
        let around = &mut self.machine.around();
        let (code, _) = crate::compile::expression(source, &statement.ast, node, &[], around)?;
        self.machine.run(source, &Arc::new(code), &[])
    }

    fn outcome(
        &mut self,
        source: &Source,
        statement: &Statement,
        node: NodeId,
    ) -> Result<AnswerKind, Error> {
        let value = self.value(source, statement, node)?;
        let span = statement.ast.span(node);
        let located = |error| Error::new(error, source, span);
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
