//! Smallest homes and embeddings, tried in a registry.

use std::sync::Arc;

use cg_core::{Family, Game, Limits, Registry, Result};
use rustc_hash::FxHashMap;

use super::plain::Plain;
use super::{Report, named};
use crate::engine::Engine;

pub(super) fn check<F: Family>(
    plain: &mut Plain<'_, F>,
    samples: &[F::Element],
    registry: &Arc<Registry>,
    report: &mut Report,
) {
    let name = plain.rules.name().to_owned();
    let registered = registry.names().any(|known| known == name);
    report.expect("the subgroup is in the registry", registered, || name);
    if registered {
        let result = in_registry(plain, samples, registry, report);
        report.attempt("elements find their homes", result);
    }
}

fn in_registry<F: Family>(
    plain: &mut Plain<'_, F>,
    samples: &[F::Element],
    registry: &Arc<Registry>,
    report: &mut Report,
) -> Result<()> {
    let mut engine = Engine::new(Arc::clone(registry), Limits::default())?;
    let mut settled: Vec<(&F::Element, Game)> = Vec::new();
    for g in samples {
        let bytes = plain.rules.encode(g);
        settled.push((g, engine.decode(plain.rules.name(), &bytes)?));
    }
    for &(g, game) in &settled {
        if plain.game(g)?.is_some() {
            // Another subgroup that holds it, undeclared, would have been asked first.
            let [left, right] = cg_core::Player::BOTH.map(|player| engine.options(game, player));
            report.expect(
                "the game of its options is the element itself, and nobody else's",
                engine.game(&left?, &right?)? == game,
                || named(plain.rules, &[g]),
            );
        }
        report.expect(
            "an element has the same outcome in its smallest home",
            engine.outcome(game)? == plain.rules.outcome(g)?,
            || named(plain.rules, &[g]),
        );
        let Some(expected) = plain.game(g)? else { continue };
        let written = write_out(&mut engine, game, &mut plain.engine)?;
        report.expect(
            "an element is the same game in its smallest home",
            written == expected,
            || named(plain.rules, &[g]),
        );
    }
    for (index, &(g, game_g)) in settled.iter().enumerate() {
        for &(h, game_h) in &settled[..=index] {
            let sum = plain.rules.add(g, h)?;
            let expected = engine.decode(plain.rules.name(), &plain.rules.encode(&sum))?;
            report.expect(
                "a sum is one value, whichever homes it is worked out in",
                engine.add(game_g, game_h)? == expected,
                || named(plain.rules, &[g, h]),
            );
            report.expect(
                "an order is one, whichever homes it is worked out in",
                engine.compare(game_g, game_h)? == plain.rules.compare(g, h)?,
                || named(plain.rules, &[g, h]),
            );
        }
    }
    Ok(())
}

/// The plain game that a value with any homes is.
fn write_out(engine: &mut Engine, game: Game, plain: &mut Engine) -> Result<Game> {
    let mut seen: FxHashMap<Game, Game> = FxHashMap::default();
    let mut stack = vec![(game, false)];
    while let Some((g, expanded)) = stack.pop() {
        if seen.contains_key(&g) {
            continue;
        }
        let [left, right] = cg_core::Player::BOTH.map(|player| engine.options(g, player));
        let (left, right) = (left?, right?);
        if !expanded {
            stack.push((g, true));
            stack.extend(left.into_iter().chain(right).map(|option| (option, false)));
            continue;
        }
        let known = |games: Vec<Game>| -> Vec<Game> {
            games.iter().filter_map(|option| seen.get(option).copied()).collect()
        };
        let written = plain.game(&known(left), &known(right))?;
        seen.insert(g, written);
    }
    Ok(seen.get(&game).copied().unwrap_or(Game::ZERO))
}
