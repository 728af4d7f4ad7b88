//! The rulesets of the table: boards, strips, graphs and others, by search, and by judgement
//! where a search does not end.

use cg_core::{Interrupt, Player};
use cg_rulesets::{
    Convention, Entry, Game as BoardGame, LoopyRules, NamedMove, Notated, Ruleset, Start, Variant,
    Varied,
};

use crate::opening::{NamedGame, Opening, boxed};
use crate::solver::{BySearch, Judged};
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

/// Any ruleset of the table, as it is or as a variant.
type AnyRules = Varied<BoardGame>;

type At = <AnyRules as Ruleset>::Position;

/// A game of a ruleset of the table; `interrupt` stops the search. Where a position is too
/// large to be searched to the end, the computer judges.
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
    let solver = BoardSolver {
        search: BySearch::new(convention, interrupt),
        convention,
        interrupt: interrupt.clone(),
        too_large: None,
    };
    let mut game = Game::new(start.rules, solver, start.position, convention);
    let first = game.start();
    match game.winning_moves(&first, Player::Left) {
        Ok(_) | Err(PlayError::TooLarge(_)) => Ok(game),
        Err(error) => Err(error),
    }
}

/// The solver of the rulesets of the table: a search to the end where there is room for it,
/// and a judgement where there is not.
#[derive(Clone, Debug)]
pub struct BoardSolver {
    search: BySearch<At>,
    convention: Convention,
    interrupt: Interrupt,
    /// How many moves both players had in the smallest position that was too large.
    too_large: Option<u128>,
}

/// The positions that a judgement looks at.
const MOST_JUDGED: u32 = 30_000;

/// The most moves that a judgement looks ahead.
const MOST_AHEAD: u32 = 24;

/// More than any number of moves.
const WIN: i64 = 1 << 40;

/// Why a judgement ends early.
enum Halt {
    /// It has looked at enough positions.
    Enough,
    Interrupted,
}

impl BoardSolver {
    fn moves(rules: &AnyRules, position: &At, player: Player) -> i64 {
        let mut moves = Vec::new();
        let Ok(()) = rules.moves(position, player, &mut moves);
        i64::try_from(moves.len()).unwrap_or(WIN / 4).min(WIN / 4)
    }

    /// How good a position is for the mover, when so many moves are looked ahead: by how many
    /// more moves the mover has than the opponent, or who wins.
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
            // Sooner is surer.
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
        // A search that fails takes some seconds: it is tried again when the game has come
        // some way.
        if let Some(least) = self.too_large
            && 4 * both() > 3 * least
        {
            return Err(PlayError::TooLarge(TOO_LARGE.into()));
        }
        match self.search.wins(rules, position, mover) {
            Err(PlayError::TooLarge(_)) => {
                self.too_large = Some(both());
                Err(PlayError::TooLarge(TOO_LARGE.into()))
            }
            answer => answer,
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
        // The best of the last round goes first.
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
            // A round that was not finished counts for nothing.
            if scores.len() < order.len() {
                break;
            }
            order.iter_mut().zip(scores).for_each(|(one, score)| one.0 = score);
            // The first of the best was scored exactly; those behind it may be as good at most.
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

/// What is said when nobody knows who wins.
const TOO_LARGE: &str = "the position is too large to be searched to the end";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Computer, Promise};

    fn begun(text: &str, convention: Convention) -> Game<AnyRules, BoardSolver> {
        board(Start::read(text).unwrap(), convention, &Interrupt::new()).unwrap()
    }

    #[test]
    fn judgements_agree_with_the_search_where_the_game_is_short() {
        for text in [
            "clobber xox|oxo",
            "domineering 3x3",
            "toads ttt..ff",
            "impartial clobber xox|oxo",
            "konane .ox.|o..x",
        ] {
            for convention in Convention::ALL {
                let mut game = begun(text, convention);
                for mover in Player::BOTH {
                    let start = game.start();
                    let winning = game.winning_moves(&start, mover).unwrap();
                    let judged = game.judged(&start, mover).unwrap().unwrap();
                    // Six cells end within what is looked ahead.
                    assert_eq!(
                        winning.contains(&judged.chosen),
                        !winning.is_empty(),
                        "{text} {convention} {mover}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_large_position_is_judged() {
        let mut game = begun("amazons 5x5", Convention::Normal);
        let start = game.start();
        assert!(matches!(game.wins(&start, Player::Left), Err(PlayError::TooLarge(_))));
        let choice = Computer::default().choose(&mut game, &start, Player::Left).unwrap().unwrap();
        assert!(matches!(choice.promise, Promise::Judged(1..)));
        assert!(game.reasons(&start).unwrap()[0].contains("too large"));
    }
}
