//! The interactive session, as a user at a terminal meets it.
#![cfg(unix)]

mod terminal;

use std::fs;

use tempfile::{TempDir, tempdir};
use terminal::{CTRL_C, CTRL_R, ENTER, TAB, Terminal, UP};

const NIM: &str = "impartial Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 }; }";

/// It would take hours, and needs no memory.
const ENDLESS: &str = "len([k : k = 0..10000000000000, if k < 0])";

fn home() -> TempDir {
    tempdir().expect("a folder")
}

/// How often `part` stands in `text`.
fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

#[test]
fn what_is_typed_is_answered_until_the_user_leaves() {
    let home = home();
    let terminal = Terminal::start(&home);
    terminal.see("Ctrl-D leaves");
    assert!(terminal.answer("{0|1}").contains("\n1/2\n"));
    assert!(terminal.answer("? it - 1").contains("right player win"));
    assert!(terminal.answer("it + ^").contains("-1/2^"));
    assert!(terminal.answer("Kayle(4)").contains("there is no function `Kayle`"));
    terminal.keys("1 + half a li");
    terminal.typed("half a li");
    terminal.keys(CTRL_C);
    terminal.prompt();
    assert!(terminal.leave().success());
}

#[test]
fn a_definition_of_several_lines_is_one_entry() {
    let home = home();
    let terminal = Terminal::start(&home);
    for line in ["Nim(n)", "{", "  case 0: 0;", "  default: { Nim(k) : k = 0..n-1 |"] {
        terminal.keys(line);
        terminal.typed(line);
        terminal.keys(ENTER);
        // The statement goes on, and the mark is not part of it.
        terminal.see("\n...");
    }
    let last = "Nim(k) : k = 0..n-1 }; }";
    terminal.keys(last);
    terminal.typed(last);
    terminal.keys(ENTER);
    terminal.prompt();
    assert!(terminal.answer("Nim(3)").contains("*3"));
    // Two up is the whole definition again, to be changed at its end.
    terminal.keys(UP);
    terminal.typed("Nim(3)");
    terminal.keys(UP);
    terminal.typed(last);
    assert_eq!(count(&terminal.screen(), "case 0: 0;"), 2, "{}", terminal.screen());
    terminal.keys(" Nim(2)");
    terminal.typed("Nim(2)");
    terminal.keys(ENTER);
    terminal.see("*2");
    terminal.prompt();
    // An empty line ends what was not to be a head of a definition.
    terminal.keys("F(n)");
    terminal.typed("F(n)");
    terminal.keys("\r\r");
    terminal.see("unknown-name");
    terminal.prompt();
    assert!(terminal.leave().success());
}

#[test]
fn words_are_completed_and_calls_hinted_at() {
    let home = home();
    let terminal = Terminal::start(&home);
    terminal.ask("Hackenbush(stalks, colour) { default: 1; }");
    terminal.keys("Hacken");
    terminal.keys(TAB);
    terminal.see("cg> Hackenbush(stalks, colour)");
    terminal.keys("2, 3)");
    terminal.typed("Hackenbush(2, 3)");
    terminal.keys(ENTER);
    terminal.prompt();
    // Parameters, in the definition that is being typed.
    terminal.keys("Strip(tokens) { default: tok");
    terminal.keys(TAB);
    terminal.typed("default: tokens");
    terminal.keys(CTRL_C);
    terminal.prompt();
    // A list where more than one fits, and nothing lost of what was typed.
    terminal.keys("isi");
    terminal.keys(TAB);
    for name in ["isimpartial", "isinfinitesimal", "isinteger"] {
        terminal.see(name);
    }
    terminal.keys(CTRL_C);
    terminal.prompt();
    // Directives, their arguments, files.
    terminal.keys(":nota\t");
    terminal.see(":notation standard|paper|unicode|latex");
    terminal.keys("st\t");
    terminal.typed(":notation standard");
    terminal.keys(ENTER);
    terminal.prompt();
    terminal.keys(":load examples/kay\t");
    terminal.typed(":load examples/kayles.g");
    terminal.keys(ENTER);
    terminal.see("Kayles(5) -> Kayles(2)+Kayles(2)");
    terminal.prompt();
    assert!(terminal.leave().success());
}

