//! Strings and coins by sets of nimbers against the ruleset Nimstring, which has rules of its own for
//! loony positions.

use cg_core::Limits;
use cg_rulesets::{Game, Known, Notated, Ruleset};
use cg_universes::{EntailingSolver, EntailingValue, StringsAndCoins};
use fastrand::Rng;

type String2 = [Option<usize>; 2];

/// The value that the ruleset gives; it reads no loony position.
fn value_of_ruleset(nimstring: &Game, strings: &[String2]) -> EntailingValue {
    let name = |coin: &Option<usize>| coin.map_or("g".into(), |coin| format!("c{coin}"));
    let texts: Vec<String> =
        strings.iter().map(|[a, b]| format!("{}-{}", name(a), name(b))).collect();
    match nimstring.read_position(&texts.join(", ")) {
        Ok(position) => match nimstring.known(&position).unwrap() {
            Some(Known::Ended) => EntailingValue::Nimber(0),
            Some(Known::Value(value)) => {
                EntailingValue::Nimber(value.nimber.to_string().parse().unwrap())
            }
            other => panic!("{other:?} of {texts:?}"),
        },
        Err(error) => {
            assert!(error.to_string().contains("loony"), "{error}");
            EntailingValue::Loony
        }
    }
}

/// Boards of boxes as strings and coins.
fn board(rows: usize, columns: usize) -> Vec<String2> {
    let coin = |row: Option<usize>, column: Option<usize>| match (row, column) {
        (Some(row), Some(column)) if row < rows && column < columns => Some(row * columns + column),
        _ => None,
    };
    let mut strings = Vec::new();
    for row in 0..=rows {
        for column in 0..columns {
            let column = Some(column);
            strings.push([coin(row.checked_sub(1), column), coin(Some(row), column)]);
        }
    }
    for row in 0..rows {
        for column in 0..=columns {
            let row = Some(row);
            strings.push([coin(row, column.checked_sub(1)), coin(row, Some(column))]);
        }
    }
    strings
}

/// All positions of all boards with at most 12 lines, and of random graphs.
#[test]
fn sets_of_nimbers_agree_with_nimstring() {
    let nimstring = Game::named("nimstring").expect("it is in the table");
    let mut graphs = vec![board(1, 1), board(1, 2), board(1, 3), board(2, 2)];
    let mut rng = Rng::with_seed(1);
    for _ in 0..30 {
        let coins = rng.usize(1..7);
        let strings = rng.usize(1..8);
        let mut end = || Some(rng.usize(0..=coins)).filter(|&coin| coin < coins);
        let graph: Vec<String2> = (0..strings).map(|_| [end(), end()]).collect();
        graphs.push(graph.into_iter().filter(|[a, b]| a != b).collect());
    }
    let (mut asked, mut loony) = (0, 0);
    for graph in graphs {
        let rules = StringsAndCoins::new(&graph).unwrap();
        let mut solver = EntailingSolver::new(rules, Limits::default());
        for left in 1..1u64 << graph.len() {
            let strings: Vec<String2> =
                (0..graph.len()).filter(|at| left >> at & 1 == 1).map(|at| graph[at]).collect();
            let found = solver.value(&left).unwrap();
            assert_eq!(found, value_of_ruleset(&nimstring, &strings), "{strings:?}");
            asked += 1;
            loony += u32::from(found == EntailingValue::Loony);
        }
    }
    assert!(asked > 5000 && loony > 100, "{asked} {loony}");
}
