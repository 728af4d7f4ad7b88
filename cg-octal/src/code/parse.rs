//! Reading codes.
//!
//! ```text
//! code    := [digit] "." digits [repeat]        at most Code::MAX_DIGITS digits; "4." may have none
//! repeat  := "..." | "…"                        the last digit for ever
//!          | "(" digits ")"                     the block for ever
//!          | "\dot{" digits "}"                 the same
//! digit   := 0-9 | a-f | A-F | "[" decimal "]"
//! set     := ("S" | "AllBut") "{" number {"," number} "}"
//! ```

use std::str::FromStr;

use super::Code;
use crate::{OctalError, Result};

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
        self.text.get(self.at..).unwrap_or("")
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
