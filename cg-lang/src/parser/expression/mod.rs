//! The stack of what is open in an expression, and how it is closed.

mod brackets;
mod literal;

use cg_core::Dyadic;
use dashu_int::IBig;
use dashu_int::ops::BitTest;

use super::{Parse, Parser, Reported, Surprise};
use crate::ast::{Ast, Infix, Node, NodeId, Prefix, Symbol};
use crate::error::{ErrorKind, ParseError, RunError};
use crate::lexer::{Keyword, Token, TokenKind, vulgar_fraction};
use crate::source::Span;
use crate::value::MOST_INTEGER_BITS;

/// What the expression is part of, which says what ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// Ends at `;` or with the line.
    Statement,
    /// A value of a case: ends at `,`, `if` or `:`.
    Case,
    /// The condition of a case: ends at `:`.
    Guard,
    /// Ends at `;`.
    Let,
    /// The body of a clause: ends at `;`.
    Body,
}

/// How strongly operators bind.
mod binding {
    pub(crate) const OR: u8 = 10;
    pub(crate) const AND: u8 = 20;
    pub(crate) const NOT: u8 = 30;
    pub(crate) const COMPARE: u8 = 40;
    pub(crate) const CONCAT: u8 = 50;
    pub(crate) const SIDES: u8 = 55;
    pub(crate) const ADD: u8 = 60;
    pub(crate) const SWITCH: u8 = 65;
    pub(crate) const MULTIPLY: u8 = 70;
    pub(crate) const NEGATE: u8 = 75;
    pub(crate) const POWER: u8 = 78;
    pub(crate) const COPIES: u8 = 80;
}

impl Infix {
    fn binding(self) -> u8 {
        match self {
            Infix::Or => binding::OR,
            Infix::And => binding::AND,
            Infix::Equal
            | Infix::NotEqual
            | Infix::Less
            | Infix::Greater
            | Infix::AtMost
            | Infix::AtLeast
            | Infix::Confused => binding::COMPARE,
            Infix::Concat => binding::CONCAT,
            Infix::Sides => binding::SIDES,
            Infix::Add | Infix::Subtract | Infix::Xor => binding::ADD,
            Infix::Multiply | Infix::Divide | Infix::IntegerDivide | Infix::Remainder => {
                binding::MULTIPLY
            }
            Infix::Power => binding::POWER,
            Infix::Copies => binding::COPIES,
        }
    }
}

impl Prefix {
    fn binding(self) -> u8 {
        match self {
            Prefix::Not => binding::NOT,
            Prefix::Switch => binding::SWITCH,
            Prefix::Negate => binding::NEGATE,
        }
    }
}

/// Something that waits for more.
enum OpenForm {
    Prefix(Prefix, Span),
    Infix(Infix),
    If {
        span: Span,
        stage: Stage,
        guard: Guard,
    },
    /// `..` between the ends of a list.
    Range,
    Bracket(Bracket),
}

/// How far an `if` has come.
#[derive(Clone, Copy)]
enum Stage {
    Condition,
    Then(NodeId),
    Else(NodeId, NodeId),
}

/// Whether an `if` without `then` is the generator of an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    No,
    /// After a comma behind a generator: `then` decides.
    Maybe,
    /// Behind the colon.
    Yes,
}

/// An open bracket.
struct Bracket {
    kind: BracketKind,
    open: Span,
    /// Where its items begin in [`Expression::items`].
    items: usize,
    /// Where its bars begin in [`Expression::bars`].
    bars: usize,
    /// The item whose generators are being read.
    each: Option<Box<Each>>,
    /// The value before a `..`.
    from: Option<NodeId>,
    /// A comma came last: another item must follow.
    after_comma: bool,
    /// A brace behind a `'`, which another closes.
    quoted: bool,
    /// The name before a brace, which stands for the whole in it.
    label: Option<Symbol>,
}

/// Which bracket, and what for.
#[derive(Clone, Copy)]
enum BracketKind {
    /// `( ... )`
    Group,
    /// `name( ... )`
    Call(Symbol, Span),
    /// `value[ ... ]`
    Index(NodeId),
    /// `[ ... ]`
    List,
    /// `{ ... }`
    Game,
    /// `*( ... )`, `^( ... )`
    Literal(literal::Sign, literal::Base),
}

impl BracketKind {
    fn closing(self) -> (TokenKind, char, char) {
        match self {
            BracketKind::Group | BracketKind::Call(..) | BracketKind::Literal(..) => {
                (TokenKind::RightParen, '(', ')')
            }
            BracketKind::Index(_) | BracketKind::List => (TokenKind::RightBracket, '[', ']'),
            BracketKind::Game => (TokenKind::RightBrace, '{', '}'),
        }
    }
}

