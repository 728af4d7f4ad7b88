//! Toads and Frogs and its relatives: animals on a strip that slide and jump.

use cg_core::{Dyadic, Player};

use crate::Known;
use crate::grid::{Beside, Bits, Grid, GridGame, Images, Letters, ahead, listed_on_grid};

/// Toads (`t`, Left's) walk to the right, frogs (`f`, Right's) to the left. An animal
/// slides over empty cells, or jumps over the animals right before it into the empty cell
/// behind them. Nobody is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hopping {
    /// The fewest cells that an animal slides; at least 1.
    pub least_slide: usize,
    /// The most cells that it slides.
    pub most_slide: usize,
    /// The most animals that it jumps over; 0 when there are no jumps.
    pub most_jump: usize,
    /// Whether animals of its own kind are jumped over too.
    pub friendly: bool,
}

impl Hopping {
    /// Toads and Frogs: one cell, or over one enemy.
    pub const TOADS: Hopping =
        Hopping { least_slide: 1, most_slide: 1, most_jump: 1, friendly: false };
    /// Elephants and Rhinos: one cell, no jumps.
    pub const ELEPHANTS: Hopping = Hopping { most_jump: 0, ..Hopping::TOADS };

    /// Reads the numbers `least slide, most slide, most jump, friendly` in parentheses.
    pub(crate) fn with_parameters(numbers: &[usize]) -> Result<Self, String> {
        let &[least_slide, most_slide, most_jump, friendly] = numbers else {
            return Err(
                "write four numbers: the least and the most cells to slide, the most animals to \
                        jump over, and 1 or 0 for own ones too or not, as in `(1,2,3,0) ttt..ff`"
                    .into(),
            );
        };
        if least_slide == 0 {
            return Err(
                "an animal that slides no cell would stay: the least slide is 1 or more".into()
            );
        }
        if most_slide < least_slide || friendly > 1 {
            return Err(
                "the most cells to slide are at least the fewest, and the last number is 1 or 0"
                    .into(),
            );
        }
        Ok(Hopping { least_slide, most_slide, most_jump, friendly: friendly == 1 })
    }
}

impl Hopping {
    /// Hands to `take` the cells to which animals of `player` go, each so many cells ahead.
    fn each_step<B: Bits>(self, strips: &Grid<B, 2>, player: Player, mut take: impl FnMut(B, u32)) {
        let [toads, frogs] = *strips.planes();
        let empty = toads & frogs;
        let animals = (toads | frogs).without(empty);
        let own = strips.plane(player as usize).without(empty);
        let over = if self.friendly { animals } else { animals.without(own) };
        let (mut front, mut cells) = (before(strips, own, player) & empty, 1);
        while !front.is_empty() && cells <= self.most_slide {
            if cells >= self.least_slide {
                take(front, distance(cells));
            }
            front = before(strips, front, player) & empty;
            cells += 1;
        }
        let mut front = own;
        for cells in 1..=self.most_jump {
            front = before(strips, front, player) & over;
            if front.is_empty() {
                break;
            }
            take(before(strips, front, player) & empty, distance(cells + 1));
        }
    }

    /// The animals that will never move, whatever happens: with the others taken for free to
    /// go anywhere, they still cannot.
    fn dead<B: Bits>(self, strips: &Grid<B, 2>) -> B {
        let [toads, frogs] = *strips.planes();
        let animals = toads ^ frogs;
        let mut dead = animals;
        loop {
            let alive = (toads | frogs).without(dead);
            let mut freed = B::NONE;
            for player in Player::BOTH {
                let own = strips.plane(player as usize) & animals;
                let back = |cells| before(strips, cells, player.opponent());
                // A dead friend blocks the way; what is dead otherwise may be jumped over.
                let over = if self.friendly { dead } else { dead.without(own) };
                let mut open = alive;
                for _ in 0..self.most_jump {
                    let more = open | back(open) & over;
                    if more == open {
                        break;
                    }
                    open = more;
                }
                freed = freed | back(open) & own & dead;
            }
            dead = dead.without(freed);
            if freed.is_empty() || dead.is_empty() {
                return dead;
            }
        }
    }
}

