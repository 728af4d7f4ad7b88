//! What was silently something else than the user meant: now it is an error, or it is noted, or
//! it does what is meant.

use cg_lang::{Event, Role, Source};

use crate::common::{answer, codes, run, session};

/// The notes on a program, and how many statements were answered before each.
fn notes(text: &str, role: Role) -> Vec<(usize, String)> {
    let (mut notes, mut answers) = (Vec::new(), 0);
    session().run(&Source::new("test", text), role, &mut |_, event| match event {
        Event::Answer(_) => answers += 1,
        Event::Error(error) => panic!("{text}: {error}"),
        Event::Note(note) => notes.push((answers, note)),
    });
    notes
}

#[test]
fn a_condition_as_the_value_of_a_case_is_an_error() {
    for body in ["case n % 2 == 0: 0", "case n == 0, n == 1: 0", "case true: 0"] {
        let program = format!("F(n) {{ {body}; default: 1; }} F(2)");
        assert_eq!(codes(&program), ["truth-as-case"], "{program}");
        let shown = run(&program).join("\n");
        assert!(shown.contains("case if n % 2 == 0:"), "{shown}");
    }
    // Typed code and the moves of positions say the same.
    let often = "F(n) { case n > 5: 0; default: 1; } [F(n) : n = 0..2000]";
    assert_eq!(codes(often), ["truth-as-case"]);
    let moves = "F(n) { case n == 0: 0; default: { F(n-1) | }; } ?? F(1)";
    assert_eq!(codes(moves), ["truth-as-case"]);
    // Other kinds stay apart, and a truth value has its cases.
    let mixed = "F(s) { case []: 0; case 0: 1; case \"a\": 2; default: 3; } [F(0), F([]), F(\"a\"), F(true)]";
    assert_eq!(answer(mixed), "[1, 0, 2, 3]");
    assert_eq!(answer("F(t) { case true: 1; case false: 2; } [F(1 < 2), F(2 < 1)]"), "[1, 2]");
    assert_eq!(answer("F(n) { case if n % 2 == 0: 0; default: 1; } [F(2), F(3)]"), "[0, 1]");
}

#[test]
fn a_case_of_several_parameters_is_printed_as_it_should_be() {
    for (case, meant) in [
        ("case 0:", "case (0, _):"),
        ("case 0, _:", "case (0, _):"),
        ("case n-1, m:", "case (n-1, m):"),
        ("case (0, 1, 2):", "case (_, _):"),
    ] {
        let shown = run(&format!("F(n, m) {{ {case} 0; default: 1; }}")).join("\n");
        assert!(shown.contains(meant), "{case}: {shown}");
    }
    let three = run("F(a, b, c) { case 0, 1: 0; default: 1; }").join("\n");
    assert!(three.contains("case (0, 1, _):"), "{three}");
    assert_eq!(
        answer("F(n, m) { case (0, _), (_, 0): 0; default: 1; } [F(0, 5), F(5, 0), F(1, 1)]"),
        "[0, 0, 1]"
    );
    assert_eq!(answer("F(n, m) { case _: 0; } F(1, 2)"), "0");
}

