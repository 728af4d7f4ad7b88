//! What the README, the guide and `:help` show is what happens.
//!
//! In a code block, the lines after a `cg>` prompt are typed, in one session for the page (in `:help`, for the topic), and
//! the lines up to the next prompt are what is printed. In a `console` block the lines after a `$` are run by a shell, in one
//! folder for the page; a line of three dots stands for what is left out. A page of the guide is what `docs/SUMMARY.md` lists.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cg_calculator::cg_lang::help::{Page, Passage, blocks};

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().expect("the project is there")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A folder to work in, with the examples.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let examples = folder.path().join("examples");
    std::fs::create_dir(&examples).expect("it is new");
    for entry in std::fs::read_dir(root().join("examples")).expect("there are examples") {
        let path = entry.expect("it can be listed").path();
        if let (true, Some(name)) = (path.is_file(), path.file_name()) {
            std::fs::copy(&path, examples.join(name)).expect("it is copied");
        }
    }
    folder
}

/// Runs the sessions of a text as one; how many statements there were.
fn check_sessions(name: &str, text: &str) -> usize {
    let sessions = blocks(text).into_iter().filter_map(|block| match block {
        Passage::Session(exchanges) => Some(exchanges),
        _ => None,
    });
    let shown: Vec<_> = sessions.flatten().collect();
    if shown.is_empty() {
        return 0;
    }
    let folder = folder();
    let output = Command::new(env!("CARGO_BIN_EXE_cg"))
        .arg("eval")
        .args(shown.iter().map(|exchange| &exchange.typed))
        .current_dir(folder.path())
        .env("NO_COLOR", "1")
        .output()
        .expect("the command starts");
    let printed = String::from_utf8(output.stdout).expect("the output is UTF-8");
    let errors = String::from_utf8_lossy(&output.stderr);
    let expected: String = shown.iter().map(|exchange| exchange.printed.as_str()).collect();
    assert_eq!(printed, expected, "{name}\n{errors}");
    shown.len()
}

/// Runs the commands of a text; how many there were.
#[cfg(unix)]
fn check_commands(name: &str, text: &str) -> usize {
    let folder = folder();
    let bin = Path::new(env!("CARGO_BIN_EXE_cg")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut commands = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("\n```").next().expect("the block has an end");
        for entry in format!("\n{block}\n").split("\n$ ").skip(1) {
            let (mut typed, mut shown) = (String::new(), String::new());
            for (at, line) in entry.lines().enumerate() {
                match line.strip_prefix("> ").filter(|_| shown.is_empty()) {
                    Some(more) => typed += &format!("\n{more}"),
                    None if at == 0 => typed += line,
                    None => shown += &format!("{}\n", line.trim_end()),
                }
            }
            commands += 1;
            if let Some(missing) = missing(&typed) {
                eprintln!("{name}: not run, there is no {missing}: {typed}");
                continue;
            }
            let output = Command::new("sh")
                .args(["-c", &format!("exec 2>&1\n{typed}")])
                .current_dir(folder.path())
                .env("PATH", &path)
                .env("NO_COLOR", "1")
                .env("XDG_CACHE_HOME", folder.path().join("cache"))
                .stdin(Stdio::null())
                .output()
                .expect("there is a shell");
            let printed = String::from_utf8(output.stdout).expect("the output is UTF-8");
            let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
            let printed = printed.join("\n");
            assert!(agree(printed.trim_end(), shown.trim_end()), "{name}: {typed}\n{printed}");
        }
    }
    commands
}

/// Whether this was printed where that is shown.
fn agree(printed: &str, shown: &str) -> bool {
    let mut rest = format!("{printed}\n");
    let shown = format!("{shown}\n");
    for (index, piece) in shown.split("...\n").enumerate() {
        let at = if index == 0 { rest.starts_with(piece).then_some(0) } else { rest.find(piece) };
        let Some(at) = at else { return false };
        rest.drain(..at + piece.len());
    }
    rest.is_empty() || shown.ends_with("...\n")
}

