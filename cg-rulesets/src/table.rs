//! The table of rulesets: one row each, from which parsing, help, play and the functions
//! of the language G are made.

use std::hash::{Hash, Hasher};

use crate::game::Kind;
use crate::hopping::Hopping;
use crate::ski_jumps::SkiJumps;
use crate::toppling::TopplingDominoes;
use crate::turning::Turning;
use crate::{
    Clobber, Cram, Domineering, Game, Notated, NotationError, Position, ReadError, Variant, Varied,
    VariedPosition,
};

/// A ruleset of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name as it is typed: small letters and hyphens.
    pub name: &'static str,
    /// Other names that it has.
    pub aliases: &'static [&'static str],
    /// The name of its function in the language G.
    pub function: &'static str,
    /// Its name for a heading.
    pub title: &'static str,
    /// Its rules in a sentence or two.
    pub rules: &'static str,
    /// Where the rules come from.
    pub source: &'static str,
    /// How a position is written.
    pub format: &'static str,
    /// What the parameters in parentheses are; empty when there are none.
    pub parameters: &'static str,
    /// A position, with the parameters before it.
    pub example: &'static str,
    /// The value of the example, in standard notation.
    pub value: &'static str,
    /// How numbers stand for a position.
    pub numbers: Numbers,
    /// The rules, from the parameters and the text of the position.
    make: fn(&str, &str) -> Result<Kind, String>,
}

/// What numbers mean as a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Nothing: a position is a text.
    None,
    /// Rows and columns of the start position.
    Size,
    /// Heaps, or whatever the position is made of.
    Heaps,
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Entry {}

impl Hash for Entry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// A game whose parameters must be empty.
fn plain(rules: impl Into<Kind>, parameters: &str) -> Result<Kind, String> {
    match parameters.trim() {
        "" => Ok(rules.into()),
        _ => Err("this ruleset has no parameters".into()),
    }
}

/// Whole numbers, joined by commas or blanks.
fn whole_numbers(parameters: &str) -> Result<Vec<usize>, String> {
    let words = parameters.split([',', ' ']).filter(|word| !word.is_empty());
    let number = |word: &str| {
        word.parse().map_err(|_| format!("`{}` is no whole number", word.escape_debug()))
    };
    words.map(number).collect()
}

const STONES: &str = "rows of `X` (Left's), `O` (Right's), `.` (empty) and `#` (taken), joined by `|`, or a size `4x5`";
const ANIMALS: &str = "a strip of `t` (Left's), `f` (Right's) and `.` (empty)";
const COINS: &str = "a row of `h` (heads) and `t` (tails)";
const WAYS: &str = "Winning Ways";

