//! The tokens of G.

use crate::source::Span;

/// What a token is. Names, numbers and texts are read from the source at the
/// token's span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Digits.
    Integer,
    /// A number with a binary fraction, `2.011`.
    Fraction,
    /// `"..."`.
    Text,
    Name,
    Keyword(Keyword),
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    /// `'`, around a form.
    Quote,
    Comma,
    Semicolon,
    Colon,
    /// A run of bars: `|`, `||`, ...
    Bars(u32),
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    /// `^` in the paper's notation.
    Caret,
    /// `↓` in the paper's notation.
    Down,
    /// Ups or downs with what belongs to them in standard notation: `^^`, `v3`,
    /// `^[4]`, `v<2>`.
    FieldUps,
    /// `±`.
    PlusMinus,
    Dot,
    /// `..`
    DotDot,
    /// `=`
    Assign,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    Less,
    Greater,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<>`
    Confused,
    /// `?`
    Question,
    /// `??`
    DoubleQuestion,
    /// Not a token: the lexer has an error for this place.
    Bad,
    End,
}

/// The reserved words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
    Case,
    Default,
    If,
    Then,
    Else,
    Let,
    And,
    Or,
    Not,
    In,
    Impartial,
    True,
    False,
    /// `_`
    Wildcard,
}

impl Keyword {
    /// All reserved words with their spelling.
    pub(crate) const ALL: [(&'static str, Keyword); 14] = [
        ("case", Keyword::Case),
        ("default", Keyword::Default),
        ("if", Keyword::If),
        ("then", Keyword::Then),
        ("else", Keyword::Else),
        ("let", Keyword::Let),
        ("and", Keyword::And),
        ("or", Keyword::Or),
        ("not", Keyword::Not),
        ("in", Keyword::In),
        ("impartial", Keyword::Impartial),
        ("true", Keyword::True),
        ("false", Keyword::False),
        ("_", Keyword::Wildcard),
    ];

    pub(crate) fn from_name(name: &str) -> Option<Keyword> {
        Self::ALL.iter().find(|(spelling, _)| *spelling == name).map(|&(_, keyword)| keyword)
    }
}

/// One token and how it stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// A line ended between the token before and this one.
    pub(crate) new_line: bool,
    /// Nothing stands between the token before and this one.
    pub(crate) glued: bool,
}

impl Token {
    pub(crate) fn is(&self, kind: TokenKind) -> bool {
        self.kind == kind
    }

    /// Glued to the token before, and of this kind.
    pub(crate) fn is_glued(&self, kind: TokenKind) -> bool {
        self.glued && self.kind == kind
    }
}
