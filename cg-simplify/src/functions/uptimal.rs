//! Uptimal expansions.

use std::fmt;

use cg_core::{Dyadic, Game};
use dashu_int::{IBig, Sign, UBig};

use super::error::{FunctionError, FunctionResult};
use crate::engine::Engine;

/// A value `x + *n + d1.^ + d2.^<2> + d3.^<3> + ...`: number, nimber and uptimal
/// digits. In sumber terms `^<k>` is `^(k)-^(k-1)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uptimal {
    /// The number x.
    pub number: Dyadic,
    /// The n of the nimber *n.
    pub nimber: UBig,
    /// d1, d2, ...: how many copies of each power of up; the last is not 0.
    pub digits: Vec<IBig>,
}

/// How many digits are written at most: ^(10^9) alone has 10^9 of them.
const MOST_DIGITS: u32 = 1 << 20;

impl Engine {
    /// The uptimal expansion of `g` (Siegel, section II.4; *Winning Ways*,
    /// chapter 8: uptimals).
    ///
    /// # Errors
    /// [`FunctionError::NotAnUptimal`] for a game that has none, or whose
    /// subgroup does not know it as a sum of ups.
    pub fn uptimal(&mut self, g: Game) -> FunctionResult<Uptimal> {
        let parts = self.parts(g)?;
        let expansion = parts.and_then(|parts| {
            let places = match parts.ups.last() {
                None => 0,
                Some((last, _)) => u32::try_from(last.to_integer()?).ok()?,
            };
            if places > MOST_DIGITS {
                return None;
            }
            // The k-th digit is the sum of the coefficients from ^(k) on.
            let mut digits = vec![IBig::ZERO; places as usize];
            let mut end = digits.len();
            let mut digit = IBig::ZERO;
            for (order, count) in parts.ups.iter().rev() {
                let place = usize::try_from(order.to_integer()?).ok()?;
                digits[place..end].fill(digit.clone());
                digit += count;
                end = place;
            }
            digits[..end].fill(digit);
            Some(Uptimal { number: parts.number, nimber: parts.nimber, digits })
        });
        match expansion {
            Some(expansion) => Ok(expansion),
            None => Err(FunctionError::NotAnUptimal { game: self.name_in_error(g) }),
        }
    }
}

/// `73/16*8.9-`: number, nimber, a point and the digits, with a `-` after a
/// negative one. A digit of more than one figure stands in brackets.
impl fmt::Display for Uptimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.nimber.is_zero() {
            write!(f, "{}", self.number)?;
        } else {
            if !self.number.is_zero() {
                write!(f, "{}", self.number)?;
            }
            f.write_str("*")?;
            if !self.nimber.is_one() {
                write!(f, "{}", self.nimber)?;
            }
        }
        f.write_str(".")?;
        if self.digits.is_empty() {
            return f.write_str("0");
        }
        for digit in &self.digits {
            let (sign, size) = digit.clone().into_parts();
            if size < UBig::from(10u8) {
                write!(f, "{size}")?;
            } else {
                write!(f, "({size})")?;
            }
            if sign == Sign::Negative {
                f.write_str("-")?;
            }
        }
        Ok(())
    }
}
