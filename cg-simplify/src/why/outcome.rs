//! Who wins, and why.

use cg_core::{Game, Notation, Outcome, Player, Result};

use crate::engine::Engine;
use crate::functions::Stops;

/// An option with more answers than this is not searched for one that refutes it.
const MOST_ANSWERS: u64 = 1 << 12;

/// Why a game has its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeReason {
    /// The game.
    pub game: Game,
    /// Who wins it.
    pub outcome: Outcome,
    /// What decides.
    pub decision: Decision,
}

/// What decides an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The outcome rule of the subgroup that holds the game.
    Rule {
        /// The subgroup.
        subgroup: String,
        /// Its reasoning, where it gives one.
        reason: Option<String>,
    },
    /// The first moves of both players in the canonical form.
    Moves {
        /// The stops: where both are positive Left wins, where both are negative
        /// Right.
        stops: Stops,
        /// What Left, and what Right, has moving first.
        first: [FirstMoves; 2],
    },
}

/// What a player has who moves first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FirstMoves {
    /// A move that wins, to this option.
    Wins(Game),
    /// No move wins: all of them, each with its refutation.
    Lose(Vec<Attempt>),
}

/// A first move that loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The option.
    pub to: Game,
    /// An answer of the opponent that wins: it leaves a game that the first player
    /// loses moving next. `None` where the answers are too many to be searched.
    pub answer: Option<Game>,
}

impl Engine {
    /// Why `g` has its outcome: [`Engine::outcome`], made visible. Words of
    /// subgroups are in `notation`.
    ///
    /// # Errors
    /// As [`Engine::outcome`].
    ///
    /// ```
    /// use cg_core::{Limits, Notation, Registry};
    /// use cg_simplify::{Engine, why::{Decision, FirstMoves}};
    /// let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    /// let [two, one] = [2, 1].map(|n| engine.integer(&n.into()).unwrap());
    /// let hot = engine.game(&[two], &[one])?;
    /// let why = engine.why_outcome(hot, Notation::Paper)?;
    /// let Decision::Moves { first: [left, right], .. } = why.decision else { panic!() };
    /// assert_eq!(left, FirstMoves::Wins(two));
    /// assert!(matches!(right, FirstMoves::Lose(moves) if moves[0].to == one));
    /// # Ok::<(), cg_core::Error>(())
    /// ```
    pub fn why_outcome(&mut self, g: Game, notation: Notation) -> Result<OutcomeReason> {
        let outcome = self.outcome(g)?;
        let decision = match self.subgroup_name(g).map(str::to_owned) {
            Some(subgroup) => {
                let reason = self.arena.outcome_reason(g, notation)?;
                Decision::Rule { subgroup, reason }
            }
            None => {
                let stops = self.stops(g)?;
                let left = self.first_moves(g, Player::Left)?;
                let right = self.first_moves(g, Player::Right)?;
                Decision::Moves { stops, first: [left, right] }
            }
        };
        Ok(OutcomeReason { game: g, outcome, decision })
    }

    fn first_moves(&mut self, g: Game, player: Player) -> Result<FirstMoves> {
        let options = self.options(g, player)?;
        let options = self.in_order(&options)?;
        for &option in &options {
            if self.wins_second(option, player)? {
                return Ok(FirstMoves::Wins(option));
            }
        }
        let mut attempts = Vec::with_capacity(options.len());
        for to in options {
            attempts.push(Attempt { to, answer: self.refutation(to, player.opponent())? });
        }
        Ok(FirstMoves::Lose(attempts))
    }

    /// Whether `player` wins `g` when the opponent moves first.
    fn wins_second(&mut self, g: Game, player: Player) -> Result<bool> {
        self.prefers(player, g, Game::ZERO)
    }

    /// A winning first move of `player` in `g`.
    fn refutation(&mut self, g: Game, player: Player) -> Result<Option<Game>> {
        if self.option_count(g, player)? > MOST_ANSWERS {
            return Ok(None);
        }
        for answer in self.options(g, player)? {
            if self.wins_second(answer, player)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }
}
