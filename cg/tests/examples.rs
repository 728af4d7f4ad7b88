//! The example programs give the answers that their comments promise.

use std::path::Path;

use cg_calculator::{Calculator, Content};

/// What follows `// = ` on each line, in order.
fn expected(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| line.split_once("// = "))
        .flat_map(|(_, answers)| answers.split("// = "))
        .map(str::trim)
        .collect()
}

#[test]
fn examples_keep_their_promises() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "g"));
    files.sort();
    assert!(files.len() >= 12, "{files:?}");
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut answers = Vec::new();
        for reply in Calculator::new().unwrap().evaluate(text.as_str()) {
            match reply.content {
                Content::Note { .. } => {}
                Content::Error { error } => panic!("{}: {error:?}", path.display()),
                // A list of moves has a line for each.
                _ => answers.push(reply.shown.split_whitespace().collect::<Vec<_>>().join(" ")),
            }
        }
        assert_eq!(answers, expected(&text), "{}", path.display());
    }
}
