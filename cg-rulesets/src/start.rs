//! A game at a position as people type it: `impartial clobber xo|ox`.

use std::collections::HashSet;
use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

use crate::{
    Entry, Game, Hints, Notated, NotationError, Position, ReadError, Ruleset, Variant, Varied,
    VariedPosition,
};

/// The most boards of a size that [`Entry::each_board`] looks at.
pub const MOST_BOARDS: usize = 1_000_000;

/// A game at a position, as it was typed.
///
/// ```
/// use cg_rulesets::Start;
/// let start = Start::read("impartial clobber xo|ox")?;
/// assert_eq!(start.to_string(), "impartial clobber XO|OX");
/// let error = Start::read("clobber xo|o").unwrap_err();
/// assert_eq!(error.at, 11..12);
/// # Ok::<(), cg_rulesets::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// The rules.
    pub rules: Varied<Game>,
    /// The position.
    pub position: VariedPosition<Position>,
}

impl Start {
    /// Reads `[impartial|dicotic|twisted|xt] NAME[(PARAMETERS)] POSITION`.
    ///
    /// # Errors
    /// An unknown name; what is wrong with the parameters or the position: with its place.
    pub fn read(text: &str) -> Result<Self, NotationError> {
        let mut at = text.len() - text.trim_start().len();
        let mut variant = Variant::Plain;
        let mut varied = at..at;
        loop {
            let end = word_end(text, at);
            let word = &text[at..end];
            let named = Variant::NAMED.into_iter().find(|variant| variant.name() == word);
            match named {
                Some(found) if variant == Variant::Plain => {
                    variant = found;
                    varied = at..end;
                    at = end + text[end..].len() - text[end..].trim_start().len();
                }
                Some(_) => {
                    let problem = format!("a ruleset is varied once: {}", Variant::names());
                    return Err(NotationError::new(problem, at..end));
                }
                None if word.is_empty() => {
                    let problem = "the name of a ruleset is missing";
                    return Err(NotationError::new(problem, at..text.len()));
                }
                None => match Entry::named(word) {
                    Some(entry) => {
                        if let Some(problem) = entry.refuses(variant) {
                            return Err(NotationError::new(problem, varied));
                        }
                        return Start::of(entry, variant, &text[end..]).map_err(|mut error| {
                            error.at = error.at.start + end..error.at.end + end;
                            error
                        });
                    }
                    None => return Err(NotationError::new(unknown(word), at..end)),
                },
            }
        }
    }

    /// The game of a row at a position: `[(PARAMETERS)] POSITION`.
    ///
    /// # Errors
    /// What is wrong with the parameters or the position: with its place. A variant that the
    /// row refuses: see [`Entry::refuses`].
    pub fn of(entry: &'static Entry, variant: Variant, text: &str) -> Result<Self, NotationError> {
        let start = text.len() - text.trim_start().len();
        let (parameters, from) = match text[start..].strip_prefix('(') {
            Some(inside) if entry.has_parameters() => {
                let Some(end) = closing(inside) else {
                    let problem = "the parenthesis of the parameters is not closed";
                    return Err(NotationError::new(problem, start..text.len()));
                };
                (&inside[..end], start + end + 2)
            }
            _ => ("", 0),
        };
        if let Some(problem) = entry.refuses(variant) {
            return Err(NotationError::new(problem, 0..0));
        }
        let board = &text[from..];
        let game = Game::of(entry, parameters, board)
            .map_err(|problem| NotationError::new(problem, start..from.max(start)))?;
        let position = game.read_position(board).map_err(|error| match error {
            ReadError::Rules(never) => match never {},
            ReadError::Text(mut error) => {
                error.at = error.at.start + from..error.at.end + from;
                error
            }
        })?;
        Ok(Start { rules: Varied::new(game, variant), position: position.into() })
    }

    /// The name of the game, with its variant and parameters: `impartial clobber`.
    pub fn game(&self) -> String {
        let name = self.rules.rules().name();
        match self.rules.variant() {
            Variant::Plain => name,
            variant => format!("{} {name}", variant.name()),
        }
    }

    /// The position alone.
    pub fn board(&self) -> String {
        let Ok(text) = self.rules.write_position(&self.position);
        text
    }

    /// Hands the rules and the position to a visitor, with the type of the rules where that
    /// makes a search faster: Amazons, Clobber, Col, Cram, Domineering, Konane, NoGo and Snort on
    /// boards. All others come as a [`Game`].
    pub fn visit<V: StartVisitor>(&self, visitor: V) -> V::Output {
        self.rules.rules().visit(
            &self.position.position,
            Handing { visitor, variant: self.rules.variant(), exchanged: self.position.exchanged },
        )
    }
}

