//! The trait of a game with positions and moves.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Mul, Neg};

use cg_core::{NumberUpsStar, Player};

/// Positions and the moves between them.
///
/// Only [`Ruleset::moves`] must be written. The other methods tell which positions are sums,
/// which are alike, and what is known of them. Guesses for solvers are in [`crate::Hints`].
///
/// Two players move in turn, and every line of play ends: a position cannot come
/// back. An impartial game, whose players have the same moves, takes no notice of
/// the player and says so in [`Ruleset::is_impartial`].
///
/// Rules written in Rust cannot fail: their `Error` is [`std::convert::Infallible`].
/// Rules that a user writes in the language G can.
pub trait Ruleset {
    /// A position. Solvers keep many of them and look them up, so a small one that
    /// is hashed fast makes every solver fast.
    type Position: Clone + Eq + Hash + Debug;

    /// Why rules can fail.
    type Error;

    /// Hands every position that `player` can move to in `position` to `out`. The
    /// same position may come twice, and the order means nothing.
    ///
    /// # Errors
    /// Those of the rules.
    fn moves(
        &self,
        position: &Self::Position,
        player: Player,
        out: &mut impl Extend<Self::Position>,
    ) -> Result<(), Self::Error>;

    /// Whether both players have the same moves in every position. Solvers then ask
    /// for the moves of Left alone.
    fn is_impartial(&self) -> bool {
        false
    }

    /// Hands to `parts` positions whose sum is `position`: components in which moves
    /// do not depend on each other. [`Sign::Minus`] stands for the negative of a
    /// position. Without a better answer that is the position itself.
    ///
    /// # Errors
    /// Those of the rules.
    fn split(
        &self,
        position: Self::Position,
        parts: &mut impl Extend<(Self::Position, Sign)>,
    ) -> Result<(), Self::Error> {
        parts.extend([(position, Sign::Plus)]);
        Ok(())
    }

    /// One position of each class of positions that are alike: turned, reflected, or
    /// with the players exchanged. With [`Sign::Minus`], `position` is the negative of
    /// the answer.
    fn normal(&self, position: Self::Position) -> (Self::Position, Sign) {
        (position, Sign::Plus)
    }

    /// Hands the positions of [`Ruleset::moves`] to `found`, each as its parts of
    /// [`Ruleset::split`] in their form of [`Ruleset::normal`], with `None` behind the last part of
    /// each, until that answers no. Rules that do all three at once faster say so here.
    ///
    /// # Errors
    /// Those of the rules.
    fn settled_options(
        &self,
        position: &Self::Position,
        player: Player,
        found: &mut impl FnMut(Option<(Self::Position, Sign)>) -> bool,
    ) -> Result<(), Self::Error> {
        settle(self, position, player, found)
    }

    /// What is known of a position without a look at its moves.
    ///
    /// # Errors
    /// Those of the rules.
    fn known(&self, position: &Self::Position) -> Result<Option<Known>, Self::Error> {
        let _ = position;
        Ok(None)
    }

    /// Whether a position is its own negative by a symmetry that the rules know. Asked
    /// of positions that [`Ruleset::normal`] gives.
    fn is_own_negative(&self, position: &Self::Position) -> bool {
        let _ = position;
        self.is_impartial()
    }

    /// Whether a move puts a piece on free cells of a board, which are taken from then on, and
    /// changes nothing else. [`crate::Variant::Xt`] needs such rules.
    fn takes_free_cells(&self) -> bool {
        false
    }

    /// Hands the connected groups of free cells of a position to `parts`, those in which nobody
    /// can move too. Only rules that take free cells have groups.
    fn groups(&self, position: &Self::Position, parts: &mut impl Extend<Self::Position>) {
        let _ = (position, parts);
    }

    /// Hands to `out` each position in which one more cell is taken, with the row and the column of
    /// that cell. The cell is in a group of free cells in which `player` has no move.
    fn fillings(
        &self,
        position: &Self::Position,
        player: Player,
        out: &mut impl Extend<([u32; 2], Self::Position)>,
    ) {
        let _ = (position, player, out);
    }
}

/// [`Ruleset::settled_options`], one question after another: rules need not answer while they list
/// moves.
pub(crate) fn settle<R: Ruleset + ?Sized>(
    rules: &R,
    position: &R::Position,
    player: Player,
    found: &mut impl FnMut(Option<(R::Position, Sign)>) -> bool,
) -> Result<(), R::Error> {
    let (mut options, mut parts) = (Vec::new(), Vec::new());
    rules.moves(position, player, &mut options)?;
    for option in options {
        rules.split(option, &mut parts)?;
        let mut all = parts.drain(..).map(|(part, sign)| {
            let (normal, normal_sign) = rules.normal(part);
            (normal, sign * normal_sign)
        });
        if !all.all(|part| found(Some(part))) || !found(None) {
            break;
        }
    }
    Ok(())
}

/// Whether a component of a sum is a position or its negative, in which the players
/// are exchanged.
///
/// ```
/// use cg_rulesets::Sign;
/// assert_eq!(Sign::Minus * Sign::Minus, Sign::Plus);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// The position as it is.
    Plus,
    /// Its negative.
    Minus,
}

impl Sign {
    /// The player of the position itself whose moves `player` has in the component.
    pub const fn player(self, player: Player) -> Player {
        match self {
            Self::Plus => player,
            Self::Minus => player.opponent(),
        }
    }
}

impl Neg for Sign {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Plus => Self::Minus,
            Self::Minus => Self::Plus,
        }
    }
}

impl Mul for Sign {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        match other {
            Self::Plus => self,
            Self::Minus => -self,
        }
    }
}

/// What rules know of a position without a look at its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Known {
    /// Neither player has a move. This holds in normal and in misère play.
    Ended,
    /// The value in normal play, in closed form.
    Value(NumberUpsStar),
}

/// Hands each item that extends it to a function, for the positions of
/// [`Ruleset::moves`] and [`Ruleset::split`] that nobody keeps.
pub(crate) struct Handed<F>(pub(crate) F);

impl<T, F: FnMut(T)> Extend<T> for Handed<F> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(&mut self.0);
    }
}
