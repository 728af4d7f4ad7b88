//! Positions where their values are due.
//!
//! A position stays what was written as long as it can: in lists, in bindings, as the argument
//! of a function that asks about positions. Whatever needs a game gets its value, which is
//! worked out then, and once.

use cg_core::{Error as GameError, Game, LimitReached, Outcome, Player};

use super::Machine;
use super::positions::terms_of;
use crate::ast::Infix;
use crate::compile;
use crate::context::RunResult;
use crate::error::{Error, RunError};
use crate::source::{Source, Span};
use crate::sum::{Component, Expression, Term};
use crate::value::Value;

/// Values of positions are worked out inside each other so deep at most. Deeper down calls
/// are valued at once, by frames, of which there may be as many as memory holds.
pub(super) const MOST_INSIDE: u32 = 32;

/// Code runs inside other code, for the value or the moves of a position, so deep at most: a
/// position that holds itself ends here, before the stack of the process does.
pub(super) const MOST_RUNS: u32 = 3 * MOST_INSIDE;

/// Code of braces that is kept: more is compiled again.
const MOST_CODES: usize = 256;

/// Steps for the value of a position that is compared, before a search.
const CHEAP_STEPS: u32 = 30_000;
/// Steps for it when the comparison itself asks.
const FEW_STEPS: u32 = 3_000;

/// Steps for the value of a position whose rules are about to change.
const STEPS_BEFORE_CHANGE: u32 = 1 << 16;

/// The code of braces by their tree and place, with what keeps the tree.
#[derive(Default)]
pub(crate) struct BracesCodes(
    std::collections::HashMap<
        (crate::sum::Tree, crate::ast::NodeId, BracesCode),
        std::sync::Arc<compile::Code>,
        rustc_hash::FxBuildHasher,
    >,
);

/// What the code of braces gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum BracesCode {
    /// Their value.
    Value,
    /// The options of a player.
    Options,
}

impl BracesCodes {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

impl Machine {
    /// The value with each position in it replaced by its value: of a list, those in it.
    ///
    /// # Errors
    /// Those of the rules; limits.
    pub(crate) fn valued(&mut self, value: Value) -> RunResult<Value> {
        match &value {
            Value::Position(sum) => {
                if let Some(known) = sum.value.get() {
                    return known.clone();
                }
                let mut found = self.value_of_sum(&sum.terms)?;
                self.context().normalize(&mut found)?;
                // Worked out inside itself, it is there already, and the same.
                let _ = sum.value.set(Ok(found.clone()));
                Ok(found)
            }
            Value::List(list) if list.holds_positions() => {
                let mut items = Vec::with_capacity(list.items().len());
                for item in list.items() {
                    self.engine.check()?;
                    items.push(self.valued(item.clone())?);
                }
                self.context().list_of_normal(items)
            }
            _ => Ok(value),
        }
    }

    /// The value of a position, unless that takes many steps: then the position.
    ///
    /// # Errors
    /// Those of the rules; limits.
    pub(super) fn cheap_value(&mut self, value: Value) -> RunResult<Value> {
        self.value_within(CHEAP_STEPS, value)
    }

    fn value_within(&mut self, steps: u32, value: Value) -> RunResult<Value> {
        let bound = self.engine.bound(steps);
        let found = self.valued(value.clone());
        self.engine.restore(bound, steps);
        match found {
            Err(RunError::Game(GameError::Limit(LimitReached::Steps { .. }))) => Ok(value),
            found => found,
        }
    }

    /// How positions compare: by a search for the winner of the difference, where values take many steps.
    ///
    /// # Errors
    /// Those of the rules; limits.
    pub(super) fn compare_positions(
        &mut self,
        infix: Infix,
        a: &Value,
        b: &Value,
    ) -> RunResult<bool> {
        // Those that are not bound to a name were tried already.
        let a = self.value_within(FEW_STEPS, a.clone())?;
        let b = self.value_within(FEW_STEPS, b.clone())?;
        if (a.holds_positions() || b.holds_positions())
            && let Some(holds) = self.compare_by_search(infix, &a, &b)?
        {
            return Ok(holds);
        }
        let (a, b) = (self.valued(a)?, self.valued(b)?);
        self.context().compare(infix, &a, &b)
    }

    /// The same by search; `None` where there is no solver, or it leaves the answer to the values.
    fn compare_by_search(&mut self, infix: Infix, a: &Value, b: &Value) -> RunResult<Option<bool>> {
        let (Some(mut difference), Some(subtracted)) = (terms_of(a), terms_of(b)) else {
            return Ok(None);
        };
        difference.extend(subtracted.into_iter().map(|term| Term { count: -term.count, ..term }));
        // Whoever moves second must win.
        let second = |machine: &mut Machine, second: Player| {
            let winner = machine.searched_winner(&difference, second.opponent())?;
            Ok(winner.map(|winner| winner == second))
        };
        match infix {
            Infix::AtMost => return second(self, Player::Right),
            Infix::AtLeast => return second(self, Player::Left),
            _ => {}
        }
        let Some(outcome) = self.searched_outcome(&difference)? else { return Ok(None) };
        Ok(Some(match infix {
            Infix::Equal => outcome == Outcome::Previous,
            Infix::NotEqual => outcome != Outcome::Previous,
            Infix::Less => outcome == Outcome::Right,
            Infix::Greater => outcome == Outcome::Left,
            Infix::Confused => outcome == Outcome::Next,
            _ => unreachable!("it is a comparison"),
        }))
    }

