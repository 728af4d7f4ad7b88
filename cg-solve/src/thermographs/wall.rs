//! Walls of thermographs in machine integers: piecewise linear functions of the temperature.
//!
//! A wall is kept as it falls with rising temperature: the left wall L as it is, the right wall R
//! as -R. So both have slopes 0 and -1, and a game and its negative have the same two walls, in
//! the other order.
//!
//! One unit is 2^-36. Numbers and corners are multiples of 2^-28. Walls begin at some floor. The
//! floor [`Floor::BelowZero`] is one unit below 0, which is colder than no number, but colder than
//! infinitesimals: there a game is a number exactly where its left wall is at most its right wall.

use std::cmp::Ordering;

use cg_core::Dyadic;
use dashu_int::IBig;
use smallvec::SmallVec;

/// A value or a temperature, in units.
pub(crate) type Units = i64;

/// Units of a number: its 1 has so many binary places.
const PLACES: u32 = 36;

/// Numbers and corners are multiples of so many units, so that a few units are nearer to a number
/// than any other number.
const GRAIN: Units = 1 << 8;

/// The integer 1.
pub(crate) const ONE: Units = 1 << PLACES;

/// Values and temperatures lie between the negative of this and this.
const MOST: Units = 1 << 58;

/// The most walls that one sum has: so many steps of one unit are less than a grain.
const MOST_TERMS: usize = 255;

/// A number is too large or too fine for these walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfRange;

/// The coldest temperature of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Floor {
    /// Just below 0, where numbers are cold and infinitesimals are not. Any number that is added
    /// shifts a wall.
    BelowZero,
    /// At -1, where integers alone are cold.
    MinusOne,
}

impl Floor {
    /// The temperature.
    pub(crate) fn units(self) -> Units {
        match self {
            Floor::BelowZero => -1,
            Floor::MinusOne => -ONE,
        }
    }
}

/// A number in units.
pub(crate) fn units(number: &Dyadic) -> Result<Units, OutOfRange> {
    let places = u32::try_from(number.exponent()).map_err(|_| OutOfRange)?;
    let shift = PLACES.checked_sub(places).ok_or(OutOfRange)?;
    let numerator = Units::try_from(number.numerator()).map_err(|_| OutOfRange)?;
    let units = numerator.checked_mul(1 << shift).ok_or(OutOfRange)?;
    whole(units)
}

/// A number from its units.
pub(crate) fn dyadic(units: Units) -> Dyadic {
    Dyadic::new(IBig::from(units), PLACES as usize).expect("it has few bits")
}

/// A value or temperature that is in range, and no finer than numbers are.
fn whole(units: Units) -> Result<Units, OutOfRange> {
    (units % GRAIN == 0 && (-MOST..=MOST).contains(&units)).then_some(units).ok_or(OutOfRange)
}

/// A wall as it falls with rising temperature.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Wall {
    /// The value at all high temperatures.
    pub(crate) mast: Units,
    /// The temperatures at which the slope changes, from hot to cold, all above the floor: below
    /// the first the slope is -1, below the second 0, and so on.
    pub(crate) breaks: SmallVec<[Units; 3]>,
}

/// A wall in the making, from hot to cold.
struct Making {
    mast: Units,
    breaks: SmallVec<[Units; 3]>,
}

impl Making {
    fn new(mast: Units) -> Self {
        Making { mast, breaks: SmallVec::new() }
    }

    /// From `temperature` down the wall rises by so much a degree, 0 or 1.
    fn rate(&mut self, temperature: Units, rate: Units) {
        let now = Units::from(self.breaks.len() % 2 == 1);
        if rate == now {
            return;
        }
        // Two changes at one temperature are none.
        if self.breaks.last() == Some(&temperature) {
            self.breaks.pop();
        } else {
            self.breaks.push(temperature);
        }
    }

    fn done(self) -> Wall {
        Wall { mast: self.mast, breaks: self.breaks }
    }
}

/// Follows a wall from hot to cold.
struct Walk<'w> {
    breaks: &'w [Units],
    /// The slope below the breaks that were passed, as a rise towards cold.
    rate: Units,
}

