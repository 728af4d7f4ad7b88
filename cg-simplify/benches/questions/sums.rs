//! Sums of general games, and chains of simple ones.

use cg_core::{Dyadic, Game, Limits, Registry, Result};
use cg_simplify::Engine;

/// A fixed sequence of well-mixed numbers (the high bits of an LCG).
fn mixed(count: usize) -> impl Iterator<Item = usize> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    (0..count).map(move |_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 40).expect("24 bits")
    })
}

/// A thousand triples of the games born by `day`, in an engine that knows only their canonical
/// forms and their bounds.
pub(crate) fn triples(day: u32, registry: Registry) -> Result<(Engine, Vec<[Game; 3]>)> {
    let mut engine = Engine::new(registry, Limits::default())?;
    let games = engine.born_by(day)?;
    engine.forget();
    let picks: Vec<Game> = mixed(3000).map(|pick| games[pick % games.len()]).collect();
    Ok((engine, picks.chunks_exact(3).map(|three| [three[0], three[1], three[2]]).collect()))
}

fn one_by_one(engine: &mut Engine, games: impl IntoIterator<Item = Game>) -> Result<Game> {
    games.into_iter().try_fold(Game::ZERO, |sum, game| engine.add(sum, game))
}

/// The number of differences (a + b + c) - (a + b + c) that are 0. Each sum is computed from its
/// three games, the second one as -c - b - a.
pub(crate) fn differences(engine: &mut Engine, triples: &[[Game; 3]]) -> Result<usize> {
    let mut zeros = 0;
    for three in triples {
        let sum = one_by_one(engine, *three)?;
        let mut negatives = Vec::with_capacity(3);
        for &game in three.iter().rev() {
            negatives.push(engine.negate(game)?);
        }
        let negative = one_by_one(engine, negatives)?;
        zeros += usize::from(engine.add(sum, negative)? == Game::ZERO);
    }
    Ok(zeros)
}

/// The number of sums a + b + c and c + b + a that agree.
pub(crate) fn sums_in_two_orders(engine: &mut Engine, triples: &[[Game; 3]]) -> Result<usize> {
    let mut same = 0;
    for &[a, b, c] in triples {
        same += usize::from(one_by_one(engine, [a, b, c])? == one_by_one(engine, [c, b, a])?);
    }
    Ok(same)
}

/// A thousand numbers, ups and stars in turn. `orders` is the number of different orders of the
/// ups: with 1, they are multiples of ^.
pub(crate) fn chain(orders: usize) -> Result<(Engine, Vec<Game>)> {
    let mut engine =
        Engine::new(cg_subgroups::standard().expect("the subgroups fit"), Limits::default())?;
    let mut chain = Vec::new();
    for (index, pick) in mixed(1000).enumerate() {
        let size = i64::try_from(pick % 32).expect("small") - 16;
        chain.push(match index % 3 {
            0 => engine.number(&Dyadic::new(size.into(), pick % 5)?)?,
            1 => {
                let order = i64::try_from(1 + pick / 32 % orders).expect("small");
                let up = engine.up(&Dyadic::from(order))?;
                engine.multiple(&size.into(), up)?
            }
            _ => engine.nimber(&(pick % 16).into())?,
        });
    }
    Ok((engine, chain))
}

/// The sum of a chain, term after term, with nothing remembered.
pub(crate) fn chain_one_by_one(engine: &mut Engine, chain: &[Game]) -> Result<Game> {
    engine.forget();
    one_by_one(engine, chain.iter().copied())
}

/// The sum of a chain at once, with nothing remembered.
pub(crate) fn chain_at_once(engine: &mut Engine, chain: &[Game]) -> Result<Game> {
    engine.forget();
    engine.sum(chain)
}
