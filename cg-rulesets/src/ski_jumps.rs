//! Ski Jumps: skiers on a slope who glide to their side and jump over those below.

use cg_core::{Dyadic, Player};
use smallvec::SmallVec;

use crate::Known;
use crate::grid::{Bits, Cell, Grid, GridGame, Images, Letters, Step, listed_on_grid, named};

/// Skiers on a slope: `L` and `R` jumpers, `l` and `r` slippers, `.` snow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SkiJumps;

/// The step of a skier who glides.
fn ahead(player: Player) -> Step {
    match player {
        Player::Left => (0, 1),
        Player::Right => (0, -1),
    }
}

/// The cells on which skiers of `player` glide off the slope, their own ones included.
fn paths<B: Bits>(slope: &Grid<B, 3>, player: Player, mut cells: B) -> B {
    let ahead = slope.shift(ahead(player));
    loop {
        let more = cells | ahead.apply(cells);
        if more == cells {
            return cells;
        }
        cells = more;
    }
}

/// The cells to which jumpers of `player` come, if there may be an enemy on each of `enemies`.
fn tracks<B: Bits>(slope: &Grid<B, 3>, player: Player, jumpers: B, enemies: B) -> B {
    let mut cells = paths(slope, player, jumpers);
    loop {
        let landings = slope.below(slope.below(cells) & enemies);
        if landings.without(cells).is_empty() {
            return cells;
        }
        cells = cells | paths(slope, player, landings);
    }
}

/// Skiers who may meet. The arrays have Left's first.
#[derive(Clone, Copy)]
struct Group<B> {
    skiers: B,
    /// The skiers who may jump.
    jumpers: B,
    /// All cells to which the skiers may come.
    cells: [B; 2],
    /// All cells over which the skiers may jump, if an enemy is there.
    below: [B; 2],
}

impl<B: Bits> Group<B> {
    /// Whether a skier of one group may be in the way of one of the other, or be jumped over.
    fn meets(&self, other: &Self) -> bool {
        let all = |group: &Self| group.cells[0] | group.cells[1];
        let jumps = |over: &Self, under: &Self| {
            over.below[0] & under.cells[1] | over.below[1] & under.cells[0]
        };
        !(all(self) & all(other) | jumps(self, other) | jumps(other, self)).is_empty()
    }

    fn with(&self, other: &Self) -> Self {
        let both = |own: [B; 2], others: [B; 2]| [own[0] | others[0], own[1] | others[1]];
        Group {
            skiers: self.skiers | other.skiers,
            jumpers: self.jumpers | other.jumpers,
            cells: both(self.cells, other.cells),
            below: both(self.below, other.below),
        }
    }
}

/// The skiers of a slope in groups that never meet. Skiers go on to their side and down, so each
/// keeps to its path, and to those of the places where it may land.
fn groups<B: Bits>(slope: &Grid<B, 3>) -> SmallVec<[Group<B>; 8]> {
    let [left, right, jumpers] = *slope.planes();
    let own = [left.without(right), right.without(left)];
    // The cells to which some skier of a player may come.
    let mut all = Player::BOTH.map(|player| paths(slope, player, own[player as usize]));
    loop {
        let more = Player::BOTH.map(|player| {
            let (own, enemies) = (own[player as usize], all[player.opponent() as usize]);
            all[player as usize] | tracks(slope, player, own & jumpers, enemies)
        });
        if more == all {
            break;
        }
        all = more;
    }
    let mut groups = SmallVec::<[Group<B>; 8]>::new();
    for player in Player::BOTH {
        let enemies = all[player.opponent() as usize];
        let mut skiers = own[player as usize];
        while let Some(at) = skiers.take() {
            let skier = B::bit(at);
            let (mut cells, mut below) = ([B::NONE; 2], [B::NONE; 2]);
            let path = paths(slope, player, skier);
            let track = path | tracks(slope, player, skier & jumpers, enemies);
            cells[player as usize] = track;
            // Each jump leads off the path, to a row below.
            let mut jumper = B::NONE;
            if track != path {
                jumper = skier;
                below[player as usize] = slope.below(track);
            }
            let mut group = Group { skiers: skier, jumpers: jumper, cells, below };
            groups.retain(|known| {
                let apart = !group.meets(known);
                if !apart {
                    group = group.with(known);
                }
                apart
            });
            groups.push(group);
        }
    }
    groups
}

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
        // The slope after the skier is gone, perhaps to another cell.
        let gone = |from: B, to: B| {
            let mut planes = [left | from, right | from, jumpers.without(from)];
            planes[player.opponent() as usize] = planes[player.opponent() as usize].without(to);
            if !(jumpers & from).is_empty() {
                planes[2] = planes[2] | to;
            }
            slope.with(planes)
        };
        let ahead = slope.shift(ahead(player));
        let mut skiers = own;
        while let Some(from) = skiers.take() {
            let skier = B::bit(from);
            let mut at = skier;
            loop {
                let next = ahead.apply(at);
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
        let down = slope.shift((1, 0));
        while let Some(to) = landings.take() {
            let (from, below) = (down.before(to, 2), down.before(to, 1));
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

    /// Skiers who never meet are apart. A part has the rows to which its skiers may come.
    /// A jumper without a jump is a slipper there.
    fn parts<B: Bits>(&self, slope: &Grid<B, 3>, part: &mut impl FnMut(Grid<B, 3>)) {
        let [left, right, _] = *slope.planes();
        for group in groups(slope) {
            let others = (left ^ right).without(group.skiers);
            let alone = slope.with([left | others, right | others, group.jumpers]);
            let cells = group.cells[0] | group.cells[1];
            let (first, last) =
                cells.lowest().zip(cells.highest()).expect("a skier comes to its own cell");
            part(alone.some_rows(first / slope.columns()..last / slope.columns() + 1));
        }
    }

    /// Where all skiers are of one player, each glides off step by step.
    fn known<B: Bits>(&self, slope: &Grid<B, 3>) -> Option<Known> {
        let [left, right, _] = *slope.planes();
        let columns = |mut skiers: B| {
            std::iter::from_fn(move || skiers.take()).map(|at| i64::from(at % slope.columns()))
        };
        let width = i64::from(slope.columns());
        let steps: i64 = match [left.without(right), right.without(left)] {
            [skiers, enemies] if enemies.is_empty() => columns(skiers).map(|at| width - at).sum(),
            [enemies, skiers] if enemies.is_empty() => {
                -columns(skiers).map(|at| at + 1).sum::<i64>()
            }
            _ => return None,
        };
        Some(Known::Value(Dyadic::from(steps).into()))
    }
}

listed_on_grid!(SkiJumps, 3);
