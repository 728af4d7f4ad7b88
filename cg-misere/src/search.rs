//! The search for a quotient, heap by heap.
//!
//! The value of a new heap is usually an existing element: [`Algebra::value`] finds it. Otherwise
//! the quotient grows. First, the guess is a free cyclic factor for the heap. As long as the test
//! finds a sum on which the guess is wrong, some heaps of that sum get cyclic factors of their own.
//! This is a heuristic, but the result has passed the test.

use std::time::Duration;

use cg_core::{Arrange, Clock, Interrupt};
use serde::{Deserialize, Serialize};

use crate::algebra::{Algebra, Refuted};
use crate::bits::Bits;
use crate::game::HeapGame;
use crate::period::find;
use crate::trial::{Fresh, Guess, TrialLimits, guess};
use crate::{Element, ONE, Quotient, Solution, Word};

/// The limits of a search.
#[derive(Clone, Debug)]
pub struct MisereLimits {
    /// The last heap to examine.
    pub heaps: u64,
    /// The largest number of elements of a quotient.
    pub elements: usize,
    /// The time.
    pub time: Option<Duration>,
    /// The number of bytes that a test may keep.
    pub memory: u64,
}

impl MisereLimits {
    /// The largest number of elements that can be requested.
    pub const MOST_ELEMENTS: usize = 1 << 12;
}

/// Heaps up to 1,500, quotients of at most 1,000 elements, 1 GiB, and no time limit.
impl Default for MisereLimits {
    fn default() -> Self {
        Self { heaps: 1500, elements: 1000, time: None, memory: 1 << 30 }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MisereEnding {
    /// The quotient is proved: for all heaps by the periodicity theorem, or for all heaps of a
    /// finite game.
    Proved,
    /// The limit on heaps.
    Heaps,
    /// The next quotient has more elements than the limit.
    Elements,
    /// The test of the next quotient would keep more than the limit on memory.
    Memory,
    /// The next heap has more than ten million options.
    Options,
    /// No guess at the next quotient passed the test. That proves nothing about the quotient.
    NotFound,
    /// The limit on time.
    Time,
    /// The interrupt flag was raised.
    Interrupted,
}

impl MisereEnding {
    /// The reason in words: "proved", "stopped by the limit on heaps".
    pub fn words(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Heaps => "stopped by the limit on heaps",
            Self::Elements => "the next quotient has more elements than the limit",
            Self::Memory => "the test of the next quotient needs more than the limit on memory",
            Self::Options => "the next heap has too many moves to list",
            Self::NotFound => "no guess at the next quotient passed the test",
            Self::Time => "stopped by the limit on time",
            Self::Interrupted => "interrupted",
        }
    }
}

/// A change of the size of the quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The heap at which it changed.
    pub heap: u64,
    /// The number of elements after it.
    pub order: usize,
}

/// The search for a misère quotient.
///
/// ```
/// use cg_misere::{MisereEnding, MisereLimits, MisereSearch};
/// use cg_octal::Rules;
///
/// let kayles: Rules = "Kayles".parse()?;
/// let mut search = MisereSearch::new(kayles);
/// let ending = search.go(&MisereLimits::default(), &Default::default(), &mut |_| {});
/// assert_eq!(ending, MisereEnding::Proved);
/// let solution = search.solution();
/// assert_eq!((solution.quotient().order(), solution.last_heap()), (40, 168));
/// let period = solution.period().unwrap();
/// assert_eq!((period.preperiod, period.period), (71, 12));
/// # Ok::<(), cg_octal::OctalError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MisereSearch<G> {
    game: G,
    solution: Solution,
    /// The algebra of the known heaps; `None` after a test that was stopped.
    algebra: Option<Algebra>,
    changes: Vec<Change>,
    /// The heap at which a period is searched next.
    look_at: u64,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MisereProgress {
    /// The last heap for which the quotient is verified.
    pub heap: u64,
    /// The number of its elements.
    pub order: usize,
}

/// The largest number of successive refinements of a guess.
const ROUNDS: usize = 60;

/// The largest number of options of a heap that are listed.
const MOST_OPTIONS: usize = 10_000_000;

/// The largest number of heaps of a sum that get factors of their own at the same time.
const MOST_FRESH: usize = 3;

