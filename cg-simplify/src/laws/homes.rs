//! Smallest homes and embeddings, tried in a registry: an element is the same game everywhere,
//! alone and with games of other subgroups.

use std::sync::Arc;

use cg_core::{Dyadic, Erased, Family, Game, Limits, Player, Registry, Result};
use dashu_int::UBig;
use fastrand::Rng;
use rustc_hash::FxHashMap;

use super::general::Plain;
use super::{Report, named};
use crate::engine::Engine;

/// Games with more followers are not expanded.
const MOST_FOLLOWERS: usize = 300;

/// This many samples are combined with games of other subgroups.
const MOST_SAMPLES: usize = 16;

/// An engine with subgroups, and the plain game of each value so far.
struct Homes {
    engine: Engine,
    written: FxHashMap<Game, Option<Game>>,
}

impl Homes {
    fn new(registry: &Arc<Registry>) -> Result<Self> {
        let engine = Engine::new(Arc::clone(registry), Limits::default())?;
        Ok(Homes { engine, written: FxHashMap::default() })
    }

    /// The plain game of a value; `None` if it has too many followers.
    fn plain(&mut self, game: Game, plain: &mut Engine) -> Result<Option<Game>> {
        let mut stack = vec![(game, false)];
        let mut visited = 0;
        while let Some((g, expanded)) = stack.pop() {
            if self.written.contains_key(&g) {
                continue;
            }
            visited += 1;
            let mut few = visited <= 2 * MOST_FOLLOWERS;
            for player in Player::BOTH {
                few = few && self.engine.option_count(g, player)? <= MOST_FOLLOWERS as u64;
            }
            if !few {
                self.written.insert(g, None);
                continue;
            }
            let [left, right] = Player::BOTH.map(|player| self.engine.options(g, player));
            let (left, right) = (left?, right?);
            if !expanded {
                stack.push((g, true));
                stack.extend(left.into_iter().chain(right).map(|option| (option, false)));
                continue;
            }
            let [left, right] = [left, right].map(|side| {
                let plain = |option| self.written.get(option).copied().flatten();
                side.iter().map(plain).collect::<Option<Vec<Game>>>()
            });
            let written = match (left, right) {
                (Some(left), Some(right)) => Some(plain.game(&left, &right)?),
                _ => None,
            };
            self.written.insert(g, written);
        }
        Ok(self.written[&game])
    }

    /// Games of many kinds: numbers, nimbers, ups, sums of these, hot and tiny games.
    fn all_sorts(&mut self) -> Result<Vec<Game>> {
        let engine = &mut self.engine;
        let quarters = |n: i64| Dyadic::new(n.into(), 2);
        let mut games = Vec::new();
        for n in [4, -2, 3, 8, -12] {
            games.push(engine.number(&quarters(n)?)?);
        }
        let numbers = games.clone();
        for n in [1u8, 2, 5] {
            games.push(engine.nimber(&n.into())?);
        }
        for n in [4, -4, 2, 8] {
            games.push(engine.up(&quarters(n)?)?);
        }
        for index in 0..games.len() {
            let other = games[(index * 5 + 3) % games.len()];
            games.push(engine.add(games[index], other)?);
        }
        let star = engine.nimber(&1u8.into())?;
        let mut cooler = star;
        for n in [2, 4, 8, 12] {
            let [high, low] = [n, -n].map(quarters);
            let (high, low) = (engine.number(&high?)?, engine.number(&low?)?);
            let switch = engine.game(&[high], &[low])?;
            games.push(switch);
            games.push(engine.game(&[high], &[Game::ZERO])?);
            games.push(engine.game(&[switch], &[low])?);
            games.push(engine.add(switch, numbers[1])?);
            games.push(engine.add(switch, star)?);
            games.push(engine.add(switch, cooler)?);
            cooler = switch;
            // {0 || 0 | -x}, and its negative.
            let threat = engine.game(&[Game::ZERO], &[low])?;
            let tiny = engine.game(&[Game::ZERO], &[threat])?;
            games.push(tiny);
            games.push(engine.negate(tiny)?);
            games.push(engine.add(tiny, switch)?);
        }
        games.sort_unstable();
        games.dedup();
        Ok(games)
    }
}

