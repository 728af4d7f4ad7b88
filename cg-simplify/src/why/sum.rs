//! How a sum was found.

use cg_core::{Addition, Game, Notation, Player, Result};

use super::Simplification;
use crate::engine::Engine;

/// How g + h comes by its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumReason {
    /// The terms.
    pub terms: [Game; 2],
    /// Their sum.
    pub sum: Game,
    /// By which rule.
    pub rule: SumRule,
}

/// The rule by which two games are added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SumRule {
    /// One of them is 0.
    Zero,
    /// One is the negative of the other.
    Negatives,
    /// A subgroup holds both, and adds them.
    Home(Addition),
    /// One is a number and the other is none: it is added to each canonical
    /// option of the other, and nobody moves in it (the number translation
    /// theorem).
    Translation {
        /// The number.
        number: Game,
        /// The other.
        other: Game,
    },
    /// By definition: each player moves in one of them. The form is simplified.
    Options(Simplification),
}

impl Engine {
    /// How g + h comes by its value: [`Engine::add`], made visible. Words of
    /// subgroups are in `notation`.
    ///
    /// # Errors
    /// As [`Engine::add`].
    ///
    /// ```
    /// use cg_core::{Game, Limits, Notation, Registry};
    /// use cg_simplify::{Engine, why::SumRule};
    /// let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    /// let star = engine.game(&[Game::ZERO], &[Game::ZERO])?;
    /// let why = engine.why_sum(star, star, Notation::Paper)?;
    /// assert_eq!((why.sum, why.rule), (Game::ZERO, SumRule::Negatives));
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn why_sum(&mut self, g: Game, h: Game, notation: Notation) -> Result<SumReason> {
        let sum = self.add(g, h)?;
        let rule = self.sum_rule(g, h, notation)?;
        Ok(SumReason { terms: [g, h], sum, rule })
    }

    /// How all these are added at once, when a subgroup holds them all.
    ///
    /// # Errors
    /// A limit, a failing subgroup.
    pub fn why_sum_at_home(
        &mut self,
        terms: &[Game],
        notation: Notation,
    ) -> Result<Option<Addition>> {
        self.arena.addition(terms, notation)
    }

    fn sum_rule(&mut self, g: Game, h: Game, notation: Notation) -> Result<SumRule> {
        if g == Game::ZERO || h == Game::ZERO {
            return Ok(SumRule::Zero);
        }
        if let Some(addition) = self.arena.addition(&[g, h], notation)? {
            return Ok(SumRule::Home(addition));
        }
        if self.negate(g)? == h {
            return Ok(SumRule::Negatives);
        }
        for (number, other) in [(g, h), (h, g)] {
            if self.as_number(number)?.is_some() && self.as_number(other)?.is_none() {
                return Ok(SumRule::Translation { number, other });
            }
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            for (moved, rest) in [(g, h), (h, g)] {
                for option in self.options(moved, player)? {
                    side.push(self.add(option, rest)?);
                }
            }
        }
        let [left, right] = sides;
        Ok(SumRule::Options(self.why_game(&left, &right, notation)?))
    }
}
