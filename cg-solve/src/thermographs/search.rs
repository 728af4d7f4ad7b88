//! The search for the walls of a sum: bounds of its options, until they meet.

use cg_core::{Dyadic, Error, Game, Player};
use cg_rulesets::Sign;
use cg_simplify::Engine;
use smallvec::SmallVec;

use super::table::{Bounds, Known, Table, WallsId};
use super::wall::{Floor, OutOfRange, Units, Wall, Walls, crossing, units};
use crate::bounds::Effort;
use crate::components::Signed;
use crate::error::SolveError;
use crate::solver::{Solver, Value};
use crate::sum::{Key, Sum};

/// A sum in normal form, of which another sum is a shift or the negative.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) sum: Sum,
    pub(super) key: Key,
    pub(super) flipped: bool,
    pub(super) by: Units,
    pub(super) bounds: Option<Bounds>,
}

/// A sum in work, with the sums after a move of Left and of Right.
struct Level {
    key: Key,
    options: [Vec<Node>; 2],
    /// How many options have bounds.
    bounded: usize,
    /// What was known before.
    prior: Bounds,
    /// What it must be better than, for the sum that waits for it.
    rival: Option<Rival>,
    /// Bytes that its options take, and those of the levels below it.
    held: usize,
}

impl Level {
    /// Puts it on the levels that wait for it.
    fn push_to(mut self, levels: &mut Vec<Level>) {
        let options = self.options.iter().flatten();
        let terms = |node: &Node| (node.sum.parts.len() + node.sum.games.len()) * size_of::<Game>();
        self.held = options.map(|node| size_of::<Node>() + terms(node)).sum();
        self.held += levels.last().map_or(0, |level| level.held);
        levels.push(self);
    }
}

/// Why a sum is worked out: it may be a better option of another sum than what is sure there.
struct Rival {
    node: Node,
    /// Who would move to it.
    side: usize,
    /// The wall that is sure there, up to the temperature to which it counts.
    sure: Wall,
    upto: Units,
}

impl Rival {
    /// Whether an option with these bounds may still be better.
    fn is_open(&self, table: &Table, bounds: Bounds, floor: Floor) -> Result<bool, OutOfRange> {
        let Some(id) = sides(bounds, self.node.flipped)[1 - self.side] else { return Ok(true) };
        let hope = table.wall_after(&self.node, self.side, id)?;
        Ok(hope.is_lower_somewhere(&self.sure, floor, self.upto))
    }
}

/// What the options of a sum say of it.
struct Found {
    bounds: Bounds,
    /// An option that may make the bounds closer.
    next: Option<(usize, usize)>,
    /// The wall that such an option must be better than, and up to where.
    sure: Option<(Wall, Units)>,
    /// The temperature, when it is no number, is at least and at most this.
    tops: [Option<Units>; 2],
}

/// What came of work on a sum.
pub(super) struct Worked {
    pub(super) bounds: Bounds,
    /// As [`Found::tops`].
    pub(super) tops: [Option<Units>; 2],
    /// The limit or the interruption that ended it.
    pub(super) stopped: Option<Error>,
}

impl Solver {
    fn table_of(&mut self, floor: Floor) -> &mut Table {
        self.thermographs.at(floor)
    }

    /// Leaves out what shifts a sum, and chooses between it and its negative.
    pub(super) fn node(
        &mut self,
        engine: &mut Engine,
        mut sum: Sum,
        floor: Floor,
    ) -> Result<Node, SolveError> {
        let mut by = 0;
        if sum.cold != Game::ZERO {
            let mut cold = engine
                .number_ups_star(sum.cold)?
                .expect("what is cold is a number, ups and a nimber");
            let shift = match floor {
                Floor::BelowZero => cold.number.clone(),
                Floor::MinusOne => Dyadic::from(cold.number.floor()),
            };
            by = units(&shift)?;
            cold.number = &cold.number - &shift;
            sum.cold = engine.closed_form(&cold)?;
        }
        let mut failed = Ok(());
        let mut parts = std::mem::take(&mut sum.parts);
        let table = self.thermographs.at(floor);
        parts.retain(|part| {
            let Known::Between(bounds) = table.known(Sum::of_part(part.plus()).key()) else {
                return true;
            };
            let number = bounds.met().and_then(|walls| table.walls(walls).as_number());
            let Some(number) = number.map(|it| if part.sign() == Sign::Plus { it } else { -it })
            else {
                return true;
            };
            match by.checked_add(number) {
                Some(sum) => by = sum,
                None => failed = Err(OutOfRange),
            }
            false
        });
        sum.parts = parts;
        failed?;
        let flipped = self.flips(engine, &mut sum)?;
        let key = sum.key();
        Ok(Node { sum, key, flipped, by, bounds: None })
    }

