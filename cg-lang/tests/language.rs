//! What the language promises: the calculator paper, the tables of the guide,
//! and inputs that are meant to break it.

use cg_core::{Limits, Notation};
use cg_lang::{Event, Role, Source, render};

use crate::common::{GAMES, answer, codes, run, run_in, session, session_with};

/// The answers of a program that begins with the paper's three games.
#[track_caller]
fn with_games(text: &str, expected: &[&str]) {
    assert_eq!(run(&format!("{GAMES}\n{text}")), expected, "{text}");
}

/// The same in the notation of the paper.
#[track_caller]
fn as_the_paper(text: &str, expected: &[&str]) {
    with_games(&format!(":notation paper\n{text}"), expected);
}

#[test]
fn the_papers_queries() {
    as_the_paper("Nim(3)", &["*(3)"]);
    as_the_paper("Nim(3) + Nim(7)", &["*(4)"]);
    as_the_paper("? Nim(3) + Nim(7)", &["first player win"]);
    as_the_paper("Kayles(4)", &["*(1)"]);
    as_the_paper("PK(3)", &["^(1)"]);
    as_the_paper("? 2.011 - 3^(2)", &["left player win"]);
    as_the_paper("? Nim(5)+Nim(9)+Nim(10)", &["first player win"]);
    as_the_paper(
        "?? Nim(5)+Nim(9)+Nim(10)",
        &["first player win; either player:\n  1. Nim(5) -> Nim(3) (leaves 0)"],
    );
    as_the_paper(
        "?? Nim(3) + Nim(5) + Nim(7)",
        &["first player win; either player:\n  1. Nim(3) -> Nim(2) (leaves 0)\n  \
           2. Nim(5) -> Nim(4) (leaves 0)\n  3. Nim(7) -> Nim(6) (leaves 0)"],
    );
}

#[test]
fn values_of_braces() {
    for (braces, value) in [
        ("{0|1}", "0.1"),
        ("{0|{0|1}}", "0.01"),
        ("{-2|3}", "0"),
        ("{0|*}", "^(1)"),
        ("{0,*|0}", "^(1)+*(1)"),
        ("{1|-1}", "{1|-1}"),
        ("*(1000000000000)+*(1)", "*(1000000000001)"),
        ("? 1000000^(1/1024) - *(5)", "left player win"),
        ("^(2)-^(1)", "-^(1)+^(2)"),
        ("? ^(2)-^(1)+*", "first player win"),
        ("? ^(2)-^(1)+*(2)", "first player win"),
        ("? ^(1) + *(2)", "left player win"),
        ("subgroup(1/2 + ^(1) + *(3))", "numberish"),
        ("{1|1+*(1)}", "1+^(1)"),
        ("{0,*(1)|0,*(1)}", "*(2)"),
        ("{0||0|-2}", "{0|{0|-2}}"),
        ("+-(3)", "{3|-3}"),
        ("±3", "{3|-3}"),
        ("{0 | ∅}", "1"),
        ("↑ + ↓*", "*(1)"),
        ("-2.{1|*} + {1|*} + {1|*}", "0"),
    ] {
        assert_eq!(answer(&format!(":notation paper\n{braces}")), value, "{braces}");
    }
}

