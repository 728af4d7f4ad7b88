//! Sheep: herds on a field of hexagons that split and walk.

use cg_core::Player;
use smallvec::{SmallVec, smallvec};

use crate::cells::{cell_name, too_many};
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

    fn beside(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let cell = self.cell(place);
        let cells = HEXAGON.into_iter().filter_map(move |step| self.stepped(cell, step));
        cells.map(|(row, column)| row * self.columns() + column)
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

    /// The grass that hangs together with some grass, and the herds that can walk there, as
    /// places; all of them are marked as `seen`.
    fn region(&self, grass: usize, seen: &mut [bool]) -> SmallVec<[usize; 32]> {
        let mut region: SmallVec<[usize; 32]> = smallvec![grass];
        seen[grass] = true;
        let mut next = 0;
        while let Some(&place) = region.get(next) {
            next += 1;
            let is_grass = self.herds[place] == 0;
            for beside in self.beside(place) {
                let herd = self.herds[beside];
                // Herds hang together by the grass between them alone.
                let hangs = if is_grass { herd != STONE && herd != -STONE } else { herd == 0 };
                if hangs && !seen[beside] {
                    seen[beside] = true;
                    region.push(beside);
                }
            }
        }
        region
    }

    /// The smallest field with these places; all others have herds that stand in the way.
    fn cut(&self, places: &[usize]) -> Self {
        let (mut rows, mut columns) = ((usize::MAX, 0), (usize::MAX, 0));
        for &place in places {
            let (row, column) = self.cell(place);
            rows = (rows.0.min(row), rows.1.max(row));
            columns = (columns.0.min(column), columns.1.max(column));
        }
        let width = columns.1 - columns.0 + 1;
        let mut herds = vec![STONE; (rows.1 - rows.0 + 1) * width].into_boxed_slice();
        for &place in places {
            let (row, column) = self.cell(place);
            herds[(row - rows.0) * width + column - columns.0] = self.herds[place];
        }
        Field { columns: u16::try_from(width).expect("no more than before"), herds }
    }

    /// The herds of an image: turned by half, rows and columns exchanged, the players
    /// exchanged. Herds that only stand in the way have one sign.
    fn image(
        &self,
        [turned, transposed, negative]: [bool; 3],
    ) -> impl Iterator<Item = i8> + Clone + '_ {
        let count = self.herds.len();
        let (rows, columns) = (self.rows(), self.columns());
        (0..count).map(move |at| {
            let at = if turned { count - 1 - at } else { at };
            let at = if transposed { at % rows * columns + at / rows } else { at };
            match (self.herds[at], negative) {
                (-1, _) | (1, _) => STONE,
                (herd, true) => -herd,
                (herd, false) => herd,
            }
        })
    }

    /// The images with so many columns as rows at the least.
    fn images(&self) -> impl Iterator<Item = [bool; 3]> + use<> {
        let (stays, turns) = (self.rows() <= self.columns(), self.rows() >= self.columns());
        let all = [false, true].into_iter().flat_map(|negative| {
            [false, true].into_iter().flat_map(move |transposed| {
                [false, true].map(|turned| [turned, transposed, negative])
            })
        });
        all.filter(move |&[_, transposed, _]| if transposed { turns } else { stays })
    }

    /// About how many moves a player has more than the other: sheep that can leave.
    fn estimate(&self) -> i32 {
        let herds = self.herds.iter().enumerate().filter(|(_, herd)| herd.abs() > STONE);
        herds
            .map(|(place, &herd)| {
                let ways = self.beside(place).filter(|&beside| self.herds[beside] == 0).count();
                if ways == 0 { 0 } else { i32::from(herd - herd.signum()) }
            })
            .sum()
    }
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

    /// Herds that cannot leave, or need not, part the grass.
    fn split(&self, field: Field, part: &mut dyn FnMut(Field, Sign)) {
        let mut seen: SmallVec<[bool; 64]> = smallvec![false; field.herds.len()];
        for start in 0..field.herds.len() {
            if field.herds[start] == 0 && !seen[start] {
                let region = field.region(start, &mut seen);
                if region.iter().any(|&place| field.herds[place] != 0) {
                    part(field.cut(&region), Sign::Plus);
                }
            }
        }
    }

    /// The field turned by half is as good, and with rows and columns exchanged; with the
    /// players exchanged it is the negative.
    fn normal(&self, field: Field) -> (Field, Sign) {
        let first = field.images().min_by(|one, other| {
            // Of two equal images the first counts, which is no negative.
            field.image(*one).cmp(field.image(*other))
        });
        let first = first.expect("a field is its own image");
        let [_, transposed, negative] = first;
        let columns = if transposed { field.rows() } else { field.columns() };
        let columns = u16::try_from(columns).expect("a field has few cells");
        let herds = field.image(first).collect();
        (Field { columns, herds }, if negative { Sign::Minus } else { Sign::Plus })
    }

    fn is_own_negative(&self, field: &Field) -> bool {
        let square = field.rows() == field.columns();
        let mut negatives =
            field.images().filter(|&[_, transposed, negative]| negative && (!transposed || square));
        negatives.any(|image| field.image(image).eq(field.herds.iter().copied()))
    }

    fn size(&self, field: &Field) -> u32 {
        let herds = field.herds.iter().filter(|herd| herd.abs() > STONE);
        herds.map(|herd| u32::from(herd.unsigned_abs()) - 1).sum()
    }

    fn estimate(&self, field: &Field) -> f32 {
        let moves = field.estimate();
        f32::from(i16::try_from(moves).expect("a field has few sheep"))
    }

    fn move_help(&self) -> Vec<String> {
        vec!["a1-a3 2   two sheep of the herd on a1 walk to a3".into()]
    }
}
