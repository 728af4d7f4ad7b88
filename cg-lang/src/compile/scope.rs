//! The locals that names stand for.

use std::collections::HashMap;

use crate::ast::Symbol;

/// Names bound by parameters, `let` and generators, the innermost last.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    bound: Vec<(Symbol, u32)>,
    /// For each name its locals, the innermost last.
    by_name: HashMap<Symbol, Vec<u32>>,
    next: u32,
    most: u32,
}

impl Scope {
    /// Binds `name` to the first of `size` new locals.
    pub(super) fn bind(&mut self, name: Symbol, size: u32) -> u32 {
        let slot = self.next;
        self.next += size;
        self.most = self.most.max(self.next);
        self.bound.push((name, slot));
        self.by_name.entry(name).or_default().push(slot);
        slot
    }

    /// Ends the last binding, of `size` locals.
    pub(super) fn unbind(&mut self, size: u32) {
        if let Some((name, _)) = self.bound.pop() {
            self.by_name.entry(name).or_default().pop();
            self.next -= size;
        }
    }

    pub(super) fn find(&self, name: Symbol) -> Option<u32> {
        self.by_name.get(&name)?.last().copied()
    }

    pub(super) fn bound(&self) -> &[(Symbol, u32)] {
        &self.bound
    }

    pub(super) fn most(&self) -> usize {
        self.most as usize
    }
}
