//! Compounds that depend on forms: ordinal, conjunctive and selective sums, the
//! Conway product.

use cg_core::{Game, Player, Result};

use super::Form;
use super::pairs::Pair;
use crate::engine::Engine;
use crate::traverse::{Done, unanswered};

impl Engine {
    /// The ordinal sum G:H, {G^L, G:H^L | G^R, G:H^R}: a move in G ends play in H
    /// (*Winning Ways*, chapter 7; Siegel, section II.1). Its value depends on the
    /// form of G, and on H by its value only.
    ///
    /// # Errors
    /// A limit, an interrupt.
    ///
    /// ```
    /// # use cg_core::{Limits, Registry};
    /// # let mut engine = cg_simplify::Engine::new(Registry::empty(), Limits::default())?;
    /// let [minus_one, one] = [-1, 1].map(|n| {
    ///     let integer = engine.integer(&n.into()).unwrap();
    ///     engine.canonical_form(integer).unwrap()
    /// });
    /// let base = engine.form(&[minus_one], &[one])?;
    /// let sum = engine.ordinal(base, one)?;
    /// let half = engine.number(&cg_core::Dyadic::ONE.half()?)?;
    /// assert_eq!(engine.value(sum)?, half);
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn ordinal(&mut self, g: Form, h: Form) -> Result<Form> {
        let [base_left, base_right] = Player::BOTH.map(|player| self.form_options(g, player));
        let mut done: Done<Form, Form> = Done::default();
        let visit = |engine: &mut Engine, h: Form, needed: &mut Vec<Form>| {
            for player in Player::BOTH {
                needed.extend_from_slice(&engine.form_options(h, player));
            }
            Ok(None)
        };
        let combine = |engine: &mut Engine, h: Form, done: &Done<Form, Form>| {
            let mut sides = [base_left.to_vec(), base_right.to_vec()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                for option in engine.form_options(h, player).iter() {
                    side.push(*done.get(option).ok_or_else(unanswered)?);
                }
            }
            engine.form(&sides[0], &sides[1])
        };
        self.bottom_up(h, &mut done, visit, combine)?;
        done.get(&h).copied().ok_or_else(unanswered)
    }

    /// The conjunctive sum: a player moves in both components, and play ends when
    /// the player cannot move in one of them (*Winning Ways*, chapter 9).
    ///
    /// # Errors
    /// A limit, an interrupt.
    pub fn conjunctive(&mut self, g: Form, h: Form) -> Result<Form> {
        self.compound(g, h, |engine, pair, player| {
            let [_, _, both] = engine.pair_moves(pair, player);
            both
        })
    }

    /// The selective sum: a player moves in one component or in both (*Winning
    /// Ways*, chapter 10).
    ///
    /// # Errors
    /// A limit, an interrupt.
    pub fn selective(&mut self, g: Form, h: Form) -> Result<Form> {
        self.compound(g, h, |engine, pair, player| engine.pair_moves(pair, player).concat())
    }

    /// The Conway product GH, with the options G^L H + G H^L - G^L H^L and
    /// G^R H + G H^R - G^R H^R for Left, G^L H + G H^R - G^L H^R and
    /// G^R H + G H^L - G^R H^L for Right (Conway, *On Numbers and Games*, chapter
    /// 1). For numbers it is their product, for nimbers nim multiplication; for
    /// other games it can depend on the form.
    ///
    /// # Errors
    /// A limit, an interrupt, a failing subgroup.
    pub fn conway(&mut self, g: Form, h: Form) -> Result<Game> {
        let needs = |engine: &Engine, pair: Pair, player: Player| {
            let mut needs = engine.pair_moves(pair, player).concat();
            needs.extend(mixed_moves(engine, pair, player));
            needs
        };
        let combine = |engine: &mut Engine, (g, h): Pair, done: &Done<Pair, Game>| {
            let product = |pair| done.get(&pair).copied().ok_or_else(unanswered);
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip(Player::BOTH) {
                // Left's options move the same way in both, Right's in opposite ones.
                for mover in Player::BOTH {
                    let pairs = match player {
                        Player::Left => engine.pair_moves((g, h), mover)[2].clone(),
                        Player::Right => mixed_moves(engine, (g, h), mover),
                    };
                    for (moved_g, moved_h) in pairs {
                        let sum = engine.add(product((moved_g, h))?, product((g, moved_h))?)?;
                        side.push(engine.subtract(sum, product((moved_g, moved_h))?)?);
                    }
                }
            }
            engine.game(&sides[0], &sides[1])
        };
        self.over_pairs(g, h, needs, combine)
    }
}

/// The pairs in which `player` has moved in the first form and the opponent in
/// the second.
fn mixed_moves(engine: &Engine, (g, h): Pair, player: Player) -> Vec<Pair> {
    let in_g = engine.form_options(g, player);
    let in_h = engine.form_options(h, player.opponent());
    in_g.iter().flat_map(|&g| in_h.iter().map(move |&h| (g, h))).collect()
}
