//! Where the best scores of both players agree: a number plus an infinitesimal.

use cg_core::{Player, Result};
use cg_subgroups::Infinitesimal;
use cg_subgroups::infinitesimal::{Cells, Reach, simplify_with};
use dashu_int::UBig;

use crate::element::SwitchSum;
use crate::rule::Side;

impl Side<'_> {
    /// Whether some option at the best score x is at least as good for the player
    /// as x + `target`: the opponent, beginning, does not win the difference.
    pub(crate) fn front_reaches(&self, target: &Infinitesimal) -> bool {
        self.front.iter().any(|option| {
            let relation = option.infinitesimal().compare(target);
            // After an odd number of switches the player moves first.
            match (self.player, option.is_even()) {
                (Player::Left, true) => relation.at_least(),
                (Player::Left, false) => !relation.at_most(),
                (Player::Right, true) => relation.at_most(),
                (Player::Right, false) => !relation.at_least(),
            }
        })
    }
}

/// The sides of a game x + H, H infinitesimal, without the x.
struct Fronts<'a> {
    left: &'a Side<'a>,
    right: &'a Side<'a>,
}

impl Fronts<'_> {
    fn side(&self, player: Player) -> &Side<'_> {
        match player {
            Player::Left => self.left,
            Player::Right => self.right,
        }
    }
}

impl Reach for Fronts<'_> {
    fn reaches(&self, player: Player, target: &Infinitesimal) -> bool {
        self.side(player).front_reaches(target)
    }

    fn nimbers(&self, player: Player) -> impl Iterator<Item = &UBig> {
        self.side(player).front.iter().map(|option| option.infinitesimal().star())
    }
}

/// The infinitesimal H, if the game is x + H with H = S + *n.
pub(crate) fn simplify(left: &Side<'_>, right: &Side<'_>) -> Result<Option<Infinitesimal>> {
    let fronts = Fronts { left, right };
    let special = special_nimbers(&fronts);
    let [left_sources, right_sources] = [left, right].map(|side| {
        side.front.iter().flat_map(|option| stand_ins(side.player, option, &special)).collect()
    });
    let sources = |player| -> std::slice::Iter<'_, Infinitesimal> {
        let sources: &Vec<Infinitesimal> = match player {
            Player::Left => &left_sources,
            Player::Right => &right_sources,
        };
        sources.iter()
    };
    let at_x = left.front.iter().chain(&right.front).map(|option| option.infinitesimal());
    let stand_ins = Player::BOTH.into_iter().flat_map(sources);
    let cells = Cells::of(at_x.chain(stand_ins));
    simplify_with(&fronts, &cells, sources)
}

/// What stands for an option when candidates are made: its infinitesimal, or,
/// when the number of its switches is odd, `player`'s options of that. For then
/// the option is reversible: the opponent begins with the switches and has the
/// last of them, and `player` moves in the infinitesimal.
fn stand_ins(player: Player, option: &SwitchSum, special: &[UBig]) -> Vec<Infinitesimal> {
    if option.is_even() {
        return vec![option.infinitesimal().clone()];
    }
    let options = option.infinitesimal().options(player);
    let nimbers = special.iter().filter(|n| **n < options.nimbers);
    let nimbers = nimbers.map(|n| Infinitesimal::nimber(n.clone()));
    options.given.into_iter().chain(nimbers).collect()
}

/// The n and n xor 1 for the nimber part *n of each option at x. All other
/// nimbers are alike to every option, so a value with one of them could not be
/// unique, and none of them needs to stand for an option.
fn special_nimbers(fronts: &Fronts<'_>) -> Vec<UBig> {
    let mut special: Vec<UBig> = Player::BOTH
        .into_iter()
        .flat_map(|player| fronts.nimbers(player))
        .flat_map(|n| [n.clone(), n ^ UBig::ONE])
        .collect();
    special.sort_unstable();
    special.dedup();
    special
}
