//! What can be wrong with the characters of a program.

use thiserror::Error;

/// An error of the lexer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LexError {
    /// A character that means nothing in G.
    #[error("{}", unknown_character(*character))]
    UnknownCharacter {
        /// The character.
        character: char,
        /// What was probably meant.
        instead: Option<&'static str>,
    },
    /// `/*` without `*/`.
    #[error("this comment is not closed")]
    UnclosedComment,
    /// `"` without a second one on the line.
    #[error("this text is not closed")]
    UnclosedText,
    /// An unknown escape in a text.
    #[error("unknown escape in a text")]
    BadEscape,
    /// A comment that begins directly behind a number, a name or a bracket:
    /// more often a slip (`1//2`) than a comment.
    #[error("this opens a comment directly after an operand")]
    CommentAfterOperand {
        /// It is a `//`, not a `/*`.
        line: bool,
    },
    /// A digit other than 0 and 1 behind a point.
    #[error("the digits after the point are binary: 0 or 1")]
    NotBinary {
        /// The number read as a decimal, as a fraction.
        as_decimal: Option<String>,
    },
    /// A point in a number, in standard notation.
    #[error("in standard notation numbers are written as fractions")]
    DecimalInStandard {
        /// The number read as a decimal, as a fraction.
        as_decimal: Option<String>,
        /// The number read as a binary fraction, when it can be one.
        as_binary: Option<String>,
    },
    /// The source is 1 GiB long or longer.
    #[error("the program is too long: it may have 1 GiB at most")]
    TooLong,
}

fn unknown_character(character: char) -> String {
    match character {
        char::REPLACEMENT_CHARACTER => "this is not UTF-8 text".into(),
        c if c.is_control() => {
            format!("the control character U+{:04X} means nothing here", c as u32)
        }
        c => format!("the character `{c}` means nothing here"),
    }
}

impl LexError {
    pub(super) fn code(&self) -> &'static str {
        match self {
            LexError::UnknownCharacter { .. } => "unknown-character",
            LexError::UnclosedComment => "unclosed-comment",
            LexError::UnclosedText => "unclosed-text",
            LexError::BadEscape => "bad-escape",
            LexError::CommentAfterOperand { .. } => "comment-after-operand",
            LexError::NotBinary { .. } => "not-binary",
            LexError::DecimalInStandard { .. } => "decimal-in-standard",
            LexError::TooLong => "source-too-long",
        }
    }

    pub(super) fn help(&self) -> Option<String> {
        Some(match self {
            LexError::UnknownCharacter { instead, .. } => format!("write `{}`", (*instead)?),
            LexError::UnclosedComment => "end the comment with `*/`".into(),
            LexError::UnclosedText => "end the text with `\"` on the same line".into(),
            LexError::BadEscape => "there are \\\" \\\\ \\n and \\t".into(),
            LexError::CommentAfterOperand { line: true } => {
                "put a space before the comment; division with remainder is `7 div 2` and `7 % 2`"
                    .into()
            }
            LexError::CommentAfterOperand { line: false } => {
                "put a space before the comment, or between `/` and `*`".into()
            }
            LexError::NotBinary { as_decimal } => fraction_help(as_decimal.as_ref()?),
            LexError::DecimalInStandard { as_decimal, as_binary } => match as_binary {
                Some(binary) => format!("write `{binary}` for the binary fraction"),
                None => fraction_help(as_decimal.as_ref()?),
            },
            LexError::TooLong => return None,
        })
    }

    /// Whether more text could mend it.
    pub(super) fn is_unfinished(&self) -> bool {
        matches!(self, LexError::UnclosedComment)
    }
}

/// Suggests a fraction, unless it is the value of no game.
fn fraction_help(fraction: &str) -> String {
    let denominator = fraction.split_once('/').and_then(|(_, text)| text.parse::<u64>().ok());
    match denominator {
        Some(denominator) if !denominator.is_power_of_two() => format!(
            "the decimal would be {fraction}, which is no finite game: denominators are powers of 2"
        ),
        _ => format!("write `{fraction}`"),
    }
}