    /// Takes the negative of a sum instead of it, if that comes first.
    fn flips(&mut self, engine: &mut Engine, sum: &mut Sum) -> Result<bool, SolveError> {
        let mut parts: SmallVec<[Signed; 6]> =
            sum.parts.iter().map(|&part| self.negative(part)).collect();
        parts.sort_unstable();
        if sum.parts < parts {
            return Ok(false);
        }
        let parts_equal = sum.parts == parts;
        if parts_equal && sum.games.is_empty() && sum.cold == Game::ZERO {
            return Ok(false);
        }
        let mut games: SmallVec<[Game; 4]> = SmallVec::new();
        for &game in &sum.games {
            games.push(self.facts.of(engine, game)?.negative);
        }
        games.sort_unstable();
        let cold = engine.negate(sum.cold)?;
        let flips = !parts_equal || (&games, cold) < (&sum.games, sum.cold);
        if flips {
            *sum = Sum { cold, games, parts };
        }
        Ok(flips)
    }

    /// The terms of a sum, each as a sum.
    pub(super) fn terms_of(sum: &Sum) -> SmallVec<[Sum; 6]> {
        let cold = (sum.cold != Game::ZERO).then(|| Sum { cold: sum.cold, ..Sum::empty() });
        let games = sum.games.iter().map(|&game| Sum::of_game(game));
        let parts = sum.parts.iter().map(|&part| Sum::of_part(part));
        cold.into_iter().chain(games).chain(parts).collect()
    }

    /// The walls of a value.
    fn walls_of_value(
        &mut self,
        engine: &mut Engine,
        game: Game,
        floor: Floor,
    ) -> Result<Walls, SolveError> {
        let thermograph = engine.thermograph(game)?;
        let wall = |player: Player| {
            let wall = thermograph.wall(player);
            let mast = units(wall.mast())?;
            let mast = if player == Player::Left { mast } else { -mast };
            let mut breaks = SmallVec::new();
            let coldest = match floor {
                Floor::BelowZero => Dyadic::ZERO,
                Floor::MinusOne => Dyadic::from(-1),
            };
            for point in wall.points() {
                if point.temperature < coldest || point.temperature == Dyadic::from(-1) {
                    break;
                }
                breaks.push(units(&point.temperature)?);
            }
            Ok::<Wall, OutOfRange>(Wall { mast, breaks })
        };
        Ok(Walls { left: wall(Player::Left)?, right: wall(Player::Right)? })
    }

    /// What is known of a sum in normal form without its options: a value, or bounds by its
    /// terms. `Err` of the term that must be worked out first.
    pub(super) fn at_hand(
        &mut self,
        engine: &mut Engine,
        node: &Node,
        floor: Floor,
    ) -> Result<Result<Bounds, Node>, SolveError> {
        match self.table_of(floor).known(node.key) {
            Known::Between(bounds) => return Ok(Ok(bounds)),
            Known::Open => return Err(SolveError::Loopy),
            Known::Nothing => {}
        }
        let terms = Self::terms_of(&node.sum);
        let bounds = match &terms[..] {
            [] => Bounds::exact(self.table_of(floor).id(Walls::number(0))),
            [term] => {
                let game = match (&term.games[..], &term.parts[..]) {
                    ([game], _) => Some(*game),
                    (_, [part]) => self.value_at_hand(engine, *part)?,
                    _ => Some(term.cold),
                };
                match game {
                    Some(game) => {
                        let walls = self.walls_of_value(engine, game, floor)?;
                        Bounds::exact(self.table_of(floor).id(walls))
                    }
                    None => match self.between_cuts(engine, term.parts[0], floor)? {
                        Some(bounds) => bounds,
                        None => return Ok(Err(node.clone())),
                    },
                }
            }
            _ if floor == Floor::MinusOne => return Ok(Err(node.clone())),
            terms => {
                let mut lows: Option<Vec<Walls>> = Some(Vec::with_capacity(terms.len()));
                let mut highs = lows.clone();
                for term in terms {
                    let node = self.node(engine, term.clone(), floor)?;
                    let bounds = match self.at_hand(engine, &node, floor)? {
                        Ok(bounds) => bounds,
                        Err(first) => return Ok(Err(first)),
                    };
                    let table = self.table_of(floor);
                    let [low, high] = sides(bounds, node.flipped).map(|side| {
                        side.map(|id| {
                            let walls = table.walls(id).clone();
                            if node.flipped { walls.negated() } else { walls }.shifted(node.by)
                        })
                    });
                    lows = joined(lows, low.transpose()?);
                    highs = joined(highs, high.transpose()?.map(Walls::negated));
                }
                let low = lows.map(|terms| Walls::below_sum(&terms, floor)).transpose()?;
                let high = highs.map(|terms| Walls::below_sum(&terms, floor)).transpose()?;
                let table = self.table_of(floor);
                Bounds {
                    low: low.map(|walls| table.id(walls)),
                    high: high.map(|walls| table.id(walls.negated())),
                }
            }
        };
        self.table_of(floor).note(node.key, bounds);
        Ok(Ok(bounds))
    }

