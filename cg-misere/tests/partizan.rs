//! Quotients of partizan games compared with those of impartial games, with brute force and with the definition.

use std::collections::HashMap;
use std::convert::Infallible;

use cg_core::{Outcome, Player};
use cg_misere::{
    Closure, Element, MisereEnding, MisereError, MisereLimits, MisereSearch, ONE, PartizanQuotient,
    Watch,
};
use cg_octal::{Heaps, Rules};
use cg_rulesets::{Ruleset, Sign};

/// Heaps with the options of Left and of Right, each a sum of smaller heaps. A position is a sum of heaps.
struct Table(Vec<[Vec<Vec<u8>>; 2]>);

impl Table {
    /// Left takes a number of tokens from one list, Right from another.
    fn subtraction(left: &[u8], right: &[u8], heaps: u8) -> Self {
        let side = |heap: u8, takes: &[u8]| {
            let left = takes.iter().filter_map(|take| heap.checked_sub(*take));
            left.map(|rest| if rest == 0 { vec![] } else { vec![rest] }).collect()
        };
        Table((0..=heaps).map(|heap| [side(heap, left), side(heap, right)]).collect())
    }

    fn random(random: &mut fastrand::Rng, heaps: u8) -> Self {
        let option = |random: &mut fastrand::Rng, heap: u8| -> Vec<u8> {
            (0..random.u8(0..3)).map(|_| random.u8(0..heap)).filter(|&part| part > 0).collect()
        };
        let side = |random: &mut fastrand::Rng, heap: u8| -> Vec<Vec<u8>> {
            let count = if heap == 0 { 0 } else { random.u8(0..3) };
            (0..count).map(|_| option(random, heap)).collect()
        };
        Table((0..=heaps).map(|heap| [0, 1].map(|_| side(random, heap))).collect())
    }

    fn all(&self) -> Vec<Vec<u8>> {
        (1..self.0.len()).map(|heap| vec![u8::try_from(heap).unwrap()]).collect()
    }

    fn options(&self, sum: &[u8], player: Player) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        for (at, &heap) in sum.iter().enumerate() {
            for option in &self.0[usize::from(heap)][player as usize] {
                let mut after = [&sum[..at], &sum[at + 1..], option].concat();
                after.sort_unstable();
                found.push(after);
            }
        }
        found
    }

    /// Whether `player` wins moving first in misère play, by the definition.
    fn wins(
        &self,
        sum: &[u8],
        player: Player,
        known: &mut HashMap<(Vec<u8>, Player), bool>,
    ) -> bool {
        if let Some(&wins) = known.get(&(sum.to_vec(), player)) {
            return wins;
        }
        let options = self.options(sum, player);
        let wins = options.is_empty()
            || options.iter().any(|option| !self.wins(option, player.opponent(), known));
        known.insert((sum.to_vec(), player), wins);
        wins
    }
}

impl Ruleset for Table {
    type Position = Vec<u8>;
    type Error = Infallible;

    fn moves(
        &self,
        position: &Vec<u8>,
        player: Player,
        out: &mut impl Extend<Vec<u8>>,
    ) -> Result<(), Infallible> {
        out.extend(self.options(position, player));
        Ok(())
    }

    fn split(
        &self,
        position: Vec<u8>,
        out: &mut impl Extend<(Vec<u8>, Sign)>,
    ) -> Result<(), Infallible> {
        out.extend(position.into_iter().map(|heap| (vec![heap], Sign::Plus)));
        Ok(())
    }
}

fn closure<R: Ruleset<Error = Infallible>>(
    rules: &R,
    positions: &[R::Position],
) -> Closure<R::Position> {
    let Ok(closure) = Closure::partizan(rules, positions, 1000, &Watch::default()).unwrap();
    closure
}

fn found(table: &Table, most: usize) -> Result<PartizanQuotient, MisereError> {
    PartizanQuotient::find(&closure(table, &table.all()), most, &Watch::default())
}

