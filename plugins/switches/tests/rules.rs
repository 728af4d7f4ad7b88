//! The rules on random elements: against the general algorithm where games are
//! small, and by the theory where they are not.

use cg_core::{
    Dyadic, Explanations, Family, Game, Limits, Notation, Outcome, Player, Registry, Relation,
    Result, Subgroup, Text,
};
use cg_simplify::Engine;
use cg_subgroups::{Infinitesimal, NumberPlus};
use cg_switches::{SwitchSum, Switches};
use dashu_int::{IBig, UBig};
use proptest::collection::vec;
use proptest::prelude::*;

/// x + ups + nimber, all small: numbers and temperatures in quarters, so that
/// scores often meet.
fn small() -> impl Strategy<Value = SwitchSum> {
    let quarters = |n: i64| Dyadic::new(n.into(), 2).expect("small");
    let terms = vec((1i64..5, -1i64..2), 0..2);
    (-4i64..5, terms, 0u8..4, vec(1i64..7, 0..3)).prop_map(move |(x, terms, n, temperatures)| {
        let halves = |n: i64| Dyadic::new(n.into(), 1).expect("small");
        let terms = terms.into_iter().map(|(d, a)| (halves(d), IBig::from(a))).collect();
        let infinitesimal = Infinitesimal::from_terms(terms, UBig::from(n)).expect("small");
        let rest = NumberPlus { number: quarters(x), infinitesimal };
        SwitchSum::new(rest, temperatures.into_iter().map(quarters))
    })
}

/// Elements of any size.
fn large() -> impl Strategy<Value = SwitchSum> {
    let number =
        || (any::<i128>(), 0usize..200).prop_map(|(n, k)| Dyadic::new(n.into(), k).expect("small"));
    let near = || (-8i64..9, 0usize..3).prop_map(|(n, k)| Dyadic::new(n.into(), k).expect("small"));
    let any_number = move || prop_oneof![3 => near(), 1 => number()];
    let terms = vec((any_number(), any::<i64>().prop_map(IBig::from)), 0..4);
    (any_number(), terms, any::<u64>(), vec(any_number(), 0..12)).prop_map(
        |(number, terms, nimber, temperatures)| {
            let infinitesimal =
                Infinitesimal::from_terms(terms, nimber.into()).expect("far below the limit");
            SwitchSum::new(NumberPlus { number, infinitesimal }, temperatures)
        },
    )
}

/// The element as a game of the general algorithm.
fn plain(engine: &mut Engine, g: &SwitchSum) -> Result<Game> {
    let mut sides = [Vec::new(), Vec::new()];
    for (side, player) in sides.iter_mut().zip(Player::BOTH) {
        for option in options(g, player)? {
            side.push(plain(engine, &option)?);
        }
    }
    engine.game(&sides[0], &sides[1])
}

fn options(g: &SwitchSum, player: Player) -> Result<Vec<SwitchSum>> {
    (0..Switches.option_count(g, player)?).map(|index| Switches.option(g, player, index)).collect()
}

fn simplify(left: &[SwitchSum], right: &[SwitchSum]) -> Result<Option<SwitchSum>> {
    Switches.simplify(&left.iter().collect::<Vec<_>>(), &right.iter().collect::<Vec<_>>())
}

fn general() -> Engine {
    Engine::new(Registry::empty(), Limits::default()).expect("no subgroup fails")
}

