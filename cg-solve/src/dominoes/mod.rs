//! Who wins a board of dominoes, on which Left places upright ones and Right flat ones, when one
//! player begins: a search of the whole board.
//!
//! | idea | where |
//! | --- | --- |
//! | a bound is a number and some switches, or a wall; bounds add up | `low.rs` |
//! | bounds of connected shapes, from those of their options | `shapes.rs` |
//! | the best way to cut a board into bands of one to three rows | `bands.rs` |
//! | alpha-beta, a few likely moves before the others are bounded | `search.rs` |
//! | who wins the positions that were searched | `table.rs` |
//!
//! Cuts between rows bound the board from below for the player of upright dominoes, as in
//! `bounds.rs`; here a board is a word, and a bound a few machine words. Sources: Bullock,
//! *Domineering: Solving Large Combinatorial Search Spaces* (2002); Breuker, Uiterwijk and van den
//! Herik, *Solving 8 x 8 Domineering* (2000); Uiterwijk and Barton, *New results for Domineering
//! from combinatorial game theory endgame databases* (2015).

mod bands;
mod low;
mod search;
mod shapes;
mod table;

use cg_core::Game;
use cg_rulesets::grid::Bits;
use cg_rulesets::{Convention, Dominoes, Sign};
use cg_simplify::Engine;

use crate::dominoes::low::UNIT;
use crate::dominoes::search::Search as Alphabeta;
use crate::error::SolveError;
use crate::settings::Search;
use crate::solver::Solver;
use crate::sum::Sum;
use crate::table::Verdict;

/// A board has at most so many rows, and so many columns.
const MOST_LINES: u32 = 10;

/// A board has at most so many cells.
const MOST_CELLS: u32 = MOST_LINES * MOST_LINES;

/// A number beside a board is less than this, in eighths.
const MOST_NUMBER: i32 = 1 << 10;

/// How many positions are looked at between two looks at the limits.
const TURN: u64 = 1 << 10;

/// A search of a board, in words as long as it needs.
#[derive(Debug)]
enum Whole {
    Short(Alphabeta<u64>),
    Long(Alphabeta<u128>),
}

/// Rows and columns exchanged.
fn transposed(board: Dominoes) -> Dominoes {
    let Dominoes { rows, columns, mut free } = board;
    let mut found = 0;
    while let Some(at) = free.take() {
        found |= u128::bit(at % columns * rows + at / columns);
    }
    Dominoes { rows: columns, columns: rows, free: found }
}

impl Whole {
    /// A board whose mover places upright dominoes, beside a number of eighths; the table of
    /// positions takes at most so many bytes.
    fn new(board: Dominoes, number: i32, bytes: usize) -> Self {
        let Dominoes { rows, columns, free } = board;
        match rows * columns <= u64::BITS {
            true => Whole::Short(Alphabeta::new(rows, columns, free.group(0), number, bytes)),
            false => Whole::Long(Alphabeta::new(rows, columns, free, number, bytes)),
        }
    }

    /// Whether the mover wins, when so many more positions tell.
    fn go_on(&mut self, positions: u64) -> Option<bool> {
        match self {
            Whole::Short(search) => search.go_on(positions),
            Whole::Long(search) => search.go_on(positions),
        }
    }

    fn positions(&self) -> u64 {
        match self {
            Whole::Short(search) => search.positions,
            Whole::Long(search) => search.positions,
        }
    }

    fn memory(&self) -> usize {
        match self {
            Whole::Short(search) => search.memory(),
            Whole::Long(search) => search.memory(),
        }
    }
}

impl Solver {
    /// A sum as a board of dominoes whose mover places the upright ones, and a number of eighths,
    /// when it is that and the settings leave the search to the solver.
    fn as_dominoes(
        &self,
        engine: &Engine,
        sum: &Sum,
    ) -> Result<Option<(Dominoes, i32)>, SolveError> {
        let chosen = self.settings.search == Search::Chosen
            && self.settings.relaxations
            && self.convention == Convention::Normal;
        let [part] = sum.parts[..] else { return Ok(None) };
        if !chosen || !sum.games.is_empty() {
            return Ok(None);
        }
        let Some(number) = eighths(engine, sum.cold)? else { return Ok(None) };
        let board = self.sources[part.ruleset()].dominoes(part.number());
        let board = board.filter(|board| board.rows.max(board.columns) <= MOST_LINES);
        let seen = |board| match part.sign() {
            Sign::Plus => board,
            Sign::Minus => transposed(board),
        };
        Ok(board.map(|board| (seen(board), number)))
    }

