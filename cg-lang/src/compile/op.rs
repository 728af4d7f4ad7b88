//! The instructions that expressions are compiled to.

use std::sync::Arc;

use crate::ast::{Ast, Infix, NodeId, Symbol};
use crate::board::Normal;
use crate::heap::{Heap, Held};
use crate::source::Span;
use crate::value::Value;

/// Where an instruction finds what it works on. Locals and constants are read where they
/// lie; what was computed just before is on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operand {
    Stack,
    Local(u32),
    /// A constant of the code.
    Constant(u32),
    /// A linear expression of the code.
    Linear(u32),
    /// An item of a local, in [`Code::paths`].
    Path(u32),
}

/// An item of a local: `s[i]`, or an item of that, `s[i][j]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) base: u32,
    pub(crate) first: Linear,
    pub(crate) second: Option<Linear>,
}

/// What a joined text or list is made of, in order. Slices are read where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// A text or a list.
    Whole(Operand),
    /// The items from one index to another of a text or list.
    Slice(Operand, Operand, Operand),
    /// An item of a list.
    Item(Operand),
}

impl Piece {
    /// Its operands; in place of those that it does not have a local, which is not read.
    pub(crate) fn operands(&self) -> [Operand; 3] {
        match *self {
            Piece::Whole(value) | Piece::Item(value) => {
                [value, Operand::Local(0), Operand::Local(0)]
            }
            Piece::Slice(value, from, to) => [value, from, to],
        }
    }
}

/// An instruction: of a stack machine, but with operands that need not be on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// Pushes a constant of the code.
    Constant(u32),
    Integer(i32),
    Truth(bool),
    /// Pushes a local.
    Local(u32),
    /// Pops into a local.
    Set(u32),
    /// Pushes a binding of the session.
    Global(u32),
    Negate,
    Not,
    /// {x | -x}
    Switch,
    Nimber,
    Up,
    /// Any operator but `and` and `or`.
    Infix(Infix, Operand, Operand),
    /// `++` of the pieces in a row of [`Code::joins`].
    Join(u32),
    Jump(u32),
    /// Jumps unless the comparison is true.
    Unless(Infix, Operand, Operand, u32),
    /// Pops a truth value.
    JumpIfFalse(u32),
    JumpIfTrue(u32),
    /// The top must be a truth value.
    CheckTruth,
    /// `s[i]`
    Index(Operand, Operand),
    /// `s[i..j]`
    Slice(Operand, Operand, Operand),
    /// Calls a function with this many arguments.
    Call {
        function: u32,
        count: u32,
    },
    /// Calls a function with one argument: a linear expression of the code.
    CallLinear {
        function: u32,
        linear: u32,
    },
    /// Calls a built-in function.
    BuiltIn {
        index: u32,
        count: u32,
    },
    /// Calls a built-in function, which lists boards: those of a function of the program are listed by
    /// the machine.
    Boards {
        index: u32,
        count: u32,
    },
    /// Pops a list and a function; the list of its values.
    Map,
    /// The same with the pairs of the value of the function and the item.
    Pairs,
    /// Applies a function to the items of a list until it is true of one.
    Any,
    /// Applies a function to the items of a list until it is false of one.
    All,
    /// Gives the pairs on the stack to this built-in function, as keys and items.
    Keyed(u32),
    /// Pops a list and a function; the list of the items it is true of.
    Filter,
    ListStart,
    /// An item of the list that is being collected lies on the stack, and stays there.
    Item,
    ListEnd,
    /// The local `slot` stands for the braces that follow.
    LabelStart {
        slot: u32,
    },
    /// The game on the stack is what the local `slot` stands for.
    LabelEnd {
        slot: u32,
    },
    GameStart,
    /// Pops an option of the game that is being collected.
    Option,
    /// Adds the sum of two calls as an option and jumps, when the values of both
    /// are known games; else goes on to the instructions that do it in full.
    OptionOfSum {
        sum: u32,
        done: u32,
    },
    /// Pops two lists of options, Right's and Left's: the form.
    Form,
    /// The options so far are Left's.
    GameMiddle,
    GameEnd,
    /// The options are both players'.
    ImpartialEnd,
    /// The options are Left's, their negatives Right's.
    SwitchEnd,
    /// Pops b and a: the local `slot` runs from a to b, which the next holds.
    RangeStart {
        slot: u32,
        exit: u32,
    },
    RangeNext {
        slot: u32,
        back: u32,
    },
    /// Pops a list: the local `slot` runs through it; the next two hold the
    /// list and the index.
    InStart {
        slot: u32,
        exit: u32,
    },
    InNext {
        slot: u32,
        back: u32,
    },
    /// Pops two values: whether they are the same.
    Same,
    /// A function of positions, on expressions of the code.
    Positions(u32),
    /// Makes a position, or works with one.
    Position(PositionOp),
    /// Pops a position: what a function of positions says of it.
    Ask(u32),
    /// The list on the stack holds the options of a player: see [`super::options`].
    ReturnOptions,
    NoClause,
    Return,
    /// The same, of a value that is kept for a short time only.
    ReturnLight,
    /// Jumps when the position is a board that is its own normal form.
    JumpIfNormal {
        position: u32,
        to: u32,
    },
    /// Jumps when the list on the stack holds the position alone, which it pops then.
    Parts {
        position: u32,
        whole: u32,
    },
    /// The list on the stack must have lists, texts or boards with so many items.
    Apart(u32),
    /// A value that is no list becomes the list of itself.
    Listed,
    /// Pops an image of a position, or a list of them: the local `best` is that of the
    /// least hash, and the next whether its value is the negative.
    Image {
        best: u32,
        negative: bool,
    },
}

