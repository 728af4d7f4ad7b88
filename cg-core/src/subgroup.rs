//! The trait that a family of games implements.

use dashu_int::{IBig, Sign};

use crate::encoding::{Element, decoded};
use crate::error::{Error, Result};
use crate::outcome::{Outcome, Player, Relation};
use crate::sums::{by_halves, copies};

/// A group of games with an outcome rule and a simplification rule: the mathematics of a family.
///
/// The group must be *hereditary*: the canonical options of an element are elements.
/// `cg_simplify::laws` tests the promises of an author.
///
/// Elements are plain data in normal form: two elements are the same game exactly if they are `==`.
///
/// A family is written in this order: this trait; then [`Text`](crate::Text); then
/// [`Relations`](crate::Relations) to other subgroups, [`Views`](crate::Views) of elements as
/// numbers and nimbers, and [`Explanations`](crate::Explanations), each with defaults. The group of
/// 0 and * is the smallest one apart from 0, and this is its whole code:
///
/// ```
/// use cg_core::*;
///
/// /// 0 and *, as `false` and `true`.
/// struct Star;
///
/// impl Subgroup for Star {
///     type Element = bool;
///     fn name(&self) -> &str { "star" }
///     fn zero(&self) -> Result<bool> { Ok(false) }
///     fn negate(&self, g: &bool) -> Result<bool> { Ok(*g) }
///     fn add(&self, g: &bool, h: &bool) -> Result<bool> { Ok(g ^ h) }
///     fn outcome(&self, g: &bool) -> Result<Outcome> {
///         Ok(if *g { Outcome::Next } else { Outcome::Previous })
///     }
///     fn simplify(&self, left: &[&bool], right: &[&bool]) -> Result<Option<bool>> {
///         let has = |g| [left, right].map(|options| options.contains(&&g));
///         Ok(match (has(false), has(true)) {
///             ([false, false], _) => Some(false), // every move loses
///             ([true, true], [false, false]) => Some(true),
///             _ => None, // such as {0|} = 1 and {0|*} = ^
///         })
///     }
///     fn option_count(&self, g: &bool, _: Player) -> Result<u64> { Ok(u64::from(*g)) }
///     fn option(&self, _: &bool, _: Player, _: u64) -> Result<bool> { Ok(false) }
/// }
///
/// impl Text for Star {
///     fn print(&self, g: &bool, _: Notation) -> Result<String> {
///         Ok(if *g { "*" } else { "0" }.to_owned())
///     }
///     fn parse(&self, text: &str, _: Notation) -> Result<bool> {
///         let known = ["0", "*"].iter().position(|known| *known == text);
///         known.map(|n| n == 1).ok_or_else(|| Error::parse("star", text, "expected 0 or *"))
///     }
/// }
///
/// impl Relations for Star {}
/// impl Views for Star {}
/// impl Explanations for Star {}
///
/// let registry = Registry::builder().with(Star).close()?;
/// assert!(registry.names().eq(["star"]));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
/// All operations return a [`Result`]. Mathematics that cannot fail returns `Ok(...)`. An error is
/// a limit ([`Error::NUMBER_TOO_LARGE`], or [`Error::subgroup_limit`] if the elements are bounded),
/// or a failure of the subgroup itself, such as a fault of a plugin. Arithmetic never wraps.
#[allow(clippy::missing_errors_doc, reason = "said once, above")]
pub trait Subgroup: Send + Sync + 'static {
    /// An element in normal form.
    type Element: Element;

    /// A stable name, unique in a registry: `"sumbers"`.
    fn name(&self) -> &str;

    /// The game 0.
    fn zero(&self) -> Result<Self::Element>;

    /// The negative of `g`.
    fn negate(&self, g: &Self::Element) -> Result<Self::Element>;

    /// The sum of two elements.
    fn add(&self, g: &Self::Element, h: &Self::Element) -> Result<Self::Element>;

    /// **The outcome rule**: the outcome of `g`.
    fn outcome(&self, g: &Self::Element) -> Result<Outcome>;

    /// **The simplification rule**: the element that `{left | right}` equals, or `None` if it
    /// equals none. The options are elements, but need not be canonical. The rule is exact both
    /// ways.
    fn simplify(
        &self,
        left: &[&Self::Element],
        right: &[&Self::Element],
    ) -> Result<Option<Self::Element>>;

    /// The number of canonical options of `player` in `g`, at most [`u64::MAX`].
    fn option_count(&self, g: &Self::Element, player: Player) -> Result<u64>;

    /// The canonical option of `g` for `player` with number `index`, counted from 0. It is called
    /// only with an index below [`Subgroup::option_count`].
    fn option(&self, g: &Self::Element, player: Player, index: u64) -> Result<Self::Element>;

    /// Some elements on which the laws are tried by default, the most useful ones first: 0, the
    /// simplest ones, both signs, and each kind of part that an element can have.
    fn samples(&self) -> Result<Vec<Self::Element>> {
        Ok(vec![self.zero()?])
    }

    /// Whether `g` is a valid element, if the type can hold more than the elements. It is checked
    /// for data from outside.
    fn contains(&self, g: &Self::Element) -> Result<bool> {
        let _ = g;
        Ok(true)
    }

    /// The number of bytes of `g` outside its own struct, so that big elements count towards the
    /// memory limit. An estimate is enough.
    fn heap_bytes(&self, g: &Self::Element) -> Result<usize> {
        let _ = g;
        Ok(0)
    }

    /// The sum of many elements, by halves. Override it if all at once is faster.
    fn sum(&self, terms: &[&Self::Element]) -> Result<Self::Element> {
        let terms = terms.iter().map(|&term| term.clone()).collect();
        by_halves(terms, |g, h| self.add(&g, &h))?.map_or_else(|| self.zero(), Ok)
    }

    /// `count` copies of `g`, by doubling. Override it if a product is known.
    fn multiple(&self, count: &IBig, g: &Self::Element) -> Result<Self::Element> {
        let sum = copies(count, self.zero()?, g, |g, h| self.add(g, h))?;
        if count.sign() == Sign::Negative { self.negate(&sum) } else { Ok(sum) }
    }

    /// The relation of `g` to `h`: the outcome of their difference.
    fn compare(&self, g: &Self::Element, h: &Self::Element) -> Result<Relation> {
        self.outcome(&self.subtract(g, h)?).map(Relation::from)
    }

    /// g - h.
    fn subtract(&self, g: &Self::Element, h: &Self::Element) -> Result<Self::Element> {
        self.add(g, &self.negate(h)?)
    }
}

/// The element with these canonical bytes.
pub(crate) fn decode<S: Subgroup + ?Sized>(subgroup: &S, bytes: &[u8]) -> Result<S::Element> {
    let malformed = |what: String| Error::subgroup(subgroup.name(), what);
    let g = decoded(bytes, S::Element::read).map_err(|what| malformed(what.to_string()))?;
    match subgroup.contains(&g)? {
        true => Ok(g),
        // The element is not shown: a few bytes can have millions of digits.
        false => Err(malformed("malformed element bytes: they encode no element".to_owned())),
    }
}
