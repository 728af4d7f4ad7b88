//! Games that may go on for ever, in the language.

mod common;

use common::{codes, run};

/// Each line with its answer.
#[track_caller]
fn check(program: &str, expected: &[&str]) {
    assert_eq!(run(program), expected, "{program}");
}

#[test]
fn passes_and_labels() {
    check(
        "{pass|}\n{|pass}\n{0|pass}\n{pass|0}\n{pass|pass}",
        &["on", "off", "over", "under", "dud"],
    );
    check("{pass|*}\n{0,pass|0}\n{0||0|0,pass}", &["upon", "upon + *", "uponth"]);
    check("a{{|a}|}\na{|{a|}}", &["1 & 0", "0 & -1"]);
    // A label that is not needed, and a loop that ends after all.
    check("a{0|1}\n{1,pass|}\na{0|{a|a}}", &["1/2", "on", "1 & *"]);
}

#[test]
fn sums_order_and_outcomes() {
    check(
        "on + on\non - on\nover - over\nover + *\n5 + over\nover + over",
        &["on", "dud", "over & under", "over", "5 + over", "over"],
    );
    check(
        "upon + upon\nupon - upon\n3.upon\n-uponth + *",
        &["{0|upon + *}", "uponth & -uponth", "{0|{0|upon}}", "-uponth + *"],
    );
    check(
        "over > 0\nover < 1/1024\nover <> upon\ntis == (1 & 0)\non == on + 5",
        &["true", "true", "false", "true", "true"],
    );
    check(
        "? on\n? tis\n? dud\n? -over\n? +-over",
        &[
            "left player win",
            "Left wins moving second; a draw if Left starts",
            "draw",
            "right player win",
            "first player win",
        ],
    );
}

#[test]
fn definitions_that_come_back() {
    check("loopy F(n) { case 0: 0; default: { F(n-1) | F(n) }; }\nF(1)\nF(2)", &["over", "over"]);
    check("loopy R(n) { default: { R((n+1)%5) | R((n+2)%5) }; }\nR(0)\n? R(1)", &["dud", "draw"]);
}

#[test]
fn moves_that_win_or_draw() {
    let walk = "loopy W(n) { case 0: 0; default: { W(n-1) | W(n) }; }\n";
    let said = run(&format!("{walk}?? W(1) + W(2)"));
    let expected = "left player win
Left wins by
  1. W(1) -> W(0) (leaves over)
  2. W(2) -> W(1) (leaves over)
Right loses, whatever the move";
    assert_eq!(said, [expected]);
    // A pass is a move to the same position.
    let said = run("?? {0,pass|pass}").remove(0);
    assert!(said.starts_with("left player win\nLeft wins by\n  1. "), "{said}");
    assert!(said.contains("(leaves 0)") && said.contains("(leaves on & over)"), "{said}");
    // Where nothing wins, what draws.
    let said = run("?? over - over").remove(0);
    assert!(said.starts_with("draw\nLeft draws by\n  1. "), "{said}");
    // A value with two sides has no moves.
    assert_eq!(codes("?? tis"), ["refused"]);
}

#[test]
fn the_carousel_has_an_outcome_and_no_value() {
    check(
        "a{0,{1|1,{*,{1*|1*,a}|*}}|0}\n? a{0,{1|1,{*,{1*|1*,a}|*}}|0}",
        &["not stopper-sided, as far as looked (4 positions)", "first player win"],
    );
}
