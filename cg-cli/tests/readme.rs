//! The sessions that the README and the pages of `docs/` show run as shown: in a
//! code block, the lines after a `cg>` prompt are typed, in one session for the
//! page, and the lines up to the next prompt are what is printed.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What is typed and what is printed, from the blocks with a `cg>` prompt.
fn shown(page: &str) -> Vec<(String, String)> {
    let mut shown: Vec<(String, String)> = Vec::new();
    let (mut in_block, mut in_session) = (false, false);
    for line in page.lines() {
        if line.starts_with("```") {
            (in_block, in_session) = (!in_block, false);
        } else if in_block && let Some(typed) = line.strip_prefix("cg> ") {
            in_session = true;
            shown.push((typed.to_owned(), String::new()));
        } else if in_session && let Some((typed, printed)) = shown.last_mut() {
            match line.strip_prefix("... ") {
                Some(more) => *typed += &format!("\n{more}"),
                None => *printed += &format!("{line}\n"),
            }
        }
    }
    shown
}

fn check(page: &Path) -> usize {
    let text = std::fs::read_to_string(page).expect("the page is there");
    let shown = shown(&text);
    if shown.is_empty() {
        return 0;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_cg"))
        .arg("eval")
        .args(shown.iter().map(|(typed, _)| typed))
        .current_dir(root())
        .env("NO_COLOR", "1")
        .output()
        .expect("the command starts");
    let printed = String::from_utf8(output.stdout).expect("the output is UTF-8");
    let errors = String::from_utf8_lossy(&output.stderr);
    let expected: String = shown.iter().map(|(_, printed)| printed.as_str()).collect();
    assert_eq!(printed, expected, "{}\n{errors}", page.display());
    shown.len()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn the_readme_shows_what_happens() {
    assert!(check(&root().join("README.md")) >= 5);
}

#[test]
fn the_pages_show_what_happens() {
    let pages = std::fs::read_dir(root().join("docs")).expect("there is a docs folder");
    for page in pages {
        let page = page.expect("it can be listed").path();
        if page.extension().is_some_and(|extension| extension == "md") {
            check(&page);
        }
    }
}

/// The README's command for the main job, without its build part.
#[test]
fn the_main_job_runs() {
    let output = Command::new(env!("CARGO_BIN_EXE_cg"))
        .args(["run", "examples/paper.g"])
        .current_dir(root())
        .output()
        .expect("the command starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).expect("the output is UTF-8");
    assert!(printed.starts_with("*(3)\n*(4)\nfirst player win\n"), "{printed}");
}
