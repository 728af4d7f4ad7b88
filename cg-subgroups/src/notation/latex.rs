//! The field's notation as LaTeX, for papers; it belongs in math mode.

use cg_core::Dyadic;
use dashu_int::{IBig, UBig};

use super::field::{Arrow, Script};

pub(super) struct Latex;

fn symbol(arrow: Arrow) -> &'static str {
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
            (Ok(1), _) => symbol(arrow),
            (Ok(2), Arrow::Up) => r"{\Uparrow}",
            (Ok(2), Arrow::Down) => r"{\Downarrow}",
            _ => return None,
        };
        Some(symbol.to_owned())
    }

    fn partial_sum(&self, arrow: Arrow, n: &IBig) -> String {
        format!("{}^{{[{n}]}}", symbol(arrow))
    }

    fn power(&self, arrow: Arrow, n: &IBig) -> String {
        format!("{}^{{{n}}}", symbol(arrow))
    }

    fn term(&self, count: &UBig, order: &Dyadic) -> String {
        let up = symbol(Arrow::Up);
        let up = if *order == Dyadic::ONE { up.to_owned() } else { format!("{up}({order})") };
        if count.is_one() { up } else { format!(r"{count}\cdot{up}") }
    }

    fn nimber(&self, n: &UBig) -> String {
        if n.is_one() { r"{\ast}".to_owned() } else { format!(r"{{\ast}}{n}") }
    }
}
