//! The clauses of a definition.

use std::sync::Arc;

use super::{Code, Compiler, Op, References, Surroundings};
use crate::ast::{Ast, Clause, Definition, Node, NodeId};
use crate::error::{Error, ResolveError};
use crate::source::Source;

/// Compiles the clauses of a definition, tried in order.
pub(crate) fn definition(
    source: &Source,
    ast: &Arc<Ast>,
    definition: &Definition,
    around: &mut Surroundings<'_>,
) -> Result<(Code, References), Error> {
    let mut compiler = Compiler::new(source, ast, around);
    compiler.in_definition = true;
    let name = ast.name(definition.name);
    if compiler.around.builtins.find(name).is_some() {
        let error = ResolveError::BuiltIn { name: name.to_owned() };
        return Err(compiler.fail(error, definition.name_span));
    }
    for &parameter in &definition.parameters {
        compiler.scope.bind(parameter, 1);
    }
    for clause in &definition.clauses {
        compiler.clause(clause)?;
    }
    compiler.emit(Op::NoClause, definition.name_span);
    Ok(compiler.finish())
}

impl Compiler<'_, '_> {
    fn clause(&mut self, clause: &Clause) -> Result<(), Error> {
        let (fits, next) = (self.new_label(), self.new_label());
        if let Some(values) = &clause.values
            && !values.is_empty()
        {
            for &value in values {
                self.pattern(value, fits)?;
            }
            self.emit(Op::Jump(next), self.ast.span(clause.body));
        }
        self.place(fits);
        if let Some(guard) = clause.guard {
            self.expression(guard)?;
            self.emit(Op::JumpIfFalse(next), self.ast.span(guard));
        }
        for &(name, value) in &clause.lets {
            self.expression(value)?;
            let slot = self.scope.bind(name, 1);
            self.emit(Op::Set(slot), self.ast.span(value));
        }
        self.expression(clause.body)?;
        self.emit(Op::Return, self.ast.span(clause.body));
        for _ in &clause.lets {
            self.scope.unbind(1);
        }
        self.place(next);
        Ok(())
    }

    /// Goes to `fits` when the arguments are the values of this case.
    fn pattern(&mut self, pattern: NodeId, fits: u32) -> Result<(), Error> {
        let span = self.ast.span(pattern);
        match self.ast.node(pattern) {
            Node::Wildcard => {}
            Node::Tuple(values) => {
                let fails = self.new_label();
                for (slot, &value) in (0..).zip(self.ast.children(values)) {
                    if self.ast.node(value) != Node::Wildcard {
                        self.emit(Op::Local(slot), span);
                        self.expression(value)?;
                        self.emit(Op::Same, span);
                        self.emit(Op::JumpIfFalse(fails), span);
                    }
                }
                self.emit(Op::Jump(fits), span);
                self.place(fails);
                return Ok(());
            }
            _ => {
                self.emit(Op::Local(0), span);
                self.expression(pattern)?;
                self.emit(Op::Same, span);
                self.emit(Op::JumpIfTrue(fits), span);
                return Ok(());
            }
        }
        self.emit(Op::Jump(fits), span);
        Ok(())
    }
}
