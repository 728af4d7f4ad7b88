//! Programs in one style.
//!
//! A formatter sets the blanks of a program and nothing else. Lines stay lines: whether a line ends
//! is a part of the language. [`format`] changes
//!
//! - the indentation: clauses stand two columns behind the head of their definition, options
//!   below options, bars and closing brackets below the bracket that they belong to;
//! - blanks around signs that may have them: none inside parentheses and before commas, one
//!   around `:` of generators, `=` and comparisons, none around `..`. `n-k` and `n - k` both stay;
//! - blanks at the ends of lines, and more than one empty line.
//!
//! What is lined up with the line above or below stays so where there is room, and a comment behind
//! a statement stays in its column. Blanks inside literals have a meaning and are kept. Each
//! statement that is set anew is read again: had its tree changed, it would be left as it was.

use std::ops::Range;

use crate::ast::{Fact, Statement};
use crate::error::Error;
use crate::lexer::{Keyword, Lexer, Reading, TokenKind, is_down_word};
use crate::parser::{WHERE, statements};
use crate::source::Source;

/// What one level is indented by.
const INDENT: usize = 2;

/// After so many rounds nothing is lined up any more.
const MOST_ROUNDS: usize = 8;

/// How far a sign looks for a range that it belongs to, in tokens.
const NEAR: usize = 16;

/// A program in the usual style. The result is a fixed point: formatted again, it stays the same.
///
/// # Errors
/// All errors of a program that cannot be read.
///
/// ```
/// let source = cg_lang::Source::new("nim.g", "impartial Nim(n) {\ncase 0:0;\n default : {Nim( k ):k=0 .. n-1};}");
/// assert_eq!(
///     cg_lang::format(&source).unwrap(),
///     "impartial Nim(n) {\n  case 0: 0;\n  default: {Nim(k) : k = 0..n-1}; }\n"
/// );
/// assert_eq!(cg_lang::format(&cg_lang::Source::new("nim.g", "Nim(3")).unwrap_err().len(), 1);
/// ```
pub fn format(source: &Source) -> Result<String, Vec<Error>> {
    let text = source.text();
    // Errors show the text as it is written.
    read(source)?;
    let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut now = text.replace("\r\n", "\n");
    // What is lined up in one round may not be in the next; the last round lines up nothing.
    for round in 0.. {
        let next = round_of(source.name(), &now, round < MOST_ROUNDS)?;
        if next == now {
            break;
        }
        now = next;
    }
    Ok(if ending == "\n" { now } else { now.replace('\n', ending) })
}

/// One round. A statement whose tree would change is left as it was.
fn round_of(name: &str, text: &str, lines_up: bool) -> Result<String, Vec<Error>> {
    let source = Source::new(name, text);
    let meant = read(&source)?;
    let mut left = vec![false; meant.len()];
    loop {
        let next = Layout::new(&source, &meant, &left, lines_up).set();
        let again = Source::new(name, &next[..]);
        let Ok(after) = read(&again) else { return Ok(text.to_owned()) };
        if after.len() != meant.len() {
            return Ok(text.to_owned());
        }
        let changed = after.iter().zip(&meant).position(|(a, b)| !a.is_same(&again, b, &source));
        match changed {
            None => return Ok(next),
            Some(at) if left[at] => return Ok(text.to_owned()),
            Some(at) => left[at] = true,
        }
    }
}

/// The statements of a program, read as a session reads them.
fn read(source: &Source) -> Result<Vec<Statement>, Vec<Error>> {
    let mut errors = Vec::new();
    let mut found = Vec::new();
    for statement in statements(source) {
        match statement {
            Ok(statement) => found.push(statement),
            Err(more) => errors.extend(more),
        }
    }
    if errors.is_empty() { Ok(found) } else { Err(errors) }
}

/// What stands between blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Token(TokenKind),
    /// Downs with what belongs to them: what stands beside keeps its blanks.
    Downs,
    /// `// ...`, up to the end of the line.
    Line,
    /// `/* ... */`
    Block,
    /// A line that begins with a colon.
    Directive,
    /// Reads as nothing: the empty set.
    Nothing,
}

