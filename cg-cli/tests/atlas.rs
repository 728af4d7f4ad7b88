//! `cg atlas`: made, kept, made again with more, and compared with the other commands.

use std::path::Path;

use cg_calculator::Sheet;

use crate::common::Run;

fn cg(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cg"));
    command.args(arguments).current_dir(folder).stdin(std::process::Stdio::null());
    command.env("HOME", folder).env("XDG_DATA_HOME", folder).env("XDG_CONFIG_HOME", folder);
    command.output().expect("the command runs").into()
}

fn sheet(folder: &Path, name: &str) -> Sheet {
    let text = std::fs::read_to_string(folder.join(name)).expect("the file is there");
    serde_json::from_str(&text).expect("it is a table")
}

#[test]
fn an_atlas_is_made_and_kept_and_grows() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    let atlas =
        |most| cg(folder, &["atlas", "pages", "clobber", "mem", "--time", "20s", "--most", most]);
    let made = atlas("12");
    assert_eq!((made.code, made.err.as_str()), (Some(0), ""), "{made:?}");
    assert!(made.out.starts_with("clobber: 12 positions up to size "), "{made:?}");
    for name in [
        "index.html",
        "clobber.html",
        "clobber.js",
        "clobber.csv",
        "mem.html",
        "atlas.css",
        "atlas.js",
        "firsts.js",
    ] {
        let text = std::fs::read_to_string(folder.join("pages").join(name)).expect(name);
        assert!(!text.is_empty() && !text.contains("{{"), "{name}");
        assert!(!text.contains("http:") && !text.contains("https:"), "{name} asks another host");
    }
    // The same again keeps what is there, and so does a smaller budget; a larger one does not.
    let line = |run: &Run| run.out.lines().next().unwrap_or_default().to_owned();
    assert_eq!(line(&atlas("12")), line(&made) + ", kept");
    assert_eq!(line(&atlas("5")), line(&made) + ", kept");
    assert!(line(&atlas("13")).starts_with("clobber: 13 positions"));
    // A file that is cut off is made again.
    let path = folder.join("pages/clobber.json");
    let whole = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert!(line(&atlas("13")).ends_with("values"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);

    let clobber = sheet(folder, "pages/clobber.json");
    let firsts: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("pages/firsts.json")).unwrap())
            .unwrap();
    assert_eq!(firsts[0]["firsts"].as_array().unwrap().len(), clobber.firsts.len());
    for row in &clobber.rows {
        let position = format!("clobber {}", row.position);
        let value = cg(folder, &["solve", "--value", &position, "--notation", "standard"]);
        assert!(value.out.lines().any(|line| line.ends_with(&row.value)), "{position}: {value:?}");
        assert!(value.out.contains(&row.outcome), "{position}: {value:?}");
    }
}

#[test]
fn wrong_usage_of_an_atlas_says_what_to_write() {
    let home = tempfile::tempdir().unwrap();
    let wrong = cg(home.path(), &["atlas", "pages", "clober"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("did you mean `clobber`?"), "{wrong:?}");
    std::fs::write(home.path().join("file"), "").unwrap();
    let wrong = cg(home.path(), &["atlas", "file", "clobber"]);
    assert_eq!(wrong.code, Some(1));
    assert!(wrong.err.contains("cannot write in file"), "{wrong:?}");
}
