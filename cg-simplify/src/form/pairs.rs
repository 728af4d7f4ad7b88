//! Working over pairs of positions, one of each of two forms.

use cg_core::{Player, Result};

use super::Form;
use crate::engine::Engine;
use crate::traverse::{Done, unanswered};

/// A position of the first form and one of the second.
pub(super) type Pair = (Form, Form);

impl Engine {
    /// The answer for `(g, h)` from the answers for simpler pairs: `needs` lists
    /// those that a player's moves lead to, `combine` makes an answer of them.
    pub(super) fn over_pairs<T: Copy>(
        &mut self,
        g: Form,
        h: Form,
        needs: impl Fn(&Engine, Pair, Player) -> Vec<Pair>,
        mut combine: impl FnMut(&mut Engine, Pair, &Done<Pair, T>) -> Result<T>,
    ) -> Result<T> {
        let mut done = Done::default();
        let visit = |engine: &mut Engine, pair: Pair, needed: &mut Vec<Pair>| {
            for player in Player::BOTH {
                needed.extend(needs(engine, pair, player));
            }
            Ok(None)
        };
        self.bottom_up((g, h), &mut done, visit, &mut combine)?;
        done.get(&(g, h)).copied().ok_or_else(unanswered)
    }

    /// The compound of two forms in which the moves of a player lead to the
    /// compounds that `moves` lists.
    pub(super) fn compound(
        &mut self,
        g: Form,
        h: Form,
        moves: impl Fn(&Engine, Pair, Player) -> Vec<Pair>,
    ) -> Result<Form> {
        let combine = |engine: &mut Engine, pair: Pair, done: &Done<Pair, Form>| {
            let [left, right] = Player::BOTH.map(|player| {
                let moves = moves(engine, pair, player);
                let form = |pair| done.get(&pair).copied().ok_or_else(unanswered);
                moves.into_iter().map(form).collect::<Result<Vec<Form>>>()
            });
            engine.form(&left?, &right?)
        };
        self.over_pairs(g, h, &moves, combine)
    }

    /// The pairs in which `player` has moved in the first form, in the second, and
    /// in both.
    pub(super) fn pair_moves(&self, (g, h): Pair, player: Player) -> [Vec<Pair>; 3] {
        let (in_g, in_h) = (self.form_options(g, player), self.form_options(h, player));
        let first = in_g.iter().map(|&g| (g, h)).collect();
        let second = in_h.iter().map(|&h| (g, h)).collect();
        let both = in_g.iter().flat_map(|&g| in_h.iter().map(move |&h| (g, h))).collect();
        [first, second, both]
    }
}
