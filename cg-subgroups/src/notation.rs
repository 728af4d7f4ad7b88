//! The notation of values x + S + *n, for all subgroups.
//!
//! | notation | example | rules |
//! | --- | --- | --- |
//! | paper | `-10.011-^(1)+3^(0.1)+*(2)` | numbers with a binary fraction, every up as `a^(d)` by increasing d, nimbers as `*(n)` |
//! | standard | `73/16v9*8`, `^[2]*`, `3.^(1/2)-^(1)` | the field's names where there are some, run together, as below |
//! | unicode, latex | `⇑∗2`, `\Uparrow{\ast}2` | the same with symbols, for output |
//!
//! The field's names of ups are `^`, `^^`, `^3` (copies of ^), `^[n]` for ^(n) (the sum of `^`,
//! `^<2>`, ..., `^<n>`) and `^<n>` for ^(n)-^(n-1) with an integer n >= 2. The negatives have a `v`
//! instead of `^`. A value without a name is written as a sum, `3.^(1/2)-^(1)+*2`. A number comes
//! first, a nimber last. Only sums have signs between their terms, so `-1^3` is -1 plus three ups.

mod read;
#[cfg(test)]
mod tests;

use std::fmt;

use cg_core::{Dyadic, Error, Notation, Result, Text};
use dashu_int::{IBig, Sign, UBig};

pub use read::read;

use crate::infinitesimal::{Infinitesimal, Term};

/// The parts of a value, for printing.
///
/// ```
/// use cg_core::{Dyadic, Notation};
/// use cg_subgroups::{Infinitesimal, notation::Parts};
/// let star = Infinitesimal::nimber(1u8.into());
/// let half = Dyadic::ONE.half()?;
/// let parts = Parts::new(&half, &star);
/// assert_eq!(parts.print(Notation::Paper), "0.1+*(1)");
/// assert_eq!(parts.print(Notation::Standard), "1/2*");
/// # Ok::<(), cg_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    number: &'a Dyadic,
    infinitesimal: &'a Infinitesimal,
}

impl<'a> Parts<'a> {
    /// The parts of `number` + `infinitesimal`.
    pub fn new(number: &'a Dyadic, infinitesimal: &'a Infinitesimal) -> Self {
        Parts { number, infinitesimal }
    }

    /// The value as text. [`read`] reads it in the paper's and in the standard notation.
    pub fn print(&self, notation: Notation) -> String {
        match notation {
            Notation::Paper => print_paper(self),
            Notation::Standard => print_field(self, &Ascii),
            Notation::Unicode => print_field(self, &Unicode),
            Notation::Latex => print_field(self, &Latex),
        }
    }
}

/// In the standard notation.
impl fmt::Debug for Infinitesimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Parts::new(&Dyadic::ZERO, self).print(Notation::Standard))
    }
}

/// Reads an element of the named subgroup. `accept` makes it from the number and the rest, or
/// refuses.
pub(crate) fn parse_element<T>(
    subgroup: &str,
    text: &str,
    notation: Notation,
    accept: impl FnOnce(Dyadic, Infinitesimal) -> Option<T>,
) -> Result<T> {
    let error = |reason: String| Error::parse(subgroup, text, reason);
    let (number, rest) = read(text, notation).map_err(error)?;
    accept(number, rest).ok_or_else(|| error("its value lies outside".to_owned()))
}

/// The elements of a subgroup for texts in the standard notation.
pub(crate) fn samples<S: Text>(subgroup: &S, texts: &[&str]) -> Result<Vec<S::Element>> {
    texts.iter().map(|text| subgroup.parse(text, Notation::Standard)).collect()
}

/// Joins signed terms: `(negative, text)`.
fn join(terms: impl IntoIterator<Item = (bool, String)>, minus: &str) -> String {
    let mut sum = String::new();
    for (negative, text) in terms {
        if negative {
            sum.push_str(minus);
        } else if !sum.is_empty() {
            sum.push('+');
        }
        sum.push_str(&text);
    }
    sum
}

