//! The subgroup keeps its promises, linked in and loaded at run time: the laws,
//! the fact table, the games born by day 3, and what sums of switches are known
//! to do.

use cg_core::{
    Explanations, Family, Game, Limits, Notation, Outcome, Player, Registry, Subgroup, Text,
};
use cg_plugin_testing::{Under, on_both};
use cg_simplify::Engine;
use cg_simplify::laws::Laws;
use cg_switches::{SwitchSum, Switches};

on_both!(Switches, "cg_switches": the_laws,
    the_fact_table,
    games_born_by_day_three,
    known_sums,
    many_terms_at_once,
    printed_forms,
    bytes_that_are_no_element,
);

fn the_laws<F: Family + Clone>(under: &Under<F>) {
    let samples = under.rules.samples().expect("samples");
    assert!(samples.len() > 20);
    let report = Laws::of(under.rules.clone(), samples).pool(10).check(&under.registry);
    assert!(report.holds(), "{report}");
    assert_eq!(report.too_large, 0, "{report}");
}

/// Options, whether the value is in the group, its normal form, its outcome.
fn the_fact_table<F: Family>(under: &Under<F>) {
    let table = include_str!("../../../testdata/numberish_and_switches_simplify.tsv");
    let mut rows = 0;
    for (line, row) in table.lines().enumerate().skip(1) {
        let at = format!("line {}: {row}", line + 1);
        let cells: Vec<&str> = row.split('\t').collect();
        let [left, right, held, form, outcome] = cells[..] else { panic!("{at}") };
        let side = |cell: &str| -> Vec<F::Element> {
            cell.split(", ").filter(|text| !text.is_empty()).map(|text| under.read(text)).collect()
        };
        let (left, right) = (side(left), side(right));
        let value = under
            .rules
            .simplify(&left.iter().collect::<Vec<_>>(), &right.iter().collect::<Vec<_>>())
            .unwrap_or_else(|error| panic!("{at}: {error}"));
        match held {
            "yes" => {
                let value = value.unwrap_or_else(|| panic!("{at}: not recognised"));
                assert_eq!(value, under.read(form), "{at}");
                let won = under.rules.outcome(&value).expect("an outcome");
                assert_eq!(won.letter().to_string(), outcome, "{at}");
            }
            _ => assert_eq!(value, None, "{at}"),
        }
        // Through the engine too, where smaller homes have been asked first.
        let mut engine = under.engine();
        let mut games = |side: &[F::Element]| -> Vec<Game> {
            let decoded =
                side.iter().map(|option| engine.decode("switches", &under.rules.encode(option)));
            decoded.collect::<Result<_, _>>().expect("elements")
        };
        let (left, right) = (games(&left), games(&right));
        let value = engine.game(&left, &right).expect("small");
        assert_eq!(engine.outcome(value).expect("small").letter().to_string(), outcome, "{at}");
        assert_eq!(engine.subgroup_name(value).is_some(), held == "yes", "{at}");
        rows += 1;
    }
    assert_eq!(rows, 288);
}

/// Of the games born by day 3, 80 lie in the group: they are found from their
/// options alone.
fn games_born_by_day_three<F: Family>(under: &Under<F>) {
    let mut engine = under.engine();
    let games = engine.born_by(3).expect("small");
    assert_eq!(games.len(), 1474);
    let homes: Vec<String> =
        games.iter().filter_map(|&game| engine.subgroup_name(game).map(str::to_owned)).collect();
    let count = |name: &str| homes.iter().filter(|home| *home == name).count();
    assert_eq!(homes.len(), 80);
    assert_eq!(count("switches"), 24);
    assert_eq!(count("numbers"), 15);
    // Each by the rule itself, with its canonical options as elements.
    let mut found = 0;
    for &game in &games {
        let mut side = |player| -> Option<Vec<F::Element>> {
            let options = engine.options(game, player).expect("small");
            options.into_iter().map(|option| element(under, &mut engine, option)).collect()
        };
        let (Some(left), Some(right)) = (side(Player::Left), side(Player::Right)) else {
            continue;
        };
        let value = under
            .rules
            .simplify(&left.iter().collect::<Vec<_>>(), &right.iter().collect::<Vec<_>>())
            .expect("small");
        if let Some(value) = value {
            found += 1;
            let bytes = under.rules.encode(&value);
            assert_eq!(engine.decode("switches", &bytes).expect("an element"), game);
        }
    }
    assert_eq!(found, 80);
}

/// The value as an element of the group, if it has a home.
fn element<F: Family>(under: &Under<F>, engine: &mut Engine, game: Game) -> Option<F::Element> {
    engine.subgroup_name(game)?;
    let text = engine.print(game, Notation::Standard).expect("short");
    Some(under.read(&text))
}

