//! Proved families as families of sums: their laws, random sums against canonical forms, and what
//! must be refused.

use std::sync::Arc;
use std::time::Duration;

use cg_core::{Game, Limits, Outcome, Player, Registry, Result, SumFamily, Tree};
use cg_families::{Element, Proof, ProvedSums};
use cg_lang::Session;
use cg_simplify::Engine;
use cg_simplify::laws::SumLaws;
use cg_solve::{Decided, Settings, SolveError, Solver, Term};
use dashu_int::IBig;

use crate::known::{KNOWN, engine, found};

/// The proof of a known family, as the text of a file, and its values in `engine`.
fn proof(engine: &mut Engine, title: &str) -> (String, Vec<Game>) {
    let known = KNOWN.iter().find(|known| known.title == title).expect("it is known");
    let values = (known.values)(engine);
    let (family, found) = found(engine, &values);
    let names = vec!["value".to_owned(); known.count];
    let proof = Proof::of(engine, title, &names, &family, &found).unwrap();
    (proof.write(), family.values().to_vec())
}

#[test]
fn the_laws_hold_for_each_known_family() {
    for known in &KNOWN {
        let (text, _) = proof(&mut engine(), known.title);
        let report = SumLaws::of(ProvedSums::verified("known", &text)).rounds(50).check();
        assert!(report.holds(), "{}: {report}", known.title);
    }
}

/// The rule says what canonical forms say, of 100,000 random sums, and declines none.
#[test]
fn random_sums_are_decided_as_by_canonical_forms() {
    let mut plain = engine();
    let (text, values) = proof(&mut plain, "xt domineering 3x3");
    let registry = cg_subgroups::register(Registry::builder());
    let registry = registry.with_sums(ProvedSums::verified("xt33", &text)).close().unwrap();
    let mut with_rule = Engine::new(Arc::new(registry), Limits::default()).unwrap();
    let trees: Vec<Tree> = with_rule.registry().sum_families()[0].trees().unwrap();
    let known: Vec<Game> = trees.iter().map(|tree| plain.of_tree(tree).unwrap()).collect();
    assert!(values.iter().all(|value| known.contains(value)));
    let same: Vec<Game> = trees.iter().map(|tree| with_rule.of_tree(tree).unwrap()).collect();
    let mut random = fastrand::Rng::with_seed(11);
    for round in 0..100_000 {
        // Most sums are small, so that canonical forms are known from earlier ones.
        let terms = if round % 50 == 0 { 8 } else { 4 };
        let (mut total, mut sum) = (Game::ZERO, Vec::new());
        for _ in 0..random.usize(1..=terms) {
            let at = random.usize(..values.len());
            let (game, own) = (known[at], same[at]);
            let minus = random.bool();
            let signed = if minus { plain.negate(game).unwrap() } else { game };
            total = plain.add(total, signed).unwrap();
            sum.push((if minus { -IBig::ONE } else { IBig::ONE }, own));
        }
        let (outcome, _) = with_rule.decide_sum(&sum).unwrap().expect("the rule tells all");
        assert_eq!(outcome, plain.outcome(total).unwrap(), "{sum:?}");
    }
    // Other games are not decided.
    let one = with_rule.integer(&1.into()).unwrap();
    assert_eq!(with_rule.decide_sum(&[(1.into(), one)]).unwrap(), None);
}

/// A sum of 1,001 components that the rule decides at once. Without the family the solver has no
/// answer after two seconds: it needs twenty.
#[test]
fn a_sum_of_a_thousand_components_needs_the_rule() {
    let text = proof(&mut engine(), "xt domineering 3x3").0;
    let registry = cg_subgroups::register(Registry::builder());
    let registry = registry.with_sums(ProvedSums::verified("xt33", &text)).close().unwrap();
    let with_rule = Engine::new(registry, Limits::default()).unwrap();
    for (engine, is_known) in [(with_rule, true), (engine(), false)] {
        let mut session = Session::new(engine);
        let [large, small] = ["{^^,^^*|vv}", "-{^^*|v*}"]
            .map(|text| session.evaluate_game(text).expect("it is a game").0);
        let games: Vec<Game> = [vec![large; 501], vec![small; 500]].concat();
        let engine = session.engine();
        let limits = engine.limits().clone();
        engine.set_limits(Limits { time: Some(Duration::from_secs(2)), ..limits });
        let terms: Vec<Term> = games.iter().map(|&game| Term::Value(game)).collect();
        let mut solver = Solver::new(Settings::default());
        for player in [Player::Left, Player::Right] {
            engine.restart_clock();
            let decided = solver.decide(engine, &terms, player);
            if is_known {
                let wins = player == Player::Right;
                assert_eq!(decided.unwrap(), (wins, Decided::Family(0)), "{player}");
            } else {
                let Err(SolveError::Engine(error)) = decided else { panic!("{decided:?}") };
                assert!(error.is_limit(), "{error}");
            }
        }
    }
}

/// A family with a rule that is wrong for large multiples of one game, or wrong bytes.
struct Broken(ProvedSums, fn(&Element, Outcome) -> Option<Outcome>);

impl SumFamily for Broken {
    type Element = Element;

    fn name(&self) -> &str {
        "broken"
    }

    fn zero(&self) -> Result<Element> {
        self.0.zero()
    }

    fn negate(&self, g: &Element) -> Result<Element> {
        self.0.negate(g)
    }

    fn add(&self, g: &Element, h: &Element) -> Result<Element> {
        self.0.add(g, h)
    }

    fn decide(&self, g: &Element) -> Result<Option<Outcome>> {
        Ok(self.0.decide(g)?.and_then(|outcome| (self.1)(g, outcome)))
    }

    fn value(&self, index: u64) -> Result<Option<(Tree, Element)>> {
        self.0.value(index)
    }
}

#[test]
fn the_laws_find_wrong_rules() {
    let (text, _) = proof(&mut engine(), "xt domineering 2x2");
    let report = |wrong| SumLaws::of(Broken(ProvedSums::verified("it", &text), wrong)).check();
    assert!(report(|_, outcome| Some(outcome)).holds());
    // A decline is allowed, unless it concerns the games that the family knows.
    let declines = report(|g, outcome| (g.basis[0] < IBig::from(1 << 20)).then_some(outcome));
    assert!(declines.holds(), "{declines}");
    let silent = report(|_, _| None);
    assert!(!silent.holds(), "{silent}");
    // Wrong near 0, for one element; wrong far away.
    let near = report(|g, outcome| match (g.class, &g.basis[0]) {
        (1, n) if *n == IBig::ONE => Some(Outcome::Left),
        _ => Some(outcome),
    });
    assert!(!near.holds(), "{near}");
    let far = report(|g, outcome| match g.basis[0] > IBig::from(1 << 20) {
        true => Some(Outcome::Next),
        false => Some(outcome),
    });
    assert!(!far.holds(), "{far}");
}

/// A proof that does not hold gives no family: each operation says why.
#[test]
fn a_false_proof_is_refused() {
    let (text, _) = proof(&mut engine(), "xt domineering 2x2");
    // The corner (2) of the class of * becomes (1).
    let false_corner = text.replacen("\"minimal\":[[2]]", "\"minimal\":[[1]]", 1);
    assert_ne!(text, false_corner);
    let family = ProvedSums::verified("false", &false_corner);
    let error = family.value(0).expect_err("it does not hold").to_string();
    assert!(error.starts_with("subgroup false: the proof does not hold: "), "{error}");
    let cut = ProvedSums::verified("cut", &text[..text.len() / 2]);
    assert!(cut.zero().expect_err("cut short").to_string().contains("no proof of a family"));
}