/// The cells right before some cells, for a player who walks so.
fn before<B: Bits>(strips: &Grid<B, 2>, cells: B, player: Player) -> B {
    match player {
        Player::Left => strips.right(cells),
        Player::Right => strips.left(cells),
    }
}

/// How many more steps the toads are from their places at the end of a strip than the frogs from
/// theirs at its beginning.
fn steps_ahead<B: Bits>(strip: &Grid<B, 2>) -> i32 {
    let [left, right] = *strip.planes();
    let (toads, frogs) = (left.without(right), right.without(left));
    let last = strip.all().without(B::first(strip.cells() - toads.count()));
    let places = |mut cells: B| std::iter::from_fn(move || cells.take()).sum::<u32>();
    let steps = |far: B, near: B| places(far).cast_signed() - places(near).cast_signed();
    steps(last, toads) - steps(frogs, B::first(frogs.count()))
}

/// A number of cells, which are at most those of a strip.
fn distance(cells: usize) -> u32 {
    u32::try_from(cells).expect("a strip has fewer cells")
}

impl GridGame<2> for Hopping {
    /// Both planes are set where a cell is empty.
    const LETTERS: Letters =
        Letters { states: &[('.', 3), ('t', 1), ('f', 2), ('x', 1), ('o', 2)] };
    const SIGNS: crate::Signs = crate::Signs::TOADS;
    const IMAGES: Images = Images::MIRROR_NEGATES;
    const MOVE: &'static str = "b1-c1   the animal on b1 goes to c1";

    fn moves<B: Bits>(
        &self,
        strips: &Grid<B, 2>,
        player: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 2>),
    ) {
        let enemy = player.opponent() as usize;
        self.each_step(strips, player, |mut targets, cells| {
            while let Some(to) = targets.take() {
                let from = match player {
                    Player::Left => to - cells,
                    Player::Right => to + cells,
                };
                // The cell that it leaves has both planes, the other one that of its owner.
                let mut planes = *strips.planes();
                planes[enemy] = planes[enemy].without(B::bit(to)) | B::bit(from);
                visit(&[from, to], strips.with(planes));
            }
        });
    }

    /// Rows are strips of their own. A run of dead animals that is too long to be jumped
    /// over parts a strip, and so does one at its end, of any length.
    fn parts<B: Bits>(&self, strips: &Grid<B, 2>, part: &mut impl FnMut(Grid<B, 2>)) {
        for row in 0..strips.rows() {
            let strip = strips.some_rows(row..row + 1);
            let dead = self.dead(&strip);
            let mut cells = strip.occupied();
            for run in strip.regions(dead, Beside::Sides) {
                let long = run.count() as usize > self.most_jump;
                if long || run.has(0) || run.has(strip.columns() - 1) {
                    cells = cells.without(run);
                }
            }
            let animals = strip.plane(0) ^ strip.plane(1);
            for region in strip.regions(cells, Beside::Sides) {
                if !(region & animals).is_empty() {
                    part(strip.only(region));
                }
            }
        }
    }

    /// When all frogs are left of all toads, nobody meets an enemy any more: each animal goes
    /// on step by step, until they stand at the ends.
    fn known<B: Bits>(&self, strips: &Grid<B, 2>) -> Option<Known> {
        let [left, right] = *strips.planes();
        let (toads, frogs) = (left.without(right), right.without(left));
        let is_whole = strips.rows() == 1 && (left | right) == strips.all();
        let have_met = toads.lowest().zip(frogs.highest()).is_none_or(|(toad, frog)| frog < toad);
        if !is_whole || !have_met || self.least_slide > 1 {
            return None;
        }
        Some(Known::Value(Dyadic::from(i64::from(steps_ahead(strips))).into()))
    }

    fn size<B: Bits>(&self, strips: &Grid<B, 2>) -> u32 {
        (strips.plane(0) ^ strips.plane(1)).count()
    }

    /// The steps that are left decide at the end, and a long slide wastes some; moves that are
    /// possible now count less.
    fn estimate<B: Bits>(&self, strips: &Grid<B, 2>) -> f32 {
        let moves = ahead(|player| {
            let mut moves = 0;
            self.each_step(strips, player, |targets, _| moves += targets.count());
            moves
        });
        moves + 3.0 * steps_ahead(strips) as f32
    }
}

listed_on_grid!(Hopping, 2);
