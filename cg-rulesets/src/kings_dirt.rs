//! King's Dirt: kings that leave blocked cells behind, some of them still to be placed.

use cg_core::Player;

use crate::cells::{CORNERS, Cells, TURNED_COLOURS};
use crate::listed::{Found, Listed};
use crate::stones::other;
use crate::{Drawing, NotationError, Sign};

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
    board: Cells,
    hands: [u32; 2],
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
        let board = Cells::read(&text[start..], ".XO#").map_err(|error| {
            NotationError::new(error.problem, error.at.start + start..error.at.end + start)
        })?;
        Ok(KingsDirtPosition { board, hands })
    }

    fn write(&self, at: &KingsDirtPosition) -> String {
        match at.hands {
            [0, 0] => at.board.to_string(),
            [left, right] => format!("{left} {right} {}", at.board),
        }
    }

    fn draw(&self, at: &KingsDirtPosition) -> Drawing {
        at.board.drawing()
    }

    fn each_move(
        &self,
        at: &KingsDirtPosition,
        player: Player,
        found: Found<'_, KingsDirtPosition>,
    ) {
        let own = if player == Player::Left { b'X' } else { b'O' };
        let board = &at.board;
        let in_hand = at.hands[player as usize];
        if in_hand > 0 {
            let mut hands = at.hands;
            hands[player as usize] -= 1;
            for to in board.places(b'.') {
                let after = KingsDirtPosition { board: board.with(&[(to, own)]), hands };
                found(after, &|| board.name(to));
            }
            if self.must_place {
                return;
            }
        }
        for from in board.places(own) {
            for to in CORNERS.iter().filter_map(|&step| board.stepped(from, step)) {
                if board.letters()[to] == b'.' {
                    let moved = board.with(&[(from, b'#'), (to, own)]);
                    let after = KingsDirtPosition { board: moved, hands: at.hands };
                    found(after, &|| format!("{}-{}", board.name(from), board.name(to)));
                }
            }
        }
    }

    /// Stones in hand go anywhere; without them blocked cells part a board.
    fn split(&self, at: KingsDirtPosition, part: &mut dyn FnMut(KingsDirtPosition, Sign)) {
        if at.hands != [0, 0] {
            return part(at, Sign::Plus);
        }
        for board in at.board.regions(&CORNERS, |letter| letter == b'#', b'#') {
            if board.letters().iter().any(|&letter| other(letter) != letter) {
                part(KingsDirtPosition { board, hands: [0, 0] }, Sign::Plus);
            }
        }
    }

    fn normal(&self, at: KingsDirtPosition) -> (KingsDirtPosition, Sign) {
        // A hand of more stones than there are empty cells is as good as one of so many.
        let empty = u32::try_from(at.board.places(b'.').count()).expect("a board is small");
        let [left, right] = at.hands.map(|stones| stones.min(empty));
        let same: Vec<_> =
            TURNED_COLOURS.iter().copied().filter(|image| !image.exchanged).collect();
        let (board, sign) = match left.cmp(&right) {
            std::cmp::Ordering::Equal => at.board.representative(&TURNED_COLOURS, other),
            std::cmp::Ordering::Greater => (at.board.representative(&same, other).0, Sign::Plus),
            std::cmp::Ordering::Less => {
                (at.board.mapped(other).representative(&same, other).0, Sign::Minus)
            }
        };
        (KingsDirtPosition { board, hands: [left.max(right), left.min(right)] }, sign)
    }

    fn move_help(&self) -> Vec<String> {
        vec![
            "b2      puts a stone from the hand on b2".into(),
            "b2-c3   moves the stone on b2 to c3".into(),
        ]
    }
}
