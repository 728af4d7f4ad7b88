//! The computer against random opponents: it wins what it can win.

use std::ops::ControlFlow;

use cg_core::{Interrupt, Player};
use cg_play::{Computer, Contest, Convention, Ending, Game, Playable, Solver, games};
use cg_rulesets::{Entry, Start, Variant, Varied};

use crate::common::session_game;

/// The number of games of each kind.
const GAMES: usize = 10_000;

/// Plays from a position to the end. The computer moves for `side`, and random moves are made for
/// the other player. Returns the winner.
fn played<R: Playable, S: Solver<R>>(
    game: &mut Game<R, S>,
    start: &R::Position,
    first: Player,
    side: Player,
    random: &mut fastrand::Rng,
) -> Player {
    let mut computer = Computer::with_seed(random.u64(..));
    let (mut position, mut mover) = (start.clone(), first);
    loop {
        let ended = game.result(&position, mover).unwrap();
        if let Some(winner) = ended.and_then(Ending::winner) {
            return winner;
        }
        let chosen = if mover == side {
            computer.choose(game, &position, mover).unwrap().unwrap().chosen
        } else {
            let mut moves = game.moves(&position, mover, 1000).unwrap().list;
            moves.swap_remove(random.usize(..moves.len()))
        };
        position = game.after(&position, &chosen).unwrap();
        mover = mover.opponent();
    }
}

/// Plays `games` games from random positions that are won for the computer, some of them moving
/// second. Returns their number.
fn never_loses<R: Playable, S: Solver<R>>(
    game: &mut Game<R, S>,
    games: usize,
    random: &mut fastrand::Rng,
    mut position: impl FnMut(&mut fastrand::Rng) -> R::Position,
) {
    for _ in 0..games {
        let start = position(random);
        let first = *random.choice(&Player::BOTH).unwrap();
        let side = if game.wins(&start, first).unwrap() { first } else { first.opponent() };
        let winner = played(game, &start, first, side, random);
        assert_eq!(winner, side, "from {start:?}, {first} first");
    }
}

#[test]
fn nim() {
    let mut random = fastrand::Rng::with_seed(1);
    for convention in Convention::ALL {
        let mut game = games::nim(vec![1], convention).unwrap();
        never_loses(&mut game, GAMES, &mut random, |random| {
            let most = random.choice([3u64, 10, 50]).unwrap();
            (0..random.usize(1..6)).map(|_| random.u64(..=most)).collect()
        });
    }
}

#[test]
fn kayles() {
    let mut random = fastrand::Rng::with_seed(2);
    let stop = Interrupt::new();
    for (convention, largest) in [(Convention::Normal, 40), (Convention::Misere, 12)] {
        let kayles = "Kayles".parse().unwrap();
        let mut game = games::heaps(kayles, &[largest], convention, &stop).unwrap();
        never_loses(&mut game, GAMES, &mut random, |random| {
            (0..random.usize(1..4)).map(|_| random.u64(1..=largest)).collect()
        });
    }
}

#[test]
fn triangular_nim() {
    let mut random = fastrand::Rng::with_seed(3);
    let stop = Interrupt::new();
    for convention in Convention::ALL {
        for layers in 1..=6u64 {
            let board = cg_trinim::Layers::new(layers).unwrap();
            let full = cg_trinim::Position::full(board);
            let mut game = games::triangle(full, convention, &stop).unwrap();
            never_loses(&mut game, GAMES.div_ceil(6), &mut random, |random| {
                let some = random.u64(..) | random.u64(..);
                cg_trinim::Position::new(board, some & board.full()).unwrap()
            });
        }
    }
}

#[test]
fn games_of_the_language() {
    let mut random = fastrand::Rng::with_seed(4);
    for (file, text) in [
        ("nim", "Nim(3)+Nim(4)+Nim(5)"),
        ("partisan_kayles", "PK(9)+PK(7)"),
        ("toads_and_frogs", "Toads(\"TT..FF\")+Toads(\"T..F\")"),
        ("domineering", "Domineering([\"...\", \"...\", \"...\"])"),
    ] {
        let mut game = session_game(file, text, Convention::Normal);
        let start = game.start();
        never_loses(&mut game, 100, &mut random, |_| start.clone());
    }
}

