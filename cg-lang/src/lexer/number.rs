//! Integers, and numbers with a binary fraction.

use dashu_int::IBig;

use super::{Lexer, Reading, TokenKind};
use crate::error::LexError;

/// Decimals longer than this get no worked example in their error.
const LONGEST_EXAMPLE: usize = 18;

impl Lexer {
    /// Digits; with a point between digits, a binary fraction.
    pub(super) fn scan_number(&mut self) -> Result<TokenKind, LexError> {
        let start = self.at;
        self.at += self.digits(0);
        let fraction = match self.byte(0) {
            Some(b'.') => self.digits(1),
            _ => 0,
        };
        if fraction == 0 {
            return Ok(TokenKind::Integer);
        }
        let point = self.at;
        self.at += 1 + fraction;
        let whole = &self.source.text()[start..point];
        let digits = &self.source.text()[point + 1..self.at];
        let binary = digits.bytes().all(|b| b == b'0' || b == b'1');
        match self.reading {
            Reading::Paper if binary => Ok(TokenKind::Fraction),
            Reading::Paper => Err(LexError::NotBinary { as_decimal: decimal(whole, digits) }),
            Reading::Standard => Err(LexError::DecimalInStandard {
                as_decimal: decimal(whole, digits),
                as_binary: if binary { fraction_of(whole, digits, 2) } else { None },
            }),
        }
    }

    fn digits(&self, from: usize) -> usize {
        (from..).take_while(|&i| self.byte(i).is_some_and(|b| b.is_ascii_digit())).count()
    }
}

/// What `whole.digits` would be as a decimal: `5/2`.
fn decimal(whole: &str, digits: &str) -> Option<String> {
    fraction_of(whole, digits, 10)
}

fn fraction_of(whole: &str, digits: &str, base: u32) -> Option<String> {
    if whole.len() + digits.len() > LONGEST_EXAMPLE {
        return None;
    }
    let denominator = IBig::from(base).pow(digits.len());
    let numerator = IBig::from_str_radix(whole, 10).ok()? * &denominator
        + IBig::from_str_radix(digits, base).ok()?;
    let divisor = dashu_int::ops::Gcd::gcd(&numerator, &denominator);
    let divisor = IBig::from(divisor);
    let (numerator, denominator) = (numerator / &divisor, denominator / divisor);
    let whole = denominator == IBig::ONE;
    Some(if whole { numerator.to_string() } else { format!("{numerator}/{denominator}") })
}