/// A stretch of the text without blanks around it.
#[derive(Clone, Debug)]
struct Atom {
    kind: Kind,
    range: Range<usize>,
    /// How many lines end before it, from the last atom on.
    lines: usize,
    /// Its column, in characters.
    column: usize,
    /// Blanks stand before it, or the line begins with it.
    apart: bool,
    /// More than one blank stands before it on its line.
    wide: bool,
    /// It begins a statement.
    begins: bool,
    /// The statement in which it stands, if it stands in one.
    statement: Option<usize>,
}

impl Atom {
    fn is(&self, kind: TokenKind) -> bool {
        self.kind == Kind::Token(kind)
    }

    fn is_comment(&self) -> bool {
        matches!(self.kind, Kind::Line | Kind::Block)
    }
}

/// A bracket that is open where the layout is.
#[derive(Clone, Debug)]
struct Open {
    /// It is a brace.
    braces: bool,
    /// Clauses stand in it.
    clauses: bool,
    /// The indentation of the line in which it stands.
    indent: usize,
    /// Its column.
    column: usize,
    /// How far it was moved to the right.
    moved: isize,
    /// Where what is inside begins, when that is in the same line.
    content: Option<usize>,
    /// A blank or the end of a line stands behind it.
    spaced: bool,
}

struct Layout<'t> {
    text: &'t str,
    atoms: Vec<Atom>,
    /// For each statement whether it stays as it is written.
    left: &'t [bool],
    lines_up: bool,
    out: String,
    /// The column of what comes next.
    column: usize,
    open: Vec<Open>,
    /// The indentation of the line, and how far it was moved.
    indent: usize,
    moved: isize,
    /// The columns of a comment at the end of the line before, as it was and as it is.
    comment: Option<(usize, usize)>,
    /// How far the clause or statement was moved.
    clause_moved: isize,
}

impl<'t> Layout<'t> {
    fn new(source: &'t Source, read_so: &[Statement], left: &'t [bool], lines_up: bool) -> Self {
        Layout {
            text: source.text(),
            atoms: atoms(source, read_so),
            left,
            lines_up,
            out: String::with_capacity(source.text().len() + 64),
            column: 0,
            open: Vec::new(),
            indent: 0,
            moved: 0,
            comment: None,
            clause_moved: 0,
        }
    }

