//! Order if stops are too fine, or too large, for floating point: numbers and hot games with many
//! digits, made from their options, compared with exact arithmetic.

use std::cmp::Ordering;

use cg_core::{
    Dyadic, Element, Error, Explanations, Game, Limits, Notation, Outcome, Player, Registry,
    Relation, Relations, Result, Subgroup, Text, Views,
};
use cg_simplify::Engine;
use dashu_int::IBig;
use proptest::prelude::*;

/// The integers alone: large integers are cheap, and other numbers are made from options.
struct Integers;

impl Subgroup for Integers {
    type Element = IBig;

    fn name(&self) -> &str {
        "integers"
    }

    fn zero(&self) -> Result<IBig> {
        Ok(IBig::ZERO)
    }

    fn negate(&self, g: &IBig) -> Result<IBig> {
        Ok(-g)
    }

    fn add(&self, g: &IBig, h: &IBig) -> Result<IBig> {
        Ok(g + h)
    }

    fn outcome(&self, g: &IBig) -> Result<Outcome> {
        Ok(match g.cmp(&IBig::ZERO) {
            Ordering::Less => Outcome::Right,
            Ordering::Equal => Outcome::Previous,
            Ordering::Greater => Outcome::Left,
        })
    }

    fn simplify(&self, left: &[&IBig], right: &[&IBig]) -> Result<Option<IBig>> {
        let (low, high) = (left.iter().max().copied(), right.iter().min().copied());
        let fits = |n: &IBig| low.is_none_or(|low| low < n) && high.is_none_or(|high| n < high);
        let candidates =
            [Some(IBig::ZERO), low.map(|low| low + IBig::ONE), high.map(|high| high - IBig::ONE)];
        // The number nearest to 0.
        let fitting = candidates.into_iter().flatten().filter(fits);
        Ok(fitting.min_by_key(|n| n.clone().into_parts().1))
    }

    fn option_count(&self, g: &IBig, player: Player) -> Result<u64> {
        let mover = if *g > IBig::ZERO { Player::Left } else { Player::Right };
        Ok(u64::from(!g.is_zero() && player == mover))
    }

    fn option(&self, g: &IBig, player: Player, _: u64) -> Result<IBig> {
        Ok(if player == Player::Left { g - IBig::ONE } else { g + IBig::ONE })
    }
}

impl Text for Integers {
    fn print(&self, g: &IBig, _: Notation) -> Result<String> {
        Ok(g.to_string())
    }

    fn parse(&self, text: &str, _: Notation) -> Result<IBig> {
        text.parse().map_err(|_| Error::parse("integers", text, "no integer"))
    }
}

impl Views for Integers {
    fn as_number(&self, g: &IBig) -> Result<Option<Dyadic>> {
        Ok(Some(g.clone().into()))
    }
}

impl Relations for Integers {}
impl Explanations for Integers {}

fn engine() -> Engine {
    let registry = Registry::builder().with(Integers).close().expect("one subgroup");
    Engine::new(registry, Limits::default()).expect("no subgroup fails")
}

/// A number by its digits after the point. Each step halves an interval.
#[derive(Clone, Debug)]
struct Fine {
    integer: i64,
    ups: Vec<bool>,
}

impl Fine {
    fn value(&self) -> Dyadic {
        let mut low = Dyadic::from(self.integer);
        let mut high = Dyadic::from(self.integer + 1);
        let mut value = low.clone();
        for &up in &self.ups {
            value = (&low + &high).half().expect("few digits");
            if up {
                low = value.clone();
            } else {
                high = value.clone();
            }
        }
        value
    }

    fn game(&self, engine: &mut Engine) -> Game {
        let integer = |engine: &mut Engine, n: i64| {
            engine.decode("integers", &n.encode()).expect("an integer")
        };
        let mut low = integer(engine, self.integer);
        let mut high = integer(engine, self.integer + 1);
        let mut game = low;
        for &up in &self.ups {
            game = engine.game(&[low], &[high]).expect("no limit");
            if up {
                low = game;
            } else {
                high = game;
            }
        }
        game
    }
}

fn fine() -> impl Strategy<Value = Fine> {
    let integer = prop_oneof![
        -3..3i64,
        (1i64 << 29)..(1 << 29) + 2,
        (1i64 << 30) - 2..(1 << 30) + 2,
        -(1i64 << 40)..-(1 << 40) + 2,
    ];
    let ups = proptest::collection::vec(any::<bool>(), 0..60);
    (integer, ups).prop_map(|(integer, ups)| Fine { integer, ups })
}

proptest! {
    #![proptest_config(cg_properties::cases(200))]

    #[test]
    fn numbers_are_ordered_as_numbers(a in fine(), tail in proptest::collection::vec(any::<bool>(), 0..4)) {
        let mut engine = engine();
        // Two numbers that differ only in the last places.
        let mut b = a.clone();
        b.ups.extend(tail);
        let (g, h) = (a.game(&mut engine), b.game(&mut engine));
        let expected = match a.value().cmp(&b.value()) {
            Ordering::Less => Relation::Less,
            Ordering::Equal => Relation::Equal,
            Ordering::Greater => Relation::Greater,
        };
        prop_assert_eq!(engine.compare(g, h)?, expected);
        prop_assert_eq!(engine.stops(g)?.left, a.value());
    }

    #[test]
    fn stops_of_switches_are_their_numbers(a in fine(), b in fine(), c in fine()) {
        let mut engine = engine();
        let mut numbers = [a, b, c].map(|fine| (fine.value(), fine.game(&mut engine)));
        numbers.sort_by(|(x, _), (y, _)| x.cmp(y));
        let [(low, right), (middle, number), (high, left)] = numbers;
        prop_assume!(low < middle && middle < high);
        let switch = engine.game(&[left], &[right])?;
        let stops = engine.stops(switch)?;
        prop_assert_eq!((&stops.left, &stops.right), (&high, &low));
        // A switch is confused with the numbers between its stops.
        prop_assert_eq!(engine.compare(switch, number)?, Relation::Confused);
        let cold = engine.game(&[number], &[right])?;
        prop_assert_eq!(engine.compare(cold, left)?, Relation::Less);
    }
}

/// An infinitesimal is smaller than the finest positive number.
#[test]
fn a_star_is_less_than_each_positive_number() {
    let mut engine = engine();
    let star = engine.nimber(&1u8.into()).unwrap();
    let up = engine.up(&Dyadic::ONE).unwrap();
    for places in 1..60 {
        let number = Fine { integer: 0, ups: vec![false; places] }.game(&mut engine);
        for small in [star, up] {
            assert_eq!(engine.compare(small, number).unwrap(), Relation::Less, "2^-{places}");
        }
    }
    let large = engine.decode("integers", &536_870_912_i64.encode()).unwrap();
    // 2^29 + *.
    let last = engine.game(&[large], &[large]).unwrap();
    for places in 1..40 {
        let next = Fine { integer: 1 << 29, ups: vec![false; places] }.game(&mut engine);
        assert_eq!(engine.compare(last, next).unwrap(), Relation::Less, "2^29 + 2^-{places}");
        let switch = engine.game(&[next], &[large]).unwrap();
        assert_eq!(engine.compare(switch, large).unwrap(), Relation::Confused);
    }
}
