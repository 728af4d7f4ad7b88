//! Quotients compared with the tables, with brute force and with their definition.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cg_misere::{
    Element, HeapGame, MisereCertificate, MisereEnding, MisereLimits, MisereSearch, ONE, Solution,
};
use cg_octal::Rules;
use proptest::prelude::*;

const FACTS: &str = include_str!("../../testdata/misere.tsv");
const SURVEY: &str = include_str!("../../testdata/misere_survey.tsv");
const PRESENTATIONS: &str = include_str!("../../testdata/misere_presentations.tsv");

fn rows(facts: &'static str, property: &'static str) -> Vec<(&'static str, &'static str)> {
    let cells = |line: &'static str| line.split('\t').collect::<Vec<_>>();
    let rows = facts.lines().skip(1).map(cells).filter(|row| row[1] == property);
    rows.map(|row| (row[0], row[2])).collect()
}

fn searched(code: &str, heaps: u64) -> (MisereSearch<Rules>, MisereEnding) {
    let mut search = MisereSearch::new(code.parse::<Rules>().unwrap());
    let limits = MisereLimits { heaps, elements: 400, ..MisereLimits::default() };
    let ending = search.go(&limits, &Default::default(), &mut |_| {});
    (search, ending)
}

/// For random games.
fn searched_small(code: &str, heaps: u64) -> (MisereSearch<Rules>, MisereEnding) {
    let mut search = MisereSearch::new(code.parse::<Rules>().unwrap());
    let limits = MisereLimits { heaps, elements: 60, ..MisereLimits::default() };
    let ending = search.go(&limits, &Default::default(), &mut |_| {});
    (search, ending)
}

fn p_count(solution: &Solution) -> usize {
    solution.quotient().p_positions().count()
}

/// Misère outcomes of all positions of at most `total` tokens, by the definition. A position is the
/// product of its heaps. Heap k is the k-th prime, which is at most 2^k.
struct BruteForce {
    primes: Vec<u128>,
    options: Vec<Vec<u128>>,
    losing: HashMap<u128, bool>,
}

fn at(heap: u64) -> usize {
    usize::try_from(heap).expect("small heaps")
}

impl BruteForce {
    fn new(game: &impl HeapGame, total: u64) -> Self {
        let mut primes = vec![1u128];
        primes.extend((2u128..).filter(|n| (2..*n).all(|d| n % d != 0)).take(40));
        let mut options: Vec<Vec<u128>> = Vec::new();
        for heap in 0..=total {
            let mut of_heap = BTreeSet::new();
            game.each_option(heap, &mut |parts| {
                of_heap.insert(parts.iter().map(|&part| primes[at(part)]).product());
            });
            options.push(of_heap.into_iter().collect());
        }
        Self { primes, options, losing: HashMap::new() }
    }

    fn is_losing(&mut self, heaps: &[u64]) -> bool {
        let key = heaps.iter().map(|&heap| self.primes[at(heap)]).product();
        self.losing_key(key)
    }

    fn losing_key(&mut self, key: u128) -> bool {
        if let Some(&known) = self.losing.get(&key) {
            return known;
        }
        let mut has_move = false;
        let mut losing = true;
        for heap in (1..self.options.len()).rev() {
            if !key.is_multiple_of(self.primes[heap]) {
                continue;
            }
            for at in 0..self.options[heap].len() {
                has_move = true;
                if self.losing_key(key / self.primes[heap] * self.options[heap][at]) {
                    losing = false;
                }
            }
        }
        let losing = has_move && losing;
        self.losing.insert(key, losing);
        losing
    }
}

/// Calls `see` with all positions of at most `total` tokens.
fn each_position(total: u64, largest: u64, heaps: &mut Vec<u64>, see: &mut dyn FnMut(&[u64])) {
    see(heaps);
    for heap in 1..=largest.min(total) {
        heaps.push(heap);
        each_position(total - heap, heap, heaps, see);
        heaps.pop();
    }
}

