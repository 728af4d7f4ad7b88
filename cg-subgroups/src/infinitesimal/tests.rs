use cg_core::{Error, Outcome, Player, Text};

use super::*;
use crate::Numberish;
use cg_core::Notation;

fn read(text: &str) -> Infinitesimal {
    let value = Numberish.parse(text, Notation::Paper).unwrap_or_else(|e| panic!("{e}"));
    assert!(value.number.is_zero(), "{text} has a number");
    value.infinitesimal
}

fn list(text: &str) -> Vec<Infinitesimal> {
    text.split(',').filter(|text| !text.trim().is_empty()).map(read).collect()
}

/// `{left | right}` by the rule.
fn game(text: &str) -> Option<Infinitesimal> {
    let (left, right) = text.split_once('|').expect("a bar");
    let (left, right) = (list(left), list(right));
    let (left, right): (Vec<_>, Vec<_>) = (left.iter().collect(), right.iter().collect());
    simplify(&left, &right).expect("small")
}

#[test]
fn worked_examples_of_the_simplification_rule() {
    for (form, value) in [
        ("0 | ^+*", "2^"),
        ("0 | ^(1/2)+*", "^(1/2)+^"),
        ("0 | ^(1/2)+*, ^(1/2)+^", "2^(1/2)"),
        ("0 | ^-^(2)+*", "^"),
        ("^+* | 0", "^-^(2)"),
        ("^ | *", "^(2)"),
        ("0 | *, ^", "^(1/2)"),
        ("^ | 2^", "3^+*"),
        ("^ | -^", "*"),
        ("^ | 0", "*"),
        ("0 | -^", "*"),
        ("^(2) | -^", "*"),
        ("^+* | ^+*", "0"),
        ("0,* | 0,*", "*2"),
        ("*2 | *2", "0"),
        ("0,*2 | 0,*5", "*"),
    ] {
        assert_eq!(game(form), Some(read(value)), "{form}");
    }
    for form in ["2^ | -2^", "^ | ", "| -^", "0 | -^-^(2)+*"] {
        assert_eq!(game(form), None, "{form}");
    }
}

#[test]
fn worked_examples_of_canonical_options() {
    for (value, left, right) in [
        ("^(3/4)", "^(1/2)", "*, ^"),
        ("^(2)", "^", "*"),
        ("^(3/4)+*", "0, ^(1/2)+*", "0, ^+*"),
        ("2^(3/4)", "0", "^(3/4)+*, ^(3/4)+^"),
        ("^(3/4)+^", "0", "^(3/4)+*"),
        ("^(1/4)+^(3/4)", "^(1/4)+^(1/2)", "^(1/4)+*, ^(1/4)+^"),
        ("-2^-^(2)+2^(3)", "*, -^", "-2^-^(2)+^(3)+*"),
        ("3^-2^(2)+^(3)", "3^+*, 3^-^(2)", "3^-2^(2)+*"),
        ("2^-2^(2)+2^(3)", "2^", "2^-2^(2)+^(3)+*"),
        ("-3^(1/2)+^+*2", "-^(1/2)+*3, -2^(1/2)+*2", "-3^(1/2)+*3"),
        ("-^-^(2)+2^(3)+*2", "0, *, *2", "-^-^(2)+^(3)+*3"),
    ] {
        for (player, expected) in [(Player::Left, left), (Player::Right, right)] {
            let options = read(value).options(player);
            let mut texts: Vec<String> = (0..options.count())
                .map(|index| format!("{:?}", options.get(index).expect("in range")))
                .collect();
            let mut expected: Vec<String> =
                list(expected).iter().map(|option| format!("{option:?}")).collect();
            texts.sort();
            expected.sort();
            assert_eq!(texts, expected, "{player}'s options of {value}");
        }
    }
}

#[test]
fn outcomes_with_larger_nimbers_look_at_the_sum_of_coefficients_only() {
    for (value, outcome) in [
        ("^(1)+*2", Outcome::Left),
        ("2^-^(2)+*2", Outcome::Left),
        ("2^-^(2)+*", Outcome::Next),
        ("^(2)-^+*2", Outcome::Next),
        ("^(2)-^+*", Outcome::Next),
        ("^(2)-^", Outcome::Left),
        ("2^(2)-^+*", Outcome::Left),
        ("^+^(2)+*", Outcome::Left),
        ("1000000^(1/1024)+*5", Outcome::Left),
    ] {
        assert_eq!(read(value).outcome(), outcome, "{value}");
        assert_eq!(read(value).negate().outcome(), -outcome, "{value}");
    }
}

#[test]
fn huge_nimbers_are_never_listed() {
    let huge = UBig::from(1_000_000_000_000u64);
    let value = read("^(2)-^").plus_nimber(&huge);
    let options = value.options(Player::Left);
    assert_eq!(options.count(), 1_000_000_000_001);
    assert_eq!(options.get(1), Some(Infinitesimal::zero()));
    assert_eq!(options.get(1_000_000_000_001), None);
    // Options with huge nimbers: the code must not count up to them.
    let (star, zero) = (Infinitesimal::nimber(huge.clone()), Infinitesimal::zero());
    assert_eq!(simplify(&[&star], &[&star]), Ok(Some(zero.clone())));
    let up = read("^").plus_nimber(&huge);
    // Like {^|v} = *: the up reaches every nimber except its partner.
    let partner = star.plus_nimber(&UBig::ONE);
    assert_eq!(simplify(&[&up], &[&up.negate()]), Ok(Some(partner)));
    assert_eq!(
        simplify(&[&zero], &[&up.plus_nimber(&UBig::ONE)]),
        Ok(Some(read("2^").plus_nimber(&huge)))
    );
}

#[test]
fn the_least_unreached_nimber_is_found_by_brute_force_too() {
    let pool = list("0, *, *2, *3, *5, ^, ^+*2, ^+*3, -^+*2, ^(2)-^+*, ^-^(2), ^+*6, ^+*7");
    for first in &pool {
        for second in &pool {
            for third in &pool {
                let options = [first, second, third];
                let sides = Sides::new(&options, &options);
                for player in Player::BOTH {
                    let reached = |n: u8| {
                        let target = Infinitesimal::nimber(n.into());
                        options.iter().any(|option| match player {
                            Player::Left => option.compare(&target).at_least(),
                            Player::Right => option.compare(&target).at_most(),
                        })
                    };
                    let least = (0..20).find(|&n| !reached(n)).map(UBig::from);
                    assert_eq!(sides.least_unreached(player), least, "{options:?} for {player}");
                }
            }
        }
    }
}

#[test]
fn an_order_that_grows_too_long_is_an_error() {
    let smallest = Dyadic::new(IBig::ONE, cg_core::MAX_NUMBER_BITS).expect("at the limit");
    let up = Infinitesimal::up(&smallest).expect("positive");
    let (zero, star) = (Infinitesimal::zero(), Infinitesimal::nimber(UBig::ONE));
    // {0 | *, ^(d)} is ^(d/2).
    assert_eq!(simplify(&[&zero], &[&star, &up]), Err(Error::NUMBER_TOO_LARGE));
}

#[test]
fn values_are_small_and_say_what_else_they_hold() {
    assert!(size_of::<Infinitesimal>() <= 144);
    assert_eq!(read("2^-^(2)+*3").heap_bytes(), 0);
    let spilled = read("2^-^(2)+^(3)").heap_bytes();
    assert!(spilled >= 3 * size_of::<Term>(), "{spilled}");
    let long = Infinitesimal::nimber(UBig::ONE << 1000).heap_bytes();
    assert!((126..=160).contains(&long), "{long}");
}
