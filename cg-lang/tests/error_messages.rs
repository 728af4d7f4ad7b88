//! One tiny failing program for each kind of error, with what it shows.

use std::collections::BTreeSet;
use std::path::Path;

use cg_lang::{Event, Role, Source, render};

use crate::common;

/// Errors that no small program of a few lines can bring about: a source of
/// 1 GiB, Ctrl-C, a binding to a function that cannot be written, and what only
/// directives and functions report that the embedder adds.
const WITHOUT_SAMPLE: [&str; 6] =
    ["source-too-long", "interrupted", "not-saved", "no-expression", "unfinished", "partizan"];

/// Sizes and depths are the machine's business.
fn without_large_numbers(text: &str) -> String {
    let mut shown = String::new();
    let mut digits = String::new();
    for character in text.chars().chain([' ']) {
        if character.is_ascii_digit() {
            digits.push(character);
            continue;
        }
        shown += if digits.len() > 4 { "N" } else { &digits };
        digits.clear();
        shown.push(character);
    }
    shown.trim_end().to_owned()
}

#[test]
fn every_error_teaches() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "g"));
    files.sort();
    let mut sampled = BTreeSet::new();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut shown = Vec::new();
        let mut session = common::session();
        let source = Source::new(format!("{name}.g"), text);
        session.run(&source, Role::Program, &mut |session, event| {
            shown.push(match event {
                Event::Answer(answer) => answer.to_text(session).unwrap(),
                Event::Note(_) => return,
                Event::Error(error) => {
                    sampled.insert(error.code());
                    render::render(&error, false)
                }
            });
        });
        let shown = without_large_numbers(&shown.join("\n\n"));
        insta::with_settings!({ snapshot_path => "errors", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, shown);
        });
    }
    let missing: Vec<&str> = all_codes()
        .iter()
        .map(String::as_str)
        .filter(|code| !sampled.contains(code) && !WITHOUT_SAMPLE.contains(code))
        .map(|code| &*code.to_owned().leak())
        .collect();
    assert!(missing.is_empty(), "errors without a sample in tests/errors: {missing:?}");
}

/// The codes, read from the source that gives them: an error cannot be added
/// without one.
fn all_codes() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/error");
    let mut codes = BTreeSet::new();
    for file in ["reading", "running"] {
        let text = std::fs::read_to_string(folder.join(file).with_extension("rs")).unwrap();
        for stage in text.split("fn code(&self)").skip(1) {
            let body = stage.split_once("fn help").expect("then help").0;
            for line in body.lines() {
                if let Some((_, code)) = line.split_once("=> \"") {
                    codes.insert(code.trim_end_matches("\",").to_owned());
                }
            }
        }
    }
    assert!(codes.len() > 50, "{codes:?}");
    codes
}