/// An instruction on positions: sums of components that are not valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PositionOp {
    /// The call of a function of the program with the arguments on the stack. It may also be
    /// its value, where nothing asks for its moves.
    Call { function: u32, count: u32, or_value: bool },
    /// The call of a built-in function that knows its moves; with `check` the arguments must be
    /// those of a position.
    Ruled { index: u32, count: u32, check: bool },
    /// Pops a list: the sum of its items.
    Sum,
    /// Pops two: their sum.
    Add,
    /// Pops two: their difference.
    Subtract,
    /// Pops one: its negative.
    Negate,
    /// Pops a position and, below it, the number of its copies.
    Copies,
    /// Braces, in [`Code::braces`].
    Braces(u32),
    /// A position becomes its value, unless that takes many steps.
    CheapValue,
    /// What a binding of the session was given.
    Global(u32),
    /// A call of a function whose positions have values in normal play alone, where another
    /// function needs their moves: an error.
    InNormalPlay { asking: u32, called: u32 },
    /// The game on the stack becomes a component; a number too, where `numbers` says so.
    Literal { numbers: bool },
    /// The value on the stack was computed: a game forgot its moves, and this function needs
    /// them.
    Forgotten(u32),
}

impl Op {
    /// Where it may jump to.
    pub(crate) fn target(self) -> Option<u32> {
        let mut op = self;
        op.target_mut().copied()
    }

    /// The same, to be changed.
    pub(crate) fn target_mut(&mut self) -> Option<&mut u32> {
        match self {
            Op::Jump(label)
            | Op::JumpIfFalse(label)
            | Op::JumpIfTrue(label)
            | Op::Unless(.., label)
            | Op::RangeStart { exit: label, .. }
            | Op::RangeNext { back: label, .. }
            | Op::InStart { exit: label, .. }
            | Op::InNext { back: label, .. }
            | Op::Parts { whole: label, .. }
            | Op::JumpIfNormal { to: label, .. }
            | Op::OptionOfSum { done: label, .. } => Some(label),
            _ => None,
        }
    }
}

/// A sum of a constant and a few signed locals: the argument of most calls in
/// the rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Linear {
    pub(crate) constant: i64,
    pub(crate) terms: [(u32, i64); Linear::MOST_TERMS],
    pub(crate) count: usize,
}

impl Linear {
    pub(crate) const MOST_TERMS: usize = 3;

