//! Values as text.
//!
//! Elements print as their subgroup says. Other games print as braces around
//! their canonical options: `{L|R}` all the way down in the paper's notation. In
//! the field's notations an option alone on its side drops its braces and adds a
//! bar, as in `{3||2|1}`; a game that is its own negative prints as a switch,
//! `+-1` or `+-{1,1*}`; `{x||x|x-y}` prints as `xtiny(y)`, its mirror image with
//! `miny`.

mod emit;
mod layout;
mod order;

use cg_core::{Error, Game, Notation, Player, Result};
use rustc_hash::FxHashMap;

use crate::engine::Engine;
use emit::Emitted;

/// The longest text that is written, in bytes.
pub const MOST_TEXT: usize = 1 << 24;

impl Engine {
    /// `g` as text. In [`Notation::Paper`] and [`Notation::Standard`] it reads
    /// back as the same value.
    ///
    /// # Errors
    /// [`Error::TextTooLong`] past [`MOST_TEXT`] bytes, other limits.
    pub fn print(&mut self, g: Game, notation: Notation) -> Result<String> {
        let layouts = self.layouts(g, notation)?;
        match self.emit(g, &layouts, notation, MOST_TEXT)? {
            Emitted::Whole(text) => Ok(text),
            Emitted::TooLong(_) => Err(Error::TextTooLong { limit: MOST_TEXT }),
        }
    }

    /// `g` as text of at most `most` characters: what is longer ends in `...`.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn print_short(&mut self, g: Game, notation: Notation, most: usize) -> Result<String> {
        let layouts = self.layouts(g, notation)?;
        // A character has up to four bytes.
        Ok(match self.emit(g, &layouts, notation, 4 * most)? {
            Emitted::Whole(text) => shortened(text, most),
            Emitted::TooLong(text) => shortened(text, most),
        })
    }

    /// The canonical form of `g` written out in braces to the end, elements of
    /// subgroups included, `{|}` being 0.
    ///
    /// # Errors
    /// As [`Engine::print`].
    pub fn print_braces(&mut self, g: Game) -> Result<String> {
        enum Piece {
            Game(Game),
            Text(&'static str),
        }
        let shapes = self.shapes(&[g], false)?;
        let mut text = String::new();
        let mut pieces = vec![Piece::Game(g)];
        while let Some(piece) = pieces.pop() {
            self.check_with(text.capacity())?;
            let game = match piece {
                Piece::Text(piece) => {
                    text.push_str(piece);
                    continue;
                }
                Piece::Game(game) => game,
            };
            pieces.push(Piece::Text("}"));
            for player in Player::BOTH.into_iter().rev() {
                let options = shapes.options(game, player);
                for (index, &option) in options.iter().enumerate().rev() {
                    pieces.push(Piece::Game(option));
                    if index > 0 {
                        pieces.push(Piece::Text(","));
                    }
                }
                pieces.push(Piece::Text(if player == Player::Left { "{" } else { "|" }));
            }
            if text.len() > MOST_TEXT {
                return Err(Error::TextTooLong { limit: MOST_TEXT });
            }
        }
        Ok(text)
    }

    /// These games in the order in which options are printed: numbers ascending,
    /// nimbers by size, other sums of a number, ups and a nimber, then the rest by
    /// its options.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn in_order(&mut self, games: &[Game]) -> Result<Vec<Game>> {
        let shapes = self.shapes(games, true)?;
        shapes.sorted(self, games.to_vec())
    }
}

/// The text, or its beginning and `...` when it has more than `most` characters.
pub(crate) fn shortened(text: String, most: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text;
    }
    let head: String = text.chars().take(most.saturating_sub(3)).collect();
    head + "..."
}

/// How each game that is needed is written.
type Layouts = FxHashMap<Game, layout::Layout>;
