//! Why a game has its outcome.

use cg_core::Player;

use super::super::{Component, Expression, Failure, Found, Positions, Term};
use super::{Explanation, MOST_TYPED, cut};
use crate::error::RunError;

/// How many winning moves of a player are shown.
const MOST_MOVES: usize = 3;

impl Positions<'_> {
    pub(super) fn why_outcome(&mut self, expression: &Expression) -> Found<Explanation> {
        let value = self.evaluate(expression)?;
        let game = self.machine.context().game(&value, "what `?` asks about")?;
        let outcome = self.machine.engine.outcome(game)?;
        let subject = format!("? {}", expression.typed());
        let mut found = self.explained(subject, ":", outcome.to_string(), Some(game));
        let shown = self.shown(game)?;
        if shown != expression.typed() {
            let home = self.home(game);
            found.page.text(format!("{} is {shown}, {home}.", expression.typed()));
        }
        self.outcome_reason(game, &mut found)?;
        self.moves_as_typed(expression, &mut found)?;
        Ok(found)
    }

    pub(super) fn outcome_reason(
        &mut self,
        game: cg_core::Game,
        found: &mut Explanation,
    ) -> Found<()> {
        let notation = self.machine.notation;
        let engine = &mut self.machine.engine;
        let reason = engine.why_outcome(game, notation)?;
        Ok(reason.write(engine, notation, &mut found.page)?)
    }

    /// Winning first moves as moves in what was typed, unless that is a value.
    fn moves_as_typed(&mut self, expression: &Expression, found: &mut Explanation) -> Found<()> {
        let terms = self.components(expression)?;
        let own = |term: &Term| match term.component {
            Component::Literal(_) => false,
            // Its options are spoken of already.
            Component::Braces(_) => terms.len() > 1,
            Component::Call(..) => true,
        };
        if !terms.iter().any(own) {
            return Ok(());
        }
        let moves = match self.winning_moves(expression) {
            Ok(moves) => moves,
            // More than can be listed.
            Err(Failure::Here(RunError::Refused { .. })) => return Ok(()),
            Err(error) => return Err(error),
        };
        let both = moves.left == moves.right;
        let sides = if both { &Player::BOTH[..1] } else { &Player::BOTH };
        for &player in sides {
            let won = moves.of(player);
            if won.is_empty() {
                continue;
            }
            let who = if both { "either player".to_owned() } else { player.to_string() };
            found.page.text(format!("Winning moves of {who}, as typed:"));
            let mut items = Vec::new();
            for found in won.iter().take(MOST_MOVES) {
                let (from, to) =
                    (cut(&found.component, MOST_TYPED), cut(&found.becomes, MOST_TYPED));
                items.push(format!("{from} -> {to}, which leaves {}", self.shown(found.leaves)?));
            }
            found.page.items(items, won.len());
        }
        Ok(())
    }
}
