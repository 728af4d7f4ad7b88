//! Nim.

use cg_core::Player;
use cg_play::games::nim;
use cg_play::{Computer, Convention, drawn};

#[test]
fn heaps_of_any_size_are_played() {
    let mut nim = nim(vec![u64::MAX, 1, u64::MAX - 1], Convention::Normal).unwrap();
    let start = nim.start();
    assert!(!nim.wins(&start, Player::Left).unwrap());
    let choice = Computer::default().choose(&mut nim, &start, Player::Left).unwrap();
    assert!(!choice.unwrap().wins());
    let drawing = drawn(&nim.drawing(&start).unwrap());
    assert!(drawing.lines().all(|line| line.len() <= 80));
    assert!(nim.reasons(&start).unwrap().iter().all(|line| line.len() <= 80));
}