    /// Runs code that gives a value: no position is left in it.
    ///
    /// # Errors
    /// Those of the code; limits.
    pub(crate) fn run_valued(
        &mut self,
        source: &Source,
        code: &std::sync::Arc<compile::Code>,
        locals: &[Value],
    ) -> Result<Value, Error> {
        let value = self.run(source, code, locals)?;
        self.valued(value).map_err(|error| Error::new(error, source, code.spans[0]))
    }

    /// Whether calls are valued at once now, since this is deep inside the values of others.
    pub(super) fn values_at_once(&self) -> bool {
        self.inside >= MOST_INSIDE
    }

    fn value_of_sum(&mut self, terms: &[Term]) -> RunResult<Value> {
        self.inside += 1;
        let value = self.value_of_terms_inside(terms);
        self.inside -= 1;
        value
    }

    fn value_of_terms_inside(&mut self, terms: &[Term]) -> RunResult<Value> {
        if let [Term { count, component }] = terms
            && count.is_one()
        {
            return Ok(self.value_of_component(component)?);
        }
        let mut sum = Value::Game(Game::ZERO);
        for Term { count, component } in terms {
            self.engine.check()?;
            let value = self.value_of_component(component)?;
            let mut context = self.context();
            let count = context.integer_value(count.clone());
            let value = context.copies(&count, &value)?;
            sum = context.add(&sum, &value)?;
        }
        Ok(sum)
    }

    /// The value of one component.
    ///
    /// # Errors
    /// Those of the rules; limits.
    pub(crate) fn value_of_component(&mut self, component: &Component) -> Result<Value, Error> {
        match component {
            Component::Literal(value) => Ok(value.clone()),
            Component::Braces(braces) => {
                let code = self.code_of_braces(braces, BracesCode::Value)?;
                let locals: Vec<Value> =
                    braces.bindings.iter().map(|(_, value)| value.clone()).collect();
                self.run(&braces.tree.source, &code, &locals)
            }
            Component::Call(function, arguments) => {
                let source = Source::new("", "");
                self.call_function(&source, Span::default(), *function, arguments)
            }
            Component::Ruled(number, arguments) => {
                let builtin = self.builtins.get(*number).clone();
                let value = builtin.call(&mut self.context(), arguments);
                value.map_err(|error| {
                    Error::new(error, &super::positions::nowhere(), Span::default())
                })
            }
        }
    }

    /// The code of braces.
    ///
    /// # Errors
    /// Those of compiling.
    pub(crate) fn code_of_braces(
        &mut self,
        braces: &Expression,
        gives: BracesCode,
    ) -> Result<std::sync::Arc<compile::Code>, Error> {
        let Expression { tree, node, bindings } = braces;
        let key = (tree.clone(), *node, gives);
        if let Some(code) = self.braces.0.get(&key) {
            return Ok(std::sync::Arc::clone(code));
        }
        let names: Vec<_> = bindings.iter().map(|&(name, _)| name).collect();
        let around = &mut self.around();
        let code = match gives {
            BracesCode::Value => {
                compile::expression(&tree.source, &tree.ast, *node, &names, around)?.0
            }
            BracesCode::Options => {
                compile::options_of_braces(&tree.source, &tree.ast, *node, &names, around)?
            }
        };
        if self.braces.0.len() >= MOST_CODES {
            self.braces.clear();
        }
        let code = std::sync::Arc::new(code);
        self.braces.0.insert(key, std::sync::Arc::clone(&code));
        Ok(code)
    }

    /// The value with positions in it worked out, as far as few steps do, before rules that they
    /// are played by change; a position whose value takes longer has none from then on.
    pub(crate) fn settled(&mut self, name: &str, value: Value) -> Value {
        match &value {
            Value::Position(sum) => {
                let bound = self.engine.bound(STEPS_BEFORE_CHANGE);
                let found = self.valued(value.clone());
                self.engine.restore(bound, STEPS_BEFORE_CHANGE);
                found.unwrap_or_else(|_| {
                    let message = format!(
                        "rules that `{name}` is played by were defined anew before its value was \
                         known: bind it again"
                    );
                    let gone = RunError::Refused { function: name.to_owned(), message };
                    let _ = sum.value.set(Err(gone));
                    value.clone()
                })
            }
            Value::List(list) if list.holds_positions() => {
                let items: Vec<Value> =
                    list.items().iter().map(|item| self.settled(name, item.clone())).collect();
                self.heap.list(items).expect("it is nested as deep as before")
            }
            _ => value,
        }
    }

    /// Whether a function asks about positions that its arguments are.
    pub(super) fn asks(&self, function: u32) -> bool {
        let defined = self.functions[function as usize].defined.as_ref();
        defined.is_some_and(|defined| defined.code.shape.keeps_arguments())
    }

    /// The last values of the stack with positions replaced by their values.
    pub(super) fn value_operands(&mut self, count: usize) -> RunResult<()> {
        for at in self.stack.len() - count..self.stack.len() {
            if self.stack[at].holds_positions() {
                let value = self.stack[at].clone();
                self.stack[at] = self.valued(value)?;
            }
        }
        Ok(())
    }

    /// The value on top of the stack, valued.
    pub(super) fn pop_valued(&mut self) -> RunResult<Value> {
        let value = self.pop();
        if value.holds_positions() { self.valued(value) } else { Ok(value) }
    }
}
