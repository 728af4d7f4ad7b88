//! Definitions whose moves are those of an octal game, as `:period` recognises them.

use cg_calculator::Calculator;

/// The code of `F` by its definition, if `:period` recognises it from its values at 0 to 99.
fn of(cases: &[u64], options: &str) -> Option<String> {
    let mut calculator = Calculator::new().unwrap();
    let cases: String = cases.iter().map(|case| format!("case {case}: 0; ")).collect();
    let replies =
        calculator.evaluate(format!("impartial F(n) {{ {cases}default: {{ {options} }} }}"));
    assert!(replies.is_empty(), "{}", replies[0]);
    let reply = calculator.evaluate(":period F 99").remove(0);
    assert!(!reply.is_error(), "{options}: {reply}");
    let shown = reply.shown.strip_prefix("F(n)").expect("it speaks of the function");
    let (game, _) = shown.strip_prefix(" is ")?.split_once(" by its definition")?;
    // The name may stand behind the code.
    Some(game.split(' ').next().unwrap_or(game).to_owned())
}

#[test]
fn codes_of_definitions() {
    let two = |taken: i64, first: i64, second: i64| {
        format!("F(k) + F(n - {taken} - k) : k = {first}..n - {}", taken + second)
    };
    let half = |taken: i64, first: i64| {
        format!("F(k) + F(n - {taken} - k) : k = {first}..(n - {taken}) div 2")
    };
    let is = |code: &str| Some(code.to_owned());
    assert_eq!(of(&[0], &[two(1, 0, 0), two(2, 0, 0)].join(", ")), is(".77"));
    assert_eq!(of(&[], &[half(1, 0), two(2, 0, 0)].join(", ")), is(".77"));
    assert_eq!(of(&[], &two(1, 0, 1)), is(".6"));
    // A single option has no range, so that 1 needs a case as well.
    assert_eq!(of(&[0, 1], &[half(0, 1), "F(n - 2)".into()].join(", ")), is("4.03"));
    assert_eq!(of(&[], "F(k) : k = 0..n - 1"), is(".(3)"));
    let any = "F(k) : k = 1..n - 3".to_owned();
    assert_eq!(of(&[], &[two(1, 1, 1), any].join(", ")), is(".40(2)"));
    // Values of another game, parts that no code can ask for, cases that were not seen.
    assert_eq!(of(&[0, 5], &two(1, 0, 0)), None);
    assert_eq!(of(&[0], &two(1, 2, 1)), None);
    assert_eq!(of(&[100], &two(1, 1, 1)), None);
    assert_eq!(of(&[99], &two(1, 1, 1)), None);
}
