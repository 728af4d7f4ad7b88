use cg_core::Limits;
use cg_lang::help::Exchange;
use cg_simplify::Engine;

use super::*;

fn session() -> Session {
    let registry = crate::plugins::built_in(true).close().expect("they agree");
    let mut session = Session::new(Engine::new(registry, Limits::default()).expect("it starts"));
    session.add_directive(directive());
    session
}

/// Takes the tour, typing these lines: what was shown, and what it said at the end.
fn taken(session: &mut Session, typed: &[&str]) -> (String, String) {
    let mut typed = typed.iter();
    let mut out = Vec::new();
    let read = &mut |_: &str| typed.next().map(|line| (*line).to_owned());
    let end = guarded(session, |session| walk(session, read, &mut out)).expect("it is written");
    (String::from_utf8(out).expect("it is text"), end)
}

#[test]
fn ten_steps_give_the_answers_that_their_text_shows() {
    let steps = Page::new(PAGE).topics;
    assert_eq!(steps.len(), 10);
    let mut session = session();
    for step in steps {
        let (text, stopped) = shown(&mut session, &step);
        assert!(!stopped);
        assert!(text.lines().count() <= 20, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        let written = blocks(step.text).into_iter().find_map(|block| match block {
            Block::Session(exchanges) => Some(exchanges),
            _ => None,
        });
        let written: Vec<String> =
            written.unwrap_or_default().iter().map(Exchange::to_string).collect();
        let written = written.join("\n");
        assert!(!written.is_empty());
        let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("  ")).collect();
        assert_eq!(lines.join("\n"), written);
        // What the reader is told to try works.
        let mut tries = step.text.rsplit_once(" Try ").map_or("", |(_, tries)| tries).split('`');
        while let (Some(_), Some(statement)) = (tries.next(), tries.next()) {
            let (said, _) = answers(&mut session, statement, Role::Loaded);
            assert!(!said.is_empty() && !said.contains("error"), "{statement}: {said}");
        }
    }
}

#[test]
fn a_step_waits_for_enter_and_answers_what_is_typed() {
    let mut session = session();
    let (text, end) = taken(&mut session, &["Nim(10)", "", "? Nim(7) +", "Nim(7)", "1 +* )", "q"]);
    insta::assert_snapshot!(text.trim(), @r"
    1. A game in two lines

    Nim is played with heaps of counters. You take one or more from one heap; who
    cannot move loses. To the calculator a game is a rule that lists the moves: from
    a heap of n to each smaller heap k.

      cg> impartial Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 }; }
      cg> Nim(3)
      *(3)

    The answer is the value of a heap of three, called `*(3)`. Try `Nim(10)`.

    *(10)

    2. Who wins?

    Heaps side by side are a sum. A question mark asks who wins if both play well;
    two ask for the winning moves as well.

      cg> ? Nim(3) + Nim(5)
      first player win
      cg> ?? Nim(3) + Nim(4) + Nim(5)
      first player win; either player: Nim(3) -> Nim(1) (leaves 0)

    Two equal heaps are a loss for who must move: whatever you do, the other does
    the same in the other heap. Try `? Nim(7) + Nim(7)`.

    second player win
    error[unopened]: this `)` closes nothing
     --> tour:1:6
      |
    1 | 1 +* )
      |      ^
    ");
    assert_eq!(end, "The tour ends here; `:tour` begins it again.");
    let (text, end) = taken(&mut session, &[""; 9]);
    assert!(text.contains("10. A game of your own"));
    assert_eq!(end, "That was the tour.");
    // Who leaves in another way.
    assert!(taken(&mut session, &[]).1.starts_with("The tour ends here"));
}

#[test]
fn the_tour_keeps_the_definitions_and_the_notation_of_the_user() {
    let mut session = session();
    session.set_notation(Notation::Standard);
    let (_, _) = answers(&mut session, "Nim(n) { default: n + 1/2; }", Role::Typed);
    taken(&mut session, &[""; 9]);
    assert_eq!(answers(&mut session, "Nim(3)", Role::Typed).0, "7/2");
    // The others stay for further use.
    assert_eq!(answers(&mut session, "Kayles(3)", Role::Typed).0, "*3");
}

#[test]
fn without_a_terminal_all_is_shown_at_once() {
    let mut session = session();
    let all = whole(&mut session);
    assert!(all.starts_with("1. A game in two lines\n\nNim is played"));
    assert!(all.contains("\n\n10. A game of your own\n\n"));
    assert!(answers(&mut session, ":tour now", Role::Typed).0.contains("takes nothing"));
}
