//! From trees to code for the stack machine.
//!
//! Expressions are walked with a work stack, so their nesting is bounded by
//! memory only. Names are resolved here: parameters, `let` and generators to
//! locals, other names to bindings of the session, calls to functions by
//! number, so that a function can be called before it is defined.

mod definition;
mod expression;
mod linear;
mod names;
mod op;
mod scope;

use std::sync::Arc;

use crate::ast::{Ast, NodeId, Symbol};
use crate::builtin::BuiltIns;
use crate::error::{Error, ErrorKind};
use crate::source::{Source, Span};
use crate::value::Heap;

pub(crate) use names::Names;
pub(crate) use op::{Code, FormOf, Linear, Op, SumOfCalls};

use scope::Scope;

/// What compiling needs to know of the session.
pub(crate) struct Surroundings<'s> {
    pub(crate) functions: &'s mut Names,
    pub(crate) globals: &'s mut Names,
    pub(crate) builtins: &'s BuiltIns,
    pub(crate) heap: &'s Heap,
}

/// The functions and bindings that code refers to.
#[derive(Clone, Debug, Default)]
pub(crate) struct References {
    pub(crate) functions: Vec<u32>,
    pub(crate) globals: Vec<u32>,
}

struct Compiler<'c, 's> {
    source: &'c Source,
    ast: &'c Arc<Ast>,
    around: &'c mut Surroundings<'s>,
    code: Code,
    scope: Scope,
    references: References,
    /// Where each label stands, once it is known.
    labels: Vec<Option<u32>>,
    /// In the body of a definition.
    in_definition: bool,
}

/// Compiles an expression whose free names are the `locals`, in their order.
pub(crate) fn expression(
    source: &Source,
    ast: &Arc<Ast>,
    node: NodeId,
    locals: &[Symbol],
    around: &mut Surroundings<'_>,
) -> Result<(Code, References), Error> {
    let mut compiler = Compiler::new(source, ast, around);
    for &local in locals {
        compiler.scope.bind(local, 1);
    }
    compiler.expression(node)?;
    compiler.emit(Op::Return, ast.span(node));
    Ok(compiler.finish())
}

impl<'c, 's> Compiler<'c, 's> {
    fn new(source: &'c Source, ast: &'c Arc<Ast>, around: &'c mut Surroundings<'s>) -> Self {
        Compiler {
            source,
            ast,
            around,
            code: Code::default(),
            scope: Scope::default(),
            references: References::default(),
            labels: Vec::new(),
            in_definition: false,
        }
    }

    fn finish(mut self) -> (Code, References) {
        let labels = &self.labels;
        let target = |label: &mut u32| {
            // Every label that is used was placed.
            *label = labels.get(*label as usize).copied().flatten().unwrap_or(*label);
        };
        for op in &mut self.code.ops {
            match op {
                Op::Jump(label)
                | Op::JumpIfFalse(label)
                | Op::JumpIfTrue(label)
                | Op::RangeStart { exit: label, .. }
                | Op::RangeNext { back: label, .. }
                | Op::InStart { exit: label, .. }
                | Op::InNext { back: label, .. }
                | Op::OptionOfSum { done: label, .. } => target(label),
                _ => {}
            }
        }
        self.code.locals = self.scope.most();
        self.references.functions.sort_unstable();
        self.references.functions.dedup();
        self.references.globals.sort_unstable();
        self.references.globals.dedup();
        (self.code, self.references)
    }

    fn emit(&mut self, op: Op, span: Span) {
        self.code.ops.push(op);
        self.code.spans.push(span);
    }

    fn new_label(&mut self) -> u32 {
        self.labels.push(None);
        index(self.labels.len() - 1)
    }

    fn place(&mut self, label: u32) {
        self.labels[label as usize] = Some(index(self.code.ops.len()));
    }

    fn fail(&self, kind: impl Into<ErrorKind>, span: Span) -> Error {
        Error::new(kind, self.source, span)
    }
}

/// An index into code. Code is made from the nodes of a tree, a few
/// instructions for each, and those come from a source of less than 1 GiB.
fn index(length: usize) -> u32 {
    u32::try_from(length).expect("code in memory has fewer than 2^32 instructions")
}

pub(crate) use definition::definition;
