//! The simplification rule: which case it is.

use std::ops::Bound;

use cg_core::{Dyadic, Player, Result};
use cg_subgroups::{NumberPlus, simplest_between};

use crate::element::SwitchSum;
use crate::{hot, tepid};

/// The options of one player.
pub(crate) struct Side<'a> {
    pub(crate) player: Player,
    pub(crate) options: &'a [&'a SwitchSum],
    /// The best score that an option leaves to the player, the opponent
    /// beginning; `None` without options.
    pub(crate) best: Option<Dyadic>,
    /// The options with that score.
    pub(crate) front: Vec<&'a SwitchSum>,
}

impl<'a> Side<'a> {
    fn new(player: Player, options: &'a [&'a SwitchSum]) -> Self {
        let opponent = player.opponent();
        let scores: Vec<Dyadic> = options.iter().map(|option| option.score(opponent)).collect();
        let best = match player {
            Player::Left => scores.iter().max(),
            Player::Right => scores.iter().min(),
        };
        let best = best.cloned();
        let at_best = |(_, score): &(_, &Dyadic)| Some(*score) == best.as_ref();
        let front = options.iter().zip(&scores).filter(at_best).map(|(option, _)| *option);
        let front = front.collect();
        Side { player, options, best, front }
    }

    /// The bound that the options put on numbers: the score is allowed when no
    /// option is good enough to reach it with the infinitesimal that is left.
    fn bound(&self) -> Bound<&Dyadic> {
        let zero = Default::default();
        match &self.best {
            None => Bound::Unbounded,
            Some(best) if self.front_reaches(&zero) => Bound::Excluded(best),
            Some(best) => Bound::Included(best),
        }
    }
}

/// **The simplification rule** of [`crate::Switches`].
pub(crate) fn simplify(left: &[&SwitchSum], right: &[&SwitchSum]) -> Result<Option<SwitchSum>> {
    let left = Side::new(Player::Left, left);
    let right = Side::new(Player::Right, right);
    if let Some(number) = simplest_between(left.bound(), right.bound())? {
        return Ok(Some(NumberPlus::from(number).into()));
    }
    // No number fits, so both have options.
    match (&left.best, &right.best) {
        (Some(lo), Some(hi)) if lo == hi => {
            let infinitesimal = tepid::simplify(&left, &right)?;
            Ok(infinitesimal
                .map(|infinitesimal| NumberPlus { number: lo.clone(), infinitesimal }.into()))
        }
        _ => hot::simplify(&left, &right),
    }
}

/// The bounds that the options put on a number.
pub(crate) fn bounds(left: &[&SwitchSum], right: &[&SwitchSum]) -> [Bound<Dyadic>; 2] {
    let sides = [Side::new(Player::Left, left), Side::new(Player::Right, right)];
    sides.map(|side| side.bound().cloned())
}
