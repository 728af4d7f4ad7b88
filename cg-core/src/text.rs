//! Writing and reading elements: the trait [`Text`], and the notations.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, Result};
use crate::subgroup::Subgroup;

/// The text of a subgroup's elements.
pub trait Text: Subgroup {
    /// `g` as text. In [`Notation::Paper`] and [`Notation::Standard`], [`Text::parse`] and the
    /// language G read it. The other notations are for people and papers.
    ///
    /// # Errors
    /// The errors of [`Subgroup::negate`].
    fn print(&self, g: &Self::Element, notation: Notation) -> Result<String>;

    /// The element with this text.
    ///
    /// # Errors
    /// [`crate::Error::Parse`] if the text is not an element.
    fn parse(&self, text: &str, notation: Notation) -> Result<Self::Element>;

    /// The name number `index`, counted from 0, of an element of this subgroup in the language G,
    /// such as `omega`; `None` at the end. [`Text::parse`] reads it in every notation. A user's
    /// definition of the name has precedence.
    ///
    /// # Errors
    /// The errors of [`Subgroup::negate`].
    fn constant(&self, index: u64) -> Result<Option<String>> {
        let _ = index;
        Ok(None)
    }

    /// Whether the calculator writes `g` in braces, by its canonical options, and not like
    /// [`Text::print`]: true if the field has no better name for it. The options must be few at all
    /// depths.
    ///
    /// # Errors
    /// The errors of [`Subgroup::negate`].
    fn in_braces(&self, g: &Self::Element, notation: Notation) -> Result<bool> {
        let _ = (g, notation);
        Ok(false)
    }
}

/// A way of writing values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// The calculator paper's: binary fractions, `*(n)`, sums of `a^(d)`. It can be read.
    Paper,
    /// The field's, in ASCII: `19/8`, `*3`, `^^*`, `{3||2|1}`, `+-1`. It can be read.
    #[default]
    Standard,
    /// The standard one with the field's symbols, for people.
    Unicode,
    /// The standard one as LaTeX, for papers.
    Latex,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 4] =
        [Notation::Paper, Notation::Standard, Notation::Unicode, Notation::Latex];

    /// The name for users.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Paper => "paper",
            Notation::Standard => "standard",
            Notation::Unicode => "unicode",
            Notation::Latex => "latex",
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Notation {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        Notation::ALL
            .into_iter()
            .find(|notation| notation.name() == name)
            .ok_or_else(|| Error::UnknownNotation(name.to_owned()))
    }
}
