//! Games that may go on for ever, in the language.

use crate::common::{codes, run};

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

/// A call that is not closed may be added in braces: such a position is a sum of positions.
#[test]
fn sums_of_calls_in_a_loop() {
    check(
        "loopy G(n) { case 0: 0; default: { G(n-1) + G(n) | G(n-1) }; }\n[G(n) : n = 0..2]",
        &["[0, under, under & -1]"],
    );
    check("loopy S(n) { default: { 0 | S(n) + over }; }\nS(0)", &["1 & over"]);
    check("loopy L(n) { default: { 0 | L(n) + * }; }\nL(1)\na{0|a - *}", &["1 & *", "1 & *"]);
    check(
        "loopy M(n) { case 0: 0; default: { M(n-1) + 1 | M(n) }; }\n[M(n) : n = 0..3]\nM(2) + 1",
        &["[0, 1 + over, 2 + over, 3 + over]", "3 + over"],
    );
    // Through a helper, and by copies.
    check(
        "H(n) { default: P(n) + P(n); }\nloopy P(n) { case 0: 0; default: { H(n-1) | P(n) }; }\n\
         [P(n) : n = 0..2]\nloopy N(n) { case 0: *; default: { 3.N(n-1) | N(n) }; }\nN(1)",
        &["[0, over, over]", "-upon"],
    );
    check(
        "loopy U(n) { case 0: 0; default: +-{ U(n-1), U(n) }; }\nU(1)",
        &["upon + * & -upon + *"],
    );
    assert_eq!(
        codes(
            "loopy K(n) { default: { 0 | K(n) + 1 }; }\nK(1)\n\
             loopy J(n) { default: J(n) + 1; }\nJ(1)\n\
             loopy Q(n) { default: { Q(n) + dud | 0 }; }\nQ(0)\n\
             {pass + 1|0}\na{2.a + b{a + b|}|}"
        ),
        ["endless-sums", "nothing-but-itself", "sides-in-sum", "still-open", "endless-sums"]
    );
}

/// A value that ends, with moves to games that do not.
#[test]
fn moves_to_loopy_games() {
    let said = run("?? {over|1}").remove(0);
    let expected = "left player win\nLeft wins by\n  1. {over|1} -> over (leaves over)\nRight loses, whatever the move";
    assert_eq!(said, expected);
    let walk =
        "loopy W(n) { case 0: 0; default: { W(n-1) | W(n) }; }\nX(n) { default: { W(n) | 1 }; }\n";
    let said = run(&format!("{walk}?? X(1) - *")).remove(0);
    assert!(
        said.starts_with("left player win\nLeft wins by\n  1. X(1) -> W(1) (leaves over)"),
        "{said}"
    );
    let why = run(&format!("{walk}:why ? X(1)")).remove(0);
    assert!(why.contains("X(1) -> W(1), which leaves over"), "{why}");
    let why = run(&format!("{walk}:why X(1)")).remove(0);
    assert!(why.contains("It comes of games that go on for ever"), "{why}");
}

#[test]
fn the_carousel_has_an_outcome_and_no_value() {
    check(
        "a{0,{1|1,{*,{1*|1*,a}|*}}|0}\n? a{0,{1|1,{*,{1*|1*,a}|*}}|0}",
        &["not stopper-sided, as far as looked (4 positions)", "first player win"],
    );
}
