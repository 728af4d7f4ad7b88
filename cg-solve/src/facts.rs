//! What a search asks again and again of a value: is it a closed form, its negative,
//! its mean, temperature and stops, its atomic weight.
//!
//! The weight of a sum of all-small games is the sum of their weights. By the two-ahead rule
//! (Siegel, section II.7; *Winning Ways*, chapter 8) a weight of at least 2 is a win for Left, and
//! of at least 1 when Left moves first; so for Right.

use cg_core::{Dyadic, Error, Game, LimitReached, Result};
use cg_simplify::{Engine, FunctionError};
use dashu_int::ops::BitTest;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// Steps of the engine for the thermograph of one value.
const STEPS: u32 = 1_000;

/// Steps of the engine for the atomic weight of one value.
const WEIGHT_STEPS: u32 = 5_000;

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
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Heat {
    pub(crate) mean: f64,
    /// At least 0.
    pub(crate) temperature: f64,
    pub(crate) left_stop: f64,
    pub(crate) right_stop: f64,
    /// The largest difference of the two stops of a term.
    pub(crate) swing: f64,
    /// Integers that the atomic weight is at least and at most, where it is all-small.
    pub(crate) weight: Option<[f64; 2]>,
}

impl Default for Heat {
    /// The figures of 0.
    fn default() -> Self {
        let weight = Some([0.0; 2]);
        Heat { mean: 0.0, temperature: 0.0, left_stop: 0.0, right_stop: 0.0, swing: 0.0, weight }
    }
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
            weight: self
                .weight
                .zip(other.weight)
                .map(|([low, high], [least, most])| [low + least, high + most]),
        }
    }

    pub(crate) fn negated(self) -> Heat {
        Heat {
            mean: -self.mean,
            temperature: self.temperature,
            left_stop: -self.right_stop,
            right_stop: -self.left_stop,
            swing: self.swing,
            weight: self.weight.map(|[low, high]| [-high, -low]),
        }
    }

    /// How good it seems for Left: the mean, and of equal means the weight.
    pub(crate) fn estimate(&self) -> f64 {
        self.mean + self.weight.map_or(0.0, |[low, high]| (low + high) / 2.0 * A_LITTLE)
    }

    /// Whether Left, who moves first in the sum, wins, when these figures tell.
    pub(crate) fn left_wins_first(&self) -> Option<bool> {
        self.left_wins_by_stops().or_else(|| self.left_wins_by_weight())
    }

    /// The same, when mean, temperature and stops tell.
    pub(crate) fn left_wins_by_stops(&self) -> Option<bool> {
        // The left stop is at least the mean, and at most mean plus temperature. Who moves
        // first in one term and answers in the others gets the left stop of that term.
        if self.mean > 0.0 || self.right_stop + self.swing > 0.0 {
            return Some(true);
        }
        (self.mean + self.temperature < 0.0 || self.left_stop < 0.0).then_some(false)
    }

    /// The same, when the atomic weight tells.
    pub(crate) fn left_wins_by_weight(&self) -> Option<bool> {
        match self.weight? {
            [low, _] if low >= 1.0 => Some(true),
            [_, high] if high <= -2.0 => Some(false),
            _ => None,
        }
    }
}

/// What a weight of 1 counts beside means: less than any mean that `exact` lets through.
const A_LITTLE: f64 = 1.0 / (1u32 << 20) as f64;

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
        let mut heat = within(engine, STEPS, |engine| heat(engine, g))?.flatten();
        if let Some(heat) = &mut heat
            && [heat.left_stop, heat.right_stop] == [0.0; 2]
        {
            heat.weight = within(engine, WEIGHT_STEPS, |engine| weight(engine, g))?.flatten();
        }
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

/// What the work gives; `None` when it takes more steps.
fn within<T>(
    engine: &mut Engine,
    steps: u32,
    work: impl FnOnce(&mut Engine) -> Result<T>,
) -> Result<Option<T>> {
    match engine.within(steps, work) {
        Err(Error::Limit(LimitReached::Steps { .. })) => Ok(None),
        done => done.map(Some),
    }
}

/// Integers that the atomic weight of an infinitesimal is at least and at most.
fn weight(engine: &mut Engine, g: Game) -> Result<Option<[f64; 2]>> {
    if !engine.is_all_small(g)? {
        return Ok(None);
    }
    let weight = match engine.atomic_weight(g) {
        Ok(weight) => weight,
        Err(FunctionError::Game(error)) => return Err(error),
        Err(_) => return Ok(None),
    };
    let stops = engine.stops(weight)?;
    let [Some(low), Some(high)] = [&stops.right, &stops.left].map(exact) else {
        return Ok(None);
    };
    // A number is its own stop; another game may be confused with a stop that is an integer.
    let beyond = f64::from(u8::from(!engine.is_number(weight)?));
    Ok(Some([low.floor() - beyond, high.ceil() + beyond]))
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
    Ok(Some(Heat {
        mean,
        temperature: temperature.max(0.0),
        left_stop,
        right_stop,
        swing,
        weight: None,
    }))
}

#[cfg(test)]
mod tests {
    use super::{FactsMemo, Heat};
    use cg_core::{Game, Limits};
    use cg_simplify::Engine;

    /// What the figures of a sum of all-small games tell is so.
    #[test]
    fn weights_tell_who_wins() {
        let registry = cg_subgroups::standard().unwrap();
        let mut engine = Engine::new(registry, Limits::default()).unwrap();
        let mut random = fastrand::Rng::with_seed(1);
        let mut games = vec![Game::ZERO];
        while games.len() < 80 {
            let mut side = || -> Vec<Game> {
                let options = 1 + random.usize(..2);
                (0..options).map(|_| games[random.usize(..games.len().min(12))]).collect()
            };
            let (left, right) = (side(), side());
            let game = engine.game(&left, &right).unwrap();
            if !games.contains(&game) {
                games.push(game);
            }
        }
        let (mut memo, mut told, mut odd) = (FactsMemo::default(), 0, 0);
        for _ in 0..5_000 {
            let terms: Vec<Game> =
                (0..1 + random.usize(..4)).map(|_| games[random.usize(..games.len())]).collect();
            let heat = terms.iter().try_fold(Heat::default(), |sum, &game| {
                Some(sum.plus(memo.of(&mut engine, game).unwrap().heat?))
            });
            let heat = heat.expect("small games have figures");
            odd += usize::from(heat.weight.is_some_and(|[low, high]| low != high));
            let sum = engine.sum(&terms).unwrap();
            for (heat, sum) in [(heat, sum), (heat.negated(), engine.negate(sum).unwrap())] {
                if let Some(wins) = heat.left_wins_first() {
                    told += 1;
                    assert_eq!(wins, !engine.le(sum, Game::ZERO).unwrap(), "{terms:?}");
                }
            }
        }
        assert!(told > 1_500 && odd > 500, "{told}, {odd}");
    }
}
