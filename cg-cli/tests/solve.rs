//! `cg solve` as a user meets it: answers, moves, JSON, tables, limits, bad input.

use std::fs;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use crate::common::Run;

fn solve(arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.arg("solve").args(arguments).stdin(Stdio::null());
    command.output().expect("the command runs").into()
}

/// The lines of an answer without the figures at its end.
fn answer(arguments: &[&str]) -> Vec<String> {
    let run = solve(arguments);
    assert_eq!(run.code, Some(0), "{run:?}");
    let mut lines: Vec<String> = run.out.lines().map(String::from).collect();
    let figures = lines.pop().expect("there are figures");
    assert!(figures.contains(" positions, ") && figures.ends_with(" s"), "{figures}");
    lines
}

#[test]
fn both_players_are_answered_for() {
    assert_eq!(
        answer(&["clobber (XO)^12"]),
        ["Left moves first: Left wins", "Right moves first: Right wins", "first player win"]
    );
    assert_eq!(
        answer(&["--first", "right", "domineering 5x6"])[0],
        "Right moves first: Right wins"
    );
    let mixture = answer(&["clobber XOXXOXO + nogo ...... - {3|-1} + ^"]);
    assert_eq!(mixture[2], "first player win");
    assert!(answer(&["cram 3x5"]).contains(&"nimber 1".to_owned()));
    assert!(answer(&["impartial domineering 2x3 + *1"]).contains(&"nimber 0".to_owned()));
    assert!(answer(&["--value", "clobber (XXO)^6"]).contains(&"value ^3".to_owned()));
}

/// What decided is said line by line, also as data.
#[test]
fn reasons_are_given() {
    let lines = answer(&["--why", "--first", "left", "domineering 6x6 + clobber XO"]);
    assert!(
        lines[1].starts_with("domineering 6x6: no value at little cost, at least "),
        "{lines:?}"
    );
    assert_eq!(lines[2], "clobber XO: its value is *.");
    assert!(lines[3].starts_with("Left moves first and wins: by a "), "{lines:?}");
    let run = solve(&["--json", "--why", "cram 3x5"]);
    let object: Json = serde_json::from_str(&run.out).expect("it is JSON");
    let why = object["why"].as_array().expect("there are lines");
    assert!(why.iter().any(|line| line.as_str().unwrap().contains("its nimber is 1")), "{object}");
    // A board with cells that are taken, a cake of two pieces.
    assert_eq!(answer(&["clobber XO|#X"])[2], "first player win");
    assert_eq!(answer(&["cutcake 2x3+3x2"])[2], "second player win");
}

/// The methods of search agree, also on impartial sums, whose nimbers both find.
#[test]
fn methods_of_search_agree() {
    for sum in ["clobber checker 3x4 + nogo 1x6 + {3|-1}", "cram 4x5 + kayles 7", "amazons 3x3"] {
        let found = answer(&[sum]);
        assert_eq!(answer(&["--search", "ab", sum]), found, "{sum}");
        assert_eq!(answer(&["--search", "dfpn", sum]), found, "{sum}");
    }
    assert_eq!(solve(&["--search", "random", "cram 2x2"]).code, Some(2));
}

/// Several threads say what one says, stop at the limits, and count all positions.
#[test]
fn threads_agree() {
    for sum in ["clobber checker 3x4 + nogo 1x8 + {3|-1}", "amazons 3x3 - ^", "domineering 5x7"] {
        assert_eq!(answer(&["--threads", "3", sum]), answer(&[sum]), "{sum}");
    }
    let run = solve(&["--json", "--threads", "2", "clobber (XO)^16"]);
    let object: Json = serde_json::from_str(&run.out).expect("one object");
    assert!(object["positions"].as_u64().is_some_and(|positions| positions > 0), "{object}");
    let limited = solve(&["--threads", "2", "--time", "300ms", "amazons 6x6"]);
    assert_eq!(limited.code, Some(3), "{limited:?}");
    assert!(limited.out.starts_with("Left moves first: not known"), "{limited:?}");
    assert_eq!(solve(&["--threads", "0", "cram 2x2"]).code, Some(2));
    assert_eq!(solve(&["--threads", "2", "--misere", "nim 3"]).code, Some(2));
}

