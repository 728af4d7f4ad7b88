//! `cg database`: built, interrupted, killed, listed, checked, used, damaged.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use cg_calculator::cg_solve::Database;

use crate::common::Run;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.env("HOME", folder).env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder);
    command
}

fn cg(folder: &Path, arguments: &[&str]) -> Run {
    command(folder, arguments).output().expect("the command runs").into()
}

#[test]
fn a_database_is_built_listed_checked_and_used() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    let none = cg(folder, &["database", "list"]);
    assert!(none.out.starts_with("There are no databases in "), "{none:?}");
    let built = cg(folder, &["database", "build", "clobber", "--up-to", "2x3"]);
    assert_eq!(built.code, Some(0), "{built:?}");
    assert!(
        built.out.contains("clobber.cgdb: ") && built.out.contains(" components, "),
        "{built:?}"
    );
    // It is there already.
    let again = cg(folder, &["database", "build", "clobber", "--up-to", "2x3"]);
    assert_eq!(again.out, built.out);
    let listed = cg(folder, &["database", "list"]);
    assert!(listed.out.starts_with("clobber up to 2x3: "), "{listed:?}");
    let checked = cg(folder, &["database", "check"]);
    assert!(checked.out.starts_with("good: ") && checked.code == Some(0), "{checked:?}");
    // The solver says what it looked up; the language does too.
    let why = cg(folder, &["solve", "--why", "clobber XOX|OXO"]);
    assert!(why.out.contains("One component was looked up in a database."), "{why:?}");
    let elsewhere = folder.join("elsewhere");
    let without = cg(
        folder,
        &["solve", "--why", "clobber XOX|OXO", "--database", elsewhere.to_str().unwrap()],
    );
    assert!(!without.out.contains("looked up"), "{without:?}");
    assert_eq!(why.out.lines().next(), without.out.lines().next());
    let query = cg(folder, &["eval", ":why ? Clobber(\"(XO)^18\") + Clobber(\"XOX|OXO\")"]);
    assert!(query.out.contains("were looked up in databases."), "{query:?}");
    // A larger one takes over what is there.
    let larger = cg(folder, &["database", "build", "clobber", "--up-to", "2x4", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&larger.out).unwrap();
    assert_eq!((&object["kind"], &object["complete"]), (&"database".into(), &true.into()));
}

