//! Elements as text: the number, ups and nimber as `numberish` writes them, then
//! the switches, hottest first.

use cg_core::{Dyadic, Notation};
use cg_subgroups::notation::Parts;
use cg_subgroups::{Infinitesimal, NumberPlus};

use crate::element::SwitchSum;

/// The most switches that the field's notations write in braces, which double
/// with each.
const MOST_IN_BRACES: usize = 4;

/// Whether `g` is written in braces, by its options. In the paper's notation
/// {y | z} of numbers is; in the field's every element with few switches.
pub(crate) fn in_braces(g: &SwitchSum, notation: Notation) -> bool {
    match notation {
        Notation::Paper => g.switches.len() == 1 && g.infinitesimal().is_zero(),
        _ => !g.switches.is_empty() && g.switches.len() <= MOST_IN_BRACES,
    }
}

pub(crate) fn print(g: &SwitchSum, notation: Notation) -> String {
    let zero = Infinitesimal::zero();
    let number = |number: &Dyadic| Parts::new(number, &zero).print(notation);
    let rest = &g.rest;
    let alone = *rest == NumberPlus::default();
    let mut text = String::new();
    if !alone || g.switches.is_empty() {
        text = rest.print(notation);
    }
    for temperature in &g.switches {
        let temperature = number(temperature);
        text += &match notation {
            Notation::Paper => format!("+(+-({temperature}))"),
            Notation::Standard => format!("+(+-{temperature})"),
            Notation::Unicode => format!("±{temperature}"),
            Notation::Latex => format!(r"\pm {temperature}"),
        };
    }
    match text.strip_prefix('+') {
        Some(text) => text.to_owned(),
        None => text,
    }
}
