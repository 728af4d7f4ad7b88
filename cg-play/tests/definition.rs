//! Every game compared with the definition of winning, in all positions that come up.

use std::collections::{HashMap, HashSet};

use cg_core::{Interrupt, Player};
use cg_play::{
    Computer, Contest, Convention, Ending, Game, Playable, Promise, Solver, drawn, games,
};

use crate::common::{self, session_game};

/// The results, by position and player.
type Known = HashMap<(String, Player), bool>;

/// Whether `mover` wins, from the rules alone.
fn slow<R: Playable, S: Solver<R>>(
    game: &mut Game<R, S>,
    position: &R::Position,
    mover: Player,
    known: &mut Known,
) -> bool {
    let key = (game.position_text(position).unwrap(), mover);
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let moves = game.moves(position, mover, usize::MAX).unwrap().list;
    let stuck = moves.is_empty() && game.convention() == Convention::Misere;
    let wins = moves.iter().any(|found| {
        let after = game.after(position, found).unwrap();
        !slow(game, &after, mover.opponent(), known)
    });
    known.insert(key, wins || stuck);
    wins || stuck
}

/// Compares a game with the definition, in every position that can come up.
fn check_all<R: Playable, S: Solver<R>>(game: &mut Game<R, S>, known: &mut Known) -> usize {
    let mut waiting = vec![(game.start(), Player::Left)];
    if game.is_partizan() {
        waiting.push((game.start(), Player::Right));
    }
    let mut seen = HashSet::new();
    while let Some((position, mover)) = waiting.pop() {
        let text = game.position_text(&position).unwrap();
        if !seen.insert((text.clone(), mover)) {
            continue;
        }
        assert_eq!(
            game.wins(&position, mover).unwrap(),
            slow(game, &position, mover, known),
            "{} {} {text} {mover}",
            game.rules().title(),
            game.convention()
        );
        let winning = game.winning_moves(&position, mover).unwrap();
        let moves = game.moves(&position, mover, usize::MAX).unwrap();
        assert_eq!(moves.total, moves.list.len() as u128);
        for found in &moves.list {
            let after = game.after(&position, found).unwrap();
            let wins = !slow(game, &after, mover.opponent(), known);
            assert_eq!(winning.contains(found), wins, "{text}: {}", game.move_text(found));
            let typed = game.move_text(found);
            assert_eq!(&game.read_move(&position, mover, &typed).unwrap(), found, "{typed}");
            if game.is_partizan() {
                waiting.push((after.clone(), mover));
            }
            waiting.push((after, mover.opponent()));
        }
        assert!(winning.iter().all(|found| moves.list.contains(found)), "{text}");
        let replies = game.replies(&position, mover).unwrap();
        assert_eq!((replies.winning, replies.total), (winning.len() as u128, moves.total));
        let some = game.moves(&position, mover, 3).unwrap();
        assert!(some.list.len() <= 3 && some.total == moves.total);
        assert!(some.list.iter().all(|found| moves.list.contains(found)));
        assert_eq!(some.list.is_empty(), moves.list.is_empty());
        drawn(&game.drawing(&position).unwrap());
        game.reasons(&position).unwrap();
        for found in winning.iter().take(1) {
            assert!(!game.why(&position, mover, found).unwrap().is_empty());
        }
        let lines = game.list_moves(&position, mover, 20).unwrap();
        assert!(lines.len() <= 21 && lines.iter().all(|line| line.len() <= 80), "{lines:?}");
    }
    seen.len()
}

#[test]
fn nim() {
    for convention in Convention::ALL {
        let mut known = Known::new();
        let mut positions = 0;
        for heaps in [vec![5, 4, 3], vec![2, 2, 2, 2], vec![1, 1, 1], vec![9, 6], vec![0]] {
            let mut nim = games::nim(heaps, convention).unwrap();
            known.clear();
            positions += check_all(&mut nim, &mut known);
        }
        assert!(positions > 250, "{positions}");
    }
}

#[test]
fn taking_and_breaking() {
    for convention in Convention::ALL {
        for code in [".77", ".07", ".137", "Grundy", "4.4", ".123", ".8", "Nim", ".2", ".(3)7"] {
            let Ok(rules) = code.parse() else { continue };
            let mut game = games::heaps(rules, &[9, 4, 4], convention, &Interrupt::new()).unwrap();
            let positions = check_all(&mut game, &mut Known::new());
            assert!(positions > 3, "{code}: {positions}");
        }
    }
}

#[test]
fn triangles() {
    for convention in Convention::ALL {
        for board in ["1", "2", "3", "x/xx/.x./xx.x", "x/../.x./x..x/x...x"] {
            let board = board.parse().unwrap();
            let mut game = games::triangle(board, convention, &Interrupt::new()).unwrap();
            assert!(check_all(&mut game, &mut Known::new()) > 1);
        }
    }
}