    /// Bounds of a component of sign plus that the rules cut into lines.
    fn between_cuts(
        &mut self,
        engine: &mut Engine,
        part: Signed,
        floor: Floor,
    ) -> Result<Option<Bounds>, SolveError> {
        // Below 0 they are seldom close.
        if floor == Floor::MinusOne || !self.settings.relaxations || !self.has_bounds(part) {
            return Ok(None);
        }
        let mut ends = [None, None];
        for (end, tied) in ends.iter_mut().zip(Player::BOTH) {
            let Some(bound) = self.bound(engine, part, tied, Effort::Fine)? else { continue };
            let mut walls = Vec::with_capacity(bound.games.len());
            for &game in &bound.games {
                let found = self.walls_of_value(engine, game, floor)?;
                walls.push(if tied == Player::Left { found } else { found.negated() });
            }
            let sum = Walls::below_sum(&walls, floor)?;
            let sum = if tied == Player::Left { sum } else { sum.negated() };
            *end = Some(self.table_of(floor).id(sum));
        }
        let [low, high] = ends;
        Ok(Some(Bounds { low, high }).filter(|bounds| *bounds != Bounds::default()))
    }

    /// The value of a component, when it is known or the rules tell it.
    fn value_at_hand(
        &mut self,
        engine: &mut Engine,
        part: Signed,
    ) -> Result<Option<Game>, SolveError> {
        let plus = part.plus();
        self.look_up(engine, plus)?;
        if self.entry(plus).value == Value::Unasked
            && let Some(value) = self.sources[part.ruleset()].value(engine, part.number())?
        {
            self.entry(plus).value = Value::Known(value);
        }
        self.known_value(engine, part.into())
    }

    /// Puts a sum in normal form to work.
    fn level(
        &mut self,
        engine: &mut Engine,
        node: &Node,
        floor: Floor,
    ) -> Result<Level, SolveError> {
        let options = self.options(engine, node, floor)?;
        let table = self.table_of(floor);
        let prior = match table.known(node.key) {
            Known::Between(bounds) => bounds,
            Known::Open => return Err(SolveError::Loopy),
            Known::Nothing => Bounds::default(),
        };
        table.open(node.key);
        Ok(Level { key: node.key, options, bounded: 0, prior, rival: None, held: 0 })
    }

    /// The sums after a move of Left and of Right in a sum in normal form.
    pub(super) fn options(
        &mut self,
        engine: &mut Engine,
        node: &Node,
        floor: Floor,
    ) -> Result<[Vec<Node>; 2], SolveError> {
        let mut options = [Vec::new(), Vec::new()];
        let sum = &node.sum;
        for (options, player) in options.iter_mut().zip(Player::BOTH) {
            let mut after = Vec::new();
            if sum.cold != Game::ZERO {
                let rest = Sum { cold: Game::ZERO, ..sum.clone() };
                self.after_value(engine, &rest, sum.cold, player, &mut after)?;
            }
            for (at, &game) in sum.games.iter().enumerate() {
                if at == 0 || sum.games[at - 1] != game {
                    self.after_value(engine, &sum.without_game(game), game, player, &mut after)?;
                }
            }
            for (at, &part) in sum.parts.iter().enumerate() {
                if at > 0 && sum.parts[at - 1] == part {
                    continue;
                }
                let rest = sum.without_part(part);
                let mover = match part.sign() {
                    Sign::Plus => player,
                    Sign::Minus => player.opponent(),
                };
                let moves = self.moves(engine, part.plus(), mover)?;
                for at in 0..moves.len() {
                    let mut moved = rest.clone();
                    for &found in moves.get(at) {
                        let found = match part.sign() {
                            Sign::Plus => found,
                            Sign::Minus => self.negative(found),
                        };
                        self.add_part(engine, &mut moved, found)?;
                    }
                    after.push(moved);
                }
            }
            for sum in after {
                options.push(self.node(engine, sum, floor)?);
            }
            let order = |node: &Node| (node.key, node.flipped, node.by);
            options.sort_unstable_by_key(order);
            options.dedup_by_key(|node| order(node));
        }
        Ok(options)
    }

