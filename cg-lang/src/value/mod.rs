//! The values of G: integers, games, truth values, texts, lists, functions.

mod heap;
mod kind;
mod list;
mod text;

use cg_core::Game;
use cg_simplify::Form;
use dashu_int::IBig;

pub use heap::{Heap, Shared};
pub use list::{List, MOST_NESTED};
pub use text::Text;

/// A value of the language.
///
/// An integer is kept as an integer as long as it can be, and becomes a game
/// where a game is due, and so does a form. Inside lists and as arguments, games that are integers
/// are held as integers, so that equal values are equal there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// An integer that fits 64 bits.
    Integer(i64),
    /// Any other integer.
    Big(Shared<IBig>),
    /// A game.
    Game(Game),
    /// A game as it is written, not simplified: its value where a game is due.
    Form(Form),
    /// `true` or `false`.
    Truth(bool),
    /// A text.
    Text(Shared<Text>),
    /// A list.
    List(Shared<List>),
    /// A function of the program, by its number in the session: what `map` is
    /// given.
    Function(u32),
    /// A built-in function, by its number in the session.
    BuiltIn(u32),
}
