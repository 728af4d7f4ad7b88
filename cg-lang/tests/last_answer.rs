//! `it`, `:full` and `:write`.

use std::fs;

use cg_lang::WordKind;

use crate::common::{run, run_in, session};

const NIM: &str = "Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 | Nim(k) : k = 0..n-1 }; }";

#[test]
fn it_is_the_value_of_the_last_query() {
    assert_eq!(run("2 + 3; it * it; it - 1"), ["5", "25", "24"]);
    assert_eq!(run("[1, *]; it[1]; it + *"), ["[1, *]", "*", "0"]);
    assert_eq!(run("'{0|1}'; it + 1/2"), ["1/2", "1"]);
    assert_eq!(run("1 < 2; not it"), ["true", "false"]);
    assert_eq!(run("? {1|-1}; it"), ["first player win", "+-1"]);
    assert_eq!(run(&format!("{NIM} ?? Nim(3); it")).last().unwrap(), "*3");
    // Neither errors, nor bindings, nor directives are answers.
    assert_eq!(run("7; x = 8; 1 / 0; it").last().unwrap(), "7");
    assert_eq!(run("7\n:time off\nit").last().unwrap(), "7");
}

#[test]
fn moves_are_found_in_the_position_that_it_was() {
    let moves = |typed: &str| run(&format!("{NIM} {typed}")).pop().unwrap();
    assert_eq!(moves("Nim(3) + Nim(7); ?? it"), moves("?? Nim(3) + Nim(7)"));
    // What the position was made of means something else now: its value counts.
    let redefined = moves("x = Nim(3); x + Nim(7); x = Nim(1); ?? it");
    assert!(redefined.starts_with("first player win; either player:\n  1. *4 ->"), "{redefined}");
    let nested = moves("Nim(3); it + Nim(7); ?? it");
    assert!(nested.starts_with("first player win"), "{nested}");
}

#[test]
fn an_it_of_the_program_wins() {
    assert_eq!(run("it = 5; 1; it"), ["1", "5"]);
    assert_eq!(run("it = 5; 1\n:clear\n2; it"), ["1", "2", "2"]);
    assert_eq!(run("it = 5; F(n) { default: n + it; } F(1)"), ["6"]);
    assert_eq!(run("1; F(it) { default: it + 1; } F(4)"), ["1", "5"]);
    assert_eq!(run("1; [it : it = 2..3]"), ["1", "[2, 3]"]);
    assert_eq!(run("it(n) { default: n; } it(3) + it(4)"), ["7"]);
}

#[test]
fn a_binding_to_it_is_saved_as_its_value() {
    let mut session = session();
    run_in(&mut session, "2 + 3; x = it; 9; y = x");
    assert_eq!(session.program().unwrap(), "x = 5\ny = x\n");
}

#[test]
fn it_is_known_once_there_is_an_answer() {
    let mut session = session();
    assert_eq!(session.vocabulary().word("it"), None);
    run_in(&mut session, &format!("1; {NIM}"));
    let vocabulary = session.vocabulary();
    assert_eq!(vocabulary.word("it").unwrap().kind, WordKind::Binding);
    assert_eq!(vocabulary.word("Nim").unwrap().usage, "Nim(n)");
    assert_eq!(
        vocabulary.words("thermo").map(|(name, _)| name).collect::<Vec<_>>(),
        ["thermograph"]
    );
    assert_eq!(vocabulary.directives("wr").map(|(name, _)| name).collect::<Vec<_>>(), ["write"]);
}

#[test]
fn the_last_answer_is_shown_and_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answer.txt");
    let name = file.display();
    assert_eq!(run("1/2\n:full"), ["1/2", "1/2"]);
    assert_eq!(run("1/2\n:help full\n:notation paper\n:full").pop().unwrap(), "0.1");
    assert_eq!(run(&format!("? 0\n:write {name}"))[1], format!("written to {name}"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "second player win\n");
    let refused = run(&format!("7\n:write {name}")).pop().unwrap();
    assert!(refused.contains("already"), "{refused}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "second player win\n");
    run(&format!("7\n:write! \"{name}\""));
    assert_eq!(fs::read_to_string(&file).unwrap(), "7\n");
}

#[test]
fn misspelt_arguments_are_recognised() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("kayles.g"), "1").unwrap();
    let at = |name: &str| run(&format!(":load {}", folder.path().join(name).display())).join("\n");
    for name in ["kayle.g", "kayles", "Kayles.g"] {
        assert!(at(name).contains("kayles.g`?"), "{}", at(name));
    }
    assert!(!at("domineering.g").contains("did you mean"));
    for (typed, meant) in [
        (":notation standrad", "`standard`"),
        (":limit memry 4G", "`memory`"),
        (":time of", "`off`"),
        (":ful", "`:full`"),
        (":help thermografph", "`thermograph`"),
    ] {
        let answer = run(typed).join("\n");
        assert!(answer.contains(&format!("did you mean {meant}?")), "{answer}");
    }
}