#[test]
fn impartial_games_have_the_quotients_of_the_other_search() {
    for code in ["Kayles", "Dawson's Kayles", "0.75", "0.123", "0.0103", "4.56"] {
        let rules: Rules = code.parse().unwrap();
        for heaps in [1, 3, 6, 9] {
            let partizan = closure(&rules, &[Heaps::from([heaps])]);
            let mine = PartizanQuotient::find(&partizan, 300, &Watch::default()).unwrap();
            let Ok(impartial) =
                Closure::new(&rules, &[Heaps::from([heaps])], 1000, &Watch::default()).unwrap();
            let mut search = MisereSearch::new(impartial);
            let limits = MisereLimits { heaps: 1000, ..MisereLimits::default() };
            let ending = search.go(&limits, &Default::default(), &mut |_| {});
            assert_eq!(ending, MisereEnding::Proved);
            let other = search.solution();
            assert_eq!(mine.quotient().relations(), other.quotient().relations(), "{code} {heaps}");
            let words = |x: &Element| mine.quotient().word(*x).clone();
            let others = |x: &Element| other.quotient().word(*x).clone();
            assert!(mine.quotient().p_positions().eq(other.quotient().p_positions()));
            assert!(mine.values().iter().map(words).eq(other.phi().iter().map(others)));
        }
    }
}

/// The sets that Left and Right take from, and the order of the quotient of the heaps up to 10.
const ORDERS: [(&[u8], &[u8], usize); 12] = [
    (&[1], &[1, 2], 5),
    (&[1], &[1, 3], 2),
    (&[1, 2], &[1, 3], 5),
    (&[1, 3], &[1, 2], 5),
    (&[1, 2], &[1, 2], 6),
    (&[1, 2], &[1, 2, 4], 6),
    (&[2, 3], &[2, 4], 13),
    (&[2, 3], &[2, 3, 4], 13),
    (&[1, 2], &[1, 2, 3], 15),
    (&[1, 4], &[1, 3, 4], 17),
    (&[1, 2, 3], &[1, 2, 4], 21),
    (&[2, 4], &[2, 3, 4], 6),
];

#[test]
fn partizan_subtraction_games_have_known_orders() {
    for (left, right, order) in ORDERS {
        let table = Table::subtraction(left, right, 10);
        let found = found(&table, 100).unwrap();
        assert_eq!(found.quotient().order(), order, "{left:?} {right:?}");
        check(&table, &found, 4);
    }
    // In a sum of heaps 1, in which Left alone moves, each heap counts.
    let error = found(&Table::subtraction(&[1], &[2], 4), 50).unwrap_err();
    assert!(matches!(error, MisereError::ManyElements { elements: 50 }));
}

/// Compares outcomes with the definition, and elements with the tests of each other.
fn check(table: &Table, found: &PartizanQuotient, most: usize) {
    let quotient = found.quotient();
    let closure = closure(table, &table.all());
    let numbers: HashMap<u8, Element> = (0..u64::try_from(closure.len()).unwrap())
        .filter_map(|heap| Some((closure.component(heap)?.0[0], found.value(heap))))
        .collect();
    let mut known = HashMap::new();
    let mut open: Vec<(Vec<u8>, Element)> = vec![(vec![], ONE)];
    while let Some((sum, value)) = open.pop() {
        let wins = Player::BOTH.map(|player| table.wins(&sum, player, &mut known));
        let outcome = Outcome::from_first_moves(wins[0], wins[1]);
        assert_eq!(found.outcome(value), outcome, "{sum:?}");
        if sum.len() < most {
            let last = sum.last().copied().unwrap_or(0);
            for (&heap, &of_heap) in numbers.iter().filter(|(heap, _)| **heap >= last) {
                let more = [&sum[..], &[heap]].concat();
                open.push((more, quotient.product(value, of_heap)));
            }
        }
    }
    for a in quotient.elements() {
        for b in quotient.elements().filter(|&b| b < a) {
            let differ =
                |x| found.outcome(quotient.product(a, x)) != found.outcome(quotient.product(b, x));
            assert!(quotient.elements().any(differ), "{a} and {b} are one element");
        }
    }
}

#[test]
fn random_games_have_the_outcomes_of_the_definition() {
    let mut random = fastrand::Rng::with_seed(11);
    let (mut orders, mut without) = (Vec::new(), 0);
    for _ in 0..300 {
        let table = Table::random(&mut random, 5);
        match found(&table, 20) {
            Ok(found) => {
                check(&table, &found, 4);
                orders.push(found.quotient().order());
            }
            Err(error) => {
                assert!(matches!(error, MisereError::ManyElements { .. }), "{error}");
                without += 1;
            }
        }
    }
    orders.sort_unstable();
    orders.dedup();
    assert!(orders.len() >= 10 && without < 250, "{orders:?}, {without}");
}