/// An item with its generators.
struct Each {
    element: NodeId,
    /// The names of a generator that takes lists apart.
    names: Vec<(Symbol, Span)>,
    generators: Vec<NodeId>,
    current: Generator,
}

/// The generator that is being read.
#[derive(Clone, Copy)]
enum Generator {
    /// None: the last one is complete.
    Done,
    Range(Symbol, Span),
    In(Symbol, Span),
    /// `let name = value`: the only item of a list.
    Let(Symbol, Span),
    /// `(a, b) in list`, with the names in [`Each::names`].
    Apart(Span),
}

/// The literal that just ended, to which more may be glued.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tail {
    None,
    Number,
    Ups,
    Star,
}

/// Whether to go on.
enum Step {
    /// An operand is due.
    Operand,
    /// An operand is complete.
    Operator,
    /// The expression is complete.
    Done,
}

/// An expression that is being read.
pub(super) struct Expression<'p> {
    parser: &'p mut Parser,
    context: Context,
    frames: Vec<OpenForm>,
    operands: Vec<NodeId>,
    /// Items of the open brackets, outer ones first.
    items: Vec<NodeId>,
    /// Bars of the open braces: the item before which it stands, how many
    /// strokes, where.
    bars: Vec<(usize, u32, Span)>,
    /// Open brackets, and `if`s before their `else`: no line ends inside them.
    open: usize,
    /// Open quoted braces: the braces inside are forms too.
    quoted: usize,
    tail: Tail,
    /// The name that was just read: a parenthesis makes it a call.
    name: Option<(Symbol, Span)>,
    /// Where the expression begins.
    start: Span,
}

impl<'p> Expression<'p> {
    pub(super) fn new(parser: &'p mut Parser, context: Context) -> Self {
        let start = parser.peek().span.before();
        Expression {
            parser,
            context,
            frames: Vec::new(),
            operands: Vec::new(),
            items: Vec::new(),
            bars: Vec::new(),
            open: 0,
            quoted: 0,
            tail: Tail::None,
            name: None,
            start,
        }
    }

    pub(super) fn parse(mut self) -> Parse<NodeId> {
        let mut step = Step::Operand;
        loop {
            step = match step {
                Step::Operand => self.operand()?,
                Step::Operator => self.operator()?,
                Step::Done => break,
            };
            self.parser.open_bytes = self.bytes();
        }
        self.parser.open_bytes = 0;
        Ok(self.pop_operand())
    }

    /// About how many bytes its stacks take.
    fn bytes(&self) -> usize {
        self.frames.capacity() * size_of::<OpenForm>()
            + (self.operands.capacity() + self.items.capacity()) * size_of::<NodeId>()
            + self.bars.capacity() * size_of::<(usize, u32, Span)>()
    }

    fn ast(&mut self) -> &mut Ast {
        &mut self.parser.ast
    }

    fn fail(&mut self, error: ParseError, span: Span) -> Reported {
        self.parser.fail(error, span)
    }

    /// An operand is complete; nothing can be glued to it.
    fn push_operand(&mut self, node: Node, span: Span) -> Step {
        let id = self.ast().add(node, span);
        self.push_node(id)
    }

    fn push_node(&mut self, id: NodeId) -> Step {
        self.operands.push(id);
        self.tail = Tail::None;
        self.name = None;
        Step::Operator
    }

    fn pop_operand(&mut self) -> NodeId {
        self.operands.pop().expect("operators are reduced only when their operands are there")
    }

    fn span_of(&self, node: NodeId) -> Span {
        self.parser.ast.span(node)
    }

    fn push_bracket(&mut self, kind: BracketKind, open: Span) -> Step {
        self.frames.push(OpenForm::Bracket(Bracket {
            kind,
            open,
            items: self.items.len(),
            bars: self.bars.len(),
            each: None,
            from: None,
            after_comma: false,
            quoted: false,
            label: None,
        }));
        self.open += 1;
        Step::Operand
    }

    /// The innermost open bracket, when nothing is open inside it.
    fn top_bracket(&mut self) -> Option<&mut Bracket> {
        match self.frames.last_mut() {
            Some(OpenForm::Bracket(bracket)) => Some(bracket),
            _ => None,
        }
    }

    /// The innermost open bracket where the caller knows that there is one.
    fn open_bracket_mut(&mut self) -> &mut Bracket {
        self.top_bracket().expect("what is read here stands in a bracket")
    }