#[test]
fn arithmetic() {
    for (input, value) in [
        ("19/8", "19/8"),
        ("10 + 3/8", "83/8"),
        ("3*(2)", "6"),
        ("2 * 1/2", "1"),
        ("7 div 2", "3"),
        ("-7 div 2", "-4"),
        ("-7 % 3", "2"),
        ("7 % -3", "-2"),
        ("pow(2, 100)", "1267650600228229401496703205376"),
        ("pow(-1, 100000000001)", "-1"),
        ("9223372036854775807 + 1", "9223372036854775808"),
        ("-9223372036854775807 - 2", "-9223372036854775809"),
        ("9223372036854775807 * 3", "27670116110564327421"),
        ("(9223372036854775807 + 1) % 10", "8"),
        ("gcd(12, 18, 0)", "6"),
        ("gcd(0, 0)", "0"),
        ("min(3, 1/2)", "1/2"),
        ("max([1, 4, 2])", "4"),
        ("abs(-3/4)", "3/4"),
        ("xor(5, 3) + (5 xor 3)", "12"),
        ("if 1 < 2 and not 2 < 1 then 3 else 1/0", "3"),
        ("false and 1/0 == 1", "false"),
        ("true or 1/0 == 1", "true"),
        ("* <> 0", "true"),
        ("^ > 0", "true"),
        ("^ <> *", "true"),
        ("1 <> 2", "false"),
        ("{0|} == 1", "true"),
        ("1 != *", "true"),
        ("\"LR\" == \"L\" ++ \"R\"", "true"),
        ("[1, {0|}] == [1, 1]", "true"),
        ("\"abc\"[1..2]", "\"bc\""),
        ("\"abc\"[0..-1]", "\"\""),
        ("[1, 2, 3][1..2]", "[2, 3]"),
        ("\"aäb\"[1]", "\"ä\""),
        ("len(\"aäb\")", "3"),
        ("reverse([1, 2])", "[2, 1]"),
        ("sort([3, 1/2, -1])", "[-1, 1/2, 3]"),
        ("distinct([1, {0|}, *, *])", "[1, *]"),
        ("contains([1, *], *)", "true"),
        ("range(2, 4) ++ []", "[2, 3, 4]"),
        (
            "range(1000000000000000000000, 1000000000000000000001)",
            "[1000000000000000000000, 1000000000000000000001]",
        ),
        (
            "[k : k = 1000000000000000000000..1000000000000000000001]",
            "[1000000000000000000000, 1000000000000000000001]",
        ),
        ("sum([1, *, *])", "1"),
        ("sum([])", "0"),
        ("map(nimvalue, [*, *(2)])", "[1, 2]"),
        ("filter(isnumber, [1, *, 1/2])", "[1, 1/2]"),
        ("[[i, j] : i = 0..2, if i != 1, j in [i, 5]]", "[[0, 0], [0, 5], [2, 2], [2, 5]]"),
        ("left(*(3))", "[0, *, *2]"),
        ("right(1)", "[]"),
        ("canonical(^)", "{0|*}"),
        ("canonical(0)", "{|}"),
        ("outcome(*)", "first player win"),
        ("nimvalue(*(2) + *(3))", "1"),
        ("birthday(1/2 + *)", "3"),
        ("birthday(*(100000000000000000000))", "100000000000000000000"),
        ("birthday({0||0|-2})", "4"),
        ("simplest(1/2, 1)", "3/4"),
        ("isimpartial(^)", "false"),
        ("isinteger({0|}) and isnimber(0)", "true"),
        ("tiny(2) + miny(2)", "0"),
    ] {
        assert_eq!(answer(input), value, "{input}");
    }
}

#[test]
fn definitions_and_clauses() {
    assert_eq!(
        run(
            "F(n) { case 0, 1: 10; case n if n % 2 == 0: 20; case if n < 4: 30; default: n; }\n[F(n) : n = 0..5]"
        ),
        ["[10, 10, 20, 30, 20, 5]"]
    );
    assert_eq!(
        run(
            "G(a, b) { case (0, _), (_, 0): 0; case (1, 1): 1; default: let s = a + b; let t = s*2; t; }\nG(0, 7); G(7, 0); G(1, 1); G(2, 3)"
        ),
        ["0", "0", "1", "10"]
    );
    assert_eq!(run("Three() { default: 3; } Three() + 1"), ["4"]);
    assert_eq!(run("x = 2\nF(n) { default: x * n; }\nF(3)\nx = 5\nF(3)"), ["6", "15"]);
    // A definition may use one that comes later.
    assert_eq!(
        run(
            "Even(n) { case 0: true; default: Odd(n-1); }\nOdd(n) { case 0: false; default: Even(n-1); }\nEven(10)"
        ),
        ["true"]
    );
    assert_eq!(
        run(
            "Apply(f) { default: map(f, [1, 2]); }\nDouble(n) { default: 2*n; }\nmap(Double, [1, 2, 3])"
        ),
        ["[2, 4, 6]"]
    );
    // Arguments that are equal values are one call.
    assert_eq!(
        run("F(g) { case 1: \"one\"; default: \"other\"; }\nF({0|}); F(1); F(1/2 + 1/2)"),
        ["\"one\"", "\"one\"", "\"one\""]
    );
}

