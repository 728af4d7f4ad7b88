//! Numbers as text. What is read, which is also what the language G reads:
//!
//! ```text
//! sum     = [ "-" ] product { ( "+" | "-" ) product } ;
//! product = power { ( "*" | "/" ) power } ;
//! power   = atom [ "**" [ "-" ] power ] ;
//! atom    = number | "omega" | "ω" | "(" sum ")" ;    (number: as `numbers` writes it)
//!
//! signs   = run { run } ;                             (spaces may stand between)
//! run     = ( "+" | "-" ) [ "^" ( number | "omega" | "ω" | "(" sum ")" ) ] ;
//! ```

use std::fmt;

use cg_core::{Dyadic, Error, Notation, Player, Result, Text};
use cg_subgroups::Numbers;
use dashu_int::{IBig, UBig};

use crate::NAME;
use crate::number::{Surreal, Term};
use crate::signs::Signs;

/// The number as text.
///
/// # Errors
/// Those of [`Numbers`].
pub(crate) fn print(x: &Surreal, notation: Notation) -> Result<String> {
    let mut text = String::new();
    for term in x.terms() {
        let minus = term.coefficient.sign().is_lt();
        let sign = match (minus, notation) {
            (true, Notation::Unicode) => "−",
            (true, _) => "-",
            (false, _) if text.is_empty() => "",
            (false, _) => "+",
        };
        text += sign;
        text += &print_term(term, notation)?;
    }
    Ok(if text.is_empty() { "0".to_owned() } else { text })
}

/// The term without its sign.
fn print_term(term: &Term, notation: Notation) -> Result<String> {
    let size = term.coefficient.clone().abs();
    if term.exponent.is_zero() {
        return Numbers.print(&size, notation);
    }
    let (numerator, denominator) = (size.numerator(), UBig::ONE << size.exponent());
    let whole = numerator == IBig::ONE;
    if notation == Notation::Latex {
        let factor =
            if size == Dyadic::ONE { String::new() } else { Numbers.print(&size, notation)? };
        return Ok(format!("{factor}{}", print_power(&term.exponent, notation)?));
    }
    Ok(if term.exponent.sign().is_lt() {
        let power = print_power(&term.exponent.negate(), notation)?;
        match size.is_integer() {
            true => format!("{numerator}/{power}"),
            false => format!("{numerator}/({denominator}*{power})"),
        }
    } else {
        let power = print_power(&term.exponent, notation)?;
        let factor = if whole { String::new() } else { format!("{numerator}*") };
        match size.is_integer() {
            true => format!("{factor}{power}"),
            false => format!("{factor}{power}/{denominator}"),
        }
    })
}

/// omega to a power.
fn print_power(exponent: &Surreal, notation: Notation) -> Result<String> {
    let (omega, raised) = match notation {
        Notation::Paper | Notation::Standard => ("omega", "**"),
        Notation::Unicode => ("ω", "**"),
        Notation::Latex => (r"\omega", "^"),
    };
    if *exponent == Surreal::from(1) {
        return Ok(omega.to_owned());
    }
    let power = print(exponent, notation)?;
    let atom = power == omega || power.bytes().all(|byte| byte.is_ascii_digit());
    Ok(match notation {
        Notation::Latex => format!("{omega}{raised}{{{power}}}"),
        _ if atom => format!("{omega}{raised}{power}"),
        _ => format!("{omega}{raised}({power})"),
    })
}

/// As the standard notation writes it.
impl fmt::Display for Surreal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self, Notation::Standard).map_err(|_| fmt::Error)?)
    }
}

/// As it is displayed.
impl fmt::Debug for Surreal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "omega**({}) * {}", self.exponent, self.coefficient)
    }
}

/// How deep parentheses and exponents may stand in one another.
const MOST_NESTED: usize = 64;