    /// Whether the mover of a sum wins, when it is a board of dominoes, beside a number.
    pub(crate) fn search_dominoes(
        &mut self,
        engine: &mut Engine,
        start: &Sum,
    ) -> Result<Option<bool>, SolveError> {
        let Some((board, number)) = self.as_dominoes(engine, start)? else { return Ok(None) };
        let key = self.key(engine, start)?;
        if let Some(known) = self.table.known(key) {
            return Ok(Some(known));
        }
        let most = engine.limits().memory / self.table_share;
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let mut whole = Whole::new(board, number, most);
        let before = self.positions;
        loop {
            engine.check()?;
            engine.look(self.memory() + whole.memory())?;
            let found = whole.go_on(TURN);
            self.positions = before + whole.positions();
            if let Some(won) = found {
                self.table.insert(key, Verdict::of(won));
                return Ok(Some(won));
            }
        }
    }
}

/// A value as a number of eighths; `None` for another value, and for a large number.
fn eighths(engine: &Engine, value: Game) -> Result<Option<i32>, SolveError> {
    let Some(number) = engine.as_number(value)? else { return Ok(None) };
    let places = UNIT.ilog2() as usize;
    let Some(shift) = places.checked_sub(number.exponent()) else { return Ok(None) };
    let numerator = i32::try_from(number.numerator()).ok();
    let eighths = numerator.and_then(|numerator| numerator.checked_mul(1 << shift));
    Ok(eighths.filter(|eighths| eighths.abs() < MOST_NUMBER))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use cg_core::{Dyadic, Limits, Notation, Player};
    use cg_rulesets::{Domineering, Notated};

    use super::bands::Bands;
    use super::low::{FINE, Total};
    use super::shapes::Shapes;
    use super::*;
    use crate::Settings;

    /// Memory for a table that keeps all positions of the boards here.
    const BYTES: usize = 1 << 20;

    /// Whether who is to move wins, by the rules alone.
    fn wins(board: Dominoes, mover: Player, known: &mut HashMap<(u128, Player), bool>) -> bool {
        if let Some(&known) = known.get(&(board.free, mover)) {
            return known;
        }
        let Dominoes { rows, columns, free } = board;
        let mut won = false;
        for row in 0..rows {
            for column in 0..columns {
                let at = row * columns + column;
                let (inside, step) = match mover {
                    Player::Left => (row + 1 < rows, columns),
                    Player::Right => (column + 1 < columns, 1),
                };
                let domino = 1 << at | 1 << (at + step);
                if inside && free & domino == domino {
                    let after = Dominoes { free: free & !domino, ..board };
                    won |= !wins(after, mover.opponent(), known);
                }
            }
        }
        known.insert((free, mover), won);
        won
    }

    fn eighths_of(number: i32) -> Dyadic {
        Dyadic::new(number.into(), 3).unwrap()
    }

    fn seen_by(board: Dominoes, mover: Player) -> Dominoes {
        match mover {
            Player::Left => board,
            Player::Right => transposed(board),
        }
    }

    #[test]
    fn all_positions_of_small_boards_are_won_as_the_rules_say() {
        for (rows, columns) in
            [(4, 4), (2, 8), (8, 2), (3, 5), (5, 3), (1, 9), (9, 1), (2, 7), (3, 4)]
        {
            let mut known = HashMap::new();
            // Two undecided moves, and then the others, or as many as there are.
            let mut searches = [2, u32::MAX].map(|few| {
                [(rows, columns), (columns, rows)].map(|(rows, columns)| {
                    let mut search = Alphabeta::<u64>::new(rows, columns, 0, 0, BYTES);
                    search.few = few;
                    search
                })
            });
            for free in 0..1 << (rows * columns) {
                let board = Dominoes { rows, columns, free };
                for mover in Player::BOTH {
                    let expected = wins(board, mover, &mut known);
                    for search in searches.iter_mut().map(|of_both| &mut of_both[mover as usize]) {
                        search.begin(seen_by(board, mover).free.group(0), 0);
                        let found = search.go_on(1_000_000);
                        assert_eq!(found, Some(expected), "{rows}x{columns} {free:b} {mover}");
                    }
                }
            }
        }
    }

    /// Random positions of larger boards beside a number of eighths, in words of both lengths, as
    /// the search of sums says.
    #[test]
    fn positions_of_larger_boards_are_won_as_the_search_of_sums_says() {
        let registry = cg_subgroups::standard().unwrap();
        let mut engine = Engine::new(registry, Limits::default()).unwrap();
        let settings = Settings { search: Search::AlphaBeta, ..Settings::default() };
        let mut random = fastrand::Rng::with_seed(8);
        let mut looked_at = 0;
        for (rows, columns, count) in [(5, 5, 60), (5, 6, 40), (6, 5, 40), (6, 6, 20)] {
            let mut short = Alphabeta::<u64>::new(rows, columns, 0, 0, BYTES);
            let mut long = Alphabeta::<u128>::new(rows, columns, 0, 0, BYTES);
            // Both ways to go on with the moves that were not bounded at once.
            short.few = 1;
            let mut solver = Solver::new(settings);
            let id = solver.add(Domineering);
            for _ in 0..count {
                let taken = random.u32(0..7);
                let cells = rows * columns;
                let free = (0..cells).filter(|_| random.u32(0..16) >= taken);
                let free = free.fold(0u64, |free, at| free | 1 << at);
                let letter = |at: u32| if free >> at & 1 == 1 { '.' } else { '#' };
                let row = |row: u32| -> String {
                    (row * columns..(row + 1) * columns).map(letter).collect()
                };
                let text = (0..rows).map(row).collect::<Vec<_>>().join("|");
                let position = Domineering.read_position(&text).unwrap();
                let mut sum = solver.terms(id, position).unwrap();
                for number in [0, random.i32(-9..=9)] {
                    let game = engine.number(&eighths_of(number)).unwrap();
                    sum.push(crate::Term::Value(game));
                    let expected = solver.wins(&mut engine, &sum, Player::Left).unwrap();
                    sum.pop();
                    short.begin(free, number);
                    assert_eq!(short.go_on(1 << 30), Some(expected), "{text} {number}/8");
                    long.begin(free.into(), number);
                    assert_eq!(long.go_on(1 << 30), Some(expected), "{text} {number}/8");
                }
            }
            looked_at += short.positions;
        }
        assert!(looked_at > 1_000, "{looked_at}");
    }

    /// The bounds of all positions of some boards, and the numbers that they tell, beside values.
    #[test]
    fn bounds_hold_the_value() {
        let registry = cg_subgroups::standard().unwrap();
        let mut engine = Engine::new(registry, Limits::default()).unwrap();
        let mut solver = Solver::new(Settings::default());
        let id = solver.add(Domineering);
        let mut shapes = Shapes::default();
        let (mut first, mut second, mut all) = (0, 0, 0);
        for (rows, columns) in [(3u32, 4u32), (4, 3), (2, 6), (6, 2), (1, 12)] {
            for free in 1u32..1 << (rows * columns) {
                let mask = (1 << columns) - 1;
                let lines: Vec<u32> = (0..rows).map(|row| free >> (row * columns) & mask).collect();
                let letters = |line: &u32| -> String {
                    (0..columns).map(|at| if line >> at & 1 == 1 { '.' } else { '#' }).collect()
                };
                let text = lines.iter().map(letters).collect::<Vec<_>>().join("|");
                let position = Domineering.read_position(&text).unwrap();
                let terms = solver.terms(id, position).unwrap();
                let value = solver.sum_value(&mut engine, &terms).unwrap();
                let total = shapes.of_lines(&lines);
                let mut least = |number: i32| {
                    let number = engine.number(&eighths_of(number)).unwrap();
                    let at_least = engine.le(number, value).unwrap();
                    (at_least, !engine.le(value, number).unwrap())
                };
                assert!(least(total.at_least()).0, "{text} {total:?}");
                assert!(least(total.first_at_least()).1, "{text} {total:?}");
                assert!(!total.wins_second() || least(0).0, "{text} {total:?}");
                assert!(!total.wins_first() || least(0).1, "{text} {total:?}");
                if let Some(number) = total.as_number() {
                    assert!(least(number).0, "{text} {total:?}");
                }
                let found = least(0);
                let mean = engine.mean(value).unwrap().to_f64();
                assert!(f64::from(total.mean) / f64::from(UNIT * FINE) <= mean, "{text}");
                let (at_least_0, first_wins) = found;
                first += u32::from(total.wins_first() == first_wins);
                second += u32::from(total.wins_second() == at_least_0);
                all += 1;
            }
        }
        // Most bounds tell who wins.
        assert!(first * 10 > all * 9 && second * 10 > all * 9, "{first} {second} of {all}");
    }

    /// The best cut of a board that has lost cells, beside the one that is found from nothing.
    #[test]
    fn changed_cuts_are_the_best_ones() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut shapes = Shapes::default();
        for (rows, columns) in [(8u32, 8u32), (9, 5), (5, 9), (2, 6), (1, 7)] {
            let mut bands = Bands::new(columns);
            let count = rows as usize;
            let fill = |random: &mut fastrand::Rng, taken: u32| {
                let cells = (0..rows * columns).filter(|_| random.u32(0..16) >= taken);
                cells.fold(0u64, |cells, at| cells | 1 << at)
            };
            for taken in (0..12).cycle().take(600) {
                let cells = fill(&mut random, taken);
                let cuts = bands.cuts(&mut shapes, cells, count);
                let from = random.u32(0..rows);
                let window =
                    ((1u64 << columns) - 1) * if from + 1 < rows { 1 | 1 << columns } else { 1 };
                let lost = cells & fill(&mut random, 8) & window << (from * columns);
                if lost == 0 {
                    continue;
                }
                let left = cells & !lost;
                let lines = bands.lines_of(lost);
                let changed = bands.changed(&mut shapes, left, count, lines, &cuts);
                let bound = bands.of_changed(&mut shapes, left, (lines.0, count), &changed, &cuts);
                let best = bands.cuts(&mut shapes, left, count);
                let best = bands.after(&mut shapes, left, (0, count), &best);
                assert_eq!(changed.mean, best.mean, "{rows}x{columns} {cells:b} {left:b}");
                assert_eq!(bound.mean, best.mean, "{rows}x{columns} {cells:b} {left:b}");
                let mean = bands.after(&mut shapes, cells, (0, count), &cuts).mean;
                let gain = bands.gain(&mut shapes, left, lines, &cuts);
                assert!(mean + gain <= best.mean, "{rows}x{columns} {cells:b} {left:b}");
            }
        }
    }

    /// Sums of a number and switches, beside the engine.
    #[test]
    fn totals_say_what_their_sum_says() {
        let registry = cg_subgroups::standard().unwrap();
        let mut engine = Engine::new(registry, Limits::default()).unwrap();
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..3_000 {
            let number = random.i32(-9..=9);
            let mut total = Total::of_number(number);
            let number = engine.number(&eighths_of(number)).unwrap();
            let mut sum = vec![number];
            for _ in 0..random.usize(0..5) {
                let bottom = random.i32(-9..=9);
                let top = bottom + 2 * random.i32(0..9);
                total = total.and(Total::of_switch(top, bottom));
                let sides = [top, bottom].map(|side| engine.number(&eighths_of(side)).unwrap());
                sum.push(engine.game(&sides[..1], &sides[1..]).unwrap());
            }
            let value = engine.sum(&sum).unwrap();
            let shown = engine.print(value, Notation::Standard).unwrap();
            assert_eq!(total.wins_second(), engine.le(Game::ZERO, value).unwrap(), "{shown}");
            assert_eq!(total.wins_first(), !engine.le(value, Game::ZERO).unwrap(), "{shown}");
        }
    }
}
