//! The search against recursion without a table, and against known theorems.

use std::convert::Infallible;

use cg_core::{Outcome, Player};
use cg_rulesets::{Convention, Known, OutcomeSearch, Ruleset, Sign};
use proptest::prelude::*;

/// A heap from which each player takes an amount from a list of their own.
struct Subtraction {
    amounts: [Vec<u8>; 2],
    /// Whether the search is told what it may use: splits, negatives, ended heaps.
    helps: bool,
}

impl Subtraction {
    fn swapped(&self) -> bool {
        self.amounts[0] == self.amounts[1]
    }
}

/// Heaps: a position may have several, so that there is something to split.
impl Ruleset for Subtraction {
    type Position = Vec<u8>;
    type Error = Infallible;

    fn moves(
        &self,
        heaps: &Vec<u8>,
        player: Player,
        out: &mut impl Extend<Vec<u8>>,
    ) -> Result<(), Infallible> {
        for (at, &heap) in heaps.iter().enumerate() {
            for &amount in &self.amounts[player as usize] {
                if amount <= heap {
                    let mut after = heaps.clone();
                    after[at] = heap - amount;
                    // Taking 1 from 4 or more also splits the heap.
                    if amount == 1 && heap > 3 {
                        after[at] -= 2;
                        after.push(2);
                    }
                    out.extend([after]);
                }
            }
        }
        Ok(())
    }

    fn is_impartial(&self) -> bool {
        self.helps && self.swapped()
    }

    fn split(
        &self,
        heaps: Vec<u8>,
        parts: &mut impl Extend<(Vec<u8>, Sign)>,
    ) -> Result<(), Infallible> {
        if self.helps {
            parts.extend(heaps.into_iter().map(|heap| (vec![heap], Sign::Plus)));
        } else {
            parts.extend([(heaps, Sign::Plus)]);
        }
        Ok(())
    }

    fn known(&self, heaps: &Vec<u8>) -> Result<Option<Known>, Infallible> {
        let ended = self.helps && heaps.iter().all(|&heap| heap == 0);
        Ok(ended.then_some(Known::Ended))
    }
}

/// Whether `mover` wins, by the definition.
fn naive(
    rules: &Subtraction,
    sum: &[(Vec<u8>, Sign)],
    mover: Player,
    convention: Convention,
) -> bool {
    let mut can_move = false;
    for (at, (position, sign)) in sum.iter().enumerate() {
        let mut after = Vec::new();
        let Ok(()) = rules.moves(position, sign.player(mover), &mut after);
        for next in after {
            can_move = true;
            let mut moved = sum.to_vec();
            moved[at].0 = next;
            if !naive(rules, &moved, mover.opponent(), convention) {
                return true;
            }
        }
    }
    !can_move && convention.stuck_player_wins()
}

fn heaps() -> impl Strategy<Value = Vec<(Vec<u8>, Sign)>> {
    let sign = prop_oneof![Just(Sign::Plus), Just(Sign::Minus)];
    prop::collection::vec((prop::collection::vec(0u8..6, 1..3), sign), 0..3)
}

fn amounts() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::btree_set(1u8..4, 0..3).prop_map(Vec::from_iter)
}

proptest! {
    #![proptest_config(cg_properties::cases(256))]

    #[test]
    fn search_agrees_with_the_definition(sum in heaps(), left in amounts(), right in amounts(), same: bool) {
        let right = if same { left.clone() } else { right };
        for convention in Convention::ALL {
            for helps in [false, true] {
                let rules = Subtraction { amounts: [left.clone(), right.clone()], helps };
                let mut search = OutcomeSearch::new(convention);
                for mover in Player::BOTH {
                    let found = search.wins(&rules, &sum, mover, &mut |_| Ok::<(), Infallible>(())).unwrap();
                    prop_assert_eq!(found, Some(naive(&rules, &sum, mover, convention)), "{} {} {}", convention, helps, mover);
                }
            }
        }
    }
}

/// Two positions between which both players go to and fro.
struct Shuttle;

impl Ruleset for Shuttle {
    type Position = bool;
    type Error = Infallible;

    fn moves(&self, at: &bool, _: Player, out: &mut impl Extend<bool>) -> Result<(), Infallible> {
        out.extend([!at]);
        Ok(())
    }
}

#[test]
fn a_loopy_game_has_no_answer_and_does_not_hang() {
    let mut search = OutcomeSearch::new(Convention::Normal);
    assert_eq!(search.outcome(&Shuttle, &[(true, Sign::Plus)]), Ok(None));
    // It is not taken for decided afterwards.
    assert_eq!(search.outcome(&Shuttle, &[(true, Sign::Plus)]), Ok(None));
}

#[test]
fn a_search_that_was_stopped_goes_on() {
    let rules = Subtraction { amounts: [vec![1, 2, 3], vec![1, 2]], helps: true };
    let sum = [(vec![9, 8], Sign::Plus), (vec![7], Sign::Minus)];
    let mut search = OutcomeSearch::new(Convention::Misere);
    let mut stops = 0;
    let mut most = 10;
    /// Why the search is stopped.
    #[derive(Debug, PartialEq)]
    struct Enough;
    impl From<Infallible> for Enough {
        fn from(never: Infallible) -> Self {
            match never {}
        }
    }
    let outcome = loop {
        let look = &mut |kept: cg_rulesets::Footprint| {
            assert!(kept.positions == 0 || kept.bytes > 0);
            if kept.positions > most { Err(Enough) } else { Ok(()) }
        };
        match search.outcome_within(&rules, &sum, look) {
            Err(Enough) => (stops, most) = (stops + 1, most + 50),
            other => break other.unwrap(),
        }
    };
    assert!(stops > 2);
    let mut fresh = OutcomeSearch::new(Convention::Misere);
    assert_eq!(fresh.outcome(&rules, &sum), Ok(outcome));
    assert!(search.footprint().positions <= fresh.footprint().positions);
}

#[test]
fn misere_nim_follows_bouton() {
    let nim = Subtraction { amounts: [vec![1, 2, 3], vec![1, 2, 3]], helps: true };
    let mut search = OutcomeSearch::new(Convention::Misere);
    // Heaps of at most 3 in which taking 1 does not split: Nim.
    for code in 0u32..1 << 8 {
        let heaps: Vec<u8> = (0..4).map(|at| (code >> (2 * at) & 3) as u8).collect();
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        let ones = heaps.iter().all(|&heap| heap <= 1);
        let wins = if ones { sum == 0 } else { sum != 0 };
        let expected = if wins { Outcome::Next } else { Outcome::Previous };
        assert_eq!(search.outcome(&nim, &[(heaps, Sign::Plus)]), Ok(Some(expected)));
    }
}
