//! The solver against the engine, on random sums of any mixture, with each switch on
//! and off; the facts of `testdata/solve.tsv`; known theorems; golden counts.

use std::convert::Infallible;
use std::num::NonZero;

use cg_core::{Game, Limits, Notation, Outcome, Player};
use cg_properties::cases;
use cg_rulesets::{
    Amazons, Clobber, Col, Cram, Domineering, Hints, NoGo, Notated, Ruleset, Snort, Variant, Varied,
};
use cg_simplify::Engine;
use cg_solve::{RulesetId, Search, Settings, SolveError, Solver, Term, Values};
use proptest::prelude::*;

fn engine() -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
}

/// A solver with all rulesets.
struct All {
    solver: Solver,
    clobber: RulesetId<Clobber>,
    nogo: RulesetId<NoGo>,
    domineering: RulesetId<Domineering>,
    amazons: RulesetId<Amazons>,
    col: RulesetId<Col>,
    snort: RulesetId<Snort>,
    cram: RulesetId<Cram>,
}

impl All {
    fn new(settings: Settings) -> Self {
        let mut solver = Solver::new(settings);
        All {
            clobber: solver.add(Clobber),
            nogo: solver.add(NoGo),
            domineering: solver.add(Domineering),
            amazons: solver.add(Amazons),
            col: solver.add(Col),
            snort: solver.add(Snort),
            cram: solver.add(Cram),
            solver,
        }
    }

    fn terms(&mut self, name: &str, board: &str) -> Vec<Term> {
        let All { solver, .. } = self;
        match name {
            "clobber" => terms(solver, self.clobber, &Clobber, board),
            "nogo" => terms(solver, self.nogo, &NoGo, board),
            "domineering" => terms(solver, self.domineering, &Domineering, board),
            "amazons" => terms(solver, self.amazons, &Amazons, board),
            "col" => terms(solver, self.col, &Col, board),
            "snort" => terms(solver, self.snort, &Snort, board),
            "cram" => terms(solver, self.cram, &Cram, board),
            other => panic!("no ruleset {other}"),
        }
    }
}

fn terms<R>(solver: &mut Solver, id: RulesetId<R>, rules: &R, board: &str) -> Vec<Term>
where
    R: Notated<Error = Infallible> + Hints + Send + 'static,
    R::Position: Send + 'static,
{
    let Ok(position) = rules.read_position(board) else { panic!("{board} does not read") };
    solver.terms(id, position).unwrap()
}

/// A board on which both players have the moves of both.
fn impartial_terms<R>(solver: &mut Solver, rules: R, board: &str) -> Vec<Term>
where
    R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    let rules = Varied::new(rules, Variant::Impartial);
    let id = solver.add(rules.clone());
    terms(solver, id, &rules, board)
}

/// The value of a board by its canonical form, with code that the solver does not use.
fn value(engine: &mut Engine, name: &str, board: &str) -> Game {
    fn of<R: Notated<Error = Infallible>>(engine: &mut Engine, rules: &R, board: &str) -> Game {
        let Ok(position) = rules.read_position(board) else { panic!("{board} does not read") };
        Values::new().value(engine, rules, position).unwrap()
    }
    match name {
        "clobber" => of(engine, &Clobber, board),
        "nogo" => of(engine, &NoGo, board),
        "domineering" => of(engine, &Domineering, board),
        "amazons" => of(engine, &Amazons, board),
        "col" => of(engine, &Col, board),
        "snort" => of(engine, &Snort, board),
        "cram" => of(engine, &Cram, board),
        other => panic!("no ruleset {other}"),
    }
}

/// A board of a game with at most so many cells.
fn boards(
    name: &'static str,
    letters: &'static str,
    most: usize,
) -> BoxedStrategy<(String, String)> {
    let letter = prop::sample::select(letters.chars().collect::<Vec<_>>());
    (1usize..=3)
        .prop_flat_map(move |rows| (Just(rows), 1..=(most / rows).max(1)))
        .prop_flat_map(move |(rows, columns)| {
            let row = prop::collection::vec(letter.clone(), columns)
                .prop_map(|row| row.into_iter().collect::<String>());
            prop::collection::vec(row, rows)
        })
        .prop_map(move |rows| (name.to_owned(), rows.join("|")))
        .boxed()
}

fn any_board() -> impl Strategy<Value = (String, String)> {
    prop_oneof![
        3 => boards("clobber", "XXXOOO.", 12),
        2 => boards("nogo", "....XO", 7),
        3 => boards("domineering", "......#", 14),
        1 => boards("amazons", "###..XO", 9),
        1 => boards("col", "....XO#", 9),
        1 => boards("snort", "....XO#", 8),
        1 => boards("cram", ".....#", 10),
    ]
}

