//! What the calculator prints reads back in the language G as the same value,
//! in the notation that printed it.

use cg_core::{Family, Limits, Notation, Registry, Subgroup, Text};
use cg_lang::{AnswerKind, Event, Role, Session, Source, Value};
use cg_simplify::Engine;
use cg_subgroups::register;
use cg_switches::Switches;

fn session(notation: Notation) -> Session {
    let registry = register(Registry::builder()).with(Switches).close().expect("they fit");
    let engine = Engine::new(registry, Limits::default()).expect("no subgroup fails");
    let mut session = Session::new(engine);
    session.set_notation(notation);
    session
}

/// What the statements answer.
fn answers(session: &mut Session, text: &str) -> Vec<(Option<cg_core::Game>, String)> {
    let mut answers = Vec::new();
    let source = Source::new("test", text);
    session.run(&source, Role::Typed, &mut |session, event| match event {
        Event::Answer(answer) => {
            let game = match answer.kind() {
                AnswerKind::Value(Value::Game(game)) => Some(*game),
                _ => None,
            };
            answers.push((game, answer.to_text(session).expect("short")));
        }
        Event::Error(error) => panic!("{text}: {error}"),
    });
    answers
}

#[test]
fn what_is_printed_reads_back() {
    for notation in [Notation::Paper, Notation::Standard] {
        let mut session = session(notation);
        for sample in Switches.samples().expect("samples") {
            let bytes = Switches.encode(&sample);
            let game = session.engine().decode("switches", &bytes).expect("an element");
            let own = Switches.print(&sample, notation).expect("short");
            let printed = session.engine().print(game, notation).expect("short");
            for text in [&own, &printed] {
                let (read, again) = &answers(&mut session, text)[0];
                assert_eq!(*again, printed, "{text} in {notation}");
                // An integer is a number of the language until it meets a game.
                assert!(read.is_none_or(|read| read == game), "{text} in {notation}");
            }
        }
    }
}

/// What a user types about hot games.
#[test]
fn switches_in_the_language() {
    let mut session = session(Notation::Paper);
    let program = "{1|-1}+{1|-1}\n? {3|-1}+^+*(2)\n{5|3}+{2|-2}\n? {5|3}+{2|-2}\n\
                   {17/4+(+-(9/2))+(+-(1/2)) | -1/4} == +-(1/4)\n{0|-1+^+{1|-1}} == ^\n\
                   {3|-1}\nsubgroup({3|-1})\n1000000.{1|-1}";
    let expected = [
        "0",
        "first player win",
        "4+(+-(2))+(+-(1))",
        "left player win",
        "true",
        "true",
        "{3|-1}",
        "switches",
        "0",
    ];
    let answers: Vec<String> =
        answers(&mut session, program).into_iter().map(|(_, text)| text).collect();
    assert_eq!(answers, expected);
}
