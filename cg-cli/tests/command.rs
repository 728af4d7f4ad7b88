//! The command as a user meets it: answers, errors, exit statuses.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common::Run;

fn cg(arguments: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cg"))
        .args(arguments)
        .current_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".."))
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut pipe = child.stdin.take().expect("its input is a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // The command may end without reading all of it.
        let _ = pipe.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("the writer ends");
    output.into()
}

#[test]
fn expressions_are_answered_in_order_one_a_line() {
    let run = cg(&["eval", "{0|1}", "? *(3)", "^(2)-^(1)", "1 < 2"], "");
    assert_eq!(run.out, "1/2\nfirst player win\n^<2>\ntrue\n");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
}

#[test]
fn without_a_terminal_a_program_is_read_from_standard_input() {
    let program =
        "Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 | Nim(k) : k = 0..n-1 }; }\nNim(3)\n";
    assert_eq!(cg(&[], program).out, "*3\n");
    assert_eq!(cg(&["run", "-"], program).out, "*3\n");
}

#[test]
fn an_error_is_drawn_and_the_program_goes_on() {
    let run = cg(&["run", "-"], "? 1/3\n{0|*}\n");
    assert_eq!((run.out.as_str(), run.code), ("^\n", Some(1)));
    insta::assert_snapshot!(run.err, @r"
    error[not-dyadic]: 1/3 is the value of no finite game: its denominator is not a power of 2
     --> <stdin>:1:3
      |
    1 | ? 1/3
      |   ^^^
    ");
}

#[test]
fn the_kaley_program_of_the_paper_lacks_a_brace() {
    let program = "Kaley(n)\n{\ncase 0: 0;\n case 1: *(1);\n default:  Kaley(k)+Kaley(n−k−1):k = 0.. n-1,\n  \
                   Kaley(k)+Kaley(n−k−2):k = 0.. n-2|\n  Kaley(k)+Kaley(n−k−1):k = 0.. n-1,\n              \
                   Kaley(k)+Kaley(n−k−2):k = 0.. n-2};\n}\n";
    let run = cg(&["run", "-"], program);
    assert_eq!(run.code, Some(1));
    insta::assert_snapshot!(run.err, @r"
    error[missing-brace]: the brace `{` before the options is missing
     --> <stdin>:5:12
      |
    5 |  default:  Kaley(k)+Kaley(n−k−1):k = 0.. n-1,
      |            ^
      |
      = help: write `{ Kaley(k)+Kaley(n−k−1) ...`
    ");
    let mended = program.replace("default:  Kaley(k)", "default:  { Kaley(k)");
    assert_eq!(cg(&["run", "-"], &(mended + "Kaley(4)")).out, "*\n");
}

#[test]
fn exit_statuses_say_how_it_went() {
    assert_eq!(cg(&["eval", "1"], "").code, Some(0));
    assert_eq!(cg(&["eval", "Nimm(3)"], "").code, Some(1));
    assert_eq!(cg(&["run", "no/such/file.g"], "").code, Some(1));
    assert_eq!(cg(&["eval"], "").code, Some(2));
    assert_eq!(cg(&["evil"], "").code, Some(2));
    assert_eq!(cg(&["eval", "--memory", "lots", "1"], "").code, Some(2));
    let endless = "F(n) { case if n < 0: 0; default: { F(n+1) | }; } F(1)";
    let run = cg(&["eval", "--memory", "64M", endless], "");
    assert_eq!(run.code, Some(3), "{}", run.err);
    // The worst ending counts, and nothing after it is lost.
    let run = cg(&["eval", "--memory", "64M", "Nimm(3)", endless, "1+1"], "");
    assert_eq!((run.out.as_str(), run.code), ("2\n", Some(3)));
}

#[test]
fn time_is_limited() {
    // 10^9 steps take far longer than the limit, wherever this runs.
    let run = cg(&["eval", "--time", "200ms", "sum([k : k = 0..1000000000])"], "");
    assert_eq!(run.code, Some(3), "{}{}", run.out, run.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_interrupts() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cg"))
        // Endless for a test, and in constant memory: no limit can come first.
        .args(["eval", "1", "[k : k = 0..10000000000000, if k < 0]", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The first answer says that the handler is in place.
    let mut line = [0; 2];
    let mut out = child.stdout.take().expect("its output is a pipe");
    std::io::Read::read_exact(&mut out, &mut line).expect("the first answer");
    assert_eq!(&line, b"1\n");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.expect("kill runs").success());
    assert_eq!(child.wait().expect("the command ends").code(), Some(130));
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cg"))
        .args(["eval", "[k : k = 0..200000]", "[k : k = 0..200000]", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
}

#[test]
fn json_has_one_object_per_answer() {
    let run = cg(&["eval", "--json", "{1|-1}", "? ^", "?? *(5)+*(3)", "[1, *]", "1/3 + *"], "");
    assert_eq!(run.code, Some(1));
    let objects: Vec<serde_json::Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is an object"))
        .collect();
    let kinds: Vec<&str> = objects.iter().filter_map(|object| object["kind"].as_str()).collect();
    assert_eq!(kinds, ["game", "outcome", "moves", "list", "error"]);
    assert_eq!(objects[0]["text"]["paper"], "{1|-1}");
    assert_eq!(objects[0]["options"]["left"]["list"][0], "1");
    assert_eq!(objects[1]["outcome"], "left player win");
    assert_eq!(objects[1]["subgroup"], "sumbers");
    assert_eq!(objects[2]["winning_moves"]["left"][0]["to"], "*3");
    assert_eq!(objects[0]["text"]["shown"], "+-1");
    assert_eq!(objects[4]["error"]["code"], "not-dyadic");
    assert_eq!(objects[4]["error"]["span"]["end"], 7);
}

#[test]
fn bad_input_of_any_size_is_answered() {
    let deep = "{".repeat(200_000) + &"}".repeat(200_000);
    assert_eq!(cg(&["run", "-"], &deep).code, Some(1));
    let nested = "{".repeat(100_000) + "0" + &"|}".repeat(100_000);
    let run = cg(&["run", "-"], &nested);
    assert_eq!((run.out.as_str(), run.code), ("100000\n", Some(0)));
    // Bytes that are no text, and control characters.
    let mut state = 1u32;
    let noise: String = (0..200_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from_u32(state >> 21).unwrap_or('\u{fffd}')
        })
        .collect();
    assert_eq!(cg(&["run", "-"], &noise).code, Some(1));
}

#[cfg(unix)]
#[test]
fn what_has_no_end_is_refused() {
    for arguments in
        [&["run", "/dev/zero"][..], &["eval", ":load /dev/zero"], &["play", "/dev/zero", "X(1)"]]
    {
        let run = cg(arguments, "");
        assert_eq!(run.code, Some(1), "{arguments:?}: {run:?}");
        assert!(run.err.contains("at most 64 MiB"), "{arguments:?}: {}", run.err);
    }
}
