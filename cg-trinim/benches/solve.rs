//! The time of seven layers, by each method. (`--bench solve`; every answer is checked.)

use cg_trinim::{
    Backend, Convention, Folding, Layers, RunOptions, SolveOptions, Store, Symmetry, retrograde,
    solve,
};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// P-positions of seven layers in normal play.
const P_POSITIONS: u64 = 19_765_963;

fn seven_layers(c: &mut Criterion) {
    let layers = Layers::new(7).expect("a board");
    let mut group = c.benchmark_group("how long do seven layers take");
    group.sample_size(10);
    group.bench_function("retrograde, one position at a time", |b| {
        b.iter(|| {
            let table = retrograde(black_box(layers), Convention::Normal).expect("32 MiB");
            assert_eq!(table.p_counts().total(), P_POSITIONS);
        });
    });
    for backend in Backend::available() {
        let options = SolveOptions {
            threads: std::num::NonZeroUsize::MIN,
            backend,
            ..SolveOptions::default()
        };
        group.bench_function(format!("bit-parallel, one thread, {backend:?}"), |b| {
            b.iter(|| {
                let table =
                    solve(black_box(layers), Convention::Normal, &options, &|_| ()).expect("8 MiB");
                assert_eq!(table.p_counts().total(), P_POSITIONS);
            });
        });
    }
    let six = Symmetry::ALL.into_iter().fold(0, |set, s| set | s.apply_to(layers, 1 << 1));
    let folder = std::env::temp_dir().join(format!("cg-trinim-bench-{}", std::process::id()));
    let options = SolveOptions { threads: std::num::NonZeroUsize::MIN, ..SolveOptions::default() };
    group.bench_function("blocks on disk, one thread", |b| {
        b.iter(|| {
            // In an existing folder there would be nothing to do.
            let _ = std::fs::remove_dir_all(&folder);
            let folding = Folding::new(layers, six, true).expect("six pieces");
            let store = Store::create(&folder, folding, Convention::Normal).expect("a folder");
            store.run(&options, RunOptions::default(), &|_, _, _| ()).expect("16 blocks");
            let counts = store.totals().expect("whole files").expect("all blocks").p_counts;
            assert_eq!(counts.total(), P_POSITIONS);
        });
    });
    let _ = std::fs::remove_dir_all(&folder);
    group.finish();
}

criterion_group!(benches, seven_layers);
criterion_main!(benches);
