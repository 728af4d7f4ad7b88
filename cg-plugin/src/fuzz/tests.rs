//! A short, repeatable run of the fuzz targets: a corpus for each, and mutations of it
//! with a fixed seed.

use cg_properties::{kept, mutations};

use super::{configuration_any, manifest_any};

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

#[test]
fn configurations() {
    let corpus = bytes_of(CONFIGURATIONS);
    let good = corpus.iter().filter(|bytes| configuration_any(bytes)).count();
    assert_eq!(good, corpus.len() - 1);
    let read = mutations(&corpus).take(5000).filter(|bytes| configuration_any(bytes)).count();
    assert!((500..4500).contains(&read), "{read}");
}

#[test]
fn manifests() {
    let corpus = bytes_of(MANIFESTS);
    assert!(corpus.iter().all(|bytes| manifest_any(bytes)));
    let read = mutations(&corpus).take(5000).filter(|bytes| manifest_any(bytes)).count();
    assert!((100..4500).contains(&read), "{read}");
}

/// The results of coverage-guided fuzzing: each input takes a path that no smaller one takes.
#[test]
fn kept_inputs() {
    let files = kept(include_str!("../../fuzz/kept/configuration.hex"));
    let read = files.iter().filter(|bytes| configuration_any(bytes)).count();
    assert!((10..files.len()).contains(&read), "{read} of {}", files.len());
    let files = kept(include_str!("../../fuzz/kept/manifest.hex"));
    let read = files.iter().filter(|bytes| manifest_any(bytes)).count();
    assert!(read < files.len() && files.len() > 1000, "{read} of {}", files.len());
}