fn print_paper(parts: &Parts<'_>) -> String {
    let rest = parts.infinitesimal;
    let mut terms = Vec::with_capacity(rest.terms().len() + 2);
    if !parts.number.is_zero() || rest.is_zero() {
        terms.push(binary(parts.number));
    }
    for term in rest.terms() {
        let (sign, count) = term.coefficient.clone().into_parts();
        let (order_negative, order) = binary(&term.order);
        debug_assert!(!order_negative, "orders are positive");
        let count = if count.is_one() { String::new() } else { count.to_string() };
        terms.push((sign == Sign::Negative, format!("{count}^({order})")));
    }
    if !rest.star().is_zero() {
        terms.push((false, format!("*({})", rest.star())));
    }
    join(terms, "-")
}

/// Whether a number is negative, and its absolute value: the integer part in
/// decimal, the fraction in binary.
fn binary(number: &Dyadic) -> (bool, String) {
    let (sign, numerator) = number.numerator().into_parts();
    let places = number.exponent();
    let text = if places == 0 {
        numerator.to_string()
    } else {
        let whole: UBig = &numerator >> places;
        let fraction = IBig::from(numerator) - IBig::from(&whole << places);
        format!("{whole}.{:0>places$}", fraction.in_radix(2).to_string())
    };
    (sign == Sign::Negative, text)
}

/// An up or a down, for its symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrow {
    Up,
    Down,
}

/// The signs of a notation.
trait Script {
    /// The minus of negative numbers, and of terms in a sum.
    fn minus(&self) -> &'static str;
    /// A positive number.
    fn number(&self, number: &Dyadic) -> String;
    /// `count` copies of ^ or v, if they have a name.
    fn copies(&self, arrow: Arrow, count: &UBig) -> Option<String>;
    /// ^[n]: the sum of the first n powers of up.
    fn partial_sum(&self, arrow: Arrow, n: &IBig) -> String;
    /// ^<n>: the n-th power of up.
    fn power(&self, arrow: Arrow, n: &IBig) -> String;
    /// `count` copies of ^(order), as a term of a sum.
    fn term(&self, count: &UBig, order: &Dyadic) -> String;
    /// The nimber *n, n not 0.
    fn nimber(&self, n: &UBig) -> String;
}

fn print_field(parts: &Parts<'_>, script: &impl Script) -> String {
    let rest = parts.infinitesimal;
    if parts.number.is_zero() && rest.is_zero() {
        return script.number(&Dyadic::ZERO);
    }
    let negative = parts.number.sign().is_lt();
    let number =
        (!parts.number.is_zero()).then(|| (negative, script.number(&parts.number.clone().abs())));
    let nimber = (!rest.star().is_zero()).then(|| script.nimber(rest.star()));
    match name(rest, script) {
        Some(ups) => {
            let number = join(number, script.minus());
            number + &ups + &nimber.unwrap_or_default()
        }
        None => {
            let ups = rest.terms().iter().map(|term| {
                let (sign, count) = term.coefficient.clone().into_parts();
                (sign == Sign::Negative, script.term(&count, &term.order))
            });
            let nimber = nimber.map(|nimber| (false, nimber));
            join(number.into_iter().chain(ups).chain(nimber), script.minus())
        }
    }
}

/// The field's name of the ups and downs; empty if there are none.
fn name(value: &Infinitesimal, script: &impl Script) -> Option<String> {
    match value.terms() {
        [] => Some(String::new()),
        [term] if term.order == Dyadic::ONE => {
            let (sign, count) = term.coefficient.clone().into_parts();
            script.copies(arrow(sign), &count)
        }
        [term] => Some(script.partial_sum(unit(term)?, &term.order.to_integer()?)),
        [first, last] => {
            let (n, arrow) = (last.order.to_integer()?, unit(last)?);
            let below = first.order.to_integer()?;
            let cancels = first.coefficient == -&last.coefficient;
            (cancels && below + IBig::ONE == n).then(|| script.power(arrow, &n))
        }
        _ => None,
    }
}

fn arrow(sign: Sign) -> Arrow {
    match sign {
        Sign::Positive => Arrow::Up,
        Sign::Negative => Arrow::Down,
    }
}

/// The arrow of a single copy.
fn unit(term: &Term) -> Option<Arrow> {
    let single = term.coefficient.is_one() || term.coefficient == IBig::NEG_ONE;
    single.then(|| arrow(term.coefficient.sign()))
}

struct Ascii;

fn ascii_symbol(arrow: Arrow) -> &'static str {
    match arrow {
        Arrow::Up => "^",
        Arrow::Down => "v",
    }
}

