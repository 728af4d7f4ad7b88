//! The trait that a family of games implements.

use std::fmt::Debug;
use std::hash::Hash;

use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign, UBig};

use crate::asked::Asked;
use crate::dyadic::Dyadic;
use crate::error::{Error, Result};
use crate::notation::Notation;
use crate::number_ups_star::NumberUpsStar;
use crate::outcome::{Outcome, Relation};
use crate::player::Player;

/// How a subgroup stands to another one that it knows by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Relative {
    /// Every element of the named subgroup is one of this subgroup.
    Includes(String),
    /// The two share some elements (other than 0, which all share).
    Overlaps(String),
}

impl Relative {
    /// The name of the other subgroup.
    pub fn name(&self) -> &str {
        match self {
            Relative::Includes(name) | Relative::Overlaps(name) => name,
        }
    }
}

/// The smallest subgroup that holds an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// The subgroup that was asked.
    Here,
    /// A smaller one (or an overlapping one of earlier precedence), with the
    /// element in that subgroup's encoding. The element may have a smaller
    /// home still: that subgroup is asked in turn.
    In {
        /// The name of that subgroup.
        subgroup: String,
        /// The element there.
        bytes: Vec<u8>,
    },
}

/// A group of games for which a simplification rule and an outcome rule are
/// known.
///
/// The group must be *hereditary*: the canonical options of an element are
/// elements. What an author promises is tested by `cg_simplify::laws::check`.
/// The built-in `nimbers` of `cg-subgroups` are the shortest worked example.
///
/// Elements are plain data in normal form: two elements are the same game
/// exactly when they are `==`.
pub trait Subgroup: Send + Sync + 'static {
    /// An element in normal form.
    type Element: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// A stable name, unique in a registry: `"sumbers"`.
    fn name(&self) -> &str;

    /// The game 0.
    fn zero(&self) -> Self::Element;

    /// The negative of `g`.
    fn negate(&self, g: &Self::Element) -> Self::Element;

    /// The sum of two elements.
    ///
    /// # Errors
    /// Only a limit ([`Error::NumberTooLarge`]); arithmetic never wraps.
    fn add(&self, g: &Self::Element, h: &Self::Element) -> Result<Self::Element>;

    /// **The outcome rule**: who wins `g`.
    fn outcome(&self, g: &Self::Element) -> Outcome;

    /// **The simplification rule**: the element that `{left | right}` equals,
    /// or `None` when it equals none. The options need not be canonical, but
    /// are elements; the rule is exact both ways.
    ///
    /// # Errors
    /// Only a limit.
    fn simplify(
        &self,
        left: &[&Self::Element],
        right: &[&Self::Element],
    ) -> Result<Option<Self::Element>>;

    /// How many canonical options `player` has in `g`; [`u64::MAX`] when they
    /// are that many or more.
    fn option_count(&self, g: &Self::Element, player: Player) -> u64;

    /// The canonical option of `g` for `player` that has number `index`,
    /// counted from 0 and below [`Subgroup::option_count`].
    ///
    /// # Errors
    /// A limit, or an index out of range.
    fn option(&self, g: &Self::Element, player: Player, index: u64) -> Result<Self::Element>;

    /// The canonical byte encoding: equal bytes exactly for equal elements. See
    /// [`crate::encoding`] for the pieces to build it from.
    fn encode(&self, g: &Self::Element) -> Vec<u8>;

    /// The element that `bytes` encode.
    ///
    /// # Errors
    /// [`Error::Subgroup`] when they are not what [`Subgroup::encode`] writes.
    fn decode(&self, bytes: &[u8]) -> Result<Self::Element>;

    /// `g` as text. In [`Notation::Paper`] and [`Notation::Standard`] it reads
    /// back, by [`Subgroup::parse`] and in the language G.
    fn print(&self, g: &Self::Element, notation: Notation) -> String;

    /// Whether the calculator writes `g` in braces, by its canonical options, and
    /// not as [`Subgroup::print`] does: where the field has no better name for
    /// it. The options must be few all the way down.
    fn in_braces(&self, g: &Self::Element, notation: Notation) -> bool {
        let _ = (g, notation);
        false
    }

    /// The element that `text` stands for.
    ///
    /// # Errors
    /// [`Error::Parse`] when it stands for none.
    fn parse(&self, text: &str, notation: Notation) -> Result<Self::Element>;

    /// The subgroups that this one includes or overlaps. Naming the largest
    /// included ones is enough.
    fn relatives(&self) -> Vec<Relative> {
        Vec::new()
    }

    /// The element that the element `bytes` of the relative `from` is here;
    /// `None` when it is none, which only an overlapping one may be.
    ///
    /// # Errors
    /// Malformed bytes.
    fn embed(&self, from: &str, bytes: &[u8]) -> Result<Option<Self::Element>> {
        let _ = bytes;
        Err(Error::subgroup(self.name(), format!("{from} is not declared as a relative")))
    }

    /// The smallest home of `g`.
    fn settle(&self, g: &Self::Element) -> Home {
        let _ = g;
        Home::Here
    }

    /// The element that is the number `value`, if this subgroup is where
    /// numbers are made.
    fn number(&self, value: &Dyadic) -> Option<Self::Element> {
        let _ = value;
        None
    }

    /// The element that is the nimber `*value`, if this subgroup is where
    /// nimbers are made.
    fn nimber(&self, value: &UBig) -> Option<Self::Element> {
        let _ = value;
        None
    }

    /// The element that is the up of `order` (positive), if this subgroup is
    /// where ups are made.
    fn up(&self, order: &Dyadic) -> Option<Self::Element> {
        let _ = order;
        None
    }

    /// The number that `g` is, if it is one and this subgroup is its home.
    fn as_number(&self, g: &Self::Element) -> Option<Dyadic> {
        let _ = g;
        None
    }

    /// The n of the nimber `*n` that `g` is, if it is one and this subgroup is
    /// its home.
    fn as_nimber(&self, g: &Self::Element) -> Option<UBig> {
        let _ = g;
        None
    }

    /// `g` as a number plus ups plus a nimber, if it is such a sum and this
    /// subgroup is its home. Everything that depends on this shape alone (mean,
    /// stops, thermograph, atomic weight, ...) is then in closed form.
    fn number_ups_star(&self, g: &Self::Element) -> Option<NumberUpsStar> {
        let number = || self.as_number(g).map(NumberUpsStar::from);
        number().or_else(|| self.as_nimber(g).map(NumberUpsStar::from))
    }

    /// The reasoning behind an answer of this subgroup, for a reader who knows
    /// the field: a few clauses without a final stop, one a line, games in
    /// `notation`. What it says must be true of these elements. `None` leaves it
    /// at the name of the rule.
    fn explain(&self, asked: Asked<'_, Self::Element>, notation: Notation) -> Option<String> {
        let _ = (asked, notation);
        None
    }

    /// How many bytes `g` holds outside its own struct, so that big elements
    /// count towards the memory limit. An estimate will do.
    fn heap_bytes(&self, g: &Self::Element) -> usize {
        let _ = g;
        0
    }

    /// Some elements on which the laws are tried when nobody gives others, the
    /// most telling ones first: 0, the simplest ones, both signs, and each kind
    /// of part that an element can have.
    fn samples(&self) -> Vec<Self::Element> {
        vec![self.zero()]
    }

    /// g - h.
    ///
    /// # Errors
    /// As [`Subgroup::add`].
    fn subtract(&self, g: &Self::Element, h: &Self::Element) -> Result<Self::Element> {
        self.add(g, &self.negate(h))
    }

    /// The sum of many elements, by halves; override where all at once is
    /// faster.
    ///
    /// # Errors
    /// As [`Subgroup::add`].
    fn sum(&self, terms: &[&Self::Element]) -> Result<Self::Element> {
        let terms = terms.iter().map(|&term| term.clone()).collect();
        let sum = by_halves(terms, |g, h| self.add(&g, &h))?;
        Ok(sum.unwrap_or_else(|| self.zero()))
    }

    /// `count` copies of `g`, by doubling; override where a product is known.
    ///
    /// # Errors
    /// As [`Subgroup::add`].
    fn multiple(&self, count: &IBig, g: &Self::Element) -> Result<Self::Element> {
        let sum = copies(count, self.zero(), g, |g, h| self.add(g, h))?;
        Ok(if count.sign() == Sign::Negative { self.negate(&sum) } else { sum })
    }

    /// How `g` stands to `h`: the outcome of their difference.
    ///
    /// # Errors
    /// As [`Subgroup::add`].
    fn compare(&self, g: &Self::Element, h: &Self::Element) -> Result<Relation> {
        Ok(self.outcome(&self.subtract(g, h)?).into())
    }
}

