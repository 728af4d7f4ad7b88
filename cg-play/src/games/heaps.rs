//! Taking-and-breaking games: octal games, their relatives and Grundy's game, by
//! nim-values; in misere play by search.

use cg_core::{Interrupt, Player};
use cg_octal::{Code, Effort, HeapMove, OctalError, Rules, nim_values};
use cg_rulesets::{OutcomeSearch, SearchError, Sign};
use cg_trinim::Convention;

use super::check_number;
use super::numbers::numbers;
use crate::playable::by_trial;
use crate::text::{listed, nim_table, rows_of_marks, wrapped};
use crate::{Moves, PlayError, Playable, Result};

const HOW: &str =
    "write a heap by its size and what becomes of it, such as `12 -> 5 + 5`, or `2 -> 0`";

/// The largest heap: its value is known within a second.
const LARGEST_HEAP: u64 = 10_000;

/// The most moves of a position that are listed.
const MOST_MOVES: usize = 1_000_000;

/// The most positions that a misere search remembers: some hundred megabytes, and
/// some seconds.
const MOST_POSITIONS: usize = 500_000;

/// A taking-and-breaking game with some heaps.
///
/// ```
/// use cg_core::Player;
/// use cg_play::{Convention, Playable, games::Heaps};
///
/// let kayles = "Kayles".parse().unwrap();
/// let mut game = Heaps::new(kayles, &[12], Convention::Normal, &Default::default())?;
/// let start = game.start();
/// let winning = game.winning_moves(&start, Player::Left)?;
/// assert_eq!(game.move_text(&winning[0]), "12 -> 5 + 5");
/// # Ok::<(), cg_play::PlayError>(())
/// ```
#[derive(Debug)]
pub struct Heaps {
    rules: Rules,
    heaps: Vec<u64>,
    /// The nim-values of all heaps that can come up.
    values: Vec<u32>,
    /// The search of misere play; `None` in normal play.
    misere: Option<Misere>,
}

/// The search of misere play, and how far it may go.
#[derive(Debug)]
struct Misere {
    search: OutcomeSearch<cg_octal::Heaps>,
    effort: Effort,
}

impl Misere {
    /// Whether who is to move wins. What comes later in a game may not find room beside
    /// what is remembered: then that is forgotten, once.
    fn wins(&mut self, rules: &Rules, position: &[u64]) -> cg_octal::Result<bool> {
        match self.search(rules, position) {
            Err(OctalError::Limit { .. }) => {
                self.search.forget();
                self.search(rules, position)
            }
            answer => answer,
        }
    }

    fn search(&mut self, rules: &Rules, position: &[u64]) -> cg_octal::Result<bool> {
        let sum = [(position.into(), Sign::Plus)];
        let look = &mut |held| self.effort.allows(held);
        self.search.wins(rules, &sum, Player::Left, look).map_err(|error| match error {
            SearchError::Stopped(error) => error,
            other => unreachable!("no heap grows, and no rules fail: {other:?}"),
        })
    }
}

impl Heaps {
    /// A game with these heaps; `interrupt` stops a misere search.
    ///
    /// # Errors
    /// No heaps, too many, or too large ones.
    pub fn new(
        rules: Rules,
        heaps: &[u64],
        convention: Convention,
        interrupt: &Interrupt,
    ) -> Result<Self> {
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
        let count = usize::try_from(largest).unwrap_or(usize::MAX).saturating_add(1);
        let values = nim_values(&rules, count)?;
        let misere = (convention == Convention::Misere).then(|| {
            let search = OutcomeSearch::new(cg_rulesets::Convention::Misere);
            let interrupt = interrupt.clone();
            Misere {
                search,
                effort: Effort { positions: MOST_POSITIONS, interrupt, ..Effort::default() },
            }
        });
        let mut game = Heaps { heaps: sorted(heaps.to_vec()), rules, values, misere };
        // What the search cannot answer here it could not answer later.
        let start = game.start();
        game.winning_moves(&start, Player::Left)?;
        Ok(game)
    }

    fn value(&self, heap: u64) -> u32 {
        // Heaps are never larger than those of the start.
        usize::try_from(heap).ok().and_then(|heap| self.values.get(heap)).copied().unwrap_or(0)
    }

    fn nim_sum(&self, heaps: &[u64]) -> u32 {
        heaps.iter().fold(0, |sum, &heap| sum ^ self.value(heap))
    }

