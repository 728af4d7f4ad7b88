//! What stands at the command's doors: plugins that do not load, a home that is none, Unicode in errors, copies.

#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};

fn cg(home: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.args(arguments).current_dir(home.parent().unwrap_or(home));
    command.env("HOME", home).env_remove("XDG_CONFIG_HOME").env_remove("XDG_DATA_HOME");
    command.env("NO_COLOR", "1").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A plugin that `--plugin` names and that does not load ends the command: other families would answer in its place.
#[test]
fn a_plugin_that_is_named_and_does_not_load_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    let empty = home.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    let broken = home.path().join("broken");
    std::fs::create_dir(&broken).unwrap();
    std::fs::write(broken.join("plugin.toml"), "name = \"nothing\"\nlibrary = \"nothing.so\"\n")
        .unwrap();
    let folders = [empty, broken, home.path().join("missing")];
    for folder in folders.iter().map(|folder| folder.to_str().unwrap()) {
        for command in [&["eval", "1"][..], &["--json", "eval", "1"], &["solve", "nim 2"]] {
            let mut arguments = vec!["--plugin", folder];
            arguments.extend(command);
            let said = cg(home.path(), &arguments);
            assert_eq!(said.status.code(), Some(2), "{arguments:?}: {}", text(&said.stderr));
            assert!(text(&said.stderr).contains("is not loaded"), "{}", text(&said.stderr));
            assert!(said.stdout.is_empty(), "{}", text(&said.stdout));
        }
    }
}

/// One that the configuration names leaves the rest going, with a note, in JSON too.
#[test]
fn a_plugin_of_the_configuration_that_does_not_load_is_a_note() {
    let home = tempfile::tempdir().unwrap();
    let plugins = home.path().join("plugins");
    std::fs::create_dir_all(plugins.join("broken")).unwrap();
    std::fs::write(
        plugins.join("broken/plugin.toml"),
        "name = \"nothing\"\nlibrary = \"nothing.so\"\n",
    )
    .unwrap();
    let settings = home.path().join(".config/cg");
    std::fs::create_dir_all(&settings).unwrap();
    std::fs::write(settings.join("cg.toml"), format!("[plugins]\nfolders = [{plugins:?}]\n"))
        .unwrap();
    let said = cg(home.path(), &["--json", "eval", "1"]);
    let lines = text(&said.stdout);
    assert_eq!(said.status.code(), Some(0), "{lines}{}", text(&said.stderr));
    let kinds: Vec<String> = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["kind"].to_string())
        .collect();
    assert_eq!(kinds, ["\"note\"", "\"game\""], "{lines}");
}

#[test]
fn no_home_is_needed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("home");
    std::fs::write(&file, "").unwrap();
    for arguments in [
        &["solve", "nim 2 1"][..],
        &["eval", "1"],
        &["octal", ".77", "--heaps", "9"],
        &["rulesets"],
    ] {
        let said = cg(&file, arguments);
        assert_ne!(said.status.code(), Some(1), "{arguments:?}: {}", text(&said.stderr));
        assert!(!text(&said.stderr).contains("Not a directory"), "{}", text(&said.stderr));
    }
}

/// What panicked, with JSON: the error is that of the text mode, with status 1.
#[test]
fn errors_inside_signs_are_errors_in_json_too() {
    let home = tempfile::tempdir().unwrap();
    for program in ["\u{2191}(*(2))", "\u{2217}(\"\")", "? *(omega) + \u{2193}(omega)"] {
        let said = cg(home.path(), &["eval", "--json", program]);
        assert_eq!(said.status.code(), Some(1), "{program}: {}", text(&said.stderr));
        let reply: serde_json::Value = serde_json::from_str(text(&said.stdout).trim()).unwrap();
        assert_eq!(reply["kind"], "error", "{program}");
        let plain = cg(home.path(), &["eval", program]);
        let message = reply["error"]["message"].as_str().unwrap();
        assert!(text(&plain.stderr).contains(message), "{program}: {message}");
    }
}

/// The table of what was wrong: each line is typed in a shell.
#[test]
fn what_was_wrong_is_right() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/doors.tsv");
    let table = std::fs::read_to_string(table).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let built = Path::new(env!("CARGO_BIN_EXE_cg")).parent().unwrap();
    let mut path = vec![built.to_owned()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let rows = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).skip(1);
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows {
        let [line, status, wanted] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("a row has three fields: {row}");
        };
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(folder.path()).env("NO_COLOR", "1");
        shell.env("HOME", folder.path()).env("PATH", std::env::join_paths(&path).unwrap());
        shell.env_remove("XDG_CONFIG_HOME").env_remove("XDG_DATA_HOME");
        let said = shell.output().unwrap();
        let output = text(&said.stdout) + &text(&said.stderr);
        let parts = wanted.split(";;").map(|part| part.replace("\\n", "\n"));
        let missing: Vec<String> = parts.filter(|part| !output.contains(part.as_str())).collect();
        if said.status.code() != status.parse().ok() || !missing.is_empty() {
            wrong.push(format!("{line}: {:?}, without {missing:?}:\n{output}", said.status));
        }
        count += 1;
    }
    assert!(count >= 30, "{count} rows");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
