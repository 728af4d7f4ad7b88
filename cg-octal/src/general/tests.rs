use proptest::prelude::*;

use crate::{Code, General, Rules, oracle};

fn same_as_oracle(rules: &Rules, count: usize) {
    let mut general = General::new(rules, 1 << 30);
    general.extend(count, &cg_core::Interrupt::new()).unwrap();
    assert_eq!(general.values(), oracle(rules, count), "{rules}");
}

#[test]
fn grundy() {
    same_as_oracle(&Rules::Grundy, 300);
}

#[test]
fn memory_is_bounded() {
    let mut general = General::new(&".(7)".parse().unwrap(), 1000);
    let error = general.extend(1000, &cg_core::Interrupt::new()).unwrap_err();
    assert!(error.to_string().contains("1000 bytes of memory"), "{error}");
    assert!(general.values().len() > 10);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn octal_codes(
        zero in 0u32..2,
        head in prop::collection::vec(0u32..8, 0..6),
        tail in prop::collection::vec(0u32..8, 0..3),
    ) {
        same_as_oracle(&Code::new(zero * 4, head, tail).unwrap().into(), 120);
    }

    #[test]
    fn higher_bases(
        zero in 0u32..8,
        head in prop::collection::vec(0u32..32, 0..5),
        tail in prop::collection::vec(0u32..16, 0..2),
    ) {
        same_as_oracle(&Code::new(zero * 4, head, tail).unwrap().into(), 34);
    }
}