/// A guess may have this many elements for each element that the quotient may have; and the upper
/// bound.
const GUESSED: usize = 4;
const MOST_GUESSED: usize = MisereLimits::MOST_ELEMENTS;

/// Before the reduction, a guess may have this many elements for each that it may have afterwards;
/// and the smallest such limit.
const UNREDUCED: usize = 256;
const LEAST_UNREDUCED: usize = 1 << 18;

impl<G: HeapGame> MisereSearch<G> {
    /// A search that knows only the empty heap.
    pub fn new(game: G) -> Self {
        let quotient = Quotient::trivial();
        let algebra = Some(Algebra::new(&quotient));
        let solution = Solution { quotient, phi: vec![ONE], period: None };
        Self { game, solution, algebra, changes: Vec::new(), look_at: 0 }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The result: the verified quotient of the heaps so far.
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// The result without the search.
    pub fn into_solution(self) -> Solution {
        self.solution
    }

    /// The sizes of the quotient, with the heaps at which they changed.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Whether the quotient is that of the whole game.
    pub fn is_proved(&self) -> bool {
        self.solution.period.is_some() || self.game.last_heap() == Some(self.solution.last_heap())
    }

    /// Goes on until the quotient is proved, or a limit is reached. After a limit, the search can
    /// go on with a higher one.
    pub fn go(
        &mut self,
        limits: &MisereLimits,
        interrupt: &Interrupt,
        watch: &mut dyn FnMut(MisereProgress),
    ) -> MisereEnding {
        let start = Clock::start();
        loop {
            if self.is_proved() {
                return MisereEnding::Proved;
            }
            if self.solution.last_heap() >= limits.heaps {
                return MisereEnding::Heaps;
            }
            watch(MisereProgress {
                heap: self.solution.last_heap(),
                order: self.solution.quotient.order(),
            });
            let late = || limits.time.is_some_and(|time| start.elapsed() >= time);
            let mut look = || !interrupt.is_raised() && !late();
            if !look() {
                return if late() { MisereEnding::Time } else { MisereEnding::Interrupted };
            }
            match self.step(limits, &mut look) {
                Ok(()) => self.find_period(),
                Err(_) if interrupt.is_raised() => return MisereEnding::Interrupted,
                Err(_) if late() => return MisereEnding::Time,
                Err(ending) => return ending,
            }
        }
    }

    /// Adds one heap.
    fn step(
        &mut self,
        limits: &MisereLimits,
        look: &mut impl FnMut() -> bool,
    ) -> Result<(), MisereEnding> {
        let heap = self.solution.phi.len() as u64;
        if self.game.most_options(heap) > MOST_OPTIONS {
            return Err(MisereEnding::Options);
        }
        let options = options(&self.game, &self.solution.quotient, &self.solution.phi, heap);
        if options.count() == 0 {
            // The heap has no moves.
            self.solution.phi.push(ONE);
            return Ok(());
        }
        let Solution { quotient, phi, .. } = &self.solution;
        // Taken out: a test that is stopped leaves an algebra that is not closed under sums.
        let mut algebra = match self.algebra.take() {
            Some(algebra) => algebra,
            None => test(&self.game, quotient, phi, limits.memory, look).map_err(|refuted| {
                refuted.ending().expect("what was verified before is verified")
            })?,
        };
        let wins = Algebra::wins(quotient, &options);
        if let Some(value) = algebra.value(quotient, &wins) {
            let added = algebra.add(quotient, heap, value, wins, limits.memory, look);
            added.map_err(|refuted| {
                refuted.ending().expect("the value was tested in all sums with smaller heaps")
            })?;
            self.algebra = Some(algebra);
            self.solution.phi.push(value);
            return Ok(());
        }
        self.algebra = Some(algebra);
        let (guess, algebra) = self.grow(heap, limits, look)?;
        self.changes.push(Change { heap, order: guess.quotient.order() });
        self.algebra = Some(algebra);
        self.solution = Solution { quotient: guess.quotient, phi: guess.phi, period: None };
        self.look_at = 0;
        Ok(())
    }

    /// The quotient with a heap for which the present quotient has no value.
    fn grow(
        &self,
        heap: u64,
        limits: &MisereLimits,
        look: &mut impl FnMut() -> bool,
    ) -> Result<(Guess, Algebra), MisereEnding> {
        let (most, memory) = (limits.elements.min(MisereLimits::MOST_ELEMENTS), limits.memory);
        let limits = TrialLimits {
            // A guess may be too fine. Its size after the reduction counts.
            elements: most.saturating_mul(GUESSED).clamp(1, MOST_GUESSED),
            unreduced: (most.saturating_mul(UNREDUCED)).max(LEAST_UNREDUCED),
        };
        let heaps = heap + 1;
        let first = [Fresh { heap, index: 2 }];
        let Solution { quotient, phi, .. } = &self.solution;
        let nothing = Word::default();
        let mut guessed =
            guess(&self.game, (quotient, phi), heaps, &first, &nothing, limits, look)?;
        for _ in 0..ROUNDS {
            let Guess { quotient, phi } = &guessed;
            let word = match test(&self.game, quotient, phi, memory, look) {
                Ok(_) if quotient.order() > most => return Err(MisereEnding::Elements),
                Ok(algebra) => return Ok((guessed, algebra)),
                Err(Refuted::Wrong(word)) => word,
                Err(Refuted::Memory) => return Err(MisereEnding::Memory),
                Err(Refuted::Stopped) => return Err(MisereEnding::Interrupted),
            };
            let mut too_large = false;
            let mut better = None;
            for fresh in refinements(quotient, phi, &word) {
                match guess(&self.game, (quotient, phi), heaps, &fresh, &word, limits, look) {
                    Ok(next) => {
                        better = Some(next);
                        break;
                    }
                    Err(MisereEnding::NotFound) => {}
                    Err(MisereEnding::Elements) => too_large = true,
                    Err(ending) => return Err(ending),
                }
            }
            guessed = better.ok_or(if too_large {
                MisereEnding::Elements
            } else {
                MisereEnding::NotFound
            })?;
        }
        Err(MisereEnding::NotFound)
    }

    fn find_period(&mut self) {
        let Some(theorem) = self.game.periodicity() else {
            return;
        };
        let last = self.solution.last_heap();
        if last < self.look_at {
            return;
        }
        match find(&self.solution.phi, theorem) {
            Some(period) if period.bound(theorem) <= last => self.solution.period = Some(period),
            Some(period) => self.look_at = period.bound(theorem).min(last + last / 32 + 1),
            None => self.look_at = last + last / 32 + 1,
        }
    }
}

impl Refuted {
    /// The ending that this causes; `None` if the quotient is wrong.
    fn ending(&self) -> Option<MisereEnding> {
        match self {
            Self::Wrong(_) => None,
            Self::Memory => Some(MisereEnding::Memory),
            Self::Stopped => Some(MisereEnding::Interrupted),
        }
    }
}

/// The values of the options of a heap.
pub(crate) fn options(
    game: &impl HeapGame,
    quotient: &Quotient,
    phi: &[Element],
    heap: u64,
) -> Bits {
    let mut options = Bits::new(quotient.order());
    game.each_option(heap, &mut |parts| {
        let value = parts.iter().fold(ONE, |all, &part| {
            let part = usize::try_from(part).expect("parts are smaller than their heap");
            quotient.product(all, phi[part])
        });
        options.insert(usize::from(value));
    });
    options
}

/// Tests a guess, and returns the algebra of all its heaps.
fn test(
    game: &impl HeapGame,
    quotient: &Quotient,
    phi: &[Element],
    memory: u64,
    look: &mut impl FnMut() -> bool,
) -> Result<Algebra, Refuted> {
    let mut algebra = Algebra::new(quotient);
    for (heap, &value) in (0u64..).zip(phi) {
        let options = options(game, quotient, phi, heap);
        if options.count() == 0 {
            if value != ONE {
                return Err(Refuted::Wrong(Word::from_heaps(&[heap])));
            }
            continue;
        }
        let wins = Algebra::wins(quotient, &options);
        algebra.add(quotient, heap, value, wins, memory, look)?;
        if !look() {
            return Err(Refuted::Stopped);
        }
    }
    Ok(algebra)
}

/// For a word on which a guess is wrong: the sets of its heaps that become factors of the next
/// guess, single heaps first.
fn refinements(quotient: &Quotient, phi: &[Element], word: &Word) -> Vec<Vec<Fresh>> {
    let fresh = |&(heap, count): &(u64, u32)| {
        let value = phi[usize::try_from(heap).expect("heaps are in memory")];
        let index = u32::try_from(quotient.powers(value).0).expect("at most the order");
        Fresh { heap, index: index.max(count.saturating_sub(1)).max(2) }
    };
    let factors: Vec<Fresh> = word.factors().iter().map(fresh).collect();
    let mut sets: Vec<Vec<Fresh>> = vec![Vec::new()];
    for factor in factors.iter().rev() {
        for set in 0..sets.len() {
            if sets[set].len() < MOST_FRESH {
                let mut larger = sets[set].clone();
                larger.push(*factor);
                sets.push(larger);
            }
        }
    }
    sets.remove(0);
    sets.arrange_by_key(Vec::len);
    sets
}

#[cfg(test)]
mod tests {
    use cg_octal::Rules;
    use proptest::prelude::*;