    fn slice(&self, at: usize) -> &'t str {
        &self.text[self.atoms[at].range.clone()]
    }

    /// The text anew.
    fn set(mut self) -> String {
        let above = self.lined_up();
        for (at, keeps_column) in above.into_iter().enumerate() {
            let atom = self.atoms[at].clone();
            let stays = atom.statement.is_some_and(|statement| self.left[statement]);
            if at > 0 && stays && !atom.begins {
                let from = self.atoms[at - 1].range.end;
                self.write(&self.text[from..atom.range.start]);
            } else if at == 0 || atom.lines > 0 {
                if at > 0 {
                    self.out.push_str(if atom.lines > 1 { "\n\n" } else { "\n" });
                }
                let column = self.line_column(at);
                self.begin_line(&atom, column);
            } else {
                let natural = self.column + self.blanks(at);
                let column = match atom.kind {
                    Kind::Line => atom.column.max(self.column + 1),
                    _ if keeps_column => natural.max(atom.column.saturating_add_signed(self.moved)),
                    _ => natural,
                };
                self.out.extend(std::iter::repeat_n(' ', column - self.column));
                self.column = column;
            }
            self.put(at);
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    fn begin_line(&mut self, atom: &Atom, column: usize) {
        self.out.extend(std::iter::repeat_n(' ', column));
        (self.column, self.indent) = (column, column);
        self.moved = difference(column, atom.column);
        if atom.begins {
            self.clause_moved = self.moved;
        }
    }

    /// Writes an atom and opens or closes its bracket.
    fn put(&mut self, at: usize) {
        let atom = self.atoms[at].clone();
        let text = self.slice(at);
        let column = self.column;
        if atom.kind == Kind::Line {
            self.comment = Some((atom.column, column));
        }
        if let Some(open) = self.open.last_mut()
            && open.content.is_none()
            && atom.lines == 0
            && at > 0
            && self.atoms[at - 1].kind.opens()
            && !atom.is_comment()
        {
            open.content = Some(column);
        }
        self.write(if atom.is_comment() { text.trim_end() } else { text });
        match atom.kind {
            Kind::Token(TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace) => {
                let next = self.atoms.get(at + 1);
                self.open.push(Open {
                    braces: atom.is(TokenKind::LeftBrace),
                    clauses: atom.is(TokenKind::LeftBrace) && self.holds_clauses(at),
                    indent: self.indent,
                    column,
                    moved: difference(column, atom.column),
                    content: None,
                    spaced: next.is_some_and(|next| next.apart),
                });
            }
            Kind::Token(
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace,
            ) => {
                self.open.pop();
            }
            _ => {}
        }
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(text);
        match text.rfind('\n') {
            Some(at) => self.column = text[at + 1..].chars().count(),
            None => self.column += text.chars().count(),
        }
    }

    /// Whether the brace at `at` is that of a definition or of a helper.
    fn holds_clauses(&self, at: usize) -> bool {
        let mut behind =
            self.atoms[at + 1..].iter().zip(at + 1..).filter(|(atom, _)| !atom.is_comment());
        let Some((first, place)) = behind.next() else { return false };
        match first.kind {
            Kind::Token(TokenKind::Keyword(Keyword::Case | Keyword::Default)) => true,
            Kind::Token(TokenKind::Name) => {
                let headed = at > 0 && self.atoms[at - 1].is(TokenKind::RightParen);
                headed && self.open.is_empty() && self.is_fact(place)
            }
            _ => false,
        }
    }

    /// Whether `sum:` or its like stands here.
    fn is_fact(&self, at: usize) -> bool {
        Fact::from_word(self.slice(at)).is_some()
            && self.atoms.get(at + 1).is_some_and(|atom| atom.is(TokenKind::Colon))
    }

    /// The last atom before `at` that is no comment.
    fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|&at| !self.atoms[at].is_comment())
    }
}

impl Kind {
    fn opens(self) -> bool {
        use TokenKind::{LeftBrace, LeftBracket, LeftParen};
        matches!(self, Kind::Token(LeftParen | LeftBracket | LeftBrace))
    }

    fn closes(self) -> bool {
        use TokenKind::{RightBrace, RightBracket, RightParen};
        matches!(self, Kind::Token(RightParen | RightBracket | RightBrace))
    }

    /// Whether two atoms with these kinds can be lined up.
    fn is_like(self, other: Kind) -> bool {
        match (self, other) {
            (Kind::Token(a), Kind::Token(b)) => {
                a == b || a.ends_operand() && !self.closes() && b.ends_operand() && !other.closes()
            }
            (a, b) => a == b,
        }
    }
}

fn difference(to: usize, from: usize) -> isize {
    to.cast_signed() - from.cast_signed()
}

// Where lines begin.

