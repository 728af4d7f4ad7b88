//! A text cut into pieces of one kind each, for whoever shows or completes it.

use super::{Keyword, Lexer, Reading, Token, TokenKind, is_down_word};
use crate::error::ParseError;
use crate::source::{Source, Span};

/// A stretch of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: PieceKind,
}

/// What a stretch of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceKind {
    /// A reserved word.
    Keyword,
    /// A name.
    Name,
    /// A name before a parenthesis: of a function.
    Call,
    /// A number.
    Number,
    /// A sign that is a game, or makes one: `*`, `^`, `±`.
    Game,
    /// `"..."`, closed or not.
    Text,
    /// A comment, closed or not.
    Comment,
    /// The colon and name of a directive.
    Directive,
    /// What stands behind the name of a directive.
    Argument,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// A bar between options.
    Bar,
    /// An operator, a comma, or another sign.
    Sign,
    /// Nothing that the language knows.
    Bad,
}

impl PieceKind {
    /// Its name in small letters, as front ends style it: `keyword`.
    pub fn name(self) -> &'static str {
        match self {
            PieceKind::Keyword => "keyword",
            PieceKind::Name => "name",
            PieceKind::Call => "call",
            PieceKind::Number => "number",
            PieceKind::Game => "game",
            PieceKind::Text => "text",
            PieceKind::Comment => "comment",
            PieceKind::Directive => "directive",
            PieceKind::Argument => "argument",
            PieceKind::Open => "open",
            PieceKind::Close => "close",
            PieceKind::Bar => "bar",
            PieceKind::Sign => "sign",
            PieceKind::Bad => "bad",
        }
    }
}

/// The pieces of `text`, in order; blanks are left out. Never fails: what cannot be
/// read is [`PieceKind::Bad`].
///
/// ```
/// use cg_lang::{PieceKind, Reading, pieces};
/// let kinds: Vec<PieceKind> =
///     pieces("Nim(3) + *", &Reading::default()).iter().map(|piece| piece.kind).collect();
/// use PieceKind::{Call, Close, Game, Number, Open, Sign};
/// assert_eq!(kinds, [Call, Open, Number, Close, Sign, Game]);
/// ```
pub fn pieces(text: &str, reading: &Reading) -> Vec<Piece> {
    let mut cutter = Cutter {
        lexer: Lexer::new(Source::new("", text), reading),
        pieces: Vec::new(),
        end: 0,
        depth: 0,
        after_operand: false,
    };
    while cutter.step() {}
    cutter.pieces
}

struct Cutter {
    lexer: Lexer,
    pieces: Vec<Piece>,
    /// The end of what was cut.
    end: usize,
    /// How many brackets are open.
    depth: usize,
    after_operand: bool,
}

impl Cutter {
    fn step(&mut self) -> bool {
        let token = self.lexer.next();
        self.comments_before(token.span.start as usize);
        match token.kind {
            TokenKind::End => return false,
            TokenKind::Bad => self.bad(token),
            TokenKind::Colon if self.depth == 0 && self.lexer.is_first_on_line(token) => {
                self.directive(token);
            }
            _ => {
                let kind = self.kind(token);
                self.push(token.span, kind);
            }
        }
        true
    }

    fn push(&mut self, span: Span, kind: PieceKind) {
        self.end = self.end.max(span.end as usize);
        if span.start < span.end {
            self.pieces.push(Piece { span, kind });
        }
    }

    /// Between tokens stand blanks and comments only.
    fn comments_before(&mut self, start: usize) {
        let mut at = self.end;
        while let Some(gap) = self.lexer.source.text().get(at..start)
            && let Some(from) = gap.find("//").into_iter().chain(gap.find("/*")).min()
        {
            let comment = &gap[from..];
            let length = match comment.starts_with("//") {
                true => comment.find('\n'),
                false => comment.get(2..).and_then(|rest| rest.find("*/")).map(|end| end + 4),
            };
            let end = at + from + length.unwrap_or(comment.len());
            self.push(Span::at(at + from, end), PieceKind::Comment);
            at = end;
        }
    }

    /// A comment that does not end, or stands where none may, is a comment still.
    fn bad(&mut self, token: Token) {
        let (kind, end) = match self.lexer.take_error() {
            Some(ParseError::UnclosedComment | ParseError::CommentAfterOperand { .. }) => {
                (PieceKind::Comment, self.lexer.at)
            }
            Some(ParseError::UnclosedText) => (PieceKind::Text, token.span.end as usize),
            _ => (PieceKind::Bad, token.span.end as usize),
        };
        self.after_operand = kind == PieceKind::Text;
        self.push(Span::at(token.span.start as usize, end), kind);
    }

