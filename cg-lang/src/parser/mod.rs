/*!
From tokens to statements.

# The grammar of G

<!-- ANCHOR: grammar -->
```text
program    = { statement | ";" }            statements end at ";" or at a line end
statement  = definition                      where no bracket is open and no operator
           | name "=" [ names "->" ] value   waits for its operand; with "->" a function
           | "use" text                      the definitions of a file
           | "print" value { "," value }     texts without quotation marks
           | [ "?" | "??" ] value
           | ":" name rest-of-line           a directive, alone on its line
names      = name | "(" name { "," name } ")"

definition = [ "loopy" | "scoring" ] [ "impartial" ] name parameters "{" { fact } clause { clause } { helper } "}"
parameters = "(" [ name { "," name } ] ")"
helper     = "where" name [ parameters ] ( "=" value | "{" clause { clause } "}" ) ";"
fact       = ( "sum" | "symmetric" | "negative" ) ":" value ";"   of its positions
clause     = ( "case" cases | "default" ) ":" { "let" name "=" value ";" } value ";"
             the ";" before "}" may be missing
cases      = pattern { "," pattern } [ "if" expr ] | "if" expr
pattern    = expr | "_" | "(" pattern "," pattern { "," pattern } ")"

value      = expr [ ".." expr ]              a range is the list of its integers
expr       = expr infix expr | prefix expr | "if" expr "then" value "else" value | postfix
infix      = "or"                                         binds least
           | "and"
           | "mod"                                         behind a comparison: the theory of play
           | "==" | "!=" | "<" | ">" | "<=" | ">=" | "<>"  (not in a row)
           | "++"
           | "&"                                           the sides of a loopy game
           | "+" | "-" | "±" | "xor"
           | "*" | "/" | "div" | "%"
           | "**"                                          a power, from the right
           | "."                                           binds most
prefix     = "not" (under comparisons) | "+-" | "±" (under "*") | "-" (over "*")
           | ( "entails" | "again" ) before a call of a position
postfix    = atom { "[" { expr "," } expr [ ".." expr ] "]" }   b[r, c] is b[r][c]
           | name "(" [ [ names "->" ] value { "," value } ] ")"
           | postfix ups                     that many copies: n^, n^(2), 3^(2)
atom       = number | text | "true" | "false" | name | literal | "(" value ")"
           | "'{" items bars items { bars items } "}'"       a form, and so are braces in it
           | name "{" items bars items { bars items } "}"    glued: the name is the whole
           | "[" items "]" | "{" items { bars items } "}"    (one run of bars or more;
items      = [ item { "," item } ]                            none in impartial functions
                                                              and behind "+-")
item       = expr [ ":" generator { "," generator } ]
           | "(" expr { "," expr } ")" ":" generator { "," generator }    all with the same generators
generator  = name "=" expr ".." expr | name "in" value | "if" expr
           | "let" name "=" value | "(" name { "," name } ")" "in" value   takes lists apart
bars       = "|" | "||" | ...                the longest splits first

Literals are written without blanks. There is one grammar: what the paper's notation or
the standard one prints is read under either.
number     = digits [ "/" digits ] | digits "." binary-digits
literal    = [ "-" ] number { ups } [ star ]     a number stands first, a nimber last
           | ups { ups } [ star ] | star
           | number ( "tiny" | "miny" ) "(" expr ")" | ( "+" | "-" ) "_" digits
           | number ( "on" | "off" | "over" | "under" | "upon" | "uponth" )
ups        = up { up } | up "(" expr ")" | up digits | up "[" digits "]" | up "<" digits ">"
up         = "^" | "↑" | "v" | "↓"               "v" unless something is called so
star       = "*" | "*" digits | "*" "(" expr ")" behind a number only before digits, or
                                                 where no operand follows: else a product
copies     = operand "^" "(" expr ")"            that many ups: 3^(2), n^(1)
```
<!-- ANCHOR_END: grammar -->

Expressions are parsed by operator precedence with a stack of what is open
(brackets, waiting operators, `if`), so nesting is bounded by memory only.
*/

mod definition;
mod expression;
mod scope_of_generators;

use std::collections::VecDeque;
use std::sync::Arc;

use cg_core::{Dyadic, Error as GameError, Meter};

use crate::ast::{Ast, Clause, Definition, Fact, Node, NodeId, Statement, StatementKind};
use crate::error::{Error, ErrorKind, ParseError};
use crate::heap::Heap;
use crate::lexer::{Keyword, Lexer, Reading, Token, TokenKind};
use crate::source::{Source, Span};
use expression::{Context, Expression};

