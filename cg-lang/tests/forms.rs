//! Forms: games that are not simplified until they are used as values.

use crate::common::{answer, run, run_in, session};

#[test]
fn an_argument_stays_a_form() {
    assert_eq!(answer("ordinal('{-1|1}', 1)"), "1/2");
    assert_eq!(answer("ordinal({-1|1}, 1)"), "1");
    assert_eq!(answer("conway(*(6), '{0,*|0,*}')"), answer("conway(*(6), *(2))"));
    let through = "g = '{-1|1}'
H(g) { default: ordinal(g, 1); }
H(g)
H(0)
map(H, [g, 0])
[H(f) : f in ['{-1|1}', '{*|*}', 0]]
if true then ordinal(g, 1) else 0";
    assert_eq!(run(through), ["1/2", "1", "[1/2, 1]", "[1/2, ^, 1]", "1/2"]);
}

#[test]
fn braces_inside_are_forms() {
    assert_eq!(answer("ordinal('{{-1|1}|}', 1)"), answer("ordinal('{'{-1|1}'|}', 1)"));
    let base = answer("ordinal('{1||2|3}', *)");
    assert_eq!(base, answer("ordinal('{1|{2|3}}', *)"));
    assert_eq!(answer("'{ k : k = 0..3 | }'"), "4");
    assert_eq!(run(":notation standard\nordinal('{-1|1}', 1)"), ["1/2"]);
}

/// Where a game is due a form is its value.
#[test]
fn a_form_is_a_game() {
    for (text, expected) in [
        ("'{-1|1}'", "0"),
        ("? '{*|*}'", "second player win"),
        ("'{-1|1}' + 5", "5"),
        ("'{0|}' - '{0|}'", "0"),
        ("-'{0|}'", "-1"),
        ("3.'{0|}'", "3"),
        ("3 * '{0|}'", "3"),
        ("'{0|}' / 2", "1/2"),
        ("+-'{0|}'", "+-1"),
        ("*('{0|}')", "*"),
        ("^('{0|}')", "^"),
        ("{'{-1|1}'|}", "1"),
        ("'{-1|1}' == 0", "true"),
        ("'{-1|1}' == '{*|*}'", "true"),
        ("'{0|}' > '{-1|1}'", "true"),
        ("['{-1|1}', 3]", "[0, 3]"),
        ("[['{-1|1}']] == [[0]]", "true"),
        ("['{-1|1}'] == ['{0|}']", "false"),
        ("contains([1, 0], '{*|*}')", "true"),
        ("distinct(['{-1|1}', 0, '{*|*}'])", "[0]"),
        ("sort([1, '{-1|1}'])", "[0, 1]"),
        ("sum(['{0|}', 2])", "3"),
        ("mean('{4|-2}')", "1"),
        ("[5, 6]['{-1|1}']", "5"),
        ("?? '{0,*|0,*}'", "first player win; either player:\n  1. '{0,*|0,*}' -> 0 (leaves 0)"),
        ("F(g) { case 0: 7; default: 8; } F('{-1|1}')", "7"),
    ] {
        assert_eq!(answer(text), expected, "{text}");
    }
}

/// Forms have the values of their braces, and ordinal sums with 1 = {0|} those of
/// the definition.
#[test]
fn all_small_forms() {
    let sides = ["", "0", "*", "-1", "1", "0,*", "{0|*}", "-1,1"];
    let mut session = session();
    for left in sides {
        for right in sides {
            let game = format!("{{{left}|{right}}}");
            let comma = if left.is_empty() { "" } else { "," };
            for law in [
                format!("'{game}' == {game}"),
                format!("ordinal('{game}', 1) == {{{left}{comma}{game}|{right}}}"),
            ] {
                assert_eq!(run_in(&mut session, &law), ["true"], "{law}");
            }
        }
    }
}

#[test]
fn what_is_bound_to_a_form_is_saved_as_one() {
    let mut session = session();
    assert!(run_in(&mut session, "h = 1\ng = '{-h|1}'\nh = 2").is_empty());
    // `h` has changed, so the form is written out.
    let program = session.program().unwrap();
    assert_eq!(program, "g = '{-1|1}'\nh = 2\n");
}

#[test]
fn a_form_may_span_lines() {
    assert_eq!(run("ordinal('{ -1 |\n 1\n}', 1)"), ["1/2"]);
    assert!(session().is_unfinished("'{0|"));
    assert!(!session().is_unfinished("'{0|}'"));
}
