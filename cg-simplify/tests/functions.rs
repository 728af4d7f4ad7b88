//! Functions on games: identities between them, known counts, and their errors.

use cg_core::{Dyadic, Game, Limits, Player, Registry, Result};
use cg_simplify::{Answer, Argument, Engine, FUNCTIONS, FunctionResult, function};

fn with_subgroups() -> Engine {
    let registry = cg_subgroups::standard().expect("they fit together");
    Engine::new(registry, Limits::default()).expect("no subgroup fails")
}

#[test]
fn kinds_of_the_games_born_by_day_three() -> FunctionResult<()> {
    for mut engine in [with_subgroups(), Engine::new(Registry::empty(), Limits::default())?] {
        let games = engine.born_by(3)?;
        let mut count = |kind: fn(&mut Engine, Game) -> Result<bool>| -> Result<usize> {
            let mut count = 0;
            for &game in &games {
                count += usize::from(kind(&mut engine, game)?);
            }
            Ok(count)
        };
        assert_eq!(count(Engine::is_integer)?, 7);
        assert_eq!(count(Engine::is_number)?, 15);
        assert_eq!(count(Engine::is_nimber)?, 4);
        // {x|y} for the 7 numbers born by day 2.
        assert_eq!(count(Engine::is_switch)?, 21);
        let (hot, numberish) = (count(Engine::is_hot)?, count(Engine::is_numberish)?);
        assert_eq!(hot + numberish, 1474);
        let (infinitesimal, small) =
            (count(Engine::is_infinitesimal)?, count(Engine::is_all_small)?);
        assert!(small < infinitesimal && infinitesimal < numberish);
        for &game in &games {
            assert!(!engine.is_all_small(game)? || engine.is_infinitesimal(game)?);
            assert!(!engine.is_switch(game)? || engine.is_hot(game)?);
        }
    }
    Ok(())
}

#[test]
fn the_norton_product_with_up_is_overheating() -> FunctionResult<()> {
    let mut engine = with_subgroups();
    let up = engine.up(&Dyadic::ONE)?;
    let star = engine.nimber(&1u8.into())?;
    let double = engine.add(up, up)?;
    let bonus = engine.add(double, star)?;
    for g in engine.born_by(2)? {
        let product = engine.norton(g, up)?;
        assert_eq!(product, engine.overheat(g, up, bonus)?);
        // Its atomic weight is G.
        assert_eq!(engine.atomic_weight(product)?, g);
    }
    Ok(())
}

#[test]
fn overheating_and_freezing_small_games() -> FunctionResult<()> {
    let mut engine = with_subgroups();
    let [one, two, minus_one] = [1, 2, -1].map(|n| engine.integer(&n.into()));
    let (one, two, minus_one) = (one?, two?, minus_one?);
    let half = engine.number(&Dyadic::ONE.half()?)?;
    let hot = engine.game(&[two], &[minus_one])?;
    assert_eq!(engine.overheat(half, one, two)?, hot);
    assert_eq!(engine.overheat(two, half, two)?, one);
    let star = engine.nimber(&1u8.into())?;
    assert_eq!(engine.freeze(two)?, two);
    assert_eq!(engine.freeze(half)?, engine.add(half, star)?);
    assert_eq!(engine.freeze(hot)?, engine.add(half, star)?);
    Ok(())
}

#[test]
fn conway_products_of_numbers_are_products() -> FunctionResult<()> {
    let mut engine = with_subgroups();
    let numbers: Vec<Dyadic> = [(-2, 0), (-1, 1), (0, 0), (3, 2), (1, 0), (5, 1)]
        .into_iter()
        .map(|(numerator, exponent)| Dyadic::new(i64::into(numerator), exponent))
        .collect::<Result<_>>()?;
    for x in &numbers {
        for y in &numbers {
            let (g, h) = (engine.number(x)?, engine.number(y)?);
            let (g, h) = (engine.canonical_form(g)?, engine.canonical_form(h)?);
            let product = engine.number(&x.checked_mul(y)?)?;
            assert_eq!(engine.conway(g, h)?, product, "{x} times {y}");
        }
    }
    Ok(())
}

/// The closed forms of Conway products and of ordinal sums on nimbers are what the definitions
/// give, form by form: for all games born by day 2 and the nimbers to `*6`.
#[test]
fn closed_products_and_ordinal_sums_are_those_of_the_definition() -> FunctionResult<()> {
    for mut engine in [with_subgroups(), Engine::new(Registry::empty(), Limits::default())?] {
        let mut games = engine.born_by(2)?;
        for n in 3u8..=6 {
            games.push(engine.nimber(&n.into())?);
        }
        let [conway, ordinal] = ["conway", "ordinal"].map(|name| function(name).unwrap());
        let (mut products, mut sums) = (0, 0);
        for &g in &games {
            for &h in &games {
                let forms = [engine.canonical_form(g)?, engine.canonical_form(h)?];
                let arguments = [Argument::Game(g), Argument::Game(h)];
                if engine.field_product(g, h)?.is_some() {
                    products += 1;
                    let product = engine.conway(forms[0], forms[1])?;
                    assert_eq!(conway.call(&mut engine, &arguments)?, Answer::Game(product));
                }
                if let Some(sum) = engine.ordinal_on_nimber(g, h)? {
                    sums += 1;
                    assert_eq!(ordinal.call(&mut engine, &arguments)?, Answer::Game(sum));
                    let defined = engine.ordinal(forms[0], forms[1])?;
                    assert_eq!(engine.value(defined)?, sum);
                    // It is canonical: as a base of a further sum it is the same form.
                    assert_eq!(engine.canonical_form(sum)?, defined);
                }
            }
        }
        // 7 numbers, 7 nimbers, 0 is both; 6 nimbers that are not 0 under 26 games.
        assert_eq!((products, sums), (2 * 49 - 1, 6 * 26));
    }
    // What has as many options as this cannot be expanded to forms.
    let mut engine = with_subgroups();
    let large = engine.nimber(&1_000_000u32.into())?;
    let one = engine.integer(&1.into())?;
    let sum = engine.ordinal_on_nimber(large, one)?.expect("it is a nimber");
    assert_eq!(engine.option_count(sum, Player::Left)?, 1_000_001);
    assert_eq!(engine.option_count(sum, Player::Right)?, 1_000_000);
    Ok(())
}

