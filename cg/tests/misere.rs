//! Misère play in the language: quotients against search, search against the definition, and the answers about
//! forms, genera and quotients.

#![cfg(all(feature = "lang", feature = "misere"))]

use std::collections::HashMap;

use cg_calculator::{Calculator, Content, Convention};
use cg_core::{Outcome, Player};
use cg_rulesets::{Clobber, Cram, Notated, OutcomeSearch, Ruleset, Sign};

/// `Twin` is Kayles in a form that is not recognised; `Other` has the values of Kayles, and plays otherwise.
const GAMES: &str = "
impartial Kayles(n) { case 0: 0;
    default: { Kayles(k)+Kayles(n-k-1) : k = 0..n-1, Kayles(k)+Kayles(n-k-2) : k = 0..n-2 }; }
impartial Twin(n, x) { case if n == 0: 0;
    default: { Twin(k,x)+Twin(n-k-1,x) : k = 0..n-1, Twin(k,x)+Twin(n-k-2,x) : k = 0..n-2 }; }
impartial Other(n) { case 0: 0; case 5: *(4);
    default: { Other(k)+Other(n-k-1) : k = 0..n-1, Other(k)+Other(n-k-2) : k = 0..n-2 }; }
impartial OtherTwin(n, x) { case if n == 5: *(4);
    default: { OtherTwin(k,x)+OtherTwin(n-k-1,x) : k = 0..n-1, OtherTwin(k,x)+OtherTwin(n-k-2,x) : k = 0..n-2 }; }
impartial Nim(n) { case 0: 0; case 2: *(2); default: { Nim(k) : k = 0..n-1 }; }
PK(n) { case 0: 0; case 1: *; default: { PK(k)+PK(n-k-1) : k = 0..n-1 | PK(k)+PK(n-k-2) : k = 0..n-2 }; }
";

fn calculator() -> Calculator {
    let mut calculator = Calculator::new().expect("a calculator");
    assert!(calculator.evaluate(GAMES).is_empty(), "definitions have no replies");
    calculator
}

fn shown(calculator: &mut Calculator, text: &str) -> String {
    let replies = calculator.evaluate(text);
    let [reply] = &replies[..] else { panic!("{text}: {replies:?}") };
    reply.shown.clone()
}

/// Nim in misère play is as in normal play while a heap has two or more (Winning Ways, chapter 13), compared for
/// all small positions. The P-positions of rows of Kayles are 1, 4, 9, 12, 20 (Sibert and Conway, "Mathematical
/// Kayles").
#[test]
fn outcomes_are_those_of_the_literature() {
    let mut calculator = calculator();
    let text = "[misere(Nim(a) + Nim(b) + Nim(c)) : a = 0..4, b = 0..4, c = 0..4]";
    let answers = shown(&mut calculator, text);
    let mut answers = answers.trim_matches(['[', ']']).split(", ");
    for a in 0..=4 {
        for b in 0..=4 {
            for c in 0..=4 {
                let large = a > 1 || b > 1 || c > 1;
                let second = if large { a ^ b ^ c == 0 } else { (a + b + c) % 2 == 1 };
                let expected = if second { "P" } else { "N" };
                assert_eq!(answers.next(), Some(expected), "{a} {b} {c}");
            }
        }
    }
    for (text, expected) in [
        ("[n : n = 0..20, if misere(Twin(n, 0)) == \"second player win\"]", "[1, 4, 9, 12, 20]"),
        ("[misere(1), misere(-1), misere(PK(3) - PK(3))]", "[R, L, N]"),
        ("misere(*) == \"P\"", "true"),
        ("[misere(*), misere(0)]", "[P, N]"),
        // Braces and forms keep their moves.
        ("misere({*|*})", "first player win"),
        ("misere('{*|*}')", "first player win"),
    ] {
        assert_eq!(shown(&mut calculator, text), expected, "{text}");
    }
    let found = calculator.evaluate("x = *(1) + *(1)\nmisere(x)").remove(0).shown;
    assert_eq!(found, "first player win");
}

