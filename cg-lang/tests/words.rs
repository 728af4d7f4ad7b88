//! Functions without a name, helpers of a definition, sets and dictionaries, definitions in
//! several files.

use cg_lang::{Event, Role, Source, render};

use crate::common::{self, answer, codes, run, run_in, session};

#[test]
fn functions_without_a_name_stand_before_their_list() {
    for (asked, answered) in [
        ("map(x -> x + 1, [1, 2, 3])", "[2, 3, 4]"),
        ("map((a, b) -> a * b, [[1, 2], [3, 4]])", "[2, 12]"),
        ("filter(x -> x > 1, [1, 2, 3])", "[2, 3]"),
        ("filter((a, b) -> a < b, [[1, 2], [3, 1]])", "[[1, 2]]"),
        ("any(x -> x == ^, [1, ^])", "true"),
        ("all(x -> x == ^, [1, ^])", "false"),
        ("count(x -> x % 2 == 0, 1..9)", "4"),
        ("find(x -> x > 2, [1, 2, 3])", "2"),
        ("map(x -> map(y -> [x, y], [1, 2]), [3, 4])", "[[[3, 1], [3, 2]], [[4, 1], [4, 2]]]"),
        ("map(v -> v + 1, [1])", "[2]"),
        ("map(x -> if x then 1 else 2, [true, false])", "[1, 2]"),
        ("sum(map(n -> *(n), 1..6))", "*7"),
        ("map(x -> x, [])", "[]"),
    ] {
        assert_eq!(answer(asked), answered, "{asked}");
    }
    assert_eq!(run("double = x -> 2 * x; double(4); map(double, [1, 2])"), ["8", "[2, 4]"]);
    assert_eq!(run("add = (a, b) -> a + b; add(1, ^)"), ["1^"]);
    // A name that was looked for before it was given is that of the function.
    assert_eq!(run("map(f, [1]); f = x -> x + 1; map(f, [1])").pop().unwrap(), "[2]");
    // A definition of the program shadows what is built in, and takes no such function.
    assert_eq!(codes("map(n, list) { default: n; } map(x -> x, [1])"), ["no-function-taken"]);
}

/// The moves of `??` look into a sum that is written with `map`.
#[test]
fn a_mapped_sum_has_components() {
    let nim = "impartial Nim(n) { default: { Nim(k) : k = 0..n-1 }; }";
    let said = run(&format!("{nim} ?? sum(map(n -> Nim(n), [1, 3]))"));
    assert_eq!(said, ["first player win; either player:\n  1. Nim(3) -> Nim(1) (leaves 0)"]);
}

#[test]
fn items_are_taken_apart_whole() {
    assert_eq!(answer("[a + b : (a, b) in [[1, 2], [3, 4]]]"), "[3, 7]");
    assert_eq!(answer("[a ++ b : (a, b) in [\"xy\"]]"), "[\"xy\"]");
    for wrong in ["[a : (a, b) in [[1, 2, 3]]]", "[a : (a, b) in [[1]]]", "[a : (a, b) in [1]]"] {
        assert_eq!(codes(wrong), ["wrong-kind"], "{wrong}");
    }
}

/// Domineering with a helper, and without.
const DOMINEERING: &str = r##"
With(b)
{
  default: { With(put(b, r, c, "#", r+1, c, "#")) : r = 0..rows(b)-2, c = 0..cols(b)-1, if free(r, c) and free(r+1, c)
           | With(put(b, r, c, "#", r, c+1, "#")) : r = 0..rows(b)-1, c = 0..cols(b)-2, if free(r, c) and free(r, c+1) };
  where free(r, c) = b[r, c] == ".";
}
Without(b)
{
  default: { Without(put(b, r, c, "#", r+1, c, "#")) : r = 0..rows(b)-2, c = 0..cols(b)-1, if b[r, c] == "." and b[r+1, c] == "."
           | Without(put(b, r, c, "#", r, c+1, "#")) : r = 0..rows(b)-1, c = 0..cols(b)-2, if b[r, c] == "." and b[r, c+1] == "." };
}
"##;

