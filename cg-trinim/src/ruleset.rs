//! Triangular Nim as a ruleset, for players and for solvers of any ruleset.

use crate::{Error, Layers, Position, lines, moves};
use cg_core::Player;
use cg_rulesets::{
    Drawing, DrawnCell, Holds, Known, Moves, Notated, NotationError, Owner, ReadError, Ruleset,
    Sign, Signs, listed, read_numbers,
};
use std::convert::Infallible;

/// Triangular Nim on a board.
///
/// A move is the set of pieces that it takes, with a bit for each as in [`Position::pieces`].
///
/// ```
/// use cg_core::Player;
/// use cg_rulesets::Notated;
/// use cg_trinim::{Layers, Position, TriangularNim};
///
/// let layers = Layers::new(3)?;
/// let (rules, full) = (TriangularNim::new(layers), Position::full(layers));
/// let side = rules.read_move(&full, Player::Left, "0-5")?;
/// assert_eq!(rules.after(&full, &side)?.to_string(), "./x./xx.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TriangularNim {
    layers: Layers,
    /// The moves of the boards of 1, 2, ... layers, up to this one.
    moves: Vec<Vec<u64>>,
}

impl TriangularNim {
    /// Triangular Nim on a board of `layers` layers, and on the smaller boards on which its
    /// positions fit.
    pub fn new(layers: Layers) -> Self {
        let boards = Layers::all().take_while(|&board| board <= layers);
        TriangularNim { layers, moves: boards.map(moves).collect() }
    }

    /// The board.
    pub fn layers(&self) -> Layers {
        self.layers
    }

    /// The moves of a position, in the order of [`moves`].
    fn taken(&self, position: Position) -> impl Iterator<Item = u64> {
        let board = &self.moves[usize::from(position.layers().get()) - 1];
        board.iter().copied().filter(move |taken| taken & !position.pieces() == 0)
    }
}

impl Ruleset for TriangularNim {
    type Position = Position;
    type Error = Infallible;

    fn moves(
        &self,
        position: &Position,
        _: Player,
        out: &mut impl Extend<Position>,
    ) -> Result<(), Infallible> {
        out.extend(self.taken(*position).map(|taken| without(*position, taken)));
        Ok(())
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn split(
        &self,
        position: Position,
        parts: &mut impl Extend<(Position, Sign)>,
    ) -> Result<(), Infallible> {
        parts.extend(position.parts().into_iter().map(|part| (part, Sign::Plus)));
        Ok(())
    }

    fn normal(&self, position: Position) -> (Position, Sign) {
        (position.fitted().canonical(), Sign::Plus)
    }

    fn known(&self, position: &Position) -> Result<Option<Known>, Infallible> {
        Ok((position.pieces() == 0).then_some(Known::Ended))
    }
}

fn without(position: Position, taken: u64) -> Position {
    Position::on(position.layers(), position.pieces() & !taken)
}

/// The pieces of a set, in order.
fn members(set: u64) -> Vec<u32> {
    (0..u64::BITS).filter(|piece| set >> piece & 1 == 1).collect()
}

const HOW: &str =
    "write the pieces to take by their numbers: `4`, `3-5` for all from 3 to 5, or `3 4 5`";

/// The pieces that a text names, or an error.
fn named(position: Position, text: &str) -> Result<u64, NotationError> {
    let layers = position.layers();
    let wrong = |problem: String| NotationError::new(problem, 0..text.len());
    let numbers = read_numbers(text, &['-', ','], HOW)?;
    if numbers.is_empty() {
        return Err(wrong(format!("a move is missing: {HOW}")));
    }
    let mut set = 0u64;
    for (number, at) in &numbers {
        if *number >= u64::from(layers.pieces()) {
            let last = layers.pieces() - 1;
            let problem =
                format!("there is no piece {number}: the board has the pieces 0 to {last}");
            return Err(NotationError::new(problem, at.clone()));
        }
        set |= 1 << number;
    }
    if !text.contains('-') {
        return Ok(set);
    }
    let [(from, _), (to, _)] = &numbers[..] else {
        return Err(wrong(format!("a line has two ends: {HOW}")));
    };
    let ends = 1 << from | 1 << to;
    between(layers, ends)
        .ok_or_else(|| wrong(format!("the pieces {from} and {to} do not lie on a line")))
}

/// The segment from the first to the last piece of a set, if they are on one line.
fn between(layers: Layers, set: u64) -> Option<u64> {
    lines(layers).iter().find_map(|line| {
        let inside: Vec<usize> = (0..line.len()).filter(|&at| set >> line[at] & 1 == 1).collect();
        let (first, last) = (*inside.first()?, *inside.last()?);
        let segment = line[first..=last].iter().fold(0u64, |all, &piece| all | 1 << piece);
        (inside.len() == set.count_ones() as usize).then_some(segment)
    })
}

impl Notated for TriangularNim {
    /// The set of pieces that are taken.
    type Move = u64;

    fn title(&self) -> String {
        match self.layers.get() {
            1 => "Triangular Nim, 1 layer".into(),
            layers => format!("Triangular Nim, {layers} layers"),
        }
    }

    fn rules(&self) -> Vec<String> {
        vec![
            "A move takes one or more consecutive pieces along a line, in any of the three".into(),
            "directions; a gap ends a line.".into(),
        ]
    }

