//! The instructions of typed code.
//!
//! Integers, truth values and cells lie in registers of 64 bits, other values in registers
//! of their own. What is only read is named where it lies: a slice is a stretch of a text
//! or list, a cell a place on a board.

use std::cmp::Ordering;

use crate::ast::Infix;
use crate::board::Normal;
use crate::compile::{Op, PositionOp};
use crate::heap::Held;
use crate::value::Value;

/// An integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Int {
    Constant(i32),
    Register(u16),
    /// A register and a constant.
    Plus(u16, i32),
    /// A sum in [`Typed::sums`].
    Sum(u16),
}

/// A constant and registers with their signs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(crate) constant: i64,
    /// The registers; `false` for those that are subtracted.
    pub(crate) terms: Vec<(u16, bool)>,
}

/// Where a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Register(u16),
    Constant(u16),
}

/// A stretch of a text or list, or of an item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) base: u16,
    /// The item of the base that it is a stretch of.
    pub(crate) item: Option<Int>,
    pub(crate) from: Int,
    pub(crate) to: Int,
}

/// A part of a joined text or list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Whole(Place),
    Item(Place),
    Stretch(Stretch),
    /// One ASCII character.
    Cell(u8),
}

/// A board or strip with some cells changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Put {
    pub(crate) base: u16,
    /// The row, or 0 of a strip; the column or the index; the cell.
    pub(crate) changes: Vec<(Int, Int, u8)>,
}

/// What is asked in a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Always,
    Compare(Infix, Int, Int),
    /// A truth value in an integer register.
    Truth(u16),
    /// A value that must be a truth value.
    Value(Place),
    /// Whether the cell of a board is this one.
    BoardCell {
        board: u16,
        row: Int,
        col: Int,
        cell: u8,
    },
    /// Whether the item of a text is this character.
    TextCell {
        text: u16,
        at: Int,
        cell: u8,
    },
    /// Whether the item of an item, or the cell of a board, is this character.
    PathCell {
        base: u16,
        first: Int,
        second: Int,
        cell: u8,
    },
    /// Whether a stretch, in [`Typed::stretches`], is this text.
    Stretch {
        stretch: u16,
        text: u16,
    },
    /// Whether a neighbour of a cell is one of these characters.
    Near {
        base: u16,
        place: (Int, Int),
        cells: u16,
    },
    /// A comparison of two values, in [`Typed::pairs`].
    Values(Infix, u16),
    /// Whether the two values of a pair are the same.
    Same(u16),
}

/// A call whose arguments are values.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) function: u32,
    pub(crate) arguments: Vec<Place>,
    pub(crate) result: u16,
}

/// An operation on positions with values.
#[derive(Clone, Debug)]
pub(crate) struct PositionCall {
    pub(crate) op: PositionOp,
    pub(crate) operands: Vec<Place>,
    pub(crate) result: u16,
}

/// A call whose first argument is looked up before it is made a value.
#[derive(Clone, Debug)]
pub(crate) struct CallWith {
    pub(crate) function: u32,
    pub(crate) first: First,
    pub(crate) rest: Vec<Place>,
    /// What the function declares of boards, when it has one argument.
    pub(crate) normal: Option<Normal>,
    pub(crate) result: u16,
}

/// The first argument of such a call.
#[derive(Clone, Debug)]
pub(crate) enum First {
    /// A list with the items that were collected last.
    Items,
    Put(Put),
    Join(Vec<Part>),
}

/// A sum of two calls with integers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SumOfTwo {
    pub(crate) functions: [u32; 2],
    pub(crate) arguments: [Int; 2],
}

/// A call with two integers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallOfTwo {
    pub(crate) function: u32,
    pub(crate) arguments: [Int; 2],
    pub(crate) result: u16,
}

/// A condition on the counter of a range: the range becomes the part where it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Narrowing {
    /// The registers of the counter and of the last number.
    pub(crate) at: u16,
    pub(crate) last: u16,
    pub(crate) infix: Infix,
    pub(crate) sides: [Int; 2],
    /// How much the first side less the second grows when the counter grows by one; not 0.
    pub(crate) growth: i64,
}

impl Narrowing {
    /// The first and the last number from `at` to `last` where the condition holds. `difference`
    /// is that of the sides at the number `at`. Where it holds nowhere the range is empty.
    pub(crate) fn part(&self, difference: i128, at: i64, last: i64) -> (i64, i64) {
        let growth = i128::from(self.growth);
        // As `difference + growth * steps < 0`.
        let (difference, growth) = match self.infix {
            Infix::Less => (difference, growth),
            Infix::AtMost => (difference - 1, growth),
            Infix::Greater => (-difference, -growth),
            Infix::AtLeast => (-difference - 1, -growth),
            _ => unreachable!("only orders narrow ranges"),
        };
        let number = |steps: i128| i128::from(at) + steps;
        let (mut from, mut to) = (i128::from(at), i128::from(last));
        match growth > 0 {
            true => to = to.min(number((-difference - 1).div_euclid(growth))),
            false => from = from.max(number(difference.div_euclid(-growth) + 1)),
        }
        match (i64::try_from(from), i64::try_from(to)) {
            (Ok(from), Ok(to)) if from <= to => (from, to),
            _ => (1, 0),
        }
    }
}

