//! Streams that do not work: full devices, readers that leave, pipes that nobody writes to.
#![cfg(unix)]

use std::fs::OpenOptions;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use cg_plugin_testing::{Folder, library_under_test};

/// Every sub-command that prints, each in a few milliseconds.
const PRINTING: [&[&str]; 32] = [
    &["atlas", "pages", "mem", "--most", "3"],
    &["eval", "1", "2"],
    &["eval", "--json", "1"],
    &["eval", ":help"],
    &["eval", ":prove 1 == 1"],
    &["eval", ":tour"],
    &["run", "nim.g"],
    &["run", "--json", "nim.g"],
    &["octal", ".77", "-n", "20"],
    &["octal", ".77", "-n", "20", "--json"],
    &["octal", ".77", "-n", "20", "--csv"],
    &["octal", ".77", "--heaps", "5,9"],
    &["octal", "explain", ".137"],
    &["octal", "survey", ".77", "--limit", "1000"],
    &["play", "nim", "1", "2", "--demo"],
    &["play", "nim", "1", "2", "--demo", "--json"],
    &["trinim", "solve", "3"],
    &["trinim", "value", "3", "--json"],
    &["trinim", "best", "3"],
    &["trinim", "plan", "--layers", "7", "--orbits", "1"],
    &["plugins"],
    &["plugins", "list", "--json"],
    &["completions", "bash"],
    &["man"],
    &["solve", "nim 3 5"],
    &["solve", "--json", "nim 3 5"],
    &["rulesets"],
    &["rulesets", "clobber", "--json"],
    &["prove", "1 == 1"],
    &["family", "xt", "domineering", "--sizes", "1x3"],
    &["family", "xt", "domineering", "--sizes", "1x3", "--json"],
    &["database", "build", "clobber", "--up-to", "1x2", "--db", "new.db"],
];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program =
        "Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 | Nim(k) : k = 0..n-1 }; }\nNim(3)\n";
    std::fs::write(folder.path().join("nim.g"), program).expect("it is written");
    folder
}

fn cg(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1");
    command.env("HOME", folder).env("XDG_CONFIG_HOME", folder).env("XDG_CACHE_HOME", folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn full() -> Option<Stdio> {
    // Not every Unix has such a device.
    OpenOptions::new().write(true).open("/dev/full").ok().map(Stdio::from)
}

fn error_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn an_answer_that_is_lost_is_an_error() {
    let folder = folder();
    for arguments in PRINTING.iter().copied().chain([&["--version"][..], &["--help"]]) {
        let Some(full) = full() else { return };
        let output = cg(folder.path(), arguments).stdout(full).output().expect("it runs");
        let error = error_of(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert!(error.contains("No space left"), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    }
}

#[test]
fn a_reader_that_leaves_ends_every_sub_command_quietly() {
    let folder = folder();
    for arguments in PRINTING.iter().copied().chain([&["--version"][..], &["--help"]]) {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = cg(folder.path(), arguments).stdout(writer).output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        assert_eq!(error_of(&output), "", "{arguments:?}");
    }
}

/// A command whose standard output is what a shell makes of `redirection`.
fn redirected(folder: &Path, arguments: &[&str], redirection: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec \"$0\" \"$@\" {redirection}"), env!("CARGO_BIN_EXE_cg")]);
    shell.args(arguments).current_dir(folder).env("NO_COLOR", "1");
    shell.env("HOME", folder).env("XDG_CONFIG_HOME", folder).env("XDG_CACHE_HOME", folder);
    shell.stdin(Stdio::null()).output().expect("sh runs")
}

#[test]
fn a_closed_output_is_an_error_of_every_command() {
    let folder = folder();
    let others: [&[&str]; 10] = [
        &["fmt", "-"],
        &["lsp"],
        &["mcp"],
        &["tasks", "--count", "1"],
        &["--version"],
        &["--help"],
        &["help", "octal"],
        &["serve", "--no-open"],
        &["man", "pages"],
        &[],
    ];
    let help = cg(folder.path(), &["--help"]).output().expect("it runs");
    let help = String::from_utf8(help.stdout).expect("it is text");
    let (_, listed) = help.split_once("Commands:\n").expect("the commands are listed");
    let names = listed.lines().take_while(|line| !line.is_empty());
    let names: Vec<_> =
        names.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names.iter().filter(|name| !name.is_empty()) {
        let tried = PRINTING.iter().chain(&others).any(|arguments| arguments.first() == Some(name));
        assert!(tried, "{name} is not tried");
    }
    for arguments in PRINTING.iter().chain(&others) {
        let output = redirected(folder.path(), arguments, ">&-");
        let error = error_of(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {error}");
        assert_eq!(error, "cg: cannot write the answer: standard output is closed\n");
    }
    assert!(!folder.path().join("new.db").exists(), "something was computed for nobody");
}

#[test]
fn an_output_that_nobody_keeps_is_none() {
    // Python and Node.js give /dev/null for reading and writing, as Rust's runtime opens it in the place of a
    // closed stream.
    for redirection in [">/dev/null", "1<>/dev/null"] {
        for arguments in PRINTING {
            let folder = folder();
            let output = redirected(folder.path(), arguments, redirection);
            let error = error_of(&output);
            assert_eq!(output.status.code(), Some(0), "{arguments:?}: {error}");
        }
    }
}

#[test]
fn errors_that_nobody_can_read_still_count() {
    let folder = folder();
    let Some(full) = full() else { return };
    let output = cg(folder.path(), &["eval", "? 1/3", "2"]).stderr(full).output().expect("it runs");
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b"2\n"[..]));
}

