//! Loopy games: the computer wins every win, loses no draw, and draws end.

use cg_core::{Interrupt, Player};
use cg_play::{Computer, Contest, Convention, DRAW, Ending, Opening, games};
use cg_rulesets::LoopyRules;

fn contest(
    rules: LoopyRules,
    board: &str,
    first: Player,
) -> Contest<LoopyRules, cg_play::ByRetrograde<cg_rulesets::Cells>> {
    let start = rules.read(board).unwrap();
    let game = games::loopy(rules, start, Convention::Normal, &Interrupt::new()).unwrap();
    Contest::new(game, first)
}

const BOARDS: [(LoopyRules, &str); 7] = [
    (LoopyRules::Backsliding, "tf."),
    (LoopyRules::Backsliding, "t..f"),
    (LoopyRules::Backsliding, "tt..ff"),
    (LoopyRules::HareAndHounds, "#d..#|d...h|#d..#"),
    (LoopyRules::FoxAndGeese, "......|..f...|g.g.g."),
    (LoopyRules::CeyloneseFoxAndGeese, "......|.f....|g.g.g."),
    (LoopyRules::Phutball, "...|.o.|..."),
];

/// The computer plays for `side`, and random moves are made for the other player, until the end or
/// a draw. The result is at least that of best play.
#[test]
fn the_computer_gets_what_best_play_gets() {
    let mut random = fastrand::Rng::with_seed(7);
    let for_side = |ending: Ending, side| match ending.winner() {
        None => 1,
        Some(winner) => {
            if winner == side {
                2
            } else {
                0
            }
        }
    };
    for (rules, board) in BOARDS {
        for side in Player::BOTH {
            for first in Player::BOTH {
                let mut contest = contest(rules, board, first);
                let promised = for_side(contest.favourite().unwrap(), side);
                let mut computer = Computer::default();
                let ended = loop {
                    if let Some(ending) = contest.ended().unwrap() {
                        break ending;
                    }
                    if contest.mover() == side {
                        let choice = contest
                            .ask(|game, at, mover| computer.choose(game, at, mover))
                            .unwrap()
                            .expect("the game has not ended");
                        assert_eq!(
                            choice.wins(),
                            contest.favourite().unwrap() == Ending::win(side)
                        );
                        contest.make(&choice.chosen).unwrap();
                    } else {
                        let moves = contest
                            .ask(|game, at, mover| game.moves(at, mover, usize::MAX))
                            .unwrap()
                            .list;
                        contest.make(&moves[random.usize(..moves.len())]).unwrap();
                    }
                };
                assert!(for_side(ended, side) >= promised, "{board} for {side}, {first} first");
            }
        }
    }
}

/// Two computers reach the result of best play, and a win takes the predicted number of moves.
#[test]
fn two_computers_play_what_was_said() {
    for (rules, board) in BOARDS {
        for first in Player::BOTH {
            let mut contest = contest(rules, board, first);
            let said = contest.favourite().unwrap();
            let mut computer = Computer::with_seed(1);
            while contest.ended().unwrap().is_none() {
                let choice = contest
                    .ask(|game, at, mover| computer.choose(game, at, mover))
                    .unwrap()
                    .expect("the game has not ended");
                contest.make(&choice.chosen).unwrap();
            }
            assert_eq!(contest.ended().unwrap(), Some(said), "{board}, {first} first");
        }
    }
}

#[test]
fn draws_are_claimed_or_come_by_repetition() {
    // Both players walk to and fro.
    let mut contest = contest(LoopyRules::Backsliding, "t...f", Player::Left);
    let refused = contest.play(DRAW).unwrap_err();
    assert!(refused.is_illegal_move(), "{refused}");
    assert!(refused.to_string().contains("Right can win"), "{refused}");
    for round in 1..=2 {
        for text in ["a1-b1", "e1-d1", "b1-a1", "d1-e1"] {
            assert_eq!(contest.ended().unwrap(), None, "round {round}");
            contest.play(text).unwrap();
        }
    }
    // The first position, for the third time.
    assert_eq!(contest.ended().unwrap(), Some(Ending::Draw));
    assert!(contest.undo());
    assert_eq!(contest.ended().unwrap(), None);
    // It has come up before, so the claim is right.
    contest.play(DRAW).unwrap();
    assert_eq!(contest.ended().unwrap(), Some(Ending::Draw));
    assert_eq!(contest.turns().last().unwrap().text, DRAW);
    assert!(contest.undo() && contest.ended().unwrap().is_none());
}

#[test]
fn games_that_end_have_no_draws() {
    let nim = games::nim(vec![1, 2], Convention::Normal).unwrap();
    let refused = Contest::new(nim, Player::Left).play(DRAW).unwrap_err();
    assert_eq!(refused.to_string(), "this game always ends: there are no draws");
    let words = ["fox-and-geese", "......|..f...|g.g.g."];
    let misere = Opening::from_words(&words).unwrap();
    assert!(misere.begin(Convention::Misere, &Interrupt::new(), None).is_err());
}
