//! Where an operator, a closing bracket or the end is due.

use super::{BracketKind, Expression, Generator, Guard, OpenForm, Stage, Step, Tail, binding};
use super::{Context, Parse, Reported};
use crate::ast::{Infix, Node, Prefix};
use crate::error::ParseError;
use crate::lexer::{Keyword, Token, TokenKind};

/// The two meanings of `..`.
enum RangeKind {
    /// The ends of a generator or of a slice.
    Ends,
    /// The list from one end to the other.
    List,
}

impl Expression<'_> {
    pub(super) fn operator(&mut self) -> Parse<Step> {
        let token = self.parser.peek();
        if self.ends_before(token) {
            return self.end(token);
        }
        if token.is(TokenKind::Star) && self.parser.peek_at(1).is_glued(TokenKind::Star) {
            return self.power_sign(token);
        }
        if self.is_glued_literal(token) {
            return self.glued_literal(token);
        }
        if matches!(token.kind, TokenKind::Plus | TokenKind::Minus) && self.is_short_tiny() {
            self.reduce(binding::ADD)?;
            self.frames.push(OpenForm::Infix(Infix::Add));
            return Ok(Step::Operand);
        }
        if let Some(infix) = self.infix_of(token) {
            return self.infix(token, infix);
        }
        match token.kind {
            TokenKind::Name if self.parser.text(token) == "mod" => self.modulo(token),
            TokenKind::Plus => self.plus(token),
            TokenKind::PlusMinus => {
                self.reduce(binding::ADD)?;
                self.frames.push(OpenForm::Infix(Infix::Add));
                self.prefix(Prefix::Switch, 1)
            }
            TokenKind::FieldUps => self.counted_field_ups(),
            TokenKind::LeftParen => self.call(token),
            TokenKind::LeftBracket => self.index(token),
            TokenKind::LeftBrace
                if token.glued
                    && let Some((label, at)) = self.name =>
            {
                self.pop_operand();
                self.parser.take();
                self.name = None;
                let step = self.push_bracket(BracketKind::Game, at.to(token.span));
                self.open_bracket_mut().label = Some(label);
                Ok(step)
            }
            TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                self.close(token)
            }
            TokenKind::Bars(_) => self.bars(token),
            TokenKind::Comma => self.comma(token),
            TokenKind::Colon => self.colon(token),
            TokenKind::DotDot => self.range(token),
            TokenKind::Semicolon | TokenKind::End => self.end(token),
            TokenKind::Keyword(keyword) => self.keyword(token, keyword),
            TokenKind::Assign => {
                let last = self.operands.last().map(|&operand| self.parser.ast.node(operand));
                let help = match self.context {
                    _ if matches!(last, Some(Node::Index(..) | Node::Slice(..))) => {
                        "texts and lists do not change; make a new one: \
                         `t = s[0..i-1] ++ \"x\" ++ s[i+1..len(s)-1]`"
                    }
                    _ if self.open > 0 => "write `a == b`",
                    Context::Statement => "a function is defined as `F(n) { default: ...; }`",
                    _ => "in a clause, write `let name = ...;`",
                };
                Err(self.fail(ParseError::AssignmentInside { help }, token.span))
            }
            TokenKind::Arrow => Err(self.fail(ParseError::FunctionOutside, token.span)),
            TokenKind::Question => {
                Err(self.fail(ParseError::QueryInside { query: "?" }, token.span))
            }
            TokenKind::DoubleQuestion => {
                Err(self.fail(ParseError::QueryInside { query: "??" }, token.span))
            }
            _ => Err(self.missing_operator(token)),
        }
    }

    fn infix_of(&self, token: Token) -> Option<Infix> {
        Some(match token.kind {
            TokenKind::Minus => Infix::Subtract,
            TokenKind::Star => Infix::Multiply,
            TokenKind::Slash => Infix::Divide,
            TokenKind::Percent => Infix::Remainder,
            TokenKind::Dot => Infix::Copies,
            TokenKind::Ampersand => Infix::Sides,
            TokenKind::Equal => Infix::Equal,
            TokenKind::NotEqual => Infix::NotEqual,
            TokenKind::Less => Infix::Less,
            TokenKind::Greater => Infix::Greater,
            TokenKind::AtMost => Infix::AtMost,
            TokenKind::AtLeast => Infix::AtLeast,
            TokenKind::Confused => Infix::Confused,
            TokenKind::Keyword(Keyword::And) => Infix::And,
            TokenKind::Keyword(Keyword::Or) => Infix::Or,
            TokenKind::Name => match self.parser.text(token) {
                "div" => Infix::IntegerDivide,
                "xor" => Infix::Xor,
                _ => return None,
            },
            _ => return None,
        })
    }

    fn infix(&mut self, token: Token, infix: Infix) -> Parse<Step> {
        let level = infix.binding();
        if infix == Infix::Copies {
            self.minus_of_number_waits();
        }
        if level == binding::COMPARE {
            self.reduce(level + 1)?;
            let compared = matches!(self.frames.last(),
                Some(OpenForm::Infix(before)) if before.binding() == binding::COMPARE);
            if compared {
                return Err(self.fail(ParseError::ChainedComparison, token.span));
            }
        }
        self.reduce(level)?;
        self.parser.take();
        self.frames.push(OpenForm::Infix(infix));
        Ok(Step::Operand)
    }

    /// `mod` behind a comparison.
    fn modulo(&mut self, token: Token) -> Parse<Step> {
        self.reduce(binding::COMPARE)?;
        let last = self.operands.last().copied();
        let Some((operand, Node::Infix(comparison, a, b))) =
            last.map(|operand| (operand, self.parser.ast.node(operand)))
        else {
            return Err(self.missing_operator(token));
        };
        if comparison.binding() != binding::COMPARE {
            return Err(self.missing_operator(token));
        }
        self.pop_operand();
        let span = self.span_of(operand);
        self.ast().replace(operand, Node::Wildcard);
        self.parser.take();
        self.frames.push(OpenForm::Modulo { comparison, sides: [a, b], span });
        Ok(Step::Operand)
    }

    /// `a ** b`. It takes its right operand first: `2 ** 3 ** 2` is `2 ** 9`, and
    /// `-2 ** 2` is -4.
    fn power_sign(&mut self, token: Token) -> Parse<Step> {
        self.reduce(binding::POWER + 1)?;
        self.number_waits();
        self.parser.take();
        self.parser.take();
        if self.operands.is_empty() {
            return Err(self.missing_operand(token));
        }
        self.frames.push(OpenForm::Infix(Infix::Power));
        Ok(Step::Operand)
    }

    /// `+`, or `++` unless it is `+ +-`.
    fn plus(&mut self, token: Token) -> Parse<Step> {
        let double = self.parser.peek_at(1).is_glued(TokenKind::Plus)
            && !self.parser.peek_at(2).is_glued(TokenKind::Minus);
        if double {
            self.parser.take();
            return self.infix(token, Infix::Concat);
        }
        self.infix(token, Infix::Add)
    }

    fn call(&mut self, token: Token) -> Parse<Step> {
        let Some((symbol, span)) = self.name else {
            return Err(self.missing_operator(token));
        };
        // The name was no value: nothing stands for it in the tree.
        let name = self.pop_operand();
        self.ast().replace(name, Node::Wildcard);
        self.parser.take();
        Ok(self.push_bracket(BracketKind::Call(symbol, span), token.span))
    }

    fn index(&mut self, token: Token) -> Parse<Step> {
        if matches!(self.tail, Tail::Number | Tail::Ups | Tail::Star) {
            return Err(self.missing_operator(token));
        }
        let base = self.pop_operand();
        self.parser.take();
        Ok(self.push_bracket(BracketKind::Index(base), token.span))
    }

    /// `a..b`: the ends of a generator or of a slice, or else a list.
    fn range(&mut self, token: Token) -> Parse<Step> {
        match self.range_here() {
            Some(RangeKind::Ends) => {
                self.reduce_all()?;
                self.parser.take();
                let from = self.pop_operand();
                self.open_bracket_mut().from = Some(from);
            }
            Some(RangeKind::List) => {
                self.reduce(binding::OR)?;
                self.parser.take();
                self.frames.push(OpenForm::Range);
            }
            None => return Err(self.fail(ParseError::RangeOutside, token.span)),
        }
        Ok(Step::Operand)
    }

    /// What a `..` means here.
    fn range_here(&self) -> Option<RangeKind> {
        let around = self.frames.iter().rev().find(|frame| {
            let reducible = matches!(
                frame,
                OpenForm::Prefix(..)
                    | OpenForm::Infix(_)
                    | OpenForm::Modulo { .. }
                    | OpenForm::Word(..)
                    | OpenForm::If { stage: Stage::Else(..), .. }
            );
            !reducible
        });
        let bracket = match around {
            Some(OpenForm::Bracket(bracket)) => bracket,
            Some(OpenForm::Range) => return None,
            None if self.context == Context::Case => return None,
            _ => return Some(RangeKind::List),
        };
        let ends = bracket.from.is_none().then_some(RangeKind::Ends);
        match (&bracket.each, bracket.kind) {
            (Some(each), _) => match each.current {
                Generator::Range(..) => ends,
                Generator::In(..) | Generator::Let(..) | Generator::Apart(_) => {
                    Some(RangeKind::List)
                }
                Generator::Done => None,
            },
            (None, BracketKind::Index(_)) => ends,
            (None, BracketKind::Group | BracketKind::Call(..)) => Some(RangeKind::List),
            // A list in a list or a game is hardly what is meant.
            (None, BracketKind::List | BracketKind::Game | BracketKind::Literal(..)) => None,
        }
    }

    fn keyword(&mut self, token: Token, keyword: Keyword) -> Parse<Step> {
        match keyword {
            Keyword::Then => self.then(token),
            Keyword::Else => {
                self.reduce_all()?;
                let Some(OpenForm::If { stage, .. }) = self.frames.last_mut() else {
                    return Err(self.expected(token, "an operator or the end"));
                };
                let Stage::Then(condition) = *stage else {
                    return Err(self.expected(token, "`then`"));
                };
                self.parser.take();
                let then = self.pop_operand();
                let Some(OpenForm::If { stage, .. }) = self.frames.last_mut() else {
                    unreachable!("the `if` is there still")
                };
                *stage = Stage::Else(condition, then);
                self.open -= 1;
                Ok(Step::Operand)
            }
            Keyword::If if self.context == Context::Case && self.open == 0 => self.end(token),
            Keyword::Case | Keyword::Default if self.context == Context::Statement => {
                let word = if keyword == Keyword::Case { "case" } else { "default" };
                Err(self.fail(ParseError::ClauseOutside { word }, token.span))
            }
            Keyword::Case | Keyword::Default if self.open == 0 => {
                Err(self.expected(token, "`;` at the end of the clause"))
            }
            Keyword::In => Err(self.expected(token, "an operator")),
            _ => Err(self.missing_operator(token)),
        }
    }

    fn then(&mut self, token: Token) -> Parse<Step> {
        self.reduce_all()?;
        let Some(&OpenForm::If { stage: Stage::Condition, guard, span }) = self.frames.last()
        else {
            return Err(self.expected(token, "an operator or the end"));
        };
        if guard == Guard::Yes {
            // The colon makes it a generator; a choice cannot be one.
            return Err(self.fail(ParseError::BadGenerator, span));
        }
        if guard == Guard::Maybe {
            // It begins the next option instead: the generators end before it.
            let frame = self.frames.pop();
            self.finish_each();
            self.frames.extend(frame);
        }
        self.parser.take();
        let condition = self.pop_operand();
        let Some(OpenForm::If { stage, guard, .. }) = self.frames.last_mut() else {
            unreachable!("the `if` is there still")
        };
        *stage = Stage::Then(condition);
        *guard = Guard::No;
        Ok(Step::Operand)
    }

    /// `;`, the end of the line or of the text, or what ends a case.
    fn end(&mut self, token: Token) -> Parse<Step> {
        if token.is(TokenKind::Bad) && !self.ends_before(token) {
            return Err(self.parser.fail_lex(token));
        }
        self.complete(token)?;
        let open = self.frames.iter().rev().find_map(|frame| match frame {
            OpenForm::Bracket(bracket) => Some((bracket.kind, bracket.open)),
            _ => None,
        });
        match open {
            None => Ok(Step::Done),
            Some((kind, open)) => {
                let (_, bracket, close) = kind.closing();
                let at_end = token.is(TokenKind::End);
                Err(self.fail(ParseError::Unclosed { bracket, close, at_end }, open))
            }
        }
    }

    pub(super) fn missing_operator(&mut self, token: Token) -> Reported {
        if token.is(TokenKind::Bad) {
            return self.parser.fail_lex(token);
        }
        let text = self.parser.text(token);
        let help = match token.kind {
            TokenKind::Keyword(Keyword::If) => Some(
                "a condition behind a generator takes a comma: `k = 0..n, if k > 2`".to_owned(),
            ),
            TokenKind::Name if text == "for" => Some(
                "generators stand behind a colon, in a list or a brace: `[F(s) : i = 0..len(s)-1]`"
                    .to_owned(),
            ),
            TokenKind::Name if text == "mod" => Some("the remainder is `a % b`".to_owned()),
            TokenKind::LeftParen if self.tail == Tail::Number => Some(
                "write `3*(4)` for the product, `3.(G)` for copies, `3 + G` for the sum".to_owned(),
            ),
            TokenKind::LeftBrace if self.context == Context::Statement && self.open == 0 => Some(
                "a definition has `case` or `default` after its brace; a game is added with `+`"
                    .to_owned(),
            ),
            TokenKind::Name if self.tail == Tail::Number && token.glued => {
                Some(format!("write `2 * {text}` for the product, `2.{text}` for copies"))
            }
            TokenKind::Integer | TokenKind::Fraction
                if matches!(self.tail, Tail::Ups | Tail::Star) =>
            {
                Some("parentheses hold the number of an up or a star: `^(2)`, `*(3)`".to_owned())
            }
            _ => None,
        };
        self.fail(ParseError::MissingOperator { help }, token.span)
    }
}
