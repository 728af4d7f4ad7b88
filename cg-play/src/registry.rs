//! Games by name: a row for each, and how the words that name a game are read.

use std::path::{Path, PathBuf};

use cg_core::{Interrupt, Player};
use cg_lang::Session;

use crate::games::{heaps, nim, program, triangle};
use crate::{AnyContest, Contest, Convention, Game, PlayError, Playable, Result, Solver};

/// The games that can be played. To add one: a file in `games/`, and its row here.
static GAMES: &[NamedGame] = &[nim::ROW, triangle::ROW, heaps::ROW, program::ROW];

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

impl NamedGame {
    /// All games, in the order in which they are listed.
    pub fn all() -> &'static [NamedGame] {
        GAMES
    }
}

/// A game and the position in which it begins, before anything is computed.
///
/// ```
/// use cg_core::{Interrupt, Player};
/// use cg_play::{Convention, Opening};
///
/// let opening = Opening::from_words(&["nim", "3", "4", "5"])?;
/// assert_eq!((opening.game(), opening.position()), ("nim", "3 4 5"));
/// let mut contest = opening.begin(Convention::Normal, &Interrupt::new(), None)?;
/// assert_eq!(contest.favourite()?, Player::Left);
/// # Ok::<(), cg_play::PlayError>(())
/// ```
pub struct Opening {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) size: u64,
    pub(crate) program: Option<PathBuf>,
    pub(crate) begin: Begin,
}

/// What makes a game, from the convention, the flag that stops long work, and the session
/// that a program needs.
pub(crate) type Begin =
    Box<dyn FnOnce(Convention, &Interrupt, Option<Session>) -> Result<Box<dyn AnyContest>>>;

impl std::fmt::Debug for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Opening({} {})", self.game, self.position)
    }
}

impl Opening {
    /// Reads the words of a command line: the game, then its position.
    ///
    /// A word that ends in `.g`, or has a `/` in it, is the file of a program.
    ///
    /// # Errors
    /// [`PlayError::Start`] for an unknown game or a bad position.
    pub fn from_words(words: &[impl AsRef<str>]) -> Result<Self> {
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let Some((&game, rest)) = words.split_first() else {
            return Err(PlayError::Start(format!("a game is missing: {}", listed_games())));
        };
        if let Some(row) = named(game) {
            return (row.read)(rest);
        }
        (claimed(game)?.read)(&words)
    }

    /// Reads the game and the position of a transcript.
    ///
    /// # Errors
    /// As [`Opening::from_words`].
    pub fn from_texts(game: &str, position: &str) -> Result<Self> {
        if let Some(row) = named(game) {
            return (row.read)(&position.split_whitespace().collect::<Vec<_>>());
        }
        (claimed(game)?.read)(&[game, position])
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
    ) -> Result<Box<dyn AnyContest>> {
        (self.begin)(convention, interrupt, session)
    }
}

/// A game as [`Opening::begin`] gives it.
pub(crate) fn boxed<R, S>(game: Game<R, S>) -> Box<dyn AnyContest>
where
    R: Playable + 'static,
    S: Solver<R> + 'static,
{
    Box::new(Contest::new(game, Player::Left))
}

/// The game that has this name.
fn named(word: &str) -> Option<&'static NamedGame> {
    let word = word.to_lowercase();
    GAMES.iter().find(|row| row.names.contains(&word.as_str()))
}

/// The family that claims a word; of several the last, for the name of a file may look
/// like a code.
fn claimed(word: &str) -> Result<&'static NamedGame> {
    GAMES.iter().rfind(|row| (row.claims)(word)).ok_or_else(|| {
        let file = if Path::new(word).exists() { "; `./` before it makes it a file" } else { "" };
        let word = word.escape_debug();
        PlayError::Start(format!("there is no game `{word}`: write {}{file}", listed_games()))
    })
}

/// What can be played, as the end of a sentence.
fn listed_games() -> String {
    let listed: Vec<&str> = GAMES.iter().map(|row| row.listed).collect();
    let (last, rest) = listed.split_last().expect("there are games");
    format!("{}, or {last}", rest.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_every_row_reads_back_and_no_name_is_given_twice() {
        let mut names: Vec<&str> = Vec::new();
        for row in NamedGame::all() {
            let opening = Opening::from_words(row.example).unwrap();
            let again = Opening::from_texts(opening.game(), opening.position()).unwrap();
            assert_eq!(
                (again.game(), again.position()),
                (opening.game(), opening.position()),
                "{row:?}"
            );
            for name in row.names {
                assert!(!names.contains(name), "{name}");
                names.push(name);
            }
        }
    }

    #[test]
    fn what_is_unknown_is_told_what_there_is() {
        let error = Opening::from_words(&["chess"]).unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no game `chess`: write nim, trinim, kayles, another octal game by its name \
             or code, or FILE.g with a position"
        );
    }
}
