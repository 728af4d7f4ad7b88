//! Elements as text: the number, ups and nimber as `numberish` writes them, then
//! the switches, hottest first. What is read:
//!
//! ```text
//! value  = term { ("+" | "-") term | "±" atom } ;
//! term   = rest | switch | "(" switch ")" | braces ;
//! rest   = what `numberish` reads ;
//! switch = ("+-" | "±") atom ;                    (without parentheses first only)
//! atom   = rest | "(" value ")" | braces ;
//! braces = "{" side bars side "}" ;               (the longest run of bars)
//! side   = [ value { "," value } ] | side bars side ;
//! ```

use cg_core::{Dyadic, Error, Notation};
use cg_subgroups::notation::{self, Parts};
use cg_subgroups::{Infinitesimal, NumberPlus};

use crate::element::SwitchSum;
use crate::rule;

/// The most switches that the field's notations write in braces, which double
/// with each.
const MOST_IN_BRACES: usize = 4;

/// Whether `g` is written in braces, by its options. In the paper's notation
/// {y | z} of numbers is; in the field's every element with few switches.
pub(crate) fn in_braces(g: &SwitchSum, notation: Notation) -> bool {
    match notation {
        Notation::Paper => g.switches.len() == 1 && g.infinitesimal().is_zero(),
        _ => !g.switches.is_empty() && g.switches.len() <= MOST_IN_BRACES,
    }
}

pub(crate) fn print(g: &SwitchSum, notation: Notation) -> String {
    let zero = Infinitesimal::zero();
    let number = |number: &Dyadic| Parts::new(number, &zero).print(notation);
    let rest = &g.rest;
    let alone = *rest == NumberPlus::default();
    let mut text = String::new();
    if !alone || g.switches.is_empty() {
        text = rest.print(notation);
    }
    for temperature in &g.switches {
        let temperature = number(temperature);
        text += &match notation {
            Notation::Paper => format!("+(+-({temperature}))"),
            Notation::Standard => format!("+(+-{temperature})"),
            Notation::Unicode => format!("±{temperature}"),
            Notation::Latex => format!(r"\pm {temperature}"),
        };
    }
    match text.strip_prefix('+') {
        Some(text) => text.to_owned(),
        None => text,
    }
}

/// How deep braces and parentheses may stand in one another.
const MOST_DEPTH: usize = 64;

/// Why a text cannot be read.
#[derive(Debug)]
pub(crate) enum Unreadable {
    /// It is no element; the reason.
    Text(String),
    /// A number is too large.
    Limit(Error),
}

impl From<Error> for Unreadable {
    fn from(error: Error) -> Self {
        Unreadable::Limit(error)
    }
}

type Read<T> = std::result::Result<T, Unreadable>;

fn unreadable<T>(reason: impl Into<String>) -> Read<T> {
    Err(Unreadable::Text(reason.into()))
}

pub(crate) fn read(text: &str, notation: Notation) -> Read<SwitchSum> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    Reader { notation }.value(&text, MOST_DEPTH)
}

struct Reader {
    notation: Notation,
}

impl Reader {
    fn value(&self, text: &str, depth: usize) -> Read<SwitchSum> {
        let Some(depth) = depth.checked_sub(1) else {
            return unreadable("braces stand too deep in one another");
        };
        let mut sum = SwitchSum::default();
        let mut rest = text;
        loop {
            let sign = rest.starts_with('-');
            let unsigned = rest.strip_prefix('-').unwrap_or(rest);
            let length = group(unsigned)?;
            let (term, after) = match length {
                Some(length) => {
                    let (term, after) = unsigned.split_at(length);
                    let term = self.group(term, depth)?;
                    (if sign { term.negate() } else { term }, after)
                }
                None => {
                    let (term, after) = rest.split_at(before_group(rest));
                    (self.numberish(term)?, after)
                }
            };
            sum = sum.add(&term)?;
            rest = match after.strip_prefix('+') {
                _ if after.is_empty() => return Ok(sum),
                Some("") => return unreadable("expected a value after +"),
                Some(next) => next,
                None if after.starts_with(['-', '±']) => after,
                None => return unreadable(format!("expected +, - or the end before {after:?}")),
            };
        }
    }

    fn numberish(&self, text: &str) -> Read<SwitchSum> {
        match notation::read(text, self.notation) {
            Ok((number, infinitesimal)) => Ok(NumberPlus { number, infinitesimal }.into()),
            Err(error) => unreadable(format!("{error} of {text:?}")),
        }
    }

