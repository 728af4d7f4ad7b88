//! The rules of every subgroup compared with the oracle, for all elements of small boxes.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use cg_core::{Dyadic, Notation, Outcome, Player, Subgroup, Text};
use cg_subgroups::{Infinitesimal, Nimbers, NumberPlus, Numberish, Numbers, Sumbers};
use dashu_int::UBig;

use crate::oracle::{G, Oracle};

/// A subgroup with the oracle's construction of its elements.
trait Tested: Subgroup<Element: Eq + Hash + Debug> {
    fn build(&self, oracle: &mut Oracle, g: &Self::Element) -> G;
}

impl Tested for Numbers {
    fn build(&self, oracle: &mut Oracle, g: &Dyadic) -> G {
        oracle.number(g)
    }
}

impl Tested for Nimbers {
    fn build(&self, oracle: &mut Oracle, g: &UBig) -> G {
        oracle.nimber(usize::try_from(g).expect("small"))
    }
}

impl Tested for Sumbers {
    fn build(&self, oracle: &mut Oracle, g: &Infinitesimal) -> G {
        oracle.infinitesimal(g)
    }
}

impl Tested for Numberish {
    fn build(&self, oracle: &mut Oracle, g: &NumberPlus) -> G {
        oracle.number_plus(g)
    }
}

fn read<S: Text>(subgroup: &S, texts: &[&str]) -> Vec<S::Element> {
    texts
        .iter()
        .map(|text| subgroup.parse(text, Notation::Paper).unwrap_or_else(|e| panic!("{e}")))
        .collect()
}

/// Outcome, canonical options and uniqueness of the normal form.
fn check_elements<S: Tested>(subgroup: &S, elements: &[S::Element]) {
    let mut oracle = Oracle::default();
    let mut seen: HashMap<G, &S::Element> = HashMap::new();
    for element in elements {
        let game = subgroup.build(&mut oracle, element);
        assert_eq!(subgroup.outcome(element), Ok(oracle.outcome(game)), "outcome of {element:?}");
        if let Some(other) = seen.insert(game, element) {
            assert_eq!(other, element, "equal games");
        }
        for player in Player::BOTH {
            let count = subgroup.option_count(element, player).expect("counted");
            let mut options: Vec<G> = (0..count)
                .map(|index| {
                    let option = subgroup.option(element, player, index).expect("in range");
                    subgroup.build(&mut oracle, &option)
                })
                .collect();
            options.sort_unstable();
            assert_eq!(
                options,
                oracle.options(game, player),
                "canonical options of {element:?} for {player}"
            );
            assert!(subgroup.option(element, player, count).is_err());
        }
    }
}

/// The sets of at most `size` elements of a pool.
fn subsets<E>(pool: &[E], size: usize) -> Vec<Vec<&E>> {
    let mut sets = vec![Vec::new()];
    let mut last: Vec<(usize, Vec<&E>)> = vec![(0, Vec::new())];
    for _ in 0..size {
        let mut longer = Vec::new();
        for (from, set) in &last {
            for (at, element) in pool.iter().enumerate().skip(*from) {
                let mut set = set.clone();
                set.push(element);
                longer.push((at + 1, set));
            }
        }
        sets.extend(longer.iter().map(|(_, set)| set.clone()));
        last = longer;
    }
    sets
}

