//! Relatives of Clobber: stones that step or slide onto others, or onto empty cells.

use cg_core::Player;

use crate::cells::{CORNERS, Cells, SIDES, Step, TURNED_COLOURS};
use crate::listed::{Found, Listed};
use crate::{Drawing, NotationError, Sign};

/// A relative of Clobber. Left has the `X`, Right the `O`; `.` is empty, `#` taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stones {
    /// A stone steps onto an empty cell beside it and leaves a stone of the enemy behind.
    Anti,
    /// A stone steps onto a stone of either colour beside it, which is taken.
    Hot,
    /// Clobber with diagonal steps.
    Diagonal,
    /// Clobber with the steps of a king.
    Kings,
    /// Clobber with the moves of a knight.
    Knights,
    /// Clobber with the moves of a rook, over empty cells.
    Rooks,
    /// Clobber with the moves of a queen, over empty cells.
    Queens,
}

const DIAGONAL: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const KNIGHT: [Step; 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

fn stone(player: Player) -> u8 {
    match player {
        Player::Left => b'X',
        Player::Right => b'O',
    }
}

/// The letter with the colours exchanged.
pub(crate) fn other(letter: u8) -> u8 {
    match letter {
        b'X' => b'O',
        b'O' => b'X',
        same => same,
    }
}

impl Stones {
    fn steps(self) -> &'static [Step] {
        match self {
            Stones::Anti | Stones::Hot | Stones::Rooks => &SIDES,
            Stones::Diagonal => &DIAGONAL,
            Stones::Kings | Stones::Queens => &CORNERS,
            Stones::Knights => &KNIGHT,
        }
    }

    fn slides(self) -> bool {
        matches!(self, Stones::Rooks | Stones::Queens)
    }

    /// Where a stone of `player` at `from` can go.
    fn targets(self, board: &Cells, from: usize, player: Player) -> Vec<usize> {
        let enemy = stone(player.opponent());
        let mut targets = Vec::new();
        for &step in self.steps() {
            let mut at = board.stepped(from, step);
            while let Some(place) = at {
                let there = board.letters()[place];
                let takes = match self {
                    Stones::Anti => there == b'.',
                    Stones::Hot => there == b'X' || there == b'O',
                    _ => there == enemy,
                };
                if takes {
                    targets.push(place);
                }
                at = board.stepped(place, step).filter(|_| self.slides() && there == b'.');
            }
        }
        targets
    }
}

/// The checkerboard, with an `X` in the upper left corner.
pub(crate) fn checker(row: usize, column: usize) -> u8 {
    if (row + column).is_multiple_of(2) { b'X' } else { b'O' }
}

impl Listed for Stones {
    type Position = Cells;

    fn read(&self, text: &str) -> Result<Cells, NotationError> {
        Cells::read_or_start(text, ".XO#", checker)
    }

    fn write(&self, board: &Cells) -> String {
        board.to_string()
    }

    fn draw(&self, board: &Cells) -> Drawing {
        board.drawing()
    }

    fn each_move(&self, board: &Cells, player: Player, found: Found<'_, Cells>) {
        let left_behind = match self {
            Stones::Anti => stone(player.opponent()),
            _ => b'.',
        };
        for from in board.places(stone(player)) {
            for to in self.targets(board, from, player) {
                let after = board.with(&[(from, left_behind), (to, stone(player))]);
                found(after, &|| format!("{}-{}", board.name(from), board.name(to)));
            }
        }
    }

    /// Empty cells part stones that only step onto stones; taken cells part all but knights.
    fn split(&self, board: Cells, part: &mut dyn FnMut(Cells, Sign)) {
        let over_empty = self.slides() || *self == Stones::Anti;
        let outside = if over_empty { b'#' } else { b'.' };
        let wall = |letter| letter == b'#' || !over_empty && letter == b'.';
        for region in board.regions(self.steps(), wall, outside) {
            let stones = region.letters().iter().filter(|&&letter| other(letter) != letter).count();
            if stones > 0 && region.letters().len() > 1 {
                part(region, Sign::Plus);
            }
        }
    }

    fn normal(&self, board: Cells) -> (Cells, Sign) {
        board.representative(&TURNED_COLOURS, other)
    }
}
