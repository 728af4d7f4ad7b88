//! Alpha-beta on whole boards.
//!
//! A board is seen by its mover, who places upright dominoes, beside a number of eighths; the
//! other player sees it transposed. Components that are numbers are added to that number and
//! taken off the board, so that positions that differ in them alone are one.
#![expect(
    clippy::cast_possible_truncation,
    reason = "a board has few cells, and a line fits a word of 32 bits"
)]

use std::cmp::Reverse;

use cg_rulesets::grid::Bits;
use smallvec::SmallVec;

use super::bands::{Bands, Cuts};
use super::low::{Low, Total, UNIT};
use super::shapes::{Shape, Shapes};
use super::table::{Key, Table};

/// A component of at most so many cells has a bound of its own; the larger ones are cut into
/// bands.
const SMALL: u32 = 12;

/// What half a cell off the centre counts in the order of moves, in units of a mean: 8x8 takes
/// half as many positions with this as where it only breaks ties, and fewer than with twice as much.
const OFF_CENTRE: i32 = 64;

/// At most two to this power small components are remembered with their bounds.
const MOST_SEEN: u32 = 17;

/// How a player sees the board.
#[derive(Debug)]
struct Side<B> {
    rows: u32,
    columns: u32,
    not_first: B,
    not_last: B,
    /// The place of each cell on the board of the other player.
    turned: Vec<u8>,
    seen: Vec<Small<B>>,
}

/// Bounds of a small component.
#[derive(Clone, Copy, Debug)]
struct Small<B> {
    cells: B,
    /// Of the mover, and of the opponent.
    lows: [Low; 2],
    /// Its value, where the bounds meet: a number of eighths.
    number: Option<i32>,
}

/// A component of a board and bounds of it, for the mover and for the opponent.
struct Component<B> {
    cells: B,
    bounds: [Total; 2],
}

/// A position that its mover sees.
#[derive(Clone, Copy, Debug)]
struct Position<B> {
    /// The free cells for the mover and, transposed, for the opponent.
    boards: [B; 2],
    /// A number beside the board, in eighths.
    number: i32,
}

/// A move that is not decided: the position after it, as the opponent sees it.
#[derive(Clone, Copy, Debug)]
struct Child<B> {
    position: Position<B>,
    score: i32,
}

/// A position in work; its moves stand in the list of all moves.
#[derive(Debug)]
struct Level {
    key: Key,
    /// Where its moves begin, and the next one of them.
    first: usize,
    next: usize,
    /// How many positions were looked at before it.
    before: u64,
}

/// A search for who wins one position.
#[derive(Debug)]
pub(super) struct Search<B> {
    sides: [Side<B>; 2],
    bands: [Bands; 2],
    shapes: Shapes,
    table: Table,
    levels: Vec<Level>,
    /// The moves of all levels, those of the last one at the end, the best one first.
    children: Vec<Child<B>>,
    start: Option<Position<B>>,
    /// The first cell of the last move that won at once, by the number of moves before it: it is
    /// tried first.
    winning: Vec<u32>,
    pub(super) positions: u64,
    is_square: bool,
}

fn word<B: Bits>(cells: B) -> u128 {
    u128::from(cells.group(0)) | u128::from(cells.group(1)) << 64
}

impl<B: Bits> Side<B> {
    fn new(rows: u32, columns: u32) -> Self {
        let all = B::first(rows * columns);
        let first = B::column(columns) & all;
        let place = |at: u32| (at % columns * rows + at / columns) as u8;
        let nothing = Small { cells: B::NONE, lows: [Low::default(); 2], number: Some(0) };
        Side {
            rows,
            columns,
            not_first: all.without(first),
            not_last: all.without(first.up(columns - 1)),
            turned: (0..rows * columns).map(place).collect(),
            seen: vec![nothing; 1 << MOST_SEEN.min(rows * columns / 2)],
        }
    }