/// Elements of the family that are sums of its samples and large numbers, nimbers and ups, if the
/// registry says that the family is their home.
pub(super) fn large_elements<F: Family>(
    rules: &F,
    samples: &[F::Element],
    registry: &Arc<Registry>,
) -> Result<Vec<F::Element>> {
    let mut elements = Vec::new();
    for bits in [7, 20, 31, 33, 63, 65, 100] {
        let large = UBig::ONE << bits;
        let number = Dyadic::new(large.clone().into(), 0)?;
        elements.extend(rules.number(&number)?);
        elements.extend(rules.number(&Dyadic::new(-&large - UBig::ONE, 3)?)?);
        elements.extend(rules.nimber(&(&large + UBig::from(5u8)))?);
        elements.extend(rules.up(&number)?);
    }
    if !registry.names().any(|known| known == rules.name()) {
        return Ok(elements);
    }
    let mut engine = Engine::new(Arc::clone(registry), Limits::default())?;
    for g in samples.iter().take(MOST_SAMPLES) {
        let game = engine.decode(rules.name(), &rules.encode(g))?;
        if engine.subgroup_name(game) != Some(rules.name()) {
            continue;
        }
        for bits in [31, 33, 63, 65] {
            let large = UBig::ONE << bits;
            // Only subgroups make such large games.
            let number = engine.arena.number(&Dyadic::new(large.clone().into(), 0)?)?;
            let up = engine.arena.up(&Dyadic::ONE)?;
            let up = up.map(|up| engine.multiple(&large.clone().into(), up)).transpose()?;
            let nimber = engine.arena.nimber(&large)?;
            for other in [number, nimber, up].into_iter().flatten() {
                let Some(sum) = engine.arena.add(game, other)? else { continue };
                if let Some((name, bytes)) = engine.encode(sum)?
                    && name == rules.name()
                {
                    elements.push(rules.decode(&bytes)?);
                }
            }
        }
    }
    Ok(elements)
}

pub(super) fn check<F: Family>(
    plain: &mut Plain<'_, F>,
    samples: &[F::Element],
    registry: &Arc<Registry>,
    rounds: usize,
    rng: &mut Rng,
    report: &mut Report,
) {
    let name = plain.rules.name().to_owned();
    let registered = registry.names().any(|known| known == name);
    report.expect("the subgroup is in the registry", registered, || name);
    if registered {
        let result = Homes::new(registry).and_then(|mut homes| {
            let settled = among_themselves(plain, &mut homes, samples, report)?;
            with_others(plain, &mut homes, &settled, rounds, rng, report)
        });
        report.attempt("elements find their homes", result);
    }
}

/// Tries the samples in their homes, and returns them as values.
fn among_themselves<F: Family>(
    plain: &mut Plain<'_, F>,
    homes: &mut Homes,
    samples: &[F::Element],
    report: &mut Report,
) -> Result<Vec<Game>> {
    let rules = plain.rules;
    let mut settled: Vec<(&F::Element, Game)> = Vec::new();
    for g in samples {
        settled.push((g, homes.engine.decode(rules.name(), &rules.encode(g))?));
    }
    for &(g, game) in &settled {
        let expected = plain.game(g)?;
        if expected.is_some() {
            // Another subgroup that holds it without a declaration would have been asked first.
            let [left, right] = Player::BOTH.map(|player| homes.engine.options(game, player));
            let found = homes.engine.game(&left?, &right?)?;
            let law = "the game of its options is the element itself, and nobody else's";
            report.expect(law, found == game, || {
                let element = named(rules, &[g]);
                match homes.engine.subgroup_name(found) {
                    Some(other) => format!(
                        "{other} holds {element} too: state {other} as a relative, and settle such \
                         elements in one of the two"
                    ),
                    None => element,
                }
            });
        }
        report.expect(
            "an element has the same outcome in its smallest home",
            homes.engine.outcome(game)? == rules.outcome(g)?,
            || named(rules, &[g]),
        );
        if let (Some(expected), Some(written)) = (expected, homes.plain(game, &mut plain.engine)?) {
            report.expect(
                "an element is the same game in its smallest home",
                written == expected,
                || named(rules, &[g]),
            );
        }
    }
    for (index, &(g, game_g)) in settled.iter().enumerate() {
        for &(h, game_h) in &settled[..=index] {
            let sum = rules.add(g, h)?;
            let expected = homes.engine.decode(rules.name(), &rules.encode(&sum))?;
            report.expect(
                "a sum is one value, whichever homes it is worked out in",
                homes.engine.add(game_g, game_h)? == expected,
                || named(rules, &[g, h]),
            );
            report.expect(
                "an order is one, whichever homes it is worked out in",
                homes.engine.compare(game_g, game_h)? == rules.compare(g, h)?,
                || named(rules, &[g, h]),
            );
        }
    }
    Ok(settled.into_iter().map(|(_, game)| game).collect())
}

