//! Triangular Nim: by tables up to 7 layers, beyond by search.

use cg_core::{Interrupt, Player};
use cg_trinim::{Convention, Error, Lookup, Position, Search};

use super::numbers::numbers;
use crate::text::listed;
use crate::{Moves, PlayError, Playable, Result};

const HOW: &str =
    "write the pieces to take by their numbers: `4`, `3-5` for all from 3 to 5, or `3 4 5`";

/// Positions that do not fit a board of 7 layers, and are searched before it is
/// given up.
const MOST_SEARCHED: u64 = 20_000;

/// Triangular Nim from some position.
///
/// ```
/// use cg_core::Player;
/// use cg_play::{Convention, Playable, games::Triangle};
///
/// let mut game = Triangle::new("3".parse().unwrap(), Convention::Normal, &Default::default())?;
/// let start = game.start();
/// let side = game.read_move(&start, Player::Left, "0-5")?;
/// assert_eq!(game.position_text(&game.after(&start, &side))?, "./x./xx.");
/// # Ok::<(), cg_play::PlayError>(())
/// ```
#[derive(Debug)]
pub struct Triangle {
    start: Position,
    convention: Convention,
    search: Search,
    interrupt: Interrupt,
    /// Every move of the board, as the set of pieces it takes.
    moves: Vec<u64>,
    lines: Vec<Vec<u32>>,
}

impl Triangle {
    /// Triangular Nim from `start`; `interrupt` stops the work on its tables.
    ///
    /// # Errors
    /// A board that can be neither solved nor searched; an interruption.
    pub fn new(start: Position, convention: Convention, interrupt: &Interrupt) -> Result<Self> {
        let (search, interrupt) = (new_search(convention, interrupt), interrupt.clone());
        let mut game = Triangle {
            start,
            convention,
            search,
            interrupt,
            moves: cg_trinim::moves(start.layers()),
            lines: cg_trinim::lines(start.layers()),
        };
        // What the search cannot answer here it could not answer later.
        game.winning_moves(&start, Player::Left)?;
        Ok(game)
    }

    /// Whether who is to move wins. What comes later in a game may not find room
    /// beside what was searched before: then that is forgotten, once.
    fn is_won(&mut self, position: Position) -> Result<bool> {
        let mut answer = self.search.wins(&[position]);
        if let Err(Error::SearchLimit(_)) = answer {
            self.search = new_search(self.convention, &self.interrupt);
            answer = self.search.wins(&[position]);
        }
        match answer {
            Ok(wins) => Ok(wins.first().copied().unwrap_or(false)),
            Err(Error::SearchLimit(_)) => Err(PlayError::TooLarge(format!(
                "{position} is too large to be looked through: boards of 1 to 7 layers are played, and larger ones of which little is left"
            ))),
            Err(error) => Err(error.into()),
        }
    }

    /// The pieces that a text names, or what is wrong with it.
    fn pieces(&self, position: Position, text: &str) -> Result<u64> {
        let layers = position.layers();
        let named = numbers(text, &['-', ','], HOW)?;
        if named.is_empty() {
            return Err(PlayError::Illegal(format!("a move is missing: {HOW}")));
        }
        let mut set = 0u64;
        for &number in &named {
            if number >= u64::from(layers.pieces()) {
                return Err(PlayError::Illegal(format!(
                    "there is no piece {number}: the board has the pieces 0 to {}",
                    layers.pieces() - 1
                )));
            }
            set |= 1 << number;
        }
        if !text.contains('-') {
            return Ok(set);
        }
        let &[from, to] = &named[..] else {
            return Err(PlayError::Illegal(format!("a line has two ends: {HOW}")));
        };
        let ends = 1 << from | 1 << to;
        self.between(ends).ok_or_else(|| {
            PlayError::Illegal(format!("the pieces {from} and {to} do not lie on a line"))
        })
    }

    /// The segment from the first to the last piece of a set that lies on a line.
    fn between(&self, set: u64) -> Option<u64> {
        self.lines.iter().find_map(|line| {
            let inside: Vec<usize> =
                (0..line.len()).filter(|&at| set >> line[at] & 1 == 1).collect();
            let (first, last) = (*inside.first()?, *inside.last()?);
            let segment = line[first..=last].iter().fold(0u64, |all, &piece| all | 1 << piece);
            (inside.len() == set.count_ones() as usize).then_some(segment)
        })
    }
}