proptest! {
    #![proptest_config(cg_properties::cases(1500))]

    /// What the rule says is the value, and a "no" means that the value is no
    /// element: else its canonical options would be recognised.
    #[test]
    fn the_rule_agrees_with_the_general_algorithm(
        left in vec(small(), 0..4),
        right in vec(small(), 0..4),
    ) {
        let mut engine = general();
        let games = |engine: &mut Engine, side: &[SwitchSum]| {
            side.iter().map(|g| plain(engine, g)).collect::<Result<Vec<_>>>()
        };
        let (lefts, rights) = (games(&mut engine, &left)?, games(&mut engine, &right)?);
        let value = engine.game(&lefts, &rights)?;
        match simplify(&left, &right)? {
            Some(element) => prop_assert_eq!(plain(&mut engine, &element)?, value),
            None => {
                // Number or infinitesimal candidates are excluded by the stops; the closed
                // engine finds no home for it either.
                let closed = cg_subgroups::register(Registry::builder()).with(Switches).close();
                let mut closed = Engine::new(closed.expect("they fit"), Limits::default())?;
                let again = rebuilt(&mut engine, value, &mut closed)?;
                prop_assert_eq!(closed.subgroup_name(again), None);
            }
        }
    }

    #[test]
    fn outcome_order_and_sums_are_the_general_ones(g in small(), h in small()) {
        let mut engine = general();
        let (plain_g, plain_h) = (plain(&mut engine, &g)?, plain(&mut engine, &h)?);
        prop_assert_eq!(g.outcome(), engine.outcome(plain_g)?);
        prop_assert_eq!(g.compare(&h), engine.compare(plain_g, plain_h)?);
        let sum = Switches.add(&g, &h)?;
        prop_assert_eq!(plain(&mut engine, &sum)?, engine.add(plain_g, plain_h)?);
    }

    /// Any element is recognised from its canonical options, hidden among other
    /// options that change nothing: an option X of Left with not X >= G may be
    /// added (the gift horse principle), and an option that is at most
    /// another may then be left out.
    #[test]
    fn hidden_elements_are_recognised(
        g in prop_oneof![small(), large()],
        more in vec(prop_oneof![small(), large()], 0..6),
        near in vec((small(), any::<bool>()), 0..4),
    ) {
        // A large nimber alone has as many options as its size.
        prop_assume!(Switches.option_count(&g, Player::Left)? < 100);
        let mut sides = [options(&g, Player::Left)?, options(&g, Player::Right)?];
        // Elements near to g and its options are the ones that matter.
        let mut gifts = more;
        for (close, from_option) in near {
            let base = if from_option { sides.iter().flatten().next().unwrap_or(&g) } else { &g };
            gifts.push(Switches.add(base, &close)?);
        }
        for gift in gifts {
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                let relation = Switches.compare(&gift, &g)?;
                if !favours(player, relation) {
                    let dominated = |other: &SwitchSum| favours(player, gift.compare(other));
                    side.retain(|other| !dominated(other));
                    side.push(gift.clone());
                }
            }
        }
        prop_assert_eq!(simplify(&sides[0], &sides[1])?, Some(g));
    }

    #[test]
    fn the_group_laws_hold_at_any_size(
        g in large(), h in large(), k in large(), count in any::<i32>(),
    ) {
        let add = |a: &SwitchSum, b: &SwitchSum| Switches.add(a, b).expect("far below the limit");
        prop_assert_eq!(add(&add(&g, &h), &k), add(&g, &add(&h, &k)));
        prop_assert_eq!(add(&g, &h), add(&h, &g));
        prop_assert_eq!(add(&g, &Switches.negate(&g)?), Switches.zero()?);
        prop_assert_eq!(Switches.negate(&g)?.outcome(), -g.outcome());
        let difference = add(&g, &Switches.negate(&h)?);
        prop_assert_eq!(g.compare(&h), difference.outcome().into());
        prop_assert_eq!(g.compare(&h) == Relation::Equal, g == h);
        prop_assert_eq!(g.compare(&h), h.compare(&g).reversed());
        if g.compare(&h).at_most() && h.compare(&k).at_most() {
            prop_assert!(g.compare(&k).at_most());
        }
        let together = Switches.sum(&[&g, &h, &k, &g, &Switches.negate(&h)?])?;
        prop_assert_eq!(together, add(&add(&g, &g), &k));
        let count = IBig::from(count);
        let more = Switches.multiple(&(&count + IBig::ONE), &g)?;
        prop_assert_eq!(add(&Switches.multiple(&count, &g)?, &g), more);
        prop_assert_eq!(Switches.decode(&Switches.encode(&g)), Ok(g.clone()));
        for notation in [cg_core::Notation::Paper, cg_core::Notation::Standard] {
            prop_assert_eq!(Switches.parse(&Switches.print(&g, notation)?, notation), Ok(g.clone()));
        }
    }
}

fn favours(player: Player, relation: Relation) -> bool {
    match player {
        Player::Left => relation.at_least(),
        Player::Right => relation.at_most(),
    }
}

/// A game of one engine built again in another. Small games are shallow, so
/// this may recurse.
fn rebuilt(from: &mut Engine, game: Game, to: &mut Engine) -> Result<Game> {
    let mut sides = [Vec::new(), Vec::new()];
    for (side, player) in sides.iter_mut().zip(Player::BOTH) {
        for option in from.options(game, player)? {
            side.push(rebuilt(from, option, to)?);
        }
    }
    to.game(&sides[0], &sides[1])
}

/// Some elements, and forms of elements that may be in no family.
fn mixed(count: impl Into<proptest::collection::SizeRange>) -> impl Strategy<Value = Options> {
    (vec(small(), count), vec([vec(small(), 0..3), vec(small(), 0..3)], 0..2))
}

type Options = (Vec<SwitchSum>, Vec<[Vec<SwitchSum>; 2]>);

/// These options as games of an engine.
fn games(engine: &mut Engine, (elements, forms): &Options) -> Result<Vec<Game>> {
    let mut games = Vec::new();
    for element in elements {
        games.push(plain(engine, element)?);
    }
    for form in forms {
        let [left, right] = form
            .each_ref()
            .map(|side| side.iter().map(|g| plain(engine, g)).collect::<Result<Vec<_>>>());
        games.push(engine.game(&left?, &right?)?);
    }
    Ok(games)
}

