//! Laws that hold at any size, on random large elements.

use cg_core::{
    Dyadic, Family, Home, Notation, Outcome, Player, Relation, Relations, Subgroup, Text,
};
use cg_subgroups::{Infinitesimal, Nimbers, NumberPlus, Numberish, Numbers, Sumbers};
use dashu_int::{IBig, UBig};
use proptest::collection::vec;
use proptest::prelude::*;

fn big_natural() -> impl Strategy<Value = UBig> {
    prop_oneof![
        (0u8..6).prop_map(UBig::from),
        any::<u64>().prop_map(UBig::from),
        vec(any::<u8>(), 0..60).prop_map(|bytes| UBig::from_le_bytes(&bytes)),
    ]
}

fn big_integer() -> impl Strategy<Value = IBig> {
    (any::<bool>(), big_natural()).prop_map(|(negative, natural)| {
        if negative { -IBig::from(natural) } else { natural.into() }
    })
}

fn number() -> impl Strategy<Value = Dyadic> {
    let exponent = prop_oneof![0usize..4, 0usize..500];
    (big_integer(), exponent).prop_map(|(n, exponent)| Dyadic::new(n, exponent).expect("small"))
}

fn order() -> impl Strategy<Value = Dyadic> {
    let small = (1i64..9, 0usize..3)
        .prop_map(|(n, exponent)| Dyadic::new(n.into(), exponent).expect("small"));
    prop_oneof![3 => small, 1 => number().prop_map(Dyadic::abs)]
}

fn coefficient() -> impl Strategy<Value = IBig> {
    prop_oneof![3 => (-3i64..4).prop_map(IBig::from), 1 => big_integer()]
}

fn infinitesimal(nimber: impl Strategy<Value = UBig>) -> impl Strategy<Value = Infinitesimal> {
    (vec((order(), coefficient()), 0..6), nimber)
        .prop_map(|(terms, nimber)| Infinitesimal::from_terms(terms, nimber).expect("small"))
}

fn sumber() -> impl Strategy<Value = Infinitesimal> {
    infinitesimal((0u8..2).prop_map(UBig::from))
}

fn numberish() -> impl Strategy<Value = NumberPlus> {
    let number = prop_oneof![3 => (-1i64..2).prop_map(Dyadic::from), 1 => number()];
    (number, infinitesimal(big_natural()))
        .prop_map(|(number, infinitesimal)| NumberPlus { number, infinitesimal })
}

/// The laws of an ordered group, and of the normal form, for three elements.
fn check_laws<S: Family>(
    subgroup: &S,
    [a, b, c]: [&S::Element; 3],
    count: &IBig,
) -> Result<(), TestCaseError> {
    let add = |g: &S::Element, h: &S::Element| subgroup.add(g, h).expect("below the limit");
    let negate = |g: &S::Element| subgroup.negate(g).expect("below the limit");
    let outcome = |g: &S::Element| subgroup.outcome(g).expect("below the limit");
    let zero = subgroup.zero().expect("0 is small");
    let terms = [a, b, c, a, &negate(b), c, c];
    let one_by_one = terms.iter().fold(zero.clone(), |sum, term| add(&sum, term));
    prop_assert_eq!(subgroup.sum(&terms), Ok(one_by_one));
    let compare = |g: &S::Element, h: &S::Element| subgroup.compare(g, h).expect("below the limit");
    prop_assert_eq!(add(a, b), add(b, a));
    prop_assert_eq!(add(&add(a, b), c), add(a, &add(b, c)));
    prop_assert_eq!(&add(a, &zero), a);
    prop_assert_eq!(&add(a, &negate(a)), &zero);
    prop_assert_eq!(outcome(&negate(a)), -outcome(a));
    prop_assert_eq!(outcome(&zero), Outcome::Previous);

    let difference = subgroup.subtract(a, b).expect("below the limit");
    prop_assert_eq!(compare(a, b), Relation::from(outcome(&difference)));
    prop_assert_eq!(compare(b, a), compare(a, b).reversed());
    prop_assert_eq!(compare(&add(a, c), &add(b, c)), compare(a, b));
    prop_assert_eq!(compare(a, b) == Relation::Equal, a == b);
    if compare(a, b).at_least() && compare(b, c).at_least() {
        prop_assert!(compare(a, c).at_least());
    }

    // Copies by doubling, as in the trait, compared with the product.
    let mut doubled = subgroup.zero().expect("0 is small");
    for bit in (0..dashu_int::ops::BitTest::bit_len(count)).rev() {
        doubled = add(&doubled, &doubled);
        let magnitude = if *count < IBig::ZERO { -count } else { count.clone() };
        if dashu_int::ops::BitTest::bit(&magnitude, bit) {
            doubled = add(&doubled, a);
        }
    }
    let doubled = if *count < IBig::ZERO { negate(&doubled) } else { doubled };
    prop_assert_eq!(subgroup.multiple(count, a).expect("below the limit"), doubled);

    let bytes = subgroup.encode(a);
    prop_assert_eq!(&subgroup.decode(&bytes).expect("canonical"), a);
    prop_assert_eq!(subgroup.encode(b) == bytes, a == b);
    prop_assert!(subgroup.decode(&[&*bytes, &[0]].concat()).is_err());
    for notation in [Notation::Paper, Notation::Standard] {
        let text = subgroup.print(a, notation).expect("an element");
        prop_assert_eq!(&subgroup.parse(&text, notation).expect("printed"), a, "{}", text);
    }

    // An option has the order of an option relative to its game, and options rebuild the game.
    for player in Player::BOTH {
        for index in 0..subgroup.option_count(a, player).expect("counted").min(3) {
            let option = subgroup.option(a, player, index).expect("in range");
            let relation = compare(&option, a);
            let right = match player {
                Player::Left => !relation.at_least(),
                Player::Right => !relation.at_most(),
            };
            prop_assert!(right, "{:?} as {}'s option of {:?}", option, player, a);
        }
    }
    Ok(())
}

