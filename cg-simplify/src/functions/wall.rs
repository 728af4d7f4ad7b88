//! The walls of a thermograph: piecewise linear functions of the temperature.

use std::cmp::Ordering;
use std::fmt;

use cg_core::{Arrange, Dyadic, Error, Player, Result};

/// A point of a wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The temperature t, at least -1.
    pub temperature: Dyadic,
    /// The value of the wall there.
    pub value: Dyadic,
}

/// One wall of a thermograph: a continuous function of the temperature t >= -1. Its slopes are -1,
/// 0 and 1, and it is constant from some temperature on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// From hot to cold: the points at which the slope changes, and the wall at t = -1.
    points: Vec<Point>,
}

/// The coldest temperature.
fn coldest() -> Dyadic {
    Dyadic::from(-1)
}

impl Wall {
    /// The vertical wall at `value`: a mast.
    pub(super) fn mast_at(value: Dyadic) -> Self {
        Wall { points: vec![Point { temperature: coldest(), value }] }
    }

    /// The wall with these points: see [`Wall::points`].
    pub(super) fn of_points(points: Vec<Point>) -> Self {
        debug_assert!(points.last().is_some_and(|last| last.temperature == coldest()));
        Wall { points }
    }

    /// The points at which the slope changes, from hot to cold, and last the wall at t = -1. Above
    /// the first point the wall is vertical.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The value of the wall at all high temperatures.
    pub fn mast(&self) -> &Dyadic {
        &self.points[0].value
    }

    /// The temperature above which the wall is vertical.
    pub fn vertical_from(&self) -> &Dyadic {
        &self.points[0].temperature
    }

    /// The value at `temperature`, which must be at least -1.
    pub fn at(&self, temperature: &Dyadic) -> Dyadic {
        let below = self.points.partition_point(|point| point.temperature > *temperature);
        match below.checked_sub(1) {
            None => self.mast().clone(),
            Some(above) => {
                let point = &self.points[above];
                let fall = temperature - &point.temperature;
                shifted(&point.value, self.slope_below(above), &fall)
            }
        }
    }

    /// The slopes from hot to cold, in values per degree: first the 0 of the mast, then one after
    /// each change.
    pub fn slopes(&self) -> Vec<i8> {
        let below = (0..self.points.len() - 1).map(|index| self.slope_below(index));
        std::iter::once(0).chain(below).collect()
    }

    /// The slope just below a point. Every slope is -1, 0 or 1, so its sign is enough.
    fn slope_below(&self, index: usize) -> i8 {
        slope_between(&self.points[index], self.points.get(index + 1))
    }

    /// About the number of bytes.
    pub(super) fn memory(&self) -> usize {
        self.points.capacity() * size_of::<Point>()
    }

    /// The wall that is, at each temperature, the better of two for `player`.
    pub(super) fn better(player: Player, a: &Wall, b: &Wall) -> Wall {
        let prefer = match player {
            Player::Left => Ordering::Greater,
            Player::Right => Ordering::Less,
        };
        let mut points: Vec<Point> = Vec::new();
        let mut last: Option<(Dyadic, Ordering, Dyadic)> = None;
        for temperature in temperatures(a, b) {
            let (va, vb) = (a.at(&temperature), b.at(&temperature));
            let gap = (&va - &vb).abs();
            let order = va.cmp(&vb);
            if let Some((above, above_order, above_gap)) = last {
                // They cross between the points: slopes of one player's walls differ by 1.
                if order.is_ne() && above_order == order.reverse() {
                    let crossing = &above - &above_gap;
                    let value = a.at(&crossing);
                    points.push(Point { temperature: crossing, value });
                }
            }
            let value = if order == prefer { va } else { vb };
            points.push(Point { temperature: temperature.clone(), value });
            last = Some((temperature, order, gap));
        }
        Wall { points }.simplified()
    }

