//! The moves that the computer chooses.

use cg_core::Player;
use cg_play::{Computer, Convention, games};

#[test]
fn a_lost_position_is_made_as_hard_as_it_can_be() {
    // The oracle: all pairs of moves and replies, counted one by one.
    for heaps in [[1u64, 2, 3], [2, 2, 0], [1, 1, 0], [4, 5, 1], [2, 4, 6]] {
        for convention in Convention::ALL {
            let mut nim = games::nim(heaps.to_vec(), convention).unwrap();
            let start = nim.start();
            if nim.wins(&start, Player::Left).unwrap() {
                continue;
            }
            let choice =
                Computer::default().choose(&mut nim, &start, Player::Left).unwrap().unwrap();
            let mut shares = Vec::new();
            for candidate in nim.moves(&start, Player::Left, usize::MAX).unwrap().list {
                let after = nim.after(&start, &candidate).unwrap();
                let replies = nim.moves(&after, Player::Left, usize::MAX).unwrap().list;
                let winning = replies
                    .iter()
                    .filter(|reply| {
                        let then = nim.after(&after, reply).unwrap();
                        !nim.wins(&then, Player::Left).unwrap()
                    })
                    .count();
                let share = match replies.len() {
                    0 => 1.0,
                    all => winning as f64 / all as f64,
                };
                shares.push((candidate, share, replies.len()));
            }
            let least = shares.iter().map(|s| s.1).fold(2.0, f64::min);
            let most = shares.iter().filter(|s| s.1 == least).map(|s| s.2).max();
            let found = shares.iter().find(|s| s.0 == choice.chosen).unwrap();
            assert_eq!((found.1, Some(found.2)), (least, most), "{heaps:?} {convention}");
        }
    }
}

#[test]
fn a_seed_gives_the_same_choices_again() {
    let mut nim = games::nim(vec![7, 7], Convention::Normal).unwrap();
    let start = nim.start();
    let mut chosen = |seed| {
        let mut computer = Computer::with_seed(seed);
        let choices: Vec<_> = (0..20)
            .map(|_| computer.choose(&mut nim, &start, Player::Left).unwrap().unwrap())
            .collect();
        choices
    };
    assert_eq!(chosen(1), chosen(1));
    assert_ne!(chosen(1), chosen(2));
}
