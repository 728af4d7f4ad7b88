//! The findings about a family as data, which serialise to JSON.

use serde::Serialize;

use crate::{Class, Vector};

/// The findings about a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FamilyReply {
    /// The family in words.
    pub title: String,
    /// Its values, the simplest first.
    pub values: Vec<FamilyValue>,
    /// The group: `Z^3 + Z2 + Z4`.
    pub group: String,
    /// How many generators of infinite order there are.
    pub rank: usize,
    /// The orders of the finite cyclic groups; each divides the next one.
    pub orders: Vec<i64>,
    /// The least number of generators.
    pub generators: usize,
    /// The relations, as coefficients of the values.
    pub relations: Vec<Vector>,
    /// No relation is missing whose coefficients, without their signs, have at most this sum.
    pub complete_to: u32,
    /// The rule that tells who wins a sum.
    pub rule: RuleReply,
}

/// A value of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FamilyValue {
    /// The first position that has it.
    pub name: String,
    /// The value in standard notation.
    pub value: String,
    /// The value as a sum of the basis and a class, or as a relation where there is no rule.
    pub sum: String,
}

/// The rule of a family, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleReply {
    /// Whether there is a rule. Each of its corners is proved.
    pub proved: bool,
    /// The rule, or the reason.
    #[serde(flatten)]
    pub found: RuleFound,
}

/// A rule in full, or the reason why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum RuleFound {
    /// A sentence.
    None {
        /// Why there is no rule.
        why: &'static str,
    },
    /// The rule.
    Proved {
        /// Whether no relation is missing.
        exact: bool,
        /// The games of the basis, `g1`, `g2`, ..., in standard notation.
        basis: Vec<String>,
        /// Which games of the basis are infinitely larger than others.
        comparisons: Vec<Comparison>,
        /// The representatives of the classes, `0`, `t1`, `t2`, ..., in standard notation.
        representatives: Vec<String>,
        /// The number of corners.
        corners: usize,
        /// The corners, class by class.
        classes: Vec<Class>,
    },
}

/// Some copies of one game of the basis are larger than all multiples of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// The number of copies.
    pub copies: i64,
    /// The larger game: `g2`.
    pub large: String,
    /// The smaller one.
    pub small: String,
}