/// What the theory of hot games says, and the general algorithm too.
fn known_sums<F: Family>(under: &Under<F>) {
    let registry = cg_subgroups::standard().expect("they fit");
    let mut general = Engine::new(registry, Limits::default()).expect("starts");
    let mut plain = Engine::new(Registry::empty(), Limits::default()).expect("starts");
    let mut closed = under.engine();
    // Sums of {left | right} and numberish terms.
    let sums: [&[&str]; 7] = [
        &["{1|-1}", "{1|-1}"],
        &["{3|-1}", "^", "*2"],
        &["{5|3}", "{2|-2}"],
        &["{17/4+(+-9/2)+(+-1/2)|-1/4}"],
        &["{0|-1^+(+-1)}"],
        &["{3|-1}", "{1|-1}", "1/2"],
        &["{4|0}", "{2|1}", "v*3"],
    ];
    let expected = [
        ("0", Outcome::Previous),
        ("1^*2+(+-2)", Outcome::Next),
        ("4+(+-2)+(+-1)", Outcome::Left),
        ("+-1/4", Outcome::Next),
        ("^", Outcome::Left),
        ("3/2+(+-2)+(+-1)", Outcome::Left),
        ("7/2v*3+(+-2)+(+-1/2)", Outcome::Left),
    ];
    let mut values = Vec::new();
    for (terms, (value, outcome)) in sums.into_iter().zip(expected) {
        let mut sum = Game::ZERO;
        for term in terms {
            let term = under.game(&mut closed, term);
            sum = closed.add(sum, term).expect("small");
        }
        assert_eq!(sum, under.game(&mut closed, value), "{terms:?}");
        assert_eq!(closed.outcome(sum).expect("small"), outcome, "{terms:?}");
        let [general, plain] =
            [&mut general, &mut plain].map(|engine| written_out(&mut closed, sum, engine));
        values.push((sum, general, plain));
    }
    // The same values, outcomes and order without the plugin, and without any subgroup.
    for &(g, general_g, plain_g) in &values {
        assert_eq!(closed.outcome(g), general.outcome(general_g));
        assert_eq!(closed.outcome(g), plain.outcome(plain_g));
        for &(h, general_h, plain_h) in &values {
            assert_eq!(closed.compare(g, h), general.compare(general_g, general_h));
            assert_eq!(closed.compare(g, h), plain.compare(plain_g, plain_h));
            let sum = closed.add(g, h).expect("small");
            let general_sum = general.add(general_g, general_h).expect("small");
            assert_eq!(written_out(&mut closed, sum, &mut general), general_sum);
        }
    }
}

/// Terms with different homes, and one without, added together and one by one.
fn many_terms_at_once<F: Family>(under: &Under<F>) {
    let mut engine = under.engine();
    assert_eq!(engine.sum(&[]), Ok(Game::ZERO));
    let texts =
        ["{1|-1}", "3/4", "*5", "^<2>*", "1^*2", "{3|1}", "*6", "{1|-1}", "v", "-2", "{9|2}"];
    let mut terms: Vec<Game> = texts.map(|text| under.game(&mut engine, text)).into();
    let threat = under.game(&mut engine, "{0|-1}");
    let tiny = engine.game(&[Game::ZERO], &[threat]).expect("small");
    assert_eq!(engine.subgroup_name(tiny), None);
    terms.extend([tiny, tiny]);
    let mut one_by_one = Game::ZERO;
    for &term in &terms {
        one_by_one = engine.add(one_by_one, term).expect("small");
    }
    assert_eq!(engine.sum(&terms), Ok(one_by_one));
    let elements: Vec<F::Element> = texts.map(|text| under.read(text)).into();
    let sum = under.rules.sum(&elements.iter().collect::<Vec<_>>()).expect("small");
    assert_eq!(sum, under.read("29/4^<2>+(+-7/2)+(+-1)"));
}

/// A game written out to the end and built again in another engine. Few
/// switches are shallow, so this may recurse.
fn written_out(from: &mut Engine, game: Game, to: &mut Engine) -> Game {
    let [left, right] = Player::BOTH.map(|player| {
        let options = from.options(game, player).expect("few options");
        options.into_iter().map(|option| written_out(from, option, to)).collect::<Vec<_>>()
    });
    to.game(&left, &right).expect("small")
}

