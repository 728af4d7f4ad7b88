//! Sums beyond what a subgroup can hold, and sums that a family of sums declines: the solver decides
//! them all the same.

use cg_core::*;
use cg_rulesets::Domineering;
use cg_simplify::Engine;
use cg_solve::{Decided, Settings, Solver, Term};

/// The integers from -3 to 3.
#[derive(Clone, Copy, Debug)]
struct Few;

fn few(n: i64) -> Result<i64> {
    match n.abs() <= 3 {
        true => Ok(n),
        false => Err(Error::subgroup_limit("few", "an integer would be larger than 3")),
    }
}

impl Subgroup for Few {
    type Element = i64;

    fn name(&self) -> &str {
        "few"
    }

    fn zero(&self) -> Result<i64> {
        Ok(0)
    }

    fn negate(&self, g: &i64) -> Result<i64> {
        Ok(-g)
    }

    fn add(&self, g: &i64, h: &i64) -> Result<i64> {
        few(g + h)
    }

    fn outcome(&self, g: &i64) -> Result<Outcome> {
        Ok(Outcome::from(Relation::from_bounds(*g <= 0, *g >= 0)))
    }

    fn simplify(&self, left: &[&i64], right: &[&i64]) -> Result<Option<i64>> {
        let (low, high) = (left.iter().max().map(|n| **n), right.iter().min().map(|n| **n));
        let nearest = match (low, high) {
            (Some(low), _) if low >= 0 => few(low + 1)?,
            (_, Some(high)) if high <= 0 => few(high - 1)?,
            _ => 0,
        };
        let fits = low.is_none_or(|low| low < nearest) && high.is_none_or(|high| nearest < high);
        Ok(fits.then_some(nearest))
    }

    fn option_count(&self, g: &i64, player: Player) -> Result<u64> {
        Ok(u64::from(if player == Player::Left { *g > 0 } else { *g < 0 }))
    }

    fn option(&self, g: &i64, _: Player, _: u64) -> Result<i64> {
        Ok(g - g.signum())
    }
}

impl Text for Few {
    fn print(&self, g: &i64, _: Notation) -> Result<String> {
        Ok(g.to_string())
    }

    fn parse(&self, text: &str, _: Notation) -> Result<i64> {
        text.parse().map_err(|_| Error::parse("few", text, "expected an integer"))
    }
}

impl Relations for Few {}
impl Views for Few {}
impl Explanations for Few {}

/// Sums of up to seven dominoes of each player are won by who has more, or by the second player.
#[test]
fn a_limit_of_a_subgroup_does_not_end_a_search() {
    let registry = Registry::builder().with(Few).close().expect("it fits");
    let mut engine = Engine::new(registry, Limits::default()).expect("it starts");
    for settings in [Settings::default(), Settings { bounds: false, ..Settings::default() }] {
        let mut solver = Solver::new(settings);
        let rules = solver.add(Domineering);
        for (left, right) in (0..=7).flat_map(|left| (0..=7).map(move |right| (left, right))) {
            let mut sum: Vec<Term> = Vec::new();
            for (count, board) in [(left, ".|."), (right, "..")] {
                for _ in 0..count {
                    let position = cg_rulesets::Notated::read_position(&Domineering, board);
                    sum.extend(solver.terms(rules, position.expect("a board")).expect("room"));
                }
            }
            let outcome = solver.outcome(&mut engine, &sum).expect("the solver goes on");
            let expected = match left.cmp(&right) {
                std::cmp::Ordering::Less => Outcome::Right,
                std::cmp::Ordering::Equal => Outcome::Previous,
                std::cmp::Ordering::Greater => Outcome::Left,
            };
            assert_eq!(outcome, expected, "{left} - {right}");
        }
    }
}

/// Sums of dominoes of Left: the rule declines more than `self.0` of them.
struct Dominoes(i64);

impl SumFamily for Dominoes {
    type Element = i64;

    fn name(&self) -> &str {
        "dominoes"
    }

    fn zero(&self) -> Result<i64> {
        Ok(0)
    }

    fn negate(&self, g: &i64) -> Result<i64> {
        Ok(-g)
    }

    fn add(&self, g: &i64, h: &i64) -> Result<i64> {
        let sum = g.checked_add(*h).filter(|sum| sum.abs() <= 1_000_000);
        sum.ok_or_else(|| Error::subgroup_limit("dominoes", "there are more than a million"))
    }

    fn decide(&self, g: &i64) -> Result<Option<Outcome>> {
        let outcome = Outcome::from(Relation::from_bounds(*g <= 0, *g >= 0));
        Ok((g.abs() <= self.0).then_some(outcome))
    }

    fn value(&self, index: u64) -> Result<Option<(Tree, i64)>> {
        let one = Tree::new(vec![[vec![], vec![]], [vec![0], vec![]]]);
        Ok(one.filter(|_| index == 0).map(|one| (one, 1)))
    }
}

#[test]
fn a_family_is_asked_first_and_may_decline() {
    let registry = cg_subgroups::register(Registry::builder()).with_sums(Dominoes(100));
    let registry = registry.close().expect("they fit");
    let mut engine = Engine::new(registry, Limits::default()).expect("it starts");
    let mut solver = Solver::new(Settings::default());
    let rules = solver.add(Domineering);
    let position = cg_rulesets::Notated::read_position(&Domineering, ".|.").expect("a board");
    let domino = solver.terms(rules, position).expect("room")[0];
    let mut decided = |count: usize| {
        let sum = vec![domino; count];
        solver.decide(&mut engine, &sum, Player::Right).expect("no limit")
    };
    assert_eq!(decided(100), (false, Decided::Family(0)));
    assert_eq!(decided(101), (false, Decided::Value));
    // The subgroup of numbers goes on where the family has a limit.
    let many = [(2_000_000.into(), domino)];
    assert_eq!(solver.outcome_by_family(&mut engine, &many).expect("no failure"), None);
    let less = [(2_000_000.into(), domino), ((-1_999_999).into(), domino)];
    let found = solver.outcome_by_family(&mut engine, &less).expect("no failure");
    assert_eq!(found, Some((Outcome::Left, 0)));
}
