//! What a computer must know about a ruleset to play it: who wins, by which moves, and why.

use std::cmp::Ordering;
use std::hash::Hash;

use cg_core::{Interrupt, Outcome, Player};
use cg_loopy::{Ending, LoopyOutcome};
use cg_rulesets::{Convention, Drawing, MoveList, Moves, Notated, OutcomeSearch, ReadError, Sign};
use cg_universes::Score;

use crate::{PlayError, Result};

/// A ruleset that can be played. People can write its positions and moves, and its errors are
/// errors of a game.
pub trait Playable: Notated<Error: Into<PlayError>> {}

impl<R: Notated<Error: Into<PlayError>>> Playable for R {}

/// The replies to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replies {
    /// The number of winning replies.
    pub winning: u128,
    /// The number of replies.
    pub total: u128,
}

/// A move that seems good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged<M> {
    /// The move.
    pub chosen: M,
    /// The depth of the judgement, in moves.
    pub ahead: u32,
}

/// The points that the players have, in a game that points decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// Left's points.
    pub left: Score,
    /// Right's points.
    pub right: Score,
}

impl Points {
    /// The result when a player has a lead at the end. A negative lead is the other player's.
    pub fn ending(player: Player, lead: Score) -> Ending {
        match lead.cmp(&Score::ZERO) {
            Ordering::Greater => Ending::win(player),
            Ordering::Equal => Ending::Draw,
            Ordering::Less => Ending::win(player.opponent()),
        }
    }
}

/// A solver of a ruleset, under one convention.
///
/// Only [`Solver::wins`] is required. A solver of games with draws also implements
/// [`Solver::ending`], [`Solver::best_moves`] and [`Solver::comes_back`]. The default of the other
/// methods tries all moves. A solver with a theory answers faster and gives reasons. In an
/// impartial game the player makes no difference.
///
/// The errors of all methods: limits, an interruption, errors in a user's rules.
pub trait Solver<R: Playable> {
    /// Whether `mover`, who moves first, wins with best play.
    fn wins(&mut self, rules: &R, position: &R::Position, mover: Player) -> Result<bool>;

    /// Every winning move of `mover`; empty if there is none.
    fn winning_moves(
        &mut self,
        rules: &R,
        position: &R::Position,
        mover: Player,
    ) -> Result<Vec<R::Move>> {
        by_trial(self, rules, position, mover)
    }

    /// The result with best play if `mover` moves first. Loopy games may end in a draw.
    fn ending(&mut self, rules: &R, position: &R::Position, mover: Player) -> Result<Ending> {
        let wins = self.wins(rules, position, mover)?;
        Ok(Ending::win(if wins { mover } else { mover.opponent() }))
    }

    /// Whether positions may come back, so that a game may be a draw.
    fn comes_back(&self) -> bool {
        false
    }

    /// The moves among which a computer chooses. By default they are the winning moves. A solver
    /// that knows more gives the moves that win fastest, otherwise those that draw, otherwise those
    /// that lose latest.
    fn best_moves(
        &mut self,
        rules: &R,
        position: &R::Position,
        mover: Player,
    ) -> Result<Vec<R::Move>> {
        self.winning_moves(rules, position, mover)
    }

    /// The outcome of a position.
    fn outcome(&mut self, rules: &R, position: &R::Position) -> Result<LoopyOutcome> {
        let left = self.wins(rules, position, Player::Left)?;
        let right = match rules.is_impartial() {
            true => left,
            false => self.wins(rules, position, Player::Right)?,
        };
        Ok(Outcome::from_first_moves(left, right).into())
    }

    /// The points so far, in a game that points decide, with those of the end if `mover` has no move; `None` if
    /// the last move decides.
    fn points(&self, rules: &R, position: &R::Position, mover: Player) -> Result<Option<Points>> {
        let _ = (rules, position, mover);
        Ok(None)
    }

    /// The lead of `mover`, who moves first, at the end with best play; `None` if no points decide.
    fn lead(&mut self, rules: &R, position: &R::Position, mover: Player) -> Result<Option<Score>> {
        let _ = (rules, position, mover);
        Ok(None)
    }

