//! Codes of taking-and-breaking games: `d0.d1d2d3...`, read and written.
//!
//! What is printed is read back as the same code. What is read:
//!
//! ```text
//! code    := [digit] "." digits [repeat]        at most Code::MAX_DIGITS digits; "4." may have none
//! repeat  := "..." | "…"                        the last digit for ever
//!          | "(" digits ")"                     the block for ever
//!          | "\dot{" digits "}"                 the same
//! digit   := 0-9 | a-f | A-F | "[" decimal "]"
//! set     := ("S" | "AllBut") "{" number {"," number} "}"
//! ```

use std::fmt;
use std::str::FromStr;

use crate::{OctalError, Result};

/// The code of a taking-and-breaking game, in normal form.
///
/// Bit `i` of the digit `d_j` says that a player may remove `j` tokens from a
/// heap and leave the rest as exactly `i` non-empty heaps (Winning Ways,
/// chapter 4). Digits up to 3 make a quaternary game, up to 7 an octal one, up
/// to 15 a hexadecimal one; any base is possible. A code may end in a block of
/// digits that repeats for ever.
///
/// Codes with the same digits are equal. Zeros at the end of a finite code are dropped. A repeating
/// block is as short as possible and begins as early as possible.
///
/// ```
/// use cg_octal::Code;
/// let kayles: Code = "0.770".parse().unwrap();
/// assert_eq!(kayles, ".77".parse().unwrap());
/// assert_eq!((kayles.digit(2), kayles.digit(3)), (7, 0));
/// assert_eq!("0.3(33)".parse::<Code>().unwrap().to_string(), ".(3)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code {
    zero: u32,
    head: Vec<u32>,
    tail: Vec<u32>,
}

impl Code {
    /// The most digits a code may have.
    pub const MAX_DIGITS: usize = 4096;

    /// The largest digit: 16 bits, so that a move leaves at most 15 heaps.
    pub const MAX_DIGIT: u32 = 0xffff;

    /// The code with digit `zero` before the point, then `head`, then `tail`
    /// for ever (an empty `tail` for a finite code).
    ///
    /// # Errors
    ///
    /// Too many digits, a digit above [`Self::MAX_DIGIT`], or a digit before the point that would
    /// let a player leave a heap unchanged.
    pub fn new(zero: u32, head: Vec<u32>, tail: Vec<u32>) -> Result<Self> {
        if head.len().saturating_add(tail.len()) > Self::MAX_DIGITS {
            return Err(OctalError::TooLong { limit: Self::MAX_DIGITS });
        }
        for &digit in head.iter().chain(&tail).chain([&zero]) {
            if digit > Self::MAX_DIGIT {
                return Err(OctalError::DigitTooBig {
                    digit: u64::from(digit),
                    limit: Self::MAX_DIGIT,
                });
            }
        }
        if zero & 3 != 0 {
            return Err(OctalError::ZeroDigit { digit: zero });
        }
        let mut code = Self { zero, head, tail };
        code.normalise();
        Ok(code)
    }

    /// The subtraction game in which a player removes a number of tokens that is in `set`: it has
    /// the digit 3 at each place of the set. The number 0 is ignored.
    ///
    /// # Errors
    ///
    /// A number above [`Self::MAX_DIGITS`].
    pub fn subtraction(set: &[u64]) -> Result<Self> {
        Self::new(0, Self::marked(set, 3, 0)?, Vec::new())
    }

    /// The game in which a player removes any positive number of tokens that
    /// is *not* in `set`.
    ///
    /// # Errors
    ///
    /// A number above [`Self::MAX_DIGITS`].
    pub fn all_but(set: &[u64]) -> Result<Self> {
        Self::new(0, Self::marked(set, 0, 3)?, vec![3])
    }

    fn marked(set: &[u64], inside: u32, outside: u32) -> Result<Vec<u32>> {
        let mut digits = Vec::new();
        for &take in set.iter().filter(|&&take| take > 0) {
            let at = usize::try_from(take - 1).ok().filter(|&at| at < Self::MAX_DIGITS);
            let at = at.ok_or(OctalError::TooLong { limit: Self::MAX_DIGITS })?;
            if digits.len() <= at {
                digits.resize(at + 1, outside);
            }
            digits[at] = inside;
        }
        Ok(digits)
    }