/// Tries sums, order and forms of the samples and games of other subgroups. Most of those are not
/// elements of the family.
fn with_others<F: Family>(
    plain: &mut Plain<'_, F>,
    homes: &mut Homes,
    settled: &[Game],
    rounds: usize,
    rng: &mut Rng,
    report: &mut Report,
) -> Result<()> {
    let others = homes.all_sorts()?;
    embeddings(plain, homes, &others, report)?;
    let engine = &mut plain.engine;
    let mut known: Vec<(Game, Game)> = Vec::new();
    for &game in others.iter().chain(settled.iter().take(MOST_SAMPLES)) {
        known.extend(homes.plain(game, engine)?.map(|plain| (game, plain)));
    }
    for &g in settled.iter().take(MOST_SAMPLES) {
        let Some(plain_g) = homes.plain(g, engine)? else { continue };
        for &h in &others {
            let Some(plain_h) = homes.plain(h, engine)? else { continue };
            sum(homes, engine, [(g, plain_g), (h, plain_h)], report)?;
        }
    }
    for _ in 0..rounds {
        let mut any = || known[rng.usize(..known.len())];
        let (g, h) = (any(), any());
        sum(homes, engine, [g, h], report)?;
        let sides: [Vec<(Game, Game)>; 2] = [(); 2]
            .map(|()| (0..rng.usize(..=3)).map(|_| known[rng.usize(..known.len())]).collect());
        let [values, plains] = [|pair: &(Game, Game)| pair.0, |pair: &(Game, Game)| pair.1]
            .map(|half| [0, 1].map(|side| sides[side].iter().map(half).collect::<Vec<Game>>()));
        let value = homes.engine.game(&values[0], &values[1])?;
        if let Some(written) = homes.plain(value, engine)? {
            let expected = engine.game(&plains[0], &plains[1])?;
            let law = "a form of games of several subgroups has the general algorithm's value";
            report.expect(law, written == expected, || {
                let [left, right] = values.map(|side| texts(&mut homes.engine, &side));
                format!("{{{left} | {right}}}")
            });
        }
    }
    Ok(())
}

fn sum(
    homes: &mut Homes,
    plain: &mut Engine,
    [(g, plain_g), (h, plain_h)]: [(Game, Game); 2],
    report: &mut Report,
) -> Result<()> {
    let sum = homes.engine.add(g, h)?;
    if let Some(written) = homes.plain(sum, plain)? {
        let law = "a sum with a game of another subgroup is the general algorithm's";
        let holds = written == plain.add(plain_g, plain_h)?;
        report.expect(law, holds, || texts(&mut homes.engine, &[g, h]));
    }
    let law = "the order with a game of another subgroup is the general algorithm's";
    let holds = homes.engine.compare(g, h)? == plain.compare(plain_g, plain_h)?;
    report.expect(law, holds, || texts(&mut homes.engine, &[g, h]));
    Ok(())
}

fn texts(engine: &mut Engine, games: &[Game]) -> String {
    let notation = cg_core::Notation::Standard;
    let texts: Vec<String> = games
        .iter()
        .map(|&game| engine.print_short(game, notation, 60).unwrap_or_else(|_| "a game".into()))
        .collect();
    texts.join(", ")
}

/// Tries `embed` on elements of the relatives, whether or not they are in the family.
fn embeddings<F: Family>(
    plain: &mut Plain<'_, F>,
    homes: &mut Homes,
    others: &[Game],
    report: &mut Report,
) -> Result<()> {
    let relatives = plain.rules.relatives()?;
    for &game in others {
        let Some((name, bytes)) = homes.engine.encode(game)? else { continue };
        let Some(relative) = relatives.iter().find(|relative| relative.name() == name) else {
            continue;
        };
        let embedded = relative.embed(&Erased::of_bytes(&bytes))?;
        let Some(written) = homes.plain(game, &mut plain.engine)? else { continue };
        match embedded {
            Some(element) => {
                if let Some(expected) = plain.game(&element)? {
                    let law = "an embedded element is the same game";
                    report.expect(law, written == expected, || {
                        let text = texts(&mut homes.engine, &[game]);
                        format!("{text} becomes {}", named(plain.rules, &[&element]))
                    });
                }
            }
            None => {
                let law = "an element of a relative is embedded if it is an element here";
                let here = relative.is_included() || plain.element(written).is_some();
                report.expect(law, !here, || texts(&mut homes.engine, &[game]));
            }
        }
    }
    Ok(())
}
