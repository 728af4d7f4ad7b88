//! Sheep: herds on a field of hexagons that split and walk.

use cg_core::Player;
use smallvec::SmallVec;

use crate::cells::{cell_name, too_many};
use crate::grid::{Beside, Bits, Grid, Wide};
use crate::listed::{Found, Listed};
use crate::{Drawing, MOST_CELLS, NotationError, Sign, Signs};

/// Herds on a field: Left's are positive numbers, Right's negative, 0 is grass. A herd of two
/// or more splits: at least one sheep stays, the others walk along a line as far as there is
/// grass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sheep;

/// A field with its herds, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field {
    columns: u16,
    herds: Box<[i8]>,
}

/// The six ways to a neighbour: rows down, columns to the right.
const HEXAGON: [(isize, isize); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

/// The most sheep of a herd.
const MOST_SHEEP: i8 = 50;

/// A herd that only stands in the way.
const STONE: i8 = 1;

impl Field {
    fn columns(&self) -> usize {
        self.columns.into()
    }

    fn rows(&self) -> usize {
        self.herds.len() / self.columns()
    }

    /// The place that is a step away from a row and a column.
    fn stepped(
        &self,
        (row, column): (usize, usize),
        (down, right): (isize, isize),
    ) -> Option<(usize, usize)> {
        let row = row.checked_add_signed(down)?;
        let column = column.checked_add_signed(right)?;
        (row < self.rows() && column < self.columns()).then_some((row, column))
    }

    fn cell(&self, place: usize) -> (usize, usize) {
        (place / self.columns(), place % self.columns())
    }

    /// The grass, and the herds that can walk when there is grass beside them.
    fn grid<B: Bits>(&self) -> Grid<B, 2> {
        let mut planes = [B::NONE; 2];
        for (at, &herd) in (0..).zip(&self.herds) {
            if herd == 0 {
                planes[0] = planes[0] | B::bit(at);
            } else if herd.abs() > STONE {
                planes[1] = planes[1] | B::bit(at);
            }
        }
        let rows = u16::try_from(self.rows()).expect("a field has few cells");
        Grid::new(rows, self.columns, planes)
    }

    /// The last place with grass on a line.
    fn farthest(&self, from: usize, step: (isize, isize)) -> Option<usize> {
        let mut at = self.cell(from);
        let mut last = None;
        while let Some((row, column)) = self.stepped(at, step) {
            let place = row * self.columns() + column;
            if self.herds[place] != 0 {
                break;
            }
            (at, last) = ((row, column), Some(place));
        }
        last
    }

    fn name(&self, place: usize) -> String {
        let (row, column) = self.cell(place);
        cell_name(row, column)
    }

    /// The smallest field with these places; all others have herds that stand in the way.
    fn cut<B: Bits>(&self, places: B) -> Self {
        let columns = u32::from(self.columns);
        let line = |row: u32| places.down(row * columns) & B::first(columns);
        let ends = |cells: B| cells.lowest().zip(cells.highest()).expect("some grass is there");
        let (first, last) = ends(places);
        let rows = first / columns..last / columns + 1;
        let (left, right) = ends(rows.clone().fold(B::NONE, |all, row| all | line(row)));
        let width = right - left + 1;
        let mut herds = Vec::with_capacity(rows.len() * width as usize);
        for at in rows.flat_map(|row| row * columns + left..row * columns + right + 1) {
            herds.push(if places.has(at) { self.herds[at as usize] } else { STONE });
        }
        let columns = u16::try_from(width).expect("no more than before");
        Field { columns, herds: herds.into() }
    }

    /// The images with no more rows than columns, those that are no negatives first: turned by
    /// half, rows and columns exchanged, the players exchanged. Herds that only stand in the way
    /// have one sign.
    fn images(&self) -> impl Iterator<Item = Image> {
        let (rows, columns) = (self.rows(), self.columns());
        let mut plain = Herds::from_slice(&self.herds);
        plain.iter_mut().filter(|herd| **herd == -STONE).for_each(|herd| *herd = STONE);
        let mut images: SmallVec<[Image; 8]> = SmallVec::new();
        for transposed in [false, true] {
            let stays_flat = if transposed { rows >= columns } else { rows <= columns };
            if !stays_flat {
                continue;
            }
            let mut herds = Herds::from_slice(&plain);
            if transposed {
                for (row, line) in plain.chunks(columns).enumerate() {
                    for (column, &herd) in line.iter().enumerate() {
                        herds[column * rows + row] = herd;
                    }
                }
            }
            let mut turned = Herds::from_slice(&herds);
            turned.reverse();
            images.extend([herds, turned].map(|herds| Image {
                herds,
                transposed,
                negative: false,
            }));
        }
        for at in 0..images.len() {
            let Image { transposed, .. } = images[at];
            let mut herds = Herds::from_slice(&images[at].herds);
            herds.iter_mut().filter(|herd| **herd != STONE).for_each(|herd| *herd = -*herd);
            images.push(Image { herds, transposed, negative: true });
        }
        images.into_iter()
    }
}

/// The herds of a field, row by row.
type Herds = SmallVec<[i8; 36]>;

/// A field as it is or turned, with rows and columns or the players exchanged.
struct Image {
    herds: Herds,
    transposed: bool,
    negative: bool,
}

/// Evaluates an expression with the grid of a field, in the shortest word that holds it.
macro_rules! with_words {
    ($field:expr, $grid:ident => $result:expr) => {
        match $field.herds.len() {
            0..=64 => {
                let $grid = $field.grid::<u64>();
                $result
            }
            65..=128 => {
                let $grid = $field.grid::<u128>();
                $result
            }
            _ => {
                let $grid = $field.grid::<Wide>();
                $result
            }
        }
    };
}

impl Listed for Sheep {
    type Position = Field;

    fn read(&self, text: &str) -> Result<Field, NotationError> {
        let mut herds = Vec::new();
        let mut columns = None;
        let mut end = 0;
        for row in text.split_inclusive('|') {
            let start = end;
            end += row.len();
            let mut found = 0;
            let mut word_end = start;
            for word in row.trim_end_matches('|').split_inclusive([' ', ',']) {
                let at = word_end;
                word_end += word.len();
                let word = word.trim_end_matches([' ', ',']);
                let herd = match word {
                    "" => continue,
                    "." => Some(0),
                    _ => word
                        .parse()
                        .ok()
                        .filter(|herd: &i8| herd.unsigned_abs() <= MOST_SHEEP.unsigned_abs()),
                };
                let Some(herd) = herd else {
                    let shown: String = word.chars().take(20).collect();
                    let problem = format!(
                        "`{}` is no herd: write a number from -{MOST_SHEEP} to {MOST_SHEEP}, Left's positive",
                        shown.escape_debug()
                    );
                    return Err(NotationError::new(problem, at..at + word.len()));
                };
                herds.push(herd);
                found += 1;
            }
            if *columns.get_or_insert(found) != found || found == 0 {
                let problem = "all rows have the same number of cells, at least one";
                return Err(NotationError::new(problem, start..end));
            }
        }
        match columns {
            None => Err(NotationError::new(
                "there is no cell: write rows such as `4 0 0 | 0 0 -4`",
                0..text.len(),
            )),
            Some(_) if herds.len() > MOST_CELLS => Err(too_many(herds.len(), 0..text.len())),
            Some(columns) => Ok(Field {
                columns: u16::try_from(columns).expect("there are few cells"),
                herds: herds.into(),
            }),
        }
    }

    fn write(&self, field: &Field) -> String {
        let row = |row: &[i8]| row.iter().map(i8::to_string).collect::<Vec<_>>().join(" ");
        field.herds.chunks(field.columns()).map(row).collect::<Vec<_>>().join(" | ")
    }

    fn draw(&self, field: &Field) -> Drawing {
        let herd = |herd: &i8| match herd {
            0 => Signs::default().cell('.'),
            herd => Signs::default().cell(format!("{herd:+}")),
        };
        let row = |row: &[i8]| row.iter().map(herd).collect();
        let rows = field.herds.chunks(field.columns()).map(row).collect();
        Drawing::Cells { rows, hexagons: true }
    }

    fn each_move(&self, field: &Field, player: Player, found: Found<'_, Field>) {
        let sign: i8 = if player == Player::Left { 1 } else { -1 };
        for (from, &herd) in field.herds.iter().enumerate() {
            let sheep = herd * sign;
            if sheep < 2 {
                continue;
            }
            for step in HEXAGON {
                let Some(to) = field.farthest(from, step) else { continue };
                for walking in 1..sheep {
                    let mut after = field.clone();
                    after.herds[from] = sign * (sheep - walking);
                    after.herds[to] = sign * walking;
                    found(after, &|| format!("{}-{} {walking}", field.name(from), field.name(to)));
                }
            }
        }
    }

    /// Herds that cannot leave, or need not, part the grass. Others hang together by the grass
    /// between them alone.
    fn split(&self, field: Field, part: &mut dyn FnMut(Field, Sign)) {
        with_words!(field, grid => {
            let [mut grass, herds] = *grid.planes();
            while let Some(seed) = grass.lowest() {
                let mut region = Bits::bit(seed);
                loop {
                    let from_grass = grid.beside(region & grass, Beside::Hexagon) & (grass | herds);
                    let more = region | from_grass;
                    let more = more | grid.beside(more & herds, Beside::Hexagon) & grass;
                    if more == region {
                        break;
                    }
                    region = more;
                }
                grass = grass.without(region);
                if !(region & herds).is_empty() {
                    part(field.cut(region), Sign::Plus);
                }
            }
        });
    }

    /// The field turned by half is as good, and with rows and columns exchanged; with the
    /// players exchanged it is the negative.
    fn normal(&self, field: Field) -> (Field, Sign) {
        // Of two equal images the first counts, which is no negative.
        let first = field.images().min_by(|one, other| one.herds.cmp(&other.herds));
        let Image { herds, transposed, negative } = first.expect("a field is its own image");
        let columns = if transposed { field.rows() } else { field.columns() };
        let columns = u16::try_from(columns).expect("a field has few cells");
        let herds = Box::from(&herds[..]);
        (Field { columns, herds }, if negative { Sign::Minus } else { Sign::Plus })
    }

    fn is_own_negative(&self, field: &Field) -> bool {
        let square = field.rows() == field.columns();
        let walking = field.herds.iter().filter(|herd| herd.abs() > STONE);
        walking.map(|&herd| i32::from(herd)).sum::<i32>() == 0
            && field.images().any(|image| {
                image.negative
                    && (!image.transposed || square)
                    && image.herds[..] == field.herds[..]
            })
    }

    fn size(&self, field: &Field) -> u32 {
        let herds = field.herds.iter().filter(|herd| herd.abs() > STONE);
        herds.map(|herd| u32::from(herd.unsigned_abs()) - 1).sum()
    }

    /// About how many moves a player has more than the other: sheep that can leave.
    fn estimate(&self, field: &Field) -> f32 {
        let moves: i32 = with_words!(field, grid => {
            let mut leaving = grid.beside(grid.plane(0), Beside::Hexagon) & grid.plane(1);
            let herds = std::iter::from_fn(|| Some(field.herds[leaving.take()? as usize]));
            herds.map(|herd| i32::from(herd - herd.signum())).sum()
        });
        f32::from(i16::try_from(moves).expect("a field has few sheep"))
    }

    fn move_help(&self) -> Vec<String> {
        vec!["a1-a3 2   two sheep of the herd on a1 walk to a3".into()]
    }
}
