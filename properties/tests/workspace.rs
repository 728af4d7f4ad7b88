//! Where the crates of the workspace lie.

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The folders of the crates, in order.
pub(crate) fn crates() -> Vec<PathBuf> {
    let folders = [root().to_owned(), root().join("plugins"), root().join("examples")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut crates: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    crates.retain(|folder| folder.join("Cargo.toml").is_file());
    crates.sort();
    assert!(crates.len() > 20, "{crates:?}");
    crates
}

/// All Markdown files below a folder, in order.
pub(crate) fn markdown(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    let mut pages = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}