/// A walk over cells of a board or strip.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk {
    pub(crate) base: u16,
    pub(crate) over: Over,
    /// On a board the registers of row and column; on a strip the second is the index.
    pub(crate) found: (u16, u16),
    /// The register that counts what was looked at.
    pub(crate) counter: u16,
}

/// The cells of a walk.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Over {
    /// Those beside a place.
    Neighbours {
        place: (Int, Int),
        /// How many steps are tried: 4, or 8.
        steps: i64,
    },
    /// Those of a board with one of the characters of a constant, or all.
    Cells { wanted: Option<u16> },
}

/// An instruction of typed code. Targets are indices of instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TypedOp {
    /// Something that this code does not do: the frame begins again with the code of the
    /// stack machine.
    GiveUp,
    Jump(u32),
    Unless {
        test: Test,
        holds: bool,
        no: u32,
    },
    /// A truth value into an integer register.
    Truth {
        to: u16,
        test: Test,
        holds: bool,
    },
    TruthValue {
        to: u16,
        test: Test,
        holds: bool,
    },
    Set {
        to: u16,
        from: Int,
    },
    Arithmetic {
        to: u16,
        infix: Infix,
        a: Int,
        b: Int,
    },
    /// The least of two integers, or the greatest.
    Extreme {
        to: u16,
        order: Ordering,
        a: Int,
        b: Int,
    },
    /// The integer that a value must be.
    Unbox {
        to: u16,
        from: Place,
    },
    /// The integer that an item of a list must be.
    UnboxItem {
        to: u16,
        base: u16,
        at: Int,
    },
    Box {
        to: u16,
        from: Int,
    },
    Rows {
        to: u16,
        board: u16,
    },
    Cols {
        to: u16,
        board: u16,
    },
    Length {
        to: u16,
        of: u16,
    },
    Copy {
        to: u16,
        from: Place,
    },
    Global {
        to: u16,
        number: u32,
    },
    /// An item of a list or text, a row of a board.
    Item {
        to: u16,
        base: u16,
        at: Int,
    },
    /// An item of an item, or the cell of a board.
    Path {
        to: u16,
        base: u16,
        first: Int,
        second: Int,
    },
    Stretch {
        to: u16,
        stretch: u16,
    },
    Pair {
        to: u16,
        first: Int,
        second: Int,
    },
    Put {
        to: u16,
        put: u16,
    },
    Join {
        to: u16,
        join: u16,
    },
    /// One of the operators on a single value.
    Unary {
        to: u16,
        op: Op,
        of: Place,
    },
    Infix {
        to: u16,
        infix: Infix,
        pair: u16,
    },
    /// Arguments are those of a call in [`Typed::calls`].
    BuiltIn(u16),
    Call(u16),
    CallWith(u16),
    /// A call with two integers, of which the values lie in an array.
    CallInts(u16),
    CallInt {
        function: u32,
        argument: Int,
        to: u16,
    },
    /// The value that a frame above has left on the stack.
    Result(u16),
    RangeStart {
        at: u16,
        last: u16,
        from: Int,
        to: Int,
        exit: u32,
    },
    RangeNext {
        at: u16,
        last: u16,
        back: u32,
    },
    /// Narrows the range that has just begun, or jumps to its end.
    Narrow {
        narrowing: u16,
        none: u32,
    },
    ListStart,
    ListItem(Place),
    ListEnd(u16),
    InStart {
        list: Place,
        held: u16,
        at: u16,
        item: u16,
        exit: u32,
    },
    InNext {
        held: u16,
        at: u16,
        item: u16,
        back: u32,
    },
    WalkStart {
        walk: u16,
        exit: u32,
    },
    WalkNext {
        walk: u16,
        back: u32,
    },
    GameStart,
    GameMiddle,
    GameEnd {
        to: u16,
        mirrored: bool,
    },
    Option(Place),
    OptionOfSum {
        sum: u16,
        done: u32,
    },
    /// Jumps when the position is a board that is its own normal form.
    JumpIfNormal {
        position: Place,
        to: u32,
    },
    Parts {
        list: Place,
        position: Place,
        whole: u32,
    },
    Listed {
        to: u16,
        of: Place,
    },
    /// Gives up unless each item of the list has so many items.
    Apart {
        list: Place,
        count: u32,
    },
    Image {
        images: Place,
        best: u16,
        negative: bool,
    },
    /// An operation in [`Typed::positions`].
    Position(u16),
    Return {
        value: Place,
        light: bool,
    },
    /// Returns a list: the options of a player.
    ReturnOptions(Place),
}

