//! Figures of a sum by its walls: the mean, the temperature, the stops, the thermograph.

use cg_core::{Dyadic, Error, Game, Player};
use cg_simplify::{Engine, Point, Thermograph};
use dashu_int::IBig;

use super::search::{Node, Worked, ends_work, sides};
use super::table::Bounds;
use super::wall::{Floor, ONE, OutOfRange, Units, Wall, Walls, dyadic, units};
use crate::error::SolveError;
use crate::solver::{Solver, Term};
use crate::sum::Sum;

/// What is known of a number: it is at least and at most this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// `None` where nothing is known.
    pub least: Option<Dyadic>,
    /// `None` where nothing is known.
    pub most: Option<Dyadic>,
}

impl Range {
    fn exact(number: Dyadic) -> Self {
        Range { least: Some(number.clone()), most: Some(number) }
    }

    /// The number, where it is known.
    pub fn number(&self) -> Option<&Dyadic> {
        self.least.as_ref().filter(|_| self.least == self.most)
    }
}

/// The number, or `between 5/4 and 3/2`, `at least 1`, `at most 1`, `not known`.
impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.least, &self.most) {
            (Some(least), Some(most)) if least == most => write!(f, "{least}"),
            (Some(least), Some(most)) => write!(f, "between {least} and {most}"),
            (Some(least), None) => write!(f, "at least {least}"),
            (None, Some(most)) => write!(f, "at most {most}"),
            (None, None) => f.write_str("not known"),
        }
    }
}

/// What is asked of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// The mean: that of a sum is the sum of the means of its terms.
    Mean,
    /// The temperature: that of a sum is at most the largest of its terms, and equal to it where
    /// one term alone has it.
    Temperature,
    /// Both stops.
    Stops,
}

/// What is known of the figures of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Figures {
    /// The mean.
    pub mean: Range,
    /// The temperature.
    pub temperature: Range,
    /// The stops, where Left or Right moves first.
    pub stops: [Range; 2],
    /// The limit that was reached, or the interruption; `None` where what was asked for is exact.
    pub stopped: Option<Error>,
}

impl Figures {
    /// The winner if Left moves first, and if Right does. `None` where the stops do not decide.
    ///
    /// A left stop lies between the mean and the mean plus the temperature, and a right stop between
    /// the mean minus that and the mean. Who moves first and reaches a stop on his side of 0 wins.
    /// Stops of 0 tell nothing.
    pub fn winners(&self) -> [Option<Player>; 2] {
        let at_most = |sum: Option<Dyadic>, bound: &Option<Dyadic>| match (sum, bound) {
            (Some(sum), Some(bound)) => Some(sum.min(bound.clone())),
            (sum, bound) => sum.or_else(|| bound.clone()),
        };
        let sum = |a: &Option<Dyadic>, b: &Option<Dyadic>| Some(a.as_ref()? + b.as_ref()?);
        let [left, right] = &self.stops;
        let negative = |number: &Option<Dyadic>| number.as_ref().map(|number| -number);
        // Both stops from the side of who moves first there: at least and at most.
        let sides = [
            (
                left.least.clone().max(self.mean.least.clone()),
                at_most(sum(&self.mean.most, &self.temperature.most), &left.most),
            ),
            (
                negative(&right.most).max(negative(&self.mean.most)),
                at_most(
                    sum(&negative(&self.mean.least), &self.temperature.most),
                    &negative(&right.least),
                ),
            ),
        ];
        let winner = |first: Player| {
            let (least, most) = &sides[first as usize];
            if least.as_ref().is_some_and(|least| *least > Dyadic::ZERO) {
                return Some(first);
            }
            most.as_ref().filter(|most| **most < Dyadic::ZERO).map(|_| first.opponent())
        };
        Player::BOTH.map(winner)
    }
}

impl From<OutOfRange> for SolveError {
    fn from(_: OutOfRange) -> Self {
        SolveError::OutOfRange
    }
}

impl Solver {
    /// A sum of terms in normal form.
    fn node_of_terms(
        &mut self,
        engine: &mut Engine,
        terms: &[Term],
        floor: Floor,
    ) -> Result<Node, SolveError> {
        let mut sum = Sum::empty();
        for &term in terms {
            match term {
                Term::Value(game) => self.add_game(engine, &mut sum, game)?,
                Term::Component(part) => self.add_part(engine, &mut sum, part)?,
            }
        }
        self.node(engine, sum, floor)
    }