    fn each_move(&self, position: &[u64], see: &mut dyn FnMut(u64, &[u64])) {
        let mut sizes = position.to_vec();
        sizes.dedup();
        for heap in sizes {
            self.rules.each_option(heap, &mut |left| see(heap, left));
        }
    }

    fn labelled(&self, position: &[u64]) -> Vec<(String, u64)> {
        let row = |&heap: &u64| (format!("heap of {heap}"), u64::from(self.value(heap)));
        position.iter().map(row).collect()
    }

    /// Why no move takes so many tokens from the heap and leaves so many heaps.
    fn refusal(&self, heap: u64, left: &[u64]) -> String {
        let written = arrow(heap, left);
        let Some(code) = self.rules.code() else {
            return format!(
                "{written} is no move: a heap is split into two heaps of different sizes"
            );
        };
        let rest: u64 = left.iter().sum();
        let take = heap.saturating_sub(rest);
        if code.digit(take) == 0 {
            return format!(
                "{written} takes {take}: from {heap} a move takes {}",
                allowed(code, heap)
            );
        }
        let lines = self.rules.explain();
        let start = format!("Remove {take} token");
        match lines.into_iter().find(|line| line.starts_with(&start)) {
            Some(line) => format!("{written} is no move. {line}",),
            None => format!("{written} is no move: it takes {take}, and may not leave that"),
        }
    }
}

/// The numbers of tokens that a move may take from a heap, the first few.
fn allowed(code: &Code, heap: u64) -> String {
    const MOST: usize = 8;
    let takes: Vec<u64> = (0..=heap).filter(|&take| code.digit(take) != 0).take(MOST + 1).collect();
    match takes.len() {
        0 => "nothing".into(),
        1..=MOST => listed(&takes, "or"),
        _ => format!(
            "{}, ...",
            wrapped(&takes[..MOST].iter().map(u64::to_string).collect::<Vec<_>>(), ", ")
        ),
    }
}

fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    heaps
}

fn sum_text(heaps: &[u64]) -> String {
    match heaps {
        [] => "0".into(),
        heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" + "),
    }
}

fn arrow(heap: u64, left: &[u64]) -> String {
    format!("{heap} -> {}", sum_text(left))
}

fn moved(position: &[u64], heap: u64, left: &[u64]) -> Vec<u64> {
    let mut after = position.to_vec();
    if let Some(at) = after.iter().position(|&size| size == heap) {
        after.remove(at);
    }
    after.extend(left);
    sorted(after)
}

impl Playable for Heaps {
    type Position = Vec<u64>;
    type Move = HeapMove;

    fn title(&self) -> String {
        match self.rules.name() {
            Some(name) if self.rules.code().is_some() => format!("{name} ({})", self.rules),
            Some(name) => name.into(),
            None => format!("The game {}", self.rules),
        }
    }

    fn rules(&self) -> Vec<String> {
        const MOST: usize = 6;
        let lines = self.rules.explain();
        let more = lines.len().saturating_sub(1 + MOST);
        let mut shown: Vec<String> = lines.into_iter().skip(1).take(MOST).collect();
        if more > 0 {
            shown.push(format!("... and {more} more rules, see `cg octal explain {}`", self.rules));
        }
        shown
    }

    fn convention(&self) -> Convention {
        if self.misere.is_some() { Convention::Misere } else { Convention::Normal }
    }

    fn is_partizan(&self) -> bool {
        false
    }

    fn start(&self) -> Vec<u64> {
        self.heaps.clone()
    }

    fn position_text(&mut self, position: &Vec<u64>) -> Result<String> {
        let texts: Vec<String> = position.iter().map(u64::to_string).collect();
        Ok(if texts.is_empty() { "0".into() } else { texts.join(" ") })
    }

    fn picture(&mut self, position: &Vec<u64>) -> Result<String> {
        if position.is_empty() {
            return Ok("nothing is left".into());
        }
        let rows: Vec<(String, u64)> =
            position.iter().map(|&heap| ("heap".to_owned(), heap)).collect();
        Ok(rows_of_marks(&rows, "|"))
    }

    fn moves(&mut self, position: &Vec<u64>, _: Player, most: usize) -> Result<Moves<HeapMove>> {
        let mut all = Vec::new();
        self.each_move(position, &mut |heap, left| {
            all.push(HeapMove { heap, left: left.to_vec() });
        });
        Ok(Moves::spread(all, most))
    }

