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
use super::low::{FINE, Low, Total, UNIT};
use super::shapes::{Shape, Shapes};
use super::table::{Key, Table};

/// A component of at most so many cells has a bound of its own; the larger ones are cut into
/// bands.
const SMALL: u32 = 12;

/// What half a cell off the centre counts in the order of moves, in units of a mean: 8x8 takes
/// half as many positions with this as where it only breaks ties, and fewer than with twice as much.
const OFF_CENTRE: i32 = 64;

/// Moves are bounded until so many are undecided, and these are searched before others are
/// bounded: one of them often wins. 8x8 takes a third more time where all are bounded at once.
const FEW: u32 = 8;

/// Where the mean of a cut is at most the negative of this, its switches are not looked at: they
/// seldom tell who wins.
const NEAR: i32 = UNIT * FINE / 2;

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
    /// The weight of each cell in the order of moves: of the upright domino that begins there.
    off_centre: Vec<i32>,
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

/// A position by its components, those with many cells last and together.
struct Parts<B> {
    components: SmallVec<[Component<B>; 16]>,
    /// The last one as the opponent sees it, and the cuts of both, where it has many cells.
    large_turned: B,
    cuts: Option<[Cuts; 2]>,
}

impl<B> Parts<B> {
    /// The bounds of the position beside a number.
    fn all(&self, number: i32) -> [Total; 2] {
        self.others(self.components.len(), number)
    }

    /// The bounds of all components but one, beside a number.
    fn others(&self, but: usize, number: i32) -> [Total; 2] {
        let mut all = [Total::of_number(number), Total::of_number(-number)];
        for (at, component) in self.components.iter().enumerate() {
            if at != but {
                all = [all[0].and(component.bounds[0]), all[1].and(component.bounds[1])];
            }
        }
        all
    }

    /// The cuts of a component that has some.
    fn cuts_of(&self, at: usize) -> Option<&[Cuts; 2]> {
        self.cuts.as_ref().filter(|_| at == self.components.len() - 1)
    }
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
struct Level<B> {
    key: Key,
    position: Position<B>,
    /// The first cells of the moves that were not bounded yet.
    rest: B,
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
    bands: Vec<Bands>,
    shapes: Shapes,
    table: Table,
    levels: Vec<Level<B>>,
    /// The moves of all levels, those of the last one at the end, the best one first.
    children: Vec<Child<B>>,
    start: Option<Position<B>>,
    /// The first cell of the last move that won at once, by the number of moves before it: it is
    /// tried first.
    winning: Vec<u32>,
    pub(super) positions: u64,
    is_square: bool,
    /// How many undecided moves are searched before others are bounded.
    pub(super) few: u32,
}

fn word<B: Bits>(cells: B) -> u128 {
    u128::from(cells.group(0)) | u128::from(cells.group(1)) << 64
}

impl<B: Bits> Side<B> {
    fn new(rows: u32, columns: u32) -> Self {
        let all = B::first(rows * columns);
        let first = B::column(columns) & all;
        let place = |at: u32| (at % columns * rows + at / columns) as u8;
        let off_centre = |at: u32| {
            let (row, column) = (at / columns, at % columns);
            let halves = (2 * column + 1).abs_diff(columns) + (2 * row + 2).abs_diff(rows);
            OFF_CENTRE * halves as i32
        };
        let nothing = Small { cells: B::NONE, lows: [Low::default(); 2], number: Some(0) };
        Side {
            rows,
            columns,
            not_first: all.without(first),
            not_last: all.without(first.up(columns - 1)),
            turned: (0..rows * columns).map(place).collect(),
            off_centre: (0..rows * columns).map(off_centre).collect(),
            seen: vec![nothing; 1 << MOST_SEEN.min(rows * columns / 2)],
        }
    }

    /// The cells beside some others.
    #[inline]
    fn beside(&self, cells: B) -> B {
        let flat = (cells & self.not_last).up(1) | (cells & self.not_first).down(1);
        flat | cells.up(self.columns) | cells.down(self.columns)
    }

