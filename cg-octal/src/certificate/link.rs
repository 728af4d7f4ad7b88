//! Makes a chain from the states that a long run kept, with the exact preperiod and the least
//! period.

use cg_core::Interrupt;

use super::ChainCertificate;
use super::chain::prime_factors;
use super::check::{Checker, Mask};
use super::stream::Start;
use crate::state_log::{State, StateLog};
use crate::{Method, OctalError, Period, Result, Run, Sequence, Settings};

/// A chain has about this many states. Then a segment takes some minutes in the longest games.
const STATES: u64 = 100;

/// The heap of the first state.
const FIRST: u64 = 1 << 20;

impl ChainCertificate {
    /// The chain of a run that found that a state repeats; `None` if it found no such state. The
    /// heaps around the preperiod are computed again, some thousand million of them in a long run.
    /// `progress` gets the number of computed heaps.
    ///
    /// # Errors
    ///
    /// A witness deeper than a state in `log`; the interrupt flag; a system error with the file.
    pub fn of(
        run: &Run,
        log: &StateLog,
        progress: &mut dyn FnMut(u64),
        interrupt: &Interrupt,
    ) -> Result<Option<Self>> {
        let Some((Method::StateRepetition { from, space, .. }, found)) =
            run.finding().and_then(|finding| Some((finding.method?, finding.period)))
        else {
            return Ok(None);
        };
        let rules = run.sequence().rules();
        let code = rules.code().expect("states repeat in games with a code");
        let length = code.length().expect("and a finite one") as u64;
        let deepest = log
            .deepest(run)?
            .max(run.sequence().rare_heaps().last().map_or(0, |&heap| heap as u64));
        let depth = deepest + length;
        let width = usize::try_from(depth + 1).expect("a state is in memory");
        if width > StateLog::WIDTH {
            return Err(OctalError::limit(
                format!("a witness with a part of {deepest}"),
                format!("{} for the values of a state", StateLog::WIDTH),
            ));
        }
        let mask = Mask::of(space);
        let mut checker = Checker::new(code, mask)
            .ok_or_else(|| OctalError::data("the space does not fit the code"))?;
        for _ in 0..=deepest {
            checker.next()?;
        }
        let start = Start::new(code, mask, checker.into_values());
        let mut links = Links {
            start,
            log,
            width,
            progress,
            interrupt,
            first: first(run, width, log.every())?,
        };
        // A multiple of the interval where the state repeats.
        let mut period = found.period;
        let repeats = from.next_multiple_of(log.every());
        if repeats >= log.due() {
            return Err(OctalError::data(format!(
                "no state is kept behind heap {from}, where the period was found: keep them at smaller distances"
            )));
        }
        for prime in prime_factors(period)? {
            while period.is_multiple_of(prime) && links.same(repeats, period / prime)? {
                period /= prime;
            }
        }
        let preperiod = links.preperiod(repeats, period)?;
        let from = preperiod + depth;
        let end = from + period;
        let shorter = prime_factors(period)?.into_iter().map(|prime| from + period / prime);
        let mut heaps: Vec<u64> = shorter.chain([from, end]).collect();
        let spacing = end.div_ceil(STATES).next_multiple_of(log.every());
        heaps.extend((1..).map(|k| k * spacing).take_while(|&heap| heap < end));
        heaps.push(links.first.heap);
        heaps.sort_unstable();
        heaps.dedup();
        let states = heaps.into_iter().map(|heap| links.state(heap)).collect::<Result<_>>()?;
        let chain = Self {
            version: Self::VERSION,
            code: rules.to_string(),
            period: Period { preperiod, period, saltus: 0 },
            space,
            depth,
            states,
        };
        chain.check(interrupt)?;
        Ok(Some(chain))
    }
}

/// The first state, computed by the engine.
fn first(run: &Run, width: usize, every: u64) -> Result<State> {
    let heap = FIRST.min(every / 2).max(4 * width as u64);
    let mut sequence = Sequence::new(run.sequence().rules(), Settings::default())?;
    let end = usize::try_from(heap).expect("some millions");
    sequence.extend(end, &Interrupt::new())?;
    State::of(&sequence, heap, width)
}

/// States at any heap, from those in the log.
struct Links<'a> {
    start: Start,
    log: &'a StateLog,
    first: State,
    width: usize,
    progress: &'a mut dyn FnMut(u64),
    interrupt: &'a Interrupt,
}

impl Links<'_> {
    /// The state at `heap`, computed from the last kept state before it.
    fn state(&mut self, heap: u64) -> Result<State> {
        let kept = (heap / self.log.every()).min(self.log.count()) * self.log.every();
        let before = if kept == 0 { self.first.clone() } else { self.log.state(kept)? };
        let values = before.values.get();
        let values = &values[values.len() - self.width..];
        let at = before.heap;
        let values = self.start.go(at, values, heap, self.progress, self.interrupt)?;
        Ok(State { heap, values: values.into() })
    }

    /// Whether the values before `heap` come again `distance` later.
    fn same(&mut self, heap: u64, distance: u64) -> Result<bool> {
        Ok(self.state(heap)?.values == self.state(heap + distance)?.values)
    }

    /// The first heap from which the values repeat, before `repeats`.
    fn preperiod(&mut self, repeats: u64, period: u64) -> Result<u64> {
        let mut end = repeats;
        loop {
            // The last heap of this stretch whose value differs from the value a period later.
            let begin = end.saturating_sub(self.log.every()).max(self.first.heap);
            let (mut one, mut other) = (self.state(begin)?, self.state(begin + period)?);
            let mut differs = None;
            let mut look = |one: &State, other: &State| {
                let (one_values, other_values) = (one.values.get(), other.values.get());
                let last = (0..self.width).rev().find(|&at| one_values[at] != other_values[at]);
                if let Some(at) = last {
                    differs = Some(one.heap - self.width as u64 + at as u64);
                }
            };
            look(&one, &other);
            while one.heap < end {
                let step = (self.width as u64).min(end - one.heap);
                for state in [&mut one, &mut other] {
                    let values = state.values.get();
                    let heap = state.heap + step;
                    let values =
                        self.start.go(state.heap, values, heap, self.progress, self.interrupt)?;
                    *state = State { heap, values: values.into() };
                }
                look(&one, &other);
            }
            if let Some(differs) = differs {
                return Ok(differs + 1);
            }
            if begin == self.first.heap {
                return Err(OctalError::data(format!(
                    "the period begins before heap {begin}: a certificate of one piece is made of such a game"
                )));
            }
            end = begin;
        }
    }
}
