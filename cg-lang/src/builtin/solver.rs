//! Who wins sums whose values are too large: what the language asks of whoever can search
//! positions.

use std::fmt::Debug;

use cg_core::{Game, Outcome};
use dashu_int::IBig;

use super::{Asked, Verdict};
use crate::context::{Context, RunResult};
use crate::value::Value;

/// A term of a sum, for a [`PositionSolver`].
#[derive(Clone, Debug)]
pub struct SumTerm {
    /// How many copies there are: not 0, and negative for what is subtracted.
    pub count: IBig,
    /// One copy as it would be typed.
    pub text: String,
    /// What it is.
    pub summand: Summand,
}

/// What a term of a sum is.
#[derive(Clone, Debug)]
pub enum Summand {
    /// A call of a built-in function that the solver takes: a position.
    Call {
        /// The name of the function.
        function: String,
        /// Its arguments, evaluated.
        arguments: Vec<Value>,
    },
    /// Anything else.
    Value(Game),
}

/// Why a sum has its outcome.
#[derive(Clone, Debug)]
pub struct Reasons {
    /// Who wins.
    pub outcome: Outcome,
    /// Why, a sentence or more in each item.
    pub lines: Vec<String>,
}

/// Tells who wins sums of positions that are too large for values: `? G`, `?? G` and
/// `:why ? G` ask it first when a term of G is a call of a function that it takes. See
/// [`Session::set_solver`](crate::Session::set_solver).
pub trait PositionSolver: Debug + Send + Sync {
    /// Whether calls of this built-in function are positions that it searches. The function
    /// must know its moves ([`BuiltIn::with_moves`](crate::BuiltIn::with_moves)).
    fn takes(&self, function: &str) -> bool;

    /// Who wins a sum, and by which moves; `None` when its value can be worked out at little
    /// cost, or a term is not well formed: the value answers then, or its error.
    ///
    /// # Errors
    /// Limits and interruptions.
    fn verdict(
        &self,
        context: &mut Context<'_>,
        sum: &[SumTerm],
        asked: Asked,
    ) -> RunResult<Option<Verdict>>;

    /// Who wins a sum, and why; `None` in the same cases.
    ///
    /// # Errors
    /// Limits and interruptions.
    fn reasons(&self, context: &mut Context<'_>, sum: &[SumTerm]) -> RunResult<Option<Reasons>>;
}
