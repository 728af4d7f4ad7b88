//! A short, repeatable run of the fuzz targets: a corpus for each, and mutations of it
//! with a fixed seed.
#![cfg(feature = "host")]

use cg_core::fuzz::{kept, mutated};
use cg_plugin::fuzz::{configuration_any, manifest_any};

const CONFIGURATIONS: &[&str] = &[
    "notation = \"latex\"\n[limits]\nmemory_mib = 3\nseconds = 5\ngames = 7\noptions = 9\n",
    "notation = \"paper\"\n[plugins]\nfolders = [\"mine\", \"/opt/cg\"]\n",
    "[limits]\nmemory_mib = 18446744073709551615\n",
    "",
];

const MANIFESTS: &[&str] = &[
    "name = \"switches\"\nversion = \"0.1.0\"\nabi = 3\nlibrary = \"target/switches\"\n\
     includes = [\"numberish\"]\ndescription = \"Switches\"\n",
    "name = \"nimbers\"\nversion = \"2\"\nabi = 3\nlibrary = \"n\"\nreplace = \"nimbers\"\n\
     overlaps = [\"numbers\", \"sumbers\"]\ndescription = \"\"\n",
];

fn bytes_of(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// The number of mutations, among `rounds`, that `read` reads.
fn tried(corpus: &[Vec<u8>], rounds: usize, read: impl Fn(&[u8]) -> bool) -> usize {
    let mut random = fastrand::Rng::with_seed(1);
    let mutations = std::iter::repeat_with(|| mutated(corpus, &mut |end| random.usize(..end)));
    mutations.take(rounds).filter(|bytes| read(bytes)).count()
}

#[test]
fn configurations() {
    let corpus = bytes_of(CONFIGURATIONS);
    let good = corpus.iter().filter(|bytes| configuration_any(bytes)).count();
    assert_eq!(good, corpus.len() - 1);
    let read = tried(&corpus, 5000, configuration_any);
    assert!((500..4500).contains(&read), "{read}");
}

#[test]
fn manifests() {
    let corpus = bytes_of(MANIFESTS);
    assert!(corpus.iter().all(|bytes| manifest_any(bytes)));
    let read = tried(&corpus, 5000, manifest_any);
    assert!((100..4500).contains(&read), "{read}");
}

/// The results of coverage-guided fuzzing: each input takes a path that no smaller one takes.
#[test]
fn kept_inputs() {
    let files = kept(include_str!("../fuzz/kept/configuration.hex"));
    let read = files.iter().filter(|bytes| configuration_any(bytes)).count();
    assert!((10..files.len()).contains(&read), "{read} of {}", files.len());
    let files = kept(include_str!("../fuzz/kept/manifest.hex"));
    let read = files.iter().filter(|bytes| manifest_any(bytes)).count();
    assert!(read < files.len() && files.len() > 1000, "{read} of {}", files.len());
}
