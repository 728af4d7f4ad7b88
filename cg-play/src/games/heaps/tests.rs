use super::*;

fn refused(code: &str, heaps: &[u64], text: &str) -> String {
    let rules = code.parse().unwrap();
    let mut game = Heaps::new(rules, heaps, Convention::Normal, &Interrupt::new()).unwrap();
    let start = game.start();
    game.read_move(&start, Player::Left, text).unwrap_err().to_string()
}

#[test]
fn illegal_moves_are_explained() {
    assert_eq!(
        refused(".77", &[5, 7], "12 -> 5 + 5"),
        "there is no heap of 12: the sizes are 5 and 7"
    );
    assert_eq!(refused(".77", &[5, 5], "4 0"), "there is no heap of 4: all heaps have 5");
    assert_eq!(
        refused(".77", &[12], "12 -> 5 + 4"),
        "12 -> 4 + 5 takes 3: from 12 a move takes 1 or 2"
    );
    assert_eq!(refused(".77", &[12], "12 -> 7 + 7"), "12 -> 7 + 7 leaves more than there was");
    assert_eq!(
        refused(".137", &[5], "5 -> 4"),
        "5 -> 4 is no move. Remove 1 token: take the whole heap."
    );
    assert!(refused("Grundy", &[4], "4 -> 2 + 2").contains("different sizes"));
    assert!(refused(".77", &[12], "12").starts_with("what becomes of 12 is missing"));
    assert!(refused(".77", &[12], "").starts_with("a move is missing"));
    assert!(refused(".77", &[12], "twelve").starts_with("`twelve` is no number"));
    let huge = format!("12 -> {0} + {0}", u64::MAX);
    assert!(refused(".77", &[12], &huge).contains("more than there was"));
    assert!(refused(".07", &[1], "1 -> 0").contains("from 1 a move takes nothing"));
    assert!(refused("AllBut{1}", &[30], "30 -> 29").contains("takes 2, 3, 4, 5, 6, 7, 8, 9, ..."));
}

#[test]
fn the_zero_of_a_heap_may_be_written_or_left_out() {
    let rules = "Kayles".parse().unwrap();
    let mut game = Heaps::new(rules, &[2, 6], Convention::Normal, &Interrupt::new()).unwrap();
    let start = game.start();
    let mut read = |text: &str| game.read_move(&start, Player::Left, text).unwrap();
    assert_eq!(read("2 -> 0"), HeapMove { heap: 2, left: vec![] });
    assert_eq!(read("6 0 5"), read("6 -> 5"));
    assert_eq!(read("6 4 1"), read("6 -> 1 + 4"));
}
