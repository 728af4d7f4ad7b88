//! Games as text: writing and reading transcripts.
//!
//! ```text
//! cg play transcript 1
//! game: .77
//! position: 12
//! play: normal
//! first: Left
//! players: human computer
//!
//! 1. 12 -> 5 + 5
//! 2. 5 -> 2 + 2
//! ```
//!
//! The players are called first and second. Empty lines and lines that begin with `#` are skipped.

use std::fmt;

use cg_core::Player;

use crate::{Convention, PlayError, Result};

/// The first line of every transcript.
const HEAD: &str = "cg play transcript 1";

/// The longest transcript that is read, in bytes.
const MOST_BYTES: usize = 4 << 20;

/// The kind of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person who types the moves.
    Human,
    /// The computer.
    Computer,
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::Human => "human",
            Seat::Computer => "computer",
        })
    }
}

/// A game from its start, with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The game, as in [`crate::Opening::game`].
    pub game: String,
    /// The first position, as it is written there.
    pub position: String,
    /// The convention.
    pub play: Convention,
    /// The player who moved first; Left in an impartial game.
    pub first: Player,
    /// The kinds of the players: the player who moved first, then the other.
    pub players: [Seat; 2],
    /// The moves, each with its line number; 0 if it was not read from a file.
    pub moves: Vec<(usize, String)>,
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}\ngame: {}\nposition: {}", self.game, self.position)?;
        writeln!(f, "play: {}\nfirst: {}", self.play, self.first)?;
        writeln!(f, "players: {} {}\n", self.players[0], self.players[1])?;
        for (number, (_, text)) in (1..).zip(&self.moves) {
            writeln!(f, "{number}. {text}")?;
        }
        Ok(())
    }
}

fn wrong<T>(line: usize, problem: impl Into<String>) -> Result<T> {
    Err(PlayError::Transcript { line, problem: problem.into() })
}

impl Transcript {
    /// Reads a transcript. It does not check whether the game and its moves exist.
    ///
    /// ```
    /// use cg_play::Transcript;
    /// let text = "cg play transcript 1\ngame: nim\nposition: 3 4\nplay: misere\n\
    ///             first: Left\nplayers: human computer\n\n1. heap 1 take 1\n";
    /// let transcript = Transcript::read(text.as_bytes())?;
    /// assert_eq!(transcript.moves, [(8, "heap 1 take 1".to_owned())]);
    /// assert_eq!(transcript.to_string(), text);
    /// # Ok::<(), cg_play::PlayError>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError::Transcript`] with the line.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        if bytes.len() > MOST_BYTES {
            return wrong(
                1,
                format!("the file has more than {MOST_BYTES} bytes: it is no transcript"),
            );
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let before = &bytes[..error.valid_up_to()];
                let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
                return wrong(line, "this is no text in UTF-8");
            }
        };
        let mut lines = text.lines().zip(1..).map(|(line, number)| (number, line.trim()));
        if lines.next().is_none_or(|(_, line)| line != HEAD) {
            return wrong(1, format!("a transcript begins with the line `{HEAD}`"));
        }
        let mut header = Header::default();
        let mut moves: Vec<(usize, String)> = Vec::new();
        let mut last = 1;
        for (number, line) in lines {
            last = number;
            if line.chars().any(char::is_control) {
                return wrong(number, "there is a control character in this line");
            }
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match line.split_once(['.', ':']) {
                Some((count, text)) if count.bytes().all(|byte| byte.is_ascii_digit()) => {
                    let due = moves.len() + 1;
                    if count.parse() != Ok(due) {
                        return wrong(number, format!("move {due} is due here, not move {count}"));
                    }
                    if let Some(missing) = header.missing() {
                        return wrong(
                            number,
                            format!("the line `{missing}: ...` is missing before the moves"),
                        );
                    }
                    moves.push((number, text.trim().to_owned()));
                }
                _ if !moves.is_empty() => {
                    let due = moves.len() + 1;
                    return wrong(number, format!("a move is written `{due}. ` and the move"));
                }
                Some((key, value)) => header.set(number, key, value.trim())?,
                None => return wrong(number, "this is neither a line `name: value` nor a move"),
            }
        }
        header.with(moves, last)
    }
}

/// The lines before the moves.
#[derive(Default)]
struct Header {
    game: Option<String>,
    position: Option<String>,
    play: Option<Convention>,
    first: Option<Player>,
    players: Option<[Seat; 2]>,
}

impl Header {
    fn set(&mut self, line: usize, key: &str, value: &str) -> Result<()> {
        let bad = |problem: String| PlayError::Transcript { line, problem };
        let known = match key {
            "game" => self.game.replace(value.to_owned()).is_some(),
            "position" => self.position.replace(value.to_owned()).is_some(),
            "play" => self.play.replace(value.parse().map_err(bad)?).is_some(),
            "first" => {
                let first = Player::BOTH.into_iter().find(|player| player.to_string() == value);
                let first =
                    first.ok_or_else(|| bad("write `first: Left` or `first: Right`".into()))?;
                self.first.replace(first).is_some()
            }
            "players" => {
                let seats = value.split_whitespace().map(|word| {
                    let both = [Seat::Human, Seat::Computer];
                    both.into_iter().find(|seat| seat.to_string() == word)
                });
                let seats: Option<Vec<Seat>> = seats.collect();
                let seats = seats.and_then(|seats| <[Seat; 2]>::try_from(seats).ok());
                let seats = seats.ok_or_else(|| {
                    bad("write who moves first and who second, such as `players: human computer`".into())
                })?;
                self.players.replace(seats).is_some()
            }
            _ => {
                let message = format!(
                    "there is no `{}` in a transcript: it has game, position, play, first and players",
                    key.escape_debug()
                );
                return Err(bad(message));
            }
        };
        if known { Err(bad(format!("`{key}` is given twice"))) } else { Ok(()) }
    }

    fn missing(&self) -> Option<&'static str> {
        let there = [
            ("game", self.game.is_some()),
            ("position", self.position.is_some()),
            ("play", self.play.is_some()),
            ("first", self.first.is_some()),
            ("players", self.players.is_some()),
        ];
        there.into_iter().find(|(_, there)| !there).map(|(key, _)| key)
    }

    fn with(self, moves: Vec<(usize, String)>, line: usize) -> Result<Transcript> {
        let missing = self.missing();
        match (self.game, self.position, self.play, self.first, self.players) {
            (Some(game), Some(position), Some(play), Some(first), Some(players)) => {
                Ok(Transcript { game, position, play, first, players, moves })
            }
            _ => wrong(line, format!("the line `{}: ...` is missing", missing.unwrap_or("game"))),
        }
    }
}