/// Each switch alone off, everything off, everything on; values never, always.
fn all_settings() -> Vec<Settings> {
    let on = Settings::default();
    let off = Settings {
        values: false,
        bounds: false,
        cancel: false,
        relaxations: false,
        look_ahead: false,
        steps: 0,
        search: Search::AlphaBeta,
        threads: NonZero::<usize>::MIN,
    };
    let threads = |threads| NonZero::new(threads).unwrap();
    vec![
        on,
        Settings { search: Search::AlphaBeta, ..on },
        Settings { search: Search::ProofNumbers, ..on },
        Settings { search: Search::ProofNumbers, ..off },
        Settings { values: false, ..on },
        Settings { bounds: false, ..on },
        Settings { cancel: false, ..on },
        Settings { relaxations: false, ..on },
        Settings { look_ahead: false, ..on },
        Settings { steps: 0, ..on },
        Settings { steps: 1_000_000, ..on },
        Settings { values: true, ..off },
        Settings { relaxations: true, ..off },
        Settings { cancel: true, look_ahead: true, ..off },
        off,
        Settings { threads: threads(2), ..on },
        Settings { threads: threads(3), steps: 0, ..on },
        Settings { threads: threads(2), search: Search::ProofNumbers, ..off },
        Settings { threads: threads(3), ..off },
        Settings { threads: threads(2), relaxations: true, look_ahead: true, ..off },
    ]
}

proptest! {
    #![proptest_config(cases(48))]

    /// The solver and the canonical form of the sum agree on who wins.
    #[test]
    fn solver_agrees_with_the_engine(
        sum in prop::collection::vec((any_board(), any::<bool>()), 1..=3),
        extra in prop::sample::select(vec![0, 1, 2, 3]),
    ) {
        let mut engine = engine();
        let mut total = Game::ZERO;
        let half = engine.number(&cg_core::Dyadic::ONE.half().unwrap()).unwrap();
        let hot = engine.integer(&3.into()).unwrap();
        let hot = engine.game(&[hot], &[Game::ZERO]).unwrap();
        let up = engine.up(&1.into()).unwrap();
        let extra = [Game::ZERO, half, hot, up][extra];
        for ((name, board), minus) in &sum {
            let value = value(&mut engine, name, board);
            let value = if *minus { engine.negate(value).unwrap() } else { value };
            total = engine.add(total, value).unwrap();
        }
        total = engine.add(total, extra).unwrap();
        let expected = engine.outcome(total).unwrap();
        for settings in all_settings() {
            let mut all = All::new(settings);
            let mut question = vec![Term::Value(extra)];
            for ((name, board), minus) in &sum {
                for term in all.terms(name, board) {
                    question.push(match minus {
                        true => all.solver.negative_term(&mut engine, term).unwrap(),
                        false => term,
                    });
                }
            }
            // Without any help large sums take long: those are bounded.
            engine.restart_clock();
            let found = engine.within(400_000, |engine| all.solver.outcome(engine, &question));
            match found {
                Ok(found) => prop_assert_eq!(found, expected, "{:?}", settings),
                Err(SolveError::Engine(cg_core::Error::Limit(_))) => {
                    prop_assert!(settings != Settings::default(), "{:?}", sum);
                }
                Err(error) => return Err(TestCaseError::fail(error.to_string())),
            }
        }
    }
}

/// Rows that take longer than a second of an optimised build: ruleset and position. The
/// table of goals (`examples/goals.rs`) asks for all of them but the last two, which are
/// as hard as its hardest.
const SLOW: [(&str, &str); 6] = [
    ("domineering", "........|........|........|........|........|........|........|........"),
    ("cram", ".......|.......|.......|.......|.......|......."),
    ("nogo", "....|....|....|...."),
    ("nogo_1xn", "......................"),
    ("impartial nogo_1xn", "........................"),
    ("cram", "........|........|........|........|........"),
];

/// The other rows.
const ROWS_SOLVED: usize = 143;

