//! The notations in which values are printed.

use std::fmt;
use std::str::FromStr;

/// A way of writing values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// The calculator paper's: binary fractions, `*(n)`, sums of `a^(d)`. Reads back.
    #[default]
    Paper,
    /// The field's, in ASCII: `19/8`, `*3`, `^^*`, `{3||2|1}`, `+-1`. Reads back.
    Standard,
    /// The standard one with the field's symbols, for people.
    Unicode,
    /// The standard one as LaTeX, for papers.
    Latex,
}

impl Notation {
    /// All notations, the default first.
    pub const ALL: [Notation; 4] =
        [Notation::Paper, Notation::Standard, Notation::Unicode, Notation::Latex];

    /// The name by which a user chooses it.
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

/// The name is none of [`Notation::ALL`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown notation {0:?}: there are paper, standard, unicode and latex")]
pub struct UnknownNotation(String);

impl FromStr for Notation {
    type Err = UnknownNotation;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Notation::ALL
            .into_iter()
            .find(|notation| notation.name() == name)
            .ok_or_else(|| UnknownNotation(name.to_owned()))
    }
}
