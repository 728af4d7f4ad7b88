//! How long does `cg eval 1` take, from nothing to its answer?

use std::process::Command;

use criterion::{Criterion, criterion_group, criterion_main};

fn start_up(c: &mut Criterion) {
    c.bench_function("start_up_of_cg_eval_1", |b| {
        b.iter(|| {
            let output = Command::new(env!("CARGO_BIN_EXE_cg"))
                .args(["eval", "1"])
                .output()
                .expect("the command runs");
            assert_eq!(output.stdout, b"1\n");
        });
    });
}

criterion_group!(benches, start_up);
criterion_main!(benches);
