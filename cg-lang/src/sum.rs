//! Sums of components: positions as they were typed, which values forget.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use dashu_int::IBig;

use crate::ast::{Ast, NodeId, Symbol};
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

/// A position as a value: a sum of components that is not valued.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum(pub(crate) Terms);

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
    /// About how many bytes it holds.
    pub(crate) fn bytes(&self) -> usize {
        bytes(&self.0)
    }
}
