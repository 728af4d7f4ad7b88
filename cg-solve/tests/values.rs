//! Values of positions: with and without help, against recursion and the literature.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cg_core::{Game, Limits, Notation, NumberUpsStar, Outcome, Player};
use cg_rulesets::{Convention, Known, OutcomeSearch, Ruleset, Sign};
use cg_simplify::Engine;
use cg_solve::{SolveError, Values};

use crate::rulesets::{Cells, Domineering, board};

fn engine() -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
}

/// By the definition: the options' values, by recursion.
fn naive(engine: &mut Engine, known: &mut HashMap<Cells, Game>, cells: Cells) -> Game {
    if let Some(&value) = known.get(&cells) {
        return value;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let mut moves = Vec::new();
        let Ok(()) = Domineering { helps: false }.moves(&cells, player, &mut moves);
        moves.into_iter().map(|after| naive(engine, known, after)).collect::<Vec<_>>()
    });
    let value = engine.game(&left, &right).unwrap();
    known.insert(cells, value);
    value
}

#[test]
fn all_boards_of_three_by_four_agree_with_the_definition() {
    let mut engine = engine();
    let mut known = HashMap::new();
    let (mut helped, mut plain) = (Values::new(), Values::new());
    let mut search = OutcomeSearch::new(Convention::Normal);
    for bits in 0u64..1 << 12 {
        let cells = (0..3).fold(0, |cells, row| cells | (bits >> (4 * row) & 15) << (8 * row));
        let expected = naive(&mut engine, &mut known, cells);
        for (values, helps) in [(&mut helped, true), (&mut plain, false)] {
            let value = values.value(&mut engine, &Domineering { helps }, cells).unwrap();
            assert_eq!(value, expected, "{cells:#x} {helps}");
        }
        let outcome = search.outcome(&Domineering { helps: true }, &[(cells, Sign::Plus)]).unwrap();
        assert_eq!(outcome, Some(engine.outcome(expected).unwrap()), "{cells:#x}");
    }
    assert!(helped.len() * 10 < plain.len(), "{} {}", helped.len(), plain.len());
}

/// Values of empty boards: Winning Ways, chapter 5; Berlekamp, Blockbusting and
/// Domineering (1988).
#[test]
fn empty_boards_have_their_known_values() {
    let mut engine = engine();
    let mut values = Values::new();
    for (rows, columns, expected) in
        [(2, 1, "1"), (2, 2, "+-1"), (2, 3, "{2|-1/2}"), (3, 3, "+-1"), (4, 5, "1")]
    {
        let value = values.value(&mut engine, &Domineering { helps: true }, board(rows, columns));
        let text = engine.print(value.unwrap(), Notation::Standard).unwrap();
        assert_eq!(text, expected, "{rows}x{columns}");
    }
}

#[test]
fn a_board_turned_by_a_quarter_is_the_negative() {
    let mut engine = engine();
    let mut values = Values::new();
    for (rows, columns) in [(2, 3), (3, 4), (3, 5), (4, 4)] {
        let rules = Domineering { helps: true };
        let value = values.value(&mut engine, &rules, board(rows, columns)).unwrap();
        let turned = values.value(&mut engine, &rules, board(columns, rows)).unwrap();
        assert_eq!(engine.negate(value).unwrap(), turned);
        let sum = [(board(rows, columns), Sign::Plus), (board(columns, rows), Sign::Plus)];
        let mut search = OutcomeSearch::new(Convention::Normal);
        assert_eq!(search.outcome(&rules, &sum), Ok(Some(Outcome::Previous)));
    }
}

/// A heap that is worth its size in ups, by a closed form alone.
struct Ups;

impl Ruleset for Ups {
    type Position = i64;
    type Error = &'static str;

    fn moves(&self, _: &i64, _: Player, _: &mut impl Extend<i64>) -> Result<(), &'static str> {
        Err("nobody asks for the moves of a known position")
    }

    fn known(&self, copies: &i64) -> Result<Option<Known>, &'static str> {
        let ups = vec![(1.into(), (*copies).into())];
        Ok((*copies != 0).then(|| Known::Value(NumberUpsStar { ups, ..NumberUpsStar::default() })))
    }
}

#[test]
fn closed_forms_and_errors_of_rules_are_passed_on() {
    let mut engine = engine();
    let mut values = Values::new();
    let value = values.value(&mut engine, &Ups, 3).unwrap();
    assert_eq!(engine.print(value, Notation::Standard).unwrap(), "^3");
    let failed = values.value(&mut engine, &Ups, 0);
    assert!(matches!(failed, Err(SolveError::Rules(_))), "{failed:?}");
    // The failed position is not taken for one in work.
    assert!(matches!(values.value(&mut engine, &Ups, 0), Err(SolveError::Rules(_))));
}

/// Positions that go round in a circle of three.
struct Circle;

impl Ruleset for Circle {
    type Position = u8;
    type Error = Infallible;

    fn moves(&self, at: &u8, _: Player, out: &mut impl Extend<u8>) -> Result<(), Infallible> {
        out.extend([(at + 1) % 3]);
        Ok(())
    }
}

#[test]
fn a_loopy_ruleset_is_an_error() {
    let found = Values::new().value(&mut engine(), &Circle, 0);
    assert_eq!(found, Err(SolveError::Loopy));
}

#[test]
fn a_limit_of_the_engine_is_an_error_and_what_was_valued_stays() {
    let limits = Limits { games: 40, ..Limits::default() };
    let mut small = Engine::new(cg_subgroups::standard().unwrap(), limits).unwrap();
    let mut values = Values::new();
    let rules = Domineering { helps: true };
    let failed = values.value(&mut small, &rules, board(4, 4));
    assert!(matches!(failed, Err(SolveError::Engine(_))), "{failed:?}");
    assert!(!values.is_empty());
    small.set_limits(Limits::default());
    let value = values.value(&mut small, &rules, board(4, 4)).unwrap();
    assert_eq!(small.outcome(value).unwrap(), Outcome::Next);
}

/// Rules that note the memory that all looks at the limits count while they are asked.
struct Noting(Arc<AtomicUsize>, AtomicUsize);

impl Ruleset for Noting {
    type Position = Cells;
    type Error = Infallible;

    fn moves(
        &self,
        cells: &Cells,
        player: Player,
        out: &mut impl Extend<Cells>,
    ) -> Result<(), Infallible> {
        self.1.fetch_max(self.0.load(Ordering::Relaxed), Ordering::Relaxed);
        Domineering { helps: false }.moves(cells, player, out)
    }
}

#[test]
fn each_look_at_the_limits_counts_the_positions_until_the_answer_is_there() {
    let mut engine = engine();
    let counted = engine.meter().held();
    let rules = Noting(Arc::clone(&counted), AtomicUsize::new(0));
    Values::new().value(&mut engine, &rules, board(4, 4)).unwrap();
    assert!(rules.1.into_inner() > 1 << 16);
    assert_eq!(counted.load(Ordering::Relaxed), 0);
}
