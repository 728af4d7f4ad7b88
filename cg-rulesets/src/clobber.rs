//! Clobber: stones step onto stones of the other colour.

use cg_core::Player;

use crate::grid::{Beside, Bits, Grid, GridGame, Images, Letters, Titled, on_grid};

/// A stone steps onto a stone of the other colour beside it, which is taken. Left has
/// the `X`, Right the `O`.
///
/// Source: Albert, Grossman, Nowakowski, Wolfe: *An introduction to Clobber* (2005).
///
/// ```
/// use cg_core::Outcome;
/// use cg_rulesets::{Clobber, Convention, Notated, OutcomeSearch, Sign};
///
/// let strip = Clobber.read_position("(XO)^3")?;
/// let mut search = OutcomeSearch::new(Convention::Normal);
/// assert_eq!(search.outcome(&Clobber, &[(strip, Sign::Plus)])?, Some(Outcome::Previous));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clobber;

impl Titled for Clobber {
    const TITLE: &'static str = "Clobber";
    const RULES: &'static [&'static str] = &[
        "A stone steps onto a stone of the other colour beside it, which is taken.",
        "Left has the X, Right the O.",
    ];
}

impl GridGame<2> for Clobber {
    /// Nobody steps onto an empty cell, so that a taken one is the same.
    const LETTERS: Letters = Letters { states: &[('.', 0), ('X', 1), ('O', 2), ('#', 0)] };
    const IMAGES: Images = Images::COLOURS;
    const SMALL: u32 = 8;
    const SMALL_STRIP: u32 = 20;
    const MOVE: &'static str = "from where to where the stone steps, such as a1-a2";

    fn moves<B: Bits>(
        &self,
        grid: &Grid<B, 2>,
        player: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 2>),
    ) {
        let (own, other) = (player as usize, player.opponent() as usize);
        let (stones, others) = (grid.plane(own), grid.plane(other));
        let columns = grid.columns();
        let mut step = |mut targets: B, from: &dyn Fn(u32) -> u32| {
            while let Some(to) = targets.take() {
                let from = from(to);
                let mut planes = *grid.planes();
                planes[own] = stones.without(B::bit(from)) | B::bit(to);
                planes[other] = others.without(B::bit(to));
                visit(&[from, to], grid.with(planes));
            }
        };
        step(grid.right(stones) & others, &|to| to - 1);
        step(grid.left(stones) & others, &|to| to + 1);
        step(grid.below(stones) & others, &|to| to - columns);
        step(grid.above(stones) & others, &|to| to + columns);
    }

    fn parts<B: Bits>(&self, grid: &Grid<B, 2>, part: &mut impl FnMut(Grid<B, 2>)) {
        let [left, right] = *grid.planes();
        for region in grid.regions(left | right, Beside::Sides) {
            // A region of one colour has no moves; in one of both, two must meet.
            if !(region & left).is_empty() && !(region & right).is_empty() {
                part(grid.only(region));
            }
        }
    }

    fn start(&self, [row, column, ..]: [u32; 4]) -> Option<u8> {
        Some(checker(row, column))
    }
}

/// The checkerboard, with an `X` in the upper left corner.
pub(crate) fn checker(row: u32, column: u32) -> u8 {
    if (row + column).is_multiple_of(2) { 1 } else { 2 }
}

on_grid!(Clobber, 2);
