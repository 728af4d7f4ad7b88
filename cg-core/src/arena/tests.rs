use std::sync::Arc;

use super::*;
use crate::limits::Interrupt;
use crate::outcome::Relation;
use crate::toys::Fractions;

/// Integers, halves and quarters. Each includes the one before.
fn arena(limits: Limits) -> Arena {
    let registry = Registry::builder()
        .with(Fractions::new("quarters", 2, &["halves"]))
        .with(Fractions::new("integers", 0, &[]))
        .with(Fractions::new("halves", 1, &["integers"]))
        .close()
        .expect("they fit together");
    assert_eq!(registry.names().collect::<Vec<_>>(), ["integers", "halves", "quarters"]);
    Arena::new(Arc::new(registry), limits).expect("an arena")
}

fn element(arena: &mut Arena, subgroup: &str, value: i64) -> Game {
    arena.parse_element(subgroup, &value.to_string(), Notation::Paper).expect("an element")
}

#[test]
fn a_value_has_one_handle_in_its_smallest_home() {
    let mut arena = arena(Limits::default());
    let one = element(&mut arena, "integers", 1);
    assert_eq!(element(&mut arena, "halves", 2), one);
    assert_eq!(element(&mut arena, "quarters", 4), one);
    assert_eq!(arena.subgroup_name(one), Some("integers"));
    assert_eq!(element(&mut arena, "quarters", 0), Game::ZERO);
    let quarter = element(&mut arena, "quarters", 1);
    assert_eq!(arena.subgroup_name(quarter), Some("quarters"));
}

#[test]
fn operands_meet_in_their_least_common_home() {
    let mut arena = arena(Limits::default());
    let one = element(&mut arena, "integers", 1);
    let half = element(&mut arena, "halves", 1);
    let quarter = element(&mut arena, "quarters", 1);
    let sum = arena.add(one, quarter).expect("no limit");
    assert_eq!(sum, Some(element(&mut arena, "quarters", 5)));
    let halves = arena.add(half, half).expect("no limit");
    assert_eq!(halves, Some(one));
    assert_eq!(arena.compare(quarter, one), Ok(Some(Relation::Less)));
    let next = arena.recognise(&[half], &[]).expect("no limit");
    assert_eq!(next, Some(element(&mut arena, "halves", 3)));
    assert_eq!(arena.recognise(&[half], &[one]), Ok(None));
    // Those who refused a form are not asked again, not even for one that they know.
    let mut refusals = Refusals::default();
    assert_eq!(arena.recognise_unless(&[half], &[one], &mut refusals), Ok(None));
    assert_eq!(arena.recognise_unless(&[half], &[], &mut refusals), Ok(None));
    assert_eq!(arena.recognise_unless(&[half], &[], &mut Refusals::default()), Ok(next));
}

#[test]
fn nodes_are_interned_by_their_options() {
    let mut arena = arena(Limits::default());
    let one = element(&mut arena, "integers", 1);
    let half = element(&mut arena, "halves", 1);
    let node = arena.node(&[one, half], &[Game::ZERO]).expect("no limit");
    assert_eq!(arena.node(&[half, one], &[Game::ZERO]), Ok(node));
    assert_ne!(arena.node(&[half], &[one, Game::ZERO]), Ok(node));
    assert_ne!(arena.node(&[one, half], &[]), Ok(node));
    assert_eq!(arena.options(node, Player::Right), [Game::ZERO]);
    assert_eq!(arena.subgroup_name(node), None);
    // A node is in no subgroup, so none answers for it.
    assert_eq!(arena.add(node, one), Ok(None));
    assert_eq!(arena.compare(node, one), Ok(None));
    assert_eq!(arena.outcome(node), Ok(None));
}

#[test]
fn options_are_listed_when_asked_for_and_not_beyond_the_limit() {
    let mut arena = arena(Limits { options: 100, ..Limits::default() });
    let many = element(&mut arena, "integers", 1_000_000_000_000);
    assert_eq!(arena.option_count(many, Player::Left), Ok(1_000_000_000_000));
    let error = arena.expand(many).expect_err("too many");
    assert!(matches!(error, Error::TooManyOptions { limit: 100, .. }), "{error}");
    let few = element(&mut arena, "integers", 3);
    assert!(arena.options(few, Player::Left).is_empty());
    arena.expand(few).expect("few");
    assert_eq!(arena.options(few, Player::Left).len(), 3);
}

#[test]
fn limits_are_errors() {
    let interrupt = Interrupt::new();
    let limits = Limits { games: 50, interrupt: interrupt.clone(), ..Limits::default() };
    let mut arena = arena(limits);
    let full = (0..100).find_map(|value| {
        let text = value.to_string();
        arena.parse_element("integers", &text, Notation::Paper).err()
    });
    assert_eq!(full, Some(LimitReached::Games { limit: 50 }.into()));
    assert_eq!(arena.len(), 50);
    interrupt.raise();
    let looks = (0..10_000).find_map(|_| arena.tick(|| 0).err());
    assert_eq!(looks, Some(Error::Interrupted));
    interrupt.clear();
    let memory = Limits { memory: 1, ..Limits::default() };
    arena.meter_mut().set_limits(memory);
    let looks = (0..10_000).find_map(|_| arena.tick(|| 0).err());
    assert!(matches!(looks, Some(Error::Limit(LimitReached::Memory { .. }))));
}

#[test]
fn sums_past_the_machine_word_are_errors() {
    let mut arena = arena(Limits::default());
    let huge = element(&mut arena, "integers", i64::MAX);
    assert_eq!(arena.add(huge, huge), Err(Error::NUMBER_TOO_LARGE));
}
