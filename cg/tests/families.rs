//! `family(...)` in the language: names, functions with their arguments, limits, faults.

use std::time::Duration;

use cg_calculator::cg_families::{FamilyReply, RuleFound};
use cg_calculator::{Calculator, Content, Limits};

const PARTISAN_KAYLES: &str = "PK(n) { case 0: 0; case 1: *;
    default: { PK(k) + PK(n-k-1) : k = 0..n-1 | PK(k) + PK(n-k-2) : k = 0..n-2 }; }";

/// What a query about a family answers.
fn family(calculator: &mut Calculator, query: &str) -> FamilyReply {
    let reply = calculator.evaluate(query).pop().expect("a query has a reply");
    match reply.content {
        Content::Family(family) => *family,
        _ => panic!("{query}: {reply}"),
    }
}

fn names(family: &FamilyReply) -> Vec<(&str, &str, &str)> {
    let values = family.values.iter();
    values.map(|it| (it.name.as_str(), it.value.as_str(), it.sum.as_str())).collect()
}

#[test]
fn games_keep_the_names_that_they_are_written_with() {
    let mut calculator = Calculator::new().unwrap();
    calculator.evaluate(PARTISAN_KAYLES);
    let found = family(&mut calculator, "family(PK, 0..24)");
    assert_eq!(
        names(&found),
        [("PK(1)", "*", "t1"), ("PK(3)", "^", "g1"), ("PK(6)", "v*", "-g1 + t1")]
    );
    assert_eq!((&found.title[..], &found.group[..]), ("PK(0), PK(1), ..., PK(24)", "Z + Z2"));
    for same in ["family(PK(0..24))", "family([PK(n) : n = 0..24])", "family(PK, [n : n = 0..24])"]
    {
        assert_eq!(family(&mut calculator, same), found, "{same}");
    }
    // Values will do, whatever holds them; a built-in function may be mapped.
    calculator.evaluate("a = ^; list = [a, *]");
    for same in ["family([a, *])", "family(list)", "family([n.^ : n in [1]] ++ [*])"] {
        let found = family(&mut calculator, same);
        assert_eq!(names(&found), [("*", "*", "t1"), ("^", "^", "g1")], "{same}");
    }
    let found = family(&mut calculator, "family(Clobber, [\"xo\", \".xxo\"])");
    assert_eq!(names(&found)[1].0, "Clobber(\".xxo\")");
    let found = family(&mut calculator, "family(tiny, [1, 2])");
    let RuleFound::Proved { comparisons, .. } = &found.rule.found else { panic!("{found:?}") };
    assert_eq!((comparisons.len(), &comparisons[0].large[..]), (1, "g1"));
    assert_eq!((comparisons[0].copies, &comparisons[0].small[..]), (1, "g2"));
}

#[test]
fn a_family_is_a_value() {
    let mut calculator = Calculator::new().unwrap();
    let replies = calculator.evaluate(
        "f = family([^]); f == family([^]); f == family([*]); [f]; f + 1; text(f) == text(family([^]))",
    );
    let shown: Vec<&str> =
        replies.iter().map(|reply| reply.shown.lines().next().unwrap()).collect();
    assert_eq!(shown[0], "true");
    assert_eq!(shown[1], "false");
    assert_eq!(shown[2], "[^: 1 value");
    assert!(shown[3].contains("the left side of `+` is a family, not a game"), "{}", shown[3]);
    assert_eq!(shown[4], "true");
    // The same object in a list and alone.
    let alone = calculator.evaluate("f").remove(0);
    let item = serde_json::to_value(&replies[2]).unwrap()["items"][0].clone();
    let mut alone = serde_json::to_value(&alone).unwrap();
    for own in ["shown", "statement", "seconds"] {
        alone.as_object_mut().unwrap().remove(own);
    }
    assert_eq!(item, alone);
}

#[test]
fn faults_say_what_to_write() {
    let mut calculator = Calculator::new().unwrap();
    calculator.evaluate(PARTISAN_KAYLES);
    calculator.evaluate("Two(a, b) { default: 0; }");
    for (query, code, said) in [
        ("family(PK)", "refused", "family(PK, 0..10)"),
        ("family(PK, 3)", "refused", "the list of its arguments"),
        ("family([1], 3)", "refused", "a list of them"),
        ("family(\"a\")", "refused", "a list of them"),
        ("family([\"a\"])", "wrong-kind", "a text, not a game"),
        ("family(Two, [1])", "call-argument-count", "`Two` takes 2 arguments, not 1"),
        ("family(ordinal, [1])", "call-argument-count", "`ordinal` takes 2 arguments"),
        ("family([on])", "wrong-kind", "not a game that ends"),
        ("family([{n|0||-n} : n = 1..501])", "refused", "501 values are too many"),
        ("F(n) { default: family([^]); }", "position-inside", "as a query"),
        ("? family([^])", "wrong-kind", "is a family, not a game"),
    ] {
        let reply = calculator.evaluate(query).pop().expect("an error is a reply");
        let Content::Error { error } = &reply.content else { panic!("{query}: {reply}") };
        assert_eq!(error.code, code, "{reply}");
        assert!(reply.shown.contains(said), "{reply}");
    }
}

#[test]
fn limits_and_interruptions_end_the_work() {
    let mut calculator = Calculator::new().unwrap();
    let long = "family([{n|0||-n} : n = 1..400])";
    let limits = calculator.limits().clone();
    calculator.set_limits(Limits { time: Some(Duration::from_millis(50)), ..limits.clone() });
    let reply = calculator.evaluate(long).remove(0);
    let Content::Error { error } = &reply.content else { panic!("{reply}") };
    assert!(error.limit, "{reply}");
    calculator.set_limits(Limits { memory: 64 << 20, ..limits.clone() });
    let reply = calculator.evaluate(long).remove(0);
    let Content::Error { error } = &reply.content else { panic!("{reply}") };
    assert!(error.limit && error.message.contains("memory"), "{reply}");
    calculator.set_limits(limits);
    let interrupt = calculator.interrupt();
    let raised = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        interrupt.raise();
    });
    let reply = calculator.evaluate(long).remove(0);
    raised.join().unwrap();
    let Content::Error { error } = &reply.content else { panic!("{reply}") };
    assert_eq!(error.code, "interrupted", "{reply}");
    calculator.interrupt().clear();
    assert_eq!(family(&mut calculator, "family([^])").group, "Z");
}
