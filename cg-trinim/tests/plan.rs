//! The figures of the paper's Tables 1 to 4, counted again.

use cg_trinim::{
    Convention, Folding, Layers, Layout, Means, Plan, Rates, Store, Symmetry, affordable_plans,
    planned_jobs, search_plans,
};
use std::num::NonZeroUsize;

fn layers(k: u64) -> Layers {
    Layers::new(k).unwrap()
}

fn groups(plan: &Plan) -> Vec<(u64, u64)> {
    plan.groups.iter().map(|(&size, &n)| (size, n)).collect()
}

#[test]
fn four_pieces_of_eight_layers_need_at_least_32_updates() {
    let plans = search_plans(layers(8), 4, false, 3).unwrap();
    assert_eq!(
        (plans[0].blocks, plans[0].canonical, plans[0].updates_in_full, plans[0].updates),
        (16, 16, 32, 32)
    );
}

#[test]
fn six_symmetric_pieces_of_eight_layers() {
    let plans = search_plans(layers(8), 6, true, 100).unwrap();
    let best = &plans[0];
    assert_eq!(
        (best.blocks, best.canonical, best.updates_in_full, best.updates, best.reads),
        (64, 16, 336, 87, 52)
    );
    assert_eq!(groups(best), [(1, 2), (2, 1), (3, 6), (6, 7)]);
    let other = plans.iter().find(|p| p.canonical == 20).unwrap();
    assert_eq!((other.updates_in_full, other.updates), (288, 96));
}

/// The plan of these block-ID pieces.
fn plan(k: u64, pieces: std::ops::RangeInclusive<u32>) -> Plan {
    let set = pieces.fold(0u64, |set, piece| set | 1 << piece);
    Plan::new(&Folding::new(layers(k), set, true).unwrap(), None, None)
}

/// Fig. 3 (a) and (c) and their rows in Tables 1 and 2: the last four pieces, and the triangle at the top.
#[test]
fn grouped_pieces_of_eight_layers() {
    let last_four = plan(8, 32..=35);
    assert_eq!((last_four.blocks, last_four.updates_in_full), (16, 49));
    let top = plan(8, 0..=5);
    assert_eq!((top.blocks, top.updates_in_full, top.canonical, top.updates), (64, 360, 40, 228));
}

/// Fig. 3 (d): the paper's choice has the smallest number of updates of all sets of six pieces.
#[test]
fn six_pieces_of_eight_layers_need_at_least_208_updates() {
    let best = &search_plans(layers(8), 6, false, 1).unwrap()[0];
    assert_eq!((best.blocks, best.updates_in_full), (64, 208));
}

/// Fig. 9 (a), (b) and Fig. 10 (a): the first and the last thirteen pieces, and the triangle at the top.
#[test]
fn grouped_pieces_of_nine_layers() {
    let first = plan(9, 0..=12);
    assert_eq!(first.updates_in_full, 121_600);
    let last = plan(9, 32..=44);
    assert_eq!((last.blocks, last.updates_in_full), (8_192, 107_024));
    let top = plan(9, 0..=14);
    assert_eq!((top.canonical, top.updates), (16_640, 298_320));
}

#[test]
fn fifteen_symmetric_pieces_of_nine_layers() {
    let plans = search_plans(layers(9), 15, true, 100).unwrap();
    let best = &plans[0];
    assert_eq!(
        (best.blocks, best.canonical, best.updates_in_full, best.updates, best.reads),
        (32_768, 5_728, 448_512, 78_852, 75_736)
    );
    assert_eq!(groups(best), [(1, 16), (2, 8), (3, 496), (6, 5_208)]);
    assert!(plans.iter().any(|p| p.canonical == 5_728 && p.updates == 102_950));
}

#[test]
fn nine_and_twelve_pieces_of_nine_layers() {
    let nine = &search_plans(layers(9), 9, true, 1).unwrap()[0];
    assert_eq!((nine.canonical, nine.updates, nine.reads), (104, 798, 659));
    let twelve = search_plans(layers(9), 12, true, 100).unwrap();
    assert!(twelve.iter().any(|p| (p.canonical, p.updates) == (752, 7_420)));
}