fn agrees_with_play(solution: &Solution, rules: &Rules, total: u64) {
    let mut play = BruteForce::new(rules, total);
    let known = solution.period().map_or(solution.last_heap(), |_| total);
    each_position(total, total.min(known), &mut Vec::new(), &mut |heaps| {
        assert_eq!(!solution.wins(heaps).unwrap(), play.is_losing(heaps), "{rules}: {heaps:?}");
    });
}

/// |Q|=40 |P|=9 preperiod=71 period=12 sizes=1, 2; 2, 6
fn fields(row: &str) -> BTreeMap<&str, &str> {
    let (plain, sizes) = row.split_once(" sizes=").unwrap_or((row, ""));
    let pairs = plain.split(' ').filter_map(|pair| pair.split_once('='));
    pairs.chain([("sizes", sizes)]).collect()
}

fn check_proved(row: (&str, &str), total: u64) {
    let (code, facts) = row;
    let facts = fields(facts);
    let number = |name: &str| facts[name].parse::<u64>().unwrap();
    let (search, ending) = searched(code, 1500);
    assert_eq!(ending, MisereEnding::Proved, "{code}");
    let solution = search.solution();
    assert_eq!(solution.quotient().order() as u64, number("|Q|"), "{code}");
    assert_eq!(p_count(solution) as u64, number("|P|"), "{code}");
    let period = solution.period().unwrap();
    assert_eq!(
        (period.preperiod, period.period),
        (number("preperiod"), number("period")),
        "{code}"
    );
    let sizes = search.changes().iter().map(|change| format!("{}, {}", change.heap, change.order));
    let sizes: Vec<String> = sizes.collect();
    assert_eq!(sizes.join("; "), facts["sizes"], "{code}");
    let rules = search.game();
    agrees_with_play(solution, rules, total);
    let certificate = MisereCertificate::of(rules, solution);
    let verified = certificate.verify(&Default::default()).unwrap();
    assert_eq!((verified.order, verified.period), (solution.quotient().order(), Some(period)));
}

#[test]
fn proved_quotients() {
    let rows = rows(FACTS, "misere quotient");
    assert_eq!(rows.len(), 116);
    rows.into_iter().for_each(|row| check_proved(row, 26));
}

/// All quotients that a survey of the codes of three digits proves. They are found again, and their
/// certificates prove them. `cargo run --release -p cg-misere --example survey` writes the table.
#[test]
fn surveyed_quotients() {
    let rows: Vec<Vec<&str>> =
        SURVEY.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    assert!(rows.len() > 300, "{}", rows.len());
    for row in rows {
        let [code, order, p, preperiod, period] = row[..] else { panic!("{row:?}") };
        let (search, ending) = searched(code, 10_000);
        assert_eq!(ending, MisereEnding::Proved, "{code}");
        let certificate = MisereCertificate::of(search.game(), search.solution());
        let proved = certificate.verify(&Default::default()).expect("it holds");
        let found = proved.period.expect("it is proved for all heaps");
        let numbers =
            [proved.order as u64, proved.p_positions as u64, found.preperiod, found.period];
        let wanted = [order, p, preperiod, period].map(|text| text.parse::<u64>().unwrap());
        assert_eq!(numbers, wanted, "{code}");
        agrees_with_play(search.solution(), search.game(), 26);
    }
}

/// Larger positions; some minutes.
#[test]
#[ignore = "slow: run with --ignored"]
fn proved_quotients_against_more_play() {
    rows(FACTS, "misere quotient").into_iter().for_each(|row| check_proved(row, 38));
}

#[test]
fn quotients_of_some_heaps() {
    // The others have more elements and take a minute: see the test below.
    assert_eq!(check_partial(60), 79);
}

/// A minute.
#[test]
#[ignore = "slow: run with --ignored"]
fn larger_quotients_of_some_heaps() {
    assert_eq!(check_partial(usize::MAX), 180);
}