impl TypedOp {
    /// The place of its target.
    pub(crate) fn target(&mut self) -> Option<&mut u32> {
        match self {
            TypedOp::Jump(label)
            | TypedOp::Unless { no: label, .. }
            | TypedOp::RangeStart { exit: label, .. }
            | TypedOp::RangeNext { back: label, .. }
            | TypedOp::Narrow { none: label, .. }
            | TypedOp::InStart { exit: label, .. }
            | TypedOp::InNext { back: label, .. }
            | TypedOp::WalkStart { exit: label, .. }
            | TypedOp::WalkNext { back: label, .. }
            | TypedOp::OptionOfSum { done: label, .. }
            | TypedOp::JumpIfNormal { to: label, .. }
            | TypedOp::Parts { whole: label, .. } => Some(label),
            _ => None,
        }
    }
}

/// The kinds of values that code is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Any,
    Integer,
    Text,
    List,
    Board,
}

impl Kind {
    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Integer(_) => Kind::Integer,
            Value::Text(_) => Kind::Text,
            Value::List(_) => Kind::List,
            Value::Board(_) => Kind::Board,
            _ => Kind::Any,
        }
    }
}

/// A body in typed code, for arguments of some kinds.
#[derive(Debug, Default)]
pub(crate) struct Typed {
    pub(crate) ops: Vec<TypedOp>,
    /// The kinds of its arguments; they lie in the first registers.
    pub(crate) arguments: Vec<Kind>,
    /// How many registers there are.
    pub(crate) values: usize,
    pub(crate) integers: usize,
    pub(crate) constants: Vec<Value>,
    pub(crate) sums: Vec<Sum>,
    pub(crate) stretches: Vec<Stretch>,
    pub(crate) pairs: Vec<(Place, Place)>,
    pub(crate) puts: Vec<Put>,
    pub(crate) joins: Vec<Vec<Part>>,
    pub(crate) calls: Vec<Call>,
    pub(crate) positions: Vec<PositionCall>,
    pub(crate) calls_with: Vec<CallWith>,
    pub(crate) calls_of_two: Vec<CallOfTwo>,
    pub(crate) sums_of_two: Vec<SumOfTwo>,
    pub(crate) narrowings: Vec<Narrowing>,
    pub(crate) walks: Vec<Walk>,
    /// What the function declares of boards, when it can be read.
    pub(crate) normal: Option<Normal>,
    /// Its bytes, once it is complete.
    pub(crate) held: Option<Held>,
}

impl Typed {
    /// Whether the code is made for these arguments.
    #[inline]
    pub(crate) fn takes(&self, arguments: &[Value]) -> bool {
        let mut kinds = self.arguments.iter().zip(arguments);
        kinds.all(|(&kind, value)| kind == Kind::Any || kind == Kind::of(value))
    }

    /// How much an integer grows when this register grows by one.
    pub(crate) fn growth(&self, int: Int, register: u16) -> i64 {
        match int {
            Int::Constant(_) => 0,
            Int::Register(other) | Int::Plus(other, _) => i64::from(other == register),
            Int::Sum(at) => {
                let terms = self.sums[usize::from(at)].terms.iter();
                let own = terms.filter(|(other, _)| *other == register);
                own.map(|&(_, positive)| if positive { 1 } else { -1 }).sum()
            }
        }
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.ops.capacity() * size_of::<TypedOp>()
            + self.constants.capacity() * size_of::<Value>()
            + (self.puts.len() + self.joins.len() + self.calls.len() + self.calls_with.len()) * 128
            + self.positions.len() * 128
            + (self.stretches.capacity() + self.walks.capacity()) * size_of::<Walk>()
            + self.sums.len() * 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrowed_range_is_where_the_condition_holds() {
        let orders = [Infix::Less, Infix::AtMost, Infix::Greater, Infix::AtLeast];
        for infix in orders {
            for growth in [-3, -2, -1, 1, 2, 3] {
                let sides = [Int::Constant(0); 2];
                let narrowing = Narrowing { at: 0, last: 1, infix, sides, growth };
                for difference in -9..=9i64 {
                    for (at, last) in [(-2, 5), (0, 0), (3, 4), (-7, -1)] {
                        let holds = |number: &i64| {
                            let left = difference + growth * (number - at);
                            infix.holds(left.cmp(&0))
                        };
                        let (from, to) = narrowing.part(difference.into(), at, last);
                        assert!(
                            (at..=last).filter(holds).eq(from..=to),
                            "{narrowing:?} {difference} {at} {last}"
                        );
                    }
                }
            }
        }
        let ends = |difference, at, last| {
            let infix = Infix::Less;
            let sides = [Int::Constant(0); 2];
            Narrowing { at: 0, last: 1, infix, sides, growth: 1 }.part(difference, at, last)
        };
        assert_eq!(ends(i64::MIN.into(), i64::MIN, i64::MAX), (i64::MIN, -1));
        assert_eq!(ends(i128::from(i64::MAX) * 2, i64::MAX - 1, i64::MAX), (1, 0));
    }
}