pub(crate) use definition::WHERE;

/// The word before the name of a file whose definitions are used.
const USE: &str = "use";

/// The word before what is printed.
pub(crate) const PRINT: &str = "print";

/// So many surprises of a statement are noted.
const MOST_SURPRISES: usize = 8;

/// After this many errors the rest of a source is not read.
const MOST_ERRORS: usize = 20;

/// The error is in [`Parser::errors`].
#[derive(Debug)]
struct Reported;

type Parse<T> = Result<T, Reported>;

/// How many tokens are read between two looks at the limits.
const TOKENS_PER_LOOK: u32 = 1 << 12;

/// The limits that hold while a statement is read.
pub(crate) struct Watch {
    /// Its clock began with the statement.
    pub(crate) meter: Meter,
    /// The games that the engine holds.
    pub(crate) games: usize,
    /// The bytes in use before the statement was read.
    pub(crate) held: usize,
    /// Counts the bytes of the trees that are handed out.
    pub(crate) heap: Heap,
}

/// A reading that most do not expect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Surprise {
    /// A number whose digits behind the point are binary.
    Point {
        /// As it is written.
        written: String,
        /// What it is.
        number: Dyadic,
    },
    /// `10^9`, which is a number and ups.
    Power {
        /// As it is written.
        written: String,
    },
    /// `2v`, which is a number and a down, where something is called `v`.
    Down {
        /// The number, as it is written.
        number: String,
        /// The downs.
        downs: String,
    },
    /// `1*-1`, which is a number, a star, and less.
    Star {
        /// The number before the star.
        number: String,
        /// What is subtracted.
        less: String,
    },
    /// `{ A(s), B(s) : k = 1..1 }`, where only the last option stands under the generator.
    FirstAlways {
        /// The options before the last one, as they are written.
        always: String,
        /// The last one.
        last: String,
        /// The generators.
        generators: String,
    },
}

impl Surprise {
    /// What was written, which is noted once; none for numbers with a point, which are noted once
    /// altogether.
    pub(crate) fn spelling(&self) -> Option<String> {
        Some(match self {
            Surprise::Point { .. } => return None,
            Surprise::Power { written } => written.clone(),
            Surprise::Down { number, downs } => format!("{number}{downs}"),
            Surprise::Star { number, less } => format!("{number}*-{less}"),
            Surprise::FirstAlways { always, last, generators } => {
                format!("{always}, {last} : {generators}")
            }
        })
    }

    /// What it means, and what to type for what was perhaps meant.
    pub(crate) fn note(&self) -> String {
        match self {
            Surprise::Point { written, number } => format!(
                "the digits behind a point are binary, as in the paper: {written} is {number}; \
                 type fractions as 1/2"
            ),
            Surprise::Power { written } => {
                let (base, exponent) = written.split_once('^').unwrap_or((written, ""));
                format!(
                    "{written} is the number {base} and {exponent} ups; the power is \
                     {base}**{exponent}"
                )
            }
            Surprise::Down { number, downs } => format!(
                "{number}{downs} is the number {number} and a down; the product is {number} * {downs}, \
                 copies are {number}.{downs}"
            ),
            Surprise::Star { number, less } => format!(
                "{number}*-{less} is {number} + * - {less}; the product is {number} * (-{less})"
            ),
            Surprise::FirstAlways { always, last, generators } => format!(
                "`{generators}` belongs to {last} alone; {always} is always an option: for both write \
                 `({always}, {last}) : {generators}`"
            ),
        }
    }
}

/// Reads a source statement by statement.
pub(crate) struct Parser {
    lexer: Lexer,
    /// Tokens that were looked at but not taken.
    ahead: VecDeque<Token>,
    /// The tree of the statement that is being read.
    ast: Ast,
    /// The errors of the statement that is being read.
    errors: Vec<Error>,
    /// The errors of the source so far.
    error_count: usize,
    /// Open brackets, minus closed ones, of the statement.
    depth: isize,
    /// The end of the last token taken.
    last_end: u32,
    /// Where the statement begins.
    start: u32,
    /// The names that the statement gives and that could be downs, once they are needed.
    binders: Option<Reading>,
    /// What was read and means something else than most expect.
    surprises: Vec<Surprise>,
    /// Braces need no bar: in the definition of an impartial game.
    impartial: bool,
    finished: bool,
    watch: Option<Watch>,
    /// Tokens since the last look at the limits.
    tokens: u32,
    /// About how many bytes the open expression takes besides the tree.
    open_bytes: usize,
    /// The limit that ended the reading: what is left of the source reads as nothing.
    stopped: Option<GameError>,
}

