//! `it`, the last answer.
//!
//! A name of the session that each answer binds anew, unless the program binds it
//! itself: its own `it` wins until `:clear`. Parameters, generators and `let` win
//! as they do over every binding.

use std::sync::Arc;

use super::{AnswerKind, Binding, Kept, Session};
use crate::ast::{Statement, StatementKind};
use crate::compile::{Code, Op, References};
use crate::error::{Error, ResolveError};
use crate::lexer::Reading;
use crate::machine::Machine;
use crate::position::GlobalForm;
use crate::source::Source;
use crate::value::Value;

/// How the last answer is written.
pub(crate) const IT: &str = "it";

/// What a session knows of the name.
pub(super) struct It {
    /// Its number among the bindings.
    pub(super) number: u32,
    /// The program gave it a value of its own.
    pub(super) bound: bool,
}

impl It {
    pub(super) fn new(machine: &mut Machine) -> Self {
        let number = machine.global_names.number(IT);
        machine.follow_names();
        It { number, bound: false }
    }
}

impl Session {
    /// Binds `it` to what was answered: the value, or the game that was asked about.
    pub(super) fn keep_as_it(
        &mut self,
        source: &Source,
        statement: &Statement,
        kind: &AnswerKind,
        reading: Reading,
    ) {
        let value = match kind {
            AnswerKind::Value(value) => value.clone(),
            AnswerKind::Outcome { game, .. } => Value::Game(*game),
            AnswerKind::Moves(moves) => Value::Game(moves.value),
            AnswerKind::Text(_) | AnswerKind::Why(_) | AnswerKind::Full(_) => return,
        };
        let (StatementKind::Value(node)
        | StatementKind::Outcome(node)
        | StatementKind::Moves(node)) = statement.kind
        else {
            return;
        };
        if self.it.bound {
            return;
        }
        let number = self.it.number;
        self.machine.globals[number as usize] = Some(value);
        // Queries about moves look into the position that was typed, as long as it
        // means the same.
        let references = self.mentioned(statement);
        let outdated = references.globals.contains(&number);
        if outdated {
            self.machine.global_forms.remove(&number);
        } else {
            let form = GlobalForm { ast: Arc::clone(&statement.ast), source: source.clone(), node };
            self.machine.global_forms.insert(number, form);
        }
        let kept = Kept { source: source.clone(), span: statement.span, reading };
        self.bindings.insert(number, Binding { kept, references, outdated });
    }

    /// Every function and binding whose name a statement mentions.
    fn mentioned(&self, statement: &Statement) -> References {
        let machine = &self.machine;
        let names = || statement.ast.names();
        References {
            functions: names().filter_map(|name| machine.function_names.find(name)).collect(),
            globals: names().filter_map(|name| machine.global_names.find(name)).collect(),
        }
    }

    /// Whether this refers to the last answer.
    pub(super) fn uses_it(&self, references: &References) -> bool {
        !self.it.bound && references.globals.contains(&self.it.number)
    }

    /// The values of a function are remembered, and those of one that uses `it` would
    /// be wrong after the next answer.
    pub(super) fn refuse_it(
        &self,
        source: &Source,
        statement: &Statement,
        code: &Code,
        references: &References,
    ) -> Result<(), Error> {
        if !self.uses_it(references) {
            return Ok(());
        }
        let refers = |op: &Op| matches!(op, Op::Global(number) if *number == self.it.number);
        let place = code.ops.iter().position(refers);
        let place = place.and_then(|at| code.spans.get(at).copied()).unwrap_or(statement.span);
        Err(Error::new(ResolveError::ItInside, source, place))
    }
}
