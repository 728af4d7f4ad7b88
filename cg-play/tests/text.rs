//! Texts for a terminal: tables, lists and drawings.

use std::convert::Infallible;

use cg_core::{Interrupt, Player};
use cg_play::{BySearch, Convention, Game, drawn, games};
use cg_rulesets::{Component, Drawing, Moves, Notated, NotationError, ReadError, Ruleset, Signs};

#[test]
fn binary_columns_are_aligned() {
    let reasons = |heaps: Vec<u64>| {
        let mut nim = games::nim(heaps, Convention::Normal).unwrap();
        nim.reasons(&nim.start()).unwrap()
    };
    assert_eq!(
        reasons(vec![3, 4, 5])[..4],
        ["heap 1   3   011", "heap 2   4   100", "heap 3   5   101", "nim-sum  2   010"]
    );
    assert!(reasons(vec![u64::MAX, 1])[..3].iter().all(|line| line.len() <= 80));
}

/// A number names its moves: from 0 up to it.
struct Numbers;

impl Ruleset for Numbers {
    type Position = u32;
    type Error = Infallible;

    fn moves(
        &self,
        &number: &u32,
        _: Player,
        out: &mut impl Extend<u32>,
    ) -> Result<(), Infallible> {
        out.extend(0..number);
        Ok(())
    }
}

impl Notated for Numbers {
    type Move = u32;

    fn title(&self) -> String {
        "Numbers".into()
    }

    fn rules(&self) -> Vec<String> {
        vec!["A number becomes smaller.".into()]
    }

    fn read_position(&self, text: &str) -> Result<u32, ReadError<Infallible>> {
        let number = text.parse();
        number.map_err(|_| NotationError::new("write a number", 0..text.len()).into())
    }

    fn write_position(&self, number: &u32) -> Result<String, Infallible> {
        Ok(number.to_string())
    }

    fn named_moves(&self, &number: &u32, _: Player, most: usize) -> Result<Moves<u32>, Infallible> {
        Ok(Moves::spread((0..number).collect(), most))
    }

    fn after(&self, _: &u32, &to: &u32) -> Result<u32, Infallible> {
        Ok(to)
    }

    fn write_move(&self, to: &u32) -> String {
        to.to_string()
    }
}

#[test]
fn lists_are_shortened() {
    let search = BySearch::new(Convention::Normal, &Interrupt::new());
    let game = Game::new(Numbers, search, 100, Convention::Normal);
    let lines = game.list_moves(&100, Player::Left, 2).unwrap();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line.len() <= 80));
    assert_eq!(lines[2], "... and 62 more");
    // Words with a sign between them, and with a blank.
    let component = |text: &str| Component { text: text.into(), drawings: Vec::new() };
    let sum = Drawing::Sum { parts: vec![component("a"), component("b")] };
    assert_eq!(drawn(&sum), "  a+b");
    let mut nim = games::nim(vec![3, 4, 5], Convention::Normal).unwrap();
    let start = nim.start();
    let winning = nim.winning_moves(&start, Player::Left).unwrap();
    let why = nim.why(&start, Player::Left, &winning[0]).unwrap();
    assert_eq!(why, "it leaves 1 4 5, with nim-sum 0");
}

#[test]
fn triangles_show_the_numbers_of_the_pieces() {
    let draw = |board: cg_trinim::Position| {
        let Ok(drawing) = cg_trinim::TriangularNim::new(board.layers()).draw(&board);
        drawn(&drawing)
    };
    let expected = [
        "           0",
        "         1   .",
        "       3   4   5",
        "     .   7   8   9",
        "  10  11  12  13  14",
    ];
    let board = "x/x./xxx/.xxx/xxxxx".parse().unwrap();
    assert_eq!(draw(board).lines().collect::<Vec<_>>(), expected);
    for layers in 1..=7 {
        let board = cg_trinim::Position::full(cg_trinim::Layers::new(layers).unwrap());
        assert!(draw(board).lines().all(|line| line.len() <= 80));
    }
}

#[test]
fn boards_are_drawn_beside_each_other_below_the_sum() {
    let component = |text: &str, rows: &[&str]| Component {
        text: text.into(),
        drawings: match rows {
            [] => Vec::new(),
            rows => vec![Drawing::board(rows, Signs::GUESSED)],
        },
    };
    let sum = [
        component("D([\".#\", \"..\"])", &[".#", ".."]),
        component("-Nim(3)", &[]),
        component("2.E", &["a", "b", "c"]),
    ];
    let expected = "  D([\".#\", \"..\"])-Nim(3)+2.E\n  \n    ab     a\n  1 .#   1 a\n  2 ..   2 b\n         3 c";
    assert_eq!(drawn(&Drawing::Sum { parts: sum.to_vec() }), expected);
    let wide = "x".repeat(90);
    let sum = vec![component("W", &[&wide, &wide])];
    assert_eq!(drawn(&Drawing::Sum { parts: sum }), "  W");
}
