//! Programs as trees, held flat: nodes lie in one vector and name their
//! children by index, so neither building, walking nor dropping a program
//! nested 200,000 deep needs the machine's stack.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use cg_core::Dyadic;
use dashu_int::IBig;

use crate::heap::{Heap, Held};
use crate::source::{Source, Span};

/// A node of an [`Ast`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeId(u32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A name of an [`Ast`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Symbol(u32);

/// A run of children in an [`Ast`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Children {
    start: u32,
    len: u32,
}

impl Children {
    pub(crate) fn len(self) -> usize {
        self.len as usize
    }
}

/// What stands before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Prefix {
    Negate,
    Not,
    /// `+-x` and `±x`.
    Switch,
}

/// What stands between its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Infix {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    Greater,
    AtMost,
    AtLeast,
    Confused,
    Concat,
    Add,
    Subtract,
    Xor,
    Multiply,
    Divide,
    IntegerDivide,
    Remainder,
    /// `a ** b`.
    Power,
    /// `m.G`, and `m^(d)`.
    Copies,
    /// `S & T`: the loopy game with these sides.
    Sides,
}

impl Infix {
    /// Whether it compares two values.
    pub(crate) fn is_comparison(self) -> bool {
        use Infix::{AtLeast, AtMost, Confused, Equal, Greater, Less, NotEqual};
        matches!(self, Equal | NotEqual | Less | Greater | AtMost | AtLeast | Confused)
    }

    /// Whether a comparison holds of values that stand so to each other.
    #[inline]
    pub(crate) fn holds(self, ordering: Ordering) -> bool {
        match self {
            Infix::Equal => ordering == Ordering::Equal,
            Infix::NotEqual => ordering != Ordering::Equal,
            Infix::Less => ordering == Ordering::Less,
            Infix::Greater => ordering == Ordering::Greater,
            Infix::AtMost => ordering != Ordering::Greater,
            Infix::AtLeast => ordering != Ordering::Less,
            // Of values in order none are confused.
            Infix::Confused => false,
            Infix::Or
            | Infix::And
            | Infix::Concat
            | Infix::Add
            | Infix::Subtract
            | Infix::Xor
            | Infix::Multiply
            | Infix::Divide
            | Infix::IntegerDivide
            | Infix::Remainder
            | Infix::Power
            | Infix::Sides
            | Infix::Copies => unreachable!("`{}` compares nothing", self.sign()),
        }
    }

    /// How it is written.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Infix::Or => "or",
            Infix::And => "and",
            Infix::Equal => "==",
            Infix::NotEqual => "!=",
            Infix::Less => "<",
            Infix::Greater => ">",
            Infix::AtMost => "<=",
            Infix::AtLeast => ">=",
            Infix::Confused => "<>",
            Infix::Concat => "++",
            Infix::Add => "+",
            Infix::Subtract => "-",
            Infix::Xor => "xor",
            Infix::Multiply => "*",
            Infix::Divide => "/",
            Infix::IntegerDivide => "div",
            Infix::Remainder => "%",
            Infix::Power => "**",
            Infix::Copies => ".",
            Infix::Sides => "&",
        }
    }
}

/// An expression, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Integer(i64),
    /// An integer of any size, in [`Ast::integer`].
    BigInteger(u32),
    /// A number with a binary fraction, in [`Ast::number`].
    Number(u32),
    /// A text, in [`Ast::text`].
    Text(u32),
    Truth(bool),
    Name(Symbol),
    /// The nimber of a number.
    Nimber(NodeId),
    /// The up of a number.
    Up(NodeId),
    Prefix(Prefix, NodeId),
    Infix(Infix, NodeId, NodeId),
    If(NodeId, NodeId, NodeId),
    Call(Symbol, Children),
    /// The arguments of `map(x -> value, list)` and its like: the list of the values, the list of
    /// the items of which they are true, and the list of the pairs of value and item.
    Function {
        values: NodeId,
        kept: NodeId,
        pairs: NodeId,
    },
    /// A list whose items are taken apart into this many names each.
    Apart(NodeId, u32),
    Index(NodeId, NodeId),
    Slice(NodeId, NodeId, NodeId),
    List(Children),
    /// The options of Left and of Right.
    Game(Children, Children),
    /// The same, not simplified: `'{ L | R }'`, and the braces inside.
    Form(Children, Children),
    /// The options of both, given once.
    ImpartialGame(Children),
    /// `a{ ... }`: braces in which the name stands for the whole.
    Label(Symbol, NodeId),
    /// `+-{ ... }`: these options for Left, their negatives for Right.
    SwitchGame(Children),
    /// An element for each value of its generators, which are the children.
    Each(NodeId, Children),
    /// The generator `name = a..b`.
    Range(Symbol, NodeId, NodeId),
    /// The generator `name in list`.
    In(Symbol, NodeId),
    /// The generator `if condition`.
    Filter(NodeId),
    /// Values for several parameters, in a case.
    Tuple(Children),
    /// `_`, in a case.
    Wildcard,
}

