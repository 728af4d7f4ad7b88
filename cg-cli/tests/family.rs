//! `cg family` as a user meets it: a family, its proof and the check of it, tables, sums, faults.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::Run;
use serde_json::Value;

fn family(arguments: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.arg("family").args(arguments).stdin(Stdio::null());
    command.output().expect("the command runs").into()
}

fn object(run: &Run) -> Value {
    assert_eq!(run.code, Some(0), "{}", run.err);
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}", run.out))
}

#[test]
fn a_proof_is_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("xt.json").to_str().unwrap().to_owned();
    let run = family(&["xt", "domineering", "--sizes", "2x3", "--proof", &file, "--json"]);
    let found = object(&run);
    assert_eq!(found["group"], "Z + Z2 + Z4");
    assert_eq!(found["values"].as_array().unwrap().len(), 6);
    assert_eq!((&found["rule"]["corners"], &found["rule"]["exact"]), (&16.into(), &true.into()));
    let checked = object(&family(&["check", &file, "--json"]));
    assert_eq!((&checked["classes"], &checked["corners"]), (&8.into(), &16.into()));

    // A corner that says too much.
    let text = std::fs::read_to_string(&file).unwrap();
    let forged = text.replacen("\"minimal\":[[0]]", "\"minimal\":[[-1]]", 1);
    assert_ne!(forged, text);
    std::fs::write(&file, forged).unwrap();
    let run = family(&["check", &file]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("xt.json: the proof does not hold"), "{}", run.err);
    std::fs::write(&file, "{}").unwrap();
    let run = family(&["check", &file]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("this is no proof of a family"), "{}", run.err);
}

/// The crate is built and loaded by a test of `plugins/testing`.
#[test]
fn a_plugin_is_written_with_its_proof() {
    let folder = tempfile::tempdir().unwrap();
    let plugin = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let write =
        |values: &str, name: &str| family(&["--values", values, "--write-plugin", &plugin(name)]);
    let run = write("[^, *]", "ups");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.starts_with(&format!("wrote {}\nnext: ", plugin("ups"))), "{}", run.out);
    let proof = folder.path().join("ups/src/proof.json");
    let checked = object(&family(&["check", proof.to_str().unwrap(), "--json"]));
    assert_eq!(checked["corners"], 4);
    for file in ["Cargo.toml", "plugin.toml", "src/lib.rs", "tests/laws.rs"] {
        let text = std::fs::read_to_string(folder.path().join("ups").join(file)).unwrap();
        assert!(!text.contains('@'), "{file}: {text}");
    }
    // What is there stays, a name is part of a symbol, and without a rule there is no plugin.
    let (again, bad) = (write("[^, *]", "ups"), write("[^, *]", "Ups-1"));
    let none = write("[^, *] ++ [tiny(n) : n = 1..6]", "none");
    for (run, said) in [(again, "exists"), (bad, "Ups-1"), (none, "no rule")] {
        assert_eq!(run.code, Some(1), "{}", run.out);
        assert!(run.err.contains(said), "{}", run.err);
    }
    assert!(!folder.path().join("none").exists());
}

#[test]
fn tables_have_a_row_for_each_value() {
    let tables = [("markdown", 2), ("csv", 1), ("latex", 4)];
    for (format, more) in tables {
        let run = family(&["xt", "cram", "--sizes", "2x3", "--table", format]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        let all = object(&family(&["xt", "cram", "--sizes", "2x3", "--json"]));
        let values = all["values"].as_array().unwrap().len();
        assert_eq!(run.out.lines().count(), values + more, "{}", run.out);
    }
}

#[test]
fn sums_are_decided_by_the_rule_or_by_canonical_form() {
    let run = family(&["--values", "[^, *]", "--sum", "1,1"]);
    assert_eq!(run.out, "first player win, by the rule: the sum is g1 + t1\n");
    let run = family(&["--values", "[^, *]", "--sum", "-1,-100000000000000"]);
    assert!(run.out.starts_with("right player win, by the rule"), "{}{}", run.out, run.err);
    // Seven directions are too many for a rule.
    let many = "[^, *] ++ [tiny(n) : n = 1..6]";
    let run = family(&["--values", many, "--sum", "0,0,0,0,0,0,0,1"]);
    assert!(run.out.contains("by the canonical form"), "{}{}", run.out, run.err);
    let run = family(&["--values", many, "--proof", "none.json"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("no rule"), "{}", run.err);
}

/// Games and definitions are those of the language, and so is the answer.
#[test]
fn values_are_those_of_the_function_family() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/partisan_kayles.g");
    let definition = std::fs::read_to_string(&program).unwrap();
    let program = program.to_str().unwrap();
    for values in ["[^, *, tiny(1)]", "[PK(n) : n = 0..12]", "PK, 0..12"] {
        let asked = object(&family(&["--program", program, "--values", values, "--json"]));
        let query = format!("{definition}\nfamily({values})");
        let output = Command::new(env!("CARGO_BIN_EXE_cg"))
            .args(["eval", "--json", &query])
            .output()
            .expect("the command runs");
        let out = String::from_utf8(output.stdout).unwrap();
        let mut told: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
        let shown = told["shown"].as_str().unwrap().to_owned();
        for own in ["shown", "statement", "seconds"] {
            told.as_object_mut().unwrap().remove(own);
        }
        assert_eq!(asked, told, "{values}");
        let text = family(&["--program", program, "--values", values]);
        assert_eq!(text.out.trim_end(), shown, "{values}");
    }
}

#[test]
fn faults_are_said() {
    for wrong in [
        &[][..],
        &["xt", "domineering"],
        &["xt", "domineering", "--sizes", "3"],
        &["--values", "[^, *]", "--sum", "1"],
        &["clobber", "--sizes", "1x2", "--values", "^"],
    ] {
        assert_eq!(family(wrong).code, Some(2), "{wrong:?}");
    }
    for (wrong, what) in [
        (&["xt", "clobber", "--sizes", "1x2"][..], "no xt variant"),
        (&["chess", "--sizes", "1x2"], "there is no ruleset `chess`"),
        (&["nim", "--sizes", "1x2"], "no"),
        (&["hackenbush", "--sizes", "1x2"], "no boards of letters"),
        (&["--values", "1 +"], ""),
        (&["--values", "\"text\""], "it is about games"),
        (&["check", "missing.json"], "missing.json"),
    ] {
        let run = family(wrong);
        assert_eq!(run.code, Some(1), "{wrong:?}: {}", run.err);
        assert!(run.err.contains(what), "{wrong:?}: {}", run.err);
    }
    let run = family(&["domineering", "--sizes", "4x4", "--time", "300ms"]);
    assert_eq!(run.code, Some(3), "{}", run.err);
}
