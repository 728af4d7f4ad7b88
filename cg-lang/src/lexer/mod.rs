//! From text to tokens, one at a time.
//!
//! The lexer is asked for tokens only as the parser needs them, because what stands
//! behind a directive is no text of the language.

mod pieces;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use dashu_int::IBig;

use crate::error::ParseError;
use crate::source::{Source, Span};

pub use pieces::{Piece, PieceKind, pieces};

/// What the reading of a text depends on besides the text: the names that the program
/// has given, as far as they could be downs. There is one grammar for all notations, and
/// in it `v`, `vv` and `v3` are downs unless something is called so.
///
/// ```
/// use cg_lang::Reading;
/// let reading = Reading::with_names(["v", "Nim"]);
/// assert!(reading.shadows("v"));
/// assert!(!reading.shadows("v3"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    shadowed: Arc<BTreeSet<Box<str>>>,
}

impl Reading {
    /// A reading in which these names stand for what the program means by them.
    pub fn with_names<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let downs = names.into_iter().filter(|name| is_down_word(name));
        Reading { shadowed: Arc::new(downs.map(Box::from).collect()) }
    }

    /// Whether this name, which could be part of a literal, is one of the program's.
    pub fn shadows(&self, name: &str) -> bool {
        self.shadowed.contains(name)
    }

    /// The program gives this name.
    pub(crate) fn add(&mut self, name: &str) {
        if Self::depends_on(name) && !self.shadows(name) {
            Arc::make_mut(&mut self.shadowed).insert(name.into());
        }
    }

    /// Whether a text may be read in another way where the program gives this name.
    pub(crate) fn depends_on(name: &str) -> bool {
        is_down_word(name) || is_loopy_summand(name)
    }
}

/// Characters that are read as others, and characters of which we know what
/// was meant.
const MEANT_INSTEAD: [(char, &str); 16] = [
    ('–', "-"),
    ('—', "-"),
    ('×', "*"),
    ('∙', "."),
    ('÷', "/"),
    ('‖', "||"),
    ('∥', "||"),
    ('“', "\""),
    ('”', "\""),
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "!="),
    ('≡', "=="),
    ('&', "and"),
    ('!', "not"),
    ('\'', "\""),
];

/// The most bytes of a name: errors repeat them.
const LONGEST_NAME: usize = 1000;

pub(crate) struct Lexer {
    source: Source,
    /// Where the text to be read begins and ends in the source.
    begin: usize,
    /// Where its first token begins, but for comments.
    first: usize,
    end: usize,
    at: usize,
    reading: Reading,
    /// Errors of the `Bad` tokens that were handed out, in order.
    errors: VecDeque<ParseError>,
    /// The last token can end an operand.
    after_operand: bool,
    /// The last token was a closing brace; directly behind it a `'` ends a form.
    after_brace: bool,
    /// The source was too long to be read: its name stays, its text is left out.
    too_long: bool,
}

impl Lexer {
    pub(crate) fn new(source: Source, reading: &Reading) -> Self {
        let too_long = source.text().len() > Source::LONGEST;
        let source = if too_long { Source::new(source.name(), "") } else { source };
        let end = source.text().len();
        Lexer {
            begin: 0,
            first: first_sign(source.text(), 0),
            source,
            end,
            at: 0,
            reading: reading.clone(),
            errors: VecDeque::new(),
            after_operand: false,
            after_brace: false,
            too_long,
        }
    }

    /// A lexer of a part of a source.
    pub(crate) fn within(source: Source, part: Span, reading: &Reading) -> Self {
        let mut lexer = Lexer::new(source, reading);
        let part = part.range();
        (lexer.begin, lexer.at) = (part.start, part.start);
        lexer.first = first_sign(lexer.source.text(), part.start);
        lexer.end = part.end.min(lexer.end);
        lexer
    }

    /// Where the text to be read ends.
    pub(crate) fn end(&self) -> u32 {
        Span::at(self.end, self.end).end
    }

    /// The text up to the end of what is read.
    fn text(&self) -> &str {
        &self.source.text()[..self.end]
    }

