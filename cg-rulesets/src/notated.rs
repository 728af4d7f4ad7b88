//! Rulesets that people play: positions and moves as text, positions as drawings.
//!
//! A ruleset that only computers read needs nothing of this: [`Ruleset`] alone feeds
//! the solvers. [`Notated`] adds what a player needs. Drawings are data ([`Drawing`]);
//! a terminal, a page or a picture turns them into what it shows.

use std::fmt;
use std::ops::Range;

use cg_core::Player;

use crate::{Drawing, Ruleset};

/// A ruleset whose positions and moves can be read, written and drawn.
///
/// Seven methods must be written. The others have answers that suit small games: moves
/// are read by comparing with the list of moves, and a position is drawn as its text.
///
/// Clobber on a strip, in thirty lines: a stone takes a neighbour of the other colour
/// and stands in its place. Left has the `x`, Right the `o`.
///
/// ```
/// # use std::convert::Infallible;
/// # use cg_core::Player;
/// # use cg_rulesets::{Moves, Notated, NotationError, ReadError, Ruleset};
/// struct Clobber;
///
/// impl Ruleset for Clobber {
///     type Position = String;
///     type Error = Infallible;
///     fn moves(&self, strip: &String, player: Player, out: &mut impl Extend<String>) -> Result<(), Infallible> {
///         let Ok(named) = self.named_moves(strip, player, usize::MAX);
///         named.list.iter().try_for_each(|found| Ok(out.extend([self.after(strip, found)?])))
///     }
/// }
///
/// impl Notated for Clobber {
///     type Move = (usize, usize); // from one place to another, both counted from 1
///     fn title(&self) -> String { "Clobber on a strip".into() }
///     fn rules(&self) -> Vec<String> { vec!["A stone takes a neighbour of the other colour.".into()] }
///     fn read_position(&self, text: &str) -> Result<String, ReadError<Infallible>> {
///         match text.find(|c| !"xo.".contains(c)) {
///             None => Ok(text.into()),
///             Some(at) => Err(NotationError::new("write a strip of `x`, `o` and `.`", at..text.len()).into()),
///         }
///     }
///     fn write_position(&self, strip: &String) -> Result<String, Infallible> { Ok(strip.clone()) }
///     fn named_moves(&self, strip: &String, player: Player, most: usize) -> Result<Moves<(usize, usize)>, Infallible> {
///         let takes = if player == Player::Left { "xo" } else { "ox" };
///         let rightward = strip.match_indices(takes).map(|(at, _)| (at + 1, at + 2));
///         let taken: String = takes.chars().rev().collect();
///         let leftward = strip.match_indices(&taken).map(|(at, _)| (at + 2, at + 1));
///         Ok(Moves::spread(rightward.chain(leftward).collect(), most))
///     }
///     fn after(&self, strip: &String, &(from, to): &(usize, usize)) -> Result<String, Infallible> {
///         let stone = &strip[from - 1..from];
///         let mut after = strip.clone();
///         after.replace_range(to - 1..to, stone);
///         after.replace_range(from - 1..from, ".");
///         Ok(after)
///     }
///     fn write_move(&self, (from, to): &(usize, usize)) -> String { format!("{from}-{to}") }
/// }
///
/// let strip = Clobber.read_position("xox")?;
/// let found = Clobber.read_move(&strip, Player::Right, "2-1")?;
/// assert_eq!(Clobber.after(&strip, &found)?, "o.x");
/// assert!(Clobber.read_move(&strip, Player::Left, "2-1").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Notated: Ruleset {
    /// A move as a person names it. Two moves may lead to the same position.
    type Move: Clone + PartialEq + fmt::Debug;

    /// The name of the game, for a heading: `Nim`.
    fn title(&self) -> String;

    /// The rules in a few lines, without who wins at the end.
    fn rules(&self) -> Vec<String>;

    /// Reads a position as [`Notated::write_position`] writes it, or in another way
    /// that people write it.
    ///
    /// # Errors
    /// [`ReadError::Text`] with the place of the fault; errors of the rules.
    fn read_position(&self, text: &str) -> Result<Self::Position, ReadError<Self::Error>>;

    /// A position in one line: `3 4 5`. [`Notated::read_position`] reads it as the same.
    ///
    /// # Errors
    /// Those of the rules.
    fn write_position(&self, position: &Self::Position) -> Result<String, Self::Error>;

    /// A position as a drawing. Without a better answer that is its text.
    ///
    /// # Errors
    /// Those of the rules.
    fn draw(&self, position: &Self::Position) -> Result<Drawing, Self::Error> {
        Ok(Drawing::Text { text: self.write_position(position)? })
    }

    /// The moves of `player`, with how many there are: all when they are at most
    /// `most`, else `most` or fewer that are spread evenly over all.
    ///
    /// # Errors
    /// Those of the rules.
    fn named_moves(
        &self,
        position: &Self::Position,
        player: Player,
        most: usize,
    ) -> Result<Moves<Self::Move>, Self::Error>;

    /// The position after a move that [`Notated::named_moves`] or
    /// [`Notated::read_move`] gave for this one.
    ///
    /// # Errors
    /// Those of the rules.
    fn after(
        &self,
        position: &Self::Position,
        chosen: &Self::Move,
    ) -> Result<Self::Position, Self::Error>;

    /// Whether the player who makes this move moves again, as one who takes a box in Dots and Boxes does.
    fn moves_again(&self, position: &Self::Position, chosen: &Self::Move) -> bool {
        let _ = (position, chosen);
        false
    }

    /// A move as it is typed.
    fn write_move(&self, chosen: &Self::Move) -> String;

    /// Reads a move of `player` as [`Notated::write_move`] writes it, or in a shorter
    /// way. Without a better answer it is looked for in the list of all moves, and
    /// blanks make no difference.
    ///
    /// # Errors
    /// [`ReadError::Text`] says what is wrong with it; errors of the rules.
    fn read_move(
        &self,
        position: &Self::Position,
        player: Player,
        text: &str,
    ) -> Result<Self::Move, ReadError<Self::Error>> {
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        let moves = self.named_moves(position, player, usize::MAX).map_err(ReadError::Rules)?;
        let wanted = plain(text);
        let found = moves.list.into_iter().find(|one| plain(&self.write_move(one)) == wanted);
        found.ok_or_else(|| {
            let problem = format!("no move is written `{}`", text.escape_debug());
            NotationError::new(problem, 0..text.len()).into()
        })
    }

    /// How moves are written, in a few lines: a move, then what it does.
    fn move_help(&self) -> Vec<String> {
        vec!["a move as the list of moves shows it".into()]
    }

    /// The moves of `player` for a reader, at most about `most` lines of them. Without
    /// a better answer these are all moves, one by one.
    ///
    /// # Errors
    /// Those of the rules.
    fn list_moves(
        &self,
        position: &Self::Position,
        player: Player,
        most: usize,
    ) -> Result<MoveList, Self::Error> {
        let _ = most;
        let moves = self.named_moves(position, player, usize::MAX)?;
        Ok(MoveList::Cells(moves.list.iter().map(|one| self.write_move(one)).collect()))
    }
}