impl<'w> Walk<'w> {
    fn new(wall: &'w Wall) -> Self {
        Walk { breaks: &wall.breaks, rate: 0 }
    }

    /// The next temperature at which the slope changes.
    fn next(&self) -> Option<Units> {
        self.breaks.first().copied()
    }

    /// Passes the breaks at this temperature.
    fn pass(&mut self, temperature: Units) {
        while let Some((&first, rest)) = self.breaks.split_first()
            && first == temperature
        {
            (self.breaks, self.rate) = (rest, 1 - self.rate);
        }
    }
}

/// Which of two walls is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Lower,
    Higher,
}

impl Wall {
    /// The vertical wall.
    pub(crate) fn vertical(mast: Units) -> Self {
        Making::new(mast).done()
    }

    pub(crate) fn is_vertical(&self) -> bool {
        self.breaks.is_empty()
    }

    /// The value at a temperature that is at least the floor.
    pub(crate) fn at(&self, temperature: Units) -> Units {
        let mut value = self.mast;
        for pair in self.breaks.chunks(2) {
            let end = pair.get(1).copied().unwrap_or(Units::MIN).max(temperature);
            value += (pair[0] - end).max(0);
        }
        value
    }

    /// This wall with a value added.
    pub(crate) fn shifted(&self, by: Units) -> Result<Wall, OutOfRange> {
        let mast = whole(self.mast + by)?;
        Ok(Wall { mast, breaks: self.breaks.clone() })
    }

    /// The wall that is the lower one of two at each temperature.
    pub(crate) fn lower(&self, other: &Wall, floor: Floor) -> Wall {
        self.chosen(other, floor.units(), Wanted::Lower)
    }

    /// The wall that is the higher one of two at each temperature.
    pub(crate) fn higher(&self, other: &Wall, floor: Floor) -> Wall {
        self.chosen(other, floor.units(), Wanted::Higher)
    }

    fn chosen(&self, other: &Wall, floor: Units, wanted: Wanted) -> Wall {
        let (mut a, mut b) = (Walk::new(self), Walk::new(other));
        let towards = if wanted == Wanted::Lower { 1 } else { -1 };
        let mast = match wanted {
            Wanted::Lower => self.mast.min(other.mast),
            Wanted::Higher => self.mast.max(other.mast),
        };
        let mut made = Making::new(mast);
        // How far `self` is on the wanted side of `other`.
        let mut lead = (other.mast - self.mast) * towards;
        let Some(mut from) = a.next().max(b.next()) else { return made.done() };
        loop {
            a.pass(from);
            b.pass(from);
            let to = a.next().max(b.next()).unwrap_or(floor);
            let change = (b.rate - a.rate) * towards;
            let (first, second) = match lead.cmp(&0) {
                Ordering::Greater => (a.rate, b.rate),
                Ordering::Less => (b.rate, a.rate),
                Ordering::Equal if change >= 0 => (a.rate, a.rate),
                Ordering::Equal => (b.rate, b.rate),
            };
            made.rate(from, first);
            let end = lead + change * (from - to);
            if lead != 0 && lead.signum() == -end.signum() {
                made.rate(from - lead.abs(), second);
            }
            lead = end;
            if to == floor {
                return made.done();
            }
            from = to;
        }
    }

    /// Whether this wall is lower than another one at some temperature up to `top`.
    pub(crate) fn is_lower_somewhere(&self, other: &Wall, floor: Floor, top: Units) -> bool {
        // The difference is linear between the corners of both.
        let corners = self.breaks.iter().chain(&other.breaks).filter(|&&corner| corner < top);
        corners.chain([&top, &floor.units()]).any(|&at| self.at(at) < other.at(at))
    }

    /// A wall that is at least each falling wall of slopes 0 and -1 below the sum of `walls`.
    pub(crate) fn above_sum(walls: &[&Wall], floor: Floor) -> Result<Wall, OutOfRange> {
        let mut made = Making::new(mast_of(walls.iter().map(|wall| wall.mast))?);
        // How far the sum is above the wall.
        let mut ahead: i128 = 0;
        falls(walls, floor.units(), |from, to, rates| {
            let rise = rates.iter().sum::<Units>();
            let length = i128::from(from - to);
            let rate = Units::from(ahead > 0 || rise > 0);
            made.rate(from, rate);
            let end = ahead + i128::from(rise - rate) * length;
            if end < 0 {
                let met = Units::try_from(ahead).expect("it is shorter than the step");
                made.rate(from - met, 0);
            }
            ahead = end.max(0);
        })?;
        Ok(made.done())
    }

