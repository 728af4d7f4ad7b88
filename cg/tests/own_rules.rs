//! Rules that users define: the solver says what values and plain searches say.

use cg_calculator::{Calculator, Content};

/// Definitions without declarations, with some, and beside built-in rulesets.
const PROGRAM: &str = r##"
Clob(b) {
  default: { Clob(put(b, i, j, "x", r, c, ".")) : (r, c) in cells(b, "x"), (i, j) in neighbours(b, r, c), if b[i][j] == "o"
           | Clob(put(b, i, j, "o", r, c, ".")) : (r, c) in cells(b, "o"), (i, j) in neighbours(b, r, c), if b[i][j] == "x" };
}
Dom(b) {
  sum: parts(b, "#");
  symmetric: [mirror(b), flip(b)];
  negative: transpose(b);
  default: { Dom(put(b, r, c, "#", r+1, c, "#")) : (r, c) in cells(b, "."), if r+1 < rows(b), if b[r+1][c] == "."
           | Dom(put(b, r, c, "#", r, c+1, "#")) : (r, c) in cells(b, "."), if c+1 < cols(b), if b[r][c+1] == "." };
}
Row(s) {
  default: { Row(s[0..i-1]) : i = 0..len(s)-1, if s[i] == "L", Row(s[i+1..len(s)-1]) : i = 0..len(s)-1, if s[i] == "L"
           | Row(s[0..i-1]) : i = 0..len(s)-1, if s[i] == "R", Row(s[i+1..len(s)-1]) : i = 0..len(s)-1, if s[i] == "R" };
}
impartial Kay(n) { case 0: 0; default: { Kay(k) + Kay(n-1-k) : k = 0..n-1, Kay(k) + Kay(n-2-k) : k = 0..n-2 }; }
impartial W(a, b) {
  case if a > b: W(b, a);
  default: { W(k, b) : k = 0..a-1, W(a, k) : k = 0..b-1, W(a-k, b-k) : k = 1..a };
}
Heap(l, r) { case (0, 0): 0; default: { Heap(l-1, r) : k = 1..1, if l > 0 | Heap(l, r-1) : k = 1..1, if r > 0, {Heap(l, 0) | *} : k = 1..1, if r > 1 }; }
Mix(n) { case 0: Clobber("xo"); default: { Mix(n-1) - {1|-1}, Clobber("xox") | Mix(n-1) + Snort(1, n) }; }
Two(s) { default: Row(s) - Row(s ++ "R"); }
Up(n) { case if n < 1: *; default: if n % 2 == 0 then { Up(n-1) | 0 } else -Up(n-1) + Kay(n); }
"##;

/// Sums of positions of the definitions and of others.
const SUMS: [&str; 23] = [
    "Clob(board(\"xo|ox\"))",
    "Clob(board(\"xoxo|oxox\")) - Clob(board(\"xo.|.xo\"))",
    "Dom(board(\"...|...|...\")) + 1/2",
    "Dom(board(\"....|....\")) - Domineering(2, 4)",
    "Dom(board(\"...|...\")) + Dom(board(\"..|..|..\"))",
    "Row(\"LRLRRL\") - Row(\"LLRR\") + *2",
    "Two(\"LRL\") + Two(\"RR\")",
    "Kay(7) + Kay(3) - *2",
    "W(3, 5) + W(1, 2)",
    "W(4, 6) - *3",
    "Mix(2) + Clobber(\"xoxo\")",
    "3.Row(\"LR\") - Row(\"RL\")",
    "-Row(\"LRR\") + Mix(1)",
    "sum([Row(s) : s in [\"LR\", \"LLR\", \"R\"]])",
    "if 1 < 2 then Row(\"LRL\") + Kay(2) else 0",
    "Up(3) + Up(4)",
    "{2|-1} + {1|-3} - {1|0} + Row(\"L\")",
    "{10|1||-21|-34} + {28|6||-28|-31} + {34|24||-13|-33}",
    "Clob(board(\"xoxox\")) + Snort(1, 4)",
    "Row(\"\") + Kay(0)",
    "impartial(Clobber(\"xoxo\")) + Kay(4)",
    "Row(\"LRRLLR\") + ^ - 1/2",
    "Heap(2, 2) + Heap(1, 3)",
];

fn calculator(steps: Option<u32>) -> Calculator {
    let mut calculator = match steps {
        Some(steps) => Calculator::searching(steps),
        None => Calculator::new().unwrap(),
    };
    let replies = calculator.evaluate(PROGRAM);
    assert!(replies.is_empty(), "{}", replies[0]);
    calculator
}