    /// Figures of a sum, by its walls.
    ///
    /// A limit or an interruption is no error: then the figures are what is known.
    ///
    /// # Errors
    /// Rules, a loopy game, a failing subgroup, [`SolveError::OutOfRange`].
    pub fn figures(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
        asked: Figure,
    ) -> Result<Figures, SolveError> {
        let found = match self.figures_or_limit(engine, sum, asked) {
            Err(SolveError::Engine(error)) if ends_work(&error) => {
                Rough { stopped: Some(error), ..Rough::unknown() }
            }
            found => found?,
        };
        Ok(found.told())
    }

    /// Figures of a sum; a limit may be an error.
    fn figures_or_limit(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
        asked: Figure,
    ) -> Result<Rough, SolveError> {
        let floor = Floor::BelowZero;
        let whole = self.node_of_terms(engine, sum, floor)?;
        // Bounds may tell at once.
        if let Ok(bounds) = self.at_hand(engine, &whole, floor)? {
            let found = self.rough(&whole, bounds, [None; 2])?;
            if found.tells(asked) {
                return Ok(found);
            }
        }
        let terms = Self::terms_of(&whole.sum);
        if terms.len() < 2 {
            return self.worked_out(engine, &whole);
        }
        let mut figures = Rough::number(if whole.flipped { -whole.by } else { whole.by });
        let mut found = Vec::with_capacity(terms.len());
        for term in terms {
            let node = self.node(engine, term, floor)?;
            let term = match figures.stopped {
                None => self.worked_out(engine, &node)?,
                Some(_) => Rough::unknown(),
            };
            figures.stopped = figures.stopped.or(term.stopped.clone());
            found.push(term);
        }
        figures.add(&found);
        if whole.flipped {
            figures = figures.negated();
        }
        if !figures.tells(asked) && figures.stopped.is_none() {
            let found = self.worked_out(engine, &whole)?;
            figures.narrow(found);
        }
        Ok(figures)
    }

    /// Figures of a sum, by work on its options.
    fn worked_out(&mut self, engine: &mut Engine, node: &Node) -> Result<Rough, SolveError> {
        let Worked { bounds, tops, stopped } = self.bounds_of(engine, node, Floor::BelowZero)?;
        Ok(Rough { stopped, ..self.rough(node, bounds, tops)? })
    }

    /// Figures of a sum, by bounds of its normal form, and of its temperature.
    fn rough(
        &mut self,
        node: &Node,
        bounds: Bounds,
        tops: [Option<Units>; 2],
    ) -> Result<Rough, SolveError> {
        let table = self.thermographs.at(Floor::BelowZero);
        let ends = sides(bounds, node.flipped);
        let mut found = Rough::unknown();
        for (bound, id) in ends.into_iter().enumerate() {
            let Some(id) = id else { continue };
            let walls = table.walls(id).clone();
            let walls = if node.flipped { walls.negated() } else { walls };
            let walls = walls.shifted(node.by)?;
            found.mean[bound] = Some(match bound {
                0 => -walls.right.mast,
                _ => walls.left.mast,
            });
            found.stops[0][bound] = Some(walls.left.at(0));
            found.stops[1][bound] = Some(-walls.right.at(0));
        }
        found.top = match bounds.met() {
            Some(id) => [table.walls(id).top(); 2],
            None => tops,
        };
        // A number is at least this cold, and anything else is not.
        let [least, most] = found.top;
        found.top = [Some(least.unwrap_or(COLD)), most];
        if bounds.met().is_some() {
            found.top[1] = Some(most.unwrap_or(COLD));
        }
        Ok(found)
    }

    /// The walls of a sum in normal form, or of its shift or negative.
    fn walls_of(
        &mut self,
        engine: &mut Engine,
        node: &Node,
        floor: Floor,
    ) -> Result<Walls, SolveError> {
        let Worked { bounds, stopped, .. } = self.bounds_of(engine, node, floor)?;
        if let Some(stopped) = stopped {
            return Err(stopped.into());
        }
        let id = bounds.met().expect("no limit stopped the work");
        let walls = self.thermographs.at(floor).walls(id).clone();
        Ok(if node.flipped { walls.negated() } else { walls }.shifted(node.by)?)
    }

    /// Where the wall of `player` is at a temperature that is at least 0.
    ///
    /// # Errors
    /// Those of [`Solver::thermograph`].
    pub fn wall_at(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
        player: Player,
        temperature: &Dyadic,
    ) -> Result<Dyadic, SolveError> {
        let at = units(temperature)?;
        let node = self.node_of_terms(engine, sum, Floor::BelowZero)?;
        let walls = self.walls_of(engine, &node, Floor::BelowZero)?;
        Ok(dyadic(match player {
            Player::Left => walls.left.at(at),
            Player::Right => -walls.right.at(at),
        }))
    }

