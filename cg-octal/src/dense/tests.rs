use proptest::prelude::*;

use crate::{Dense, Rules, Simd, oracle};

fn same_as_oracle(rules: &Rules, count: usize) {
    let want = oracle(rules, count);
    for simd in [Simd::Portable, Simd::detect()] {
        let mut dense = Dense::new(rules, simd).unwrap();
        dense.marked = 1;
        dense.extend(count, &cg_core::Interrupt::new()).unwrap();
        let got: Vec<u32> = dense.values().iter().map(|&v| u32::from(v)).collect();
        assert_eq!(got, want, "{rules} with {}", simd.name());
    }
}

#[test]
fn all_codes_of_two_digits() {
    for zero in [0, 4] {
        for first in 0..8 {
            for second in 0..8 {
                let code = crate::Code::new(zero, vec![first, second], Vec::new()).unwrap();
                same_as_oracle(&code.into(), 200);
            }
        }
    }
    same_as_oracle(&Rules::Grundy, 700);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn random_codes(zero in 0u32..2, digits in prop::collection::vec(0u32..8, 0..7)) {
        let code = crate::Code::new(zero * 4, digits, Vec::new()).unwrap();
        same_as_oracle(&code.into(), 600);
    }
}
