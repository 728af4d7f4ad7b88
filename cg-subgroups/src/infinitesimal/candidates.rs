//! The few values that a form with given options can have.
//!
//! If G = S is no nimber, its largest order d has, say, a positive coefficient.
//! Then S is determined by d and some right option X of G: below d it agrees
//! with X + *, and S = fold_d(X) + ^(d) + *, where fold_d replaces each ^(e) with
//! e >= d by ^(d). Moreover X <= S - ^(d) + *, so that above d the first suffix
//! sum of X that is not 0 is negative; and unless d is an order of X, the
//! suffix sum of X above d is 0 and d is the simplest number of its cell between
//! neighbouring orders of the options. The mirror image holds for left options.

use std::ops::Bound;

use cg_core::{Dyadic, Player, Result};
use dashu_int::{IBig, Sign};
use smallvec::SmallVec;

use super::{Infinitesimal, Terms};
use crate::numbers::simplest_between;

/// The orders that occur in some option, increasing: they and the gaps between
/// them are the cells.
#[derive(Clone, Debug)]
pub struct Cells<'a>(SmallVec<[&'a Dyadic; 8]>);

impl<'a> Cells<'a> {
    /// The cells that the orders in `options` make.
    pub fn of(options: impl Iterator<Item = &'a Infinitesimal>) -> Self {
        let mut orders: SmallVec<[&Dyadic; 8]> =
            options.flat_map(|option| option.terms().iter().map(|term| &term.order)).collect();
        orders.sort_unstable();
        orders.dedup();
        Cells(orders)
    }

    /// The simplest number between the order with number `index - 1` (or 0) and
    /// the one with number `index` (or infinity).
    fn gap(&self, index: usize) -> Result<Option<Dyadic>> {
        let below = index.checked_sub(1).and_then(|below| self.0.get(below));
        let above = self.0.get(index).map_or(Bound::Unbounded, |&above| Bound::Excluded(above));
        simplest_between(Bound::Excluded(below.map_or(&Dyadic::ZERO, |&below| below)), above)
    }
}

/// Tries the values, other than nimbers, that a game with the option `option`
/// of `player` can have because of this option, and returns the first that
/// `accept` takes.
///
/// # Errors
/// [`cg_core::Error::NumberTooLarge`].
pub fn candidates(
    cells: &Cells<'_>,
    player: Player,
    option: &Infinitesimal,
    mut accept: impl FnMut(&Infinitesimal) -> bool,
) -> Result<Option<Infinitesimal>> {
    let mut walk = Walk::new(player, option);
    for index in (0..=cells.0.len()).rev() {
        if walk.is_level()
            && let Some(order) = cells.gap(index)?
        {
            let candidate = walk.candidate(&order);
            if accept(&candidate) {
                return Ok(Some(candidate));
            }
        }
        let Some(&order) = index.checked_sub(1).and_then(|below| cells.0.get(below)) else {
            break;
        };
        if walk.enter(order) {
            let candidate = walk.candidate(order);
            if accept(&candidate) {
                return Ok(Some(candidate));
            }
        }
        walk.leave();
    }
    Ok(None)
}

/// Goes through the cells from the largest order down, with the suffix sums of
/// one option.
struct Walk<'a> {
    option: &'a Infinitesimal,
    /// What a candidate has more at d: ^(d) for a right option, its negative for a left one.
    unit: IBig,
    /// How many of the terms lie below the present cell.
    below: usize,
    /// The sum of the coefficients from the present cell up.
    suffix: IBig,
    /// Whether the lowest suffix sum above the present cell that is not 0, if
    /// any, has the sign that X <= S - ^(d) + * asks for.
    bounded: bool,
}

impl<'a> Walk<'a> {
    fn new(player: Player, option: &'a Infinitesimal) -> Self {
        let unit = match player {
            Player::Right => IBig::ONE,
            Player::Left => IBig::NEG_ONE,
        };
        let below = option.terms.len();
        Walk { option, unit, below, suffix: IBig::ZERO, bounded: true }
    }

    /// Whether an order in the present gap is possible.
    fn is_level(&self) -> bool {
        self.bounded && self.suffix.is_zero()
    }

    /// Moves to the cell of `order` alone. Whether it is possible.
    fn enter(&mut self, order: &Dyadic) -> bool {
        let next = self.below.checked_sub(1).and_then(|next| self.option.terms.get(next));
        match next.filter(|term| term.order == *order) {
            Some(term) => {
                self.suffix += &term.coefficient;
                self.below -= 1;
                self.bounded && (self.suffix.is_zero() || self.sign() == Sign::Positive)
            }
            None => self.is_level(),
        }
    }

    /// Moves to the gap below.
    fn leave(&mut self) {
        if !self.suffix.is_zero() {
            self.bounded = self.sign() == Sign::Negative;
        }
    }

    /// The sign of the suffix sum, which is not 0, turned as for a right option.
    fn sign(&self) -> Sign {
        self.suffix.sign() * self.unit.sign()
    }

    fn candidate(&self, order: &Dyadic) -> Infinitesimal {
        let mut terms = Terms::with_capacity(self.below + 1);
        terms.extend(self.option.terms[..self.below].iter().cloned());
        let mut candidate = Infinitesimal { terms, nimber: self.option.nimber.clone() };
        candidate.push(order, &self.suffix + &self.unit);
        candidate.flip_star();
        candidate
    }
}
