//! The simplification rule: candidates, and a certificate of the right one.
//!
//! # Candidates
//!
//! A form with given options can have only few values.
//!
//! Let G = S be no nimber. Suppose that its largest order d has a positive coefficient. Then d and
//! some right option X of G determine S. Below d, S agrees with X + *, and S = fold_d(X) + ^(d) +
//! *, where fold_d replaces each ^(e) with e >= d by ^(d). Moreover X <= S - ^(d) + *. So above d
//! the first suffix sum of X that is not 0 is negative. If d is not an order of X, the suffix sum
//! of X above d is 0, and d is the simplest number of its cell between neighbouring orders of the
//! options. The mirror image holds for left options.
//!
//! # What options reach
//!
//! The options of a game, prepared for the simplification rule.

use std::cmp::Ordering;
use std::ops::Bound;

use cg_core::{Arrange, Dyadic, Player, Result};
use dashu_int::{IBig, Sign, UBig};
use smallvec::SmallVec;

use super::{Infinitesimal, Terms};
use crate::certificate::favours;
use crate::simplest::simplest_between;

/// Whether the game G with these `options` equals `value`.
///
/// Take a form of S in which no option is reversible, such as its canonical form. Then G = S
/// exactly if no G^L >= S, no G^R <= S, each S^L is at most some G^L, and each S^R is at least some
/// G^R. The reason: in G - S each move in G must lose. A move to S^L is answered either by such a
/// G^L or by a reversal S^(LR) <= G, which would make S^L reversible.
pub fn certify(options: &impl Reach, value: &Infinitesimal) -> bool {
    Player::BOTH.into_iter().all(|player| !options.reaches(player, value))
        && Player::BOTH.into_iter().all(|player| {
            let wanted = value.options(player);
            wanted.given.iter().all(|option| options.reaches(player, option))
                && options.reaches_nimbers_below(player, &wanted.nimbers)
        })
}

/// **The simplification rule**: the value S + *n of `{left | right}`; `None` if it has no such
/// value.
///
/// The rule is exact both ways, and not recursive. If the answer is `None`, the value may still be
/// a number other than 0 (if a side is empty), or a nimber whose size no option has.
///
/// ```
/// use cg_core::Dyadic;
/// use cg_subgroups::{Infinitesimal, infinitesimal::simplify};
/// let (zero, up) = (Infinitesimal::zero(), Infinitesimal::up(&Dyadic::ONE).unwrap());
/// let up_star = up.plus_nimber(&1u8.into());
/// assert_eq!(simplify(&[&zero], &[&up_star])?, Some(up.add(&up)?));
/// # Ok::<(), cg_core::Error>(())
/// ```
///
/// # Errors
/// [`cg_core::Error::NumberTooLarge`], if an order would need too many digits.
pub fn simplify(
    left: &[&Infinitesimal],
    right: &[&Infinitesimal],
) -> Result<Option<Infinitesimal>> {
    let sides = Sides::new(left, right);
    if left.is_empty() || right.is_empty() {
        // The value is a number.
        let zero = Infinitesimal::zero();
        return Ok(certify(&sides, &zero).then_some(zero));
    }
    let cells = Cells::of(Player::BOTH.into_iter().flat_map(|player| sides.options(player)));
    simplify_with(&sides, &cells, |player| sides.options(player))
}

/// The simplification rule for a game of another group. `options` answers comparisons with its
/// options. `sources` gives the values that represent the options of a player when candidates are
/// made. `cells` has the orders of all of them.
///
/// # Errors
/// The errors of [`simplify`].
pub fn simplify_with<'a, I: Iterator<Item = &'a Infinitesimal>>(
    options: &impl Reach,
    cells: &Cells<'_>,
    sources: impl Fn(Player) -> I,
) -> Result<Option<Infinitesimal>> {
    if let Some(n) = options.least_unreached(Player::Left)
        && options.least_unreached(Player::Right).as_ref() == Some(&n)
    {
        return Ok(Some(Infinitesimal::nimber(n)));
    }
    for player in Player::BOTH {
        for source in sources(player) {
            let accept = |value: &Infinitesimal| certify(options, value);
            if let Some(value) = candidates(cells, player, source, accept)? {
                return Ok(Some(value));
            }
        }
    }
    Ok(None)
}

