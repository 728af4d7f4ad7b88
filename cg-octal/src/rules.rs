//! The games of this crate: those with a code, and Grundy's game.

use std::collections::HashSet;
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

/// Each row has a name and the printed form of its game. The first name of a game is the printed
/// one.
const NAMES: &[(&str, &str)] = &[
    ("Nim", ".(3)"),
    ("Kayles", ".77"),
    ("Dawson's Kayles", ".07"),
    ("Dawson's Chess", ".137"),
    ("Treblecross", ".007"),
    ("Officers", ".6"),
    ("Guiles", ".15"),
    ("Grundy's game", GRUNDY),
];

/// How the game without a code prints.
const GRUNDY: &str = "Grundy";

impl Rules {
    /// The name of the game, if it has one.
    pub fn name(&self) -> Option<&'static str> {
        let text = self.to_string();
        let named = NAMES.iter().find(|(_, printed)| *printed == text);
        named.map(|&(name, _)| name)
    }

    /// The names that are read, the printed ones first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|&(name, _)| name)
    }

    /// The code; `None` for Grundy's game.
    pub fn code(&self) -> Option<&Code> {
        match self {
            Self::Code(code) => Some(code),
            Self::Grundy => None,
        }
    }

    /// The largest number of tokens that one move removes; `None` if there is no bound.
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

    /// Calls `see` with the parts of every option of a heap of `heap` tokens, in ascending order,
    /// each partition once.
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

/// Letters only, in lower case: `Dawson's Kayles` and `dawsons-kayles` are the same name.
fn key(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.map(|c| c.to_ascii_lowercase()).collect()
}

impl FromStr for Rules {
    type Err = OctalError;

    fn from_str(text: &str) -> Result<Self> {
        const LONGEST_NAME: usize = 40;
        // A code has a point or a brace, a name has neither.
        let named = || {
            let wanted = key(text);
            NAMES.iter().find(|(name, _)| key(name) == wanted).map(|&(_, printed)| printed)
        };
        let bare = text.len() <= LONGEST_NAME && !text.contains(['.', '{']);
        let text = bare.then(named).flatten().unwrap_or(text);
        if key(text) == key(GRUNDY) {
            return Ok(Self::Grundy);
        }
        text.parse().map(Self::Code)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => code.fmt(f),
            Self::Grundy => f.write_str(GRUNDY),
        }
    }
}

/// The kind of game that a code stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Kind {
    /// `"quaternary"` (digits to 3: heaps are never split), `"octal"` (to 7),
    /// `"hexadecimal"` (to 15) or `"higher base"`; `"no code"` for Grundy's game.
    pub base: &'static str,
    /// Whether finitely many digits are not zero.
    pub finite: bool,
    /// Whether the game has no splits and no choice: every digit is 0 or 1, so a heap is removed as
    /// a whole or not at all.
    pub trivial: bool,
}

impl Rules {
    /// The kind of this game.
    ///
    /// ```
    /// let kind = ".137".parse::<cg_octal::Rules>().unwrap().kind();
    /// assert_eq!((kind.base, kind.finite, kind.trivial), ("octal", true, false));
    /// ```
    pub fn kind(&self) -> Kind {
        let Some(code) = self.code() else {
            return Kind { base: "no code", finite: true, trivial: false };
        };
        let base = match code.all_bits() {
            0..4 => "quaternary",
            4..8 => "octal",
            8..16 => "hexadecimal",
            _ => "higher base",
        };
        Kind { base, finite: code.length().is_some(), trivial: code.all_bits() < 2 }
    }

    /// The allowed moves, a line for each number of tokens.
    ///
    /// ```
    /// let lines = ".137".parse::<cg_octal::Rules>().unwrap().explain();
    /// assert_eq!(lines[0], ".137 is Dawson's Chess, a finite octal game.");
    /// assert_eq!(lines[2], "Remove 2 tokens: take the whole heap, or leave one heap.");
    /// ```
    pub fn explain(&self) -> Vec<String> {
        let Kind { base, finite, trivial } = self.kind();
        let name = self.name().map(|name| format!("{name}, ")).unwrap_or_default();
        let Some(code) = self.code() else {
            return vec![
                "Grundy's game has no code.".into(),
                "A move splits one heap into two heaps of different sizes.".into(),
            ];
        };
        let extent = if finite { "a finite" } else { "an infinite" };
        let mut lines = vec![format!("{self} is {name}{extent} {base} game.")];
        if code.zero_digit() != 0 {
            lines.push(format!("Remove no token: {}.", ways(code.zero_digit())));
        }
        for (take, &digit) in (1..).zip(code.head()) {
            if digit != 0 {
                lines.push(tokens(take, digit));
            }
        }
        lines.extend(tail_lines(code));
        if let Some(set) = code.subtraction_set() {
            lines.push(format!("So it is the subtraction game of the set {set:?}."));
        } else if let Some(set) = code.all_but_set() {
            lines.push(format!("So any number of tokens may be removed, except those in {set:?}."));
        }
        if trivial {
            lines.push("It is trivial: a heap is removed whole, or cannot be moved in.".into());
        }
        lines
    }
}

