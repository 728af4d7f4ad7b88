//! The subgroup keeps its promises, linked in and loaded at run time: the laws, what the
//! engine makes of its elements, texts, encodings.

use cg_core::{Error, Family, Game, Home, Notation, Outcome, Player};
use cg_plugin_testing::{Under, on_both};
use cg_simplify::Engine;
use cg_simplify::laws::Laws;
use cg_surreal::Surreals;

on_both!(Surreals, "cg_surreal": the_laws,
    texts_read_back,
    bytes_that_are_no_element,
    order_beside_other_games,
    sums_with_short_games,
    forms_of_all_sorts,
    what_asks_for_all_options_refuses,
    what_numbers_know,
);

fn the_laws<F: Family + Clone>(under: &Under<F>) {
    let samples = under.rules.samples().expect("samples");
    assert!(samples.len() > 20);
    let report = Laws::of(under.rules.clone(), samples).pool(10).check(&under.registry);
    assert!(report.holds(), "{report}");
    // Those that are not short.
    assert_eq!(report.too_large, 16, "{report}");
}

fn texts_read_back<F: Family>(under: &Under<F>) {
    for sample in under.rules.samples().expect("samples") {
        for notation in [Notation::Paper, Notation::Standard] {
            let text = under.rules.print(&sample, notation).expect("short");
            assert_eq!(under.rules.parse(&text, notation).expect(&text), sample);
        }
    }
    let rows = [
        (
            "omega**2/4-3*omega+5/8",
            "omega**2/4-3*omega+0.101",
            "ω**2/4−3*ω+5/8",
            r"\frac{1}{4}\omega^{2}-3\omega+\frac{5}{8}",
        ),
        ("3/(2*omega)", "3/(2*omega)", "3/(2*ω)", r"\frac{3}{2}\omega^{-1}"),
        ("omega**(omega+1/2)", "omega**(omega+0.1)", "ω**(ω+1/2)", r"\omega^{\omega+\frac{1}{2}}"),
        ("-1/omega**omega", "-1/omega**omega", "−1/ω**ω", r"-\omega^{-\omega}"),
    ];
    for (standard, paper, unicode, latex) in rows {
        let g = under.read(standard);
        let texts = Notation::ALL.map(|notation| under.rules.print(&g, notation).expect("short"));
        assert_eq!(texts, [paper, standard, unicode, latex]);
    }
}

fn bytes_that_are_no_element<F: Family>(under: &Under<F>) {
    let bytes = under.rules.encode(&under.read("omega+1"));
    assert_eq!(under.rules.decode(&bytes).expect("an element"), under.read("omega+1"));
    // One term too few, a byte too many, exponents that grow, a coefficient 0, a deep nest.
    let deep = vec![1; 100_000];
    let growing = [&[2][..], &bytes[bytes.len() - 4..], &bytes[1..bytes.len() - 4]].concat();
    for bad in
        [&bytes[..bytes.len() - 1], &[&bytes[..], &[0]].concat(), &growing, &deep, &[1, 0, 0, 0]]
    {
        let error = under.rules.decode(bad).expect_err("refused").to_string();
        assert!(error.starts_with("subgroup surreal: malformed element bytes"), "{error}");
    }
}

/// The game {left | right} of games in text.
fn form<F: Family>(under: &Under<F>, engine: &mut Engine, sides: [&[&str]; 2]) -> Game {
    let [left, right] =
        sides.map(|side| side.iter().map(|text| under.game(engine, text)).collect::<Vec<_>>());
    engine.game(&left, &right).expect("small")
}

