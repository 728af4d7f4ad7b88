//! `:save FILE --values`: what calls gave, kept over the end of the process.

use crate::common::{run, run_in, session};

const PROGRAM: &str = "
k = 3
G(n) { case 0: 0; default: { G(n-1), 1/2 | k, G(n-2) : j = 1..1, if n > 1 } }
P(a, b) { default: any([not P(a-j, b) : j = 1..a]) or any([not P(a, b-j) : j = 1..b]) }
L(l) { case []: [graph(\"a-b\"), board(\"x.\"), 1/3, \"a\\\"b\"]; default: L(l[1..len(l)-1]) ++ [*3] }
O(n) { case 0: outcome(0); default: O(n-1) }
[G(n) : n = 0..6]; P(4, 5); L([1, \"2\", true]); [O(3)]
";

#[test]
fn kept_values_are_those_of_the_calls() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.g");
    let file = file.display();
    let mut first = session();
    let answers = run_in(&mut first, PROGRAM);
    let said = run_in(&mut first, &format!(":save {file} --values"));
    assert_eq!(
        said,
        [
            "saved 5 definitions and bindings, with 41 values; 4 values cannot be written, or are too long"
        ]
    );
    // Nothing is computed again: a limit that no computation keeps.
    let mut second = session();
    assert_eq!(run_in(&mut second, &format!(":load {file}")), [""; 0]);
    let questions = PROGRAM.lines().last().unwrap();
    assert_eq!(run_in(&mut second, questions), answers);
    // Kept once more, they are the same.
    let again = folder.path().join("again.g");
    run_in(&mut second, &format!(":save {} --values", again.display()));
    let lines = |path: &std::path::Path| {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines().filter(|line| line.starts_with(":values")).count()
    };
    assert_eq!(lines(&again), 3);
}

#[test]
fn values_of_other_definitions_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.g");
    let mut session = session();
    let program = "k = 2\nF(n) { case 0: k; default: F(n-1) + H(n) }\nH(n) { default: n }\nF(3)";
    assert_eq!(run_in(&mut session, program), ["8"]);
    run_in(&mut session, &format!(":save {} --values", file.display()));
    let kept = std::fs::read_to_string(&file).unwrap();
    let with = |from: &str, to: &str| {
        assert!(kept.contains(from), "{kept}");
        run(&(kept.replace(from, to) + "F(3)"))
    };
    let left_out = "values of F are left out: they were kept under other definitions, or changed";
    assert_eq!(with("k = 2", "k = 2"), ["8"]);
    // Each change of what F uses, and of the values.
    assert_eq!(with("k = 2", "k = 1"), [left_out, "7"]);
    assert_eq!(with("default: n }", "default: 2*n }"), [left_out, "14"]);
    assert_eq!(with("[[3], 8]", "[[3], 9]"), [left_out, "8"]);
    assert_eq!(with("F(n-1) + H", "F(n-1) - H"), [left_out, "-4"]);
    // Another definition beside it changes nothing.
    assert_eq!(with("k = 2", "k = 2\nA(n) { default: n }"), ["8"]);
}

#[test]
fn lines_that_are_no_values_are_errors() {
    for line in
        [":values", ":values F", ":values F 12 [", ":values G 00000000 []", ":values F zz []"]
    {
        let codes = crate::common::codes(&format!("F(n) {{ default: n }}\n{line}"));
        match line {
            // Its checksum is wrong, so its list is not read.
            ":values F 12 [" => assert_eq!(codes, [""; 0], "{line}"),
            _ => assert_eq!(codes, ["bad-argument"], "{line}"),
        }
    }
}
