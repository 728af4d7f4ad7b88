use super::*;

fn nim(convention: Convention) -> Nim {
    Nim::new(vec![3, 4, 5], convention).unwrap()
}

fn refused(text: &str, position: &[u64]) -> String {
    let error = nim(Convention::Normal).read_move(&position.to_vec(), Player::Left, text);
    error.unwrap_err().to_string()
}

#[test]
fn moves_are_read_in_both_ways() {
    let mut nim = nim(Convention::Normal);
    let start = nim.start();
    for text in ["heap 2 take 3", "2 3", " Heap 2, take 3 ", "2,3"] {
        let found = nim.read_move(&start, Player::Left, text).unwrap();
        assert_eq!(found, Take { heap: 1, tokens: 3 }, "{text}");
    }
}

#[test]
fn illegal_moves_are_explained() {
    assert_eq!(refused("1 4", &[3, 4]), "heap 1 has 3 tokens: 4 cannot be taken from it");
    assert_eq!(refused("1 2", &[1, 4]), "heap 1 has 1 token: 2 cannot be taken from it");
    assert_eq!(refused("1 0", &[3, 4]), "a move takes at least one token");
    assert_eq!(refused("1 1", &[0, 4]), "heap 1 is empty");
    assert_eq!(refused("3 1", &[3, 4]), "there is no heap 3: the heaps are numbered 1 to 2");
    assert_eq!(refused("0 1", &[3, 4]), "there is no heap 0: the heaps are numbered 1 to 2");
    assert!(refused("x", &[3]).starts_with("`x` is no number: write the number of a heap"));
    assert!(refused("1", &[3]).starts_with("a move is two numbers"));
    assert!(refused(&format!("1 1{}", "0".repeat(30)), &[3]).contains("larger than any"));
}

#[test]
fn heaps_of_any_size_are_played() {
    let mut nim = Nim::new(vec![u64::MAX, 1, u64::MAX - 1], Convention::Normal).unwrap();
    let start = nim.start();
    assert!(!nim.wins(&start, Player::Left).unwrap());
    let moves = nim.moves(&start, Player::Left, 100).unwrap();
    assert!((3..=100).contains(&moves.list.len()));
    assert_eq!(moves.total, 2 * u128::from(u64::MAX));
    let choice = crate::Computer::default().choose(&mut nim, &start, Player::Left).unwrap();
    assert!(!choice.unwrap().wins());
    assert!(nim.picture(&start).unwrap().lines().all(|line| line.len() <= 80));
    assert!(nim.reasons(&start).unwrap().iter().all(|line| line.len() <= 80));
}
