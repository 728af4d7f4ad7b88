//! The laws find what is wrong with a subgroup, and nothing wrong with a right
//! one: {0, *}, in a sound edition and several broken ones.

use std::sync::Arc;

use cg_core::{Error, Notation, NumberUpsStar, Outcome, Player, Registry, Result, Subgroup};
use cg_simplify::laws::{Laws, Report};
use dashu_int::UBig;

/// What is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    Outcome,
    Sum,
    FalseYes,
    FalseNo,
    Options,
    Text,
    Encoding,
    Parts,
}

/// The group {0, *}: an element is whether it is *.
#[derive(Clone, Copy, Debug)]
struct Stars(Fault);

impl Subgroup for Stars {
    type Element = bool;

    fn name(&self) -> &str {
        "stars"
    }

    fn zero(&self) -> bool {
        false
    }

    fn negate(&self, &g: &bool) -> bool {
        g
    }

    fn add(&self, &g: &bool, &h: &bool) -> Result<bool> {
        Ok(if self.0 == Fault::Sum { g | h } else { g ^ h })
    }

    fn outcome(&self, &g: &bool) -> Outcome {
        match (g, self.0) {
            (true, Fault::Outcome) => Outcome::Left,
            (true, _) => Outcome::Next,
            (false, _) => Outcome::Previous,
        }
    }

    fn simplify(&self, left: &[&bool], right: &[&bool]) -> Result<Option<bool>> {
        let (left_zero, right_zero) = (left.contains(&&false), right.contains(&&false));
        let (left_star, right_star) = (left.contains(&&true), right.contains(&&true));
        Ok(match (left_zero, right_zero) {
            // No move wins: 0, when nobody can start.
            (false, false) => Some(false),
            (true, true) if self.0 == Fault::FalseNo => None,
            (true, true) if !left_star && !right_star => Some(true),
            // {0,* | 0} and {0,* | 0,*} are ^* and *2.
            _ if self.0 == Fault::FalseYes => Some(true),
            _ => None,
        })
    }

    fn option_count(&self, &g: &bool, _: Player) -> u64 {
        u64::from(g != (self.0 == Fault::Options))
    }

    fn option(&self, _: &bool, _: Player, _: u64) -> Result<bool> {
        Ok(self.0 == Fault::Options)
    }

    fn number_ups_star(&self, &g: &bool) -> Option<NumberUpsStar> {
        let star = if self.0 == Fault::Parts { 2u8 } else { 1 };
        Some(UBig::from(if g { star } else { 0 }).into())
    }

    fn encode(&self, &g: &bool) -> Vec<u8> {
        vec![u8::from(g)]
    }

    fn decode(&self, bytes: &[u8]) -> Result<bool> {
        match bytes {
            [0] => Ok(false),
            [1] => Ok(true),
            [_] if self.0 == Fault::Encoding => Ok(true),
            _ => Err(Error::subgroup("stars", "malformed bytes")),
        }
    }

    fn print(&self, &g: &bool, _: Notation) -> String {
        String::from(if g { "*" } else { "0" })
    }

    fn parse(&self, text: &str, _: Notation) -> Result<bool> {
        match text {
            "0" => Ok(false),
            "*" => Ok(self.0 != Fault::Text),
            _ => Err(Error::subgroup("stars", "neither 0 nor *")),
        }
    }
}

fn report(fault: Fault) -> Report {
    let registry = Registry::builder().with(Stars(fault)).close().expect("one subgroup");
    Laws::of_native(Stars(fault), vec![false, true]).check(&Arc::new(registry))
}

#[test]
fn a_sound_subgroup_keeps_the_laws() {
    let report = report(Fault::None);
    assert!(report.holds(), "{report}");
    assert_eq!(report.too_large, 0);
    assert!(report.tried.len() > 20, "{report}");
}

#[test]
fn each_fault_breaks_a_law() {
    let broken = |fault| report(fault).broken.iter().map(|(law, _)| *law).collect::<Vec<_>>();
    for (fault, law) in [
        (Fault::Outcome, "outcome rule: the general algorithm's outcome"),
        (Fault::Sum, "g + (-g) = 0"),
        (Fault::FalseYes, "simplification rule: the general algorithm's value"),
        (Fault::FalseNo, "simplification rule: no \"no\" for an element"),
        (Fault::Options, "outcome rule: the general algorithm's outcome"),
        (Fault::Text, "what is printed reads back"),
        (Fault::Parts, "number, ups and star: their sum is the element"),
        (Fault::Encoding, "bytes that decode are the encoding of what they decode to"),
    ] {
        assert!(broken(fault).contains(&law), "{fault:?}: {}", report(fault));
    }
}

#[test]
fn a_report_can_be_acted_on() {
    let report = report(Fault::FalseNo).to_string();
    let findings = report.lines().filter(|line| !line.starts_with("  ok "));
    insta::assert_snapshot!(findings.collect::<Vec<_>>().join("\n"), @r#"
    stars BREAKS the laws of a subgroup
      broken  simplification rule: no "no" for an element (1 of 24 trials)
      broken  the game of its options is the element itself, and nobody else's (1 of 2 trials)
      simplification rule: no "no" for an element: {0 | 0} is *, and the rule says no
      the game of its options is the element itself, and nobody else's: *
    "#);
}
