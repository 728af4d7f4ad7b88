//! Ski Jumps: skiers on a slope who glide to their side and jump over those below.

use cg_core::Player;

use crate::grid::{Bits, Cell, Grid, GridGame, Images, Letters, Step, listed_on_grid, named};

/// Skiers on a slope: `L` and `R` jumpers, `l` and `r` slippers, `.` snow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SkiJumps;

impl GridGame<3> for SkiJumps {
    /// Planes 0 and 1 have the skiers of both players, and both of them the snow; plane 2 has
    /// the jumpers.
    const LETTERS: Letters =
        Letters { states: &[('.', 3), ('L', 5), ('R', 6), ('l', 1), ('r', 2)] };
    const SIGNS: crate::Signs = crate::Signs::SIDES;
    const IMAGES: Images = Images::MIRROR_NEGATES;
    const MOVE: &'static str = "b1-d1    the skier on b1 glides to d1
b1-b3    the jumper on b1 jumps over the skier on b2
b1 off   the skier on b1 glides off the slope";

    fn moves<B: Bits>(
        &self,
        slope: &Grid<B, 3>,
        player: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 3>),
    ) {
        let [left, right, jumpers] = *slope.planes();
        let snow = left & right;
        let [own, enemies] =
            [player, player.opponent()].map(|player| slope.plane(player as usize).without(snow));
        let step: Step = if player == Player::Left { (0, 1) } else { (0, -1) };
        // The slope after the skier is gone, perhaps to another cell.
        let gone = |from: B, to: B| {
            let mut planes = [left | from, right | from, jumpers.without(from)];
            planes[player.opponent() as usize] = planes[player.opponent() as usize].without(to);
            if !(jumpers & from).is_empty() {
                planes[2] = planes[2] | to;
            }
            slope.with(planes)
        };
        let mut skiers = own;
        while let Some(from) = skiers.take() {
            let skier = B::bit(from);
            let mut at = skier;
            loop {
                let next = slope.stepped(at, step);
                let Some(to) = next.lowest() else {
                    visit(&[from], gone(skier, B::NONE));
                    break;
                };
                if (next & snow).is_empty() {
                    break;
                }
                visit(&[from, to], gone(skier, next));
                at = next;
            }
        }
        let mut landings = slope.below(slope.below(own & jumpers) & enemies) & snow;
        while let Some(to) = landings.take() {
            let (from, below) = (slope.before(to, (1, 0), 2), slope.before(to, (1, 0), 1));
            let mut planes = *gone(B::bit(from), B::bit(to)).planes();
            planes[2] = planes[2].without(B::bit(below));
            visit(&[from, to], slope.with(planes));
        }
    }

    /// One cell alone is that of a skier who glides off.
    fn name(&self, cells: &[Cell]) -> String {
        match cells {
            [from] => format!("{from} off"),
            cells => named(cells),
        }
    }

    fn parts<B: Bits>(&self, slope: &Grid<B, 3>, part: &mut impl FnMut(Grid<B, 3>)) {
        if !(slope.plane(0) ^ slope.plane(1)).is_empty() {
            part(*slope);
        }
    }
}

listed_on_grid!(SkiJumps, 3);