/// The simplification rule on all forms with at most `size` options on each side from a pool. A
/// found value is right. If none is found, the game is not in the table. Returns the number of
/// forms that are elements.
fn check_simplify<S: Tested>(
    subgroup: &S,
    pool: &[S::Element],
    size: usize,
    table: &[S::Element],
) -> (usize, usize) {
    let mut oracle = Oracle::default();
    let built: HashMap<&S::Element, G> =
        pool.iter().map(|element| (element, subgroup.build(&mut oracle, element))).collect();
    let known: HashSet<G> =
        table.iter().map(|element| subgroup.build(&mut oracle, element)).collect();
    let sets = subsets(pool, size);
    let (mut forms, mut found) = (0, 0);
    for left in &sets {
        for right in &sets {
            let games = [left, right].map(|side| side.iter().map(|g| built[g]).collect::<Vec<_>>());
            let game = oracle.make(&games[0], &games[1]);
            forms += 1;
            match subgroup.simplify(left, right).expect("small") {
                Some(value) => {
                    found += 1;
                    let value_game = subgroup.build(&mut oracle, &value);
                    assert_eq!(value_game, game, "{{{left:?}|{right:?}}} is not {value:?}");
                }
                None => assert!(!known.contains(&game), "{{{left:?}|{right:?}}} is an element"),
            }
        }
    }
    (forms, found)
}

/// All S + *n with at most `most` terms of these orders, coefficients up to
/// `size` and nimbers below `nimbers`.
fn infinitesimals(orders: &[&str], most: usize, size: i64, nimbers: u8) -> Vec<Infinitesimal> {
    let orders = read(&Numbers, orders);
    let mut sums: Vec<Vec<(Dyadic, i64)>> = vec![Vec::new()];
    for order in &orders {
        for sum in sums.clone().into_iter().filter(|sum| sum.len() < most) {
            for coefficient in (-size..=size).filter(|&a| a != 0) {
                let mut sum = sum.clone();
                sum.push((order.clone(), coefficient));
                sums.push(sum);
            }
        }
    }
    let mut values = Vec::new();
    for sum in sums {
        for nimber in 0..nimbers {
            let terms = sum.iter().map(|(order, a)| (order.clone(), (*a).into()));
            values.extend(Infinitesimal::from_sorted(terms, nimber.into()));
        }
    }
    values
}

fn numbers_to(bound: i64, exponent: usize) -> Vec<Dyadic> {
    let last = bound << exponent;
    (-last..=last).map(|n| Dyadic::new(n.into(), exponent).expect("small")).collect()
}

#[test]
fn numbers_are_elements_of_the_book() {
    check_elements(&Numbers, &numbers_to(4, 4));
}

#[test]
fn numbers_simplify() {
    let (forms, found) = check_simplify(&Numbers, &numbers_to(3, 3), 1, &numbers_to(5, 6));
    assert_eq!((forms, found), (2500, 1275));
    let few = read(&Numbers, &["0", "1", "-1", "0.1", "-0.1", "2", "0.01", "1.1"]);
    check_simplify(&Numbers, &few, 2, &numbers_to(5, 6));
}

fn nimbers_below(n: u8) -> Vec<UBig> {
    (0..n).map(UBig::from).collect()
}

#[test]
fn nimbers_are_elements_of_the_book() {
    check_elements(&Nimbers, &nimbers_below(12));
}

#[test]
fn nimbers_simplify() {
    let (forms, found) = check_simplify(&Nimbers, &nimbers_below(6), 6, &nimbers_below(10));
    assert_eq!(forms, 64 * 64);
    // The pairs of subsets of {0..5} with the same least missing number.
    let by_mex: [usize; 7] = [32, 16, 8, 4, 2, 1, 1];
    assert_eq!(found, by_mex.iter().map(|n| n * n).sum());
}

#[test]
fn sumbers_are_elements_of_the_book() {
    check_elements(&Sumbers, &infinitesimals(&["0.1", "1", "1.1", "2", "3"], 2, 3, 2));
    check_elements(&Sumbers, &infinitesimals(&["0.01", "0.11", "1", "10"], 2, 2, 2));
    check_elements(&Sumbers, &infinitesimals(&["0.1", "1", "2", "11"], 4, 1, 2));
    check_elements(&Sumbers, &infinitesimals(&["1", "1.01", "1.1", "2"], 3, 2, 2));
}

