//! The order in which the options of a game are printed: a total order by structure. (Order as
//! games does not compare confused games.)

use std::cmp::Ordering;

use cg_core::{Dyadic, Game, Notation, NumberUpsStar, Player, Result, by_halves};
use dashu_int::{IBig, UBig};

use crate::engine::Engine;
use crate::memo::Answers;

/// An element with more options than this is ordered by its text, and so is one that is never
/// written in braces.
const MOST_OPTIONS: u64 = 1 << 10;

/// With more ups, or a larger nimber, an uptimal without a name is written as a sum of ^(d) and not
/// in braces.
const MOST_UPS: u32 = 8;

/// The sort key of a game. The variants are in the order of the kinds.
#[derive(Debug)]
enum Key {
    Number(Dyadic),
    Nimber(UBig),
    Sum(NumberUpsStar),
    Text(String),
    Options,
}

impl Key {
    fn rank(&self) -> u8 {
        match self {
            Key::Number(_) => 0,
            Key::Nimber(_) => 1,
            Key::Sum(_) => 2,
            Key::Text(_) => 3,
            Key::Options => 4,
        }
    }
}

/// The data of a game for the order.
#[derive(Debug)]
pub(super) struct Shape {
    key: Key,
    /// The options in order, if they were examined.
    sides: Option<[Vec<Game>; 2]>,
}

/// The shapes of games and of all their relevant followers.
pub(super) struct Shapes(Answers<Game, Shape>);

/// The shapes of `games`. With `keys`, sums of a number, ups and a nimber are ordered as such.
/// Without it, everything is expanded.
pub(super) fn shapes(engine: &mut Engine, games: &[Game], keys: bool) -> Result<Shapes> {
    let leaf = |engine: &mut Engine, game: Game| {
        if !keys || engine.subgroup_name(game).is_none() {
            return Ok(None);
        }
        let key = match key_of(engine, game)? {
            Key::Options => {
                let mut options = 0u64;
                for player in Player::BOTH {
                    options = options.saturating_add(engine.option_count(game, player)?);
                }
                // A sum of n switches has n^3 followers, and a text of n numbers.
                let by_text = options > MOST_OPTIONS
                    || !engine.is_short(game)
                    || engine.arena.is_written_without_braces(game)?;
                if !by_text {
                    return Ok(None);
                }
                match engine.arena.print_element(game, Notation::Standard)? {
                    Some(text) => Key::Text(text),
                    None => return Ok(None),
                }
            }
            Key::Sum(parts) if is_nameless(engine, game, &parts)? => return Ok(None),
            key => key,
        };
        Ok(Some(Shape { key, sides: None }))
    };
    let combine = |engine: &mut Engine, game: Game, done: &Answers<Game, Shape>| {
        let key = if keys { key_of(engine, game)? } else { Key::Options };
        let [left, right] = Player::BOTH.map(|player| engine.arena.options(game, player).to_vec());
        let sides = [sorted(engine, done, left)?, sorted(engine, done, right)?];
        Ok(Shape { key, sides: Some(sides) })
    };
    let mut done = Answers::default();
    for &game in games {
        engine.over_followers(game, &mut done, leaf, combine)?;
    }
    Ok(Shapes(done))
}

/// Whether the field writes this sum of ups in braces: orders are integers, there is no shorter
/// name than a sum of ^(d), and the braces stay short.
fn is_nameless(engine: &Engine, game: Game, parts: &NumberUpsStar) -> Result<bool> {
    let copies = parts.ups.iter().map(|(_, count)| count.clone().into_parts().1).sum::<UBig>();
    let short = copies <= UBig::from(MOST_UPS) && parts.nimber <= UBig::from(MOST_UPS);
    if !short || !parts.ups.iter().all(|(order, _)| order.is_integer()) {
        return Ok(false);
    }
    let text = engine.arena.print_element(game, Notation::Standard)?;
    Ok(text.is_some_and(|text| text.contains("^(")))
}

fn key_of(engine: &mut Engine, game: Game) -> Result<Key> {
    Ok(match engine.parts(game)? {
        Some(parts) if parts.is_number() => Key::Number(parts.number),
        Some(parts) if parts.is_nimber() => Key::Nimber(parts.nimber),
        Some(parts) => Key::Sum(parts),
        None => Key::Options,
    })
}

impl Shapes {
    /// The options of `player` in `game`, in order; none if they were not examined.
    pub(super) fn options(&self, game: Game, player: Player) -> &[Game] {
        self.0.get(game).map_or(&[], |shape| side(shape, player))
    }

