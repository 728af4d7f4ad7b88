//! How long do the canonical forms of Toads and Frogs take, from cold: so many
//! toads, two gaps, so many frogs in a row?

use std::hint::black_box;

use cg_core::{Game, Limits, Outcome};
use cg_simplify::Engine;
use criterion::{Criterion, criterion_group, criterion_main};
use rustc_hash::FxHashMap;

/// Two bits a square: 0 empty, 1 toad, 2 frog; the leftmost square lowest.
type Strip = u64;

struct Solver {
    engine: Engine,
    squares: u32,
    values: FxHashMap<Strip, Game>,
}

impl Solver {
    fn square(&self, strip: Strip, index: u32) -> Strip {
        // Beyond the ends stands something that nobody can move into or jump.
        if index < self.squares { strip >> (2 * index) & 3 } else { 3 }
    }

    /// Where a piece of `kind` at `from` lands: the next square if it is empty,
    /// or the one after it when an opponent's piece is between.
    fn landing(&self, strip: Strip, kind: Strip, from: u32) -> Option<u32> {
        let step = |index: u32| if kind == 1 { index + 1 } else { index.wrapping_sub(1) };
        let next = step(from);
        match self.square(strip, next) {
            0 => Some(next),
            piece if piece == 3 - kind => {
                let beyond = step(next);
                (self.square(strip, beyond) == 0).then_some(beyond)
            }
            _ => None,
        }
    }

    fn value(&mut self, strip: Strip) -> Game {
        if let Some(&value) = self.values.get(&strip) {
            return value;
        }
        let mut options = [Vec::new(), Vec::new()];
        for from in 0..self.squares {
            let kind = self.square(strip, from);
            if (kind == 1 || kind == 2)
                && let Some(to) = self.landing(strip, kind, from)
            {
                let moved = strip & !(3 << (2 * from)) | kind << (2 * to);
                let option = self.value(moved);
                options[usize::from(kind == 2)].push(option);
            }
        }
        let value = self.engine.game(&options[0], &options[1]).expect("no limit");
        self.values.insert(strip, value);
        value
    }
}

fn position(each: u32) -> (Game, Engine) {
    let engine = Engine::new(cg_subgroups::standard().expect("they fit"), Limits::default());
    let squares = 2 * each + 2;
    let values = FxHashMap::default();
    let mut solver = Solver { engine: engine.expect("an engine"), squares, values };
    let strip = (0..each)
        .fold(0, |strip, index| strip | 1 << (2 * index) | 2 << (2 * (squares - 1 - index)));
    (solver.value(strip), solver.engine)
}

fn toads_and_frogs(c: &mut Criterion) {
    let mut group = c.benchmark_group("toads_and_frogs_two_gaps");
    group.sample_size(20);
    for each in 3..=6 {
        group.bench_function(format!("{each}_a_side"), |b| {
            b.iter(|| {
                let (value, mut engine) = position(black_box(each));
                // The position is its own mirror image, so it is its own negative.
                assert_eq!(engine.negate(value).expect("no limit"), value);
                let outcome = engine.outcome(value).expect("no limit");
                assert!(matches!(outcome, Outcome::Next | Outcome::Previous));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, toads_and_frogs);
criterion_main!(benches);