    /// The sum after a best move of `player`, where each move costs `temperature`, at least 0;
    /// `None` where nobody wants to move at this cost.
    ///
    /// # Errors
    /// Those of [`Solver::thermograph`].
    pub fn best_move(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
        player: Player,
        temperature: &Dyadic,
    ) -> Result<Option<Vec<Term>>, SolveError> {
        let (at, floor) = (units(temperature)?, Floor::BelowZero);
        let node = self.node_of_terms(engine, sum, floor)?;
        let walls = self.walls_of(engine, &node, floor)?;
        // At 0 infinitesimals are played on, and just below any temperature games of that one.
        if walls.top().is_none_or(|top| top < at || (top == at && at > 0)) {
            return Ok(None);
        }
        let side = if node.flipped { player.opponent() } else { player } as usize;
        let options = std::mem::take(&mut self.options(engine, &node, floor)?[side]);
        let mut best: Option<(Units, Node)> = None;
        for option in options {
            let walls = self.walls_of(engine, &option, floor)?;
            let wall = if side == 0 { &walls.right } else { &walls.left };
            // Of equal ones at 0 the one that is better just below.
            let value = wall.at(if at == 0 { floor.units() } else { at });
            if best.as_ref().is_none_or(|(least, _)| value < *least) {
                best = Some((value, option));
            }
        }
        let (_, option) = best.expect("a game that is no number has options of both players");
        let mut terms = self.terms_of_node(engine, &option, node.flipped)?;
        let by = if node.flipped { -option.by } else { option.by };
        let by = engine.number(&dyadic(by + node.by))?;
        if by != Game::ZERO || terms.is_empty() {
            terms.push(Term::Value(by));
        }
        Ok(Some(terms))
    }

    /// The terms of a node without the number that shifts it, or of its negative.
    fn terms_of_node(
        &mut self,
        engine: &mut Engine,
        node: &Node,
        negated: bool,
    ) -> Result<Vec<Term>, SolveError> {
        let values = [node.sum.cold].into_iter().filter(|&cold| cold != Game::ZERO);
        let values = values.chain(node.sum.games.iter().copied()).map(Term::Value);
        let parts = node.sum.parts.iter().map(|&part| Term::Component(part));
        let mut terms = Vec::new();
        for term in parts.chain(values) {
            terms.push(match node.flipped ^ negated {
                true => self.negative_term(engine, term)?,
                false => term,
            });
        }
        Ok(terms)
    }

    /// What is known of the thermograph of a sum: walls whose values are at most those of its walls
    /// at each temperature, and walls whose values are at least those. From temperature 0 on both
    /// are the thermograph if [`Solver::figures`] ended without a limit. Nothing is worked out.
    ///
    /// # Errors
    /// A failing subgroup, a loopy game, [`SolveError::OutOfRange`].
    pub fn thermograph_known(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
    ) -> Result<[Option<Thermograph>; 2], SolveError> {
        let floor = Floor::BelowZero;
        let node = self.node_of_terms(engine, sum, floor)?;
        let Ok(bounds) = self.at_hand(engine, &node, floor)? else { return Ok([None, None]) };
        let mut known = [None, None];
        for (bound, id) in sides(bounds, node.flipped).into_iter().enumerate() {
            let Some(id) = id else { continue };
            let walls = self.thermographs.at(floor).walls(id).clone();
            let walls = if node.flipped { walls.negated() } else { walls }.shifted(node.by)?;
            // Below 0 a left wall falls by at most 1 a degree, and a right wall rises so.
            let slants = [bound == 1, bound == 0];
            let [left, right] = [&walls.left, &walls.right];
            known[bound] = Some(Thermograph::of_points(
                extended(left, 1, slants[0]),
                extended(right, -1, slants[1]),
            ));
        }
        Ok(known)
    }

    /// The thermograph of a sum, from -1 on.
    ///
    /// # Errors
    /// Rules, limits, interruptions, a loopy game, a failing subgroup, [`SolveError::OutOfRange`].
    pub fn thermograph(
        &mut self,
        engine: &mut Engine,
        sum: &[Term],
    ) -> Result<Thermograph, SolveError> {
        let floor = Floor::MinusOne;
        let node = self.node_of_terms(engine, sum, floor)?;
        let walls = self.walls_of(engine, &node, floor)?;
        let points = |wall: &Wall, sign: Units| {
            let corners = wall.breaks.iter().copied().chain([floor.units()]);
            let point =
                |at: Units| Point { temperature: dyadic(at), value: dyadic(sign * wall.at(at)) };
            corners.map(point).collect()
        };
        Ok(Thermograph::of_points(points(&walls.left, 1), points(&walls.right, -1)))
    }
}