fn tail_lines(code: &Code) -> Vec<String> {
    let first = code.head().len() + 1;
    let block = code.tail().len();
    let moves = (first..).zip(code.tail()).filter(|&(_, &digit)| digit != 0);
    moves
        .map(|(take, &digit)| {
            let which = match block {
                1 => format!("{take} or more tokens"),
                _ => format!("{take}, {}, {}, ... tokens", take + block, take + 2 * block),
            };
            format!("Remove {which}: {}.", ways(digit))
        })
        .collect()
}

fn tokens(take: usize, digit: u32) -> String {
    let unit = if take == 1 { "token" } else { "tokens" };
    format!("Remove {take} {unit}: {}.", ways(digit))
}

/// The moves that a digit allows.
fn ways(digit: u32) -> String {
    let ways = (0..u32::BITS).filter(|bit| digit >> bit & 1 == 1).map(|parts| match parts {
        0 => "take the whole heap".to_owned(),
        1 => "leave one heap".to_owned(),
        2 => "split the rest into two heaps".to_owned(),
        _ => format!("split the rest into {parts} heaps"),
    });
    let ways: Vec<String> = ways.collect();
    match ways.split_last() {
        None => "not allowed".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{}, or {last}", rest.join(", ")),
    }
}

/// The nim-values of the heaps 0, 1, ..., `count` - 1 by the rule of Sprague
/// and Grundy: the least value that no option has.
///
/// Slow on purpose (it lists every option); use [`crate::nim_values`] instead.
///
/// ```
/// let kayles: cg_octal::Rules = ".77".parse().unwrap();
/// assert_eq!(cg_octal::oracle(&kayles, 8), [0, 1, 2, 3, 1, 4, 3, 2]);
/// ```
pub fn oracle(rules: &Rules, count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count as u64 {
        let mut seen = HashSet::new();
        rules.each_option(heap, &mut |parts| {
            seen.insert(parts.iter().fold(0, |sum, &part| {
                sum ^ values[usize::try_from(part).expect("a part is smaller than its heap")]
            }));
        });
        values.push(
            (0..).find(|value| !seen.contains(value)).expect("a heap has finitely many options"),
        );
    }
    values
}

/// The moves of a game in which one move removes boundedly many tokens and
/// leaves at most two heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Takes {
    /// Numbers of tokens that may be removed if that is the whole heap.
    pub(crate) whole: Vec<usize>,
    /// Numbers that may be removed if one heap is left.
    pub(crate) leave: Vec<usize>,
    /// Numbers that may be removed if two heaps are left.
    pub(crate) split: Vec<usize>,
    /// Whether the two heaps must differ (Grundy's game).
    pub(crate) unequal: bool,
    /// The most tokens that one move removes.
    pub(crate) length: usize,
}

impl Takes {
    pub(crate) fn new(rules: &Rules, engine: &'static str) -> Result<Self> {
        let unsupported = |why| OctalError::Unsupported { engine, game: rules.to_string(), why };
        let Some(code) = rules.code() else {
            return Ok(Self {
                whole: Vec::new(),
                leave: Vec::new(),
                split: vec![0],
                unequal: true,
                length: 0,
            });
        };
        let length = code
            .length()
            .ok_or_else(|| unsupported("its code is infinite; the general engine plays it"))?;
        if code.most_parts() > 2 {
            return Err(unsupported("a move can leave three heaps; the general engine plays it"));
        }
        let with = |bit: u32| {
            let takes = (0..=length).zip((0u64..).map(|take| code.digit(take)));
            takes.filter(|(_, digit)| digit >> bit & 1 == 1).map(|(take, _)| take).collect()
        };
        Ok(Self { whole: with(0), leave: with(1), split: with(2), unequal: false, length })
    }

    /// The largest first part of a split of `sum` tokens.
    pub(crate) fn half(&self, sum: usize) -> usize {
        sum.saturating_sub(usize::from(self.unequal)) / 2
    }

    /// Whether splitting moves remove an odd number of tokens; `None` if they differ.
    pub(crate) fn odd_split(&self) -> Option<bool> {
        let first = self.split.first()? & 1;
        let agree = self.split.iter().all(|take| take & 1 == first);
        agree.then_some(first == 1)
    }
}

#[cfg(test)]
mod tests {
    use crate::Rules;

    fn explained(code: &str) -> String {
        code.parse::<Rules>().unwrap().explain().join("\n")
    }

    #[test]
    fn games_in_words() {
        assert_eq!(
            explained("4.07"),
            "4.07 is a finite octal game.\n\
             Remove no token: split the rest into two heaps.\n\
             Remove 2 tokens: take the whole heap, leave one heap, or split the rest into two heaps."
        );
        assert_eq!(
            explained("Nim"),
            ".(3) is Nim, an infinite quaternary game.\n\
             Remove 1 or more tokens: take the whole heap, or leave one heap.\n\
             So any number of tokens may be removed, except those in []."
        );
        assert!(explained(".1(20)").contains("Remove 2, 4, 6, ... tokens: leave one heap."));
        assert!(explained("S{1,4}").contains("the set [1, 4]"));
        assert!(explained(".8").contains("into 3 heaps"));
        assert!(explained(".11").contains("trivial"));
        assert!(explained("Grundy").contains("different sizes"));
    }
}
