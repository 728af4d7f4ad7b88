//! The subgroup keeps its promises, linked in and loaded at run time: the laws, the fact
//! table, options, and the laws of a field.

use cg_core::{Error, Family, Home, Notation, Player, Subgroup, Text};
use cg_plugin_testing::{Under, on_both};
use cg_simplify::laws::Laws;
use cg_surreal::{Surreal, Surreals};
use cg_transfinite_nimbers::{Heap, TransfiniteNimbers};
use fastrand::Rng;

on_both!(TransfiniteNimbers, "cg_transfinite_nimbers": the_laws, the_fact_table, texts_and_bytes, options_lie_below, products_of_a_field);

fn the_laws<F: Family + Clone>(under: &Under<F>) {
    let samples = under.rules.samples().expect("samples");
    let report = Laws::of(under.rules.clone(), samples).pool(12).check(&under.registry);
    assert!(report.holds(), "{report}");
    assert_eq!(report.too_large, 7, "{report}");
}

fn the_fact_table<F: Family>(under: &Under<F>) {
    let mut rows = 0;
    for (line, row) in include_str!("../../../testdata/transfinite.tsv").lines().enumerate() {
        let at = format!("line {}: {row}", line + 1);
        let cells: Vec<&str> = row.split('\t').collect();
        let [expression, "nim sum", expected, _] = cells[..] else { continue };
        let (x, y) = expression.split_once(" + ").expect(&at);
        let sum = under.rules.add(&under.read(x), &under.read(y)).expect("small");
        assert_eq!(sum, under.read(expected), "{at}");
        rows += 1;
    }
    assert_eq!(rows, 23);
}

fn texts_and_bytes<F: Family>(under: &Under<F>) {
    for sample in under.rules.samples().expect("samples") {
        for notation in [Notation::Paper, Notation::Standard] {
            let text = under.rules.print(&sample, notation).expect("short");
            assert_eq!(under.rules.parse(&text, notation).expect(&text), sample);
        }
        assert_eq!(under.rules.decode(&under.rules.encode(&sample)), Ok(sample));
    }
    let g = under.read("*(omega+5)");
    let texts = Notation::ALL.map(|notation| under.rules.print(&g, notation).expect("short"));
    assert_eq!(texts, ["*(omega+5)", "*(omega+5)", "∗(ω+5)", r"{\ast}(\omega+5)"]);
    for bad in
        ["*omega+", "*(omega-1)", "*(1/omega)", "*(omega/2)", "omega", "*(-omega)", "*(omega"]
    {
        assert!(under.rules.parse(bad, Notation::Standard).is_err(), "{bad}");
    }
    // omega - 1 is an element of surreal, and no ordinal.
    let bytes = Surreals.parse("omega-1", Notation::Standard).expect("a number");
    assert!(under.rules.decode(&Surreals.encode(&bytes)).is_err());
    assert_eq!(under.rules.nimber_of("surreal", &Surreals.encode(&bytes)), Ok(None));
    let omega = Surreals.encode(&Surreal::omega());
    assert_eq!(under.rules.nimber_of("surreal", &omega), Ok(Some(under.read("*(omega)"))));
    assert_eq!(under.rules.nimber_of("numbers", &omega), Ok(None));
    // Born on the day that its size counts.
    let day = Surreals.parse("omega+5", Notation::Standard).expect("a number");
    assert_eq!(under.rules.birthday(&g), Ok(Some(Home::within(&Surreals, day))));
}

fn options_lie_below<F: Family>(under: &Under<F>) {
    let mut engine = under.engine();
    for text in ["*(omega)", "*(omega**2+omega+5)", "*(omega**(omega**2)+1)"] {
        let g = under.read(text);
        assert_eq!(under.rules.option_count(&g, Player::Left), Ok(u64::MAX));
        let bytes = under.rules.encode(&g);
        let game = engine.decode("transfinite_nimbers", &bytes).expect("an element");
        let error = engine.options(game, Player::Left).expect_err("infinitely many");
        assert!(matches!(error, Error::NotShort { .. }), "{error}");
        // Stars beside it are compared by the group, and other games refused.
        let up = engine.up(&1.into()).expect("small");
        assert!(engine.add(game, up).is_err());
    }
}