    /// A wall that is at most each falling wall above `first` less the sum of `others`.
    pub(crate) fn below_difference(
        first: &Wall,
        others: &[&Wall],
        floor: Floor,
    ) -> Result<Wall, OutOfRange> {
        let masts = others.iter().map(|wall| -wall.mast);
        let mut made = Making::new(mast_of(masts.chain([first.mast]))?);
        let mut walls: SmallVec<[&Wall; 8]> = SmallVec::from_slice(others);
        walls.push(first);
        // How far the difference is below the wall.
        let mut behind: i128 = 0;
        falls(&walls, floor.units(), |from, to, rates| {
            let (first, others) = rates.split_last().expect("there is the first");
            let rise = first - others.iter().sum::<Units>();
            let length = i128::from(from - to);
            let end = behind - i128::from(rise) * length;
            if behind == 0 {
                made.rate(from, rise.max(0));
            } else {
                made.rate(from, 0);
                if end < 0 {
                    let met = Units::try_from(behind).expect("it is shorter than the step");
                    made.rate(from - met, 1);
                }
            }
            behind = end.max(0);
        })?;
        Ok(made.done())
    }

    /// The scaffold over this wall, -t less the wall, up to the temperature `top` where it is
    /// `mast`, and vertical above.
    fn scaffold(&self, top: Units, mast: Units) -> Wall {
        let below = self.breaks.partition_point(|&at| at >= top);
        let mut made = Making::new(mast);
        // It rises where the wall under it does not.
        made.rate(top, Units::from(below % 2 == 0));
        made.breaks.extend_from_slice(&self.breaks[below..]);
        made.done()
    }
}

fn mast_of(masts: impl Iterator<Item = Units>) -> Result<Units, OutOfRange> {
    let mast: i128 = masts.map(i128::from).sum();
    whole(Units::try_from(mast).map_err(|_| OutOfRange)?)
}