fn shown(calculator: &mut Calculator, text: &str) -> String {
    calculator.evaluate(text).remove(0).shown
}

/// `?` by search, `?` by value, `outcome` inside expressions, and the value itself.
#[test]
fn searches_and_values_agree() {
    let (mut by_value, mut by_search) = (calculator(None), calculator(Some(0)));
    let mut searched = 0;
    for text in SUMS {
        let value = by_value.game(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let expected = by_value.engine().outcome(value).unwrap().to_string();
        for calculator in [&mut by_value, &mut by_search] {
            assert_eq!(shown(calculator, &format!("? {text}")), expected, "{text}");
            let inside = shown(calculator, &format!("[outcome({text}) : k = 1..2]"));
            let letter = match expected.as_str() {
                "first player win" => "N",
                "second player win" => "P",
                "left player win" => "L",
                _ => "R",
            };
            assert_eq!(inside, format!("[{letter}, {letter}]"), "{text}");
        }
        let reply = by_search.evaluate(format!("? {text}")).remove(0);
        searched += usize::from(matches!(reply.content, Content::Solved(_)));
    }
    // The others have values without a step of the engine.
    assert!(searched > SUMS.len() / 3, "{searched}");
}

/// Each winning move that `??` lists by search is one by value, and none is missing.
#[test]
fn winning_moves_agree() {
    let (mut by_value, mut by_search) = (calculator(None), calculator(Some(0)));
    for text in SUMS {
        let count = |content: Content| match content {
            Content::Moves { winning_moves: moves, .. } => [moves.left.len(), moves.right.len()],
            Content::Solved(found) => {
                let moves = found.winning_moves.expect("they were asked for");
                [moves.left.len(), moves.right.len()]
            }
            _ => panic!("{text}"),
        };
        let expected = count(by_value.evaluate(format!("?? {text}")).remove(0).content);
        let found = count(by_search.evaluate(format!("?? {text}")).remove(0).content);
        assert_eq!(found.map(|n| n > 0), expected.map(|n| n > 0), "{text}");
    }
}

/// Misère play by the solver, and by the moves alone.
#[test]
fn misere_play_agrees_with_the_moves_alone() {
    let mut calculator = calculator(None);
    for (text, expected) in [
        ("Kay(1)", "second player win"),
        ("Kay(2) + Kay(1)", "first player win"),
        ("W(1, 2) + W(0, 1)", "second player win"),
        ("Row(\"L\")", "right player win"),
        ("-Row(\"L\")", "left player win"),
        ("{0, *|}", "first player win"),
        ("{0|}", "right player win"),
        ("*2 + *", "first player win"),
    ] {
        assert_eq!(shown(&mut calculator, &format!("misere({text})")), expected, "{text}");
    }
    for (own, built_in) in [
        ("Clob(board(\"xoxo|oxox\"))", "Clobber(\"xoxo|oxox\")"),
        ("Dom(board(\"...|...|...\"))", "Domineering(3, 3)"),
        (
            "Dom(board(\"....|....\")) - Dom(board(\"..|..\"))",
            "Domineering(2, 4) - Domineering(2, 2)",
        ),
        ("Kay(6) + Kay(4)", "octal(\".77\", [6, 4])"),
        ("W(2, 3) + Clob(board(\"xo\"))", "Wythoff(2, 3) + Clobber(\"xo\")"),
    ] {
        let [own, built_in] =
            [own, built_in].map(|text| shown(&mut calculator, &format!("misere({text})")));
        assert_eq!(own, built_in);
    }
}

/// Questions inside definitions and loops, and after a definition has changed.
#[test]
fn questions_stand_anywhere() {
    let mut calculator = calculator(None);
    let table = "len([[a, b] : a = 0..6, b = a..9, if misere(W(a, b)) == outcome(0)])";
    let by_list = "P(a, b) { default: misere(W(a, b)) == outcome(0); } \
                   len([[a, b] : a = 0..6, b = a..9, if P(a, b)])";
    let expected = shown(&mut calculator, table);
    assert_eq!(calculator.evaluate(by_list).pop().unwrap().shown, expected);
    let before = shown(&mut calculator, "[outcome(Kay(n) + Row(\"LR\")) : n = 0..3]");
    calculator.evaluate("Row(s) { default: 1; }");
    let after = shown(&mut calculator, "[outcome(Kay(n) + Row(\"LR\")) : n = 0..3]");
    assert_ne!(before, after);
    assert!(after.contains('L'), "{after}");
}

/// What is wrong with the rules is said where it stands, with and without a search.
#[test]
fn faults_are_said_as_ever() {
    let (mut by_value, mut by_search) = (calculator(None), calculator(Some(0)));
    for program in [
        "Bad(n) { case 0: \"a\"; default: { Bad(n-1) | }; } ? Bad(2) + Row(\"L\")",
        "Odd(n) { case 1: 0; } ? Odd(2)",
        "Round(n) { default: { Round(n) | }; } ? Round(2)",
        "? Row(1, 2)",
        "? Row(\"L\") + Nowhere(1)",
        "? Row(\"L\") + \"a\"",
        "[outcome(Row(\"L\") + \"a\")]",
        "L = [Kay(3)] [misere(L[0])]",
    ] {
        let [expected, found] =
            [&mut by_value, &mut by_search].map(|it| it.evaluate(program).pop().unwrap());
        assert!(matches!(expected.content, Content::Error { .. }), "{program}: {expected}");
        assert_eq!(found.shown, expected.shown, "{program}");
    }
}

/// Games of which a search would never end are answered by their values, and the other way
/// round: both have their turns.
#[test]
fn values_and_searches_take_turns() {
    let mut calculator = calculator(None);
    let expected = shown(&mut calculator, "nimvalue(octal(\".77\", [1500, 1201]))");
    let answer = if expected == "0" { "second player win" } else { "first player win" };
    assert_eq!(shown(&mut calculator, "? Kay(1500) + Kay(1201)"), answer);
    let board = "Dom(board(\"......|......|......|......|......\"))";
    let built_in = shown(&mut calculator, "? Domineering(5, 6)");
    assert_eq!(shown(&mut calculator, &format!("? {board}")), built_in);
}

/// A long search names the declaration that is missing, once.
#[test]
fn a_declaration_that_would_help_is_named() {
    let mut calculator = calculator(Some(0));
    let asked = "? Clob(board(\"xoxox|oxoxo|xox..\"))\n? Clob(board(\"oxoxo|xoxox|oxo..\"))";
    let replies = calculator.evaluate(asked);
    let notes: Vec<&String> = replies
        .iter()
        .filter(|reply| matches!(reply.content, Content::Note { .. }))
        .map(|reply| &reply.shown)
        .collect();
    let [note] = notes[..] else { panic!("{replies:?}") };
    assert!(note.starts_with("`Clob` declares no `sum:`"), "{note}");
    let short = calculator.evaluate("? Clob(board(\"xo|ox\")) + Dom(board(\"...|...\"))");
    assert_eq!(short.len(), 1, "{short:?}");
}

/// Where values take long, comparisons are told by the winner of the difference.
#[test]
fn large_positions_are_compared_by_search() {
    let mut calculator = calculator(None);
    calculator.evaluate(
        "Dom(b) { sum: parts(b, \"#\"); default: {
           Dom(put(b, r, c, \"#\", r+1, c, \"#\")) : r = 0..rows(b)-2, c = 0..cols(b)-1, if b[r, c] == \".\" and b[r+1, c] == \".\"
         | Dom(put(b, r, c, \"#\", r, c+1, \"#\")) : r = 0..rows(b)-1, c = 0..cols(b)-2, if b[r, c] == \".\" and b[r, c+1] == \".\" } }",
    );
    let large = ["Domineering(6, 6)", "Dom(board(\".....|.....|.....|.....|.....|.....\"))"];
    for g in large {
        for h in ["0", "1", "-1", "*"] {
            let outcome = calculator.evaluate(format!("? {g} - {h}")).remove(0).shown;
            let holds = |signs: &[&str]| match &outcome[..] {
                "second player win" => signs.contains(&"P"),
                "first player win" => signs.contains(&"N"),
                "left player win" => signs.contains(&"L"),
                "right player win" => signs.contains(&"R"),
                other => panic!("{g} - {h}: {other}"),
            };
            for (sign, when) in [
                ("==", &["P"][..]),
                ("!=", &["N", "L", "R"]),
                ("<", &["R"]),
                (">", &["L"]),
                ("<=", &["R", "P"]),
                (">=", &["L", "P"]),
                ("<>", &["N"]),
            ] {
                let found = calculator.evaluate(format!("{g} {sign} {h}")).remove(0).shown;
                assert_eq!(found, holds(when).to_string(), "{g} {sign} {h}: {outcome}");
            }
            // As a condition.
            let text = format!("[k : k = 1..1, if {g} > {h}]");
            let some = calculator.evaluate(text).remove(0).shown;
            assert_eq!(some == "[1]", holds(&["L"]), "{g} > {h}");
        }
    }
    assert_eq!(calculator.evaluate("x = Domineering(6, 6)\nx > -1").remove(0).shown, "true");
    // A name that was not known when the question was asked is an error at its place.
    assert!(calculator.evaluate("Clobber(\"x?\") == 0").remove(0).shown.contains("no cell"));
}

/// The boards over `.xo` of a size, in classes by turns, reflections and exchanged colours: how many,
/// straight from the definition.
fn classes(rows: usize, cols: usize) -> usize {
    let cells = rows * cols;
    let mut seen = std::collections::HashSet::new();
    let mut count = 0;
    for mut number in 0..3usize.pow(u32::try_from(cells).unwrap()) {
        let board: Vec<usize> = (0..cells)
            .map(|_| {
                let cell = number % 3;
                number /= 3;
                cell
            })
            .collect();
        let mut images = Vec::new();
        for (mirrored, flipped, turned, swapped) in (0..16).map(|n| (n & 1, n & 2, n & 4, n & 8)) {
            if turned > 0 && rows != cols {
                continue;
            }
            let cell = |r: usize, c: usize| {
                let (r, c) = if turned > 0 { (c, r) } else { (r, c) };
                let r = if flipped > 0 { rows - 1 - r } else { r };
                let c = if mirrored > 0 { cols - 1 - c } else { c };
                let cell = board[r * cols + c];
                if swapped > 0 { (3 - cell) % 3 } else { cell }
            };
            let image: Vec<usize> = (0..cells).map(|at| cell(at / cols, at % cols)).collect();
            images.push(image);
        }
        count += usize::from(!seen.contains(&board));
        seen.extend(images);
    }
    count
}

/// `boards(F, rows, columns)` of definitions.
#[test]
fn boards_of_definitions_are_listed() {
    let mut calculator = calculator(None);
    let definitions = [
        "Alike(b) { symmetric: symmetries(b); negative: swap(b, \"x\", \"o\");
           default: { Alike(put(b, r, c, \".\")) : (r, c) in cells(b, \"x\") | Alike(put(b, r, c, \".\")) : (r, c) in cells(b, \"o\") } }",
        "Code(b) { symmetric: [turn(c) : c in [b, flip(b)]]; negative: [swap(b, \"x\", \"o\")];
           default: { Code(put(b, r, c, \".\")) : (r, c) in cells(b, \"x\") | Code(put(b, r, c, \".\")) : (r, c) in cells(b, \"o\") } }",
        "Count(n) { default: len(boards(Alike, n, n)); }",
        "Whole(n) { default: { Whole(n-1) | } }",
    ];
    for definition in definitions {
        assert!(calculator.evaluate(definition).is_empty(), "{definition}");
    }
    for (rows, cols) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2), (3, 3)] {
        for function in ["Alike", "Code"] {
            let text = format!("len(boards({function}, {rows}, {cols}))");
            assert_eq!(shown(&mut calculator, &text), classes(rows, cols).to_string(), "{text}");
        }
        let all = format!("len(boards(Alike, {rows}, {cols}, \"all\")) == 3**{}", rows * cols);
        assert_eq!(shown(&mut calculator, &all), "true");
    }
    for (text, answer) in [
        ("Count(2) + Count(1)", (classes(2, 2) + classes(1, 1)).to_string()),
        ("boards(Row, 1, 2)", "[\"LL\", \"LR\", \"RL\", \"RR\"]".to_owned()),
        (
            "boards(Alike, 1, 2)",
            "[board(\"..\"), board(\".o\"), board(\"oo\"), board(\"ox\")]".to_owned(),
        ),
        ("[Clob(b) : b in boards(Clob, 1, 2, \"all\"), if Clob(b) != 0]", "[*, *]".to_owned()),
        ("boards(Clobber, 1, 2)", "[\"..\", \".X\", \"XX\", \"XO\"]".to_owned()),
    ] {
        assert_eq!(shown(&mut calculator, text), answer, "{text}");
    }
    for (text, problem) in [
        ("boards(Row, 2, 2)", "write boards(Row, 1, 2)"),
        ("boards(Whole, 1, 2)", "`Whole` is no function of one board or one text"),
        ("boards(W, 1, 2)", "`W` is no function of one board or one text"),
        ("boards(Alike, 0, 2)", "at least one row"),
        ("boards(Alike, 9, 9)", "more than 1000000 such boards"),
        ("boards(Alike, 2, 2, \"some\")", "the last argument is \"all\", or nothing"),
        ("boards(Alike, 65, 1)", "an integer from 0 to 64"),
        ("boards(Alike, 2)", "takes 3 to 4 arguments"),
    ] {
        let found = shown(&mut calculator, text);
        assert!(found.contains(problem), "{text}: {found}");
    }
}