impl Layout<'_> {
    /// The column of the atom with which a line begins.
    fn line_column(&mut self, at: usize) -> usize {
        let atom = self.atoms[at].clone();
        let before = self.comment.take();
        if atom.is_comment() {
            if let Some((was, is)) = before
                && was == atom.column
                && atom.lines == 1
                && atom.column > 0
            {
                return is;
            }
            return self.comment_column(at);
        }
        if atom.begins || atom.kind == Kind::Directive {
            return 0;
        }
        let Some(open) = self.open.last().cloned() else {
            // The brace of a definition stands below its head.
            if atom.is(TokenKind::LeftBrace) && self.holds_clauses(at) {
                return 0;
            }
            return if atom.statement.is_some() {
                self.continued(&atom, 0, self.clause_moved, INDENT)
            } else {
                0
            };
        };
        if atom.kind.closes() || matches!(atom.kind, Kind::Token(TokenKind::Bars(_))) {
            return if open.clauses || open.content.is_none() { open.indent } else { open.column };
        }
        let previous = self.before(at);
        let after_helper = previous.is_some_and(|at| self.atoms[at].is(TokenKind::RightBrace));
        let begun = previous.is_none_or(|at| {
            use TokenKind::{Bars, Colon, Comma, LeftBrace, LeftBracket, LeftParen, Semicolon};
            match self.atoms[at].kind {
                Kind::Token(Semicolon | LeftBrace | Colon) if open.clauses => true,
                Kind::Token(Comma | LeftBrace | LeftBracket | LeftParen | Bars(_)) => !open.clauses,
                _ => false,
            }
        });
        if open.clauses {
            let clause = match atom.kind {
                Kind::Token(TokenKind::Keyword(Keyword::Case | Keyword::Default)) => true,
                Kind::Token(TokenKind::Name) if begun || after_helper => {
                    self.slice(at) == WHERE || self.is_fact(at)
                }
                _ => false,
            };
            if clause {
                let column = open.indent + INDENT;
                self.clause_moved = difference(column, atom.column);
                return column;
            }
            let canonical = open.indent + 2 * INDENT;
            return if begun {
                canonical
            } else {
                self.continued(&atom, open.indent + INDENT, self.clause_moved, INDENT)
            };
        }
        let item = open.content.unwrap_or(open.indent + INDENT);
        if begun && !self.is_generator(at) {
            return item;
        }
        let shifted = atom.column.saturating_add_signed(open.moved);
        if shifted >= open.indent + INDENT { shifted } else { item + INDENT }
    }

    /// Where a line stands that goes on with what an earlier one began: as far to the right as
    /// it was, if that is far enough.
    fn continued(&self, atom: &Atom, base: usize, moved: isize, by: usize) -> usize {
        let shifted = atom.column.saturating_add_signed(moved);
        if shifted >= base + by { shifted } else { base + by }
    }

    /// Where a comment stands that has a line of its own: where the next line does.
    fn comment_column(&self, at: usize) -> usize {
        match self.open.last() {
            None => 0,
            Some(open) if open.clauses => open.indent + INDENT,
            Some(open) => open.content.unwrap_or(open.indent + INDENT),
        }
        .max(if self.open.is_empty() && self.atoms[at].statement.is_some() {
            INDENT
        } else {
            0
        })
    }

    /// Whether a generator begins behind the comma before `at`, and no item.
    fn is_generator(&self, at: usize) -> bool {
        let next = |ahead: usize| self.atoms.get(at + ahead).map(|atom| atom.kind);
        let binds = |kind| {
            matches!(kind, Some(Kind::Token(TokenKind::Assign | TokenKind::Keyword(Keyword::In))))
        };
        match self.atoms[at].kind {
            Kind::Token(TokenKind::Keyword(Keyword::If)) => !self.is_choice(at),
            Kind::Token(TokenKind::Keyword(Keyword::Let)) => true,
            Kind::Token(TokenKind::Name) | Kind::Downs => binds(next(1)),
            Kind::Token(TokenKind::LeftParen) => {
                let names = (1..NEAR).take_while(|&ahead| {
                    matches!(next(ahead), Some(Kind::Token(TokenKind::Name | TokenKind::Comma)))
                });
                let end = names.count() + 1;
                next(end) == Some(Kind::Token(TokenKind::RightParen)) && binds(next(end + 1))
            }
            _ => false,
        }
    }

    /// Whether the `if` at `at` has a `then` near.
    fn is_choice(&self, at: usize) -> bool {
        let mut depth = 0_usize;
        for atom in self.atoms[at + 1..].iter().take(4 * NEAR) {
            if atom.kind.opens() {
                depth += 1;
            } else if atom.kind.closes() {
                if depth == 0 {
                    return false;
                }
                depth -= 1;
            } else if depth == 0 && atom.is(TokenKind::Keyword(Keyword::Then)) {
                return true;
            } else if depth == 0 && (atom.is(TokenKind::Comma) || atom.is(TokenKind::Semicolon)) {
                return false;
            }
        }
        false
    }

    /// For each atom whether it stands below or above one of its kind, and blanks put it there.
    fn lined_up(&self) -> Vec<bool> {
        let mut found = vec![false; self.atoms.len()];
        if !self.lines_up {
            return found;
        }
        let mut lines: Vec<Range<usize>> = Vec::new();
        for (at, atom) in self.atoms.iter().enumerate() {
            match lines.last_mut() {
                Some(line) if atom.lines == 0 => line.end = at + 1,
                _ => lines.push(at..at + 1),
            }
        }
        let touching = lines.iter().zip(lines.iter().skip(1));
        for (upper, lower) in touching.filter(|(_, lower)| self.atoms[lower.start].lines == 1) {
            let (mut a, mut b) = (upper.start, lower.start);
            while a < upper.end && b < lower.end {
                let (x, y) = (&self.atoms[a], &self.atoms[b]);
                match x.column.cmp(&y.column) {
                    std::cmp::Ordering::Less => a += 1,
                    std::cmp::Ordering::Greater => b += 1,
                    std::cmp::Ordering::Equal => {
                        if x.kind.is_like(y.kind) {
                            found[a] |= x.wide;
                            found[b] |= y.wide;
                        }
                        (a, b) = (a + 1, b + 1);
                    }
                }
            }
        }
        found
    }
}

