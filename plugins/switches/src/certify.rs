//! The certificate that a value is right.

use cg_core::{Player, Relation, Result};

use crate::element::SwitchSum;
use crate::rule::Side;

/// Whether {L | R} equals `value`, which has a switch, so that it has one
/// canonical option for each player.
///
/// It does exactly when no option is as good for its player as the value itself,
/// and some option of each player is at least as good as theirs in the value (the
/// theorem at [`cg_subgroups::infinitesimal::certify`]).
pub(crate) fn certify(left: &Side<'_>, right: &Side<'_>, value: &SwitchSum) -> Result<bool> {
    for side in [left, right] {
        let Some(wanted) = value.hottest_played(side.player)? else { return Ok(false) };
        let reaches = |target: &SwitchSum| {
            side.options.iter().any(|option| favours(side.player, option.compare(target)))
        };
        if reaches(value) || !reaches(&wanted) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a game in this relation to another is at least as good for `player`.
fn favours(player: Player, relation: Relation) -> bool {
    match player {
        Player::Left => relation.at_least(),
        Player::Right => relation.at_most(),
    }
}
