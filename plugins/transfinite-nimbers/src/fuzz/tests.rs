//! A short, repeatable run of the fuzz target: a corpus, and mutations of it with a fixed seed.

use cg_core::{Notation, Subgroup, Text};
use cg_properties::{kept, mutations};

use super::element_any;
use crate::TransfiniteNimbers;

#[test]
fn elements() {
    let samples = TransfiniteNimbers.samples().expect("samples");
    let corpus: Vec<Vec<u8>> = samples
        .iter()
        .map(|g| TransfiniteNimbers.print(g, Notation::Standard).expect("short").into_bytes())
        .collect();
    assert!(corpus.iter().all(|text| element_any(text)));
    let read = mutations(&corpus).take(4000).filter(|bytes| element_any(bytes)).count();
    assert!((100..3900).contains(&read), "{read}");
    let inputs = kept(include_str!("../../fuzz/kept/element.hex"));
    let good = inputs.iter().filter(|input| element_any(input)).count();
    assert!(good > 0 && good < inputs.len(), "{good} of {}", inputs.len());
}