/// What is done with the rules and the position of a [`Start`], whatever their types are.
///
/// ```
/// use std::convert::Infallible;
/// use cg_core::Player;
/// use cg_rulesets::{Notated, Start, StartVisitor};
///
/// struct Count;
///
/// impl StartVisitor for Count {
///     type Output = u128;
///     fn visit<R: Notated<Error = Infallible>>(self, rules: R, position: R::Position) -> u128 {
///         let Ok(moves) = rules.named_moves(&position, Player::Left, 0);
///         moves.total
///     }
/// }
///
/// assert_eq!(Start::read("domineering 3x3")?.visit(Count), 6);
/// # Ok::<(), cg_rulesets::NotationError>(())
/// ```
pub trait StartVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<R>(self, rules: R, position: R::Position) -> Self::Output
    where
        R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
        R::Position: Send + 'static;
}

/// Hands on rules as they are, or varied.
struct Handing<V> {
    visitor: V,
    variant: Variant,
    exchanged: bool,
}

impl<V: StartVisitor> StartVisitor for Handing<V> {
    type Output = V::Output;

    fn visit<R>(self, rules: R, position: R::Position) -> V::Output
    where
        R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
        R::Position: Send + 'static,
    {
        let Handing { visitor, variant, exchanged } = self;
        match variant {
            Variant::Plain => visitor.visit(rules, position),
            _ => {
                let position = VariedPosition { position, exchanged };
                visitor.visit(Varied::new(rules, variant), position)
            }
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game(), self.board())
    }
}

/// The end of the word that begins at `at`: a blank, or the parenthesis of parameters.
fn word_end(text: &str, at: usize) -> usize {
    text[at..]
        .find(|sign: char| sign.is_whitespace() || sign == '(')
        .map_or(text.len(), |end| at + end)
}

/// The place of the parenthesis that closes one which was opened before the text.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1usize;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(at);
        }
    }
    None
}

/// What is said of a name that is in no row.
fn unknown(word: &str) -> String {
    let shown: String = word.chars().take(40).collect();
    match Entry::refused(word) {
        Some(why) => format!("{shown} cannot be played here: {why}"),
        None => {
            let similar = Entry::similar(word);
            let similar = similar.map_or(String::new(), |name| format!("did you mean `{name}`? "));
            format!(
                "there is no ruleset `{}`: {similar}`cg rulesets` and `:rulesets` list them",
                shown.escape_debug()
            )
        }
    }
}

impl Entry {
    /// Why the ruleset has no such variant; `None` where it has.
    pub fn refuses(&'static self, variant: Variant) -> Option<String> {
        let takes =
            |entry: &Entry| Game::named(entry.name).is_some_and(|game| game.takes_free_cells());
        if variant != Variant::Xt || takes(self) {
            return None;
        }
        let others: Vec<&str> =
            Entry::all().iter().filter(|entry| takes(entry)).map(|entry| entry.title).collect();
        Some(format!(
            "{} has no xt variant, since its moves do more than put pieces on free cells: \
             write xt before one of {}",
            self.title,
            others.join(", ")
        ))
    }

    /// Hands the boards of a size to `found`: one of each class of alike boards, or all.
    /// Says whether there are at most [`MOST_BOARDS`] to look at, and some; else none is
    /// handed.
    pub fn each_board(
        &'static self,
        rows: usize,
        columns: usize,
        all: bool,
        found: &mut dyn FnMut(Start) -> ControlFlow<()>,
    ) -> bool {
        let letters: Vec<char> = self.letters.chars().collect();
        let cells = rows.saturating_mul(columns);
        let count = u32::try_from(cells).ok().and_then(|cells| letters.len().checked_pow(cells));
        if cells == 0 || letters.is_empty() || count.is_none_or(|count| count > MOST_BOARDS) {
            return false;
        }
        let mut digits = vec![0; cells];
        let mut seen = HashSet::new();
        loop {
            let lines = digits.chunks(columns);
            let line =
                |line: &[usize]| line.iter().map(|&digit| letters[digit]).collect::<String>();
            let text = lines.map(line).collect::<Vec<_>>().join("|");
            // What the rules do not allow as a position is no board of theirs.
            if let Ok(start) = Start::of(self, Variant::Plain, &text)
                && (all || seen.insert(start.rules.normal(start.position.clone()).0))
                && found(start).is_break()
            {
                return true;
            }
            let Some(next) = digits.iter().rposition(|&digit| digit + 1 < letters.len()) else {
                return true;
            };
            digits[next] += 1;
            digits[next + 1..].fill(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_have_their_place() {
        let fault = |text: &str| {
            let error = Start::read(text).unwrap_err();
            (error.at, error.problem)
        };
        assert_eq!(fault("  chess").0, 2..7);
        assert!(fault("nimstring a-b, b-g").1.contains("loony"));
        assert!(fault("fox-and-geese x").1.contains("loopy"));
        assert_eq!(fault("impartial twisted cram 2x2").0, 10..17);
        assert_eq!(fault("gen-toads(1,2,x,0) t.").0, 9..18);
        assert_eq!(fault("gen-toads(1,2 t.").0, 9..16);
        assert_eq!(fault("toads t?f").0, 7..8);
        assert_eq!(fault("").0, 0..0);
    }
}
