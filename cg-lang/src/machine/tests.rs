//! Typed code against the stack machine: random programs have the same answers and the
//! same errors at the same places, whether each function runs typed code from its first
//! call on, or never.

use cg_core::{Limits, Registry};
use cg_simplify::Engine;
use proptest::prelude::*;

use crate::{Event, Role, Session, Source, render};

/// What a program answers: each answer and each error as it is shown.
fn run(program: &str, typed_after: Option<u32>) -> Vec<String> {
    let registry = cg_subgroups::register(Registry::builder()).close().expect("they agree");
    let limits = Limits { memory: 1 << 28, ..Limits::default() };
    let mut session = Session::new(Engine::new(registry, limits).expect("an engine starts"));
    session.machine.typed_after = typed_after;
    let mut lines = Vec::new();
    session.run(&Source::new("test", program), Role::Program, &mut |session, event| {
        lines.push(match event {
            Event::Answer(answer) => match answer.to_text(session) {
                Ok(text) => text,
                Err(error) => render::render(&error, false),
            },
            Event::Note(_) => return,
            Event::Error(error) => render::render(&error, false),
        });
    });
    lines
}

/// Runs a program both ways; the functions of these names must have typed code then.
#[track_caller]
fn same(program: &str, translated: &[&str]) -> Vec<String> {
    let registry = cg_subgroups::register(Registry::builder()).close().expect("they agree");
    let mut session = Session::new(Engine::new(registry, Limits::default()).expect("it starts"));
    session.machine.typed_after = Some(0);
    session.run(&Source::new("test", program), Role::Program, &mut |_, _| {});
    let codes = session.machine.codes.clone().expect("the program ran");
    for name in translated {
        let number = session.machine.function_names.find(name).expect("it is defined");
        let of = &codes[number as usize];
        assert!(matches!(of.typed.get(), Some(Some(_))), "no typed code: {program}");
        let given_up = of.given_up.load(std::sync::atomic::Ordering::Relaxed);
        assert_eq!(given_up, 0, "{name} gave up: {program}");
    }
    let (plain, typed) = (run(program, None), run(program, Some(0)));
    assert_eq!(plain, typed);
    typed
}

/// Pairs that are taken apart, and the cells of a board: walked over without a list.
#[test]
fn cells_that_are_taken_apart_are_typed() {
    for (program, names) in [
        (
            r##"F(b) { default: {
  F(put(b, r, c, ".", i, j, "x")) : (r, c) in cells(b, "x"), (i, j) in neighbours(b, r, c), if b[i, j] == "o"
| F(put(b, r, c, ".", i, j, "o")) : (r, c) in cells(b, "o"), (i, j) in neighbours(b, r, c), if b[i, j] == "x" } }
F(board("xox|oxo")); F(board("xo|..|ox"))"##,
            &["F"][..],
        ),
        (
            r###"F(b) { default: { F(put(b, r, c, "#")) : (r, c) in cells(b), if b[r, c] == "." |
                     F(put(b, p[0], p[1], "#")) : p in cells(b, ".#"), if b[p[0], p[1]] == "." and p[1] > 0 } }
F(board("..|#.")); F(board("##|##"))"###,
            &["F"],
        ),
        // A list of one's own, that is taken apart, and `cells` that are kept as a list.
        (
            r##"F(b, l) { default: { F(put(b, r, c, "#"), [[r, c]]) : (r, c) in l, if b[r, c] == "." |
                     F(b, cells(b, "o")) : k = 1..1, if len(l) > 3 } }
F(board("..|#."), [[0, 0], [0, 1], [1, 0], [1, 1]])"##,
            &["F"],
        ),
    ] {
        let lines = same(program, names);
        assert!(lines.iter().all(|line| !line.contains("error")), "{lines:?}");
    }
    // What does not come apart is the same error; so is a strip, whose cells are numbers.
    for program in [
        r##"F(b, l) { default: count([r == c : (r, c) in l]) } [F(1, [[1, 2], [3, 3]]), F(2, [[1], [2]])]"##,
        r##"F(s) { default: { F(put(s, r, "#")) : (r, c) in cells(s, "x") | } } F("x.x")"##,
        r##"F(s) { default: { F(put(s, r, "#")) : r in cells(s, "x") | } } F("x.x")"##,
    ] {
        assert_eq!(run(program, None), run(program, Some(0)), "{program}");
    }
}

