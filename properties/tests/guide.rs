//! Pages of the guide repeat other files of the project. Each copy stands between two marks, and is current.
//!
//! `<!-- begin FILE -->` and `<!-- end -->` enclose the text of a file. `<!-- begin FILE:NAME -->` encloses the lines
//! between the comments `ANCHOR: NAME` and `ANCHOR_END: NAME` of that file. With ` as LANGUAGE` the text is a block of code.
//! `CG_GUIDE=write cargo test -p cg-properties --test main guide` writes all copies anew.

use std::fs;
use std::path::Path;

use crate::workspace::{markdown, root};

/// The lines between the comments of an anchor.
fn anchored(text: &str, anchor: &str) -> String {
    let marks = |line: &str, mark: &str| {
        line.split_once(mark)
            .is_some_and(|(_, rest)| rest.split_whitespace().next() == Some(anchor))
    };
    let lines = text.lines().skip_while(|line| !marks(line, "ANCHOR:")).skip(1);
    let lines: Vec<&str> = lines.take_while(|line| !marks(line, "ANCHOR_END:")).collect();
    assert!(!lines.is_empty(), "there is no anchor {anchor}");
    lines.join("\n")
}

/// The text for a mark such as `../a.rs:program as rust`, on a page in this folder.
fn copy(mark: &str, folder: &Path) -> String {
    let (target, language) = mark.split_once(" as ").map_or((mark, None), |(t, l)| (t, Some(l)));
    let (file, anchor) = target.split_once(':').map_or((target, None), |(f, a)| (f, Some(a)));
    let path = folder.join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{mark}: {error}"));
    let text = anchor.map_or(text.clone(), |anchor| anchored(&text, anchor));
    let text = text.trim();
    match language {
        Some(language) => format!("```{language}\n{text}\n```\n"),
        None => format!("{text}\n"),
    }
}

/// The page with current copies, and how many it has.
fn current(page: &Path, text: &str) -> (String, usize) {
    let mut written = String::new();
    let mut copies = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        written += line;
        written.push('\n');
        let mark = line.strip_prefix("<!-- begin ").and_then(|rest| rest.strip_suffix(" -->"));
        if let Some(mark) = mark {
            written += &copy(mark, page.parent().unwrap());
            let end = lines.find(|line| *line == "<!-- end -->");
            written += &format!("{}\n", end.unwrap_or_else(|| panic!("{mark} has no end")));
            copies += 1;
        }
    }
    (written, copies)
}

#[test]
fn copies_in_the_guide_are_current() {
    let writes = std::env::var("CG_GUIDE").is_ok_and(|mode| mode == "write");
    let mut all = 0;
    for page in markdown(&root().join("docs")) {
        let text = fs::read_to_string(&page).unwrap();
        assert!(!text.contains("{{#"), "{}: use <!-- begin FILE -->", page.display());
        let (written, copies) = current(&page, &text);
        all += copies;
        if writes && written != text {
            fs::write(&page, written).unwrap();
        } else {
            let help = "CG_GUIDE=write cargo test -p cg-properties --test main guide";
            assert!(written == text, "{} is not current: run `{help}`", page.display());
        }
    }
    assert!(all >= 25, "{all} copies");
}

#[test]
fn a_page_gets_the_text_of_its_marks() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.md"), "# A\n\ntext\n").unwrap();
    fs::write(folder.path().join("b.rs"), "one\n// ANCHOR: x\ntwo\n// ANCHOR_END: x\n").unwrap();
    let page = folder.path().join("page.md");
    let text =
        "<!-- begin a.md -->\nold\n<!-- end -->\n\n<!-- begin b.rs:x as rust -->\n<!-- end -->\n";
    let expected = "<!-- begin a.md -->\n# A\n\ntext\n<!-- end -->\n\n\
                    <!-- begin b.rs:x as rust -->\n```rust\ntwo\n```\n<!-- end -->\n";
    assert_eq!(current(&page, text), (expected.to_owned(), 2));
    assert_eq!(current(&page, expected), (expected.to_owned(), 2));
}