    /// The number of moves of `mover`, and the number of winning ones. In a drawn position, it is
    /// the number of moves that draw.
    fn replies(&mut self, rules: &R, position: &R::Position, mover: Player) -> Result<Replies> {
        let winning = self.winning_moves(rules, position, mover)?.len() as u128;
        let total = rules.named_moves(position, mover, 1).map_err(Into::into)?.total;
        Ok(Replies { winning, total })
    }

    /// Whether the time of [`Solver::replies`] grows with the number of replies.
    fn lists_replies(&self) -> bool {
        true
    }

    /// A move that seems good in a position that is too large to be solved. By default the solver
    /// does not judge.
    fn judged(
        &mut self,
        rules: &R,
        position: &R::Position,
        mover: Player,
    ) -> Result<Option<Judged<R::Move>>> {
        let _ = (rules, position, mover);
        Ok(None)
    }

    /// The reasons for the outcome, in a few lines: nim-values, a value, a table.
    fn reasons(&mut self, rules: &R, position: &R::Position) -> Result<Vec<String>> {
        let _ = (rules, position);
        Ok(vec!["Found by search.".into()])
    }

    /// The reason why a winning move wins, as the end of a sentence that begins with the move.
    fn why(
        &mut self,
        rules: &R,
        position: &R::Position,
        mover: Player,
        chosen: &R::Move,
    ) -> Result<String> {
        let _ = (rules, position, mover, chosen);
        Ok("every reply to it loses, as the search finds".into())
    }
}

/// The winning moves, found by trying all moves.
pub(crate) fn by_trial<R: Playable, S: Solver<R> + ?Sized>(
    solver: &mut S,
    rules: &R,
    position: &R::Position,
    mover: Player,
) -> Result<Vec<R::Move>> {
    let mut winning = Vec::new();
    for candidate in rules.named_moves(position, mover, usize::MAX).map_err(Into::into)?.list {
        let after = rules.after(position, &candidate).map_err(Into::into)?;
        if !solver.wins(rules, &after, mover.opponent())? {
            winning.push(candidate);
        }
    }
    Ok(winning)
}

/// The largest number of positions that a search remembers. They take some hundred megabytes and
/// some seconds.
pub(crate) const MOST_POSITIONS: usize = 500_000;

/// About the largest number of bytes of a search.
const MOST_BYTES: usize = 1 << 30;

/// The solver of rulesets without a better one: a search through all positions.
///
/// ```
/// use cg_core::{Interrupt, Player};
/// use cg_play::{BySearch, Convention, Game};
/// use cg_rulesets::Nim;
///
/// let search = BySearch::new(Convention::Misere, &Interrupt::new());
/// let mut nim = Game::new(Nim, search, vec![1, 2, 3], Convention::Misere);
/// assert!(!nim.wins(&vec![1, 2, 3], Player::Left)?);
/// # Ok::<(), cg_play::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BySearch<P> {
    search: OutcomeSearch<P>,
    interrupt: Interrupt,
}

impl<P: Clone + Eq + Hash> BySearch<P> {
    /// A search without results. `interrupt` stops it.
    pub fn new(convention: Convention, interrupt: &Interrupt) -> Self {
        BySearch { search: OutcomeSearch::new(convention), interrupt: interrupt.clone() }
    }

    fn searched<R: Playable<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        mover: Player,
    ) -> Result<bool> {
        let interrupt = &self.interrupt;
        let mut look = |held: cg_rulesets::Footprint| {
            if interrupt.is_raised() {
                Err(PlayError::Interrupted)
            } else if held.positions > MOST_POSITIONS || held.bytes > MOST_BYTES {
                Err(PlayError::TooLarge(format!(
                    "this position has more than {MOST_POSITIONS} positions to search: choose a smaller one"
                )))
            } else {
                Ok(())
            }
        };
        let sum = [(position.clone(), Sign::Plus)];
        self.search.wins(rules, &sum, mover, &mut look)?.ok_or_else(|| {
            PlayError::Start("a position comes back, and this search is for games that end".into())
        })
    }
}