static TABLE: &[Entry] = &[
    Entry {
        name: "domineering",
        aliases: &[],
        function: "Domineering",
        title: "Domineering",
        rules: "Left puts an upright domino on two free cells, Right a flat one.",
        source: "G. Andersson; Winning Ways, chapter 5",
        format: "rows of `.` (free) and `#` (taken), joined by `|`, or a size `4x5`",
        parameters: "",
        example: "..|.#",
        value: "*",
        numbers: Numbers::Size,
        make: |parameters, _| plain(Domineering, parameters),
    },
    Entry {
        name: "cram",
        aliases: &[],
        function: "Cram",
        title: "Cram",
        rules: "Both players put dominoes on two free cells, upright or flat.",
        source: "M. Gardner (1974); Winning Ways, chapter 15",
        format: "rows of `.` (free) and `#` (taken), joined by `|`, or a size `4x5`",
        parameters: "",
        example: "3x3",
        value: "0",
        numbers: Numbers::Size,
        make: |parameters, _| plain(Cram, parameters),
    },
    Entry {
        name: "clobber",
        aliases: &["clobber-1xn"],
        function: "Clobber",
        title: "Clobber",
        rules: "A stone steps onto a stone of the other colour beside it, which is taken.",
        source: "M. Albert, J. P. Grossman, R. Nowakowski, D. Wolfe, An Introduction to Clobber (2005)",
        format: STONES,
        parameters: "",
        example: "xox|ox.",
        value: "{^^*|*,v}",
        numbers: Numbers::Size,
        make: |parameters, _| plain(Clobber, parameters),
    },
    Entry {
        name: "toads-and-frogs",
        aliases: &["toads", "toads-frogs"],
        function: "ToadsAndFrogs",
        title: "Toads and Frogs",
        rules: "A toad moves one cell to the right, or jumps over a frog right before it into the empty cell behind; a frog does the same to the left.",
        source: "R. K. Guy; Winning Ways, chapter 1",
        format: ANIMALS,
        parameters: "",
        example: "t.f.",
        value: "1/2",
        numbers: Numbers::None,
        make: |parameters, _| plain(Hopping::TOADS, parameters),
    },
    Entry {
        name: "elephants-and-rhinos",
        aliases: &["elephants"],
        function: "ElephantsAndRhinos",
        title: "Elephants and Rhinos",
        rules: "Toads and Frogs without jumps: an animal moves one cell, Left's to the right, Right's to the left.",
        source: "Winning Ways, chapter 6; CGSuite",
        format: ANIMALS,
        parameters: "",
        example: "t.f|tt..",
        value: "4*",
        numbers: Numbers::None,
        make: |parameters, _| plain(Hopping::ELEPHANTS, parameters),
    },
    Entry {
        name: "gen-toads",
        aliases: &["gen-toads-and-frogs"],
        function: "GenToadsAndFrogs",
        title: "Toads and Frogs with other steps",
        rules: "Animals slide so many cells, or jump over so many animals right before them into the empty cell behind.",
        source: "the solver MCGS; CGSuite",
        format: ANIMALS,
        parameters: "the least and the most cells to slide, the most animals to jump over, and 1 or 0 for own ones too or not",
        example: "(1,1,2,0) tttt..fff",
        value: "{1/2*|v}",
        numbers: Numbers::None,
        make: |parameters, _| Ok(Hopping::with_parameters(&whole_numbers(parameters)?)?.into()),
    },
    Entry {
        name: "toppling-dominoes",
        aliases: &[],
        function: "TopplingDominoes",
        title: "Toppling Dominoes",
        rules: "A player topples a domino of theirs, or one of both, to either side; it falls with all that stand on that side of it.",
        source: "A. Fink, R. Nowakowski, A. Siegel, D. Wolfe, Toppling Conjectures (2015)",
        format: "a row of `l` (Left's), `r` (Right's), `e` (of both) and `.` (none)",
        parameters: "",
        example: "lrrl",
        value: "^",
        numbers: Numbers::None,
        make: |parameters, _| plain(TopplingDominoes, parameters),
    },
    Entry {
        name: "ski-jumps",
        aliases: &[],
        function: "SkiJumps",
        title: "Ski Jumps",
        rules: "A skier glides any way over free snow, Left's to the right, Right's to the left, also off the slope. A jumper may jump down over an enemy right below into a free place; the enemy becomes a slipper, which cannot jump.",
        source: "Winning Ways, chapter 1",
        format: "rows of `L` and `R` (jumpers), `l` and `r` (slippers) and `.`, joined by `|`",
        parameters: "",
        example: ".L...|.R...|.....",
        value: "5/2",
        numbers: Numbers::None,
        make: |parameters, _| plain(SkiJumps, parameters),
    },
    Entry {
        name: "turning",
        aliases: &[],
        function: "Turning",
        title: "Coins",
        rules: "A move turns a set of coins that the code allows; the rightmost of them goes from heads to tails.",
        source: "Winning Ways, chapter 14",
        format: COINS,
        parameters: "numbers of coins such as `3`, `1-3` or `2+`, each perhaps with `C` (consecutive), `C(5)` (within five adjacent coins), `E` (equally spaced), `S` (symmetric) or `F` (with the first coin), joined by commas",
        example: "(1+C) htthh",
        value: "*4",
        numbers: Numbers::None,
        make: |parameters, _| Ok(Turning::new(parameters)?.into()),
    },
    Entry {
        name: "turning-turtles",
        aliases: &[],
        function: "TurningTurtles",
        title: "Turning Turtles",
        rules: "A move turns one coin or two; the rightmost goes from heads to tails.",
        source: WAYS,
        format: COINS,
        parameters: "",
        example: "htth",
        value: "*5",
        numbers: Numbers::None,
        make: |parameters, _| plain(Turning::new("1-2")?, parameters),
    },
    Entry {
        name: "mock-turtles",
        aliases: &[],
        function: "MockTurtles",
        title: "Mock Turtles",
        rules: "A move turns up to three coins; the rightmost goes from heads to tails.",
        source: WAYS,
        format: COINS,
        parameters: "",
        example: "htth",
        value: "*6",
        numbers: Numbers::None,
        make: |parameters, _| plain(Turning::new("1-3")?, parameters),
    },
    Entry {
        name: "ruler",
        aliases: &[],
        function: "Ruler",
        title: "Ruler",
        rules: "A move turns any number of adjacent coins; the rightmost goes from heads to tails.",
        source: WAYS,
        format: COINS,
        parameters: "",
        example: "thht",
        value: "*3",
        numbers: Numbers::None,
        make: |parameters, _| plain(Turning::new("1+C")?, parameters),
    },
];

/// Rulesets that are known and not in the table, with what they lack.
static REFUSED: &[(&[&str], &str)] = &[
    (
        &["fox-and-geese", "ceylonese-fox-and-geese", "gen-fox-and-geese"],
        "its positions come back: loopy games need values of their own, which are not there yet",
    ),
    (
        &["backsliding-toads-and-frogs"],
        "its positions come back: loopy games need values of their own, which are not there yet",
    ),
    (
        &["nimstring"],
        "a player who frees a coin must move again, anywhere: moves that oblige to others are not there yet",
    ),
];

