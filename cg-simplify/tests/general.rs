//! The general algorithm compared with the slow oracle, without any subgroup.

use std::rc::Rc;

use cg_core::{Game, Limits, Outcome, Player, Registry, Result};
use cg_simplify::Engine;
use proptest::prelude::*;

use crate::oracle::{Tree, le, negate, sum, tree};

fn engine() -> Engine {
    Engine::new(Registry::empty(), Limits::default()).expect("no subgroup can fail")
}

/// The value of a tree.
fn value(engine: &mut Engine, form: &Tree) -> Result<Game> {
    let mut side = |options: &[Rc<Tree>]| {
        options.iter().map(|option| value(engine, option)).collect::<Result<Vec<_>>>()
    };
    let (left, right) = (side(&form.left)?, side(&form.right)?);
    engine.game(&left, &right)
}

/// The canonical form of a value as a tree.
fn written_out(engine: &mut Engine, game: Game) -> Rc<Tree> {
    let [left, right] = Player::BOTH.map(|player| {
        let options = engine.options(game, player).expect("few options");
        options.into_iter().map(|option| written_out(engine, option)).collect()
    });
    tree(left, right)
}

/// Forms of depth at most 3 with up to two options a side.
fn form() -> impl Strategy<Value = Rc<Tree>> {
    let leaf = Just(tree(Vec::new(), Vec::new()));
    leaf.prop_recursive(3, 24, 4, |inner| {
        let side = || proptest::collection::vec(inner.clone(), 0..3);
        (side(), side()).prop_map(|(left, right)| tree(left, right))
    })
}

proptest! {
    #![proptest_config(cg_properties::cases(400))]

    #[test]
    fn order_is_the_oracles(a in form(), b in form()) {
        let mut engine = engine();
        let (g, h) = (value(&mut engine, &a)?, value(&mut engine, &b)?);
        prop_assert_eq!(engine.le(g, h)?, le(&a, &b));
        prop_assert_eq!(engine.le(h, g)?, le(&b, &a));
        prop_assert_eq!(g == h, le(&a, &b) && le(&b, &a));
    }

    #[test]
    fn a_form_equals_its_canonical_form(a in form()) {
        let mut engine = engine();
        let g = value(&mut engine, &a)?;
        let canonical = written_out(&mut engine, g);
        prop_assert!(le(&a, &canonical) && le(&canonical, &a));
        prop_assert_eq!(value(&mut engine, &canonical)?, g);
        // By the definition: no option dominated, none reversible.
        for (index, option) in canonical.left.iter().enumerate() {
            let others = canonical.left.iter().enumerate().filter(|&(other, _)| other != index);
            prop_assert!(others.into_iter().all(|(_, other)| !le(option, other)));
            prop_assert!(option.right.iter().all(|reply| !le(reply, &canonical)));
        }
        for (index, option) in canonical.right.iter().enumerate() {
            let others = canonical.right.iter().enumerate().filter(|&(other, _)| other != index);
            prop_assert!(others.into_iter().all(|(_, other)| !le(other, option)));
            prop_assert!(option.left.iter().all(|reply| !le(&canonical, reply)));
        }
    }

    #[test]
    fn sums_and_negatives_are_the_oracles(a in form(), b in form()) {
        let mut engine = engine();
        let (g, h) = (value(&mut engine, &a)?, value(&mut engine, &b)?);
        let total = engine.add(g, h)?;
        // The sum as a tree can be huge, so it is made from the canonical forms.
        let (a, b) = (written_out(&mut engine, g), written_out(&mut engine, h));
        prop_assert_eq!(value(&mut engine, &sum(&a, &b))?, total);
        let negative = engine.negate(g)?;
        prop_assert_eq!(value(&mut engine, &negate(&a))?, negative);
        prop_assert_eq!(engine.subtract(total, h)?, g);
    }
}

#[test]
fn games_born_by_day_three_are_1474() -> Result<()> {
    let mut engine = engine();
    for (day, count) in [(0, 1), (1, 4), (2, 22), (3, 1474)] {
        assert_eq!(engine.born_by(day)?.len(), count, "day {day}");
    }
    Ok(())
}

#[test]
fn known_canonical_forms() -> Result<()> {
    let mut engine = engine();
    let zero = Game::ZERO;
    let one = engine.integer(&1.into())?;
    let half = engine.game(&[zero], &[one])?;
    assert_eq!(engine.add(half, half)?, one);
    let star = engine.game(&[zero], &[zero])?;
    let up = engine.game(&[zero], &[star])?;
    let up_star = engine.add(up, star)?;
    assert_eq!(engine.game(&[zero, star], &[zero])?, up_star);
    assert_eq!(engine.game(&[zero], &[up_star])?, engine.add(up, up)?);
    let star2 = engine.nimber(&2u8.into())?;
    let up_star2 = engine.add(up, star2)?;
    assert_eq!(engine.outcome(up_star2)?, Outcome::Left);
    assert_eq!(engine.outcome(up_star)?, Outcome::Next);
    let switch = {
        let minus_one = engine.negate(one)?;
        engine.game(&[one], &[minus_one])?
    };
    assert_eq!(engine.add(switch, switch)?, zero);
    insta::assert_snapshot!(engine.print_braces(up_star)?, @"{{|},{{|}|{|}}|{|}}");
    insta::assert_snapshot!(engine.print_braces(switch)?, @"{{{|}|}|{|{|}}}");
    Ok(())
}

#[test]
fn a_long_chain_needs_no_machine_stack() -> Result<()> {
    let mut engine = engine();
    let mut game = engine.nimber(&2u8.into())?;
    for _ in 0..20_000 {
        game = engine.game(&[game], &[Game::ZERO])?;
    }
    let negative = engine.negate(game)?;
    assert_eq!(engine.negate(negative)?, game);
    engine.outcome(game)?;
    engine.print_braces(game)?;
    Ok(())
}
