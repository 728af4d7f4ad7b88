//! Numbers, stars and ups, as the paper and as the field write them: one grammar reads
//! both.

use super::{BracketKind, Expression, OpenForm, Step, Tail, binding};
use super::{Parse, Reported};
use crate::ast::{Infix, Node, NodeId, Prefix, Symbol};
use crate::error::ParseError;
use crate::lexer::{Keyword, Token, TokenKind, is_down_word, is_loopy_summand, superscript};
use crate::parser::Surprise;
use crate::source::Span;

/// Which literal takes the number in the parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Star,
    Up,
    Down,
    /// `tiny` or `miny`, directly behind a number in standard notation.
    Named(Symbol),
}

impl Sign {
    fn character(self) -> char {
        match self {
            Sign::Star => '*',
            Sign::Up => '^',
            Sign::Down => '↓',
            Sign::Named(_) => '(',
        }
    }
}

/// What the literal belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    None,
    /// It is added to this: the star of `^(2)*`.
    Add(NodeId),
    /// This many copies of it: the 3 of `3^(2)`.
    Count(NodeId),
}

impl Expression<'_> {
    /// The literal with the number `argument`.
    fn literal(&mut self, sign: Sign, argument: NodeId, span: Span) -> NodeId {
        let node = match sign {
            Sign::Star => Node::Nimber(argument),
            Sign::Up | Sign::Down => Node::Up(argument),
            Sign::Named(name) => Node::Call(name, self.ast().add_children(&[argument])),
        };
        let literal = self.ast().add(node, span);
        if sign == Sign::Down {
            return self.ast().add(Node::Prefix(Prefix::Negate, literal), span);
        }
        literal
    }

    /// A literal is complete: its number is `argument`.
    pub(super) fn finish_literal(
        &mut self,
        sign: Sign,
        base: Base,
        argument: NodeId,
        span: Span,
    ) -> Step {
        let literal = self.literal(sign, argument, span);
        self.attach(sign, base, literal)
    }

    /// The finished literal joins its base and becomes the operand.
    fn attach(&mut self, sign: Sign, base: Base, literal: NodeId) -> Step {
        match base {
            Base::None => {
                self.push_node(literal);
            }
            Base::Add(base) => self.combine(Infix::Add, base, literal),
            Base::Count(count) => self.combine(Infix::Copies, count, literal),
        }
        self.tail = match sign {
            Sign::Star => Tail::Star,
            Sign::Up | Sign::Down => Tail::Ups,
            Sign::Named(_) => Tail::None,
        };
        Step::Operator
    }

    /// `copies` copies of a literal with the number 1.
    fn finish_plain(&mut self, sign: Sign, base: Base, copies: i64, span: Span) -> Step {
        let one = self.ast().add(Node::Integer(1), span);
        let literal = self.literal(sign, one, span);
        let literal = self.copies(copies, literal, span);
        self.attach(sign, base, literal)
    }

    fn copies(&mut self, copies: i64, literal: NodeId, span: Span) -> NodeId {
        if copies == 1 {
            return literal;
        }
        let count = self.ast().add(Node::Integer(copies), span);
        self.ast().add(Node::Infix(Infix::Copies, count, literal), span)
    }

    /// Opens the parenthesis of a literal, if one comes.
    fn literal_parenthesis(&mut self, sign: Sign, base: Base, written: Span) -> Option<Step> {
        let token = self.parser.peek();
        if !token.is(TokenKind::LeftParen) || self.ends_before(token) {
            return None;
        }
        self.parser.take();
        Some(self.push_bracket(BracketKind::Literal(sign, base, written), token.span))
    }

    /// `*`, `*5`, `*(n)` where an operand is due.
    pub(super) fn star_operand(&mut self) -> Parse<Step> {
        self.star(Base::None)
    }

    fn star(&mut self, base: Base) -> Parse<Step> {
        let star = self.parser.take();
        if let Some(step) = self.literal_parenthesis(Sign::Star, base, star.span) {
            return Ok(step);
        }
        let next = self.parser.peek();
        if next.is_glued(TokenKind::Integer) {
            self.parser.take();
            let number = self.integer(next)?;
            return Ok(self.finish_literal(Sign::Star, base, number, star.span.to(next.span)));
        }
        if next.is_glued(TokenKind::Name) {
            let name = self.parser.text(next).to_owned();
            let help = format!("write `*({name})`");
            let error = ParseError::NeedsParentheses { sign: '*', help };
            return Err(self.fail(error, star.span.to(next.span)));
        }
        Ok(self.finish_plain(Sign::Star, base, 1, star.span))
    }

    /// A star written directly after a number or ups belongs to them.
    fn glued_star(&mut self) -> Parse<Step> {
        self.note_product();
        let base = self.take_base()?;
        self.star(base)
    }

    /// Notes that `1*-1` is no product.
    fn note_product(&mut self) {
        let (minus, less) = (self.parser.peek_at(1), self.parser.peek_at(2));
        let operand =
            matches!(less.kind, TokenKind::Integer | TokenKind::Name | TokenKind::Fraction);
        if let (Tail::Number, Some(&number)) = (self.tail, self.operands.last())
            && minus.is_glued(TokenKind::Minus)
            && less.glued
            && operand
        {
            let number = self.parser.source().slice(self.span_of(number)).to_owned();
            let less = self.parser.text(less).to_owned();
            self.parser.surprise(Surprise::Star { number, less });
        }
    }

    /// Notes that `2v` is a number and a down, where something is called `v`.
    fn note_downs(&mut self, token: Token) {
        let downs = self.parser.text(token).to_owned();
        if let (Tail::Number, Some(&number)) = (self.tail, self.operands.last())
            && is_down_word(&downs)
            && self.parser.shadows(&downs)
        {
            let number = self.parser.source().slice(self.span_of(number)).to_owned();
            self.parser.surprise(Surprise::Down { number, downs });
        }
    }

    /// The complete operand, to which a literal is added.
    fn take_base(&mut self) -> Parse<Base> {
        self.reduce(binding::COPIES)?;
        Ok(Base::Add(self.pop_operand()))
    }

    /// Copies are counted by integers, and a quotient is none.
    fn check_count(&mut self, ups: Token) -> Parse<()> {
        self.reduce(binding::COPIES)?;
        let Some(&count) = self.operands.last() else { return Err(self.missing_operand(ups)) };
        let divided = matches!(self.frames.last(), Some(OpenForm::Infix(Infix::Divide)));
        let literal = self.tail == Tail::Number
            && matches!(self.parser.ast.node(count), Node::Infix(Infix::Divide, ..));
        if divided || literal || matches!(self.parser.ast.node(count), Node::Number(_)) {
            let span = self.span_of(count).to(ups.span);
            return Err(self.fail(ParseError::FractionOfUps, span));
        }
        Ok(())
    }

    /// `10^9`: a number behind the up.
    fn check_no_power(&mut self, up: Token) -> Parse<()> {
        let next = self.parser.peek_at(1);
        let number = match next.kind {
            TokenKind::Integer | TokenKind::Fraction => true,
            TokenKind::Name => !matches!(self.parser.text(next), "div" | "xor" | "mod"),
            _ => false,
        };
        if number && !self.ends_before(next) {
            return Err(self.power(up, next));
        }
        Ok(())
    }

    /// That `a^b` is no power.
    fn power(&mut self, up: Token, exponent: Token) -> Reported {
        let base = match self.operands.last() {
            Some(&base) => self.span_of(base),
            None => up.span,
        };
        let shown = |expression: &Self, span: Span| {
            let text = expression.parser.source().slice(span);
            if text.len() > 20 { "a".to_owned() } else { text.to_owned() }
        };
        let (a, b) = (shown(self, base), shown(self, exponent.span));
        let help = format!("write `{a} ** {b}` for the power, `{a}^({b})` for {a} ups of {b}");
        self.fail(ParseError::Power { help }, base.to(exponent.span))
    }
}

