//! A family of games as a whole: the five traits together.

use crate::encoding::Element;
use crate::error::Result;
use crate::relations::Relations;
use crate::subgroup::{Subgroup, decode};
use crate::text::Text;
use crate::views::{Explanations, Views};

/// A subgroup with all operations of the calculator. It is implemented for all types with the five
/// traits.
pub trait Family: Subgroup + Text + Relations + Views + Explanations {
    /// The canonical bytes of an element: equal bytes exactly for equal elements.
    fn encode(&self, g: &Self::Element) -> Vec<u8> {
        g.encode()
    }

    /// The element with these canonical bytes.
    ///
    /// # Errors
    /// [`crate::Error::Subgroup`] if the bytes are not an element.
    fn decode(&self, bytes: &[u8]) -> Result<Self::Element> {
        decode(self, bytes)
    }
}

impl<S: Subgroup + Text + Relations + Views + Explanations> Family for S {}