/// Checks the rows with at most `most` elements, and counts them.
fn check_partial(most: usize) -> usize {
    let rows = rows(FACTS, "partial quotient");
    assert_eq!(rows.len(), 180);
    let mut checked = 0;
    for (code, facts) in rows {
        let order = facts.split_once("|Q|=").unwrap().1.split_once(' ').unwrap().0;
        if order.parse::<usize>().unwrap() > most {
            continue;
        }
        let (heaps, sizes) = facts.strip_prefix("heaps to ").unwrap().split_once(": ").unwrap();
        let (search, ending) = searched(code, heaps.parse().unwrap());
        let solution = search.solution();
        // Some of them are proved now, before that heap.
        let reached = solution.last_heap().to_string() == heaps;
        assert!(reached || ending == MisereEnding::Proved, "{code}: {ending:?}");
        let found = format!("|Q|={} |P|={}", solution.quotient().order(), p_count(solution));
        assert_eq!(found, sizes, "{code}");
        checked += 1;
    }
    checked
}

#[test]
fn presentations() {
    let list = |text: &str, by: &str| text.split(by).map(str::to_owned).collect::<BTreeSet<_>>();
    let mut codes = BTreeSet::new();
    for (code, relations) in rows(PRESENTATIONS, "relations") {
        codes.insert(code);
        let (search, _) = searched(code, 1500);
        let quotient = search.solution().quotient();
        let found = quotient.relations().iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        assert_eq!(found, list(relations, "; "), "{code}");
    }
    for (code, words) in rows(PRESENTATIONS, "Pwords") {
        let (search, _) = searched(code, 1500);
        let quotient = search.solution().quotient();
        let found = quotient.p_positions().map(|x| quotient.word(x).to_string());
        assert_eq!(found.collect::<BTreeSet<_>>(), list(words, ", "), "{code}");
    }
    for (code, words) in rows(PRESENTATIONS, "Phiwords") {
        let (search, _) = searched(code, 1500);
        let solution = search.solution();
        let period = solution.period().unwrap();
        let last = period.preperiod + period.period;
        let word = |heap| solution.quotient().word(solution.value(heap).unwrap()).to_string();
        let found: Vec<String> = (0..last).map(word).collect();
        assert_eq!(found.join(", "), words, "{code}");
    }
    // All rows: three for each of seven codes.
    assert_eq!(codes.len(), 7);
    assert_eq!(PRESENTATIONS.lines().count(), 1 + 3 * codes.len());
}

#[test]
fn all_winning_moves_of_huge_heaps_of_kayles() {
    let (search, _) = searched("Kayles", 1500);
    let (rules, solution) = (search.game(), search.solution());
    let heaps = [1_000_000, 999_983, 12];
    let moves = solution.winning_moves(rules, &heaps, &Default::default()).unwrap();
    assert_eq!(moves.iter().map(|set| set.count()).sum::<u64>(), 416_664);
    for set in &moves {
        let first = set.first();
        let mut after: Vec<u64> =
            heaps.iter().copied().filter(|&heap| heap != first.heap).collect();
        after.extend(&first.left);
        assert!(!solution.wins(&after).unwrap(), "{set:?}");
    }
}

/// The sets of winning moves contain the moves that are found one by one.
#[test]
fn winning_moves_are_those_of_the_definition() {
    for code in [".77", ".123", ".71", "4.12", ".15", ".34", "S{1,3,4}", "4.56"] {
        let (search, _) = searched(code, 1500);
        let (rules, solution) = (search.game(), search.solution());
        for heaps in
            [vec![1], vec![2, 2], vec![200], vec![150, 37, 5], vec![31, 31, 3], vec![5, 160]]
        {
            let found = solution.winning_moves(rules, &heaps, &Default::default()).unwrap();
            let found: Vec<_> = found.iter().flat_map(|set| set.iter()).collect();
            let all = found.len();
            let found: BTreeSet<_> = found.into_iter().collect();
            assert_eq!(found.len(), all, "each move once");
            let mut wanted = BTreeSet::new();
            for (at, &heap) in heaps.iter().enumerate() {
                rules.each_option(heap, &mut |left| {
                    let mut after = heaps.clone();
                    after.remove(at);
                    after.extend(left);
                    if !solution.wins(&after).unwrap() {
                        wanted.insert(cg_octal::HeapMove { heap, left: left.to_vec() });
                    }
                });
            }
            assert_eq!(found, wanted, "{code} {heaps:?}");
        }
    }
}