/// About how many bytes a statement takes besides its tree and its code: its share of
/// the tables of a session, and what the allocator adds.
const STATEMENT: usize = 1 << 10;

/// The expressions of one statement.
#[derive(Debug, Default)]
pub(crate) struct Ast {
    nodes: Vec<Node>,
    spans: Vec<Span>,
    children: Vec<NodeId>,
    names: Vec<Box<str>>,
    symbols: HashMap<Box<str>, Symbol>,
    integers: Vec<IBig>,
    numbers: Vec<Dyadic>,
    texts: Vec<Box<str>>,
    /// Bytes of names, integers, numbers, texts and clauses.
    literals: usize,
    /// All its bytes, once it is complete.
    held: Option<Held>,
}

impl Ast {
    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.spans.capacity() * size_of::<Span>()
            + self.children.capacity() * size_of::<NodeId>()
            + self.literals
    }

    /// The tree is complete: it takes no more room than it needs, and its bytes are
    /// counted as long as it lives.
    pub(crate) fn finish(&mut self, heap: &Heap) {
        self.nodes.shrink_to_fit();
        self.spans.shrink_to_fit();
        self.children.shrink_to_fit();
        self.symbols = HashMap::default();
        self.held = Some(heap.hold(self.bytes() + STATEMENT));
    }

    /// Counts what a clause of a definition takes: its place in a growing list, and its own lists.
    pub(crate) fn count_clause(&mut self, clause: &Clause) {
        let lists = clause.values.as_ref().map_or(0, |values| values.len().max(4))
            * size_of::<NodeId>()
            + clause.lets.capacity() * size_of::<(Symbol, NodeId)>();
        self.literals += 2 * size_of::<Clause>() + lists + 16;
    }

    pub(crate) fn add(&mut self, node: Node, span: Span) -> NodeId {
        let id = NodeId(index(self.nodes.len()));
        self.nodes.push(node);
        self.spans.push(span);
        id
    }

    pub(crate) fn add_children(&mut self, children: &[NodeId]) -> Children {
        let start = index(self.children.len());
        self.children.extend_from_slice(children);
        Children { start, len: index(children.len()) }
    }

    pub(crate) fn add_integer(&mut self, value: IBig, span: Span) -> NodeId {
        let node = match i64::try_from(&value) {
            Ok(value) => Node::Integer(value),
            Err(_) => {
                self.literals += size_of::<IBig>() + value.as_sign_words().1.len() * 8;
                self.integers.push(value);
                Node::BigInteger(index(self.integers.len() - 1))
            }
        };
        self.add(node, span)
    }

    pub(crate) fn add_number(&mut self, value: Dyadic, span: Span) -> NodeId {
        if let Some(integer) = value.to_integer() {
            return self.add_integer(integer, span);
        }
        self.literals += size_of::<Dyadic>() + value.heap_bytes();
        self.numbers.push(value);
        self.add(Node::Number(index(self.numbers.len() - 1)), span)
    }

    pub(crate) fn add_text(&mut self, text: String, span: Span) -> NodeId {
        self.literals += size_of::<Box<str>>() + text.len();
        self.texts.push(text.into());
        self.add(Node::Text(index(self.texts.len() - 1)), span)
    }

    pub(crate) fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.symbols.get(name) {
            return symbol;
        }
        let symbol = Symbol(index(self.names.len()));
        // The name twice, and its places in the vector and the table.
        self.literals += 2 * name.len() + 64;
        self.names.push(name.into());
        self.symbols.insert(name.into(), symbol);
        symbol
    }

    /// The symbol of a name that occurs.
    pub(crate) fn find(&self, name: &str) -> Option<Symbol> {
        self.names.iter().position(|own| **own == *name).map(|at| Symbol(index(at)))
    }

    /// Puts another node in the place of this one.
    pub(crate) fn replace(&mut self, id: NodeId, node: Node) {
        self.nodes[id.index()] = node;
    }

    /// All nodes, with their numbers.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (NodeId, Node)> + '_ {
        self.nodes.iter().enumerate().map(|(at, &node)| (NodeId(index(at)), node))
    }

    /// All nodes. Children come before their parents, but for the arguments of calls.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    pub(crate) fn node(&self, id: NodeId) -> Node {
        self.nodes[id.index()]
    }

    pub(crate) fn span(&self, id: NodeId) -> Span {
        self.spans[id.index()]
    }

    /// Whether an expression is one comparison, of no lists, texts or truth values as far as it
    /// shows.
    pub(crate) fn compares(&self, id: NodeId) -> bool {
        let is_no_game = |id| match self.node(id) {
            Node::Truth(_) | Node::Text(_) | Node::List(_) | Node::Each(..) => true,
            Node::Prefix(prefix, _) => prefix == Prefix::Not,
            Node::Infix(sign, ..) => {
                sign.is_comparison() || matches!(sign, Infix::Or | Infix::And | Infix::Concat)
            }
            _ => false,
        };
        matches!(self.node(id), Node::Infix(sign, one, other)
            if sign.is_comparison() && !is_no_game(one) && !is_no_game(other))
    }

    pub(crate) fn children(&self, children: Children) -> &[NodeId] {
        &self.children[children.start as usize..(children.start + children.len) as usize]
    }

    /// Whether both runs of children are written alike.
    pub(crate) fn same(&self, a: Children, b: Children) -> bool {
        let mut lists = vec![(a, b)];
        let mut nodes: Vec<(NodeId, NodeId)> = Vec::new();
        while let Some((a, b)) = lists.pop() {
            if a.len != b.len {
                return false;
            }
            let (a, b) = (self.children(a), self.children(b));
            nodes.extend(a.iter().copied().zip(b.iter().copied()));
            while let Some((a, b)) = nodes.pop() {
                let alike = match (self.node(a), self.node(b)) {
                    (Node::Nimber(a), Node::Nimber(b))
                    | (Node::Up(a), Node::Up(b))
                    | (Node::Filter(a), Node::Filter(b)) => {
                        nodes.push((a, b));
                        true
                    }
                    (Node::Prefix(p, a), Node::Prefix(q, b)) => {
                        nodes.push((a, b));
                        p == q
                    }
                    (Node::In(x, a), Node::In(y, b)) | (Node::Label(x, a), Node::Label(y, b)) => {
                        nodes.push((a, b));
                        x == y
                    }
                    (Node::Infix(p, a, b), Node::Infix(q, c, d)) => {
                        nodes.extend([(a, c), (b, d)]);
                        p == q
                    }
                    (Node::Range(x, a, b), Node::Range(y, c, d)) => {
                        nodes.extend([(a, c), (b, d)]);
                        x == y
                    }
                    (Node::Index(a, b), Node::Index(c, d)) => {
                        nodes.extend([(a, c), (b, d)]);
                        true
                    }
                    (
                        Node::Function { values: a, kept: b, .. },
                        Node::Function { values: c, kept: d, .. },
                    ) => {
                        nodes.extend([(a, c), (b, d)]);
                        true
                    }
                    (Node::Apart(a, m), Node::Apart(b, n)) => {
                        nodes.push((a, b));
                        m == n
                    }
                    (Node::If(a, b, c), Node::If(d, e, f))
                    | (Node::Slice(a, b, c), Node::Slice(d, e, f)) => {
                        nodes.extend([(a, d), (b, e), (c, f)]);
                        true
                    }
                    (Node::Call(f, a), Node::Call(g, b)) => {
                        lists.push((a, b));
                        f == g
                    }
                    (Node::List(a), Node::List(b))
                    | (Node::SwitchGame(a), Node::SwitchGame(b))
                    | (Node::ImpartialGame(a), Node::ImpartialGame(b)) => {
                        lists.push((a, b));
                        true
                    }
                    (Node::Each(a, c), Node::Each(b, d)) => {
                        nodes.push((a, b));
                        lists.push((c, d));
                        true
                    }
                    (Node::Game(a, b), Node::Game(c, d)) | (Node::Form(a, b), Node::Form(c, d)) => {
                        lists.extend([(a, c), (b, d)]);
                        true
                    }
                    (Node::BigInteger(a), Node::BigInteger(b)) => {
                        self.integer(a) == self.integer(b)
                    }
                    (Node::Number(a), Node::Number(b)) => self.number(a) == self.number(b),
                    (Node::Text(a), Node::Text(b)) => self.text(a) == self.text(b),
                    (a, b) => a == b,
                };
                if !alike {
                    return false;
                }
            }
        }
        true
    }

    /// Whether both trees are the same but for the places of their nodes.
    fn is_same(&self, other: &Ast) -> bool {
        self.nodes == other.nodes
            && self.children == other.children
            && self.names == other.names
            && self.integers == other.integers
            && self.numbers == other.numbers
            && self.texts == other.texts
    }

    /// Every name that occurs.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    pub(crate) fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }

    pub(crate) fn integer(&self, index: u32) -> &IBig {
        &self.integers[index as usize]
    }

    pub(crate) fn number(&self, index: u32) -> &Dyadic {
        &self.numbers[index as usize]
    }

    pub(crate) fn text(&self, index: u32) -> &str {
        &self.texts[index as usize]
    }
}

