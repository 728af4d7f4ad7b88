//! The nimbers, built in and in C: one suite for both, and both against each
//! other.

use std::path::Path;
use std::sync::Arc;

use cg_core::{
    Dyadic, Error, Explanations, Family, Home, Limits, Notation, Player, Registry, Relations,
    Subgroup, Text, Views,
};
use cg_plugin::{Assembly, ForeignSubgroup, Trust};
use cg_plugin_testing::{Folder, Under, compile_c, loaded};
use cg_simplify::Engine;
use cg_simplify::laws::Laws;
use cg_subgroups::{Nimbers, Numbers, register};
use dashu_int::{IBig, UBig};
use proptest::prelude::*;

fn built_in() -> Option<Under<Nimbers>> {
    Some(Under::new(Nimbers, register(Registry::builder()).close()))
}

/// The C plugin in place of the built-in nimbers; `None` without a compiler.
fn in_c() -> Option<Under<ForeignSubgroup>> {
    let plugin = Path::new(env!("CARGO_MANIFEST_DIR"));
    let build = tempfile::tempdir().expect("a temporary folder");
    let library = compile_c(&plugin.join("nimbers.c"), build.path()).expect("it compiles")?;
    Some(loaded(plugin, &library))
}

macro_rules! suite {
    ($($name:ident),+ $(,)?) => {
        mod rust {
            $( #[test] fn $name() { super::built_in().iter().for_each(super::$name); } )+
        }
        mod c {
            $( #[test] fn $name() { super::in_c().iter().for_each(super::$name); } )+
        }
    };
}

suite!(
    the_laws,
    huge_heaps_are_counted_not_listed,
    the_least_missing_number_of_long_lists,
    malformed_bytes_are_refused,
    zero_is_a_number_first,
    texts,
    the_calculator_uses_them,
);

fn nimber<F: Family>(under: &Under<F>, n: &UBig) -> F::Element {
    under.rules.nimber(n).expect("no limit").expect("nimbers are made here")
}

fn the_laws<F: Family + Clone>(under: &Under<F>) {
    let samples = [0u32, 1, 2, 3, 4, 5, 8, 15, 16, 40].map(|n| nimber(under, &n.into()));
    let report = Laws::of(under.rules.clone(), samples.into()).pool(9).check(&under.registry);
    assert!(report.holds(), "{report}");
    // What a plugin without samples is tried on: the nimbers that it makes.
    assert!(under.rules.samples().expect("samples").len() > 8);
}

fn huge_heaps_are_counted_not_listed<F: Family>(under: &Under<F>) {
    let heap = nimber(under, &1_000_000_000_000u64.into());
    let count = |g: &F::Element| under.rules.option_count(g, Player::Left);
    assert_eq!(count(&heap), Ok(1_000_000_000_000));
    let last = nimber(under, &999_999_999_999u64.into());
    assert_eq!(under.rules.option(&heap, Player::Right, 999_999_999_999), Ok(last));
    assert!(under.rules.option(&heap, Player::Left, 1_000_000_000_000).is_err());
    assert_eq!(count(&nimber(under, &(UBig::ONE << 200))), Ok(u64::MAX));
    assert_eq!(count(&nimber(under, &UBig::ZERO)), Ok(0));
}

fn the_least_missing_number_of_long_lists<F: Family>(under: &Under<F>) {
    let all: Vec<F::Element> = (0..1000u32).rev().map(|n| nimber(under, &n.into())).collect();
    let all: Vec<&F::Element> = all.iter().collect();
    let without: Vec<&F::Element> =
        all.iter().copied().filter(|g| **g != nimber(under, &640u32.into())).collect();
    let simplify = |left: &[&F::Element], right: &[&F::Element]| {
        under.rules.simplify(left, right).expect("no limit")
    };
    assert_eq!(simplify(&all, &all), Some(nimber(under, &1000u32.into())));
    assert_eq!(simplify(&without, &without), Some(nimber(under, &640u32.into())));
    assert_eq!(simplify(&all, &without), None);
    let large = nimber(under, &(UBig::ONE << 300));
    assert_eq!(simplify(&[&large], &[]), Some(nimber(under, &UBig::ZERO)));
}

fn malformed_bytes_are_refused<F: Family>(under: &Under<F>) {
    for bytes in [&[][..], &[1], &[1, 0], &[1, 3, 0], &[2, 3, 0], &[0x81, 0, 3], &[0xff; 12]] {
        let error = under.rules.decode(bytes).expect_err("refused");
        assert!(matches!(error, Error::Subgroup { .. }), "{bytes:?}: {error}");
    }
    assert_eq!(under.rules.decode(&[1, 3]), Ok(nimber(under, &3u8.into())));
    // Refusals are no faults.
    assert_eq!(under.rules.decode(&[0]), Ok(nimber(under, &UBig::ZERO)));
}

fn zero_is_a_number_first<F: Family>(under: &Under<F>) {
    let settle = |n: u8| under.rules.settle(&nimber(under, &n.into())).expect("no limit");
    assert_eq!(settle(0), Home::within(&Numbers, Dyadic::ZERO));
    assert_eq!(settle(1), Home::Here);
}

fn texts<F: Family>(under: &Under<F>) {
    let huge = UBig::ONE << 100;
    for (n, [paper, standard, unicode, latex]) in [
        (UBig::ZERO, ["0", "0", "0", "0"]),
        (UBig::ONE, ["*(1)", "*", "∗", r"{\ast}"]),
        (UBig::from(10u8), ["*(10)", "*10", "∗10", r"{\ast}10"]),
        (
            huge.clone(),
            [
                &format!("*({huge})"),
                &format!("*{huge}"),
                &format!("∗{huge}"),
                &format!(r"{{\ast}}{huge}"),
            ],
        ),
    ] {
        let g = nimber(under, &n);
        for (notation, text) in Notation::ALL.into_iter().zip([paper, standard, unicode, latex]) {
            assert_eq!(under.rules.print(&g, notation).expect("short"), text);
        }
        assert_eq!(under.rules.parse(paper, Notation::Paper), Ok(g.clone()));
        assert_eq!(under.rules.parse(standard, Notation::Standard), Ok(g));
    }
    for text in ["", "1", "*x", "*(", "*()", "*1x", "^"] {
        let error = under.rules.parse(text, Notation::Standard).expect_err("refused");
        assert!(matches!(error, Error::Parse { .. }), "{text:?}: {error}");
    }
}

/// Sums with values of the other subgroups, which include the nimbers.
fn the_calculator_uses_them<F: Family>(under: &Under<F>) {
    let names: Vec<&str> = under.registry.names().collect();
    assert_eq!(names, ["numbers", "nimbers", "sumbers", "numberish"]);
    let mut engine = Engine::new(Arc::clone(&under.registry), Limits::default()).expect("starts");
    let mut nim = |n: u64| engine.nimber(&n.into()).expect("small");
    let (three, seven, huge) = (nim(3), nim(7), nim(1_000_000_000_000_000_000));
    let print = |engine: &mut Engine, game| engine.print(game, Notation::Paper).expect("short");
    let four = engine.add(three, seven).expect("small");
    assert_eq!(print(&mut engine, four), "*(4)");
    assert_eq!(engine.subgroup_name(four), Some("nimbers"));
    let up = engine.up(&cg_core::Dyadic::ONE).expect("small");
    let sum = engine.add(up, huge).expect("small");
    assert_eq!(print(&mut engine, sum), "^(1)+*(1000000000000000000)");
    assert_eq!(engine.outcome(sum), Ok(cg_core::Outcome::Left));
    let star = engine.nimber(&UBig::ONE).expect("small");
    let up_star = engine.add(up, star).expect("small");
    assert_eq!(engine.subgroup_name(up_star), Some("sumbers"));
    assert_eq!(engine.subtract(up_star, up), Ok(star));
    assert_eq!(engine.add(huge, huge), Ok(cg_core::Game::ZERO));
}

/// Every answer of the C plugin is that of the built-in subgroup, byte for byte.
#[test]
fn both_give_the_same_answers() {
    let Some(under) = in_c() else { return };
    let (c, rust) = (under.rules, Nimbers);
    let natural = || {
        prop_oneof![
            (0u8..8).prop_map(UBig::from),
            any::<u64>().prop_map(UBig::from),
            proptest::collection::vec(any::<u8>(), 0..200).prop_map(|b| UBig::from_le_bytes(&b)),
        ]
    };
    let lists =
        (proptest::collection::vec(natural(), 0..9), proptest::collection::vec(natural(), 0..9));
    let strategy = (natural(), natural(), lists, any::<i64>(), any::<u64>());
    proptest!(cg_properties::cases(500), |((g, h, (left, right), count, index) in strategy)| {
        let in_c = |n: &UBig| c.decode(&rust.encode(n));
        let bytes = |g: Result<cg_plugin::ForeignElement, Error>| g.map(|g| g.bytes().to_vec());
        let written = |g: Result<UBig, Error>| g.map(|g| rust.encode(&g));
        let (a, b) = (in_c(&g)?, in_c(&h)?);
        prop_assert_eq!(bytes(c.add(&a, &b)), written(rust.add(&g, &h)));
        prop_assert_eq!(bytes(c.negate(&a)), written(rust.negate(&g)));
        let count = IBig::from(count);
        prop_assert_eq!(bytes(c.multiple(&count, &a)), written(rust.multiple(&count, &g)));
        prop_assert_eq!(c.outcome(&a), rust.outcome(&g));
        prop_assert_eq!(c.compare(&a, &b), rust.compare(&g, &h));
        prop_assert_eq!(c.as_nimber(&a), rust.as_nimber(&g));
        prop_assert_eq!(c.settle(&a), rust.settle(&g));
        let elements = |side: &[UBig]| side.iter().map(in_c).collect::<Result<Vec<_>, _>>();
        let (left_c, right_c) = (elements(&left)?, elements(&right)?);
        let simplified = c.simplify(&left_c.iter().collect::<Vec<_>>(), &right_c.iter().collect::<Vec<_>>())?;
        let expected = rust.simplify(&left.iter().collect::<Vec<_>>(), &right.iter().collect::<Vec<_>>())?;
        prop_assert_eq!(simplified.map(|g| g.bytes().to_vec()), expected.map(|g| rust.encode(&g)));
        for player in Player::BOTH {
            let count = rust.option_count(&g, player)?;
            prop_assert_eq!(c.option_count(&a, player)?, count);
            for index in [index, count.saturating_sub(1), 0] {
                prop_assert_eq!(bytes(c.option(&a, player, index)).ok(), written(rust.option(&g, player, index)).ok());
            }
        }
        for notation in Notation::ALL {
            prop_assert_eq!(c.print(&a, notation), rust.print(&g, notation));
        }
    });
}

/// A table may be shorter than the calculator's, or longer.
#[test]
fn tables_of_other_lengths() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(folder.join("nimbers.c")).expect("it is there");
    let build = tempfile::tempdir().expect("a temporary folder");
    let size = ".size = sizeof(cg_table)";
    assert!(source.contains(size));
    for other in ["offsetof(cg_table, explain_value)", "sizeof(cg_table) + 2 * sizeof(void *)"] {
        let file = build.path().join("other.c");
        std::fs::write(&file, source.replace(size, &format!(".size = {other}"))).expect("written");
        let Some(library) = compile_c(&file, build.path()).expect("it compiles") else { return };
        let plugin = Folder::with_plugin(folder, &library).expect("a temporary folder");
        let base = || register(Registry::builder());
        let assembly = Assembly::new(base, [plugin.path()], Trust::default()).expect("they fit");
        assert!(assembly.refused.is_empty(), "{other}: {:?}", assembly.refused);
        let rules = assembly.loaded[0].subgroup().expect("a subgroup");
        let star = rules.nimber(&1u8.into()).expect("small").expect("made here");
        assert_eq!(rules.explain_outcome(&star, Notation::Paper), Ok(None));
        assert_eq!(rules.as_nimber(&star), Ok(Some(1u8.into())));
    }
}