#[test]
fn redefining_forgets_what_was_computed() {
    let mut session = session();
    let first = "F(n) { default: n; } G(n) { default: F(n) + 1; } H(n) { default: G(n); } H(3)";
    assert_eq!(run_in(&mut session, first), ["4"]);
    assert_eq!(
        run_in(&mut session, "F(n) { default: 10*n; }\nH(3); G(3); F(3)"),
        ["31", "31", "30"]
    );
    assert_eq!(
        run_in(&mut session, "n = 5; K(m) { default: n + m; } K(1); n = 6; K(1)"),
        ["6", "7"]
    );
}

#[test]
fn an_error_does_not_end_the_program() {
    assert_eq!(codes("1/0\n2 +* \n3)\n\"x"), ["division-by-zero", "unopened", "unclosed-text"]);
    let lines = run("1/0\n7");
    assert_eq!(lines[1], "7");
    // A call that failed is not remembered as being computed.
    let program = "F(n) { case 0: 1/z; default: F(n-1); }\nF(3)\nz = 1\nF(3)";
    let lines = run(program);
    assert_eq!(lines.len(), 2);
    assert!(lines[0].contains("unknown-name"), "{}", lines[0]);
    assert_eq!(lines[1], "1");
}

#[test]
fn deep_and_endless() {
    let deep = 200_000;
    let run_deep = move || {
        assert_eq!(
            answer(&format!("{}0{}", "{".repeat(deep), "|}".repeat(deep))),
            deep.to_string()
        );
        assert_eq!(answer(&format!("{}5{}", "(".repeat(deep), ")".repeat(deep))), "5");
        assert_eq!(codes(&"{".repeat(deep)), ["unclosed"]);
        assert_eq!(codes(&"[".repeat(300)), ["unclosed"]);
        let nested = format!("{}{}", "[".repeat(300), "]".repeat(300));
        assert_eq!(codes(&nested), ["nested-too-deep"]);
        let down = "Down(n) { case 0: 0; default: { Down(n-1) | }; }";
        assert_eq!(answer(&format!("{down}\nDown(100000)")), "100000");
        assert_eq!(codes("F(n) { default: {F(n)|}; }\nF(1)"), ["cycle"]);
        let deep = "F(n) { case if n < 0: 0; default: {F(n+1)|}; }\n:limit memory 64MiB\nF(0)";
        assert_eq!(codes(deep), ["too-deep"]);
        assert_eq!(
            codes(":limit memory 16MiB\nL(n) { default: L(n-1) ++ L(n-1); case 0: [1]; }"),
            ["clause-after-default"]
        );
        assert_eq!(
            codes(":limit memory 16MiB\nL(n) { case 0: [1]; default: L(n-1) ++ L(n-1); }\nL(40)"),
            ["memory"]
        );
        assert_eq!(codes("/* never closed"), ["unclosed-comment"]);
        assert_eq!(codes("pow(10, 1000000000)"), ["integer-too-large"]);
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run_deep).unwrap().join().unwrap();
}

#[test]
fn an_interruption_ends_the_program_and_keeps_the_session() {
    let limits = Limits::default();
    let flag = limits.interrupt.clone();
    let mut session = session_with(limits);
    flag.raise();
    let source = Source::new("test", "x = 3\n[k : k = 0..1000000]\n7");
    let mut events = Vec::new();
    let summary = session.run(&source, Role::Program, &mut |_, event| {
        events.push(matches!(event, Event::Error(error) if error.is_interruption()));
    });
    assert!(summary.interrupted);
    assert_eq!(events, [true]);
    flag.clear();
    assert_eq!(run_in(&mut session, "x"), ["3"]);
}

#[test]
fn a_time_limit_ends_a_statement() {
    let program = ":limit time 20ms\nF(n) { default: [k : k = 0..1000000][n] + F(n+1); }\nF(0)";
    assert_eq!(codes(program), ["limit"]);
}