impl Parser {
    pub(crate) fn new(source: Source, reading: &Reading) -> Self {
        Self::of(Lexer::new(source, reading))
    }

    /// A parser of a part of a source.
    pub(crate) fn within(source: Source, part: Span, reading: &Reading) -> Self {
        Self::of(Lexer::within(source, part, reading))
    }

    fn of(lexer: Lexer) -> Self {
        Parser {
            lexer,
            ahead: VecDeque::new(),
            ast: Ast::default(),
            errors: Vec::new(),
            error_count: 0,
            depth: 0,
            last_end: 0,
            start: 0,
            binders: None,
            surprises: Vec::new(),
            impartial: false,
            finished: false,
            watch: None,
            tokens: 0,
            open_bytes: 0,
            stopped: None,
        }
    }

    pub(crate) fn source(&self) -> &Source {
        self.lexer.source()
    }

    /// How the next statement is read.
    pub(crate) fn set_reading(&mut self, reading: &Reading) {
        self.lexer.set_reading(reading);
    }

    /// Whether a name that could be downs is one of the program or of this statement.
    fn shadows(&mut self, name: &str) -> bool {
        if self.lexer.reading().shadows(name) {
            return true;
        }
        if self.binders.is_none() {
            self.binders = Some(self.binders_of_statement());
        }
        self.binders.as_ref().is_some_and(|binders| binders.shadows(name))
    }

