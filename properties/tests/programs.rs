//! No file of tests is left out: each one is a module of `tests/main.rs`, or a program that the
//! manifest names.

use std::fs;
use std::path::Path;

/// The names of the test modules in a folder: `NAME.rs`, or `NAME/mod.rs`.
fn modules(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .filter(|path| {
            path.extension().is_some_and(|end| end == "rs") || path.join("mod.rs").is_file()
        })
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect()
}

#[test]
fn no_file_of_tests_is_left_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folders = [root.to_owned(), root.join("plugins")];
    let crates = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut seen = 0;
    for folder in crates.map(|entry| entry.unwrap().path()) {
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
