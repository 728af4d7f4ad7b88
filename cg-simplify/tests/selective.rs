//! The selective sum: a move is a move in one component, or in each of both.
//!
//! Two rows of `testdata/values.tsv` have other values: *5 and *6 make *8 there, and +-1 and ^^
//! make {1^^|-1}. They define the sum differently: the choice is open for the first move alone.
//! Both definitions are computed here, on trees.

use std::collections::BTreeSet;
use std::rc::Rc;

use cg_core::{Game, Limits, Player, Registry};
use cg_simplify::{Engine, Form, FunctionResult};

use crate::oracle::{Tree, le, sum, tree};

fn engine() -> Engine {
    Engine::new(Registry::empty(), Limits::default()).expect("no subgroup can fail")
}

fn written_out(engine: &mut Engine, game: Game) -> Rc<Tree> {
    let [left, right] = Player::BOTH.map(|player| {
        let options = engine.options(game, player).expect("few options");
        options.into_iter().map(|option| written_out(engine, option)).collect()
    });
    tree(left, right)
}

type Side = fn(&Tree) -> &Vec<Rc<Tree>>;
const SIDES: [Side; 2] = [|game| &game.left, |game| &game.right];

/// The sum in which a player moves in one component, or in both if `both`.
fn selective(g: &Rc<Tree>, h: &Rc<Tree>) -> Rc<Tree> {
    let [left, right] = SIDES.map(|side| {
        let mut options = Vec::new();
        options.extend(side(g).iter().map(|moved| selective(moved, h)));
        options.extend(side(h).iter().map(|moved| selective(g, moved)));
        for moved in side(g) {
            options.extend(side(h).iter().map(|other| selective(moved, other)));
        }
        options
    });
    tree(left, right)
}

/// The sum in which a player moves in both components, while both have moves.
fn conjunctive(g: &Rc<Tree>, h: &Rc<Tree>) -> Rc<Tree> {
    let [left, right] = SIDES.map(|side| {
        let pairs =
            side(g).iter().flat_map(|moved| side(h).iter().map(move |other| (moved, other)));
        pairs.map(|(moved, other)| conjunctive(moved, other)).collect()
    });
    tree(left, right)
}

/// The first move is in one component or in both. From then on the sum is disjunctive in the first
/// case and conjunctive in the second.
fn one_selective_move(g: &Rc<Tree>, h: &Rc<Tree>) -> Rc<Tree> {
    let [left, right] = SIDES.map(|side| {
        let mut options = Vec::new();
        options.extend(side(g).iter().map(|moved| sum(moved, h)));
        options.extend(side(h).iter().map(|moved| sum(g, moved)));
        for moved in side(g) {
            options.extend(side(h).iter().map(|other| conjunctive(moved, other)));
        }
        options
    });
    tree(left, right)
}

/// The value of a tree, simplified from the leaves up.
fn value(engine: &mut Engine, tree: &Tree) -> Game {
    let [left, right] = [&tree.left, &tree.right]
        .map(|options| options.iter().map(|option| value(engine, option)).collect::<Vec<_>>());
    engine.game(&left, &right).expect("no limit")
}

fn by_the_engine(engine: &mut Engine, g: Form, h: Form) -> FunctionResult<Game> {
    let form = engine.selective(g, h)?;
    Ok(engine.value(form)?)
}

/// By mex alone: the selective sum of heaps adds their sizes.
#[test]
fn heaps_add_their_sizes() -> FunctionResult<()> {
    const MOST: usize = 8;
    let mut sizes = vec![[0usize; MOST]; MOST];
    for a in 0..MOST {
        for b in 0..MOST {
            let mut reached: Vec<usize> = (0..a).map(|less| sizes[less][b]).collect();
            reached.extend((0..b).map(|less| sizes[a][less]));
            reached
                .extend((0..a).flat_map(|i| (0..b).map(move |j| (i, j))).map(|(i, j)| sizes[i][j]));
            sizes[a][b] = mex(reached);
            assert_eq!(sizes[a][b], a + b);
        }
    }
    let mut engine = engine();
    for (a, row) in sizes.iter().enumerate() {
        for (b, &size) in row.iter().enumerate() {
            let [g, h] = [a, b].map(|n| engine.nimber(&n.into()));
            let (g, h) = (engine.canonical_form(g?)?, engine.canonical_form(h?)?);
            let expected = engine.nimber(&size.into())?;
            assert_eq!(by_the_engine(&mut engine, g, h)?, expected, "*{a} and *{b}");
        }
    }
    Ok(())
}

/// All pairs of games born by day 2, and the pair of the table.
#[test]
fn the_engine_follows_the_definition() -> FunctionResult<()> {
    let mut engine = engine();
    let games = engine.born_by(2)?;
    for &g in &games {
        for &h in &games {
            let trees = [g, h].map(|game| written_out(&mut engine, game));
            let expected = selective(&trees[0], &trees[1]);
            let (g, h) = (engine.canonical_form(g)?, engine.canonical_form(h)?);
            let found = by_the_engine(&mut engine, g, h)?;
            let found = written_out(&mut engine, found);
            assert!(le(&expected, &found) && le(&found, &expected));
        }
    }
    Ok(())
}

/// The least number that is not reached.
fn mex(reached: impl IntoIterator<Item = usize>) -> usize {
    let reached: BTreeSet<usize> = reached.into_iter().collect();
    (0..).find(|n| !reached.contains(n)).expect("finitely many are reached")
}

/// *5 and *6 make *8 if the choice is open once, and *11 if it is always open.
#[test]
fn the_row_of_heaps_chooses_once() {
    // A move in both heaps, until one of them is empty.
    let mut both = [[0; 7]; 7];
    for a in 1..7 {
        for b in 1..7 {
            both[a][b] =
                mex((0..a).flat_map(|i| (0..b).map(move |j| (i, j))).map(|(i, j)| both[i][j]));
        }
    }
    let one = (0..5).map(|less| less ^ 6).chain((0..6).map(|less| 5 ^ less));
    let two = (0..5).flat_map(|i| (0..6).map(move |j| (i, j))).map(|(i, j)| both[i][j]);
    assert_eq!(mex(one.chain(two)), 8);
}

#[test]
fn the_row_of_a_switch_chooses_once() -> FunctionResult<()> {
    let mut engine = engine();
    let [one, up] = [engine.integer(&1.into())?, engine.up(&cg_core::Dyadic::ONE)?];
    let minus = engine.negate(one)?;
    let switch = engine.game(&[one], &[minus])?;
    let double_up = engine.add(up, up)?;
    let high = engine.add(one, double_up)?;
    let of_the_table = engine.game(&[high], &[minus])?;
    let trees = [switch, double_up].map(|game| written_out(&mut engine, game));
    let once = one_selective_move(&trees[0], &trees[1]);
    assert_eq!(value(&mut engine, &once), of_the_table);
    let always = value(&mut engine, &selective(&trees[0], &trees[1]));
    assert_ne!(always, of_the_table);
    let (g, h) = (engine.canonical_form(switch)?, engine.canonical_form(double_up)?);
    assert_eq!(by_the_engine(&mut engine, g, h)?, always);
    Ok(())
}
