//! The field's notation in ASCII; it reads back.

use cg_core::Dyadic;
use dashu_int::{IBig, UBig};

use super::field::{Arrow, Script};

pub(super) struct Ascii;

fn symbol(arrow: Arrow) -> &'static str {
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
        let symbol = symbol(arrow);
        Some(match u8::try_from(count) {
            Ok(1) => symbol.to_owned(),
            Ok(2) => symbol.repeat(2),
            _ => format!("{symbol}{count}"),
        })
    }

    fn partial_sum(&self, arrow: Arrow, n: &IBig) -> String {
        format!("{}[{n}]", symbol(arrow))
    }

    fn power(&self, arrow: Arrow, n: &IBig) -> String {
        format!("{}<{n}>", symbol(arrow))
    }

    fn term(&self, count: &UBig, order: &Dyadic) -> String {
        if count.is_one() { format!("^({order})") } else { format!("{count}.^({order})") }
    }

    fn nimber(&self, n: &UBig) -> String {
        if n.is_one() { "*".to_owned() } else { format!("*{n}") }
    }
}
