//! What sums of switches cost, in closed form and by the general algorithm.
#![allow(missing_docs, reason = "criterion's macros make items without documentation")]

use std::hint::black_box;
use std::path::Path;

use cg_core::{Dyadic, Family, Game, Limits, Outcome, Registry, Result, Subgroup};
use cg_plugin::{Plugin, Trust};
use cg_plugin_testing::{Folder, library_under_test};
use cg_simplify::Engine;
use cg_subgroups::{Infinitesimal, NumberPlus, register, standard};
use cg_switches::{SwitchSum, Switches};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use dashu_int::UBig;

/// Numbers that look random, the same in every run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i64::try_from(self.0 % bound).unwrap_or_default()
    }
}

/// `count` terms: switches {y | z} with y and z in sixteenths, sumbers, nimbers,
/// in turn.
fn terms(count: usize) -> Result<Vec<SwitchSum>> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut sixteenths = |bound| Dyadic::new(random.below(bound).into(), 4);
    let mut terms = Vec::new();
    for index in 0..count {
        let (a, b) = (sixteenths(1 << 16)?, sixteenths(1 << 16)?);
        terms.push(match index % 3 {
            0 => {
                let mean = (&a + &b).half()?;
                SwitchSum::new(mean.into(), [(&a - &b).half()?])
            }
            1 => {
                let up = Infinitesimal::up(&a).unwrap_or_default();
                NumberPlus::from(if index % 2 == 0 { up } else { up.negate() }).into()
            }
            _ => NumberPlus::from(Infinitesimal::nimber(UBig::from(index))).into(),
        });
    }
    Ok(terms)
}

fn closed() -> Engine {
    let registry = register(Registry::builder()).with(Switches).close().expect("they fit");
    Engine::new(registry, Limits::default()).expect("no subgroup fails")
}

/// The same subgroup, loaded at run time.
fn loaded() -> cg_plugin_testing::Result<Plugin> {
    let library = library_under_test("cg_switches")?;
    let folder = Folder::with_plugin(Path::new(env!("CARGO_MANIFEST_DIR")), &library)?;
    Ok(Plugin::load(folder.path(), Trust::default())?)
}

fn decoded(engine: &mut Engine, terms: &[SwitchSum]) -> Result<Vec<Game>> {
    terms.iter().map(|term| engine.decode("switches", &Switches.encode(term))).collect()
}

fn a_thousand_terms(criterion: &mut Criterion) {
    let terms = terms(1000).expect("small numbers");
    let all: Vec<&SwitchSum> = terms.iter().collect();
    let expected = Switches.sum(&all).expect("small numbers");
    assert!(expected.temperatures().len() > 300);
    criterion.bench_function("value and outcome of 1000 terms, elements", |bencher| {
        bencher.iter(|| {
            let sum = Switches.sum(black_box(&all)).expect("small numbers");
            assert_eq!(sum.outcome(), Outcome::Left);
        });
    });
    let mut in_an_engine = |name: &str, new: &dyn Fn() -> Engine| {
        criterion.bench_function(&format!("value and outcome of 1000 terms, {name}"), |bencher| {
            let setup = || {
                let mut engine = new();
                let games = decoded(&mut engine, &terms).expect("small numbers");
                (engine, games)
            };
            bencher.iter_batched_ref(
                setup,
                |(engine, games)| {
                    let sum = engine.sum(games).expect("small numbers");
                    assert_eq!(engine.outcome(sum).expect("small numbers"), Outcome::Left);
                },
                BatchSize::LargeInput,
            );
        });
    };
    in_an_engine("in an engine", &closed);
    let plugin = loaded().expect("the library is built beside the bench");
    in_an_engine("in an engine, loaded as a plugin", &|| {
        let registry =
            register(Registry::builder()).with(plugin.subgroup().expect("a subgroup").clone());
        let registry = registry.close().expect("they fit");
        Engine::new(registry, Limits::default()).expect("no fault")
    });
}

/// n switches {y | z}, small enough for both: as values, and their outcome.
fn few_switches(criterion: &mut Criterion) {
    for count in [2usize, 4, 6, 8, 10, 12] {
        let switches: Vec<SwitchSum> =
            terms(3 * count).expect("small numbers").into_iter().step_by(3).collect();
        let expected = Switches.sum(&switches.iter().collect::<Vec<_>>());
        let expected = expected.expect("small numbers").outcome();
        let ends: Vec<[Dyadic; 2]> = switches
            .iter()
            .map(|switch| {
                let (mean, width) = (switch.number(), &switch.temperatures()[0]);
                [mean + width, mean - width]
            })
            .collect();
        let mut value_and_outcome = |name: &str, engine: &dyn Fn() -> Engine| {
            criterion.bench_function(&format!("{count} switches, {name}"), |bencher| {
                bencher.iter_batched_ref(
                    engine,
                    |engine| {
                        let mut games = Vec::new();
                        for [high, low] in &ends {
                            let (high, low) = (engine.number(high), engine.number(low));
                            let (high, low) = (high.expect("made"), low.expect("made"));
                            games.push(engine.game(&[high], &[low]).expect("small"));
                        }
                        let sum = engine.sum(&games).expect("small");
                        assert_eq!(engine.outcome(sum).expect("small"), expected);
                    },
                    BatchSize::LargeInput,
                );
            });
        };
        value_and_outcome("closed form", &closed);
        value_and_outcome("general algorithm", &|| {
            let registry = standard().expect("they fit");
            Engine::new(registry, Limits::default()).expect("no subgroup fails")
        });
    }
}

criterion_group!(benches, a_thousand_terms, few_switches);
criterion_main!(benches);
