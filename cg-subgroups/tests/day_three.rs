//! All games born by day 3, with the built-in subgroups and by the general algorithm alone: the
//! same games, outcomes, order and sums.

use cg_core::{Game, Limits, Player, Registry, Result};
use cg_simplify::Engine;
use cg_subgroups::standard;

/// The handles of a game in the two engines.
type Twins = (Game, Game);

/// The same games in both engines, in the same order.
fn both() -> Result<(Engine, Engine, Vec<Twins>)> {
    let mut closed = Engine::new(standard().expect("they fit"), Limits::default())?;
    let mut general = Engine::new(Registry::empty(), Limits::default())?;
    let games = closed.born_by(3)?;
    assert_eq!(games.len(), 1474);
    let mut pairs = Vec::new();
    for game in games {
        pairs.push((game, written_out(&mut closed, game, &mut general)?));
    }
    let mut plain: Vec<Game> = pairs.iter().map(|&(_, plain)| plain).collect();
    plain.sort_unstable();
    plain.dedup();
    assert_eq!(plain.len(), 1474, "different handles are different games");
    Ok((closed, general, pairs))
}

/// The game expanded completely and built again without subgroups. Games born by day 3 are shallow,
/// so this may recurse.
fn written_out(closed: &mut Engine, game: Game, general: &mut Engine) -> Result<Game> {
    let mut sides = [Vec::new(), Vec::new()];
    for (side, player) in sides.iter_mut().zip(Player::BOTH) {
        for option in closed.options(game, player)? {
            side.push(written_out(closed, option, general)?);
        }
    }
    general.game(&sides[0], &sides[1])
}

#[test]
fn every_rule_agrees_with_the_general_algorithm() -> Result<()> {
    let (mut closed, mut general, pairs) = both()?;
    let mut held = std::collections::BTreeMap::new();
    for &(game, plain) in &pairs {
        assert_eq!(closed.outcome(game)?, general.outcome(plain)?);
        let home = closed.subgroup_name(game).unwrap_or("none").to_owned();
        *held.entry(home).or_insert(0) += 1;
        let negative = closed.negate(game)?;
        assert_eq!(written_out(&mut closed, negative, &mut general)?, general.negate(plain)?);
    }
    // 15 numbers, 21 sumbers (the paper's, so including * and 0), 20 other x + S + *n.
    let count = |name: &str| held.get(name).copied().unwrap_or(0);
    assert_eq!(count("numbers"), 15);
    assert_eq!(count("numbers") + count("nimbers") + count("sumbers") + count("numberish"), 56);
    assert_eq!(count("none"), 1474 - 56);
    for &(g, plain_g) in &pairs {
        for &(h, plain_h) in &pairs {
            assert_eq!(closed.le(g, h)?, general.le(plain_g, plain_h)?);
        }
    }
    Ok(())
}

#[test]
fn sums_agree_with_the_general_algorithm() -> Result<()> {
    let (mut closed, mut general, pairs) = both()?;
    // Every 11th game with every 13th: all kinds are combined.
    for &(g, plain_g) in pairs.iter().step_by(11) {
        for &(h, plain_h) in pairs.iter().step_by(13) {
            let sum = closed.add(g, h)?;
            let plain = general.add(plain_g, plain_h)?;
            assert_eq!(closed.outcome(sum)?, general.outcome(plain)?);
            assert_eq!(closed.subtract(sum, h)?, g);
            assert_eq!(general.subtract(plain, plain_h)?, plain_g);
        }
    }
    Ok(())
}
