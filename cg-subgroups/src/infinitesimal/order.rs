//! The outcome rule, and comparison without building the difference.
//!
//! For S = sum of a_k.^(d_k), let b_i = a_i + a_(i+1) + ... be the suffix sums
//! of the coefficients, so that S = sum of b_i.D_i with D_i = ^(d_i)-^(d_(i-1)),
//! each infinitely larger than the next. Then
//!
//! - S has the sign of the first b_i that is not 0;
//! - S + * is positive when the first b_i that is not 1 is 2 or more, negative
//!   when the first that is not -1 is -2 or less, and otherwise confused with 0;
//! - S + *n for n >= 2 has the sign of b_1, and is confused with 0 if b_1 = 0.
//!
//! Further points merely repeat a suffix sum (or append a 0), so the suffix
//! sums of a difference may be taken over the orders of both sides.

use cg_core::{Outcome, Relation};
use dashu_int::{IBig, Sign, UBig};

use super::group::merged;
use super::{Infinitesimal, Term};

/// How the nimber of a sum bears on its outcome.
#[derive(Clone, Copy)]
enum Star {
    None,
    One,
    More,
}

impl Star {
    fn of(nimber: &UBig) -> Self {
        if nimber.is_zero() {
            Star::None
        } else if nimber.is_one() {
            Star::One
        } else {
            Star::More
        }
    }
}

impl Infinitesimal {
    /// **The outcome rule.** Linear in the number of terms.
    pub fn outcome(&self) -> Outcome {
        self.compare(&Self::zero()).into()
    }

    /// How this game stands to `other`: one pass over the terms of both.
    pub fn compare(&self, other: &Self) -> Relation {
        if self.nimber == other.nimber {
            return relation(&self.terms, &other.terms, Star::None);
        }
        relation(&self.terms, &other.terms, Star::of(&(&self.nimber ^ &other.nimber)))
    }
}

/// The sign of `n` as a relation to 0, where 0 itself stands for confused.
fn sign(n: &IBig) -> Relation {
    if n.is_zero() {
        Relation::Confused
    } else if n.sign() == Sign::Negative {
        Relation::Less
    } else {
        Relation::Greater
    }
}

fn relation(a: &[Term], b: &[Term], star: Star) -> Relation {
    let minus = b.iter().fold(IBig::ZERO, |sum, term| sum - &term.coefficient);
    let mut suffix = a.iter().fold(minus, |sum, term| sum + &term.coefficient);
    match star {
        Star::More => return sign(&suffix),
        Star::None if !suffix.is_zero() => return sign(&suffix),
        Star::One if !is_unit(&suffix) => return sign(&suffix),
        _ => {}
    }
    // All suffix sums so far are `first`, which is 0 without a star, else 1 or -1.
    let first = suffix.clone();
    for (_, here, there) in merged(a, b) {
        if let Some(coefficient) = here {
            suffix -= coefficient;
        }
        if let Some(coefficient) = there {
            suffix += coefficient;
        }
        if suffix == first {
            continue;
        }
        return match star {
            Star::None => sign(&suffix),
            // With a star: positive needs 1, ..., 1, and then 2 or more.
            _ if !is_unit(&suffix) && sign(&suffix) == sign(&first) => sign(&suffix),
            _ => Relation::Confused,
        };
    }
    match star {
        Star::None => Relation::Equal,
        _ => Relation::Confused,
    }
}

fn is_unit(n: &IBig) -> bool {
    n.is_one() || *n == IBig::NEG_ONE
}
