//! The open octal games with the results of a survey, as a table of the guide:
//! `cargo run --release -p cg-octal --example open_games`.
//!
//! Reads the record of the survey, `testdata/open_games.survey`, or the one named as an argument.
//! Ends with an error if a game has a period there, because then it is not open.

use cg_octal::Report;
use cg_plot::grouped;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/open_games.survey");
    let path = std::env::args().nth(1).unwrap_or_else(|| kept.into());
    let text = std::fs::read_to_string(&path)?;
    // The first line has the arguments of the survey.
    let mut games =
        text.lines().skip(1).map(serde_json::from_str).collect::<Result<Vec<Report>, _>>()?;
    games.sort_by_key(|report| (report.code.len(), report.code.clone()));
    println!("| code | heaps | largest value | rare heaps | last rare heap |");
    println!("| --- | --- | --- | --- | --- |");
    for report in &games {
        let Report { code, heaps, maximum, maximum_first, .. } = report;
        if report.proved {
            return Err(format!("{code} has a period: {report:?}").into());
        }
        let sparse = |number: Option<u64>| {
            number.filter(|_| report.space.is_some()).map_or_else(|| "–".into(), grouped)
        };
        println!(
            "| {code} | {} | {maximum}, first at {} | {} | {} |",
            grouped(*heaps),
            grouped(*maximum_first),
            sparse(Some(report.rare)),
            sparse(report.last_rare)
        );
    }
    eprintln!("{} games", games.len());
    Ok(())
}