#[test]
fn thirteen_pieces_make_8192_blocks_and_fewer_updates_than_the_papers_best() {
    let best = &search_plans(layers(9), 13, false, 1).unwrap()[0];
    assert_eq!(best.blocks, 8_192);
    assert!(best.updates_in_full <= 88_064, "{}", best.updates_in_full);
}

#[test]
fn groups_and_jobs_add_up() {
    let mut storable = 0;
    for k in 4..=9 {
        for piece in 0..layers(k).pieces() {
            let set =
                Symmetry::ALL.into_iter().fold(1, |set, s| set | s.apply_to(layers(k), 1 << piece));
            let folding = Folding::new(layers(k), set, true).unwrap();
            let plan = Plan::new(&folding, None, None);
            let all: u64 = plan.groups.iter().map(|(size, n)| size * n).sum();
            assert_eq!(all, plan.blocks);
            let Ok(jobs) = planned_jobs(&folding, None) else {
                // The same check refuses the folder before anything is written.
                let folder = tempfile::tempdir().unwrap();
                Store::create(folder.path(), folding, Convention::Normal).unwrap_err();
                assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
                continue;
            };
            storable += 1;
            assert_eq!(jobs.len() as u64, plan.canonical);
            assert_eq!(jobs.iter().map(|j| j.needs.len() as u64).sum::<u64>(), plan.reads);
            assert!(jobs.iter().all(|j| j.needs.iter().all(|&n| n < j.block)));
        }
    }
    assert!(storable > 50, "{storable}");
}

/// The result of a search of all choices.
#[test]
fn the_choice_for_a_machine_is_the_best_that_it_affords() {
    let rates = Rates {
        decode: 4e9,
        image: 2e10,
        update: 5e10,
        settle: 2.5e9,
        count: 4e10,
        write: 5e8,
        bits: 0.157,
        options: 30.0,
        outside: 7.0,
    };
    let hours = |plan: &Plan| plan.estimate.unwrap().core_hours;
    let bytes = |plan: &Plan| plan.estimate.unwrap().bytes_needed.unwrap();
    let layers = layers(7);
    for threads in [1, 2] {
        let means = Means { memory: 3 << 20, threads: NonZeroUsize::new(threads).unwrap() };
        let mut all = Vec::new();
        for pieces in 0..=9 {
            for plan in search_plans(layers, pieces, true, usize::MAX).unwrap() {
                let folding = Folding::new(layers, plan.block_pieces.pieces(), true).unwrap();
                let Ok(layout) = Layout::of_files(&folding) else { continue };
                if layout.memory_per_job() * threads as u64 <= means.memory {
                    all.push(Plan::new(&folding, Some(&rates), Some(means)));
                }
            }
        }
        // Down to blocks of an eighth of the largest size that fits.
        let count = |plan: &Plan| plan.block_pieces.pieces().count_ones();
        let fewest = all.iter().map(count).min().unwrap();
        all.retain(|plan| count(plan) <= fewest + 3);
        let mut before = f64::INFINITY;
        let mut affordable_choices = Vec::new();
        for disk in [900 << 10, 1300 << 10, 4 << 20] {
            let plans = affordable_plans(layers, &rates, means, disk, 3).unwrap();
            assert!(plans.iter().all(|plan| bytes(plan) <= disk as f64));
            assert!(plans.is_sorted_by_key(hours));
            let affordable = all.iter().filter(|plan| bytes(plan) <= disk as f64).map(hours);
            affordable_choices.push(affordable.clone().count());
            let best = affordable.fold(f64::INFINITY, f64::min);
            assert_eq!(plans.first().map_or(f64::INFINITY, hours), best, "{threads} {disk}");
            assert!(best <= before);
            before = best;
        }
        // A larger disk allows more choices.
        assert!(
            affordable_choices.is_sorted_by(|less, more| less < more),
            "{affordable_choices:?}"
        );
        assert_eq!(affordable_plans(layers, &rates, means, 1000, 3).unwrap(), []);
    }
}
