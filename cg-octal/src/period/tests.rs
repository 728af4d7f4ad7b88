use proptest::prelude::*;

use super::*;

fn slow(values: &[u32]) -> Option<Period> {
    for preperiod in 0..values.len() {
        for period in 1..values.len() {
            if preperiod + 2 * period >= values.len() {
                break;
            }
            let step = |n: usize| i64::from(values[n + period]) - i64::from(values[n]);
            let saltus = step(preperiod);
            if saltus >= 0 && (preperiod..values.len() - period).all(|n| step(n) == saltus) {
                return Some(Period {
                    preperiod: preperiod as u64,
                    period: period as u64,
                    saltus: saltus.unsigned_abs(),
                });
            }
        }
    }
    None
}

proptest! {
    #[test]
    fn as_by_trying_all(
        head in prop::collection::vec(0u32..3, 0..6),
        block in prop::collection::vec(0u32..3, 1..5),
        saltus in 0u32..3,
        length in 3usize..30,
    ) {
        let cycle = (0..).flat_map(|turn| block.iter().map(move |&v| v + turn * saltus));
        let values: Vec<u32> = head.iter().copied().chain(cycle).take(length).collect();
        prop_assert_eq!(find_period(&values, |_| true), slow(&values));
    }

    #[test]
    fn least_periods(block in prop::collection::vec(0u8..2, 1..5), times in 1usize..7) {
        let long: Vec<u8> = block.iter().copied().cycle().take(block.len() * times).collect();
        let least = (1..=long.len())
            .find(|&p| long.len().is_multiple_of(p) && (p..long.len()).all(|i| long[i] == long[i - p]));
        let is_period = |p: usize| (p..long.len()).all(|i| long[i] == long[i - p]);
        prop_assert_eq!(Some(least_period(long.len(), is_period)), least);
    }
}

/// What the theorem says of a code, with the bound as small as it may be. How many
/// periods it proves, and how many of them from heap 0 on.
fn proved_periods_go_on(code: crate::Code) -> [usize; 2] {
    const HEAPS: usize = 90;
    let (length, parts) = (code.length().unwrap() as u64, code.most_parts());
    let values = crate::nim_values(&code.into(), HEAPS).unwrap();
    let agree = |from: usize, to: usize, period: usize| {
        (from..to - period).all(|heap| values[heap] == values[heap + period])
    };
    let mut proved = [0, 0];
    for (preperiod, period) in (0..40).flat_map(|first| (1..20).map(move |p| (first, p))) {
        let found = Period { preperiod, period, saltus: 0 };
        let bound = usize::try_from(found.guy_smith_bound(length, parts)).unwrap();
        let [preperiod, period] = [preperiod, period].map(|n| usize::try_from(n).unwrap());
        if bound <= HEAPS && agree(preperiod, bound, period) {
            assert!(agree(preperiod, HEAPS, period), "{found:?} {values:?}");
            proved[0] += 1;
            proved[1] += usize::from(preperiod == 0);
        }
    }
    proved
}

fn count_proved(zeros: &[u32], base: u32, digits: u32) -> [usize; 2] {
    let mut counts = [0, 0];
    for &zero in zeros {
        for code in 1..base.pow(digits) {
            let digits = (0..digits).rev().map(|at| code / base.pow(at) % base).collect();
            let proved = proved_periods_go_on(crate::Code::new(zero, digits, Vec::new()).unwrap());
            counts = [counts[0] + proved[0], counts[1] + proved[1]];
        }
    }
    counts
}

#[test]
fn periods_as_far_as_the_bound_go_on() {
    let [proved, from_heap_0] = count_proved(&[0, 4], 8, 3);
    assert!(proved > 10_000 && from_heap_0 > 100, "{proved} {from_heap_0}");
}

#[test]
fn so_they_do_in_games_of_base_16_and_32() {
    let [proved, from_heap_0] = count_proved(&[0, 4, 8, 12], 16, 2);
    assert!(proved > 10_000 && from_heap_0 > 50, "{proved} {from_heap_0}");
    let [proved, from_heap_0] = count_proved(&[0, 16], 32, 1);
    assert!(proved > 100 && from_heap_0 > 10, "{proved} {from_heap_0}");
}
