//! Relations of subgroups: inclusions and overlaps, embeddings, and smallest homes.
//!
//! Authors state them with the elements' own types. If a relative is a plugin (or is replaced by
//! one), the element crosses as its canonical bytes. [`Erased`] handles that.

use std::any::Any;
use std::fmt;

use crate::encoding::{Decoder, Element, Encoder, Malformed};
use crate::error::{Error, Result};
use crate::subgroup::{Subgroup, decode};

/// The subgroups that share elements with this one. By default it shares only 0, which all
/// subgroups share.
pub trait Relations: Subgroup {
    /// The subgroups that this one includes or overlaps, and the embeddings of their elements. Of
    /// the included ones, the largest are enough.
    ///
    /// # Errors
    /// The errors of [`Subgroup::negate`].
    fn relatives(&self) -> Result<Vec<Relative<Self::Element>>> {
        Ok(Vec::new())
    }

    /// The smallest subgroup that contains `g`. It must be a relative, or a relative of one.
    ///
    /// # Errors
    /// The errors of [`Subgroup::negate`].
    fn settle(&self, g: &Self::Element) -> Result<Home> {
        let _ = g;
        Ok(Home::Here)
    }
}

/// Another subgroup with common elements, and their embedding.
pub struct Relative<E> {
    name: String,
    included: bool,
    embed: Embedding<E>,
}

/// The element here for an element of another subgroup, if there is one.
type Embedding<E> = Box<dyn Fn(&Erased) -> Result<Option<E>> + Send + Sync>;

impl<E> Relative<E> {
    /// Every element of `other` is an element here, given by `embed`.
    ///
    /// ```
    /// # use cg_core::{Dyadic, Relative, Subgroup};
    /// # fn relative<Numbers: Subgroup<Element = Dyadic>>(numbers: Numbers) -> Relative<(Dyadic, bool)> {
    /// // Numbers x are included in the sums x or x + *.
    /// Relative::includes(numbers, |x| (x.clone(), false))
    /// # }
    /// ```
    pub fn includes<S: Subgroup>(
        other: S,
        embed: impl Fn(&S::Element) -> E + Send + Sync + 'static,
    ) -> Self {
        Self::typed(other, true, move |g| Some(embed(g)))
    }

    /// Some elements of `other` are elements here, if `embed` gives one.
    pub fn overlaps<S: Subgroup>(
        other: S,
        embed: impl Fn(&S::Element) -> Option<E> + Send + Sync + 'static,
    ) -> Self {
        Self::typed(other, false, embed)
    }

    fn typed<S: Subgroup>(
        other: S,
        included: bool,
        embed: impl Fn(&S::Element) -> Option<E> + Send + Sync + 'static,
    ) -> Self {
        let name = other.name().to_owned();
        let embed = move |g: &Erased| match g.downcast::<S::Element>() {
            Some(element) => Ok(embed(element)),
            None => Ok(embed(&decode(&other, &g.encode())?)),
        };
        Relative { name, included, embed: Box::new(embed) }
    }

    /// A relative that is known only by its name and its canonical bytes, as over the ABI of
    /// plugins.
    pub fn by_bytes(
        name: impl Into<String>,
        included: bool,
        embed: impl Fn(&[u8]) -> Result<Option<E>> + Send + Sync + 'static,
    ) -> Self {
        let embed = move |g: &Erased| embed(&g.encode());
        Relative { name: name.into(), included, embed: Box::new(embed) }
    }

    /// The name of the other subgroup.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether all elements of the other subgroup are elements here.
    pub fn is_included(&self) -> bool {
        self.included
    }

    /// The element here for the element `g` of the other subgroup; `None` if there is none, which
    /// is possible only for an overlap.
    ///
    /// # Errors
    /// A failing subgroup, or bytes that the subgroup refuses.
    pub fn embed(&self, g: &Erased) -> Result<Option<E>> {
        (self.embed)(g)
    }
}

impl<E> fmt::Debug for Relative<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = if self.included { "includes" } else { "overlaps" };
        write!(f, "{relation} {}", self.name)
    }
}

/// The relative with this name.
///
/// # Errors
/// There is no such relative.
pub(crate) fn named<'a, E>(
    relatives: &'a [Relative<E>],
    name: &str,
    subgroup: &str,
) -> Result<&'a Relative<E>> {
    let found = relatives.iter().find(|relative| relative.name == name);
    found.ok_or_else(|| Error::subgroup(subgroup, format!("{name} is not declared as a relative")))
}

/// The smallest subgroup that holds an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Home {
    /// The subgroup itself.
    Here,
    /// A smaller subgroup, or an overlapping one of earlier precedence, and the element there. The
    /// element may have a still smaller home: that subgroup is asked next.
    In {
        /// The name of that subgroup.
        subgroup: String,
        /// The element there.
        element: Erased,
    },
}

impl Home {
    /// The element `g` of the subgroup `other`.
    pub fn within<S: Subgroup>(other: &S, g: S::Element) -> Self {
        Home::In { subgroup: other.name().to_owned(), element: Erased::new(g) }
    }
}

/// An element of some subgroup. Only that subgroup knows its type.
pub struct Erased(Box<dyn AnyElement>);

trait AnyElement: Any + Send + Sync {
    fn encode(&self) -> Vec<u8>;
    fn cloned(&self) -> Erased;
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<E: Element> AnyElement for E {
    fn encode(&self) -> Vec<u8> {
        Element::encode(self)
    }

    fn cloned(&self) -> Erased {
        Erased::new(self.clone())
    }

    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

impl Erased {
    /// Erases the type of an element.
    pub fn new<E: Element>(element: E) -> Self {
        Erased(Box::new(element))
    }

    /// The element with these canonical bytes, from the ABI of plugins.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Erased::new(Foreign(bytes.into()))
    }

    /// Its canonical bytes.
    pub fn encode(&self) -> Vec<u8> {
        self.0.encode()
    }

    /// The element, if it has this type.
    pub fn downcast<E: Element>(&self) -> Option<&E> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref()
    }
}

/// The bytes of an element of unknown type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Foreign(Box<[u8]>);

impl Element for Foreign {
    fn write(&self, to: &mut Encoder) {
        to.raw(&self.0);
    }

    fn read(from: &mut Decoder<'_>) -> std::result::Result<Self, Malformed> {
        Ok(Foreign(from.rest().into()))
    }
}

impl Clone for Erased {
    fn clone(&self) -> Self {
        self.0.cloned()
    }
}

/// Equal bytes are equal elements.
impl PartialEq for Erased {
    fn eq(&self, other: &Self) -> bool {
        self.encode() == other.encode()
    }
}

impl Eq for Erased {}

impl fmt::Debug for Erased {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f)
    }
}