/// An index of the tree. Nodes are made from tokens, at most two for each, and
/// sources end below 2^32 bytes; memory ends long before.
fn index(length: usize) -> u32 {
    u32::try_from(length).expect("a program in memory has fewer than 2^32 nodes")
}

/// One clause of a definition.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Clause {
    /// The values of a `case`; `None` for `default`, empty when the case has
    /// only a guard.
    pub(crate) values: Option<Vec<NodeId>>,
    pub(crate) guard: Option<NodeId>,
    pub(crate) lets: Vec<(Symbol, NodeId)>,
    pub(crate) body: NodeId,
}

/// `Name(p, q) { case ...: ...; default: ...; }`
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    pub(crate) name: Symbol,
    pub(crate) name_span: Span,
    /// Positions may come back: calls that need their own value make a loopy game.
    pub(crate) loopy: bool,
    /// Points decide its positions.
    pub(crate) scoring: bool,
    pub(crate) parameters: Vec<Symbol>,
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) clauses: Vec<Clause>,
    /// Functions that are its own, named `Definition.helper`.
    pub(crate) helpers: Vec<Definition>,
}

/// What a definition declares of its positions, before its clauses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Declaration {
    pub(crate) fact: Fact,
    /// A position, or a list of positions.
    pub(crate) value: NodeId,
}

