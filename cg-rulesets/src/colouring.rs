//! Col and Snort on the cells of a board: colouring neighbours unlike, or alike.

use cg_core::Player;

use crate::grid::{Bits, Grid, GridGame, Images, Letters, Titled, on_grid};

/// Left colours a cell blue, Right red; neighbours must not have the same colour.
///
/// Cells are `.`, blue `X`, red `O`, or no cells `#`. An `L` is an empty cell that
/// stands beside a blue one of which nothing else matters, an `R` beside a red one:
/// parts of larger boards are written so.
///
/// Source: *Winning Ways*, chapter 2.
///
/// ```
/// use cg_core::Outcome;
/// use cg_rulesets::{Col, Convention, Notated, OutcomeSearch, Sign};
///
/// let board = Col.read_position("1x1")?;
/// let mut search = OutcomeSearch::new(Convention::Normal);
/// assert_eq!(search.outcome(&Col, &[(board, Sign::Plus)])?, Some(Outcome::Next));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Col;

/// Left colours a cell blue, Right red; neighbours must not have different colours.
///
/// Boards are written as for [`Col`].
///
/// Source: *Winning Ways*, chapter 6.
///
/// ```
/// use cg_core::Outcome;
/// use cg_rulesets::{Convention, Notated, OutcomeSearch, Sign, Snort};
///
/// let board = Snort.read_position("1x4")?;
/// let mut search = OutcomeSearch::new(Convention::Normal);
/// assert_eq!(search.outcome(&Snort, &[(board, Sign::Plus)])?, Some(Outcome::Next));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Snort;

/// The plane of empty cells; planes 0 and 1 are coloured cells, or, where plane 2 is
/// set too, what an empty cell stands beside.
const EMPTY: usize = 2;

const LETTERS: Letters =
    Letters { states: &[('.', 4), ('X', 1), ('O', 2), ('#', 0), ('L', 5), ('R', 6)] };

/// The empty cells that `player` may colour, when colours of neighbours must differ
/// (`alike` is false) or agree.
fn playable<B: Bits>(grid: &Grid<B, 3>, player: Player, alike: bool) -> B {
    let empty = grid.plane(EMPTY);
    let wrong = grid.plane(if alike { player.opponent() } else { player } as usize);
    let sides = grid.beside(wrong.without(empty), crate::grid::Beside::Sides);
    empty.without(wrong | sides)
}

fn moves<B: Bits>(
    grid: &Grid<B, 3>,
    player: Player,
    alike: bool,
    visit: &mut impl FnMut(&[u32], Grid<B, 3>),
) {
    let mut cells = playable(grid, player, alike);
    while let Some(at) = cells.take() {
        let mut planes = grid.planes().map(|plane| plane.without(B::bit(at)));
        planes[player as usize] = planes[player as usize] | B::bit(at);
        visit(&[at], grid.with(planes));
    }
}

/// The regions of cells that can still be coloured. What a cell stands beside is
/// written into it, and two neighbours that cannot come into conflict do not meet.
fn parts<B: Bits>(grid: &Grid<B, 3>, alike: bool, part: &mut impl FnMut(Grid<B, 3>)) {
    let [left, right] = Player::BOTH.map(|player| playable(grid, player, alike));
    // A cell that one player may not colour stands beside the wrong colour for him.
    let mut planes = [right.without(left), left.without(right), left | right];
    if alike {
        planes.swap(0, 1);
    }
    let labelled = grid.with(planes);
    let sides = |cells: B| grid.beside(cells, crate::grid::Beside::Sides);
    let mut rest = left | right;
    while let Some(at) = rest.lowest() {
        let mut region = B::bit(at);
        loop {
            let (by_left, by_right) = (sides(region & left), sides(region & right));
            let (for_left, for_right) = if alike { (right, left) } else { (left, right) };
            let more = region | by_left & for_left | by_right & for_right;
            if more == region {
                break;
            }
            region = more;
        }
        rest = rest.without(region);
        part(labelled.only(region));
    }
}

/// The two games read the same but for one word.
macro_rules! colouring {
    ($game:ident, $title:literal, $alike:literal, $rules:literal) => {
        impl Titled for $game {
            const TITLE: &'static str = $title;
            const RULES: &'static [&'static str] = &[
                "Left colours an empty cell X, Right O.",
                $rules,
                "L is an empty cell beside an X, R one beside an O.",
            ];
        }

        impl GridGame<3> for $game {
            const LETTERS: Letters = LETTERS;
            const IMAGES: Images = Images::COLOURS;
            const SMALL: u32 = 10;
            const MOVE: &'static str = "the cell to colour, such as a1";

            fn moves<B: Bits>(
                &self,
                grid: &Grid<B, 3>,
                player: Player,
                visit: &mut impl FnMut(&[u32], Grid<B, 3>),
            ) {
                moves(grid, player, $alike, visit);
            }

            fn parts<B: Bits>(&self, grid: &Grid<B, 3>, part: &mut impl FnMut(Grid<B, 3>)) {
                parts(grid, $alike, part);
            }

            fn start(&self, _: [u32; 4]) -> Option<u8> {
                Some(4)
            }
        }

        on_grid!($game, 3);
    };
}

colouring!(Col, "Col", false, "Neighbours must not have the same colour.");
colouring!(Snort, "Snort", true, "Neighbours must not have different colours.");
