use std::collections::HashMap;

use cg_core::{Limits, Registry, Result};

use super::*;
use crate::Engine;

/// More games than the matrix has rows: the integers.
fn games() -> Result<Vec<Game>> {
    let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    let mut games = vec![Game::ZERO];
    for n in 0..DENSE + 100 {
        games.push(engine.game(&[games[n]], &[])?);
    }
    assert!(!games.contains(&Game::DRAFT));
    Ok(games)
}

/// What is inserted is found, by pair, by row and by column, and nothing else.
#[test]
fn it_agrees_with_a_map() -> Result<()> {
    let games = games()?;
    let mut memo = OrderMemo::default();
    let mut map = HashMap::new();
    let edge = DENSE - 6..DENSE + 6;
    let near: Vec<Game> = games.iter().copied().filter(|g| edge.contains(&g.index())).collect();
    let some: Vec<Game> = games[..40].iter().chain(&near).copied().chain([Game::DRAFT]).collect();
    for (i, &g) in some.iter().enumerate() {
        for (j, &h) in some.iter().enumerate() {
            if g != h && (i * 7 + j * 3) % 5 < 3 {
                memo.insert(g, h, (i + j) % 3 == 0);
                map.insert((g, h), (i + j) % 3 == 0);
            }
        }
    }
    let check = |memo: &OrderMemo, map: &HashMap<(Game, Game), bool>| {
        for &g in &some {
            for &h in some.iter().filter(|&&h| h != g) {
                let expected = map.get(&(g, h)).copied();
                assert_eq!(memo.get(g, h), expected, "{g:?} {h:?}");
                if h != Game::DRAFT {
                    assert_eq!(memo.row(g).at_most(h), expected, "{g:?} {h:?}");
                }
                if g != Game::DRAFT {
                    assert_eq!(memo.column(h).at_least(g), expected, "{g:?} {h:?}");
                }
            }
        }
    };
    check(&memo, &map);
    memo.forget_draft();
    map.retain(|&(g, h), _| g != Game::DRAFT && h != Game::DRAFT);
    check(&memo, &map);
    memo.forget();
    check(&memo, &HashMap::new());
    Ok(())
}