    /// The names that the statement itself gives: parameters, `let`, generators. Those
    /// of a generator stand behind what uses them, so the statement is looked through,
    /// once, when a name is met that could be part of a literal.
    fn binders_of_statement(&self) -> Reading {
        let rest = Span::new(self.start, self.lexer.end());
        let mut ahead = Lexer::within(self.source().clone(), rest, &Reading::default());
        let mut binders = Reading::default();
        // The names in the innermost parentheses, which a `->`, an `in` or a brace binds.
        let mut tuple: Vec<Span> = Vec::new();
        let mut closed = false;
        let mut depth = 0_usize;
        let mut before = TokenKind::Semicolon;
        let mut token = ahead.next();
        loop {
            let next = ahead.next();
            while ahead.take_error().is_some() {}
            let ends = match token.kind {
                TokenKind::End => true,
                TokenKind::Semicolon => depth == 0,
                TokenKind::LeftBrace => false,
                _ => depth == 0 && token.new_line && before.ends_operand(),
            };
            if ends {
                return binders;
            }
            let binds = next.kind.is_binder() || next.is(TokenKind::LeftBrace) && depth <= 1;
            match token.kind {
                TokenKind::Name => {
                    tuple.push(token.span);
                    if next.kind.is_binder() {
                        binders.add(self.source().slice(token.span));
                    }
                }
                TokenKind::LeftParen => (tuple, closed) = (Vec::new(), false),
                TokenKind::RightParen if binds && !closed => {
                    for &name in &tuple {
                        binders.add(self.source().slice(name));
                    }
                }
                _ => {}
            }
            match token.kind {
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => depth += 1,
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                    depth = depth.saturating_sub(1);
                    closed = true;
                }
                _ => {}
            }
            (before, token) = (token.kind, next);
        }
    }

    /// What was read since the last call and means something else than most expect.
    pub(crate) fn take_surprises(&mut self) -> Vec<Surprise> {
        std::mem::take(&mut self.surprises)
    }

    /// Notes a surprise; of each spelling one is enough.
    fn surprise(&mut self, surprise: Surprise) {
        if self.surprises.len() < MOST_SURPRISES
            && self.surprises.iter().all(|known| known.spelling() != surprise.spelling())
        {
            self.surprises.push(surprise);
        }
    }

    /// Takes a name that is downs, with the index behind it.
    fn take_downs(&mut self) -> Token {
        let name = self.peek();
        self.go_back_behind(name);
        let downs = self.lexer.downs(name);
        self.last_end = downs.span.end;
        downs
    }

    fn peek(&mut self) -> Token {
        self.peek_at(0)
    }

    fn peek_at(&mut self, ahead: usize) -> Token {
        while self.ahead.len() <= ahead {
            let token = self.next_token();
            self.ahead.push_back(token);
        }
        self.ahead[ahead]
    }

    /// The next token, or the end when a limit is reached.
    fn next_token(&mut self) -> Token {
        self.tokens += 1;
        if self.tokens >= TOKENS_PER_LOOK && self.stopped.is_none() {
            self.tokens = 0;
            self.look();
        }
        if self.stopped.is_some() {
            let span = Span::new(self.last_end, self.last_end);
            return Token { kind: TokenKind::End, span, new_line: true, glued: false };
        }
        self.lexer.next()
    }

    /// Looks at the limits.
    fn look(&mut self) {
        let Some(watch) = &self.watch else { return };
        let bytes = watch.held + self.ast.bytes() + self.open_bytes;
        self.stopped = watch.meter.look(watch.games, bytes).err();
    }

    /// Reads the next statements under these limits.
    pub(crate) fn watch(&mut self, watch: Watch) {
        self.watch = Some(watch);
    }

    fn take(&mut self) -> Token {
        let token = self.peek();
        self.ahead.pop_front();
        match token.kind {
            TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => self.depth += 1,
            TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                self.depth -= 1;
            }
            TokenKind::Bad => {
                // Its error goes with it.
                self.lexer.take_error();
            }
            _ => {}
        }
        self.last_end = token.span.end;
        token
    }

    fn text(&self, token: Token) -> &str {
        self.lexer.source().slice(token.span)
    }

    /// The first character of a token that is not the end.
    fn first_character(&self, token: Token) -> char {
        self.text(token).chars().next().expect("a bracket has a character")
    }

    /// How an error names the token.
    fn describe(&self, token: Token) -> String {
        match token.kind {
            TokenKind::End => "the end".into(),
            _ => {
                let text = self.text(token);
                let shown: String = text.chars().take(20).collect();
                if shown.len() < text.len() {
                    format!("`{shown}...`")
                } else {
                    format!("`{shown}`")
                }
            }
        }
    }

    fn fail(&mut self, kind: impl Into<ErrorKind>, span: Span) -> Reported {
        let error = Error::new(kind, self.lexer.source(), span);
        self.errors.push(error);
        Reported
    }

    /// Reports the lexer's error at a `Bad` token.
    fn fail_lex(&mut self, token: Token) -> Reported {
        self.ahead.pop_front();
        let error = self.lexer.take_error().expect("the lexer has an error for each bad token");
        self.fail(error, token.span)
    }

    fn fail_unexpected(&mut self, token: Token, expected: &str, help: Option<String>) -> Reported {
        if token.is(TokenKind::Bad) {
            return self.fail_lex(token);
        }
        let found = self.describe(token);
        let error = ParseError::Unexpected {
            expected: expected.into(),
            found,
            help,
            at_end: token.is(TokenKind::End),
        };
        self.fail(error, token.span)
    }

    /// Takes a token of this kind, or fails.
    fn expect(&mut self, kind: TokenKind, expected: &str) -> Parse<Token> {
        let token = self.peek();
        if token.is(kind) {
            Ok(self.take())
        } else {
            Err(self.fail_unexpected(token, expected, None))
        }
    }

    /// Forgets the tokens that were looked at and goes on behind `token`.
    fn go_back_behind(&mut self, token: Token) {
        let bad = self.ahead.iter().filter(|token| token.is(TokenKind::Bad)).count();
        self.lexer.forget_errors(bad);
        self.ahead.clear();
        self.lexer.go_to(token.span.end);
    }
}

/// Whether `text` ends inside a bracket, a comment or an expression, so that a
/// prompt should ask for another line.
///
/// ```
/// use cg_lang::{Reading, is_unfinished};
/// let reading = Reading::default();
/// assert!(is_unfinished("Nim(n) {", &reading));
/// assert!(is_unfinished("Nim(3) +", &reading));
/// assert!(!is_unfinished("Nim(3) + *", &reading));
/// assert!(!is_unfinished("Nim(3))", &reading));
/// ```
pub fn is_unfinished(text: &str, reading: &Reading) -> bool {
    let mut parser = Parser::new(Source::new("", text), reading);
    let mut unfinished = false;
    while let Some(statement) = parser.next_statement() {
        unfinished = matches!(&statement, Err(errors) if errors.iter().any(Error::is_unfinished));
    }
    unfinished
}

