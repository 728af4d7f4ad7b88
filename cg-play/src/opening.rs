//! A game by name, before it begins: the rows of the table of names, and the result of reading a
//! name.

use std::path::{Path, PathBuf};

use cg_core::{Interrupt, Player};
use cg_lang::Session;

use crate::{AnyContest, Contest, Convention, Game, Playable, Result, Solver};

/// A game, or a family of games, that can be played by name.
#[derive(Clone, Copy, Debug)]
pub struct NamedGame {
    /// Its names as they are typed, in small letters. The first is the usual one. If the games of a
    /// family have names of their own, the family may have none.
    pub names: &'static [&'static str],
    /// The name in a list of games.
    pub listed: &'static str,
    /// The words for an example of such a game.
    pub example: &'static [&'static str],
    /// Whether a word that is no name in the table names a game of this family.
    pub(crate) claims: fn(word: &str) -> bool,
    /// Reads the words after the name, or all words if the family claims the first one.
    pub(crate) read: fn(words: &[&str]) -> Result<Opening>,
}

/// A game and the position in which it begins, before anything is computed.
///
/// ```
/// use cg_core::Interrupt;
/// use cg_play::{Convention, Ending, Opening};
///
/// let opening = Opening::from_words(&["nim", "3", "4", "5"])?;
/// assert_eq!((opening.game(), opening.position()), ("nim", "3 4 5"));
/// let mut contest = opening.begin(Convention::Normal, &Interrupt::new(), None)?;
/// assert_eq!(contest.favourite()?, Ending::Left);
/// # Ok::<(), cg_play::PlayError>(())
/// ```
pub struct Opening {
    game: String,
    position: String,
    size: u64,
    program: Option<PathBuf>,
    begin: Begin,
}

/// A function that makes a game from the convention, the flag that stops long work, and the session
/// that a program needs.
type Begin = Box<
    dyn FnOnce(Convention, &Interrupt, Option<Session>) -> Result<Box<dyn AnyContest + Send>>
        + Send,
>;

impl std::fmt::Debug for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Opening({} {})", self.game, self.position)
    }
}

impl Opening {
    /// A game by its texts. `size` is that of [`Opening::size`].
    pub(crate) fn new(
        game: String,
        position: String,
        size: u64,
        begin: impl FnOnce(
            Convention,
            &Interrupt,
            Option<Session>,
        ) -> Result<Box<dyn AnyContest + Send>>
        + Send
        + 'static,
    ) -> Self {
        Opening { game, position, size, program: None, begin: Box::new(begin) }
    }

    /// The same, defined by a program that the session must have run.
    pub(crate) fn of_program(self, file: PathBuf) -> Self {
        Opening { program: Some(file), ..self }
    }

    /// The game in one word, which [`Opening::from_texts`] reads.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The first position, as it is typed.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// The number of tokens or pieces; `u64::MAX` if it is unknown.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The file of the program that defines the game, if there is one. Then [`Opening::begin`]
    /// needs a session that has run this program.
    pub fn program(&self) -> Option<&Path> {
        self.program.as_deref()
    }

    /// Makes the game, ready for its first move. Left moves first unless [`AnyContest::restart`]
    /// changes that. `interrupt` stops long work.
    ///
    /// # Errors
    /// A position that cannot be played or is too large; a missing session; errors of the session.
    pub fn begin(
        self,
        convention: Convention,
        interrupt: &Interrupt,
        session: Option<Session>,
    ) -> Result<Box<dyn AnyContest + Send>> {
        (self.begin)(convention, interrupt, session)
    }
}

/// A game as the result of [`Opening::begin`].
pub(crate) fn boxed<R, S>(game: Game<R, S>) -> Box<dyn AnyContest + Send>
where
    R: Playable<Position: Send> + Send + 'static,
    S: Solver<R> + Send + 'static,
{
    Box::new(Contest::new(game, Player::Left))
}
