//! Values of boards: what splitting and the normal form give is what the moves alone
//! give, for each game on a grid.
#![expect(clippy::cast_possible_truncation, reason = "the boards of the tests are small")]

use std::convert::Infallible;

use cg_core::{Limits, Player};
use cg_rulesets::{Amazons, Clobber, Col, Cram, Domineering, NoGo, Notated, Ruleset, Sign, Snort};
use cg_simplify::Engine;
use cg_solve::Values;

/// A ruleset of which nothing but the moves is told.
struct Plain<R>(R);

impl<R: Ruleset<Error = Infallible>> Ruleset for Plain<R> {
    type Position = R::Position;
    type Error = Infallible;

    fn moves(
        &self,
        position: &R::Position,
        player: Player,
        out: &mut impl Extend<R::Position>,
    ) -> Result<(), Infallible> {
        self.0.moves(position, player, out)
    }
}

/// All boards with the letters of `letters` and at most `most` cells, rows no longer
/// than columns first.
fn all_boards(letters: &str, most: usize) -> Vec<String> {
    let letters: Vec<char> = letters.chars().collect();
    let mut boards = Vec::new();
    for rows in 1..=most {
        for columns in 1..=most / rows {
            for mut code in 0..letters.len().pow((rows * columns) as u32) {
                let mut row = || {
                    let mut cell = || {
                        let letter = letters[code % letters.len()];
                        code /= letters.len();
                        letter
                    };
                    (0..columns).map(|_| cell()).collect::<String>()
                };
                boards.push((0..rows).map(|_| row()).collect::<Vec<_>>().join("|"));
            }
        }
    }
    boards
}

fn agree<R: Notated<Error = Infallible> + Copy>(rules: R, boards: &[String]) {
    let mut engine = Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap();
    let (mut plain, mut helped) = (Values::new(), Values::new());
    for text in boards {
        let Ok(board) = rules.read_position(text) else { panic!("{text} does not read") };
        let expected = plain.value(&mut engine, &Plain(rules), board.clone()).unwrap();
        let found = helped.value(&mut engine, &rules, board.clone()).unwrap();
        assert_eq!(found, expected, "{text}");
        let (normal, sign) = rules.normal(board);
        let normal = plain.value(&mut engine, &Plain(rules), normal).unwrap();
        let normal = if sign == Sign::Plus { normal } else { engine.negate(normal).unwrap() };
        assert_eq!(normal, expected, "{text}");
    }
    assert!(helped.len() * 3 < plain.len(), "{} of {}", helped.len(), plain.len());
}

#[test]
fn dominoes() {
    let boards = all_boards(".#", 10);
    agree(Domineering, &boards);
    agree(Cram, &boards);
}

#[test]
fn clobber() {
    agree(Clobber, &all_boards(".XO", 8));
}

#[test]
fn col_and_snort() {
    let boards = all_boards(".XO#", 6);
    agree(Col, &boards);
    agree(Snort, &boards);
    let labelled = all_boards(".XLR", 6);
    agree(Col, &labelled);
    agree(Snort, &labelled);
}

#[test]
fn nogo() {
    let mut boards = all_boards(".XO", 8);
    boards.extend(all_boards(".XOLB", 5));
    boards.extend(["3x3", "2x5", "1x10"].map(String::from));
    agree(NoGo, &boards);
}

#[test]
fn amazons() {
    let mut boards = all_boards(".XO#", 6);
    boards.extend(["3x3", "X...|..#.|...O"].map(String::from));
    agree(Amazons, &boards);
}
