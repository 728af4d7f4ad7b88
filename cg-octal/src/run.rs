//! Long runs: a sequence that grows until its period is proved, and how a run ended.

use std::time::Duration;

use cg_core::{Clock, Interrupt};
use serde::{Deserialize, Serialize};

use crate::period_search::{Finding, Maximum, PeriodSearch};
use crate::sequence::Engine;
use crate::{OctalError, Result, Rules, Sequence, Settings};

/// When a run stops without a proof.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The largest number of heaps to compute; a few more may be computed.
    pub heaps: usize,
    /// Time to spend in this call.
    pub time: Option<Duration>,
    /// Whether to go on to `heaps` after a proof.
    pub all_heaps: bool,
}

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Ending {
    /// A period is proved.
    Proved,
    /// A period is seen often enough, but no theorem of this crate applies to the game.
    Observed,
    /// The limit on heaps.
    Heaps,
    /// The limit on time.
    Time,
    /// The interrupt flag.
    Interrupted,
    /// A limit of the engine, as text.
    Limit(String),
}

/// The progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Heaps known.
    pub heaps: usize,
    /// Heaps per second in this call.
    pub rate: f64,
    /// Rare heaps so far.
    pub rare: usize,
    /// The largest value so far.
    pub maximum: u32,
    /// A period that is being proved, and the number of heaps for its proof.
    pub candidate: Option<(usize, usize)>,
}

/// A run for the period of a game.
///
/// ```
/// use cg_octal::{Ending, Limits, Run, Settings};
/// let mut run = Run::new(&".77".parse().unwrap(), Settings::default()).unwrap();
/// let limits = Limits { heaps: 100_000, time: None, all_heaps: false };
/// let ending = run.go(limits, &Default::default(), &mut |_| Ok(())).unwrap();
/// assert_eq!(ending, Ending::Proved);
/// let found = run.finding().unwrap().period;
/// assert_eq!((found.preperiod, found.period), (71, 12));
/// ```
#[derive(Clone, Debug)]
pub struct Run {
    pub(crate) sequence: Sequence,
    pub(crate) period_search: PeriodSearch,
}

/// The callback of [`Run::go`]. An error ends the run.
pub type Watch<'a> = dyn FnMut(&WatchPoint<'_>) -> Result<()> + 'a;

/// The argument of the callback of [`Run::go`].
#[derive(Debug)]
pub struct WatchPoint<'a> {
    /// The figures.
    pub progress: Progress,
    /// The run, for a checkpoint.
    pub run: &'a Run,
}

impl Run {
    /// A run at its beginning.
    ///
    /// # Errors
    ///
    /// An engine that does not play this game.
    pub fn new(rules: &Rules, settings: Settings) -> Result<Self> {
        Ok(Self {
            sequence: Sequence::new(rules, settings)?,
            period_search: PeriodSearch::default(),
        })
    }

    /// The sequence so far.
    pub fn sequence(&self) -> &Sequence {
        &self.sequence
    }

    /// The period, with its proof if there is one.
    pub fn finding(&self) -> Option<Finding> {
        self.period_search.finding
    }

    /// The largest value so far, with the first and the last heap that have it.
    pub fn maximum(&self) -> (u32, usize, usize) {
        let Maximum { value, first, last } = self.period_search.maximum;
        (value, first, last)
    }

    /// Goes on until a period is proved, or a limit is reached. `watch` is called at most several
    /// times a second, between two steps. An error of it ends the run.
    ///
    /// # Errors
    ///
    /// Errors of `watch`, and a damaged state. Limits and interrupts are endings.
    pub fn go(
        &mut self,
        limits: Limits,
        interrupt: &Interrupt,
        watch: &mut Watch<'_>,
    ) -> Result<Ending> {
        let mut watched = Clock::start();
        self.steps(limits, interrupt, &mut |point| {
            if watched.elapsed() < Duration::from_millis(200) {
                return Ok(());
            }
            watched = Clock::start();
            watch(point)
        })
    }

    /// The same as [`Self::go`], but `watch` is called after each step.
    pub(crate) fn steps(
        &mut self,
        limits: Limits,
        interrupt: &Interrupt,
        watch: &mut Watch<'_>,
    ) -> Result<Ending> {
        let start = Clock::start();
        let first = self.sequence.known();
        let never = Interrupt::new();
        loop {
            let known = self.sequence.known();
            if let Some(found) = self.finding()
                && !limits.all_heaps
            {
                return Ok(if found.method.is_some() { Ending::Proved } else { Ending::Observed });
            }
            if known >= limits.heaps {
                return Ok(Ending::Heaps);
            }
            if limits.time.is_some_and(|time| start.elapsed() >= time) {
                return Ok(Ending::Time);
            }
            // The run stops only between whole steps. So it is the same however often it is
            // resumed.
            if interrupt.is_raised() {
                return Ok(Ending::Interrupted);
            }
            let step = (known / 8).clamp(64, self.most_heaps_in_a_step());
            let target = (known + step).min(limits.heaps).min(self.next_stop(known));
            let grown = self.sequence.extend(target, &never);
            // This also searches the values before an error.
            let looked = self.period_search.search(&self.sequence);
            match grown.and(looked) {
                Ok(()) => {}
                Err(error @ OctalError::Limit { .. }) => {
                    return Ok(Ending::Limit(error.to_string()));
                }
                Err(error) => return Err(error),
            }
            let progress = self.progress(first, start);
            watch(&WatchPoint { progress, run: self })?;
        }
    }

