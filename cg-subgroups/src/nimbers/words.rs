//! The rules of nimbers in words.

use cg_core::Asked;
use dashu_int::UBig;

/// How many nimbers of a set, or terms of a sum, are written out.
const MOST_LISTED: usize = 12;

pub(super) fn explain(asked: Asked<'_, UBig>) -> Option<String> {
    match asked {
        Asked::Value { left, right, value } => {
            let (left, right) = (mex(left), mex(right));
            let sides = if left == right { left } else { format!("{left} = {right}") };
            Some(format!("{sides} = {value}: the least nimber missing, for both players"))
        }
        Asked::Outcome(n) if n.is_zero() => Some("in 0 who moves first loses".to_owned()),
        Asked::Outcome(_) => Some("a nimber other than 0: who moves first moves to 0".to_owned()),
        Asked::Sum(terms) if terms.len() <= MOST_LISTED => {
            let sum = terms.iter().fold(UBig::ZERO, |sum, term| sum ^ *term);
            let terms: Vec<String> = terms.iter().map(|term| term.to_string()).collect();
            Some(format!("nimbers add in binary without carrying: {} = {sum}", terms.join(" xor ")))
        }
        Asked::Sum(_) => Some("nimbers add in binary without carrying".to_owned()),
        _ => None,
    }
}

fn mex(nimbers: &[&UBig]) -> String {
    let mut distinct: Vec<&UBig> = nimbers.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let listed = distinct.iter().take(MOST_LISTED);
    let mut listed: Vec<String> = listed.map(|n| n.to_string()).collect();
    if distinct.len() > MOST_LISTED {
        listed.push(format!("... {} more", distinct.len() - MOST_LISTED));
    }
    format!("mex{{{}}}", listed.join(","))
}
