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

/// splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap()
    }
}

#[test]
fn the_corpus_and_its_mutations_do_no_harm() {
    let corpus = corpus();
    assert!(corpus.len() > 60);
    for program in &corpus {
        cg_lang::fuzz::run_any(registry(), program).unwrap();
    }
    let mut random = Random(1);
    let (mut answers, mut errors) = (0, 0);
    for _ in 0..1500 {
        let mut program = corpus[random.below(corpus.len())].clone();
        program.truncate(600);
        for _ in 0..=random.below(4) {
            let at = random.below(program.len().max(1));
            let other = &corpus[random.below(corpus.len())];
            let from = random.below(other.len());
            let length = random.below(30).min(other.len() - from);
            match random.below(4) {
                0 => drop(program.splice(at.min(program.len()).., [])),
                1 => drop(program.splice(
                    at.min(program.len())..(at + 5).min(program.len()),
                    other[from..from + length].iter().copied(),
                )),
                2 if at < program.len() => program[at] = u8::try_from(random.below(256)).unwrap(),
                _ => {
                    let part = other[from..from + length].to_vec();
                    program.splice(at.min(program.len())..at.min(program.len()), part);
                }
            }
        }
        let counts = cg_lang::fuzz::run_any(registry(), &program).unwrap();
        answers += counts.0;
        errors += counts.1;
    }
    assert!(answers > 500 && errors > 500, "{answers} answers, {errors} errors");
}

/// Ten megabytes of noise end quickly: few errors are reported, and nothing is
/// read twice.
#[test]
fn ten_megabytes_of_random_bytes() {
    let mut random = Random(2);
    let noise: Vec<u8> =
        (0..10 << 20).map(|_| u8::try_from(random.next() & 0xff).unwrap()).collect();
    let started = Instant::now();
    let (answers, errors) = cg_lang::fuzz::run_any(registry(), &noise).unwrap();
    assert!(answers + errors > 0 && errors < 1000, "{answers} answers, {errors} errors");
    println!("10 MiB of noise: {:?}", started.elapsed());
    for brackets in ["(", "{", "[", "f(", "{0|", "if ", "-", "x[", "case ", "F(n){", "\"", "/*"] {
        let program = brackets.repeat((2 << 20) / brackets.len());
        let (_, errors) = cg_lang::fuzz::run_any(registry(), program.as_bytes()).unwrap();
        assert!(errors > 0, "{brackets}");
    }
}
