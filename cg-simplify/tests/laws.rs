//! The laws find errors of a subgroup, and none in a right one: {0, *}, in a sound edition and
//! several broken ones.

use std::sync::Arc;

use cg_core::encoding::{Decoder, Element, Encoder, Malformed};
use cg_core::{
    Dyadic, Error, Explanations, Notation, NumberUpsStar, Outcome, Player, Registry, Relations,
    Result, Subgroup, Text, Views,
};
use cg_simplify::laws::{Laws, Report};
use dashu_int::UBig;

/// The fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    Outcome,
    Sum,
    FalseYes,
    FalseNo,
    TwoOptions,
    Uncounted,
    Options,
    Text,
    Encoding,
    Parts,
    /// Every nimber becomes *.
    Nimber,
    /// Every number becomes 0.
    Number,
    /// ^ becomes *.
    Up,
    /// A text with additional characters is read.
    Junk,
}

/// Whether an element is *. If the encoding is `LOOSE`, it reads bytes that it would not write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Star<const LOOSE: bool>(bool);

impl<const LOOSE: bool> Element for Star<LOOSE> {
    fn write(&self, to: &mut Encoder) {
        self.0.write(to);
    }

    fn read(from: &mut Decoder<'_>) -> std::result::Result<Self, Malformed> {
        if LOOSE { from.count().map(|n| Star(n != 0)) } else { bool::read(from).map(Star) }
    }
}

/// The group {0, *}.
#[derive(Clone, Copy, Debug)]
struct Stars<const LOOSE: bool>(Fault);

impl<const LOOSE: bool> Subgroup for Stars<LOOSE> {
    type Element = Star<LOOSE>;

    fn name(&self) -> &str {
        "stars"
    }

    fn zero(&self) -> Result<Self::Element> {
        Ok(Star(false))
    }

    fn negate(&self, &g: &Self::Element) -> Result<Self::Element> {
        Ok(g)
    }

    fn add(&self, g: &Self::Element, h: &Self::Element) -> Result<Self::Element> {
        Ok(Star(if self.0 == Fault::Sum { g.0 | h.0 } else { g.0 ^ h.0 }))
    }

    fn outcome(&self, g: &Self::Element) -> Result<Outcome> {
        Ok(match (g.0, self.0) {
            (true, Fault::Outcome) => Outcome::Left,
            (true, _) => Outcome::Next,
            (false, _) => Outcome::Previous,
        })
    }

    fn simplify(
        &self,
        left: &[&Self::Element],
        right: &[&Self::Element],
    ) -> Result<Option<Self::Element>> {
        let (zero, star) = (&Star(false), &Star(true));
        let seen = if self.0 == Fault::TwoOptions { 2 } else { usize::MAX };
        let [left, right] = [left, right].map(|side| &side[..side.len().min(seen)]);
        let (left_zero, right_zero) = (left.contains(&zero), right.contains(&zero));
        let (left_star, right_star) = (left.contains(&star), right.contains(&star));
        Ok(match (left_zero, right_zero) {
            // No move wins: the value is 0 if nobody can start.
            (false, false) => Some(*zero),
            (true, true) if self.0 == Fault::FalseNo => None,
            (true, true) if !left_star && !right_star => Some(*star),
            // {0,* | 0} and {0,* | 0,*} are ^* and *2.
            _ if self.0 == Fault::FalseYes => Some(*star),
            _ => None,
        })
    }

    fn option_count(&self, g: &Self::Element, _: Player) -> Result<u64> {
        if self.0 == Fault::Uncounted {
            return Ok(u64::MAX);
        }
        Ok(u64::from(g.0 != (self.0 == Fault::Options)))
    }

    fn option(&self, _: &Self::Element, _: Player, _: u64) -> Result<Self::Element> {
        Ok(Star(self.0 == Fault::Options))
    }
}

impl<const LOOSE: bool> Text for Stars<LOOSE> {
    fn print(&self, g: &Self::Element, _: Notation) -> Result<String> {
        Ok(String::from(if g.0 { "*" } else { "0" }))
    }

    fn parse(&self, text: &str, _: Notation) -> Result<Self::Element> {
        let text = match self.0 {
            Fault::Junk => text.split(' ').next().unwrap_or(text),
            _ => text,
        };
        match text {
            "0" => Ok(Star(false)),
            "*" => Ok(Star(self.0 != Fault::Text)),
            _ => Err(Error::parse("stars", text, "neither 0 nor *")),
        }
    }
}

