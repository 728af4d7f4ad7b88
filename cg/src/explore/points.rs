//! Sums that points decide.

use std::time::Duration;

use cg_core::{Limits, Player};
use cg_lang::{Asked, Error, PositionPart, ScoredPosition, Session, Source};
use cg_rulesets::Drawing;
use cg_universes::{Score, ScoreAnswer, ScoreMove};

use super::reply::{ExploreMove, ExploreReply, MoveJudgement, PartReply, RulesetReply, Winner};
use super::terms::MOST_MOVES;
use super::values::{part, refused};
use crate::drawing::drawing_of;
use crate::reply_parts::{Fault, Part};
use crate::scores::{BOXES, ScoreReply, after_move, board_of, moves_on_boards};
use crate::sides::Sides;

/// A sum that points decide; `None` for other sums.
pub(super) fn by_points(
    session: &mut Session,
    source: &Source,
    budget: Duration,
) -> Result<Option<ExploreReply>, Error> {
    let before = session.limits().clone();
    let time = before.time.map_or(budget, |limit| limit.min(budget));
    session.set_limits(Limits { time: Some(time), ..before.clone() });
    session.engine().restart_clock();
    let found = session.scored_position(source, Asked::Moves);
    session.set_limits(before);
    session.engine().restart_clock();
    // The errors of other texts are those of the value.
    let Ok(Some(ScoredPosition { position, scored })) = found else { return Ok(None) };
    let answer = scored.map(|scored| {
        let answer = scored.data.downcast_ref::<ScoreAnswer>();
        answer.expect("no one else tells scores").clone()
    });
    let answer = match answer {
        Err(error) if !error.is_limit() => return Err(error),
        answer => part(answer)?,
    };
    let written: Vec<PositionPart> = session.position_parts(&position)?;
    let no_value = Fault::of(&refused("points decide it, and not the last move"));
    let no_value = || Part::Missing { error: no_value.clone() };
    let winner = |first: Player| {
        answer.as_ref().map(|answer| match answer.reached[first as usize] {
            score if score > Score::ZERO => Winner::Left,
            score if score < Score::ZERO => Winner::Right,
            _ => Winner::Draw,
        })
    };
    let mut moves = match &answer {
        Part::Known(answer) => answer.moves.clone().unwrap_or_default(),
        Part::Missing { .. } => Player::BOTH.map(|player| moves_on_boards(&written, player)),
    };
    let unlisted = moves.each_ref().map(|moves| moves.len().saturating_sub(MOST_MOVES) as u64);
    let drawings: Vec<Option<Drawing>> = written.iter().map(drawing_of).collect();
    let mut of = |player: Player| -> Vec<ExploreMove> {
        let moves = std::mem::take(&mut moves[player as usize]);
        let reply = |one: ScoreMove| {
            let part = one.term;
            let after = after_move(&written, &one);
            let named = drawings[part].as_ref().map(|drawing| drawing.named(&one.name));
            let named = named.unwrap_or_default();
            let wins =
                answer.as_ref().map(|_| one.wins(player).expect("what all moves reach is known"));
            let judgement = MoveJudgement {
                value: no_value(),
                wins,
                draws: one.reaches == Some(Score::ZERO),
                again: one.again,
                score: one.reaches.map(|score| score.to_string()),
                mark: None,
            };
            ExploreMove {
                part,
                name: one.name,
                becomes: one.becomes,
                after,
                touched: named.clone(),
                named,
                judgement,
            }
        };
        moves.into_iter().take(MOST_MOVES).map(reply).collect()
    };
    let moves = Sides { left: of(Player::Left), right: of(Player::Right) };
    let text = session.position_text(&position)?;
    let parts = written.into_iter().zip(drawings).map(|(term, drawing)| PartReply {
        minus: term.count < dashu_int::IBig::ZERO,
        ruleset: ruleset_of_boxes(&term),
        text: term.written,
        #[cfg(feature = "plot")]
        scene: drawing.as_ref().map(cg_plot::Scene::of),
        drawing,
        value: no_value(),
        heat: Vec::new(),
    });
    Ok(Some(ExploreReply {
        text,
        parts: parts.collect(),
        value: no_value(),
        outcome: answer.as_ref().map(|answer| ScoreReply::from(answer).summary()),
        winners: Sides { left: winner(Player::Left), right: winner(Player::Right) },
        moves,
        unlisted: Sides { left: unlisted[0], right: unlisted[1] },
        scored: true,
    }))
}

/// The rules of Dots and Boxes, if that is what a term is.
fn ruleset_of_boxes(term: &PositionPart) -> Option<RulesetReply> {
    let (name, arguments) = term.call.as_ref()?;
    if name != BOXES {
        return None;
    }
    let (board, position) = board_of(arguments).ok()?;
    Some(RulesetReply {
        function: BOXES,
        title: "Dots and Boxes",
        rules: cg_universes::DotsAndBoxes::RULES,
        parameters: String::new(),
        board: board.write(&position),
        letters: "",
    })
}