    /// The cells that are connected with one of `cells`, or more than `most` of them.
    #[inline]
    fn region(&self, cells: B, at: u32, most: u32) -> B {
        let mut found = B::bit(at);
        loop {
            let more = found | self.beside(found) & cells;
            if more == found || more.count() > most {
                return more;
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
        let mask = B::first(self.columns);
        let upside = (0..self.rows).fold(B::NONE, |upside, row| {
            let line = cells.down(row * self.columns) & mask;
            upside | line.up((self.rows - 1 - row) * self.columns)
        });
        let turned = |cells: B| cells.reversed(self.rows * self.columns);
        let images = [turned(cells), upside, turned(upside)];
        images.into_iter().map(word).fold(word(cells), u128::min)
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
        let is_square = rows == columns;
        let widths: &[u32] = if is_square { &[columns] } else { &[columns, rows] };
        let mut search = Search {
            sides: [Side::new(rows, columns), Side::new(columns, rows)],
            bands: widths.iter().map(|&columns| Bands::new(columns)).collect(),
            shapes: Shapes::default(),
            table: Table::new(most),
            levels: Vec::new(),
            children: Vec::new(),
            start: None,
            winning: Vec::new(),
            positions: 0,
            is_square,
            few: FEW,
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
                None if level.rest.is_empty() => self.leave(false),
                None => match self.go_on_bounding() {
                    true => self.leave(true),
                    false => None,
                },
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

    /// Bounds the other moves of the last position; whether one wins at once.
    fn go_on_bounding(&mut self) -> bool {
        let depth = self.levels.len() - 1;
        let level = &mut self.levels[depth];
        let (position, moves, next) = (level.position, level.rest, level.next);
        level.rest = B::NONE;
        let parts = self.parts(depth % 2, position);
        let found = self.add_children(depth, position, &parts, moves, u32::MAX);
        self.children[next..].sort_by_key(|child| Reverse(child.score));
        found.is_err()
    }

    /// The lines that the player of a depth sees, and those that the other one sees: where both see
    /// the same ones they share what is known.
    fn own_and_other(&self, side: usize) -> [usize; 2] {
        if self.is_square { [0, 0] } else { [side, 1 - side] }
    }

    /// The components of a position that the player of a side sees, and their bounds.
    fn parts(&mut self, side: usize, position: Position<B>) -> Parts<B> {
        let [own, other] = self.own_and_other(side);
        let [cells, turned] = position.boards;
        let mut components: SmallVec<[Component<B>; 16]> = SmallVec::new();
        let (mut rest, mut large) = (cells, B::NONE);
        while let Some(at) = rest.lowest() {
            let region = self.sides[own].region(rest, at, u32::MAX);
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
        let mut cuts = None;
        if !large.is_empty() {
            let [rows, columns] = self.size(own);
            let of_own = self.bands[own].cuts(&mut self.shapes, large, rows);
            let of_other = self.bands[other].cuts(&mut self.shapes, large_turned, columns);
            let shapes = &mut self.shapes;
            let bounds = [
                self.bands[own].after(shapes, large, (0, rows), &of_own),
                self.bands[other].after(shapes, large_turned, (0, columns), &of_other),
            ];
            components.push(Component { cells: large, bounds });
            cuts = Some([of_own, of_other]);
        }
        Parts { components, large_turned, cuts }
    }

    /// The winner of a position, by bounds or the table. A position without an answer goes on the stack.
    fn enter(&mut self, position: Position<B>) -> Option<bool> {
        let depth = self.levels.len();
        let [own, _] = self.own_and_other(depth % 2);
        let key = self.key(own, position);
        if let Some(won) = self.table.get(key) {
            return Some(won);
        }
        let parts = self.parts(depth % 2, position);
        match parts.all(position.number) {
            [mover, _] if mover.wins_first() => return Some(true),
            [_, opponent] if opponent.wins_second() => return Some(false),
            _ => self.positions += 1,
        }
        if depth == self.winning.len() {
            self.winning.push(0);
        }
        let first = self.children.len();
        let moves = self.sides[own].uprights(position.boards[0]);
        match self.add_children(depth, position, &parts, moves, self.few) {
            Ok(rest) if self.children.len() > first => {
                self.children[first..].sort_by_key(|child| Reverse(child.score));
                let before = self.positions - 1;
                self.levels.push(Level { key, position, rest, first, next: first, before });
                None
            }
            found => {
                self.children.truncate(first);
                self.table.insert(key, found.is_err(), 1);
                if let Err(place) = found {
                    self.winning[depth] = place;
                }
                Some(found.is_err())
            }
        }
    }

    fn key(&self, own: usize, position: Position<B>) -> Key {
        Key::new(self.sides[own].normal(position.boards[0]), position.number, own == 1)
    }

    fn size(&self, side: usize) -> [usize; 2] {
        [self.sides[side].rows as usize, self.sides[side].columns as usize]
    }

    /// Lists the moves among `moves` that bounds do not decide, the likely ones first, until there
    /// are `most` of them; returns the first cells of the moves that are left.
    ///
    /// # Errors
    /// The first cell of a move that wins: then the list does not matter.
    fn add_children(
        &mut self,
        depth: usize,
        position: Position<B>,
        parts: &Parts<B>,
        moves: B,
        most: u32,
    ) -> Result<B, u32> {
        let last = self.winning[depth];
        let mut found = 0;
        if moves.has(last) {
            match self.bounded(depth, position, parts, last) {
                Some(true) => return Err(last),
                Some(false) => {}
                None => found += 1,
            }
        }
        let moves = moves.without(B::bit(last));
        let mut guesses = self.guesses(depth, position, parts, moves);
        guesses.sort_unstable_by_key(|&guess| Reverse(guess));
        for (at, &(_, place)) in guesses.iter().enumerate() {
            if found == most {
                let rest = guesses[at..].iter();
                return Ok(rest.fold(B::NONE, |rest, &(_, place)| rest | B::bit(place)));
            }
            match self.bounded(depth, position, parts, place) {
                Some(true) => return Err(place),
                Some(false) => {}
                None => found += 1,
            }
        }
        match self.add_number_move(position, parts) {
            true => Err(last),
            false => Ok(B::NONE),
        }
    }

    /// The first cells of the moves that the best cuts of the position do not decide, each behind a
    /// guess of its score.
    fn guesses(
        &mut self,
        depth: usize,
        position: Position<B>,
        parts: &Parts<B>,
        moves: B,
    ) -> SmallVec<[(i32, u32); 64]> {
        let [own, other] = self.own_and_other(depth % 2);
        let Side { rows, columns, .. } = self.sides[own];
        let mut guesses = SmallVec::new();
        let number = position.number * FINE;
        let means = |component: &Component<B>| component.bounds.map(|bound| bound.mean);
        let all = parts.components.iter().map(means);
        let all = all.fold([number, -number], |all, one| [all[0] + one[0], all[1] + one[1]]);
        for (at, component) in parts.components.iter().enumerate() {
            let cuts = parts.cuts_of(at);
            let mut moves = moves & component.cells;
            while let Some(place) = moves.take() {
                let (row, column) = (place / columns, place % columns);
                let mut mean = all;
                if let Some([of_own, of_other]) = cuts {
                    let domino = B::bit(place) | B::bit(place + columns);
                    let turned = column * rows + row;
                    let turned = B::bit(turned) | B::bit(turned + 1);
                    let shapes = &mut self.shapes;
                    let after = parts.large_turned.without(turned);
                    let lines = (column as usize, column as usize + 1);
                    mean[1] += self.bands[other].gain(shapes, after, lines, of_other);
                    if mean[1] > 0 {
                        continue;
                    }
                    let after = component.cells.without(domino);
                    let lines = (row as usize, row as usize + 2);
                    mean[0] += self.bands[own].gain(shapes, after, lines, of_own);
                }
                let off_centre = self.sides[own].off_centre[place as usize];
                guesses.push((mean[0] - mean[1] + off_centre, place));
            }
        }
        guesses
    }

    /// Bounds a move: whether it wins, where bounds or the table tell; else it is listed.
    fn bounded(
        &mut self,
        depth: usize,
        position: Position<B>,
        parts: &Parts<B>,
        place: u32,
    ) -> Option<bool> {
        let [own, other] = self.own_and_other(depth % 2);
        let (row_count, column_count) = (self.sides[own].rows, self.sides[own].columns);
        let at = parts.components.iter().position(|component| component.cells.has(place));
        let component = at.expect("a move lies in a component");
        let (row, column) = (place / column_count, place % column_count);
        let domino = B::bit(place) | B::bit(place + column_count);
        let first_turned = column * row_count + row;
        let domino_turned = B::bit(first_turned) | B::bit(first_turned + 1);
        let cells = parts.components[component].cells.without(domino);
        let cuts = parts.cuts_of(component);
        let [mover, opponent] = position.boards;
        let mut after = Position {
            boards: [mover.without(domino), opponent.without(domino_turned)],
            number: position.number,
        };
        let mut large = [cells, parts.large_turned.without(domino_turned)];
        // Small parts have better bounds of their own, and numbers leave the board.
        let mut bounds = parts.others(component, position.number);
        let mut beside = self.sides[own].beside(domino) & cells;
        while let Some(at) = beside.lowest() {
            let region = self.sides[own].region(cells, at, SMALL);
            beside = beside.without(region);
            if region.count() > SMALL {
                continue;
            }
            let small = self.sides[own].small(&mut self.shapes, region);
            bounds = [bounds[0].with(small.lows[0]), bounds[1].with(small.lows[1])];
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
        let mut means = bounds.map(|bound| bound.mean);
        if let Some(cuts) = cuts {
            let before = [parts.components[component].cells, parts.large_turned];
            let lost = [before[0].without(large[0]), before[1].without(large[1])];
            match self.bounds_after([own, other], large, lost, bounds, cuts) {
                Err(won) => return Some(won),
                Ok(found) => means = found,
            }
        } else if bounds[1].wins_first() {
            return Some(false);
        } else if bounds[0].wins_second() {
            return Some(true);
        }
        let score = means[0] - means[1] + self.sides[own].off_centre[place as usize];
        let [mover, opponent] = after.boards;
        let position = Position { boards: [opponent, mover], number: -after.number };
        if let Some(won) = self.table.get(self.key(other, position)) {
            return Some(!won);
        }
        self.children.push(Child { position, score });
        None
    }

    /// The means of the bounds of a position after a move that takes `lost` from the board of each
    /// player, beside `others`; or whether the move wins, where bounds tell.
    #[inline]
    fn bounds_after(
        &mut self,
        [own, other]: [usize; 2],
        boards: [B; 2],
        lost: [B; 2],
        others: [Total; 2],
        cuts: &[Cuts; 2],
    ) -> Result<[i32; 2], bool> {
        let [rows, columns] = self.size(own);
        let (shapes, bands) = (&mut self.shapes, &mut self.bands[other]);
        let lines = bands.lines_of(lost[1]);
        let cut = bands.changed(shapes, boards[1], columns, lines, &cuts[1]);
        let opponent = others[1].mean + cut.mean;
        if opponent > 0 {
            return Err(false);
        }
        if opponent > -NEAR {
            let bound = bands.of_changed(shapes, boards[1], (lines.0, columns), &cut, &cuts[1]);
            if others[1].and(bound).wins_first() {
                return Err(false);
            }
        }
        let bands = &mut self.bands[own];
        let lines = bands.lines_of(lost[0]);
        let cut = bands.changed(shapes, boards[0], rows, lines, &cuts[0]);
        let mover = others[0].mean + cut.mean;
        if mover > -NEAR {
            let bound = bands.of_changed(shapes, boards[0], (lines.0, rows), &cut, &cuts[0]);
            if others[0].and(bound).wins_second() {
                return Err(true);
            }
        }
        Ok([mover, opponent])
    }

    /// Lists the move in the number beside the board, when there is one; whether it wins.
    fn add_number_move(&mut self, position: Position<B>, parts: &Parts<B>) -> bool {
        let Some(number) = left_option(position.number) else { return false };
        let bounds = parts.all(number);
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
