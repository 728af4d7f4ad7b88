//! The stack of what is open in an expression, and how it is closed.

mod brackets;
mod literal;
mod operand;
mod operator;

use super::{Parse, Parser, Reported};
use crate::ast::{Ast, Infix, Node, NodeId, Prefix, Symbol};
use crate::error::ParseError;
use crate::lexer::{Keyword, Token, TokenKind};
use crate::source::Span;

/// What the expression is part of, which says what ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// Ends at `;` or with the line.
    Statement,
    /// What is printed: ends at `,`, at `;` or with the line.
    Print,
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
    pub(crate) const MODULO: u8 = 35;
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
    /// `a <= b mod`: the theory is due.
    Modulo {
        comparison: Infix,
        sides: [NodeId; 2],
        span: Span,
    },
    /// `entails` or `again`: the call of a position is due.
    Word(Symbol, Span),
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
    /// The anonymous function that is its first item.
    function: Option<Box<Names>>,
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
    Literal(literal::Sign, literal::Base, Span),
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

/// The name of the items of a list, or the names into which each of them is taken apart.
struct Names {
    names: Vec<(Symbol, Span)>,
    at: Span,
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
            function: None,
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
                Some(&OpenForm::Modulo { comparison, sides, span }) if binding::MODULO >= level => {
                    self.frames.pop();
                    self.comparison_in_theory(comparison, sides, span);
                }
                Some(&OpenForm::Word(word, at)) if binding::NEGATE >= level => {
                    self.frames.pop();
                    self.call_behind_word(word, at)?;
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

    /// `a <= b mod T` is `mod(T, "<=", a, b)`.
    fn comparison_in_theory(&mut self, comparison: Infix, [a, b]: [NodeId; 2], span: Span) {
        let theory = self.pop_operand();
        let whole = span.to(self.span_of(theory));
        let sign = self.ast().add_text(comparison.sign().to_owned(), span);
        let name = self.ast().symbol("mod");
        let arguments = self.ast().add_children(&[theory, sign, a, b]);
        self.push_operand(Node::Call(name, arguments), whole);
    }

    /// `entails F(n)` is `entails(F, n)`: the call is not made, for it stands for a position.
    fn call_behind_word(&mut self, word: Symbol, at: Span) -> Parse<()> {
        let call = self.pop_operand();
        let span = self.span_of(call);
        let Node::Call(function, arguments) = self.parser.ast.node(call) else {
            let error = ParseError::Unexpected {
                expected: format!("a call behind `{}`, as in F(n-1)", self.parser.ast.name(word)),
                found: format!("`{}`", self.parser.source().slice(span)),
                help: None,
                at_end: false,
            };
            return Err(self.fail(error, span));
        };
        let mut children = vec![self.ast().add(Node::Name(function), span)];
        children.extend_from_slice(self.parser.ast.children(arguments));
        self.ast().replace(call, Node::Wildcard);
        let arguments = self.ast().add_children(&children);
        self.push_operand(Node::Call(word, arguments), at.to(span));
        Ok(())
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
            (Generator::Apart(at), None) => {
                let list = self.pop_operand();
                let each = self.open_bracket_mut().each.as_mut();
                let names = std::mem::take(&mut each.expect("a generator has an item").names);
                for generator in self.taken_apart(&Names { names, at }, list) {
                    self.end_generator(generator);
                }
                return Ok(false);
            }
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

    /// The generators of `(a, b) in list`: `p in list, a in [p[0]], b in [p[1]]` with a
    /// name p that nobody can write. Each item of the list must have as many items as
    /// there are names.
    fn taken_apart(&mut self, names: &Names, list: NodeId) -> Vec<NodeId> {
        let at = names.at;
        let whole = self.name_of_whole(names);
        let span = at.to(self.span_of(list));
        let count = u32::try_from(names.names.len()).expect("names are shorter than sources");
        let list = self.ast().add(Node::Apart(list, count), span);
        let mut generators = vec![self.ast().add(Node::In(whole, list), span)];
        for (&(name, at), place) in names.names.iter().zip(0..) {
            let tuple = self.ast().add(Node::Name(whole), at);
            let place = self.ast().add(Node::Integer(place), at);
            let item = self.ast().add(Node::Index(tuple, place), at);
            generators.push(self.only_item(name, item, at));
        }
        generators
    }

    /// The name of an item that is taken apart into these names.
    fn name_of_whole(&mut self, names: &Names) -> Symbol {
        let whole = self.parser.source().slice(names.at).to_owned();
        self.ast().symbol(&whole)
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
        token.new_line
            && self.open == 0
            && matches!(self.context, Context::Statement | Context::Print)
    }

    fn is_keyword(token: Token, keyword: Keyword) -> bool {
        token.is(TokenKind::Keyword(keyword))
    }
}
