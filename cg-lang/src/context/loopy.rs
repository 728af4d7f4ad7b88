//! Operations on games that may go on for ever. A short game is one of them.

use cg_core::{Player, Relation};
use cg_loopy::{Draft, Loopy, LoopyOutcome, Named, Side};

use super::{Context, RunResult};
use crate::error::RunError;
use crate::loops::{LoopyGame, Open, Part, Summand};
use crate::value::Value;

impl Context<'_> {
    /// The game that `value` is, which may go on for ever; `place` says which value it is
    /// in the error.
    ///
    /// # Errors
    /// A value that is no game, or whose sides were not found; the engine's errors.
    pub fn loopy(&mut self, value: &Value, place: &str) -> RunResult<Loopy> {
        match value {
            Value::Loopy(game) => match &**game {
                LoopyGame::Sided(value) => Ok(*value),
                LoopyGame::Unsided(_) => Err(RunError::NoSides { place: place.into() }),
            },
            Value::Open(_) => Err(RunError::StillOpen),
            value => Ok(self.game(value, place)?.into()),
        }
    }

    /// The stopper that `value` is.
    ///
    /// # Errors
    /// A value that is no stopper; the engine's errors.
    pub fn stopper(&mut self, value: &Value, place: &str) -> RunResult<Side> {
        let game = self.loopy(value, place)?;
        match game.stopper() {
            Some(side) => Ok(side),
            None => Err(RunError::WrongKind {
                place: place.into(),
                expected: "a stopper".into(),
                found: self.show(value),
                help: Some("`onside(G)` and `offside(G)` are stoppers".into()),
            }),
        }
    }

    /// The value: a game where it is a short game.
    pub fn loopy_value(&self, value: Loopy) -> Value {
        match value.game() {
            Some(game) => Value::Game(game),
            None => Value::Loopy(self.heap.share(LoopyGame::Sided(value), 0)),
        }
    }

    /// The value of a sum or a side that was looked for.
    ///
    /// # Errors
    /// It was not found.
    pub fn found_sides(&self, value: Option<Loopy>, place: &str) -> RunResult<Value> {
        match value {
            Some(value) => Ok(self.loopy_value(value)),
            None => Err(RunError::NoSides { place: place.into() }),
        }
    }

    /// The value of the first vertex of a draft; without sides that were found, a game that
    /// has an outcome alone.
    ///
    /// # Errors
    /// The engine's errors.
    pub fn value_of(&mut self, draft: Draft) -> RunResult<Value> {
        match self.stoppers.value(self.engine, &draft, 0)? {
            Some(value) => Ok(self.loopy_value(value)),
            None => {
                let bytes = draft.memory();
                Ok(Value::Loopy(self.heap.share(LoopyGame::Unsided(draft), bytes)))
            }
        }
    }

    /// Whether one of them is a game that may go on for ever, or is not closed.
    pub(crate) fn are_loopy(values: &[&Value]) -> bool {
        values.iter().any(|value| matches!(value, Value::Loopy(_) | Value::Open(_)))
    }

    /// The sum of so many copies of each, of which one is not closed yet.
    fn open_sum(&mut self, summands: &[(&Value, i64)]) -> RunResult<Value> {
        let mut vertices = Vec::new();
        let mut sum: Loopy = cg_core::Game::ZERO.into();
        for &(value, count) in summands {
            match value {
                Value::Open(Open(Part::Pass)) => return Err(RunError::StillOpen),
                Value::Open(Open(Part::Vertex(vertex))) => vertices.push(Summand {
                    vertex: *vertex,
                    negated: count < 0,
                    copies: count.unsigned_abs(),
                }),
                value => {
                    let game = self.loopy(value, "a summand")?;
                    let added = self.stoppers.sum(self.engine, sum, game)?;
                    sum = added.ok_or_else(|| RunError::NoSides { place: "the sum".into() })?;
                }
            }
        }
        Ok(Value::Open(Open(Part::Vertex(self.loops.sum(vertices, sum)))))
    }

    pub(crate) fn add_loopy(&mut self, a: &Value, b: &Value) -> RunResult<Value> {
        if matches!((a, b), (Value::Open(_), _) | (_, Value::Open(_))) {
            return self.open_sum(&[(a, 1), (b, 1)]);
        }
        let g = self.loopy(a, "the left side of `+`")?;
        let h = self.loopy(b, "the right side of `+`")?;
        let sum = self.stoppers.sum(self.engine, g, h)?;
        self.found_sides(sum, "the sum")
    }

    pub(crate) fn negate_loopy(&mut self, value: &Value) -> RunResult<Value> {
        if let Value::Open(_) = value {
            return self.open_sum(&[(value, -1)]);
        }
        let game = self.loopy(value, "the operand of `-`")?;
        let negative = self.stoppers.negate(self.engine, game)?;
        Ok(self.loopy_value(negative))
    }

    /// The game with the sides S and T.
    pub(crate) fn sides(&mut self, s: &Value, t: &Value) -> RunResult<Value> {
        let onside = self.stopper(s, "the left side of `&`")?;
        let offside = self.stopper(t, "the right side of `&`")?;
        if !self.stoppers.le_sides(self.engine, offside, onside)? {
            return Err(RunError::WrongKind {
                place: "the right side of `&`".into(),
                expected: "at most the left side".into(),
                found: self.show(t),
                help: Some("the offside of a game is never above its onside".into()),
            });
        }
        Ok(self.loopy_value(Loopy { onside, offside }))
    }

    pub(crate) fn relation_of_loopy(&mut self, a: &Value, b: &Value) -> RunResult<Relation> {
        let g = self.loopy(a, "the left side of a comparison")?;
        let h = self.loopy(b, "the right side of a comparison")?;
        let at_most = self.stoppers.le(self.engine, g, h)?;
        let at_least = self.stoppers.le(self.engine, h, g)?;
        Ok(Relation::from_bounds(at_most, at_least))
    }

    /// `count` copies of a loopy game.
    pub(crate) fn copies_of_loopy(&mut self, count: i64, value: &Value) -> RunResult<Value> {
        if let Value::Open(_) = value {
            return match count {
                0 => Ok(Value::Integer(0)),
                count => self.open_sum(&[(value, count)]),
            };
        }
        let game = self.loopy(value, "the game to be copied")?;
        let copied = if count < 0 { self.stoppers.negate(self.engine, game)? } else { game };
        let sum = self.stoppers.multiple(self.engine, count.unsigned_abs(), copied)?;
        let sum = sum.ok_or_else(|| RunError::NoSides { place: "the sum".into() })?;
        Ok(self.loopy_value(sum))
    }

    /// Who wins, or draws.
    ///
    /// # Errors
    /// A value that is no game; the engine's errors.
    pub fn loopy_outcome(&mut self, value: &Value, place: &str) -> RunResult<LoopyOutcome> {
        if let Value::Loopy(game) = value
            && let LoopyGame::Unsided(draft) = &**game
        {
            return Ok(self.stoppers.outcome_of(self.engine, draft, 0)?);
        }
        let game = self.loopy(value, place)?;
        Ok(self.stoppers.outcome(self.engine, game)?)
    }

    /// Why a loopy game is what it is, in a few sentences.
    pub(crate) fn why_loopy(&mut self, value: &Value) -> RunResult<Vec<String>> {
        let outcome = self.loopy_outcome(value, "the value")?;
        let mut lines = vec![format!("Play may go on for ever. Outcome: {outcome}.")];
        let game = match value {
            Value::Loopy(game) => game.clone(),
            _ => return Ok(lines),
        };
        let LoopyGame::Sided(value) = &*game else {
            lines.push(
                "Its sides are not stoppers, as far as looked: it has an outcome and no value."
                    .into(),
            );
            return Ok(lines);
        };
        match value.stopper() {
            Some(side) => {
                lines.push(
                    "It is a stopper: play that alternates ends. No option of its simplest form is dominated or reversible:".into(),
                );
                lines.push(self.stoppers.print_form(self.engine, side, self.notation)?);
                let degree = self.stoppers.degree(self.engine, side)?;
                if let Some(degree) = degree {
                    let degree = self.stoppers.print_side(self.engine, degree, self.notation)?;
                    lines.push(format!("Its degree, the onside of G - G, is {degree}."));
                }
            }
            None => {
                for (side, winner) in [(value.onside, Player::Left), (value.offside, Player::Right)]
                {
                    let shown = self.stoppers.print_side(self.engine, side, self.notation)?;
                    let form = self.stoppers.print_form(self.engine, side, self.notation)?;
                    let form = if form == shown { String::new() } else { format!(" = {form}") };
                    lines.push(format!(
                        "When endless play is a win for {winner} it is the stopper {shown}{form}."
                    ));
                    lines.extend(self.why_side(*value, winner)?);
                }
            }
        }
        Ok(lines)
    }

    /// How a side of a game is found by sidling, if that is known.
    fn why_side(&mut self, value: Loopy, winner: Player) -> RunResult<Option<String>> {
        let Some(sidling) = self.stoppers.sidling(self.engine, value, winner)? else {
            return Ok(None);
        };
        // A round may change other positions alone.
        let mut sides = sidling.rounds;
        sides.dedup();
        let mut rounds = Vec::new();
        for &round in sides.iter().take(MOST_ROUNDS_SHOWN) {
            let round = self.stoppers.print_side(self.engine, round, self.notation)?;
            rounds.push(round);
        }
        let more = if sides.len() > rounds.len() { ", ..." } else { "" };
        let rounds = rounds.join(", ");
        Ok(Some(match sidling.settled {
            true => format!(
                "By sidling: taken for the first of these, and worked out again from its options until \
                 nothing changes, it is {rounds}{more}."
            ),
            false => format!(
                "Sidling does not settle here: taken for the first of these, and worked out again from \
                 its options, it is {rounds}{more}. The side was found by leaving out moves, which is proved to \
                 change nothing."
            ),
        }))
    }

    /// Why a loopy game is won or drawn: what each player reaches moving first, from the
    /// sides and the moves that keep it.
    pub(crate) fn why_loopy_outcome(&mut self, value: &Value) -> RunResult<Vec<String>> {
        let outcome = self.loopy_outcome(value, "the value")?;
        let sides = match value {
            Value::Loopy(game) => match **game {
                LoopyGame::Sided(value) => Some(value),
                LoopyGame::Unsided(_) => None,
            },
            _ => None,
        };
        let Some(value) = sides else {
            return Ok(vec![
                "It was found backwards from the ends: a position is won by a move to one that the other player loses, and what is never decided is drawn.".into(),
            ]);
        };
        let stopper = value.stopper().is_some();
        let mut lines = Vec::new();
        if stopper {
            lines.push("It is a stopper: play that alternates ends.".into());
        }
        for player in Player::BOTH {
            let other = player.opponent();
            let Some(winner) = outcome.when_starts(player).winner() else {
                lines.push(format!(
                    "If {player} starts, neither can force an end that wins: a draw."
                ));
                continue;
            };
            // Who wins does so even where endless play counts for the other player.
            let (side, name) = match winner {
                Player::Left => (value.offside, "offside"),
                Player::Right => (value.onside, "onside"),
            };
            let even = match stopper {
                true => String::new(),
                false => {
                    let shown = self.stoppers.print_side(self.engine, side, self.notation)?;
                    format!(
                        ", even in the {name} {shown}, where endless play is a win for {}",
                        winner.opponent()
                    )
                }
            };
            lines.push(match winner == player {
                true => format!("If {player} starts, a move of {player} wins{even}."),
                false => format!("If {player} starts, {other} has a reply to each move{even}."),
            });
        }
        Ok(lines)
    }

    pub(crate) fn print_loopy(&mut self, game: &LoopyGame) -> RunResult<String> {
        match game {
            LoopyGame::Sided(value) => {
                Ok(self.stoppers.print(self.engine, *value, self.notation)?)
            }
            LoopyGame::Unsided(draft) => {
                Ok(format!("not stopper-sided, as far as looked ({} positions)", draft.vertices()))
            }
        }
    }

    /// The constant with this name, unless the program has a value of its own.
    pub(crate) fn constant(&mut self, name: &str) -> RunResult<Option<Value>> {
        if name == PASS {
            return Ok(Some(Value::Open(Open(Part::Pass))));
        }
        let Some(named) = Named::ALL.into_iter().find(|named| named.name() == name) else {
            return Ok(None);
        };
        let value = self.stoppers.named(self.engine, named)?;
        Ok(Some(self.loopy_value(value)))
    }
}

/// How many rounds of sidling are shown.
const MOST_ROUNDS_SHOWN: usize = 8;

/// The word for a move that changes nothing.
pub(crate) const PASS: &str = "pass";
