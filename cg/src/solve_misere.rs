//! Sums of positions of any rulesets in misère play, where who cannot move wins.
//!
//! Values say nothing here: two positions with one value can differ in misère play. So
//! all of the sum is searched, and a term must be a position: an expression of the
//! language is a value.

use std::convert::Infallible;

use cg_core::Player;
use cg_rulesets::{
    Convention, Game, Known, OutcomeSearch, Position, Ruleset, SearchError, Sign, Start, Varied,
    VariedPosition,
};
use cg_simplify::Engine;
use cg_solve::SolveError;

use crate::solve::{Read, SumError, WrittenSum};

/// Any ruleset of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
enum AnyRules {
    Table(Varied<Game>),
    #[cfg(feature = "octal")]
    Heaps(cg_octal::Rules),
}

/// A position of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum AnyPosition {
    Table(VariedPosition<Position>),
    #[cfg(feature = "octal")]
    Heaps(cg_octal::Heaps),
}

/// The rulesets of a sum as one; a position says which of them it belongs to.
#[derive(Debug, Default)]
struct Mixture(Vec<AnyRules>);

const MIXED: &str = "a position belongs to the ruleset with its number";

/// Evaluates an expression with the ruleset of a position and the position, and a
/// function that makes positions of the mixture.
macro_rules! with_rules {
    ($mixture:expr, $at:expr, $position:expr, ($rules:ident, $own:ident, $made:ident) => $result:expr) => {
        match (&$mixture.0[$at], $position) {
            (AnyRules::Table($rules), AnyPosition::Table($own)) => {
                let $made = |position| ($at, AnyPosition::Table(position));
                $result
            }
            #[cfg(feature = "octal")]
            (AnyRules::Heaps($rules), AnyPosition::Heaps($own)) => {
                let $made = |position| ($at, AnyPosition::Heaps(position));
                $result
            }
            #[cfg(feature = "octal")]
            _ => unreachable!("{MIXED}"),
        }
    };
}

impl Ruleset for Mixture {
    type Position = (usize, AnyPosition);
    type Error = Infallible;

    fn moves(
        &self,
        (at, position): &Self::Position,
        player: Player,
        out: &mut impl Extend<Self::Position>,
    ) -> Result<(), Infallible> {
        with_rules!(self, *at, position, (rules, own, made) => {
            let mut after = Vec::new();
            rules.moves(own, player, &mut after)?;
            out.extend(after.into_iter().map(made));
        });
        Ok(())
    }

    fn is_impartial(&self) -> bool {
        self.0.iter().all(|rules| match rules {
            AnyRules::Table(rules) => rules.is_impartial(),
            #[cfg(feature = "octal")]
            AnyRules::Heaps(rules) => rules.is_impartial(),
        })
    }

    fn split(
        &self,
        (at, position): Self::Position,
        parts: &mut impl Extend<(Self::Position, Sign)>,
    ) -> Result<(), Infallible> {
        with_rules!(self, at, position, (rules, own, made) => {
            let mut found = Vec::new();
            rules.split(own, &mut found)?;
            parts.extend(found.into_iter().map(|(part, sign)| (made(part), sign)));
        });
        Ok(())
    }

    fn normal(&self, (at, position): Self::Position) -> (Self::Position, Sign) {
        with_rules!(self, at, position, (rules, own, made) => {
            let (normal, sign) = rules.normal(own);
            (made(normal), sign)
        })
    }

    fn known(&self, (at, position): &Self::Position) -> Result<Option<Known>, Infallible> {
        with_rules!(self, *at, position, (rules, own, _made) => {
            let _ = _made;
            rules.known(own)
        })
    }

    fn is_own_negative(&self, (at, position): &Self::Position) -> bool {
        with_rules!(self, *at, position, (rules, own, _made) => {
            let _ = _made;
            rules.is_own_negative(own)
        })
    }
}

