//! Functions on lists and texts, powers and nim products, and names that the program
//! takes for its own.

use crate::common::{answer, codes, run, run_in, session};

#[test]
fn questions_about_items() {
    for (text, expected) in [
        ("any(ishot, [1, ^, {3|1}])", "true"),
        ("any([])", "false"),
        ("all([])", "true"),
        ("all(isnumber, [1, *])", "false"),
        ("Even(n) { default: n % 2 == 0; } count(Even, 1..7)", "3"),
        ("count(\"aabaa\", \"aa\")", "2"),
        ("count([1, {0|}, 2], 1)", "2"),
        ("find(isnumber, [*, ^, 1])", "2"),
        ("find(\"äöü\", \"ü\")", "2"),
        ("find([1, 2], 3)", "-1"),
        ("replace(\"a.b.\", \".\", \"--\")", "\"a--b--\""),
        ("replace([1, *, 1], 1, 2)", "[2, *, 2]"),
        ("split(\"#a##b\", \"#\")", "[\"\", \"a\", \"\", \"b\"]"),
        ("join(split(\"a#b#c\", \"#\"), \"#\")", "\"a#b#c\""),
        ("join([], \"x\")", "\"\""),
        ("zip([1, 2], [3, 4, 5], [6, 7])", "[[1, 3, 6], [2, 4, 7]]"),
        ("sort(shuffle(1..20, 7)) == [n : n = 1..20]", "true"),
        ("shuffle(1..20, 7) == shuffle(1..20, 7)", "true"),
        ("all([random(3, 5, s) >= 3 and random(3, 5, s) <= 5 : s = -50..50])", "true"),
        ("sort(distinct([random(3, 5, s) : s = 0..50]))", "[3, 4, 5]"),
        ("contains([4, 5], choice([4, 5], 11))", "true"),
    ] {
        assert_eq!(answer(text), expected, "{text}");
    }
    for text in [
        "split(\"a\", \"\")",
        "random(2, 1, 0)",
        "choice([], 1)",
        "count(\"a\", \"\")",
        "replace(\"a\", \"\", \"b\")",
    ] {
        assert_eq!(codes(text), ["refused"], "{text}");
    }
    for text in ["any([1])", "zip([1], 2)", "split(1, \"a\")", "find(3, 4)"] {
        assert_eq!(codes(text), ["wrong-kind"], "{text}");
    }
}

#[test]
fn powers_of_integers() {
    for (text, expected) in [
        ("2**10", "1024"),
        ("2 ** 3 ** 2", "512"),
        ("-2**2", "-4"),
        ("(-2)**3", "-8"),
        ("3 * 2**2", "12"),
        ("10**9 == pow(10, 9)", "true"),
    ] {
        assert_eq!(answer(text), expected, "{text}");
    }
    assert_eq!(codes("2**-1"), ["refused"]);
    assert_eq!(codes("10**1000000000"), ["integer-too-large"]);
}

#[test]
fn powers_of_games() {
    for n in 1..6 {
        assert_eq!(answer(&format!("power(^, {n}) == ^<{n}>")), "true");
        assert_eq!(answer(&format!("cumulative(^, {n}) == ^({n})")), "true");
        let sum = format!("cumulative(tiny(1), {n}) == sum([power(tiny(1), k) : k = 1..{n}])");
        assert_eq!(answer(&sum), "true");
    }
    assert_eq!(codes("power(*, 2)"), Vec::<&str>::new());
    assert_eq!(codes("power(^*, 2)"), ["refused"]);
    assert_eq!(codes("power(^, 0)"), ["refused"]);
    assert_eq!(codes("cumulative(^, 1/2)"), ["refused"]);
}

/// The product of Conway is the nim product where both games are nimbers.
#[test]
fn nim_products_are_products_of_conway() {
    let program = "all([nimproduct(*(a), *(b)) == conway(*(a), *(b)) : a = 0..6, b = 0..6])";
    assert_eq!(answer(program), "true");
    assert_eq!(codes("niminverse(0)"), ["refused"]);
    assert_eq!(codes("nimproduct(2, *3)"), ["refused"]);
}

/// Whatever stands on a base is found again.
#[test]
fn subordinates_of_games_born_by_day_two() {
    let program = "
day = [0, 1, -1, *, 2, -2, 1/2, -1/2, ^, v, ^*, v*, *2, 1*, +-1, {1|0}, {1|*}, {0|-1}, {*|-1}, {0, *|-1}, {1|0, *}]
all([ordinal(b, subordinate(ordinal(b, h), b)) == ordinal(b, h) : b in day, h in day])";
    assert_eq!(answer(program), "true");
    assert_eq!(codes("subordinate(2, *)"), ["refused"]);
}