/// The statements of a program, each with its errors, read as a session reads them: what
/// an earlier one defines or binds is known.
pub(crate) fn statements(source: &Source) -> Statements {
    let reading = Reading::default();
    Statements { parser: Parser::new(source.clone(), &reading), reading }
}

/// See [`statements`].
pub(crate) struct Statements {
    parser: Parser,
    reading: Reading,
}

impl Iterator for Statements {
    type Item = Result<Statement, Vec<Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.parser.set_reading(&self.reading);
        let statement = self.parser.next_statement()?;
        if let Ok(statement) = &statement
            && let Some(name) = statement.gives()
        {
            self.reading.add(name);
        }
        Some(statement)
    }
}

/// When `text` ends in a call whose arguments are names, and nothing behind it:
/// the function, and those names.
pub(crate) fn last_call_of_names(text: &str, reading: &Reading) -> Option<(String, Vec<String>)> {
    let mut parser = Parser::new(Source::new("", text), reading);
    let mut last = None;
    while let Some(statement) = parser.next_statement() {
        last = statement.ok();
    }
    let statement = last?;
    let StatementKind::Value(node) = statement.kind else { return None };
    let Node::Call(function, arguments) = statement.ast.node(node) else { return None };
    let names = statement.ast.children(arguments).iter().map(|&argument| {
        match statement.ast.node(argument) {
            Node::Name(name) => Some(statement.ast.name(name).to_owned()),
            _ => None,
        }
    });
    Some((statement.ast.name(function).to_owned(), names.collect::<Option<_>>()?))
}

// Statements, and finding the next one after an error.

/// How many characters of a statement a hint repeats.
const MOST_SHOWN: usize = 40;

impl Parser {
    /// The next statement, or its errors; `None` after the last.
    pub(crate) fn next_statement(&mut self) -> Option<Result<Statement, Vec<Error>>> {
        if self.finished {
            return None;
        }
        while self.peek().is(TokenKind::Semicolon) {
            self.take();
        }
        let first = self.peek();
        if first.is(TokenKind::End) {
            self.finished = true;
            return None;
        }
        self.ast = Ast::default();
        self.depth = 0;
        self.start = first.span.start;
        self.binders = None;
        self.impartial = false;
        let parsed = self.statement(first);
        if let Some(error) = self.stopped.take() {
            // What was read is no statement, and the rest is not looked at.
            self.finished = true;
            self.errors.clear();
            self.ast = Ast::default();
            let at = Span::new(first.span.start, self.last_end);
            return Some(Err(vec![Error::new(error, self.source(), at)]));
        }
        match parsed {
            Ok(kind) if self.errors.is_empty() => {
                self.note_generators();
                let span = Span::new(first.span.start, self.last_end);
                let mut ast = std::mem::take(&mut self.ast);
                if let Some(watch) = &self.watch {
                    ast.finish(&watch.heap);
                }
                Some(Ok(Statement { ast: Arc::new(ast), kind, span }))
            }
            parsed => {
                if parsed.is_err() {
                    self.skip_to_next_statement(first);
                }
                self.error_count += self.errors.len();
                let mut errors = std::mem::take(&mut self.errors);
                if self.error_count >= MOST_ERRORS {
                    self.finished = true;
                    let source_name = self.source().name().to_owned();
                    let at = Span::new(self.last_end, self.last_end);
                    let error = ParseError::TooManyErrors { source_name };
                    errors.push(Error::new(error, self.source(), at));
                }
                Some(Err(errors))
            }
        }
    }

