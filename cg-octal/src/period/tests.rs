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