    /// Whether the options of `game` were examined.
    pub(super) fn has_options(&self, game: Game) -> bool {
        self.0.get(game).is_some_and(|shape| shape.sides.is_some())
    }

    /// Whether `game` is written in braces although its subgroup prints it in another way: a sum of
    /// ups without a name is expanded.
    pub(super) fn is_nameless(&self, game: Game) -> bool {
        let shape = self.0.get(game);
        shape.is_some_and(|shape| matches!(shape.key, Key::Sum(_)) && shape.sides.is_some())
    }

    /// The games in order.
    pub(super) fn sorted(&self, engine: &mut Engine, games: Vec<Game>) -> Result<Vec<Game>> {
        sorted(engine, &self.0, games)
    }
}

fn side(shape: &Shape, player: Player) -> &[Game] {
    match (&shape.sides, player) {
        (None, _) => &[],
        (Some([left, _]), Player::Left) => left,
        (Some([_, right]), Player::Right) => right,
    }
}

/// The games in order, by merging. That is n log n comparisons. Each walks once through the options
/// to the first difference. The standard sort could not be interrupted.
fn sorted(
    engine: &mut Engine,
    shapes: &Answers<Game, Shape>,
    games: Vec<Game>,
) -> Result<Vec<Game>> {
    if games.len() < 2 {
        return Ok(games);
    }
    let runs = games.into_iter().map(|game| vec![game]).collect();
    let merged = by_halves(runs, |first: Vec<Game>, second: Vec<Game>| {
        let mut merged = Vec::with_capacity(first.len() + second.len());
        let mut rest = second.into_iter().peekable();
        for game in first {
            while let Some(other) = rest.peek().copied() {
                engine.check()?;
                if compare(shapes, game, other).is_le() {
                    break;
                }
                merged.push(other);
                rest.next();
            }
            merged.push(game);
        }
        merged.extend(rest);
        Ok(merged)
    })?;
    Ok(merged.unwrap_or_default())
}

/// Different games never compare equal, so the first different options decide. It is a loop.
fn compare(shapes: &Answers<Game, Shape>, mut a: Game, mut b: Game) -> Ordering {
    'deeper: while a != b {
        let (x, y) = (shapes.of(a), shapes.of(b));
        match (&x.key, &y.key) {
            (Key::Number(x), Key::Number(y)) => return x.cmp(y),
            (Key::Nimber(x), Key::Nimber(y)) => return x.cmp(y),
            (Key::Sum(x), Key::Sum(y)) => return compare_sums(x, y),
            (Key::Text(x), Key::Text(y)) => return x.len().cmp(&y.len()).then_with(|| x.cmp(y)),
            (Key::Options, Key::Options) => {}
            (x, y) => return x.rank().cmp(&y.rank()),
        }
        for player in Player::BOTH {
            let (x, y) = (side(x, player), side(y, player));
            if let Some((&option, &other)) = x.iter().zip(y).find(|(option, other)| option != other)
            {
                (a, b) = (option, other);
                continue 'deeper;
            }
            if x.len() != y.len() {
                return x.len().cmp(&y.len());
            }
        }
        return a.cmp(&b);
    }
    Ordering::Equal
}

/// By the number, then by the ups, smaller ones first, then by the nimber.
fn compare_sums(x: &NumberUpsStar, y: &NumberUpsStar) -> Ordering {
    x.number
        .cmp(&y.number)
        .then_with(|| compare_ups(&x.ups, &y.ups))
        .then_with(|| x.nimber.cmp(&y.nimber))
}

/// The total order of sums of ups: the sign of the first suffix sum that is not 0, of the
/// coefficients of the difference, in increasing order.
fn compare_ups(x: &[(Dyadic, IBig)], y: &[(Dyadic, IBig)]) -> Ordering {
    let total = |ups: &[(Dyadic, IBig)]| ups.iter().map(|(_, count)| count).sum::<IBig>();
    let mut suffix = total(x) - total(y);
    let (mut x, mut y) = (x, y);
    loop {
        if !suffix.is_zero() {
            return suffix.cmp(&IBig::ZERO);
        }
        let next = match (x.first(), y.first()) {
            (None, None) => return Ordering::Equal,
            (Some((order, _)), None) | (None, Some((order, _))) => order.clone(),
            (Some((a, _)), Some((b, _))) => a.min(b).clone(),
        };
        if let Some(((order, count), rest)) = x.split_first()
            && *order == next
        {
            suffix -= count;
            x = rest;
        }
        if let Some(((order, count), rest)) = y.split_first()
            && *order == next
        {
            suffix += count;
            y = rest;
        }
    }
}
