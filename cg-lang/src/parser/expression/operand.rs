//! Where an operand is due: numbers, texts, names, prefixes, opening brackets.

use cg_core::Dyadic;
use dashu_int::IBig;
use dashu_int::ops::BitTest;

use super::{Bracket, BracketKind, Expression, Guard, OpenForm, Stage, Step, Tail};
use super::{Context, Parse, Reported};
use crate::ast::{Infix, Node, NodeId, Prefix};
use crate::error::{ErrorKind, ParseError, RunError};
use crate::lexer::{Keyword, Token, TokenKind, vulgar_fraction};
use crate::parser::Surprise;
use crate::value::MOST_INTEGER_BITS;

impl Expression<'_> {
    pub(super) fn operand(&mut self) -> Parse<Step> {
        let token = self.parser.peek();
        match token.kind {
            TokenKind::Integer => self.number_operand(),
            TokenKind::Fraction => {
                self.parser.take();
                let id = self.fraction(token)?;
                let step = self.push_node(id);
                self.tail = Tail::Number;
                Ok(step)
            }
            TokenKind::Text => {
                self.parser.take();
                let text = unescape(self.parser.text(token));
                let id = self.ast().add_text(text, token.span);
                Ok(self.push_node(id))
            }
            TokenKind::Name | TokenKind::LeftParen if self.function_head() => Ok(Step::Operand),
            TokenKind::Name if self.is_short_tiny() => self.short_tiny(),
            TokenKind::Name if self.is_downs(token) => self.field_ups_operand(),
            TokenKind::Name if self.is_word_before_call(token) => {
                self.check_no_copies(token)?;
                let word = self.parser.symbol(token);
                self.parser.take();
                self.frames.push(OpenForm::Word(word, token.span));
                Ok(Step::Operand)
            }
            TokenKind::Name => {
                self.parser.take();
                let symbol = self.parser.symbol(token);
                let step = self.push_operand(Node::Name(symbol), token.span);
                self.name = Some((symbol, token.span));
                Ok(step)
            }
            TokenKind::Keyword(keyword) => self.keyword_operand(token, keyword),
            TokenKind::LeftParen => Ok(self.open_bracket(BracketKind::Group)),
            TokenKind::LeftBracket => Ok(self.open_bracket(BracketKind::List)),
            TokenKind::LeftBrace => Ok(self.open_bracket(BracketKind::Game)),
            TokenKind::Quote if self.parser.peek_at(1).is(TokenKind::LeftBrace) => {
                let quote = self.parser.take();
                Ok(self.open_form(quote))
            }
            TokenKind::Plus | TokenKind::Minus if self.is_short_tiny() => self.short_tiny(),
            TokenKind::Minus => self.minus(),
            TokenKind::PlusMinus => self.prefix(Prefix::Switch, 1),
            TokenKind::Plus if self.parser.peek_at(1).is_glued(TokenKind::Minus) => {
                self.prefix(Prefix::Switch, 2)
            }
            TokenKind::Star => self.star_operand(),
            TokenKind::FieldUps => self.field_ups_operand(),
            TokenKind::RightParen
            | TokenKind::RightBracket
            | TokenKind::RightBrace
            | TokenKind::Bars(_)
                if self.may_be_empty(token) =>
            {
                self.close_or_bar(token, None)
            }
            _ => Err(self.missing_operand(token)),
        }
    }

    /// Whether `entails` or `again` stands before a call.
    fn is_word_before_call(&mut self, token: Token) -> bool {
        matches!(self.parser.text(token), "entails" | "again")
            && self.parser.peek_at(1).is(TokenKind::Name)
            && self.parser.peek_at(2).is_glued(TokenKind::LeftParen)
    }

    fn open_bracket(&mut self, kind: BracketKind) -> Step {
        let token = self.parser.take();
        self.push_bracket(kind, token.span)
    }

    /// `'{`: a form.
    fn open_form(&mut self, quote: Token) -> Step {
        let brace = self.parser.take();
        let step = self.push_bracket(BracketKind::Game, quote.span.to(brace.span));
        self.open_bracket_mut().quoted = true;
        self.quoted += 1;
        step
    }

    /// Whether nothing may stand before `token`: an empty list or call, or a
    /// side without options.
    fn may_be_empty(&mut self, token: Token) -> bool {
        let items = self.items.len();
        let Some(bracket) = self.top_bracket() else { return false };
        let Bracket { kind, items: start, each, from, after_comma, function, .. } = bracket;
        if *after_comma || each.is_some() || from.is_some() || function.is_some() {
            return false;
        }
        match kind {
            BracketKind::Game => {
                matches!(token.kind, TokenKind::RightBrace | TokenKind::Bars(_))
            }
            BracketKind::List | BracketKind::Call(..) => {
                items == *start && token.kind == kind.closing().0
            }
            _ => false,
        }
    }

    pub(super) fn integer(&mut self, token: Token) -> Parse<NodeId> {
        let digits = self.parser.text(token);
        let Some(value) = parse_integer(digits) else {
            return Err(self.too_large(token));
        };
        Ok(self.ast().add_integer(value, token.span))
    }

    /// A number with a binary fraction.
    fn fraction(&mut self, token: Token) -> Parse<NodeId> {
        let text = self.parser.text(token);
        let value = match text.split_once('.') {
            Some((whole, digits)) => IBig::from_str_radix(digits, 2).ok().and_then(|fraction| {
                let whole = parse_integer(whole)?;
                Dyadic::new((whole << digits.len()) + fraction, digits.len()).ok()
            }),
            None => vulgar_number(text),
        };
        let Some(value) = value else { return Err(self.too_large(token)) };
        if text.contains('.') {
            let (written, number) = (text.to_owned(), value.clone());
            self.parser.surprise(Surprise::Point { written, number });
        }
        Ok(self.ast().add_number(value, token.span))
    }

    fn too_large(&mut self, token: Token) -> Reported {
        let error = ErrorKind::from(RunError::IntegerTooLarge);
        self.parser.fail(error, token.span)
    }

    fn keyword_operand(&mut self, token: Token, keyword: Keyword) -> Parse<Step> {
        match keyword {
            Keyword::True | Keyword::False => {
                self.parser.take();
                Ok(self.push_operand(Node::Truth(keyword == Keyword::True), token.span))
            }
            Keyword::Not => self.prefix(Prefix::Not, 1),
            Keyword::If => {
                self.check_no_copies(token)?;
                self.parser.take();
                self.push_if(token, Guard::No);
                Ok(Step::Operand)
            }
            Keyword::Wildcard => {
                self.parser.take();
                if self.context != Context::Case {
                    return Err(self.fail(ParseError::PatternOutside { what: "`_`" }, token.span));
                }
                Ok(self.push_operand(Node::Wildcard, token.span))
            }
            _ => Err(self.missing_operand(token)),
        }
    }

    pub(super) fn push_if(&mut self, token: Token, guard: Guard) {
        self.frames.push(OpenForm::If { span: token.span, stage: Stage::Condition, guard });
        self.open += 1;
    }

    /// A prefix operator of `tokens` tokens.
    pub(super) fn prefix(&mut self, prefix: Prefix, tokens: usize) -> Parse<Step> {
        let first = self.parser.peek();
        self.check_no_copies(first)?;
        let mut span = first.span;
        for _ in 0..tokens {
            span = span.to(self.parser.take().span);
        }
        self.frames.push(OpenForm::Prefix(prefix, span));
        Ok(Step::Operand)
    }

    /// `m.` takes one atom: no operator before it.
    pub(super) fn check_no_copies(&mut self, token: Token) -> Parse<()> {
        if matches!(self.frames.last(), Some(OpenForm::Infix(Infix::Copies))) {
            return Err(self.missing_operand(token));
        }
        Ok(())
    }

    pub(super) fn missing_operand(&mut self, token: Token) -> Reported {
        if token.is(TokenKind::Bad) {
            return self.parser.fail_lex(token);
        }
        let (place, help) = self.place_of_operand(token);
        let at_end = token.is(TokenKind::End);
        let query = match token.kind {
            TokenKind::Question => Some("?"),
            TokenKind::DoubleQuestion => Some("??"),
            _ => None,
        };
        if let Some(query) = query {
            return self.fail(ParseError::QueryInside { query }, token.span);
        }
        if let (TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace, None) =
            (token.kind, self.frames.last())
        {
            let bracket = self.parser.first_character(token);
            return self.fail(ParseError::Unopened { bracket }, token.span);
        }
        if let (true, Some(OpenForm::Bracket(bracket))) = (at_end, self.frames.last()) {
            let (_, open, close) = bracket.kind.closing();
            let at = bracket.open;
            return self.fail(ParseError::Unclosed { bracket: open, close, at_end }, at);
        }
        let error = ParseError::MissingOperand { place, help, at_end };
        self.fail(error, token.span)
    }

    fn place_of_operand(&mut self, token: Token) -> (String, Option<String>) {
        let found = self.parser.describe(token);
        match self.frames.last() {
            Some(OpenForm::Infix(Infix::Multiply)) => {
                let help = "a star after a value is a product; add one as `... + *`";
                ("after `*`".into(), Some(help.into()))
            }
            Some(OpenForm::Infix(Infix::Copies)) => {
                let help = "`.` takes one value: put the rest in parentheses, as in `2.(-^)`";
                ("after `.`".into(), Some(help.into()))
            }
            Some(OpenForm::Infix(infix)) => (format!("after `{}`", infix.sign()), None),
            Some(OpenForm::Prefix(prefix, _)) => {
                let sign = match prefix {
                    Prefix::Negate => "-",
                    Prefix::Not => "not",
                    Prefix::Switch => "+-",
                };
                (format!("after `{sign}`"), None)
            }
            Some(OpenForm::Modulo { .. }) => ("after `mod`".into(), None),
            Some(OpenForm::Word(word, _)) => {
                (format!("after `{}`", self.parser.ast.name(*word)), None)
            }
            Some(OpenForm::Range) => ("after `..`".into(), None),
            Some(OpenForm::If { stage, .. }) => {
                let word = match stage {
                    Stage::Condition => "if",
                    Stage::Then(_) => "then",
                    Stage::Else(..) => "else",
                };
                let help = token.is(TokenKind::Keyword(Keyword::Let)).then(|| {
                    "`let` stands at the beginning of a clause, before `if`: \
                     `default: let x = 1; if c then x else 0;`"
                        .to_owned()
                });
                (format!("after `{word}`"), help)
            }
            Some(OpenForm::Bracket(bracket)) if bracket.after_comma => ("after `,`".into(), None),
            Some(OpenForm::Bracket(bracket)) => {
                let (_, open, _) = bracket.kind.closing();
                let help = match bracket.kind {
                    BracketKind::Index(_) => Some("both ends are written: `s[i..len(s)-1]`".into()),
                    _ => None,
                };
                (format!("after `{open}`, before {found}"), help)
            }
            None if token.is(TokenKind::Plus) => {
                let help = "to go on with a sum in a new line, end the line before with `+`";
                ("before `+`".into(), Some(help.into()))
            }
            None => (format!("before {found}"), None),
        }
    }
}

/// The integer that these digits write, unless it is too large.
pub(super) fn parse_integer(digits: &str) -> Option<IBig> {
    // log2(10) > 3; the check keeps the conversion itself bounded.
    if digits.len().checked_mul(3)? > MOST_INTEGER_BITS {
        return None;
    }
    IBig::from_str_radix(digits, 10).ok().filter(|value| value.bit_len() <= MOST_INTEGER_BITS)
}

/// The number that ends in a character like `½`.
fn vulgar_number(text: &str) -> Option<Dyadic> {
    let last = text.chars().next_back()?;
    let (numerator, exponent) = vulgar_fraction(last)?;
    let digits = &text[..text.len() - last.len_utf8()];
    let whole = if digits.is_empty() { IBig::ZERO } else { parse_integer(digits)? };
    Dyadic::new((whole << exponent) + IBig::from(numerator), exponent).ok()
}

fn unescape(quoted: &str) -> String {
    let mut text = String::with_capacity(quoted.len());
    let mut characters = quoted[1..quoted.len() - 1].chars();
    while let Some(character) = characters.next() {
        text.push(match character {
            '\\' => match characters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    text
}
