//! Databases of components: what they say is what is worked out, and a damaged one is
//! refused.

use std::convert::Infallible;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

use cg_core::{Limits, Outcome, Player};
use cg_rulesets::{Clobber, Domineering, Hints, NoGo, Notated, Start, Variant, Varied};
use cg_simplify::Engine;
use cg_solve::{Database, DatabaseWriter, RulesetId, Settings, Solver, Term};

fn engine() -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
}

fn add<R>(solver: &mut Solver, rules: &R) -> RulesetId<R>
where
    R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    solver.add_written(rules.clone(), |rules: &R, position: &R::Position| {
        let Ok(text) = rules.write_position(position);
        text
    })
}

/// The bytes of a database of the components of some boards.
fn file<R>(rules: &R, boards: &[R::Position], steps: u32, settings: Settings) -> Vec<u8>
where
    R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    let (mut engine, mut solver) = (engine(), Solver::new(settings));
    let id = add(&mut solver, rules);
    for board in boards {
        for term in solver.terms(id, board.clone()).unwrap() {
            solver.work_out(&mut engine, term, steps).unwrap();
        }
    }
    let mut writer = DatabaseWriter::new(None).unwrap();
    writer.gather(&mut engine, &mut solver, id).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    writer.write(&path, "some game", [2, 3], steps, None).unwrap();
    std::fs::read(path).unwrap()
}

fn parsed(bytes: &[u8]) -> Result<Database, String> {
    Database::parse(Path::new("file"), Box::new(bytes.to_vec()))
}

/// All boards of a ruleset of this size.
fn boards<R: Notated<Error = Infallible>>(
    rules: &R,
    name: &str,
    [rows, columns]: [usize; 2],
) -> Vec<R::Position> {
    let entry = cg_rulesets::Entry::named(name).unwrap();
    let mut all = Vec::new();
    entry.each_board(rows, columns, true, &mut |start: Start| {
        all.push(rules.read_position(&start.board()).unwrap());
        std::ops::ControlFlow::Continue(())
    });
    all
}

/// Solvers that work without values and bounds: then the components are searched.
const SEARCHING: Settings = Settings {
    values: false,
    bounds: true,
    cancel: true,
    relaxations: true,
    look_ahead: true,
    steps: 0,
    search: cg_solve::Search::AlphaBeta,
    threads: NonZero::<usize>::MIN,
};

fn agrees<R>(rules: &R, name: &str, size: [usize; 2], steps: u32)
where
    R: Notated<Error = Infallible> + Hints + Clone + Send + 'static,
    R::Position: Send + 'static,
{
    let boards = boards(rules, name, size);
    // Without a step no component has a value.
    let making = if steps == 0 { SEARCHING } else { Settings::default() };
    let database = Arc::new(parsed(&file(rules, &boards, steps, making)).unwrap());
    assert_eq!(steps == 0, database.header().without_value > 0, "{name}");
    let together = Settings { threads: NonZero::new(2).unwrap(), ..SEARCHING };
    for settings in [Settings::default(), SEARCHING, together] {
        let mut engine = engine();
        let (mut own, mut with) = (Solver::new(Settings::default()), Solver::new(settings));
        let ids = [add(&mut own, rules), add(&mut with, rules)];
        with.attach(ids[1], Arc::clone(&database));
        for (at, board) in boards.iter().enumerate() {
            // Alone, and with another board and a value.
            let other = &boards[(at * 7 + 3) % boards.len()];
            let up = engine.up(&1.into()).unwrap();
            for sum in 0..2 {
                let terms = |solver: &mut Solver, id| {
                    let mut terms = solver.terms(id, board.clone()).unwrap();
                    if sum == 1 {
                        terms.extend(solver.terms(id, other.clone()).unwrap());
                        terms.push(Term::Value(up));
                    }
                    terms
                };
                let (of_own, of_with) = (terms(&mut own, ids[0]), terms(&mut with, ids[1]));
                let expected = own.outcome(&mut engine, &of_own).unwrap();
                let found = with.outcome(&mut engine, &of_with).unwrap();
                assert_eq!(found, expected, "{name} {board:?} {sum}");
                assert_eq!(
                    own.nimber(&mut engine, &of_own).unwrap(),
                    with.nimber(&mut engine, &of_with).unwrap()
                );
                if sum == 0 && settings.values {
                    let values = [
                        own.sum_value(&mut engine, &of_own).unwrap(),
                        with.sum_value(&mut engine, &of_with).unwrap(),
                    ];
                    assert_eq!(values[0], values[1], "{name} {board:?}");
                    for &term in &of_with {
                        let [least, most] = with.bounds(&mut engine, term).unwrap();
                        let value = with.value(&mut engine, term).unwrap();
                        for (bound, below) in [(least, true), (most, false)] {
                            let Some(bound) = bound else { continue };
                            let holds = match below {
                                true => engine.le(bound, value).unwrap(),
                                false => engine.le(value, bound).unwrap(),
                            };
                            assert!(holds, "{name} {board:?} {below}");
                        }
                    }
                }
            }
        }
        let work = with.work();
        assert!(work.looked_up > 0, "{name}");
        // A database of values leaves nothing to value but the board without cells, which has no
        // text.
        assert!(steps == 0 || work.valued <= 1, "{name} {work:?}");
    }
}