fn fifo(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
    assert!(made.success());
}

/// Waits for a command that should end soon.
fn wait(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it is killed");
    panic!("it did not end");
}

#[test]
fn a_configuration_is_a_regular_file() {
    let folder = folder();
    fifo(&folder.path().join("cg.toml"));
    let mut child = cg(folder.path(), &["eval", "1"]).spawn().expect("it starts");
    assert_eq!(wait(&mut child), Some(1));
    let output = child.wait_with_output().expect("it ended");
    assert!(error_of(&output).contains("not a regular file"), "{}", error_of(&output));
}

#[test]
fn the_first_signal_ends_a_read_that_waits() {
    let folder = folder();
    fifo(&folder.path().join("pipe"));
    fifo(&folder.path().join("pipe.g"));
    let commands: [&[&str]; 8] = [
        &["run", "pipe"],
        &["run", "-"],
        &["eval", ":load pipe", "1"],
        &["octal", "verify", "pipe"],
        &["play", "pipe.g", "Nim(3)"],
        &["play", "--replay", "pipe"],
        &["play", "nim", "3", "4"],
        &["play", "nim", "3", "4", "--save", "kept"],
    ];
    for arguments in commands {
        // Standard input stays open, and nothing comes.
        let mut child =
            cg(folder.path(), arguments).stdin(Stdio::piped()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(1500));
        let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success(), "{arguments:?} ended by itself");
        assert_eq!(wait(&mut child), Some(130), "{arguments:?}");
    }
    let kept = std::fs::read_to_string(folder.path().join("kept")).expect("what was played");
    assert!(kept.starts_with("cg play transcript 1"), "{kept}");
}

#[test]
fn a_program_that_never_comes_ends_at_the_limit_on_time() {
    let folder = folder();
    fifo(&folder.path().join("pipe"));
    let arguments = ["eval", "--time", "100ms", ":load pipe"];
    let mut child = cg(folder.path(), &arguments).spawn().expect("it starts");
    assert_eq!(wait(&mut child), Some(3));
    let mut child = cg(folder.path(), &["eval", "1", ":write pipe"]).spawn().expect("it starts");
    assert_eq!(wait(&mut child), Some(1));
    let mut child =
        cg(folder.path(), &["eval", "1", ":overwrite pipe"]).spawn().expect("it starts");
    assert_eq!(wait(&mut child), Some(1));
}

#[test]
fn a_project_lowers_limits_only() {
    let folder = folder();
    let limits = "[limits]\nmemory_mib = 1000000\ngames = 100\n";
    std::fs::write(folder.path().join("cg.toml"), limits).expect("it is written");
    let output = cg(folder.path(), &["eval", ":limit"]).output().expect("it runs");
    let error = error_of(&output);
    assert!(error.contains("memory_mib of 1000000 is ignored, 4096 stays"), "{error}");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("100") && said.contains("4 GiB") || said.contains("4GiB"), "{said}");
}

#[test]
fn what_is_no_text_is_no_json_either() {
    let folder = folder();
    let expression = "norton(3.^(1/4), {0|{0|0},{0|{0|0}}})";
    let text = cg(folder.path(), &["eval", expression]).output().expect("it runs");
    let json = cg(folder.path(), &["eval", "--json", expression]).output().expect("it runs");
    assert_ne!(text.status.code(), Some(0));
    assert_eq!(json.status.code(), text.status.code());
    let object: serde_json::Value = serde_json::from_slice(&json.stdout).expect("it is JSON");
    assert_eq!(object["kind"], "error");
    assert!(error_of(&text).contains(object["error"]["message"].as_str().expect("a message")));
}

#[test]
fn a_session_goes_on_without_a_plugin_at_once() {
    let folder = folder();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/broken");
    let library = library_under_test("cg_broken").expect("the library is there");
    let broken = Folder::with_plugin(&source, &library).expect("a plugin");
    let program = "x = {1|-1}\nF(n) { case 0: x; default: { F(n-1) | }; }\n\
                   {1|-1} + {2|-2}\n{1|-1} + {2|-2}\nx\nF(1)\nit\n";
    std::fs::write(folder.path().join("hot.g"), program).expect("it is written");
    let plugin = broken.path().to_str().expect("a plain name");
    let output = cg(folder.path(), &["run", "--no-plugins", "--plugin", plugin, "hot.g"])
        .env("CG_BROKEN", "panic")
        .output()
        .expect("it runs");
    let (said, error) = (String::from_utf8_lossy(&output.stdout), error_of(&output));
    // The statement that met the fault is an error; the next, the same again, has its value.
    assert_eq!(output.status.code(), Some(1), "{said}{error}");
    assert_eq!(said.lines().count(), 4, "{said}{error}");
    assert_eq!(said.lines().nth(1), Some("+-1"), "{said}{error}");
    assert!(error.contains("the plugin broken failed and is left out from here on"), "{error}");
    assert!(error.contains("definitions and bindings were evaluated again without it"), "{error}");
}
