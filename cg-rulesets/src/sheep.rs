//! Sheep: herds on a field of hexagons that split and walk.

use cg_core::Player;

use crate::cells::{cell_name, too_many};
use crate::listed::{Found, Listed};
use crate::{Drawing, MOST_CELLS, NotationError, Sign};

/// Herds on a field: Left's are positive numbers, Right's negative, 0 is grass. A herd of two
/// or more splits: at least one sheep stays, the others walk along a line as far as there is
/// grass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sheep;

/// A field with its herds, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Field {
    columns: usize,
    herds: Vec<i16>,
}

/// The six ways to a neighbour: rows down, columns to the right.
const HEXAGON: [(isize, isize); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

/// The most sheep of a herd.
const MOST_SHEEP: i16 = 50;

impl Field {
    fn stepped(&self, place: usize, (down, right): (isize, isize)) -> Option<usize> {
        let row = (place / self.columns).checked_add_signed(down)?;
        let column = (place % self.columns).checked_add_signed(right)?;
        (row < self.herds.len() / self.columns && column < self.columns)
            .then_some(row * self.columns + column)
    }

    fn name(&self, place: usize) -> String {
        cell_name(place / self.columns, place % self.columns)
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
                    _ => word.parse().ok().filter(|herd: &i16| herd.abs() <= MOST_SHEEP),
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
            Some(columns) => Ok(Field { columns, herds }),
        }
    }

    fn write(&self, field: &Field) -> String {
        let row = |row: &[i16]| row.iter().map(i16::to_string).collect::<Vec<_>>().join(" ");
        field.herds.chunks(field.columns).map(row).collect::<Vec<_>>().join(" | ")
    }

    fn draw(&self, field: &Field) -> Drawing {
        let herd = |herd: &i16| match herd {
            0 => "  .".to_owned(),
            herd => format!("{herd:+3}"),
        };
        let row = |row: &[i16]| row.iter().map(herd).collect::<Vec<_>>().join(" ");
        Drawing::Hexagons(field.herds.chunks(field.columns).map(row).collect())
    }

    fn each_move(&self, field: &Field, player: Player, found: Found<'_, Field>) {
        let sign: i16 = if player == Player::Left { 1 } else { -1 };
        for (from, &herd) in field.herds.iter().enumerate() {
            let sheep = herd * sign;
            if sheep < 2 {
                continue;
            }
            for step in HEXAGON {
                let mut to = from;
                while let Some(next) =
                    field.stepped(to, step).filter(|&next| field.herds[next] == 0)
                {
                    to = next;
                }
                if to == from {
                    continue;
                }
                for walking in 1..sheep {
                    let mut after = field.clone();
                    after.herds[from] = sign * (sheep - walking);
                    after.herds[to] = sign * walking;
                    found(after, &|| format!("{}-{} {walking}", field.name(from), field.name(to)));
                }
            }
        }
    }

    /// The field turned by half is as good; with the players exchanged it is the negative.
    fn normal(&self, field: Field) -> (Field, Sign) {
        // Single sheep of either player only stand in the way.
        let herd = |herd: i16| if herd == -1 { 1 } else { herd };
        let with = |herds: Vec<i16>| Field { columns: field.columns, herds };
        let plain: Vec<i16> = field.herds.iter().map(|&one| herd(one)).collect();
        let turned: Vec<i16> = plain.iter().rev().copied().collect();
        let negative = |herds: &[i16]| herds.iter().map(|&one| herd(-one)).collect::<Vec<i16>>();
        let images = [
            (with(negative(&plain)), Sign::Minus),
            (with(negative(&turned)), Sign::Minus),
            (with(plain), Sign::Plus),
            (with(turned), Sign::Plus),
        ];
        let first = images.into_iter().rev().min_by(|(one, _), (other, _)| one.cmp(other));
        first.expect("there are images")
    }

    fn move_help(&self) -> Vec<String> {
        vec!["a1-a3 2   two sheep of the herd on a1 walk to a3".into()]
    }
}
