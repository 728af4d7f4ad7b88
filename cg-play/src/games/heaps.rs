//! Taking-and-breaking games: octal games, their relatives and Grundy's game. They are solved by
//! nim-values, and in misère play by search.

use cg_core::{Interrupt, Player};
use cg_octal::{HeapMove, Heaps, OctalError, Rules, nim_values};
use cg_rulesets::{Convention, Notated};

use super::{check_number, joined, read_heaps, total};
use crate::opening::{NamedGame, Opening, boxed};
use crate::solver::{BySearch, MOST_POSITIONS, by_trial};
use crate::text::{nim_table, wrapped};
use crate::{Game, PlayError, Result, Solver};

pub(crate) const ROW: NamedGame = NamedGame {
    names: &["octal"],
    listed: "kayles, another octal game by its name or code",
    example: &["kayles", "12"],
    // A code has a point or a brace. Any other word must be a name of a game.
    claims: |word| word.contains(['.', '{', '(']) || word.parse::<Rules>().is_ok(),
    read: |words| {
        let &[code, ref words @ ..] = words else {
            return Err(PlayError::Start(
                "the code of the octal game is missing, as in `octal .137 9 12`".into(),
            ));
        };
        let rules: Rules =
            code.parse().map_err(|error: OctalError| PlayError::Start(error.to_string()))?;
        let heaps = read_heaps(words)?;
        let (game, position, size) = (rules.to_string(), joined(&heaps), total(&heaps));
        Ok(Opening::new(game, position, size, move |convention, interrupt, _| {
            Ok(boxed(self::heaps(rules, &heaps, convention, interrupt)?))
        }))
    },
};

/// The largest heap. Its value is computed within a second.
const LARGEST_HEAP: u64 = 10_000;

/// The largest number of listed moves of a position.
const MOST_MOVES: usize = 1_000_000;

/// A taking-and-breaking game with some heaps. `interrupt` stops a misère search.
///
/// ```
/// use cg_core::Player;
/// use cg_play::{Convention, games};
///
/// let kayles = "Kayles".parse().unwrap();
/// let mut game = games::heaps(kayles, &[12], Convention::Normal, &Default::default())?;
/// let winning = game.winning_moves(&game.start(), Player::Left)?;
/// assert_eq!(game.move_text(&winning[0]), "12 -> 5 + 5");
/// # Ok::<(), cg_play::PlayError>(())
/// ```
///
/// # Errors
/// No heaps, too many, or too large ones.
pub fn heaps(
    rules: Rules,
    heaps: &[u64],
    convention: Convention,
    interrupt: &Interrupt,
) -> Result<Game<Rules, HeapSolver>> {
    check_number(heaps.len())?;
    let largest = heaps.iter().copied().max().unwrap_or(0);
    if largest > LARGEST_HEAP {
        return Err(PlayError::Start(format!(
            "a heap of {largest} tokens is too large: at most {LARGEST_HEAP} are played with"
        )));
    }
    let options = heaps.iter().map(|&heap| rules.most_options(heap));
    if options.fold(0, usize::saturating_add) > MOST_MOVES {
        return Err(PlayError::TooLarge(format!(
            "these heaps of {rules} can have more than {MOST_MOVES} moves: choose smaller ones"
        )));
    }
    let solver = match convention {
        Convention::Misere => HeapSolver::Misere(BySearch::new(convention, interrupt)),
        Convention::Normal => {
            let count = usize::try_from(largest).expect("no heap is larger than 10,000") + 1;
            HeapSolver::Normal(nim_values(&rules, count)?)
        }
    };
    Game::new(rules, solver, heaps.into(), convention).tried()
}

/// The solver of taking-and-breaking games.
#[derive(Debug)]
pub enum HeapSolver {
    /// Normal play: the nim-values of all heaps that can come up.
    Normal(Vec<u32>),
    /// Misère play: a search.
    Misere(BySearch<Heaps>),
}

/// The nim-value of a heap.
fn value(values: &[u32], heap: u64) -> u32 {
    let heap = usize::try_from(heap).ok().and_then(|heap| values.get(heap));
    *heap.expect("heaps are never larger than those of the start")
}

fn nim_sum(values: &[u32], heaps: &[u64]) -> u32 {
    heaps.iter().fold(0, |sum, &heap| sum ^ value(values, heap))
}

impl Solver<Rules> for HeapSolver {
    fn wins(&mut self, rules: &Rules, position: &Heaps, mover: Player) -> Result<bool> {
        match self {
            HeapSolver::Normal(values) => Ok(nim_sum(values, position) != 0),
            HeapSolver::Misere(search) => {
                search.wins(rules, position, mover).map_err(|error| match error {
                    PlayError::TooLarge(_) => PlayError::TooLarge(format!(
                        "misere play of {rules} is searched, and these heaps have more than {MOST_POSITIONS} positions: choose smaller ones, or normal play",
                    )),
                    other => other,
                })
            }
        }
    }

    fn winning_moves(
        &mut self,
        rules: &Rules,
        position: &Heaps,
        mover: Player,
    ) -> Result<Vec<HeapMove>> {
        let HeapSolver::Normal(values) = self else {
            return by_trial(self, rules, position, mover);
        };
        let sum = nim_sum(values, position);
        let mut winning = Vec::new();
        if sum == 0 {
            return Ok(winning);
        }
        for heap in position.sizes() {
            let wanted = value(values, heap) ^ sum;
            rules.each_option(heap, &mut |left| {
                if nim_sum(values, left) == wanted {
                    winning.push(HeapMove { heap, left: left.to_vec() });
                }
            });
        }
        Ok(winning)
    }

    fn reasons(&mut self, _: &Rules, position: &Heaps) -> Result<Vec<String>> {
        let HeapSolver::Normal(values) = self else {
            return Ok(vec![
                "Found by search: nim-values do not tell who wins in misere play.".into(),
            ]);
        };
        let row = |&heap: &u64| (format!("heap of {heap}"), u64::from(value(values, heap)));
        let mut lines = vec!["The nim-values of the heaps:".into()];
        lines.extend(nim_table(&position.iter().map(row).collect::<Vec<_>>()));
        lines.push(match nim_sum(values, position) {
            0 => "The nim-sum is 0: every move changes it, and a reply makes it 0 again.".into(),
            sum => format!("The nim-sum is {sum}, not 0: who moves can make it 0."),
        });
        Ok(lines)
    }

    fn why(
        &mut self,
        rules: &Rules,
        position: &Heaps,
        _: Player,
        chosen: &HeapMove,
    ) -> Result<String> {
        let after = rules.after(position, chosen)?;
        let HeapSolver::Normal(values) = self else {
            return Ok(format!("it leaves {after}, where every move loses, as the search finds"));
        };
        if after.is_empty() {
            return Ok("it leaves nothing".into());
        }
        let each: Vec<String> = after.iter().map(|&heap| value(values, heap).to_string()).collect();
        Ok(format!(
            "it leaves {after}, with the nim-values {} and the nim-sum {}",
            wrapped(&each, " "),
            nim_sum(values, &after)
        ))
    }
}
