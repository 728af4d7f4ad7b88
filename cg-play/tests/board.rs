//! Positions of boards, solved or judged.

use cg_core::{Interrupt, Player};
use cg_play::games::{BoardSolver, board};
use cg_play::{Computer, Convention, Game, PlayError, Promise};
use cg_rulesets::{Start, Varied};

fn begun(text: &str, convention: Convention) -> Game<Varied<cg_rulesets::Game>, BoardSolver> {
    board(Start::read(text).unwrap(), convention, &Interrupt::new()).unwrap()
}

#[test]
fn judgements_agree_with_the_search_where_the_game_is_short() {
    for text in [
        "clobber xox|oxo",
        "domineering 3x3",
        "toads ttt..ff",
        "impartial clobber xox|oxo",
        "konane .ox.|o..x",
    ] {
        for convention in Convention::ALL {
            let mut game = begun(text, convention);
            for mover in Player::BOTH {
                let start = game.start();
                let winning = game.winning_moves(&start, mover).unwrap();
                let judged = game.judged(&start, mover).unwrap().unwrap();
                // Six cells end within the depth.
                assert_eq!(
                    winning.contains(&judged.chosen),
                    !winning.is_empty(),
                    "{text} {convention} {mover}"
                );
            }
        }
    }
}

#[test]
fn a_large_position_is_judged() {
    let mut game = begun("amazons 5x5", Convention::Normal);
    let start = game.start();
    assert!(matches!(game.wins(&start, Player::Left), Err(PlayError::TooLarge(_))));
    let choice = Computer::default().choose(&mut game, &start, Player::Left).unwrap().unwrap();
    assert!(matches!(choice.promise, Promise::Judged(1..)));
    assert!(game.reasons(&start).unwrap()[0].contains("too large"));
}
