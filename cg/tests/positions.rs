//! Positions as values: what keeps its moves, where its value is due, and when it changes.

use cg_calculator::Calculator;

/// The last reply to a program.
fn last(program: &str) -> String {
    let mut calculator = Calculator::new().expect("a calculator");
    let replies = calculator.evaluate(program);
    replies.last().expect("the program answers").shown.clone()
}

const CLOBBERS: &str = "L = [Clobber(\"xo\"), Clobber(\"xoxo\"), Clobber(\"xoxoxo\")]\n";

/// Values of these positions are *, +-{*,^} and 0; in misère play the second, the first and the
/// first player win.
#[test]
fn positions_stay_positions_in_lists_bindings_and_arguments() {
    for (asked, wanted) in [
        ("misere(L[1])", "first player win"),
        ("[misere(G) : G in L]", "[P, N, N]"),
        ("map(misere, L)", "[P, N, N]"),
        ("misere(reverse(L)[2])", "second player win"),
        ("misere((L ++ [*])[0])", "second player win"),
        ("misere([[L[0]]][0][0])", "second player win"),
        ("A = L[0]\nB = A + L[0]\nmisere(B)", "first player win"),
        ("W(G) { default: misere(G); }\nW(Clobber(\"xo\"))", "second player win"),
        ("W(G) { default: misere(G); }\nV(G) { default: W(G); }\nV(L[0])", "second player win"),
        (
            "P(n) { default: [Clobber(\"xo\"), Nim(n)]; }\nNim(n) { case 0: 0; default: {Nim(n-1)|}; }\nmisere(P(1)[0])",
            "second player win",
        ),
        ("Y(n) { default: let p = Clobber(\"xo\"); misere(p); }\nY(1)", "second player win"),
    ] {
        assert_eq!(last(&format!("{CLOBBERS}{asked}")), wanted, "{asked}");
    }
}

#[test]
fn where_a_game_is_due_a_position_is_its_value() {
    for (asked, wanted) in [
        ("L", "[*, +-{*,^}, 0]"),
        ("L[0]", "*"),
        ("L[0] + *", "0"),
        ("L[2] == 0", "true"),
        ("L == [*, L[1], 0]", "true"),
        ("-L[0]", "*"),
        ("{L[0]|L[2]}", "v"),
        ("sum(L) == L[0] + L[1]", "true"),
        ("mean(L[1])", "0"),
        ("len(L)", "3"),
        ("distinct([Clobber(\"xo\"), Clobber(\"ox\"), *])", "[*]"),
        ("D = dict([[Clobber(\"xo\"), 7]])\nD[*]", "7"),
        ("F(g) { case *: 1; default: 2; }\nF(L[0])", "1"),
        ("F(g) { case L[0]: 1; default: 2; }\nF(*)", "1"),
        ("H(g) { default: {g|0}; }\nH(L[0])", "v"),
        ("[g + 1 : g in L, if g == 0]", "[1]"),
        ("[1, 2, 3][L[2] + 1]", "2"),
        ("[k : k = L[2]..1]", "[0, 1]"),
        ("if L[2] == 0 then 1 else 2", "1"),
        ("L[0] <> 0 and L[2] >= 0", "true"),
        ("'{L[0]|0}'", "v"),
        ("max(L[2], 1)", "1"),
    ] {
        assert_eq!(last(&format!("{CLOBBERS}{asked}")), wanted, "{asked}");
    }
}

/// The value of the first takes longer than a test may.
#[test]
fn a_position_is_valued_when_its_value_is_due() {
    assert_eq!(last("B = Domineering(9, 9)\nlen([B, B])"), "2");
    assert_eq!(last("B = [Domineering(9, 9), Clobber(\"xo\")]\noutcome(B[1])"), "first player win");
    assert_eq!(last("outcome([Domineering(6, 6)][0])"), "first player win");
    // An argument that the ruleset does not read is an error where it stands.
    let said = last("B = Clobber(\"zz\")");
    assert!(said.starts_with("error[") && said.contains("no cell"), "{said}");
}

#[test]
fn a_position_keeps_the_definitions_under_which_it_was_made() {
    let before =
        "F(n) { case 0: 0; default: {F(n-1)|F(n-1)}; }\nA = F(1)\nB = [A, F(3)]\nC = {A|0}\n";
    let after = "F(n) { default: n; }\n";
    for (asked, wanted) in [
        ("A", "*"),
        ("B", "[*, *]"),
        ("F(1)", "1"),
        ("A == F(0)", "false"),
        ("outcome(A)", "first player win"),
    ] {
        assert_eq!(last(&format!("{before}{after}{asked}")), wanted, "{asked}");
    }
    // Names in braces keep what they stood for, the name of the binding itself too.
    for (program, wanted) in [
        ("x = 1\nx = {x|0}\nx = {x|x}\n[x]", "[0]"),
        ("x = {1|-1}\nx = {1|x}\nx == {1||1|-1}", "true"),
        ("x = Domineering(2, 2)\nx = {x|x}\nx == {Domineering(2, 2)|Domineering(2, 2)}", "true"),
        ("x = *\ny = {x|0}\nx = 5\ny", "v"),
        ("x = *\ny = [{x|0}]\nx = 5\n[outcome(y[0]), y[0] == {*|0}]", "[R, true]"),
        ("y = {z|0}", "unknown-name"),
        ("x = {x|0}", "unknown-name"),
        ("x = {it|0}", "no-answer-yet"),
    ] {
        let said = last(program);
        assert!(said.contains(wanted), "{program}: {said}");
    }
    // One whose value is not known soon has none afterwards.
    let large =
        "D(m, n) { default: Domineering(m, n) + 0; }\nA = D(9, 9)\nD(m, n) { default: 1; }\nA";
    let said = last(large);
    assert!(said.contains("bind it again"), "{said}");
}

/// Each binding would lie in the next.
#[test]
fn long_chains_of_bindings_are_valued() {
    let chain = "x = {x|}\n".repeat(20_000);
    assert_eq!(last(&format!("x = {{0|}}\n{chain}x")), "20001");
}

/// Positions inside positions: values are worked out inside each other only so deep.
#[test]
fn deep_positions_are_valued() {
    let program = "G(n) { case 0: 0; default: {first([H(n)])|}; }\nH(n) { case 0: 0; default: let l = [G(n-1)]; l[0]; }\nfirst(l) { default: l[0]; }\n";
    assert_eq!(last(&format!("{program}G(2000)")), "2000");
}

/// Braces that hold a word or a constant keep it when the name is bound, to themselves too.
#[test]
fn words_in_braces_are_bound_when_they_are_written() {
    for (program, shown) in [
        ("over = {over|0}; over", "{over|0}"),
        ("on = {on|0}; on", "{on|0}"),
        ("x = {1|0}; x = {stops(x)[0]|0}; x", "{1|0}"),
        ("x = {1|0}; x = {stops({x|0})[0]|*}; x", "^"),
        ("x = {max([stops({k|0})[0] : k in [1, 3]])|7}; x", "4"),
        ("it = {1|0}; it = {stops(it)[0]|0}; it", "{1|0}"),
        ("dud = {dud|0}; x = dud; dud = 3; x", "{on|0} & -1"),
    ] {
        assert_eq!(last(program), shown, "{program}");
    }
}