/// Rows of facts that were found by several programs and by hand.
#[test]
fn facts_are_reproduced() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/solve.tsv");
    let facts = std::fs::read_to_string(path).unwrap();
    let mut slow = Vec::new();
    let mut solved = 0;
    for (number, row) in facts.lines().enumerate().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [rulesets, position, player, winner, _] = cells[..] else { panic!("{row}") };
        if SLOW.contains(&(rulesets, position)) {
            slow.push((rulesets, position));
            continue;
        }
        let mut engine = engine();
        let mut all = All::new(Settings::default());
        let impartial = rulesets.strip_prefix("impartial ");
        let value = rulesets.strip_suffix(" value");
        let names = impartial.or(value).unwrap_or(rulesets);
        let mut question = Vec::new();
        for (name, board) in names.split(" + ").zip(position.split(" + ")) {
            let name = name.trim_end_matches("_1xn");
            if impartial.is_some() {
                let solver = &mut all.solver;
                question.extend(match name {
                    "clobber" => impartial_terms(solver, Clobber, board),
                    "nogo" => impartial_terms(solver, NoGo, board),
                    _ => impartial_terms(solver, Domineering, board),
                });
            } else {
                question.extend(all.terms(name, board));
            }
        }
        let found = match player {
            "-" => all.solver.nimber(&mut engine, &question).unwrap().unwrap().to_string(),
            "value" => {
                let value = all.solver.sum_value(&mut engine, &question).unwrap();
                engine.print(value, Notation::Standard).unwrap()
            }
            player => {
                let player = if player == "Left" { Player::Left } else { Player::Right };
                let wins = all.solver.wins(&mut engine, &question, player).unwrap();
                if wins { player } else { player.opponent() }.to_string()
            }
        };
        assert_eq!(found, winner, "row {}: {row}", number + 1);
        solved += 1;
    }
    slow.dedup();
    assert_eq!((solved, slow), (ROWS_SOLVED, SLOW.to_vec()));
}

/// A game plus its negative is lost for who moves first, and won with a star.
#[test]
fn a_game_and_its_negative() {
    for (name, board) in
        [("clobber", "XOX|OXO"), ("nogo", "......"), ("amazons", "X..|..O"), ("snort", "....")]
    {
        for settings in all_settings() {
            let mut engine = engine();
            let mut all = All::new(settings);
            let mut question = all.terms(name, board);
            for term in question.clone() {
                question.push(all.solver.negative_term(&mut engine, term).unwrap());
            }
            assert_eq!(all.solver.outcome(&mut engine, &question), Ok(Outcome::Previous));
            question.push(Term::Value(engine.nimber(&1u8.into()).unwrap()));
            assert_eq!(all.solver.outcome(&mut engine, &question), Ok(Outcome::Next));
        }
    }
}

/// Theorem (Chen and others, 2025): a strip of XO n times is won by who moves first,
/// but for n = 3. Theorem: Cram with two even sides is lost for who moves first.
#[test]
fn theorems() {
    for n in 1..=12 {
        let mut all = All::new(Settings::default());
        let question = all.terms("clobber", &format!("(XO)^{n}"));
        let expected = if n == 3 { Outcome::Previous } else { Outcome::Next };
        assert_eq!(all.solver.outcome(&mut engine(), &question), Ok(expected), "{n}");
    }
    for size in ["2x4", "4x4", "4x6", "6x6", "8x8"] {
        let mut all = All::new(Settings::default());
        let question = all.terms("cram", size);
        assert_eq!(all.solver.nimber(&mut engine(), &question), Ok(Some(0)), "{size}");
    }
    for (rows, columns) in [(3, 4), (4, 5), (5, 6), (4, 7)] {
        let mut all = All::new(Settings::default());
        let mut engine = engine();
        let one = all.terms("domineering", &format!("{rows}x{columns}"));
        let other = all.terms("domineering", &format!("{columns}x{rows}"));
        let one = all.solver.outcome(&mut engine, &one).unwrap();
        let other = all.solver.outcome(&mut engine, &other).unwrap();
        let turned = |outcome| match outcome {
            Outcome::Left => Outcome::Right,
            Outcome::Right => Outcome::Left,
            outcome => outcome,
        };
        assert_eq!(one, turned(other), "{rows}x{columns}");
    }
}

/// Conjecture (Albert and others, 2005), computed here: a strip of XXO n times is
/// worth floor((n + 1) / 2) ups.
#[test]
fn strips_of_two_and_one_are_ups() {
    let mut engine = engine();
    let mut all = All::new(Settings::default());
    for n in 1..=16 {
        let question = all.terms("clobber", &format!("(XXO)^{n}"));
        let value = all.solver.sum_value(&mut engine, &question).unwrap();
        let ups = engine.up(&1.into()).unwrap();
        assert_eq!(value, engine.multiple(&((n + 1) / 2).into(), ups).unwrap(), "{n}");
    }
}