/// A build that is killed, again and again, goes on where it was; nothing is lost but the
/// piece at work.
#[test]
fn a_killed_build_goes_on() {
    let home = tempfile::tempdir().unwrap();
    let (folder, here) = (home.path(), home.path().join("here"));
    let build = ["database", "build", "nogo", "--up-to", "3x3", "--db", "here", "--piece", "20ms"];
    let unfinished = here.join("nogo.building");
    let mut killed = 0;
    let mut sizes = Vec::new();
    let start = Instant::now();
    while killed < 3
        && !here.join("nogo.cgdb").exists()
        && start.elapsed() < Duration::from_secs(60)
    {
        let before = std::fs::metadata(&unfinished).map_or(0, |file| file.len());
        let mut child = command(folder, &build).stdout(Stdio::null()).spawn().unwrap();
        // Until something more is written.
        while std::fs::metadata(&unfinished).map_or(0, |file| file.len()) <= before
            && child.try_wait().unwrap().is_none()
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        // On Unix this is the signal that no process can catch.
        let _ = child.kill();
        child.wait().unwrap();
        killed += 1;
        // It may have been done already.
        sizes.extend(std::fs::metadata(&unfinished).map(|file| file.len()));
    }
    assert!(sizes.is_sorted(), "{sizes:?}");
    let done = cg(folder, &build);
    assert_eq!(done.code, Some(0), "{done:?}");
    let whole = cg(folder, &["database", "build", "nogo", "--up-to", "3x3", "--db", "whole"]);
    assert_eq!(whole.code, Some(0), "{whole:?}");
    let components = |folder: &str| {
        let database = Database::open(&home.path().join(folder).join("nogo.cgdb")).unwrap();
        let mut all = Vec::new();
        database.each(&mut |text, has_value| all.push((text.to_owned(), has_value))).unwrap();
        all
    };
    let all = components("whole");
    assert!(all.len() > 500, "{}", all.len());
    assert_eq!(components("here"), all);
    // Only the database stays.
    let left: Vec<_> =
        std::fs::read_dir(&here).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left, ["nogo.cgdb"]);
    // What each says of every component is what a solver finds without it.
    for database in ["here", "whole"] {
        let checked = cg(
            folder,
            &["database", "check", "--db", database, "--sample", &all.len().to_string()],
        );
        assert_eq!(checked.code, Some(0), "{checked:?}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    for (arguments, code, what) in [
        (&["build", "chess", "--up-to", "2x2"][..], 1, "there is no ruleset `chess`"),
        (&["build", "hackenbush", "--up-to", "2x2"], 1, "are no boards of letters"),
        (&["build", "twisted", "clobber", "--up-to", "2x2"], 1, "does not say whose roles"),
        (&["build", "clobber", "--up-to", "9x9"], 1, "take fewer rows or columns"),
        (&["build", "clobber", "--up-to", "0x3"], 2, "a size is rows and columns"),
        (&["build", "clobber"], 2, "--up-to"),
        (&["check", "nothing.cgdb"], 1, "the database nothing.cgdb: "),
    ] {
        let run = cg(folder, &[&["database"], arguments].concat());
        assert!(run.code == Some(code) && run.err.contains(what), "{arguments:?}: {run:?}");
    }
    let late = cg(folder, &["database", "build", "amazons", "--up-to", "3x4", "--time", "2s"]);
    assert_eq!(late.code, Some(3), "{late:?}");
    let listed = cg(folder, &["database", "list"]);
    assert!(listed.out.contains("being built"), "{listed:?}");
    // A damaged one is refused, and not passed over.
    assert_eq!(cg(folder, &["database", "build", "cram", "--up-to", "2x3"]).code, Some(0));
    let file = folder.join("cg/databases/cram.cgdb");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    for arguments in [&["solve", "cram 2x3"][..], &["database", "check"], &["eval", "? Cram(9, 9)"]]
    {
        let run = cg(folder, arguments);
        assert!(run.code == Some(1) && run.err.contains("damaged"), "{arguments:?}: {run:?}");
    }
    // Another game's file under this name.
    std::fs::remove_file(&file).unwrap();
    assert_eq!(cg(folder, &["database", "build", "nogo", "--up-to", "1x3"]).code, Some(0));
    std::fs::rename(folder.join("cg/databases/nogo.cgdb"), &file).unwrap();
    let run = cg(folder, &["solve", "cram 2x3"]);
    assert!(run.code == Some(1) && run.err.contains("it is of nogo, not of cram"), "{run:?}");
}

/// A database of a definition in a file, by the command.
#[test]
fn a_definition_has_a_database() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    let rules = "Cut(b) { sum: parts(b, \"#\"); symmetric: [mirror(b), flip(b)]; negative: transpose(b); default: {
        Cut(put(b, r, c, \"#\", r+1, c, \"#\")) : (r, c) in cells(b, \".\"), if r+1 < rows(b), if b[r][c] == b[r+1][c]
      | Cut(put(b, r, c, \"#\", r, c+1, \"#\")) : (r, c) in cells(b, \".\"), if c+1 < cols(b), if b[r][c] == b[r][c+1] } }
      Heap(n) { case 0: 0; default: { Heap(n-1) | } }";
    std::fs::write(folder.join("rules.g"), rules).unwrap();
    let built = cg(folder, &["database", "build", "rules.g", "Cut", "--up-to", "2x3", "--json"]);
    assert_eq!(built.code, Some(0), "{built:?}");
    let listed = cg(folder, &["database", "list"]);
    assert!(listed.out.starts_with("Cut, a definition, up to 2x3: "), "{listed:?}");
    let listed = cg(folder, &["database", "list", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&listed.out).unwrap();
    assert!(object["program"].as_str().unwrap().starts_with("Cut(b) {"), "{object}");
    let checked = cg(folder, &["database", "check"]);
    assert!(checked.out.starts_with("good: ") && checked.code == Some(0), "{checked:?}");
    let why = cg(folder, &["solve", "--why", "rules.g", "Cut(board(\"...|...\")) + *2"]);
    assert!(why.out.contains(" were looked up in databases."), "{why:?}");
    for (arguments, problem) in [
        (["rules.g", "Heap"], "`Heap` is no function of one board or one text"),
        (["rules.g", "Missing"], "`Missing` is no function of one board or one text"),
        (["missing.g", "Cut"], "cg: missing.g: "),
    ] {
        let [file, function] = arguments;
        let refused = cg(folder, &["database", "build", file, function, "--up-to", "2x2"]);
        assert!(refused.code == Some(1) && refused.err.contains(problem), "{refused:?}");
    }
}
