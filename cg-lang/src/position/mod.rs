//! Positions: what the user typed, which values forget.
//!
//! A position is a sum of components: calls of functions, games written in
//! braces, and literals, each with a count (negative for a component that is
//! subtracted). Its moves are those that the rules of the game give, as they
//! are written there, with names and numbers evaluated: from `Kayles(4)` to
//! `Kayles(1)+Kayles(1)`.

mod components;
mod evaluate;
mod misere;
mod moves;
mod played;
mod query;
mod text;
mod why;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use dashu_int::IBig;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::ast::{Ast, NodeId, Symbol};
use crate::compile::Code;
use crate::error::RunError;
use crate::machine::Machine;
use crate::source::{Source, Span};
use crate::value::Value;

pub use misere::MisereMemo;
pub(crate) use played::position;
pub use played::{GamePosition, PositionMove};
pub(crate) use query::winning_moves;
pub use query::{WinningMove, WinningMoves};
pub use why::Explanation;
pub(crate) use why::{Question, explanation};

/// More components, or moves of one component, are not listed.
pub(crate) const MOST_LISTED: usize = 20_000;

/// A tree with the source it was made from; equal when it is the same one.
#[derive(Clone, Debug)]
struct Tree {
    ast: Arc<Ast>,
    source: Source,
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
type Bindings = Arc<Vec<(Symbol, Value)>>;

/// An expression with the values of its names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Expression {
    tree: Tree,
    node: NodeId,
    bindings: Bindings,
}

impl Expression {
    /// Another part of the same tree.
    fn part(&self, node: NodeId) -> Expression {
        Expression { node, ..self.clone() }
    }
}

/// A summand of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Component {
    /// A call of a function of the program.
    Call(u32, Vec<Value>),
    /// A game in braces.
    Braces(Expression),
    /// A value; its moves are its canonical options.
    Literal(Value),
}

/// A component and how many copies of it there are; not 0.
#[derive(Clone, Debug)]
struct Term {
    count: IBig,
    component: Component,
}

impl Term {
    fn one(component: Component) -> Self {
        Term { count: IBig::ONE, component }
    }
}

/// A sum of components.
type Position = Vec<Term>;

/// Why a position has no answer: an error with its own place, or one that
/// belongs to the query.
enum Failure {
    Located(crate::error::Error),
    Here(RunError),
}

impl<E: Into<RunError>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Here(error.into())
    }
}

impl From<crate::error::Error> for Failure {
    fn from(error: crate::error::Error) -> Self {
        Failure::Located(error)
    }
}

impl Failure {
    fn too_many(what: &str) -> Self {
        let message = format!("there are more than {MOST_LISTED} {what}");
        Failure::Here(RunError::Refused { function: "??".into(), message })
    }

    /// The error, at `span` unless it has its own place.
    fn located(self, source: &Source, span: Span) -> crate::error::Error {
        match self {
            Failure::Located(error) => error,
            Failure::Here(error) => crate::error::Error::new(error, source, span),
        }
    }
}

type Found<T> = Result<T, Failure>;

/// Works with positions.
struct Positions<'m> {
    machine: &'m mut Machine,
    /// Compiled parts of trees.
    codes: HashMap<(Tree, NodeId), Arc<Code>, FxBuildHasher>,
    /// For each tree, which nodes are numbers and names only.
    plain: HashMap<Tree, Arc<Vec<bool>>, FxBuildHasher>,
}

/// The expression that a binding of the session was given.
#[derive(Clone)]
pub(crate) struct GlobalForm {
    pub(crate) ast: Arc<Ast>,
    pub(crate) source: Source,
    pub(crate) node: NodeId,
}

impl<'m> Positions<'m> {
    fn new(machine: &'m mut Machine) -> Self {
        Positions { machine, codes: HashMap::default(), plain: HashMap::default() }
    }
}