    fn after(&self, position: &Vec<u64>, chosen: &HeapMove) -> Vec<u64> {
        moved(position, chosen.heap, &chosen.left)
    }

    fn move_text(&self, chosen: &HeapMove) -> String {
        arrow(chosen.heap, &chosen.left)
    }

    fn read_move(&mut self, position: &Vec<u64>, _: Player, text: &str) -> Result<HeapMove> {
        let illegal = |problem: String| Err(PlayError::Illegal(problem));
        let all = numbers(&text.replace("->", " "), &['+', ','], HOW)?;
        let [heap, left @ ..] = &all[..] else {
            return illegal(format!("a move is missing: {HOW}"));
        };
        if left.is_empty() {
            return illegal(format!("what becomes of {heap} is missing: {HOW}"));
        }
        let (heap, left) = (*heap, sorted(left.to_vec()));
        if !position.contains(&heap) {
            let mut sizes = position.clone();
            sizes.dedup();
            let heaps = match sizes.len() {
                1 => format!("all heaps have {}", sizes[0]),
                _ => format!("the sizes are {}", listed(&sizes, "and")),
            };
            return illegal(format!("there is no heap of {heap}: {heaps}"));
        }
        let rest = left.iter().try_fold(0u64, |sum, &part| sum.checked_add(part));
        if rest.is_none_or(|rest| rest > heap) {
            return illegal(format!("{} leaves more than there was", arrow(heap, &left)));
        }
        let mut found = false;
        self.rules.each_option(heap, &mut |option| found |= option == left);
        if found { Ok(HeapMove { heap, left }) } else { illegal(self.refusal(heap, &left)) }
    }

    fn move_help(&self) -> Vec<String> {
        vec![
            "12 -> 5 + 5   of a heap of 12, heaps of 5 and 5 are left (or shorter 12 5 5)".into(),
            "2 -> 0        nothing is left of a heap of 2".into(),
        ]
    }

    fn wins(&mut self, position: &Vec<u64>, _: Player) -> Result<bool> {
        match &mut self.misere {
            None => Ok(self.nim_sum(position) != 0),
            Some(misere) => match misere.wins(&self.rules, position) {
                Err(OctalError::Limit { .. }) => Err(PlayError::TooLarge(format!(
                    "misere play of {} is searched, and these heaps have more than {MOST_POSITIONS} positions: choose smaller ones, or normal play",
                    self.rules
                ))),
                answer => Ok(answer?),
            },
        }
    }

    fn reasons(&mut self, position: &Vec<u64>) -> Result<Vec<String>> {
        if self.misere.is_some() {
            return Ok(vec![
                "Found by search: nim-values do not tell who wins in misere play.".into(),
            ]);
        }
        let mut lines = vec!["The nim-values of the heaps:".into()];
        lines.extend(nim_table(&self.labelled(position)));
        lines.push(match self.nim_sum(position) {
            0 => "The nim-sum is 0: every move changes it, and a reply makes it 0 again.".into(),
            sum => format!("The nim-sum is {sum}, not 0: who moves can make it 0."),
        });
        Ok(lines)
    }

    fn why(&mut self, position: &Vec<u64>, _: Player, chosen: &HeapMove) -> Result<String> {
        let after = self.after(position, chosen);
        if self.misere.is_some() {
            return Ok(format!(
                "it leaves {}, where every move loses, as the search finds",
                sum_text(&after)
            ));
        }
        if after.is_empty() {
            return Ok("it leaves nothing".into());
        }
        let values: Vec<String> = after.iter().map(|&heap| self.value(heap).to_string()).collect();
        Ok(format!(
            "it leaves {}, with the nim-values {} and the nim-sum {}",
            sum_text(&after),
            wrapped(&values, " "),
            self.nim_sum(&after)
        ))
    }

    fn winning_moves(&mut self, position: &Vec<u64>, mover: Player) -> Result<Vec<HeapMove>> {
        if self.misere.is_some() {
            return by_trial(self, position, mover);
        }
        let sum = self.nim_sum(position);
        let mut winning = Vec::new();
        if sum == 0 {
            return Ok(winning);
        }
        self.each_move(position, &mut |heap, left| {
            if self.nim_sum(left) == self.value(heap) ^ sum {
                winning.push(HeapMove { heap, left: left.to_vec() });
            }
        });
        Ok(winning)
    }
}

#[cfg(test)]
mod tests;
