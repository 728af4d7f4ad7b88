//! What a release says of itself is the same everywhere.

use std::fs;

use crate::workspace::{crates, root};

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The text between two marks, behind a heading.
fn between<'t>(text: &'t str, heading: &str, before: &str, after: &str) -> &'t str {
    let (_, text) = text.split_once(heading).unwrap_or_else(|| panic!("no {heading}"));
    let (_, text) = text.split_once(before).unwrap_or_else(|| panic!("no {before}"));
    text.split_once(after).unwrap_or_else(|| panic!("no end of {before}")).0
}

fn version() -> String {
    between(&read("Cargo.toml"), "[workspace.package]", "version = \"", "\"").to_owned()
}

#[test]
fn the_version_is_the_same_everywhere() {
    let version = version();
    for (path, heading, before, after) in [
        ("cg-py/Cargo.toml", "[package]", "version = \"", "\""),
        ("cg-py/python/cg_calculator/__init__.py", "", "__version__ = \"", "\""),
        (
            "cg-py/data/data/share/jupyter/labextensions/cg-calculator/package.json",
            "",
            "\"version\": \"",
            "\"",
        ),
        ("CITATION.cff", "type: software", "version: ", "\n"),
    ] {
        assert_eq!(between(&read(path), heading, before, after), version, "{path}");
    }
    for line in read("Cargo.toml").lines().filter(|line| line.contains("path = \"")) {
        let named = line.contains(&format!("version = \"{version}\""));
        assert!(named || !line.contains("version = "), "{line}");
    }
}

#[test]
fn the_change_log_has_releases_with_dates_and_headings() {
    let text = read("CHANGELOG.md");
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("## ")).collect();
    assert_eq!(headings[0], "## Unreleased");
    for release in &headings[1..] {
        let (number, date) = release[3..].split_once(" - ").unwrap_or_else(|| panic!("{release}"));
        assert!(number.split('.').all(|part| part.parse::<u32>().is_ok()), "{release}");
        let date: Vec<u32> = date.split('-').map(|part| part.parse().unwrap()).collect();
        assert!(date.len() == 3 && date[0] >= 2026 && date[1] <= 12 && date[2] <= 31, "{release}");
    }
    assert!(headings.iter().any(|release| release[3..].starts_with(&format!("{} - ", version()))));
    for part in text.lines().filter(|line| line.starts_with("### ")) {
        assert!(["### Added", "### Changed", "### Fixed"].contains(&part), "{part}");
    }
}

#[test]
fn every_crate_that_is_published_says_what_the_registry_shows() {
    for folder in crates() {
        let text = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        if text.contains("publish = false") || !text.contains("[package]") {
            continue;
        }
        for line in [
            "version.workspace = true",
            "rust-version.workspace = true",
            "license.workspace = true",
            "repository.workspace = true",
            "description = ",
            "[package.metadata.docs.rs]",
        ] {
            assert!(text.contains(line), "{} has no `{line}`", folder.display());
        }
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(folder.join(file).exists(), "{} has no {file}", folder.display());
        }
    }
}
