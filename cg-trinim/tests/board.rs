//! Boards, moves, symmetries and notation.

use cg_trinim::{Layers, Position, Symmetry, lines, moves};
use proptest::prelude::*;
use std::collections::HashSet;

fn any_position() -> impl Strategy<Value = Position> {
    (1u64..=10, any::<u64>()).prop_map(|(k, pieces)| {
        let layers = Layers::new(k).unwrap();
        Position::new(layers, pieces & layers.full()).unwrap()
    })
}

#[test]
fn the_number_of_moves_is_that_of_the_paper() {
    for layers in Layers::all() {
        let k = usize::from(layers.get());
        let moves = moves(layers);
        assert_eq!(moves.len(), k * k * (k + 1) / 2);
        assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len());
        assert_eq!(lines(layers).len(), 3 * k);
    }
}

#[test]
fn the_moves_of_the_papers_example() {
    // Section 2.1, on 5 layers: 0, 1, 3 is a move and 1, 8 is not; three pieces that are not on one
    // line are not a move either.
    let moves = moves(Layers::new(5).unwrap());
    assert!(moves.contains(&0b1011));
    assert!(!moves.contains(&(1 << 1 | 1 << 4 | 1 << 7)));
    assert!(!moves.contains(&(1 << 1 | 1 << 8)));
}

#[test]
fn symmetries_form_a_group_and_keep_the_moves() {
    for layers in Layers::all() {
        let all: HashSet<u64> = moves(layers).into_iter().collect();
        let maps: HashSet<Vec<u32>> = Symmetry::ALL.iter().map(|s| s.piece_map(layers)).collect();
        assert_eq!(maps.len(), if layers.get() == 1 { 1 } else { 6 });
        for s in Symmetry::ALL {
            assert!(all.iter().all(|&m| all.contains(&s.apply_to(layers, m))));
            let full = Position::full(layers);
            assert_eq!(s.apply(full), full);
        }
    }
}

#[test]
fn bad_boards_are_refused_with_their_place() {
    for (text, says) in [
        ("", "row 1 has 0"),
        ("0", "not 0"),
        ("40", "not 40"),
        ("99999999999999999999", "not 18446744073709551615"),
        ("x/xxx", "row 2"),
        ("x/x", "row 2 has 1"),
        ("x/xx/", "row 3 has 0"),
        ("x/xq", "`q` is no piece"),
        ("x/xx/xxx/xxxx/xxxxx/xxxxxx/xxxxxxx/xxxxxxxx/xxxxxxxxx/xxxxxxxxxx/x", "more than 10 rows"),
        ("x/\u{1b}x", "\\u{1b}"),
    ] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
    assert!(Position::new(Layers::new(2).unwrap(), 8).is_err());
    assert!(serde_json::from_str::<Position>("\"x/x\"").is_err());
}

proptest! {
    #![proptest_config(cg_properties::cases(256))]

    #[test]
    fn notation_and_picture_read_back(position in any_position()) {
        prop_assert_eq!(position.to_string().parse::<Position>().unwrap(), position);
        prop_assert_eq!(position.picture().parse::<Position>().unwrap(), position);
        let json = serde_json::to_string(&position).unwrap();
        prop_assert_eq!(serde_json::from_str::<Position>(&json).unwrap(), position);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[x.X/ 0-9●·\n\\PC]{0,80}") {
        if let Ok(position) = text.parse::<Position>() {
            prop_assert_eq!(position.to_string().parse::<Position>().unwrap(), position);
        }
    }

    #[test]
    fn a_symmetry_commutes_with_the_moves(position in any_position(), which in 0usize..6) {
        let s = Symmetry::ALL[which];
        let moved: HashSet<_> = position.options().map(|o| s.apply(o)).collect();
        let options: HashSet<_> = s.apply(position).options().collect();
        prop_assert_eq!(moved, options);
        prop_assert_eq!(s.inverse().apply(s.apply(position)), position);
        prop_assert_eq!(s.apply(position).canonical(), position.canonical());
    }
}
