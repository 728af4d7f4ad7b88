//! Claims as types.

use cg_core::{NumberUpsStar, Outcome};
use cg_simplify::Form;

use crate::rules::Placed;

/// How two sums are claimed to stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// G = H.
    Equal,
    /// G is not H.
    NotEqual,
    /// G <= H.
    AtMost,
    /// G >= H.
    AtLeast,
    /// G < H.
    Less,
    /// G > H.
    Greater,
    /// G and H are confused.
    Confused,
}

impl Relation {
    /// All of them, with how they are written; a sign comes before those that begin it.
    pub(crate) const WRITTEN: [(&'static str, Relation); 7] = [
        ("==", Relation::Equal),
        ("!=", Relation::NotEqual),
        ("<=", Relation::AtMost),
        (">=", Relation::AtLeast),
        ("<>", Relation::Confused),
        ("<", Relation::Less),
        (">", Relation::Greater),
    ];
}

/// A claim: what is to be proved.
#[derive(Clone, Debug)]
pub struct Claim {
    /// As it was written.
    pub(crate) text: String,
    pub(crate) kind: ClaimKind,
}

impl Claim {
    /// The claim as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// What is claimed.
#[derive(Clone, Debug)]
pub(crate) enum ClaimKind {
    /// How two sums stand to each other.
    Compare { left: Sum, relation: Relation, right: Sum },
    /// Who wins a sum; without an outcome, whoever does.
    Outcome { sum: Sum, claimed: Option<Outcome> },
    /// What a sum is worth.
    Value(Sum),
}

/// Terms whose sum is meant.
pub(crate) type Sum = Vec<Term>;

/// A term of a sum.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) minus: bool,
    pub(crate) what: What,
    /// As it was written.
    pub(crate) text: String,
}

/// What a term is.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// An explicit game.
    Form(Form),
    /// A number, ups of order 1 and a nimber.
    Small(NumberUpsStar),
    /// A position of a ruleset.
    Position(Placed),
    /// A heap of a taking-and-breaking game, by the digits of its code.
    Heap { digits: Vec<u32>, heap: u64 },
}
