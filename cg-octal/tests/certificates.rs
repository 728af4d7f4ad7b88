//! The kept certificates: their claims are consistent, their first segment holds, and forged ones
//! are refused.

use cg_core::Interrupt;
use cg_octal::{ChainCertificate, OctalError};

fn kept() -> ChainCertificate {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/certificates/106.json");
    ChainCertificate::from_json(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Verifies some million heaps after a state.
fn begin(chain: &ChainCertificate, segment: usize) -> Result<(), OctalError> {
    let interrupt = Interrupt::new();
    let mut left = 2_000_000;
    let mut progress = |done| {
        left = i64::saturating_sub(left, i64::try_from(done).unwrap());
        if left <= 0 {
            interrupt.raise();
        }
    };
    chain.check(&Interrupt::new())?.verify(segment, &mut progress, &interrupt).map(|_| ())
}

#[test]
fn the_chain_of_106_is_that_of_the_literature() {
    let chain = kept();
    let checked = chain.check(&Interrupt::new()).unwrap();
    let rows = concat!(env!("CARGO_MANIFEST_DIR"), "/../testdata/octal_records.tsv");
    let rows = std::fs::read_to_string(rows).unwrap();
    let row = rows.lines().find(|row| row.starts_with(".106\t")).unwrap();
    let mut numbers = row.split('\t').skip(1).map(|field| field.parse::<u64>().ok());
    assert_eq!(numbers.next(), Some(Some(chain.period.preperiod)));
    assert_eq!(numbers.next(), Some(Some(chain.period.period)));
    // The last values equal those of a period before, except the first, before which the period
    // does not hold.
    let last = chain.states.last().unwrap();
    let before = chain.states.iter().find(|state| state.heap + chain.period.period == last.heap);
    let (before, last) = (before.unwrap().values.get(), last.values.get());
    assert!(before[1..] == last[1..] && before[0] != last[0]);
    assert_eq!(checked.heaps(0).start, 0);
    assert!((1..checked.segments()).all(|i| checked.heaps(i).start == checked.heaps(i - 1).end));
    // The first segment ends with the first state.
    checked.verify(0, &mut |_| {}, &Interrupt::new()).unwrap();
}

#[test]
fn a_forged_state_is_refused() {
    // The segments that are verified here hold.
    let good = kept();
    for segment in [1, 60] {
        let begun = begin(&good, segment);
        // Some segments are short.
        assert!(matches!(begun, Ok(()) | Err(OctalError::Interrupted { .. })), "{begun:?}");
    }
    // Another first state: the first segment does not lead to it.
    let mut forged = kept();
    let mut values = forged.states[0].values.get().to_vec();
    values[77] ^= 1;
    forged.states[0].values = values.into();
    let error =
        forged.check(&Interrupt::new()).and_then(|c| c.verify(0, &mut |_| {}, &Interrupt::new()));
    assert!(error.unwrap_err().to_string().contains("does not hold"));
    // Another end, another period, a missing state: the rest is not consistent.
    let mut forged = kept();
    let end = forged.states.len() - 1;
    forged.states[end].values = forged.states[0].values.clone();
    assert!(forged.check(&Interrupt::new()).is_err());
    let mut forged = kept();
    forged.period.period -= 2;
    assert!(forged.check(&Interrupt::new()).is_err());
    let mut forged = kept();
    forged.states.pop();
    assert!(forged.check(&Interrupt::new()).is_err());
}
