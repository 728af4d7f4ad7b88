//! Boards, strips and graphs as values, and what definitions declare of them.

use crate::common::{self, answer, run};

/// Domineering, Clobber and Col by their moves alone, and with what may be declared of
/// them.
const RULES: &str = r##"
Whole(b)
{
  default: {
    Whole(put(b, r, c, "#", r+1, c, "#")) : r = 0..rows(b)-2, c = 0..cols(b)-1,
      if b[r, c] == "." and b[r+1, c] == "."
  |
    Whole(put(b, r, c, "#", r, c+1, "#")) : r = 0..rows(b)-1, c = 0..cols(b)-2,
      if b[r, c] == "." and b[r, c+1] == "."
  };
}
Domineering(b)
{
  sum: parts(b, "#");
  symmetric: reflections(b);
  negative: transpose(b);
  default: {
    Domineering(put(b, r, c, "#", r+1, c, "#")) : r = 0..rows(b)-2, c = 0..cols(b)-1,
      if b[r, c] == "." and b[r+1, c] == "."
  |
    Domineering(put(b, r, c, "#", r, c+1, "#")) : r = 0..rows(b)-1, c = 0..cols(b)-2,
      if b[r, c] == "." and b[r, c+1] == "."
  };
}
Texts(b)
{
  default: {
    Texts(Mark(Mark(b, r, c), r+1, c)) : r = 0..len(b)-2, c = 0..len(b[r])-1,
      if b[r][c] == "." and b[r+1][c] == "."
  |
    Texts(Mark(Mark(b, r, c), r, c+1)) : r = 0..len(b)-1, c = 0..len(b[r])-2,
      if b[r][c..c+1] == ".."
  };
}
Mark(b, r, c) { default: b[0..r-1] ++ [b[r][0..c-1] ++ "#" ++ b[r][c+1..len(b[r])-1]] ++ b[r+1..len(b)-1]; }
Strip(s)
{
  default: {
    Strip(s[0..i-1] ++ ".x" ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == "xo",
    Strip(s[0..i-1] ++ "x." ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == "ox"
  |
    Strip(s[0..i-1] ++ "o." ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == "xo",
    Strip(s[0..i-1] ++ ".o" ++ s[i+2..len(s)-1]) : i = 0..len(s)-2, if s[i..i+1] == "ox"
  };
}
Clobber(s)
{
  sum: parts(s, ".");
  symmetric: mirror(s);
  negative: swap(s, "x", "o");
  default: {
    Clobber(put(s, i, ".", j, "x")) : i = 0..len(s)-1, if s[i] == "x", j in neighbours(s, i), if s[j] == "o"
  | Clobber(put(s, i, ".", j, "o")) : i = 0..len(s)-1, if s[i] == "o", j in neighbours(s, i), if s[j] == "x"
  };
}
"##;

/// Every text of this length over these characters.
fn texts(characters: &[char], length: u32) -> Vec<String> {
    let count = characters.len().pow(length);
    let text = |number: usize| {
        let digit = |at: u32| number / characters.len().pow(at) % characters.len();
        (0..length).map(|at| characters[digit(at)]).collect()
    };
    (0..count).map(text).collect()
}

#[test]
fn declared_facts_change_no_value_of_domineering() {
    let mut program = String::from(RULES);
    for (rows, cols) in [(1, 3), (2, 2), (3, 1), (2, 3), (3, 3)] {
        let boards: Vec<String> = texts(&['.', '#'], rows * cols)
            .iter()
            .map(|text| {
                let chars: Vec<char> = text.chars().collect();
                let rows = chars.chunks(cols as usize).map(|row| row.iter().collect::<String>());
                format!("{:?}", rows.collect::<Vec<_>>().join("|"))
            })
            .collect();
        program += &format!("boards = [{}]\n", boards.join(", "));
        program += "[b : b in boards, if Whole(board(b)) != Domineering(board(b))]\n";
        program += "[b : b in boards, if Texts([board(b)[r] : r = 0..rows(board(b))-1]) != Domineering(board(b))]\n";
    }
    assert_eq!(run(&program), ["[]"; 10]);
}

/// Declarations that are read as a normal form, and such as run as code, which a function of
/// the program or a second exchange of cells makes them.
#[test]
fn declared_facts_change_no_value_of_col() {
    let rules = |name: &str, declared: &str| {
        format!(
            r#"{name}(b) {{ {declared} default: {{
  {name}(put(b, r, c, "x")) : r = 0..rows(b)-1, c = 0..cols(b)-1, if b[r, c] == "." and not near(b, r, c, "x")
| {name}(put(b, r, c, "o")) : r = 0..rows(b)-1, c = 0..cols(b)-1, if b[r, c] == "." and not near(b, r, c, "o")
}}; }}
"#
        )
    };
    let declared = [
        r#"symmetric: symmetries(b); negative: swap(b, "x", "o");"#,
        r#"symmetric: [mirror(b), flip(b)]; negative: swap(turn(b), "x", "o");"#,
        r#"negative: [swap(mirror(b), "o", "x"), swap(transpose(b), "x", "o")];"#,
        r#"symmetric: Opposite(Opposite(b)); negative: Opposite(b);"#,
        r#"symmetric: [swap(swap(b, "x", "y"), "y", "x")]; negative: swap(b, "x", "o");"#,
    ];
    let mut program = rules("Whole", "");
    program += r#"Opposite(b) { default: flip(swap(b, "o", "x")); }"#;
    for (number, declared) in declared.iter().enumerate() {
        program += &rules(&format!("Declared{number}"), declared);
    }
    let boards: Vec<String> = texts(&['.', 'x', 'o'], 6)
        .iter()
        .map(|text| format!("\"{}|{}\"", &text[..3], &text[3..]))
        .collect();
    program += &format!("boards = [{}]\n", boards.join(", "));
    for number in 0..declared.len() {
        program +=
            &format!("[b : b in boards, if Whole(board(b)) != Declared{number}(board(b))]\n");
    }
    assert_eq!(run(&program), vec!["[]"; declared.len()]);
}