    fn normalise(&mut self) {
        if self.tail.iter().all(|&d| d == 0) {
            self.tail.clear();
            while self.head.last() == Some(&0) {
                self.head.pop();
            }
            return;
        }
        let len = self.tail.len();
        let block = (1..=len)
            .find(|&p| len.is_multiple_of(p) && (p..len).all(|i| self.tail[i] == self.tail[i - p]))
            .expect("a block repeats as a whole");
        self.tail.truncate(block);
        while self.head.last().is_some() && self.head.last() == self.tail.last() {
            self.head.pop();
            self.tail.rotate_right(1);
        }
    }

    /// The digit for removing `take` tokens.
    pub fn digit(&self, take: u64) -> u32 {
        let Some(at) = take.checked_sub(1) else {
            return self.zero;
        };
        let head = self.head.len() as u64;
        if at < head {
            return self.head[usize::try_from(at).expect("below the length of a vector")];
        }
        if self.tail.is_empty() {
            return 0;
        }
        let at = (at - head) % self.tail.len() as u64;
        self.tail[usize::try_from(at).expect("below the length of a vector")]
    }

    /// The number of digits after the point. For a finite code, that is its length `t`, the largest
    /// number of tokens that one move removes. `None` for an infinite code.
    pub fn length(&self) -> Option<usize> {
        self.tail.is_empty().then_some(self.head.len())
    }

    /// The digit before the point.
    pub fn zero_digit(&self) -> u32 {
        self.zero
    }

    /// The digits after the point, up to the repeating block.
    pub fn head(&self) -> &[u32] {
        &self.head
    }

    /// The repeating block; empty for a finite code.
    pub fn tail(&self) -> &[u32] {
        &self.tail
    }

    /// The union of the bits of all digits.
    pub fn all_bits(&self) -> u32 {
        let digits = self.head.iter().chain(&self.tail);
        digits.fold(self.zero, |bits, &digit| bits | digit)
    }

    /// The largest number of heaps that one move can leave. It is 2 for an octal game with splits.
    pub fn most_parts(&self) -> u32 {
        self.all_bits().checked_ilog2().unwrap_or(0)
    }

    /// The set of a subtraction game: a finite code all of whose digits are 0 or 3.
    ///
    /// ```
    /// let code: cg_octal::Code = ".303".parse().unwrap();
    /// assert_eq!(code.subtraction_set(), Some(vec![1, 3]));
    /// ```
    pub fn subtraction_set(&self) -> Option<Vec<u64>> {
        let plain = self.tail.is_empty() && self.zero == 0 && !self.head.is_empty();
        let plain = plain && self.head.iter().all(|&d| d == 0 || d == 3);
        plain.then(|| places(&self.head, 3))
    }

    /// The set of an all-but game: its digits are 0 or 3, and 3 for ever.
    ///
    /// ```
    /// let code: cg_octal::Code = "AllBut{2}".parse().unwrap();
    /// assert_eq!(code.all_but_set(), Some(vec![2]));
    /// ```
    pub fn all_but_set(&self) -> Option<Vec<u64>> {
        let plain = self.tail == [3] && self.zero == 0;
        let plain = plain && self.head.iter().all(|&d| d == 0 || d == 3);
        plain.then(|| places(&self.head, 0))
    }
}

/// The places, counted from 1, at which `digits` has `wanted`.
fn places(digits: &[u32], wanted: u32) -> Vec<u64> {
    let places = (1u64..).zip(digits);
    places.filter(|&(_, &digit)| digit == wanted).map(|(place, _)| place).collect()
}

impl FromStr for Code {
    type Err = OctalError;

