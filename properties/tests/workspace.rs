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