// Blanks inside lines.

impl Layout<'_> {
    /// How many blanks stand before the atom at `at`, which is not the first of its line.
    fn blanks(&self, at: usize) -> usize {
        use TokenKind::{
            Arrow, Assign, AtLeast, AtMost, Bars, Colon, Comma, Confused, DotDot, DoubleQuestion,
            Equal, Greater, LeftBrace, LeftBracket, LeftParen, Less, Minus, NotEqual, Plus,
            Question, RightBrace, RightBracket, RightParen, Semicolon,
        };
        let (before, atom) = (&self.atoms[at - 1], &self.atoms[at]);
        let kept = usize::from(atom.apart);
        let (a, b) = match (before.kind, atom.kind) {
            (_, Kind::Block) => return 1,
            (Kind::Token(a), Kind::Token(b)) => (a, b),
            (Kind::Token(LeftParen | LeftBracket), Kind::Downs) => return 0,
            (Kind::Token(Comma), Kind::Downs) if self.is_dense() => return kept,
            (Kind::Token(Comma | Semicolon), Kind::Downs) => return 1,
            (Kind::Downs, Kind::Token(Comma | Semicolon | RightParen | RightBracket)) => return 0,
            (Kind::Downs, Kind::Token(RightBrace)) => return self.before_closing(atom),
            _ => return kept,
        };
        match (a, b) {
            (LeftParen | LeftBracket, _) | (_, RightParen | RightBracket | Comma | Semicolon) => 0,
            // Games are often written without any blank: `{0,1|*}`.
            (Comma, _) if self.is_dense() => kept,
            (Comma | Semicolon, _) => 1,
            (LeftBrace, RightBrace) => kept,
            (LeftBrace, _) => match self.open.last() {
                Some(open) if open.clauses => 1,
                _ => kept,
            },
            (Bars(_), RightBrace) => self.around_bar(at - 1),
            (_, RightBrace) => self.before_closing(atom),
            (Bars(_), Bars(_)) => kept,
            (Bars(_), _) => self.around_bar(at - 1),
            (_, Bars(_)) => self.around_bar(at),
            (RightParen | TokenKind::Name, LeftBrace) if self.holds_clauses(at) => 1,
            (
                Assign | Equal | NotEqual | AtMost | AtLeast | Less | Greater | Confused | Arrow,
                _,
            )
            | (
                _,
                Assign | Equal | NotEqual | AtMost | AtLeast | Less | Greater | Confused | Arrow,
            )
            | (Question | DoubleQuestion, _) => 1,
            (_, Colon) => usize::from(!self.open.last().is_some_and(|open| open.clauses)),
            (Colon, _) => 1,
            (TokenKind::Keyword(_), DotDot)
            | (DotDot, TokenKind::Keyword(_) | TokenKind::Dot | DotDot)
            | (TokenKind::Dot, DotDot) => kept,
            (DotDot, _) | (_, DotDot) => 0,
            (TokenKind::Name, LeftParen) if self.is_called(at - 1) => 0,
            (Plus | Minus, _) if self.is_infix(at - 1) => self.around_sign(at - 1, kept),
            (_, Plus | Minus) if self.is_infix(at) => self.around_sign(at, kept),
            _ => kept,
        }
    }

    /// A closing brace has a blank before it where the opening one has a blank behind it.
    fn before_closing(&self, atom: &Atom) -> usize {
        match self.open.last() {
            Some(open) => usize::from(open.clauses || open.spaced),
            None => usize::from(atom.apart),
        }
    }

    /// Whether the innermost bracket is a brace without blanks inside.
    fn is_dense(&self) -> bool {
        self.open.last().is_some_and(|open| open.braces && !open.clauses && !open.spaced)
    }

    /// A bar has blanks on both sides where the braces have, or where it has one.
    fn around_bar(&self, bar: usize) -> usize {
        let spaced = self.open.last().is_some_and(|open| open.spaced);
        let next = self.atoms.get(bar + 1);
        let (left, right) = (self.atoms[bar].apart, next.is_some_and(|next| next.apart));
        // At a brace there is nothing to be apart from.
        let at_brace = bar > 0 && self.atoms[bar - 1].is(TokenKind::LeftBrace)
            || next.is_some_and(|next| next.is(TokenKind::RightBrace));
        usize::from(spaced || (left || right) && !at_brace || left && right)
    }

    /// Whether the name before a parenthesis is that of a function.
    fn is_called(&self, name: usize) -> bool {
        let first = self.atoms[name].lines > 0 || name == 0;
        first || {
            let before = &self.atoms[name - 1];
            match before.kind {
                Kind::Token(kind) => !kind.ends_operand() && !before.is(TokenKind::Star),
                _ => false,
            }
        }
    }

    /// Whether the sign at `at` stands between two operands, and nothing may be read as one
    /// sign with it.
    fn is_infix(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).map(|at| &self.atoms[at]) else { return false };
        let Some(next) = self.atoms.get(at + 1) else { return false };
        let operand = matches!(before.kind, Kind::Token(kind) if kind.ends_operand()
            && kind != TokenKind::FieldUps);
        let alone = matches!(
            next.kind,
            Kind::Token(
                TokenKind::Integer
                    | TokenKind::Fraction
                    | TokenKind::LeftParen
                    | TokenKind::LeftBracket
                    | TokenKind::LeftBrace
            )
        ) || next.is(TokenKind::Name)
            && !self.text[next.range.clone()].starts_with('_');
        operand && alone && !self.atoms[at].begins
    }

    /// A sign has blanks on both sides or on none; in doubt it has none in a range.
    fn around_sign(&self, sign: usize, kept: usize) -> usize {
        let (left, right) = (self.atoms[sign].apart, self.atoms[sign + 1].apart);
        if left == right { kept } else { usize::from(!self.is_in_range(sign)) }
    }

    /// Whether a `..` stands beside the sign, with nothing between them that separates.
    fn is_in_range(&self, sign: usize) -> bool {
        let near = |places: &mut dyn Iterator<Item = usize>| {
            let mut depth = 0_isize;
            for at in places.take(NEAR) {
                let kind = self.atoms[at].kind;
                depth += isize::from(kind.opens()) - isize::from(kind.closes());
                match kind {
                    Kind::Token(TokenKind::DotDot) if depth == 0 => return true,
                    Kind::Token(
                        TokenKind::Comma
                        | TokenKind::Colon
                        | TokenKind::Semicolon
                        | TokenKind::Bars(_)
                        | TokenKind::Assign
                        | TokenKind::Keyword(_),
                    ) if depth == 0 => return false,
                    _ => {}
                }
            }
            false
        };
        near(&mut (0..sign).rev()) || near(&mut (sign + 1..self.atoms.len()))
    }
}

