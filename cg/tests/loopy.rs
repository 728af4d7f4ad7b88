//! Games that may go on for ever, through the calculator: the table of facts, and what a
//! user types.
#![cfg(feature = "loopy")]

use cg_calculator::{Calculator, Content};

/// The texts of the answers to each line.
fn answers(calculator: &mut Calculator, program: &str) -> Vec<String> {
    let replies = calculator.evaluate(program).into_iter();
    let said = replies.filter(|reply| !matches!(reply.content, Content::Note { .. }));
    said.map(|reply| reply.shown).collect()
}

#[track_caller]
fn check(program: &str, expected: &[&str]) {
    let mut calculator = Calculator::new().unwrap();
    assert_eq!(answers(&mut calculator, program), expected, "{program}");
}

const BACKSLIDING: &str = include_str!("../../examples/backsliding.g");

/// Every row of the table: a value is equal to the one that is written, an outcome is of
/// the class. What is printed reads back as the same value.
#[test]
fn the_table_of_facts() {
    let mut calculator = Calculator::new().unwrap();
    let (rules, _) = BACKSLIDING.split_at(BACKSLIDING.find("\n}\n").unwrap() + 3);
    assert!(answers(&mut calculator, rules).is_empty());
    let table = include_str!("../../testdata/loopy.tsv");
    let mut tried = 0;
    for (line, row) in (1..).zip(table.lines()) {
        if row.starts_with('#') || row.starts_with("expression\t") {
            continue;
        }
        let fields: Vec<&str> = row.split('\t').collect();
        let &[expression, property, expected, _] = fields.as_slice() else {
            panic!("line {line} has {} fields", fields.len())
        };
        let asked = match property {
            "value" => format!("({expression}) == ({expected})"),
            "outcome" => format!("? {expression}"),
            other => panic!("line {line}: {other}"),
        };
        let wanted = if property == "value" { "true" } else { words(expected) };
        assert_eq!(answers(&mut calculator, &asked), [wanted], "line {line}: {row}");
        for notation in ["paper", "unicode", "standard"] {
            let said = answers(&mut calculator, &format!(":notation {notation}\n{expression}"));
            let printed = said.last().expect("a value");
            let back = answers(&mut calculator, &format!("({printed}) == ({expression})"));
            assert_eq!(back, ["true"], "line {line}: {printed} does not read back in {notation}");
        }
        tried += 1;
    }
    assert!(tried > 500, "{tried}");
}

/// The answer to `?` for a class of outcomes.
fn words(class: &str) -> &'static str {
    match class {
        "L" => "left player win",
        "R" => "right player win",
        "N" => "first player win",
        "P" => "second player win",
        "D" => "draw",
        "NHat" => "Left wins moving first; a draw if Right starts",
        "PHat" => "Left wins moving second; a draw if Left starts",
        "NCheck" => "Right wins moving first; a draw if Left starts",
        "PCheck" => "Right wins moving second; a draw if Right starts",
        other => panic!("no class {other}"),
    }
}

#[test]
fn backsliding_toads_and_frogs() {
    check(BACKSLIDING, &["on", "*", "right player win", "{on|{0|-1/2}} & {{1/2|0}|off}"]);
}

#[test]
fn king_and_rook_against_king() {
    let expected = [
        "left player win",
        "left player win",
        "on",
        "Left wins moving first; a draw if Right starts",
    ];
    check(include_str!("../../examples/rook_ending.g"), &expected);
}

/// Nim-values of games with loops; refused where the players' moves differ.
#[test]
fn loopy_nim_values() {
    let heaps = "loopy impartial Heap(n) { case 0: 0; default: { Heap(n-1), Heap(n+2) : k = 0..0, if n % 3 == 2 and n < 9 }; }\n";
    check(
        &format!(
            "{heaps}[loopynim(Heap(n)) : n = 0..3]\nloopynim(Heap(2) + Heap(1))\n? Heap(2) + Heap(1)"
        ),
        &["[0, *, infinity(1), infinity()]", "infinity(0)", "first player win"],
    );
    check("loopynim(*3 + *5)\nloopynim({pass|pass})", &["*6", "infinity()"]);
    let mut calculator = Calculator::new().unwrap();
    let refused = answers(&mut calculator, "loopynim(Backsliding(\"t.f\"))").remove(0);
    assert!(refused.contains("Backsliding(\"t.f\") is not impartial"), "{refused}");
}

/// `?`, `??` and `:why` look into positions of built-in rulesets too.
#[test]
fn draws_are_explained() {
    let mut calculator = Calculator::new().unwrap();
    let moves = answers(&mut calculator, "?? Backsliding(\"t.ff\")").remove(0);
    assert!(moves.contains("Right wins by"), "{moves}");
    let why = answers(&mut calculator, ":why ? over - over").remove(0);
    assert!(why.contains("If Left starts, neither can force an end that wins: a draw."), "{why}");
    let why = answers(&mut calculator, ":why ? tis").remove(0);
    assert!(why.contains("even in the offside 0"), "{why}");
}