    /// The sums after a move in a value.
    fn after_value(
        &mut self,
        engine: &mut Engine,
        rest: &Sum,
        game: Game,
        player: Player,
        after: &mut Vec<Sum>,
    ) -> Result<(), SolveError> {
        for option in engine.options(game, player)? {
            let mut moved = rest.clone();
            self.add_game(engine, &mut moved, option)?;
            after.push(moved);
        }
        Ok(())
    }

    /// Bounds of a sum in normal form, which meet unless a limit stops the work.
    pub(super) fn bounds_of(
        &mut self,
        engine: &mut Engine,
        node: &Node,
        floor: Floor,
    ) -> Result<Worked, SolveError> {
        let mut levels: Vec<Level> = Vec::new();
        let done = self.work_on(engine, node, floor, &mut levels);
        let stopped = match done {
            Ok(()) => None,
            Err(SolveError::Engine(error)) if ends_work(&error) => Some(error),
            Err(error) => {
                for level in levels {
                    self.table_of(floor).forget(level.key);
                }
                return Err(error);
            }
        };
        // From the sums in work to those that wait for them.
        let mut tops = [None; 2];
        while let Some(mut level) = levels.pop() {
            self.table_of(floor).forget(level.key);
            let found = self.found(&mut level, floor)?;
            tops = found.tops;
            if found.bounds != Bounds::default() {
                self.table_of(floor).note(level.key, found.bounds);
            }
        }
        let bounds = match self.table_of(floor).known(node.key) {
            Known::Between(bounds) => bounds,
            Known::Nothing | Known::Open => Bounds::default(),
        };
        Ok(Worked { bounds, tops, stopped })
    }

    fn work_on(
        &mut self,
        engine: &mut Engine,
        node: &Node,
        floor: Floor,
        levels: &mut Vec<Level>,
    ) -> Result<(), SolveError> {
        let mut wanted = Some(node.clone());
        loop {
            if let Some(node) = wanted.take() {
                let needed = match self.at_hand(engine, &node, floor)? {
                    Ok(bounds) if bounds.met().is_some() => None,
                    Ok(_) => Some(node),
                    Err(first) => Some(first),
                };
                if let Some(needed) = needed {
                    self.level(engine, &needed, floor)?.push_to(levels);
                }
            }
            let Some(level) = levels.last_mut() else {
                match self.table_of(floor).known(node.key) {
                    Known::Between(bounds) if bounds.met().is_some() => return Ok(()),
                    // A term of it was worked out.
                    _ => {
                        wanted = Some(node.clone());
                        continue;
                    }
                }
            };
            engine.check()?;
            // Walls take their place.
            let most = engine.limits().memory / 16;
            self.keep_bounds_within(usize::try_from(most).unwrap_or(usize::MAX));
            engine.look(self.memory() + level.held)?;
            let all = level.options[0].len() + level.options[1].len();
            while level.bounded < all {
                let (side, at) = match level.bounded.checked_sub(level.options[0].len()) {
                    None => (0, level.bounded),
                    Some(at) => (1, at),
                };
                let option = &level.options[side][at];
                match self.at_hand(engine, option, floor)? {
                    Ok(bounds) => {
                        level.options[side][at].bounds = Some(bounds);
                        level.bounded += 1;
                    }
                    Err(first) => {
                        wanted = Some(first);
                        break;
                    }
                }
            }
            if let Some(needed) = wanted.take() {
                self.level(engine, &needed, floor)?.push_to(levels);
                continue;
            }
            let found = self.found(level, floor)?;
            match found.next {
                Some((side, at)) => {
                    let table = self.thermographs.at(floor);
                    if let Some(rival) = &level.rival
                        && !rival.is_open(table, found.bounds, floor)?
                    {
                        table.note(level.key, found.bounds);
                        levels.pop();
                        continue;
                    }
                    let option = level.options[side][at].clone();
                    let mut level = self.level(engine, &option, floor)?;
                    level.rival =
                        found.sure.map(|(sure, upto)| Rival { node: option, side, sure, upto });
                    level.push_to(levels);
                }
                None => {
                    assert!(found.bounds.met().is_some(), "an option matters while bounds differ");
                    let level = levels.pop().expect("it is the last one");
                    self.table_of(floor).note(level.key, found.bounds);
                }
            }
        }
    }

