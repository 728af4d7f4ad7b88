/*!
From tokens to statements.

# The grammar of G

<!-- ANCHOR: grammar -->
```text
program    = { statement | ";" }            statements end at ";" or at a line end
statement  = definition                      where no bracket is open and no operator
           | name "=" value                  waits for its operand
           | [ "?" | "??" ] value
           | ":" name rest-of-line           a directive, alone on its line

definition = [ "impartial" ] name "(" [ name { "," name } ] ")" "{" { fact } clause { clause } "}"
fact       = ( "sum" | "symmetric" | "negative" ) ":" value ";"   of its positions
clause     = ( "case" cases | "default" ) ":" { "let" name "=" value ";" } value ";"
cases      = pattern { "," pattern } [ "if" expr ] | "if" expr
pattern    = expr | "_" | "(" pattern "," pattern { "," pattern } ")"

value      = expr [ ".." expr ]              a range is the list of its integers
expr       = expr infix expr | prefix expr | "if" expr "then" value "else" value | postfix
infix      = "or"                                         binds least
           | "and"
           | "==" | "!=" | "<" | ">" | "<=" | ">=" | "<>"  (not in a row)
           | "++"
           | "+" | "-" | "±" | "xor"
           | "*" | "/" | "div" | "%"
           | "."                                           binds most
prefix     = "not" (under comparisons) | "+-" | "±" (under "*") | "-" (over "*")
postfix    = atom { "[" { expr "," } expr [ ".." expr ] "]" }   b[r, c] is b[r][c]
           | name "(" [ value { "," value } ] ")"
           | postfix ups                     that many copies
atom       = number | text | "true" | "false" | name | literal | "(" value ")"
           | "'{" items bars items { bars items } "}'"       a form, and so are braces in it
           | "[" items "]" | "{" items { bars items } "}"    (one run of bars or more;
items      = [ item { "," item } ]                            none in impartial functions
                                                              and behind "+-")
item       = expr [ ":" generator { "," generator } ]
generator  = name "=" expr ".." expr | name "in" value | "if" expr
bars       = "|" | "||" | ...                the longest splits first

The paper's notation:
number     = digits [ "." binary-digits ]
literal    = ups [ star ] | star             "ups star" written without a blank
ups        = "^" { "^" } | "^" "(" expr ")"  and the same with "↓"
star       = "*" [ digits | "(" expr ")" ]   digits without a blank

Standard notation: written without blanks
literal    = number { fieldups } [ star ] | fieldups { fieldups } [ star ]
           | number ( "tiny" | "miny" ) "(" expr ")"
number     = [ "-" ] digits [ "/" digits ]
fieldups   = "^" { "^" } | "^" ( digits | "[" digits "]" | "<" digits ">" | "(" expr ")" )
             and the same with "v" or "↓"
```
<!-- ANCHOR_END: grammar -->

Expressions are parsed by operator precedence with a stack of what is open
(brackets, waiting operators, `if`), so nesting is bounded by memory only.
*/

mod expression;

use std::collections::VecDeque;
use std::sync::Arc;

use cg_core::{Error as GameError, Meter};