    /// Applies the waiting operators that bind at least as strongly as `level`.
    fn reduce(&mut self, level: u8) -> Parse<()> {
        loop {
            match self.frames.last() {
                Some(&OpenForm::Prefix(prefix, at)) if prefix.binding() >= level => {
                    self.frames.pop();
                    let operand = self.pop_operand();
                    let span = at.to(self.span_of(operand));
                    self.push_operand(Node::Prefix(prefix, operand), span);
                }
                Some(&OpenForm::Infix(infix)) if infix.binding() >= level => {
                    self.frames.pop();
                    let right = self.pop_operand();
                    let left = self.pop_operand();
                    self.combine(infix, left, right);
                }
                Some(OpenForm::Range) if level == 0 => {
                    self.frames.pop();
                    self.list_of_range();
                }
                _ => return Ok(()),
            }
        }
    }

    fn combine(&mut self, infix: Infix, left: NodeId, right: NodeId) {
        let span = self.span_of(left).to(self.span_of(right));
        self.push_operand(Node::Infix(infix, left, right), span);
    }

    /// `a..b` is `range(a, b)`.
    fn list_of_range(&mut self) {
        let to = self.pop_operand();
        let from = self.pop_operand();
        let span = self.span_of(from).to(self.span_of(to));
        let name = self.ast().symbol("range");
        let ends = self.ast().add_children(&[from, to]);
        self.push_operand(Node::Call(name, ends), span);
    }

    /// Applies everything that waits inside the innermost bracket, `else` included.
    fn reduce_all(&mut self) -> Parse<()> {
        loop {
            self.reduce(0)?;
            match self.frames.last() {
                Some(&OpenForm::If { span, stage: Stage::Else(condition, then), .. }) => {
                    self.frames.pop();
                    let otherwise = self.pop_operand();
                    let span = span.to(self.span_of(otherwise));
                    self.push_operand(Node::If(condition, then, otherwise), span);
                }
                _ => return Ok(()),
            }
        }
    }

    /// Completes the operand at `token`, which ends it. False when it was the
    /// last generator of an item, so that no operand is left.
    fn complete(&mut self, token: Token) -> Parse<bool> {
        self.reduce_all()?;
        if let Some(&OpenForm::If { stage, guard, span }) = self.frames.last() {
            match (stage, guard) {
                (Stage::Condition, Guard::Maybe | Guard::Yes) => {
                    self.frames.pop();
                    self.open -= 1;
                    let condition = self.pop_operand();
                    let span = span.to(self.span_of(condition));
                    let filter = self.ast().add(Node::Filter(condition), span);
                    self.end_generator(filter);
                    return Ok(false);
                }
                (Stage::Condition, Guard::No) => return Err(self.expected(token, "`then`")),
                _ => return Err(self.expected(token, "`else`")),
            }
        }
        let Some(bracket) = self.top_bracket() else { return Ok(true) };
        let Some(each) = &bracket.each else { return Ok(true) };
        let (current, from) = (each.current, bracket.from.take());
        let generator = match (current, from) {
            (Generator::Done, _) => return Ok(true),
            (Generator::Range(name, at), Some(from)) => {
                let to = self.pop_operand();
                let span = at.to(self.span_of(to));
                self.ast().add(Node::Range(name, from, to), span)
            }
            (Generator::In(name, at), None) => {
                let list = self.pop_operand();
                let span = at.to(self.span_of(list));
                self.ast().add(Node::In(name, list), span)
            }
            (Generator::Let(name, at), None) => {
                let value = self.pop_operand();
                let span = at.to(self.span_of(value));
                self.only_item(name, value, span)
            }
            (Generator::Apart(at), None) => return Ok(self.taken_apart(at)),
            (
                Generator::Range(_, at)
                | Generator::In(_, at)
                | Generator::Let(_, at)
                | Generator::Apart(at),
                _,
            ) => {
                return Err(self.fail(ParseError::BadGenerator, at));
            }
        };
        self.end_generator(generator);
        Ok(false)
    }

    /// `name in [value]`.
    fn only_item(&mut self, name: Symbol, value: NodeId, span: Span) -> NodeId {
        let items = self.ast().add_children(&[value]);
        let list = self.ast().add(Node::List(items), span);
        self.ast().add(Node::In(name, list), span)
    }

