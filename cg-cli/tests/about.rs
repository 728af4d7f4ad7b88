//! What the command says of itself.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn cg(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.args(arguments).stdin(Stdio::null()).output().expect("the command runs")
}

fn out(arguments: &[&str]) -> String {
    let output = cg(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

#[test]
fn the_version_is_told_in_words_and_as_data() {
    let version = env!("CARGO_PKG_VERSION");
    for option in ["--version", "-V"] {
        assert_eq!(out(&[option]), format!("cg {version}\n"));
    }
    let told: serde_json::Value =
        serde_json::from_str(&out(&["--version", "--json"])).expect("it is an object");
    assert_eq!(told["version"], version);
    assert_eq!(told["target"]["system"], std::env::consts::OS);
    assert_eq!(told["features"][0], "switches");
}

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = out(&["completions", shell]);
        for word in ["trinim", "octal", "eval", "no-plugins"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert_eq!(cg(&["completions", "cmd"]).status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn bash_reads_its_completions() {
    let script = out(&["completions", "bash"]);
    let bash = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn();
    // A machine without bash has nothing to check.
    let Ok(mut bash) = bash else { return };
    let mut input = bash.stdin.take().expect("it is a pipe");
    input.write_all(script.as_bytes()).expect("bash reads");
    drop(input);
    assert!(bash.wait().expect("bash ends").success());
}

#[test]
fn every_sub_command_has_a_man_page_and_an_example() {
    assert!(out(&["man"]).contains(".TH cg 1"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let into = folder.path().join("man1");
    out(&["man", into.to_str().expect("a plain name")]);
    let mut pages: Vec<String> = std::fs::read_dir(&into)
        .expect("the folder is made")
        .map(|entry| entry.expect("it can be listed").file_name().into_string().expect("a name"))
        .collect();
    pages.sort();
    for page in
        ["cg.1", "cg-run.1", "cg-eval.1", "cg-octal.1", "cg-trinim-solve.1", "cg-plugins-check.1"]
    {
        assert!(pages.iter().any(|known| known == page), "{page}: {pages:?}");
    }
    for page in pages {
        let text = std::fs::read_to_string(into.join(&page)).expect("it can be read");
        assert!(text.contains(".SH SYNOPSIS") && text.lines().count() > 10, "{page}");
    }
    for command in ["run", "eval", "octal", "play", "plugins", "completions", "man"] {
        assert!(out(&["help", command]).contains("Example"), "{command}");
    }
}
