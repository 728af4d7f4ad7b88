//! The laws that every ruleset of the table keeps, on many small positions.
//!
//! A position and its parts have one value, found by rules alone and by rules with
//! splitting, normal forms and known values; the moves with names lead where the moves
//! without names lead; the text of a position reads back.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use cg_core::{Game, Limits, Player};
use cg_rulesets::{Entry, Notated, Ruleset, Sign, Start, Variant, Varied, VariedPosition};
use cg_simplify::Engine;
use cg_solve::Values;

type Rules = Varied<cg_rulesets::Game>;
type At = VariedPosition<cg_rulesets::Position>;

/// The moves of a ruleset alone: nothing is split, no position stands for another, and
/// nothing is known.
struct Bare<'a>(&'a Rules);

impl Ruleset for Bare<'_> {
    type Position = At;
    type Error = std::convert::Infallible;

    fn moves(&self, at: &At, player: Player, out: &mut impl Extend<At>) -> Result<(), Self::Error> {
        self.0.moves(at, player, out)
    }
}

fn engine() -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
}

/// Positions of a ruleset: all small boards, or the example, with what follows from them.
fn positions(entry: &'static Entry) -> Vec<Start> {
    let mut starts = Vec::new();
    for (rows, columns) in [(1, 5), (2, 2), (2, 3)] {
        let mut found = Vec::new();
        entry.each_board(rows, columns, true, &mut |start| {
            found.push(start);
            ControlFlow::Continue(())
        });
        // Of large numbers some, spread over all.
        let step = found.len().div_ceil(25).max(1);
        starts.extend(found.into_iter().step_by(step));
    }
    starts.push(Start::read(&format!("{} {}", entry.name, entry.example)).unwrap());
    for text in more(entry.name) {
        starts.push(
            Start::read(&format!("{} {text}", entry.name))
                .unwrap_or_else(|error| panic!("{} {text}: {error}", entry.name)),
        );
    }
    starts
}

/// Further positions of rulesets whose positions are no boards.
fn more(name: &str) -> &'static [&'static str] {
    match name {
        "col" | "snort" => {
            &["a-b-c-d, b-e", "a-b-c-a, c-d", "a:L, a-b, b-c, d:R, d-c, e", "a-b-c-d-a"]
        }
        "fjords" => &["a:L, a-b, b-c, c-d, d:R", "a:L, b:R, a-c, b-c, c-d, c-e", "a-b-c"],
        "node-kayles" | "arc-kayles" => &["a-b-c-d-e-a", "a-b, a-c, a-d, d-e", "a-b-c-a, d-e-f"],
        "digraph-placement" => &["a:L, b:R, c:L, d:R, a->b, b->c, c->d", "a:L, b:R, a->b, b->a"],
        "poset" => &["a->b, b->c, a->d", "a->c, b->c, c->d, c->e", "a, b, c->d"],
        "hackenbush" | "childish-hackenbush" => &[
            "lrl|re|lle",
            "g-a:l, a-b:r, b-g:e, b-c:l, c-d:r",
            "g-a:e, a-b:e, b-c:e, c-a:l",
            "0-a:l, 0-b:r, a-b:r",
        ],
        "partizan-arc-kayles" => {
            &["a-b:l, b-c:r, c-d:l, d-e:r", "a-b:e, b-c:l, c-a:r, c-d:r", "a-b, c-d:r"]
        }
        "weighted-arc-kayles" => &["a-b, b-c, c-a, a:2, b:1, c:2", "a-b, c-d, a:3, b:2, c:1, d:1"],
        "edge-nim" => &["a:T, a-b:2, b-c:1, c-a:2", "a:T, a-b:1, a-c:2, b-d:1, e-f:3"],
        "sheep" => &[
            "3 0 0 | 0 0 -3",
            "2 0 -2",
            "4 0 | 0 0 | 0 -2",
            "3 0 -1 | 0 1 0 | -3 0 2",
            "1 3 0 | -1 0 -2",
        ],
        "wythoff" => &["4 6", "0 3", "7 1"],
        "gen-wythoff" => &["(2) 4 5", "(3) 2 6"],
        "partizan-euclid" => &["17 11", "3 8", "6 3", "13 5"],
        "cutcake" | "eatcake" | "maundy-cake" | "turn-and-eatcake" => &["3x3", "1x5 + 2x2", "2x4"],
        "partizan-subtraction" => &["(1,2|1,3) 9", "(2|3) 7 6", "(1|1) 3"],
        "partizan-splittles" => &["(1,3|2) 8", "(2|1) 7 5"],
        "partizan-take-and-break" => &["(.77|.3) 7", "(.07|.137) 8 3"],
        "fibonacci-nim" | "mem" => &["13 2", "8", "12 5"],
        "take-away" => &["(3/2) 11", "(1) 9 2"],
        "hypergraph-nim" => &["(1 2, 2 3) 2 1 2", "(1, 2 3) 3 2 2"],
        "quicksort" => &["4 1 3 2", "5 1 4 2 3", "2 1"],
        "chomp" => &["3x3", "2x4", "XXX|XX.|X.."],
        "ski-jumps" => &["L..|R..|...", "L.R|R.L|...|l..", ".Lr|..R|..."],
        "turning" => &["(2,3C) thhth", "(1-3E) hhthh", "(1+FS) hthht", "(2C(3)) thhh"],
        "kings-dirt" => &["1 1 x.|.o", "2 0 ...", "(1) 1 1 x.o", "(1) 0 1 .x.|..o"],
        "gen-toads" => &[
            "(1,2,2,1) tt..ff",
            "(2,2,1,0) t..tf..f",
            "(1,1,0,0) t.t.f.f",
            "(1,2,1,1) t.ft..f",
            "(1,3,2,1) f.ft..t.",
            "(2,2,1,0) f..t.t.",
        ],
        "toads-and-frogs" => &["tt.ff.t", "ttff..tf", ".ttffft.f", "tft..ftf"],
        "elephants-and-rhinos" => &["t.tf.f.t", "tttf.ff.."],
        "toppling-dominoes" => &["lrelr", "ll.rel", "lrrlle"],
        "konane" => {
            &[".xoxo.", "xo.|.ox|xo.", "xox.o|.xoxo|o..xo", "xo...|#x.xo|x..ox", "xoxo.xo.ox"]
        }
        "fission" => &["....|.X..|....|....", "..#..|.X.X.|....."],
        "peg-duotaire" => &["XX.XX.XX", "XX.|.X.|.XX"],
        "dawsons-chess" => &["1x8", "..#...|.#...."],
        _ => &[],
    }
}

