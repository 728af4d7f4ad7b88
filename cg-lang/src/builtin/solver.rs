//! Who wins sums: what the language asks of whoever can search positions.

use std::fmt::Debug;

use cg_core::{Outcome, Player};

use super::figure::{Figure, Figured};
use super::{Asked, Verdict};
use crate::context::RunResult;
use crate::position::{AskedTerm, Host};

/// Why a sum has its outcome.
#[derive(Clone, Debug)]
pub struct Reasons {
    /// Who wins.
    pub outcome: Outcome,
    /// Why, a sentence or more in each item.
    pub lines: Vec<String>,
}

/// Tells who wins sums of positions: `? G`, `?? G`, `:why ? G`, `outcome(G)` and `misere(G)`
/// ask it first. See [`Session::set_solver`](crate::Session::set_solver).
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
        host: &mut Host<'_>,
        sum: &[AskedTerm],
        asked: Asked,
    ) -> RunResult<Option<Verdict>>;

    /// Who wins a sum when `first` moves first; `None` in the same cases.
    ///
    /// # Errors
    /// Limits and interruptions.
    fn winner(
        &self,
        host: &mut Host<'_>,
        sum: &[AskedTerm],
        first: Player,
    ) -> RunResult<Option<Player>>;

    /// Who wins a sum, and why; `None` in the same cases.
    ///
    /// # Errors
    /// Limits and interruptions.
    fn reasons(&self, host: &mut Host<'_>, sum: &[AskedTerm]) -> RunResult<Option<Reasons>>;

    /// The outcome of a sum in misère play, by search.
    ///
    /// # Errors
    /// Errors of the rules; positions that come back; limits and interruptions.
    fn misere(&self, host: &mut Host<'_>, sum: &[AskedTerm]) -> RunResult<Outcome>;

    /// A figure of a sum; `None` when its value can be worked out at little cost, or says what is
    /// wrong. A limit is an error with what is known of the figure.
    ///
    /// # Errors
    /// Limits and interruptions.
    fn figure(
        &self,
        host: &mut Host<'_>,
        sum: &[AskedTerm],
        asked: Figure,
    ) -> RunResult<Option<Figured>>;

    /// How a figure of a sum is come by, in sentences: the moves of both players; `None` in the
    /// same cases.
    ///
    /// # Errors
    /// Limits and interruptions.
    fn figure_reasons(
        &self,
        host: &mut Host<'_>,
        sum: &[AskedTerm],
        asked: Figure,
    ) -> RunResult<Option<Vec<String>>>;
}
