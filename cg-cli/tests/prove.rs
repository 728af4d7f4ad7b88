//! `cg prove` as a user meets it: files, JSON, refutations, limits, wrong usage.

use std::process::{Command, Stdio};

use crate::common::Run;
use serde_json::Value;

fn prove(arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.arg("prove").args(arguments).stdin(Stdio::null());
    command.output().expect("the command runs").into()
}

#[test]
fn files_json_and_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let file = path("star.v");
    let run = prove(&["Clobber(\"XO\") == *", "-o", &file]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(prove(&["Clobber(\"XO\") == *"]).out, text);
    assert!(
        text.contains("Theorem claim : eq (val (clobber 2) (stones \"XO\"%string)) g2."),
        "{text}"
    );

    let run = prove(&["--json", "{1|-1} <> 0"]);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["statement"], "confused");
    assert_eq!(json["certificates"].as_array().unwrap().len(), 2);

    let library = path("coq");
    assert_eq!(prove(&["--library", &library]).code, Some(0));
    assert!(folder.path().join("coq/Game.v").is_file());
}

#[test]
fn what_is_not_proved() {
    let run = prove(&["* <= ^"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("cg: false: Left wins * - ^, moving first:"), "{}", run.err);
    let run = prove(&["? *2", "--outcome", "P"]);
    assert_eq!((run.code, run.err.trim()), (Some(1), "cg: false: the outcome is first player win"));
    assert_eq!(prove(&["--period", ".77", "12", "70"]).code, Some(1));
    assert_eq!(prove(&["--period", ".77", "12", "72", "--least"]).code, Some(1));
    let run = prove(&["Amazons(\"x.o\")"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("not in the Coq library"));
    for wrong in [
        &["{1|"][..],
        &["1 == 1 == 1"],
        &["1", "--outcome", "N"],
        &[],
        &["--least"],
        &["--period", ".77", "x", "1"],
    ] {
        assert_eq!(prove(wrong).code, Some(2), "{wrong:?}");
    }
    let run = prove(&["Domineering(8,8)", "--time", "300ms"]);
    assert_eq!(run.code, Some(3), "{}", run.err);
}
