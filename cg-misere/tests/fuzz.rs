//! A short, repeatable run of the fuzz targets: a corpus for each, and mutations of it
//! with a fixed seed.

use cg_core::fuzz::mutated;
use cg_misere::fuzz::{certificate_any, form_any};
use cg_misere::{MisereCertificate, MisereLimits, MisereSearch};
use cg_octal::Rules;

/// The number of mutations, among `rounds`, that `read` reads.
fn tried(corpus: &[Vec<u8>], rounds: usize, read: impl Fn(&[u8]) -> bool) -> usize {
    let mut random = fastrand::Rng::with_seed(1);
    let mutations = std::iter::repeat_with(|| mutated(corpus, &mut |end| random.usize(..end)));
    mutations.take(rounds).filter(|bytes| read(bytes)).count()
}

#[test]
fn forms() {
    let texts =
        ["0", "*", "*3", "*[2[3],0]", "*[[2],1]", "*2[2][1]", "*[[[2]],[2],0]", " * [ 0 , 1 ] "];
    let corpus: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    assert!(corpus.iter().all(|text| form_any(text)));
    let read = tried(&corpus, 3000, form_any);
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
    let read = tried(&corpus, 2000, |json| certificate_any(json).0);
    assert!((20..1900).contains(&read), "{read}");
}