/// Nimbers by search are nimbers by canonical form, by either method.
#[test]
fn nimbers_are_values() {
    let mut engine = engine();
    let mut all = All::new(Settings::default());
    let mut by_order = All::new(Settings { search: Search::AlphaBeta, ..Settings::default() });
    for bits in 0u32..1 << 12 {
        let board: Vec<String> = (0..3)
            .map(|row| {
                (0..4)
                    .map(|column| if bits >> (4 * row + column) & 1 == 1 { '.' } else { '#' })
                    .collect()
            })
            .collect();
        let board = board.join("|");
        let question = all.terms("cram", &board);
        let found = all.solver.nimber(&mut engine, &question).unwrap().unwrap();
        let expected = value(&mut engine, "cram", &board);
        assert_eq!(engine.nimber(&found.into()).unwrap(), expected, "{board}");
        let question = by_order.terms("cram", &board);
        let again = by_order.solver.nimber(&mut engine, &question).unwrap();
        assert_eq!(again, Some(found), "{board}");
    }
}

/// Each bound of a board of Domineering is on its side of the value, and the two hold the
/// mean between them: all boards with at most twelve cells, as the rows of a rectangle.
#[test]
fn bounds_hold_the_values() {
    let mut engine = engine();
    let mut all = All::new(Settings::default());
    let mut bounded = 0;
    for (rows, columns) in [(1u32, 6u32), (2, 3), (2, 5), (3, 3), (2, 6), (3, 4), (4, 3)] {
        for bits in 0u32..1 << (rows * columns) {
            let cell = |row: u32, column: u32| {
                let at: u32 = columns * row + column;
                if bits >> at & 1 == 1 { '.' } else { '#' }
            };
            let row = |row| (0..columns).map(|column| cell(row, column)).collect::<String>();
            let board = (0..rows).map(row).collect::<Vec<_>>().join("|");
            for term in all.terms("domineering", &board) {
                let value = all.solver.value(&mut engine, term).unwrap();
                let [below, above] = all.solver.bounds(&mut engine, term).unwrap();
                for (bound, is_below) in [(below, true), (above, false)] {
                    let Some(bound) = bound else { continue };
                    bounded += 1;
                    let (low, high) = if is_below { (bound, value) } else { (value, bound) };
                    assert!(engine.le(low, high).unwrap(), "{board} {is_below}");
                }
            }
        }
    }
    assert!(bounded > 10_000, "{bounded}");
}

/// The board that was asked for and the board turned have the same bounds, whichever is asked
/// about first: by them alone the wider player wins.
#[test]
fn a_board_and_the_board_turned_are_bounded_alike() {
    for (board, outcome) in [
        ("8x9", Outcome::Left),
        ("9x8", Outcome::Right),
        ("6x9", Outcome::Left),
        ("9x6", Outcome::Right),
    ] {
        let mut engine = engine();
        let mut all = All::new(Settings::default());
        let question = all.terms("domineering", board);
        assert_eq!(all.solver.outcome(&mut engine, &question).unwrap(), outcome, "{board}");
        assert_eq!(all.solver.work().positions, 0, "{board}");
    }
}

/// How many positions a search looks at: a change of the order of moves shows here.
#[test]
fn counts_of_positions_are_as_they_were() {
    let mut found = String::new();
    for (name, board) in [
        ("clobber", "(XO)^14"),
        ("clobber", "checker 3x5"),
        ("clobber", "checker 2x8"),
        ("nogo", "1x12"),
        ("nogo", "3x4"),
        ("domineering", "6x6"),
        ("domineering", "7x7"),
        ("amazons", "3x3"),
        ("snort", "3x4"),
        ("col", "3x5"),
        ("cram", "4x5"),
        ("cram", "3x7"),
    ] {
        let mut engine = engine();
        let mut all = All::new(Settings::default());
        let question = all.terms(name, board);
        let outcome = all.solver.outcome(&mut engine, &question).unwrap();
        let work = all.solver.work();
        found += &format!("{name} {board}: {outcome}, {} positions\n", work.positions);
    }
    insta::assert_snapshot!(found);
}

/// A game that goes round is an error, in each kind of search.
#[test]
fn loopy_games_are_refused() {
    #[derive(Clone, Copy)]
    struct Circle(bool);
    impl Ruleset for Circle {
        type Position = u8;
        type Error = Infallible;
        fn moves(&self, at: &u8, _: Player, out: &mut impl Extend<u8>) -> Result<(), Infallible> {
            out.extend([(at + 1) % 3]);
            Ok(())
        }
        fn is_impartial(&self) -> bool {
            self.0
        }
    }

    impl Hints for Circle {}
    for impartial in [true, false] {
        for settings in all_settings() {
            let mut solver = Solver::new(settings);
            let id = solver.add(Circle(impartial));
            let terms = solver.terms(id, 0).unwrap();
            let found = solver.outcome(&mut engine(), &terms);
            assert_eq!(found, Err(SolveError::Loopy), "{impartial} {settings:?}");
        }
    }
}
