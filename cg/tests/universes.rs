//! Theories of play beyond normal play in the language: the facts, asked as users ask them, words in definitions,
//! names that a program hides, and what is refused.

#![cfg(all(feature = "lang", feature = "universes"))]

use cg_calculator::{Calculator, Content};
use cg_universes::TopEntails;

fn shown(calculator: &mut Calculator, text: &str) -> String {
    let replies = calculator.evaluate(text);
    let [reply] = &replies[..] else { panic!("{text}: {replies:?}") };
    reply.shown.clone()
}

/// A form as it is typed.
fn typed(form: &str) -> String {
    if form.starts_with('{') { format!("'{form}'") } else { form.to_owned() }
}

#[test]
fn the_facts_are_answered_in_the_language() {
    let mut calculator = Calculator::new().expect("a calculator");
    let facts = include_str!("../../testdata/universes.tsv");
    let mut count = 0;
    for line in facts.lines().skip(2) {
        let row: Vec<&str> = line.split('\t').collect();
        let [name, left, right, relation] = row[..4] else { panic!("{line}") };
        let theory = match name {
            "D" => "dicots",
            "E" => "deadending",
            "B" => "blocking",
            "M" => "misereplay",
            other => other,
        };
        let (g, h) = (typed(left), typed(right));
        let (question, wanted) = match relation {
            "=" | "<" | ">" | "||" => {
                let sign = if relation == "||" { "<>" } else { relation };
                (format!("compare({theory}, {g}, {h})"), format!("{sign:?}"))
            }
            "simplest" | "member" if !left.contains(['(', ' ']) || name == "scoring" => {
                if left.contains("^a") {
                    continue;
                }
                (format!("{relation}({theory}, {g})"), right.to_owned())
            }
            "outcome L" | "outcome R" | "outcome N" | "outcome P" if left.starts_with('{') => {
                let who = match relation {
                    "outcome L" => "left player win",
                    "outcome R" => "right player win",
                    "outcome N" => "first player win",
                    _ => "second player win",
                };
                (format!("outcome({theory}, {g})"), who.to_owned())
            }
            "invertible" | "not invertible" => {
                let answer = shown(&mut calculator, &format!("inverse({theory}, {g})"));
                assert_eq!(
                    answer.contains("has no inverse"),
                    relation == "not invertible",
                    "{line}"
                );
                count += 1;
                continue;
            }
            _ if relation.starts_with("stops") && left.starts_with(['{', 's']) => {
                let numbers: Vec<&str> = relation
                    .split(' ')
                    .skip(1)
                    .map(|part| part.split_once('=').unwrap().1)
                    .collect();
                let wanted =
                    format!("[[{}], [{}]]", numbers[..2].join(", "), numbers[2..].join(", "));
                (format!("[stops({g}), passstops({g})]"), wanted)
            }
            _ => continue,
        };
        assert_eq!(shown(&mut calculator, &question), wanted, "{line}");
        count += 1;
    }
    assert!(count > 400, "{count}");
}

#[test]
fn comparisons_behind_mod() {
    let mut calculator = Calculator::new().expect("a calculator");
    for (text, wanted) in [
        ("1 + -1 == 0 mod deadending", "true"),
        ("1 + -1 != 0 mod misereplay", "true"),
        ("*2 <> 0 mod dicots", "true"),
        ("not * == 0 mod dicots and true", "true"),
        ("'{*|*}' == 0 mod dicots", "true"),
        ("oo >= 5 mod affine", "true"),
        ("score(1) > 0 mod scoring", "true"),
        ("1/2 > 0 mod normal", "true"),
    ] {
        assert_eq!(shown(&mut calculator, text), wanted, "{text}");
    }
    assert!(shown(&mut calculator, "7 mod 2").contains("a % b"));
}

const ENTAILING: &str = "
impartial TopEntails(n) { case 0: 0;
    default: { entails TopEntails(n-1), TopEntails(k) + TopEntails(n-k) : k = 1..n div 2 }; }
impartial Twice(n) { case 0: 0; default: { again Twice(n-1), Twice(n-2) : k = 2..n }; }
Check(n) { case 0: 0; default: { oo, Check(n-1) | Check(n-1) }; }
scoring Cumulative(n) { default: { score(s)+Cumulative(n-s) : s in [1,2,3], if s <= n
    | score(-s)+Cumulative(n-s) : s in [1,2,3], if s <= n }; }
scoring Pay(n) { case 0: '{end(-1)|end(1)}'; default: { Pay(n-1) | score(1/2) + Pay(n-1) }; }
";

