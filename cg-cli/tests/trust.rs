//! What hostile treatment gets past the command: runs that are killed, files that are
//! damaged, programs that make no sense.
//!
//! A few rounds run with the other tests. `CG_TRUST_ROUNDS=500 cargo test --release -p
//! cg-cli --test main trust:: -- --nocapture` runs so many and prints what it counted;
//! `CG_TRUST_SEED` chooses others.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use fastrand::Rng;

const ROUNDS: u64 = 12;

fn number(name: &str, otherwise: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")),
        Err(_) => otherwise,
    }
}

fn rounds() -> u64 {
    number("CG_TRUST_ROUNDS", ROUNDS)
}

fn rng(test: u64) -> Rng {
    Rng::with_seed(number("CG_TRUST_SEED", 1).wrapping_add(test << 32))
}

fn cg(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command.env("HOME", folder).env("XDG_CONFIG_HOME", folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The exit status is one that the command promises: no panic, no signal.
fn promised(output: &Output, what: &str) -> i32 {
    let code = output.status.code();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(code, Some(0..=3)), "{what}: {:?}\n{error}", output.status);
    if code != Some(0) {
        let said = !output.stderr.is_empty() || !output.stdout.is_empty();
        assert!(said, "{what}: it failed without a word");
    }
    code.expect("matched above")
}

/// What the command answered.
fn answer(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the command writes UTF-8")
}

#[test]
fn a_killed_run_goes_on_to_the_same_values() {
    let mut rng = rng(1);
    let folder = tempfile::tempdir().unwrap();
    let heaps = "2000000";
    let whole = cg(folder.path(), &["octal", ".106", "--limit", heaps, "--csv"]).output().unwrap();
    // 3: the limit on heaps ended it.
    assert_eq!(promised(&whole, "the whole run"), 3);
    let mut kills = 0;
    for round in 0..rounds().div_ceil(4) {
        let state = format!("{round}.state");
        let arguments =
            ["octal", ".106", "--limit", heaps, "--csv", "--every", "1ms", "--checkpoint", &state];
        for _ in 0..3 {
            let mut child = cg(folder.path(), &arguments).stdout(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(rng.u64(1..120)));
            child.kill().expect("SIGKILL can be sent");
            kills += u64::from(!child.wait().unwrap().success());
        }
        let last = cg(folder.path(), &arguments).output().unwrap();
        assert_eq!(promised(&last, "the last run"), 3);
        assert!(answer(&last) == answer(&whole), "round {round}: other values");
        let names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, [state.as_str()], "round {round}: something was left");
        fs::remove_file(folder.path().join(&state)).unwrap();
    }
    println!("killed {kills} runs: the same values each time");
}

/// `bytes` damaged in one of the ways in which files are.
fn damaged(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    match rng.u8(0..5) {
        0 => bytes.truncate(rng.usize(..bytes.len())),
        1 => bytes.extend((0..rng.usize(1..100)).map(|_| rng.u8(..))),
        2 => {
            let from = rng.usize(..bytes.len());
            let to = rng.usize(from..bytes.len());
            bytes[from..=to].fill(0);
        }
        3 => {
            let at = rng.usize(..bytes.len());
            bytes.remove(at);
        }
        _ => {
            let at = rng.usize(..bytes.len());
            bytes[at] ^= 1 << rng.u8(0..8);
        }
    }
    bytes
}

/// What an answer claims, without how many heaps were computed for it: a certificate with a
/// larger bound than it needs is verified too, by more work.
fn claim(answer: &str) -> &str {
    answer.split_once(": verified").map_or(answer, |(claim, _)| claim)
}

#[test]
fn damaged_files_are_refused_and_give_no_other_answer() {
    let mut rng = rng(2);
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| cg(folder.path(), arguments).output().unwrap();
    let made = run(&["octal", ".16", "--certificate", "proof", "--checkpoint", "state"]);
    assert_eq!(promised(&made, "the proof"), 0);
    // Each file, with the command that reads it.
    let readers: [(&str, &[&str]); 2] = [
        ("proof", &["octal", "verify", "proof"]),
        ("state", &["octal", ".16", "--csv", "--limit", "200000", "--checkpoint", "state"]),
    ];
    let (mut refused, mut harmless) = (0, 0);
    for (file, reader) in readers {
        let path = folder.path().join(file);
        let bytes = fs::read(&path).unwrap();
        let good = run(reader);
        assert_eq!(promised(&good, file), 0);
        fs::write(&path, &bytes).unwrap();
        for round in 0..rounds() {
            let other = damaged(&bytes, &mut rng);
            fs::write(&path, &other).unwrap();
            let output = run(reader);
            if promised(&output, &format!("{file}, round {round}")) == 0 {
                harmless += 1;
                assert_eq!(claim(&answer(&output)), claim(&answer(&good)), "{file}, round {round}");
            } else {
                refused += 1;
                assert!(fs::read(&path).unwrap() == other, "a refused file was changed");
            }
        }
        fs::write(&path, &bytes).unwrap();
    }
    println!("damaged files: {refused} refused, {harmless} with the same answer");
}