/// A function of the program that bears the name of a built-in one says what is declared.
#[test]
fn declarations_mean_the_functions_of_the_program() {
    let program = r#"
mirror(b) { default: transpose(b); }
Corner(b)
{
  symmetric: mirror(b);
  default: { Corner(put(b, 0, i, "x")) : i = 0..cols(b)-1, if b[0, i] == ".";
             Corner(put(b, i, 0, "x")) : i = 0..rows(b)-1, if b[i, 0] == "." | };
}
boards = ["..|..", "x.|..", ".x|..", "..|x.", "..|.x", "xx|..", "x.|x.", ".x|.x"]
[Corner(board(b)) : b in boards]
"#;
    let undeclared = program.replace("symmetric: mirror(b);", "");
    assert_eq!(run(program), run(&undeclared));
}

#[test]
fn declared_facts_change_no_value_of_clobber() {
    let mut program = String::from(RULES);
    for length in 1..=7 {
        let strips: Vec<String> =
            texts(&['.', 'x', 'o'], length).iter().map(|text| format!("{text:?}")).collect();
        program += &format!("strips = [{}]\n", strips.join(", "));
        program += "[s : s in strips, if Strip(s) != Clobber(s)]\n";
    }
    assert_eq!(run(&program), ["[]"; 7]);
}

#[test]
fn what_is_declared_stands_for_the_first_argument() {
    let counted = r##"
        Pile(s, n) { sum: parts(s, "."); default: n * len(s); }
    "##;
    assert_eq!(answer(&format!("{counted} Pile(\"xx..x\", 10)")), "30");
    assert_eq!(answer(&format!("{counted} Pile(\"...\", 10)")), "0");
    let errors = common::codes("F(s) { sum: len(s); default: 0; } F(\"x\")");
    assert_eq!(errors, ["wrong-kind"]);
    // Options with generators are no declarations.
    assert_eq!(run("sum2 = 1; {0 | } + {sum2 : k = 0..1 | }"), ["3"]);
}

#[test]
fn positions_of_boards_have_moves() {
    let lines = run(&format!("{RULES} ?? Domineering(board(\"..|..\"))"));
    assert_eq!(lines.len(), 1);
    assert!(lines[0].contains("at [0, 0], [1, 0] (leaves 1)"), "{lines:?}");
    let lines = run(&format!("{RULES} ? Domineering(board(\"..#|..#|###\"))"));
    assert_eq!(lines.len(), 1, "{lines:?}");
}

