//! The subgroups keep the laws of `cg_simplify::laws`, each on samples that reach its corners.

use std::sync::Arc;

use cg_core::{Family, Notation, Registry, Text};
use cg_simplify::laws::Laws;
use cg_subgroups::{Nimbers, Numberish, Numbers, Sumbers, standard};

fn registry() -> Arc<Registry> {
    Arc::new(standard().expect("the built-in subgroups fit together"))
}

fn read<S: Family>(subgroup: &S, texts: &[&str]) -> Vec<S::Element> {
    let read = |text: &&str| subgroup.parse(text, Notation::Standard);
    texts.iter().map(read).collect::<Result<_, _>>().expect("samples are well written")
}

fn keeps_the_laws<S: Family>(subgroup: S, samples: &[&str], pool: usize) {
    let elements = read(&subgroup, samples);
    let laws = Laws::of(subgroup, elements).pool(pool);
    let report = laws.check(&registry());
    assert!(report.holds(), "{report}");
    assert_eq!(report.too_large, 0, "{report}");
}

#[test]
fn numbers() {
    let samples = ["0", "1", "-1", "1/2", "-1/2", "2", "3/4", "-5/8", "7/4", "-3", "11/16", "5"];
    keeps_the_laws(Numbers, &samples, 12);
}

#[test]
fn nimbers() {
    let samples = ["0", "*", "*2", "*3", "*4", "*5", "*8", "*15", "*16"];
    keeps_the_laws(Nimbers, &samples, 9);
}

#[test]
fn sumbers() {
    let samples = [
        "0", "*", "^", "v*", "^^", "^*", "v", "^<2>", "vv*", "^[2]*", "3.^(1/2)", "^(3/4)",
        "^(1/2)+*", "^(3/2)", "^3", "v4*", "^(1/4)+v",
    ];
    keeps_the_laws(Sumbers, &samples, 11);
}

#[test]
fn numberish() {
    let samples = [
        "0", "*", "1", "^*2", "1/2", "*2", "v", "1*", "^*", "-1^", "1/2*3", "^^*3", "^<2>*2", "v*",
        "3/4v2*", "-2*4",
    ];
    keeps_the_laws(Numberish, &samples, 11);
}

/// A registry of the paper's three subgroups alone. Elements that two of them share have one home.
/// The general algorithm handles sums outside all three.
#[test]
fn the_papers_three_stand_alone() {
    let registry = Registry::builder().with(Numbers).with(Nimbers).with(Sumbers).close();
    let registry = Arc::new(registry.expect("they fit together"));
    let samples = read(&Sumbers, &["0", "*", "^", "v*", "^^", "^*", "^<2>", "^(1/2)"]);
    let report = Laws::of(Sumbers, samples).pool(6).check(&registry);
    assert!(report.holds(), "{report}");
    let mut engine =
        cg_simplify::Engine::new(registry, cg_core::Limits::default()).expect("starts");
    let star2 = engine.nimber(&2u8.into()).expect("small");
    let up = engine.up(&cg_core::Dyadic::ONE).expect("small");
    let sum = engine.add(up, star2).expect("small");
    assert_eq!(engine.subgroup_name(sum), None);
    assert_eq!(engine.outcome(sum).expect("small"), cg_core::Outcome::Left);
    assert_eq!(engine.subtract(sum, star2).expect("small"), up);
}

/// If no other subgroup declares the samples of a subgroup as its own, they have no second handle:
/// values of two subgroups have one home.
#[test]
fn shared_elements_have_one_home() {
    let mut engine =
        cg_simplify::Engine::new(registry(), cg_core::Limits::default()).expect("starts");
    let mut home = |name: &str, bytes: Vec<u8>| {
        let game = engine.decode(name, &bytes).expect("canonical bytes");
        engine.subgroup_name(game).map(str::to_owned)
    };
    let encode = |text: &str| {
        let element = Numberish.parse(text, Notation::Standard).expect("well written");
        Numberish.encode(&element)
    };
    for (text, expected) in [
        ("0", "numbers"),
        ("3/4", "numbers"),
        ("*", "nimbers"),
        ("*7", "nimbers"),
        ("^", "sumbers"),
        ("v*", "sumbers"),
        ("^*2", "numberish"),
        ("1*", "numberish"),
        ("1/2^", "numberish"),
    ] {
        assert_eq!(home("numberish", encode(text)).as_deref(), Some(expected), "{text}");
    }
}
