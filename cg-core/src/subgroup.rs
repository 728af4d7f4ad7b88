//! The trait that a family of games implements.

use dashu_int::{IBig, Sign};

use crate::encoding::{Element, decoded};
use crate::error::{Error, Result};
use crate::outcome::{Outcome, Player, Relation};
use crate::sums::{by_halves, copies};

/// A group of games for which an outcome rule and a simplification rule are
/// known: the mathematics of a family.
///
/// The group must be *hereditary*: the canonical options of an element are
/// elements. What an author promises is tested by `cg_simplify::laws`.
///
/// Elements are plain data in normal form: two elements are the same game
/// exactly when they are `==`.
///
/// A family is written in this order: this trait; then [`Text`](crate::Text); then,
/// each with defaults, [`Relations`](crate::Relations) to other subgroups,
/// [`Views`](crate::Views) of elements as numbers and nimbers, and
/// [`Explanations`](crate::Explanations). The group of 0 and * is the smallest there
/// is beside 0, and this is all of it:
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
/// # Ok::<(), RegistryError>(())
/// ```
///
/// # Errors
/// All operations return a [`Result`]; mathematics that cannot fail writes
/// `Ok(...)`. An error is a limit ([`Error::NUMBER_TOO_LARGE`], or
/// [`Error::subgroup_limit`] where the elements are bounded), or a failure of the
/// subgroup itself, such as a fault of a plugin. Arithmetic never wraps.
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

    /// **The outcome rule**: who wins `g`.
    fn outcome(&self, g: &Self::Element) -> Result<Outcome>;

    /// **The simplification rule**: the element that `{left | right}` equals,
    /// or `None` when it equals none. The options need not be canonical, but
    /// are elements; the rule is exact both ways.
    fn simplify(
        &self,
        left: &[&Self::Element],
        right: &[&Self::Element],
    ) -> Result<Option<Self::Element>>;

    /// How many canonical options `player` has in `g`; [`u64::MAX`] when they
    /// are that many or more.
    fn option_count(&self, g: &Self::Element, player: Player) -> Result<u64>;

    /// The canonical option of `g` for `player` that has number `index`,
    /// counted from 0 and below [`Subgroup::option_count`]. An index that is not
    /// below it is never asked for.
    fn option(&self, g: &Self::Element, player: Player, index: u64) -> Result<Self::Element>;

    /// Some elements on which the laws are tried when nobody gives others, the
    /// most telling ones first: 0, the simplest ones, both signs, and each kind
    /// of part that an element can have.
    fn samples(&self) -> Result<Vec<Self::Element>> {
        Ok(vec![self.zero()?])
    }

    /// Whether this data is an element, for a type that can hold more than the
    /// elements. What comes from outside is asked about.
    fn contains(&self, g: &Self::Element) -> Result<bool> {
        let _ = g;
        Ok(true)
    }

    /// How many bytes `g` holds outside its own struct, so that big elements
    /// count towards the memory limit. An estimate will do.
    fn heap_bytes(&self, g: &Self::Element) -> Result<usize> {
        let _ = g;
        Ok(0)
    }

    /// The sum of many elements, by halves; override where all at once is
    /// faster.
    fn sum(&self, terms: &[&Self::Element]) -> Result<Self::Element> {
        let terms = terms.iter().map(|&term| term.clone()).collect();
        by_halves(terms, |g, h| self.add(&g, &h))?.map_or_else(|| self.zero(), Ok)
    }

    /// `count` copies of `g`, by doubling; override where a product is known.
    fn multiple(&self, count: &IBig, g: &Self::Element) -> Result<Self::Element> {
        let sum = copies(count, self.zero()?, g, |g, h| self.add(g, h))?;
        if count.sign() == Sign::Negative { self.negate(&sum) } else { Ok(sum) }
    }

    /// How `g` stands to `h`: the outcome of their difference.
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
        // Not shown: few bytes can stand for millions of digits.
        false => Err(malformed("malformed element bytes: they encode no element".to_owned())),
    }
}