    fn statement(&mut self, first: Token) -> Parse<StatementKind> {
        match first.kind {
            TokenKind::Colon => return self.directive(),
            TokenKind::Keyword(Keyword::Impartial) => {
                self.take();
                self.impartial = true;
                return self.definition().map(StatementKind::Define);
            }
            TokenKind::Name if self.is_mark(first, "scoring") || self.is_mark(first, "loopy") => {
                let (loopy, scoring) =
                    (self.is_mark(first, "loopy"), self.is_mark(first, "scoring"));
                self.take();
                if self.peek().is(TokenKind::Keyword(Keyword::Impartial)) {
                    self.take();
                    self.impartial = true;
                }
                let definition = self.definition()?;
                return Ok(StatementKind::Define(Definition { loopy, scoring, ..definition }));
            }
            TokenKind::Keyword(word @ (Keyword::Case | Keyword::Default)) => {
                let word = if word == Keyword::Case { "case" } else { "default" };
                return Err(self.fail(ParseError::ClauseOutside { word }, first.span));
            }
            TokenKind::Name => {
                if self.peek_at(1).is(TokenKind::Assign) {
                    return self.binding();
                }
                if self.definition_ahead() {
                    return self.definition().map(StatementKind::Define);
                }
                if self.text(first) == PRINT && self.prints() {
                    return self.print();
                }
                if self.text(first) == USE && self.peek_at(1).is(TokenKind::Text) {
                    self.take();
                    return Ok(StatementKind::Use(self.take().span));
                }
            }
            TokenKind::Keyword(Keyword::Let) if self.peek_at(1).is(TokenKind::Name) => {
                let name = self.peek_at(1);
                let rest = &self.source().text()[name.span.start as usize..];
                let line = rest.split(['\n', ';']).next().unwrap_or(rest).trim_end();
                let binding: String = line.chars().take(MOST_SHOWN).collect();
                let more = if binding.len() < line.len() { "..." } else { "" };
                let error = ParseError::LetOutside { binding: binding + more };
                return Err(self.fail(error, first.span));
            }
            TokenKind::Keyword(_) if self.peek_at(1).is(TokenKind::Assign) => {
                let word = self.text(first).to_owned();
                return Err(self.fail(ParseError::ReservedWord { word }, first.span));
            }
            TokenKind::Question => {
                self.take();
                return self.expression(Context::Statement).map(StatementKind::Outcome);
            }
            TokenKind::DoubleQuestion => {
                self.take();
                return self.expression(Context::Statement).map(StatementKind::Moves);
            }
            _ => {}
        }
        self.expression(Context::Statement).map(StatementKind::Value)
    }

    /// Whether this word stands before a definition.
    fn is_mark(&mut self, first: Token, word: &str) -> bool {
        if self.text(first) != word {
            return false;
        }
        let next = self.peek_at(1);
        match next.kind {
            _ if next.new_line => false,
            TokenKind::Name => self.peek_at(2).is(TokenKind::LeftParen),
            kind => kind == TokenKind::Keyword(Keyword::Impartial),
        }
    }

    fn expression(&mut self, context: Context) -> Parse<NodeId> {
        Expression::new(self, context).parse()
    }

    /// Whether a value stands behind `print`, and not an operator or nothing.
    fn prints(&mut self) -> bool {
        let next = self.peek_at(1);
        let named = matches!(next.kind, TokenKind::Name)
            && !matches!(self.text(next), "div" | "xor" | "mod");
        let value = named
            || matches!(
                next.kind,
                TokenKind::Text
                    | TokenKind::Integer
                    | TokenKind::Fraction
                    | TokenKind::Keyword(
                        Keyword::If | Keyword::True | Keyword::False | Keyword::Not
                    )
            )
            || matches!(
                next.kind,
                TokenKind::LeftBracket | TokenKind::LeftBrace | TokenKind::LeftParen
            ) && !next.glued;
        value && !next.new_line
    }

    /// `print value, value`
    fn print(&mut self) -> Parse<StatementKind> {
        self.take();
        let mut values = vec![self.expression(Context::Print)?];
        while self.peek().is(TokenKind::Comma) {
            self.take();
            values.push(self.expression(Context::Print)?);
        }
        Ok(StatementKind::Print(values))
    }

    fn binding(&mut self) -> Parse<StatementKind> {
        let name = self.take();
        self.take();
        let symbol = self.symbol(name);
        if self.function_ahead() {
            let parameters = if self.peek().is(TokenKind::LeftParen) {
                self.parameters()?
            } else {
                let parameter = self.take();
                vec![self.symbol(parameter)]
            };
            self.expect(TokenKind::Arrow, "`->`")?;
            let body = self.expression(Context::Statement)?;
            let clauses = vec![Clause { values: None, guard: None, lets: Vec::new(), body }];
            return Ok(StatementKind::Define(Definition {
                name: symbol,
                name_span: name.span,
                parameters,
                loopy: false,
                scoring: false,
                declarations: Vec::new(),
                clauses,
                helpers: Vec::new(),
            }));
        }
        let value = self.expression(Context::Statement)?;
        Ok(StatementKind::Bind { name: symbol, value })
    }