    /// Whether only blanks stand before `token` on its line. What is looked at lies between
    /// `token` and the one before it, so that to ask for all tokens takes linear time.
    pub(crate) fn is_first_on_line(&self, token: Token) -> bool {
        let start = token.span.start as usize;
        if start <= self.first || !token.new_line {
            return start <= self.first;
        }
        let before = &self.text()[self.begin..start];
        before.rfind('\n').is_some_and(|at| before[at + 1..].trim().is_empty())
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    pub(crate) fn reading(&self) -> &Reading {
        &self.reading
    }

    pub(crate) fn set_reading(&mut self, reading: &Reading) {
        self.reading = reading.clone();
    }

    /// The error of the first `Bad` token that was not asked for yet.
    pub(crate) fn take_error(&mut self) -> Option<ParseError> {
        self.errors.pop_front()
    }

    /// Forgets the last `count` errors, whose tokens are forgotten.
    pub(crate) fn forget_errors(&mut self, count: usize) {
        self.errors.truncate(self.errors.len().saturating_sub(count));
    }

    /// Goes to this place, which lies at the end of a token.
    pub(crate) fn go_to(&mut self, at: u32) {
        self.at = at as usize;
        self.after_operand = false;
        self.after_brace = false;
    }

    /// The rest of the line from here, without the end of the line.
    pub(crate) fn rest_of_line(&mut self) -> Span {
        let start = self.at;
        let length = self.rest().find('\n').unwrap_or(self.rest().len());
        self.at += length;
        self.span_from(start)
    }

    fn rest(&self) -> &str {
        &self.text()[self.at..]
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text().as_bytes().get(self.at + ahead).copied()
    }

    fn character(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn span_from(&self, start: usize) -> Span {
        Span::at(start, self.at)
    }

    /// The next token. After the end, `End` again and again.
    pub(crate) fn next(&mut self) -> Token {
        if std::mem::take(&mut self.too_long) {
            self.errors.push_back(ParseError::TooLong);
            return Token {
                kind: TokenKind::Bad,
                span: Span::default(),
                new_line: false,
                glued: false,
            };
        }
        let before = self.at;
        let (new_line, error) = self.skip_blank();
        let start = self.at;
        self.after_brace &= before == start;
        if let Some((error, span)) = error {
            self.errors.push_back(error);
            self.after_operand = false;
            return Token { kind: TokenKind::Bad, span, new_line, glued: false };
        }
        let kind = match self.character() {
            None => TokenKind::End,
            Some(character) => self.scan(character).unwrap_or_else(|error| {
                self.errors.push_back(error);
                TokenKind::Bad
            }),
        };
        self.after_operand = matches!(
            kind,
            TokenKind::Integer
                | TokenKind::Fraction
                | TokenKind::Text
                | TokenKind::Name
                | TokenKind::RightParen
                | TokenKind::RightBracket
        );
        self.after_brace = kind == TokenKind::RightBrace;
        let glued = before == start && start > self.begin;
        Token { kind, span: self.span_from(start), new_line, glued }
    }

    /// Skips blanks and comments; tells whether a line ended.
    fn skip_blank(&mut self) -> (bool, Option<(ParseError, Span)>) {
        let mut new_line = false;
        let first = self.at;
        loop {
            let start = self.at;
            match self.byte(0) {
                Some(b'\n') => {
                    new_line = true;
                    self.at += 1;
                }
                Some(b' ' | b'\t' | b'\r' | 0x0c) => self.at += 1,
                Some(b'/') if matches!(self.byte(1), Some(b'/' | b'*')) => {
                    let line = self.byte(1) == Some(b'/');
                    let glued = start == first && self.after_operand;
                    let error = if line {
                        self.skip_line_comment()
                    } else {
                        self.skip_comment(&mut new_line)
                    };
                    if glued {
                        let opening = self.opening(start);
                        return (
                            new_line,
                            Some((ParseError::CommentAfterOperand { line }, opening)),
                        );
                    }
                    if error {
                        return (
                            new_line,
                            Some((ParseError::UnclosedComment, self.opening(start))),
                        );
                    }
                }
                Some(0x80..) => match self.character() {
                    // The empty set, and blanks of all kinds, read as nothing.
                    Some(blank) if blank == '∅' || blank == '\u{feff}' || blank.is_whitespace() =>
                    {
                        self.at += blank.len_utf8();
                    }
                    _ => return (new_line, None),
                },
                _ => return (new_line, None),
            }
        }
    }

    /// The two characters that open a comment at `start`.
    fn opening(&self, start: usize) -> Span {
        let mut span = self.span_from(start);
        span.end = span.start + 2;
        span
    }

    fn skip_line_comment(&mut self) -> bool {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        false
    }

    /// True when the comment is not closed.
    fn skip_comment(&mut self, new_line: &mut bool) -> bool {
        let body = &self.rest()[2..];
        let (length, unclosed) = match body.find("*/") {
            Some(length) => (length + 2, false),
            None => (body.len(), true),
        };
        *new_line |= body[..length].contains('\n');
        self.at += 2 + length;
        unclosed
    }

    fn scan(&mut self, character: char) -> Result<TokenKind, ParseError> {
        if character.is_ascii_digit() || vulgar_fraction(character).is_some() {
            return self.scan_number();
        }
        if character.is_alphabetic() || character == '_' {
            return self.scan_name();
        }
        if character == '"' {
            return self.scan_text();
        }
        self.scan_symbol(character)
    }

    fn scan_name(&mut self) -> Result<TokenKind, ParseError> {
        let start = self.at;
        let length = self
            .rest()
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(self.rest().len());
        self.at += length;
        let name = &self.text()[start..self.at];
        if name.len() > LONGEST_NAME {
            return Err(ParseError::LongName { most: LONGEST_NAME });
        }
        Ok(match Keyword::from_name(name) {
            // `impartial F(n) {` begins a definition, `impartial(` a call.
            Some(Keyword::Impartial) if self.rest().starts_with('(') => TokenKind::Name,
            keyword => keyword.map_or(TokenKind::Name, TokenKind::Keyword),
        })
    }

    /// The token of a name that turns out to be downs, with the index behind it.
    pub(crate) fn downs(&mut self, name: Token) -> Token {
        self.go_to(name.span.end);
        if !self.source.slice(name.span).ends_with(|c: char| c.is_ascii_digit()) {
            self.scan_field_index();
        }
        Token { kind: TokenKind::FieldUps, span: self.span_from(name.span.start as usize), ..name }
    }

    /// After ups: `3`, `[4]`, `<2>`, `²`, when they are whole.
    fn scan_field_index(&mut self) {
        let raised = self.rest().find(|c| superscript(c).is_none()).unwrap_or(self.rest().len());
        if raised > 0 {
            self.at += raised;
            return;
        }
        let digits = |lexer: &Self, from: usize| {
            (from..).take_while(|&i| lexer.byte(i).is_some_and(|b| b.is_ascii_digit())).count()
        };
        let close = match self.byte(0) {
            Some(b'[') => b']',
            Some(b'<') => b'>',
            _ => {
                self.at += digits(self, 0);
                return;
            }
        };
        let length = digits(self, 1);
        if length > 0 && self.byte(1 + length) == Some(close) {
            self.at += length + 2;
        }
    }

    fn scan_text(&mut self) -> Result<TokenKind, ParseError> {
        let bytes = self.text().as_bytes();
        let mut at = self.at + 1;
        loop {
            match bytes.get(at) {
                None | Some(b'\n') => {
                    self.at = at;
                    return Err(ParseError::UnclosedText);
                }
                Some(b'"') => {
                    self.at = at + 1;
                    return Ok(TokenKind::Text);
                }
                Some(b'\\') => match bytes.get(at + 1) {
                    Some(b'"' | b'\\' | b'n' | b't') => at += 2,
                    _ => {
                        self.at = self.end_of_line(at);
                        return Err(ParseError::BadEscape);
                    }
                },
                Some(_) => at += 1,
            }
        }
    }

    fn end_of_line(&self, from: usize) -> usize {
        let rest = &self.text()[from..];
        from + rest.find('\n').unwrap_or(rest.len())
    }

    fn scan_symbol(&mut self, character: char) -> Result<TokenKind, ParseError> {
        let kind = match (character, self.byte(1)) {
            ('(', _) => TokenKind::LeftParen,
            (')', _) => TokenKind::RightParen,
            ('[', _) => TokenKind::LeftBracket,
            (']', _) => TokenKind::RightBracket,
            ('{', _) => TokenKind::LeftBrace,
            ('}', _) => TokenKind::RightBrace,
            ('\'', _) if self.after_brace || self.opens_form() => TokenKind::Quote,
            (',', _) => TokenKind::Comma,
            (';', _) => TokenKind::Semicolon,
            (':', _) => TokenKind::Colon,
            ('+', _) => TokenKind::Plus,
            ('-', Some(b'>')) => return Ok(self.two(TokenKind::Arrow)),
            ('-' | '−', _) => TokenKind::Minus,
            ('*' | '∗', _) => TokenKind::Star,
            ('⧾' | '⧿', _) => TokenKind::Name,
            ('/', _) => TokenKind::Slash,
            ('%', _) => TokenKind::Percent,
            ('&', _) => TokenKind::Ampersand,
            ('±', _) => TokenKind::PlusMinus,
            ('…', _) => TokenKind::DotDot,
            ('.', Some(b'.')) => return Ok(self.two(TokenKind::DotDot)),
            ('.' | '·', _) => TokenKind::Dot,
            ('=', Some(b'=')) => return Ok(self.two(TokenKind::Equal)),
            ('=', _) => TokenKind::Assign,
            ('!', Some(b'=')) => return Ok(self.two(TokenKind::NotEqual)),
            ('<', Some(b'=')) => return Ok(self.two(TokenKind::AtMost)),
            ('<', Some(b'>')) => return Ok(self.two(TokenKind::Confused)),
            ('<', _) => TokenKind::Less,
            ('>', Some(b'=')) => return Ok(self.two(TokenKind::AtLeast)),
            ('>', _) => TokenKind::Greater,
            ('?', Some(b'?')) => return Ok(self.two(TokenKind::DoubleQuestion)),
            ('?', _) => TokenKind::Question,
            ('|', _) => {
                let count = self.rest().bytes().take_while(|&b| b == b'|').count();
                self.at += count;
                return Ok(TokenKind::Bars(
                    u32::try_from(count).expect("sources are shorter than 1 GiB"),
                ));
            }
            ('^' | '↑' | '↓' | '⇑' | '⇓', _) => return Ok(self.scan_ups(character)),
            _ => {
                self.at += character.len_utf8();
                let instead = MEANT_INSTEAD.iter().find(|(known, _)| *known == character);
                return Err(ParseError::UnknownCharacter {
                    character,
                    instead: instead.map(|&(_, text)| text),
                });
            }
        };
        self.at += character.len_utf8();
        Ok(kind)
    }

    /// Whether a brace follows the `'`.
    fn opens_form(&self) -> bool {
        self.rest()[1..].trim_start().starts_with('{')
    }

    fn two(&mut self, kind: TokenKind) -> TokenKind {
        self.at += 2;
        kind
    }

    fn scan_ups(&mut self, character: char) -> TokenKind {
        let down = matches!(character, '↓' | '⇓');
        while let Some(next) = self.character() {
            let same = if down {
                matches!(next, '↓' | '⇓')
            } else {
                matches!(next, '^' | '↑' | '⇑')
            };
            if !same {
                break;
            }
            self.at += next.len_utf8();
        }
        self.scan_field_index();
        TokenKind::FieldUps
    }
}

/// Where the first sign of `text` that is no blank stands, from `begin` on.
fn first_sign(text: &str, begin: usize) -> usize {
    let text = text.get(begin..).unwrap_or("");
    begin + text.len() - text.trim_start().len()
}

/// Whether a word is a loopy game that others write directly behind a number: `5over` is 5 + over.
pub(crate) fn is_loopy_summand(word: &str) -> bool {
    matches!(word, "on" | "off" | "over" | "under" | "upon" | "uponth")
}

/// `v`, `vv`, `v3`: downs, where nothing is called so.
pub(crate) fn is_down_word(name: &str) -> bool {
    let rest = name.trim_start_matches('v');
    let downs = name.len() - rest.len();
    downs > 0 && rest.bytes().all(|b| b.is_ascii_digit())
}

/// The digit that is written raised.
pub(crate) fn superscript(character: char) -> Option<char> {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = RAISED.iter().position(|&raised| raised == character)?;
    char::from_digit(u32::try_from(digit).ok()?, 10)
}

/// The numerator of a fraction that is one character, and the exponent of its
/// denominator: `(3, 2)` for ¾.
pub(crate) fn vulgar_fraction(character: char) -> Option<(u8, usize)> {
    Some(match character {
        '½' => (1, 1),
        '¼' => (1, 2),
        '¾' => (3, 2),
        '⅛' => (1, 3),
        '⅜' => (3, 3),
        '⅝' => (5, 3),
        '⅞' => (7, 3),
        _ => return None,
    })
}

// The tokens of G.

/// What a token is. Names, numbers and texts are read from the source at the
/// token's span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Digits.
    Integer,
    /// A number with a binary fraction, `2.011`, or with a fraction that is one
    /// character, `2½`.
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
    /// `&`
    Ampersand,
    /// Ups or downs with what belongs to them: `^`, `^^`, `↓3`, `^[4]`, `^<2>`. Those
    /// that are written with a `v` are names to the lexer.
    FieldUps,
    /// `->`
    Arrow,
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

impl TokenKind {
    /// What stands behind a name that it binds.
    pub(crate) fn is_binder(self) -> bool {
        matches!(self, TokenKind::Assign | TokenKind::Arrow | TokenKind::Keyword(Keyword::In))
    }

    /// Whether an expression can end in it, so that the end of the line ends a statement.
    pub(crate) fn ends_operand(self) -> bool {
        matches!(
            self,
            TokenKind::Integer
                | TokenKind::Fraction
                | TokenKind::Text
                | TokenKind::Name
                | TokenKind::FieldUps
                | TokenKind::RightParen
                | TokenKind::RightBracket
                | TokenKind::RightBrace
                | TokenKind::Quote
                | TokenKind::Keyword(Keyword::True | Keyword::False)
        )
    }
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

// Integers, and numbers with a binary fraction.

/// Decimals longer than this get no worked example in their error.
const LONGEST_EXAMPLE: usize = 18;

impl Lexer {
    /// Digits; with a point between digits, a binary fraction.
    fn scan_number(&mut self) -> Result<TokenKind, ParseError> {
        let start = self.at;
        self.at += self.digits(0);
        if let Some(fraction) = self.character().filter(|&c| vulgar_fraction(c).is_some()) {
            self.at += fraction.len_utf8();
            return Ok(TokenKind::Fraction);
        }
        let fraction = match self.byte(0) {
            Some(b'.') => self.digits(1),
            _ => 0,
        };
        if fraction == 0 {
            return Ok(TokenKind::Integer);
        }
        let point = self.at;
        self.at += 1 + fraction;
        let digits = &self.text()[point + 1..self.at];
        if digits.bytes().all(|b| b == b'0' || b == b'1') {
            return Ok(TokenKind::Fraction);
        }
        Err(ParseError::NotBinary { as_decimal: decimal(&self.text()[start..point], digits) })
    }

    fn digits(&self, from: usize) -> usize {
        (from..).take_while(|&i| self.byte(i).is_some_and(|b| b.is_ascii_digit())).count()
    }
}

/// What `whole.digits` would be as a decimal: `5/2`.
fn decimal(whole: &str, digits: &str) -> Option<String> {
    if whole.len() + digits.len() > LONGEST_EXAMPLE {
        return None;
    }
    let denominator = IBig::from(10).pow(digits.len());
    let numerator = IBig::from_str_radix(whole, 10).ok()? * &denominator
        + IBig::from_str_radix(digits, 10).ok()?;
    let divisor = IBig::from(dashu_int::ops::Gcd::gcd(&numerator, &denominator));
    let (numerator, denominator) = (numerator / &divisor, denominator / divisor);
    let whole = denominator == IBig::ONE;
    Some(if whole { numerator.to_string() } else { format!("{numerator}/{denominator}") })
}