/// The points of a wall that is known from 0 on. Below 0 it goes straight down, or `slants` by 1 a
/// degree.
fn extended(wall: &Wall, sign: Units, slants: bool) -> Vec<Point> {
    let point =
        |at: Units, value: Units| Point { temperature: dyadic(at), value: dyadic(sign * value) };
    let corners = wall.breaks.iter().copied().filter(|&corner| corner > 0);
    let mut points: Vec<Point> = corners.map(|corner| point(corner, wall.at(corner))).collect();
    // Each corner changes between a slope of 0 and of 1.
    if (points.len() % 2 == 1) != slants {
        points.push(point(0, wall.at(0)));
    }
    points.push(point(-ONE, wall.at(0) + if slants { ONE } else { 0 }));
    points
}

/// Stands for the temperature of a number.
const COLD: Units = -1;

/// Figures in units, each at least and at most this; no temperature is below [`COLD`].
#[derive(Clone, Debug)]
struct Rough {
    mean: [Option<Units>; 2],
    top: [Option<Units>; 2],
    stops: [[Option<Units>; 2]; 2],
    stopped: Option<Error>,
}

impl Rough {
    fn number(number: Units) -> Self {
        let both = [Some(number); 2];
        Rough { mean: both, top: [Some(COLD); 2], stops: [both; 2], stopped: None }
    }

    /// Whether they say what is asked.
    fn tells(&self, asked: Figure) -> bool {
        let exact = |[least, most]: [Option<Units>; 2]| least.is_some() && least == most;
        match asked {
            Figure::Mean => exact(self.mean),
            // The temperature of a number comes from the number.
            Figure::Temperature => {
                exact(self.top) && (self.top[0] != Some(COLD) || exact(self.mean))
            }
            Figure::Stops => self.stops.iter().all(|&stop| exact(stop)),
        }
    }

    fn unknown() -> Self {
        let none = [None; 2];
        Rough { mean: none, top: [Some(COLD), None], stops: [none; 2], stopped: None }
    }

    /// Adds the figures of terms to those of a number.
    fn add(&mut self, terms: &[Rough]) {
        let add = |to: &mut Option<Units>, more: Option<Units>| {
            *to = to.zip(more).and_then(|(to, more)| to.checked_add(more));
        };
        let mut most = Some(COLD);
        for term in terms {
            for bound in 0..2 {
                add(&mut self.mean[bound], term.mean[bound]);
            }
            // Who moves first in a sum gets at most all stops of the terms as the first one.
            add(&mut self.stops[0][1], term.stops[0][1]);
            add(&mut self.stops[1][0], term.stops[1][0]);
            most = most.zip(term.top[1]).map(|(most, top)| most.max(top));
        }
        // The left stop is at least the mean, and the right stop at most that.
        (self.stops[0][0], self.stops[1][1]) = (self.mean[0], self.mean[1]);
        // One term that is hotter than all others has the temperature of the sum.
        let hottest = terms.iter().enumerate().find(|(at, term)| {
            let others = terms.iter().enumerate().filter(|(other, _)| other != at);
            let mut tops = others.map(|(_, other)| other.top[1]);
            tops.all(|top| top.zip(term.top[0]).is_some_and(|(top, least)| top < least))
        });
        self.top = [hottest.map_or(Some(COLD), |(_, term)| term.top[0]), most];
    }

    fn negated(self) -> Self {
        let negative =
            |[least, most]: [Option<Units>; 2]| [most, least].map(|end| end.map(|it| -it));
        let [left, right] = self.stops;
        Rough { mean: negative(self.mean), stops: [negative(right), negative(left)], ..self }
    }

    /// Takes what other figures of the same sum tell.
    fn narrow(&mut self, other: Rough) {
        let closer = |to: &mut [Option<Units>; 2], other: [Option<Units>; 2]| {
            to[0] = to[0].max(other[0]);
            to[1] = match (to[1], other[1]) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        };
        closer(&mut self.mean, other.mean);
        closer(&mut self.top, other.top);
        for (to, other) in self.stops.iter_mut().zip(other.stops) {
            closer(to, other);
        }
        self.stopped = other.stopped;
    }

    fn told(self) -> Figures {
        let range = |[least, most]: [Option<Units>; 2]| Range {
            least: least.map(dyadic),
            most: most.map(dyadic),
        };
        let mean = range(self.mean);
        let temperature = match (self.top, mean.number()) {
            ([Some(COLD), Some(COLD)], Some(number)) => {
                let places = number.exponent();
                Range::exact(Dyadic::new(IBig::NEG_ONE, places).expect("it has few places"))
            }
            ([least, most], _) => Range {
                least: least.map(|least| match least {
                    COLD => Dyadic::from(-1),
                    least => dyadic(least),
                }),
                most: most.map(|most| dyadic(most.max(0))),
            },
        };
        let stops = self.stops.map(range);
        Figures { mean, temperature, stops, stopped: self.stopped }
    }
}