#[test]
fn splitting_symmetry_and_what_is_known_change_no_value() {
    let mut engine = engine();
    for entry in Entry::all() {
        let mut known: HashMap<Rules, [Values<At>; 2]> = HashMap::new();
        for start in positions(entry) {
            let [bare, clever] = known.entry(start.rules.clone()).or_default();
            let rules = Bare(&start.rules);
            let plain = bare.value(&mut engine, &rules, start.position.clone()).unwrap();
            let found = clever.value(&mut engine, &start.rules, start.position.clone()).unwrap();
            assert_eq!(plain, found, "{start}");
            let (normal, sign) = start.rules.normal(start.position.clone());
            let normal = bare.value(&mut engine, &rules, normal).unwrap();
            assert_eq!(plain, signed(&mut engine, normal, sign), "the normal form of {start}");
        }
    }
}

/// Options with their parts at once are those of one question after another.
#[test]
fn settled_options_are_those_of_moves_parts_and_normal_forms() {
    for entry in Entry::all() {
        let variants = Variant::NAMED.into_iter().chain([Variant::Plain]);
        let allowed: Vec<Variant> = variants.filter(|&it| entry.refuses(it).is_none()).collect();
        let starts = positions(entry);
        for (start, variant) in
            starts.iter().flat_map(|start| allowed.iter().map(move |&it| (start, it)))
        {
            let rules = Varied::new(start.rules.rules().clone(), variant);
            for player in Player::BOTH {
                let mut expected = Vec::new();
                let mut options = Vec::new();
                let Ok(()) = rules.moves(&start.position, player, &mut options);
                for option in options {
                    let mut parts = Vec::new();
                    let Ok(()) = rules.split(option, &mut parts);
                    expected.extend(parts.into_iter().map(|(part, sign)| {
                        let (normal, normal_sign) = rules.normal(part);
                        Some((normal, sign * normal_sign))
                    }));
                    expected.push(None);
                }
                for most in [usize::MAX, 1, 2, 5] {
                    let mut found = Vec::new();
                    let Ok(()) = rules.settled_options(&start.position, player, &mut |part| {
                        found.push(part);
                        found.len() < most
                    });
                    let some = &expected[..expected.len().min(most)];
                    assert_eq!(found, some, "{} {start}", variant.name());
                }
            }
        }
    }
}

