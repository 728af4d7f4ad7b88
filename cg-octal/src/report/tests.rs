use cg_core::Interrupt;

use super::*;
use crate::{Limits, Settings};

fn run(code: &str, heaps: usize) -> (Run, Ending) {
    let mut run = Run::new(&code.parse().unwrap(), Settings::default()).unwrap();
    let limits = Limits { heaps, time: None, all_heaps: false };
    let ending = run.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap();
    (run, ending)
}

#[test]
fn kayles_has_its_fourteen_exceptions() {
    let (run, ending) = run(".77", 10_000);
    let report = Report::new(&run, ending, 0.0, 30);
    // Winning Ways, chapter 4, counts these from heap 0 on.
    assert_eq!(report.exceptions, [70, 57, 39, 34, 28, 22, 21, 18, 15, 11, 9, 6, 3, 0]);
    let table = report.table(200);
    assert_eq!(
        table.lines().next(),
        Some(" 0:  0*  1   2   3*  1   4   3*  2   1   4*  2   6*"),
        "{table}"
    );
    let json = report.to_json().unwrap();
    assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), report);
    assert!(json.contains("\"preperiod\": 71"));
}

#[test]
fn exceptions_are_marked_in_the_table_however_many_follow() {
    let (run, ending) = run(".16", 1_000_000);
    let report = Report::new(&run, ending, 0.0, 500);
    assert_eq!(report.exceptions.len(), Report::MOST_EXCEPTIONS);
    assert_eq!(report.exceptions[0], 105_350);
    // By the definition: the same places of the period, a period before it begins or earlier.
    let continued = |heap: usize| {
        let turns = (105_351 - heap).div_ceil(149_459);
        run.sequence().value(heap + turns * 149_459)
    };
    let expected: Vec<u64> = (0..500)
        .filter(|&heap| run.sequence().value(heap) != continued(heap))
        .map(|heap| heap as u64)
        .collect();
    assert!(!expected.is_empty());
    assert_eq!(report.marked, expected);
    assert_eq!(report.table(200).matches('*').count(), expected.len());
}

#[test]
fn csv_has_a_line_for_each_heap() {
    let (run, _) = run(".77", 100);
    let mut text = Vec::new();
    write_csv(&run, 4, &mut text).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), "heap,value\n0,0\n1,1\n2,2\n3,3\n");
}

#[test]
fn a_game_without_period_says_so() {
    let (run, ending) = run(".6", 500);
    let report = Report::new(&run, ending, 0.0, 0);
    assert_eq!((report.ending, report.proved), (Ending::Heaps, false));
    assert!(report.heaps >= 500);
}

#[test]
fn rows_fit_the_columns() {
    let widest = |code: &str, columns: usize| {
        let (run, ending) = run(code, 10_000);
        let table = Report::new(&run, ending, 0.0, 500).table(columns);
        let values = |line: &str| line.split_whitespace().count() - 1;
        let line = table.lines().next().unwrap();
        assert!(table.lines().all(|line| line.len() <= columns), "{table}");
        values(line)
    };
    assert_eq!(widest(".77", 80), 12);
    assert_eq!(widest(".77", 30), 6);
    // The period is 34, and 34 do not fit.
    assert_eq!(widest(".07", 80), 17);
    assert_eq!(widest(".07", 200), 34);
    assert_eq!(widest(".6", 120), 20);
    assert_eq!(widest(".6", 80), 10);
}