#[test]
fn what_a_database_says_is_what_is_worked_out() {
    for steps in [0, 100_000] {
        agrees(&Clobber, "clobber", [2, 3], steps);
        agrees(&Domineering, "domineering", [3, 3], steps);
        agrees(&NoGo, "nogo", [2, 3], steps);
        agrees(&Varied::new(Clobber, Variant::Dicotic), "clobber", [1, 5], steps);
    }
    agrees(&Varied::new(NoGo, Variant::Impartial), "nogo", [2, 3], 100_000);
}

fn small() -> Vec<u8> {
    let boards = ["XO", "XOX|OXO", "XXO", "XXOX"];
    let boards = boards.map(|board| Clobber.read_position(board).unwrap());
    file(&Clobber, &boards, 100_000, Settings::default())
}

/// Whatever byte is another one, wherever the file ends: it is refused.
#[test]
fn damage_at_any_byte_is_refused() {
    let bytes = small();
    assert!(parsed(&bytes).is_ok() && (300..5000).contains(&bytes.len()), "{}", bytes.len());
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            let refused = parsed(&damaged).unwrap_err();
            assert!(refused.starts_with("it") || refused.starts_with("this"), "{at}: {refused}");
        }
        assert!(parsed(&bytes[..at]).is_err(), "{at}");
    }
    assert!(parsed(&[&bytes[..], b"x"].concat()).is_err());
}

/// One writer takes over what another one wrote, and nothing changes.
#[test]
fn databases_are_extended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clobber.cgdb");
    let first = parsed(&small()).unwrap();
    let texts = |database: &Database| {
        let mut texts = Vec::new();
        database.each(&mut |text, valued| texts.push((text.to_owned(), valued))).unwrap();
        texts
    };
    let (mut engine, mut solver) = (engine(), Solver::new(Settings::default()));
    let id = add(&mut solver, &Clobber);
    let before = texts(&first);
    let first = Arc::new(first);
    solver.attach(id, Arc::clone(&first));
    for term in solver.terms(id, Clobber.read_position("XOXO|OXOX").unwrap()).unwrap() {
        solver.work_out(&mut engine, term, 100_000).unwrap();
    }
    assert!(solver.work().looked_up > 3, "{:?}", solver.work());
    let mut writer = DatabaseWriter::new(Some(&first)).unwrap();
    assert_eq!((writer.len(), writer.is_empty()), (before.len(), false));
    writer.gather(&mut engine, &mut solver, id).unwrap();
    writer.write(&path, "clobber", [2, 4], 100_000, Some(7)).unwrap();
    let second = Database::open(&path).unwrap();
    let after = texts(&second);
    assert!(before.iter().all(|one| after.contains(one)) && after.len() > before.len());
    assert_eq!(
        (second.header().components, second.header().boards_done),
        (after.len() as u64, Some(7))
    );
    // Its values are those of the rules.
    let mut own = Solver::new(Settings::default());
    let own_id = add(&mut own, &Clobber);
    let mut with = Solver::new(Settings::default());
    let with_id = add(&mut with, &Clobber);
    with.attach(with_id, Arc::new(second));
    for (text, _) in after {
        let board = Clobber.read_position(&text).unwrap();
        let terms = own.terms(own_id, board.clone()).unwrap();
        let value = own.sum_value(&mut engine, &terms).unwrap();
        let terms = with.terms(with_id, board).unwrap();
        assert_eq!(with.sum_value(&mut engine, &terms).unwrap(), value, "{text}");
    }
    assert_eq!(with.work().valued, 0);
}

/// A position whose outcome is known is not searched, from either side.
#[test]
fn outcomes_decide_single_components() {
    let boards = boards(&Clobber, "clobber", [2, 3]);
    let database = Arc::new(parsed(&file(&Clobber, &boards, 0, SEARCHING)).unwrap());
    let (mut engine, mut solver) = (engine(), Solver::new(SEARCHING));
    let id = add(&mut solver, &Clobber);
    solver.attach(id, database);
    for (board, outcome) in [("XOX|OXO", Outcome::Previous), ("XXX|OXX", Outcome::Left)] {
        let terms = solver.terms(id, Clobber.read_position(board).unwrap()).unwrap();
        for player in Player::BOTH {
            let decided = solver.decide(&mut engine, &terms, player).unwrap();
            let expected = (outcome.won_by_first(player), cg_solve::Decided::Database);
            assert_eq!(decided, expected, "{board} {player}");
        }
    }
    assert_eq!(solver.work().positions, 0);
}