    fn from_str(text: &str) -> Result<Self> {
        let mut reader = Reader { text, at: 0 };
        reader.spaces();
        let code = match reader.set()? {
            Some(code) => code,
            None => reader.code()?,
        };
        reader.spaces();
        match reader.peek() {
            None => Ok(code),
            Some(c) => Err(reader.error(format!("unexpected `{c}`"))),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn error(&self, what: impl Into<String>) -> OctalError {
        const SHOWN: usize = 60;
        let mut text: String = self.text.chars().take(SHOWN).collect();
        if self.text.chars().nth(SHOWN).is_some() {
            text.push_str("...");
        }
        OctalError::Parse { text, at: self.at, what: what.into() }
    }

    fn number(&mut self) -> Result<u64> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let text = &self.rest()[..digits];
        if digits == 0 {
            return Err(self.error("a number is missing"));
        }
        let value = text.parse::<u64>();
        let value = value.map_err(|_| self.error("a number does not fit in 64 bits"))?;
        self.at += digits;
        Ok(value)
    }

    fn set(&mut self) -> Result<Option<Code>> {
        let rest = self.rest();
        let Some(brace) = rest.find('{') else {
            let kind = rest.trim_end_matches(|c: char| c.is_ascii_digit());
            let bare = kind.len() < rest.len() && ["s", "allbut"].contains(&&*kind.to_lowercase());
            if bare {
                self.at += kind.len();
                return Err(self.error(
                    "the braces of a set are missing (a shell takes them apart: write the set in quotes)",
                ));
            }
            return Ok(None);
        };
        let all_but = match rest[..brace].trim_end() {
            "S" | "s" => false,
            name if name.eq_ignore_ascii_case("allbut") => true,
            _ => return Ok(None),
        };
        self.at += brace + 1;
        let mut set = Vec::new();
        loop {
            self.spaces();
            if set.is_empty() && self.eat("}") {
                break;
            }
            set.push(self.number()?);
            if set.last() == Some(&0) {
                return Err(
                    self.error("a move removes at least one token, so 0 cannot be in a set")
                );
            }
            self.spaces();
            if self.eat("}") {
                break;
            }
            if !self.eat(",") {
                return Err(self.error("`,` or `}` is missing"));
            }
            if set.len() > Code::MAX_DIGITS {
                return Err(OctalError::TooLong { limit: Code::MAX_DIGITS });
            }
        }
        let code = if all_but { Code::all_but(&set) } else { Code::subtraction(&set) };
        code.map(Some)
    }

    fn digit(&mut self) -> Result<Option<u32>> {
        if self.eat("[") {
            let digit = self.number()?;
            if !self.eat("]") {
                return Err(self.error("`]` is missing"));
            }
            let small = u32::try_from(digit).ok().filter(|&d| d <= Code::MAX_DIGIT);
            return small
                .map(Some)
                .ok_or(OctalError::DigitTooBig { digit, limit: Code::MAX_DIGIT });
        }
        let digit = self.peek().and_then(|c| c.to_digit(16));
        self.at += usize::from(digit.is_some());
        Ok(digit)
    }

    fn digits(&mut self) -> Result<Vec<u32>> {
        let mut digits = Vec::new();
        while let Some(digit) = self.digit()? {
            if digits.len() == Code::MAX_DIGITS {
                return Err(OctalError::TooLong { limit: Code::MAX_DIGITS });
            }
            digits.push(digit);
        }
        Ok(digits)
    }

    fn block(&mut self, close: &str) -> Result<Vec<u32>> {
        let block = self.digits()?;
        if block.is_empty() {
            return Err(self.error("the repeating block is empty"));
        }
        if !self.eat(close) {
            return Err(self.error(format!("`{close}` is missing")));
        }
        Ok(block)
    }

    fn code(&mut self) -> Result<Code> {
        let zero = self.digit()?;
        if !self.eat(".") {
            return Err(self.error("the point is missing"));
        }
        if self.rest().starts_with('.') {
            return Err(self.error("a digit must stand before `..`"));
        }
        let mut head = self.digits()?;
        let tail = if self.eat("(") {
            self.block(")")?
        } else if self.eat("\\dot{") {
            self.block("}")?
        } else if self.eat("...") || self.eat("…") {
            head.pop().into_iter().collect()
        } else {
            Vec::new()
        };
        if head.is_empty() && tail.is_empty() && zero.unwrap_or(0) == 0 {
            return Err(self.error("a digit behind the point is missing"));
        }
        Code::new(zero.unwrap_or(0), head, tail)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.zero != 0 {
            digit(f, self.zero)?;
        }
        f.write_str(".")?;
        if self.head.is_empty() && self.tail.is_empty() && self.zero == 0 {
            return f.write_str("0");
        }
        for &d in &self.head {
            digit(f, d)?;
        }
        if !self.tail.is_empty() {
            f.write_str("(")?;
            for &d in &self.tail {
                digit(f, d)?;
            }
            f.write_str(")")?;
        }
        Ok(())
    }
}

fn digit(f: &mut fmt::Formatter<'_>, digit: u32) -> fmt::Result {
    if digit < 16 { write!(f, "{digit:X}") } else { write!(f, "[{digit}]") }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::Code;

    fn code(text: &str) -> Code {
        text.parse().unwrap()
    }

    #[test]
    fn one_game_has_one_code() {
        for (a, b) in [
            (".77", "0.77"),
            (".77", "0.7700"),
            ("0.3...", "0.(3)"),
            ("0.\\dot{3}", "0.3(33)"),
            ("0.1(23)", "0.12(32)"),
            (".7(0)", ".7"),
            ("S{1,3}", ".303"),
            ("AllBut{2}", ".30(3)"),
            ("AllBut{}", ".(3)"),
            (".3f", ".3F"),
            (".[7][7]", ".77"),
        ] {
            assert_eq!(code(a), code(b), "{a} and {b}");
        }
        assert_ne!(code("0.0(7)"), code("0.1"));
        assert_eq!(code("4.").to_string(), "4.");
        assert_eq!(code(".0").to_string(), ".0");
        assert_eq!(code(".[17]2").to_string(), ".[17]2");
    }

    #[test]
    fn bad_codes_are_refused_with_the_place() {
        for (text, says) in [
            (".8x", "unexpected `x` at byte 2"),
            ("S1", "write the set in quotes) at byte 1"),
            ("allbut20", "the braces of a set are missing"),
            ("..7", "must stand before"),
            ("0.", "behind the point is missing at byte 2"),
            (".", "behind the point is missing"),
            ("", "point is missing"),
            ("77", "point is missing"),
            (".7.7", "unexpected `.`"),
            (".(", "block is empty"),
            (".7(3", "`)` is missing"),
            ("1.7", "before the point"),
            ("3.7", "before the point"),
            (".[70000]", "too big"),
            (".[99999999999999999999999]", "64 bits"),
            ("S{1,", "a number is missing"),
            ("S{0}", "at least one token"),
            ("S{5000}", "more than 4096"),
            ("S{18446744073709551615}", "more than 4096"),
            (".7é", "unexpected `é`"),
        ] {
            let error = text.parse::<Code>().unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
        let long = format!(".{}", "7".repeat(3_000_000));
        let error = long.parse::<Code>().unwrap_err().to_string();
        assert!(error.contains("more than 4096 digits") && error.len() < 200);
    }

    #[test]
    fn digits_of_infinite_codes_go_on() {
        let code = code("4.1(23)");
        let digits: Vec<u32> = (0..7).map(|take| code.digit(take)).collect();
        assert_eq!(digits, [4, 1, 2, 3, 2, 3, 2]);
        assert!(code.digit(u64::MAX) > 0);
        assert_eq!(code.length(), None);
    }

    proptest! {
        #![proptest_config(cg_properties::cases(256))]

        #[test]
        fn printing_and_parsing_are_inverse(
            zero in 0u32..4,
            head in prop::collection::vec(0u32..40, 0..8),
            tail in prop::collection::vec(0u32..40, 0..5),
        ) {
            let code = Code::new(zero * 4, head.clone(), tail.clone()).unwrap();
            prop_assert_eq!(&code.to_string().parse::<Code>().unwrap(), &code);
            for take in 1..40usize {
                let want = if take <= head.len() {
                    head[take - 1]
                } else if tail.is_empty() {
                    0
                } else {
                    tail[(take - 1 - head.len()) % tail.len()]
                };
                prop_assert_eq!(code.digit(take as u64), want);
            }
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "\\PC*") {
            let _ = text.parse::<Code>();
        }

        #[test]
        fn no_text_of_the_alphabet_makes_the_parser_panic(text in "[0-9a-fS{}()\\[\\],.\\\\dot…]{0,24}") {
            if let Ok(code) = text.parse::<Code>() {
                prop_assert_eq!(code.to_string().parse::<Code>().unwrap(), code);
            }
        }
    }
}
