//! The formatter: the guide's programs are its fixed points, and no program means anything else
//! afterwards.

use std::fs;
use std::path::{Path, PathBuf};

use cg_lang::{Source, format};

fn formatted(text: &str) -> String {
    format(&Source::new("test", text)).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}

/// The files below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The programs of the checkout: files, and what stands in fences of the guide.
fn programs() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in ["examples", "cg-lang/tests", "cg-lang/benches", "cg-cli/tests", "plugins"] {
        for path in files(&root.join(folder), "g") {
            let text = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
            found.push((path.display().to_string(), text));
        }
    }
    for folder in ["docs", "cg/help", "cg-cli/help", "cg-lang/help"] {
        for path in files(&root.join(folder), "md") {
            let text = fs::read_to_string(&path).unwrap();
            for (number, fence) in text.split("```").enumerate().filter(|(at, _)| at % 2 == 1) {
                let (head, body) = fence.split_once('\n').unwrap_or(("", fence));
                if !["", "g", "text"].contains(&head.trim()) {
                    continue;
                }
                let name = format!("{} {number}", path.display());
                if !body.contains("cg> ") {
                    found.push((name, body.to_owned()));
                    continue;
                }
                // What is typed in a session.
                let typed = body.lines().filter_map(|line| {
                    line.strip_prefix("cg> ").or_else(|| line.strip_prefix("... "))
                });
                found.push((name, typed.collect::<Vec<_>>().join("\n") + "\n"));
            }
        }
    }
    found
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_whitespace()).collect()
}

/// Each program that can be read is formatted; formatted twice it is the same.
#[test]
fn every_program_of_the_checkout() {
    let (mut read, mut fixed) = (0, 0);
    let mut moved = Vec::new();
    for (name, text) in programs() {
        let Ok(once) = format(&Source::new("test", &text[..])) else { continue };
        read += 1;
        assert_eq!(formatted(&once), once, "{name}");
        assert_eq!(without_blanks(&text), without_blanks(&once), "{name}");
        if once == text {
            fixed += 1;
        } else {
            moved.push((name, text, once));
        }
    }
    if let Ok(folder) = std::env::var("CG_FORMATTED") {
        for (at, (name, text, once)) in moved.iter().enumerate() {
            fs::write(format!("{folder}/{at}.a"), format!("{name}\n{text}")).unwrap();
            fs::write(format!("{folder}/{at}.b"), format!("{name}\n{once}")).unwrap();
        }
    }
    println!("{read} programs, {fixed} stay as they are");
    assert!(read > 300 && fixed * 10 > read * 9, "{read} programs, {fixed} stay as they are");
}