#[test]
fn definitions_with_words() {
    let mut calculator = Calculator::new().expect("a calculator");
    let said = calculator.evaluate(ENTAILING);
    assert!(said.iter().all(|reply| matches!(reply.content, Content::Note { .. })), "{said:?}");
    let mut stacks = TopEntails::default();
    stacks.extend_to(9, cg_core::Limits::default()).unwrap();
    for n in 1..=9 {
        let value = stacks.value(n).unwrap().to_string();
        let loony = shown(&mut calculator, &format!("loony(TopEntails({n}))"));
        assert_eq!(loony, (value == "loony").to_string(), "{n}");
        if value != "loony" {
            let question = format!("TopEntails({n}) == {value} mod affine");
            assert_eq!(shown(&mut calculator, &question), "true", "{n}");
        }
    }
    // With one token a move lets move again, and there is none: a loss.
    assert_eq!(shown(&mut calculator, "[loony(Twice(1)), loony(Twice(2))]"), "[false, true]");
    // Left wins at once, unless Right's move comes first and ends the game.
    assert_eq!(shown(&mut calculator, "outcome(affine, Check(1))"), "first player win");
    assert_eq!(shown(&mut calculator, "universe(Check(1))"), "affine");
    let stops = shown(&mut calculator, "[stops(Cumulative(n))[0] : n = 0..9]");
    assert_eq!(stops, "[0, 1, 2, 3, 2, 1, 0, 1, 2, 3]");
    for (n, net) in [0, 1, 2, 3, 2, 1, 0, 1, 2, 3].into_iter().enumerate() {
        let wanted = format!("[{net}, {}]", -net);
        assert_eq!(shown(&mut calculator, &format!("stops(Cumulative({n}))")), wanted);
    }
    assert_eq!(shown(&mut calculator, "stops(Pay(1))"), "[1, -1/2]");
    assert_eq!(shown(&mut calculator, "universe(Pay(1))"), "scoring");
}

#[test]
fn what_lies_outside_is_refused_by_name() {
    let mut calculator = Calculator::new().expect("a calculator");
    let said = calculator.evaluate(ENTAILING);
    assert!(said.iter().all(|reply| matches!(reply.content, Content::Note { .. })), "{said:?}");
    for (text, wanted) in [
        ("simplest(dicots, '{*|1}')", "the follower 1 has moves for one player only"),
        ("simplest(dicots, '{*|1}')", "deadending"),
        ("simplest(deadending, '{|*}')", "{|*} is a Left end after which Left can move again"),
        ("simplest(dicots, Domineering(\"...|...\"))", "has moves for one player only"),
        ("compare(scoring, '{end(1)|score(0)}', 0)", "after which less can be scored"),
        ("simplest(normal, score(1))", "score(1) belongs to scoring"),
        ("simplest(normal, oo)", "oo belongs to affine"),
        ("simplest(scoring, TopEntails(2))", "belongs to affine"),
        ("outcome(affine, oo - oo)", "both players would have won"),
        ("outcome(scoring, score(1))", "ask for its stops"),
        ("compare(TopEntails, 1, 2)", "the first argument is a theory"),
        ("TopEntails(2)", "it is no game of normal play"),
        ("oo", "it is no game of normal play"),
        ("Cumulative(3)", "points decide it"),
        ("misere('{oo|0}')", "it is no game of normal play"),
        ("stops('{end(x)|end(0)}')", "x"),
        ("classes(misereplay, 3)", "day 3 of misereplay is out of reach"),
        ("simplest(dicots, '{over|over}')", ""),
    ] {
        let found = calculator.evaluate(text);
        let [reply] = &found[..] else { panic!("{text}: {found:?}") };
        let found = &reply.shown;
        assert!(found.starts_with("error") || found.contains("error"), "{text}: {found}");
        assert!(found.contains(wanted), "{text}: {found}");
    }
}

/// A program may have its own `end`, `score`, `normal` and the others.
#[test]
fn names_of_the_program_hide_words_and_theories() {
    let mut calculator = Calculator::new().expect("a calculator");
    assert!(calculator.evaluate("oo = 3\nscore(n) { default: { 0 | n }; }").is_empty());
    assert_eq!(shown(&mut calculator, "outcome(normal, '{oo|0}')"), "first player win");
    assert_eq!(shown(&mut calculator, "score(2)"), "1");
    assert_eq!(shown(&mut calculator, "dicots(*)"), "true");
    assert_eq!(shown(&mut calculator, "simplest(1, 2)"), "3/2");
    assert_eq!(shown(&mut calculator, "outcome(*)"), "first player win");
}

/// A position that asks again while it is read.
#[test]
fn questions_stand_inside_questions() {
    let mut calculator = Calculator::new().expect("a calculator");
    assert_eq!(shown(&mut calculator, "stops({stops({1|0})[0]|0})"), "[1, 0]");
    assert_eq!(shown(&mut calculator, "? stops({stops({1|0})[0]|0})[0] - 1"), "second player win");
}
