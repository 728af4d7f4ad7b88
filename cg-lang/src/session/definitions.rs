//! Definitions and bindings, and what is forgotten when they change.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Binding, Kept, Name, Session};
use crate::ast::{Definition, NodeId, Statement, Symbol};
use crate::compile::References;
use crate::error::{Error, ResolveError};
use crate::lexer::Reading;
use crate::machine::Defined;
use crate::position::GlobalForm;
use crate::source::{Source, Span};

impl Session {
    pub(super) fn define(
        &mut self,
        source: &Source,
        statement: &Statement,
        definition: &Definition,
        reading: Reading,
    ) -> Result<(), Error> {
        let around = &mut self.machine.around();
        let (code, references) =
            crate::compile::definition(source, &statement.ast, definition, around)?;
        self.refuse_it(source, statement, &code, &references)?;
        let number = self.machine.function_names.number(statement.ast.name(definition.name));
        self.machine.follow_names();
        self.machine.functions[number as usize].defined = Some(Arc::new(Defined {
            source: source.clone(),
            ast: Arc::clone(&statement.ast),
            definition: definition.clone(),
            code: Arc::new(code),
            references,
        }));
        self.forget_users(Name::Function(number));
        let kept = Kept { source: source.clone(), span: statement.span, reading };
        self.functions.insert(number, kept);
        self.append(Name::Function(number));
        Ok(())
    }

    pub(super) fn bind(
        &mut self,
        source: &Source,
        statement: &Statement,
        name: Symbol,
        name_span: Span,
        value: NodeId,
        reading: Reading,
    ) -> Result<(), Error> {
        let text = statement.ast.name(name);
        if self.machine.builtins.find(text).is_some() {
            let error = ResolveError::BuiltIn { name: text.to_owned() };
            return Err(Error::new(error, source, name_span));
        }
        let around = &mut self.machine.around();
        let (code, references) =
            crate::compile::expression(source, &statement.ast, value, &[], around)?;
        let result = self.machine.run(source, &Arc::new(code), &[])?;
        let number = self.machine.global_names.number(text);
        self.machine.follow_names();
        self.machine.globals[number as usize] = Some(result);
        self.forget_users(Name::Global(number));
        let needs_it = self.uses_it(&references);
        if text == super::IT {
            self.it.bound = true;
        }
        // `x = x + 1` needs the x that is gone now, and `x = it` this answer.
        let outdated = needs_it || references.globals.contains(&number);
        if outdated {
            self.machine.global_forms.remove(&number);
        } else {
            let form =
                GlobalForm { ast: Arc::clone(&statement.ast), source: source.clone(), node: value };
            self.machine.global_forms.insert(number, form);
        }
        let kept = Kept { source: source.clone(), span: statement.span, reading };
        self.bindings.insert(number, Binding { kept, references, outdated });
        self.append(Name::Global(number));
        Ok(())
    }

    /// Puts a name at the end: it may need those that were given before it.
    fn append(&mut self, name: Name) {
        self.order.retain(|&other| other != name);
        self.order.push(name);
    }

    /// A name means something else now: what was computed with it is forgotten.
    pub(super) fn forget_users(&mut self, changed: Name) {
        let mut functions: HashSet<u32> = HashSet::new();
        let mut globals: HashSet<u32> = HashSet::new();
        match changed {
            Name::Function(number) => functions.insert(number),
            Name::Global(number) => globals.insert(number),
        };
        // Users of users: until no more are found.
        loop {
            let before = functions.len();
            for (function, number) in self.machine.functions.iter().zip(0..) {
                if let Some(defined) = &function.defined
                    && uses(&defined.references, &functions, &globals)
                {
                    functions.insert(number);
                }
            }
            if functions.len() == before {
                break;
            }
        }
        for (&number, binding) in &mut self.bindings {
            if changed != Name::Global(number) && uses(&binding.references, &functions, &globals) {
                binding.outdated = true;
                self.machine.global_forms.remove(&number);
            }
        }
        self.machine.forget(functions);
    }

    /// Forgets every definition and binding.
    pub(super) fn clear(&mut self) {
        for function in &mut self.machine.functions {
            function.defined = None;
        }
        let all = 0..u32::try_from(self.machine.functions.len()).unwrap_or(u32::MAX);
        self.machine.forget(all);
        self.machine.globals.fill(None);
        self.machine.global_forms.clear();
        self.bindings.clear();
        self.functions.clear();
        self.order.clear();
        self.it.bound = false;
    }
}

fn uses(references: &References, functions: &HashSet<u32>, globals: &HashSet<u32>) -> bool {
    references.functions.iter().any(|function| functions.contains(function))
        || references.globals.iter().any(|global| globals.contains(global))
}