// The text, cut at its blanks.

/// The atoms of a program that can be read.
fn atoms(source: &Source, read_so: &[Statement]) -> Vec<Atom> {
    let mut cut =
        Cut { text: source.text(), atoms: Vec::new(), end: 0, line: 0, counted: 0, column: 0 };
    let mut lexer = Lexer::new(source.clone(), &Reading::default());
    let mut statement = 0;
    loop {
        let token = lexer.next();
        while read_so.get(statement).is_some_and(|read| read.span.end <= token.span.start) {
            statement += 1;
        }
        let within = read_so.get(statement).is_some_and(|read| read.span.start <= token.span.start);
        let within = within.then_some(statement);
        let begins = read_so.get(statement).is_some_and(|read| read.span.start == token.span.start);
        let directive = begins && token.is(TokenKind::Colon);
        cut.gap(token.span.start as usize, within.filter(|_| !begins));
        let (kind, range) = match token.kind {
            TokenKind::End => return cut.atoms,
            _ if directive => {
                lexer.rest_of_line();
                let line = &source.text()[token.span.start as usize..];
                let line = line[..line.find('\n').unwrap_or(line.len())].trim_end();
                (Kind::Directive, token.span.start as usize..token.span.start as usize + line.len())
            }
            TokenKind::Name if is_down_word(source.slice(token.span)) => {
                let downs = lexer.downs(token);
                (Kind::Downs, downs.span.range())
            }
            kind => (Kind::Token(kind), token.span.range()),
        };
        cut.push(kind, range, begins, within);
    }
}