/// Of a number that is not short and a short game, the stops decide; 1/omega is not 0.
fn order_beside_other_games<F: Family>(under: &Under<F>) {
    let mut engine = under.engine();
    let short = engine.born_by(2).expect("small");
    let numbers =
        ["omega", "1/omega", "-1/omega", "1+1/omega", "1-1/omega", "-omega/2", "1/2+omega**(-2)"];
    for text in numbers {
        let x = under.game(&mut engine, text);
        let negative = engine.negate(x).expect("small");
        for &g in &short {
            let stops = engine.stops(g).expect("short");
            let [left, right] =
                [stops.left, stops.right].map(|stop| engine.number(&stop).expect("small"));
            let below = engine.le(x, right).expect("small");
            let above = engine.le(left, x).expect("small");
            let expected = Outcome::from_first_moves(!above, !below);
            // Left wins g - x moving first unless x is above the left stop.
            let difference = engine.add(g, negative).expect("small");
            assert_eq!(
                engine.outcome(difference).expect("small"),
                match (above, below) {
                    (true, _) => Outcome::Right,
                    (_, true) => Outcome::Left,
                    _ => Outcome::Next,
                },
                "{text}: {expected:?}"
            );
            assert_eq!(
                engine.compare(g, x).expect("small"),
                engine.outcome(difference).expect("small").into()
            );
        }
    }
    // More options than can be listed are no matter.
    let heap = engine.nimber(&10u64.pow(15).into()).expect("small");
    for (text, outcome) in [("1/omega", Outcome::Left), ("-1/omega", Outcome::Right)] {
        let x = under.game(&mut engine, text);
        assert_eq!(engine.compare(x, heap).expect("small"), outcome.into());
    }
}

/// x + G by translation, and back.
fn sums_with_short_games<F: Family>(under: &Under<F>) {
    let mut engine = under.engine();
    let short = engine.born_by(2).expect("small");
    let numbers = ["omega", "1/omega", "omega/2-1/4", "omega**(1/2)"];
    for text in numbers {
        let x = under.game(&mut engine, text);
        for &g in &short {
            let sum = engine.add(x, g).expect("small");
            assert_eq!(engine.add(g, x), Ok(sum));
            assert_eq!(engine.subtract(sum, x), Ok(g));
            assert_eq!(engine.subtract(sum, g), Ok(x), "{text}");
            for &h in &short {
                // (x + g) + h = x + (g + h)
                let one = engine.add(sum, h).expect("small");
                let other = engine.add(g, h).expect("small");
                assert_eq!(engine.add(x, other), Ok(one), "{text}");
            }
            // The sum is the game with its options, which are those of g, moved.
            if !engine.is_number(g).expect("short") {
                let sides = Player::BOTH.map(|player| {
                    let options = engine.options(g, player).expect("few");
                    options
                        .into_iter()
                        .map(|option| engine.add(x, option).expect("small"))
                        .collect::<Vec<_>>()
                });
                assert_eq!(engine.game(&sides[0], &sides[1]), Ok(sum));
            }
        }
    }
}

/// Forms with numbers that are not short beside other games: numbers are found where one
/// fits.
fn forms_of_all_sorts<F: Family>(under: &Under<F>) {
    let mut engine = under.engine();
    let value = |engine: &mut Engine, left: &[Game], right: &[Game]| {
        let game = engine.game(left, right).expect("small");
        engine.print(game, Notation::Standard).expect("short")
    };
    let omega = under.game(&mut engine, "omega");
    let minus = under.game(&mut engine, "-omega");
    let star = engine.nimber(&1u8.into()).expect("small");
    let omega_star = engine.add(omega, star).expect("small");
    let hot = form(under, &mut engine, [&["omega"], &["-omega"]]);
    // {omega + * | omega + *} = omega, {omega, * | } = omega + 1, ...
    assert_eq!(value(&mut engine, &[omega_star], &[omega_star]), "omega");
    assert_eq!(value(&mut engine, &[omega, star], &[]), "omega+1");
    assert_eq!(value(&mut engine, &[hot], &[]), "0");
    assert_eq!(value(&mut engine, &[omega_star], &[]), "omega");
    assert_eq!(value(&mut engine, &[], &[omega_star]), "0");
    assert_eq!(value(&mut engine, &[star], &[omega]), "0");
    // As with 5 in place of omega.
    assert_eq!(value(&mut engine, &[omega, hot], &[minus]), "{omega,+-omega|-omega}");
    let [five, minus_five] = [5, -5].map(|n| engine.integer(&n.into()).expect("small"));
    let switch = engine.game(&[five], &[minus_five]).expect("small");
    assert_eq!(value(&mut engine, &[five, switch], &[minus_five]), "{5,+-5|-5}");
    assert_eq!(engine.add(hot, hot), Ok(Game::ZERO));
    assert_eq!(engine.outcome(hot), Ok(Outcome::Next));
    // Reversible through a number: in {{1 | 0} | -omega} nothing is; in {{omega | 1/omega} | {1 | -1}}
    // the left option goes, since its reply 1/omega is not below the game.
    let tamed = form(under, &mut engine, [&["omega"], &["1/omega"]]);
    let short_switch = form(under, &mut engine, [&["1"], &["-1"]]);
    let sum = engine.add(tamed, short_switch).expect("small");
    assert_eq!(engine.subtract(sum, tamed), Ok(short_switch));
    for g in [hot, omega_star, tamed, sum] {
        let negative = engine.negate(g).expect("small");
        assert_eq!(engine.add(g, negative), Ok(Game::ZERO));
        // By all options, without the shortcut for negatives.
        let sides = Player::BOTH.map(|player| {
            let mut options = Vec::new();
            for option in engine.options(g, player).expect("few") {
                options.push(engine.add(option, negative).expect("small"));
            }
            for option in engine.options(negative, player).expect("few") {
                options.push(engine.add(option, g).expect("small"));
            }
            options
        });
        assert_eq!(engine.game(&sides[0], &sides[1]), Ok(Game::ZERO));
    }
}

