//! Families that are known, with their values: for tests and benches.

use std::ops::ControlFlow;

use cg_core::{Game, Limits};
use cg_families::{Family, ProvedRule, Search, Settings};
use cg_rulesets::{Entry, Position, Ruleset, Sign, Variant, Varied, VariedPosition};
use cg_simplify::Engine;
use cg_solve::Values;
use dashu_int::IBig;

pub(crate) fn engine() -> Engine {
    Engine::new(cg_subgroups::standard().unwrap(), Limits::default()).unwrap()
}

/// The values of the components of all boards up to a size with cells of these letters.
pub(crate) fn components(
    engine: &mut Engine,
    name: &str,
    letters: &str,
    size: [usize; 2],
) -> Vec<Game> {
    let (variant, name) = match name.strip_prefix("xt ") {
        Some(name) => (Variant::Xt, name),
        None => (Variant::Plain, name),
    };
    let entry = Entry::named(name).unwrap();
    let mut all = Vec::new();
    let mut values = Values::new();
    for (rows, columns) in (1..=size[0]).flat_map(|row| (1..=size[1]).map(move |c| (row, c))) {
        entry.each_board(rows, columns, true, &mut |start| {
            let rules = Varied::new(start.rules.rules().clone(), variant);
            let board = start.board().to_lowercase();
            if board.chars().all(|cell| letters.contains(cell) || cell == '|') {
                let mut parts: Vec<(VariedPosition<Position>, Sign)> = Vec::new();
                let Ok(()) = rules.split(start.position, &mut parts);
                for (part, _) in parts {
                    all.push(values.value(engine, &rules, part).unwrap());
                }
            }
            ControlFlow::Continue(())
        });
    }
    all
}

/// The values of rows of pins in Partisan Kayles: Left takes a pin, Right two neighbours; either
/// takes a single pin.
pub(crate) fn partisan_kayles(engine: &mut Engine, pins: usize) -> Vec<Game> {
    let star = engine.nimber(&1u8.into()).unwrap();
    let mut rows = vec![Game::ZERO, star];
    for length in 2..=pins {
        let mut leaves = |taken: usize| -> Vec<Game> {
            (0..=length - taken)
                .map(|before| engine.add(rows[before], rows[length - taken - before]).unwrap())
                .collect()
        };
        let (left, right) = (leaves(1), leaves(2));
        rows.push(engine.game(&left, &right).unwrap());
    }
    rows
}

/// A family as the tests know it.
pub(crate) struct Known {
    pub(crate) title: &'static str,
    pub(crate) values: fn(&mut Engine) -> Vec<Game>,
    pub(crate) count: usize,
    pub(crate) group: &'static str,
    pub(crate) classes: usize,
    pub(crate) corners: usize,
    /// How many random sums are compared.
    pub(crate) sums: usize,
    /// The largest coefficient of a random sum.
    pub(crate) width: i64,
}

pub(crate) const KNOWN: [Known; 7] = [
    Known {
        title: "Partisan Kayles",
        values: |engine| partisan_kayles(engine, 24),
        count: 3,
        group: "Z + Z2",
        classes: 2,
        corners: 4,
        sums: 20_000,
        width: 30,
    },
    Known {
        title: "xt domineering 2x2",
        values: |engine| components(engine, "xt domineering", ".#", [2, 2]),
        count: 2,
        group: "Z + Z2",
        classes: 2,
        corners: 4,
        sums: 20_000,
        width: 100,
    },
    Known {
        title: "xt domineering 2x3",
        values: |engine| components(engine, "xt domineering", ".#", [2, 3]),
        count: 6,
        group: "Z + Z2 + Z4",
        classes: 8,
        corners: 16,
        sums: 20_000,
        width: 20,
    },
    Known {
        title: "xt domineering 3x3",
        values: |engine| components(engine, "xt domineering", ".#", [3, 3]),
        count: 12,
        group: "Z^3 + Z2 + Z2 + Z4",
        classes: 16,
        corners: 208,
        sums: 3_000,
        width: 3,
    },
    Known {
        title: "clobber 1x5",
        values: |engine| components(engine, "clobber", ".xo", [1, 5]),
        count: 8,
        group: "Z^2 + Z2 + Z2",
        classes: 4,
        corners: 16,
        sums: 15_000,
        width: 5,
    },
    Known {
        title: "toppling-dominoes 1x4, l and r",
        values: |engine| components(engine, "toppling-dominoes", "lr", [1, 4]),
        count: 12,
        group: "Z^2 + Z2 + Z2 + Z2 + Z2",
        classes: 16,
        corners: 64,
        sums: 15_000,
        width: 4,
    },
    Known {
        title: "up, three tinies and star",
        values: |engine| {
            let mut all = vec![engine.up(&1.into()).unwrap(), engine.nimber(&1u8.into()).unwrap()];
            for number in 1..=3 {
                let number = engine.integer(&IBig::from(number)).unwrap();
                all.push(engine.tiny(number).unwrap());
            }
            all
        },
        count: 5,
        group: "Z^4 + Z2",
        classes: 2,
        corners: 10,
        sums: 7_000,
        width: 4,
    },
];

pub(crate) fn found(engine: &mut Engine, values: &[Game]) -> (Family, Box<ProvedRule>) {
    let settings = Settings::default();
    let family = Family::find(engine, values, &settings).unwrap();
    match family.rule(engine, &settings).unwrap() {
        Search::Proved(rule) => (family, rule),
        Search::None(why) => panic!("{}: {}", family.group(), why.sentence()),
    }
}