fn new_search(convention: Convention, interrupt: &Interrupt) -> Search {
    Search::new(convention, MOST_SEARCHED).with_interrupt(interrupt.clone())
}

/// The pieces of a set, in order.
fn members(set: u64) -> Vec<u32> {
    (0..u64::BITS).filter(|piece| set >> piece & 1 == 1).collect()
}

impl Playable for Triangle {
    type Position = Position;
    /// The set of pieces that are taken.
    type Move = u64;

    fn title(&self) -> String {
        match self.start.layers().get() {
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

    fn convention(&self) -> Convention {
        self.convention
    }

    fn is_partizan(&self) -> bool {
        false
    }

    fn start(&self) -> Position {
        self.start
    }

    fn position_text(&mut self, position: &Position) -> Result<String> {
        Ok(position.to_string())
    }

    /// The numbers of the pieces that are left, and a point for each that is gone.
    fn picture(&mut self, position: &Position) -> Result<String> {
        let layers = u32::from(position.layers().get());
        let mut number = 0;
        let mut rows = Vec::new();
        for row in 0..layers {
            let mut text = "  ".repeat((layers - row) as usize);
            for column in 0..=row {
                let left = position.has(row, column);
                text += &if left { format!("{number:>2}  ") } else { " .  ".to_owned() };
                number += 1;
            }
            rows.push(text.trim_end().to_owned());
        }
        Ok(rows.join("\n"))
    }

    fn moves(&mut self, position: &Position, _: Player, most: usize) -> Result<Moves<u64>> {
        let left = position.pieces();
        let all = self.moves.iter().copied().filter(|taken| taken & !left == 0).collect();
        Ok(Moves::spread(all, most))
    }

    fn after(&self, position: &Position, chosen: &u64) -> Position {
        // The pieces of a move lie on the board.
        Position::new(position.layers(), position.pieces() & !chosen).unwrap_or(*position)
    }

    fn move_text(&self, chosen: &u64) -> String {
        match members(*chosen)[..] {
            [] => "0 pieces".into(),
            [piece] => piece.to_string(),
            [first, .., last] => format!("{first}-{last}"),
        }
    }

    fn read_move(&mut self, position: &Position, _: Player, text: &str) -> Result<u64> {
        let set = self.pieces(*position, text)?;
        let illegal = |problem: String| Err(PlayError::Illegal(problem));
        let gone = members(set & !position.pieces());
        let Some(segment) = self.between(set) else {
            let named = listed(&members(set), "and");
            return illegal(format!("the pieces {named} do not lie on a line"));
        };
        if !gone.is_empty() {
            let (are, named) = (if gone.len() == 1 { "is" } else { "are" }, listed(&gone, "and"));
            let pieces = if gone.len() == 1 { "piece" } else { "pieces" };
            return illegal(format!(
                "{pieces} {named} {are} gone: a move takes consecutive pieces that are left"
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

    fn wins(&mut self, position: &Position, _: Player) -> Result<bool> {
        self.is_won(*position)
    }

    fn reasons(&mut self, position: &Position) -> Result<Vec<String>> {
        let layers = position.fitted().layers();
        let how = match layers.get() {
            1..=7 => format!(
                "Looked up among all 2^{} positions of {} layers, solved at the start.",
                layers.pieces(),
                layers
            ),
            _ => "Found by search.".into(),
        };
        let verdict = match self.is_won(*position)? {
            true => "It is an N-position: the player to move wins.",
            false => "It is a P-position: every move leaves a win to the other player.",
        };
        Ok(vec![verdict.into(), how.replace("1 layers", "1 layer")])
    }

    fn why(&mut self, position: &Position, _: Player, chosen: &u64) -> Result<String> {
        let after = self.after(position, chosen);
        Ok(match (after.pieces().count_ones(), self.convention) {
            (0, _) => "it takes the last piece".into(),
            (1, Convention::Misere) => {
                "it leaves a single piece, which the other player must take".into()
            }
            _ => "it leaves a P-position: whatever the other player takes, a reply wins".into(),
        })
    }
}

#[cfg(test)]
mod tests;
