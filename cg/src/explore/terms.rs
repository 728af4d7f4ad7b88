//! The terms of a sum: their drawings and their moves.

use cg_core::Player;
use cg_lang::{Error, GamePosition, PositionPart, Session, Source};
use cg_rulesets::{Drawing, Entry, LoopyRules, Notated, Spot, Start};
use dashu_int::IBig;
use dashu_int::ops::UnsignedAbs;

use super::reply::{ExploreMove, MoveJudgement, RulesetReply, ValueReply};
use crate::drawing::drawing_of;
use crate::reply_parts::Part;
use crate::rulesets::start_of_call;

/// How many moves of a player are listed.
pub(super) const MOST_MOVES: usize = 1_000;
/// The most copies of a board that are terms of their own.
const MOST_COPIES: usize = 64;

/// A component of a position.
pub(super) struct Term {
    /// The component alone, with its sign.
    pub(super) position: GamePosition,
    /// As it stands in the sum, with its sign.
    pub(super) text: String,
    pub(super) minus: bool,
    pub(super) ruleset: Option<RulesetReply>,
    pub(super) drawing: Option<Drawing>,
    part: PositionPart,
    /// The same, where a ruleset of the table names the moves.
    board: Option<Start>,
}

/// A move that is not judged yet.
pub(super) type Move = ExploreMove<Unjudged>;

/// Data for the judgement of a move.
pub(super) struct Unjudged {
    /// The term after the move, if no board gives it.
    left_behind: Option<GamePosition>,
}

impl Move {
    /// The move with its value, and whether it wins or draws.
    pub(super) fn judged(
        &self,
        value: Part<ValueReply>,
        wins: Part<bool>,
        draws: bool,
    ) -> ExploreMove {
        let judgement = MoveJudgement { value, wins, draws, again: false, score: None, mark: None };
        ExploreMove {
            part: self.part,
            name: self.name.clone(),
            becomes: self.becomes.clone(),
            after: self.after.clone(),
            touched: self.touched.clone(),
            named: self.named.clone(),
            judgement,
        }
    }

    /// What the term becomes.
    pub(super) fn left_behind(&self, session: &mut Session) -> Result<GamePosition, Error> {
        match &self.judgement.left_behind {
            Some(position) => Ok(position.clone()),
            None => session.position(&Source::new("<position>", &self.becomes[..])),
        }
    }
}

/// The terms of a sum. Copies of a board are terms of their own.
pub(super) fn terms(session: &mut Session, sum: &GamePosition) -> Result<Vec<Term>, Error> {
    let mut terms = Vec::new();
    let parts = session.position_parts(sum)?;
    for (position, part) in sum.components().into_iter().zip(parts) {
        let minus = part.count < IBig::ZERO;
        let copies = usize::try_from(part.count.clone().unsigned_abs()).unwrap_or(usize::MAX);
        let board = match copies {
            1..=MOST_COPIES => start_of(session, &part),
            _ => None,
        };
        let Some(board) = board else {
            terms.push(Term {
                text: part.written.clone(),
                minus,
                ruleset: loopy_ruleset(&part),
                drawing: drawing_of(&part),
                position,
                part,
                board: None,
            });
            continue;
        };
        let text = text_of(&board, minus);
        let position = match copies {
            1 => position,
            _ => session.position(&Source::new("<position>", &text[..]))?,
        };
        for _ in 0..copies {
            let Ok(drawing) = board.rules.draw(&board.position);
            terms.push(Term {
                text: text.clone(),
                minus,
                ruleset: Some(ruleset_of(&board)),
                drawing: Some(drawing),
                position: position.clone(),
                part: part.clone(),
                board: Some(board.clone()),
            });
        }
    }
    Ok(terms)
}

/// The position of a ruleset of the table that a component calls.
fn start_of(session: &mut Session, part: &PositionPart) -> Option<Start> {
    let (function, arguments) = part.call.as_ref()?;
    Entry::all().iter().find(|entry| entry.function == function)?;
    start_of_call(&mut session.host().context(), function, arguments)
}

/// A board as a term: `-Clobber("XO")`.
fn text_of(board: &Start, minus: bool) -> String {
    let game = board.rules.rules();
    let (sign, parameters) = (if minus { "-" } else { "" }, parameters(board));
    format!("{sign}{}(\"{parameters}{}\")", game.entry().function, board.board())
}