/// Definitions may ask who wins in misère play. What was answered once is remembered, however deep the question.
#[test]
fn definitions_ask_who_wins() {
    let mut calculator = calculator();
    calculator.evaluate(
        "M(n) { case 0: 0; default: { M(k) : k = 0..n-1, if misere(M(k)) != \"N\" | M(k) : k = 0..n-1, if k % 2 == 0 } }",
    );
    // The same by hand: who cannot move wins.
    let mut outcomes: Vec<Outcome> = Vec::new();
    for n in 0..60 {
        let left = (0..n).filter(|&k: &usize| outcomes[k] != Outcome::Next);
        let right = (0..n).filter(|k| k % 2 == 0);
        let lost = |player: Player| move |outcome: Outcome| !outcome.won_by_first(player);
        let mut left = left.map(|k| outcomes[k]).peekable();
        let mut right = right.map(|k| outcomes[k]).peekable();
        let left_wins = left.peek().is_none() || left.any(lost(Player::Right));
        let right_wins = right.peek().is_none() || right.any(lost(Player::Left));
        outcomes.push(Outcome::from_first_moves(left_wins, right_wins));
        let found = shown(&mut calculator, &format!("misere(M({n}))"));
        assert_eq!(found, outcomes[n].to_string(), "{n}");
    }
    // Asked from the largest on.
    calculator.evaluate(
        "M(n) { case 0: 0; default: { M(n-1) : k = 1..1, if misere(M(n-1)) != \"N\" | M(n-1) } }",
    );
    assert!(shown(&mut calculator, "misere(M(12))").ends_with("win"));
    let deep = shown(&mut calculator, "misere(M(1000))");
    assert!(deep.contains("inside each other") || deep.contains("too deep"), "{deep}");
}

/// Errors of rules have their place in the rules, through every door.
#[test]
fn errors_of_rules_point_at_the_rules() {
    let mut calculator = calculator();
    calculator.evaluate("K(n) { case 0: 0; default: { K(n-1) | K(n-len(n)) } }");
    for question in [
        "? K(3)",
        "?? K(3)",
        ":why ? K(3)",
        "outcome(K(3))",
        "misere(K(3))",
        "? misere(K(3))",
        "K(3)",
    ] {
        let reply = calculator.evaluate(question).remove(0);
        let Content::Error { error } = &reply.content else { panic!("{question}: {reply:?}") };
        assert_eq!((error.code, error.place.column), ("wrong-kind", 43), "{question}: {error:?}");
    }
}

#[test]
fn quotients_agree_with_search() {
    let mut calculator = calculator();
    let why = shown(&mut calculator, ":why misere(Kayles(9)+Kayles(6))");
    assert!(why.contains("this is .77 (Kayles)"), "{why}");
    for (game, twin) in [("Kayles", "Twin"), ("Other", "OtherTwin")] {
        let differ = format!(
            "[[a, b, c] : a = 0..9, b = 0..a, c = 0..b, \
             if misere({game}(a)+{game}(b)+{game}(c)) != misere({twin}(a,0)+{twin}(b,0)+{twin}(c,0))]"
        );
        assert_eq!(shown(&mut calculator, &differ), "[]", "{game}");
    }
}

