//! The rules in words.

use cg_core::{Asked, Dyadic, Notation, Player, Subgroup};
use cg_subgroups::{Numberish, certificate, simplest_in_words};

use crate::element::SwitchSum;
use crate::rule::bounds;
use crate::subgroup::Switches;

pub(crate) fn explain(asked: Asked<'_, SwitchSum>, notation: Notation) -> Option<String> {
    match asked {
        Asked::Value { left, right, value } if value.is_number() => {
            let [lower, upper] = &bounds(left, right);
            let simplest =
                simplest_in_words([lower.as_ref(), upper.as_ref()], value.number(), notation);
            Some(format!(
                "with the options' switches played out, hottest first, a number fits:\n\
                 {simplest} (the simplest number theorem)"
            ))
        }
        Asked::Value { left, right, value } => {
            certificate(&Switches, left, right, value, notation).ok().flatten()
        }
        Asked::Outcome(g) => outcome(g, notation),
        Asked::Sum(_) => Some(
            "numbers add, two equal switches cancel, ups and nimbers add as they do alone"
                .to_owned(),
        ),
        _ => None,
    }
}

fn outcome(g: &SwitchSum, notation: Notation) -> Option<String> {
    if g.temperatures().is_empty() {
        return Numberish.explain(Asked::Outcome(&g.rest), notation);
    }
    let print = |score: &Dyadic| Numberish.print(&score.clone().into(), notation);
    let scores = Player::BOTH.map(|player| g.score(player));
    let [left, right] = [&scores[0], &scores[1]].map(print);
    let outcome = g.outcome();
    let so = Player::BOTH.map(|player| match outcome.won_by_first(player) {
        true => "who so wins",
        false => "who so loses",
    });
    let text = format!(
        "played hottest first, the switches leave {left} when Left begins, {}, and {right} when \
         Right does, {}",
        so[0], so[1]
    );
    if scores.iter().any(Dyadic::is_zero) {
        let who = if g.is_even() { "the player who began" } else { "the other player" };
        let rest = g.infinitesimal().clone().into();
        let rest = Numberish.print(&rest, notation);
        return Some(format!("{text}\n(at 0, {who} moves first in what is left, {rest})"));
    }
    Some(text)
}
