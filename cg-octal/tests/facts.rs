//! Every row of the table of known facts.

use cg_core::Interrupt;
use cg_octal::{Ending, Limits, Rules, Run, Settings, nim_values, oracle};

struct Row {
    line: usize,
    rules: Rules,
    values: Vec<u32>,
    preperiod: Option<u64>,
    period: Option<u64>,
    maximum: Option<u32>,
    first: Option<usize>,
    /// `None` if the maximum occurs for ever.
    last: Option<usize>,
    computed: usize,
}

fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/octal.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    (1..)
        .zip(text.lines())
        .skip(1)
        .map(|(line, row)| {
            let fields: Vec<&str> = row.split('\t').collect();
            let name = fields[0].split(" (").next().unwrap();
            let name = name.trim_start_matches("hex ").trim_start_matches("Nim ");
            Row {
                line,
                rules: name.parse().unwrap_or_else(|error| panic!("line {line}: {error}")),
                values: fields[1].split(',').map(|v| v.parse().unwrap()).collect(),
                preperiod: fields[2].parse().ok(),
                period: fields[3].parse().ok(),
                maximum: fields[4].parse().ok(),
                first: fields[5].parse().ok(),
                last: fields[6].parse().ok(),
                computed: fields[10].parse().unwrap(),
            }
        })
        .collect()
}

#[test]
fn first_values_of_every_row() {
    let rows = rows();
    assert!(rows.len() > 90);
    for row in rows {
        let count = row.values.len();
        assert_eq!(
            nim_values(&row.rules, count).unwrap(),
            row.values,
            "line {}: {}",
            row.line,
            row.rules
        );
        assert_eq!(oracle(&row.rules, count), row.values, "line {}: {}", row.line, row.rules);
    }
}

fn run(rules: &Rules, heaps: usize, all_heaps: bool) -> (Run, Ending) {
    let mut run = Run::new(rules, Settings::default()).unwrap();
    let limits = Limits { heaps, time: None, all_heaps };
    let ending = run.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap();
    (run, ending)
}

/// `examples/prove.rs` proves the periods that need more heaps.
const SHORT: u64 = 1_500_000;

#[test]
fn short_periods_and_maxima() {
    let mut proved = 0;
    for row in rows() {
        let (Some(preperiod), Some(period)) = (row.preperiod, row.period) else {
            continue;
        };
        if preperiod + period > SHORT {
            continue;
        }
        let (run, ending) = run(&row.rules, 4_000_000, false);
        assert_eq!(ending, Ending::Proved, "line {}: {}", row.line, row.rules);
        let found = run.finding().unwrap();
        let want = (preperiod, period, 0, true);
        let got = (found.period.preperiod, found.period.period, found.period.saltus, found.exact);
        assert_eq!(got, want, "line {}: {}", row.line, row.rules);
        let (maximum, first, last) = run.maximum();
        assert_eq!((Some(maximum), Some(first)), (row.maximum, row.first), "line {}", row.line);
        if let Some(want) = row.last {
            assert_eq!(last, want, "line {}", row.line);
        }
        proved += 1;
    }
    assert!(proved > 45, "{proved}");
}

/// Rows without a known period: the maximum of the first values, if the table computed few enough
/// of them.
#[test]
fn maxima_of_unsolved_games() {
    const FEW: usize = 71_000;
    let mut checked = 0;
    for row in rows()
        .iter()
        .filter(|row| row.last.is_some() && row.period.is_none() && row.computed <= FEW)
    {
        if row.computed == row.values.len() {
            continue;
        }
        let values = nim_values(&row.rules, row.computed + 1).unwrap();
        let maximum = values.iter().copied().max();
        let first = values.iter().position(|v| Some(*v) == maximum);
        let last = values.iter().rposition(|v| Some(*v) == maximum);
        assert_eq!(
            (maximum, first, last),
            (row.maximum, row.first, row.last),
            "line {}: {}",
            row.line,
            row.rules
        );
        checked += 1;
    }
    assert!(checked >= 4, "{checked}");
}

#[test]
fn two_pairs_of_games_that_are_said_to_be_equal() {
    let values = |code: &str| nim_values(&code.parse().unwrap(), 2000).unwrap();
    let (a, b) = (values(".161"), values(".36"));
    assert_eq!(a.iter().zip(&b).position(|(a, b)| a != b), Some(519));
    assert_eq!(values(".27"), values(".26"));
    assert_ne!(values(".27")[..40], values(".06")[..40]);
}

#[test]
fn arithmetic_periods_are_proved_or_observed() {
    let games = [
        (".3F", 6, 3, true),
        ("Nim", 1, 1, true),
        (".8", 3, 1, true),
        (".8F", 7, 4, true),
        (".(4)", 2, 1, false),
    ];
    for (code, period, saltus, proved) in games {
        let (run, ending) = run(&code.parse().unwrap(), 2000, false);
        assert_eq!(ending, if proved { Ending::Proved } else { Ending::Observed }, "{code}");
        let found = run.finding().unwrap();
        assert_eq!((found.period.period, found.period.saltus), (period, saltus), "{code}");
        assert_eq!(found.method.is_some(), proved);
    }
}
