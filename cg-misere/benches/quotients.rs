//! The time to prove a quotient, to verify its certificate, and to answer for huge heaps.

use std::hint::black_box;

use cg_misere::{
    Closure, MisereCertificate, MisereEnding, MisereLimits, MisereSearch, PartizanQuotient, Watch,
    WinningMoves,
};
use cg_octal::Rules;
use cg_rulesets::{Clobber, Notated};
use criterion::{Criterion, criterion_group, criterion_main};

/// Code, elements, preperiod and period.
const GAMES: [(&str, usize, u64, u64); 8] = [
    (".77", 40, 71, 12),
    (".123", 20, 5, 5),
    (".71", 36, 3, 6),
    (".75", 8, 8, 2),
    (".15", 42, 66, 10),
    (".53", 16, 21, 9),
    (".72", 24, 16, 4),
    (".34", 12, 7, 8),
];

fn searched(code: &str) -> MisereSearch<Rules> {
    let mut search = MisereSearch::new(code.parse::<Rules>().expect("a code"));
    let ending = search.go(&MisereLimits::default(), &Default::default(), &mut |_| {});
    assert_eq!(ending, MisereEnding::Proved);
    search
}

fn how_long_until_a_quotient_is_proved(c: &mut Criterion) {
    let mut group = c.benchmark_group("how long until a misère quotient is proved");
    group.sample_size(10);
    for (code, order, preperiod, period) in GAMES {
        group.bench_function(code, |b| {
            b.iter(|| {
                let search = searched(black_box(code));
                let found = search.solution().period().expect("it is proved");
                assert_eq!(search.solution().quotient().order(), order);
                assert_eq!((found.preperiod, found.period), (preperiod, period));
            });
        });
    }
    group.finish();
}

fn how_long_to_verify_a_certificate(c: &mut Criterion) {
    let mut group = c.benchmark_group("how long to read and verify the certificate");
    group.sample_size(10);
    for (code, order, ..) in GAMES {
        let search = searched(code);
        let text = MisereCertificate::of(search.game(), search.solution()).to_json();
        group.bench_function(code, |b| {
            b.iter(|| {
                let read = MisereCertificate::from_json(black_box(&text)).expect("a certificate");
                let verified = read.verify(&Default::default()).expect("it holds");
                assert_eq!(verified.order, order);
            });
        });
    }
    group.finish();
}

fn how_long_to_find_all_winning_moves(c: &mut Criterion) {
    let search = searched(".77");
    let (game, solution) = (search.game(), search.solution());
    let heaps = [1_000_000, 999_983, 12];
    c.bench_function("how long to find the 416,664 winning moves of three heaps of Kayles", |b| {
        b.iter(|| {
            assert!(solution.wins(black_box(&heaps)).expect("it is proved for all heaps"));
            let moves = solution.winning_moves(game, &heaps, &Default::default());
            let moves = moves.expect("heaps of Kayles have few classes of moves");
            assert_eq!(moves.iter().map(WinningMoves::count).sum::<u64>(), 416_664);
        });
    });
}

/// The quotient holds for any number of copies of the strip.
fn how_long_until_a_partizan_quotient_is_proved(c: &mut Criterion) {
    let watch = Watch::default();
    let start = Clobber.read_position("xxo").expect("a position");
    let Ok(closure) = Closure::partizan(&Clobber, &[start], 1000, &watch).expect("no limit");
    c.bench_function("how long until the misère quotient of xxo in Clobber is proved", |b| {
        b.iter(|| {
            let found = PartizanQuotient::find(black_box(&closure), 100, &watch);
            assert_eq!(found.expect("it is finite").quotient().order(), 9);
        });
    });
}

criterion_group!(
    benches,
    how_long_until_a_quotient_is_proved,
    how_long_to_verify_a_certificate,
    how_long_to_find_all_winning_moves,
    how_long_until_a_partizan_quotient_is_proved
);
criterion_main!(benches);
