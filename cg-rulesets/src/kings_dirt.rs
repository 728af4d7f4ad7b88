//! King's Dirt: kings that leave blocked cells behind, some of them still to be placed.

use std::cmp::Ordering;

use cg_core::Player;

use crate::grid::{
    Beside, Bits, Board, CORNERS, Cell, Grid, GridGame, Images, Letters, ahead, named, with_grid,
};
use crate::listed::{Found, Listed};
use crate::{Drawing, NotationError, Sign, Signs};

/// A player puts one of their stones in hand on an empty cell, or moves a stone on the board
/// one step as a king onto an empty cell; the cell that it leaves is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KingsDirt {
    /// Whether a player who has stones in hand must place one of them.
    pub must_place: bool,
}

/// A board, and the stones in the hands of Left and of Right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct KingsDirtPosition {
    board: Board<2>,
    hands: [u32; 2],
}

/// What happens on the board: the stones that are there move.
#[derive(Clone, Copy, Debug)]
struct Kings;

impl GridGame<2> for Kings {
    /// Both planes are set where a cell is empty.
    const LETTERS: Letters = Letters { states: &[('.', 3), ('X', 1), ('O', 2), ('#', 0)] };
    const IMAGES: Images = Images::COLOURS;
    const MOVE: &'static str = "b2      puts a stone from the hand on b2
b2-c3   moves the stone on b2 to c3";

    fn moves<B: Bits>(
        &self,
        grid: &Grid<B, 2>,
        player: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 2>),
    ) {
        let [left, right] = *grid.planes();
        let empty = left & right;
        let own = player as usize;
        let mut kings = grid.plane(own).without(empty);
        while let Some(from) = kings.take() {
            let mut targets = grid.beside(B::bit(from), Beside::Corners) & empty;
            while let Some(to) = targets.take() {
                let mut planes = *grid.planes();
                planes[own] = planes[own].without(B::bit(from));
                planes[1 - own] = planes[1 - own].without(B::bit(to));
                visit(&[from, to], grid.with(planes));
            }
        }
    }

    fn parts<B: Bits>(&self, grid: &Grid<B, 2>, part: &mut impl FnMut(Grid<B, 2>)) {
        let [left, right] = *grid.planes();
        for region in grid.regions(left | right, Beside::Corners) {
            // A king needs a cell to go to.
            if !(region & (left ^ right)).is_empty() && !(region & left & right).is_empty() {
                part(grid.only(region));
            }
        }
    }
}

impl Listed for KingsDirt {
    type Position = KingsDirtPosition;

    fn read(&self, text: &str) -> Result<KingsDirtPosition, NotationError> {
        let start = text.find(|sign: char| ".xXoO#|".contains(sign)).unwrap_or(text.len());
        let hand = |word: &str| word.parse::<u32>().ok().filter(|&stones| stones <= 1000);
        let words = text[..start].split([' ', ',']).filter(|word| !word.is_empty());
        let hands: Option<Vec<u32>> = words.map(hand).collect();
        let hands = match hands.as_deref() {
            Some([]) => [0, 0],
            Some(&[left, right]) => [left, right],
            _ => {
                let problem = "before the board stand the stones in hand, Left's and Right's, as in `1 1 x..|..o`";
                return Err(NotationError::new(problem, 0..start));
            }
        };
        let board = Board::read(&text[start..], Kings::LETTERS, |_| None).map_err(|error| {
            NotationError::new(error.problem, error.at.start + start..error.at.end + start)
        })?;
        Ok(KingsDirtPosition { board, hands })
    }

    fn write(&self, at: &KingsDirtPosition) -> String {
        let board = at.board.write(Kings::LETTERS);
        match at.hands {
            [0, 0] => board,
            [left, right] => format!("{left} {right} {board}"),
        }
    }

    fn draw(&self, at: &KingsDirtPosition) -> Drawing {
        Drawing::board(&at.board.lines(Kings::LETTERS), Signs::STONES)
    }

    fn each_move(
        &self,
        at: &KingsDirtPosition,
        player: Player,
        found: Found<'_, KingsDirtPosition>,
    ) {
        let own = player as usize;
        if at.hands[own] > 0 {
            let mut hands = at.hands;
            hands[own] -= 1;
            with_grid!(&at.board, grid => {
                let mut empty = grid.plane(0) & grid.plane(1);
                while let Some(to) = empty.take() {
                    let mut planes = *grid.planes();
                    planes[1 - own] = planes[1 - own].without(Bits::bit(to));
                    let board = Board::fitted(&grid.with(planes));
                    let (row, column) = (to / grid.columns(), to % grid.columns());
                    found(KingsDirtPosition { board, hands }, &|| Cell { row, column }.to_string());
                }
            });
            if self.must_place {
                return;
            }
        }
        at.board.each_move(&Kings, player, |board, cells| {
            found(KingsDirtPosition { board, hands: at.hands }, &|| named(&cells()));
        });
    }

    /// Stones in hand go anywhere; without them blocked cells part a board.
    fn split(&self, at: KingsDirtPosition, part: &mut dyn FnMut(KingsDirtPosition, Sign)) {
        if at.hands == [0, 0] {
            return at.board.each_part(&Kings, &mut |board| {
                part(KingsDirtPosition { board, hands: [0, 0] }, Sign::Plus);
            });
        }
        if empty(&at.board) > 0 {
            part(at, Sign::Plus);
        }
    }

    fn normal(&self, at: KingsDirtPosition) -> (KingsDirtPosition, Sign) {
        // A hand of more stones than there are empty cells is as good as one of so many.
        let empty = empty(&at.board);
        let [left, right] = at.hands.map(|stones| stones.min(empty));
        let (board, sign) = match left.cmp(&right) {
            Ordering::Equal => at.board.normal(&Images::COLOURS),
            Ordering::Greater => (at.board.normal(&Images::SAME).0, Sign::Plus),
            Ordering::Less => (at.board.exchanged().normal(&Images::SAME).0, Sign::Minus),
        };
        (KingsDirtPosition { board, hands: [left.max(right), left.min(right)] }, sign)
    }

    fn is_own_negative(&self, at: &KingsDirtPosition) -> bool {
        at.hands[0] == at.hands[1] && at.board.is_own_negative(&Images::COLOURS)
    }

    fn size(&self, at: &KingsDirtPosition) -> u32 {
        with_grid!(&at.board, grid => GridGame::size(&Kings, grid))
    }

    /// The moves of stones on the board, and two for each stone in hand.
    fn estimate(&self, at: &KingsDirtPosition) -> f32 {
        with_grid!(&at.board, grid => {
            let empty = grid.plane(0) & grid.plane(1);
            ahead(|player| {
                let kings = grid.plane(player as usize).without(empty);
                let moves = CORNERS.iter().map(|&step| (grid.shift(step).apply(kings) & empty).count());
                moves.sum::<u32>() + 2 * at.hands[player as usize]
            })
        })
    }

    fn move_help(&self) -> Vec<String> {
        Kings::MOVE.lines().map(Into::into).collect()
    }
}

/// How many cells are empty.
fn empty(board: &Board<2>) -> u32 {
    with_grid!(board, grid => (grid.plane(0) & grid.plane(1)).count())
}