    /// Whether `x ->` or `(a, b) ->` comes: a function that is given a name.
    fn function_ahead(&mut self) -> bool {
        if !self.peek().is(TokenKind::LeftParen) {
            return self.peek().is(TokenKind::Name) && self.peek_at(1).is(TokenKind::Arrow);
        }
        let mut at = 1;
        while matches!(self.peek_at(at).kind, TokenKind::Name | TokenKind::Comma) {
            at += 1;
        }
        self.peek_at(at).is(TokenKind::RightParen) && self.peek_at(at + 1).is(TokenKind::Arrow)
    }

    fn symbol(&mut self, name: Token) -> crate::ast::Symbol {
        self.ast.symbol(match self.lexer.source().slice(name.span) {
            "⧾" => "tiny",
            "⧿" => "miny",
            name => name,
        })
    }

    fn directive(&mut self) -> Parse<StatementKind> {
        let colon = self.take();
        if !colon.new_line && !self.lexer.is_first_on_line(colon) {
            let help = "put the directive on a line of its own".to_owned();
            return Err(self.fail_unexpected(colon, "a statement", Some(help)));
        }
        self.go_back_behind(colon);
        let line = self.lexer.rest_of_line();
        let text = self.lexer.source().slice(line);
        let text = text.split_once(" //").map_or(text, |(text, _)| text);
        let text = text.trim_end_matches(|c: char| c.is_whitespace() || c == ';');
        let end = line.range().start + text.len();
        let text = text.trim_start();
        let start = end - text.len();
        let name_length = text.find(char::is_whitespace).unwrap_or(text.len());
        let argument = text[name_length..].trim_start();
        let name = Span::at(start, start + name_length);
        let argument = Span::at(end - argument.len(), end);
        self.last_end = argument.end;
        Ok(StatementKind::Directive { name, argument })
    }

    /// Whether a definition begins here: a name, parentheses without brackets
    /// in them, and a brace behind which stands `case`, `default` or nothing yet.
    fn definition_ahead(&mut self) -> bool {
        let open = self.peek_at(1);
        if !open.is(TokenKind::LeftParen) {
            return false;
        }
        // A lexer of its own, so that nothing is kept of a long list of arguments.
        let source = self.source().clone();
        let rest = Span::new(open.span.end, self.lexer.end());
        let mut ahead = Lexer::within(source, rest, &Reading::default());
        loop {
            match ahead.next().kind {
                TokenKind::RightParen => break,
                TokenKind::Name
                | TokenKind::Comma
                | TokenKind::Integer
                | TokenKind::Keyword(_)
                | TokenKind::Assign => {}
                _ => return false,
            }
        }
        if !ahead.next().is(TokenKind::LeftBrace) {
            return false;
        }
        let first = ahead.next();
        match first.kind {
            TokenKind::Keyword(Keyword::Case | Keyword::Default) | TokenKind::End => true,
            TokenKind::Name if Fact::from_word(self.text(first)).is_some() => {
                // Not an option with its generators: `{sum : k = 0..1 | }`.
                let (colon, second, third) = (ahead.next(), ahead.next(), ahead.next());
                let generator = second.is(TokenKind::Keyword(Keyword::If))
                    || third.is(TokenKind::Assign)
                    || third.is(TokenKind::Keyword(Keyword::In));
                colon.is(TokenKind::Colon) && !generator
            }
            _ => false,
        }
    }

    /// After an error: goes to the end of the statement, or to the next line
    /// that looks like the start of a definition.
    fn skip_to_next_statement(&mut self, first: Token) {
        let mut moved = self.peek().span.start > first.span.start;
        loop {
            let token = self.peek();
            if token.is(TokenKind::End) {
                return;
            }
            if moved && token.new_line {
                let closed = self.depth <= 0;
                let definition = self.is_first_on_line_column(token)
                    && (token.is(TokenKind::Keyword(Keyword::Impartial))
                        || token.is(TokenKind::Name)
                            && (["loopy", "scoring"].iter()).any(|word| self.is_mark(token, word))
                        || token.is(TokenKind::Name) && self.definition_ahead());
                if closed || definition {
                    return;
                }
            }
            self.take();
            moved = true;
            if token.is(TokenKind::Semicolon) && self.depth <= 0 {
                return;
            }
        }
    }

    /// At the very start of its line.
    fn is_first_on_line_column(&self, token: Token) -> bool {
        let start = token.span.start as usize;
        start == 0 || self.lexer.source().text().as_bytes()[start - 1] == b'\n'
    }
}

#[cfg(test)]
mod tests;
