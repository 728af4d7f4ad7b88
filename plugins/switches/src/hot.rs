//! Where the best scores cross: a value with switches.

use std::collections::HashMap;

use cg_core::{Dyadic, Player, Result};
use cg_subgroups::{Infinitesimal, NumberPlus};

use crate::certify::certify;
use crate::element::SwitchSum;
use crate::rule::Side;

/// What two opposite options of a switch have in common: the other switches, and
/// the infinitesimal.
type Shared<'a> = (&'a [Dyadic], &'a Infinitesimal);

/// The value, if it is x ± a + W + S + *n for switches W cooler than a.
///
/// Its options are x + a + W + S + *n and x - a + W + S + *n. Each comes from an option of the
/// game by playing out an even number of its hottest switches, the opponent
/// first: were G^L >= S^L (a left option of the value S) without G^L >= S, the score of G^L - S^L with
/// Right to begin would be 0, with an even number of switches at least as
/// hot as a, and no infinitesimal part.
pub(crate) fn simplify(left: &Side<'_>, right: &Side<'_>) -> Result<Option<SwitchSum>> {
    let lefts = played_out(left);
    let rights = played_out(right);
    for ((switches, infinitesimal), high) in &lefts {
        let Some(low) = rights.get(&(*switches, *infinitesimal)) else { continue };
        let width = high - low;
        if width.sign().is_le() {
            continue;
        }
        let temperature = width.half()?;
        if switches.first().is_some_and(|hottest| *hottest >= temperature) {
            continue;
        }
        let number = low + &temperature;
        let infinitesimal = (*infinitesimal).clone();
        let value = SwitchSum {
            rest: NumberPlus { number, infinitesimal },
            switches: std::iter::once(temperature).chain(switches.iter().cloned()).collect(),
        };
        if certify(left, right, &value)? {
            return Ok(Some(value));
        }
    }
    Ok(None)
}

/// Each option with its 0, 2, 4, ... hottest switches played out, the opponent
/// first: the best number for each of what is left besides. (With a better one
/// for the same rest, an option would be at least as good as the value.)
fn played_out<'a>(side: &Side<'a>) -> HashMap<Shared<'a>, Dyadic> {
    let mut best: HashMap<Shared<'a>, Dyadic> = HashMap::new();
    for option in side.options {
        let mut number = option.number().clone();
        let mut switches = option.temperatures();
        loop {
            let known = best.entry((switches, option.infinitesimal()));
            known
                .and_modify(|known| {
                    if is_better(side.player, &number, known) {
                        known.clone_from(&number);
                    }
                })
                .or_insert_with(|| number.clone());
            let [first, second, cooler @ ..] = switches else { break };
            let loss = first - second;
            number = match side.player {
                Player::Left => &number - &loss,
                Player::Right => &number + &loss,
            };
            switches = cooler;
        }
    }
    best
}

fn is_better(player: Player, number: &Dyadic, other: &Dyadic) -> bool {
    match player {
        Player::Left => number > other,
        Player::Right => number < other,
    }
}