/// The whole of `text`, by `read`.
fn whole<T>(
    text: &str,
    notation: Notation,
    read: impl FnOnce(&mut Reader<'_>) -> Result<T>,
) -> Result<T> {
    let mut reader = Reader { text, rest: text.trim_start(), notation, nested: 0 };
    let value = read(&mut reader)?;
    match reader.rest {
        "" => Ok(value),
        rest => reader.refuse(format!("expected the end before {rest:?}")),
    }
}

/// The number that `text` stands for.
///
/// # Errors
/// [`Error::Parse`], or a limit.
pub(crate) fn read(text: &str, notation: Notation) -> Result<Surreal> {
    whole(text, notation, |reader| reader.sum())
}

/// The signs that `text` stands for, as [`Signs`] are displayed.
///
/// # Errors
/// [`Error::Parse`], or a limit.
pub(crate) fn read_signs(text: &str) -> Result<Signs> {
    whole(text, Notation::Standard, |reader| reader.signs())
}

struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    notation: Notation,
    nested: usize,
}

impl Reader<'_> {
    fn refuse<T>(&self, reason: impl Into<String>) -> Result<T> {
        Err(Error::parse(NAME, self.text, reason))
    }

    /// Whether `token` is next; takes it, and the spaces after it.
    fn take(&mut self, token: &str) -> bool {
        let rest = self.rest.strip_prefix(token);
        if let Some(rest) = rest {
            self.rest = rest.trim_start();
        }
        rest.is_some()
    }

    fn sum(&mut self) -> Result<Surreal> {
        let minus = self.take("-") || self.take("−");
        let first = self.product()?;
        let mut sum = if minus { first.negate() } else { first };
        loop {
            sum = if self.take("+") {
                sum.add(&self.product()?)?
            } else if self.take("-") || self.take("−") {
                sum.subtract(&self.product()?)?
            } else {
                return Ok(sum);
            };
        }
    }

    fn product(&mut self) -> Result<Surreal> {
        let mut product = self.power()?;
        loop {
            product = if self.take("*") {
                product.product(&self.power()?)?
            } else if self.take("/") {
                let divisor = self.power()?;
                let Some(quotient) = product.quotient(&divisor)? else {
                    return self.refuse(format!("{product} / {divisor} has no finite normal form"));
                };
                quotient
            } else {
                return Ok(product);
            };
        }
    }

    fn power(&mut self) -> Result<Surreal> {
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return self.refuse("parentheses and exponents stand too deep in one another");
        }
        let base = self.atom()?;
        let mut power = base;
        if self.take("**") {
            let minus = self.take("-");
            let exponent = self.power()?;
            let exponent = if minus { exponent.negate() } else { exponent };
            let Some(raised) = power.power(&exponent)? else {
                return self.refuse(format!("{power} to the power {exponent} is not defined"));
            };
            power = raised;
        }
        self.nested -= 1;
        Ok(power)
    }

    fn atom(&mut self) -> Result<Surreal> {
        if self.take("(") {
            let sum = self.sum()?;
            if !self.take(")") {
                return self.refuse(format!("expected ) before {:?}", self.rest));
            }
            return Ok(sum);
        }
        if self.take("omega") || self.take("ω") {
            return Ok(Surreal::omega());
        }
        let end = self.rest.find(|c: char| !c.is_ascii_digit() && c != '.');
        let (digits, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        if digits.is_empty() {
            return self.refuse(format!("expected a number, omega or ( before {:?}", self.rest));
        }
        let number = match Numbers.parse(digits, self.notation) {
            Err(Error::Parse { reason, .. }) => return self.refuse(reason),
            number => number?,
        };
        self.rest = rest.trim_start();
        Ok(number.into())
    }

    fn signs(&mut self) -> Result<Signs> {
        let mut signs = Signs::default();
        while !self.rest.is_empty() {
            let left = self.take("+");
            let player = match (left, !left && self.take("-")) {
                (true, _) => Player::Left,
                (false, true) => Player::Right,
                _ => return self.refuse(format!("expected + or - before {:?}", self.rest)),
            };
            let mut length = Surreal::from(1);
            if self.take("^") {
                length = self.atom()?;
            }
            if !length.is_ordinal() {
                return self
                    .refuse(format!("{length} is no ordinal, as the length of a run must be"));
            }
            signs.push(player, &length)?;
        }
        Ok(signs)
    }
}