#[test]
fn the_prediction_is_what_a_game_without_errors_gives() {
    fn check<R: Playable, S: Solver<R>>(game: Game<R, S>, first: Player, seed: u64) {
        let mut contest = Contest::new(game, first);
        let favourite = contest.favourite().unwrap();
        let mut computer = Computer::with_seed(seed);
        while let Some(choice) =
            contest.ask(|game, position, mover| computer.choose(game, position, mover)).unwrap()
        {
            assert_eq!(choice.wins(), Ending::win(contest.mover()) == favourite);
            contest.make(&choice.chosen).unwrap();
        }
        assert_eq!(contest.ended().unwrap(), Some(favourite));
    }
    let stop = Interrupt::new();
    let mut random = fastrand::Rng::with_seed(5);
    for seed in 0..100 {
        for convention in Convention::ALL {
            let heaps: Vec<u64> = (0..random.usize(1..5)).map(|_| random.u64(..12)).collect();
            check(games::nim(heaps.clone(), convention).unwrap(), Player::Left, seed);
            let codes = [".77", ".137", "Grundy", ".(3)"];
            let rules = random.choice(codes).unwrap().parse().unwrap();
            let heaps = &heaps[..heaps.len().min(2)];
            check(games::heaps(rules, heaps, convention, &stop).unwrap(), Player::Left, seed);
        }
    }
    for convention in Convention::ALL {
        for layers in ["1", "2", "3", "4", "5"] {
            let board = layers.parse().unwrap();
            check(games::triangle(board, convention, &stop).unwrap(), Player::Left, 0);
        }
    }
    for first in Player::BOTH {
        for text in ["PK(5)+PK(6)", "PK(7)-PK(4)", "3.PK(4)+^+1/2", "{2|-1}+{1|0}+PK(3)"] {
            check(session_game("partisan_kayles", text, Convention::Normal), first, 1);
        }
        let nim = session_game("nim", "Nim(2)+Nim(2)+Nim(3)", Convention::Misere);
        check(nim, first, 2);
    }
}

/// Positions of the rulesets of the table and their variants, in both conventions: against random
/// moves, and against another computer.
#[test]
fn boards() {
    let mut random = fastrand::Rng::with_seed(5);
    let stop = Interrupt::new();
    let mut played_in = 0;
    let entries = Entry::all().iter().filter(|entry| {
        !entry.letters.is_empty() && !entry.has_parameters() && !entry.among_impartial
    });
    for entry in entries {
        let mut starts = Vec::new();
        for (rows, columns) in [(1, 6), (2, 3)] {
            entry.each_board(rows, columns, true, &mut |start| {
                starts.push(start);
                ControlFlow::Continue(())
            });
        }
        starts.push(Start::read(&format!("{} {}", entry.name, entry.example)).unwrap());
        played_in += 1;
        let variants = Variant::NAMED.into_iter().chain([Variant::Plain]);
        for variant in variants.filter(|&variant| entry.refuses(variant).is_none()) {
            for convention in Convention::ALL {
                let rules = Varied::new(starts[0].rules.rules().clone(), variant);
                let start = Start { rules, position: starts[0].position.clone() };
                let mut game = games::board(start, convention, &stop).unwrap();
                never_loses(&mut game, 6, &mut random, |random| {
                    random.choice(&starts).unwrap().position.clone()
                });
                for _ in 0..2 {
                    let start = random.choice(&starts).unwrap().position.clone();
                    let first = *random.choice(&Player::BOTH).unwrap();
                    let won = game.wins(&start, first).unwrap();
                    let side = if won { first } else { first.opponent() };
                    assert_eq!(against_itself(&mut game, &start, first), side, "{start:?}");
                }
            }
        }
    }
    assert!(played_in >= 20, "{played_in}");
}

/// The winner if computers play both sides.
fn against_itself<R: Playable, S: Solver<R>>(
    game: &mut Game<R, S>,
    start: &R::Position,
    first: Player,
) -> Player {
    let (mut position, mut mover) = (start.clone(), first);
    loop {
        let ended = game.result(&position, mover).unwrap();
        if let Some(winner) = ended.and_then(Ending::winner) {
            return winner;
        }
        let choice = Computer::default().choose(game, &position, mover).unwrap().unwrap();
        position = game.after(&position, &choice.chosen).unwrap();
        mover = mover.opponent();
    }
}

/// A position that takes longer to search than the computer waits is still won, once it is known to
/// be won.
#[test]
fn a_known_win_is_searched_to_the_end() {
    let start = Start::read("clobber checker 3x5").unwrap();
    let mut game = games::board(start, Convention::Normal, &Interrupt::new()).unwrap();
    let mut random = fastrand::Rng::with_seed(6);
    for _ in 0..3 {
        let first = game.start();
        let side =
            if game.wins(&first, Player::Left).unwrap() { Player::Left } else { Player::Right };
        assert_eq!(played(&mut game, &first, Player::Left, side, &mut random), side);
    }
}
