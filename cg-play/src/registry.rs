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
            "there is no game `chess`: write nim, trinim, dots-and-boxes, kayles, another octal game by its name \
             or code, FILE.g with a position, a ruleset such as clobber (`cg rulesets` lists them), or one whose \
             positions come back, such as fox-and-geese"
        );
    }
}