#[test]
fn nimbers_with_ups_are_elements_of_the_book() {
    let values = infinitesimals(&["0.1", "1", "1.1", "2"], 2, 2, 6);
    check_elements(&Numberish, &values.into_iter().map(NumberPlus::from).collect::<Vec<_>>());
    let values = infinitesimals(&["1", "2", "3"], 3, 2, 4);
    check_elements(&Numberish, &values.into_iter().map(NumberPlus::from).collect::<Vec<_>>());
}

#[test]
fn numberish_values_are_elements_of_the_book() {
    let mut values = Vec::new();
    for number in read(&Numbers, &["0", "1", "-1", "0.1", "1.01"]) {
        for infinitesimal in infinitesimals(&["0.1", "1", "2"], 2, 1, 4) {
            values.push(NumberPlus { number: number.clone(), infinitesimal });
        }
    }
    check_elements(&Numberish, &values);
}

#[test]
fn sumbers_simplify() {
    let table = infinitesimals(&["0.01", "0.1", "0.11", "1", "1.1", "2", "3", "4"], 2, 3, 2);
    let pools: [&[&str]; 5] = [
        &["0", "*", "^", "-^", "^+*", "-^+*", "^(2)", "^(2)+*", "2^", "-2^+*"],
        &["0", "*", "^(1/2)", "^(1/2)+*", "^", "^+*", "^(2)-^", "^(1/2)-^+*", "-^(2)+*"],
        &["*", "^(3/2)", "^(3/2)-^", "2^(1/2)+*", "^(1/2)+^", "-^(1/2)+2^+*", "-2^(3/2)"],
        &["0", "^-^(2)", "^-^(2)+*", "2^-2^(2)+*", "-^+2^(2)", "^-2^(2)+^(3)+*", "*"],
        &["^(1/4)", "^(1/4)+^(3/4)+*", "-^(3/4)+*", "^(3/4)-^(1/4)", "0", "*", "-^(1/4)"],
    ];
    let mut all = (0, 0);
    for pool in pools {
        let (forms, found) = check_simplify(&Sumbers, &read(&Sumbers, pool), 2, &table);
        all = (all.0 + forms, all.1 + found);
    }
    insta::assert_debug_snapshot!(all);
}

#[test]
fn numberish_values_simplify() {
    let mut table = Vec::new();
    for number in numbers_to(2, 2) {
        for infinitesimal in infinitesimals(&["0.1", "1", "1.1", "2", "3"], 2, 2, 6) {
            table.push(NumberPlus { number: number.clone(), infinitesimal });
        }
    }
    let pools: [&[&str]; 4] = [
        &["0", "*", "*(2)", "*(3)", "*(5)", "^", "-^+*(2)", "^+*(2)", "^(2)-^+*(3)"],
        &["^+*(2)", "^+*(3)", "^(2)+*(2)", "-^(2)", "-^+*(3)", "*(2)", "*(4)", "0"],
        &["0", "1", "*", "1+*", "1+^", "1-^+*(2)", "-1+*(2)", "^", "0.1+*", "0.1"],
        &["1+^", "1+^+*", "1-^", "1+*(2)", "1+*(3)", "0.1+^(2)", "1-^(2)+^", "10"],
    ];
    let mut all = (0, 0);
    for pool in pools {
        let (forms, found) = check_simplify(&Numberish, &read(&Numberish, pool), 2, &table);
        all = (all.0 + forms, all.1 + found);
    }
    let nimbers = ["0", "*", "*(2)", "*(3)", "*(4)", "^", "^(2)-^"];
    check_simplify(&Numberish, &read(&Numberish, &nimbers), 7, &table);
    insta::assert_debug_snapshot!(all);
}

