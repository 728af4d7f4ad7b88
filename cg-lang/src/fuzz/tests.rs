//! A short, repeatable run of the fuzz target: a fixed corpus, and mutations of
//! it with a fixed seed.

use std::path::Path;
use std::time::Instant;

use cg_core::Registry;

fn registry() -> Registry {
    cg_subgroups::register(Registry::builder()).close().expect("they agree")
}

fn corpus() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["tests/corpus", "tests/errors", "../examples"] {
        for entry in root.join(folder).read_dir().unwrap() {
            files.push(entry.unwrap().path());
        }
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == "g"));
    files.sort();
    files.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

#[test]
fn the_corpus_and_its_mutations_do_no_harm() {
    let corpus = corpus();
    assert!(corpus.len() > 60);
    for program in &corpus {
        super::run_any(registry(), program).unwrap();
    }
    let beginnings: Vec<Vec<u8>> =
        corpus.iter().map(|program| program[..program.len().min(600)].to_vec()).collect();
    let (mut answers, mut errors) = (0, 0);
    for program in cg_properties::mutations(&beginnings).take(1500) {
        let counts = super::run_any(registry(), &program).unwrap();
        answers += counts.0;
        errors += counts.1;
    }
    assert!(answers > 500 && errors > 500, "{answers} answers, {errors} errors");
}

/// Ten megabytes of noise end quickly: few errors are reported, and nothing is
/// read twice.
#[test]
fn ten_megabytes_of_random_bytes() {
    let mut random = fastrand::Rng::with_seed(2);
    let noise: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(10 << 20).collect();
    let started = Instant::now();
    let (answers, errors) = super::run_any(registry(), &noise).unwrap();
    assert!(answers + errors > 0 && errors < 1000, "{answers} answers, {errors} errors");
    println!("10 MiB of noise: {:?}", started.elapsed());
    for brackets in ["(", "{", "[", "f(", "{0|", "if ", "-", "x[", "case ", "F(n){", "\"", "/*"] {
        let program = brackets.repeat((2 << 20) / brackets.len());
        let (_, errors) = super::run_any(registry(), program.as_bytes()).unwrap();
        assert!(errors > 0, "{brackets}");
    }
}

/// Texts of boards and graphs, and mutations of them.
#[test]
fn boards_and_graphs_are_read_or_refused() {
    let kept: Vec<Vec<u8>> = [
        "..|.#",
        "xo.|oxo|...",
        "x",
        "",
        "|",
        "..|.",
        "a-b, b-c:red, d",
        "0-a:b, a-b:r",
        "a:1, a:2",
        "a-b-c",
        "a-a, a-a",
        "\u{e9}-b",
        ".|\u{2022}",
        "a-b:",
        ",",
        "a,,b",
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect();
    let mut counts = [0, 0];
    for bytes in kept.iter().cloned().chain(cg_properties::mutations(&kept).take(20_000)) {
        let found = super::read_shapes(&bytes);
        counts[0] += usize::from(found[0]);
        counts[1] += usize::from(found[1]);
    }
    assert!(counts.iter().all(|&count| count > 500 && count < 20_000), "{counts:?}");
}

/// What coverage-guided fuzzing has found: each input went a way that no smaller one goes.
#[test]
fn kept_inputs() {
    let programs = cg_properties::kept(include_str!("../../fuzz/kept/program.hex"));
    let (mut answers, mut errors) = (0, 0);
    for program in &programs {
        let counts = super::run_any(registry(), program).unwrap();
        answers += counts.0;
        errors += counts.1;
    }
    assert!(answers > 50 && errors > 500, "{answers} answers, {errors} errors");
}