/// Who wins a sum in misère play: a search that remembers what it finds.
///
/// ```
/// use cg_calculator::{Calculator, MisereSum, Player, SumSolver};
///
/// let mut calculator = Calculator::new()?;
/// let mut solver = SumSolver::new(cg_calculator::cg_solve::Settings::default());
/// // Who takes the last single heap loses.
/// let sum = solver.read(&mut calculator, "nim 1 1 + clobber XO")?;
/// let mut search = MisereSum::new(&sum)?;
/// assert!(!search.wins(calculator.engine(), Player::Left)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MisereSum {
    rules: Mixture,
    terms: Vec<((usize, AnyPosition), Sign)>,
    search: OutcomeSearch<(usize, AnyPosition)>,
}

impl MisereSum {
    /// A search for a sum that was read.
    ///
    /// # Errors
    /// A term that is a value and no position, with its place.
    pub fn new(sum: &WrittenSum) -> Result<Self, SumError> {
        let mut rules = Mixture::default();
        let mut terms = Vec::new();
        for term in sum.written() {
            if let Some(title) = term.read().among_impartial() {
                return Err(SumError::Text {
                    problem: format!("positions of {title} have values in normal play alone"),
                    at: term.at.clone(),
                });
            }
            let (own, position) = match term.read() {
                Read::Start(Start { rules, position }) => {
                    (AnyRules::Table(rules.clone()), AnyPosition::Table(position.clone()))
                }
                #[cfg(feature = "octal")]
                Read::Heaps(on) => {
                    (AnyRules::Heaps(on.rules.clone()), AnyPosition::Heaps(on.heaps.clone()))
                }
                Read::Value => {
                    return Err(SumError::Text {
                        problem: "in misère play a value does not say who wins: write positions, \
                                  such as `nim 3` or `clobber XO`"
                            .into(),
                        at: term.at.clone(),
                    });
                }
            };
            let at = rules.0.iter().position(|known| *known == own).unwrap_or_else(|| {
                rules.0.push(own);
                rules.0.len() - 1
            });
            let sign = if term.minus { Sign::Minus } else { Sign::Plus };
            terms.push(((at, position), sign));
        }
        Ok(MisereSum { rules, terms, search: OutcomeSearch::new(Convention::Misere) })
    }

    /// Whether `mover` wins when moving first.
    ///
    /// # Errors
    /// Limits and interruptions; what was found is kept.
    pub fn wins(&mut self, engine: &mut Engine, mover: Player) -> Result<bool, SumError> {
        // A look at the clock costs more than a step.
        const STEPS_PER_LOOK: u32 = 1 << 10;
        let mut steps = 0u32;
        let mut look = |footprint: cg_rulesets::Footprint| {
            steps = steps.wrapping_add(1);
            match steps % STEPS_PER_LOOK {
                1 => engine.look(footprint.bytes),
                _ => Ok(()),
            }
        };
        let found = self.search.wins(&self.rules, &self.terms, mover, &mut look);
        found.map_err(|error| {
            SumError::Solve(match error {
                SearchError::Rules(never) => match never {},
                SearchError::Stopped(limit) => SolveError::Engine(limit),
                // What else a search can say is that a position came back.
                _ => SolveError::Loopy,
            })
        })
    }

    /// How many sums were looked at.
    pub fn positions(&self) -> u64 {
        self.search.footprint().positions as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Calculator, SumSolver};

    fn winners(text: &str) -> String {
        let mut calculator = Calculator::new().unwrap();
        let mut solver = SumSolver::new(cg_solve::Settings::default());
        let sum = solver.read(&mut calculator, text).unwrap();
        let mut search = MisereSum::new(&sum).unwrap();
        Player::BOTH
            .map(|mover| match (mover, search.wins(calculator.engine(), mover).unwrap()) {
                (Player::Left, true) | (Player::Right, false) => 'L',
                _ => 'R',
            })
            .iter()
            .collect()
    }