    /// What the options of a sum say of it.
    fn found(&mut self, level: &mut Level, floor: Floor) -> Result<Found, SolveError> {
        let table = self.thermographs.at(floor);
        for option in level.options.iter_mut().flatten() {
            if option.bounds.is_none_or(|bounds| bounds.met().is_none())
                && let Known::Between(bounds) = table.known(option.key)
            {
                option.bounds = Some(bounds);
            }
        }
        // Walls by bound and side: the best that is sure for low and for high.
        let mut best: [[Option<Wall>; 2]; 2] = Default::default();
        // Whether Right could have an option that is lower than all bounds, or Left a higher one.
        let mut unbounded = [false; 2];
        for (side, options) in level.options.iter().enumerate() {
            for node in options {
                let ends = sides(node.bounds.unwrap_or_default(), node.flipped);
                for (bound, id) in ends.into_iter().enumerate() {
                    match id {
                        Some(id) => {
                            let wall = table.wall_after(node, side, id)?;
                            let best = &mut best[bound][side];
                            *best = Some(match best.take() {
                                None => wall,
                                Some(best) => best.lower(&wall, floor),
                            });
                        }
                        // The low bound of an option of Right, the high one of Left's.
                        None if bound != side => unbounded[bound] = true,
                        None => {}
                    }
                }
            }
        }
        let walls = |bound: usize| -> Result<Option<Walls>, OutOfRange> {
            if unbounded[bound] {
                return Ok(None);
            }
            let [left, right] = &best[bound];
            Walls::of_options([left.as_ref(), right.as_ref()], floor).map(Some)
        };
        let (low, high) = (walls(0)?, walls(1)?);
        let bounds = Bounds {
            low: low.map(|walls| table.id(walls)),
            high: high.map(|walls| table.id(walls)),
        };
        let bounds =
            if bounds.met().is_some() { bounds } else { table.closer(bounds, level.prior, floor) };
        if let Some(walls) = bounds.met() {
            let top = table.walls(walls).top();
            return Ok(Found { bounds, next: None, sure: None, tops: [top; 2] });
        }
        let top = match unbounded {
            // The largest scaffold of Left meets the lowest of Right.
            [false, false] => crossing(best[1][0].as_ref(), best[0][1].as_ref(), floor)?,
            _ => None,
        };
        let least = match [&best[0][0], &best[1][1]] {
            [Some(left), Some(right)] => crossing(Some(left), Some(right), floor)?,
            _ => None,
        };
        let upto = top.unwrap_or_else(|| floor.units());
        let mut next: Option<(Units, (usize, usize))> = None;
        for (side, options) in level.options.iter().enumerate() {
            for (at, node) in options.iter().enumerate() {
                let Some(known) = node.bounds else { continue };
                if known.met().is_some() {
                    continue;
                }
                // What it can be at best for who moved, and what is sure already.
                let rank = match sides(known, node.flipped)[1 - side] {
                    None => Units::MIN,
                    Some(id) => {
                        let hope = table.wall_after(node, side, id)?;
                        let sure = best[side][side].as_ref();
                        if !sure.is_none_or(|sure| hope.is_lower_somewhere(sure, floor, upto)) {
                            continue;
                        }
                        hope.at(upto)
                    }
                };
                if next.is_none_or(|(best, _)| rank < best) {
                    next = Some((rank, (side, at)));
                }
            }
        }
        let next = next.map(|(_, next)| next);
        let sure = next.and_then(|(side, _)| best[side][side].take()).map(|sure| (sure, upto));
        Ok(Found { bounds, next, sure, tops: [least, top] })
    }
}

/// Whether an error leaves what is known.
pub(super) fn ends_work(error: &Error) -> bool {
    error.is_limit() || *error == Error::Interrupted
}

impl Table {
    /// The wall that counts for who moved to a sum, by bounds of it: the right one for Left.
    fn wall_after(&self, node: &Node, side: usize, id: WallsId) -> Result<Wall, OutOfRange> {
        let walls = self.walls(id);
        match (side, node.flipped) {
            (0, false) => walls.right.shifted(-node.by),
            (0, true) => walls.left.shifted(-node.by),
            (_, false) => walls.left.shifted(node.by),
            (_, true) => walls.right.shifted(node.by),
        }
    }
}

/// The low and the high bound of a sum whose negative has these bounds, or which has them.
pub(super) fn sides(bounds: Bounds, flipped: bool) -> [Option<WallsId>; 2] {
    match flipped {
        false => [bounds.low, bounds.high],
        true => [bounds.high, bounds.low],
    }
}

/// A list with one more item, unless something is missing.
fn joined(list: Option<Vec<Walls>>, item: Option<Walls>) -> Option<Vec<Walls>> {
    let (mut list, item) = list.zip(item)?;
    list.push(item);
    Some(list)
}
