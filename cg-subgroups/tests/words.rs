//! The rules in words: a reason for every answer, and none that contradicts it.

use cg_core::{Family, Notation, Outcome};
use cg_subgroups::{Nimbers, Numberish, Numbers, Sumbers};

/// Every form of at most two samples on each side that is an element has a reason.
fn values_have_reasons<S: Family>(subgroup: &S) -> usize {
    let samples = subgroup.samples().expect("samples");
    let mut sets: Vec<Vec<&S::Element>> = vec![Vec::new()];
    for (index, g) in samples.iter().enumerate().take(10) {
        sets.push(vec![g]);
        sets.extend(samples[..index].iter().map(|h| vec![h, g]));
    }
    let mut known = 0;
    for left in &sets {
        for right in &sets {
            let Some(value) = subgroup.simplify(left, right).expect("no limit") else { continue };
            known += 1;
            for notation in [Notation::Paper, Notation::Standard] {
                let reason =
                    subgroup.explain_value(left, right, &value, notation).expect("no limit");
                let shown = subgroup.print(&value, notation).expect("an element");
                assert!(
                    reason.as_ref().is_some_and(|reason| !reason.is_empty()),
                    "{{{left:?}|{right:?}}} = {shown} in {}: {reason:?}",
                    subgroup.name()
                );
            }
        }
    }
    known
}

#[test]
fn every_value_has_a_reason() {
    assert!(values_have_reasons(&Numbers) > 100);
    assert!(values_have_reasons(&Nimbers) > 100);
    assert!(values_have_reasons(&Sumbers) > 100);
    assert!(values_have_reasons(&Numberish) > 100);
}

/// The winner according to the words.
fn winner(words: &str) -> Option<Outcome> {
    let says = |texts: &[&str]| texts.iter().any(|text| words.contains(text));
    [
        (&["who moves first loses"][..], Outcome::Previous),
        (&["who moves first wins", "who moves first moves to 0"], Outcome::Next),
        (&["Left wins", "positive", "Left's"], Outcome::Left),
        (&["Right wins", "negative", "Right's"], Outcome::Right),
    ]
    .into_iter()
    .find_map(|(texts, outcome)| says(texts).then_some(outcome))
}

fn outcomes_are_named<S: Family>(subgroup: &S) {
    for g in subgroup.samples().expect("samples") {
        for h in subgroup.samples().expect("samples") {
            let g = subgroup.add(&g, &h).expect("no limit");
            let words = subgroup.explain_outcome(&g, Notation::Standard).expect("no limit");
            let words = words.expect("words");
            let outcome = subgroup.outcome(&g).expect("no limit");
            let shown = subgroup.print(&g, Notation::Standard).expect("an element");
            if words.starts_with("its number") {
                assert_ne!(outcome, Outcome::Next, "{shown}: {words}");
                continue;
            }
            assert_eq!(winner(&words), Some(outcome), "{shown}: {words}");
        }
    }
}

#[test]
fn the_words_for_an_outcome_name_the_winner() {
    outcomes_are_named(&Numbers);
    outcomes_are_named(&Nimbers);
    outcomes_are_named(&Sumbers);
    outcomes_are_named(&Numberish);
}
