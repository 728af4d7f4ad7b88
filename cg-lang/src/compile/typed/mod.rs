//! From the code of the stack machine to typed code, for arguments of known kinds.
//!
//! The code is walked once, with a stack of what each instruction would push: not values,
//! but what is known of them ([`Known`]). A sum of integers, a cell, a slice or a changed
//! board becomes code where it is used, in the form that its use needs; most never become
//! values at all. Helpers without loops are put in place of their calls.
//!
//! Typed code does what is usual, and gives up where something else turns out: an index
//! outside, a large integer, another kind of value, any error. The language has no side
//! effects, so the frame then begins again with the code of the stack machine, which finds
//! the error and its place. So this code decides no error, and need not do everything:
//! [`translate`] answers `None` for bodies with instructions that it does not know.

mod jumps;
mod op;
mod operations;
mod step;
mod translator;

use super::Code;
use crate::builtin::BuiltIns;
use crate::heap::Heap;
use translator::{Known, Translator};

pub(crate) use op::{
    Call, CallOfTwo, CallWith, First, Int, Kind, Narrowing, Over, Part, Place, PositionCall, Put,
    Stretch, Sum, SumOfTwo, Test, Typed, TypedOp, Walk,
};

/// Bodies with more instructions stay as they are, and so much code is made at most.
const MOST_OPS: usize = 1024;
/// Helpers with more instructions are called.
const MOST_INLINE: usize = 64;
/// Helpers in helpers are put in place of their calls to this depth.
const DEEPEST: usize = 6;

/// A function, as its callers see it.
#[derive(Clone, Copy)]
pub(crate) struct Callee<'a> {
    pub(crate) code: &'a Code,
    pub(crate) parameters: usize,
    /// It does not call itself, directly or through others.
    pub(crate) plain: bool,
}

/// What the translation looks up.
pub(crate) struct Program<'a> {
    pub(crate) builtins: &'a BuiltIns,
    pub(crate) heap: &'a Heap,
    pub(crate) callee: &'a dyn Fn(u32) -> Option<Callee<'a>>,
}

/// Typed code for the body of a function called with arguments of these kinds.
pub(crate) fn translate(program: &Program<'_>, code: &Code, arguments: Vec<Kind>) -> Option<Typed> {
    if code.ops.len() > MOST_OPS {
        return None;
    }
    let count = u16::try_from(arguments.len()).ok()?;
    let mut translator = Translator::new(program, arguments, count);
    translator.out.normal.clone_from(&code.normal);
    translator.read_sizes()?;
    let kinds = translator.out.arguments.clone();
    let mut entries = Vec::new();
    for (at, kind) in (0..count).zip(kinds) {
        let known = match kind {
            Kind::Integer => {
                let to = translator.new_integer()?;
                translator.emit(TypedOp::Unbox { to, from: Place::Register(at) });
                Known::Integer(Sum { constant: 0, terms: vec![(to, true)] })
            }
            kind => Known::Value(Place::Register(at), kind),
        };
        entries.push(translator.entry(known));
    }
    translator.level(code, entries, None)?;
    translator.finish()
}