    fn directive(&mut self, colon: Token) {
        let line = self.lexer.rest_of_line();
        let text = self.lexer.source.slice(line);
        let blank = text.len() - text.trim_start().len();
        let name = text[blank..].find(char::is_whitespace).unwrap_or(text.len() - blank);
        let name_end = line.start as usize + blank + name;
        let rest = &text[blank + name..];
        let start = name_end + rest.len() - rest.trim_start().len();
        let argument = Span::at(start, line.end as usize);
        self.push(Span::at(colon.span.start as usize, name_end), PieceKind::Directive);
        self.push(argument, PieceKind::Argument);
        self.after_operand = false;
    }

    /// Whether a name is downs, as far as one can tell without the statement.
    fn is_downs(&self, token: Token, operand_before: bool) -> bool {
        let name = self.lexer.source.slice(token.span);
        let binds = self.lexer.rest().trim_start().starts_with(['=', '(']);
        is_down_word(name) && (operand_before || !binds && !self.lexer.reading.shadows(name))
    }

    fn kind(&mut self, token: Token) -> PieceKind {
        // A line of its own begins with an operand.
        let starts_line = token.new_line && self.depth == 0;
        let operand_before = std::mem::replace(&mut self.after_operand, false) && !starts_line;
        let downs = token.is(TokenKind::Name) && self.is_downs(token, operand_before);
        let mut operand = |kind| {
            self.after_operand = true;
            kind
        };
        match token.kind {
            TokenKind::Integer | TokenKind::Fraction => operand(PieceKind::Number),
            TokenKind::Text => operand(PieceKind::Text),
            TokenKind::Name if downs => operand(PieceKind::Game),
            TokenKind::Name => {
                let called = self.lexer.rest().trim_start_matches([' ', '\t']).starts_with('(');
                operand(if called { PieceKind::Call } else { PieceKind::Name })
            }
            TokenKind::Keyword(Keyword::True | Keyword::False) => operand(PieceKind::Keyword),
            TokenKind::Keyword(_) => PieceKind::Keyword,
            TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => {
                self.depth += 1;
                PieceKind::Open
            }
            TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                self.depth = self.depth.saturating_sub(1);
                self.after_operand = true;
                PieceKind::Close
            }
            TokenKind::Star if operand_before => PieceKind::Sign,
            TokenKind::Star | TokenKind::FieldUps | TokenKind::PlusMinus => {
                operand(PieceKind::Game)
            }
            TokenKind::Bars(_) => PieceKind::Bar,
            _ => PieceKind::Sign,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cut(text: &str) -> Vec<(&str, PieceKind)> {
        let pieces = pieces(text, &Reading::default());
        pieces.iter().map(|piece| (&text[piece.span.range()], piece.kind)).collect()
    }

    #[test]
    fn comments_and_directives_are_pieces() {
        use PieceKind::{Argument, Comment, Directive, Game, Number, Sign, Text};
        assert_eq!(
            cut("1 // one\n/* two\n*/ *"),
            [("1", Number), ("// one", Comment), ("/* two\n*/", Comment), ("*", Game)]
        );
        assert_eq!(cut(":load nim.g"), [(":load", Directive), ("nim.g", Argument)]);
        assert_eq!(
            cut("2 * 3 + \"x"),
            [("2", Number), ("*", Sign), ("3", Number), ("+", Sign), ("\"x", Text)]
        );
        assert_eq!(cut("1 /* open"), [("1", Number), ("/* open", Comment)]);
        assert_eq!(cut("1//2\n3"), [("1", Number), ("//2", Comment), ("3", Number)]);
    }

    #[test]
    fn a_colon_in_a_clause_is_a_sign() {
        let found = cut("F(n) {\ncase 0\n: 1;}");
        assert!(found.contains(&(":", PieceKind::Sign)), "{found:?}");
    }

    #[test]
    fn downs_are_games_unless_something_is_called_so() {
        assert_eq!(cut("vv").last(), Some(&("vv", PieceKind::Game)));
        let bound = Reading::with_names(["vv"]);
        assert_eq!(pieces("vv", &bound)[0].kind, PieceKind::Name);
    }

    proptest! {
        #![proptest_config(cg_properties::cases(256))]

        #[test]
        fn pieces_lie_in_order_and_leave_out_blanks_only(text in "[ a-c0-2(){}|+*^/:\"\n.é'-]{0,60}") {
            let mut end = 0;
            for piece in pieces(&text, &Reading::default()) {
                let range = piece.span.range();
                prop_assert!(text[end..range.start].trim().is_empty(), "{:?}", piece);
                prop_assert!(!range.is_empty());
                end = range.end;
            }
            prop_assert!(text[end..].trim().is_empty());
        }
    }
}