use crate::ast::{
    Ast, Clause, Declaration, Definition, Fact, Node, NodeId, Statement, StatementKind, Symbol,
};
use crate::directive::Directive;
use crate::error::{Error, ErrorKind, ParseError};
use crate::heap::Heap;
use crate::lexer::{Keyword, Lexer, Reading, Token, TokenKind};
use crate::source::{Source, Span};
use expression::{Context, Expression};

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
    pub(crate) fn new(source: Source, reading: Reading) -> Self {
        Self::of(Lexer::new(source, reading))
    }

    /// A parser of a part of a source.
    pub(crate) fn within(source: Source, part: Span, reading: Reading) -> Self {
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
    pub(crate) fn set_reading(&mut self, reading: Reading) {
        self.lexer.set_reading(reading);
    }

    pub(crate) fn reading(&self) -> Reading {
        self.lexer.reading()
    }

    fn standard(&self) -> bool {
        self.lexer.reading() == Reading::Standard
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
/// assert!(is_unfinished("Nim(n) {", Reading::Paper));
/// assert!(is_unfinished("Nim(3) +", Reading::Paper));
/// assert!(!is_unfinished("Nim(3) + *", Reading::Paper));
/// assert!(!is_unfinished("Nim(3))", Reading::Paper));
/// ```
pub fn is_unfinished(text: &str, reading: Reading) -> bool {
    let mut parser = Parser::new(Source::new("", text), reading);
    let mut unfinished = false;
    while let Some(statement) = parser.next_statement() {
        unfinished = matches!(&statement, Err(errors) if errors.iter().any(Error::is_unfinished));
        if let Ok(statement) = &statement {
            parser.follow_notation(statement);
        }
    }
    unfinished
}

/// When `text` ends in a call whose arguments are names, and nothing behind it:
/// the function, and those names.
pub(crate) fn last_call_of_names(text: &str, reading: Reading) -> Option<(String, Vec<String>)> {
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
    /// The next statement, or its errors; `None` after the last. A directive
    /// `:notation` must be given back to [`Parser::follow_notation`].
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

    /// Reads what follows a `:notation` line in that notation.
    pub(crate) fn follow_notation(&mut self, statement: &Statement) {
        if let StatementKind::Directive { name, argument } = statement.kind
            && Directive::from_name(self.source().slice(name)) == Some(Directive::Notation)
            && let Ok(notation) = self.source().slice(argument).parse::<cg_core::Notation>()
        {
            self.set_reading(Reading::from(notation));
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

    fn expression(&mut self, context: Context) -> Parse<NodeId> {
        Expression::new(self, context).parse()
    }

    fn binding(&mut self) -> Parse<StatementKind> {
        let name = self.take();
        self.take();
        let symbol = self.symbol(name);
        let value = self.expression(Context::Statement)?;
        Ok(StatementKind::Bind { name: symbol, name_span: name.span, value })
    }

    fn symbol(&mut self, name: Token) -> crate::ast::Symbol {
        self.ast.symbol(self.lexer.source().slice(name.span))
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
        let mut ahead = Lexer::within(source, rest, self.reading());
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

// Definitions of functions.

impl Parser {
    /// `Name(p, q) { clauses }`
    fn definition(&mut self) -> Parse<Definition> {
        let name = self.expect(TokenKind::Name, "the name of a function")?;
        let symbol = self.symbol(name);
        let parameters = self.parameters()?;
        let open = self.expect(TokenKind::LeftBrace, "`{` before the clauses")?;
        let (mut declarations, mut clauses) = (Vec::new(), Vec::<Clause>::new());
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::Name
                    if clauses.is_empty()
                        && !parameters.is_empty()
                        && let Some(fact) = Fact::from_word(self.text(token)) =>
                {
                    self.take();
                    self.expect(TokenKind::Colon, "`:`")?;
                    let value = self.expression(Context::Let)?;
                    self.end_of_clause("`;` after the declaration")?;
                    declarations.push(Declaration { fact, value });
                }
                TokenKind::Keyword(word @ (Keyword::Case | Keyword::Default)) => {
                    if clauses.last().is_some_and(|clause| clause.values.is_none()) {
                        return Err(self.fail(ParseError::ClauseAfterDefault, token.span));
                    }
                    self.take();
                    clauses.push(self.clause(word, parameters.len())?);
                }
                TokenKind::RightBrace => {
                    self.take();
                    break;
                }
                TokenKind::End => {
                    let error = ParseError::Unclosed { bracket: '{', close: '}', at_end: true };
                    return Err(self.fail(error, open.span));
                }
                _ => {
                    return Err(self.fail_unexpected(token, "`case`, `default` or `}`", None));
                }
            }
        }
        if clauses.is_empty() {
            return Err(self.fail(ParseError::NoClauses, open.span));
        }
        Ok(Definition { name: symbol, name_span: name.span, parameters, declarations, clauses })
    }

    fn parameters(&mut self) -> Parse<Vec<Symbol>> {
        self.expect(TokenKind::LeftParen, "`(` before the parameters")?;
        let mut parameters = Vec::new();
        if self.peek().is(TokenKind::RightParen) {
            self.take();
            return Ok(parameters);
        }
        loop {
            let token = self.take();
            match token.kind {
                TokenKind::Name => {}
                TokenKind::Keyword(_) => {
                    let word = self.text(token).to_owned();
                    return Err(self.fail(ParseError::ReservedWord { word }, token.span));
                }
                _ => return Err(self.fail(ParseError::BadParameter, token.span)),
            }
            let symbol = self.symbol(token);
            if parameters.contains(&symbol) {
                let name = self.text(token).to_owned();
                return Err(self.fail(ParseError::DuplicateParameter { name }, token.span));
            }
            parameters.push(symbol);
            let token = self.take();
            match token.kind {
                TokenKind::RightParen => return Ok(parameters),
                TokenKind::Comma => {}
                _ => return Err(self.fail(ParseError::BadParameter, token.span)),
            }
        }
    }

    /// What follows `case` or `default`.
    fn clause(&mut self, word: Keyword, parameters: usize) -> Parse<Clause> {
        let (values, guard) = if word == Keyword::Case {
            let (values, guard) = self.cases(parameters)?;
            (Some(values), guard)
        } else {
            (None, None)
        };
        self.expect(TokenKind::Colon, "`:`")?;
        let mut lets = Vec::new();
        while self.peek().is(TokenKind::Keyword(Keyword::Let)) {
            self.take();
            let name = self.expect(TokenKind::Name, "a name")?;
            self.expect(TokenKind::Assign, "`=`")?;
            let symbol = self.symbol(name);
            let value = self.expression(Context::Let)?;
            self.end_of_clause("`;` after the value")?;
            lets.push((symbol, value));
        }
        let body = self.expression(Context::Body)?;
        self.end_of_clause("`;` at the end of the clause")?;
        Ok(Clause { values, guard, lets, body })
    }

    fn end_of_clause(&mut self, expected: &str) -> Parse<Token> {
        self.expect(TokenKind::Semicolon, expected)
    }

    /// The values and the guard between `case` and `:`.
    fn cases(&mut self, parameters: usize) -> Parse<(Vec<NodeId>, Option<NodeId>)> {
        let mut values = Vec::new();
        let guard = TokenKind::Keyword(Keyword::If);
        if !self.peek().is(guard) {
            loop {
                let value = self.expression(Context::Case)?;
                self.check_pattern(value, parameters)?;
                values.push(value);
                if !self.peek().is(TokenKind::Comma) {
                    break;
                }
                self.take();
            }
        }
        let guard = if self.peek().is(guard) {
            self.take();
            Some(self.expression(Context::Guard)?)
        } else {
            None
        };
        Ok((values, guard))
    }

    /// A case has one value for each parameter.
    fn check_pattern(&mut self, pattern: NodeId, parameters: usize) -> Parse<()> {
        let found = match self.ast.node(pattern) {
            Node::Tuple(values) => values.len(),
            Node::Wildcard => return Ok(()),
            _ => 1,
        };
        if found == parameters {
            return Ok(());
        }
        let error = ParseError::PatternLength { expected: parameters, found };
        Err(self.fail(error, self.ast.span(pattern)))
    }
}

#[cfg(test)]
mod tests;
