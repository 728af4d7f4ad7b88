//! Plugins as a user meets them: listed, loaded, refused, checked, left out when
//! they fail.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cg_plugin_testing::{Folder, Result, library_under_test};

/// Runs the command in a folder of its own, with a configuration of its own.
fn cg(home: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Result<Output> {
    let output = Command::new(env!("CARGO_BIN_EXE_cg"))
        .args(arguments)
        .current_dir(home)
        .env("XDG_CONFIG_HOME", home)
        .env("APPDATA", home)
        .env("NO_COLOR", "1")
        .envs(environment.iter().copied())
        .output()?;
    Ok(output)
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn plugin(name: &str) -> Result<Folder> {
    let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../plugins").join(name);
    Folder::with_plugin(&source, &library_under_test(&format!("cg_{name}"))?)
}

fn path(folder: &Folder) -> &str {
    folder.path().to_str().expect("a temporary folder has a plain name")
}

#[test]
fn subgroups_are_listed() -> Result<()> {
    let home = tempfile::tempdir()?;
    let listed = cg(home.path(), &["plugins"], &[])?;
    assert!(listed.status.success());
    let names: Vec<String> = out(&listed)
        .lines()
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect();
    let bundled = ["switches", "surreal", "transfinite_nimbers"];
    assert_eq!(names, [&["numbers", "nimbers", "sumbers", "numberish"][..], &bundled].concat());
    let bare = out(&cg(home.path(), &["plugins", "list", "--no-plugins"], &[])?);
    assert_eq!(bare.lines().count(), 4);
    Ok(())
}

/// The switches, linked in, and loaded as a library in their place.
#[test]
fn a_plugin_answers_as_the_linked_subgroup_does() -> Result<()> {
    let home = tempfile::tempdir()?;
    let switches = plugin("switches")?;
    let queries = [
        "{1|-1}+{1|-1}",
        "{5|3}+{2|-2}",
        "? {3|-1}+^+*(2)",
        "subgroup({3|-1})",
        "{17/4+(+-(9/2))+(+-(1/2)) | -1/4} == +-(1/4)",
        "{0|-1+^+{1|-1}} == ^",
    ];
    let answers = |options: &[&str]| -> Result<Vec<String>> {
        let arguments: Vec<&str> = options.iter().copied().chain(["eval"]).chain(queries).collect();
        let output = cg(home.path(), &arguments, &[])?;
        assert!(output.status.success(), "{}", err(&output));
        Ok(out(&output).lines().map(str::to_owned).collect())
    };
    let linked = answers(&[])?;
    assert_eq!(linked[0], "0");
    assert_eq!(linked[2..], ["first player win", "switches", "true", "true"]);
    assert_eq!(answers(&["--no-plugins", "--plugin", path(&switches)])?, linked);
    let general = answers(&["--no-plugins"])?;
    assert_eq!(general[3], "none");
    assert_eq!(
        [&general[0], &general[2], &general[4], &general[5]],
        [&linked[0], &linked[2], &linked[4], &linked[5]]
    );
    Ok(())
}

#[test]
fn a_plugin_that_fails_is_left_out_and_definitions_stay() -> Result<()> {
    let home = tempfile::tempdir()?;
    let broken = plugin("broken")?;
    let arguments = [
        "--no-plugins",
        "--plugin",
        path(&broken),
        "eval",
        "F(n) { case 0: 0; default: { F(n-1) | }; }",
        "{1|-1} + {2|-2}",
        "F(3)",
        "{1|-1} + {1|-1}",
    ];
    let output = cg(home.path(), &arguments, &[("CG_BROKEN", "panic")])?;
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(out(&output), "3\n0\n", "{}", err(&output));
    let errors = err(&output);
    assert!(errors.contains("a switch too hot"), "{errors}");
    assert!(errors.contains("the plugin broken failed and is left out from here on"), "{errors}");
    Ok(())
}

#[test]
fn a_check_says_what_breaks() -> Result<()> {
    let home = tempfile::tempdir()?;
    let switches = plugin("switches")?;
    // The linked edition has the name, so that of the library is refused.
    let twice = cg(home.path(), &["plugins", "check", path(&switches)], &[])?;
    assert_eq!(twice.status.code(), Some(1));
    assert!(err(&twice).contains("refused"), "{}", err(&twice));
    let sound = cg(home.path(), &["plugins", "check", "--no-plugins", path(&switches)], &[])?;
    assert_eq!(sound.status.code(), Some(0), "{}{}", out(&sound), err(&sound));
    assert!(out(&sound).contains("switches keeps the laws of a subgroup"));
    let broken = plugin("broken")?;
    let wrong = [("CG_BROKEN", "wrong-rule")];
    let wrong = cg(home.path(), &["plugins", "check", "--no-plugins", path(&broken)], &wrong)?;
    assert_eq!(wrong.status.code(), Some(1));
    assert!(out(&wrong).contains("broken  simplification rule"), "{}", out(&wrong));
    Ok(())
}

/// A plugin that ends the process, or takes all memory, has not passed.
#[test]
fn a_check_demands_a_report() -> Result<()> {
    let home = tempfile::tempdir()?;
    let broken = plugin("broken")?;
    for (how, arguments) in [("exit", &[][..]), ("memory", &["--memory", "600M"])] {
        let check = [&["plugins", "check", "--no-plugins", path(&broken)], arguments].concat();
        let output = cg(home.path(), &check, &[("CG_BROKEN", how)])?;
        assert_eq!(output.status.code(), Some(1), "{how}: {}", out(&output));
        let said = err(&output);
        assert!(said.contains("the plugin ended the check before its report"), "{how}: {said}");
    }
    Ok(())
}

#[test]
fn a_project_folder_loads_no_code() -> Result<()> {
    let home = tempfile::tempdir()?;
    let project = tempfile::tempdir()?;
    std::fs::write(project.path().join("cg.toml"), "notation = \"standard\"\n")?;
    let run = |arguments: &[&str]| -> Result<Output> {
        Ok(Command::new(env!("CARGO_BIN_EXE_cg"))
            .args(arguments)
            .current_dir(project.path())
            .env("XDG_CONFIG_HOME", home.path())
            .output()?)
    };
    assert_eq!(out(&run(&["eval", "1/2 + *"])?), "1/2*\n");
    std::fs::write(project.path().join("cg.toml"), "[plugins]\nfolders = [\".\"]\n")?;
    let refused = run(&["eval", "1"])?;
    assert_eq!(refused.status.code(), Some(1));
    assert!(err(&refused).contains("a project cannot load plugins"), "{}", err(&refused));
    Ok(())
}

#[test]
fn the_users_configuration_names_plugin_folders() -> Result<()> {
    let home = tempfile::tempdir()?;
    let broken = plugin("broken")?;
    std::fs::create_dir_all(home.path().join("cg"))?;
    let text = format!("[plugins]\nfolders = [{:?}, \"missing\"]\n", path(&broken));
    std::fs::write(home.path().join("cg/cg.toml"), text)?;
    let listed = cg(home.path(), &["plugins", "list"], &[])?;
    assert!(out(&listed).contains("broken"), "{}", out(&listed));
    let without = cg(home.path(), &["plugins", "list", "--no-plugins"], &[])?;
    assert!(!out(&without).contains("broken"));
    Ok(())
}

#[test]
fn a_new_plugin_is_written_once() -> Result<()> {
    let home = tempfile::tempdir()?;
    let new = cg(home.path(), &["plugins", "new", "demo"], &[])?;
    assert!(new.status.success(), "{}", err(&new));
    assert!(home.path().join("demo/plugin.toml").is_file());
    assert_eq!(cg(home.path(), &["plugins", "new", "demo"], &[])?.status.code(), Some(1));
    assert_eq!(cg(home.path(), &["plugins", "new", "../up"], &[])?.status.code(), Some(1));
    Ok(())
}