/// How values are printed by the subgroup itself, and by the calculator.
fn printed_forms<F: Family>(under: &Under<F>) {
    let forms = [
        ("{1|-1}", Notation::Paper, "(+-(1))", "{1|-1}"),
        ("{3|-1}", Notation::Paper, "1+(+-(2))", "{3|-1}"),
        ("{1/2|-1}", Notation::Paper, "-0.01+(+-(0.11))", "{0.1|-1}"),
        ("{1|-1}+^", Notation::Paper, "^(1)+(+-(1))", "^(1)+(+-(1))"),
        ("(+-2)+(+-1)", Notation::Paper, "(+-(2))+(+-(1))", "(+-(2))+(+-(1))"),
        ("-2+(+-6)+(+-8)", Notation::Standard, "-2+(+-8)+(+-6)", "{12|0||-4|-16}"),
        ("{1|-1}+^^", Notation::Standard, "^^+(+-1)", "{1^^|-1^^}"),
        ("{3|-1}+^*2", Notation::Unicode, "1↑∗2±2", "{3↑∗2|−1↑∗2}"),
        (
            "{3/2|-1/2}",
            Notation::Latex,
            r"\frac{1}{2}\pm 1",
            r"\left\{\frac{3}{2}\mid -\frac{1}{2}\right\}",
        ),
    ];
    let mut engine = under.engine();
    for (text, notation, own, calculators) in forms {
        let g = under.read(text);
        assert_eq!(under.rules.print(&g, notation).expect("short"), own, "{text}");
        let game = under.game(&mut engine, text);
        assert_eq!(engine.print(game, notation).expect("short"), calculators, "{text}");
    }
    // Braces double with each switch; a sum of many is written as a sum.
    let many = under.game(&mut engine, "1+(+-9)+(+-8)+(+-7)+(+-6)+(+-5)");
    let text = engine.print(many, Notation::Standard).expect("short");
    assert_eq!(text, "1+(+-9)+(+-8)+(+-7)+(+-6)+(+-5)");
    for bad in ["", "{1|", "+-", "{1|2}+", "{1|2|3}", "(+-1", "x", "1+(+-1))", "{0||1|||2|||3}"] {
        assert!(under.rules.parse(bad, Notation::Standard).is_err(), "{bad:?}");
    }
    let deep = "{".repeat(100_000);
    assert!(under.rules.parse(&deep, Notation::Standard).is_err());
}

fn bytes_that_are_no_element<F: Family>(under: &Under<F>) {
    let element = under.read("1^*3+(+-2)+(+-1/2)");
    let bytes = under.rules.encode(&element);
    assert_eq!(under.rules.decode(&bytes).expect("an element"), element);
    let mut swapped = bytes.clone();
    let switches = bytes.len() - 6;
    swapped.splice(switches.., [1, 2, 1, 0, 2, 2]);
    for bad in [&bytes[..bytes.len() - 1], &[bytes.clone(), vec![0]].concat(), &swapped, &[]] {
        let error = under.rules.decode(bad).expect_err("refused").to_string();
        assert!(error.starts_with("subgroup switches: malformed element bytes"), "{error}");
    }
}

/// A plugin explains as much as what is linked in, and says the same.
#[test]
fn a_plugin_explains_as_much() {
    let (linked, loaded) = (linked_in::under().rules, loaded_at_run_time::under().rules);
    let samples = linked.samples().expect("samples");
    let foreign = |g: &SwitchSum| loaded.decode(&linked.encode(g)).expect("an element");
    let mut explained = 0;
    for notation in Notation::ALL {
        for g in &samples {
            let words = linked.explain_outcome(g, notation);
            assert!(words.as_ref().is_ok_and(Option::is_some), "{g:?}");
            assert_eq!(loaded.explain_outcome(&foreign(g), notation), words);
            for h in &samples[..8] {
                let terms = [&foreign(g), &foreign(h)];
                let words = linked.explain_sum(&[g, h], notation);
                assert_eq!(loaded.explain_sum(&terms, notation), words);
                let Some(value) = linked.simplify(&[g], &[h]).expect("small") else { continue };
                let words = linked.explain_value(&[g], &[h], &value, notation);
                assert!(words.as_ref().is_ok_and(Option::is_some), "{g:?} {h:?}");
                let value = foreign(&value);
                let said = loaded.explain_value(&terms[..1], &terms[1..], &value, notation);
                assert_eq!(said, words);
                explained += 1;
            }
        }
    }
    assert!(explained > 100, "{explained}");
}

/// Sizes cross too: a large element counts as what it takes, in both.
#[test]
fn a_plugin_states_sizes() {
    let (linked, loaded) = (linked_in::under().rules, loaded_at_run_time::under().rules);
    let huge = linked.parse(&format!("+-{}", "9".repeat(5_000)), Notation::Standard);
    let huge = huge.expect("an element");
    let bytes = linked.heap_bytes(&huge).expect("small");
    assert!(bytes > 2_000, "{bytes}");
    let foreign = loaded.decode(&linked.encode(&huge)).expect("an element");
    assert!(loaded.heap_bytes(&foreign).expect("small") >= bytes);
}
