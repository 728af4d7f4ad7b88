//! A family of games as a whole: the five traits together.

use crate::encoding::Element;
use crate::error::Result;
use crate::relations::Relations;
use crate::subgroup::{Subgroup, decode};
use crate::text::Text;
use crate::views::{Explanations, Views};

/// A subgroup with everything that the calculator asks. Implemented for all that
/// implement the five traits; nobody writes it.
pub trait Family: Subgroup + Text + Relations + Views + Explanations {
    /// The canonical bytes of an element: equal bytes exactly for equal elements.
    fn encode(&self, g: &Self::Element) -> Vec<u8> {
        g.encode()
    }

    /// The element with these canonical bytes.
    ///
    /// # Errors
    /// [`crate::Error::Subgroup`] when they are those of no element.
    fn decode(&self, bytes: &[u8]) -> Result<Self::Element> {
        decode(self, bytes)
    }
}

impl<S: Subgroup + Text + Relations + Views + Explanations> Family for S {}
