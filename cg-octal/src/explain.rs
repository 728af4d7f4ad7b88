//! Codes in words.

#[cfg(test)]
mod tests;

use crate::{Code, Rules};

/// What kind of game a code stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// `"quaternary"` (digits to 3: heaps are never split), `"octal"` (to 7),
    /// `"hexadecimal"` (to 15) or `"higher base"`; `"no code"` for Grundy's game.
    pub base: &'static str,
    /// Whether finitely many digits are not zero.
    pub finite: bool,
    /// Whether no splitting and no choice are left: every digit is 0 or, at
    /// most, 1, so that a heap is removed whole or not at all.
    pub trivial: bool,
}

impl Rules {
    /// What kind of game this is.
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

    /// What a move may do, a line for each number of tokens.
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

/// What a digit allows.
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
