//! The requests of a page and their answers.
//!
//! Places in texts are counted in UTF-16 units here and nowhere else, as JavaScript counts them.

use cg_calculator::{ExploreReply, Fault, Goal, PictureKind, Reply, Summary, ThermographReply};
use serde::{Deserialize, Serialize};

/// A request of a page to a session.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
pub enum Question {
    /// Runs the program of a cell.
    Run {
        /// The program.
        program: String,
    },
    /// A position or value with its moves: what the explorer and the boards show. Replies come in rounds, each with
    /// more than the one before: see [`cg_calculator::explore_in_rounds`].
    Explore {
        /// The sum.
        text: String,
        /// What is to be found out.
        goal: Goal,
        /// How long that may take, in milliseconds.
        budget: u64,
    },
    /// The thermographs of games.
    Thermographs {
        /// An expression each.
        games: Vec<String>,
    },
    /// A picture as SVG.
    Picture {
        /// The kind of picture.
        kind: PictureKind,
        /// The expression.
        text: String,
    },
    /// The kinds of the pieces of a text, for colours.
    Pieces {
        /// The text.
        text: String,
    },
    /// Asks for completions at a place.
    Complete {
        /// The text.
        text: String,
        /// The place.
        cursor: usize,
    },
    /// A topic of help; without a name, all names.
    Help {
        /// Its name.
        topic: String,
    },
}

/// A line of an answer.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "line", rename_all = "lowercase")]
pub enum Line {
    /// A statement was answered, or failed.
    Reply {
        /// The answer.
        reply: Box<Reply>,
        /// The part of the program that an error is about.
        place: Option<Stretch>,
    },
    /// The names that a program gives, which nothing else of its answer shows.
    Defined {
        /// As they are used: `Row(s)`.
        names: Vec<String>,
    },
    /// An answer that is too long for a page: its beginning.
    Cut {
        /// The first signs.
        shown: String,
        /// How many bytes all of it has.
        bytes: usize,
    },
    /// A position with its moves, and what is known so far.
    Explored {
        /// The answer of a round.
        explored: Box<ExploreReply>,
    },
    /// Thermographs, in the order of the question.
    Thermographs {
        /// Each, or what is wrong with its expression.
        list: Vec<Drawn>,
    },
    /// A picture, asked for or in a program.
    Picture {
        /// Its subject in words.
        name: String,
        /// The SVG.
        svg: String,
    },
    /// The pieces of a text.
    Pieces {
        /// In order; blanks are left out.
        pieces: Vec<Shade>,
    },
    /// The completions at the cursor.
    Completion {
        /// Where the word begins that is completed.
        start: usize,
        /// The words.
        words: Vec<Word>,
    },
    /// Topics of help.
    Help {
        /// The topics of this name.
        topics: Vec<Topic>,
        /// The names of all topics, by page; only when no name was given.
        pages: Vec<Overview>,
    },
    /// How far a computation is. Comes several times a second.
    Progress {
        /// Since when it runs.
        seconds: f64,
        /// Games held.
        games: u64,
        /// Bytes in use.
        memory: u64,
        /// Calls that wait for each other.
        depth: u64,
    },
    /// The question could not be answered.
    Failed {
        /// Why, and what to do instead.
        message: String,
        /// The part of the question's text that it is about.
        place: Option<Stretch>,
    },
    /// The answer is complete.
    End {
        /// Statements that were answered.
        answers: usize,
        /// Statements that failed.
        errors: usize,
        /// A limit was reached.
        limit: bool,
        /// It was stopped.
        interrupted: bool,
    },
}

/// A thermograph, or why there is none.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Drawn {
    /// The thermograph.
    Known(ThermographReply),
    /// Why there is none.
    Missing {
        /// The reason.
        error: Fault,
    },
}

/// A part of a text in UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stretch {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
}

/// A piece of a text and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shade {
    /// The piece.
    #[serde(flatten)]
    pub place: Stretch,
    /// Its kind by the lexer.
    pub kind: &'static str,
}