#[test]
fn helpers_belong_to_their_definition() {
    let mut session = session();
    run_in(&mut session, DOMINEERING);
    let same = r##"[b : b in ["..|..", "...|...", ".#.|...|..#"], if With(board(b)) != Without(board(b))]"##;
    assert_eq!(run_in(&mut session, same), ["[]"]);
    assert_eq!(run_in(&mut session, "With(board(\"...|...\"))"), ["{2|-1/2}"]);
    // Nobody else sees them, and they are no names of the session.
    assert!(run_in(&mut session, "free(0, 0)")[0].starts_with("error[unknown-function]"));
    assert!(session.names().iter().all(|name| !name.contains(".free")));
    assert_eq!(run_in(&mut session, ":list"), ["With(b)\nWithout(b)"]);
    for (program, answers) in [
        // Clauses, recursion, helpers of helpers, values.
        (
            "F(n) { default: fact(n) + k; where fact(m) { case 0: 1; default: m * fact(m-1); } where k = twice(n); where twice(x) = 2*x; } F(5)",
            "130",
        ),
        // A helper without parameters of the definition is named like a function.
        ("F(n) { default: filter(even, 0..n); where even(m) = m % 2 == 0; } F(5)", "[0, 2, 4]"),
        (
            "F(n) { default: filter(x -> small(x), 0..9); where small(m) = m < n; } F(3)",
            "[0, 1, 2]",
        ),
        // Redefined, nothing of the old helpers is left.
        (
            "F(n) { default: g(n); where g(m) = m; } F(n) { default: g(n); where g(m) = m + 1; } F(5)",
            "6",
        ),
        // A helper that is called like a function of the session.
        ("g(n) { default: 0; } F(n) { default: g(n); where g(m) = 7; } F(5)", "7"),
        (
            "impartial F(n) { default: { F(k) : k in smaller }; where smaller = [k : k = 0..n-1]; } F(5)",
            "*5",
        ),
    ] {
        assert_eq!(answer(program), answers, "{program}");
    }
    for (program, code) in [
        ("F(n) { default: g(n); where g(m) = m; default: 2; }", "unexpected"),
        ("F(n) { default: [n : n = 0..2, if g(1)]; where g(m) = m < n; }", "hides"),
        ("F(n) { default: g(1); where g(m) = m; where g(m) = 2; }", "hides"),
        ("F(n) { default: n; where F(m) = m; }", "hides"),
        ("F(n) { default: g(1, 2); where g(m) = m; } F(1)", "call-argument-count"),
        ("F(n) { default: g(1); where g(m) = ; }", "missing-operand"),
        ("F(n) { default: g(1); where g(m) { } }", "no-clauses"),
    ] {
        assert_eq!(codes(program), [code], "{program}");
    }
}

/// The moves of a definition whose options are found by helpers.
#[test]
fn helpers_are_seen_by_queries_about_moves() {
    let said = run(&format!("{DOMINEERING} ?? With(board(\"..\"))"));
    let without = run(&format!("{DOMINEERING} ?? Without(board(\"..\"))"));
    assert_eq!(said[0].replace("With", "Without"), without[0]);
}