// What is run together: `19/8`, `1*`, `^3*2`, `73/16v9*8`, `^[4]`.

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
        let rest = text.trim_start_matches(['^', 'v', '↑', '↓', '⇑', '⇓']);
        let arrows = text[..text.len() - rest.len()].chars();
        let run: i64 = arrows.map(|arrow| if matches!(arrow, '⇑' | '⇓') { 2 } else { 1 }).sum();
        let sign = if text.starts_with(['v', '↓', '⇓']) { Sign::Down } else { Sign::Up };
        let inside = rest.get(1..rest.len().saturating_sub(1)).unwrap_or("");
        let ups = match rest.chars().next() {
            None => FieldUps::Run(run),
            Some(_) if run > 1 => FieldUps::Doubtful,
            Some('[') => FieldUps::Sum(inside),
            Some('<') => FieldUps::Power(inside),
            Some(raised) if superscript(raised).is_some() => FieldUps::Power(rest),
            Some(_) => FieldUps::Count(rest),
        };
        (sign, ups)
    }
}

impl Expression<'_> {
    /// Whether a name is downs here.
    pub(super) fn is_downs(&mut self, token: Token) -> bool {
        let name = self.parser.text(token);
        if !is_down_word(name) {
            return false;
        }
        // `v(2)` is a call, even of a function that is defined later.
        let name = name.to_owned();
        !self.parser.peek_at(1).is_glued(TokenKind::LeftParen) && !self.parser.shadows(&name)
    }

    /// Whether the operand that is due stands behind a sign that binds as a product or a power:
    /// then what is glued to it is no part of a literal.
    fn multiplies(&self) -> bool {
        let last = self.frames.last();
        matches!(
            last,
            Some(OpenForm::Infix(infix)) if matches!(infix.binding(), binding::MULTIPLY | binding::POWER)
        )
    }

    /// Digits where an operand is due; `1/2` is one literal.
    pub(super) fn number_operand(&mut self) -> Parse<Step> {
        let token = self.parser.take();
        let mut number = self.integer(token)?;
        if !self.multiplies()
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
    pub(super) fn minus(&mut self) -> Parse<Step> {
        let next = self.parser.peek_at(1).kind;
        if !matches!(next, TokenKind::Integer | TokenKind::Fraction) {
            return self.prefix(Prefix::Negate, 1);
        }
        let minus = self.parser.peek();
        self.check_no_copies(minus)?;
        self.parser.take();
        self.operand()?;
        let number = self.pop_operand();
        let span = minus.span.to(self.span_of(number));
        let step = self.push_operand(Node::Prefix(Prefix::Negate, number), span);
        self.tail = Tail::Number;
        Ok(step)
    }

    /// Of a number that was read the last digits alone are the base of a power: its minus
    /// and what is divided wait again. `-8/2**2` is -2.
    pub(super) fn number_waits(&mut self) {
        let number = self.tail == Tail::Number;
        self.minus_of_number_waits();
        if let Some(&operand) = self.operands.last()
            && number
            && let Node::Infix(Infix::Divide, divided, divisor) = self.parser.ast.node(operand)
        {
            self.pop_operand();
            self.push_node(divided);
            self.frames.push(OpenForm::Infix(Infix::Divide));
            self.push_node(divisor);
        }
    }

    /// The minus of a number that was read waits again, so that the number can be the
    /// base of a power.
    pub(super) fn minus_of_number_waits(&mut self) {
        let Some(&operand) = self.operands.last() else { return };
        if self.tail == Tail::Number
            && let Node::Prefix(Prefix::Negate, number) = self.parser.ast.node(operand)
        {
            let span = self.span_of(operand);
            self.pop_operand();
            self.frames.push(OpenForm::Prefix(Prefix::Negate, span));
            self.push_node(number);
        }
    }

    /// `+_2` and `-_2`, which others write for tiny and miny; also `⧾2`, `⧾_2`, `+_(1/2)`.
    pub(super) fn is_short_tiny(&mut self) -> bool {
        let (sign, next) = (self.parser.peek(), self.parser.peek_at(1));
        if sign.is(TokenKind::Name) {
            let named = matches!(self.parser.text(sign), "⧾" | "⧿");
            return named
                && (next.is_glued(TokenKind::Integer) || self.is_below(next))
                && !self.ends_before(next);
        }
        self.is_below(next)
            || next.is_glued(TokenKind::Keyword(Keyword::Wildcard))
                && self.parser.peek_at(2).is_glued(TokenKind::LeftParen)
    }

    /// `_2`, directly behind what stands before it.
    fn is_below(&mut self, token: Token) -> bool {
        token.is_glued(TokenKind::Name)
            && self.parser.text(token).strip_prefix('_').is_some_and(|digits| {
                !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
            })
    }

    /// Takes them.
    pub(super) fn short_tiny(&mut self) -> Parse<Step> {
        let sign = self.parser.take();
        let tiny = sign.is(TokenKind::Plus) || self.parser.text(sign) == "⧾";
        let name = if tiny { "tiny" } else { "miny" };
        let token = self.parser.take();
        if token.is(TokenKind::Keyword(Keyword::Wildcard)) {
            let open = self.parser.take();
            let symbol = self.ast().symbol(name);
            let kind = BracketKind::Call(symbol, sign.span.to(token.span));
            return Ok(self.push_bracket(kind, open.span));
        }
        let digits = self.parser.text(token).trim_start_matches('_').to_owned();
        let span = sign.span.to(token.span);
        let number = self.field_integer(&digits, token)?;
        let name = self.ast().symbol(name);
        let arguments = self.ast().add_children(&[number]);
        Ok(self.push_operand(Node::Call(name, arguments), span))
    }

    /// Whether what is glued to the operand belongs to its literal.
    pub(super) fn is_glued_literal(&mut self, token: Token) -> bool {
        if !token.glued || matches!(self.tail, Tail::Star | Tail::None) {
            return false;
        }
        let number = self.tail == Tail::Number;
        match token.kind {
            TokenKind::Name if number => {
                let name = self.parser.text(token).to_owned();
                matches!(&name[..], "tiny" | "miny" | "⧾" | "⧿")
                    || is_down_word(&name)
                    || self.is_loopy_summand(&name)
            }
            TokenKind::Name => is_down_word(self.parser.text(token)) && self.is_downs(token),
            // Before a parenthesis, ups are counted by the number: 3^(2).
            TokenKind::FieldUps if number => {
                let counted = self.parser.peek_at(1).is_glued(TokenKind::LeftParen)
                    && FieldUps::of(self.parser.text(token)).1 == FieldUps::Run(1);
                !counted
            }
            TokenKind::FieldUps => true,
            TokenKind::Star if number => !self.multiplies() && self.is_star_of_number(),
            TokenKind::Star => true,
            _ => false,
        }
    }

    /// A star glued to a number: `3*2` is 3+*2, and so is `3*` where no operand
    /// follows; else it is a product.
    fn is_star_of_number(&mut self) -> bool {
        let next = self.parser.peek_at(1);
        let word = self.parser.text(next);
        let operand = match next.kind {
            TokenKind::Integer => return next.glued || self.ends_before(next),
            TokenKind::Name => !matches!(word, "div" | "xor" | "mod"),
            TokenKind::Fraction
            | TokenKind::Text
            | TokenKind::LeftParen
            | TokenKind::LeftBracket
            | TokenKind::LeftBrace
            | TokenKind::Quote
            | TokenKind::FieldUps
            | TokenKind::Star
            | TokenKind::Keyword(Keyword::True | Keyword::False) => true,
            _ => false,
        };
        !operand || self.ends_before(next)
    }

    /// Whether a name is one of these loopy games here.
    fn is_loopy_summand(&mut self, name: &str) -> bool {
        is_loopy_summand(name)
            && !self.parser.peek_at(1).is_glued(TokenKind::LeftParen)
            && !self.parser.shadows(name)
    }

    /// What is glued to the operand joins it.
    pub(super) fn glued_literal(&mut self, token: Token) -> Parse<Step> {
        match token.kind {
            TokenKind::Star => self.glued_star(),
            TokenKind::FieldUps => self.glued_field_ups(token),
            _ if is_down_word(self.parser.text(token)) => self.glued_field_ups(token),
            _ => {
                self.parser.take();
                let name = self.parser.symbol(token);
                let base = self.take_base()?;
                if is_loopy_summand(self.parser.text(token)) {
                    let loopy = self.ast().add(Node::Name(name), token.span);
                    return Ok(self.attach(Sign::Named(name), base, loopy));
                }
                match self.literal_parenthesis(Sign::Named(name), base, token.span) {
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
    fn glued_field_ups(&mut self, token: Token) -> Parse<Step> {
        self.note_downs(token);
        let next = self.parser.peek_at(1);
        let single = FieldUps::of(self.parser.text(token)).1 == FieldUps::Run(1);
        if single && next.is_glued(TokenKind::Name) && !is_down_word(self.parser.text(next)) {
            return Err(self.power(token, next));
        }
        let base = self.take_base()?;
        if let Base::Add(number) = base
            && let FieldUps::Count(_) = FieldUps::of(self.parser.text(token)).1
            && matches!(self.parser.ast.node(number), Node::Integer(_))
            && self.parser.text(token).starts_with('^')
        {
            let span = self.span_of(number).to(token.span);
            let written = self.parser.source().slice(span).to_owned();
            self.parser.surprise(Surprise::Power { written });
        }
        self.field_ups(base)
    }

    /// Ups behind any other operand: that many copies.
    pub(super) fn counted_field_ups(&mut self) -> Parse<Step> {
        let token = self.parser.peek();
        let text = self.parser.text(token).to_owned();
        let (_, ups) = FieldUps::of(&text);
        self.check_count(token)?;
        if let FieldUps::Count(_) = ups {
            let mut exponent = token;
            let sign = text.chars().next().expect("ups begin with their sign");
            exponent.span.start += u32::try_from(sign.len_utf8()).expect("at most 4 bytes");
            return Err(self.power(token, exponent));
        }
        self.check_no_power(token)?;
        let opens = self.parser.peek_at(1).is(TokenKind::LeftParen);
        if self.tail == Tail::Number && !opens {
            let help = format!("write `3.{text}` for copies, `3 + {text}` for the sum");
            return Err(self.fail(ParseError::DoubtfulUps { help }, token.span));
        }
        self.minus_of_number_waits();
        let base = Base::Count(self.pop_operand());
        self.field_ups(base)
    }

    fn field_ups(&mut self, base: Base) -> Parse<Step> {
        let token = match self.parser.peek() {
            name if name.is(TokenKind::Name) => self.parser.take_downs(),
            _ => self.parser.take(),
        };
        let source = self.parser.source().clone();
        let (sign, ups) = FieldUps::of(source.slice(token.span));
        let span = token.span;
        let literal = match ups {
            FieldUps::Run(1) => {
                if let Some(step) = self.literal_parenthesis(sign, base, span) {
                    return Ok(step);
                }
                self.check_up_number(sign, span)?;
                return Ok(self.finish_plain(sign, base, 1, span));
            }
            FieldUps::Run(copies) if self.opens_here() => {
                let help = format!("write `{copies}.{}(...)`", sign.character());
                return Err(self.fail(ParseError::DoubtfulUps { help }, span));
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

    /// `^n` lacks its parentheses.
    fn check_up_number(&mut self, sign: Sign, span: Span) -> Parse<()> {
        let next = self.parser.peek();
        let number = self.parser.text(next).to_owned();
        let named = next.is_glued(TokenKind::Name) && !is_down_word(&number);
        if !named && !next.is_glued(TokenKind::Fraction) {
            return Ok(());
        }
        let up = sign.character();
        let help = format!(
            "write `{up}({number})` for the up of {number}, `{number}.{up}` for {number} ups"
        );
        Err(self.fail(ParseError::NeedsParentheses { sign: up, help }, span.to(next.span)))
    }

    /// Whether a parenthesis comes that belongs to what stands before it.
    fn opens_here(&mut self) -> bool {
        let next = self.parser.peek();
        next.is(TokenKind::LeftParen) && !self.ends_before(next)
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
        let plain: String = digits.chars().map(|c| superscript(c).unwrap_or(c)).collect();
        match super::operand::parse_integer(&plain) {
            Some(value) => Ok(self.ast().add_integer(value, token.span)),
            None => Err(self.parser.fail(crate::error::RunError::IntegerTooLarge, token.span)),
        }
    }

    fn doubtful(&mut self, token: Token) -> Reported {
        let help = "write `^3` for three ups, `^<3>` for the third power of up".to_owned();
        self.fail(ParseError::DoubtfulUps { help }, token.span)
    }
}