#[test]
fn entries_are_recalled_by_later_sessions_even_of_killed_ones() {
    let home = home();
    let first = Terminal::start(&home);
    first.keys("F(n)\r{\r  default: n + 40;\r}\r");
    first.see("n + 40");
    first.prompt();
    assert!(first.answer("F(2)").contains("42"));
    first.kill();

    // Two at once keep the entries of both.
    let second = Terminal::start(&home);
    let third = Terminal::start(&home);
    second.ask("1000 + 1");
    third.ask("2000 + 2");
    second.ask("3000 + 3");
    assert!(second.leave().success());
    assert!(third.leave().success());

    let last = Terminal::start(&home);
    last.keys(CTRL_R);
    last.keys("+ 40");
    last.see("reverse-i-search");
    last.see("default: n + 40;");
    last.keys(ENTER);
    last.prompt();
    assert!(last.answer("F(3)").contains("43"));
    let history = fs::read_to_string(home.path().join("cg/history")).expect("a history");
    for entry in ["F(n)\\n{\\n  default: n + 40;\\n}", "1000 + 1", "2000 + 2", "3000 + 3"] {
        assert!(history.lines().any(|line| line == entry), "{entry}:\n{history}");
    }
    assert!(last.leave().success());
}

#[test]
fn ctrl_c_ends_a_long_computation_and_keeps_the_session() {
    let home = home();
    let terminal = Terminal::start(&home);
    terminal.ask(NIM);
    assert!(terminal.answer("Nim(5)").contains("*5"));
    for command in [ENDLESS, "G(n) { case if n < 0: 0; default: { G(n+1) | }; } G(0)"] {
        terminal.keys(command);
        terminal.typed(command);
        terminal.keys(ENTER);
        // After a while a line says how far it is.
        terminal.see("Ctrl-C stops");
        terminal.keys(CTRL_C);
        terminal.see("error[interrupted]");
        terminal.prompt();
        terminal.see_no("Ctrl-C stops");
    }
    assert!(terminal.answer("it + Nim(2)").contains("*7"));
    assert!(terminal.leave().success());
}

#[test]
fn a_long_answer_is_cut_and_can_be_had_whole() {
    let home = home();
    let terminal = Terminal::start(&home);
    let screen = terminal.answer("range(1, 5000)");
    assert!(screen.contains("more characters: `:full` shows all"), "{screen}");
    assert!(count(&screen, "\n") <= 24, "{screen}");
    assert!(terminal.answer(":full").contains("4999, 5000]"));
    let file = home.path().join("answer.txt");
    terminal.ask(&format!(":write {}", file.display()));
    let text = fs::read_to_string(&file).expect("it was written");
    assert!(text.starts_with("[1, 2, 3, ") && text.ends_with(", 5000]\n"));
    // A list that no text holds is shown as far as the screen goes.
    terminal.keys("range(1, 4000000)\r");
    terminal.see("... over ");
    terminal.prompt();
    assert!(terminal.leave().success());
}

#[test]
fn the_terminal_may_change_its_size() {
    let home = home();
    let terminal = Terminal::start(&home);
    terminal.keys("1 + 2");
    terminal.typed("1 + 2");
    terminal.resize(12, 40);
    terminal.keys(" + 3");
    terminal.typed("1 + 2 + 3");
    terminal.keys(ENTER);
    terminal.see("\n6\n");
    terminal.prompt();
    let screen = terminal.answer("range(1, 500)");
    assert!(screen.contains("more characters"), "{screen}");
    let answer = screen.split("cg> range(1, 500)\n").last().expect("the answer follows");
    assert!(count(answer, "\n") <= 12, "{screen}");
    assert!(terminal.leave().success());
}

