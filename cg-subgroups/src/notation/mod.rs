//! How values x + S + *n are written and read, once for all subgroups.
//!
//! | notation | example | rules |
//! | --- | --- | --- |
//! | paper | `-10.011-^(1)+3^(0.1)+*(2)` | numbers with a binary fraction, every up as `a^(d)` by increasing d, nimbers as `*(n)` |
//! | standard | `73/16v9*8`, `^[2]*`, `3.^(1/2)-^(1)` | the field's names where there are some, run together, as below |
//! | unicode, latex | `⇑∗2`, `\Uparrow{\ast}2` | the same with symbols, for output |
//!
//! The field's names of ups are `^`, `^^`, `^3` (copies of ^), `^[n]` for
//! ^(n) (the sum of `^`, `^<2>`, ..., `^<n>`) and `^<n>` for ^(n)-^(n-1) with an integer n >= 2;
//! the negatives have a `v` for the `^`. What has no name is written as a sum,
//! `3.^(1/2)-^(1)+*2`. A number stands first, a nimber last; only sums have signs
//! between them, so `-1^3` is -1 plus three ups.

mod ascii;
mod field;
mod latex;
mod paper;
mod read;
#[cfg(test)]
mod tests;
mod unicode;

use cg_core::{Dyadic, Error, Notation, Result, Text};

pub use read::{Unreadable, read};

use crate::infinitesimal::Infinitesimal;

/// The parts of a value, for printing.
///
/// ```
/// use cg_core::{Dyadic, Notation};
/// use cg_subgroups::{Infinitesimal, notation::Parts};
/// let star = Infinitesimal::nimber(1u8.into());
/// let half = Dyadic::ONE.half()?;
/// let parts = Parts::new(&half, &star);
/// assert_eq!(parts.print(Notation::Paper), "0.1+*(1)");
/// assert_eq!(parts.print(Notation::Standard), "1/2*");
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    number: &'a Dyadic,
    infinitesimal: &'a Infinitesimal,
}

impl<'a> Parts<'a> {
    /// The parts of `number` + `infinitesimal`.
    pub fn new(number: &'a Dyadic, infinitesimal: &'a Infinitesimal) -> Self {
        Parts { number, infinitesimal }
    }

    /// The value as text. In the paper's and the standard notation, [`read`]
    /// takes it back.
    pub fn print(&self, notation: Notation) -> String {
        match notation {
            Notation::Paper => paper::print(self),
            Notation::Standard => field::print(self, &ascii::Ascii),
            Notation::Unicode => field::print(self, &unicode::Unicode),
            Notation::Latex => field::print(self, &latex::Latex),
        }
    }
}

/// Reads an element of the named subgroup: `accept` makes it from the number
/// and the rest, or refuses.
pub(crate) fn parse_element<T>(
    subgroup: &str,
    text: &str,
    notation: Notation,
    accept: impl FnOnce(Dyadic, Infinitesimal) -> Option<T>,
) -> Result<T> {
    let error = |reason: String| Error::parse(subgroup, text, reason);
    let (number, rest) = read(text, notation).map_err(|what| error(what.to_string()))?;
    accept(number, rest).ok_or_else(|| error("its value lies outside".to_owned()))
}

/// The elements of a subgroup that texts in the standard notation stand for.
pub(crate) fn samples<S: Text>(subgroup: &S, texts: &[&str]) -> Result<Vec<S::Element>> {
    texts.iter().map(|text| subgroup.parse(text, Notation::Standard)).collect()
}

/// Joins signed terms: `(negative, text)`.
fn join(terms: impl IntoIterator<Item = (bool, String)>, minus: &str) -> String {
    let mut sum = String::new();
    for (negative, text) in terms {
        if negative {
            sum.push_str(minus);
        } else if !sum.is_empty() {
            sum.push('+');
        }
        sum.push_str(&text);
    }
    sum
}
