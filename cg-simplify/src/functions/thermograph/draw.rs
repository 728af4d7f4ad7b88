//! What both kinds of picture share: the part of the plane that is shown, with
//! the field's orientation, large values on the left and the mast upward.

use std::collections::BTreeSet;

use cg_core::{Dyadic, Player};
use dashu_int::IBig;

use super::Thermograph;

/// The values and temperatures that a picture shows.
pub(super) struct View {
    smallest: Dyadic,
    largest: Dyadic,
    pub(super) coldest: Dyadic,
    pub(super) hottest: Dyadic,
    /// The values of both walls at their breakpoints.
    pub(super) values: BTreeSet<Dyadic>,
    /// The temperatures of their breakpoints.
    pub(super) temperatures: BTreeSet<Dyadic>,
}

impl View {
    pub(super) fn of(thermograph: &Thermograph) -> Self {
        let points = || Player::BOTH.map(|player| thermograph.wall(player).points()).concat();
        let values: BTreeSet<Dyadic> = points().into_iter().map(|point| point.value).collect();
        let temperatures: BTreeSet<Dyadic> =
            points().into_iter().map(|point| point.temperature).collect();
        let mean = thermograph.mean();
        let one = Dyadic::ONE;
        let smallest = values.first().unwrap_or(mean).clone();
        let largest = values.last().unwrap_or(mean).clone();
        // A mast alone stands in the middle of two units.
        let alone = smallest == largest;
        let (smallest, largest) = if alone {
            (smallest - one.clone(), largest + one.clone())
        } else {
            (smallest, largest)
        };
        View {
            smallest,
            largest,
            coldest: -Dyadic::ONE,
            hottest: thermograph.temperature() + &one,
            values,
            temperatures,
        }
    }

    /// How far right a value stands: 0 for the largest, 1 for the smallest.
    pub(super) fn across(&self, value: &Dyadic) -> f64 {
        ratio(&(&self.largest - value), &(&self.largest - &self.smallest))
    }

    /// How far up a temperature stands: 0 for the coldest, 1 for the hottest.
    pub(super) fn up(&self, temperature: &Dyadic) -> f64 {
        ratio(&(temperature - &self.coldest), &(&self.hottest - &self.coldest))
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

/// A label and where it stands.
pub(super) struct Label {
    pub(super) place: f64,
    /// Half of the room that it takes.
    pub(super) half: f64,
    pub(super) text: String,
}

/// The labels that do not run into any chosen before them.
pub(super) fn spaced(labels: impl IntoIterator<Item = Label>) -> Vec<Label> {
    let mut chosen: Vec<Label> = Vec::new();
    for label in labels {
        let clear = |other: &Label| (label.place - other.place).abs() >= label.half + other.half;
        if chosen.iter().all(clear) {
            chosen.push(label);
        }
    }
    chosen
}

/// The length of a text as a size.
pub(super) fn length(text: &str) -> f64 {
    size(text.chars().count())
}

/// A count as a size.
pub(super) fn size(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