#[test]
fn tempers_and_sensible_options() {
    assert_eq!(
        run(
            "map(iseventempered, [0, 1/2, *, +-1, ^, {+-1|+-1-5}]); map(isoddtempered, [0, *, *2, {3|1}])"
        ),
        ["[true, true, false, false, false, true]", "[false, true, false, true]"]
    );
    assert_eq!(answer("leftsensible({{9|5}, {9|2}|0})"), "[{9|5}]");
    assert_eq!(answer("rightsensible({4|0, {0|-7}})"), "[0, {0|-7}]");
    assert_eq!(answer("rightsensible({4|0, {1|-7}})"), "[0]");
    assert_eq!(answer("leftlines(3)"), "[[3]]");
    assert_eq!(
        answer("rightlines({4|0, {0|-7}})"),
        "[[{4|0,{0|-7}}, 0], [{4|0,{0|-7}}, {0|-7}, 0]]"
    );
    assert_eq!(codes("leftlines(*20)"), ["refused"]);
}

/// No program that ran before fails because a name is built in now.
#[test]
fn a_program_may_take_any_name() {
    assert_eq!(run("any(n) { default: n + 1; } any(2)"), ["3"]);
    assert_eq!(run("min = 3; min + 1; min(4, 5)"), ["4", "4"]);
    // What was defined before calls the function of the program as well.
    let program =
        "F(n) { default: count(n) + 1; }\nF([true])\ncount(n) { default: 10; }\nF([true])";
    assert_eq!(run(program), ["2", "11"]);
    assert_eq!(
        run("G(n) { default: sum(n); } sum(n) { case 0: 5; default: sum(n-1); } G(3)"),
        ["5"]
    );
    let mut session = session();
    assert_eq!(run_in(&mut session, "find(n) { default: n; } find(7)"), ["7"]);
    assert_eq!(run_in(&mut session, ":clear\nfind([7], 7)"), ["0"]);
    // A definition that fails hides nothing.
    assert_eq!(run("all(n) { default: it; }\nall([true])").last().unwrap(), "true");
}

/// `let` among generators, lists taken apart, generators that options share.
#[test]
fn generators_in_all_their_forms() {
    for (text, expected) in [
        ("[t * t : k = 1..4, let t = k + 1, if t % 2 == 0]", "[4, 16]"),
        ("[a - b : (a, b) in [[5, 1], [7, 2]]]", "[4, 5]"),
        ("[[k, a] : k = 0..1, (a, b) in zip([k, 5], [6, 7]), if b == 6]", "[[0, 0], [1, 1]]"),
        ("[x : (a, b) in [[1, 2]], (c, d) in [[3, 4]], x in [a, b, c, d]]", "[1, 2, 3, 4]"),
        ("[(k, -k) : k = 1..2]", "[1, 2, -1, -2]"),
        ("{(k, *) : k = 0..0, if k < 1 | }", "1"),
        ("[v * 2 : v in [1, 2], let v3 = v, if v3 > 1]", "[4]"),
        ("F(n) { default: {(F(n-2), F(n-1)) : k = 0..0, let m = n, if m > 1 | 0}; } F(2)", "-1/2"),
    ] {
        let answer = run(text);
        assert_eq!(answer.last().unwrap(), expected, "{text}");
    }
    let shared =
        "Nim(n) { default: { (Nim(k), Nim(k)) : k = 0..n-1 | Nim(k) : k = 0..n-1 }; }\n?? Nim(2)";
    assert_eq!(
        answer(shared),
        "first player win; either player:\n  1. Nim(2) -> Nim(0) (leaves 0)"
    );
    assert_eq!(codes("[a : (a, b) in [[1]]]"), ["wrong-kind"]);
    assert_eq!(codes("[(1, 2)]"), ["pattern-outside"]);
    assert_eq!(codes("[a : (a, 1) in [[1, 2]]]"), ["bad-generator"]);
}

#[test]
fn what_others_print_is_read() {
    for (text, expected) in [
        ("+_2", "tiny(2)"),
        ("-_2", "miny(2)"),
        ("Tiny(2)", "tiny(2)"),
        ("Miny(1/2)", "miny(1/2)"),
        ("±{2|1}", "+-{2|1}"),
        ("^<2>", "^<2>"),
        ("^[2]*", "^[2]*"),
        ("v[3]*2", "v[3]*2"),
        ("1^*", "1^*"),
        ("{3||2|1}", "{3||2|1}"),
        ("3*", "3*"),
        ("⇑∗2 + ½", "1/2^^*2"),
    ] {
        assert_eq!(answer(text), expected, "{text}");
    }
}
