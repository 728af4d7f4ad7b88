//! The pictures of `docs/pictures` are those that the command draws.
//!
//! `CG_DRAW=1 cargo test -p cg-cli --test main pictures::` draws them anew.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A picture, and what is behind `cg` to draw it; `FILE` stands for its file.
const PICTURES: [(&str, &[&str]); 13] = [
    ("tree", &["eval", ":plot tree {{2|*}|{0|-3}} FILE"]),
    ("tree-form", &["eval", ":plot tree '{0,{1|-1}|{-1|1},{|}}' FILE"]),
    ("tree-large", &["eval", ":plot tree *(5) FILE"]),
    ("thermograph", &["eval", ":plot thermograph {{7|{5|2}}|{1|-1}} FILE"]),
    ("thermograph-number", &["eval", ":plot thermograph 3/4 FILE"]),
    ("quotient", &["eval", ":plot quotient \".77\" FILE"]),
    ("moves", &["eval", ":plot moves Clobber(\"xo|.o\") FILE"]),
    ("position", &["eval", ":plot position Hackenbush(\"g-a:l, a-b:r, g-b:l, b-c:e\") FILE"]),
    ("graph", &["eval", ":plot graph positions Backsliding(\"t..f\") FILE"]),
    ("kayles", &["octal", ".77", "-n", "120", "--svg", "FILE"]),
    ("sparse", &["octal", ".16", "-n", "1000", "--svg", "FILE"]),
    ("trinim-best", &["trinim", "best", "5", "--svg", "FILE"]),
    ("trinim-ratio", &["trinim", "solve", "6", "--both", "--svg", "FILE"]),
];

fn pictures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures")
}

#[test]
fn the_pictures_of_the_documents_are_drawn_by_the_command() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let anew = std::env::var_os("CG_DRAW").is_some();
    for (name, arguments) in PICTURES {
        let file = format!("{name}.svg");
        let arguments = arguments.iter().map(|argument| argument.replace("FILE", &file));
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
        command.args(arguments).current_dir(&folder).stdin(Stdio::null());
        let output = command.env("XDG_CACHE_HOME", folder.path()).output();
        let output = output.expect("the command runs");
        assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
        let drawn = std::fs::read_to_string(folder.path().join(&file)).expect("it was drawn");
        let document = roxmltree::Document::parse(&drawn).expect("it is well formed");
        assert!(document.descendants().filter(|node| node.has_tag_name("text")).count() > 2);
        let kept = pictures().join(&file);
        if anew {
            std::fs::write(&kept, &drawn).expect("it can be written");
        }
        let kept = std::fs::read_to_string(&kept).expect("it is kept");
        assert!(kept == drawn, "{name}: draw it anew with CG_DRAW=1");
    }
}

#[test]
fn every_picture_is_drawn_here_and_shown_in_the_page() {
    let page = std::fs::read_to_string(pictures().join("../pictures.md")).expect("the page");
    let mut files: Vec<String> = std::fs::read_dir(pictures())
        .expect("there is a folder")
        .map(|entry| entry.expect("it can be listed").file_name().into_string().expect("a name"))
        .collect();
    // Those of the worksheet are made by its own tests.
    files.retain(|name| name.ends_with(".svg"));
    files.sort();
    let mut known: Vec<String> = PICTURES.iter().map(|(name, _)| format!("{name}.svg")).collect();
    known.sort();
    assert_eq!(files, known);
    for file in files {
        assert!(page.contains(&format!("(pictures/{file})")), "{file}");
    }
}