    fn most_heaps_in_a_step(&self) -> usize {
        match self.sequence.engine {
            Engine::Narrow(_) | Engine::Wide(_) => 1 << 16,
            Engine::Dense(_) => 1 << 10,
            Engine::General(_) => 1 << 6,
        }
    }

    /// A heap at which a step ends. There a proof may be complete, or the engine may change. If
    /// memory is short, the engine drops values that were not searched.
    fn next_stop(&self, known: usize) -> usize {
        let target = self.period_search.candidate.as_ref().map(|candidate| candidate.target);
        let stops = target.into_iter().chain([self.sequence.next_choice()]);
        stops.filter(|&stop| stop > known).min().unwrap_or(usize::MAX)
    }

    fn progress(&self, first: usize, start: Clock) -> Progress {
        let heaps = self.sequence.known();
        Progress {
            heaps,
            // Counts are below 2^53, so a rate is exact enough.
            rate: (heaps - first) as f64 / start.elapsed().as_secs_f64(),
            rare: self.sequence.rare_heaps().len(),
            maximum: self.period_search.maximum.value,
            candidate: self.period_search.candidate.as_ref().map(|c| (c.period, c.target)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(code: &str, settings: Settings, heaps: usize) -> (Run, Ending) {
        let mut run = Run::new(&code.parse().unwrap(), settings).unwrap();
        let limits = Limits { heaps, time: None, all_heaps: false };
        let ending = run.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap();
        (run, ending)
    }

    #[test]
    fn a_period_is_proved_when_most_values_are_dropped() {
        let settings = Settings { memory: 240_000, ..Settings::default() };
        let (run, ending) = go(".16", settings, 1_000_000);
        assert_eq!(ending, Ending::Proved);
        let found = run.finding().unwrap();
        assert_eq!((found.period.period, found.exact), (149_459, false));
        assert!(found.period.preperiod >= 105_351);
        assert_eq!(run.sequence().value(100_000), None);
        assert!(crate::Certificate::of(&run).is_none());
    }

    #[test]
    fn little_memory_makes_no_period_of_what_was_dropped() {
        for code in [".16", ".37", ".44", ".56", ".71", ".2", ".77"] {
            let (whole, _) = go(code, Settings::default(), 60_000);
            let heaps = whole.sequence().known();
            for memory in [6000, 12_000, 24_000] {
                let (run, _) = go(code, Settings { memory, ..Settings::default() }, heaps);
                if let Some(found) = run.finding() {
                    let want = whole.finding().expect("the whole sequence shows it too").period;
                    assert_eq!(found.period.period, want.period, "{code} {memory}");
                    assert!(found.period.preperiod >= want.preperiod, "{code} {memory}");
                }
            }
        }
    }

    #[test]
    fn too_little_memory_is_an_ending_and_not_a_wrong_value() {
        let settings = Settings { memory: 20_000, ..Settings::default() };
        let (run, ending) = go(".16", settings, 1_000_000);
        assert!(matches!(ending, Ending::Limit(_)), "{ending:?}");
        assert!(run.sequence().known() > 10_000);
    }

    #[test]
    fn limits_and_interrupts_end_a_run_that_goes_on_later() {
        let (mut run, ending) = go(".106", Settings::default(), 50_000);
        assert_eq!(ending, Ending::Heaps);
        let interrupt = Interrupt::new();
        interrupt.raise();
        let limits = Limits { heaps: 60_000, time: None, all_heaps: false };
        assert_eq!(run.go(limits, &interrupt, &mut |_| Ok(())).unwrap(), Ending::Interrupted);
        let none = Limits { time: Some(Duration::ZERO), ..limits };
        assert_eq!(run.go(none, &Interrupt::new(), &mut |_| Ok(())).unwrap(), Ending::Time);
        assert_eq!(run.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap(), Ending::Heaps);
        assert!(run.sequence().known() >= 60_000);
    }

    #[test]
    fn the_parity_of_heaps_does_not_hide_or_halve_a_period() {
        // In its best space, the codes of .104's cousin repeat after half a period.
        for code in [".12", ".2", ".7", ".71", ".524", ".07", ".34"] {
            let settings = Settings { engine: crate::EngineKind::Block, ..Settings::default() };
            let (run, ending) = go(code, settings, 200_000);
            assert_eq!(ending, Ending::Proved, "{code}");
            let values = crate::nim_values(run.sequence().rules(), 3000).unwrap();
            let want = crate::find_period(&values, |_| true).unwrap();
            assert_eq!(run.finding().unwrap().period, want, "{code}");
        }
    }
}