    /// The value of a text that is one switch, or stands in brackets.
    fn group(&self, text: &str, depth: usize) -> Read<SwitchSum> {
        if let Some(atom) = switch(text) {
            let high = self.value(atom, depth)?;
            return simplified(std::slice::from_ref(&high), &[high.negate()]);
        }
        match enclosed(text) {
            Some(('{', inner)) => self.braces(inner, depth),
            Some((_, inner)) => self.value(inner, depth),
            None => unreadable(format!("{text:?} is no switch")),
        }
    }

    fn braces(&self, text: &str, depth: usize) -> Read<SwitchSum> {
        let Some((left, right)) = at_longest_bars(text)? else {
            return unreadable(format!("{text:?} has no bar between its sides"));
        };
        let [left, right] = [left, right].map(|side| self.side(side, depth));
        simplified(&left?, &right?)
    }

    fn side(&self, text: &str, depth: usize) -> Read<Vec<SwitchSum>> {
        let Some(depth) = depth.checked_sub(1) else {
            return unreadable("braces stand too deep in one another");
        };
        if text.is_empty() {
            return Ok(Vec::new());
        }
        if at_longest_bars(text)?.is_some() {
            return Ok(vec![self.braces(text, depth)?]);
        }
        let mut options = Vec::new();
        let mut start = 0;
        for (position, c) in outside_brackets(text) {
            if c == ',' {
                options.push(self.value(&text[start..position], depth)?);
                start = position + 1;
            }
        }
        options.push(self.value(&text[start..], depth)?);
        Ok(options)
    }
}

fn simplified(left: &[SwitchSum], right: &[SwitchSum]) -> Read<SwitchSum> {
    let [left, right] = [left, right].map(|side| side.iter().collect::<Vec<_>>());
    match rule::simplify(&left, &right)? {
        Some(value) => Ok(value),
        None => unreadable("its value is no sum of switches".to_owned()),
    }
}

/// What is behind the sign of a switch.
fn switch(text: &str) -> Option<&str> {
    text.strip_prefix("+-").or_else(|| text.strip_prefix('±'))
}

/// The bracket around all of a text, and what is in it.
fn enclosed(text: &str) -> Option<(char, &str)> {
    let open = text.chars().next()?;
    let inner = text.strip_prefix(open)?;
    let inner = inner.strip_suffix(if open == '{' { '}' } else { ')' })?;
    Some((open, inner))
}

/// The length of the switch or bracket that a text starts with, if it does.
fn group(text: &str) -> Read<Option<usize>> {
    if text.starts_with(['{', '(']) {
        let mut characters = outside_brackets(text);
        // The first character outside is the closing bracket.
        return match characters.next() {
            Some((position, _)) => Ok(Some(position + 1)),
            None => unreadable(format!("{text:?} has a bracket that is not closed")),
        };
    }
    let Some(atom) = switch(text) else { return Ok(None) };
    let length = match group(atom)? {
        Some(length) => length,
        None => outside_brackets(atom)
            .find(|(_, c)| matches!(c, '+' | '-' | '±'))
            .map_or(atom.len(), |(position, _)| position),
    };
    Ok(Some(text.len() - atom.len() + length))
}

/// The length of the part of a text before the first switch or bracketed term.
fn before_group(text: &str) -> usize {
    let begins = |position: usize, c: char| match c {
        '±' => true,
        '+' | '-' => text[position + 1..].starts_with(['{', '(']),
        _ => false,
    };
    let mut characters = outside_brackets(text).filter(|(position, _)| *position > 0);
    characters
        .find(|&(position, c)| begins(position, c))
        .map_or(text.len(), |(position, _)| position)
}

/// The characters that stand in no bracket, with their positions; of brackets
/// the closing ones.
fn outside_brackets(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut open = 0usize;
    text.char_indices().filter(move |(_, c)| {
        match c {
            '{' | '(' => open += 1,
            '}' | ')' => open = open.saturating_sub(1),
            _ => {}
        }
        open == 0
    })
}

/// A text split at its longest run of bars outside brackets, if there is one.
fn at_longest_bars(text: &str) -> Read<Option<(&str, &str)>> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (position, c) in outside_brackets(text) {
        if c != '|' {
            continue;
        }
        match runs.last_mut() {
            Some((start, length)) if *start + *length == position => *length += 1,
            _ => runs.push((position, 1)),
        }
    }
    let Some(&(start, length)) = runs.iter().max_by_key(|(_, length)| *length) else {
        return Ok(None);
    };
    if runs.iter().filter(|(_, other)| *other == length).count() > 1 {
        return unreadable(format!("{text:?} has two longest bars"));
    }
    Ok(Some((&text[..start], &text[start + length..])))
}
