//! Limits: reaching one is an error with the progress, and the engine can go on. Bounded memo
//! tables change no answer.

use std::thread;
use std::time::Duration;

use cg_core::{Error, Game, Interrupt, LimitReached, Limits, Player, Registry, Result};
use cg_simplify::Engine;

fn engine(limits: Limits) -> Engine {
    Engine::new(Registry::empty(), limits).expect("no subgroup can fail")
}

/// Every 97th game born by day 3.
fn some_games(engine: &mut Engine) -> Result<Vec<Game>> {
    Ok(engine.born_by(3)?.into_iter().step_by(97).collect())
}

fn sum(engine: &mut Engine, games: &[Game]) -> Result<Game> {
    games.iter().try_fold(Game::ZERO, |sum, &game| engine.add(sum, game))
}

/// A sum is the value of the form with all its options. All dominated ones are removed, even if
/// that is not possible.
#[test]
fn a_sum_is_the_form_of_its_options() -> Result<()> {
    let mut engine = engine(Limits::default());
    let small = engine.born_by(2)?;
    let games = engine.born_by(3)?;
    for &g in games.iter().step_by(7) {
        for &h in small.iter().chain(games.iter().skip(5).step_by(211)) {
            let total = engine.add(g, h)?;
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                for option in engine.options(g, player)? {
                    side.push(engine.add(option, h)?);
                }
                for option in engine.options(h, player)? {
                    side.push(engine.add(g, option)?);
                }
            }
            assert_eq!(engine.game(&sides[0], &sides[1])?, total, "{g:?} + {h:?}");
        }
    }
    Ok(())
}

/// G + H + K - (K + G + H) is 0, and so is each way to write it with negatives, even if the tables
/// are so small that little is remembered.
#[test]
fn sums_of_negatives_are_negatives_of_sums() -> Result<()> {
    for memos in [u64::MAX, 1 << 16] {
        let mut engine = engine(Limits { memos, ..Limits::default() });
        let games = some_games(&mut engine)?;
        for three in games.windows(3) {
            let &[a, b, c] = three else { continue };
            let total = sum(&mut engine, &[a, b, c])?;
            let negatives =
                [c, a, b].into_iter().map(|g| engine.negate(g)).collect::<Result<Vec<_>>>()?;
            let negative = sum(&mut engine, &negatives)?;
            assert_eq!(engine.negate(total)?, negative);
            assert_eq!(engine.add(total, negative)?, Game::ZERO);
            engine.forget();
            assert_eq!(sum(&mut engine, &[b, c, a])?, total);
        }
    }
    Ok(())
}

#[test]
fn the_tables_stay_within_their_bound() -> Result<()> {
    let mut free = engine(Limits::default());
    let games = some_games(&mut free)?;
    let memos = 1 << 12;
    let mut bounded = engine(Limits { memos, ..Limits::default() });
    let same = some_games(&mut bounded)?;
    let numbers = [&games, &same].map(|games| games.iter().map(|g| g.id()).collect::<Vec<_>>());
    assert_eq!(numbers[0], numbers[1], "handles are given in the same order");
    for (pair, same) in games.windows(2).zip(same.windows(2)) {
        let (total, same) = (sum(&mut free, pair)?, sum(&mut bounded, same)?);
        assert_eq!(free.print_braces(total)?, bounded.print_braces(same)?);
    }
    let saved = free.memory() - bounded.memory();
    assert!(saved as u64 > memos, "{saved} bytes saved");
    Ok(())
}

#[test]
fn reaching_the_memory_limit_says_how_far_it_got() -> Result<()> {
    let mut engine = engine(Limits::default());
    let games = some_games(&mut engine)?;
    let memory = engine.memory() as u64 + (1 << 20);
    engine.set_limits(Limits { memory, ..Limits::default() });
    let error = sum(&mut engine, &games).expect_err("far too many");
    let Error::Limit(LimitReached::Memory { limit, games: held }) = error else {
        panic!("{error}");
    };
    assert_eq!(limit, memory);
    assert!(held > 1474 && held <= engine.games() as u64, "{held}");
    assert!(error.to_string().contains(&held.to_string()), "{error}");
    // Earlier values stay, and smaller ones can be computed.
    engine.set_limits(Limits::default());
    assert_eq!(engine.subtract(games[3], games[3])?, Game::ZERO);
    assert_eq!(sum(&mut engine, &games[..2])?, sum(&mut engine, &[games[1], games[0]])?);
    Ok(())
}

#[test]
fn a_long_sum_can_be_interrupted() -> Result<()> {
    let interrupt = Interrupt::new();
    let mut engine = engine(Limits { interrupt: interrupt.clone(), ..Limits::default() });
    let games = some_games(&mut engine)?;
    let raiser = thread::spawn({
        let interrupt = interrupt.clone();
        move || {
            thread::sleep(Duration::from_millis(20));
            interrupt.raise();
        }
    });
    assert_eq!(sum(&mut engine, &games), Err(Error::Interrupted));
    raiser.join().expect("it only raises a flag");
    interrupt.clear();
    assert_eq!(sum(&mut engine, &games[..2])?, sum(&mut engine, &[games[1], games[0]])?);
    Ok(())
}