/// Calls `step` for each piece on which no slope of `walls` changes, from hot to cold, with its
/// ends and the rises of all walls towards cold.
fn falls(
    walls: &[&Wall],
    floor: Units,
    mut step: impl FnMut(Units, Units, &[Units]),
) -> Result<(), OutOfRange> {
    if walls.len() > MOST_TERMS {
        return Err(OutOfRange);
    }
    let mut walks: SmallVec<[Walk<'_>; 8]> = walls.iter().map(|wall| Walk::new(wall)).collect();
    let next = |walks: &[Walk<'_>]| walks.iter().filter_map(Walk::next).max();
    let mut from = next(&walks);
    while let Some(at) = from {
        walks.iter_mut().for_each(|walk| walk.pass(at));
        let rates: SmallVec<[Units; 8]> = walks.iter().map(|walk| walk.rate).collect();
        from = next(&walks);
        step(at, from.unwrap_or(floor), &rates);
    }
    Ok(())
}

/// Both walls of a game: the left one, and the right one with the other sign.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Walls {
    pub(crate) left: Wall,
    pub(crate) right: Wall,
}

impl Walls {
    pub(crate) fn number(mast: Units) -> Self {
        Walls { left: Wall::vertical(mast), right: Wall::vertical(-mast) }
    }

    /// The walls of the negative.
    pub(crate) fn negated(self) -> Self {
        Walls { left: self.right, right: self.left }
    }

    /// The walls with a number added.
    pub(crate) fn shifted(&self, by: Units) -> Result<Self, OutOfRange> {
        Ok(Walls { left: self.left.shifted(by)?, right: self.right.shifted(-by)? })
    }

    /// Whether it is a number, at a floor where numbers are cold.
    pub(crate) fn as_number(&self) -> Option<Units> {
        let number = self.left.is_vertical() && self.right.is_vertical();
        (number && self.left.mast == -self.right.mast).then_some(self.left.mast)
    }

    /// The temperature above which both walls are vertical; `None` where they are that from the
    /// floor on.
    pub(crate) fn top(&self) -> Option<Units> {
        self.left.breaks.first().max(self.right.breaks.first()).copied()
    }

    /// The walls of a game from the lowest right wall, with the other sign, of Left's options,
    /// and the lowest left wall of Right's options. `None` where a player has no option.
    pub(crate) fn of_options(
        [left, right]: [Option<&Wall>; 2],
        floor: Floor,
    ) -> Result<Self, OutOfRange> {
        let at = floor.units();
        let (low, high) = (left.map(|wall| -wall.at(at) - at), right.map(|wall| wall.at(at) + at));
        let (Some(left), Some(right), Some(top)) = (left, right, crossing(left, right, floor)?)
        else {
            return Ok(Walls::number(simplest(low, high, floor)?));
        };
        let mast = whole(right.at(top) + top)?;
        Ok(Walls { left: left.scaffold(top, mast), right: right.scaffold(top, -mast) })
    }

    /// Walls between which those of a sum lie, from walls of its terms, at most those of the
    /// terms. Exact at each temperature at which one term alone is below its mast.
    pub(crate) fn below_sum(terms: &[Walls], floor: Floor) -> Result<Self, OutOfRange> {
        let rights: SmallVec<[&Wall; 8]> = terms.iter().map(|term| &term.right).collect();
        let right = Wall::above_sum(&rights, floor)?;
        let mut left: Option<Wall> = None;
        for (at, term) in terms.iter().enumerate() {
            // Left moves first in one term and answers in the others.
            let mut others = rights.clone();
            others.remove(at);
            let wall = Wall::below_difference(&term.left, &others, floor)?;
            left = Some(match left {
                None => wall,
                Some(left) => left.higher(&wall, floor),
            });
        }
        Ok(Walls { left: left.unwrap_or_else(|| Wall::vertical(0)), right })
    }
}

/// The least temperature at which the scaffolds meet; `None` where they do not cross, so that the
/// game is a number.
pub(crate) fn crossing(
    left: Option<&Wall>,
    right: Option<&Wall>,
    floor: Floor,
) -> Result<Option<Units>, OutOfRange> {
    let (Some(left), Some(right)) = (left, right) else { return Ok(None) };
    let bottom = floor.units();
    // It grows with the temperature.
    let gap = |at: Units| left.at(at) + right.at(at) + 2 * at;
    if gap(bottom) >= 0 {
        return Ok(None);
    }
    let (mut a, mut b) = (Walk::new(left), Walk::new(right));
    loop {
        let to = a.next().max(b.next()).unwrap_or(bottom);
        let below = gap(to);
        if below < 0 {
            let slope = 2 - a.rate - b.rate;
            if slope == 2 && below % 2 != 0 {
                return Err(OutOfRange);
            }
            return whole(to - below / slope).map(Some);
        }
        a.pass(to);
        b.pass(to);
    }
}

/// The simplest number from `low` to `high`, where they are numbers, or some units from one.
fn simplest(low: Option<Units>, high: Option<Units>, floor: Floor) -> Result<Units, OutOfRange> {
    let grain = match floor {
        Floor::BelowZero => GRAIN,
        Floor::MinusOne => ONE,
    };
    let low = low.map(|low| -(-low).div_euclid(grain));
    let high = high.map(|high| high.div_euclid(grain));
    if low.is_some_and(|low| high.is_some_and(|high| low > high)) {
        return Err(OutOfRange);
    }
    // The integers first, the nearest to 0; then halves, quarters, ...
    let mut step = ONE / grain;
    loop {
        let first = low.map(|low| -(-low).div_euclid(step) * step);
        let last = high.map(|high| high.div_euclid(step) * step);
        let found = match (first, last) {
            (Some(first), _) if first >= 0 => first,
            (_, Some(last)) if last <= 0 => last,
            _ => 0,
        };
        if first.is_none_or(|first| first <= found) && last.is_none_or(|last| found <= last) {
            return whole(found.checked_mul(grain).ok_or(OutOfRange)?);
        }
        step /= 2;
    }
}