#[test]
fn games_of_the_language() {
    let normal = [
        ("nim", "Nim(3)+Nim(2)"),
        ("nim", "2.Nim(2)-Nim(2)"),
        ("kayles", "Kayles(5)+Kayles(2)"),
        ("partisan_kayles", "PK(5)+PK(3)"),
        ("partisan_kayles", "PK(4)-PK(3)"),
        ("toads_and_frogs", "Toads(\"TT.FF\")"),
        ("domineering", "Domineering([\"..\", \"..\"])+Domineering([\"...\"])"),
        ("nim", "{1|-1}+{0|*}+1/2"),
    ];
    for (file, text) in normal {
        let mut game = session_game(file, text, Convention::Normal);
        assert!(check_all(&mut game, &mut Known::new()) > 5, "{text}");
    }
    for (file, text) in [("nim", "Nim(3)+Nim(2)+Nim(1)"), ("kayles", "Kayles(5)+Kayles(2)")] {
        let mut game = session_game(file, text, Convention::Misere);
        assert!(!game.is_partizan());
        assert!(check_all(&mut game, &mut Known::new()) > 10, "{text}");
    }
    assert!(session_game("toads_and_frogs", "Toads(\"T.F\")", Convention::Normal).is_partizan());
}

#[test]
fn what_cannot_be_played_is_refused() {
    let stop = Interrupt::new();
    let text = |error: cg_play::PlayError| error.to_string();
    assert!(text(games::nim(vec![], Convention::Normal).unwrap_err()).contains("no heaps"));
    assert!(
        text(games::nim(vec![1; 101], Convention::Normal).unwrap_err()).contains("at most 100")
    );
    let kayles = || "Kayles".parse().unwrap();
    let large = games::heaps(kayles(), &[10_001], Convention::Normal, &stop).unwrap_err();
    assert!(text(large).contains("at most 10000"));
    stop.raise();
    let hard = games::heaps(kayles(), &[90, 80, 70], Convention::Misere, &stop).unwrap_err();
    assert!(hard.is_interruption());
    stop.clear();
    let wide =
        games::heaps("0.F".parse().unwrap(), &[9_000], Convention::Normal, &stop).unwrap_err();
    assert!(wide.is_limit());
    let board = games::triangle("10".parse().unwrap(), Convention::Normal, &stop).unwrap_err();
    assert!(board.is_limit() && text(board).contains("1 to 7 layers"));
    let partizan = games::program(
        common::session(&common::example("partisan_kayles")),
        "PK",
        "PK(4)",
        Convention::Misere,
        &stop,
    );
    assert!(partizan.is_ok(), "misère play of partizan games is searched for both players");
}

/// A definition of the language whose positions come back.
#[test]
fn definitions_are_played_with_draws() {
    let game = "loopy Pair(a, b) { default: { Pair((a+1) % 3, b), 0 : k = 0..0, if a == b \
                | Pair(a, (b+1) % 3), 0 : k = 0..0, if a == b + 1 }; }";
    let session = common::session(game);
    let interrupt = Interrupt::new();
    let game =
        games::program(session, "pairs", "Pair(0, 1)", Convention::Normal, &interrupt).unwrap();
    let mut contest = Contest::new(game, Player::Left);
    assert!(contest.game().comes_back());
    let choice = contest.ask(|game, at, mover| Computer::default().choose(game, at, mover));
    let promise = choice.unwrap().expect("there is a move").promise;
    assert_eq!(promise == Promise::Draws, contest.favourite().unwrap() == Ending::Draw);
}

/// Moves on boards are named by cells, and read in several ways.
#[test]
fn moves_on_boards_are_named_by_their_cells() {
    let board = games::program(
        common::session(&common::example("domineering")),
        "domineering",
        r##"Domineering(board("...|..#"))"##,
        Convention::Normal,
        &Interrupt::new(),
    );
    let board = board.unwrap();
    let start = board.start();
    let moves = board.moves(&start, Player::Left, usize::MAX).unwrap().list;
    let texts: Vec<String> = moves.iter().map(|one| board.move_text(one)).collect();
    assert_eq!(texts, [r##""#" at a1, a2"##, r##""#" at b1, b2"##]);
    for text in ["b1 b2", "b1-b2", "0,1 1,1", r##""#" at [0, 1], [1, 1]"##, &texts[1], "2"] {
        let read = board.read_move(&start, Player::Left, text).expect(text);
        assert_eq!(board.move_text(&read), texts[1], "{text}");
    }
    for text in ["b1", "b2 b1", "c1 c2", "0,1"] {
        assert!(board.read_move(&start, Player::Left, text).is_err(), "{text}");
    }
}