/// Random forms over a wider box: orders down to 1/8, up to three terms in an option and four
/// options on each side. Some options are close to others.
#[test]
fn random_forms_simplify() {
    let values = infinitesimals(&["0.001", "0.1", "0.11", "1", "1.1", "2"], 3, 2, 1);
    let table = infinitesimals(&["0.001", "0.01", "0.1", "0.11", "1", "1.1", "2", "3"], 2, 2, 6);
    let mut state = 1u64;
    let mut below = move |bound: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % bound
    };
    let mut oracle = Oracle::default();
    let known: HashSet<G> = table.iter().map(|value| oracle.infinitesimal(value)).collect();
    let mut found = 0;
    for _ in 0..6000 {
        let base = &values[below(values.len())];
        let sides: [Vec<NumberPlus>; 2] = [(); 2].map(|()| {
            (0..=below(4))
                .map(|_| {
                    let nimber = UBig::from(below(4));
                    let near = &table[below(60)];
                    let value = match below(3) {
                        0 => values[below(values.len())].clone(),
                        1 => base.clone(),
                        _ => base.add(near).expect("small"),
                    };
                    NumberPlus::from(value.plus_nimber(&nimber))
                })
                .collect()
        });
        let games = sides
            .each_ref()
            .map(|side| side.iter().map(|option| oracle.number_plus(option)).collect::<Vec<_>>());
        let game = oracle.make(&games[0], &games[1]);
        let [left, right] = sides.each_ref().map(|side| side.iter().collect::<Vec<_>>());
        match Numberish.simplify(&left, &right).expect("small") {
            Some(value) => {
                found += 1;
                assert_eq!(oracle.number_plus(&value), game, "{{{left:?}|{right:?}}}: {value:?}");
            }
            None => assert!(!known.contains(&game), "{{{left:?}|{right:?}}} is an element"),
        }
    }
    assert!(found > 1000, "only {found} of the forms are elements");
}

/// The order of all pairs, and sums, compared with the oracle.
#[test]
fn order_and_sums_agree_with_the_book() {
    let values: Vec<NumberPlus> = infinitesimals(&["0.1", "1", "2"], 2, 1, 4)
        .into_iter()
        .flat_map(|infinitesimal| {
            [Dyadic::ZERO, Dyadic::ONE]
                .map(|number| NumberPlus { number, infinitesimal: infinitesimal.clone() })
        })
        .collect();
    let mut oracle = Oracle::default();
    let games: Vec<G> = values.iter().map(|v| oracle.number_plus(v)).collect();
    for (g, &game) in values.iter().zip(&games) {
        for (h, &other) in values.iter().zip(&games) {
            let relation = Numberish.compare(g, h).expect("small");
            assert_eq!(relation.at_most(), oracle.le(game, other), "{g:?} to {h:?}");
            assert_eq!(relation.at_least(), oracle.le(other, game), "{g:?} to {h:?}");
        }
    }
    for (g, &game) in values.iter().zip(&games).step_by(3) {
        for (h, &other) in values.iter().zip(&games).step_by(5) {
            let sum = Numberish.add(g, h).expect("small");
            assert_eq!(oracle.number_plus(&sum), oracle.add(game, other), "{g:?} + {h:?}");
        }
    }
}

#[test]
fn the_oracle_knows_the_book() {
    let mut oracle = Oracle::default();
    let zero = oracle.make(&[], &[]);
    let star = oracle.nimber(1);
    let up = oracle.make(&[zero], &[star]);
    assert_eq!(up, oracle.up(&Dyadic::ONE));
    let up_star = oracle.add(up, star);
    assert_eq!(oracle.make(&[zero, star], &[zero]), up_star);
    let double_up = oracle.add(up, up);
    assert_eq!(oracle.make(&[zero], &[up_star]), double_up);
    let (half, one) =
        (oracle.number(&Dyadic::ONE.half().expect("small")), oracle.number(&Dyadic::ONE));
    assert_eq!(oracle.add(half, half), one);
    let (two, three) = (oracle.nimber(2), oracle.nimber(3));
    assert_eq!(oracle.add(star, two), three);
    assert_eq!(oracle.outcome(up_star), Outcome::Next);
}
