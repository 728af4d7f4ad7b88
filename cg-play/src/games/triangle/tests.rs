use super::*;

fn refused(board: &str, text: &str) -> String {
    let board = board.parse().unwrap();
    let mut game = Triangle::new(board, Convention::Normal, &Interrupt::new()).unwrap();
    game.read_move(&board, Player::Left, text).unwrap_err().to_string()
}

#[test]
fn illegal_moves_are_explained() {
    assert_eq!(refused("3", "6"), "there is no piece 6: the board has the pieces 0 to 5");
    assert_eq!(refused("3", "0 4"), "the pieces 0 and 4 do not lie on a line");
    assert_eq!(refused("3", "0-4"), "the pieces 0 and 4 do not lie on a line");
    assert_eq!(refused("3", "3 5"), "the pieces are not consecutive: between them lies 4");
    assert_eq!(
        refused("x/xx/x.x", "3-5"),
        "piece 4 is gone: a move takes consecutive pieces that are left"
    );
    assert_eq!(
        refused("x/x./x.x", "2 4"),
        "pieces 2 and 4 are gone: a move takes consecutive pieces that are left"
    );
    assert!(refused("3", "3-4-5").starts_with("a line has two ends"));
    assert!(refused("3", "-").starts_with("a move is missing"));
    assert!(refused("3", "top").starts_with("`top` is no number"));
}

#[test]
fn the_board_shows_the_numbers_of_the_pieces() {
    let board = "x/x./xxx/.xxx/xxxxx".parse().unwrap();
    let mut game = Triangle::new(board, Convention::Misere, &Interrupt::new()).unwrap();
    let expected = [
        "           0",
        "         1   .",
        "       3   4   5",
        "     .   7   8   9",
        "  10  11  12  13  14",
    ];
    assert_eq!(game.picture(&board).unwrap().lines().collect::<Vec<_>>(), expected);
    for layers in 1..=7 {
        let board = Position::full(cg_trinim::Layers::new(layers).unwrap());
        assert!(game.picture(&board).unwrap().lines().all(|line| line.len() <= 80));
    }
}
