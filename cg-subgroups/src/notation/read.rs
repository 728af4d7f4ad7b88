//! Reading a value x + S + *n.
//!
//! ```text
//! value   = ["-"] item { ("+" | "-") item } ;
//! item    = number [ups] [nimber]          (standard: run together)
//!         | number
//!         | integer ["."] up [nimber]      (copies; without the point in paper notation)
//!         | up [nimber] | nimber ;
//! up      = "^" { "^" } | "^" "(" number ")"
//!         | arrow { arrow } | arrow natural | arrow "[" natural "]" | arrow "<" natural ">" ;
//!                                          (the last line: standard; arrow = "^" | "v")
//! nimber  = "*" [natural | "(" natural ")"] ;
//! number  = natural ["/" natural | "." bits] ;   (bits: paper)
//! ```
//!
//! A minus before a number with ups belongs to the number alone, as in the field: `-1^` is -1 plus
//! an up.

use std::mem::take;

use cg_core::{Dyadic, MAX_NUMBER_BITS, Notation, check_bits};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use crate::infinitesimal::Infinitesimal;

/// The number and the rest of the value in `text`. Unicode and LaTeX are for output only. In their
/// place, the standard notation is read.
///
/// ```
/// use cg_core::Notation;
/// let (x, rest) = cg_subgroups::notation::read("73/16v9*8", Notation::Standard).unwrap();
/// assert_eq!(x.to_string(), "73/16");
/// assert_eq!(rest.star(), &8u8.into());
/// ```
///
/// # Errors
/// The fault and its place, in words.
pub fn read(text: &str, notation: Notation) -> Result<(Dyadic, Infinitesimal), String> {
    let text: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut reader = Reader {
        text: &text,
        position: 0,
        paper: notation == Notation::Paper,
        number: Dyadic::ZERO,
        terms: Vec::new(),
        nimber: UBig::ZERO,
    };
    let mut negative = reader.eat('-');
    loop {
        reader.item(negative)?;
        negative = match reader.peek() {
            None => break,
            Some('+') => false,
            Some('-') => true,
            Some(_) => return Err(reader.unreadable("expected +, - or the end")),
        };
        reader.position += 1;
    }
    let rest = Infinitesimal::from_terms(take(&mut reader.terms), take(&mut reader.nimber));
    let rest = rest.map_err(|_| reader.unreadable(TOO_LARGE))?;
    Ok((reader.number, rest))
}

const TOO_LARGE: &str = "a number has too many digits";

struct Reader<'a> {
    text: &'a [char],
    position: usize,
    paper: bool,
    number: Dyadic,
    terms: Vec<(Dyadic, IBig)>,
    nimber: UBig,
}

type Step<T> = Result<T, String>;

