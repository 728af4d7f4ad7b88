//! Transcripts as text.

use cg_core::Player;
use cg_play::{Convention, Seat, Transcript};

const START: &str = "cg play transcript 1\ngame: nim\nposition: 3 4\nplay: normal\nfirst: Left\n";

fn problem(text: &str) -> String {
    Transcript::read(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn faults_are_told_with_their_line() {
    assert_eq!(problem(""), "line 1: a transcript begins with the line `cg play transcript 1`");
    assert_eq!(
        problem("Nim\n"),
        "line 1: a transcript begins with the line `cg play transcript 1`"
    );
    assert_eq!(problem(START), "line 5: the line `players: ...` is missing");
    let with = |line: &str| problem(&format!("{START}{line}"));
    assert_eq!(with("1. 2 3\n"), "line 6: the line `players: ...` is missing before the moves");
    assert_eq!(with("play: normal\n"), "line 6: `play` is given twice");
    assert!(with("play: nice\n").starts_with("line 6: `nice` is no convention"));
    assert!(with("first: me\n").starts_with("line 6: write `first: Left`"));
    assert!(with("players: human\n").starts_with("line 6: write who moves first"));
    assert!(with("colour: red\n").starts_with("line 6: there is no `colour`"));
    assert!(with("what\n").starts_with("line 6: this is neither"));
    assert_eq!(with("a: \u{1b}[2J\n"), "line 6: there is a control character in this line");
    let moves = |lines: &str| with(&format!("players: human human\n{lines}"));
    assert_eq!(moves("2. 1 1\n"), "line 7: move 1 is due here, not move 2");
    assert_eq!(moves("1. 1 1\nx\n"), "line 8: a move is written `2. ` and the move");
    assert!(
        Transcript::read(b"cg play transcript 1\ngame: \xff")
            .unwrap_err()
            .to_string()
            .starts_with("line 2: ")
    );
}

#[test]
fn a_transcript_reads_back() {
    let transcript = Transcript {
        game: "examples/domineering.g".into(),
        position: "Domineering([\"..\", \"..\"])".into(),
        play: Convention::Normal,
        first: Player::Right,
        players: [Seat::Computer, Seat::Human],
        moves: vec![(0, "a -> b. c: d".into()), (0, "1. 2".into())],
    };
    let again = Transcript::read(transcript.to_string().as_bytes()).unwrap();
    assert_eq!(
        again.moves.iter().map(|m| m.1.as_str()).collect::<Vec<_>>(),
        ["a -> b. c: d", "1. 2"]
    );
    assert_eq!(Transcript { moves: transcript.moves.clone(), ..again }, transcript);
}
