//! Games on grids against twins that move characters about in lists: all boards of up
//! to ten cells, and random walks on large ones.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the boards of the tests are small"
)]

use std::collections::BTreeSet;
use std::convert::Infallible;

use cg_core::Player;
use cg_properties::cases;
use cg_rulesets::grid::{Beside, Bits, Board, CORNERS, DIAGONALS, Grid, Images, Long, Step, Wide};
use cg_rulesets::{Amazons, Clobber, Col, Cram, Domineering, NoGo, Notated, Ruleset, Sign, Snort};
use proptest::prelude::*;

type Cells = Vec<Vec<char>>;

/// A game that the tests know twice.
trait Twin: Notated<Error = Infallible> {
    /// The letters of its cells.
    const LETTERS: &'static str;

    /// The boards after all moves of a player, by the words of the rules.
    fn naive(cells: &Cells, player: Player) -> Vec<Cells>;
}

fn at(cells: &Cells, row: i32, column: i32) -> Option<char> {
    cells.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
}

fn with(cells: &Cells, changes: &[(i32, i32, char)]) -> Cells {
    let mut after = cells.clone();
    for &(row, column, letter) in changes {
        after[row as usize][column as usize] = letter;
    }
    after
}

fn places(cells: &Cells) -> Vec<(i32, i32)> {
    let (rows, columns) = (cells.len() as i32, cells[0].len() as i32);
    (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect()
}

const SIDES: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn dominoes(cells: &Cells, steps: &[(i32, i32)]) -> Vec<Cells> {
    let mut found = Vec::new();
    for (row, column) in places(cells) {
        for (down, across) in steps {
            let other = (row + down, column + across);
            if at(cells, row, column) == Some('.') && at(cells, other.0, other.1) == Some('.') {
                found.push(with(cells, &[(row, column, '#'), (other.0, other.1, '#')]));
            }
        }
    }
    found
}

impl Twin for Domineering {
    const LETTERS: &'static str = ".#";

    fn naive(cells: &Cells, player: Player) -> Vec<Cells> {
        dominoes(cells, if player == Player::Left { &[(1, 0)] } else { &[(0, 1)] })
    }
}

impl Twin for Cram {
    const LETTERS: &'static str = ".#";

    fn naive(cells: &Cells, _: Player) -> Vec<Cells> {
        dominoes(cells, &[(1, 0), (0, 1)])
    }
}

impl Twin for Clobber {
    const LETTERS: &'static str = ".XO";

    fn naive(cells: &Cells, player: Player) -> Vec<Cells> {
        let (own, other) = if player == Player::Left { ('X', 'O') } else { ('O', 'X') };
        let mut found = Vec::new();
        for (row, column) in places(cells) {
            for (down, across) in SIDES {
                let (to_row, to_column) = (row + down, column + across);
                if at(cells, row, column) == Some(own)
                    && at(cells, to_row, to_column) == Some(other)
                {
                    found.push(with(cells, &[(row, column, '.'), (to_row, to_column, own)]));
                }
            }
        }
        found
    }
}

fn own_and_other(player: Player) -> (char, char) {
    if player == Player::Left { ('X', 'O') } else { ('O', 'X') }
}

fn placed(cells: &Cells, player: Player, legal: impl Fn(&Cells, i32, i32) -> bool) -> Vec<Cells> {
    let (own, _) = own_and_other(player);
    let empty = places(cells).into_iter().filter(|&(r, c)| at(cells, r, c) == Some('.'));
    let after = empty.map(|(r, c)| (with(cells, &[(r, c, own)]), r, c));
    after.filter(|(after, r, c)| legal(after, *r, *c)).map(|(after, ..)| after).collect()
}

impl Twin for Col {
    const LETTERS: &'static str = ".XO#";

    fn naive(cells: &Cells, player: Player) -> Vec<Cells> {
        let (own, _) = own_and_other(player);
        placed(cells, player, |after, row, column| {
            SIDES.iter().all(|(down, across)| at(after, row + down, column + across) != Some(own))
        })
    }
}

impl Twin for Snort {
    const LETTERS: &'static str = ".XO#";

    fn naive(cells: &Cells, player: Player) -> Vec<Cells> {
        let (_, other) = own_and_other(player);
        placed(cells, player, |after, row, column| {
            SIDES.iter().all(|(down, across)| at(after, row + down, column + across) != Some(other))
        })
    }
}

/// Whether the group on this cell has an empty point beside it; so has what is no stone.
fn lives(cells: &Cells, row: i32, column: i32) -> bool {
    let Some(colour @ ('X' | 'O')) = at(cells, row, column) else { return true };
    let mut group = vec![(row, column)];
    let mut looked = 0;
    while let Some(&(row, column)) = group.get(looked) {
        looked += 1;
        for (down, across) in SIDES {
            let next = (row + down, column + across);
            match at(cells, next.0, next.1) {
                Some('.') => return true,
                Some(letter) if letter == colour && !group.contains(&next) => group.push(next),
                _ => {}
            }
        }
    }
    false
}

impl Twin for NoGo {
    const LETTERS: &'static str = ".XO#";

    fn naive(cells: &Cells, player: Player) -> Vec<Cells> {
        placed(cells, player, |after, _, _| {
            places(after).into_iter().all(|(row, column)| lives(after, row, column))
        })
    }
}

fn queen(cells: &Cells, (row, column): (i32, i32)) -> Vec<(i32, i32)> {
    let mut found = Vec::new();
    for down in -1..=1 {
        for across in -1..=1 {
            let mut step = 1;
            while (down, across) != (0, 0)
                && at(cells, row + step * down, column + step * across) == Some('.')
            {
                found.push((row + step * down, column + step * across));
                step += 1;
            }
        }
    }
    found
}

impl Twin for Amazons {
    const LETTERS: &'static str = ".XO#";

    fn naive(cells: &Cells, player: Player) -> Vec<Cells> {
        let (own, _) = own_and_other(player);
        let mut found = Vec::new();
        for (row, column) in places(cells) {
            if at(cells, row, column) != Some(own) {
                continue;
            }
            for to in queen(cells, (row, column)) {
                let moved = with(cells, &[(row, column, '.'), (to.0, to.1, own)]);
                for shot in queen(&moved, to) {
                    found.push(with(&moved, &[(shot.0, shot.1, '#')]));
                }
            }
        }
        found
    }
}

fn written(cells: &Cells) -> String {
    let lines: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
    lines.join("|")
}

/// All boards with at most `most` cells.
fn all_boards(letters: &str, most: usize) -> impl Iterator<Item = Cells> {
    let letters: Vec<char> = letters.chars().collect();
    let shapes =
        (1..=most).flat_map(move |rows| (1..=most / rows).map(move |columns| (rows, columns)));
    shapes.flat_map(move |(rows, columns)| {
        let letters = letters.clone();
        (0..letters.len().pow((rows * columns) as u32)).map(move |mut code| {
            let mut cell = || {
                let letter = letters[code % letters.len()];
                code /= letters.len();
                letter
            };
            (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect()
        })
    })
}

/// Whether the moves agree with the twin's, as positions and by their names.
fn agrees<T: Twin>(rules: &T, cells: &Cells) {
    let text = written(cells);
    let Ok(board) = rules.read_position(&text) else { panic!("{text} does not read") };
    let write = |board: &T::Position| {
        let Ok(text) = rules.write_position(board);
        text
    };
    assert_eq!(write(&board), text, "what is written reads back");
    for player in Player::BOTH {
        let expected: BTreeSet<String> = T::naive(cells, player).iter().map(written).collect();
        let mut moved = Vec::new();
        let Ok(()) = rules.moves(&board, player, &mut moved);
        let found: BTreeSet<String> = moved.iter().map(write).collect();
        assert_eq!(found, expected, "{text} {player}");
        let Ok(named) = rules.named_moves(&board, player, usize::MAX);
        assert_eq!(named.list.len(), moved.len());
        for one in &named.list {
            let typed = rules.write_move(one);
            let Ok(read) = rules.read_move(&board, player, &typed) else { panic!("{typed}") };
            let Ok(after) = rules.after(&board, &read);
            assert!(expected.contains(&write(&after)), "{text} {typed}");
        }
    }
}

fn all_agree<T: Twin>(rules: &T, most: usize) {
    for cells in all_boards(T::LETTERS, most) {
        agrees(rules, &cells);
    }
}

#[test]
fn domineering_is_its_twin_on_all_boards_of_ten_cells() {
    all_agree(&Domineering, 10);
}

#[test]
fn cram_is_its_twin_on_all_boards_of_ten_cells() {
    all_agree(&Cram, 10);
}

#[test]
fn clobber_is_its_twin_on_all_boards_of_nine_cells() {
    all_agree(&Clobber, 9);
}

#[test]
fn games_with_four_letters_are_their_twins_on_all_boards_of_seven_cells() {
    all_agree(&Col, 7);
    all_agree(&Snort, 7);
    all_agree(&NoGo, 7);
    all_agree(&Amazons, 7);
}

#[test]
fn amazons_start_in_the_corners() {
    for (size, expected) in
        [("3x3", "X.X|...|O.O"), ("1x4", "X..O"), ("3x1", "X|.|O"), ("1x1", "X")]
    {
        let board = Amazons.read_position(size).unwrap();
        assert_eq!(Amazons.write_position(&board).unwrap(), expected);
    }
}

/// A large board, and which way to go from it.
fn walks(letters: &'static str) -> impl Strategy<Value = (Cells, Vec<prop::sample::Index>)> {
    let letter = prop::sample::select(letters.chars().collect::<Vec<_>>());
    let cells = (1usize..=20, 1usize..=20).prop_flat_map(move |(rows, columns)| {
        let row = prop::collection::vec(letter.clone(), columns);
        prop::collection::vec(row, rows)
    });
    (cells, prop::collection::vec(any::<prop::sample::Index>(), 6))
}

fn walk<T: Twin>(rules: &T, mut cells: Cells, ways: &[prop::sample::Index]) {
    for (turn, way) in ways.iter().enumerate() {
        agrees(rules, &cells);
        let moves = T::naive(&cells, Player::BOTH[turn % 2]);
        if moves.is_empty() {
            return;
        }
        cells = moves[way.index(moves.len())].clone();
    }
}

/// The steps to the cells beside a cell.
const STEPS: [(Beside, &[Step]); 6] = [
    (Beside::InRow, &[(0, -1), (0, 1)]),
    (Beside::Sides, &SIDES),
    (Beside::Diagonals, &DIAGONALS),
    (Beside::Corners, &CORNERS),
    (Beside::Knights, &[(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]),
    (Beside::Hexagon, &[(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)]),
];

/// The connected regions of the occupied cells, step by step, by their lowest cells.
fn regions_by(grid: &Grid<u64, 2>, steps: &[Step]) -> Vec<u64> {
    let mut rest = grid.occupied();
    let mut regions = Vec::new();
    while let Some(seed) = rest.lowest() {
        let mut region = u64::bit(seed);
        loop {
            let more = steps.iter().fold(region, |all, &step| all | grid.shift(step).apply(region));
            if more & rest == region {
                break;
            }
            region = more & rest;
        }
        rest &= !region;
        regions.push(region);
    }
    regions
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn large_boards_agree_with_their_twins(
        dominoes in walks(".#"),
        open in walks("...#"),
        stones in walks(".XO"),
        points in walks("......XO#"),
        amazons in walks("###########X."),
    ) {
        walk(&Domineering, dominoes.0, &dominoes.1);
        walk(&Cram, open.0, &open.1);
        walk(&Clobber, stones.0, &stones.1);
        walk(&Col, points.0.clone(), &points.1);
        walk(&Snort, points.0.clone(), &points.1);
        walk(&NoGo, points.0, &points.1);
        walk(&Amazons, amazons.0, &amazons.1[..2]);
    }

    /// The same cells in each word: regions, reflections, cuts.
    #[test]
    fn words_agree(bits in any::<u64>(), other in any::<u64>(), columns in 1u16..=16) {
        let rows = 64 / columns;
        let keep = u64::first(u32::from(rows * columns));
        let planes = [bits & other & keep, bits & !other & keep];
        let small = Grid::new(rows, columns, planes);
        let wide = Grid::new(rows, columns, planes.map(Wide::of));
        let long = Grid::new(rows, columns, planes.map(Long::of));
        let medium = Grid::new(rows, columns, planes.map(u128::from));
        prop_assert_eq!(Board::fitted(&small), Board::fitted(&wide));
        prop_assert_eq!(Board::fitted(&small.cropped()), Board::fitted(&medium.cropped()));
        prop_assert_eq!(Board::fitted(&small.cropped()), Board::fitted(&long.cropped()));
        prop_assert_eq!(Board::fitted(&small.transposed()), Board::fitted(&wide.transposed()));
        for (how, steps) in STEPS {
            let mut regions: Vec<u64> = small.regions(small.occupied(), how).collect();
            let others: Vec<u64> =
                wide.regions(wide.occupied(), how).map(|region| region.group(0)).collect();
            prop_assert_eq!(&regions, &others);
            regions.sort_unstable_by_key(|region| region.lowest());
            prop_assert_eq!(regions, regions_by(&small, steps), "{:?}", how);
            let whole = Grid::new(rows, columns, [keep, bits & keep]);
            let mut regions: Vec<u64> = whole.regions(keep, how).collect();
            regions.sort_unstable_by_key(|region| region.lowest());
            prop_assert_eq!(regions, regions_by(&whole, steps), "{:?} of all cells", how);
        }
        let images = [Images::COLOURS, Images::TURN_NEGATES, Images::MIRROR_NEGATES, Images::TRANSPOSED];
        for images in &images {
            prop_assert_eq!(
                Board::fitted(&small).normal(images),
                Board::Large(Box::new(wide)).normal(images)
            );
            prop_assert_eq!(
                Board::fitted(&small).normal(images),
                Board::Long(Box::new(long)).normal(images)
            );
        }
    }

    /// All images of a board have one normal form, with the right sign.
    #[test]
    fn images_have_one_normal_form(cells in walks(".XO"), mirror: bool, flip: bool, turn: bool, swap: bool) {
        let mut image = cells.0.clone();
        if mirror {
            image.iter_mut().for_each(|row| row.reverse());
        }
        if flip {
            image.reverse();
        }
        if turn {
            image = (0..image[0].len())
                .map(|column| image.iter().map(|row| row[column]).collect())
                .collect();
        }
        if swap {
            for cell in image.iter_mut().flatten() {
                *cell = match *cell { 'X' => 'O', 'O' => 'X', other => other };
            }
        }
        let normal = |cells: &Cells| {
            Clobber.normal(Clobber.read_position(&written(cells)).expect("a board"))
        };
        let ((first, plus), (second, minus)) = (normal(&cells.0), normal(&image));
        prop_assert_eq!(&first, &second);
        let relative = plus * minus;
        let (negative, _) = Clobber.normal(first.clone());
        prop_assert_eq!(&negative, &first, "the normal form is its own");
        // A board that is its own negative has the sign plus in both.
        let expected = if swap { Sign::Minus } else { Sign::Plus };
        let own_negative = (plus, minus) == (Sign::Plus, Sign::Plus);
        prop_assert!(relative == expected || own_negative);
    }
}
