//! Forms as text.

use cg_core::Limits;
use cg_universes::{Theory, Universe};

#[test]
fn texts_read_back() {
    for (theory, text) in [
        (Theory::AllMisere, "{*,-1,0|{1|{end,0|*}}}"),
        (Theory::AllMisere, "{|{*,0|*,0}}"),
        (Theory::DeadEnding, "{2,{1|-1}|{-1|end,0}}"),
        (Theory::Affine, "{{oo|}|{|-oo}}"),
        (Theory::Scoring, "{end(-1),score(1/2)|{end(-3/4)|end(2)}}"),
        (Theory::Normal, "{{0|*}|-12}"),
    ] {
        let mut games = Universe::new(theory, Limits::default());
        let form = games.read(text).unwrap();
        assert_eq!(games.text(form).unwrap(), text);
    }
}

#[test]
fn spellings_of_one_form() {
    let mut games = Universe::new(Theory::AllMisere, Limits::default());
    for (a, b) in [
        ("*2", "{0,*|0,*}"),
        ("-2", "{|-1}"),
        ("--{ | 0 }", "-1"),
        ("-{1|*}", "{*|-1}"),
        ("{end|0}", "-1"),
        ("{0,0|}", "1"),
    ] {
        assert_eq!(games.read(a).unwrap(), games.read(b).unwrap(), "{a}");
    }
}

#[test]
fn what_is_no_form_is_refused() {
    let mut games = Universe::new(Theory::AllMisere, Limits::default());
    for text in [
        "",
        "{",
        "{|",
        "{|}}",
        "{0,|}",
        "{0}",
        "{0||1}",
        "end",
        "{-end|}",
        "{end,end,0|}",
        "1 2",
        "up",
        "{oo|}",
        "score(1)",
        "{end(1)|0}",
        "99999999999999999999",
        "*70000",
        "-",
        "{0 1|}",
        "\u{221e}",
    ] {
        assert!(games.read(text).is_err(), "{text:?}");
    }
    let mut games = Universe::new(Theory::Scoring, Limits::default());
    for text in ["{|}", "{end|end}", "{score(1)|}", "score(1/0)", "score(9223372036854775808)"] {
        assert!(games.read(text).is_err(), "{text:?}");
    }
}

/// Neither the reader nor the engine needs the machine stack.
#[test]
fn depth_is_bounded_by_memory_alone() {
    let mut games = Universe::new(Theory::Dicots, Limits::default());
    let deep = 30_000;
    let text = format!("{}*{}", "{0|".repeat(deep), "}".repeat(deep));
    let form = games.read(&text).unwrap();
    assert_eq!(games.forms().rank(form) as usize, deep + 1);
    assert!(games.outcome(form).is_ok());
    let conjugate = games.conjugate(form).unwrap();
    assert!(games.compare(form, conjugate).is_ok());
    // Written out, its followers are longer than what is written.
    assert!(games.text(form).unwrap_err().is_limit());
}