#[test]
fn misere_play_of_positions() {
    // Three single moves: who starts makes the last one, and loses.
    assert_eq!(answer(&["--misere", "clobber XO + nim 1 1"])[2], "second player win");
    assert_eq!(answer(&["--misere", "domineering 2x1"])[2], "right player win");
    // Braces are played as they are written: both move there, and the nimber decides.
    assert_eq!(answer(&["--misere", "{*2|*2}"])[2], "second player win");
    let refused = solve(&["--misere", "nim 3 + on"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
    assert_eq!(solve(&["--misere", "--value", "nim 3"]).code, Some(2));
    let limited = solve(&["--misere", "--time", "300ms", "clobber checker 6x6"]);
    assert_eq!(limited.code, Some(3), "{limited:?}");
    assert!(limited.out.starts_with("Left moves first: not known"), "{limited:?}");
}

/// Larger than any list of moves: by the period that is proved, and of Nim by the number itself.
#[test]
fn large_heaps_have_their_values() {
    assert_eq!(answer(&["nim 1000000000000 7 + nim 1000000000000 7"])[2], "second player win");
    assert_eq!(answer(&["kayles 1000000 1000012"])[2], "second player win");
    assert_eq!(answer(&["kayles 1000000"])[3], "nimber 1");
    assert_eq!(answer(&["--misere", "kayles 1000000"])[2], "first player win");
    for (arguments, code) in [
        // The winner is printed first.
        (["--moves", "nim 1000000 3"], 1),
        (["--misere", "nim 1000000 1000001"], 2),
    ] {
        let refused = solve(&arguments);
        assert_eq!(refused.code, Some(code), "{refused:?}");
        assert!(refused.err.contains("needs heaps of at most 10000"), "{refused:?}");
    }
}

/// Each winning move that is named leaves a sum that the opponent loses, and there are
/// some exactly where the player wins.
#[test]
fn winning_moves_win() {
    let run = solve(&["--json", "--moves", "domineering 2x2 + clobber XXO"]);
    let object: Json = serde_json::from_str(&run.out).expect("one object");
    assert_eq!(object["left_first"], "left");
    assert_eq!(object["right_first"], "right");
    let moves = |name: &str| object[name].as_array().expect("a list").clone();
    assert_eq!(moves("left_moves").len(), 2, "{object}");
    assert!(moves("right_moves").contains(&"domineering 2x2: a1-b1".into()), "{object}");
    assert_eq!(answer(&["--moves", "clobber (XO)^3"])[1], "  winning moves: none");
    // Left moves in the negative of a position as Right does in the position.
    let words = answer(&["--moves", "clobber XXO - domineering 2x2"]);
    assert_eq!(words[1], "  winning moves: -domineering 2x2: a1-b1, -domineering 2x2: a2-b2");
}

#[test]
fn one_object_for_scripts() {
    let run = solve(&["--json", "cram 5x5"]);
    let object: Json = serde_json::from_str(&run.out).expect("one object");
    assert_eq!((&object["left_first"], &object["nimber"]), (&"right".into(), &0.into()));
    assert!(run.out.starts_with(r#"{"kind":"solved","left_first""#), "{}", run.out);
    assert!(object["positions"].is_u64() && object["seconds"].is_f64(), "{object}");
}

#[test]
fn wrong_sums_are_marked() {
    for (sum, words) in [
        ("clobber XO|X", "row 2 has 1 cells and the first has 2"),
        ("clobber X?", "`?` is no cell"),
        ("clobber", "`clobber` needs a position"),
        ("nogo 1000x1000", "cells are too many"),
        ("nogo 0x3", "at least one cell"),
        ("impartial go 3x3", "there is no ruleset `go`"),
        ("clobber XO + ", "a term is missing"),
        ("clobbr XO", "did you mean `clobber`? a position begins with a ruleset"),
        ("impartial clobbr XO", "there is no ruleset `clobbr`: did you mean `clobber`?"),
        ("cutcake 2x3 + 4x", ""),
        ("clobber XO + {1|", "is never closed"),
        (
            "backsliding .....|f....|ft.t.",
            "ask `? Backsliding(\".....|f....|ft.t.\")` of `cg eval`",
        ),
        ("fox-and-geese ... + clobber XO", "there must be one `f` on the board"),
    ] {
        let run = solve(&[sum]);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains(words) && run.err.contains('^'), "{}", run.err);
    }
    assert_eq!(solve(&[]).code, Some(2));
    assert!(solve(&["backsliding tt..ff"]).out.contains("first player win\nnimber 1"));
    let run = solve(&["clobber", "XO"]);
    assert!(run.err.contains("between quotation marks: cg solve 'clobber ...'"), "{run:?}");
    assert_eq!(solve(&["--check", "no-such-file.tsv"]).code, Some(1));
}

#[test]
fn limits_end_the_work_with_what_is_known() {
    let run = solve(&["--time", "300ms", "amazons 6x6"]);
    assert_eq!(run.code, Some(3), "{run:?}");
    assert!(run.out.contains("Left moves first: not known"), "{}", run.out);
    assert!(run.err.contains("time limit"), "{}", run.err);
    let run = solve(&["--json", "--memory", "30M", "clobber 6x6"]);
    assert_eq!(run.code, Some(3), "{run:?}");
    let object: Json = serde_json::from_str(&run.out).expect("one object");
    assert!(object["stopped"].as_str().is_some_and(|why| why.contains("memory")), "{object}");
    // The bounds of the terms are known without a search.
    let run = solve(&["--time", "3s", "domineering 10x10 + clobber XO"]);
    assert_eq!(run.code, Some(3), "{run:?}");
    let bounds = "domineering 10x10: no value at little cost, at least ";
    assert!(run.out.lines().any(|line| line.starts_with(bounds)), "{}", run.out);
    assert!(run.out.contains("clobber XO: its value is *."), "{}", run.out);
}

#[test]
fn tables_are_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("facts.tsv");
    let path = file.to_str().expect("a plain path");
    let rows = "ruleset\tposition\tplayer\twinner\thow\n\
                clobber_1xn + domineering\tXOXO + ..|..\tLeft\tLeft\tby hand\n\
                impartial clobber\tXO\t-\t1\tby hand\n\
                clobber value\tXXO\tvalue\t^\tby hand\n";
    fs::write(&file, rows).expect("it is written");
    let run = solve(&["--check", path]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.out.matches("agrees").count(), 3, "{}", run.out);
    fs::write(&file, rows.replace("\tLeft\tLeft", "\tLeft\tRight")).expect("it is written");
    let run = solve(&["--check", path]);
    assert_eq!((run.code, run.out.matches("DIFFERS").count()), (Some(1), 1), "{run:?}");
    fs::write(&file, "clobber\tXO\tleft\tleft\n").expect("it is written");
    let run = solve(&["--check", path]);
    assert_eq!((run.code, run.out.matches("agrees").count()), (Some(0), 1), "{run:?}");
    for (row, problem) in [
        ("clobber + clobber\tXO\tLeft\tLeft\n", "row 1: 2 rulesets and 1 positions"),
        ("clobber\tXO\tL\tLeft\n", "row 1: `L` is no player"),
        ("clobber\tX?\tLeft\tLeft\n", "row 1: `?` is no cell"),
    ] {
        fs::write(&file, row).expect("it is written");
        let run = solve(&["--check", path]);
        assert!(run.code != Some(0) && run.err.contains(problem), "{run:?}");
    }
    fs::write(&file, "clobber\tXO\n").expect("it is written");
    assert!(solve(&["--check", path]).err.contains("row 1: write ruleset, position"));
}
