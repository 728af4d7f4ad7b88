//! Impartial games on boards and rows of numbers: Chomp, Dawson's Chess, Quicksort.

use cg_core::Player;

use crate::cells::{Cells, Image, MIRRORED};
use crate::listed::{Found, Listed};
use crate::{Drawing, NotationError, Sign, Tile, read_heaps};

/// A bar of chocolate: a move eats a square and all below it and to its right. The square in
/// the upper left corner is poisoned, and nobody eats it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chomp;

/// The board and its transpose.
const TRANSPOSES: [Image; 2] = [crate::cells::TURNED[0], crate::cells::TURNED[4]];

impl Listed for Chomp {
    type Position = Cells;

    fn read(&self, text: &str) -> Result<Cells, NotationError> {
        let bar = Cells::read_or_start(text, ".X", |_, _| b'X')?;
        match bar.letters()[0] {
            b'X' => Ok(bar),
            _ => Err(NotationError::new(
                "the poisoned square in the upper left corner is gone",
                0..text.len(),
            )),
        }
    }

    fn write(&self, bar: &Cells) -> String {
        bar.to_string()
    }

    fn draw(&self, bar: &Cells) -> Drawing {
        bar.drawing()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn each_move(&self, bar: &Cells, _: Player, found: Found<'_, Cells>) {
        let columns = bar.columns();
        for bitten in bar.places(b'X').filter(|&place| place > 0) {
            let (row, column) = (bitten / columns, bitten % columns);
            let eaten = bar
                .places(b'X')
                .filter(|place| place / columns >= row && place % columns >= column);
            let eaten: Vec<(usize, u8)> = eaten.map(|place| (place, b'.')).collect();
            found(bar.with(&eaten), &|| bar.name(bitten));
        }
    }

    fn normal(&self, bar: Cells) -> (Cells, Sign) {
        bar.representative(&TRANSPOSES, |letter| letter)
    }

    fn move_help(&self) -> Vec<String> {
        vec!["b2   eats b2 and all below it and to its right".into()]
    }
}

/// Dawson's Chess, once the exchanges are played: a move takes a file and the files beside
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DawsonsChess;

impl Listed for DawsonsChess {
    type Position = Cells;

    fn read(&self, text: &str) -> Result<Cells, NotationError> {
        Cells::read_or_start(text, ".#", |_, _| b'.')
    }

    fn write(&self, files: &Cells) -> String {
        files.to_string()
    }

    fn draw(&self, files: &Cells) -> Drawing {
        files.drawing()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn each_move(&self, files: &Cells, _: Player, found: Found<'_, Cells>) {
        for file in files.places(b'.') {
            let beside =
                [(0, -1), (0, 0), (0, 1)].iter().filter_map(|&step| files.stepped(file, step));
            let taken: Vec<(usize, u8)> = beside.map(|place| (place, b'#')).collect();
            found(files.with(&taken), &|| files.name(file));
        }
    }

    fn split(&self, files: Cells, part: &mut dyn FnMut(Cells, Sign)) {
        for run in files.regions(&[(0, -1), (0, 1)], |letter| letter == b'#', b'#') {
            part(run, Sign::Plus);
        }
    }

    fn normal(&self, files: Cells) -> (Cells, Sign) {
        files.representative(&MIRRORED[..2], |letter| letter)
    }

    fn move_help(&self) -> Vec<String> {
        vec!["c1   takes the file c and the files beside it".into()]
    }
}

/// A row of different numbers. A move takes one of them as a pivot: smaller ones go before
/// it, larger ones behind it, each in the order in which they stood. Something must change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Quicksort;

/// The most numbers in a row.
const MOST_NUMBERS: usize = 100;

impl Listed for Quicksort {
    type Position = Vec<u64>;

    fn read(&self, text: &str) -> Result<Vec<u64>, NotationError> {
        let row = read_heaps(text)?;
        let mut sorted = row.clone();
        sorted.sort_unstable();
        let fault = |problem: String| Err(NotationError::new(problem, 0..text.len()));
        if row.is_empty() || row.len() > MOST_NUMBERS {
            return fault(format!("write 1 to {MOST_NUMBERS} numbers, such as 4 1 3 2"));
        }
        if let [number @ 10..=u64::MAX] = row[..] {
            let digits = number.to_string();
            let apart: Vec<&str> = digits.split("").filter(|digit| !digit.is_empty()).collect();
            return fault(format!(
                "{number} is one number: write blanks between numbers, as in {}",
                apart.join(" ")
            ));
        }
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => {
                fault(format!("{} stands there twice: the numbers are different", pair[0]))
            }
            None => Ok(row),
        }
    }

    fn write(&self, row: &Vec<u64>) -> String {
        row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    }

    fn draw(&self, row: &Vec<u64>) -> Drawing {
        let tile = |number: &u64| {
            let (label, chosen_by) = (number.to_string(), number.to_string());
            Tile { label, width: 1, missing: false, chosen_by }
        };
        Drawing::Tiles(vec![row.iter().map(tile).collect()])
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn each_move(&self, row: &Vec<u64>, _: Player, found: Found<'_, Vec<u64>>) {
        for &pivot in row {
            let smaller = row.iter().filter(|&&number| number < pivot);
            let larger = row.iter().filter(|&&number| number > pivot);
            let after: Vec<u64> = smaller.chain([&pivot]).chain(larger).copied().collect();
            if after != *row {
                found(after, &|| pivot.to_string());
            }
        }
    }

    /// Only the order of the numbers counts.
    fn normal(&self, row: Vec<u64>) -> (Vec<u64>, Sign) {
        let rank = |number: &u64| row.iter().filter(|&other| other < number).count() as u64;
        (row.iter().map(rank).collect(), Sign::Plus)
    }

    fn move_help(&self) -> Vec<String> {
        vec!["3   the number 3 is the pivot".into()]
    }
}