/// A word that could be meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Word {
    /// The text in the list: `thermograph(g)`.
    pub shown: String,
    /// The text that is inserted: `thermograph(`.
    pub text: String,
}

/// A topic of help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Topic {
    /// How it is written.
    pub usage: String,
    /// Its text, as Markdown.
    pub text: String,
}

/// The names of the topics of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Overview {
    /// The title of the page.
    pub title: String,
    /// The names.
    pub topics: Vec<String>,
}

impl Line {
    /// The last line.
    pub fn end(summary: Summary) -> Self {
        Line::End {
            answers: summary.answers,
            errors: summary.errors,
            limit: summary.limit_reached,
            interrupted: summary.interrupted,
        }
    }

    /// A failure that is about no part of a text.
    pub fn failed(message: impl Into<String>) -> Self {
        Line::Failed { message: message.into(), place: None }
    }

    /// The line as JSON, with the line feed.
    pub fn to_json(&self) -> String {
        let mut json =
            serde_json::to_string(self).expect("a line is plain data with names for keys");
        json.push('\n');
        json
    }
}

/// Turns places of a text in bytes into places in UTF-16 units. It goes on from the place that
/// was asked for last: many places in order take one walk along the text.
pub(crate) struct Units<'t> {
    text: &'t str,
    byte: usize,
    unit: usize,
}

impl<'t> Units<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        Units { text, byte: 0, unit: 0 }
    }

    /// The place of this byte. One inside a sign is before it, one behind the end is the end.
    pub(crate) fn at(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            (self.byte, self.unit) = (0, 0);
        }
        for sign in self.text[self.byte..].chars() {
            if self.byte + sign.len_utf8() > byte {
                break;
            }
            self.byte += sign.len_utf8();
            self.unit += sign.len_utf16();
        }
        self.unit
    }

    /// The stretch of these bytes.
    pub(crate) fn stretch(&mut self, range: std::ops::Range<usize>) -> Stretch {
        Stretch { from: self.at(range.start), to: self.at(range.end) }
    }
}

/// A place in bytes, from one in UTF-16 units. A place inside a sign is before it, one
/// behind the end is the end.
pub(crate) fn bytes(text: &str, unit: usize) -> usize {
    let mut units = 0;
    for (at, sign) in text.char_indices() {
        units += sign.len_utf16();
        if units > unit {
            return at;
        }
    }
    text.len()
}

/// The stretch of these bytes.
pub(crate) fn stretch(text: &str, range: std::ops::Range<usize>) -> Stretch {
    Units::of(text).stretch(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_as_javascript_counts() {
        // `↑` has three bytes and one unit, `𝔸` four bytes and two units.
        let text = "↑*𝔸x";
        let both = [(0, 0), (3, 1), (4, 2), (8, 4), (9, 5)];
        let mut in_order = Units::of(text);
        for (byte, unit) in both.into_iter().chain(both) {
            assert_eq!(in_order.at(byte), unit);
        }
        let units = |text, byte| Units::of(text).at(byte);
        for (byte, unit) in both {
            assert_eq!((units(text, byte), bytes(text, unit)), (unit, byte));
        }
        assert_eq!((units(text, 1), units(text, 6), units(text, 99)), (0, 2, 5));
        assert_eq!((bytes(text, 3), bytes(text, 99)), (4, 9));
    }

    #[test]
    fn questions_are_read_strictly() {
        let read =
            |text: &str| serde_json::from_str::<Question>(text).map_err(|error| error.to_string());
        assert!(matches!(read(r#"{"ask":"run","program":"1"}"#), Ok(Question::Run { .. })));
        for (text, problem) in [
            (r#"{"ask":"load","file":"/etc/passwd"}"#, "unknown variant `load`"),
            (r#"{"ask":"run","program":"1","plugin":"x"}"#, "unknown field `plugin`"),
            (r#"{"ask":"run"}"#, "missing field `program`"),
            ("[]", "missing field"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