#[test]
fn heaps_beyond_what_is_known_have_no_value() {
    let (search, ending) = searched(".07", 25);
    assert_eq!(ending, MisereEnding::Heaps);
    let error = search.solution().wins(&[3, 26]).unwrap_err().to_string();
    assert!(error.contains("heap 26") && error.contains("heaps to 25"), "{error}");
    assert!(search.solution().wins(&[3, 25]).is_ok());
}

#[test]
fn limits_end_a_search_and_it_goes_on() {
    let rules: Rules = ".77".parse().unwrap();
    let mut search = MisereSearch::new(rules);
    let few = MisereLimits { elements: 20, ..MisereLimits::default() };
    let none = Default::default();
    assert_eq!(search.go(&few, &none, &mut |_| {}), MisereEnding::Elements);
    assert_eq!((search.solution().last_heap(), search.solution().quotient().order()), (11, 18));
    let all = MisereLimits::default();
    assert_eq!(search.go(&all, &none, &mut |_| {}), MisereEnding::Proved);
    assert_eq!(search.solution(), searched(".77", 1500).0.solution());
    let flag = cg_core::Interrupt::new();
    flag.raise();
    let mut search = MisereSearch::new(".07".parse::<Rules>().unwrap());
    assert_eq!(search.go(&all, &flag, &mut |_| {}), MisereEnding::Interrupted);
    let late = MisereLimits { time: Some(std::time::Duration::ZERO), ..MisereLimits::default() };
    assert_eq!(search.go(&late, &none, &mut |_| {}), MisereEnding::Time);
}

/// Octal codes of up to three digits, hexadecimal ones and sets.
fn codes() -> impl Strategy<Value = String> {
    let digits = |largest: u32| prop::collection::vec(0..=largest, 1..4);
    let text = |digits: Vec<u32>| digits.iter().map(|d| format!("{d:X}")).collect::<String>();
    prop_oneof![
        4 => digits(7).prop_map(move |d| format!(".{}", text(d))),
        2 => digits(7).prop_map(move |d| format!("4.{}", text(d))),
        2 => digits(15).prop_map(move |d| format!(".{}", text(d))),
        1 => prop::collection::btree_set(1u32..7, 1..4).prop_map(|set| {
            let set: Vec<String> = set.iter().map(ToString::to_string).collect();
            format!("S{{{}}}", set.join(","))
        }),
    ]
}