    /// Reads the one-line notation, a picture, or a number of layers. The board has at most as many
    /// layers as this one.
    fn read_position(&self, text: &str) -> Result<Position, ReadError<Infallible>> {
        let position: Position = text.parse().map_err(|error: Error| {
            let at = match error {
                Error::Notation { at, .. } => at..text.len(),
                _ => 0..text.len(),
            };
            NotationError::new(error.to_string(), at)
        })?;
        if position.layers() > self.layers {
            let (found, expected) = (position.layers().get(), self.layers.get());
            let error = Error::LayersDiffer { expected, found };
            return Err(NotationError::new(error.to_string(), 0..text.len()).into());
        }
        Ok(position)
    }

    fn write_position(&self, position: &Position) -> Result<String, Infallible> {
        Ok(position.to_string())
    }

    /// The numbers of the pieces that are left.
    fn draw(&self, position: &Position) -> Result<Drawing, Infallible> {
        let mut numbers = 0..;
        let rows = (0..u32::from(position.layers().get())).map(|row| {
            let places = (0..=row).zip(&mut numbers);
            places
                .map(|(column, number): (u32, u32)| match position.has(row, column) {
                    true => {
                        let (holds, owner) = (Holds::Piece, Owner::Neither);
                        DrawnCell { sign: number.to_string(), holds, owner }
                    }
                    false => Signs::PIECES.cell('.'),
                })
                .collect()
        });
        Ok(Drawing::Triangle { rows: rows.collect() })
    }

    fn named_moves(
        &self,
        position: &Position,
        _: Player,
        most: usize,
    ) -> Result<Moves<u64>, Infallible> {
        Ok(Moves::spread(self.taken(*position).collect(), most))
    }

    fn after(&self, position: &Position, taken: &u64) -> Result<Position, Infallible> {
        Ok(without(*position, *taken))
    }

    fn write_move(&self, taken: &u64) -> String {
        match members(*taken)[..] {
            [] => "0 pieces".into(),
            [piece] => piece.to_string(),
            [first, .., last] => format!("{first}-{last}"),
        }
    }

    fn read_move(
        &self,
        position: &Position,
        _: Player,
        text: &str,
    ) -> Result<u64, ReadError<Infallible>> {
        let set = named(*position, text)?;
        let illegal =
            |problem: String| Err(ReadError::Text(NotationError::new(problem, 0..text.len())));
        let gone = members(set & !position.pieces());
        let Some(segment) = between(position.layers(), set) else {
            let named = listed(&members(set), "and");
            return illegal(format!("the pieces {named} do not lie on a line"));
        };
        if !gone.is_empty() {
            let (pieces, are) = if gone.len() == 1 { ("piece", "is") } else { ("pieces", "are") };
            let gone = listed(&gone, "and");
            return illegal(format!(
                "{pieces} {gone} {are} gone: a move takes consecutive pieces that are left"
            ));
        }
        if segment != set {
            let missing = listed(&members(segment & !set), "and");
            return illegal(format!("the pieces are not consecutive: between them lies {missing}"));
        }
        Ok(set)
    }

    fn move_help(&self) -> Vec<String> {
        vec![
            "4       takes piece 4".into(),
            "3-5     takes the pieces on the line from 3 to 5".into(),
            "3 4 5   the same, one by one".into(),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Convention, retrograde};
    use cg_rulesets::OutcomeSearch;

    fn refused(board: &str, text: &str) -> String {
        let board: Position = board.parse().unwrap();
        let rules = TriangularNim::new(board.layers());
        rules.read_move(&board, Player::Left, text).unwrap_err().to_string()
    }

    #[test]
    fn illegal_moves_are_explained() {
        assert_eq!(refused("3", "6"), "there is no piece 6: the board has the pieces 0 to 5");
        assert_eq!(refused("3", "0 4"), "the pieces 0 and 4 do not lie on a line");
        assert_eq!(refused("3", "0-4"), "the pieces 0 and 4 do not lie on a line");
        assert_eq!(refused("3", "3 5"), "the pieces are not consecutive: between them lies 4");
        assert_eq!(
            refused("x/xx/x.x", "3-5"),
            "piece 4 is gone: a move takes consecutive pieces that are left"
        );
        assert_eq!(
            refused("x/x./x.x", "2 4"),
            "pieces 2 and 4 are gone: a move takes consecutive pieces that are left"
        );
        assert!(refused("3", "3-4-5").starts_with("a line has two ends"));
        assert!(refused("3", "-").starts_with("a move is missing"));
        assert!(refused("3", "top").starts_with("`top` is no number"));
    }

    #[test]
    fn a_search_of_any_ruleset_finds_the_same_wins() {
        let layers = Layers::new(4).unwrap();
        let rules = TriangularNim::new(layers);
        for convention in Convention::ALL {
            let table = retrograde(layers, convention).unwrap();
            let mut search = OutcomeSearch::new(convention);
            for pieces in 0..=layers.full() {
                let position = Position::new(layers, pieces).unwrap();
                let look = &mut |_| Ok::<(), Infallible>(());
                let sum = [(position, Sign::Plus)];
                let found = search.wins(&rules, &sum, Player::Left, look).unwrap();
                assert_eq!(found, Some(table.is_win(position).unwrap()), "{convention} {position}");
            }
        }
    }
}