/// Names with what does not matter left out: large letters, blanks, underscores, hyphens.
fn key(name: &str) -> String {
    name.chars().filter(|sign| !"-_ ".contains(*sign)).flat_map(char::to_lowercase).collect()
}

impl Entry {
    /// All rulesets, in the order of the guide.
    pub fn all() -> &'static [Entry] {
        TABLE
    }

    /// The ruleset of this name; large letters, hyphens and blanks do not matter.
    pub fn named(name: &str) -> Option<&'static Entry> {
        let wanted = key(name);
        TABLE.iter().find(|entry| {
            let names =
                [entry.name, entry.function].into_iter().chain(entry.aliases.iter().copied());
            !wanted.is_empty() && names.map(key).any(|name| name == wanted)
        })
    }

    /// Why a ruleset of this name is not there, though it is known.
    pub fn refused(name: &str) -> Option<&'static str> {
        let wanted = key(name);
        let row = REFUSED.iter().find(|(names, _)| names.iter().any(|name| key(name) == wanted));
        row.map(|&(_, why)| why)
    }

    /// Whether it has parameters, which stand in parentheses before a position.
    pub fn has_parameters(&self) -> bool {
        !self.parameters.is_empty()
    }

    pub(crate) fn kind(&self, parameters: &str, board: &str) -> Result<Kind, String> {
        (self.make)(parameters, board)
    }

    /// A topic of help in Markdown: usage, rules, an example, the source.
    pub fn help(&self) -> String {
        let names: Vec<&str> =
            [self.name].into_iter().chain(self.aliases.iter().copied()).collect();
        let parameters = match self.parameters {
            "" => String::new(),
            parameters => format!(" The parameters, in parentheses before it, are {parameters}."),
        };
        format!(
            "## {0}(position)\n<!-- also: {1} -->\n\n{2} A position is {3}.{parameters}\n\n```\ncg> {0}(\"{4}\")\n{5}\n```\n\n\
             Source: {6}.\n",
            self.function,
            names.join(", "),
            self.rules,
            self.format,
            self.example,
            self.value,
            self.source
        )
    }
}

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
    /// Reads `[impartial|dicotic|twisted] NAME[(PARAMETERS)] POSITION`.
    ///
    /// # Errors
    /// An unknown name; what is wrong with the parameters or the position: with its place.
    pub fn read(text: &str) -> Result<Self, NotationError> {
        let mut at = text.len() - text.trim_start().len();
        let mut variant = Variant::Plain;
        loop {
            let end = word_end(text, at);
            let word = &text[at..end];
            let named = Variant::NAMED.into_iter().find(|variant| variant.name() == word);
            match named {
                Some(found) if variant == Variant::Plain => {
                    variant = found;
                    at = end + text[end..].len() - text[end..].trim_start().len();
                }
                Some(_) => {
                    let problem = "a ruleset is varied once: impartial, dicotic or twisted";
                    return Err(NotationError::new(problem, at..end));
                }
                None if word.is_empty() => {
                    let problem = "the name of a ruleset is missing";
                    return Err(NotationError::new(problem, at..text.len()));
                }
                None => match Entry::named(word) {
                    Some(entry) => {
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
    /// What is wrong with the parameters or the position: with its place.
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
}

impl std::fmt::Display for Start {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
        None => format!(
            "there is no ruleset `{}`: `cg rulesets` and `:rulesets` list them",
            shown.escape_debug()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_once_and_examples_read_back() {
        let mut names: Vec<String> = Vec::new();
        for entry in Entry::all() {
            for name in [entry.name].into_iter().chain(entry.aliases.iter().copied()) {
                assert!(!names.contains(&key(name)), "{name}");
                assert!(Entry::refused(name).is_none() && Entry::named(name) == Some(entry));
                names.push(key(name));
            }
            assert_eq!(Entry::named(entry.function), Some(entry));
            let start = Start::read(&format!("{} {}", entry.name, entry.example)).unwrap();
            assert_eq!(Start::read(&start.to_string()), Ok(start.clone()), "{start}");
            assert!(entry.rules.ends_with('.') && !entry.format.ends_with('.'), "{}", entry.name);
        }
    }

    #[test]
    fn faults_have_their_place() {
        let fault = |text: &str| {
            let error = Start::read(text).unwrap_err();
            (error.at, error.problem)
        };
        assert_eq!(fault("  chess").0, 2..7);
        assert!(fault("nimstring x").1.contains("must move again"));
        assert!(fault("fox-and-geese x").1.contains("loopy"));
        assert_eq!(fault("impartial twisted cram 2x2").0, 10..17);
        assert_eq!(fault("gen-toads(1,2,x,0) t.").0, 9..18);
        assert_eq!(fault("gen-toads(1,2 t.").0, 9..16);
        assert_eq!(fault("toads t?f").0, 7..8);
        assert_eq!(fault("").0, 0..0);
    }
}
