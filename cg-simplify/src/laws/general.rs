//! The rules, options and order of a family compared with the general algorithm, on elements that
//! are expanded as plain games.

use cg_core::{Error, Family, Game, Limits, NumberUpsStar, Player, Registry, Result};
use fastrand::Rng;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Report, Sides, named, named_form, options, simplified};
use crate::engine::Engine;

pub(super) const OUTCOME: &str = "outcome rule: the general algorithm's outcome";
pub(super) const OPTIONS: &str = "the options are the canonical ones, each once";
pub(super) const VALUE: &str = "simplification rule: the general algorithm's value";
const NO: &str = "simplification rule: no \"no\" for an element";
const RULES: &str = "the rules succeed";

/// An engine without subgroups, and the plain game of each element so far.
pub(super) struct Plain<'a, F: Family> {
    pub(super) rules: &'a F,
    pub(super) engine: Engine,
    games: FxHashMap<F::Element, Option<Game>>,
    elements: FxHashMap<Game, F::Element>,
    followers: usize,
}

/// An element and its plain game.
pub(super) type Written<F> = (<F as cg_core::Subgroup>::Element, Game);

impl<'a, F: Family> Plain<'a, F> {
    pub(super) fn new(rules: &'a F, followers: usize) -> Result<Self> {
        Ok(Plain {
            rules,
            engine: Engine::new(Registry::empty(), Limits::default())?,
            games: FxHashMap::default(),
            elements: FxHashMap::default(),
            followers,
        })
    }

    /// The canonical options of an element; `None` if there are too many.
    fn options(&self, g: &F::Element) -> Result<Option<Sides<F::Element>>> {
        options(self.rules, g, self.followers as u64)
    }

    /// The plain game that is the sum of these parts.
    fn sum_of(&mut self, parts: &NumberUpsStar) -> Result<Game> {
        let engine = &mut self.engine;
        let (number, star) = (engine.number(&parts.number)?, engine.nimber(&parts.nimber)?);
        let mut sum = engine.add(number, star)?;
        for (order, count) in &parts.ups {
            let up = engine.up(order)?;
            let copies = engine.multiple(count, up)?;
            sum = engine.add(sum, copies)?;
        }
        Ok(sum)
    }

    /// The element as a plain game; `None` if it has too many followers.
    pub(super) fn game(&mut self, g: &F::Element) -> Result<Option<Game>> {
        let mut stack = vec![(g.clone(), false)];
        let mut visited = 0;
        while let Some((element, expanded)) = stack.pop() {
            if self.games.contains_key(&element) {
                continue;
            }
            visited += 1;
            let options = match visited > 2 * self.followers {
                true => None,
                false => self.options(&element)?,
            };
            let Some(sides) = options else {
                self.games.insert(element, None);
                continue;
            };
            if !expanded {
                stack.push((element, true));
                stack.extend(sides.into_iter().flatten().map(|option| (option, false)));
                continue;
            }
            let [left, right] = sides.map(|side| {
                let plain = |option| self.games.get(option).copied().flatten();
                side.iter().map(plain).collect::<Option<Vec<Game>>>()
            });
            let game = match (left, right) {
                (Some(left), Some(right)) => Some(self.engine.game(&left, &right)?),
                _ => None,
            };
            if let Some(game) = game {
                self.elements.entry(game).or_insert_with(|| element.clone());
            }
            self.games.insert(element, game);
        }
        let game = self.games.get(g).copied();
        game.ok_or_else(|| Error::subgroup(self.rules.name(), "an element is its own follower"))
    }

    /// The element for a plain game, if one is known.
    pub(super) fn element(&self, game: Game) -> Option<&F::Element> {
        self.elements.get(&game)
    }

