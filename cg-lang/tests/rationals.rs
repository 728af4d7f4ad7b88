//! Rational numbers that are no games: they count.

use crate::common::{answer, codes};

#[test]
fn rationals_count_and_become_games_where_they_are_dyadic() {
    for (program, expected) in [
        ("1/3 + 1/3", "2/3"),
        ("1/3 + 1/3 + 1/3", "1"),
        ("1/3 + 1/6", "1/2"),
        ("{1/3 + 1/6|1}", "3/4"),
        ("1/3 - 1/2", "-1/6"),
        ("2/3 * 3/4", "1/2"),
        ("(1/3) / (2/3)", "1/2"),
        ("-(2/6)", "-1/3"),
        ("abs(-1/3)", "1/3"),
        ("10/12", "5/6"),
        ("1/-3", "-1/3"),
        ("[F(n) : n = 1..6]\nF(n) { default: n/3 }", "[1/3, 2/3, 1, 4/3, 5/3, 2]"),
        ("sum([1/n : n = 1..6])", "49/20"),
        (
            "[1/3 < 1/2, 1/3 >= 1/2, 1/3 == 2/6, 1/3 != 2/6, 1/3 <> 1/2]",
            "[true, false, true, false, false]",
        ),
        ("[max([1/3, 1/2, 2/5]), min(1/3, 1/4, 2/7)]", "[1/2, 1/4]"),
        ("sort([1/2, 1/3, 2/5, 0, 3/8])", "[0, 1/3, 3/8, 2/5, 1/2]"),
        ("distinct([1/3, 2/6, 1/2, 2/4])", "[1/3, 1/2]"),
        ("dict([[1/3, \"a\"]])[2/6]", "\"a\""),
        ("\"average \" ++ 10/3", "\"average 10/3\""),
        ("latex([1/3, -2/7])", "\"[\\\\frac{1}{3}, -\\\\frac{2}{7}]\""),
        ("number(\"-2/6\") + 1/3", "0"),
        ("contains([1/3], 1/3)", "true"),
        ("1.F(2/6)\nF(x) { case (1/3): 7; default: 8 }", "7"),
    ] {
        // A definition may stand behind its question.
        let mut lines: Vec<&str> = program.split('\n').collect();
        lines.reverse();
        assert_eq!(answer(&lines.join("\n")), expected, "{program}");
    }
}

#[test]
fn rationals_are_no_games() {
    for program in [
        "{1/3|1}",
        "? 1/3",
        "1/3 + *",
        "* - 1/3",
        "1/3 * *2",
        "1/3 == *",
        "^ > 1/3",
        "mean(1/3)",
        "outcome(2/3)",
        "+-(1/3)",
        "F(1/3)\nF(x) { default: {x|} }",
    ] {
        let mut lines: Vec<&str> = program.split('\n').collect();
        lines.reverse();
        assert_eq!(codes(&lines.join("\n")), ["not-dyadic"], "{program}");
    }
    assert_eq!(codes("1/3 + \"a\""), ["wrong-kind"]);
    assert_eq!(codes("1/0"), ["division-by-zero"]);
    assert_eq!(codes("(1/3)/0"), ["division-by-zero"]);
    assert_eq!(codes("10/3 div 1"), ["wrong-kind"]);
    // Bounded: the greatest common divisor of large numbers takes long.
    assert_eq!(codes("1/(3**50000)"), ["refused"]);
    assert_eq!(codes("x = 1/(3**40000)\nx * x"), ["refused"]);
}

/// Against fractions of machine integers.
#[test]
fn rationals_are_added_and_multiplied_as_fractions() {
    let divisor = |mut a: i64, mut b: i64| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a.abs()
    };
    let shown = |a: i64, b: i64| {
        let common = divisor(a, b) * b.signum();
        let (a, b) = (a / common, b / common);
        if b == 1 { a.to_string() } else { format!("{a}/{b}") }
    };
    let mut program = String::new();
    let mut expected = Vec::new();
    for (a, b, c, d) in (1..5).flat_map(|b| {
        (-3..4).flat_map(move |a| (-3..4).flat_map(move |c| (1..7).map(move |d| (a, b, c, d))))
    }) {
        program += &format!(
            "[{a}/{b} + {c}/{d}, {a}/{b} * {c}/{d}, {a}/{b} - {c}/{d}, {a}/{b} < {c}/{d}]\n"
        );
        expected.push(format!(
            "[{}, {}, {}, {}]",
            shown(a * d + c * b, b * d),
            shown(a * c, b * d),
            shown(a * d - c * b, b * d),
            a * d < c * b
        ));
    }
    assert_eq!(crate::common::run(&program), expected);
}