fn what_asks_for_all_options_refuses<F: Family>(under: &Under<F>) {
    let mut engine = under.engine();
    let star = engine.nimber(&1u8.into()).expect("small");
    for text in ["omega", "1/omega", "omega+1"] {
        let x = under.game(&mut engine, text);
        let sum = engine.add(x, star).expect("small");
        for g in [x, sum] {
            assert!(!engine.is_short(g));
            let errors = [
                engine.stops(g).map(|_| ()),
                engine.birthday(g).map(|_| ()),
                engine.stop_count(g).map(|_| ()),
            ];
            for error in errors {
                assert!(matches!(error, Err(Error::NotShort { .. })), "{text}: {error:?}");
            }
            assert!(engine.followers(g).is_err());
            assert!(engine.thermograph(g).is_err());
            assert!(engine.mean(g).is_err());
            assert!(engine.cool(g, &1.into()).is_err());
        }
    }
    let omega = under.game(&mut engine, "omega");
    let error = engine.options(omega, Player::Left).expect_err("infinitely many").to_string();
    assert_eq!(error, "omega has infinitely many options for Left: it is no short game");
}

/// What a plugin offers beyond the group.
fn what_numbers_know<F: Family>(under: &Under<F>) {
    let rules = &under.rules;
    let [half, omega, one] = ["omega/2", "omega", "1"].map(|text| under.read(text));
    assert_eq!(rules.constant(0), Ok(Some("omega".to_owned())));
    assert_eq!(rules.constant(1), Ok(Some("ω".to_owned())));
    assert_eq!(rules.constant(2), Ok(None));
    assert_eq!(rules.is_transfinite(&omega), Ok(true));
    assert_eq!(rules.is_transfinite(&one), Ok(false));
    assert_eq!(rules.is_number(&omega), Ok(true));
    assert_eq!(rules.signs(&half), Ok(Some("+^(omega) -^(omega)".to_owned())));
    assert_eq!(rules.of_signs("+^omega-^(omega)"), Ok(Some(half.clone())));
    for bad in ["x", "+^", "+^(1/2)", "+^(omega", "+^(-1)", "+ omega"] {
        assert!(rules.of_signs(bad).is_err(), "{bad}");
    }
    let day = Home::within(rules, under.read("2*omega"));
    assert_eq!(rules.birthday(&half), Ok(Some(day)));
    assert_eq!(rules.product(&half, &omega), Ok(Some(under.read("omega**2/2"))));
    assert_eq!(rules.quotient(&one, &omega), Ok(Some(under.read("1/omega"))));
    assert_eq!(rules.quotient(&one, &under.read("omega+1")), Ok(None));
    assert_eq!(rules.power(&omega, &half), Ok(Some(under.read("omega**(omega/2)"))));
    let between =
        |above: &[&F::Element], from: &[&F::Element]| rules.number_between(above, from, &[], &[]);
    assert_eq!(between(&[&half], &[]), Ok(Some(omega.clone())));
    assert_eq!(between(&[&half], &[&omega]), Ok(Some(omega.clone())));
    assert_eq!(between(&[], &[&half]), Ok(Some(omega)));
}
