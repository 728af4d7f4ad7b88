//! The field's notation with its symbols, for people.

use cg_core::Dyadic;
use dashu_int::{IBig, UBig};

use super::field::{Arrow, Script};

pub(super) struct Unicode;

fn symbol(arrow: Arrow) -> char {
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
            (Ok(1), _) => symbol(arrow),
            (Ok(2), Arrow::Up) => '⇑',
            (Ok(2), Arrow::Down) => '⇓',
            _ => return None,
        };
        Some(symbol.to_string())
    }

    fn partial_sum(&self, arrow: Arrow, n: &IBig) -> String {
        format!("{}[{n}]", symbol(arrow))
    }

    fn power(&self, arrow: Arrow, n: &IBig) -> String {
        format!("{}{}", symbol(arrow), superscript(n))
    }

    fn term(&self, count: &UBig, order: &Dyadic) -> String {
        let up = if *order == Dyadic::ONE { "↑".to_owned() } else { format!("↑({order})") };
        if count.is_one() { up } else { format!("{count}·{up}") }
    }

    fn nimber(&self, n: &UBig) -> String {
        if n.is_one() { "∗".to_owned() } else { format!("∗{n}") }
    }
}