/// The parameters of a ruleset with their parentheses and a blank, where there are some.
fn parameters(board: &Start) -> String {
    let game = board.rules.rules();
    match &game.name()[game.entry().name.len()..] {
        "" => String::new(),
        parameters => format!("{parameters} "),
    }
}

fn ruleset_of(board: &Start) -> RulesetReply {
    let entry = board.rules.rules().entry();
    RulesetReply {
        function: entry.function,
        title: entry.title,
        rules: entry.rules,
        parameters: parameters(board),
        board: board.board(),
        letters: entry.letters,
    }
}

/// The sum as it is written, with one term replaced.
pub(super) fn written(terms: &[Term], replaced: Option<(usize, &str)>) -> String {
    let mut text = String::new();
    for (at, term) in terms.iter().enumerate() {
        let term = replaced.filter(|it| it.0 == at).map_or(&term.text[..], |it| it.1);
        if !text.is_empty() && !term.starts_with('-') {
            text.push('+');
        }
        text += term;
    }
    text
}

/// The moves of a player in all terms, and how many are not listed.
pub(super) fn moves(
    session: &mut Session,
    terms: &[Term],
    player: Player,
) -> Result<(Vec<Move>, u64), Error> {
    let mut moves = Vec::new();
    let mut unlisted = 0;
    for (number, term) in terms.iter().enumerate() {
        match &term.board {
            Some(board) => {
                let before = term.drawing.as_ref().expect("a board has a drawing");
                let own = if term.minus { player.opponent() } else { player };
                let Ok(named) = board.rules.named_moves(&board.position, own, MOST_MOVES);
                let listed = named.list.len();
                unlisted +=
                    u64::try_from(named.total).unwrap_or(u64::MAX).saturating_sub(listed as u64);
                for chosen in named.list {
                    let name = board.rules.write_move(&chosen);
                    let Ok(position) = board.rules.after(&board.position, &chosen);
                    let Ok(drawing) = board.rules.draw(&position);
                    let becomes =
                        text_of(&Start { rules: board.rules.clone(), position }, term.minus);
                    moves.push(ExploreMove {
                        part: number,
                        after: written(terms, Some((number, &becomes))),
                        becomes,
                        touched: before.changed(&drawing),
                        named: before.named(&name),
                        name,
                        judgement: Unjudged { left_behind: None },
                    });
                }
            }
            None => {
                let found = session.position_moves(&term.position, player)?;
                unlisted += found.len().saturating_sub(MOST_MOVES) as u64;
                for moved in found.into_iter().take(MOST_MOVES) {
                    let now = session.position_parts(&moved.after)?;
                    let after = session.position_text(&moved.after)?;
                    moves.push(ExploreMove {
                        part: number,
                        after: written(terms, Some((number, &after))),
                        touched: touched(&term.part, &now),
                        name: moved.becomes.clone(),
                        becomes: moved.becomes,
                        named: Vec::new(),
                        judgement: Unjudged { left_behind: Some(moved.after) },
                    });
                }
            }
        }
    }
    Ok((moves, unlisted))
}

/// The ruleset of a component, when it is one whose positions come back.
fn loopy_ruleset(part: &PositionPart) -> Option<RulesetReply> {
    let (name, arguments) = part.call.as_ref()?;
    let rules = LoopyRules::ALL.into_iter().find(|rules| rules.function() == name)?;
    let [board] = &arguments[..] else { return None };
    let board = rules.read(board.as_text()?).ok()?;
    Some(RulesetReply {
        function: rules.function(),
        title: rules.title(),
        rules: rules.rules(),
        parameters: String::new(),
        board: board.to_string(),
        letters: rules.letters(),
    })
}

/// The cells in which a component differs from what came in its place.
fn touched(own: &PositionPart, now: &[PositionPart]) -> Vec<Spot> {
    let Some(drawing) = drawing_of(own) else { return Vec::new() };
    let mut fresh = now.iter().filter(|part| part.text != own.text);
    let (Some(one), None) = (fresh.next(), fresh.next()) else { return Vec::new() };
    drawing_of(one).map_or_else(Vec::new, |after| drawing.changed(&after))
}
