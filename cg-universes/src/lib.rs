//! Games beyond normal play: universes of misère play, entailing moves, scores.
//!
//! Seven theories share one comparison, one reduction and one kind of simplest form. A theory is a
//! type that says what ends mean ([`Ends`]); everything else is the engine, [`Universe`].
//!
//! | theory | games | ends |
//! | --- | --- | --- |
//! | [`Normal`] | all | who cannot move loses |
//! | [`Affine`] | with `oo` and `-oo`: a move may win at once | who cannot move loses |
//! | [`Dicots`] | both players can move, or neither can | who cannot move wins |
//! | [`DeadEnding`] | who cannot move never can again | who cannot move wins |
//! | [`Blocking`] | who cannot move can go back to such an end | who cannot move wins |
//! | [`AllMisere`] | all | who cannot move wins |
//! | [`Scoring`] | guaranteed scoring games | scores are added |
//!
//! [`Theory`] is any of them, chosen when the program runs.
//!
//! The recursion is that of Larsson, Nowakowski and Santos, *Absolute combinatorial game theory*; the
//! tests on ends are those of Dorbec, Renault, Siegel and Sopena (dicots), Larsson, Milley, Nowakowski,
//! Renault and Santos (dead-ending games), Davies and Milley (blocking games), Siegel (all games), and
//! Larsson, Neto, Nowakowski and Santos (scores).
//!
//! Impartial games with entailing moves have a theory in numbers: [`Entailing`], and
//! [`TopEntails`] at array speed. [`DotsAndBoxes`] is searched for its score.

mod answer;
mod boxes;
mod classes;
mod ends;
mod entailing;
mod error;
mod form;
mod membership;
mod notation;
mod play;
mod positions;
mod score;
mod separator;
mod simplest;
mod subtraction;
mod top_entails;
mod universe;

pub use answer::{ScoreAnswer, ScoreMove};
pub use boxes::{BoxesPosition, BoxesSolver, DotsAndBoxes};
pub use ends::{
    Affine, AllMisere, Blocking, DeadEnding, Dicots, Ends, Kind, Normal, Scoring, Theory,
};
pub use entailing::{Entailing, EntailingMove, EntailingSolver, EntailingValue, StringsAndCoins};
pub use error::{Result, UniverseError};
pub use form::{Form, Forms, Marks, NO_MARKS};
pub use membership::least_universe;
pub use play::{Ending, Halt, Play, Step};
pub use positions::{Atom, Choices, Playable};
pub use score::Score;
pub use subtraction::CumulativeSubtraction;
pub use top_entails::TopEntails;
pub use universe::Universe;
