//! What the calculator prints reads back in the language G as the same value,
//! in the notation that printed it.

use cg_core::{Family, Notation, Subgroup, Text};
use cg_lang::Session;
use cg_plugin_testing::answers;
use cg_switches::Switches;

fn session(notation: Notation) -> Session {
    let mut session = cg_plugin_testing::session(|builder| builder.with(Switches));
    session.set_notation(notation);
    session
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
                assert_eq!(answers(&mut session, text), [&printed[..]], "{text} in {notation}");
                // An integer is a number of the language until it meets a game.
                let (read, _) = session.evaluate_game(text).expect("a game");
                assert_eq!(read, game, "{text} in {notation}");
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
    assert_eq!(answers(&mut session, program), expected);
}
