//! The program that a function depends on, as a text that says all of it.

use std::collections::BTreeSet;

use super::{IT, Machine};
use crate::lexer::Reading;

impl Machine {
    /// The definitions of a function and of all that it uses, with the values of the bindings among
    /// them. Equal programs give calls of the function equal values, in any session. `None` where a
    /// binding has no exact text, or where a name changes how texts are read.
    pub(crate) fn program_of(&mut self, function: u32) -> Option<String> {
        let (mut functions, mut globals) = (BTreeSet::from([function]), BTreeSet::new());
        let mut waiting = vec![function];
        let mut definitions = BTreeSet::new();
        while let Some(number) = waiting.pop() {
            // A function that is not defined is no part of the program.
            let Some(defined) = self.defined(number) else { continue };
            if Reading::depends_on(self.function_names.name(number)) {
                return None;
            }
            definitions.insert(defined.source.slice(defined.statement).to_owned());
            globals.extend(&defined.references.globals);
            for &used in &defined.references.functions {
                if functions.insert(used) {
                    waiting.push(used);
                }
            }
        }
        let mut bindings = BTreeSet::new();
        for number in globals {
            let Some(value) = self.globals.get(number as usize).cloned().flatten() else {
                continue;
            };
            let name = self.global_names.name(number).to_owned();
            if name == IT || Reading::depends_on(&name) {
                return None;
            }
            let text = self.context().exact_text(&value)?;
            bindings.insert(format!("{name} = {text};"));
        }
        // Names are bound before they are read.
        Some(bindings.into_iter().chain(definitions).map(|line| line + "\n").collect())
    }
}
