//! The rulesets of the table: boards, strips, graphs and others. The solver searches, and judges if
//! a search does not end.

use std::collections::HashSet;
use std::time::Duration;

use cg_core::{Clock, Interrupt, Limits, Player};
use cg_rulesets::{
    Convention, Entry, Game as BoardGame, LoopyRules, NamedMove, Notated, Ruleset, Start, Variant,
    Varied,
};
use cg_simplify::Engine;
use cg_solve::{RulesetId, Settings, SolveError, Solver as SumSolver};

use crate::opening::{NamedGame, Opening, boxed};
use crate::solver::Judged;
use crate::{Game, PlayError, Result, Solver};

pub(crate) const ROW: NamedGame = NamedGame {
    names: &[],
    listed: "a ruleset such as clobber (`cg rulesets` lists them)",
    example: &["clobber", "checker 2x3"],
    claims: |word| {
        let name = word.split([' ', '(']).next().unwrap_or("");
        Variant::NAMED.iter().any(|variant| variant.name() == name)
            || Entry::named(name).is_some()
            || LoopyRules::named(name).is_none() && Entry::refused(name).is_some()
    },
    read: |words| {
        let text = words.join(" ");
        let start = Start::read(&text).map_err(|error| {
            let rest = &text[error.at.start..];
            let there: String = rest.chars().take(20).collect();
            let place = match rest {
                "" => String::new(),
                _ => format!(", at `{}`", there.escape_debug()),
            };
            PlayError::Start(format!("{}{place}", error.problem))
        })?;
        let (game, position) = (start.game(), start.board());
        Ok(Opening::new(game, position, u64::MAX, move |convention, interrupt, _| {
            Ok(boxed(board(start, convention, interrupt)?))
        }))
    },
};

/// Any ruleset of the table, or a variant of it.
type AnyRules = Varied<BoardGame>;

type At = <AnyRules as Ruleset>::Position;

/// A game of a ruleset of the table. `interrupt` stops the search. If a position is too large for a
/// complete search, the computer judges.
///
/// ```
/// use cg_core::Player;
/// use cg_play::{Convention, games};
/// use cg_rulesets::Start;
///
/// let start = Start::read("clobber xox|ox.")?;
/// let mut game = games::board(start, Convention::Normal, &Default::default())?;
/// assert!(game.wins(&game.start(), Player::Left)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// An interruption; a position that comes back.
pub fn board(
    start: Start,
    convention: Convention,
    interrupt: &Interrupt,
) -> Result<Game<AnyRules, BoardSolver>> {
    let mut game = Game::new(
        start.rules.clone(),
        BoardSolver::new(start.rules, convention, interrupt)?,
        start.position,
        convention,
    );
    let first = game.start();
    match game.wins(&first, Player::Left) {
        Ok(_) | Err(PlayError::TooLarge(_)) => Ok(game),
        Err(error) => Err(error),
    }
}

/// The solver of the rulesets of the table. It uses the solver of sums if that finds the winner in
/// time, and a judgement otherwise.
///
/// A known win is never lost: positions after a winning move are searched completely, however long
/// that takes. An interruption ends the search.
pub struct BoardSolver {
    engine: Engine,
    solver: SumSolver,
    id: RulesetId<AnyRules>,
    convention: Convention,
    interrupt: Interrupt,
    /// The number of moves of both players in the smallest position that was too large.
    too_large: Option<u128>,
    /// Positions that a player to move wins, because this player's last move won.
    won: HashSet<(At, Player)>,
}

impl std::fmt::Debug for BoardSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BoardSolver").field("convention", &self.convention).finish_non_exhaustive()
    }
}

/// The longest search for an unknown winner.
const MOST_TIME: Duration = Duration::from_secs(5);

/// About the largest number of bytes of a search.
const MOST_BYTES: u64 = 1 << 30;

/// The largest number of positions that are kept as won.
const MOST_WON: usize = 20_000;

/// The number of positions that a judgement examines.
const MOST_JUDGED: u32 = 30_000;

/// The largest depth of a judgement, in moves.
const MOST_AHEAD: u32 = 24;

/// Larger than any number of moves.
const WIN: i64 = 1 << 40;

/// Why a judgement ends early.
enum Halt {
    /// It has examined enough positions.
    Enough,
    Interrupted,
}