struct Cut<'t> {
    text: &'t str,
    atoms: Vec<Atom>,
    /// The end of what was cut.
    end: usize,
    /// Where the line begins, and up to where its characters are counted.
    line: usize,
    counted: usize,
    column: usize,
}

impl Cut<'_> {
    fn push(&mut self, kind: Kind, range: Range<usize>, begins: bool, statement: Option<usize>) {
        let blank = &self.text[self.end..range.start];
        let lines = blank.matches('\n').count();
        if let Some(at) = blank.rfind('\n') {
            self.line = self.end + at + 1;
            (self.counted, self.column) = (self.line, 0);
        }
        self.column += self.text[self.counted..range.start].chars().count();
        self.counted = range.start;
        self.atoms.push(Atom {
            kind,
            lines,
            column: self.column,
            apart: !blank.is_empty() || self.atoms.is_empty(),
            wide: lines == 0 && blank.chars().count() > 1,
            begins,
            statement,
            range: range.clone(),
        });
        self.end = range.end;
        let own = &self.text[range.clone()];
        if let Some(at) = own.rfind('\n') {
            self.line = range.start + at + 1;
            (self.counted, self.column) = (self.line, 0);
        }
    }

    /// Comments, and what reads as nothing, up to the next token.
    fn gap(&mut self, to: usize, statement: Option<usize>) {
        loop {
            let rest = &self.text[self.end..to];
            let start = self.end + rest.len() - rest.trim_start().len();
            let rest = &self.text[start..to];
            let Some(first) = rest.chars().next() else { return };
            let (kind, length) = if rest.starts_with("//") {
                (Kind::Line, rest.find('\n').unwrap_or(rest.len()))
            } else if let Some(body) = rest.strip_prefix("/*") {
                (Kind::Block, body.find("*/").map_or(rest.len(), |end| end + 4))
            } else {
                (Kind::Nothing, first.len_utf8())
            };
            self.push(kind, start..start + length, false, statement);
        }
    }
}
