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

    let run = prove(&["--lean", "{1|-1} <> 0", "-o", &path("claim.lean")]);
    assert!(run.out.ends_with("in Lean 4 (untested)\n"), "{} {}", run.out, run.err);
    let text = std::fs::read_to_string(path("claim.lean")).unwrap();
    assert!(text.contains("theorem claim : Confused [Term.plus g3] [Term.plus g0] :="), "{text}");

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
    let run = prove(&["--lean", "* <= ^"]);
    assert_eq!(run.code, Some(1));
    let run = prove(&["--lean", "*1000 > -1"]);
    assert!(run.code == Some(1) && run.err.contains("for Coq alone"), "{}", run.err);
    let run = prove(&["octal(\".8\", 5)"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("in the Coq library, and no others"), "{}", run.err);
    for wrong in [
        &["{1|"][..],
        &["1 == 1 == 1"],
        &["1", "--outcome", "N"],
        &[],
        &["--least"],
        &["--lean", "--json", "0"],
        &["--lean", "--misere", ".77"],
        &["--period", ".77", "x", "1"],
    ] {
        assert_eq!(prove(wrong).code, Some(2), "{wrong:?}");
    }
    let run = prove(&["Domineering(8,8)", "--time", "300ms"]);
    assert_eq!(run.code, Some(3), "{}", run.err);
}

/// Games that a file or a session defines: the claim is about their graph of positions.
#[test]
fn own_definitions() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let rules = path("rules.g");
    std::fs::write(&rules, "Half(n) { case 0: 0; default: { Half(n-1) | Half(k) : k = 0..n-1 }; }")
        .unwrap();
    let run = prove(&[&rules, "Half(1) == *"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("Theorem claim : eq (val (graph p1) 2%positive)"), "{}", run.out);
    assert!(run.out.contains("(2, ([1], [1])) (* Half(1) *)"), "{}", run.out);
    let run = prove(&[&rules, "? Half(3)", "--json"]);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["graphs"][0]["positions"].as_array().unwrap().len(), 4);
    let run = prove(&[&rules, "Half(1) == 0"]);
    assert_eq!((run.code, &run.err[..11]), (Some(1), "cg: false: "), "{}", run.err);
    let run = prove(&[&path("none.g"), "Half(1)"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("No such file"), "{}", run.err);
    std::fs::write(&rules, "Half(n) { default: { Hal(n-1) | }; }").unwrap();
    let run = prove(&[&rules, "Half(1)"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("there is no function `Hal`"), "{}", run.err);

    let eval = |lines: &[&str]| -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
        command.arg("eval").args(lines).stdin(Stdio::null());
        command.output().expect("the command runs").into()
    };
    let define = "Half(n) { case 0: 0; default: { Half(n-1) | Half(k) : k = 0..n-1 }; }";
    let file = path("half.v");
    let write = format!(":prove Half(2) <= 1 {file}");
    let run = eval(&[define, ":prove Half(2) > 3", ":prove Half(2) <= 1", &write]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("false: "), "{lines:?}");
    assert!(lines[1].starts_with("can be proved: 1 winning strategy: "), "{lines:?}");
    assert!(lines[2].starts_with(&format!("proved, in {file}: ")), "{lines:?}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("Definition p1 : list graph_row"));
    for (line, problem) in [
        (":prove", "a claim is missing"),
        (":prove 1 <", "a term is missing"),
        (":prove 1 == 2 false.v", "false: "),
        (":prove 1 == 1 /nowhere/x.v", "cannot write /nowhere/x.v"),
    ] {
        let run = eval(&[line]);
        assert_eq!(run.code, Some(1), "{line}");
        assert!(run.err.contains(problem), "{line}: {}", run.err);
    }
}
