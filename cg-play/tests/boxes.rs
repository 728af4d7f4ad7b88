//! Dots and Boxes with the computer as a player.

use cg_core::{Interrupt, Player};
use cg_play::games::boxes;
use cg_play::{Computer, Contest, Convention, Points, Score};
use cg_universes::DotsAndBoxes;

/// Against random moves the computer never gets fewer boxes than its lead promised.
#[test]
fn a_known_lead_is_never_lost() {
    let mut random = fastrand::Rng::with_seed(3);
    for round in 0..40 {
        let (board, start) = DotsAndBoxes::read(["2x2", "1x4", "2x3"][round % 3]).unwrap();
        let game = boxes(board, start, Convention::Normal, &Interrupt::new()).unwrap();
        let mut contest = Contest::new(game, Player::Left);
        let computer = if round % 2 == 0 { Player::Left } else { Player::Right };
        let mut promised = Score::from(i32::MIN);
        while contest.ended().unwrap().is_none() {
            let mover = contest.mover();
            let lead = contest.ask(|game, at, mover| game.lead(at, mover)).unwrap().unwrap();
            let lead = if mover == computer { lead } else { lead.negated() };
            assert!(lead >= promised, "round {round}");
            promised = lead;
            let chosen = contest
                .ask(|game, at, mover| match mover == computer {
                    true => Ok(Computer::default().choose(game, at, mover)?.unwrap().chosen),
                    false => Ok(random.choice(game.moves(at, mover, usize::MAX)?.list).unwrap()),
                })
                .unwrap();
            contest.make(&chosen).unwrap();
        }
        let ended = contest.ended().unwrap().unwrap();
        assert_eq!(ended, Points::ending(computer, promised));
        let lead = Score::from(contest.position().lead());
        assert_eq!(if computer == Player::Left { lead } else { lead.negated() }, promised);
    }
}