#[test]
fn positions_keep_their_form() {
    for (query, expected) in [
        (
            "x = Nim(3); y = x + *(5)\n?? y",
            "first player win; either player:\n  1. *5 -> *3 (leaves 0)",
        ),
        (
            "?? 2.Nim(3) + Nim(1)",
            "first player win; either player:\n  1. Nim(3) -> Nim(2) (leaves 0)\n  \
             2. Nim(1) -> Nim(0) (leaves 0)",
        ),
        (
            "?? Nim(2) - Nim(1)",
            "first player win; either player:\n  1. Nim(2) -> Nim(1) (leaves 0)",
        ),
        (
            "?? {0|1} - *",
            "left player win\nLeft:\n  1. -* -> 0 (leaves 1/2)\nRight: no winning move",
        ),
        (
            "?? *(1000000000000) + *(7)",
            "first player win; either player:\n  1. *1000000000000 -> *7 (leaves 0)",
        ),
        (
            "?? *(1000000000000) + ^",
            "left player win; either player: none listed\n\
             too many moves to list in *1000000000000",
        ),
        ("?? {PK(2)|PK(3)}", "second player win; either player: no winning move"),
        (
            "?? sum([Nim(k) : k = 3..5])",
            "first player win; either player:\n  1. Nim(3) -> Nim(1) (leaves 0)",
        ),
        (
            "Two(n) { default: Nim(n) + Nim(n+1); }\n?? Two(2)",
            "first player win; either player:\n  1. Two(2) -> Nim(2)+Nim(2) (leaves 0)",
        ),
        (
            "?? if 1 < 2 then Nim(2) else Nim(3)",
            "first player win; either player:\n  1. Nim(2) -> Nim(0) (leaves 0)",
        ),
        (
            "?? -2.PK(3)",
            "right player win\nLeft: no winning move\nRight:\n  1. -PK(3) -> -(PK(0)+PK(2)) (leaves 0)\n  \
             2. -PK(3) -> -(PK(1)+PK(1)) (leaves v)\n  3. -PK(3) -> -(PK(2)+PK(0)) (leaves 0)",
        ),
        ("?? 0", "second player win; either player: no winning move"),
    ] {
        with_games(query, &[expected]);
    }
}

#[test]
fn standard_notation_reads_as_it_prints() {
    let session_text = |text: &str| run(&format!(":notation standard\n{text}"));
    for (input, output) in [
        ("1*", "1*"),
        ("^3*2", "^3*2"),
        ("73/16v9*8", "73/16v9*8"),
        ("^[4] - (^ + ^<2> + ^<3> + ^<4>)", "0"),
        ("{3||2*|1*}", "{3||2*|1*}"),
        ("{1|0||0}", "miny(1)"),
        ("miny(1) + tiny(1)", "0"),
        ("{0|v*}", "^<2>"),
        ("-1^", "-1^"),
        ("1 - ^", "1v"),
        ("2 * 3", "6"),
        ("v + ^", "0"),
        ("3.^(1/2)", "3.^(1/2)"),
        ("{5||3|1|||0||||0}", "miny({5||3|1})"),
        ("{5||3|1|||1||||1}", "1miny(2)"),
        ("1miny(2)", "1miny(2)"),
        ("{1,1*|-1,-1*}", "+-{1,1*}"),
        ("+-{1,1*}", "+-{1,1*}"),
    ] {
        assert_eq!(session_text(input), [output], "{input}");
    }
}

#[test]
fn notations_of_programs_and_sessions() {
    let mut session = session();
    session.set_notation(Notation::Standard);
    let mut typed = |text: &str, role| {
        let mut lines = Vec::new();
        session.run(&Source::new("test", text), role, &mut |session, event| {
            lines.push(match event {
                Event::Answer(answer) => answer.to_text(session).unwrap(),
                Event::Note(_) => return,
                Event::Error(error) => render::render(&error, false),
            });
        });
        lines
    };
    assert_eq!(typed("1*", Role::Typed), ["1*"]);
    // All programs are read alike, and answer in the notation in force.
    assert_eq!(typed("3^(2) - 2.^(2)", Role::Program), ["^[2]"]);
    assert_eq!(typed(":notation paper\n1/2*", Role::Program), ["0.1+*(1)"]);
    assert_eq!(typed("1/2*", Role::Program), ["1/2*"]);
    assert_eq!(typed(":notation paper\n1.1", Role::Loaded), ["3/2"]);
    assert_eq!(typed(":notation paper\n2.011", Role::Typed), ["2.011"]);
    assert_eq!(typed("2.011", Role::Typed), ["2.011"]);
}

