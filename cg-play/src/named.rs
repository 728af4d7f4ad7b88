//! Games by name, with the position in which they begin.

use std::path::{Path, PathBuf};

use cg_octal::Rules;
use cg_trinim::Position;

use crate::{PlayError, Result};

/// A game and the position in which it begins, before anything is computed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Named {
    /// Nim with these heaps.
    Nim(Vec<u64>),
    /// Triangular Nim from this position.
    Triangle(Position),
    /// A taking-and-breaking game with these heaps.
    Heaps(Rules, Vec<u64>),
    /// A position of a game that a program in the language G defines.
    Program {
        /// The program.
        file: PathBuf,
        /// The position.
        position: String,
    },
}

/// What can be played.
const GAMES: &str =
    "nim, trinim, kayles, another octal game by its name or code, or FILE.g with a position";

impl Named {
    /// Reads the words of a command line: the game, then its position.
    ///
    /// A word that ends in `.g`, or has a `/` in it, is the file of a program.
    ///
    /// ```
    /// use cg_play::Named;
    /// let named = Named::from_words(&["nim", "3", "4", "5"])?;
    /// assert_eq!(named, Named::Nim(vec![3, 4, 5]));
    /// assert_eq!((named.game().as_str(), named.position().as_str()), ("nim", "3 4 5"));
    /// # Ok::<(), cg_play::PlayError>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError::Start`] for an unknown game or a bad position.
    pub fn from_words(words: &[impl AsRef<str>]) -> Result<Self> {
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let Some((&game, rest)) = words.split_first() else {
            return Err(PlayError::Start(format!("a game is missing: {GAMES}")));
        };
        if game.contains(['/', '\\']) || Path::new(game).extension().is_some_and(|end| end == "g") {
            return Self::program(game, rest);
        }
        match (game.to_lowercase().as_str(), rest) {
            ("nim", heaps) => Ok(Named::Nim(numbers(heaps)?)),
            ("trinim", board) => Self::triangle(board),
            ("octal", [code, heaps @ ..]) => Ok(Named::Heaps(rules(code)?, numbers(heaps)?)),
            ("octal", []) => Err(PlayError::Start(
                "the code of the octal game is missing, as in `octal .137 9 12`".into(),
            )),
            (_, heaps) => {
                // A code has a point or a brace; what else is no name is no game.
                let code = game.contains(['.', '{', '(']);
                let known = game.parse::<Rules>().map_err(|error| {
                    PlayError::Start(match code {
                        true => error.to_string(),
                        false => format!(
                            "there is no game `{}`: write {GAMES}{}",
                            game.escape_debug(),
                            if Path::new(game).exists() {
                                "; `./` before it makes it a file"
                            } else {
                                ""
                            }
                        ),
                    })
                })?;
                Ok(Named::Heaps(known, numbers(heaps)?))
            }
        }
    }

    /// Reads the game and the position of a transcript.
    ///
    /// # Errors
    /// As [`Named::from_words`].
    pub fn from_texts(game: &str, position: &str) -> Result<Self> {
        if game.contains(['/', '\\']) || Path::new(game).extension().is_some_and(|end| end == "g") {
            return Self::program(game, &[position]);
        }
        let words: Vec<&str> = [game].into_iter().chain(position.split_whitespace()).collect();
        Self::from_words(&words)
    }

    /// The game in one word.
    pub fn game(&self) -> String {
        match self {
            Named::Nim(_) => "nim".into(),
            Named::Triangle(_) => "trinim".into(),
            Named::Heaps(rules, _) => rules.to_string(),
            Named::Program { file, .. } => match file.to_string_lossy() {
                path if path.ends_with(".g") || path.contains(['/', '\\']) => path.into_owned(),
                path => format!("./{path}"),
            },
        }
    }

    /// The position in which it begins, as it is typed.
    pub fn position(&self) -> String {
        match self {
            Named::Nim(heaps) | Named::Heaps(_, heaps) => {
                heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
            }
            Named::Triangle(position) => position.to_string(),
            Named::Program { position, .. } => position.clone(),
        }
    }

    fn program(file: &str, rest: &[&str]) -> Result<Self> {
        let position = rest.join(" ");
        if position.trim().is_empty() {
            return Err(PlayError::Start(format!(
                "a position is missing: write it after the file, as in `{} 'Nim(3)+Nim(4)'`",
                file.escape_debug()
            )));
        }
        Ok(Named::Program { file: file.into(), position: position.replace('\n', " ") })
    }

    fn triangle(board: &[&str]) -> Result<Self> {
        let &[board] = board else {
            return Err(PlayError::Start(
                "trinim takes a number of layers, or a board row by row, such as x/xx/x.x".into(),
            ));
        };
        board.parse().map(Named::Triangle).map_err(|error| PlayError::Start(error.to_string()))
    }
}

fn rules(code: &str) -> Result<Rules> {
    code.parse().map_err(|error: cg_octal::OctalError| PlayError::Start(error.to_string()))
}

/// Numbers of tokens, apart or with commas.
fn numbers(words: &[&str]) -> Result<Vec<u64>> {
    let words = words.iter().flat_map(|word| word.split(','));
    words
        .filter(|word| !word.is_empty())
        .map(|word| {
            word.parse().map_err(|_| {
                let shown: String = word.chars().take(40).collect();
                let shown = shown.escape_debug();
                PlayError::Start(match word.bytes().all(|byte| byte.is_ascii_digit()) {
                    true => format!(
                        "a heap of {shown} tokens is too large: a heap has at most {}",
                        u64::MAX
                    ),
                    false => format!("`{shown}` is no number of tokens: write heaps such as 3 4 5"),
                })
            })
        })
        .collect()
}