const WORDS: &[&str] = &[
    "{", "}", "|", "||", "(", ")", "[", "]", ",", ";", ":", "=", "..", "+", "-", "*", "^", "v",
    "+-", "?", "??", "0", "1", "7", "0.1", "3.", "1000000", "^*", "*2", "\"xo\"", "\"", "'{", "if",
    "in", "for", "case", "default", "len", "mean", "tiny", "birthday", "F", "G", "x", "s", "F(1)",
    "Nim(3)", "//", "\n", ":why", ":plot", ":help", ":limit", "\u{221e}", "\u{b1}", "\0", "&", "!",
];

const DEFINITION: &str =
    "Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 | Nim(k) : k = 0..n-1 }; }";

#[test]
fn programs_of_any_kind_end_with_a_promised_status() {
    let mut rng = rng(3);
    let folder = tempfile::tempdir().unwrap();
    let (mut right, mut wrong) = (0, 0);
    for _ in 0..rounds() {
        let mut program = String::from(DEFINITION);
        for _ in 0..rng.usize(1..3) {
            program.push('\n');
            for _ in 0..rng.usize(1..6) {
                program += rng.choice(WORDS).expect("there are words");
                program += if rng.bool() { " " } else { "" };
            }
        }
        let limits = ["run", "-", "--time", "2s", "--memory", "200M"];
        let mut child = cg(folder.path(), &limits).stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().expect("it is piped");
        // The command may end before it has read all.
        let _ = input.write_all(program.as_bytes());
        drop(input);
        let output = child.wait_with_output().unwrap();
        match promised(&output, &program) {
            0 => right += 1,
            _ => wrong += 1,
        }
    }
    println!("programs: {right} answered, {wrong} refused");
}

fn checkout() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folder of a package of the workspace.
fn folder_of(package: &str) -> Option<PathBuf> {
    let manifests = [checkout(), checkout().join("plugins"), checkout().join("examples")];
    let folders = manifests.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut folders = folders.map(|entry| entry.unwrap().path());
    folders.find(|folder| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        manifest.lines().any(|line| line == format!("name = \"{package}\""))
    })
}

/// What a command of the page names and is not there.
fn missing(command: &str) -> Option<String> {
    let is_set = |word: &&str| word.starts_with("CG_") && word.contains('=');
    let words: Vec<&str> = command.split(' ').skip_while(is_set).collect();
    let behind = |flag: &str| {
        let places = words.windows(2).filter(move |pair| pair[0] == flag);
        places.map(|pair| pair[1]).collect::<Vec<_>>()
    };
    match words[0] {
        "cargo" => {
            let packages = behind("-p");
            if packages.is_empty() {
                return Some("a package".into());
            }
            for package in packages {
                let Some(folder) = folder_of(package) else {
                    return Some(format!("the package {package}"));
                };
                for example in behind("--example") {
                    let examples = folder.join("examples");
                    if !examples.join(example).exists()
                        && !examples.join(format!("{example}.rs")).exists()
                    {
                        return Some(format!("the example {example}"));
                    }
                }
                for test in behind("--test") {
                    let manifest = read(&folder.join("Cargo.toml"));
                    if !manifest.contains(&format!("[[test]]\nname = \"{test}\"")) {
                        return Some(format!("the test {test}"));
                    }
                }
                for filter in words.iter().filter(|word| word.contains("::")) {
                    let (module, test) = filter.split_once("::").expect("it has them");
                    let place = if words.contains(&"--lib") { "src" } else { "tests" };
                    let tests = read(&folder.join(format!("{place}/{module}.rs")));
                    if !tests.contains(&format!("fn {test}")) {
                        return Some(format!("the test {filter}"));
                    }
                }
            }
            None
        }
        "cg" => {
            // A command that is none has no help.
            let folder = tempfile::tempdir().unwrap();
            let arguments: Vec<&str> = words[1..].iter().copied().chain(["--help"]).collect();
            let help = cg(folder.path(), &arguments).output().unwrap();
            (!help.status.success()).then(|| answer(&help))
        }
        script => {
            let file = checkout().join(script);
            let mode = fs::metadata(&file).map_or(0, |file| file.permissions().mode());
            if mode & 0o100 == 0 {
                return Some(format!("the script {script}"));
            }
            // A run of CI does what takes minutes. Its tests try properties on other cases, and what is kept
            // of fuzzing; the page without a server has a run of its own.
            let runs = read(&checkout().join(".ci/run")).contains(script);
            (!runs && ![".ci/properties", ".ci/static", "scripts/fuzz"].contains(&script))
                .then(|| format!("a step of CI for {script}"))
        }
    }
}

/// Each command of the page is one: the packages, tests, examples, sub-commands and scripts that it names are there.
/// The tests among them are these, with their ordinary rounds.
#[test]
fn the_page_names_commands_that_are_there() {
    let page = read(&checkout().join("docs/trust.md"));
    let spans = page.split('`').skip(1).step_by(2);
    let is_command = |span: &&str| {
        let first = span.split(' ').next().unwrap_or_default();
        (["cargo", "cg"].contains(&first) && span.contains(' '))
            || (first.starts_with("CG_") && first.contains('='))
            || first.starts_with(".ci/")
            || first.starts_with("scripts/")
    };
    let commands: Vec<&str> = spans.filter(is_command).collect();
    assert!(commands.len() >= 15, "{commands:?}");
    for command in commands {
        let missing = missing(command);
        assert!(missing.is_none(), "{command}: {} is not there", missing.unwrap());
    }
    assert!(missing("cg trinim verify --db DIR").is_some(), "it was no command");
    assert!(missing("cargo test -p cg-cli --test limits").is_some(), "it was no test");
}