#[test]
fn directives() {
    let mut session = session();
    let folder = std::env::temp_dir().join(format!("cg-lang-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("saved.g");
    let program = format!(
        "F(n) {{ default: {{F(n-1) : k = 1..n|}}; }}\nx = F(2) + *\ny = x + 1\nx = x + 1\n:save {}",
        file.display()
    );
    assert_eq!(run_in(&mut session, &program), ["saved 3 definitions and bindings"]);
    let saved = std::fs::read_to_string(&file).unwrap();
    assert_eq!(saved, "F(n) { default: {F(n-1) : k = 1..n|}; }\ny = 3*\nx = 3*\n");
    assert_eq!(run_in(&mut session, ":list"), ["F(n)\ny = x + 1\nx = x + 1"]);
    assert_eq!(codes(&format!(":load {}\n:clear\nx", file.display())), ["unknown-name"]);
    assert_eq!(run(&format!(":load \"{}\"\ny - x; F(3)", file.display())), ["0", "3"]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(
        run(":limit time 5s\n:time on\n:notation"),
        ["memory 1GiB, time 5s, games 4294967294, options 1048576", "time is shown", "standard"]
    );
}

/// Whatever a name holds is passed on, though most arguments are sums of integers.
#[test]
fn arguments_that_are_names_may_hold_anything() {
    let program = "F(s) { default: len(s); }
[F(s) : s in [\"a\", \"bcd\", [1, 2]]]
G(c) { default: if c then 1 else 2; }
[G(c) : c in [true, 1 == 2]]
H(n) { default: n; }
[H(-n) : n in [3, 1/2, ^, pow(2, 80)]]";
    assert_eq!(run(program), ["[1, 3, 2]", "[1, 2]", "[-3, -1/2, v, -1208925819614629174706176]"]);
}

#[test]
fn prompts_know_what_is_unfinished() {
    let session = session();
    for text in ["F(n)", "F(n)\n{", "{0|", "1 +", "if 1 == 1 then 2", "/* x", "x = ["] {
        assert!(session.is_unfinished(text), "{text}");
    }
    for text in
        ["F(3)", "F(n)\n\n", "mean(G)", "1", "1 + *", ")", "F(n) { default: 0; }", "", ":help"]
    {
        assert!(!session.is_unfinished(text), "{text}");
    }
}

/// A recursion that cannot end is named as such; one that could is not.
#[test]
fn recursions_without_end() {
    for endless in [
        "F(n) { default: { F(n+1) | }; } F(0)",
        "F(n) { case 0: 0; default: F(n-2); } F(5)",
        "F(n) { case 0, 1: 0; default: F(n-3) + F(n-1); } F(1000)",
        "F(n, m) { case (0, _): 0; default: F(n-1, m+1); } F(-1, 2)",
        "F(s, n) { default: F(s, n-1) ++ s; } F(\"x\", 3)",
    ] {
        assert_eq!(codes(endless), ["endless"], "{endless}");
    }
    for (program, answered) in [
        ("F(n) { case -20000: 7; default: F(n-1); } F(0)", "7"),
        ("F(n) { default: if n < -20000 then 7 else F(n-1); } F(0)", "7"),
        ("F(n) { case if n < -20000: 7; default: F(n-1); } F(0)", "7"),
        (
            "F(n) { case 0: 0; default: F(Next(n)); } Next(n) { default: if n < -9000 then 0 else n-1; } F(-1)",
            "0",
        ),
        ("F(n) { default: [F(k) : k = n-1..-1]; } F(-1); 3", "3"),
        ("F(n, m) { case (_, 9000): 7; default: F(n-1, m+1); } F(-1, 0)", "7"),
        ("F(n) { case 0: 0; default: F(n-1); } F(100000)", "0"),
    ] {
        assert_eq!(run(program).pop().unwrap(), answered, "{program}");
    }
}
