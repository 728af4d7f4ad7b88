//! The table of games by name, and the reading of the words that name a game.

use std::path::Path;

use crate::games::{board, boxes, heaps, loopy, nim, program, triangle};
use crate::{NamedGame, Opening, PlayError, Result};

/// The games. To add one, write a file in `games/` and its row here.
static GAMES: &[NamedGame] =
    &[nim::ROW, triangle::ROW, boxes::ROW, heaps::ROW, program::ROW, board::ROW, loopy::ROW];

impl NamedGame {
    /// All games, in the order of the list.
    pub fn all() -> &'static [NamedGame] {
        GAMES
    }
}

impl Opening {
    /// Reads the words of a command line: the game, then its position.
    ///
    /// A word that ends in `.g`, or contains a `/`, is the file of a program.
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
    /// The errors of [`Opening::from_words`].
    pub fn from_texts(game: &str, position: &str) -> Result<Self> {
        if let Some(row) = named(game) {
            return (row.read)(&position.split_whitespace().collect::<Vec<_>>());
        }
        (claimed(game)?.read)(&[game, position])
    }
}

/// The game with this name.
fn named(word: &str) -> Option<&'static NamedGame> {
    let word = word.to_lowercase();
    GAMES.iter().find(|row| row.names.contains(&word.as_str()))
}

/// The family that claims a word. If there are several, it is the last, because the name of a file
/// may look like a code.
fn claimed(word: &str) -> Result<&'static NamedGame> {
    GAMES.iter().rfind(|row| (row.claims)(word)).ok_or_else(|| {
        let file = if Path::new(word).exists() { "; `./` before it makes it a file" } else { "" };
        let word = word.escape_debug();
        PlayError::Start(format!("there is no game `{word}`: write {}{file}", listed_games()))
    })
}

/// The list of games, as the end of a sentence.
fn listed_games() -> String {
    let listed: Vec<&str> = GAMES.iter().map(|row| row.listed).collect();
    let (last, rest) = listed.split_last().expect("there are games");
    format!("{}, or {last}", rest.join(", "))
}