/// The orders that occur in some option, increasing: they and the gaps between
/// them are the cells.
#[derive(Clone, Debug)]
pub struct Cells<'a>(SmallVec<[&'a Dyadic; 8]>);

impl<'a> Cells<'a> {
    /// The cells that the orders in `options` make.
    pub fn of(options: impl Iterator<Item = &'a Infinitesimal>) -> Self {
        let mut orders: SmallVec<[&Dyadic; 8]> =
            options.flat_map(|option| option.terms().iter().map(|term| &term.order)).collect();
        orders.arrange();
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

/// Tries the values, other than nimbers, that the option `option` of `player` makes possible.
/// Returns the first that `accept` accepts.
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

/// Walks through the cells from the largest order down, with the suffix sums of one option.
struct Walk<'a> {
    option: &'a Infinitesimal,
    /// The change of a candidate at d: ^(d) for a right option, its negative for a left one.
    unit: IBig,
    /// The number of terms below the present cell.
    below: usize,
    /// The sum of the coefficients from the present cell upwards.
    suffix: IBig,
    /// Whether the lowest suffix sum above the present cell that is not 0 has the right sign, the sign
    /// that `X <= S - ^(d) + *` requires; true if there is none.
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

    /// Moves to the cell of `order` alone. Returns whether it is possible.
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

    /// The sign of the suffix sum, which is not 0, reversed for a left option.
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

/// The questions of the simplification rule about the options of a game G. A group that contains
/// the values S + *n implements this trait with its own comparison.
pub trait Reach {
    /// Whether some option of `player` is at least as good for that player as `target`: G^L >=
    /// target for Left, G^R <= target for Right.
    fn reaches(&self, player: Player, target: &Infinitesimal) -> bool;

    /// The n of the nimber part *n of each relevant option of `player`, in any order.
    ///
    /// [`Reach::reaches`] must give the same answer for all nimbers *k for which k is neither n nor
    /// n xor 1 for any such n. This is true of the values S + *n: against a nimber that differs by
    /// *2 or more, only the sum of the coefficients counts.
    fn nimbers(&self, player: Player) -> impl Iterator<Item = &UBig>;

    /// The smallest n for which no option of `player` is at least as good as *n; `None` if there is
    /// none. It generalises the mex of nimbers: G is *n exactly if n is this number for both
    /// players.
    fn least_unreached(&self, player: Player) -> Option<UBig> {
        let mut special: SmallVec<[UBig; 8]> =
            self.nimbers(player).flat_map(|n| [n.clone(), n ^ UBig::ONE]).collect();
        special.arrange();
        special.dedup();
        let reached = |n: &UBig| self.reaches(player, &Infinitesimal::nimber(n.clone()));
        // The first nimber that is not special represents all of them.
        let mut next = UBig::ZERO;
        let mut others_reached = false;
        for n in special {
            if !others_reached && n > next {
                if !reached(&next) {
                    return Some(next);
                }
                others_reached = true;
            }
            if !reached(&n) {
                return Some(n);
            }
            next = n + UBig::ONE;
        }
        (!others_reached && !reached(&next)).then_some(next)
    }

    /// Whether each of *0, ..., *(n-1) is reached by an option of `player`.
    fn reaches_nimbers_below(&self, player: Player, n: &UBig) -> bool {
        n.is_zero() || self.least_unreached(player).is_none_or(|least| least >= *n)
    }
}

/// One undominated option.
#[derive(Clone, Debug)]
struct Entry<'a> {
    option: &'a Infinitesimal,
    /// The sum of the coefficients, counted in the player's favour.
    advantage: IBig,
    /// n / 2 for its nimber *n: nimbers of one pair differ by at most *.
    pair: UBig,
}

/// The undominated options of one player.
#[derive(Clone, Debug)]
struct Side<'a> {
    player: Player,
    /// Sorted by nimber; at most one for each.
    entries: SmallVec<[Entry<'a>; 4]>,
    /// The entry with the largest advantage, and the largest among the other pairs.
    best: Option<usize>,
    second: Option<usize>,
}

/// The undominated options of both players in a game whose options all have the form S + *n.
#[derive(Clone, Debug)]
pub struct Sides<'a> {
    left: Side<'a>,
    right: Side<'a>,
}

