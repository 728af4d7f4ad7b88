//! A short, repeatable run of the fuzz targets: a corpus for each, and mutations of it
//! with a fixed seed.

use cg_octal::Rules;
use cg_properties::mutations;

use super::{certificate_any, form_any};
use crate::{MisereCertificate, MisereLimits, MisereSearch};

#[test]
fn forms() {
    let texts =
        ["0", "*", "*3", "*[2[3],0]", "*[[2],1]", "*2[2][1]", "*[[[2]],[2],0]", " * [ 0 , 1 ] "];
    let corpus: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    assert!(corpus.iter().all(|text| form_any(text)));
    let read = mutations(&corpus).take(3000).filter(|bytes| form_any(bytes)).count();
    assert!((100..2800).contains(&read), "{read}");
}

#[test]
fn certificates() {
    // With more heaps, .8 has more elements than a fuzzed certificate may have.
    let corpus: Vec<Vec<u8>> = [(".75", 60), (".123", 60), (".34", 60), (".8", 19)]
        .iter()
        .map(|&(code, heaps)| {
            let rules: Rules = code.parse().unwrap();
            let mut search = MisereSearch::new(rules.clone());
            let limits = MisereLimits { heaps, ..MisereLimits::default() };
            search.go(&limits, &Default::default(), &mut |_| {});
            MisereCertificate::of(&rules, search.solution()).to_json().into_bytes()
        })
        .collect();
    let held: Vec<(bool, bool)> = corpus.iter().map(|json| certificate_any(json)).collect();
    assert_eq!(held, [(true, true); 4]);
    let read = mutations(&corpus).take(2000).filter(|json| certificate_any(json).0).count();
    assert!((20..1900).contains(&read), "{read}");
}