/// What is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// The position is the sum of these.
    Sum,
    /// These have the same value.
    Symmetric,
    /// These have the negative of its value.
    Negative,
}

impl Fact {
    /// The fact that is written so.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        match word {
            "sum" => Some(Fact::Sum),
            "symmetric" => Some(Fact::Symmetric),
            "negative" => Some(Fact::Negative),
            _ => None,
        }
    }

    /// How it is written.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Fact::Sum => "sum",
            Fact::Symmetric => "symmetric",
            Fact::Negative => "negative",
        }
    }
}

/// What a statement does.
#[derive(Clone, Debug)]
pub(crate) enum StatementKind {
    Define(Definition),
    /// `name = expr`
    Bind {
        name: Symbol,
        value: NodeId,
    },
    /// `expr`
    Value(NodeId),
    /// `? expr`
    Outcome(NodeId),
    /// `?? expr`
    Moves(NodeId),
    /// `print expr, expr`
    Print(Vec<NodeId>),
    /// `use "file"`: the place of the text.
    Use(Span),
    /// `:name argument`
    Directive {
        name: Span,
        argument: Span,
    },
}

/// One statement of a program.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) ast: Arc<Ast>,
    pub(crate) kind: StatementKind,
    pub(crate) span: Span,
}

impl Definition {
    /// Whether both are the same but for the places of their names.
    fn is_same(&self, other: &Definition) -> bool {
        self.name == other.name
            && self.loopy == other.loopy
            && self.parameters == other.parameters
            && self.declarations == other.declarations
            && self.clauses == other.clauses
            && self.helpers.len() == other.helpers.len()
            && self.helpers.iter().zip(&other.helpers).all(|(own, other)| own.is_same(other))
    }
}

impl Statement {
    /// The name that it defines or binds.
    pub(crate) fn gives(&self) -> Option<&str> {
        match &self.kind {
            StatementKind::Define(Definition { name, .. }) | StatementKind::Bind { name, .. } => {
                Some(self.ast.name(*name))
            }
            _ => None,
        }
    }

    /// Whether both say the same, wherever they stand in their sources.
    pub(crate) fn is_same(&self, source: &Source, other: &Statement, others: &Source) -> bool {
        use StatementKind::{Bind, Define, Directive, Moves, Outcome, Use, Value};
        let same_text = |own, other| source.slice(own) == others.slice(other);
        let kinds = match (&self.kind, &other.kind) {
            (Define(own), Define(other)) => own.is_same(other),
            (Bind { name, value }, Bind { name: other, value: others }) => {
                name == other && value == others
            }
            (Value(own), Value(other))
            | (Outcome(own), Outcome(other))
            | (Moves(own), Moves(other)) => own == other,
            (&Use(own), &Use(other)) => same_text(own, other),
            (&Directive { name, argument }, &Directive { name: other, argument: others }) => {
                same_text(name, other) && same_text(argument, others)
            }
            _ => false,
        };
        kinds && self.ast.is_same(&other.ast)
    }
}
