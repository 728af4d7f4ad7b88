//! Toads and Frogs and its relatives: animals on a strip that slide and jump.

use cg_core::Player;

use crate::grid::{Beside, Bits, Grid, GridGame, Images, Letters, Step, ahead, listed_on_grid};

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
    fn each_step<B: Bits>(self, strips: &Grid<B, 2>, player: Player, mut take: impl FnMut(B, i32)) {
        let [toads, frogs] = *strips.planes();
        let empty = toads & frogs;
        let animals = (toads | frogs).without(empty);
        let own = strips.plane(player as usize).without(empty);
        let over = if self.friendly { animals } else { animals.without(own) };
        let step = towards(player);
        let (mut front, mut cells) = (strips.stepped(own, step) & empty, 1);
        while !front.is_empty() && cells <= self.most_slide {
            if cells >= self.least_slide {
                take(front, distance(cells));
            }
            front = strips.stepped(front, step) & empty;
            cells += 1;
        }
        let mut front = own;
        for cells in 1..=self.most_jump {
            front = strips.stepped(front, step) & over;
            if front.is_empty() {
                break;
            }
            take(strips.stepped(front, step) & empty, distance(cells + 1));
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
                let back = towards(player.opponent());
                // A dead friend blocks the way; what is dead otherwise may be jumped over.
                let over = if self.friendly { dead } else { dead.without(own) };
                let mut open = alive;
                for _ in 0..self.most_jump {
                    let more = open | strips.stepped(open, back) & over;
                    if more == open {
                        break;
                    }
                    open = more;
                }
                freed = freed | strips.stepped(open, back) & own & dead;
            }
            if freed.is_empty() {
                return dead;
            }
            dead = dead.without(freed);
        }
    }
}

fn towards(player: Player) -> Step {
    match player {
        Player::Left => (0, 1),
        Player::Right => (0, -1),
    }
}

/// A number of cells, which are at most those of a strip.
fn distance(cells: usize) -> i32 {
    i32::try_from(cells).expect("a strip has fewer cells")
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
                let from = strips.before(to, towards(player), cells);
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

    fn size<B: Bits>(&self, strips: &Grid<B, 2>) -> u32 {
        (strips.plane(0) ^ strips.plane(1)).count()
    }

    fn estimate<B: Bits>(&self, strips: &Grid<B, 2>) -> f32 {
        ahead(|player| {
            let mut moves = 0;
            self.each_step(strips, player, |targets, _| moves += targets.count());
            moves
        })
    }
}

listed_on_grid!(Hopping, 2);