impl Reader<'_> {
    fn unreadable(&self, reason: impl std::fmt::Display) -> String {
        format!("{reason} at character {}", self.position + 1)
    }

    fn look(&self, ahead: usize) -> Option<char> {
        self.text.get(self.position + ahead).copied()
    }

    fn peek(&self) -> Option<char> {
        self.look(0)
    }

    fn eat(&mut self, expected: char) -> bool {
        let there = self.peek() == Some(expected);
        self.position += usize::from(there);
        there
    }

    fn expect(&mut self, expected: char) -> Step<()> {
        if self.eat(expected) {
            return Ok(());
        }
        Err(self.unreadable(format!("expected {expected}")))
    }

    fn item(&mut self, negative: bool) -> Step<()> {
        if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            let start = self.position;
            let number = self.number()?;
            let point = self.eat('.');
            if point || self.paper && self.at_up() {
                let Some(count) = number.to_integer().filter(|_| self.at_up()) else {
                    self.position = start;
                    return Err(self.unreadable("only an integer counts copies, and of an up"));
                };
                self.ups(&count, negative)?;
            } else {
                let number = if negative { -number } else { number };
                self.number =
                    self.number.checked_add(&number).map_err(|_| self.unreadable(TOO_LARGE))?;
                if !self.paper && self.at_up() {
                    self.ups(&IBig::ONE, false)?;
                }
                if self.paper {
                    return Ok(());
                }
            }
        } else if self.at_up() {
            self.ups(&IBig::ONE, negative)?;
        } else if self.peek() != Some('*') {
            return Err(self.unreadable("expected a number, an up or a nimber"));
        }
        self.nimber_here()
    }

    fn at_up(&self) -> bool {
        self.peek() == Some('^') || !self.paper && self.peek() == Some('v')
    }

    fn ups(&mut self, count: &IBig, negative: bool) -> Step<()> {
        let arrow = if self.eat('^') { '^' } else { 'v' };
        if arrow == 'v' {
            self.expect('v')?;
        }
        let mut copies = count.clone();
        if negative != (arrow == 'v') {
            copies = -copies;
        }
        match self.peek() {
            Some('(') if arrow == '^' => {
                self.position += 1;
                let order = self.number()?;
                if order.is_zero() {
                    return Err(self.unreadable("the order of an up must be positive"));
                }
                self.expect(')')?;
                self.terms.push((order, copies));
            }
            Some(bracket @ ('[' | '<')) if !self.paper => {
                self.position += 1;
                let n = IBig::from(self.natural()?);
                self.expect(if bracket == '[' { ']' } else { '>' })?;
                if n.is_zero() {
                    return Err(self.unreadable("uptimals are counted from 1"));
                }
                if bracket == '<' && !n.is_one() {
                    self.terms.push(((&n - IBig::ONE).into(), -&copies));
                }
                self.terms.push((n.into(), copies));
            }
            Some('0'..='9') if !self.paper => {
                let times = self.natural()?;
                self.multiply(copies, times.into())?;
            }
            _ => {
                let mut times = IBig::ONE;
                while self.eat(arrow) {
                    times += IBig::ONE;
                }
                self.multiply(copies, times)?;
            }
        }
        Ok(())
    }

    fn multiply(&mut self, copies: IBig, times: IBig) -> Step<()> {
        check_bits(copies.bit_len() + times.bit_len()).map_err(|_| self.unreadable(TOO_LARGE))?;
        self.terms.push((Dyadic::ONE, copies * times));
        Ok(())
    }

    fn nimber_here(&mut self) -> Step<()> {
        if !self.eat('*') {
            return Ok(());
        }
        let n = match self.peek() {
            Some('(') => {
                self.position += 1;
                let n = self.natural()?;
                self.expect(')')?;
                n
            }
            Some('0'..='9') => self.natural()?,
            _ => UBig::ONE,
        };
        self.nimber ^= n;
        Ok(())
    }

    fn digits(&mut self) -> &[char] {
        let start = self.position;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.position += 1;
        }
        &self.text[start..self.position]
    }

    fn natural(&mut self) -> Step<UBig> {
        let digits: String = self.digits().iter().collect();
        if digits.is_empty() {
            return Err(self.unreadable("expected digits"));
        }
        // A decimal digit has more than three bits.
        if digits.len() > MAX_NUMBER_BITS / 3 {
            return Err(self.unreadable(TOO_LARGE));
        }
        UBig::from_str_radix(&digits, 10).map_err(|_| self.unreadable("expected digits"))
    }

    fn number(&mut self) -> Step<Dyadic> {
        let whole = self.natural()?;
        let after = self.look(1).filter(|c| c.is_ascii_digit());
        match (self.peek(), after) {
            (Some('/'), Some(_)) => {
                self.position += 1;
                let divisor = self.natural()?;
                Dyadic::quotient(&whole.into(), &divisor.into()).ok_or_else(|| {
                    self.unreadable("no dyadic number: no finite game has this value")
                })
            }
            (Some('.'), Some(_)) => {
                self.position += 1;
                self.binary_fraction(whole)
            }
            _ => Ok(IBig::from(whole).into()),
        }
    }

    fn binary_fraction(&mut self, whole: UBig) -> Step<Dyadic> {
        if !self.paper {
            let reason = "no decimals in this notation: write a fraction, 5/2 for 2.5";
            return Err(self.unreadable(reason));
        }
        let bits: String = self.digits().iter().collect();
        let fraction = UBig::from_str_radix(&bits, 2).map_err(|_| {
            self.unreadable("a fraction has the binary digits 0 and 1 here: write 5/2 for 2.5")
        })?;
        check_bits(whole.bit_len() + bits.len()).map_err(|_| self.unreadable(TOO_LARGE))?;
        let numerator = (whole << bits.len()) + fraction;
        Dyadic::new(numerator.into(), bits.len()).map_err(|_| self.unreadable(TOO_LARGE))
    }
}
