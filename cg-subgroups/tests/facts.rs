//! Every row of the fact tables on sumbers and their neighbours.

use std::collections::BTreeSet;
use std::path::Path;

use cg_core::{Dyadic, Family, Notation, Outcome, Player, Relation, Subgroup, Text};
use cg_subgroups::{NumberPlus, Numberish, Sumbers};

/// The rows of a table after its head, each with its place.
fn rows(name: &str) -> Vec<(String, Vec<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata").join(name);
    let table =
        std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rows: Vec<_> = table
        .lines()
        .enumerate()
        .skip(1)
        .map(|(index, row)| {
            let cells = row.split('\t').map(str::to_owned).collect();
            (format!("{name}, line {}: {row}", index + 1), cells)
        })
        .collect();
    assert!(!rows.is_empty(), "{name} is empty");
    rows
}

fn read(text: &str, at: &str) -> NumberPlus {
    Numberish.parse(text, Notation::Paper).unwrap_or_else(|e| panic!("{at}: {e}"))
}

/// The options in a cell, separated by commas.
fn list(cell: &str, at: &str) -> Vec<NumberPlus> {
    cell.split(", ").filter(|text| !text.is_empty()).map(|text| read(text, at)).collect()
}

fn won<S: Family>(subgroup: &S, g: &S::Element) -> Outcome {
    subgroup.outcome(g).expect("an element")
}

fn refs<T>(list: &[T]) -> Vec<&T> {
    list.iter().collect()
}

#[test]
fn canonical_options() {
    for (at, row) in rows("sumber_canonical_options.tsv") {
        let value = read(&row[0], &at);
        assert_eq!(won(&Numberish, &value).letter().to_string(), row[3], "{at}");
        for (player, cell) in Player::BOTH.into_iter().zip(&row[1..]) {
            let count = Numberish.option_count(&value, player).expect("counted");
            let options = (0..count)
                .map(|index| Numberish.option(&value, player, index).expect("in range"))
                .map(|option| option.print(Notation::Paper));
            let expected = list(cell, &at).iter().map(|g| g.print(Notation::Paper)).collect();
            assert_eq!(options.collect::<BTreeSet<_>>(), expected, "{at}");
        }
    }
}

#[test]
fn comparison() {
    for (at, row) in rows("sumber_compare.tsv") {
        let expected = match &*row[2] {
            "=" => Relation::Equal,
            "<" => Relation::Less,
            ">" => Relation::Greater,
            "||" => Relation::Confused,
            _ => panic!("{at}: what relation is that?"),
        };
        let (a, b) = (read(&row[0], &at), read(&row[1], &at));
        assert_eq!(Numberish.compare(&a, &b), Ok(expected), "{at}");
        assert_eq!(Numberish.compare(&b, &a), Ok(expected.reversed()), "{at}");
        let difference = Numberish.subtract(&a, &b).expect("small");
        assert_eq!(Relation::from(won(&Numberish, &difference)), expected, "{at}");
    }
}

#[test]
fn simplification_of_sumbers() {
    for (at, row) in rows("sumber_simplify.tsv") {
        let [left, right] = [&row[0], &row[1]].map(|cell| {
            list(cell, &at).into_iter().map(|option| option.infinitesimal).collect::<Vec<_>>()
        });
        let value = Sumbers.simplify(&refs(&left), &refs(&right)).expect("small");
        let expected = (row[2] == "yes").then(|| read(&row[3], &at));
        assert!(expected.iter().all(|value| value.number.is_zero()), "{at}");
        assert_eq!(value, expected.map(|value| value.infinitesimal), "{at}");
        if let Some(value) = value {
            assert_eq!(won(&Sumbers, &value).letter().to_string(), row[4], "{at}");
        }
    }
}

#[test]
fn simplification_of_numberish_values() {
    let mut without_switches = 0;
    for (at, row) in rows("numberish_and_switches_simplify.tsv") {
        if row[0].contains('±') || row[1].contains('±') {
            continue;
        }
        without_switches += 1;
        let (left, right) = (list(&row[0], &at), list(&row[1], &at));
        let value = Numberish.simplify(&refs(&left), &refs(&right)).expect("small");
        // A sum with switches is outside.
        let inside = row[2] == "yes" && !row[3].contains('±');
        assert_eq!(value, inside.then(|| read(&row[3], &at)), "{at}");
        if let Some(value) = value {
            assert_eq!(won(&Numberish, &value).letter().to_string(), row[4], "{at}");
        }
    }
    assert!(without_switches >= 179, "{without_switches} rows have no switch");
}

/// The names that the field prints.
#[test]
fn the_fields_names() {
    for (at, row) in rows("values.tsv") {
        let canonical = row[1].strip_prefix("canonical form, printed: ");
        let Some(text) = canonical.filter(|text| row[0] == "notation" && !text.contains('{'))
        else {
            continue;
        };
        let value =
            Numberish.parse(text, Notation::Standard).unwrap_or_else(|e| panic!("{at}: {e}"));
        assert_eq!(value.print(Notation::Standard), row[2], "{at}");
        let again = Numberish.parse(&row[2], Notation::Standard);
        assert_eq!(again, Ok(value), "{at}");
    }
    let names = [
        ("^(2)", "^[2]"),
        ("^(2)+*", "^[2]*"),
        ("^(2)-^+*", "^<2>*"),
        ("6+^+*", "6^*"),
        ("^^^+*", "^3*"),
        ("-1+^^^", "-1^3"),
        ("-2^+*4", "vv*4"),
        ("^-^(2)", "v<2>"),
    ];
    for (paper, standard) in names {
        let value = read(paper, paper);
        assert_eq!(value.print(Notation::Standard), standard);
        assert_eq!(Numberish.parse(standard, Notation::Standard), Ok(value), "{standard}");
    }
    assert_eq!(read("10.011", "").number, Dyadic::new(83.into(), 3).expect("small"));
}