fn signed(engine: &mut Engine, value: Game, sign: Sign) -> Game {
    match sign {
        Sign::Plus => value,
        Sign::Minus => engine.negate(value).unwrap(),
    }
}

#[test]
fn all_variants_keep_the_laws() {
    let mut engine = engine();
    for entry in Entry::all() {
        for variant in Variant::NAMED.into_iter().filter(|&it| entry.refuses(it).is_none()) {
            let text = format!("{} {}", entry.name, entry.example);
            let start = Start::read(&format!("{} {text}", variant.name())).unwrap();
            let bare =
                Values::new().value(&mut engine, &Bare(&start.rules), start.position.clone());
            let clever = Values::new().value(&mut engine, &start.rules, start.position.clone());
            assert_eq!(bare.unwrap(), clever.unwrap(), "{start}");
            assert_eq!(Start::read(&start.to_string()), Ok(start.clone()), "{start}");
        }
    }
}

#[test]
fn named_moves_lead_where_moves_lead_and_read_back() {
    for entry in Entry::all() {
        for start in positions(entry) {
            let again = Start::read(&start.to_string()).unwrap().position;
            let same = |at: At| start.rules.normal(at).0;
            assert_eq!(same(again), same(start.position.clone()), "{start}");
            for player in Player::BOTH {
                let mut plain = Vec::new();
                let Ok(()) = start.rules.moves(&start.position, player, &mut plain);
                let Ok(named) = start.rules.named_moves(&start.position, player, usize::MAX);
                assert_eq!(named.total, named.list.len() as u128, "{start}");
                let mut after = HashSet::new();
                for one in &named.list {
                    let Ok(moved) = start.rules.after(&start.position, one);
                    let name = start.rules.write_move(one);
                    let read = start.rules.read_move(&start.position, player, &name).unwrap();
                    let Ok(read) = start.rules.after(&start.position, &read);
                    assert_eq!(read, moved, "{start}: {name}");
                    // The text of what follows reads back too.
                    let Ok(text) = start.rules.write_position(&moved);
                    let again = start.rules.read_position(&text).unwrap();
                    let same = |at: At| start.rules.normal(at).0;
                    assert_eq!(same(again), same(moved.clone()), "{start}: {name}");
                    after.insert(moved);
                }
                assert_eq!(after, plain.into_iter().collect(), "{start}");
            }
        }
    }
}

/// Every move of a position has a name of its own, which reads back as that move, in all
/// variants.
#[test]
fn no_two_moves_have_one_name() {
    for entry in Entry::all().iter().filter(|entry| !entry.among_impartial) {
        let variants = Variant::NAMED.into_iter().chain([Variant::Plain]);
        for (start, variant) in positions(entry).iter().zip(variants.cycle()) {
            if entry.refuses(variant).is_some() {
                continue;
            }
            let rules = Varied::new(start.rules.rules().clone(), variant);
            let at = start.position.clone();
            for player in Player::BOTH {
                let Ok(named) = rules.named_moves(&at, player, usize::MAX);
                let mut names = HashSet::new();
                for one in &named.list {
                    assert!(names.insert(&one.name), "{} {start}: {}", variant.name(), one.name);
                    let read = rules.read_move(&at, player, &one.name).unwrap();
                    assert_eq!(&read, one, "{} {start}", variant.name());
                }
            }
        }
    }
}

/// Moves that their rules name alike.
#[test]
fn names_are_made_longer_where_they_fit_several_moves() {
    for (text, names) in [
        ("hackenbush g-a:l, g-a:e", "g-a:l g-a:e"),
        ("impartial snort OX..", "c1 d1=X d1=O"),
        ("impartial col ..X.O", "a1=X a1=O b1"),
        ("impartial nogo .X..", "a1 c1=X c1=O d1=X d1=O"),
        ("clobber xox", "a1-b1 c1-b1"),
    ] {
        let start = Start::read(text).unwrap();
        let Ok(named) = start.rules.named_moves(&start.position, Player::Left, usize::MAX);
        let mut found: Vec<&str> = named.list.iter().map(|one| &one.name[..]).collect();
        found.sort_unstable();
        let mut expected: Vec<&str> = names.split(' ').collect();
        expected.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }
    let start = Start::read("hackenbush g-a:l, g-a:e").unwrap();
    let error = start.rules.read_move(&start.position, Player::Left, "g-a").unwrap_err();
    assert!(error.to_string().contains("write one of g-a:l, g-a:e"), "{error}");
}