    /// The cells that are connected with one of `cells`.
    #[inline]
    fn region(&self, cells: B, at: u32) -> B {
        let mut found = B::bit(at);
        loop {
            let flat = (found & self.not_last).up(1) | (found & self.not_first).down(1);
            let upright = found.up(self.columns) | found.down(self.columns);
            let more = found | (flat | upright) & cells;
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// The first cells of the upright dominoes.
    #[inline]
    fn uprights(&self, cells: B) -> B {
        cells & cells.down(self.columns)
    }

    /// The board of the other player.
    fn transposed(&self, mut cells: B) -> B {
        let mut found = B::NONE;
        while let Some(at) = cells.take() {
            found = found | B::bit(self.turned[at as usize].into());
        }
        found
    }

    /// The least of the four images under reflections.
    fn normal(&self, cells: B) -> u128 {
        let (mut mirrored, mut upside, mut turned) = (0u128, 0u128, 0u128);
        let mask = (1 << self.columns) - 1;
        for row in 0..self.rows {
            let line = cells.down(row * self.columns).group(0) & mask;
            let back = line.reverse_bits() >> (u64::BITS - self.columns);
            let (here, there) = (row * self.columns, (self.rows - 1 - row) * self.columns);
            mirrored |= u128::from(back) << here;
            upside |= u128::from(line) << there;
            turned |= u128::from(back) << there;
        }
        word(cells).min(mirrored).min(upside).min(turned)
    }

    fn shape(&self, cells: B) -> Shape {
        let mask = (1u64 << self.columns) - 1;
        let mut lines: SmallVec<[u32; 16]> = SmallVec::new();
        for row in 0..self.rows {
            lines.push((cells.down(row * self.columns).group(0) & mask) as u32);
        }
        Shape::of_lines(&lines)
    }

    /// The bounds of a small component.
    #[inline]
    fn small(&mut self, shapes: &mut Shapes, cells: B) -> Small<B> {
        let mixed =
            (cells.group(0) ^ cells.group(1).rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (mixed >> 49) as usize % self.seen.len();
        if self.seen[place].cells != cells {
            self.seen[place] = self.new_small(shapes, cells);
        }
        self.seen[place]
    }

    #[cold]
    fn new_small(&self, shapes: &mut Shapes, cells: B) -> Small<B> {
        let lows = match cells.count() {
            1 => [Low::default(); 2],
            _ => {
                let shape = self.shape(cells);
                [shapes.low(shape), shapes.low(shape.transposed())]
            }
        };
        let [least, most] = lows.map(|low| Total::default().with(low).as_number());
        let number = least.filter(|&least| most == Some(-least));
        Small { cells, lows, number }
    }
}

impl<B: Bits> Search<B> {
    /// A board with so many rows and columns whose mover places upright dominoes, beside a number
    /// of eighths. The table of positions takes at most so many bytes.
    pub(super) fn new(rows: u32, columns: u32, free: B, number: i32, most: usize) -> Self {
        let mut search = Search {
            sides: [Side::new(rows, columns), Side::new(columns, rows)],
            bands: [Bands::new(columns), Bands::new(rows)],
            shapes: Shapes::default(),
            table: Table::new(most),
            levels: Vec::new(),
            children: Vec::new(),
            start: None,
            winning: Vec::new(),
            positions: 0,
            is_square: rows == columns,
        };
        search.begin(free, number);
        search
    }

    /// Begins with another position of the same board.
    pub(super) fn begin(&mut self, free: B, number: i32) {
        let boards = [free, self.sides[0].transposed(free)];
        self.start = Some(Position { boards, number });
    }

    pub(super) fn memory(&self) -> usize {
        let seen = self.sides.iter().map(|side| side.seen.capacity() * size_of::<Small<B>>());
        let bands = self.bands.iter().map(Bands::memory);
        self.shapes.memory() + self.table.memory() + seen.chain(bands).sum::<usize>()
    }

    /// Whether the mover of the first position wins, when so many more positions tell.
    pub(super) fn go_on(&mut self, positions: u64) -> Option<bool> {
        let last = self.positions + positions;
        if let Some(start) = self.start.take()
            && let Some(won) = self.enter(start)
        {
            return Some(won);
        }
        while self.positions < last {
            let level = self.levels.last_mut().expect("the first one is left with the answer");
            let found = match self.children.get(level.next) {
                None => self.leave(false),
                Some(&child) => {
                    level.next += 1;
                    match self.enter(child.position) {
                        Some(false) => self.leave(true),
                        Some(true) | None => None,
                    }
                }
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Ends the work on the last position, and on those before it that this decides. Whether the
    /// mover of the first one wins, when it is among them.
    fn leave(&mut self, mut won: bool) -> Option<bool> {
        loop {
            let level = self.levels.pop().expect("a position is in work");
            self.table.insert(level.key, won, self.positions - level.before);
            self.children.truncate(level.first);
            if self.levels.is_empty() {
                return Some(won);
            }
            // A position that its mover wins decides nothing before it.
            if won {
                return None;
            }
            won = true;
        }
    }

    /// Who wins a position, if bounds or the table tell; else it is put to work.
    fn enter(&mut self, position: Position<B>) -> Option<bool> {
        let side = self.levels.len() % 2;
        // Where both see the same lines they share what is known.
        let (own, other) = if self.is_square { (0, 0) } else { (side, 1 - side) };
        let [cells, turned] = position.boards;
        let key = self.key(own, position);
        if let Some(won) = self.table.get(key) {
            return Some(won);
        }
        let mut components: SmallVec<[Component<B>; 16]> = SmallVec::new();
        let (mut rest, mut large) = (cells, B::NONE);
        while let Some(at) = rest.lowest() {
            let region = self.sides[own].region(rest, at);
            rest = rest.without(region);
            if region.count() > SMALL {
                large = large | region;
            } else {
                let small = self.sides[own].small(&mut self.shapes, region);
                let bounds = small.lows.map(|low| Total::default().with(low));
                components.push(Component { cells: region, bounds });
            }
        }
        let large_turned = match large == cells {
            true => turned,
            false => self.sides[own].transposed(large),
        };
        let number = position.number;
        let numbers = [Total::of_number(number), Total::of_number(-number)];
        let mut cuts = None;
        if !large.is_empty() {
            let [rows, columns] = self.size(own);
            let of_own = self.bands[own].cuts(&mut self.shapes, large, rows);
            let of_other = self.bands[other].cuts(&mut self.shapes, large_turned, columns);
            let bounds = [of_own.whole(), of_other.whole()];
            components.push(Component { cells: large, bounds });
            cuts = Some([of_own, of_other]);
        }
        let all = components.iter().fold(numbers, |all, component| {
            [all[0].and(component.bounds[0]), all[1].and(component.bounds[1])]
        });
        let known = match all {
            [mover, _] if mover.wins_first() => Some(true),
            [_, opponent] if opponent.wins_second() => Some(false),
            _ => None,
        };
        if known.is_some() {
            return known;
        }
        self.positions += 1;
        let first = self.children.len();
        let depth = self.levels.len();
        if depth == self.winning.len() {
            self.winning.push(0);
        }
        let winning =
            self.add_children(own, other, position, &components, large_turned, cuts.as_ref());
        if winning.is_some() || self.children.len() == first {
            self.children.truncate(first);
            self.table.insert(key, winning.is_some(), 1);
            if let Some(place) = winning {
                self.winning[depth] = place;
            }
            return Some(winning.is_some());
        }
        self.children[first..].sort_by_key(|child| Reverse(child.score));
        self.levels.push(Level { key, first, next: first, before: self.positions - 1 });
        None
    }

    fn key(&self, own: usize, position: Position<B>) -> Key {
        Key::new(self.sides[own].normal(position.boards[0]), position.number, own == 1)
    }

    fn size(&self, side: usize) -> [usize; 2] {
        [self.sides[side].rows as usize, self.sides[side].columns as usize]
    }

    /// Lists the moves that bounds do not decide. The first cell of one that wins, if there is one:
    /// then the list does not matter.
    fn add_children(
        &mut self,
        own: usize,
        other: usize,
        position: Position<B>,
        components: &[Component<B>],
        large_turned: B,
        cuts: Option<&[Cuts; 2]>,
    ) -> Option<u32> {
        let last = self.winning[self.levels.len()];
        let [rows, columns] = self.size(own);
        let (row_count, column_count) = (self.sides[own].rows, self.sides[own].columns);
        let numbers = [Total::of_number(position.number), Total::of_number(-position.number)];
        let all = |of_last| components.iter().enumerate().map(move |found| (of_last, found));
        for (of_last, (at, component)) in all(true).chain(all(false)) {
            let uprights = self.sides[own].uprights(component.cells);
            let mut uprights = match of_last {
                true => uprights & B::bit(last),
                false => uprights.without(B::bit(last)),
            };
            if uprights.is_empty() {
                continue;
            }
            let mut others = numbers;
            for (_, component) in components.iter().enumerate().filter(|&(place, _)| place != at) {
                others = [others[0].and(component.bounds[0]), others[1].and(component.bounds[1])];
            }
            // The large ones stand last, together.
            let cuts = cuts.filter(|_| at == components.len() - 1);
            while let Some(place) = uprights.take() {
                let (row, column) = (place / column_count, place % column_count);
                let domino = B::bit(place) | B::bit(place + column_count);
                let first_turned = column * row_count + row;
                let domino_turned = B::bit(first_turned) | B::bit(first_turned + 1);
                let mut after = Position {
                    boards: [
                        position.boards[0].without(domino),
                        position.boards[1].without(domino_turned),
                    ],
                    number: position.number,
                };
                let mut bounds = others;
                let mut large =
                    [component.cells.without(domino), large_turned.without(domino_turned)];
                if let Some(cuts) = cuts {
                    let lines = [(row, row + 2), (column, column + 1)];
                    match self.bounds_after([own, other], large, lines, others, cuts) {
                        Err(true) => return Some(place),
                        Err(false) => continue,
                        Ok(found) => bounds = found,
                    }
                }
                // Small parts have better bounds of their own, and numbers leave the board.
                let (mut apart, mut whole) = (others, true);
                let mut rest = component.cells.without(domino);
                while let Some(at) = rest.lowest() {
                    let region = self.sides[own].region(rest, at);
                    rest = rest.without(region);
                    if region.count() > SMALL {
                        continue;
                    }
                    let small = self.sides[own].small(&mut self.shapes, region);
                    apart = [apart[0].with(small.lows[0]), apart[1].with(small.lows[1])];
                    whole &= region.count() == 1;
                    if small.number.is_none() && cuts.is_none() {
                        continue;
                    }
                    let turned = self.sides[own].transposed(region);
                    large = [large[0].without(region), large[1].without(turned)];
                    if let Some(number) = small.number {
                        after.number += number;
                        let [mover, opponent] = after.boards;
                        after.boards = [mover.without(region), opponent.without(turned)];
                    }
                }
                if cuts.is_none() || !whole {
                    bounds = apart;
                    if cuts.is_some() && !large[0].is_empty() {
                        let shapes = &mut self.shapes;
                        let opponent = self.bands[other].bound(shapes, large[1], columns);
                        bounds[1] = bounds[1].and(opponent);
                        let mover = self.bands[own].bound(shapes, large[0], rows);
                        bounds[0] = bounds[0].and(mover);
                    }
                    if bounds[1].wins_first() {
                        continue;
                    }
                }
                if bounds[0].wins_second() {
                    return Some(place);
                }
                let off_centre =
                    (2 * column + 1).abs_diff(column_count) + (2 * row + 2).abs_diff(row_count);
                let score = bounds[0].mean - bounds[1].mean + OFF_CENTRE * off_centre as i32;
                let [mover, opponent] = after.boards;
                let position = Position { boards: [opponent, mover], number: -after.number };
                match self.table.get(self.key(other, position)) {
                    Some(true) => {}
                    Some(false) => return Some(place),
                    None => self.children.push(Child { position, score }),
                }
            }
        }
        self.add_number_move(position, components).then_some(last)
    }

    /// The bounds of a position after a move that changes these rows of the board of each player,
    /// beside `others`; or whether the move wins, where they tell.
    #[inline]
    fn bounds_after(
        &mut self,
        [own, other]: [usize; 2],
        boards: [B; 2],
        [rows, columns]: [(u32, u32); 2],
        others: [Total; 2],
        cuts: &[Cuts; 2],
    ) -> Result<[Total; 2], bool> {
        let [row_count, column_count] = self.size(own);
        let lines = |(first, end): (u32, u32)| (first as usize, end as usize);
        let (shapes, bands) = (&mut self.shapes, &mut self.bands[other]);
        let cut = bands.changed(shapes, boards[1], column_count, lines(columns), &cuts[1]);
        if others[1].mean + cut.mean > 0 {
            return Err(false);
        }
        let opponent = others[1].and(bands.of_changed(shapes, boards[1], cut, &cuts[1]));
        if opponent.wins_first() {
            return Err(false);
        }
        let bands = &mut self.bands[own];
        let cut = bands.changed(shapes, boards[0], row_count, lines(rows), &cuts[0]);
        let mover = others[0].and(bands.of_changed(shapes, boards[0], cut, &cuts[0]));
        if mover.wins_second() {
            return Err(true);
        }
        Ok([mover, opponent])
    }

    /// Lists the move in the number beside the board, when there is one; whether it wins.
    fn add_number_move(&mut self, position: Position<B>, components: &[Component<B>]) -> bool {
        let Some(number) = left_option(position.number) else { return false };
        let numbers = [Total::of_number(number), Total::of_number(-number)];
        let bounds = components.iter().fold(numbers, |all, component| {
            [all[0].and(component.bounds[0]), all[1].and(component.bounds[1])]
        });
        if bounds[1].wins_first() {
            return false;
        }
        let [mover, opponent] = position.boards;
        let position = Position { boards: [opponent, mover], number: -number };
        self.children.push(Child { position, score: i32::MIN });
        bounds[0].wins_second()
    }
}

/// The left option of a number of eighths.
fn left_option(number: i32) -> Option<i32> {
    match number % UNIT {
        0 => (number > 0).then_some(number - UNIT),
        _ => Some(number - (number & number.wrapping_neg())),
    }
}
