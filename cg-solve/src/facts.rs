//! What a search asks again and again of a value: is it a closed form, its negative,
//! its mean, temperature and stops.

use cg_core::{Dyadic, Error, Game, LimitReached, Result};
use cg_simplify::Engine;
use dashu_int::ops::BitTest;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// Steps of the engine for the thermograph of one value.
const STEPS: u32 = 1_000;

/// What is known of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// Whether it is a number plus ups plus a nimber, which add in closed form.
    pub(crate) is_cold: bool,
    pub(crate) is_number: bool,
    pub(crate) negative: Game,
    /// `None` where they are too large, too fine, or too dear to work out.
    pub(crate) heat: Option<Heat>,
}

/// Exact figures of a value, or of a sum: sums of a few of them are exact too.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Heat {
    pub(crate) mean: f64,
    /// At least 0.
    pub(crate) temperature: f64,
    pub(crate) left_stop: f64,
    pub(crate) right_stop: f64,
    /// The largest difference of the two stops of a term.
    pub(crate) swing: f64,
}

impl Heat {
    /// What holds of a sum of games with these figures: the mean is exact, the
    /// temperature and the left stop are at most this, the right stop at least.
    pub(crate) fn plus(self, other: Heat) -> Heat {
        Heat {
            mean: self.mean + other.mean,
            temperature: self.temperature.max(other.temperature),
            left_stop: self.left_stop + other.left_stop,
            right_stop: self.right_stop + other.right_stop,
            swing: self.swing.max(other.swing),
        }
    }

    pub(crate) fn negated(self) -> Heat {
        Heat {
            mean: -self.mean,
            temperature: self.temperature,
            left_stop: -self.right_stop,
            right_stop: -self.left_stop,
            swing: self.swing,
        }
    }

    /// Whether Left, who moves first in the sum, wins, when these figures tell.
    pub(crate) fn left_wins_first(&self) -> Option<bool> {
        // The left stop is at least the mean, and at most mean plus temperature. Who moves
        // first in one term and answers in the others gets the left stop of that term.
        if self.mean > 0.0 || self.right_stop + self.swing > 0.0 {
            return Some(true);
        }
        (self.mean + self.temperature < 0.0 || self.left_stop < 0.0).then_some(false)
    }
}

/// Numbers with at most so many binary places and below 2^30 are exact as `f64`, and so
/// are sums of a thousand of them.
const PLACES: usize = 12;

fn exact(number: &Dyadic) -> Option<f64> {
    let (numerator, exponent) = (number.numerator(), number.exponent());
    if exponent > PLACES || numerator.bit_len() > 30 {
        return None;
    }
    let numerator = i32::try_from(numerator).ok()?;
    Some(f64::from(numerator) / f64::from(1u32 << exponent))
}

/// The facts that were asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct FactsMemo(HashMap<Game, Facts, FxBuildHasher>);

impl FactsMemo {
    pub(crate) fn of(&mut self, engine: &mut Engine, g: Game) -> Result<Facts> {
        if let Some(&known) = self.0.get(&g) {
            return Ok(known);
        }
        let negative = engine.negate(g)?;
        let heat = match engine.within(STEPS, |engine| heat(engine, g)) {
            Err(Error::Limit(LimitReached::Steps { .. })) => None,
            heat => heat?,
        };
        let facts = Facts {
            is_cold: engine.number_ups_star(g)?.is_some(),
            is_number: engine.as_number(g)?.is_some(),
            negative,
            heat,
        };
        self.0.insert(g, facts);
        Ok(facts)
    }

    pub(crate) fn memory(&self) -> usize {
        self.0.allocation_size()
    }
}

fn heat(engine: &mut Engine, g: Game) -> Result<Option<Heat>> {
    let stops = engine.stops(g)?;
    let mean = engine.mean(g)?;
    let temperature = engine.temperature(g)?;
    let figures = [&mean, &temperature, &stops.left, &stops.right].map(exact);
    let [Some(mean), Some(temperature), Some(left_stop), Some(right_stop)] = figures else {
        return Ok(None);
    };
    let swing = left_stop - right_stop;
    Ok(Some(Heat { mean, temperature: temperature.max(0.0), left_stop, right_stop, swing }))
}
