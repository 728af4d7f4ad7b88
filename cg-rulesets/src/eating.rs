//! Impartial games on boards and rows of numbers: Chomp, Dawson's Chess, Quicksort.

use cg_core::Player;

use crate::grid::{Beside, Bits, Grid, GridGame, Images, Letters, listed_on_grid};
use crate::listed::{Found, Listed};
use crate::{Drawing, NotationError, Sign, Tile, read_heaps};

/// A bar of chocolate: a move eats a square and all below it and to its right. The square in
/// the upper left corner is poisoned, and nobody eats it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chomp;

impl GridGame<1> for Chomp {
    const LETTERS: Letters = Letters { states: &[('.', 0), ('X', 1)] };
    const SIGNS: crate::Signs = crate::Signs::PIECES;
    const IMAGES: Images = Images::TRANSPOSED;
    const IMPARTIAL: bool = true;
    const MOVE: &'static str = "b2   eats b2 and all below it and to its right";

    fn moves<B: Bits>(
        &self,
        bar: &Grid<B, 1>,
        _: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 1>),
    ) {
        let [chocolate] = *bar.planes();
        let mut bites = chocolate.without(B::bit(0));
        while let Some(bitten) = bites.take() {
            let mut eaten = B::bit(bitten);
            loop {
                let more = eaten | bar.right(eaten) | bar.below(eaten);
                if more == eaten {
                    break;
                }
                eaten = more;
            }
            visit(&[bitten], bar.with([chocolate.without(eaten)]));
        }
    }

    fn parts<B: Bits>(&self, bar: &Grid<B, 1>, part: &mut impl FnMut(Grid<B, 1>)) {
        if bar.plane(0).count() > 1 {
            part(*bar);
        }
    }

    fn start(&self, _: [u32; 4]) -> Option<u8> {
        Some(1)
    }

    /// The poisoned square in the upper left corner is there.
    fn fault<B: Bits>(&self, bar: &Grid<B, 1>) -> Option<&'static str> {
        let gone = !bar.plane(0).has(0);
        gone.then_some("the poisoned square in the upper left corner is gone")
    }
}

listed_on_grid!(Chomp, 1);

/// Dawson's Chess, once the exchanges are played: a move takes a file and the files beside
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DawsonsChess;

impl GridGame<1> for DawsonsChess {
    const LETTERS: Letters = Letters { states: &[('.', 1), ('#', 0)] };
    const IMAGES: Images = Images::ROWS;
    const IMPARTIAL: bool = true;
    const MOVE: &'static str = "c1   takes the file c and the files beside it";

    fn moves<B: Bits>(
        &self,
        files: &Grid<B, 1>,
        _: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 1>),
    ) {
        let [free] = *files.planes();
        let mut rest = free;
        while let Some(file) = rest.take() {
            let taken = B::bit(file);
            let taken = taken | files.left(taken) | files.right(taken);
            visit(&[file], files.with([free.without(taken)]));
        }
    }

    fn parts<B: Bits>(&self, files: &Grid<B, 1>, part: &mut impl FnMut(Grid<B, 1>)) {
        files.regions(files.plane(0), Beside::InRow).for_each(|run| part(files.only(run)));
    }

    fn start(&self, _: [u32; 4]) -> Option<u8> {
        Some(1)
    }
}

listed_on_grid!(DawsonsChess, 1);

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
        Drawing::Tiles { rows: vec![row.iter().map(tile).collect()] }
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
