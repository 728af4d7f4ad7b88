//! The settings of a solver.

use std::num::NonZero;

/// The settings of a solver. All settings give the same answers; a test says so for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether small components are valued.
    pub values: bool,
    /// Whether means, temperatures, stops and atomic weights decide sums of values.
    pub bounds: bool,
    /// Whether a component cancels its negative.
    pub cancel: bool,
    /// Whether components that one player's hands divide are bounded by sums.
    pub relaxations: bool,
    /// Whether all moves are looked up before any is searched.
    pub look_ahead: bool,
    /// Steps of the engine that the value of a component of the question may take
    /// before the search; 0 for none.
    pub steps: u32,
    /// How sums that nothing else decides are searched.
    pub search: Search,
    /// How many threads search. With one thread alone the same question looks at the same
    /// number of positions each time. Nimbers and values take one thread.
    pub threads: NonZero<usize>,
}

/// How a sum is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Search {
    /// Alpha-beta where the rules know which moves are likely good, proof numbers where there
    /// are many moves, else both in turn.
    #[default]
    Chosen,
    /// Depth first, the likely best move first; a move is followed until its winner is
    /// known.
    AlphaBeta,
    /// By proof numbers: the move that is the cheapest to decide is followed, and left when
    /// another one has become cheaper (df-pn).
    ProofNumbers,
}

impl Settings {
    /// The settings of a solver that is told nothing else.
    pub const DEFAULT: Self = Settings {
        values: true,
        bounds: true,
        cancel: true,
        relaxations: true,
        look_ahead: true,
        steps: 1_000,
        search: Search::Chosen,
        threads: NonZero::<usize>::MIN,
    };
}

impl Default for Settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}
