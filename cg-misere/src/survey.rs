//! Surveys: the quotients of many games, each with a budget.

use std::num::NonZero;

use cg_core::{Clock, Interrupt};
use cg_octal::{Rules, each_game};
use serde::{Deserialize, Serialize};

use crate::{MisereEnding, MisereLimits, MiserePeriod, MisereSearch, Result};

/// The result for one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereReport {
    /// The game.
    pub code: String,
    /// Why the search ended.
    pub ending: MisereEnding,
    /// The number of elements of the quotient of the heaps to `heaps`.
    pub order: usize,
    /// The number of them in P.
    pub p_positions: usize,
    /// The last heap for which the quotient is verified.
    pub heaps: u64,
    /// The period that proves the quotient for all heaps.
    pub period: Option<MiserePeriod>,
    /// The time.
    pub seconds: f64,
}

impl MisereReport {
    /// The report of a finished search.
    pub fn new(search: &MisereSearch<Rules>, ending: MisereEnding, seconds: f64) -> Self {
        let solution = search.solution();
        Self {
            code: search.game().to_string(),
            ending,
            order: solution.quotient().order(),
            p_positions: solution.quotient().p_positions().count(),
            heaps: solution.last_heap(),
            period: solution.period(),
            seconds,
        }
    }

    /// Whether another report says the same, apart from the time.
    pub fn agrees_with(&self, other: &Self) -> bool {
        let without_time = |report: &Self| Self { seconds: 0.0, ..report.clone() };
        without_time(self) == without_time(other)
    }
}

/// Searches the quotients of `games`, on several threads. `report` gets each report as soon as it
/// is complete.
///
/// ```
/// use cg_misere::{MisereLimits, misere_survey};
/// let games: Vec<_> = cg_octal::octal_codes(1)?.into_iter().map(Into::into).collect();
/// let threads = std::num::NonZero::new(2).unwrap();
/// let limits = MisereLimits { heaps: 100, elements: 100, ..MisereLimits::default() };
/// let mut proved = 0;
/// misere_survey(&games, &limits, threads, &Default::default(), &mut |report| {
///     proved += usize::from(report.period.is_some());
///     Ok(())
/// })?;
/// assert_eq!(proved, 5);
/// # Ok::<(), cg_misere::MisereError>(())
/// ```
///
/// # Errors
/// The first error of `report`; the interrupt flag. Interrupted games have no report.
pub fn misere_survey(
    games: &[Rules],
    limits: &MisereLimits,
    threads: NonZero<usize>,
    interrupt: &Interrupt,
    report: &mut dyn FnMut(MisereReport) -> cg_octal::Result<()>,
) -> Result<()> {
    let open: Vec<&Rules> = games.iter().collect();
    let one = |rules: &Rules, _: &Interrupt| {
        let start = Clock::start();
        let mut search = MisereSearch::new(rules.clone());
        let ending = search.go(limits, interrupt, &mut |_| {});
        let report = MisereReport::new(&search, ending, start.elapsed().as_secs_f64());
        Ok(Some(report).filter(|_| ending != MisereEnding::Interrupted))
    };
    Ok(each_game(&open, threads, interrupt, &one, report)?)
}