/// Moves of a position: all of them, or some when there are too many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves<M> {
    /// The moves, or some that are spread evenly over all.
    pub list: Vec<M>,
    /// How many there are in all.
    pub total: u128,
}

impl<M> Moves<M> {
    /// Of all moves the first of each stretch, so that at most `most` are left.
    ///
    /// ```
    /// let some = cg_rulesets::Moves::spread((0..100).collect(), 3);
    /// assert_eq!((some.list, some.total), (vec![0, 34, 68], 100));
    /// ```
    pub fn spread(all: Vec<M>, most: usize) -> Self {
        let total = all.len() as u128;
        let step = all.len().div_ceil(most.max(1)).max(1);
        Moves { list: all.into_iter().step_by(step).take(most).collect(), total }
    }
}

/// Moves as texts for a reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveList {
    /// Short texts, which may stand beside each other.
    Cells(Vec<String>),
    /// Texts with a line each.
    Lines(Vec<String>),
}

/// Why a position or a move does not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError<E> {
    /// The rules failed.
    #[error("{0}")]
    Rules(E),
    /// The text is wrong.
    #[error(transparent)]
    Text(#[from] NotationError),
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct NotationError {
    /// What is wrong, and what to write instead.
    pub problem: String,
    /// The bytes of the text that are wrong.
    pub at: Range<usize>,
}

impl NotationError {
    /// A fault at these bytes of the text.
    pub fn new(problem: impl Into<String>, at: Range<usize>) -> Self {
        NotationError { problem: problem.into(), at }
    }
}

/// Reads the numbers of a move, which stand between blanks and `separators`, each with
/// its bytes. `how` says how moves are written; it ends the message about a fault.
///
/// ```
/// let read = |text| cg_rulesets::read_numbers(text, &['+'], "write numbers");
/// assert_eq!(read("5 + 12")?, [(5, 0..1), (12, 4..6)]);
/// let error = read("5 x").unwrap_err();
/// assert_eq!((error.to_string().as_str(), error.at), ("`x` is no number: write numbers", 2..3));
/// # Ok::<(), cg_rulesets::NotationError>(())
/// ```
///
/// # Errors
/// A word that is no number below 2^64.
pub fn read_numbers(
    text: &str,
    separators: &[char],
    how: &str,
) -> Result<Vec<(u64, Range<usize>)>, NotationError> {
    numbers(text, separators, |word, digits| match digits {
        true => format!("`{word}` is larger than any number of tokens here: {how}"),
        false => format!("`{word}` is no number: {how}"),
    })
}

/// Reads heaps of tokens, with blanks or commas between them: `3 4 5`.
///
/// ```
/// assert_eq!(cg_rulesets::read_heaps("3 4, 5")?, [3, 4, 5]);
/// # Ok::<(), cg_rulesets::NotationError>(())
/// ```
///
/// # Errors
/// A word that is no number below 2^64.
pub fn read_heaps(text: &str) -> Result<Vec<u64>, NotationError> {
    const MOST_SHOWN: usize = 40;
    let heaps = numbers(text, &[','], |word, digits| {
        let word: String = word.chars().take(MOST_SHOWN).collect();
        match digits {
            true => {
                format!("a heap of {word} tokens is too large: a heap has at most {}", u64::MAX)
            }
            false => format!("`{word}` is no number of tokens: write heaps such as 3 4 5"),
        }
    })?;
    Ok(heaps.into_iter().map(|(heap, _)| heap).collect())
}

/// The numbers of a text with their bytes. `wrong` says what is wrong with a word, and
/// is told whether all of it is digits.
fn numbers(
    text: &str,
    separators: &[char],
    wrong: impl Fn(&str, bool) -> String,
) -> Result<Vec<(u64, Range<usize>)>, NotationError> {
    let between = |c: char| c.is_whitespace() || separators.contains(&c);
    let mut numbers = Vec::new();
    let mut end = 0;
    for word in text.split_inclusive(between) {
        let start = end;
        end += word.len();
        let word = word.trim_end_matches(between);
        if word.is_empty() {
            continue;
        }
        let place = start..start + word.len();
        let number = word.parse().map_err(|_| {
            let digits = word.bytes().all(|byte| byte.is_ascii_digit());
            NotationError::new(wrong(&word.escape_debug().to_string(), digits), place.clone())
        })?;
        numbers.push((number, place));
    }
    Ok(numbers)
}

/// Items as they stand in a sentence, the last after `and`: `3, 4 and 5`.
///
/// ```
/// assert_eq!(cg_rulesets::listed(&[3, 4, 5], "or"), "3, 4 or 5");
/// ```
pub fn listed<T: fmt::Display>(items: &[T], and: &str) -> String {
    let texts: Vec<String> = items.iter().map(T::to_string).collect();
    match texts.split_last() {
        None => "none".into(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {and} {last}", rest.join(", ")),
    }
}
