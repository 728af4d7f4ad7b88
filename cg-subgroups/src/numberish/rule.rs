//! The simplification rule for options x + S + *n.

use std::ops::Bound;

use cg_core::{Dyadic, Player, Result};
use smallvec::SmallVec;

use super::NumberPlus;
use crate::infinitesimal::{self, Infinitesimal};
use crate::numbers::simplest_between;

/// The options of one player that can matter: those with the best number.
struct Front<'a> {
    number: &'a Dyadic,
    infinitesimals: SmallVec<[&'a Infinitesimal; 8]>,
}

impl<'a> Front<'a> {
    fn of(player: Player, options: &[&'a NumberPlus]) -> Option<Self> {
        let numbers = options.iter().map(|option| &option.number);
        let number = match player {
            Player::Left => numbers.max(),
            Player::Right => numbers.min(),
        }?;
        let there = options.iter().filter(|option| option.number == *number);
        Some(Front { number, infinitesimals: there.map(|option| &option.infinitesimal).collect() })
    }

    /// The bound that these options of `player` put on numbers: their own number
    /// is allowed when each infinitesimal falls short of 0 (or is confused).
    fn bound(&self, player: Player) -> Bound<&'a Dyadic> {
        let reaches_zero = self.infinitesimals.iter().any(|option| match player {
            Player::Left => option.outcome().at_least_zero(),
            Player::Right => option.outcome().at_most_zero(),
        });
        if reaches_zero { Bound::Excluded(self.number) } else { Bound::Included(self.number) }
    }
}

/// The bounds that the options put on a number; `None` where the best numbers of
/// both sides meet or cross, and leave no room for one.
pub(super) fn between<'a>(
    left: &[&'a NumberPlus],
    right: &[&'a NumberPlus],
) -> Option<[Bound<&'a Dyadic>; 2]> {
    bounds(Front::of(Player::Left, left).as_ref(), Front::of(Player::Right, right).as_ref())
}

fn bounds<'a>(
    left: Option<&Front<'a>>,
    right: Option<&Front<'a>>,
) -> Option<[Bound<&'a Dyadic>; 2]> {
    if let (Some(left), Some(right)) = (left, right)
        && left.number >= right.number
    {
        return None;
    }
    let bound =
        |front: Option<&Front<'a>>, player| front.map_or(Bound::Unbounded, |f| f.bound(player));
    Some([bound(left, Player::Left), bound(right, Player::Right)])
}

pub(super) fn simplify(left: &[&NumberPlus], right: &[&NumberPlus]) -> Result<Option<NumberPlus>> {
    let (left, right) = (Front::of(Player::Left, left), Front::of(Player::Right, right));
    if let Some([lower, upper]) = bounds(left.as_ref(), right.as_ref()) {
        return Ok(simplest_between(lower, upper)?.map(NumberPlus::from));
    }
    match (left, right) {
        (Some(left), Some(right)) if left.number == right.number => {
            let value = infinitesimal::simplify(&left.infinitesimals, &right.infinitesimals)?;
            Ok(value.map(|infinitesimal| NumberPlus { number: left.number.clone(), infinitesimal }))
        }
        _ => Ok(None),
    }
}
