//! The calculator as a front end meets it.

use std::thread;

use cg_calculator::{Calculator, Content, Limits, Notation, Part, Reply, Settings};

fn json(reply: &Reply) -> serde_json::Value {
    let mut object: serde_json::Value =
        serde_json::from_str(&reply.to_json()).expect("a reply is JSON");
    if let Some(fields) = object.as_object_mut() {
        fields.remove("seconds");
    }
    object
}

fn replies(program: &str) -> Vec<Reply> {
    Calculator::new().expect("a calculator").evaluate(program)
}

/// What can be proved is told by what was asked, however it is written.
#[test]
fn answers_say_what_they_claim() {
    for (typed, claim) in [
        ("{1|-1} + ^ <> 0;", Some("{1|-1} + ^ <> 0")),
        ("(1 + 2).* >= (-1)", Some("(1 + 2).* >= (-1)")),
        ("(* == *)", Some("(* == *)")),
        ("? ({0|*} + 1) - 1", Some("? ({0|*} + 1) - 1")),
        ("?? {0\n|0} + *2", Some("? {0 |0} + *2")),
        ("-(1 + 2)", Some("-(1 + 2)")),
        ("Nim(3) == *3", Some("Nim(3) == *3")),
        ("{1|-1} == ^", None),
        ("[1, 2] == [1, 2]", None),
        ("\"a==b\" == \"a==b\"", None),
        ("1 == 1 and 2 == 2", None),
        ("not (1 == 2)", None),
        ("(1 == 1) == true", None),
        ("any([1 == 1])", None),
        ("{0|pass}", None),
        ("[1, 2]", None),
        (":notation", None),
    ] {
        assert_eq!(replies(typed)[0].claim.as_deref(), claim, "{typed}");
    }
    let replies = replies("x = {3|1}; x > 0; :full");
    let claims: Vec<Option<&str>> = replies.iter().map(|reply| reply.claim.as_deref()).collect();
    assert_eq!(claims, [Some("x > 0"), None]);
}

#[test]
fn replies_serialise_as_the_command_prints_them() {
    let replies = replies("*; ?? *(5)+*(3); [1, [true]]; 1 < 2; \"ab\"; 1/3; ? 1/3");
    let kinds: Vec<String> = replies.iter().map(|reply| json(reply)["kind"].to_string()).collect();
    let expected = ["game", "moves", "list", "truth", "string", "rational", "error"];
    assert_eq!(kinds, expected.map(|kind| format!("\"{kind}\"")));
    insta::assert_snapshot!(json(&replies[0]).to_string(), @r#"{"claim":"*","kind":"game","options":{"left":{"count":1,"list":["0"]},"right":{"count":1,"list":["0"]}},"outcome":"first player win","shown":"*","statement":"*","subgroup":"nimbers","text":{"latex":"{\\ast}","paper":"*(1)","shown":"*","standard":"*","unicode":"∗"}}"#);
    insta::assert_snapshot!(json(&replies[2]).to_string(), @r#"{"items":[{"kind":"integer","text":"1"},[{"kind":"truth","value":true}]],"kind":"list","shown":"[1, [true]]","statement":"[1, [true]]"}"#);
    let error = &json(&replies[6])["error"];
    assert_eq!(error["code"], "not-dyadic");
    assert_eq!(error["span"], serde_json::json!({ "start": 50, "end": 53 }));
    assert_eq!((&error["line"], &error["column"]), (&1.into(), &51.into()));
    assert_eq!(json(&replies[1])["winning_moves"]["left"][0]["leaves"]["paper"], "0");
}

#[test]
fn what_cannot_be_written_is_an_error() {
    let replies = replies("norton(3.^(1/4), {0|{0|0},{0|{0|0}}})");
    let Content::Error { error } = &replies[0].content else { panic!("{:?}", replies[0]) };
    assert_eq!(error.code, "game");
    assert!(replies[0].shown.contains("error[game]"));
    // In another notation the text may be longer: the answer stays, and the part is missing.
    let reply = &self::replies("*(9999999999)")[0];
    let Content::Game(game) = &reply.content else { panic!("{reply:?}") };
    assert!(matches!(&game.text.shown, Part::Known(text) if *text == reply.shown));
    assert_eq!(json(reply)["options"]["left"]["list"], serde_json::Value::Null);
}

#[test]
fn two_calculators_work_side_by_side() {
    let work = |notation: Notation| {
        move || {
            let limits = Limits { memory: 1 << 28, ..Limits::default() };
            let settings = Settings { limits, notation: Some(notation), ..Settings::default() };
            let mut calculator = Calculator::with(settings).expect("a calculator");
            calculator.evaluate(
                "N(n) { case 0: 0; default: { N(k) : k = 0..n-1 | N(k) : k = 0..n-1 }; }",
            );
            calculator.evaluate("N(20) + N(7) + ^")[0].shown.clone()
        }
    };
    // One is made here and moved.
    let mut moved = Calculator::new().expect("a calculator");
    let threads = [thread::spawn(work(Notation::Paper)), thread::spawn(work(Notation::Standard))];
    let shown = threads.map(|thread| thread.join().expect("no panic"));
    assert_eq!(shown, ["^(1)+*(19)", "^*19"]);
    let sum = thread::spawn(move || moved.evaluate("1 + 1")[0].shown.clone());
    assert_eq!(sum.join().expect("no panic"), "2");
}

#[test]
fn another_thread_interrupts() {
    let mut calculator = Calculator::new().expect("a calculator");
    let (interrupt, progress) = (calculator.interrupt(), calculator.progress());
    let stopper = thread::spawn(move || {
        while progress.memory() == 0 {
            thread::yield_now();
        }
        interrupt.raise();
    });
    let replies = calculator.evaluate("[k : k = 0..10000000000000, if k < 0]; 1");
    stopper.join().expect("no panic");
    let Content::Error { error } = &replies[0].content else { panic!("{:?}", replies[0]) };
    assert!(error.interrupted && replies.len() == 1);
    calculator.interrupt().clear();
    assert_eq!(calculator.evaluate("1")[0].shown, "1");
}

#[test]
fn help_and_completion_know_all_parts() {
    let calculator = Calculator::new().expect("a calculator");
    for topic in ["octal", "trinim", ":period", "Nim"] {
        assert!(calculator.help(topic).expect("it is there").contains("Source"), "{topic}");
    }
    assert!(calculator.help("nosuch").is_err());
    let found = calculator.complete(":plot thermo", 12);
    assert_eq!(found.candidates[0].text, "thermograph ");
}

#[test]
fn numbers_are_taken_as_they_come() {
    let mut calculator = Calculator::new().expect("a calculator");
    let five = calculator.integer(5u8).expect("5");
    let minus_three = calculator.integer(-3i64).expect("-3");
    let sum = calculator.engine().add(five, minus_three).expect("2");
    assert_eq!(calculator.text(sum).expect("text"), "2");
}