#[test]
fn outcomes_are_values() {
    for (program, expected) in [
        ("outcome(*)", "first player win"),
        ("[outcome(*), outcome(0), outcome(1), outcome(-1)]", "[N, P, L, R]"),
        ("outcome(0) == \"P\"", "true"),
        ("outcome(0) != \"P\"", "false"),
        ("\"first player wins\" == outcome(*)", "true"),
        ("outcome(*) == \"first player win\"", "true"),
        ("outcome(1) == outcome(2)", "true"),
        ("outcome(1) == outcome(*)", "false"),
        ("[G : G in [0, *, 1, -1], if outcome(G) == \"N\"]", "[*]"),
        ("[outcome(*)] == [\"N\"]", "true"),
        ("contains([outcome(*)], \"N\")", "true"),
        ("count([outcome(*), outcome(0), outcome(*)], \"N\")", "2"),
        ("find([outcome(*), outcome(0)], outcome(0))", "1"),
        ("distinct([outcome(1), outcome(2), outcome(*)])", "[L, N]"),
        ("map(outcome, [1, 0])", "[L, P]"),
        // The sentence is still its text.
        ("\"it is a \" ++ outcome(*)", "\"it is a first player win\""),
        ("len(outcome(*))", "16"),
        ("outcome(*)[0]", "\"f\""),
        ("outcome(*)[0..4]", "\"first\""),
        ("\"\" ++ outcome(*)[0..4]", "\"first\""),
        ("contains(outcome(*), \"first\")", "true"),
        ("split(outcome(*), \" \")", "[\"first\", \"player\", \"win\"]"),
        ("sort([outcome(0), outcome(*), outcome(1)])", "[N, L, P]"),
        // Dictionaries and sets.
        (
            "d = dict([[outcome(G), G] : G in [*, 1]]); [d[outcome({1|-1})], d[\"L\"], d[\"first player win\"]]",
            "[*, 1, *]",
        ),
        (
            "d = dict([[\"N\", 1], [\"second player win\", 2]]); [d[outcome(*)], d[outcome(0)]]",
            "[1, 2]",
        ),
        (
            "s = setof([outcome(*), outcome(1)]); [s, contains(s, \"N\"), contains(s, \"P\")]",
            "[setof([N, L]), true, false]",
        ),
        (
            "F(o) { case \"N\": 1; case \"P\": 2; default: 3; } [F(outcome(*)), F(outcome(0)), F(outcome(1))]",
            "[1, 2, 3]",
        ),
    ] {
        let lines = run(program);
        assert_eq!(lines, [expected], "{program}");
    }
    for text in ["p", "foo", "P-position", ""] {
        let program = format!("outcome(0) == \"{text}\"");
        assert_eq!(codes(&program), ["no-outcome"], "{program}");
    }
    let shown = run("outcome(0) == \"previous\"").join("\n");
    assert!(shown.contains("N, P, L and R"), "{shown}");
    assert_eq!(codes("[outcome(0)] == [\"x\"]"), ["no-outcome"]);
    assert_eq!(codes("outcome(0) == 0"), ["wrong-kind"]);
}

#[test]
fn an_outcome_that_is_saved_says_the_same() {
    let mut session = session();
    let program =
        "x = [outcome(*)]; x = x ++ [outcome(0)]; d = dict([[outcome(1), 1]]); d = d ++ d";
    crate::common::run_in(&mut session, program);
    let saved = session.program().unwrap();
    assert_eq!(run(&(saved + "\nx == [outcome(*), \"P\"]; d[outcome(2)]")), ["true", "1"]);
}

#[test]
fn what_is_read_otherwise_is_noted_with_its_statement() {
    let both = [Role::Typed, Role::Program];
    for role in both {
        let found = notes("1; 2^10; 2^10; 2^3; 5", role);
        let said: Vec<usize> = found.iter().map(|(at, _)| *at).collect();
        assert_eq!(said, [1, 3], "{found:?}");
        assert!(found[0].1.contains("2^10 is the number 2 and 10 ups; the power is 2**10"));
        let found = notes("F(v) { default: 2v; } F(1)", role);
        assert_eq!(found.len(), 1);
        assert!(found[0].0 == 0 && found[0].1.contains("2 * v"), "{found:?}");
        let found = notes("1*-1", role);
        assert!(found[0].1.contains("1 * (-1)"), "{found:?}");
    }
    for plain in ["2v", "1*", "1*2", "1* - 1", "3 * -1", "^3", "v = 3; v"] {
        assert_eq!(notes(plain, Role::Typed), [], "{plain}");
    }
    // Programs of the paper write points on purpose.
    assert_eq!(notes("0.1", Role::Program), []);
    assert_eq!(notes("0.1; 0.01", Role::Typed).len(), 1);
}

#[test]
fn an_option_before_a_generator_that_does_not_reach_it_is_noted() {
    let one = "A(s) { default: s; } B(s) { default: -s; } F(s) { default: { A(s), B(s) : k = 1..1 | } } F(1)";
    let found = notes(one, Role::Program);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].1.contains("`(A(s), B(s)) : k = 1..1`"), "{found:?}");
    for plain in [
        "{ 0, k : k = 1..1 | }",
        "{ 0, 1 : k = 1..1, if k > 0 | }",
        "{ 1 : k = 1..1 | }",
        "{ (0, 1) : k = 1..1 | }",
        "[0, 1 : k = 1..1]",
    ] {
        assert_eq!(notes(plain, Role::Program), [], "{plain}");
    }
}

#[test]
fn the_last_semicolon_may_be_missing() {
    for program in [
        "F(n) { case 0: 0; default: { F(n-1) | } } F(3)",
        "F(n) { default: n } F(3)",
        "F(n) { default: g(n); where g(m) = m } F(3)",
        "F(n) { case 0: 0; default: let m = n-1; { F(m) | } } F(3)",
    ] {
        assert_eq!(run(program), ["3"], "{program}");
    }
    assert_eq!(codes("F(n) { case 0: 0 default: 1; }"), ["unexpected"]);
    assert_eq!(codes("F(n) { default: let m = 1 }"), ["unexpected"]);
}