/// `:why` sidles towards the sides, and says when that does not settle.
#[test]
fn sides_are_explained_by_sidling() {
    let mut calculator = Calculator::new().unwrap();
    let why = answers(&mut calculator, ":why tis").remove(0).replace("\n  ", " ");
    assert!(why.contains("until nothing changes, it is on, 1."), "{why}");
    assert!(why.contains("until nothing changes, it is off, 0."), "{why}");
    let why = answers(&mut calculator, ":why over - over").remove(0).replace("\n  ", " ");
    assert!(why.contains("idling"), "{why}");
}

#[test]
fn how_long_a_win_takes() {
    check(
        "winlength(HareAndHounds(\"#d..#|d...h|#d..#\"))\nwinlength({0,pass|pass})\nwinlength({pass|pass})",
        &["[23, 24]", "[1, 2]", "[draw, draw]"],
    );
    let mut calculator = Calculator::new().unwrap();
    let refused = answers(&mut calculator, "winlength([1])").remove(0);
    assert!(refused.contains("winlength"), "{refused}");
}

/// A position whose call has too many or too few arguments is an error wherever it stands.
#[test]
fn positions_have_as_many_arguments_as_their_functions_take() {
    let mut calculator = Calculator::new().unwrap();
    for call in ["FoxAndGeese()", "octal(\".77\")", "trinim()", "octal(1, 2, 3)", "trinim(1, 2, 3)"]
    {
        for asked in ["winlength(_)", "misere(_)", "? misere(_)", "?? _", "? _ + 1", "loopynim(_)"]
        {
            let asked = asked.replace('_', call);
            let refused = answers(&mut calculator, &asked).remove(0);
            assert!(refused.starts_with("error["), "{asked}: {refused}");
        }
    }
}

#[test]
fn functions_on_short_games_know_others() {
    check(
        "tiny(on)\nMiny(on)\nleft(over)\noptions(upon)",
        &["tiny(on)", "miny(on)", "[0]", "[[upon], [*]]"],
    );
    check("leftstop(over)\nrightstop(+-over)\noutcome(dud)", &["over", "under", "draw"]);
}

/// The graph of the tiny that is its own degree and variety has 17 vertices; its rows are in the
/// table of facts.
#[test]
fn a_tiny_of_seventeen_vertices() {
    let mut calculator = Calculator::new().unwrap();
    let tiny = "{0|{0||||-1|||-1*,a{0||0|a|||-1*||||-1*}||-2|b{-2,{-1,-1*||-1*|b|||-2}|-2}}}";
    let drawn = answers(&mut calculator, &format!(":plot graph {tiny}")).remove(0);
    assert_eq!(drawn.matches("  Left: ").count() + 4, 17, "{drawn}");
    for end in ["\n  0\n", "\n  -1\n", "\n  -1*\n", "\n  -2"] {
        assert!(drawn.contains(end), "{drawn}");
    }
}

/// A user's own names come before the constants and the words.
#[test]
fn names_of_the_program_come_first() {
    check("on = 3\non + 1\noff(n) { default: n; }\noff(2)\npass = 5\n{pass|}", &["4", "2", "6"]);
    check("loopy = 7\nloopy", &["7"]);
}

/// Winning Ways, chapter 20, and the tests of CGSuite: four geese on a line.
#[test]
fn a_fox_before_four_geese() {
    let fox = |board: &str| format!("FoxAndGeese(\"{board}|g.g.g.g.\")");
    for (board, value) in [
        ("........|...f....", "2"),
        ("........|.....f..", "3*"),
        ("........|.......f", "4 + over"),
        ("..f.....|........", "{2 + over|2}"),
        ("....f...|........", "{4|3||2}"),
        ("......f.|........", "{4 + over|3*}"),
    ] {
        check(&format!("{} == {value}", fox(board)), &["true"]);
    }
    let mut calculator = Calculator::new().unwrap();
    let refused = answers(&mut calculator, "FoxAndGeese(\"..\")").remove(0);
    assert!(refused.contains("there must be one `f` on the board"), "{refused}");
}

/// The hounds catch the hare, whoever begins; on small boards the ball is in a goal soon.
#[test]
fn other_games_that_come_back() {
    check("? HareAndHounds(\"#d..#|d...h|#d..#\")", &["left player win"]);
    check("Backsliding(\"t...f\")\nBacksliding(\"tt..ff\")", &["0", "*"]);
    check("Phutball(\"x.o\")\nPhutball([\".xo\", \"...\"])", &["on", "on"]);
}