#[test]
fn sets_and_dictionaries_are_values() {
    for (asked, answered) in [
        ("setof([3, 1, 2, 1])", "setof([1, 2, 3])"),
        ("setof([])", "setof([])"),
        ("setof([{0|0}, *, '{0|0}'])", "setof([*])"),
        ("setof([1, 2]) == setof([2, 1, 1])", "true"),
        ("setof([[2, 1], [1, 2]]) == setof([[1, 2], [2, 1]])", "true"),
        ("setof([1, 2]) == setof([1])", "false"),
        ("common(setof([1, 2, 3]), setof([2, 3, 4]))", "setof([2, 3])"),
        ("without(setof([1, 2, 3]), setof([2]))", "setof([1, 3])"),
        ("contains(setof([1, ^]), {0|*})", "true"),
        ("len(setof([1, 1, 2]))", "2"),
        ("[x + 1 : x in setof([3, 1])]", "[2, 4]"),
        ("items(setof([2, 1]))", "[1, 2]"),
        ("dict([[\"b\", 2], [\"a\", 1]])", "dict([[\"a\", 1], [\"b\", 2]])"),
        ("dict([[1, 2], [1, 3]])", "dict([[1, 3]])"),
        ("dict([[^, 1]])[^]", "1"),
        ("dict([[1, 2]]) ++ dict([[1, 3], [0, 4]])", "dict([[0, 4], [1, 3]])"),
        ("get(dict([[1, 2]]), 5, 7)", "7"),
        ("keys(dict([[5, 2], [1, 1]]))", "[1, 5]"),
        ("[k + v : (k, v) in dict([[5, 2], [1, 1]])]", "[2, 7]"),
        ("contains(dict([[1, 2]]), 1)", "true"),
        ("setof([setof([2, 1]), setof([1, 2])])", "setof([setof([1, 2])])"),
        ("setof(setof([1]))", "setof([1])"),
    ] {
        assert_eq!(answer(asked), answered, "{asked}");
    }
    // Sets are arguments that are remembered, however they were made.
    let counted = "F(s) { default: if len(s) == 0 then 0 else 1 + F(without(s, setof([items(s)[0]]))); } F(setof(0..300))";
    assert_eq!(answer(counted), "301");
    for (asked, code) in [
        ("dict([[1, 2]])[3]", "no-key"),
        ("setof([1])[0]", "wrong-kind"),
        ("setof([1]) + 1", "wrong-kind"),
        ("setof([1]) ++ [2]", "wrong-kind"),
        ("setof([1]) ++ dict([])", "wrong-kind"),
        ("dict([1])", "wrong-kind"),
        ("dict([[1, 2, 3]])", "wrong-kind"),
        ("setof(1)", "wrong-kind"),
        ("setof([1])[0..0]", "wrong-kind"),
    ] {
        assert_eq!(codes(asked), [code], "{asked}");
    }
}

/// What a set prints reads back as the set, also from a saved session.
#[test]
fn collections_read_back() {
    let mut session = session();
    run_in(&mut session, "s = dict([[\"a\", setof([1, ^])]])");
    let text = run_in(&mut session, "s").remove(0);
    assert_eq!(run_in(&mut session, &format!("s == {text}")), ["true"]);
}

#[test]
fn definitions_come_from_other_files() {
    let folder = std::env::temp_dir().join(format!("cg-use-{}", std::process::id()));
    let inside = folder.join("rules");
    std::fs::create_dir_all(&inside).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write(
        "rules/nim.g",
        "use \"more.g\"\nimpartial Nim(n) { default: { Nim(k) : k = 0..n-1 }; }\nNim(3)\n:limit games 1\nx = Twice(4)\n",
    );
    write("rules/more.g", "Twice(n) { default: 2 * n; }\n");
    write("main.g", "");
    let mut session = session();
    let mut lines = Vec::new();
    let program = "use \"rules/nim.g\"; use \"rules/../rules/nim.g\"; Nim(2) + Nim(7); x; use \"rules/none.g\"";
    let name = folder.join("main.g").to_string_lossy().into_owned();
    let summary = session.run(&Source::new(name, program), Role::Program, &mut |session, event| {
        lines.push(match event {
            Event::Answer(answer) => answer.to_text(session).unwrap(),
            Event::Note(_) => return,
            Event::Error(error) => render::render(&error, false),
        });
    });
    assert_eq!(lines[..2], ["*5", "8"]);
    assert!(lines[2].contains("cannot read") && lines[2].contains("none.g"), "{lines:?}");
    assert_eq!((lines.len(), summary.errors), (3, 1));
    // What is saved needs the other files no more.
    let saved = session.program().unwrap();
    assert!(saved.contains("Twice(n)") && !saved.contains("use"), "{saved}");
    // An error in the other file is shown there, and the file is read again when mended.
    write("rules/more.g", "Twice(n) { default: 2 * ; }\n");
    let mut other = common::session();
    let path = folder.join("rules/more.g").to_string_lossy().into_owned();
    let said = run_in(&mut other, &format!("use \"{path}\""));
    assert!(said[0].contains("more.g:1:"), "{said:?}");
    write("rules/more.g", "Twice(n) { default: 2 * n; }\n");
    assert_eq!(run_in(&mut other, &format!("use \"{path}\"; Twice(4)")), ["8"]);
    std::fs::remove_dir_all(folder).unwrap();
}
