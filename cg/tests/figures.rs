//! Mean, temperature, stops and thermographs of positions, by their walls and by their values.

use cg_calculator::{Calculator, Limits};

const FUNCTIONS: [&str; 5] = ["mean", "temperature", "leftstop", "rightstop", "thermograph"];

const RULES: &str = "
Split(n) { case 0, 1: 0; default: { Split(i) + Split(n-2-i) : i = 0..n-2 | Split(n-1) - n } }
Dom(b) {
  sum: parts(b, \"#\");
  symmetric: [mirror(b), flip(b)];
  negative: transpose(b);
  default: { Dom(put(b, r, c, \"#\", r+1, c, \"#\")) : r = 0..rows(b)-2, c = 0..cols(b)-1, if b[r][c] == \".\" and b[r+1][c] == \".\"
           | Dom(put(b, r, c, \"#\", r, c+1, \"#\")) : r = 0..rows(b)-1, c = 0..cols(b)-2, if b[r][c] == \".\" and b[r][c+1] == \".\" };
}
";

/// The replies to a program, or its first error.
fn replies(calculator: &mut Calculator, program: &str) -> Vec<String> {
    let shown = |reply: &cg_calculator::Reply| reply.shown.clone();
    calculator.evaluate(program).iter().map(shown).collect()
}

#[test]
fn walls_and_values_give_the_same_figures() {
    let mut by_walls = Calculator::searching(0);
    let mut by_values = Calculator::new().unwrap();
    for calculator in [&mut by_walls, &mut by_values] {
        replies(calculator, RULES);
    }
    for position in [
        "Domineering(3, 4)",
        "-Domineering(\"...#|....|#...\")",
        "Domineering(2, 3) + Domineering(3, 2) - Domineering(2, 2)",
        "Domineering(3, 3) + 2.Domineering(3, 3)",
        "Clobber(\"xox|ox.\") - Clobber(\"xo\")",
        "Amazons(\"X..|...|..O\")",
        "Snort(5) + {7|{3|-5/2}}",
        "{9|1} + {7|-2} + {5|-3} + {4|-9/2}",
        "{9|1} - {9|1} + *",
        "Split(9)",
        "Split(7) - Split(6) + Domineering(2, 2)",
        "Dom(board(\"...|...|...\")) + Dom(board(\"..|..\"))",
        "Nim(3) + Kayles(5)",
        "ToadsAndFrogs(\"tt.ff\") + 1/2",
    ] {
        for function in FUNCTIONS {
            let asked = format!("{function}({position})");
            let found = replies(&mut by_walls, &asked);
            assert_eq!(found, replies(&mut by_values, &asked), "{asked}");
            assert_eq!(found.len(), 1, "{asked}");
        }
    }
}

/// The functions take what they took before, inside definitions too.
#[test]
fn figures_of_arguments_and_lists() {
    for calculator in [&mut Calculator::searching(0), &mut Calculator::new().unwrap()] {
        for (asked, wanted) in [
            ("T(G) { default: temperature(G); }\nT(Domineering(3, 3))", "1"),
            ("[mean(Domineering(2, n)) : n = 1..4]", "[1, 0, 3/4, 0]"),
            ("map(temperature, [Domineering(2, 2), *, 1/2])", "[1, 0, -1/2]"),
            ("P = Domineering(3, 3)\nleftstop(P) - rightstop(P)", "2"),
            ("temperature(3)", "-1"),
        ] {
            let found = replies(calculator, asked);
            assert_eq!(found.last().map(String::as_str), Some(wanted), "{asked}");
        }
    }
}

/// Where time is short the error says what is known, and it holds.
#[test]
fn a_limit_leaves_a_range() {
    let mut calculator = Calculator::searching(0);
    let limits = Limits { time: Some(std::time::Duration::from_millis(300)), ..Limits::default() };
    calculator.session().set_limits(limits);
    for (asked, known) in [
        ("temperature(Domineering(6, 6))", "The temperature is between -1 and "),
        // The board is its own negative, and so are its bounds.
        ("leftstop(Domineering(6, 6))", "The left stop is between 0 and "),
        (
            "thermograph(Domineering(6, 6))",
            "At each temperature its walls are at least those of mast ",
        ),
        (
            "thermograph(Domineering(6, 6))",
            "At each temperature its walls are at most those of mast ",
        ),
    ] {
        let error = calculator.game(asked).unwrap_err();
        let told = error.help().unwrap_or_default();
        assert!(told.contains(known), "{asked}: {told}");
    }
}

#[test]
fn lines_of_play_are_told() {
    let mut calculator = Calculator::searching(0);
    let told = replies(&mut calculator, ":why temperature(Domineering(3, 3))").join("\n");
    for line in ["Left moves first: ", "Right moves first: ", "At temperature 1 a move costs 1"] {
        assert!(told.contains(line), "{told}");
    }
    let told = replies(&mut calculator, ":why leftstop(Domineering(3, 3))").join("\n");
    assert!(told.contains("That is worth 1, the left stop."), "{told}");
    let told = replies(&mut calculator, ":why mean(Domineering(2, 1))").join("\n");
    assert!(told.contains("It is the number 1"), "{told}");
}
