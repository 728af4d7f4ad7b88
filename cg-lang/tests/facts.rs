//! The tables of facts, through the language: braces built from the columns of
//! options, compared with the column of the normal form.

use std::fmt::Write;
use std::path::Path;

use crate::common;

fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let rows: Vec<Vec<String>> =
        text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    assert!(rows.len() > 100, "{file}");
    rows
}

fn outcome(letter: &str) -> &'static str {
    match letter {
        "P" => "second player win",
        "N" => "first player win",
        "L" => "left player win",
        "R" => "right player win",
        other => panic!("{other}"),
    }
}

/// Runs one statement a row, answers in the same order.
fn check(rows: &[Vec<String>], statement: impl Fn(&[String]) -> Option<(String, String)>) {
    let mut program = String::from(":notation standard\n");
    let mut expected = Vec::new();
    let mut sources = Vec::new();
    for row in rows {
        if let Some((text, answer)) = statement(row) {
            writeln!(program, "{text}").unwrap();
            expected.push(answer);
            sources.push(row);
        }
    }
    let answers = common::run(&program);
    assert_eq!(answers.len(), expected.len());
    for ((answer, expected), row) in answers.iter().zip(&expected).zip(sources) {
        assert_eq!(answer, expected, "{row:?}");
    }
}

#[test]
fn simplest_forms_of_braces() {
    for file in ["sumber_simplify.tsv", "numberish_and_switches_simplify.tsv"] {
        let rows = rows(file);
        check(&rows, |row| {
            (row[2] == "yes")
                .then(|| (format!("{{{}|{}}} == ({})", row[0], row[1], row[3]), "true".into()))
        });
        check(&rows, |row| {
            Some((format!("? {{{}|{}}}", row[0], row[1]), outcome(&row[4]).to_owned()))
        });
    }
}

#[test]
fn canonical_options() {
    let rows = rows("sumber_canonical_options.tsv");
    check(&rows, |row| {
        let game = format!("{{{}|{}}} == ({})", row[1], row[2], row[0]);
        Some((game, "true".into()))
    });
    check(&rows, |row| {
        let same = |list: &str, side: &str, game: &str| {
            format!(
                "len({side}({game})) == len([{list}]) and len([g : g in {side}({game}), if contains([{list}], g)]) == len([{list}])"
            )
        };
        let both =
            format!("{} and {}", same(&row[1], "left", &row[0]), same(&row[2], "right", &row[0]));
        Some((both, "true".into()))
    });
    check(&rows, |row| Some((format!("? {}", row[0]), outcome(&row[3]).to_owned())));
}

#[test]
fn order() {
    let rows = rows("sumber_compare.tsv");
    check(&rows, |row| {
        let sign = match row[2].as_str() {
            "=" => "==",
            "||" => "<>",
            other => other,
        };
        Some((format!("({}) {sign} ({})", row[0], row[1]), "true".into()))
    });
}