/// A tool that a command needs and this machine has not: the project needs Rust alone.
#[cfg(unix)]
fn missing(command: &str) -> Option<&'static str> {
    let found = |tool: &str| {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&paths).any(|folder| folder.join(tool).is_file())
    };
    ["jq", "python3"]
        .into_iter()
        .find(|tool| command.split_whitespace().any(|word| word == *tool) && !found(tool))
}

/// The pages that the summary of the guide lists.
fn pages() -> Vec<PathBuf> {
    let summary = read(&root().join("docs/SUMMARY.md"));
    let links = summary.lines().filter_map(|line| line.split_once("](")?.1.strip_suffix(')'));
    links.map(|link| root().join("docs").join(link)).collect()
}

/// All Markdown files below a folder.
fn markdown(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("there is such a folder") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            found.extend(markdown(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

#[test]
fn the_readme_shows_what_happens() {
    assert!(check_sessions("README.md", &read(&root().join("README.md"))) >= 5);
}

#[test]
fn the_guide_shows_what_happens() {
    let pages = pages();
    assert!(pages.len() >= 20);
    for path in pages {
        let (text, name) = (read(&path), path.display().to_string());
        // Pages of topics are checked topic by topic.
        if path.parent().is_some_and(|folder| folder.ends_with("reference"))
            && !name.ends_with("index.md")
        {
            continue;
        }
        check_sessions(&name, &text);
        #[cfg(unix)]
        check_commands(&name, &text);
    }
}

#[test]
fn the_guide_has_all_its_pages() {
    let mut written = markdown(&root().join("docs"));
    written.retain(|path| !path.ends_with("SUMMARY.md"));
    let mut listed = pages();
    written.sort();
    listed.sort();
    assert_eq!(written, listed);
    // Each page of topics is one of the guide's as well.
    let shown: String = listed.iter().map(|path| read(path)).collect();
    for folder in ["cg-lang/help", "cg/help", "cg-cli/help"] {
        for topics in markdown(&root().join(folder)) {
            let name = topics.file_name().expect("a name").to_string_lossy().into_owned();
            assert!(shown.contains(&format!("../{folder}/{name} -->")), "{folder}/{name}");
        }
    }
}

#[test]
fn links_between_pages_lead_somewhere() {
    for path in pages() {
        for link in read(&path).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or(link);
            if !link.contains("://") && !file.is_empty() {
                let target = path.parent().expect("it lies in a folder").join(file);
                assert!(target.exists(), "{}: {link}", path.display());
            }
        }
    }
}

#[test]
fn topics_of_help_show_what_happens() {
    let mut statements = 0;
    for folder in ["cg-lang/help", "cg/help", "cg-cli/help"] {
        for path in markdown(&root().join(folder)) {
            if path.ends_with("tour.md") {
                continue;
            }
            let text: &'static str = Box::leak(read(&path).into_boxed_str());
            for topic in Page::new(text).topics {
                let name = format!("{}: {}", path.display(), topic.usage);
                let sessions = check_sessions(&name, topic.text);
                #[cfg(unix)]
                let sessions = sessions + check_commands(&name, topic.text);
                assert!(sessions > 0, "{name}: no example");
                statements += sessions;
            }
        }
    }
    assert!(statements > 200, "{statements}");
}

/// What the command adds to the language has topics as well, and all names fit a screen.
#[test]
fn help_explains_all_that_the_command_has() {
    let ask = |name: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_cg"))
            .args(["eval", &format!(":help {name}")])
            .output()
            .expect("the command starts");
        String::from_utf8(output.stdout).expect("the output is UTF-8")
    };
    let overview = ask("");
    assert!(!overview.contains("\nAdded "), "{overview}");
    assert!(overview.lines().count() <= 23, "{overview}");
    assert!(overview.lines().all(|line| line.chars().count() <= 80), "{overview}");
    for folder in ["cg-lang/help", "cg/help", "cg-cli/help"] {
        for path in markdown(&root().join(folder)) {
            let text: &'static str = Box::leak(read(&path).into_boxed_str());
            for topic in Page::new(text).topics.iter().filter(|_| !path.ends_with("tour.md")) {
                let said = ask(topic.name());
                assert!(said.contains(topic.usage) && said.contains("  Source: "), "{said}");
                assert!(said.lines().all(|line| line.chars().count() <= 80), "{said}");
            }
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
