//! A short, repeatable run of the fuzz targets: a corpus for each, and mutations of it
//! with a fixed seed.

use cg_properties::{kept, mutations};

use super::encoding_any;
use crate::encoding::encoded;
use crate::{Dyadic, NumberUpsStar};

#[test]
fn encodings() {
    let sum = NumberUpsStar {
        number: Dyadic::new((-19).into(), 3).unwrap(),
        ups: vec![(Dyadic::ONE, 2.into()), (Dyadic::new(5.into(), 1).unwrap(), (-300).into())],
        nimber: 5u8.into(),
    };
    let corpus = vec![
        encoded(|encoder| encoder.count(u64::MAX)),
        encoded(|encoder| encoder.natural(&(1u128 << 100).into())),
        encoded(|encoder| encoder.integer(&(-(1i128 << 100)).into())),
        encoded(|encoder| encoder.dyadic(&sum.number)),
        encoded(|encoder| encoder.number_ups_star(&sum)),
    ];
    assert!(corpus.iter().all(|bytes| encoding_any(bytes) > 0));
    let read = mutations(&corpus).take(20_000).filter(|bytes| encoding_any(bytes) > 0).count();
    assert!((1000..19_000).contains(&read), "{read}");
}

/// The results of coverage-guided fuzzing: each input takes a path that no smaller one takes.
#[test]
fn kept_inputs() {
    let kept = kept(include_str!("../../fuzz/kept/encoding.hex"));
    let read = kept.iter().filter(|bytes| encoding_any(bytes) > 0).count();
    assert!((10..kept.len()).contains(&read), "{read} of {}", kept.len());
}