/// The sum of many terms, `None` without any. Each is added to one about as
/// large, so that no long sum is copied for each short term.
///
/// ```
/// assert_eq!(cg_core::by_halves(vec![1, 2, 3], |g, h| Ok(g + h)), Ok(Some(6)));
/// ```
///
/// # Errors
/// Those of `add`.
pub fn by_halves<T>(
    mut terms: Vec<T>,
    mut add: impl FnMut(T, T) -> Result<T>,
) -> Result<Option<T>> {
    while terms.len() > 1 {
        let mut sums = Vec::with_capacity(terms.len().div_ceil(2));
        let mut rest = terms.into_iter();
        while let Some(first) = rest.next() {
            sums.push(match rest.next() {
                Some(second) => add(first, second)?,
                None => first,
            });
        }
        terms = sums;
    }
    Ok(terms.pop())
}

/// As many copies of `g` as `count` says without its sign, by doubling.
///
/// # Errors
/// Those of `add`.
pub fn copies<E>(count: &IBig, zero: E, g: &E, add: impl Fn(&E, &E) -> Result<E>) -> Result<E> {
    let (_, magnitude) = count.clone().into_parts();
    let mut sum = zero;
    for bit in (0..magnitude.bit_len()).rev() {
        sum = add(&sum, &sum)?;
        if magnitude.bit(bit) {
            sum = add(&sum, g)?;
        }
    }
    Ok(sum)
}