impl<R: Playable> Solver<R> for BySearch<R::Position> {
    fn wins(&mut self, rules: &R, position: &R::Position, mover: Player) -> Result<bool> {
        match self.searched(rules, position, mover) {
            // If later positions do not fit next to the remembered ones, the memory is cleared
            // once.
            Err(PlayError::TooLarge(_)) => {
                self.search.forget();
                self.searched(rules, position, mover)
            }
            answer => answer,
        }
    }
}

/// A game: a ruleset, the first position, the convention, and the solver.
#[derive(Clone, Debug)]
pub struct Game<R: Playable, S> {
    rules: R,
    solver: S,
    start: R::Position,
    convention: Convention,
}

/// The errors of the methods that list moves or ask the solver: limits, an interruption, errors in
/// a user's rules.
impl<R: Playable, S: Solver<R>> Game<R, S> {
    /// A game that begins at `start`. The solver must be for this convention.
    pub fn new(rules: R, solver: S, start: R::Position, convention: Convention) -> Self {
        Game { rules, solver, start, convention }
    }

    /// The game, if its solver finds the outcome. A question that fails at the start would fail
    /// later.
    pub(crate) fn tried(mut self) -> Result<Self> {
        let start = self.start.clone();
        self.winning_moves(&start, Player::Left)?;
        Ok(self)
    }

    /// Its rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The convention: who wins when no move is left.
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// Whether the players may have different moves.
    pub fn is_partizan(&self) -> bool {
        !self.rules.is_impartial()
    }

    /// The first position.
    pub fn start(&self) -> R::Position {
        self.start.clone()
    }

    /// A position in one line.
    ///
    /// # Errors
    /// An error in a user's rules.
    pub fn position_text(&self, position: &R::Position) -> Result<String> {
        self.rules.write_position(position).map_err(Into::into)
    }

    /// A position as a drawing.
    ///
    /// # Errors
    /// An error in a user's rules.
    pub fn drawing(&self, position: &R::Position) -> Result<Drawing> {
        self.rules.draw(position).map_err(Into::into)
    }

    /// The moves of `mover`: all if there are at most `most`, otherwise some.
    ///
    /// # Errors
    /// An error in a user's rules; a limit.
    pub fn moves(
        &self,
        position: &R::Position,
        mover: Player,
        most: usize,
    ) -> Result<Moves<R::Move>> {
        self.rules.named_moves(position, mover, most).map_err(Into::into)
    }

    /// The moves of `mover` as text, in at most about `most` lines.
    ///
    /// # Errors
    /// An error in a user's rules; a limit.
    pub fn list_moves(
        &self,
        position: &R::Position,
        mover: Player,
        most: usize,
    ) -> Result<Vec<String>> {
        Ok(match self.rules.list_moves(position, mover, most).map_err(Into::into)? {
            MoveList::Cells(texts) => crate::text::columns(&texts, most),
            MoveList::Lines(lines) => lines,
        })
    }

    /// The position after one of its moves.
    ///
    /// # Errors
    /// An error in a user's rules.
    pub fn after(&self, position: &R::Position, chosen: &R::Move) -> Result<R::Position> {
        self.rules.after(position, chosen).map_err(Into::into)
    }

    /// A move as it is typed.
    pub fn move_text(&self, chosen: &R::Move) -> String {
        self.rules.write_move(chosen)
    }

    /// Reads a move.
    ///
    /// # Errors
    /// [`PlayError::Illegal`] with the reason.
    pub fn read_move(&self, position: &R::Position, mover: Player, text: &str) -> Result<R::Move> {
        self.rules.read_move(position, mover, text).map_err(|error| match error {
            ReadError::Rules(error) => error.into(),
            ReadError::Text(error) => PlayError::Illegal(error.problem),
        })
    }

    /// Whether `mover`, who moves first, wins with best play.
    ///
    /// # Errors
    /// The errors of the solver.
    pub fn wins(&mut self, position: &R::Position, mover: Player) -> Result<bool> {
        self.solver.wins(&self.rules, position, mover)
    }

