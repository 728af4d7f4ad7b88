//! Sums of components: positions as they were typed, which values forget.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use dashu_int::IBig;

use crate::ast::{Ast, NodeId, Symbol};
use crate::error::RunError;
use crate::source::Source;
use crate::value::Value;

/// A tree with the source it was made from; equal when it is the same one.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) ast: Arc<Ast>,
    pub(crate) source: Source,
}

impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.ast, &other.ast)
    }
}

impl Eq for Tree {}

impl Hash for Tree {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.ast).hash(state);
    }
}

/// What the names of an expression stand for.
pub(crate) type Bindings = Arc<Vec<(Symbol, Value)>>;

/// An expression with the values of its names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Expression {
    pub(crate) tree: Tree,
    pub(crate) node: NodeId,
    pub(crate) bindings: Bindings,
}

impl Expression {
    /// An expression of a statement.
    pub(crate) fn of(source: &Source, ast: &Arc<Ast>, node: NodeId) -> Self {
        let tree = Tree { ast: Arc::clone(ast), source: source.clone() };
        Expression { tree, node, bindings: Bindings::default() }
    }

    /// Another part of the same tree.
    pub(crate) fn part(&self, node: NodeId) -> Expression {
        Expression { node, ..self.clone() }
    }
}

/// A summand of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Component {
    /// A call of a function of the program.
    Call(u32, Vec<Value>),
    /// A call of a built-in function that knows its moves.
    Ruled(u32, Vec<Value>),
    /// A game in braces.
    Braces(Expression),
    /// A value; its moves are its canonical options.
    Literal(Value),
}

/// A component and how many copies of it there are; not 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Term {
    pub(crate) count: IBig,
    pub(crate) component: Component,
}

impl Term {
    pub(crate) fn one(component: Component) -> Self {
        Term { count: IBig::ONE, component }
    }
}

/// A sum of components.
pub(crate) type Terms = Vec<Term>;

/// A position as a value: a sum of components, which is valued when its value is first due.
#[derive(Clone, Debug)]
pub struct Sum {
    pub(crate) terms: Terms,
    /// How many positions lie in it, each inside the one before, itself included.
    pub(crate) inside: u32,
    /// The value, once it was due; or the reason why there is none any more.
    pub(crate) value: OnceLock<Result<Value, RunError>>,
}

/// A position is what was written; its value is worked out of that.
impl PartialEq for Sum {
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms
    }
}

impl Eq for Sum {}

impl Hash for Sum {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.terms.hash(state);
    }
}

/// About how many bytes terms hold.
pub(crate) fn bytes(terms: &[Term]) -> usize {
    let term = |term: &Term| {
        let values = match &term.component {
            Component::Call(_, arguments) | Component::Ruled(_, arguments) => arguments.len(),
            Component::Braces(_) | Component::Literal(_) => 1,
        };
        size_of::<Term>() + values * size_of::<Value>()
    };
    terms.iter().map(term).sum()
}

impl Sum {
    pub(crate) fn new(terms: Terms) -> Self {
        let inside = |term: &Term| match &term.component {
            Component::Braces(braces) => {
                let values = braces.bindings.iter().map(|(_, value)| value.positions_inside());
                values.max().unwrap_or(0)
            }
            _ => 0,
        };
        let inside = 1 + terms.iter().map(inside).max().unwrap_or(0);
        Sum { terms, inside, value: OnceLock::new() }
    }

    /// The value that it was written as, when it is one.
    pub(crate) fn as_literal(&self) -> Option<&Value> {
        match &self.terms[..] {
            [Term { count, component: Component::Literal(value) }] if count.is_one() => Some(value),
            _ => None,
        }
    }

    /// Whether its value depends on what one of these functions means.
    pub(crate) fn mentions_functions(&self, functions: &HashSet<u32>) -> bool {
        self.terms.iter().any(|term| match &term.component {
            Component::Call(function, _) => functions.contains(function),
            // The names in them are not looked up.
            Component::Braces(_) => true,
            Component::Ruled(_, arguments) => {
                let called = |value: &Value| {
                    matches!(value, Value::Function(number) if functions.contains(number))
                };
                arguments.iter().any(called)
            }
            Component::Literal(_) => false,
        })
    }

    /// About how many bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        bytes(&self.terms)
    }
}
