//! Domineering: the time of the canonical forms of boards from a cold start, and of the
//! thermographs of all subsets of one board.

use std::hint::black_box;

use cg_core::Limits;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

#[path = "questions/boards.rs"]
mod boards;
#[path = "questions/domineering.rs"]
mod domineering;
#[path = "questions/thermographs.rs"]
mod thermographs;

use boards::{empty_board, values_of_subsets};

fn count_of_values(rows: u32, columns: u32) -> usize {
    values_of_subsets(rows, columns).expect("no limit").1.len()
}

fn boards(c: &mut Criterion) {
    assert_eq!(count_of_values(3, 3), 25);
    assert_eq!(count_of_values(3, 4), 84);
    let mut group = c.benchmark_group("domineering");
    group.sample_size(10);
    group.bench_function("all_subsets_of_4x4", |b| {
        b.iter(|| assert_eq!(count_of_values(black_box(4), 4), 717));
    });
    for (rows, columns, components) in [(4, 5, 2303), (4, 6, 16_237), (5, 5, 16_456)] {
        group.bench_function(format!("empty_{rows}x{columns}"), |b| {
            b.iter(|| {
                let (solver, _) =
                    empty_board(black_box(rows), columns, Limits::default()).expect("no limit");
                assert_eq!(solver.values.len(), components);
            });
        });
    }
    group.bench_function("thermographs_of_all_subsets_of_4x4", |b| {
        b.iter_batched(
            || thermographs::values_of_4x4().expect("no limit"),
            |(mut solver, values)| {
                thermographs::thermographs(&mut solver, &values).expect("no limit")
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
    let (mut solver, values) = thermographs::values_of_4x4().expect("no limit");
    thermographs::check(&thermographs::thermographs(&mut solver, &values).expect("no limit"));
}

criterion_group!(benches, boards);
criterion_main!(benches);