/// All ordinals below come: the small ones soon.
#[test]
fn every_smaller_heap_is_an_option() {
    let read = |text| TransfiniteNimbers.parse(text, Notation::Standard).expect(text);
    let g = read("*(omega**2+omega+5)");
    let mut missing: Vec<Heap> = [
        "0",
        "*",
        "*5",
        "*(omega)",
        "*(omega+1)",
        "*(3*omega+2)",
        "*(omega**2)",
        "*(omega**2+7)",
        "*(omega**2+omega)",
        "*(omega**2+omega+4)",
    ]
    .map(read)
    .into();
    for index in (0..20_000).chain([u64::MAX - 1]) {
        let option = TransfiniteNimbers.option(&g, Player::Right, index).expect("small");
        assert!(option.size() < g.size(), "{option:?}");
        missing.retain(|heap| *heap != option);
    }
    assert!(missing.is_empty(), "{missing:?}");
}

fn products_of_a_field<F: Family>(under: &Under<F>) {
    let rules = &under.rules;
    let product =
        |x: &F::Element, y: &F::Element| rules.product(x, y).expect("small").expect("known");
    let power = |text: &str, times: u32| {
        let x = under.read(text);
        (1..times).fold(x.clone(), |power, _| product(&power, &x))
    };
    let rows = [
        ("*(omega)", 3, "*2"),
        ("*(omega**3)", 3, "*(omega)"),
        ("*(omega**9)", 9, "*(omega)"),
        ("*(omega**omega)", 5, "*4"),
        ("*(omega**(5*omega))", 5, "*(omega**omega)"),
        ("*(omega**(omega**2))", 7, "*(omega+1)"),
        ("*(omega**(omega**3))", 11, "*(omega**omega+1)"),
        ("*(omega**(omega**4))", 13, "*(omega+4)"),
        ("*(omega)", 2, "*(omega**2)"),
    ];
    for (x, times, expected) in rows {
        assert_eq!(power(x, times), under.read(expected), "{x} to the {times}");
    }
    assert_eq!(rules.product(&under.read("*(omega**(omega**13))"), &under.read("*2")), Ok(None));
}

/// Products commute, associate and distribute, nothing but 0 divides 0, and a product of
/// smaller nimbers lies in the field that they generate.
#[test]
fn the_laws_of_a_field() {
    let mut rng = Rng::with_seed(1);
    let exponents =
        ["0", "1", "2", "3", "4", "omega", "omega+1", "2*omega+5", "omega**2", "5*omega"];
    let exponents = exponents.map(|text| Surreals.parse(text, Notation::Standard).expect(text));
    let mut any = || {
        let mut size = Surreal::zero();
        for _ in 0..rng.usize(1..3) {
            let power = Surreal::power_of_omega(&exponents[rng.usize(..exponents.len())]);
            let count = Surreal::from(rng.i64(1..20));
            size = size.add(&power.expect("small").product(&count).expect("small")).expect("small");
        }
        Heap::new(size).expect("an ordinal")
    };
    let product = |x: &Heap, y: &Heap| x.nim_product(y).expect("small").expect("known");
    let sum = |x: &Heap, y: &Heap| x.nim_sum(y).expect("small");
    for _ in 0..300 {
        let [x, y, z] = [(); 3].map(|()| any());
        assert_eq!(product(&x, &y), product(&y, &x));
        assert_eq!(
            product(&product(&x, &y), &z),
            product(&x, &product(&y, &z)),
            "{x:?} {y:?} {z:?}"
        );
        assert_eq!(product(&x, &sum(&y, &z)), sum(&product(&x, &y), &product(&x, &z)));
        assert!(!product(&x, &y).size().is_zero());
        // Squaring is one to one.
        assert_eq!(product(&x, &x) == product(&y, &y), x == y);
    }
}
