//! A game by name, before it begins: what a row of the table of names says, and what
//! comes of reading one.

use std::path::{Path, PathBuf};

use cg_core::{Interrupt, Player};
use cg_lang::Session;

use crate::{AnyContest, Contest, Convention, Game, Playable, Result, Solver};

/// A game, or a family of games, that can be played by name.
#[derive(Clone, Copy, Debug)]
pub struct NamedGame {
    /// Its names as they are typed, in small letters; the first is the usual one. A family
    /// whose games have names of their own may have none.
    pub names: &'static [&'static str],
    /// How the game is called in a list of what can be played.
    pub listed: &'static str,
    /// The words of a game of this kind at some position.
    pub example: &'static [&'static str],
    /// Whether a word that is nobody's name names a game of this family.
    pub(crate) claims: fn(word: &str) -> bool,
    /// Reads what stands behind the name; all words when the family claims the first.
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

/// What makes a game, from the convention, the flag that stops long work, and the session
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
    /// A game by its texts; `size` as in [`Opening::size`].
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

    /// The same, defined by a program that a session must have run.
    pub(crate) fn of_program(self, file: PathBuf) -> Self {
        Opening { program: Some(file), ..self }
    }

    /// The game in one word, which [`Opening::from_texts`] reads.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The position in which it begins, as it is typed.
    pub fn position(&self) -> &str {
        &self.position
    }

    /// How many tokens or pieces there are; `u64::MAX` when nobody knows.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The file of the program that defines the game, when it is one: then
    /// [`Opening::begin`] needs a session in which that program was run.
    pub fn program(&self) -> Option<&Path> {
        self.program.as_deref()
    }

    /// Makes the game, ready for its first move, which is Left's until
    /// [`AnyContest::restart`] says otherwise. `interrupt` stops long work.
    ///
    /// # Errors
    /// A position that cannot be played or is too large; a session that is missing;
    /// errors of the session.
    pub fn begin(
        self,
        convention: Convention,
        interrupt: &Interrupt,
        session: Option<Session>,
    ) -> Result<Box<dyn AnyContest + Send>> {
        (self.begin)(convention, interrupt, session)
    }
}

/// A game as [`Opening::begin`] gives it.
pub(crate) fn boxed<R, S>(game: Game<R, S>) -> Box<dyn AnyContest + Send>
where
    R: Playable<Position: Send> + Send + 'static,
    S: Solver<R> + Send + 'static,
{
    Box::new(Contest::new(game, Player::Left))
}
