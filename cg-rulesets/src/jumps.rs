//! Games on boards in which stones jump or split: Konane, Fission, Peg Duotaire.

use cg_core::Player;

use crate::cells::{Cells, SIDES, Step, TRANSPOSED, TURNED, TURNED_COLOURS};
use crate::listed::{Found, Listed};
use crate::stones::{checker, other};
use crate::{Drawing, NotationError, Sign};

/// A game of jumps on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jumps {
    /// A stone jumps over a stone of the enemy beside it into the empty cell behind, and
    /// takes it; it may go on so in the same direction.
    Konane,
    /// A stone of either player splits into two, which go to the empty cells above and below
    /// (Left) or to the left and the right (Right).
    Fission,
    /// A peg jumps over a peg beside it into the hole behind, and takes it.
    PegDuotaire,
}

fn stone(player: Player) -> u8 {
    match player {
        Player::Left => b'X',
        Player::Right => b'O',
    }
}

impl Jumps {
    fn konane(board: &Cells, player: Player, found: Found<'_, Cells>) {
        let (own, enemy) = (stone(player), stone(player.opponent()));
        for from in board.places(own) {
            for (down, right) in SIDES {
                let mut after = board.with(&[(from, b'.')]);
                let mut at = from;
                while let Some(over) = board.stepped(at, (down, right))
                    && let Some(landing) = board.stepped(at, (2 * down, 2 * right))
                    && board.letters()[over] == enemy
                    && board.letters()[landing] == b'.'
                {
                    after = after.with(&[(over, b'.')]);
                    at = landing;
                    found(after.with(&[(at, own)]), &|| {
                        format!("{}-{}", board.name(from), board.name(at))
                    });
                }
            }
        }
    }

    fn fission(board: &Cells, player: Player, found: Found<'_, Cells>) {
        let steps: [Step; 2] = match player {
            Player::Left => [(-1, 0), (1, 0)],
            Player::Right => [(0, -1), (0, 1)],
        };
        for from in board.places(b'X') {
            let [Some(one), Some(other)] = steps.map(|step| board.stepped(from, step)) else {
                continue;
            };
            if [one, other].iter().all(|&place| board.letters()[place] == b'.') {
                let after = board.with(&[(from, b'.'), (one, b'X'), (other, b'X')]);
                found(after, &|| board.name(from));
            }
        }
    }

    fn pegs(board: &Cells, found: Found<'_, Cells>) {
        for from in board.places(b'X') {
            for (down, right) in SIDES {
                if let Some(over) = board.stepped(from, (down, right))
                    && let Some(landing) = board.stepped(from, (2 * down, 2 * right))
                    && board.letters()[over] == b'X'
                    && board.letters()[landing] == b'.'
                {
                    let after = board.with(&[(from, b'.'), (over, b'.'), (landing, b'X')]);
                    found(after, &|| format!("{}-{}", board.name(from), board.name(landing)));
                }
            }
        }
    }
}

impl Listed for Jumps {
    type Position = Cells;

    fn read(&self, text: &str) -> Result<Cells, NotationError> {
        match self {
            Jumps::Konane => Cells::read_or_start(text, ".XO#", checker),
            Jumps::Fission | Jumps::PegDuotaire => Cells::read(text, ".X#"),
        }
    }

    fn write(&self, board: &Cells) -> String {
        board.to_string()
    }

    fn draw(&self, board: &Cells) -> Drawing {
        board.drawing()
    }

    fn is_impartial(&self) -> bool {
        *self == Jumps::PegDuotaire
    }

    fn each_move(&self, board: &Cells, player: Player, found: Found<'_, Cells>) {
        match self {
            Jumps::Konane => Self::konane(board, player, found),
            Jumps::Fission => Self::fission(board, player, found),
            Jumps::PegDuotaire => Self::pegs(board, found),
        }
    }

    /// Taken cells part a board.
    fn split(&self, board: Cells, part: &mut dyn FnMut(Cells, Sign)) {
        for region in board.regions(&SIDES, |letter| letter == b'#', b'#') {
            if region.letters().iter().any(|&letter| letter != b'.' && letter != b'#') {
                part(region, Sign::Plus);
            }
        }
    }

    fn normal(&self, board: Cells) -> (Cells, Sign) {
        match self {
            Jumps::Konane => board.representative(&TURNED_COLOURS, other),
            Jumps::Fission => board.representative(&TRANSPOSED, other),
            Jumps::PegDuotaire => board.representative(&TURNED, other),
        }
    }

    fn move_help(&self) -> Vec<String> {
        vec![match self {
            Jumps::Fission => "b2   the stone on b2 splits".into(),
            _ => "a1-c1   the stone on a1 jumps to c1".into(),
        }]
    }
}