    /// The result with best play if `mover` moves first.
    ///
    /// # Errors
    /// The errors of the solver.
    pub fn ending(&mut self, position: &R::Position, mover: Player) -> Result<Ending> {
        self.solver.ending(&self.rules, position, mover)
    }

    /// Whether positions may come back, so that the game may be a draw.
    pub fn comes_back(&self) -> bool {
        self.solver.comes_back()
    }

    /// The moves among which a computer chooses: see [`Solver::best_moves`].
    ///
    /// # Errors
    /// The errors of the solver.
    pub fn best_moves(&mut self, position: &R::Position, mover: Player) -> Result<Vec<R::Move>> {
        self.solver.best_moves(&self.rules, position, mover)
    }

    /// Every winning move of `mover`; empty if there is none.
    ///
    /// # Errors
    /// The errors of the solver.
    pub fn winning_moves(&mut self, position: &R::Position, mover: Player) -> Result<Vec<R::Move>> {
        self.solver.winning_moves(&self.rules, position, mover)
    }

    /// The number of moves of `mover`, and the number of winning ones.
    ///
    /// # Errors
    /// The errors of the solver.
    pub fn replies(&mut self, position: &R::Position, mover: Player) -> Result<Replies> {
        self.solver.replies(&self.rules, position, mover)
    }

    /// A move that seems good, if the winner is unknown.
    ///
    /// # Errors
    /// The errors of the solver.
    pub fn judged(
        &mut self,
        position: &R::Position,
        mover: Player,
    ) -> Result<Option<Judged<R::Move>>> {
        self.solver.judged(&self.rules, position, mover)
    }

    /// Whether the time of [`Game::replies`] grows with the number of replies.
    pub fn lists_replies(&self) -> bool {
        self.solver.lists_replies()
    }

    /// The outcome of a position.
    ///
    /// # Errors
    /// The errors of the solver.
    pub fn outcome(&mut self, position: &R::Position) -> Result<LoopyOutcome> {
        self.solver.outcome(&self.rules, position)
    }

    /// The reasons for the outcome, in a few lines.
    ///
    /// # Errors
    /// The errors of the solver.
    pub fn reasons(&mut self, position: &R::Position) -> Result<Vec<String>> {
        self.solver.reasons(&self.rules, position)
    }

    /// The reason why a winning move wins, as the end of a sentence.
    ///
    /// # Errors
    /// The errors of the solver.
    pub fn why(
        &mut self,
        position: &R::Position,
        mover: Player,
        chosen: &R::Move,
    ) -> Result<String> {
        self.solver.why(&self.rules, position, mover, chosen)
    }

    /// The points so far, with those of the end if `mover` has no move; `None` if the last move decides.
    ///
    /// # Errors
    /// The errors of the solver.
    pub fn points(&self, position: &R::Position, mover: Player) -> Result<Option<Points>> {
        self.solver.points(&self.rules, position, mover)
    }

    /// The lead of `mover` at the end with best play; `None` if the last move decides.
    ///
    /// # Errors
    /// The errors of the solver.
    pub fn lead(&mut self, position: &R::Position, mover: Player) -> Result<Option<Score>> {
        self.solver.lead(&self.rules, position, mover)
    }

    /// The player who moves after a move of `mover`.
    pub fn next_mover(&self, position: &R::Position, chosen: &R::Move, mover: Player) -> Player {
        match self.rules.moves_again(position, chosen) {
            true => mover,
            false => mover.opponent(),
        }
    }

    /// The result, if the player to move has no move: the points decide, or the convention.
    ///
    /// # Errors
    /// An error in a user's rules; a limit.
    pub fn result(&self, position: &R::Position, mover: Player) -> Result<Option<Ending>> {
        if self.moves(position, mover, 1)?.total > 0 {
            return Ok(None);
        }
        Ok(Some(match (self.points(position, mover)?, self.convention.stuck_player_wins()) {
            (Some(Points { left, right }), _) => match left.cmp(&right) {
                Ordering::Greater => Ending::Left,
                Ordering::Equal => Ending::Draw,
                Ordering::Less => Ending::Right,
            },
            (None, true) => Ending::win(mover),
            (None, false) => Ending::win(mover.opponent()),
        }))
    }
}
