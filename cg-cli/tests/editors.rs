//! `cg fmt`, and `cg lsp` as a process.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::Run;

fn cg(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1").env("HOME", folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Run::from(child.wait_with_output().unwrap())
}

const UNTIDY: &str = "F(n){\ncase 0 : 0;\n default: {F( n-1 )|};\n}\n";
const TIDY: &str = "F(n) {\n  case 0: 0;\n  default: {F(n-1)|};\n}\n";

#[test]
fn files_are_formatted_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("untidy.g"), UNTIDY).unwrap();
    fs::write(path("tidy.g"), TIDY).unwrap();
    let checked = cg(folder.path(), &["fmt", "--check", "untidy.g", "tidy.g"], "");
    assert_eq!((&checked.out[..], checked.code), ("untidy.g\n", Some(1)), "{}", checked.err);
    assert_eq!(fs::read_to_string(path("untidy.g")).unwrap(), UNTIDY);
    let named = cg(folder.path(), &["fmt", "--check", "--json", "untidy.g"], "");
    assert_eq!(named.out, "{\"kind\":\"formatted\",\"file\":\"untidy.g\"}\n");

    let before = fs::metadata(path("tidy.g")).unwrap().modified().unwrap();
    let done = cg(folder.path(), &["fmt", "untidy.g", "tidy.g"], "");
    assert_eq!((&done.out[..], &done.err[..], done.code), ("", "", Some(0)));
    assert_eq!(fs::read_to_string(path("untidy.g")).unwrap(), TIDY);
    assert_eq!(
        fs::metadata(path("tidy.g")).unwrap().modified().unwrap(),
        before,
        "it was not written"
    );
    let checked = cg(folder.path(), &["fmt", "--check", "untidy.g", "tidy.g"], "");
    assert_eq!((&checked.out[..], checked.code), ("", Some(0)));
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let done = cg(folder.path(), &["fmt", "-"], UNTIDY);
    assert_eq!((&done.out[..], done.code), (TIDY, Some(0)), "{}", done.err);
    let checked = cg(folder.path(), &["fmt", "--check", "-"], UNTIDY);
    assert_eq!((&checked.out[..], checked.code), ("-\n", Some(1)));
}

#[test]
fn what_cannot_be_read_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.g");
    fs::write(&path, "F( n){\n\n\n\ncase 0").unwrap();
    let refused = cg(folder.path(), &["fmt", "broken.g"], "");
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("error") && refused.err.contains("broken.g"), "{}", refused.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), "F( n){\n\n\n\ncase 0");
    // Bytes that are no text are not replaced.
    fs::write(&path, b"1 // \xff\n\n\n2").unwrap();
    let refused = cg(folder.path(), &["fmt", "broken.g", "missing.g"], "");
    assert!(refused.err.contains("UTF-8") && refused.err.contains("missing.g"), "{}", refused.err);
    assert_eq!((refused.code, fs::read(&path).unwrap()), (Some(1), b"1 // \xff\n\n\n2".to_vec()));
}

/// A conversation from start to end, as an editor has it.
#[test]
fn an_editor_talks_to_the_language_server() {
    let folder = tempfile::tempdir().unwrap();
    let framed = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let document = r#"{"uri":"file:///nim.g","languageId":"g","version":1,"text":"Nim(n) { default: 0; }\nNim(1,2)"}"#;
    let talk = framed(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
    ) + &framed(r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#)
        + &framed(&format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{"textDocument":{document}}}}}"#
        ))
        + &framed("{")
        + &framed(
            r#"{"jsonrpc":"2.0","id":"two","method":"textDocument/definition","params":{"textDocument":{"uri":"file:///nim.g"},"position":{"line":1,"character":0}}}"#,
        )
        + &framed(r#"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#)
        + &framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    let said = cg(folder.path(), &["lsp", "--stdio"], &talk);
    assert_eq!((&said.err[..], said.code), ("", Some(0)), "{}", said.out);
    for part in ["hoverProvider", "-32700", r#""id":"two","jsonrpc":"2.0","result":[{"range""#] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    // An editor that dies ends the server.
    let left = cg(folder.path(), &["lsp"], "");
    assert_eq!((&left.out[..], left.code), ("", Some(1)));
}
