//! `:plot`, and the pictures of the sub-commands.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The sub-command `eval` with these statements, in a folder.
fn eval(folder: &Path, statements: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.arg("eval").args(statements).current_dir(folder).stdin(Stdio::null());
    command.env("NO_COLOR", "1").output().expect("the command runs")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is UTF-8")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

#[test]
fn pictures_are_drawn_in_80_columns() {
    let folder = folder();
    for typed in [
        ":plot tree {0,*|^}",
        ":plot tree *(5)",
        ":plot tree (1000000000)",
        ":plot thermograph({4|-2})",
        ":plot thermograph {{7|{5|2}}|{1|{-1|-1023/1024}}}",
        ":plot sequence [nimvalue(*(k)) : k = 0..300]",
    ] {
        let output = eval(folder.path(), &[typed]);
        let text = out(&output);
        assert_eq!(output.status.code(), Some(0), "{typed}: {output:?}");
        assert!(text.lines().count() > 2, "{typed}: {text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{typed}: {text}");
    }
}

#[test]
fn a_tree_and_a_literal_form_differ() {
    let folder = folder();
    let game = out(&eval(folder.path(), &[":plot tree {-1|1}"]));
    insta::assert_snapshot!(game, @r"
    Game tree of {-1|1}

     0
    ");
    let form = out(&eval(folder.path(), &["f = '{-1|1}'", ":plot tree f"]));
    insta::assert_snapshot!(form, @r"
    Game tree of f

        •
      ╭─┴──╮
     -1    1
    ");
}

#[test]
fn the_notation_and_the_definitions_of_the_program_hold() {
    let folder = folder();
    let paper = out(&eval(folder.path(), &[":plot thermograph({4|-2} + *(3))"]));
    let standard =
        [":notation standard", "g = {4|-2}", ":plot thermograph({4|-2} + *3)", ":plot tree g + *3"];
    let standard = out(&eval(folder.path(), &standard));
    let drawing = |text: &str| text.lines().skip(1).take(20).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(drawing(&standard), drawing(&paper));
    assert!(standard.contains("4*3"), "{standard}");
}

#[test]
fn colours_are_used_where_they_are_asked_for() {
    let folder = folder();
    for (option, coloured) in [
        ("--color=always", true),
        ("--color=never", false),
        ("--json", false),
        ("--color=auto", false),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
        command.args([option, "eval", ":plot tree *"]).current_dir(&folder);
        let output = command.env_remove("NO_COLOR").output().expect("the command runs");
        assert_eq!(out(&output).contains("\x1b[94m"), coloured, "{option}: {output:?}");
    }
}

#[test]
fn pictures_are_files() {
    let folder = folder();
    let typed = [
        ":plot thermograph({4|-2}) plain.svg",
        ":plot tree {4|-2} \"a (b).SVG\"",
        ":plot sequence [k*k : k = 0..5] squares.svg",
    ];
    let output = eval(folder.path(), &typed);
    assert_eq!(
        out(&output),
        "written to plain.svg\nwritten to a (b).SVG\nwritten to squares.svg\n"
    );
    for file in ["plain.svg", "a (b).SVG", "squares.svg"] {
        let picture = std::fs::read_to_string(folder.path().join(file)).expect("it was written");
        roxmltree::Document::parse(&picture).expect("it is well formed");
    }
    // Nothing lies beside them.
    assert_eq!(std::fs::read_dir(&folder).expect("the folder is there").count(), 3);
}

#[test]
fn misere_quotients_are_drawn() {
    let folder = folder();
    let kayles = "impartial Kayles(n) { case 0: 0; default: { Kayles(k) + Kayles(n-k-1) : k = 0..n-1, Kayles(k) + Kayles(n-k-2) : k = 0..n-2 }; }";
    let asked = [
        kayles,
        ":plot quotient \".75\"",
        ":plot strip \".75\"",
        ":plot quotient Kayles",
        ":plot quotient Kayles(1..8)",
        ":plot quotient \".07\", 20",
    ];
    insta::assert_snapshot!(out(&eval(folder.path(), &asked)), @r"
Idempotents of .75
  1 (2 elements, 1 in P): above h2^2
  h2^2! (6 elements, 1 in P)
The words of .75: period 2 from heap 8 on; ! is in P

   +0       +1
0   1      h1!
2  h2      h1!
4  h2       h5
6  h2       h5
8  h2  h1 h2^2
Idempotents of .77 (Kayles)
  1 (2 elements, 1 in P): above h5^2, h9^2
  h5^2 (4 elements, 2 in P): above h2^2
  h9^2 (4 elements, 2 in P): above h9 h12
  h9 h12 (6 elements, 2 in P): above h2^2
  h2^2! (24 elements, 2 in P)
Idempotents of Kayles(1..8)
  1 (4 elements, 2 in P): above h2^2
  h2^2! (8 elements, 1 in P)
Idempotents of .07 (Dawson's Kayles) for the heaps to 20
  1 (8 elements, 4 in P): above h4^2
  h4^2! (16 elements, 1 in P)
");
    let written = [":plot phi \".75\" phi.svg", ":plot quotient \".77\" order.svg"];
    assert_eq!(out(&eval(folder.path(), &written)), "written to phi.svg\nwritten to order.svg\n");
    // A line to an element two rows below bends around what stands between.
    let order = std::fs::read_to_string(folder.path().join("order.svg")).expect("it was written");
    let order = roxmltree::Document::parse(&order).expect("it is well formed");
    let points = |node: roxmltree::Node<'_, '_>| {
        node.attribute("points").map(|it| it.trim().split(' ').count())
    };
    let lines: Vec<usize> = order.descendants().filter_map(points).collect();
    assert!(lines.contains(&4), "{lines:?}");
    let wrong = [":plot quotient {1|-1}", ":plot quotient Kayles) + (", ":plot phi \".7x\""];
    let refused = eval(folder.path(), &wrong);
    assert_eq!(refused.status.code(), Some(1));
    insta::assert_snapshot!(String::from_utf8_lossy(&refused.stderr), @r#"
error[refused]: `quotient`: there is no picture of a quotient whose positions are partizan
 --> <expression>:1:1
  |
1 | quotient({1|-1})
  | ^^^^^^^^^^^^^^^^
error[missing-operand]: a value is missing after `(`, before `)`
 --> <expression>:1:21
  |
1 | quotient(Kayles) + ()
  |                     ^
error[refused]: `quotient`: not a game code: unexpected `x` at byte 2 of `.7x`; write for instance `.77`, `4.7`, `0.(3)`, `.3F`, `S{1,3,4}`, `AllBut{2}` or a name such as `Kayles`
 --> <expression>:1:1
  |
1 | quotient(".7x")
  | ^^^^^^^^^^^^^^^
"#);
}

#[test]
fn what_is_wrong_is_shown_in_its_place() {
    let folder = folder();
    let typed = [
        ":plot",
        ":plot mean(^)",
        ":plot tree",
        ":plot tree ^ picture.png",
        ":plot thermograph({1|)",
        ":plot tree \"a\"",
        ":plot tree 1/3",
        ":plot sequence [^]",
        ":plot tree ^, *",
        ":plot tree ? ^",
        ":plot tree tree",
        ":plot tree ^ /nowhere/at/all.svg",
    ];
    let output = eval(folder.path(), &typed);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr), @r#"
error[bad-argument]: trees, moves, graphs, thermographs, sequences, tables, scatter plots, positions and misère quotients (quotient, phi, strip) are drawn: which of them?
 --> <command line>:1:2
  |
1 | :plot
  |  ^^^^
  |
  = help: write `:plot tree|moves|graph|thermograph G, sequence|table|scatter LIST, position P, positions R LIST, quotient|phi|strip CODE [FILE [WIDTH]]`
error[bad-argument]: trees, moves, graphs, thermographs, sequences, tables, scatter plots, positions and misère quotients (quotient, phi, strip) are drawn: which of them?
 --> <command line>:1:7
  |
1 | :plot mean(^)
  |       ^^^^^^^
  |
  = help: write `:plot tree|moves|graph|thermograph G, sequence|table|scatter LIST, position P, positions R LIST, quotient|phi|strip CODE [FILE [WIDTH]]`
error[bad-argument]: what is the tree of? an expression is missing
 --> <command line>:1:7
  |
1 | :plot tree
  |       ^^^^
  |
  = help: write `:plot tree|moves|graph|thermograph G, sequence|table|scatter LIST, position P, positions R LIST, quotient|phi|strip CODE [FILE [WIDTH]]`
error[bad-argument]: pictures are written as SVG, and `picture.png` does not end in .svg; positions, tables and graphs are also written for LaTeX, as .tex
 --> <command line>:1:7
  |
1 | :plot tree ^ picture.png
  |       ^^^^^^^^^^^^^^^^^^
  |
  = help: write `:plot tree|moves|graph|thermograph G, sequence|table|scatter LIST, position P, positions R LIST, quotient|phi|strip CODE [FILE [WIDTH]]`
error[missing-operand]: a value is missing after `{`, before `)`
 --> <command line>:1:22
  |
1 | :plot thermograph({1|)
  |                      ^
error[wrong-kind]: what is asked for is a text, not a game
 --> <command line>:1:12
  |
1 | :plot tree "a"
  |            ^^^
  |
  = help: a position is a call of the function with its rules: `F("...")`
error[not-dyadic]: 1/3 is the value of no finite game: its denominator is not a power of 2
 --> <command line>:1:12
  |
1 | :plot tree 1/3
  |            ^^^
error[bad-argument]: a sequence is a list of whole numbers or of nimbers, such as [nimvalue(Nim(k)) : k = 0..50]
 --> <command line>:1:7
  |
1 | :plot sequence [^]
  |       ^^^^^^^^^^^^
  |
  = help: write `:plot tree|moves|graph|thermograph G, sequence|table|scatter LIST, position P, positions R LIST, quotient|phi|strip CODE [FILE [WIDTH]]`
error[unexpected]: expected an operator or the end, found `,`
 --> <command line>:1:13
  |
1 | :plot tree ^, *
  |             ^
error[no-expression]: an expression is due here, and nothing else
 --> <command line>:1:12
  |
1 | :plot tree ? ^
  |            ^^^
error[unknown-name]: the name `tree` is not bound
 --> <command line>:1:12
  |
1 | :plot tree tree
  |            ^^^^
  |
  = help: bind it: `tree = ...`
error[file]: cannot write /nowhere/at/all.svg: No such file or directory (os error 2)
 --> <command line>:1:7
  |
1 | :plot tree ^ /nowhere/at/all.svg
  |       ^^^^^^^^^^^^^^^^^^^^^^^^^^
"#);
}

#[test]
fn positions_are_drawn_and_written_for_papers() {
    let folder = folder();
    let drawn = out(&eval(folder.path(), &[":plot position Clobber(\"xo.|oxo\")"]));
    assert_eq!(drawn, "  abc\n1 XO.\n2 OXO\n");
    let written = eval(
        folder.path(),
        &[
            ":plot positions Domineering boards(Domineering, 2, 2) all.tex",
            ":plot position hackenbush g-a:l, a-b:r h.svg",
            ":plot position hackenbush g-a:l, a-b:r h.tex 240pt",
            ":plot tree {1|{0|-1}} tree.svg 75pt",
            ":plot position Cutcake(2, 3)",
            ":plot table [[{n|-m}, n/3, \"a_b\"] : n = 0..2, m = 0..1] table.tex",
        ],
    );
    assert_eq!(written.status.code(), Some(0), "{written:?}");
    let tikz = std::fs::read_to_string(folder.path().join("all.tex")).expect("it was written");
    assert!(tikz.starts_with("\\begin{tikzpicture}") && tikz.contains("$\\pm 1$"), "{tikz}");
    let svg = std::fs::read_to_string(folder.path().join("h.svg")).expect("it was written");
    assert!(svg.starts_with("<svg"));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("it is there");
    assert!(read("h.tex").starts_with("\\resizebox{\\ifdim\\width>240pt 240pt"));
    assert!(read("tree.svg").starts_with("<svg width=\"100\""));
    let table = std::fs::read_to_string(folder.path().join("table.tex")).expect("it was written");
    for cell in [
        "{\\scriptsize ${\\ast}$}",
        "{\\scriptsize 1/3}",
        "{\\scriptsize \"a\\_b\"}",
        "\\fill[cgleft!",
    ] {
        assert!(table.contains(cell), "{cell}: {table}");
    }
    // A call with variables, and a sum.
    let program = "p = board(\"xo.|oxo\"); r = 2\n:plot position Clobber(p) - Domineering(r, 3)";
    assert_eq!(
        out(&eval(folder.path(), &[program])),
        "  abc     abc\n1 XO.   1 ...\n2 OXO   2 ...\n"
    );
    for wrong in [
        ":plot tree 1 tree.tex",
        ":plot position Clobber(q)",
        ":plot position 1 + Clobber(\"xo\")",
        ":plot position chess 8x8",
        ":plot position clobber xo|x",
        ":plot positions Clobber 3",
        ":plot positions boards(Clobber, 1, 2)",
    ] {
        let refused = eval(folder.path(), &[wrong]);
        assert_eq!(refused.status.code(), Some(1), "{wrong}: {refused:?}");
    }
}