/// A form of the canonical options simplifies to the value, also with additional options that are
/// no better.
fn check_rebuilds<S: Family>(
    subgroup: &S,
    g: &S::Element,
    more: &[S::Element],
) -> Result<(), TestCaseError> {
    let mut sides = Player::BOTH.map(|player| {
        let count = subgroup.option_count(g, player).expect("counted");
        (0..count).map(|i| subgroup.option(g, player, i).expect("in range")).collect::<Vec<_>>()
    });
    for option in more {
        // A gift horse changes nothing: a left option that is not at least G, a right one that is
        // not at most G.
        let relation = subgroup.compare(option, g).expect("below the limit");
        if !relation.at_least() {
            sides[0].push(option.clone());
        }
        if !relation.at_most() {
            sides[1].push(option.clone());
        }
    }
    let [left, right] = sides.each_ref().map(|side| side.iter().collect::<Vec<_>>());
    prop_assert_eq!(&subgroup.simplify(&left, &right).expect("small"), &Some(g.clone()));
    Ok(())
}

proptest! {
    #![proptest_config(cg_properties::cases(3000))]

    #[test]
    fn numbers(a in number(), b in number(), c in number(), count in big_integer()) {
        check_laws(&Numbers, [&a, &b, &c], &count)?;
        check_rebuilds(&Numbers, &a, &[])?;
    }

    #[test]
    fn nimbers(a in big_natural(), b in big_natural(), c in big_natural(), count in big_integer()) {
        check_laws(&Nimbers, [&a, &b, &c], &count)?;
        let small = UBig::from(usize::try_from(&(a % UBig::from(300u16))).expect("small"));
        check_rebuilds(&Nimbers, &small, &[b, c])?;
    }

    #[test]
    fn sumbers(a in sumber(), b in sumber(), c in sumber(), count in big_integer()) {
        check_laws(&Sumbers, [&a, &b, &c], &count)?;
        check_rebuilds(&Sumbers, &a, &[])?;
        check_rebuilds(&Sumbers, &a, &[b, c])?;
    }

    #[test]
    fn numberish_values(a in numberish(), b in numberish(), c in numberish(), count in big_integer()) {
        check_laws(&Numberish, [&a, &b, &c], &count)?;
        if a.infinitesimal.star() < &UBig::from(200u8) {
            check_rebuilds(&Numberish, &a, &[])?;
        }
    }

    /// Adding all at once agrees with adding one by one.
    #[test]
    fn sums_of_many(terms in vec(numberish(), 0..30)) {
        let one_by_one = terms.iter().fold(NumberPlus::default(), |sum, term| {
            Numberish.add(&sum, term).expect("below the limit")
        });
        prop_assert_eq!(Numberish.sum(&terms.iter().collect::<Vec<_>>()), Ok(one_by_one));
    }

    /// The simplest number is in the interval, and no simpler number is.
    #[test]
    fn the_simplest_number_is_simplest(a in number(), b in number()) {
        let simplified = Numbers.simplify(&[&a], &[&b]).expect("small");
        prop_assert_eq!(simplified.is_some(), a < b);
        if let Some(x) = simplified {
            prop_assert!(a < x && x < b);
            // Both options of x, which are simpler, are outside, and so are all numbers beyond
            // them.
            prop_assert!(x.left_option().is_none_or(|left| left <= a));
            prop_assert!(x.right_option().is_none_or(|right| right >= b));
        }
    }

    /// Each value settles in its smallest home, and embeds from there.
    #[test]
    fn homes(g in numberish()) {
        let relatives = Numberish.relatives().expect("stated");
        let settled = match Numberish.settle(&g).expect("below the limit") {
            Home::Here => g.clone(),
            Home::In { subgroup, element } => relatives
                .iter()
                .find(|relative| relative.name() == subgroup)
                .expect("a relative")
                .embed(&element)
                .expect("well formed")
                .expect("included"),
        };
        prop_assert_eq!(settled, g);
    }

    /// Bytes that are decoded are encoded as the same bytes.
    #[test]
    fn bytes_are_canonical(bytes in vec(prop_oneof![0u8..4, any::<u8>()], 0..14)) {
        if let Ok(g) = Numbers.decode(&bytes) {
            prop_assert_eq!(Numbers.encode(&g), bytes.clone());
        }
        if let Ok(g) = Nimbers.decode(&bytes) {
            prop_assert_eq!(Nimbers.encode(&g), bytes.clone());
        }
        if let Ok(g) = Sumbers.decode(&bytes) {
            prop_assert_eq!(Sumbers.encode(&g), bytes.clone());
        }
        if let Ok(g) = Numberish.decode(&bytes) {
            prop_assert_eq!(Numberish.encode(&g), bytes);
        }
    }

    /// No text makes the readers panic. A text that is read is printed and read as the same.
    #[test]
    fn texts(text in "[-+*^v().<>\\[\\]/ 0-3]{0,14}") {
        for notation in [Notation::Paper, Notation::Standard] {
            if let Ok(g) = Numberish.parse(&text, notation) {
                let printed = g.print(notation);
                prop_assert_eq!(Numberish.parse(&printed, notation), Ok(g), "{}", printed);
            }
        }
    }
}
