//! No test is left out: each file of tests is a module of `tests/main.rs`, or a program that the
//! manifest names, and a library with tests beside its code is compiled for them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::workspace;

/// The names of the test modules in a folder: `NAME.rs`, or `NAME/mod.rs`.
fn modules(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_module = |path: &Path| {
        path.extension().is_some_and(|end| end == "rs") || path.join("mod.rs").is_file()
    };
    entries
        .filter(|path| is_module(path))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect()
}

#[test]
fn no_file_of_tests_is_left_out() {
    let mut seen = 0;
    for folder in workspace::crates() {
        let Ok(main) = fs::read_to_string(folder.join("tests/main.rs")) else { continue };
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for name in modules(&folder.join("tests")) {
            let is_program = manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
            let is_module = main.lines().any(|line| line == format!("mod {name};"));
            assert!(is_program != is_module, "{}/tests/{name}", folder.display());
            seen += 1;
        }
    }
    assert!(seen > 80, "{seen} files of tests");
}

/// The files of Rust below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    });
    files.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

/// Cargo says nothing of tests that it leaves out, and compiles a library a second time for none.
#[test]
fn a_library_is_compiled_for_the_tests_beside_its_code() {
    let mut without = 0;
    for folder in workspace::crates() {
        if !folder.join("src/lib.rs").is_file() {
            continue;
        }
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let library = manifest.split("[lib]\n").nth(1).and_then(|rest| rest.split("\n[").next());
        let has = |wanted: &str| library.is_some_and(|it| it.lines().any(|line| line == wanted));
        let is_for_tests = |line: &str| line.contains("#[") && line.contains("test");
        let tested = sources(&folder.join("src"))
            .iter()
            .any(|file| fs::read_to_string(file).unwrap().lines().any(is_for_tests));
        assert_eq!(tested, !has("test = false"), "{}", folder.display());
        assert!(tested || has("bench = false"), "{}", folder.display());
        without += usize::from(!tested);
    }
    assert!(without > 9, "{without} libraries");
}