/// Helpers with loops stand in place of their calls, within loops and within other helpers.
#[test]
fn helpers_with_loops_are_typed() {
    for (program, names) in [
        (
            r##"free(b, r, c, x) { default: b[r, c] == "." and not any([b[p[0], p[1]] == x : p in neighbours(b, r, c)]) }
F(b) { default: { F(put(b, r, c, "x")) : r = 0..rows(b)-1, c = 0..cols(b)-1, if free(b, r, c, "o")
                | F(put(b, r, c, "o")) : r = 0..rows(b)-1, c = 0..cols(b)-1, if free(b, r, c, "x") } }
F(board("..|..")); F(board("...")); F(board("xo|.."))"##,
            &["F"][..],
        ),
        // Lists of a helper, a loop over them, a condition that makes a range shorter in a helper.
        (
            r##"half(n) { default: [k : k = 0..n, if 2*k < n] }
last(l) { default: all([x < 3 : x in l]) }
F(n) { case 0: 0; default: { F(k) : k in half(n), if last(half(k)), j = 0..k-1 | F(n-1) : j = 1..1, if not last(half(n)) } }
[F(n) : n = 0..12]"##,
            &["F"],
        ),
        // Two loops in one condition, helpers within helpers, a value that branches leave.
        (
            r##"some(s, x) { default: any([s[i] == x : i = 0..len(s)-1]) }
both(s) { default: some(s, "x") and some(s, "o") }
most(s) { default: if both(s) then max([i : i = 0..len(s)-1, if s[i] != "."]) else if some(s, "x") then 0 else -1 }
F(s) { default: { F(put(s, i, ".")) : i = 0..most(s), if s[i] == "x" | F(put(s, i, ".")) : i = 0..len(s)-1, if s[i] == "o" and some(s, "x") } }
[F(s) : s in ["xox", "ooxx", "x.o.x", "", "ooo"]]"##,
            &["F"],
        ),
    ] {
        let lines = same(program, names);
        assert!(lines.iter().all(|line| !line.contains("error")), "{lines:?}");
    }
}