#[test]
fn a_whole_file_can_be_pasted() {
    let home = home();
    let terminal = Terminal::start(&home);
    let program = fs::read_to_string("../examples/kayles.g").expect("an example");
    terminal.paste(&program);
    terminal.see("?? Kayles(5)");
    terminal.keys(ENTER);
    terminal.see("Kayles(5) -> Kayles(2)+Kayles(2)");
    terminal.prompt();
    // And by a terminal that does not mark what is pasted: line for line, none lost.
    let lines: String = (1..=40).map(|n| format!("{n} * 1000\n")).collect();
    terminal.keys(&lines);
    terminal.see("\n40000\n");
    terminal.prompt();
    let written = console::strip_ansi_codes(&terminal.written()).into_owned();
    let answers = written.lines().filter_map(|line| line.trim().strip_suffix("000"));
    let answers: Vec<usize> = answers.filter_map(|number| number.parse().ok()).collect();
    assert_eq!(answers, (1..=40).collect::<Vec<_>>());
    assert!(terminal.leave().success());
}

#[test]
fn colours_are_used_unless_the_user_wants_none() {
    let home = home();
    let colours = |arguments: &[&str], environment: &[(&str, &str)]| {
        let terminal = Terminal::start_with(&home, arguments, environment);
        assert!(terminal.answer("1 + *").contains("1*"));
        assert!(terminal.answer("1 / 0").contains("division by zero"));
        let written = terminal.written();
        assert!(terminal.leave().success());
        // Red, for one, is in the drawing of an error, and cyan in a number.
        [written.contains("\x1b[36m"), written.contains("\x1b[1m\x1b[91m")]
    };
    assert_eq!(colours(&[], &[]), [true, true]);
    assert_eq!(colours(&[], &[("NO_COLOR", "1")]), [false, false]);
    assert_eq!(colours(&["--color", "never"], &[]), [false, false]);
    assert_eq!(colours(&["--color", "always"], &[("NO_COLOR", "1")]), [true, true]);
    assert_eq!(colours(&[], &[("TERM", "dumb")]), [false, false]);
}

#[test]
fn no_escape_sequences_for_a_terminal_without_any() {
    let home = home();
    let terminal = Terminal::start_with(&home, &[], &[("TERM", "dumb")]);
    terminal.keys("F(n)\r{\r  default: n + 40;\r}\rF(2)\r");
    terminal.see("42\n");
    terminal.prompt();
    assert!(!terminal.written().contains('\x1b'), "{:?}", terminal.written());
    assert!(terminal.leave().success());
}

/// The terminal works as before, whatever ends the session.
#[test]
fn a_session_that_is_told_to_end_leaves_the_terminal_as_it_was() {
    let home = home();
    let mut terminal = Terminal::start(&home);
    terminal.keys("1 + half a li");
    terminal.typed("half a li");
    terminal.terminate();
    assert_eq!(terminal.ended().code(), Some(143));
    let written = terminal.all_written();
    let [marks, marks_no_more] = ["\x1b[?2004h", "\x1b[?2004l"].map(|mark| written.rfind(mark));
    assert!(marks < marks_no_more, "{written:?}");
}

#[test]
fn a_session_ends_with_its_terminal() {
    let home = home();
    let terminal = Terminal::start(&home);
    terminal.ask("1 + 1");
    terminal.keys(&format!("{ENDLESS}\r"));
    terminal.see("Ctrl-C stops");
    terminal.hang_up();
}

#[test]
fn the_tour_waits_at_each_step() {
    let home = home();
    let terminal = Terminal::start(&home);
    terminal.see("Ctrl-D leaves");
    terminal.keys(":tour");
    terminal.keys(ENTER);
    terminal.see("[1/10] Enter goes on");
    // So long, a computation would be told of: here nothing is computed.
    std::thread::sleep(std::time::Duration::from_millis(800));
    terminal.keys("Nim(10)");
    terminal.keys(ENTER);
    terminal.see("\n*10\n");
    terminal.keys(ENTER);
    terminal.see("2. Who wins?");
    terminal.see("[2/10] Enter goes on");
    assert!(!terminal.written().contains("Ctrl-C stops"));
    terminal.keys(CTRL_C);
    terminal.see("The tour ends here");
    terminal.prompt();
    assert!(terminal.answer("Nim(4)").contains("\n*4\n"));
    assert!(terminal.leave().success());
}