    /// Removes points at which the slope does not change.
    fn simplified(self) -> Wall {
        let mut kept: Vec<Point> = Vec::with_capacity(self.points.len());
        let mut slope_above = 0;
        let mut points = self.points.into_iter().peekable();
        while let Some(point) = points.next() {
            let Some(next) = points.peek() else {
                kept.push(point);
                break;
            };
            let slope = slope_between(&point, Some(next));
            if slope != slope_above {
                slope_above = slope;
                kept.push(point);
            }
        }
        Wall { points: kept }
    }

    /// This wall below `temperature`, with the tax or bonus of a move of `player`, and vertical
    /// above.
    ///
    /// A left scaffold is the best right wall of Left's options minus t. A right scaffold is the
    /// best left wall of Right's options plus t.
    pub(super) fn scaffold_below(&self, player: Player, temperature: &Dyadic) -> Wall {
        let mut points = vec![Point {
            temperature: temperature.clone(),
            value: self.scaffold_at(player, temperature),
        }];
        for point in self.points.iter().filter(|point| point.temperature < *temperature) {
            let value = taxed(player, &point.value, &point.temperature);
            points.push(Point { temperature: point.temperature.clone(), value });
        }
        Wall { points }.simplified()
    }

    fn scaffold_at(&self, player: Player, temperature: &Dyadic) -> Dyadic {
        taxed(player, &self.at(temperature), temperature)
    }

    /// This wall below `temperature`, vertical above.
    pub(super) fn below(&self, temperature: &Dyadic) -> Wall {
        let top = Point { temperature: temperature.clone(), value: self.at(temperature) };
        let rest = self.points.iter().filter(|point| point.temperature < *temperature).cloned();
        Wall { points: std::iter::once(top).chain(rest).collect() }.simplified()
    }
}

/// The lowest temperature at which the left scaffold over `left` is at most the right scaffold over
/// `right`. There the mast begins.
///
/// # Errors
/// The left scaffold is at most the right one even at -1. Then the game is an integer, which has no
/// scaffolds.
pub(super) fn mast_start(left: &Wall, right: &Wall) -> Result<Dyadic> {
    let gap = |t: &Dyadic| left.scaffold_at(Player::Left, t) - right.scaffold_at(Player::Right, t);
    // The gap falls with rising temperature, by 2 for each degree at the top.
    let mut above: Option<Dyadic> = None;
    for temperature in temperatures(left, right) {
        let here = gap(&temperature);
        if here.sign().is_gt() {
            let Some(above) = above else { return Ok(temperature + here.half()?) };
            // The slope is -1 or -2 from here up to `above`, where the gap is not positive.
            let fall = &here - &gap(&above);
            let steep = fall > &above - &temperature;
            let rise = if steep { here.half()? } else { here };
            return Ok(temperature + rise);
        }
        above = Some(temperature);
    }
    match above {
        Some(lowest) if gap(&lowest).is_zero() => Ok(lowest),
        _ => Err(Error::subgroup("thermograph", "the scaffolds of a game do not meet")),
    }
}

fn taxed(player: Player, value: &Dyadic, temperature: &Dyadic) -> Dyadic {
    match player {
        Player::Left => value - temperature,
        Player::Right => value + temperature,
    }
}

/// The temperatures of the points of both walls, from hot to cold.
fn temperatures(a: &Wall, b: &Wall) -> Vec<Dyadic> {
    let both = a.points.iter().chain(&b.points);
    let mut temperatures: Vec<Dyadic> = both.map(|point| point.temperature.clone()).collect();
    temperatures.arrange_by(|a, b| b.cmp(a));
    temperatures.dedup();
    temperatures
}

fn slope_between(above: &Point, below: Option<&Point>) -> i8 {
    match below.map(|below| above.value.cmp(&below.value)) {
        None | Some(Ordering::Equal) => 0,
        Some(Ordering::Greater) => 1,
        Some(Ordering::Less) => -1,
    }
}

/// `value` after a step of `fall` degrees along `slope`.
fn shifted(value: &Dyadic, slope: i8, fall: &Dyadic) -> Dyadic {
    match slope {
        0 => value.clone(),
        1 => value + fall,
        _ => value - fall,
    }
}

/// The points as (value, temperature), from hot to cold.
impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, point) in self.points.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}({}, {})", point.value, point.temperature)?;
        }
        Ok(())
    }
}
