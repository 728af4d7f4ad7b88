//! Literals of standard notation: `19/8`, `1*`, `^3*2`, `73/16v9*8`, `^[4]`.

use super::expression::{Expression, Frame, Step, Tail};
use super::literal::{Base, Sign};
use super::{Parse, Reported};
use crate::ast::{Infix, Node, NodeId, Prefix};
use crate::error::ParseError;
use crate::lexer::{Token, TokenKind};

/// Ups as the field writes them, read from the text of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FieldUps<'a> {
    /// `^^^`
    Run(i64),
    /// `^3`
    Count(&'a str),
    /// `^[4]`: the sum of the first four powers of up.
    Sum(&'a str),
    /// `^<2>`: the second power of up.
    Power(&'a str),
    /// `^^3`: two readings.
    Doubtful,
}

impl<'a> FieldUps<'a> {
    fn of(text: &'a str) -> (Sign, FieldUps<'a>) {
        let rest = text.trim_start_matches(['^', 'v', '↑', '↓']);
        let run = text[..text.len() - rest.len()].chars().count();
        let sign = if text.starts_with(['v', '↓']) { Sign::Down } else { Sign::Up };
        let inside = rest.get(1..rest.len().saturating_sub(1)).unwrap_or("");
        let ups = match rest.as_bytes().first() {
            None => FieldUps::Run(i64::try_from(run).unwrap_or(i64::MAX)),
            Some(_) if run > 1 => FieldUps::Doubtful,
            Some(b'[') => FieldUps::Sum(inside),
            Some(b'<') => FieldUps::Power(inside),
            Some(_) => FieldUps::Count(rest),
        };
        (sign, ups)
    }
}

impl Expression<'_> {
    /// Digits where an operand is due; in standard notation `1/2` is one
    /// literal.
    pub(super) fn number_operand(&mut self) -> Parse<Step> {
        let token = self.parser.take();
        let mut number = self.integer(token)?;
        let divided = matches!(self.frames.last(), Some(Frame::Infix(Infix::Divide)));
        if self.parser.standard()
            && !divided
            && self.parser.peek().is_glued(TokenKind::Slash)
            && self.parser.peek_at(1).is_glued(TokenKind::Integer)
        {
            self.parser.take();
            let token = self.parser.take();
            let denominator = self.integer(token)?;
            let span = self.span_of(number).to(token.span);
            number = self.ast().add(Node::Infix(Infix::Divide, number, denominator), span);
        }
        let step = self.push_node(number);
        self.tail = Tail::Number;
        Ok(step)
    }

    /// A minus before digits belongs to the number: `-1^` is -1 and an up.
    pub(super) fn standard_minus(&mut self) -> Parse<Step> {
        if !self.parser.peek_at(1).is(TokenKind::Integer) {
            return self.prefix(Prefix::Negate, 1);
        }
        let minus = self.parser.peek();
        if matches!(self.frames.last(), Some(Frame::Infix(Infix::Copies))) {
            return Err(self.missing_operand(minus));
        }
        self.parser.take();
        self.number_operand()?;
        let number = self.pop_operand();
        let span = minus.span.to(self.span_of(number));
        let step = self.push_operand(Node::Prefix(Prefix::Negate, number), span);
        self.tail = Tail::Number;
        Ok(step)
    }

    /// Whether what is glued to the operand belongs to its literal.
    pub(super) fn is_glued_standard(&self, token: Token) -> bool {
        if !token.glued || !self.parser.standard() {
            return false;
        }
        match self.tail {
            Tail::Number => match token.kind {
                TokenKind::Name => matches!(self.parser.text(token), "tiny" | "miny"),
                kind => matches!(kind, TokenKind::FieldUps | TokenKind::Star),
            },
            Tail::Ups => matches!(token.kind, TokenKind::FieldUps | TokenKind::Star),
            Tail::Star | Tail::None => false,
        }
    }

    /// What is glued to the operand joins it.
    pub(super) fn glued_standard(&mut self, token: Token) -> Parse<Step> {
        match token.kind {
            TokenKind::Star => self.glued_star(),
            TokenKind::FieldUps => self.glued_field_ups(),
            _ => {
                self.parser.take();
                let name = self.parser.symbol(token);
                let base = self.take_base()?;
                match self.literal_parenthesis(Sign::Named(name), base) {
                    Some(step) => Ok(step),
                    None => {
                        let next = self.parser.peek();
                        Err(self.expected(next, "`(`"))
                    }
                }
            }
        }
    }

    pub(super) fn field_ups_operand(&mut self) -> Parse<Step> {
        self.field_ups(Base::None)
    }

    /// Ups directly behind a number or other ups: their sum.
    pub(super) fn glued_field_ups(&mut self) -> Parse<Step> {
        let base = self.take_base()?;
        self.field_ups(base)
    }

    /// Ups behind any other operand: that many copies.
    pub(super) fn counted_field_ups(&mut self) -> Parse<Step> {
        let token = self.parser.peek();
        let text = self.parser.text(token).to_owned();
        if self.tail == Tail::Number {
            let help = format!("write `3.{text}` for copies, `3 + {text}` for the sum");
            return Err(self.fail(ParseError::DoubtfulUps { help }, token.span));
        }
        if text.starts_with('v') {
            // A word: no operator.
            return Err(self.missing_operator(token));
        }
        self.check_count(token)?;
        if let (_, FieldUps::Count(_)) = FieldUps::of(&text) {
            let mut exponent = token;
            exponent.span.start += 1;
            return Err(self.power(token, exponent));
        }
        let base = Base::Count(self.pop_operand());
        self.field_ups(base)
    }

    fn field_ups(&mut self, base: Base) -> Parse<Step> {
        let token = self.parser.take();
        let source = self.parser.source().clone();
        let (sign, ups) = FieldUps::of(source.slice(token.span));
        let span = token.span;
        let literal = match ups {
            FieldUps::Run(1) => {
                if let Some(step) = self.literal_parenthesis(sign, base) {
                    return Ok(step);
                }
                return Ok(self.finish_plain(sign, base, 1, span));
            }
            FieldUps::Run(copies) => return Ok(self.finish_plain(sign, base, copies, span)),
            FieldUps::Count(digits) => {
                let count = self.field_integer(digits, token)?;
                let one = self.ast().add(Node::Integer(1), span);
                let literal = self.literal(sign, one, span);
                self.ast().add(Node::Infix(Infix::Copies, count, literal), span)
            }
            FieldUps::Sum(digits) => {
                let order = self.field_integer(digits, token)?;
                self.literal(sign, order, span)
            }
            FieldUps::Power(digits) => self.power_of_up(sign, digits, token)?,
            FieldUps::Doubtful => return Err(self.doubtful(token)),
        };
        Ok(self.attach(sign, base, literal))
    }

    /// `^<n>` = ^(n) - ^(n-1).
    fn power_of_up(&mut self, sign: Sign, digits: &str, token: Token) -> Parse<NodeId> {
        let span = token.span;
        let order = self.field_integer(digits, token)?;
        let one = self.ast().add(Node::Integer(1), span);
        let before = self.ast().add(Node::Infix(Infix::Subtract, order, one), span);
        if self.parser.ast.node(order) == Node::Integer(0) {
            let help = "powers of up count from 1: `^<1>` is `^`".to_owned();
            return Err(self.fail(ParseError::DoubtfulUps { help }, span));
        }
        let (more, less) = match sign {
            Sign::Down => (before, order),
            _ => (order, before),
        };
        let more = self.literal(Sign::Up, more, span);
        let less = self.literal(Sign::Up, less, span);
        Ok(self.ast().add(Node::Infix(Infix::Subtract, more, less), span))
    }

    fn field_integer(&mut self, digits: &str, token: Token) -> Parse<NodeId> {
        match super::operand::parse_integer(digits) {
            Some(value) => Ok(self.ast().add_integer(value, token.span)),
            None => Err(self
                .parser
                .fail(crate::error::ErrorKind::from(cg_core::Error::NUMBER_TOO_LARGE), token.span)),
        }
    }

    fn doubtful(&mut self, token: Token) -> Reported {
        let help = "write `^3` for three ups, `^<3>` for the third power of up".to_owned();
        self.fail(ParseError::DoubtfulUps { help }, token.span)
    }
}