impl BoardSolver {
    fn new(rules: AnyRules, convention: Convention, interrupt: &Interrupt) -> Result<Self> {
        let registry = cg_subgroups::standard().map_err(|error| failed(&error))?;
        let limits =
            Limits { memory: MOST_BYTES, interrupt: interrupt.clone(), ..Limits::default() };
        let engine = Engine::new(registry, limits).map_err(|error| failed(&error))?;
        let mut solver = SumSolver::new(Settings::default());
        let id = solver.add(rules);
        Ok(BoardSolver {
            engine,
            solver,
            id,
            convention,
            interrupt: interrupt.clone(),
            too_large: None,
            won: HashSet::new(),
        })
    }

    /// Whether `mover` wins, by a search of at most `time`.
    fn searched(
        &mut self,
        rules: &AnyRules,
        position: &At,
        mover: Player,
        time: Option<Duration>,
    ) -> Result<bool> {
        // The memory of earlier positions is freed before it is too large.
        if self.solver.work().bytes as u64 > MOST_BYTES / 2 {
            *self = Self {
                too_large: self.too_large,
                won: std::mem::take(&mut self.won),
                ..Self::new(rules.clone(), self.convention, &self.interrupt)?
            };
        }
        self.engine.set_limits(Limits { time, ..self.engine.limits().clone() });
        self.engine.restart_clock();
        let found = self.solver.terms(self.id, position.clone()).and_then(|terms| {
            let (solver, engine) = (&mut self.solver, &mut self.engine);
            match self.convention {
                Convention::Normal => solver.wins(engine, &terms, mover),
                Convention::Misere => solver.wins_misere(engine, &terms, mover),
            }
        });
        found.map_err(|error| match error {
            SolveError::Engine(cg_core::Error::Interrupted) => PlayError::Interrupted,
            SolveError::Engine(error) if error.is_limit() => PlayError::TooLarge(TOO_LARGE.into()),
            error => failed(&error),
        })
    }

    /// Notes that `mover` wins after every reply to the move that led to `after`.
    fn note_won(&mut self, rules: &AnyRules, after: &At, mover: Player) {
        let mut replies = Vec::new();
        let Ok(()) = rules.moves(after, mover.opponent(), &mut replies);
        self.won.extend(replies.into_iter().map(|reply| (reply, mover)));
    }

    fn moves(rules: &AnyRules, position: &At, player: Player) -> i64 {
        let mut moves = Vec::new();
        let Ok(()) = rules.moves(position, player, &mut moves);
        i64::try_from(moves.len()).unwrap_or(WIN / 4).min(WIN / 4)
    }

    /// The score of a position for the mover at depth `ahead`: how many more moves the mover has
    /// than the opponent, or a win.
    fn score(
        &self,
        rules: &AnyRules,
        position: &At,
        mover: Player,
        ahead: u32,
        (mut low, high): (i64, i64),
        left: &mut u32,
    ) -> std::result::Result<i64, Halt> {
        if self.interrupt.is_raised() {
            return Err(Halt::Interrupted);
        }
        *left = left.checked_sub(1).ok_or(Halt::Enough)?;
        let own = Self::moves(rules, position, mover);
        if own == 0 {
            // An earlier win is better.
            let won = WIN + i64::from(ahead);
            return Ok(if self.convention.stuck_player_wins() { won } else { -won });
        }
        if ahead == 0 {
            let others = Self::moves(rules, position, mover.opponent());
            let more = own - others;
            return Ok(if self.convention.stuck_player_wins() { -more } else { more });
        }
        let mut options = Vec::new();
        let Ok(()) = rules.moves(position, mover, &mut options);
        let mut best = -2 * WIN;
        for option in options {
            let theirs =
                self.score(rules, &option, mover.opponent(), ahead - 1, (-high, -low), left)?;
            best = best.max(-theirs);
            low = low.max(best);
            if low >= high {
                break;
            }
        }
        Ok(best)
    }
}

impl Solver<AnyRules> for BoardSolver {
    fn wins(&mut self, rules: &AnyRules, position: &At, mover: Player) -> Result<bool> {
        let both = || {
            let moves = |player| Self::moves(rules, position, player).unsigned_abs();
            u128::from(moves(Player::Left)) + u128::from(moves(Player::Right))
        };
        if self.won.contains(&(position.clone(), mover)) {
            return Ok(true);
        }
        // A search that fails takes some seconds. It is tried again only after the position has
        // become smaller.
        if let Some(least) = self.too_large
            && 4 * both() > 3 * least
        {
            return Err(PlayError::TooLarge(TOO_LARGE.into()));
        }
        match self.searched(rules, position, mover, Some(MOST_TIME)) {
            Err(PlayError::TooLarge(_)) => {
                self.too_large = Some(both());
                Err(PlayError::TooLarge(TOO_LARGE.into()))
            }
            answer => answer,
        }
    }