/// Ordinal products of integers and nimbers are those of ordinals. For all games born by day 2, the
/// product with an ordinal sum is the ordinal sum of the products.
#[test]
fn ordinal_products_are_repeated_ordinal_sums() -> FunctionResult<()> {
    let mut engine = with_subgroups();
    for (a, b) in (0..5_u64).flat_map(|a| (0..5_u64).map(move |b| (a, b))) {
        let integer = |engine: &mut Engine, n: u64| engine.integer(&n.into());
        let nimber = |engine: &mut Engine, n: u64| engine.nimber(&n.into());
        for make in [integer, nimber] {
            let [g, h] = [a, b].map(|n| make(&mut engine, n));
            let (g, h) = (engine.canonical_form(g?)?, engine.canonical_form(h?)?);
            let product = engine.ordinal_product(g, h)?;
            assert_eq!(engine.value(product)?, make(&mut engine, a * b)?, "{a} times {b}");
        }
    }
    let games = engine.born_by(2)?;
    let [one, minus_one] = [1, -1].map(|n| engine.integer(&n.into()));
    let (one, minus_one) = (engine.canonical_form(one?)?, engine.canonical_form(minus_one?)?);
    for &g in &games {
        let form = engine.canonical_form(g)?;
        let [same, negative] = [one, minus_one].map(|h| engine.ordinal_product(form, h));
        assert_eq!(engine.value(same?)?, g);
        assert_eq!(engine.value(negative?)?, engine.negate(g)?);
        for &k in &games {
            let k = engine.canonical_form(k)?;
            let half = engine.ordinal(one, minus_one)?;
            for h in [one, minus_one, half] {
                let above = engine.ordinal(h, k)?;
                let whole = engine.ordinal_product(form, above)?;
                let (first, second) =
                    (engine.ordinal_product(form, h)?, engine.ordinal_product(form, k)?);
                assert_eq!(whole, engine.ordinal(first, second)?, "as forms");
            }
        }
    }
    Ok(())
}

#[test]
fn what_has_no_answer_says_why() -> FunctionResult<()> {
    let mut engine = with_subgroups();
    let [one, two] = [1, 2].map(|n| engine.integer(&n.into()));
    let (one, two) = (one?, two?);
    let star = engine.nimber(&1u8.into())?;
    let hot = engine.game(&[one], &[Game::ZERO])?;
    let mut messages = Vec::new();
    for (name, arguments) in [
        ("atomicweight", vec![hot]),
        ("uptimal", vec![hot]),
        ("nimvalue", vec![one]),
        ("simplest", vec![two, one]),
        ("simplest", vec![star, one]),
        ("cool", vec![hot, star]),
        ("norton", vec![one, star]),
        ("tiny", vec![star]),
        ("mean", vec![one, two]),
    ] {
        let arguments: Vec<Argument> = arguments.into_iter().map(Argument::Game).collect();
        let answer = function(name).expect("listed").call(&mut engine, &arguments);
        messages.push(answer.expect_err("no answer").to_string());
    }
    let too_cold = engine.cool(hot, &(-2).into());
    messages.push(too_cold.expect_err("too cold").to_string());
    insta::assert_snapshot!(messages.join("\n"), @r#"
{1|0} has no atomic weight
{1|0} is no number plus uptimal plus nimber
1 is no nimber, so it has no nim-value
no number lies strictly between 2 and 1: the smaller bound comes first
simplest takes a number here, and * is none
cool takes a number here, and * is none
norton takes a positive game here, and * is none
tiny takes a positive game here, and * is none
mean is called as mean(g)
cooling by -2 is not defined: the coldest games have temperature -1
"#);
    Ok(())
}

#[test]
fn names_are_unique_and_usages_start_with_them() {
    for (index, one) in FUNCTIONS.iter().enumerate() {
        assert!(FUNCTIONS[..index].iter().all(|other| other.name != one.name));
        assert!(one.usage.starts_with(one.name));
        assert_eq!(one.usage.matches(',').count() + 1, one.arity);
    }
}

#[test]
fn forms_print_as_they_are() -> FunctionResult<()> {
    let mut engine = with_subgroups();
    let [one, minus_one] = [1, -1].map(|n| engine.integer(&n.into()));
    let (one, minus_one) = (one?, minus_one?);
    let (one, minus_one) = (engine.canonical_form(one)?, engine.canonical_form(minus_one)?);
    let base = engine.form(&[minus_one], &[one])?;
    let outer = engine.form(&[base, one], &[])?;
    let two = engine.form(&[one], &[])?;
    let standard = cg_core::Notation::Standard;
    assert_eq!(engine.print_form(base, standard)?, "'{-1|1}'");
    assert_eq!(engine.print_form(two, standard)?, "2");
    assert_eq!(engine.value(outer)?, engine.value(two)?);
    assert_eq!(engine.form_options(base, Player::Left).to_vec(), [minus_one]);
    let text = engine.print_form(outer, standard)?;
    assert!(text == "'{{-1|1},1|}'" || text == "'{1,{-1|1}|}'", "{text}");
    Ok(())
}
