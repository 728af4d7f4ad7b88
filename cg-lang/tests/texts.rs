//! Texts out of values, values out of texts, files, and lists with keys.

use cg_lang::{Event, Role, Source};

use crate::common::{answer, codes, run, run_in, session};

#[test]
fn values_become_texts_and_back() {
    for (program, expected) in [
        ("text(3)", "\"3\""),
        ("text({1|-1})", "\"+-1\""),
        ("text(\"a\")", "\"a\""),
        ("text([1, \"a\"])", "\"[1, \\\"a\\\"]\""),
        ("text(board(\"..|.#\"))", "\"..|.#\""),
        ("text(graph(\"c-b-a, d:x\"))", "\"d:x, a-b, b-c\""),
        ("graph(text(graph(\"c-b-a, d\"))) == graph(\"a-b, b-c, d\")", "true"),
        ("text(outcome(*))", "\"first player win\""),
        ("text(5/4, \"paper\")", "\"1.01\""),
        ("latex(*2) == text(*2, \"latex\")", "true"),
        ("\"v\" ++ 3", "\"v3\""),
        ("3 ++ \"v\"", "\"3v\""),
        ("\"a\" ++ 1 ++ true ++ ^", "\"a1true^\""),
        ("1/2 ++ \" and \" ++ \"more\"[0..1]", "\"1/2 and mo\""),
        ("join([1, *, \"x\", outcome(0)], \", \")", "\"1, *, x, second player win\""),
        ("number(\"12\")", "12"),
        ("number(\" -3/4 \")", "-3/4"),
        ("number(\"2.5\")", "5/2"),
        ("number(text(7/8)) == 7/8", "true"),
        ("graph(\"a-b-c:x\") == graph(\"a-b:x, b-c:x\")", "true"),
    ] {
        assert_eq!(answer(program), expected, "{program}");
    }
    for program in ["3 ++ 4", "\"v\" ++ [1]", "[1] ++ 2", "true ++ false", "1 ++ [2]"] {
        assert_eq!(codes(program), ["wrong-kind"], "{program}");
    }
    assert_eq!(codes("number(\"x\")"), ["refused"]);
    assert_eq!(answer("number(\"1/3\")"), "1/3");
    assert_eq!(codes("text(1, \"greek\")"), ["refused"]);
}

#[test]
fn functions_take_keys() {
    for (program, expected) in [
        ("put([1, 2, 3], 1, \"x\")", "[1, \"x\", 3]"),
        ("put([1, 2, 3], 0, 7, 2, 9)", "[7, 2, 9]"),
        ("groupby(len, [\"a\", \"bb\", \"c\"])", "dict([[1, [\"a\", \"c\"]], [2, [\"bb\"]]])"),
        ("groupby(n -> n % 2 == 0, 1..4)", "dict([[false, [1, 3]], [true, [2, 4]]])"),
        ("groupby(outcome, [0, *, 1, {1|-1}])[\"N\"]", "[*, +-1]"),
        ("sort(n -> -n, [1, 3, 2])", "[3, 2, 1]"),
        ("sort(len, [\"ccc\", \"a\", \"bb\"])", "[\"a\", \"bb\", \"ccc\"]"),
        ("sort((a, b) -> b, [[1, 5], [2, 3]])", "[[2, 3], [1, 5]]"),
        ("sort([3, 1, 2])", "[1, 2, 3]"),
        ("sort([\"b\", \"a\"])", "[\"a\", \"b\"]"),
        ("min(len, [\"ccc\", \"a\", \"b\"])", "\"a\""),
        ("max(n -> n * n, [-3, 2, 3])", "-3"),
        ("[min(3, 1), max([1, 2])]", "[1, 2]"),
        (
            "K(n) { default: 10 - n } [max(K, [1, 2]), min(K, [1, 2]), sort(K, [1, 2])]",
            "[1, 2, [2, 1]]",
        ),
    ] {
        assert_eq!(answer(program), expected, "{program}");
    }
    assert_eq!(codes("put([1, 2], 2, 3)"), ["out-of-range"]);
    assert_eq!(codes("put([1, 2], 0)"), ["argument-count"]);
    assert_eq!(codes("put([1, 2], 0, 1, 2)"), ["refused"]);
    assert_eq!(codes("min(n -> \"x\", [1])"), ["wrong-kind"]);
    assert_eq!(codes("max(n -> n, [])"), ["refused"]);
    assert_eq!(codes("groupby([1], [2])"), ["wrong-kind"]);
}