impl<'a> Sides<'a> {
    /// Finds the undominated options. It needs a sort and one or two comparisons for each option,
    /// not one for each pair.
    pub fn new(left: &[&'a Infinitesimal], right: &[&'a Infinitesimal]) -> Self {
        Sides { left: Side::new(Player::Left, left), right: Side::new(Player::Right, right) }
    }

    fn side(&self, player: Player) -> &Side<'a> {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The undominated options of `player`.
    pub fn options(&self, player: Player) -> impl Iterator<Item = &'a Infinitesimal> + Clone {
        self.side(player).entries.iter().map(|entry| entry.option)
    }
}

impl Reach for Sides<'_> {
    fn reaches(&self, player: Player, target: &Infinitesimal) -> bool {
        self.side(player).reaches(target)
    }

    fn nimbers(&self, player: Player) -> impl Iterator<Item = &UBig> {
        self.side(player).entries.iter().map(|entry| entry.option.star())
    }
}

impl<'a> Side<'a> {
    fn new(player: Player, options: &[&'a Infinitesimal]) -> Self {
        let entry = |&option| Entry {
            option,
            advantage: advantage(player, option),
            pair: option.star() >> 1,
        };
        let mut side =
            Side { player, entries: options.iter().map(entry).collect(), best: None, second: None };
        if side.entries.len() > 1 {
            side.entries.arrange_by(|a, b| a.option.star().cmp(b.option.star()));
            side.keep_best_of_each_nimber();
            side.find_best();
            side.drop_dominated();
        }
        side.find_best();
        side
    }

    /// Games with the same nimber are totally ordered.
    fn keep_best_of_each_nimber(&mut self) {
        let player = self.player;
        self.entries.dedup_by(|later, kept| {
            let same = later.option.star() == kept.option.star();
            if same && favours(player, later.option.compare(kept.option)) {
                std::mem::swap(later, kept);
            }
            same
        });
    }

    fn find_best(&mut self) {
        let larger = |a: &usize, b: &usize| -> Ordering {
            self.entries[*a].advantage.cmp(&self.entries[*b].advantage)
        };
        let best = (0..self.entries.len()).max_by(larger);
        let second = best.and_then(|best| {
            let other = |&i: &usize| self.entries[i].pair != self.entries[best].pair;
            (0..self.entries.len()).filter(other).max_by(larger)
        });
        (self.best, self.second) = (best, second);
    }

    /// Removes options that an option with another nimber dominates. Such an option has a nimber of
    /// the same pair, or a larger advantage.
    fn drop_dominated(&mut self) {
        let doomed: SmallVec<[bool; 8]> =
            (0..self.entries.len()).map(|index| self.is_dominated(index)).collect();
        let mut doomed = doomed.into_iter();
        self.entries.retain(|_| !doomed.next().unwrap_or(false));
    }

    fn is_dominated(&self, index: usize) -> bool {
        let entry = &self.entries[index];
        let partner =
            [index.checked_sub(1), index.checked_add(1)].into_iter().flatten().any(|near| {
                self.entries.get(near).is_some_and(|near| {
                    near.pair == entry.pair
                        && favours(self.player, near.option.compare(entry.option))
                })
            });
        partner || self.best_outside(&entry.pair).is_some_and(|b| b.advantage > entry.advantage)
    }

    fn best_outside(&self, pair: &UBig) -> Option<&Entry<'a>> {
        let of_other_pair = |index: &usize| self.entries[*index].pair != *pair;
        let index = self.best.filter(of_other_pair).or(self.second.filter(of_other_pair))?;
        self.entries.get(index)
    }

    fn reaches(&self, target: &Infinitesimal) -> bool {
        let pair = target.star() >> 1;
        let first = self.entries.partition_point(|entry| entry.pair < pair);
        let near = self.entries[first..].iter().take_while(|entry| entry.pair == pair);
        let mut near = near.map(|entry| entry.option.compare(target));
        if near.any(|relation| favours(self.player, relation)) {
            return true;
        }
        let target_advantage = || advantage(self.player, target);
        self.best_outside(&pair).is_some_and(|best| best.advantage > target_advantage())
    }
}

fn advantage(player: Player, option: &Infinitesimal) -> IBig {
    let total = option.total();
    match player {
        Player::Left => total,
        Player::Right => -total,
    }
}
