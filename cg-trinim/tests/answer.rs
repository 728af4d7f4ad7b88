//! Answers, lookups and nim-values against the oracle.

use cg_trinim::{
    BoardAnswer, Convention, Error, Folding, Layers, Lookup, NimValues, Oracle, Position,
    PositionAnswer, RunOptions, Search, SolveOptions, Store, StoreLookup, Symmetry, retrograde,
    solve,
};
use proptest::prelude::*;
use std::collections::HashSet;

/// The least number that is not the nim-value of an option, from the definition.
fn nim_value(position: Position) -> u32 {
    let seen: HashSet<u32> = position.options().map(nim_value).collect();
    (0..).find(|n| !seen.contains(n)).unwrap()
}

/// Positions of up to ten layers with few pieces.
fn sparse() -> impl Strategy<Value = Position> {
    (1u64..=10, any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(k, a, b, c)| {
        let layers = Layers::new(k).unwrap();
        let mut pieces = a & b & c & layers.full();
        while pieces.count_ones() > 7 {
            pieces &= pieces - 1;
        }
        Position::new(layers, pieces).unwrap()
    })
}

proptest! {
    #![proptest_config(cg_properties::cases(64))]

    #[test]
    fn nim_values_are_those_of_the_definition(position in sparse()) {
        let value = NimValues::new(100_000).value(position).unwrap();
        prop_assert_eq!(value, nim_value(position));
        prop_assert_eq!(value != 0, Oracle::new(Convention::Normal).is_win(position));
    }

    #[test]
    fn a_search_agrees_with_the_oracle(position in sparse()) {
        for convention in Convention::ALL {
            let mut oracle = Oracle::new(convention);
            let mut search = Search::new(convention, 100_000);
            let answer = PositionAnswer::new(position, convention, &mut search).unwrap();
            prop_assert_eq!(answer.win, oracle.is_win(position));
            let winning: Vec<_> = position.options().filter(|&o| !oracle.is_win(o)).collect();
            prop_assert_eq!(answer.winning, winning);
        }
    }

    #[test]
    fn parts_are_a_partition_and_fitting_keeps_the_moves(position in sparse()) {
        let parts = position.parts();
        prop_assert_eq!(parts.iter().fold(0, |set, p| set | p.pieces()), position.pieces());
        prop_assert_eq!(parts.iter().map(|p| p.pieces().count_ones()).sum::<u32>(), position.pieces().count_ones());
        prop_assert_eq!(position.fitted().options().count(), position.options().count());
        prop_assert_eq!(position.fitted().fitted(), position.fitted());
    }
}

#[test]
fn nim_values_of_four_layers_tell_wins_and_limits_are_errors() {
    let layers = Layers::new(4).unwrap();
    let table = retrograde(layers, Convention::Normal).unwrap();
    let mut values = NimValues::new(u64::MAX);
    for pieces in 0..=layers.full() {
        let position = Position::new(layers, pieces).unwrap();
        assert_eq!(values.value(position).unwrap() != 0, table.is_win(position).unwrap());
    }
    let full = Position::full(Layers::new(7).unwrap());
    assert!(matches!(NimValues::new(100).value(full), Err(Error::SearchLimit(100))));
    let nine = Position::full(Layers::new(9).unwrap());
    assert!(matches!(Search::new(Convention::Normal, 5).wins(&[nine]), Err(Error::SearchLimit(5))));
    let interrupt = cg_core::Interrupt::new();
    interrupt.raise();
    let mut search = Search::new(Convention::Normal, 5).with_interrupt(interrupt.clone());
    assert!(matches!(search.wins(&[nine]), Err(Error::Interrupted)));
    let mut values = NimValues::new(100).with_interrupt(interrupt);
    assert!(matches!(values.value(nine), Err(Error::Interrupted)));
}

#[test]
fn tables_files_and_searches_give_the_same_answers() {
    let layers = Layers::new(7).unwrap();
    let convention = Convention::Misere;
    let options = SolveOptions::default();
    let table = solve(layers, convention, &options, &|_| ()).unwrap();
    let folder = std::env::temp_dir().join(format!("cg-trinim-answer-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let six = Symmetry::ALL.into_iter().fold(0, |set, s| set | s.apply_to(layers, 1 << 1));
    let store =
        Store::create(&folder, Folding::new(layers, six, true).unwrap(), convention).unwrap();
    store.run(&options, RunOptions::default(), &|_, _, _| ()).unwrap();
    let counts = store.totals().unwrap().unwrap().p_counts;
    assert_eq!(counts, *table.p_counts());
    let by_table = BoardAnswer::new(layers, convention, &counts, &mut &table).unwrap();
    let by_files =
        BoardAnswer::new(layers, convention, &counts, &mut StoreLookup::new(&store, &options))
            .unwrap();
    assert_eq!(by_table, by_files);
    assert_eq!((by_table.full_board.winning.len(), by_table.full_board.classes.len()), (6, 2));
    let by_search =
        PositionAnswer::new(Position::full(layers), convention, &mut Search::new(convention, 0))
            .unwrap();
    assert_eq!(by_table.full_board, by_search);
    let six_layers = Position::full(Layers::new(6).unwrap());
    assert!(StoreLookup::new(&store, &options).wins(&[six_layers]).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn boards_show_their_numbers() {
    let row = |k, convention| {
        let layers = Layers::new(k).unwrap();
        let counts = retrograde(layers, convention).unwrap().p_counts();
        BoardAnswer::new(layers, convention, &counts, &mut Search::new(convention, 0)).unwrap()
    };
    let rows: Vec<_> = (1..=4).flat_map(|k| Convention::ALL.map(|c| row(k, c))).collect();
    let four = &rows[6];
    assert_eq!((four.layers, four.p_positions), (4, 149));
    let percent = |ratio: f64| format!("{:.3}", 100.0 * ratio);
    assert_eq!((percent(four.p_to_all), percent(four.p_to_n)), ("14.551".into(), "17.029".into()));
    let json = serde_json::to_value(&rows[4]).unwrap();
    assert_eq!((&json["p_positions"], &json["full_board"]["win"]), (&14.into(), &true.into()));
}
