//! The games that the crate plays: those with a code, and Grundy's game.

use std::fmt;
use std::str::FromStr;

use crate::{Code, OctalError, Result};

/// The rules of a taking-and-breaking game.
///
/// ```
/// use cg_octal::Rules;
/// let kayles: Rules = "Kayles".parse().unwrap();
/// assert_eq!(kayles.to_string(), ".77");
/// assert_eq!(kayles.name(), Some("Kayles"));
/// assert!("Grundy".parse::<Rules>().unwrap().code().is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rules {
    /// A game with a code.
    Code(Code),
    /// Grundy's game: split a heap into two unequal heaps. It has no code.
    Grundy,
}

/// Names, with the codes they stand for; the first name of a code is the one printed.
const NAMES: &[(&str, &str)] = &[
    ("Nim", ".(3)"),
    ("Kayles", ".77"),
    ("Dawson's Kayles", ".07"),
    ("Dawson's Chess", ".137"),
    ("Treblecross", ".007"),
    ("Officers", ".6"),
    ("Guiles", ".15"),
];

const GRUNDY: &str = "Grundy's game";

impl Rules {
    /// The name of the game, when it has one.
    pub fn name(&self) -> Option<&'static str> {
        let Self::Code(code) = self else {
            return Some(GRUNDY);
        };
        let text = code.to_string();
        let named = NAMES.iter().find(|(_, known)| *known == text);
        named.map(|&(name, _)| name)
    }

    /// The names that are read, the printed ones first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|&(name, _)| name).chain([GRUNDY])
    }

    /// The code; `None` for Grundy's game.
    pub fn code(&self) -> Option<&Code> {
        match self {
            Self::Code(code) => Some(code),
            Self::Grundy => None,
        }
    }

    /// The most tokens that one move removes; `None` when there is no bound.
    pub fn length(&self) -> Option<usize> {
        match self {
            Self::Code(code) => code.length(),
            Self::Grundy => Some(0),
        }
    }

    /// A bound on the number of options of a heap, for callers that list them.
    ///
    /// ```
    /// let kayles: cg_octal::Rules = "Kayles".parse().unwrap();
    /// assert!((3..100).contains(&kayles.most_options(3)));
    /// ```
    pub fn most_options(&self, heap: u64) -> usize {
        let heap = usize::try_from(heap).unwrap_or(usize::MAX);
        let Self::Code(code) = self else {
            return heap;
        };
        let takes = code.length().unwrap_or(heap).min(heap).saturating_add(1);
        // A partition into k parts is chosen by k - 1 of them.
        let free = code.most_parts().saturating_sub(1);
        takes.saturating_mul(heap.max(1).saturating_pow(free))
    }

    /// Calls `see` with the parts of every option of a heap of `heap` tokens
    /// (in ascending order, each partition once).
    ///
    /// The number of calls grows like `heap` to the power of the number of
    /// parts: meant for small heaps.
    ///
    /// ```
    /// let kayles: cg_octal::Rules = "Kayles".parse().unwrap();
    /// let mut options = Vec::new();
    /// kayles.each_option(3, &mut |parts| options.push(parts.to_vec()));
    /// assert_eq!(options, [vec![2], vec![1, 1], vec![1]]);
    /// ```
    pub fn each_option(&self, heap: u64, see: &mut dyn FnMut(&[u64])) {
        match self {
            Self::Grundy => {
                for small in 1..heap.div_ceil(2) {
                    see(&[small, heap - small]);
                }
            }
            Self::Code(code) => {
                let most = code.length().map_or(heap, |length| heap.min(length as u64));
                for take in 0..=most {
                    let digit = code.digit(take);
                    for parts in 0..u32::BITS {
                        if digit >> parts & 1 == 1 {
                            partitions(heap - take, parts, 1, &mut Vec::new(), see);
                        }
                    }
                }
            }
        }
    }
}

/// Calls `see` with every partition of `rest` into `parts` parts of at least `least`.
fn partitions(
    rest: u64,
    parts: u32,
    least: u64,
    chosen: &mut Vec<u64>,
    see: &mut dyn FnMut(&[u64]),
) {
    if parts == 0 {
        if rest == 0 {
            see(chosen);
        }
        return;
    }
    if parts == 1 {
        if rest >= least {
            chosen.push(rest);
            see(chosen);
            chosen.pop();
        }
        return;
    }
    for part in least..=rest / u64::from(parts) {
        chosen.push(part);
        partitions(rest - part, parts - 1, part, chosen, see);
        chosen.pop();
    }
}

impl From<Code> for Rules {
    fn from(code: Code) -> Self {
        Self::Code(code)
    }
}

/// Letters only, in lower case: `Dawson's Kayles` and `dawsons-kayles` are one name.
fn key(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

impl FromStr for Rules {
    type Err = OctalError;

    fn from_str(text: &str) -> Result<Self> {
        const LONGEST_NAME: usize = 40;
        if text.len() <= LONGEST_NAME {
            let wanted = key(text);
            if wanted == "grundy" || wanted == key(GRUNDY) {
                return Ok(Self::Grundy);
            }
            // A code has a point or a brace, a name has neither.
            if !text.contains(['.', '{'])
                && let Some((_, code)) = NAMES.iter().find(|(name, _)| key(name) == wanted)
            {
                return code.parse().map(Self::Code);
            }
        }
        text.parse().map(Self::Code)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => code.fmt(f),
            Self::Grundy => f.write_str("Grundy"),
        }
    }
}