proptest! {
    #![proptest_config(cg_properties::cases(30))]

    /// Words of the heaps 1 to 4 with at most 4 of each have the same element exactly if no such
    /// word distinguishes them in play.
    #[test]
    fn elements_are_classes_of_indistinguishable_positions(code in codes()) {
        let (search, _) = searched_small(&code, 4);
        let solution = search.solution();
        let whole = solution.last_heap() == 4 || solution.period().is_some();
        prop_assume!(whole);
        // The numbers of heaps of each size in the word of a number, each below `base`.
        let counts = |at: usize, base: usize| [0, 1, 2, 3].map(|heap| at / base.pow(heap) % base);
        let word = |at: usize, base: usize| {
            let copies = (1u64..).zip(counts(at, base)).flat_map(|(heap, n)| vec![heap; n]);
            copies.collect::<Vec<u64>>()
        };
        // The sum of two words has up to 8 heaps of each size.
        const SUMS: usize = 9;
        let mut play = BruteForce::new(search.game(), 4);
        let losing: Vec<bool> =
            (0..SUMS.pow(4)).map(|at| play.is_losing(&word(at, SUMS))).collect();
        let number = |at: usize| (0..).zip(counts(at, 5)).map(|(heap, n)| n * SUMS.pow(heap)).sum();
        let numbers: Vec<usize> = (0..5usize.pow(4)).map(number).collect();
        let mut outcomes: HashMap<Vec<bool>, Element> = HashMap::new();
        let mut elements: HashMap<Element, Vec<bool>> = HashMap::new();
        for (a, &at) in numbers.iter().enumerate() {
            let row: Vec<bool> = numbers.iter().map(|&b| losing[at + b]).collect();
            let element = solution.sum(&word(a, 5)).unwrap();
            prop_assert_eq!(*outcomes.entry(row.clone()).or_insert(element), element);
            prop_assert_eq!(elements.entry(element).or_insert_with(|| row.clone()), &row);
        }
        prop_assert_eq!(outcomes.len(), solution.quotient().order());
    }

    #[test]
    fn quotients_are_commutative_monoids(
        code in codes(),
        picks in prop::collection::vec(any::<(u16, u16, u16)>(), 50),
    ) {
        let (search, _) = searched_small(&code, 14);
        let quotient = search.solution().quotient();
        let order = quotient.order();
        for (a, b, c) in picks {
            let most = Element::try_from(order).expect("an order is small");
            let [a, b, c] = [a, b, c].map(|x| x % most);
            let times = |x, y| quotient.product(x, y);
            prop_assert_eq!(times(a, b), times(b, a));
            prop_assert_eq!(times(times(a, b), c), times(a, times(b, c)));
            prop_assert_eq!(times(a, ONE), a);
        }
        for x in quotient.elements() {
            let heaps: Vec<u64> = quotient.word(x).factors().iter()
                .flat_map(|&(heap, count)| vec![heap; count as usize]).collect();
            prop_assert_eq!(search.solution().sum(&heaps).unwrap(), x);
        }
        for x in quotient.elements() {
            let e = quotient.idempotent_of(x);
            prop_assert!(quotient.idempotents().contains(&e));
            let powers = (0..=2 * order).scan(ONE, |power, _| {
                *power = quotient.product(*power, x);
                Some(*power)
            });
            let found: BTreeSet<Element> =
                powers.filter(|power| quotient.idempotents().contains(power)).collect();
            prop_assert_eq!(found, BTreeSet::from([e]));
        }
        prop_assert!(order == 1 || order % 2 == 0);
    }

    #[test]
    fn random_codes_agree_with_play(code in codes()) {
        let (search, _) = searched_small(&code, 30);
        agrees_with_play(search.solution(), search.game(), 16);
        let certificate = MisereCertificate::of(search.game(), search.solution());
        let text = certificate.to_json();
        let read = MisereCertificate::from_json(&text).unwrap();
        prop_assert_eq!(&read, &certificate);
        if search.solution().quotient().order() < 60 {
            prop_assert!(read.verify(&Default::default()).is_ok());
        }
    }

    /// A certificate with one changed number is refused.
    #[test]
    fn corrupted_certificates_are_refused(
        code in prop::sample::select(vec![".77", ".123", ".71", ".75", ".34", "4.12"]),
        place in any::<prop::sample::Index>(),
        by in 1u16..40,
    ) {
        let (search, _) = searched(code, 1500);
        let good = MisereCertificate::of(search.game(), search.solution());
        let mut bad = good.clone();
        let order = u16::try_from(good.order).unwrap();
        let changed = |x: &mut u16| *x = (*x + 1 + by % (order - 1)) % order;
        match place.index(10) {
            0 => { let at = place.index(bad.p.len()); changed(&mut bad.p[at]); }
            1 => { let at = place.index(bad.phi.len()); changed(&mut bad.phi[at]); }
            2 => { let row = place.index(bad.products.len());
                   let at = place.index(good.order); changed(&mut bad.products[row][at]); }
            3 => { bad.p.pop(); }
            4 => { let at = place.index(bad.phi.len() - 1); bad.phi.truncate(at + 1); }
            7 => { let at = place.index(bad.generators.len());
                   bad.generators[at] += u64::from(by) + 200; }
            8 => { bad.order += usize::from(by); }
            9 => { let at = place.index(bad.generators.len());
                   bad.generators.remove(at); bad.products.remove(at); }
            5 => { bad.period.as_mut().unwrap().period += u64::from(by); }
            _ => { let period = bad.period.as_mut().unwrap();
                   period.preperiod = period.preperiod.saturating_sub(u64::from(by)); }
        }
        prop_assert!(bad.verify(&Default::default()).is_err(), "{:?}", bad);
    }
}
