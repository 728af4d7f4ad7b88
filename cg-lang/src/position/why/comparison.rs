//! Why two games compare as they do.

use super::super::{Expression, Found, Positions};
use super::Explanation;
use crate::ast::{Infix, NodeId};
use crate::value::Value;

impl Infix {
    /// Whether it compares.
    pub(super) fn compares(self) -> bool {
        self.holds_when().is_some()
    }

    /// For which outcomes of G - H the comparison of G and H holds.
    fn holds_when(self) -> Option<&'static str> {
        Some(match self {
            Infix::Equal => "the second player wins",
            Infix::NotEqual => "the second player does not win",
            Infix::Less => "Right wins",
            Infix::Greater => "Left wins",
            Infix::AtMost => "Right, moving second, wins",
            Infix::AtLeast => "Left, moving second, wins",
            Infix::Confused => "the first player wins",
            _ => return None,
        })
    }
}

impl Positions<'_> {
    /// The comparison of two games; `None` when other values are compared.
    pub(super) fn why_comparison(
        &mut self,
        expression: &Expression,
        infix: Infix,
        left: NodeId,
        right: NodeId,
    ) -> Found<Option<Explanation>> {
        let holds = self.evaluate(expression)?;
        let (left, right) = (expression.part(left), expression.part(right));
        let (a, b) = (self.evaluate(&left)?, self.evaluate(&right)?);
        let (Value::Truth(holds), true, Some(condition)) =
            (holds, a.is_game() && b.is_game(), infix.holds_when())
        else {
            return Ok(None);
        };
        let mut context = self.machine.context();
        let (g, h) = (context.game(&a, "the left side")?, context.game(&b, "the right side")?);
        let mut found = self.explained(expression.typed(), " is", holds.to_string(), None);
        for (side, game) in [(&left, g), (&right, h)] {
            let (typed, shown, home) = (side.typed(), self.shown(game)?, self.home(game));
            if typed != shown {
                found.page.text(format!("{typed} is {shown}, {home}."));
            }
        }
        if g == h {
            found.page.text(
                "Both are the same game: equal games have one canonical form. In their difference, \
                 0, who moves first loses.",
            );
            return Ok(Some(found));
        }
        let difference = self.machine.engine.subtract(g, h)?;
        let outcome = self.machine.engine.outcome(difference)?;
        let sign = infix.sign();
        found.page.text(format!("G {sign} H says that {condition} G - H."));
        let (shown, home) = (self.shown(difference)?, self.home(difference));
        found.page.text(format!("Here G - H is {shown}, {home}: {outcome}."));
        self.outcome_reason(difference, &mut found)?;
        Ok(Some(found))
    }
}