#[test]
fn any_and_all_stop_at_the_first_answer() {
    // The list behind the answer would divide by zero.
    for (program, expected) in [
        ("any([1 / n == 1 : n in [1, 0]])", "true"),
        ("all([1 / n == 2 : n in [1, 0]])", "false"),
        ("any([true, 1 / 0 == 1])", "true"),
        ("any(n -> 1 / n == 1, [1, 0])", "true"),
        ("all(n -> 1 / n == 2, [1, 0])", "false"),
        ("D(n) { default: 1 / n == 1 } [any(D, [1, 0]), all(D, [1, 1])]", "[true, true]"),
        (
            "[any([]), all([]), any(n -> true, []), all(n -> false, [])]",
            "[false, true, false, true]",
        ),
        (
            "[any([k > 3 : k = 1..3]), all([k > 0 : k = 1..3]), any([false, true])]",
            "[false, true, true]",
        ),
        ("any([[false, true][i] : i = 0..1, if i > 0])", "true"),
        ("any([a + b == 5 : a = 1..3, b = 1..3, if a < b])", "true"),
    ] {
        assert_eq!(answer(program), expected, "{program}");
    }
    assert_eq!(codes("any([1])"), ["wrong-kind"]);
    // In rules, which run as typed code after a few calls, against the whole list.
    let rules = "
        Wins(n) { case 0: false; default: any([not Wins(n-k) : k = 1..3, if k <= n]); }
        Slow(n) { case 0: false; default: len([k : k = 1..3, if k <= n and not Slow(n-k)]) > 0; }
        Both(s) { default: all([s[i] != \"x\" : i = 0..len(s)-1]); }
        [n : n = 0..3000, if Wins(n) != Slow(n)]
        [Wins(n) : n = 0..8]
        len([k : k = 1..2000, if Both(\"aaxa\" ++ k)])
        len([k : k = 1..2000, if Both(\"aaya\" ++ k)])";
    let expected = "[false, true, true, true, false, true, true, true, false]";
    assert_eq!(run(rules), ["[]", expected, "0", "2000"]);
}

#[test]
fn print_shows_texts_as_they_are() {
    for (program, expected) in [
        ("print \"a\", 1, [\"b\"]", "a 1 [\"b\"]"),
        ("print {1|-1}", "+-1"),
        ("print(\"x\", 2)", "x 2"),
        ("print outcome(*)", "first player win"),
        ("print if 1 < 2 then \"yes\" else \"no\"", "yes"),
        ("print \"a\\nb\"", "a\nb"),
    ] {
        assert_eq!(answer(program), expected, "{program}");
    }
    assert_eq!(run("print \"a\"; 5\nprint 1\n2"), ["a", "5", "1", "2"]);
    // A name like others where it is one.
    assert_eq!(run("print = 3; print + 1; print"), ["4", "3"]);
    assert_eq!(run("print(n) { default: n + 1; } print(3)"), ["4"]);
    assert_eq!(codes("F(n) { default: print n; }"), ["missing-operator"]);
}

#[test]
fn tables_are_written_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let table = "[[\"n\", \"G\"], [1, {1|-1}], [1/2, \"a,b\"], [3, outcome(*)]]";
    for name in ["t.csv", "t.tex", "t.md", "t.json", "a b.txt"] {
        let value = if name.ends_with("txt") { "\"two\\nlines\"" } else { table };
        let said = run_in(&mut session, &format!(":write \"{}\" {value}", path(name)));
        assert!(said[0].starts_with("written to"), "{said:?}");
    }
    assert_eq!(read("t.csv"), "n,G\n1,+-1\n1/2,\"a,b\"\n3,N\n");
    assert_eq!(read("t.md"), "| n | G |\n| --- | --- |\n| 1 | +-1 |\n| 1/2 | a,b |\n| 3 | N |\n");
    assert_eq!(read("t.json"), "[[\"n\", \"G\"], [1, \"+-1\"], [\"1/2\", \"a,b\"], [3, \"N\"]]\n");
    assert!(read("t.tex").starts_with("\\begin{tabular}{ll}\nn & G \\\\\n\\hline\n$1$ & $"));
    assert_eq!(read("a b.txt"), "two\nlines\n");
    let again = run_in(&mut session, &format!("read(\"{}\")", path("t.csv")));
    assert_eq!(again, ["[[\"n\", \"G\"], [1, \"+-1\"], [1/2, \"a,b\"], [3, \"N\"]]"]);
    let lines = run_in(&mut session, &format!("read(\"{}\")", path("a b.txt")));
    assert_eq!(lines, ["[\"two\", \"lines\"]"]);
    // What is there is not written over, and without a value it is the last answer.
    let over = run_in(&mut session, &format!(":write {} [[1]]", path("t.csv")));
    assert!(over[0].contains("file-exists"), "{over:?}");
    let said = run_in(
        &mut session,
        &format!(":write! {} [[1]]\n2 + 3\n:write {}", path("t.csv"), path("five.txt")),
    );
    assert_eq!(said[1], "5");
    assert_eq!((read("t.csv"), read("five.txt")), ("1\n".into(), "5\n".into()));
    assert!(run_in(&mut session, &format!(":write {} 5", path("x.csv")))[0].contains("wrong-kind"));
    assert_eq!(codes("read(\"no such file\")"), ["refused"]);
    // A session of a page reads no files.
    session.confine();
    let said = run_in(&mut session, &format!("read(\"{}\")", path("t.csv")));
    assert!(said[0].contains("this session reads no files"), "{said:?}");
}

/// What a user of other programs or of a textbook types, and a part of the answer.
const MESSAGES: &[(&str, &str)] = &[
    ("x := 3", "write `x = 3`"),
    ("G := 3", "write `x = 3`"),
    ("1:2", "`ordinal(G, H)`"),
    ("{1|-1}.Cool(1/2)", "`cool(G, t)`"),
    ("{1|-1}.Heat(1)", "`heat(G, t)`"),
    ("^.Pow(3)", "`power(G, n)`"),
    ("{1|-1}.LeftOptions()", "`left(G)`"),
    ("{1|-1}.Thermograph()", "`thermograph(G)`"),
    ("{1|-1}.Mean()", "`mean(G)`"),
    ("grundy(*2)", "`nimvalue(G)`"),
    ("mex([0, 1])", "`nimvalue(G)`"),
    ("temp({1|-1})", "`temperature(G)`"),
    ("up(2)", "`2.^`"),
    (":quit", "Ctrl-D leaves"),
    (":exit", "Ctrl-D leaves"),
    ("quit", "Ctrl-D leaves"),
    ("F(n) { default: if n > 0 then 1 else let x = 2; x; }", "`let` stands at the beginning"),
    ("upon*", "add one as `... + *`"),
    ("1(upon)", "`3 + G` for the sum"),
    ("put(3, 0, 1)", "`put`"),
];

#[test]
fn messages_say_what_to_write() {
    for (typed, part) in MESSAGES {
        let said = run(typed).join("\n");
        assert!(said.contains(part), "{typed}: {said}");
    }
}

/// Words that students type behind `:help`, and how the page begins.
const WORDS: &[(&str, &str)] = &[
    ("grundy", "nimvalue(g)"),
    ("grundy value", "nimvalue(g)"),
    ("mex", "nimvalue(g)"),
    ("N", "outcome(G)"),
    ("P", "outcome(G)"),
    ("outcome class", "outcome(G)"),
    ("dicot", "isallsmall(g)"),
    ("equality", "order"),
    ("stops", "leftstop(g)"),
    ("number avoidance", "leftstop(g)"),
    ("Bouton", "xor(a, b)"),
    ("sente", "temperature(g)"),
    ("chilling", "cool(g, t)"),
    ("isomorphism", "graph(text)"),
    ("scoring", "games of other kinds"),
    ("chance", "chance"),
    ("dice", "chance"),
    ("ties", "games of other kinds"),
    ("three players", "games of other kinds"),
    ("coins", "games of other kinds"),
    ("Go", "Go"),
];

#[test]
fn words_of_students_are_found() {
    for (word, page) in WORDS {
        let said = run(&format!(":help {word}"));
        assert!(said[0].starts_with(page), "{word}: {}", said[0]);
    }
}

#[test]
fn a_file_may_be_read_by_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    std::fs::write(&file, "1\n2\n\n3\n").unwrap();
    let name = file.to_string_lossy().into_owned();
    let program = format!("[number(line) : line in read(\"{name}\"), if line != \"\"]");
    let mut answers = Vec::new();
    session().run(&Source::new("test", program), Role::Program, &mut |session, event| {
        if let Event::Answer(answer) = event {
            answers.push(answer.to_text(session).unwrap());
        }
    });
    assert_eq!(answers, ["[1, 2, 3]"]);
}