    use super::*;

    /// A search that reached its limits.
    fn searched(code: &str) -> MisereSearch<Rules> {
        let mut search = MisereSearch::new(code.parse::<Rules>().expect("a code"));
        let limits = MisereLimits { heaps: 40, elements: 60, ..MisereLimits::default() };
        search.go(&limits, &Interrupt::default(), &mut |_| {});
        search
    }

    proptest! {
        #![proptest_config(cg_properties::cases(40))]

        /// The pairs represent all sums, not only those that were examined.
        #[test]
        fn pairs_cover_all_sums(
            code in prop::sample::select(vec![
                ".77", ".07", ".54", ".15", ".123", ".72", ".241", "4.56", ".4F", ".341", "S{1,3,4}",
            ]),
            picks in prop::collection::vec(any::<prop::sample::Index>(), 1..8),
        ) {
            let search = searched(code);
            let algebra = search.algebra.as_ref().expect("no test was stopped");
            let Solution { quotient, phi, .. } = &search.solution;
            let of_heap = |heap: u64| options(&search.game, quotient, phi, heap);
            let has_moves = |heap: &u64| of_heap(*heap).count() > 0;
            let alive: Vec<u64> = (0..phi.len() as u64).filter(has_moves).collect();
            prop_assume!(!alive.is_empty());
            let heaps: Vec<u64> = picks.iter().map(|pick| alive[pick.index(alive.len())]).collect();
            let product = |heaps: &[u64]| search.solution.sum(heaps).expect("they are known");
            let mut reached = Bits::new(quotient.order());
            for at in 0..heaps.len() {
                let rest = product(&[&heaps[..at], &heaps[at + 1..]].concat());
                for option in of_heap(heaps[at]).iter() {
                    let after = quotient.product(rest, crate::quotient::element(option));
                    reached.insert(usize::from(after));
                }
            }
            let wins = Algebra::wins(quotient, &reached);
            prop_assert!(algebra.covers(quotient, product(&heaps), &wins), "{code}: {heaps:?}");
        }
    }

    /// A test that is stopped in the middle leaves nothing that a later search uses.
    #[test]
    fn searches_go_on_after_any_stop() {
        for code in [".77", ".15", ".72", "4.56"] {
            let all = MisereLimits::default();
            let mut whole = MisereSearch::new(code.parse::<Rules>().expect("a code"));
            assert_eq!(whole.go(&all, &Interrupt::default(), &mut |_| {}), MisereEnding::Proved);
            let mut stops = 0;
            let mut parts = MisereSearch::new(code.parse::<Rules>().expect("a code"));
            // Each step gives room for about one more pair.
            for memory in (0..).step_by(100) {
                let limits = MisereLimits { memory, ..all.clone() };
                match parts.go(&limits, &Interrupt::default(), &mut |_| {}) {
                    MisereEnding::Memory => stops += 1,
                    ending => {
                        assert_eq!(ending, MisereEnding::Proved, "{code}");
                        break;
                    }
                }
            }
            assert!(stops > 0, "{code}");
            assert_eq!(parts.solution(), whole.solution(), "{code}");
            assert_eq!(parts.changes(), whole.changes(), "{code}");
        }
    }
}
