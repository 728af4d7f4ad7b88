//! A position with its moves, as data.

use cg_core::Player;
use cg_rulesets::{Drawing, Spot};
use serde::{Deserialize, Serialize};

use crate::reply_parts::Part;
use crate::sides::Sides;

/// A position with its moves.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ExploreReply {
    /// The sum as it is written: asked again, it is the same.
    pub text: String,
    /// Its terms, in order.
    pub parts: Vec<PartReply>,
    /// Its value.
    pub value: Part<ValueReply>,
    /// Who wins, by its value or by search: `left player win`.
    pub outcome: Part<String>,
    /// Who wins when Left and when Right moves first: one may be known before the other.
    pub winners: Sides<Part<Winner>>,
    /// The moves of each player, in every term.
    pub moves: Sides<Vec<ExploreMove>>,
    /// How many moves are not listed, there being too many.
    pub unlisted: Sides<u64>,
    /// Whether points decide: then a player without a move has not lost by that.
    pub scored: bool,
}

/// What exploring a position is to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// Who wins, and by which moves. Values come as far as the time for that allows.
    Decided,
    /// All values too.
    Valued,
}

impl ExploreReply {
    /// Whether more time may help to reach a goal.
    pub fn wants_time(&self, goal: Goal) -> bool {
        let moves = || self.moves.left.iter().chain(&self.moves.right);
        let decided = self.outcome.is_late() || moves().any(|one| one.judgement.wins.is_late());
        let valued = self.value.is_late()
            || self.parts.iter().any(|part| part.value.is_late())
            || moves().any(|one| one.judgement.value.is_late());
        decided || goal == Goal::Valued && valued
    }
}

/// Who wins, when it is known who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Nobody.
    Draw,
}

impl From<Option<Player>> for Winner {
    fn from(winner: Option<Player>) -> Self {
        match winner {
            Some(Player::Left) => Winner::Left,
            Some(Player::Right) => Winner::Right,
            None => Winner::Draw,
        }
    }
}

/// A term of a sum.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PartReply {
    /// The term as it is written, with its sign.
    pub text: String,
    /// Whether it is subtracted: its players are exchanged.
    pub minus: bool,
    /// Its ruleset, when it is one that is built in.
    pub ruleset: Option<RulesetReply>,
    /// What can be drawn of it.
    pub drawing: Option<Drawing>,
    /// The same as marks at places.
    #[cfg(feature = "plot")]
    pub scene: Option<cg_plot::Scene>,
    /// Its value, with its sign.
    pub value: Part<ValueReply>,
    /// What its walls tell of its mean and temperature, where its value takes long: a sentence each.
    pub heat: Vec<String>,
}

/// The ruleset of a term.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RulesetReply {
    /// Its function in the language.
    pub function: &'static str,
    /// Its name for a heading.
    pub title: &'static str,
    /// Its rules in a sentence or two.
    pub rules: &'static str,
    /// The parameters with their parentheses and a blank, where there are some.
    pub parameters: String,
    /// The position alone, as the function takes it.
    pub board: String,
    /// The signs that a cell can have, where any will do; else empty.
    pub letters: &'static str,
}

/// A value, in short.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ValueReply {
    /// In the notation in force; cut where it is very long.
    pub shown: String,
    /// In LaTeX, where it is not too long.
    pub latex: Option<String>,
    /// Whether `shown` is all of it.
    pub whole: bool,
    /// Who wins.
    pub outcome: Part<String>,
    /// Its mean.
    pub mean: Part<String>,
    /// Its temperature.
    pub temperature: Part<String>,
    /// The family that holds it.
    pub subgroup: Option<String>,
}

/// A move with its judgement.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ExploreMove<J = MoveJudgement> {
    /// The term in which it is made.
    pub part: usize,
    /// Its name, where the rules give one; else what the term becomes.
    pub name: String,
    /// What the term becomes.
    pub becomes: String,
    /// The whole sum after it: what to ask next.
    pub after: String,
    /// What it changes in the drawing of the term.
    pub touched: Vec<Spot>,
    /// What of the drawing its name names, in order: from where, to where.
    pub named: Vec<Spot>,
    /// The judgement.
    #[serde(flatten)]
    pub judgement: J,
}

/// The judgement of a move: the value after it, and whether it wins.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MoveJudgement {
    /// The value of the whole sum after it.
    pub value: Part<ValueReply>,
    /// Whether who makes it wins.
    pub wins: Part<bool>,
    /// Whether it leaves a draw: games that may go on for ever have draws, and those that points decide.
    pub draws: bool,
    /// Whether the same player moves again.
    pub again: bool,
    /// Left's points less Right's at the end, in a game that points decide.
    pub score: Option<String>,
    /// Why it need not be considered, if so.
    pub mark: Option<Mark>,
}

/// Why a move need not be considered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "mark", rename_all = "lowercase")]
pub enum Mark {
    /// Another move is at least as good.
    Dominated {
        /// The value that it leaves.
        by: String,
        /// The same in LaTeX, where it is not too long.
        latex: Option<String>,
    },
    /// The opponent answers so that they are at least as well off as before.
    Reversible {
        /// What the answer leaves.
        through: String,
        /// The same in LaTeX, where it is not too long.
        latex: Option<String>,
        /// The options that take its place.
        replacements: Vec<String>,
    },
}