    /// The winning moves that are found in time. If the position is known to be won, one is found,
    /// however long that takes.
    fn best_moves(
        &mut self,
        rules: &AnyRules,
        position: &At,
        mover: Player,
    ) -> Result<Vec<NamedMove<At>>> {
        let sure = self.won.contains(&(position.clone(), mover));
        if !sure && !self.wins(rules, position, mover)? {
            return Ok(Vec::new());
        }
        let Ok(moves) = rules.named_moves(position, mover, usize::MAX);
        let mut winning = Vec::new();
        // The search of the position has already found the first one. The others are searched while
        // there is time.
        for time in [Some(Duration::from_millis(50)), Some(MOST_TIME), None] {
            let start = Clock::start();
            for one in &moves.list {
                match self.searched(rules, &one.after, mover.opponent(), time) {
                    Ok(false) => winning.push(one.clone()),
                    Ok(true) | Err(PlayError::TooLarge(_)) => {}
                    Err(error) => return Err(error),
                }
                if start.elapsed() > MOST_TIME && !winning.is_empty() {
                    break;
                }
            }
            if !winning.is_empty() {
                break;
            }
        }
        if self.won.len() > MOST_WON {
            self.won.clear();
        }
        for one in &winning {
            self.note_won(rules, &one.after, mover);
        }
        match winning.is_empty() {
            true => Err(PlayError::TooLarge(TOO_LARGE.into())),
            false => Ok(winning),
        }
    }

    fn judged(
        &mut self,
        rules: &AnyRules,
        position: &At,
        mover: Player,
    ) -> Result<Option<Judged<NamedMove<At>>>> {
        let Ok(moves) = rules.named_moves(position, mover, usize::MAX);
        let options = moves.list.iter().map(|one| {
            let Ok(after) = rules.after(position, one);
            after
        });
        // The best move of the last round comes first.
        let mut order: Vec<(i64, usize, At)> =
            options.enumerate().map(|(number, after)| (0, number, after)).collect();
        let mut left = MOST_JUDGED.max(u32::try_from(order.len()).unwrap_or(u32::MAX));
        let mut found = None;
        for ahead in 0..MOST_AHEAD {
            let mut low = -2 * WIN;
            let mut scores = Vec::with_capacity(order.len());
            for (_, _, after) in &order {
                let bounds = (-2 * WIN, -low);
                match self.score(rules, after, mover.opponent(), ahead, bounds, &mut left) {
                    Ok(theirs) => {
                        low = low.max(-theirs);
                        scores.push(-theirs);
                    }
                    Err(Halt::Interrupted) => return Err(PlayError::Interrupted),
                    Err(Halt::Enough) => break,
                }
            }
            // A round that was not finished does not count.
            if scores.len() < order.len() {
                break;
            }
            order.iter_mut().zip(scores).for_each(|(one, score)| one.0 = score);
            // The first of the best moves has an exact score. The later ones are at most as good.
            order.sort_by_key(|&(score, ..)| std::cmp::Reverse(score));
            found = order.first().map(|&(score, number, _)| (number, ahead + 1, score));
            if found.is_none_or(|(_, _, score)| score.abs() >= WIN) {
                break;
            }
        }
        Ok(found.map(|(number, ahead, _)| Judged { chosen: moves.list[number].clone(), ahead }))
    }

    fn reasons(&mut self, _: &AnyRules, _: &At) -> Result<Vec<String>> {
        Ok(vec![match self.too_large {
            None => "Found by search.".into(),
            Some(_) => {
                "The position is too large to be searched to the end. The computer looks some moves ahead and \
                 judges by how many moves each player has; it searches to the end when that is near."
                    .into()
            }
        }])
    }
}

/// An error that no position can cause.
fn failed(error: &dyn std::fmt::Display) -> PlayError {
    PlayError::Start(error.to_string())
}

/// The message if the winner is unknown.
const TOO_LARGE: &str = "the position is too large to be searched to the end";
