//! The trait of a family that adds and decides, and simplifies nothing.

use std::fmt;
use std::sync::{Arc, OnceLock};

use dashu_int::{IBig, Sign};

use crate::encoding::{Element, decoded};
use crate::error::{Error, Result};
use crate::outcome::Outcome;
use crate::sums::{by_halves, copies};
use crate::tree::Tree;

/// A group of games with an outcome rule that may decline. It is less than a
/// [`Subgroup`](crate::Subgroup): an element has no options here, and no form is recognised as an
/// element. The family only names some games as elements ([`SumFamily::value`]).
///
/// The calculator asks it who wins a sum of such games. Where it declines, the calculator decides
/// from the games themselves. `cg_simplify::laws::SumLaws` tests the promises of an author.
///
/// ```
/// use cg_core::{Outcome, Registry, Result, SumFamily, Tree};
///
/// /// The sums of stars, by the number of stars.
/// struct Stars;
///
/// impl SumFamily for Stars {
///     type Element = bool;
///     fn name(&self) -> &str { "stars" }
///     fn zero(&self) -> Result<bool> { Ok(false) }
///     fn negate(&self, g: &bool) -> Result<bool> { Ok(*g) }
///     fn add(&self, g: &bool, h: &bool) -> Result<bool> { Ok(g ^ h) }
///     fn decide(&self, g: &bool) -> Result<Option<Outcome>> {
///         Ok(Some(if *g { Outcome::Next } else { Outcome::Previous }))
///     }
///     fn value(&self, index: u64) -> Result<Option<(Tree, bool)>> {
///         let star = Tree::new(vec![[vec![], vec![]], [vec![0], vec![0]]]);
///         Ok(star.filter(|_| index == 0).map(|star| (star, true)))
///     }
/// }
///
/// let registry = Registry::builder().with_sums(Stars).close()?;
/// let stars = &registry.sum_families()[0];
/// assert_eq!(stars.decide(&[(1_000_001.into(), 0)])?, Some(Outcome::Next));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for a [`Subgroup`](crate::Subgroup): a limit, or a failure of the family itself. Arithmetic
/// never wraps.
#[allow(clippy::missing_errors_doc, reason = "said once, above")]
pub trait SumFamily: Send + Sync + 'static {
    /// An element. Equal elements are equal games; two elements may be one game.
    type Element: Element;

    /// A stable name, unique in a registry.
    fn name(&self) -> &str;

    /// The game 0.
    fn zero(&self) -> Result<Self::Element>;

    /// The negative of `g`.
    fn negate(&self, g: &Self::Element) -> Result<Self::Element>;

    /// The sum of two elements.
    fn add(&self, g: &Self::Element, h: &Self::Element) -> Result<Self::Element>;

    /// **The outcome rule**: the outcome of `g`, or `None` if the rule does not tell it.
    fn decide(&self, g: &Self::Element) -> Result<Option<Outcome>>;

    /// The game with number `index`, counted from 0, of those that the family knows, and the element
    /// that it is; `None` at the end. Negatives of these games are known, too.
    fn value(&self, index: u64) -> Result<Option<(Tree, Self::Element)>>;

    /// Some elements on which the laws are tried, besides the known games.
    fn samples(&self) -> Result<Vec<Self::Element>> {
        Ok(Vec::new())
    }

    /// Whether `g` is a valid element, if the type can hold more than the elements.
    fn contains(&self, g: &Self::Element) -> Result<bool> {
        let _ = g;
        Ok(true)
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

    /// The element with these canonical bytes. They are checked.
    fn decode(&self, bytes: &[u8]) -> Result<Self::Element> {
        let malformed = |what: String| Error::subgroup(self.name(), what);
        let g = decoded(bytes, Self::Element::read).map_err(|what| malformed(what.to_string()))?;
        match self.contains(&g)? {
            true => Ok(g),
            false => Err(malformed("malformed element bytes: they encode no element".to_owned())),
        }
    }
}

/// The most games that a family of sums may know.
pub const MOST_VALUES: u64 = 1 << 16;

/// A family of sums whose type of elements is erased.
trait Erased: Send + Sync {
    fn name(&self) -> &str;
    fn trees(&self) -> Result<Vec<Tree>>;
    fn decide(&self, terms: &[(IBig, usize)]) -> Result<Option<Outcome>>;
}

struct Typed<F: SumFamily> {
    family: F,
    known: OnceLock<Vec<(Tree, F::Element)>>,
}

impl<F: SumFamily> Typed<F> {
    fn known(&self) -> Result<&[(Tree, F::Element)]> {
        if let Some(known) = self.known.get() {
            return Ok(known);
        }
        let mut known = Vec::new();
        for index in 0..=MOST_VALUES {
            match self.family.value(index)? {
                Some(value) => known.push(value),
                None => return Ok(self.known.get_or_init(|| known)),
            }
        }
        let message = format!("it knows more than {MOST_VALUES} games");
        Err(Error::subgroup(self.family.name(), message))
    }
}

impl<F: SumFamily> Erased for Typed<F> {
    fn name(&self) -> &str {
        self.family.name()
    }

    fn trees(&self) -> Result<Vec<Tree>> {
        Ok(self.known()?.iter().map(|(tree, _)| tree.clone()).collect())
    }

    fn decide(&self, terms: &[(IBig, usize)]) -> Result<Option<Outcome>> {
        let known = self.known()?;
        let mut sum = Vec::with_capacity(terms.len());
        for (count, index) in terms {
            sum.push(self.family.multiple(count, &known[*index].1)?);
        }
        self.family.decide(&self.family.sum(&sum.iter().collect::<Vec<_>>())?)
    }
}

/// A family of sums in a [`Registry`](crate::Registry).
#[derive(Clone)]
pub struct Sums(Arc<dyn Erased>);

impl Sums {
    /// The family, with the type of its elements erased.
    pub fn of<F: SumFamily>(family: F) -> Self {
        Sums(Arc::new(Typed { family, known: OnceLock::new() }))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// The games that the family knows, in order.
    ///
    /// # Errors
    /// A failing family.
    pub fn trees(&self) -> Result<Vec<Tree>> {
        self.0.trees()
    }

    /// Who wins a sum of multiples of known games, each given by its number in [`Sums::trees`].
    /// `None` if the rule declines, or if the sum is too large for the family.
    ///
    /// # Errors
    /// A failing family.
    ///
    /// # Panics
    /// If the family knows no game with such a number.
    pub fn decide(&self, terms: &[(IBig, usize)]) -> Result<Option<Outcome>> {
        match self.0.decide(terms) {
            Err(Error::SubgroupLimit { .. }) => Ok(None),
            decided => decided,
        }
    }
}

impl fmt::Debug for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Sums").field(&self.name()).finish()
    }
}