/// A case with the value of the heap, but another misère form, is no heap of the code.
#[test]
fn cases_must_be_the_heaps_of_the_code() {
    let mut calculator = calculator();
    assert_eq!(shown(&mut calculator, "[nimvalue(Kayles(5)), nimvalue(Other(5))]"), "[4, 4]");
    let refused = shown(&mut calculator, "quotient(Other)");
    assert!(refused.contains("`Other` is no octal game by its definition"), "{refused}");
    let found = shown(&mut calculator, "quotient(Nim, 7)[0..3]");
    assert_eq!(found, r#"[["order", 10], ["p_positions", 2], ["proved", false], ["heaps", 7]]"#);
}

/// Who wins sums of partizan Kayles, by the definition: rows and negatives of rows.
struct PartizanKayles(HashMap<(Vec<(u32, bool)>, Player), bool>);

impl PartizanKayles {
    fn wins(&mut self, rows: &[(u32, bool)], mover: Player) -> bool {
        let mut rows: Vec<_> = rows.iter().copied().filter(|row| row.0 > 0).collect();
        rows.sort_unstable();
        if let Some(&known) = self.0.get(&(rows.clone(), mover)) {
            return known;
        }
        let (mut can_move, mut wins) = (false, false);
        for (at, &(row, negative)) in rows.iter().enumerate() {
            let left = (mover == Player::Left) != negative;
            // A single pin may be knocked down by either.
            let taken = if left || row == 1 { 1 } else { 2 };
            for first in 0..=row.saturating_sub(taken) {
                if taken > row {
                    continue;
                }
                can_move = true;
                let mut after = rows.clone();
                after[at] = (first, negative);
                after.push((row - taken - first, negative));
                wins |= !self.wins(&after, mover.opponent());
            }
        }
        let wins = wins || !can_move;
        self.0.insert((rows, mover), wins);
        wins
    }
}

#[test]
fn partizan_games_are_searched_for_both_players() {
    let mut calculator = calculator();
    let mut play = PartizanKayles(HashMap::new());
    for a in 0..=6 {
        for b in 0..=5 {
            for c in 0..=4 {
                let rows = [(a, false), (b, false), (c, true)];
                let [left, right] = Player::BOTH.map(|player| play.wins(&rows, player));
                let wanted = Outcome::from_first_moves(left, right).to_string();
                let asked = format!("misere(PK({a}) + PK({b}) - PK({c}))");
                assert_eq!(shown(&mut calculator, &asked), wanted, "{asked}");
            }
        }
    }
}

/// Positions of built-in rulesets are played by their rules, not by their values.
#[test]
fn rulesets_are_played_by_their_rules() {
    fn outcome<R: Notated<Error = std::convert::Infallible>>(rules: &R, text: &str) -> Outcome {
        let position = rules.read_position(text).expect("a position");
        let mut search = OutcomeSearch::new(Convention::Misere);
        let Ok(found) = search.outcome(rules, &[(position, Sign::Plus)]);
        found.expect("it ends")
    }
    let mut calculator = calculator();
    for board in ["1x2", "2x2", "2x3", "3x3", "2x5", "1x9"] {
        let wanted = outcome(&Cram, board).to_string();
        assert_eq!(
            shown(&mut calculator, &format!("misere(Cram(\"{board}\"))")),
            wanted,
            "{board}"
        );
    }
    for board in ["xo", "xox", "xoxo", "xo|ox", "xoo|.xo", "x.o", "xxo|oox"] {
        let wanted = outcome(&Clobber, board).to_string();
        let asked = format!("misere(Clobber(\"{board}\"))");
        assert_eq!(shown(&mut calculator, &asked), wanted, "{board}");
    }
    assert!(!Clobber.is_impartial());
    let moves = shown(&mut calculator, "?? Clobber(\"xo\")");
    assert!(moves.contains("Left:\n  1. a1-b1 (leaves 0)"), "{moves}");
}

#[test]
fn answers_about_forms_genera_and_quotients() {
    let mut calculator = calculator();
    for (asked, wanted) in [
        ("? misere(Kayles(9) + Kayles(5))", "second player win"),
        ("?? misere(Nim(2) + Nim(3))", "first player win; either player:\n  1. Nim(3) -> Nim(2)"),
        (
            "?? misere(PK(4) - PK(3))",
            "right player win\nLeft: no winning move\nRight:\n  1. PK(4) -> PK(0)+PK(2)\n  \
             2. PK(4) -> PK(2)+PK(0)\n  3. -PK(3) -> -(PK(1)+PK(1))",
        ),
        ("misere(Kayles(1000000) + Kayles(999983) + Kayles(12))", "first player win"),
        ("misere(-3.Kayles(12))", "first player win"),
        ("misere(Kayles(0))", "first player win"),
        ("genus(Kayles(5))", "4^{146} restless"),
        ("[misereform(Kayles(n)) : n = 0..5]", "[0, *, *2, *3, *, *[3[3],3,2,1]]"),
        ("misereform(*2, \"*3\")", "*2[3]"),
        ("tameness(\"*[[2],0]\")", "restive"),
        (
            "quotient([Kayles(2), *3])[0..3]",
            r#"[["order", 6], ["p_positions", 2], ["proved", true], ["heaps", 5]]"#,
        ),
        (
            "quotient(Cram(\"2x3\"))[9]",
            r###"["positions", [["h1", "Cram(\"##.|##.\")"], ["h11", "Cram(\"##.|...\")"]]]"###,
        ),
    ] {
        assert_eq!(shown(&mut calculator, asked), wanted, "{asked}");
    }
    let many = shown(&mut calculator, "?? misere(Kayles(1000000) + Kayles(999983) + Kayles(12))");
    assert!(many.starts_with("first player win; either player: 416664 winning moves"), "{many}");
}

/// What is said is data, too: of `??` and of the call alone, by a quotient and by search.
#[test]
fn answers_are_data() {
    let mut calculator = calculator();
    let mut object = |text: &str| -> serde_json::Value {
        let replies = calculator.evaluate(text);
        let [reply] = &replies[..] else { panic!("{text}: {replies:?}") };
        serde_json::from_str(&reply.to_json()).expect("a reply is an object")
    };
    // A proof is looked for where heaps are large, and kept.
    let many = object("?? misere(Kayles(1000000) + Kayles(999983) + Kayles(12))");
    let moves = &many["winning_moves"];
    assert_eq!((&moves["count"]["left"], &moves["left"]), (&416_664.into(), &().into()));
    let split = &moves["sets"].as_array().expect("a list").last().expect("a set");
    assert_eq!((&split["heap"], &split["step"]), (&1_000_000.into(), &12.into()));
    let found = object("?? misere(Kayles(7) + Kayles(5))");
    assert_eq!((&found["kind"], &found["outcome"]), (&"misere".into(), &"first player win".into()));
    assert_eq!(
        found["quotient"],
        serde_json::json!({
            "code": ".77", "function": "Kayles", "order": 40, "p_positions": 9, "heaps": 168,
            "proved": true, "preperiod": 71, "period": 12, "word": "h2 h5", "in_p": false,
            "sum": [{"heap": 7, "word": "h2"}, {"heap": 5, "word": "h5"}],
        })
    );
    let moves = serde_json::json!([
        {"from": "Kayles(5)", "to": "Kayles(1)+Kayles(3)"},
        {"from": "Kayles(7)", "to": "Kayles(1)+Kayles(5)"},
    ]);
    assert_eq!(
        found["winning_moves"],
        serde_json::json!({
            "count": {"left": 2, "right": 2}, "left": moves, "right": moves,
            "sets": [{"heap": 5, "left": [1, 3]}, {"heap": 7, "left": [1, 5]}],
        })
    );
    for asked in ["misere(Kayles(12))", "? misere(Kayles(12))"] {
        let found = object(asked);
        assert_eq!(
            (&found["outcome"], &found["quotient"]["word"], &found["winning_moves"]),
            (&"second player win".into(), &"h12".into(), &().into())
        );
    }
    assert_eq!(object("it")["value"], "second player win");
    let searched = object("?? misere(PK(4) - PK(3))");
    assert_eq!(
        (&searched["outcome"], &searched["quotient"]),
        (&"right player win".into(), &().into())
    );
    assert_eq!(
        searched["winning_moves"]["count"],
        serde_json::json!({"left": 0, "right": 3}),
        "{searched}"
    );
}

/// A limit says how far the quotient and the search were.
#[test]
fn limits_say_how_far_it_got() {
    let mut calculator = calculator();
    let dawson = "impartial Dawson(n) { case 0: 0; case 1: 0; \
                  default: { Dawson(k) + Dawson(n-k-2) : k = 0..n-2 }; }";
    assert!(calculator.evaluate(dawson).is_empty());
    let twin = "impartial DTwin(n, x) { case if n <= 1: 0; \
                default: { DTwin(k,x) + DTwin(n-k-2,x) : k = 0..n-2 }; }";
    assert!(calculator.evaluate(twin).is_empty());
    let mut object = |text: &str| -> serde_json::Value {
        let replies = calculator.evaluate(text);
        let reply = replies.last().expect("a reply");
        serde_json::from_str(&reply.to_json()).expect("a reply is an object")
    };
    object(":limit time 1s");
    for (asked, code, wanted) in [
        (
            "misere(Dawson(500) + Dawson(499))",
            "limit",
            &[
                "time limit",
                "The misère quotient of .07 is found for the heaps to",
                "Positions looked at",
            ][..],
        ),
        (
            "?? misere(DTwin(300, 0) + DTwin(299, 0))",
            "limit",
            &["time limit", "Positions looked at"],
        ),
        ("quotient(Dawson)", "unfinished", &["limit on time", "verified for the heaps to"]),
    ] {
        let found = object(asked);
        let error = &found["error"];
        assert_eq!((&error["code"], &error["limit"]), (&code.into(), &true.into()), "{found}");
        assert_eq!(error["known"].is_null(), code == "unfinished", "{found}");
        let shown = found["shown"].as_str().expect("it is shown");
        assert!(wanted.iter().all(|part| shown.contains(part)), "{shown}");
    }
    // A cap on elements is an answer, as far as it goes.
    let found = object("quotient(Dawson, 24)");
    assert_eq!(found["items"][3][1]["text"], "24", "{found}");
}

#[test]
fn bad_input_is_an_error() {
    let mut calculator = calculator();
    for (asked, wanted) in [
        ("quotient(\"x\")", "not a game code"),
        ("quotient(PK)", "no octal game"),
        ("quotient(PK(3))", "infinitely many"),
        ("quotient(\".77\", *)", "number of heaps"),
        ("genus(PK(3))", "not impartial"),
        ("misereform(\"*[2,\")", "byte 4"),
        ("misereform(\"*1000000\")", "limit of 262144 forms"),
        ("misereform(*1000000)", "more than 20000 moves"),
        ("misereform([*2])", "about positions and texts"),
        ("misere([1])", "one position"),
        ("?? misere(1, 2)", "write `misere(G)`"),
        ("genus(Kayles(x))", "x"),
        ("F(n) { default: quotient(n); }", "not inside a definition"),
    ] {
        let said = shown(&mut calculator, asked);
        assert!(said.starts_with("error[") && said.contains(wanted), "{asked}: {said}");
    }
}

/// The value of {*2 | *2} is 0, and who moves from 0 wins under misère play; but who moves from
/// {*2 | *2} leaves *2, and loses.
#[test]
fn values_that_forgot_their_moves_are_refused() {
    let mut calculator = calculator();
    assert_eq!(shown(&mut calculator, "misere({*2|*2})"), "second player win");
    assert_eq!(shown(&mut calculator, "x = {*2|*2}\nmisere(x)"), "second player win");
    // In lists that are written outside of definitions positions stay what they are.
    for kept in ["misere([{*2|*2}][0])", "l = [{*2|*2}]\nmisere(l[0])"] {
        assert_eq!(shown(&mut calculator, kept), "second player win", "{kept}");
    }
    let list = "T(n) { default: [{*2|*2}]; }";
    assert!(calculator.evaluate(list).is_empty(), "a definition has no reply");
    for program in [
        "misere(T(1)[0])",
        "[misere(p) : p in T(1)]",
        "l = T(1)\nmisere(l[0] + *)",
        "genus(T(1)[0])",
    ] {
        let said = shown(&mut calculator, program);
        assert!(said.contains("forgot its moves"), "{program}: {said}");
    }
}
