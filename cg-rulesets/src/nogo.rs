//! NoGo: Go in which nothing is ever captured.

use cg_core::Player;

use crate::grid::{Beside, Bits, Grid, GridGame, Images, Letters, Titled, on_grid};

/// A player places a stone on an empty point, such that afterwards every group of
/// stones of either colour has an empty point beside it. Left has the `X`, Right the
/// `O`.
///
/// Points are `.`, `X`, `O`, or no points `#`. An `L` is an empty point beside a stone
/// of Left that can never be taken and of which nothing else matters, an `R` beside
/// one of Right, a `B` beside both or beside a point that nobody can ever take: parts
/// of larger boards are written so.
///
/// Source: Anti Atari Go; the BIRS workshop on combinatorial game theory, 2011.
///
/// ```
/// use cg_core::Outcome;
/// use cg_rulesets::{Convention, NoGo, Notated, OutcomeSearch, Sign};
///
/// let board = NoGo.read_position("1x4")?;
/// let mut search = OutcomeSearch::new(Convention::Normal);
/// assert_eq!(search.outcome(&NoGo, &[(board, Sign::Plus)])?, Some(Outcome::Previous));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoGo;

/// The plane of empty points; planes 0 and 1 are stones, or, where plane 2 is set too,
/// the colours for which a stone on the point is safe at once.
const EMPTY: usize = 2;

/// What matters of the stones of one player.
struct Stones<B> {
    /// Empty points that are the only one beside some group.
    last: B,
    /// Stones of groups with at least two empty points beside them.
    open: B,
    /// Whether a group has no empty point beside it, and never gets one: no move is legal.
    stuck: bool,
}

fn stones<B: Bits>(grid: &Grid<B, 3>, player: Player) -> Stones<B> {
    let empty = grid.plane(EMPTY);
    let mut found = Stones { last: B::NONE, open: B::NONE, stuck: false };
    for group in grid.regions(grid.plane(player as usize).without(empty), Beside::Sides) {
        let beside = grid.beside(group, Beside::Sides) & empty;
        if beside.count() == 1 {
            found.last = found.last | beside;
        } else if beside.is_empty() {
            found.stuck = true;
        } else {
            found.open = found.open | group;
        }
    }
    found
}

/// The points that Left and Right may take.
fn legal<B: Bits>(grid: &Grid<B, 3>) -> [B; 2] {
    let empty = grid.plane(EMPTY);
    let groups = Player::BOTH.map(|player| stones(grid, player));
    if groups.iter().any(|stones| stones.stuck) {
        return [B::NONE; 2];
    }
    let beside_empty = grid.beside(empty, Beside::Sides);
    Player::BOTH.map(|player| {
        let (own, other) = (&groups[player as usize], &groups[player.opponent() as usize]);
        let lives =
            beside_empty | grid.plane(player as usize) | grid.beside(own.open, Beside::Sides);
        (empty & lives).without(other.last)
    })
}

impl Titled for NoGo {
    const TITLE: &'static str = "NoGo";
    const RULES: &'static [&'static str] = &[
        "Left places an X on an empty point, Right an O.",
        "Afterwards every group of either colour must have an empty point beside it.",
        "L, R and B are empty points beside stones of Left, of Right, of both that are safe for ever.",
    ];
}

impl GridGame<3> for NoGo {
    const LETTERS: Letters =
        Letters { states: &[('.', 4), ('X', 1), ('O', 2), ('#', 0), ('L', 5), ('R', 6), ('B', 7)] };
    const IMAGES: Images = Images::COLOURS;
    const SMALL: u32 = 4;
    const MOVE: &'static str = "the point to take, such as a1";

    fn moves<B: Bits>(
        &self,
        grid: &Grid<B, 3>,
        player: Player,
        visit: &mut impl FnMut(&[u32], Grid<B, 3>),
    ) {
        let mut points = legal(grid)[player as usize];
        while let Some(at) = points.take() {
            let mut planes = grid.planes().map(|plane| plane.without(B::bit(at)));
            planes[player as usize] = planes[player as usize] | B::bit(at);
            if grid.plane(player as usize).has(at) {
                // A stone on such a point is safe: it goes, and those beside it learn.
                planes = settled(&grid.with(planes), B::bit(at), player);
            }
            visit(&[at], grid.with(planes));
        }
    }

    fn parts<B: Bits>(&self, grid: &Grid<B, 3>, part: &mut impl FnMut(Grid<B, 3>)) {
        let empty = grid.plane(EMPTY);
        let legal = legal(grid);
        // What neither may take now, neither may ever take: the groups that forbid it
        // could only grow there.
        let eternal = empty.without(legal[0] | legal[1]);
        let mut planes = *grid.planes();
        let mut labels = [grid.beside(eternal, Beside::Sides); 2];
        for player in Player::BOTH {
            let own = player as usize;
            let groups = grid.plane(own).without(empty);
            let seeds = groups & grid.beside(eternal, Beside::Sides);
            let safe = grid.flood(seeds, groups, Beside::Sides);
            labels[own] = labels[own] | grid.beside(safe, Beside::Sides);
            planes[own] = planes[own].without(safe);
        }
        let rest = empty.without(eternal);
        for (plane, label) in planes.iter_mut().zip(labels) {
            *plane = plane.without(eternal) | label & rest;
        }
        planes[EMPTY] = rest;
        let board = grid.with(planes);
        // Stones of different colours do not touch each other's game but by points.
        let colours = [planes[0].without(rest), planes[1].without(rest)];
        let mut waiting = rest;
        while let Some(at) = waiting.lowest() {
            let mut region = B::bit(at);
            loop {
                let points = grid.beside(region & rest, Beside::Sides);
                let mut more = region | points & (rest | colours[0] | colours[1]);
                for colour in colours {
                    more = more | grid.beside(region & colour, Beside::Sides) & (rest | colour);
                }
                if more == region {
                    break;
                }
                region = more;
            }
            waiting = waiting.without(region);
            part(board.only(region));
        }
    }

    fn estimate<B: Bits>(&self, grid: &Grid<B, 3>) -> f32 {
        let [left, right] = legal(grid).map(|points| f32::from(low(points.count())));
        left - right
    }

    fn start(&self, _: [u32; 4]) -> Option<u8> {
        Some(4)
    }
}

/// A count of cells, which are few.
fn low(count: u32) -> u16 {
    u16::try_from(count).expect("a board has at most 1,024 cells")
}

/// The planes after the stones of `player` that hang together with `stone`, which is
/// safe, were taken off the board: the empty points beside them are told.
fn settled<B: Bits>(grid: &Grid<B, 3>, stone: B, player: Player) -> [B; 3] {
    let own = player as usize;
    let empty = grid.plane(EMPTY);
    let group = grid.flood(stone, grid.plane(own).without(empty), Beside::Sides);
    let mut planes = *grid.planes();
    planes[own] = planes[own].without(group) | grid.beside(group, Beside::Sides) & empty;
    planes
}

on_grid!(NoGo, 3);
