//! The part of the plane that is shown.

use std::collections::BTreeSet;

use cg_core::{Dyadic, Player};
use cg_simplify::Thermograph;
use dashu_int::IBig;

use crate::look::Ink;

/// How much of the height the walls take; above stands the mast alone.
const BELOW_THE_MAST: f64 = 0.8;

/// The values and temperatures that a picture shows.
pub(super) struct View<'a> {
    thermograph: &'a Thermograph,
    smallest: Dyadic,
    largest: Dyadic,
    coldest: Dyadic,
    /// From the coldest temperature to that of the game, and a degree at least.
    span: Dyadic,
    /// The values of both walls at their breakpoints, the mean first.
    pub(super) values: Vec<Dyadic>,
    /// The temperatures of their breakpoints, that of the game and 0 first.
    pub(super) temperatures: Vec<Dyadic>,
}

/// The ink of a player's wall.
pub(super) fn ink(player: Player) -> Ink {
    match player {
        Player::Left => Ink::First,
        Player::Right => Ink::Second,
    }
}

impl<'a> View<'a> {
    pub(super) fn of(thermograph: &'a Thermograph) -> Self {
        let points = || Player::BOTH.map(|player| thermograph.wall(player).points()).concat();
        let values: BTreeSet<Dyadic> = points().into_iter().map(|point| point.value).collect();
        let temperatures: BTreeSet<Dyadic> =
            points().into_iter().map(|point| point.temperature).collect();
        let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
        let smallest = values.first().unwrap_or(mean).clone();
        let largest = values.last().unwrap_or(mean).clone();
        // A mast alone stands in the middle of two units.
        let alone = smallest == largest;
        let (smallest, largest) = if alone {
            (smallest - Dyadic::ONE, largest + Dyadic::ONE)
        } else {
            (smallest, largest)
        };
        let coldest = -Dyadic::ONE;
        let span = (temperature - &coldest).max(Dyadic::ONE);
        let zero = Dyadic::ZERO;
        let first = |first: Vec<Dyadic>, rest: BTreeSet<Dyadic>| {
            let rest: Vec<_> = rest.into_iter().filter(|value| !first.contains(value)).collect();
            first.into_iter().chain(rest).collect()
        };
        let ends = [&smallest, &largest].map(Clone::clone);
        let shown = values.into_iter().chain(if alone { ends.to_vec() } else { Vec::new() });
        View {
            values: first(vec![mean.clone()], shown.collect()),
            temperatures: first(vec![temperature.clone(), zero], temperatures),
            thermograph,
            smallest,
            largest,
            coldest,
            span,
        }
    }

    /// How far right a value stands: 0 for the largest, 1 for the smallest.
    pub(super) fn across(&self, value: &Dyadic) -> f64 {
        ratio(&(&self.largest - value), &(&self.largest - &self.smallest))
    }

    /// How far up a temperature stands: 0 for the coldest; the rest of the
    /// way up to 1 is the mast's.
    pub(super) fn up(&self, temperature: &Dyadic) -> f64 {
        BELOW_THE_MAST * ratio(&(temperature - &self.coldest), &self.span)
    }

    /// A player's wall from the foot of the mast down.
    pub(super) fn wall(&self, player: Player) -> Vec<(f64, f64)> {
        // Where the mast starts, the wall itself may be vertical already.
        let foot = (self.across(self.thermograph.mean()), self.up(self.thermograph.temperature()));
        let points = self.thermograph.wall(player).points().iter();
        let points = points.map(|point| (self.across(&point.value), self.up(&point.temperature)));
        std::iter::once(foot).chain(points).collect()
    }

    /// The mast, from its foot up.
    pub(super) fn mast(&self) -> [(f64, f64); 2] {
        let across = self.across(self.thermograph.mean());
        [(across, self.up(self.thermograph.temperature())), (across, 1.0)]
    }
}

/// part / whole for a positive whole, to 2^-30, whatever their sizes.
fn ratio(part: &Dyadic, whole: &Dyadic) -> f64 {
    const BITS: usize = 30;
    let dividend: IBig = part.numerator() << (whole.exponent() + BITS);
    let divisor: IBig = whole.numerator() << part.exponent();
    let quotient = i32::try_from(dividend / divisor).unwrap_or(i32::MAX);
    f64::from(quotient) / f64::from(1u32 << BITS)
}