/// A condition on the counter of a range makes the range shorter.
#[test]
fn conditions_on_counters_are_typed() {
    let mut program = String::new();
    let mut names = Vec::new();
    let conditions = [
        "2*k < n",
        "k*3 <= n",
        "n - k > 1",
        "k >= n - k",
        "not (k + k < n)",
        "-k < 2 - n",
        "k < n",
        "4 - 2*k >= n",
        "k - k < n",
        "2*k == n",
        "k < n and 2*k > 1",
        "k < m[0]",
        "k**2 < n",
    ];
    for (number, condition) in conditions.into_iter().enumerate() {
        let name = format!("F{number}");
        program += &format!(
            "impartial {name}(n, m) {{ case if n < -3: 0; default: {{ {name}(k - 9, m) : k = n - 3..n + 2, \
             if {condition}, {name}(k - 7, m) : k = n - 2..n, if {condition} }} }}\n"
        );
        names.push(name);
    }
    for name in &names {
        program += &format!("[{name}(n, [2]) : n = -3..9]\n");
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let lines = same(&program, &names);
    assert!(lines.iter().all(|line| line.starts_with('[')), "{lines:?}");
}

/// The rules of the benches are done by typed code, without giving up.
#[test]
fn rules_on_boards_are_typed() {
    for (text, name, position) in [
        (
            include_str!("../../benches/rules/domineering_texts.g"),
            "Domineering",
            r#"(["...", "..."])"#,
        ),
        (include_str!("../../benches/rules/domineering_flat.g"), "Domineering", r#"("......", 3)"#),
        (
            include_str!("../../benches/rules/domineering_boards.g"),
            "Domineering",
            r#"(board("...|..."))"#,
        ),
        (include_str!("../../benches/rules/col_texts.g"), "Col", r#"(["..", ".."])"#),
        (include_str!("../../benches/rules/col_flat.g"), "Col", r#"("%%%..%..%%%", 3)"#),
        (include_str!("../../benches/rules/col_boards.g"), "Col", r#"(board("..|.."))"#),
        (include_str!("../../benches/rules/col_declared.g"), "Col", r#"(board("..|.."))"#),
        (include_str!("../../benches/rules/clobber_texts.g"), "Clobber", r#"(["xo", "ox"])"#),
        (include_str!("../../benches/rules/clobber_boards.g"), "Clobber", r#"(board("xox|oxo"))"#),
        (include_str!("../../benches/rules/clobber_strip.g"), "Clobber", r#"("xoxoxo")"#),
        (include_str!("../../benches/rules/clobber_strip_declared.g"), "Clobber", r#"("xoxoxo")"#),
        (include_str!("../../benches/rules/kayles.g"), "Kayles", "(20)"),
    ] {
        let program = format!("{text}\n{name}{position}");
        let lines = same(&program, &[name]);
        assert_eq!(lines.len(), 1, "{lines:?}");
    }
    for rules in [
        include_str!("../../../examples/domineering.g"),
        include_str!("../../../examples/clobber.g"),
    ] {
        same(rules, &[]);
    }
}

/// Loops over sums of two heaps, which run ahead, across pages of values: up, down, with a
/// heap that stays, with two steps at once, and with values that are not small or no games.
#[test]
fn loops_over_sums_of_heaps_run_ahead() {
    for (options, last) in [
        ("K(k)+K(n-k-1) : k = 0..n-1, K(k)+K(n-k-2) : k = 0..n-2", 2500),
        ("K(n-k)+K(n-k) : k = 1..n, K(n div 2)+K(k) : k = 0..n-1", 1500),
        ("K(2*k)+K(n-2*k-1) : k = 0..(n-1) div 2, K(n-k-k-2)+K(k) : k = 0..(n-2) div 2", 1500),
        ("K(k)+F(n-k-1) : k = 0..n-1", 30),
    ] {
        let program = format!(
            "F(n) {{ case 0: 0; default: {{ F(n-1) | }}; }}\n\
             impartial K(n) {{ case 0: 0; case 1: *; default: {{ {options} }}; }}\n\
             P(n) {{ case 0: 0; default: {{ {options} | P(n-1) }}; }}\n\
             K({last}); [K(n) : n = {last}-20..{last}]; P(12)"
        );
        same(&program, &["K"]);
    }
}

/// A limit that typed code meets ends the computation.
#[test]
fn limits_are_those_of_the_stack_machine() {
    for (program, about) in [
        (":limit memory 8MiB\nF(n) { default: { F(n+1+0*len(\"\")) | }; } F(0)", "deep"),
        (":limit memory 8MiB\nF(n) { default: 1 + F(n+1+0*len(\"\")); } F(0)", "deep"),
        (
            ":limit memory 8MiB\nF(n) { case 0: 1; default: len([[n, k, F(0)] : k = 0..n]); } F(1); F(1000000)",
            "limit",
        ),
        (
            ":limit time 1s\nF(n) { case 0: 1; default: len([k : k = 0..n, if F(0) == k]); } F(1); F(1000000000000)",
            "time",
        ),
        (":limit games 50\nF(n) { case 0: 0; default: { 0 | F(n-1) + n }; } F(100)", "limit"),
    ] {
        let text = format!("{program}\n");
        for typed_after in [None, Some(0)] {
            let lines = run(&text, typed_after);
            let last = lines.last().expect("an error is shown");
            assert!(last.contains(about), "{last}");
        }
    }
}

/// The least and the greatest of numbers without a list, and lists that are looked up before they
/// are made.
#[test]
fn lists_of_integers_are_typed() {
    let lines = same(
        "impartial Chomp(r) { default: { Chomp([if i < k then r[i] else min([r[i], c]) :
             i = 0..len(r)-1]) : k = 0..len(r)-1, c = 0..r[k]-1, if k + c > 0 }; }
         Rows(r, n) { default: { Rows([max([r[0], n, -n]), min(r[1], n-1)], n-1) : i = 1..r[1] | }; }
         [Chomp([2, 2]), Chomp([3, 3, 3]), Chomp([3, 1])]
         [Rows([1, 1], 1), Rows([0, 2], 2)]",
        &["Chomp", "Rows"],
    );
    assert!(lines.iter().all(|line| !line.contains("error")), "{lines:?}");
    // Numbers that are no integers, and no numbers.
    for program in [
        "F(l, n) { default: min([l[0], n]); } [F([1/2], 1), F([3], 1), F([*], 1)]",
        "F(l, n) { default: max(l[0], n) + min([n]); } [F([5/4], 1), F([3], 1), F([\"x\"], 1)]",
        "F(l, n) { default: min([l[i] : i = 0..n]); } [F([3, 1, 2], 2), F([], -1)]",
        "F(l) { case if l[0] > 3: l; default: F([{l[0] | }, l[0] + 0]); } F([1, 0])",
        "F(l) { case if l[1] > 3: l; default: F([l[0], {l[1] | }, 1/2 + 1/2]); } F([1, 0, 0])",
    ] {
        same(program, &[]);
    }
}

/// Where typed code gives up, the stack machine says what is wrong, and where.
#[test]
fn errors_are_those_of_the_stack_machine() {
    for program in [
        "F(s) { case if len(s) > 3: s[9]; default: F(s ++ \"x\"); } F(\"\")",
        "F(n) { case if n > 9: n div 0; default: F(n+1); } F(0)",
        "F(n) { case if n > 9: \"x\" + n; default: F(n+1); } F(0)",
        "F(n) { case 0: 1; default: 1000000 * F(n-1); } [F(n) : n = 0..9]",
        "F(n) { case if n > 5: F(0); default: { F(n+1) | }; } F(0)",
        "F(n) { case if n < 9: { F(n+1) | F(n+2) }; } F(0)",
        "F(b) { default: { F(put(b, r, r+1, \"x\")) : r = 0..rows(b), if b[r, r] == \".\" | }; } F(board(\"..|..\"))",
        "F(b) { default: [p : p in neighbours(b, 0, 0)] ++ [p[0] : p in neighbours(b, 5, 0)]; } F(board(\"..|..\"))",
        "F(s) { default: [p : p in neighbours(s, 0)] ++ [near(s, 3, \"x\")]; } F(\"xyz\")",
        "H(x, y) { case if x > y: x; } F(n) { default: H(n, 3); } [F(4), F(5), F(2)]",
        "F(n) { default: if n > 3 then n < 5 and n else n == 2; } [F(2), F(3), F(5), F(4)]",
        "F(l) { default: l[0][0..1] ++ l[1]; } [F([\"ab\", \"c\"]), F([[1, 2], [3]]), F([\"ab\", [3]])]",
        "F(n) { default: 9223372036854775807 + n; } [F(0), F(1), F(-1), F(2)]",
        "F(n) { default: [[n, n+1], [1, 2], n*n, -n]; } [F(0), F(1), F(3000000000), F(5000000000)]",
    ] {
        same(program, &[]);
    }
}

/// What a position is in a random program, and how one is written there.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Strip,
    Board,
    List,
    /// A list of integers.
    Heaps,
}

/// An expression for an integer, of the names `n`, `i` and `s`.
fn integer(shape: Shape) -> BoxedStrategy<String> {
    let size = match shape {
        Shape::Board => vec!["rows(s)", "cols(s)", "len(s)"],
        Shape::List => vec!["len(s)", "len(s[0])"],
        Shape::Strip => vec!["len(s)"],
        Shape::Heaps => vec!["len(s)", "s[0]", "s[i]", "s[n]"],
    };
    let leaf = prop_oneof![
        4 => prop::sample::select(vec!["n", "i", "0", "1", "2", "3"]).prop_map(str::to_owned),
        1 => prop::sample::select(size).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["9223372036854775807", "-5", "d", "\"x\"", "s"])
            .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let operator = prop::sample::select(vec!["+", "-", "+", "-", "*", "div", "%", "xor"]);
        prop_oneof![
            4 => (inner.clone(), operator, inner.clone())
                .prop_map(|(a, sign, b)| format!("({a} {sign} {b})")),
            1 => (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("(if {a} < {b} then {c} else {a})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("Help({a}, {b})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("min([{a}, {b}])")),
            1 => (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("max({a}, {b}, {c})")),
        ]
    })
    .boxed()
}

/// A cell, or something of one character.
fn cell(shape: Shape) -> BoxedStrategy<String> {
    let at = integer(shape);
    let written = prop::sample::select(vec!["\"x\"", "\"o\"", "\".\"", "\"\"", "c"]);
    let read = match shape {
        Shape::Strip | Shape::Heaps => at.prop_map(|i| format!("s[{i}]")).boxed(),
        Shape::Board => (at.clone(), at).prop_map(|(r, c)| format!("s[{r}, {c}]")).boxed(),
        Shape::List => (at.clone(), at).prop_map(|(r, c)| format!("s[{r}][{c}]")).boxed(),
    };
    prop_oneof![2 => written.prop_map(str::to_owned), 1 => read].boxed()
}

fn condition(shape: Shape) -> BoxedStrategy<String> {
    let (int, cells) = (integer(shape), cell(shape));
    let sign = prop::sample::select(vec!["==", "!=", "<", ">", "<=", ">="]);
    let at = prop::sample::select(vec!["i", "i", "0", "n", "i+1"]);
    let place = match shape {
        Shape::Strip | Shape::Heaps => at.prop_map(str::to_owned).boxed(),
        _ => at.prop_map(|i| format!("{i}, 0")).boxed(),
    };
    let leaf = prop_oneof![
        2 => (int.clone(), sign, int).prop_map(|(a, sign, b)| format!("{a} {sign} {b}")),
        4 => (cells.clone(), cells).prop_map(|(a, b)| format!("{a} == {b}")),
        1 => place.prop_map(|at| format!("near(s, {at}, \"x.\")")),
        1 => Just("Ask(i, n)".to_owned()),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} and {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
            inner.prop_map(|a| format!("not ({a})")),
        ]
    })
    .boxed()
}

/// A position made from the one that is there.
fn position(shape: Shape) -> BoxedStrategy<String> {
    let (int, cell) = (integer(shape), cell(shape));
    match shape {
        Shape::Strip => prop_oneof![
            (int.clone(), cell.clone()).prop_map(|(i, c)| format!("put(s, {i}, {c})")),
            (int.clone(), cell.clone(), int.clone())
                .prop_map(|(i, c, j)| format!("s[0..{i}] ++ {c} ++ s[{j}..len(s)-1]")),
            (int.clone(), int).prop_map(|(i, j)| format!("s[{i}..{j}]")),
            cell.prop_map(|c| format!("s ++ {c}")),
            Just("mirror(s)".to_owned()),
        ]
        .boxed(),
        Shape::Board => prop_oneof![
            3 => (int.clone(), int.clone(), cell.clone())
                .prop_map(|(r, c, x)| format!("put(s, {r}, {c}, {x})")),
            2 => (int.clone(), int, cell)
                .prop_map(|(r, c, x)| format!("put(s, {r}, {c}, \"x\", {c}, {r}, {x})")),
            1 => Just("transpose(s)".to_owned()),
            1 => Just("symmetries(s)[2]".to_owned()),
            1 => Just("put(s, neighbours(s, i, 0), \"o\")".to_owned()),
        ]
        .boxed(),
        Shape::List => prop_oneof![
            (int.clone(), cell.clone()).prop_map(|(i, c)| {
                format!("s[0..{i}-1] ++ [{c} ++ s[{i}][1..len(s[{i}])-1]] ++ s[{i}+1..len(s)-1]")
            }),
            (int.clone(), int).prop_map(|(i, j)| format!("s[{i}..{j}]")),
            cell.prop_map(|c| format!("[{c}] ++ s")),
        ]
        .boxed(),
        Shape::Heaps => prop_oneof![
            3 => (int.clone(), int.clone()).prop_map(|(i, c)| {
                format!("[if k < {i} then s[k] else min([s[k], {c}]) : k = 0..len(s)-1]")
            }),
            1 => (int.clone(), int.clone()).prop_map(|(a, b)| format!("[{a}, max([{b}, i]), n]")),
            1 => int.prop_map(|i| format!("s[0..{i}] ++ [i]")),
        ]
        .boxed(),
    }
}

/// A program with some functions, and calls of them.
fn program() -> impl Strategy<Value = String> {
    let shape = prop::sample::select(vec![Shape::Strip, Shape::Board, Shape::List, Shape::Heaps]);
    shape.prop_flat_map(|shape| {
        let parts = (
            integer(shape),
            prop::collection::vec(condition(shape), 4),
            prop::collection::vec(position(shape), 4),
            prop::collection::vec(integer(shape), 3),
            cell(shape),
        );
        parts.prop_map(move |(help, conditions, positions, integers, cell)| {
            let start = match shape {
                Shape::Strip => "\"x.ox\"",
                Shape::Board => "board(\"x.o|.ox\")",
                Shape::List => "[\"x.o\", \".ox\"]",
                Shape::Heaps => "[2, 0, 3]",
            };
            let walk = match shape {
                Shape::Strip => "neighbours(s, i)",
                Shape::Board => "neighbours(s, i, 1)",
                Shape::List | Shape::Heaps => "[[0, 1], [1, i]]",
            };
            let found = match shape {
                Shape::Strip => "q",
                _ => "q[0] + q[1]",
            };
            let [c0, c1, c2, c3] = &conditions[..] else { unreachable!("four were made") };
            let [p0, p1, p2, p3] = &positions[..] else { unreachable!("four were made") };
            let [i0, i1, i2] = &integers[..] else { unreachable!("three were made") };
            // In a helper its own parameters are what the names stand for.
            let help = help.replace('s', "\"abc\"").replace("Help", "Twice");
            let help = help.replace("row\"abc\"(\"abc\")", "3").replace("col\"abc\"(\"abc\")", "3");
            format!(
                "d = 2
c = \"x\"
Twice(i, n) {{ default: i + n; }}
Help(i, n) {{ case if i > n: i - n; default: {help}; }}
Ask(i, n) {{ default: i > 0 and n < 3 or i == n; }}
Tree(s, n)
{{
  case if n <= 0: 0;
  case if n == 2: let i = 1; {{ Tree({p3}, n-1) : k = 0..1, if {c3} | }};
  default: {{
    Tree({p0}, n-1) : i = 0..1, if {c0},
    Tree({p1}, n-1) : i = 0..({i0}) % 3
  |
    Tree({p2}, n-1) : i = 0..1, q in {walk}, if {c1}, if q == q and {c2}
  }};
}}
List(s, i, n) {{ default: [[{i1}, {cell}] : q in {walk}, if {found} < 9] ++ [{i2}, {p2}]; }}
[Tree({start}, n) : n = 0..2]
[List({start}, i, 1) : i = 0..1]
List({start}, 0, 5)
",
            )
        })
    })
}

proptest! {
    #![proptest_config(cg_properties::cases(300))]

    #[test]
    fn random_programs_run_alike(program in program()) {
        prop_assert_eq!(run(&program, None), run(&program, Some(0)), "{}", program);
    }
}