    /// The sum, when the locals hold small integers and it is one.
    #[inline]
    pub(crate) fn evaluate(&self, locals: &[Value]) -> Option<i64> {
        let mut sum = self.constant;
        for &(slot, sign) in &self.terms[..self.count] {
            let Value::Integer(value) = locals[slot as usize] else { return None };
            sum = if sign > 0 { sum.checked_add(value)? } else { sum.checked_sub(value)? };
        }
        Some(sum)
    }
}

/// The calls of an [`Op::OptionOfSum`], each with one linear argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SumOfCalls {
    pub(crate) functions: [u32; 2],
    pub(crate) arguments: [Linear; 2],
}

/// A call of a function that needs its arguments as they are typed.
#[derive(Clone, Debug)]
pub(crate) struct FormOf {
    pub(crate) ast: Arc<Ast>,
    /// The number of the built-in function.
    pub(crate) function: u32,
    pub(crate) arguments: Box<[NodeId]>,
    /// The locals that its names stand for.
    pub(crate) scope: Vec<(Symbol, u32)>,
}

/// Braces that stand as a component of a position. What their names stand for is kept with them.
#[derive(Clone, Debug)]
pub(crate) struct BracesOf {
    pub(crate) ast: Arc<Ast>,
    pub(crate) node: NodeId,
    /// The locals that its names stand for.
    pub(crate) scope: Vec<(Symbol, u32)>,
    /// The bindings of the session that its names stand for.
    pub(crate) globals: Vec<(Symbol, u32)>,
    /// Names in its questions: bindings of the session, or names that the questions bind.
    pub(crate) asked: Vec<(Symbol, u32)>,
}

/// What is known of a function where calls of it are compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// A clause gives braces, or a sum of positions.
    pub(crate) is_game: bool,
    /// Its clauses ask about positions, or call functions that do.
    pub(crate) asks: bool,
}

impl Shape {
    /// Whether arguments that are positions stay positions. Those of a game are values.
    pub(crate) fn keeps_arguments(self) -> bool {
        self.asks && !self.is_game
    }
}

/// A compiled body or statement.
#[derive(Debug, Default)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    /// The place of each instruction in the source.
    pub(crate) spans: Vec<Span>,
    pub(crate) constants: Vec<Value>,
    pub(crate) linears: Vec<Linear>,
    pub(crate) sums: Vec<SumOfCalls>,
    pub(crate) forms: Vec<FormOf>,
    pub(crate) braces: Vec<BracesOf>,
    pub(crate) paths: Vec<Path>,
    /// The pieces of each join.
    pub(crate) joins: Vec<Box<[Piece]>>,
    /// What a definition declares of boards, when it can be read.
    pub(crate) normal: Option<Normal>,
    /// Locals, the parameters first.
    pub(crate) locals: usize,
    /// What callers know of the function whose code it is.
    pub(crate) shape: Shape,
    /// Its bytes, once it is complete.
    held: Option<Held>,
}

impl Code {
    /// Code that calls a function with its locals, of which there are `count`.
    pub(crate) fn of_call(function: u32, count: usize, span: Span) -> Self {
        let arguments =
            u32::try_from(count).expect("a call has as many arguments as its program writes");
        Code {
            ops: vec![Op::Call { function, count: arguments }, Op::Return],
            spans: vec![span, span],
            locals: count,
            ..Code::default()
        }
    }

    /// About how many bytes it takes; the values in its constants count themselves.
    pub(crate) fn bytes(&self) -> usize {
        self.ops.capacity() * size_of::<Op>()
            + self.spans.capacity() * size_of::<Span>()
            + self.constants.capacity() * size_of::<Value>()
            + self.linears.capacity() * size_of::<Linear>()
            + self.sums.capacity() * size_of::<SumOfCalls>()
            + self.paths.capacity() * size_of::<Path>()
            + self.joins.iter().map(|join| size_of_val(&**join) + 16).sum::<usize>()
    }

    /// The code is complete: it takes no more room than it needs, and its bytes are
    /// counted as long as it lives.
    pub(crate) fn finish(&mut self, heap: &Heap) {
        self.ops.shrink_to_fit();
        self.spans.shrink_to_fit();
        self.constants.shrink_to_fit();
        self.held = Some(heap.hold(self.bytes()));
    }
}
