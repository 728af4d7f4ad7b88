//! The options of a game, prepared for the simplification rule.

use std::cmp::Ordering;

use cg_core::Player;
use dashu_int::{IBig, UBig};
use smallvec::SmallVec;

use super::Infinitesimal;
use crate::certificate::favours;

/// What the simplification rule asks about the options of a game G. A group
/// that contains the values S + *n implements this with its own comparison.
pub trait Reach {
    /// Whether some option of `player` is at least as good for them as
    /// `target`: G^L >= target for Left, G^R <= target for Right.
    fn reaches(&self, player: Player, target: &Infinitesimal) -> bool;

    /// The n of the nimber part *n of each option of `player` that matters, in
    /// any order.
    ///
    /// [`Reach::reaches`] must give one and the same answer for all nimbers *k
    /// where k is neither n nor n xor 1 for any such n. So it is with the values
    /// S + *n: against a nimber that differs by *2 or more, only the sum of the
    /// coefficients counts.
    fn nimbers(&self, player: Player) -> impl Iterator<Item = &UBig>;

    /// The smallest n for which no option of `player` is at least as good as
    /// *n; `None` when there is none. It generalises the mex of nimbers: G is *n
    /// exactly when n is this for both players.
    fn least_unreached(&self, player: Player) -> Option<UBig> {
        let mut special: SmallVec<[UBig; 8]> =
            self.nimbers(player).flat_map(|n| [n.clone(), n ^ UBig::ONE]).collect();
        special.sort_unstable();
        special.dedup();
        let reached = |n: &UBig| self.reaches(player, &Infinitesimal::nimber(n.clone()));
        // The first nimber that is not special speaks for all of these.
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
    /// n / 2 of its nimber *n: nimbers of one pair differ by at most *.
    pair: UBig,
}

/// The undominated options of one player.
#[derive(Clone, Debug)]
struct Side<'a> {
    player: Player,
    /// By nimber; at most one for each.
    entries: SmallVec<[Entry<'a>; 4]>,
    /// The entry with the largest advantage, and the largest among the other pairs.
    best: Option<usize>,
    second: Option<usize>,
}

/// The undominated options of both players in a game whose options are all of
/// the form S + *n.
#[derive(Clone, Debug)]
pub struct Sides<'a> {
    left: Side<'a>,
    right: Side<'a>,
}

impl<'a> Sides<'a> {
    /// Sorts out the undominated options: a comparison or two for each option
    /// after a sort, not one for each pair.
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
            side.entries.sort_unstable_by(|a, b| a.option.star().cmp(b.option.star()));
            side.keep_best_of_each_nimber();
            side.find_best();
            side.drop_dominated();
        }
        side.find_best();
        side
    }

    /// Games with one nimber are totally ordered.
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

    /// Drops what an option of another nimber dominates: one of the same pair,
    /// or one of another pair that has a larger advantage.
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
