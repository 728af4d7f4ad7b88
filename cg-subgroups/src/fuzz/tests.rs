//! A short, repeatable run of the fuzz targets: the samples of the subgroups, and
//! mutations of them with a fixed seed.

use cg_core::Family;
use cg_properties::{kept, mutations};

use super::{READ_BACK, element_any, text_any};
use crate::{Nimbers, Numberish, Numbers, Sumbers};

/// The samples of a subgroup as bytes, and as texts in each notation.
fn samples<S: Family>(subgroup: &S) -> [Vec<Vec<u8>>; 2] {
    let samples = subgroup.samples().expect("samples");
    let print = |g, notation| subgroup.print(g, notation).expect("an element").into_bytes();
    let text = |notation| samples.iter().map(move |g| print(g, notation));
    let texts = READ_BACK.into_iter().flat_map(text).collect();
    [samples.iter().map(|g| subgroup.encode(g)).collect(), texts]
}

/// The samples are read, and some of their mutations.
fn tried(corpus: &[Vec<u8>], read: impl Fn(&[u8]) -> usize) {
    assert!(corpus.iter().all(|bytes| read(bytes) > 0));
    let good = mutations(corpus).take(10_000).filter(|bytes| read(bytes) > 0).count();
    assert!((1000..9000).contains(&good), "{good}");
}

#[test]
fn the_samples_and_their_mutations_do_no_harm() {
    let all = [samples(&Numbers), samples(&Nimbers), samples(&Sumbers), samples(&Numberish)];
    tried(&all.each_ref().map(|[bytes, _]| bytes.as_slice()).concat(), element_any);
    tried(&all.each_ref().map(|[_, texts]| texts.as_slice()).concat(), text_any);
}

/// The results of coverage-guided fuzzing: each input takes a path that no smaller one takes.
#[test]
fn kept_inputs() {
    let elements = kept(include_str!("../../fuzz/kept/element.hex"));
    let read = elements.iter().filter(|bytes| element_any(bytes) > 0).count();
    assert!((50..elements.len()).contains(&read), "{read} of {}", elements.len());
    let texts = kept(include_str!("../../fuzz/kept/text.hex"));
    let read = texts.iter().filter(|text| text_any(text) > 0).count();
    assert!((100..texts.len()).contains(&read), "{read} of {}", texts.len());
}