    /// Who wins, by the moves alone: no components, no symmetry, nothing known. `None` when
    /// that takes too many positions.
    fn by_moves(start: &Start) -> Option<String> {
        type At = VariedPosition<Position>;
        fn wins(
            rules: &Varied<Game>,
            at: &At,
            mover: Player,
            seen: &mut std::collections::HashMap<(At, Player), bool>,
        ) -> Option<bool> {
            if let Some(&known) = seen.get(&(at.clone(), mover)) {
                return Some(known);
            }
            if seen.len() > 20_000 {
                return None;
            }
            let mut after = Vec::new();
            let Ok(()) = rules.moves(at, mover, &mut after);
            let mut won = after.is_empty();
            for next in &after {
                won |= !wins(rules, next, mover.opponent(), seen)?;
            }
            seen.insert((at.clone(), mover), won);
            Some(won)
        }
        let mut seen = std::collections::HashMap::new();
        let mut found = String::new();
        for mover in Player::BOTH {
            let won = wins(&start.rules, &start.position, mover, &mut seen)?;
            found.push(if won == (mover == Player::Left) { 'L' } else { 'R' });
        }
        Some(found)
    }

    /// Every ruleset of the table: components, symmetry and what the rules know hold in
    /// misère play too.
    #[test]
    fn the_search_agrees_with_the_moves_alone() {
        let mut large = Vec::new();
        for entry in cg_rulesets::Entry::all().iter().filter(|entry| !entry.among_impartial) {
            for variant in ["", "impartial "] {
                let text = format!("{variant}{} {}", entry.name, entry.example);
                let start = Start::read(&text).unwrap();
                match by_moves(&start) {
                    Some(expected) => assert_eq!(winners(&text), expected, "{text}"),
                    None => large.push(text),
                }
            }
        }
        assert_eq!(large, Vec::<String>::new());
    }

    /// Bouton's rule: heaps of Nim, not all of them single, are won in misère play as in
    /// normal play; single ones the other way round.
    #[test]
    fn heaps_of_nim_follow_the_rule_of_bouton() {
        for a in 0..4u32 {
            for b in 0..4 {
                for c in 0..4 {
                    let normal = a ^ b ^ c != 0;
                    let first = if a.max(b).max(c) > 1 { normal } else { !normal };
                    let expected = if first { "LR" } else { "RL" };
                    assert_eq!(winners(&format!("nim {a} {b} + nim {c}")), expected, "{a} {b} {c}");
                }
            }
        }
    }

    #[test]
    fn positions_of_several_rulesets_and_their_negatives() {
        // A domino that only Left has: Left must place it, and Right, stuck, wins.
        assert_eq!(winners("domineering 2x1"), "RR");
        assert_eq!(winners("-domineering 2x1"), "LL");
        // Each has one move: who starts ends with the opponent stuck last.
        assert_eq!(winners("domineering 2x1 - domineering 2x1"), "LR");
        assert_eq!(winners("clobber XO + clobber XO"), "LR");
        #[cfg(feature = "octal")]
        assert_eq!(winners("clobber XO + kayles 1 + kayles 2 2"), "RL");
    }

    #[test]
    fn values_are_refused() {
        let mut calculator = Calculator::new().unwrap();
        let mut solver = SumSolver::new(cg_solve::Settings::default());
        let sum = solver.read(&mut calculator, "nim 3 + {1|-1}").unwrap();
        let Err(SumError::Text { at, .. }) = MisereSum::new(&sum) else { panic!("refused") };
        assert_eq!(at, 8..14);
    }

    #[test]
    fn what_has_values_in_normal_play_alone_is_refused() {
        let mut calculator = Calculator::new().unwrap();
        let mut solver = SumSolver::new(cg_solve::Settings::default());
        let sum = solver.read(&mut calculator, "nim 3 + nimstring a-b, b-c, c-a").unwrap();
        let error = MisereSum::new(&sum).unwrap_err().to_string();
        assert_eq!(error, "positions of Nimstring have values in normal play alone");
    }
}