    /// `(a, b) in list` is `p in list, a in [p[0]], b in [p[1]]` with a name p that
    /// nobody can write.
    fn taken_apart(&mut self, at: Span) -> bool {
        let list = self.pop_operand();
        let each = self.open_bracket_mut().each.as_mut();
        let names = std::mem::take(&mut each.expect("a generator has an item").names);
        let whole = self.parser.source().slice(at).to_owned();
        let whole = self.ast().symbol(&whole);
        let span = at.to(self.span_of(list));
        let generator = self.ast().add(Node::In(whole, list), span);
        self.end_generator(generator);
        for (&(name, at), place) in names.iter().zip(0..) {
            let tuple = self.ast().add(Node::Name(whole), at);
            let place = self.ast().add(Node::Integer(place), at);
            let item = self.ast().add(Node::Index(tuple, place), at);
            let generator = self.only_item(name, item, at);
            self.end_generator(generator);
        }
        false
    }

    fn end_generator(&mut self, generator: NodeId) {
        let each = self.open_bracket_mut().each.as_mut();
        let each = each.expect("a generator stands behind the colon of an item");
        each.generators.push(generator);
        each.current = Generator::Done;
    }

    fn expected(&mut self, token: Token, expected: &str) -> Reported {
        self.parser.fail_unexpected(token, expected, None)
    }

    /// In the body of a clause, where only the inside of braces can go on: says
    /// that the brace is missing and reads on as if it were there.
    fn repair_missing_brace(&mut self, token: Token) -> Parse<bool> {
        if self.context != Context::Body || self.open > 0 {
            return Ok(false);
        }
        self.complete(token)?;
        if !self.frames.is_empty() {
            return Ok(false);
        }
        let start = self.start;
        let until = Span::new(start.start, token.span.start);
        let options: String =
            self.parser.source().slice(until).trim_end().chars().take(30).collect();
        self.fail(ParseError::MissingBrace { options }, start);
        self.push_bracket(BracketKind::Game, start);
        Ok(true)
    }

    /// Whether a line that ends before `token` ends the expression.
    fn ends_before(&self, token: Token) -> bool {
        token.new_line && self.open == 0 && self.context == Context::Statement
    }

    fn is_keyword(token: Token, keyword: Keyword) -> bool {
        token.is(TokenKind::Keyword(keyword))
    }
}

// Where an operand is due.

impl Expression<'_> {
    fn operand(&mut self) -> Parse<Step> {
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
            TokenKind::Name if self.is_downs(token) => self.field_ups_operand(),
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
        let Bracket { kind, items: start, each, from, after_comma, .. } = bracket;
        if *after_comma || each.is_some() || from.is_some() {
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

    fn integer(&mut self, token: Token) -> Parse<NodeId> {
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

    fn push_if(&mut self, token: Token, guard: Guard) {
        self.frames.push(OpenForm::If { span: token.span, stage: Stage::Condition, guard });
        self.open += 1;
    }

    /// A prefix operator of `tokens` tokens.
    fn prefix(&mut self, prefix: Prefix, tokens: usize) -> Parse<Step> {
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
    fn check_no_copies(&mut self, token: Token) -> Parse<()> {
        if matches!(self.frames.last(), Some(OpenForm::Infix(Infix::Copies))) {
            return Err(self.missing_operand(token));
        }
        Ok(())
    }

    fn missing_operand(&mut self, token: Token) -> Reported {
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
            Some(OpenForm::Range) => ("after `..`".into(), None),
            Some(OpenForm::If { stage, .. }) => {
                let word = match stage {
                    Stage::Condition => "if",
                    Stage::Then(_) => "then",
                    Stage::Else(..) => "else",
                };
                (format!("after `{word}`"), None)
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
fn parse_integer(digits: &str) -> Option<IBig> {
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

// Where an operator, a closing bracket or the end is due.

/// The two meanings of `..`.
enum RangeKind {
    /// The ends of a generator or of a slice.
    Ends,
    /// The list from one end to the other.
    List,
}

impl Expression<'_> {
    fn operator(&mut self) -> Parse<Step> {
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

    /// `a ** b`. It takes its right operand first: `2 ** 3 ** 2` is `2 ** 9`, and
    /// `-2 ** 2` is -4.
    fn power_sign(&mut self, token: Token) -> Parse<Step> {
        self.reduce(binding::POWER + 1)?;
        self.minus_of_number_waits();
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
        self.pop_operand();
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

    fn missing_operator(&mut self, token: Token) -> Reported {
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
            TokenKind::LeftParen if self.tail == Tail::Number => {
                Some("write `3*(4)` for the product, `3.(G)` for copies".to_owned())
            }
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
