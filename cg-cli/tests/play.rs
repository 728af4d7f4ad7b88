//! `cg play` as a player meets it: screens, moves from a pipe, transcripts, bad input.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

use crate::common::Run;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.arg("play").args(arguments).current_dir(root()).env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `cg play` and types these lines.
fn play(arguments: &[&str], lines: &str) -> Run {
    let mut child = command(arguments).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("it has an input");
    // It may have left before it has read everything.
    let _ = stdin.write_all(lines.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    output.into()
}

fn objects(run: &Run) -> Vec<Json> {
    run.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

fn of_kind<'a>(objects: &'a [Json], kind: &str) -> Vec<&'a Json> {
    objects.iter().filter(|object| object["kind"] == kind).collect()
}

/// What stands behind the first prompt.
fn answer(run: &Run) -> &str {
    run.out.split_once("> ").map_or("", |(_, rest)| rest)
}

#[test]
fn the_start_of_a_game_of_nim() {
    let run = play(&["nim", "3", "4", "5"], "");
    insta::assert_snapshot!(run.out, @r##"
    Nim

    A move takes one or more tokens from one heap.
    Who makes the last move wins.

    heap 1  3  ooo
    heap 2  4  oooo
    heap 3  5  ooooo

    You move first. With best play you win.
    heap 1   3   011
    heap 2   4   100
    heap 3   5   101
    nim-sum  2   010
    The nim-sum is 2, not 0: who moves can make it 0, and again after each
    move of the other player, up to the last token.
    "##);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
}

#[test]
fn an_illegal_move_is_explained_and_the_game_goes_on() {
    let run = play(&["nim", "3", "4", "5"], "1 4\n1 2\n");
    insta::assert_snapshot!(answer(&run), @r##"
    1 4
    heap 1 has 3 tokens: 4 cannot be taken from it
    Your move> 1 2
    1. You: heap 1 take 2

    heap 1  1  o
    heap 2  4  oooo
    heap 3  5  ooooo

    2. The computer: heap 1 take 1

    heap 1  0
    heap 2  4  oooo
    heap 3  5  ooooo
    "##);
    // As after an error in a program: it goes on, and the status tells.
    assert_eq!(run.code, Some(1));
}

#[test]
fn hints() {
    insta::assert_snapshot!(answer(&play(&["nim", "3", "4", "5"], "hint\n")), @r##"
    hint
    heap 1 take 2 wins: it leaves 1 4 5, with nim-sum 0
    "##);
    insta::assert_snapshot!(answer(&play(&["nim", "1", "2", "3"], "hint\n")), @r##"
    hint
    no move wins; the most trying is heap 1 take 1, after which 1 of 5 replies wins
    "##);
    insta::assert_snapshot!(answer(&play(&["kayles", "12"], "hint\n")), @r##"
    hint
    12 -> 5 + 5 wins: it leaves 5 + 5, with the nim-values 4 4 and the nim-sum 0
    "##);
    insta::assert_snapshot!(answer(&play(&["trinim", "3", "--misere"], "hint\n")), @r##"
    hint
    no move wins; the most trying is 3-4, after which 1 of 9 replies wins
    "##);
    let nim = ["examples/nim.g", "Nim(3)+Nim(4)+Nim(5)"];
    insta::assert_snapshot!(answer(&play(&nim, "hint\n")), @r##"
    hint
    Nim(3) -> Nim(1) wins: it leaves the value 0: who moves next loses
    "##);
}

#[test]
fn left_and_right_in_a_game_of_the_language() {
    let arguments = ["examples/partisan_kayles.g", "PK(4)", "--as", "right", "--starts", "right"];
    let run = play(&arguments, "PK(3)\nPK(1)+PK(1)\nmoves\n");
    insta::assert_snapshot!(run.out, @r"
    examples/partisan_kayles.g

    Left and Right have moves of their own.
    Who makes the last move wins.

      PK(4)

    You (Right) move first. With best play you (Right) win.
    The value is *; it is confused with 0: who moves first wins.

    Your move (Right)> PK(3)
    no move is written `PK(3)`: `moves` lists them
    Your move (Right)> PK(1)+PK(1)
    1. You (Right): PK(4) -> PK(1)+PK(1)

      PK(1)+PK(1)

    2. The computer (Left): PK(1) -> 0

      PK(1)

    Your move (Right)> moves
    1. -> 0
    ");
    assert_eq!(run.code, Some(1));
}

#[test]
fn the_prediction_is_the_result_of_a_demonstration() {
    let games: &[&[&str]] = &[
        &["nim", "3", "4", "5"],
        &["nim", "1", "2", "3", "--misere"],
        &["kayles", "12"],
        &["kayles", "5", "7", "--misere"],
        &["octal", ".137", "9", "12"],
        &["grundy", "11"],
        &["trinim", "5"],
        &["trinim", "5", "--misere"],
        &["trinim", "2", "--seed", "3"],
        &["examples/kayles.g", "Kayles(9)+Kayles(2)"],
        &["examples/kayles.g", "Kayles(6)", "--misere"],
        &["examples/toads_and_frogs.g", "Toads(\"TT..FF\")", "--starts", "right"],
        &["examples/domineering.g", "Domineering([\"...\", \"...\"])"],
    ];
    for game in games {
        let run = play(&[game, &["--demo", "--json"][..]].concat(), "");
        let objects = objects(&run);
        let prediction = of_kind(&objects, "prediction");
        let end = of_kind(&objects, "end");
        assert_eq!((prediction.len(), end.len()), (1, 1), "{game:?}: {run:?}");
        assert_eq!(prediction[0]["winner"], end[0]["winner"], "{game:?}");
        let turns = of_kind(&objects, "turn");
        assert_eq!(turns.len() as u64, end[0]["moves"].as_u64().expect("a number"));
        assert_eq!(run.code, Some(0), "{game:?}");
    }
}

#[test]
fn json_has_an_object_for_each_turn() {
    let run = play(&["nim", "3", "4", "5", "--json"], "1 4\n1 2\nhint\n");
    let objects = objects(&run);
    let turns = of_kind(&objects, "turn");
    assert_eq!((&turns[0]["mover"], &turns[0]["player"]), (&"first".into(), &"human".into()));
    assert_eq!(
        (&turns[0]["move"], &turns[0]["position"]),
        (&"heap 1 take 2".into(), &"1 4 5".into())
    );
    assert_eq!(turns[0]["outcome"], "second player win");
    assert_eq!((&turns[1]["player"], &turns[1]["number"]), (&"computer".into(), &2.into()));
    let error = of_kind(&objects, "error");
    assert_eq!(error[0]["error"]["message"], "heap 1 has 3 tokens: 4 cannot be taken from it");
    assert!(
        of_kind(&objects, "hint")[0]["text"].as_str().is_some_and(|text| text.contains("wins"))
    );
}

#[test]
fn undo_takes_back_your_move_and_the_reply() {
    let run = play(&["nim", "3", "4", "5", "--json"], "undo\n1 2\nundo\nshow\n");
    let objects = objects(&run);
    let notes: Vec<&str> =
        of_kind(&objects, "note").iter().filter_map(|note| note["text"].as_str()).collect();
    assert_eq!(notes, ["there is no move of yours to take back", "Taken back.", "3 4 5"]);
    let second = play(&["nim", "1", "1", "--as", "second", "--json"], "undo\nshow\n");
    let notes = second.out.lines().filter(|line| line.contains("\"note\"")).count();
    assert_eq!(notes, 2, "{second:?}");
}

#[test]
fn transcripts_are_saved_replayed_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let path = file.to_str().expect("a path");
    let run = play(&["kayles", "7", "--save", path], "7 -> 3 + 3\n");
    assert_eq!(run.code, Some(0), "{run:?}");
    insta::assert_snapshot!(fs::read_to_string(&file).expect("the transcript"), @r##"
    cg play transcript 1
    game: .77
    position: 7
    play: normal
    first: Left
    players: human computer

    1. 7 -> 3 + 3
    2. 3 -> 2
    "##);
    let again = play(&["--replay", path], "quit\n");
    assert!(again.out.contains("1. You: 7 -> 3 + 3\n"), "{}", again.out);
    assert!(
        again.out.contains("2. The computer: 3 -> 0 + 2\n")
            || again.out.contains("2. The computer: 3 -> ")
    );
    let on = play(&["--replay", path, "--demo", "--save", path], "");
    assert!(on.out.ends_with(&format!("Saved to {path}.\n")), "{}", on.out);
    assert!(on.out.contains("Player 1 wins after "));
    let text = fs::read_to_string(&file).expect("the transcript");
    assert!(text.contains("players: computer computer"), "{text}");
    let during = play(&["nim", "2", "2", "--two"], &format!("1 1\nsave {path}\n"));
    assert!(during.out.contains("Saved to"));
    let text = fs::read_to_string(&file).expect("the transcript");
    assert!(text.ends_with("players: human human\n\n1. heap 1 take 1\n"), "{text}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left over");
    let lost = play(&["nim", "2", "--save", "/no/such/folder/x"], "quit\n");
    assert_eq!(lost.code, Some(1));
    assert!(lost.err.contains("/no/such/folder/x"), "{}", lost.err);
}

#[test]
fn bad_transcripts_are_refused_with_their_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let path = file.to_str().expect("a path");
    let head = "cg play transcript 1\ngame: nim\nposition: 3 4\nplay: normal\nfirst: Left\nplayers: human human\n";
    for (text, expected) in [
        ("Nim(3)\n", "line 1: a transcript begins with"),
        (&format!("{head}1. 1 9\n") as &str, "line 7: heap 1 has 3 tokens"),
        (&format!("{head}2. 1 1\n"), "line 7: move 1 is due here"),
        (&head.replace("nim", "chess"), "there is no game `chess`"),
        (&head.replace("3 4", "3 1000000000000000000000000000000"), "too large"),
        (&head.replace("nim", "missing.g"), "missing.g"),
        (&head.replace("first: Left\n", ""), "line 5: the line `first: ...` is missing"),
    ] {
        fs::write(&file, text).expect("it is written");
        let run = play(&["--replay", path], "");
        assert_eq!(run.code, Some(1), "{text}: {run:?}");
        assert!(run.err.contains(expected), "{text}: {}", run.err);
    }
    assert_eq!(play(&["--replay", "/no/such/file"], "").code, Some(1));
    assert_eq!(play(&["--replay", "/"], "").code, Some(1));
}

#[test]
fn bad_input_ends_with_a_clear_error() {
    let million = "1000000000000000000000000000000";
    for (arguments, code, expected) in [
        (&[][..], 2, "required"),
        (&["nim"], 2, "no heaps are given"),
        (&["nim", million], 2, "too large"),
        (&["nim", "3", "-4"], 2, "unexpected argument"),
        (&["nim", "three"], 2, "no number of tokens"),
        (&["chess", "1"], 2, "there is no game `chess`"),
        (&["kayles"], 2, "no heaps are given"),
        (&["kayles", "100000"], 2, "at most 10000"),
        (&["octal"], 2, "code of the octal game is missing"),
        (&["octal", ".9z", "3"], 2, "not a game code"),
        (&["trinim"], 2, "number of layers"),
        (&["trinim", "11"], 2, "1 to 10 layers"),
        (&["trinim", "0"], 2, "1 to 10 layers"),
        (&["trinim", "x/x"], 2, "row 2 has 1 pieces"),
        (&["trinim", "9"], 3, "too large to be looked through"),
        (&["nim", "3", "--starts", "left"], 2, "--as first or --as second"),
        (&["nim", "3", "--demo", "--two"], 2, "cannot be used with"),
        (&["missing.g", "X(1)"], 1, "missing.g"),
        (&["examples/nim.g"], 2, "a position is missing"),
        (&["examples/nim.g", "Nim("], 1, "error"),
        (&["examples/nim.g", "Nom(3)"], 1, "no function `Nom`"),
        (&["examples/nim.g", "Nim(3); Nim(4)"], 1, "more than one statement"),
        (&["examples/nim.g", "? Nim(3)"], 1, "a position is an expression"),
        (&["examples/nim.g", "[1, 2]"], 1, "not a game"),
        (&["examples/nim.g", "*(1000000)"], 1, "more than 20000 moves"),
    ] {
        let started = Instant::now();
        let run = play(arguments, "");
        assert_eq!(run.code, Some(code), "{arguments:?}: {run:?}");
        assert!(run.err.contains(expected), "{arguments:?}: {}", run.err);
        assert!(started.elapsed() < Duration::from_secs(60), "{arguments:?}");
    }
}

#[test]
fn a_line_without_end_and_noise_do_no_harm() {
    let run = play(&["nim", "3"], &"9".repeat(1 << 20));
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("more than 65536 bytes"), "{}", run.err);
    let run = play(&["nim", "3"], "\u{0}\u{1b}[2J\u{7f}\n-1 -1\n1 1\n");
    assert!(!run.out.contains('\u{1b}'), "{:?}", run.out);
    assert!(run.out.contains("1. You: heap 1 take 1"), "{}", run.out);
}

#[test]
fn every_screen_fits_80_columns() {
    let games: &[&[&str]] = &[
        &["nim", "18446744073709551615", "1"],
        &["kayles", "200", "3", "--two"],
        &["trinim", "7"],
        &["Officers", "20"],
        &["Dawson's Kayles", "30", "20"],
        &["examples/kayles.g", "Kayles(12)+Kayles(9)+Kayles(4)"],
    ];
    for game in games {
        let run = play(game, "help\nmoves\nhint\nx y z\n1 1 1 1\nshow\n");
        for line in run.out.lines() {
            assert!(line.chars().count() <= 80, "{game:?}: {line}");
        }
    }
}

#[test]
fn colours_are_used_where_they_are_wanted() {
    let plain = play(&["nim", "3"], "hint\n");
    assert!(!plain.out.contains('\u{1b}'));
    let coloured = play(&["nim", "3", "--color", "always"], "hint\n");
    assert!(coloured.out.contains("\u{1b}[32m"), "{:?}", coloured.out);
}

#[test]
fn a_seed_repeats_the_game() {
    let game = |seed: &str| play(&["kayles", "20", "--demo", "--seed", seed], "").out;
    assert_eq!(game("7"), game("7"));
    assert!((0..9).any(|seed| game(&seed.to_string()) != game("7")));
    assert_eq!(
        play(&["kayles", "20", "--demo"], "").out,
        play(&["kayles", "20", "--demo"], "").out
    );
}

/// A misere search that would take long is stopped at once.
#[cfg(unix)]
#[test]
fn ctrl_c_interrupts_a_long_think() {
    let child = command(&["kayles", "60", "50", "40", "--misere"]).spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(700));
    let pid = child.id().to_string();
    Command::new("kill").args(["-INT", &pid]).status().expect("a signal");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"));
}