proptest! {
    #![proptest_config(cg_properties::cases(400))]

    /// Values with all families are those of the general algorithm, and one value has one handle. With
    /// many options all families are asked before dominated options are removed.
    #[test]
    fn values_with_and_without_families_agree(
        left in prop_oneof![4 => mixed(0..5), 1 => mixed(60..70)],
        right in mixed(0..5),
    ) {
        let families = cg_subgroups::register(Registry::builder()).with(Switches).close();
        let mut with = Engine::new(families.expect("they fit"), Limits::default())?;
        let mut without = general();
        let value = |engine: &mut Engine| -> Result<Game> {
            let (left, right) = (games(engine, &left)?, games(engine, &right)?);
            engine.game(&left, &right)
        };
        let (a, b) = (value(&mut with)?, value(&mut without)?);
        prop_assert_eq!(rebuilt(&mut with, a, &mut without)?, b);
        prop_assert_eq!(rebuilt(&mut without, b, &mut with)?, a);
    }
}

/// Many parts at once: pairs of switches cancel, whatever the order.
/// Options with the same score, one in a list and many in a table: the hottest one of each player
/// dominates the others.
#[test]
fn options_at_one_score_are_as_good_as_the_hottest() -> Result<()> {
    let switch = |number: i64, temperature: i64| {
        SwitchSum::new(NumberPlus::from(Dyadic::from(number)), [Dyadic::from(temperature)])
    };
    for most in [1, 2, 40, 200] {
        // {2k+10 | 10} and {-10 | -2k-10}.
        let left: Vec<SwitchSum> = (1..=most).map(|k| switch(10 + k, k)).collect();
        let right: Vec<SwitchSum> = (1..=most).map(|k| switch(-10 - k, k)).collect();
        let zero = NumberPlus::from(Dyadic::from(0));
        let hottest = SwitchSum::new(zero, [10 + most, most].map(Dyadic::from));
        assert_eq!(simplify(&left, &right)?, Some(hottest), "{most}");
    }
    Ok(())
}

#[test]
fn a_thousand_parts() -> Result<()> {
    let quarters = |n: u32| Dyadic::new(n.into(), 2);
    let mut sum = Switches.zero()?;
    for n in (1..=500).chain((1..=500).rev().filter(|n| n % 10 != 0)) {
        let switch = SwitchSum::new(NumberPlus::default(), [quarters(n)?]);
        sum = Switches.add(&sum, &switch)?;
    }
    // Left are the 50 multiples of ten: 500/4 - 490/4 + ... = 25 * 10/4.
    assert_eq!(sum.temperatures().len(), 50);
    assert_eq!(sum.outcome(), Outcome::Next);
    let swing = quarters(250)?;
    let shifted = Switches.add(&sum, &NumberPlus::from(swing.clone()).into())?;
    assert_eq!(shifted.outcome(), Outcome::Left);
    let up_star = Infinitesimal::up(&Dyadic::ONE).unwrap_or_default().plus_nimber(&UBig::ONE);
    let minus = NumberPlus { number: -swing, infinitesimal: up_star };
    assert_eq!(Switches.add(&sum, &minus.into())?.outcome(), Outcome::Next);
    Ok(())
}

proptest! {
    #![proptest_config(cg_properties::cases(500))]

    /// Every value that the rule finds has its reason in words.
    #[test]
    fn values_have_reasons(left in vec(small(), 0..3), right in vec(small(), 0..3)) {
        let (left, right): (Vec<&SwitchSum>, Vec<&SwitchSum>) =
            (left.iter().collect(), right.iter().collect());
        if let Some(value) = Switches.simplify(&left, &right)? {
            prop_assert!(Switches.explain_value(&left, &right, &value, Notation::Paper)?.is_some());
        }
    }
}

/// A sum of n switches has some n^3 followers, and a text of n numbers: no follower is made for
/// the text, alone or as an option.
#[test]
fn a_long_sum_is_printed_without_its_followers() -> Result<()> {
    let registry = cg_subgroups::register(Registry::builder()).with(Switches).close();
    let mut engine = Engine::new(registry.expect("they fit"), Limits::default())?;
    let mut switches = Vec::new();
    let number = |engine: &mut Engine, n: i64| engine.number(&Dyadic::new(n.into(), 0)?);
    for k in 1..=200 {
        let (high, low) = (number(&mut engine, k)?, number(&mut engine, -k)?);
        switches.push(engine.game(&[high], &[low])?);
    }
    let threat = number(&mut engine, -1_000_000)?;
    let sum = engine.sum(&switches)?;
    // As an option it stands beside another one with which it is confused.
    let other = engine.sum(&switches[100..])?;
    let above = engine.game(&[sum, other], &[threat])?;
    let before = engine.games();
    let text = engine.print(sum, Notation::Standard)?;
    assert!(text.starts_with("(+-200)+(+-199)+") && text.ends_with("+(+-1)"), "{text}");
    engine.print(above, Notation::Standard)?;
    let made = engine.games() - before;
    assert!(made < 1_000, "{made} games");
    Ok(())
}
