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

definition = [ "impartial" ] name "(" [ name { "," name } ] ")" "{" clause { clause } "}"
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
postfix    = atom { "[" expr [ ".." expr ] "]" }
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

mod brackets;
mod definition;
mod expression;
mod literal;
mod operand;
mod operator;
mod standard;
mod statement;

use std::collections::VecDeque;

use crate::ast::{Ast, Node, StatementKind};
use crate::error::{Error, ErrorKind, LexError, ParseError};
use crate::lexer::{Lexer, Reading, Token, TokenKind};
use crate::source::{Source, Span};

/// After this many errors the rest of a source is not read.
const MOST_ERRORS: usize = 20;

/// The error is in [`Parser::errors`].
#[derive(Debug)]
struct Reported;

type Parse<T> = Result<T, Reported>;

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
}

impl Parser {
    pub(crate) fn new(source: Source, reading: Reading) -> Self {
        Parser {
            lexer: Lexer::new(source, reading),
            ahead: VecDeque::new(),
            ast: Ast::default(),
            errors: Vec::new(),
            error_count: 0,
            depth: 0,
            last_end: 0,
            impartial: false,
            finished: false,
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
            let token = self.lexer.next();
            self.ahead.push_back(token);
        }
        self.ahead[ahead]
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
        let error = self.lexer.take_error().unwrap_or(LexError::UnclosedText);
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

#[cfg(test)]
mod tests;
