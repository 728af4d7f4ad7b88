//! Toppling Dominoes: rows of dominoes that fall to one side.

use cg_core::Player;

use crate::cells::{Cells, MIRRORED};
use crate::listed::{Found, Listed};
use crate::{Drawing, NotationError, Sign};

/// Rows of dominoes: `l` Left's, `r` Right's, `e` of either player, `.` none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TopplingDominoes;

fn other(letter: u8) -> u8 {
    match letter {
        b'l' => b'r',
        b'r' => b'l',
        same => same,
    }
}

impl Listed for TopplingDominoes {
    type Position = Cells;

    fn read(&self, text: &str) -> Result<Cells, NotationError> {
        let row = Cells::read(text, ".lrexo#")?;
        Ok(row.mapped(|letter| match letter {
            b'x' => b'l',
            b'o' => b'r',
            b'#' => b'e',
            other => other,
        }))
    }

    fn write(&self, row: &Cells) -> String {
        row.to_string()
    }

    fn draw(&self, row: &Cells) -> Drawing {
        row.drawing()
    }

    fn each_move(&self, row: &Cells, player: Player, found: Found<'_, Cells>) {
        let own = if player == Player::Left { b'l' } else { b'r' };
        for (place, &letter) in row.letters().iter().enumerate() {
            if letter != own && letter != b'e' {
                continue;
            }
            for (step, side) in [(-1, "left"), (1, "right")] {
                let mut fallen = vec![(place, b'.')];
                let mut next = place;
                while let Some(beside) = row.stepped(next, (0, step))
                    && row.letters()[beside] != b'.'
                {
                    fallen.push((beside, b'.'));
                    next = beside;
                }
                found(row.with(&fallen), &|| format!("{} {side}", row.name(place)));
            }
        }
    }

    fn split(&self, row: Cells, part: &mut dyn FnMut(Cells, Sign)) {
        for run in row.regions(&[(0, -1), (0, 1)], |letter| letter == b'.', b'.') {
            part(run, Sign::Plus);
        }
    }

    fn normal(&self, row: Cells) -> (Cells, Sign) {
        row.representative(&MIRRORED, other)
    }

    fn move_help(&self) -> Vec<String> {
        vec!["b1 left   the domino on b1 topples to the left, and all on that side of it".into()]
    }
}
