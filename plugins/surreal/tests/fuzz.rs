//! A short, repeatable run of the fuzz targets: a corpus for each, and mutations of it with a
//! fixed seed.

use cg_core::{Notation, Subgroup, Text};
use cg_properties::{kept, mutations};

use cg_surreal::Surreals;

#[path = "../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "it is a library for fuzzing")]
mod targets;

use targets::{encoding_any, number_any, signs_any};

#[test]
fn numbers() {
    let samples = Surreals.samples().expect("samples");
    let texts = samples.iter().map(|x| Surreals.print(x, Notation::Standard).expect("short"));
    let corpus: Vec<Vec<u8>> = texts.map(String::into_bytes).collect();
    assert!(corpus.iter().all(|text| number_any(text)));
    let read = mutations(&corpus).take(4000).filter(|bytes| number_any(bytes)).count();
    assert!((100..3900).contains(&read), "{read}");
}

#[test]
fn signs() {
    let corpus = ["+ - +^omega", "-^(omega**2+3) +", "+^omega -^omega", "+^(omega**omega) -^5"];
    let corpus = corpus.map(|text| text.as_bytes().to_vec());
    assert!(corpus.iter().all(|text| signs_any(text)));
    let read = mutations(&corpus).take(4000).filter(|bytes| signs_any(bytes)).count();
    assert!((100..3900).contains(&read), "{read}");
}

#[test]
fn encodings() {
    let samples = Surreals.samples().expect("samples");
    let corpus: Vec<Vec<u8>> = samples
        .iter()
        .map(|x| cg_core::encoding::encoded(|to| cg_core::encoding::Element::write(x, to)))
        .collect();
    assert!(corpus.iter().all(|bytes| encoding_any(bytes)));
    let read = mutations(&corpus).take(4000).filter(|bytes| encoding_any(bytes)).count();
    assert!((50..3900).contains(&read), "{read}");
}

/// Inputs that are kept: each went a way of its own.
#[test]
fn kept_inputs() {
    for (lines, read) in [
        (include_str!("../fuzz/kept/number.hex"), number_any as fn(&[u8]) -> bool),
        (include_str!("../fuzz/kept/signs.hex"), signs_any),
        (include_str!("../fuzz/kept/encoding.hex"), encoding_any),
    ] {
        let inputs = kept(lines);
        let good = inputs.iter().filter(|input| read(input)).count();
        assert!(good > 0 && good < inputs.len(), "{good} of {}", inputs.len());
    }
}
