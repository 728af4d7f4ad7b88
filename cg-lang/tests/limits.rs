//! Limits hold while a program is read, compiled and printed, not only while it runs.

use std::time::{Duration, Instant};

use cg_core::{Limits, Notation};
use cg_lang::{Event, Role, Session, Source};

use crate::common::{self, session_with};

/// What a program of one statement ends with, and how long that took.
fn end_of(session: &mut Session, text: String) -> (String, Duration) {
    let source = Source::new("test", text);
    let started = Instant::now();
    let mut ends = Vec::new();
    session.run(&source, Role::Program, &mut |session, event| {
        ends.push(match event {
            Event::Answer(answer) => match answer.to_text(session) {
                Ok(text) => text,
                Err(error) => error.code().to_owned(),
            },
            Event::Note(_) => return,
            Event::Error(error) => error.code().to_owned(),
        });
    });
    assert_eq!(ends.len(), 1, "{ends:?}");
    (ends.remove(0), started.elapsed())
}

fn memory(bytes: u64) -> Session {
    session_with(Limits { memory: bytes, ..Limits::default() })
}

#[test]
fn reading_counts_towards_the_memory() {
    for (piece, count) in [("1+", 1 << 20), ("(", 1 << 21), ("{", 1 << 21), ("F(", 1 << 20)] {
        let text = piece.repeat(count);
        assert_eq!(end_of(&mut memory(16 << 20), text).0, "limit", "{piece}");
    }
    let list = format!("[{}1]", "1,".repeat(1 << 20));
    assert_eq!(end_of(&mut memory(24 << 20), list).0, "limit");
    let arguments = format!("F({}1)", "n,".repeat(1 << 20));
    assert_eq!(end_of(&mut memory(16 << 20), arguments).0, "limit");
    // The same programs are read where there is room.
    let sum = format!("{}1", "1+".repeat(1 << 17));
    assert_eq!(end_of(&mut memory(256 << 20), sum).0, ((1 << 17) + 1).to_string());
}

#[test]
fn the_argument_of_a_directive_is_read_under_the_limits() {
    let text = format!(":why {}1", "1+".repeat(1 << 20));
    assert_eq!(end_of(&mut memory(16 << 20), text).0, "limit");
}

#[test]
fn definitions_and_their_sources_count() {
    let mut session = memory(256 << 20);
    let before = session.memory();
    let text = format!("F(n) {{ default: {}n; }} // {}", "1+".repeat(1 << 15), " ".repeat(1 << 20));
    session.run(&Source::new("test", text), Role::Program, &mut |_, event| panic!("{event:?}"));
    assert!(session.memory() > before + (2 << 20), "{before} {}", session.memory());
}

#[test]
fn reading_looks_at_the_clock() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let text = format!("{}1", "1+".repeat(1 << 20));
    assert_eq!(end_of(&mut session_with(limits), text).0, "limit");
}

#[test]
fn reading_and_printing_are_interrupted() {
    let limits = Limits::default();
    let text = format!("{}1", "1+".repeat(1 << 20));
    limits.interrupt.raise();
    assert_eq!(end_of(&mut session_with(limits.clone()), text).0, "interrupted");
    limits.interrupt.clear();
    // Alone, in a sum with ups or a nimber, as a nimber, below a fraction, inside braces.
    for text in [
        "pow(3, 1000000)",
        "pow(3, 1000000) + ^",
        "pow(3, 1000000) + *",
        "pow(3, 1000000).^(0.1) + *3",
        "pow(3, 1000000) / pow(2, 70000)",
        "1 / pow(2, 3000000)",
        "1 / pow(2, 3000000) + ^",
        "^(1 / pow(2, 3000000)) + *",
        "*(pow(3, 1000000))",
        "{pow(3, 1000000) | -pow(3, 1000000)}",
        "{pow(3, 1000000) + ^ || 0 | -1}",
    ] {
        let mut session = session_with(limits.clone());
        let source = Source::new("test", text);
        limits.interrupt.clear();
        session.run(&source, Role::Program, &mut |session, event| {
            let Event::Answer(answer) = event else { panic!("{text}: {event:?}") };
            limits.interrupt.raise();
            let printed = answer.text_in(session, Notation::Standard);
            assert!(printed.is_err_and(|error| error.is_interruption()), "{text}");
        });
    }
}

/// What is written beside the limits is what is written at once.
#[test]
fn large_numbers_are_written_as_small_ones_are() {
    let digits = "1".repeat(100_000);
    for [text, written] in [
        ["N + ^", "N^"],
        ["-N + ^ + *2", "-N^*2"],
        ["N/2 - ^", "N/2v"],
        ["*(N)", "*N"],
        ["{N | -N}", "+-N"],
    ] {
        let program = format!(":notation standard\n{}", text.replace('N', &digits));
        let expected = written.replace('N', &digits);
        assert!(common::run(&program) == [expected], "{text}");
    }
}

#[test]
fn an_integer_that_is_too_large_names_its_bound() {
    let lines = common::run("pow(2, 5000000)");
    assert!(lines[0].contains("2^22 binary digits"), "{lines:?}");
    let digits = "9".repeat(1_300_000);
    assert_eq!(common::codes(&digits), ["integer-too-large"]);
}