    /// Whether a plain game has few followers, so that sums and forms of several such games are
    /// cheap.
    fn is_small(&mut self, game: Game) -> Result<bool> {
        const MOST: usize = 60;
        let mut seen = FxHashSet::default();
        let mut stack = vec![game];
        while let Some(game) = stack.pop() {
            if seen.insert(game) {
                for player in Player::BOTH {
                    stack.extend(self.engine.options(game, player)?);
                }
            }
            if seen.len() > MOST {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Tries the rules on the samples and on all small sets of the first of them. Returns the samples
/// that are small enough to be expanded.
pub(super) fn check<F: Family>(
    plain: &mut Plain<'_, F>,
    samples: &[F::Element],
    pool: usize,
    report: &mut Report,
) -> Vec<Written<F>> {
    let mut small: Vec<Written<F>> = Vec::new();
    for g in samples {
        match plain.game(g) {
            Ok(Some(game)) => small.push((g.clone(), game)),
            Ok(None) => report.too_large += 1,
            Err(error) => {
                report.attempt::<()>("options can be listed", Err(error));
            }
        }
    }
    for (index, g) in small.iter().enumerate() {
        let result = alone(plain, g, report);
        report.attempt(RULES, result);
        for h in &small[..index] {
            let result = pair(plain, g, h, report);
            report.attempt(RULES, result);
        }
    }
    let sets = option_sets(&small[..small.len().min(pool)]);
    for left in &sets {
        for right in &sets {
            let result = simplification(plain, [left, right], report);
            report.attempt(RULES, result);
        }
    }
    small
}

fn alone<F: Family>(
    plain: &mut Plain<'_, F>,
    (g, game): &Written<F>,
    report: &mut Report,
) -> Result<()> {
    let general = plain.engine.outcome(*game)?;
    let rule = plain.rules.outcome(g)?;
    report.expect(OUTCOME, rule == general, || {
        let g = named(plain.rules, &[g]);
        format!("{g}: the rule says {rule}, the general algorithm {general}")
    });
    if let Some(parts) = plain.rules.number_ups_star(g)? {
        let sum = plain.sum_of(&parts)?;
        let law = "number, ups and star: their sum is the element";
        report.expect(law, sum == *game, || {
            format!("{} is said to be {parts:?}", named(plain.rules, &[g]))
        });
    }
    if let Some(number) = plain.rules.as_number(g)? {
        let holds = plain.engine.number(&number)? == *game;
        report.expect("a number is that number", holds, || named(plain.rules, &[g]));
    }
    if let Some(nimber) = plain.rules.as_nimber(g)? {
        let holds = plain.engine.nimber(&nimber)? == *game;
        report.expect("a nimber is that nimber", holds, || named(plain.rules, &[g]));
    }
    for player in Player::BOTH {
        let Some(stop) = plain.rules.stop(g, player)? else { continue };
        let general = plain.engine.stops(*game)?;
        report.expect(
            "a stop is that of the general algorithm",
            stop == *general.of(player),
            || format!("{player}'s stop of {}", named(plain.rules, &[g])),
        );
        if let Some(relation) = plain.rules.compare_to_stop(g, player)? {
            let number = plain.engine.number(&stop)?;
            let law = "a game stands to its stop as it is said";
            report.expect(law, relation == plain.engine.compare(*game, number)?, || {
                format!("{player}'s stop of {}", named(plain.rules, &[g]))
            });
        }
    }
    for (side, player) in plain.options(g)?.unwrap_or_default().iter().zip(Player::BOTH) {
        let mut given = Vec::new();
        for option in side {
            given.extend(plain.game(option)?);
        }
        let mut general = plain.engine.options(*game, player)?;
        let count = given.len();
        given.sort_unstable();
        given.dedup();
        general.sort_unstable();
        report.expect(OPTIONS, given.len() == count && given == general, || {
            format!("{player}'s options of {}", named(plain.rules, &[g]))
        });
    }
    Ok(())
}

fn pair<F: Family>(
    plain: &mut Plain<'_, F>,
    (g, plain_g): &Written<F>,
    (h, plain_h): &Written<F>,
    report: &mut Report,
) -> Result<()> {
    let rules = plain.rules;
    let example = || named(rules, &[g, h]);
    report.expect(
        "different elements are different games",
        (plain_g == plain_h) == (g == h),
        example,
    );
    let general = plain.engine.compare(*plain_g, *plain_h)?;
    report.expect("order: the general algorithm's", rules.compare(g, h)? == general, example);
    let sum = rules.add(g, h)?;
    if let Some(plain_sum) = plain.game(&sum)? {
        let general = plain.engine.add(*plain_g, *plain_h)?;
        report.expect("sum: the general algorithm's", plain_sum == general, example);
    }
    Ok(())
}

/// All sets of at most two of the games.
fn option_sets<E: Clone>(games: &[(E, Game)]) -> Vec<Vec<(E, Game)>> {
    let mut sets = vec![Vec::new()];
    for (index, g) in games.iter().enumerate() {
        sets.push(vec![g.clone()]);
        sets.extend(games[..index].iter().map(|h| vec![h.clone(), g.clone()]));
    }
    sets
}

fn simplification<F: Family>(
    plain: &mut Plain<'_, F>,
    sides: [&[Written<F>]; 2],
    report: &mut Report,
) -> Result<()> {
    let elements = sides.map(|side| side.iter().map(|(g, _)| g.clone()).collect::<Vec<_>>());
    let [left, right] = sides.map(|side| side.iter().map(|&(_, game)| game).collect::<Vec<_>>());
    let rules = plain.rules;
    let example = || named_form(rules, &elements);
    // "nothing" if there is no element.
    let some = |element: Option<&F::Element>| {
        element.map_or_else(|| "nothing".to_owned(), |element| named(rules, &[element]))
    };
    let general = plain.engine.game(&left, &right)?;
    match simplified(rules, &elements)? {
        Some(element) => {
            let Some(game) = plain.game(&element)? else { return Ok(()) };
            report.expect(VALUE, game == general, || {
                format!("{} is said to be {}", example(), named(rules, &[&element]))
            });
        }
        None => {
            let known = plain.element(general).cloned();
            report.expect(NO, known.is_none(), || {
                format!("{} is {}, and the rule says no", example(), some(known.as_ref()))
            });
            // An element must also be recognised by its canonical options.
            let [left, right] = Player::BOTH.map(|player| plain.engine.options(general, player));
            let known = |games: Vec<Game>| {
                let known = |game| plain.element(game).cloned();
                games.into_iter().map(known).collect::<Option<Vec<_>>>()
            };
            if let (Some(left), Some(right)) = (known(left?), known(right?)) {
                let again = simplified(rules, &[left, right])?;
                report.expect(NO, again.is_none(), || {
                    let again = some(again.as_ref());
                    format!("{} is {again} by its canonical options only", example())
                });
            }
        }
    }
    Ok(())
}

/// Rounds with larger sets of options, of small elements that are made from the given ones.
pub(super) fn at_random<F: Family>(
    plain: &mut Plain<'_, F>,
    given: &[Written<F>],
    rounds: usize,
    rng: &mut Rng,
    report: &mut Report,
) {
    let mut pool: Vec<Written<F>> = Vec::new();
    for written in given {
        if plain.is_small(written.1).unwrap_or(false) {
            pool.push(written.clone());
        }
    }
    if pool.is_empty() {
        return;
    }
    for _ in 0..rounds {
        let result = round(plain, &mut pool, rng, report);
        report.attempt_large(RULES, result);
    }
}

/// The number of elements from which the random phase chooses.
const MOST_POOL: usize = 200;

fn round<F: Family>(
    plain: &mut Plain<'_, F>,
    pool: &mut Vec<Written<F>>,
    rng: &mut Rng,
    report: &mut Report,
) -> Result<()> {
    let any = |pool: &[Written<F>], rng: &mut Rng| pool[rng.usize(..pool.len())].clone();
    // A new element: a sum, a negative or an option of the present ones.
    let (g, h) = (any(pool, rng), any(pool, rng));
    let new = match rng.u8(..4) {
        0 => plain.rules.negate(&g.0)?,
        1 => {
            let sides = plain.options(&g.0)?.unwrap_or_default();
            let all = sides.concat();
            if all.is_empty() { h.0.clone() } else { all[rng.usize(..all.len())].clone() }
        }
        _ => plain.rules.add(&g.0, &h.0)?,
    };
    if let Some(game) = plain.game(&new)?
        && plain.is_small(game)?
        && pool.iter().all(|(known, _)| *known != new)
    {
        let new = (new, game);
        alone(plain, &new, report)?;
        pair(plain, &new, &g, report)?;
        pair(plain, &new, &h, report)?;
        match pool.len() < MOST_POOL {
            true => pool.push(new),
            false => {
                let place = rng.usize(..pool.len());
                pool[place] = new;
            }
        }
    }
    for _ in 0..4 {
        let mut sides = [Vec::new(), Vec::new()];
        // Sets around an element, of its options and elements close to it, or of any elements.
        let around = any(pool, rng);
        let canonical = if rng.bool() { plain.options(&around.0)? } else { None };
        let few: Vec<Written<F>> = (0..4).map(|_| any(pool, rng)).collect();
        for (index, side) in sides.iter_mut().enumerate() {
            for option in canonical.iter().flat_map(|sides| &sides[index]) {
                // One in eight is left out; then the value is different.
                if rng.u8(..8) > 0
                    && let Some(game) = plain.game(option)?
                {
                    side.push((option.clone(), game));
                }
            }
            for _ in 0..rng.usize(..=4) {
                side.push(if rng.bool() { any(&few, rng) } else { any(pool, rng) });
            }
            rng.shuffle(side);
        }
        let [left, right] = &sides;
        simplification(plain, [left, right], report)?;
    }
    Ok(())
}