#[test]
fn cells_are_read_and_put() {
    let lines = run(r##"
        b = board("ab|cd")
        b
        [b[0, 1], b[1][0], b[1], len(b), rows(b), cols(b)]
        put(b, 0, 0, "x", 1, 1, "y")
        put(b, cells(b, "ad"), ".")
        [cell(b, 0, 2, "#"), cell(b, 0-1, 0, "#"), cell(b, 1, 1, "#"), cell("xy", 5, ".")]
        [put("abc", 1, "x"), mirror("abc"), swap("xoo", "x", "o")]
        neighbours(b, 0, 0) ++ neighbours("abc", 1)
        len(neighbours(board("...|...|..."), 1, 1, 8))
        b == board(["ab", "cd"])
        [turn(b), turn(turn(turn(turn(b)))) == b, transpose(transpose(b)) == b]
        [[b, 1], [graph("a-b"), 2]]
    "##);
    assert_eq!(lines[0], "ab\ncd");
    assert_eq!(lines[1], "[\"b\", \"c\", \"cd\", 2, 2, 2]");
    assert_eq!(lines[2..4], ["xb\ncy", ".b\nc."]);
    assert_eq!(lines[4], "[\"#\", \"#\", \"d\", \".\"]");
    assert_eq!(lines[5], "[\"axc\", \"cba\", \"oxx\"]");
    assert_eq!(lines[6], "[[0, 1], [1, 0], 0, 2]");
    assert_eq!(lines[7..9], ["8", "true"]);
    assert_eq!(lines[9], "[board(\"ca|db\"), true, true]");
    assert_eq!(lines[10], "[[board(\"ab|cd\"), 1], [graph(\"a-b\"), 2]]");
}

#[test]
fn bad_boards_are_errors() {
    for (text, code) in [
        ("board(\"..|.\")", "refused"),
        ("board(3)", "wrong-kind"),
        ("board(\"é\")", "refused"),
        ("board(\"..\")[0, 2]", "out-of-range"),
        ("board(\"..\")[1, 0]", "out-of-range"),
        ("put(board(\"..\"), 0, 0, \"ab\")", "refused"),
        ("put(board(\"..\"), 0, 2, \"a\")", "out-of-range"),
        ("put(board(\"..\"), 0, 0)", "refused"),
        ("parts(board(\"..\"), \"\")", "refused"),
        ("neighbours(board(\"..\"), 0, 0, 5)", "refused"),
        ("graph(\"a--b\")", "refused"),
        ("delete(graph(\"a-b\"), \"c\")", "refused"),
        ("edges(board(\"..\"))", "wrong-kind"),
        ("board(\"..\") + 1", "wrong-kind"),
    ] {
        assert_eq!(common::codes(text), [code], "{text}");
    }
}

#[test]
fn hackenbush_on_a_graph() {
    let rules = r##"
        Hackenbush(g)
        {
          default: { Hackenbush(component(delete(g, e, "b"), "0")) : e in edges(g, "b")
                   | Hackenbush(component(delete(g, e, "r"), "0")) : e in edges(g, "r") };
        }
    "##;
    let value = |graph: &str| answer(&format!("{rules} Hackenbush(graph(\"{graph}\")) * 8"));
    assert_eq!(value("0-a:b"), "8");
    assert_eq!(value("0-a:b, a-b:r"), "4");
    assert_eq!(value("0-a:r, a-b:b, b-c:b"), "-2");
    // Two stalks on one ground are a sum.
    assert_eq!(value("0-a:b, a-b:r, 0-c:r, c-d:b, d-e:b"), "2");
}

#[test]
fn wrong_declarations_are_found() {
    let said = run(&format!("{RULES} :check Domineering\n:check Clobber\n"));
    assert!(said.iter().all(|line| line.contains("declares holds on")), "{said:?}");
    let wrong = RULES.replace("negative: transpose(b);", "negative: flip(b);");
    let said = run(&format!("{wrong} :check Domineering\n"));
    assert!(said[0].contains("`negative: flip(b)` is wrong"), "{said:?}");
    let wrong = RULES.replace("sum: parts(b, \"#\");", "sum: parts(b, \".\");");
    let said = run(&format!("{wrong} :check Domineering\n"));
    assert!(said[0].contains("is wrong"), "{said:?}");
    assert_eq!(common::codes("F(n) { default: n; }\n:check F"), ["bad-argument"]);
    assert_eq!(common::codes(":check F"), ["bad-argument"]);
}

/// A position that falls apart is moved in as it was typed, so that its cells keep their names.
#[test]
fn moves_in_parts_are_named_on_the_whole_board() {
    let lines = run(&format!(
        r#"{RULES} ?? Domineering(board("..#..|..#..|.##.."))
?? Domineering(board("..#.|...#")) + 1
?? Clobber("xox..oxo..xo")"#
    ));
    insta::assert_snapshot!(lines.join("\n\n"));
}

/// A definition whose clauses do not say what its parts do is listed by its parts, which count.
#[test]
fn moves_that_clauses_do_not_write_are_those_of_the_parts() {
    let lines = run(r#"
Odd(s)
{
  sum: parts(s, ".");
  default: { Odd(put(s, 0, ".")) : i = 0..0, if len(s) > 0 | };
}
?? Odd("x.xx")"#);
    insta::assert_snapshot!(lines.join("\n\n"));
}

/// The cells of small boards are those of the helpers, too.
#[test]
fn a_check_finds_the_cells_that_helpers_name() {
    let lines = run(r##"
Free(x) { default: x == "."; }
F(b)
{
  symmetric: mirror(b);
  default: { F(put(b, r, c, "#")) : r = 0..rows(b)-1, c = 0..cols(b)-1, if Free(b[r, c]) | };
}
:check F"##);
    assert!(
        lines[0].starts_with("what `F` declares holds on") && lines[0].contains('.'),
        "{lines:?}"
    );
}
