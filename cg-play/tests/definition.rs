//! Every game against the definition of winning, in all positions that come up.

mod common;

use cg_core::{Interrupt, Player};
use cg_play::games::{Heaps, Nim, Triangle};
use cg_play::{Convention, Playable};
use common::{Known, check_all, session_game};

#[test]
fn nim() {
    for convention in Convention::ALL {
        let mut known = Known::new();
        let mut positions = 0;
        for heaps in [vec![5, 4, 3], vec![2, 2, 2, 2], vec![1, 1, 1], vec![9, 6], vec![0]] {
            let mut nim = Nim::new(heaps, convention).unwrap();
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
            let mut game = Heaps::new(rules, &[9, 4, 4], convention, &Interrupt::new()).unwrap();
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
            let mut game = Triangle::new(board, convention, &Interrupt::new()).unwrap();
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
    assert!(text(Nim::new(vec![], Convention::Normal).unwrap_err()).contains("no heaps"));
    assert!(text(Nim::new(vec![1; 101], Convention::Normal).unwrap_err()).contains("at most 100"));
    let kayles = || "Kayles".parse().unwrap();
    let large = Heaps::new(kayles(), &[10_001], Convention::Normal, &stop).unwrap_err();
    assert!(text(large).contains("at most 10000"));
    let mut hard = Heaps::new(kayles(), &[90, 80, 70], Convention::Misere, &stop).unwrap();
    let start = hard.start();
    stop.raise();
    assert!(hard.wins(&start, Player::Left).unwrap_err().is_interruption());
    stop.clear();
    let wide = Heaps::new("0.F".parse().unwrap(), &[9_000], Convention::Normal, &stop).unwrap_err();
    assert!(wide.is_limit());
    let board = Triangle::new("10".parse().unwrap(), Convention::Normal, &stop).unwrap_err();
    assert!(board.is_limit() && text(board).contains("1 to 7 layers"));
    let partizan = cg_play::games::SessionGame::new(
        common::session(&common::example("partisan_kayles")),
        "PK",
        "PK(4)",
        Convention::Misere,
    );
    assert!(text(partizan.unwrap_err()).contains("not impartial"));
}
