//! Ski Jumps: skiers on a slope who glide to their side and jump over those below.

use cg_core::Player;

use crate::cells::{Cells, Image, MIRRORED};
use crate::listed::{Found, Listed};
use crate::{Drawing, NotationError, Sign};

/// Skiers on a slope: `L` and `R` jumpers, `l` and `r` slippers, `.` snow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SkiJumps;

/// The mirror image with the colours exchanged is the negative.
const IMAGES: [Image; 2] = [MIRRORED[0], MIRRORED[3]];

fn other(letter: u8) -> u8 {
    match letter {
        b'L' => b'R',
        b'R' => b'L',
        b'l' => b'r',
        b'r' => b'l',
        same => same,
    }
}

/// Whose a skier is.
fn owner(letter: u8) -> Option<Player> {
    match letter {
        b'L' | b'l' => Some(Player::Left),
        b'R' | b'r' => Some(Player::Right),
        _ => None,
    }
}

impl Listed for SkiJumps {
    type Position = Cells;

    fn read(&self, text: &str) -> Result<Cells, NotationError> {
        Cells::read(text, ".LRlr")
    }

    fn write(&self, slope: &Cells) -> String {
        slope.to_string()
    }

    fn draw(&self, slope: &Cells) -> Drawing {
        slope.drawing()
    }

    fn each_move(&self, slope: &Cells, player: Player, found: Found<'_, Cells>) {
        let step = if player == Player::Left { 1 } else { -1 };
        for (from, &skier) in slope.letters().iter().enumerate() {
            if owner(skier) != Some(player) {
                continue;
            }
            let mut at = from;
            loop {
                match slope.stepped(at, (0, step)) {
                    None => {
                        found(slope.with(&[(from, b'.')]), &|| format!("{} off", slope.name(from)));
                        break;
                    }
                    Some(next) if slope.letters()[next] == b'.' => {
                        let after = slope.with(&[(from, b'.'), (next, skier)]);
                        found(after, &|| format!("{}-{}", slope.name(from), slope.name(next)));
                        at = next;
                    }
                    Some(_) => break,
                }
            }
            if skier.is_ascii_uppercase()
                && let Some(below) = slope.stepped(from, (1, 0))
                && let Some(landing) = slope.stepped(from, (2, 0))
                && owner(slope.letters()[below]) == Some(player.opponent())
                && slope.letters()[landing] == b'.'
            {
                let slipper = slope.letters()[below].to_ascii_lowercase();
                let after = slope.with(&[(from, b'.'), (below, slipper), (landing, skier)]);
                found(after, &|| format!("{}-{}", slope.name(from), slope.name(landing)));
            }
        }
    }

    fn normal(&self, slope: Cells) -> (Cells, Sign) {
        slope.representative(&IMAGES, other)
    }

    fn move_help(&self) -> Vec<String> {
        vec![
            "b1-d1    the skier on b1 glides to d1".into(),
            "b1-b3    the jumper on b1 jumps over the skier on b2".into(),
            "b1 off   the skier on b1 glides off the slope".into(),
        ]
    }
}
