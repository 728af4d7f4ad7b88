use std::collections::HashMap;

use cg_core::{Limits, Registry, Result};

use super::*;
use crate::Engine;

fn games(count: usize) -> Result<Vec<Game>> {
    let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    let mut games = vec![Game::ZERO];
    while games.len() < count {
        games.push(engine.game(&[games[games.len() - 1]], &[])?);
    }
    Ok(games)
}

#[test]
fn a_table_that_may_grow_forgets_nothing() -> Result<()> {
    let games = games(300)?;
    let mut memo = PairMemo::default();
    let mut map = HashMap::new();
    for (i, &g) in games.iter().enumerate().skip(1) {
        for &h in &games[..i] {
            memo.insert(g, h, games[(i * i) % 300]);
            map.insert((g, h), games[(i * i) % 300]);
        }
    }
    for &g in &games[1..] {
        for &h in &games {
            assert_eq!(memo.get(g, h), map.get(&(g, h)).copied());
        }
    }
    memo.insert(games[2], games[1], games[7]);
    assert_eq!(memo.get(games[2], games[1]), Some(games[7]), "the new value replaces the old one");
    memo.clear();
    assert_eq!((memo.get(games[2], games[1]), memo.memory()), (None, 0));
    Ok(())
}

#[test]
fn a_bounded_table_forgets_rather_than_grow() -> Result<()> {
    let games = games(300)?;
    let mut memo = PairMemo::default();
    let bound = 1 << 14;
    memo.bound(bound);
    for (i, &g) in games.iter().enumerate().skip(1) {
        for (j, &h) in games[..i].iter().enumerate() {
            memo.insert(g, h, i * 300 + j);
            assert_eq!(memo.get(g, h), Some(i * 300 + j), "what came last is there");
        }
    }
    assert!(memo.memory() as u64 <= bound);
    let mut kept = 0;
    for (i, &g) in games.iter().enumerate() {
        for (j, &h) in games.iter().enumerate() {
            if let Some(value) = memo.get(g, h) {
                assert_eq!(value, i * 300 + j);
                kept += 1;
            }
        }
    }
    assert!(kept >= memo.most && kept <= 2 * memo.most, "{kept} of {}", memo.most);
    memo.bound(0);
    assert_eq!(memo.get(games[2], games[1]), None, "too large for the new bound, so emptied");
    memo.insert(games[2], games[1], 5);
    assert_eq!(memo.get(games[2], games[1]), Some(5));
    Ok(())
}