impl<const LOOSE: bool> Views for Stars<LOOSE> {
    fn number_ups_star(&self, g: &Self::Element) -> Result<Option<NumberUpsStar>> {
        let star = if self.0 == Fault::Parts { 2u8 } else { 1 };
        Ok(Some(UBig::from(if g.0 { star } else { 0 }).into()))
    }

    fn nimber(&self, value: &UBig) -> Result<Option<Self::Element>> {
        Ok(match u8::try_from(value) {
            _ if self.0 == Fault::Nimber => Some(Star(true)),
            Ok(0) => Some(Star(false)),
            Ok(1) => Some(Star(true)),
            _ => None,
        })
    }

    fn number(&self, value: &Dyadic) -> Result<Option<Self::Element>> {
        Ok((self.0 == Fault::Number || value.is_zero()).then_some(Star(false)))
    }

    fn up(&self, _: &Dyadic) -> Result<Option<Self::Element>> {
        Ok((self.0 == Fault::Up).then_some(Star(true)))
    }
}

impl<const LOOSE: bool> Relations for Stars<LOOSE> {}
impl<const LOOSE: bool> Explanations for Stars<LOOSE> {}

fn report(fault: Fault) -> Report {
    match fault {
        Fault::Encoding => check(Stars::<true>(fault)),
        _ => check(Stars::<false>(fault)),
    }
}

fn check<const LOOSE: bool>(stars: Stars<LOOSE>) -> Report {
    laws(stars).check(&registry(stars))
}

fn laws<const LOOSE: bool>(stars: Stars<LOOSE>) -> Laws<Stars<LOOSE>> {
    Laws::of(stars, vec![Star(false), Star(true)])
}

fn registry<const LOOSE: bool>(stars: Stars<LOOSE>) -> Arc<Registry> {
    Arc::new(Registry::builder().with(stars).close().expect("one subgroup"))
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
        (Fault::Nimber, "the nimber of n is *n"),
        (Fault::Number, "the number of a dyadic is that number"),
        (Fault::Up, "the up of an order is that up"),
        (Fault::Junk, "a text with something behind or before an element is refused"),
        (Fault::Encoding, "bytes that decode are the encoding of what they decode to"),
    ] {
        assert!(broken(fault).contains(&law), "{fault:?}: {}", report(fault));
    }
}

#[test]
fn a_report_can_be_acted_on() {
    let stars = Stars::<false>(Fault::FalseNo);
    let report = laws(stars).rounds(0).check(&registry(stars)).to_string();
    let findings = report.lines().filter(|line| !line.starts_with("  ok "));
    let findings: Vec<&str> = findings.collect();
    insta::assert_snapshot!(findings.join("\n"), @r#"
    stars BREAKS the laws of a subgroup
      broken  the nimber of n is *n (1 of 205 trials)
      broken  simplification rule: no "no" for an element (1 of 24 trials)
      broken  the game of its options is the element itself, and nobody else's (1 of 2 trials)
      the nimber of n is *n: n = 1: *
      simplification rule: no "no" for an element: {0 | 0} is *, and the rule says no
      the game of its options is the element itself, and nobody else's: *
    "#);
}

/// A rule that examines only the first two options of each player.
#[test]
fn larger_sets_of_options_are_tried() {
    let found = |rounds| {
        let stars = Stars::<false>(Fault::TwoOptions);
        !laws(stars).rounds(rounds).check(&registry(stars)).holds()
    };
    assert_eq!([0, 20].map(found), [false, true]);
}

/// If samples cannot be expanded, the rules are not known to be right.
#[test]
fn what_was_not_tried_does_not_hold() {
    let stars = Stars::<false>(Fault::None);
    let report = laws(stars).followers(0).check(&registry(stars));
    assert!(report.broken.is_empty() && !report.holds(), "{report}");
    assert_eq!((report.too_large, report.untried().len()), (2, 3));
    assert!(report.to_string().starts_with("stars was NOT TRIED on all laws"), "{report}");
    // The same holds for a subgroup that claims more options than can be listed.
    assert!(!check(Stars::<false>(Fault::Uncounted)).untried().is_empty());
}

#[test]
fn the_same_seed_tries_the_same_cases() {
    let stars = Stars::<false>(Fault::FalseYes);
    let text = |seed| laws(stars).rounds(30).seed(seed).check(&registry(stars)).to_string();
    assert_eq!(text(1), text(1));
    assert_ne!(text(1), text(2));
}