impl Script for Ascii {
    fn minus(&self) -> &'static str {
        "-"
    }

    fn number(&self, number: &Dyadic) -> String {
        number.to_string()
    }

    fn copies(&self, arrow: Arrow, count: &UBig) -> Option<String> {
        let symbol = ascii_symbol(arrow);
        Some(match u8::try_from(count) {
            Ok(1) => symbol.to_owned(),
            Ok(2) => symbol.repeat(2),
            _ => format!("{symbol}{count}"),
        })
    }

    fn partial_sum(&self, arrow: Arrow, n: &IBig) -> String {
        format!("{}[{n}]", ascii_symbol(arrow))
    }

    fn power(&self, arrow: Arrow, n: &IBig) -> String {
        format!("{}<{n}>", ascii_symbol(arrow))
    }

    fn term(&self, count: &UBig, order: &Dyadic) -> String {
        if count.is_one() { format!("^({order})") } else { format!("{count}.^({order})") }
    }

    fn nimber(&self, n: &UBig) -> String {
        if n.is_one() { "*".to_owned() } else { format!("*{n}") }
    }
}

struct Unicode;

fn unicode_symbol(arrow: Arrow) -> char {
    match arrow {
        Arrow::Up => '↑',
        Arrow::Down => '↓',
    }
}

fn superscript(n: &IBig) -> String {
    let raised = |digit: char| match digit {
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        other => other,
    };
    n.to_string().chars().map(raised).collect()
}

impl Script for Unicode {
    fn minus(&self) -> &'static str {
        "−"
    }

    fn number(&self, number: &Dyadic) -> String {
        number.to_string()
    }

    fn copies(&self, arrow: Arrow, count: &UBig) -> Option<String> {
        let symbol = match (u8::try_from(count), arrow) {
            (Ok(1), _) => unicode_symbol(arrow),
            (Ok(2), Arrow::Up) => '⇑',
            (Ok(2), Arrow::Down) => '⇓',
            _ => return None,
        };
        Some(symbol.to_string())
    }

    fn partial_sum(&self, arrow: Arrow, n: &IBig) -> String {
        format!("{}[{n}]", unicode_symbol(arrow))
    }

    fn power(&self, arrow: Arrow, n: &IBig) -> String {
        format!("{}{}", unicode_symbol(arrow), superscript(n))
    }

    fn term(&self, count: &UBig, order: &Dyadic) -> String {
        let up = if *order == Dyadic::ONE { "↑".to_owned() } else { format!("↑({order})") };
        if count.is_one() { up } else { format!("{count}·{up}") }
    }

    fn nimber(&self, n: &UBig) -> String {
        if n.is_one() { "∗".to_owned() } else { format!("∗{n}") }
    }
}

struct Latex;

fn latex_symbol(arrow: Arrow) -> &'static str {
    match arrow {
        Arrow::Up => r"{\uparrow}",
        Arrow::Down => r"{\downarrow}",
    }
}

impl Script for Latex {
    fn minus(&self) -> &'static str {
        "-"
    }

    fn number(&self, number: &Dyadic) -> String {
        match number.to_integer() {
            Some(integer) => integer.to_string(),
            None => {
                format!(r"\frac{{{}}}{{{}}}", number.numerator(), UBig::ONE << number.exponent())
            }
        }
    }

    fn copies(&self, arrow: Arrow, count: &UBig) -> Option<String> {
        let symbol = match (u8::try_from(count), arrow) {
            (Ok(1), _) => latex_symbol(arrow),
            (Ok(2), Arrow::Up) => r"{\Uparrow}",
            (Ok(2), Arrow::Down) => r"{\Downarrow}",
            _ => return None,
        };
        Some(symbol.to_owned())
    }

    fn partial_sum(&self, arrow: Arrow, n: &IBig) -> String {
        format!("{}^{{[{n}]}}", latex_symbol(arrow))
    }

    fn power(&self, arrow: Arrow, n: &IBig) -> String {
        format!("{}^{{{n}}}", latex_symbol(arrow))
    }

    fn term(&self, count: &UBig, order: &Dyadic) -> String {
        let up = latex_symbol(Arrow::Up);
        let up = if *order == Dyadic::ONE { up.to_owned() } else { format!("{up}({order})") };
        if count.is_one() { up } else { format!(r"{count}\cdot{up}") }
    }

    fn nimber(&self, n: &UBig) -> String {
        if n.is_one() { r"{\ast}".to_owned() } else { format!(r"{{\ast}}{n}") }
    }
}
