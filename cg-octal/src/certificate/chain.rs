//! Certificates in segments, for periods that need more values than one checker computes in days.
//!
//! A chain has the state of the game at many heaps: the last values before the heap. A *segment*
//! lies between two neighbouring states. To check a segment, start from its first state and compute
//! its second. Of the heaps before it, only the values of the first few are needed. So segments can
//! be checked in any order, on many machines, or as a random sample.
//!
//! # Theorem
//!
//! Take a finite octal game with moves of at most t tokens, and a [`SparseSpace`] in which all its splits have one parity, if
//! parity takes part. Let D = `depth` and A = D - t. Suppose that for every heap n in question
//!
//! 1. all rare heaps below n are at most A, and n - D > A;
//! 2. every rare value below the least common value c that n cannot reach is the value of an option: of a smaller
//!    heap, or of a split whose small part is at most A.
//!
//! Then G(n) = c, and it is decided by the D values before n, the parity of n and the values of the
//! heaps 0 to A. The reason is as follows. Single options of n are among the last t values. In a
//! split with a common value one part is rare, by the arithmetic of the space. That part is at most
//! A, so the other part is among the last D. The same holds for the large parts of the witnesses.
//!
//! Suppose that the states at `from` and at `from + period` are equal, and that the period is even
//! if the parity takes part. Suppose that 1 and 2 hold for the heaps from `from` to
//! `from + period`. Then they hold for all later heaps, and G(n + period) = G(n) for all n from
//! `from` - D on.
//!
//! A state of a chain has D + 1 values. At `from` = preperiod + D, the first value belongs to the
//! heap before the preperiod. It must differ from the value a period later, so the preperiod is
//! exact. The period is the least one if, for each prime factor q of it, the state at
//! `from + period / q` differs from the state at `from`.

use cg_core::Interrupt;
use serde::{Deserialize, Serialize};

use super::Verified;
use super::check::{Checker, Mask};
use super::stream::Start;
use crate::state_log::State;
use crate::{Code, OctalError, Period, Result, Rules, SparseSpace};

/// A certificate of a period, in segments: kept in a file as JSON.
///
/// ```no_run
/// use cg_octal::ChainCertificate;
/// let text = std::fs::read_to_string("106.json")?;
/// let chain = ChainCertificate::from_json(&text)?;
/// let interrupt = cg_core::Interrupt::new();
/// let checked = chain.check(&interrupt)?;
/// for segment in 0..checked.segments() {
///     checked.verify(segment, &mut |_| {}, &interrupt)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChainCertificate {
    /// The version of the format: [`ChainCertificate::VERSION`].
    pub version: u32,
    /// The game.
    pub code: String,
    /// The period.
    pub period: Period,
    /// The sparse space.
    pub space: SparseSpace,
    /// The number of last values that decide the next one. Each state has one value more.
    pub depth: u64,
    /// The states, in the order of their heaps.
    pub states: Vec<State>,
}

/// A chain whose claims are consistent. Its segments are still to be verified, one by one.
#[derive(Debug)]
pub struct CheckedChain<'a> {
    chain: &'a ChainCertificate,
    code: Code,
    start: Start,
}

/// The interrupt flag is checked after this many heaps of the definition.
const LOOK: u64 = 64;

fn wrong(what: impl std::fmt::Display) -> OctalError {
    OctalError::data(format!("the certificate does not hold: {what}"))
}

impl ChainCertificate {
    /// The version of the format.
    pub const VERSION: u32 = 2;

    /// The most bytes that a certificate can have.
    const LONGEST: usize = 1 << 24;

    /// The first state must not be later than this heap: the heaps before it are computed from the
    /// definition.
    const MOST_FIRST: u64 = 1 << 23;

    /// The largest number of values in a state.
    const MOST_DEPTH: u64 = 1 << 16;

    /// Whether a text looks like a chain, rather than a [`Certificate`](crate::Certificate).
    pub fn is_meant_by(text: &str) -> bool {
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
            #[serde(rename = "states")]
            _states: serde::de::IgnoredAny,
        }
        serde_json::from_str::<Versioned>(text).is_ok_and(|read| read.version == Self::VERSION)
    }

    /// Reads a chain.
    ///
    /// # Errors
    ///
    /// A text that is no chain, or too long.
    pub fn from_json(text: &str) -> Result<Self> {
        if text.len() > Self::LONGEST {
            return Err(OctalError::data("this is no certificate: it is too long"));
        }
        let chain: Self = serde_json::from_str(text)
            .map_err(|error| OctalError::data(format!("this is no certificate: {error}")))?;
        if chain.version != Self::VERSION {
            let version = chain.version;
            return Err(OctalError::data(format!("a chain has version 2, and not {version}")));
        }
        Ok(chain)
    }

    /// The chain as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain fields have a form in JSON") + "\n"
    }

    /// The heap at which the state repeats.
    fn from(&self) -> Option<u64> {
        self.period.preperiod.checked_add(self.depth)
    }

    /// Checks everything that needs no long computation: the claims of the chain are those of the
    /// theorem.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong; the interrupt flag.
    pub fn check(&self, interrupt: &Interrupt) -> Result<CheckedChain<'_>> {
        let Rules::Code(code) = self.code.parse::<Rules>()? else {
            return Err(wrong("no theorem covers this game"));
        };
        let Period { preperiod, period, saltus } = self.period;
        if period == 0 || saltus != 0 || preperiod == 0 {
            return Err(wrong("a chain is of a plain period of at least 1, behind heap 0"));
        }
        let Some(length) = code.length().filter(|_| code.most_parts() <= 2) else {
            return Err(wrong("the theorem is on finite octal games"));
        };
        if self.space.parity && period % 2 == 1 {
            return Err(wrong("the parity takes part in the space, and the period is odd"));
        }
        let mask = Mask::of(self.space);
        let fits = || wrong("the space does not fit the code: splits of both parities");
        let mut first = Checker::new(&code, mask).ok_or_else(fits)?;
        if self.depth > Self::MOST_DEPTH || self.depth <= length as u64 {
            return Err(wrong(format!(
                "a state has more values than the code has digits, and at most {}",
                Self::MOST_DEPTH
            )));
        }
        let deepest = self.depth - length as u64;
        let width = usize::try_from(self.depth + 1).expect("bounded above");
        for (number, state) in self.states.iter().enumerate() {
            if state.values.get().len() != width {
                return Err(wrong(format!("state {} has not {width} values", number + 1)));
            }
        }
        if !self.states.is_sorted_by(|one, next| one.heap < next.heap) {
            return Err(wrong("the states are not in the order of their heaps"));
        }
        let begins = self.states.first().map_or(0, |state| state.heap);
        // The heap of the first value, and all later ones, are after the first heaps.
        if begins <= deepest + self.depth + 1 || begins > Self::MOST_FIRST {
            return Err(wrong(format!(
                "the first state must lie behind heap {} and not behind heap {}",
                deepest + self.depth + 1,
                Self::MOST_FIRST
            )));
        }
        let state = |heap: Option<u64>| {
            let at = heap.and_then(|heap| self.states.binary_search_by_key(&heap, |s| s.heap).ok());
            at.map(|at| self.states[at].values.get())
        };
        let from = self.from();
        let later = |distance: u64| from.and_then(|from| from.checked_add(distance));
        let (Some(one), Some(next)) = (state(from), state(later(period))) else {
            return Err(wrong("the states that repeat are missing"));
        };
        if one[1..] != next[1..] {
            return Err(wrong("the state does not repeat"));
        }
        if one[0] == next[0] {
            return Err(wrong("the preperiod is shorter"));
        }
        for prime in prime_factors(period)? {
            let shorter = period / prime;
            let Some(other) = state(later(shorter)) else {
                return Err(wrong(format!(
                    "a state that tells {shorter} from the period is missing"
                )));
            };
            // With another parity a state continues differently, but equal values may still repeat.
            if other[1..] == one[1..] {
                return Err(wrong(format!("{shorter} may be a period too")));
            }
        }
        for heap in 0..=deepest {
            if heap.is_multiple_of(LOOK) && interrupt.is_raised() {
                return Err(OctalError::Interrupted { at: heap });
            }
            first.next()?;
        }
        let start = Start::new(&code, mask, first.into_values());
        Ok(CheckedChain { chain: self, code, start })
    }

    /// The number of segments from heap 0 to the state that repeats.
    fn last(&self) -> usize {
        let end = self.from().and_then(|from| from.checked_add(self.period.period));
        self.states.iter().take_while(|state| Some(state.heap) <= end).count()
    }
}

impl CheckedChain<'_> {
    /// The number of segments.
    pub fn segments(&self) -> usize {
        self.chain.last()
    }

    /// The heaps of a segment, whose values are verified.
    ///
    /// # Panics
    ///
    /// There is no such segment.
    pub fn heaps(&self, segment: usize) -> std::ops::Range<u64> {
        let begin = segment.checked_sub(1).map_or(0, |before| self.chain.states[before].heap);
        begin..self.chain.states[segment].heap
    }

    /// Verifies one segment by plain code, at about seventeen million heaps a second in the longest
    /// games. `progress` gets the number of verified heaps. If all segments of a chain hold, its
    /// period is proved.
    ///
    /// # Errors
    ///
    /// The first fault; an error when the interrupt flag is raised.
    ///
    /// # Panics
    ///
    /// There is no such segment.
    pub fn verify(
        &self,
        segment: usize,
        progress: &mut dyn FnMut(u64),
        interrupt: &Interrupt,
    ) -> Result<Verified> {
        let heaps = self.heaps(segment);
        let wanted = &self.chain.states[segment];
        let values = match segment.checked_sub(1) {
            None => self.begin(progress, interrupt)?,
            Some(before) => {
                let before = self.chain.states[before].values.get();
                self.start.go(heaps.start, before, heaps.end, progress, interrupt)?
            }
        };
        let differs = values.iter().zip(wanted.values.get()).position(|(one, other)| one != other);
        if let Some(at) = differs {
            let heap = heaps.end - values.len() as u64 + at as u64;
            return Err(wrong(format!(
                "G({heap}) = {}, and not {} as the state at heap {} says",
                values[at],
                wanted.values.get()[at],
                heaps.end
            )));
        }
        Ok(Verified { heaps: heaps.end - heaps.start })
    }

    /// The first segment, from the definition.
    fn begin(&self, progress: &mut dyn FnMut(u64), interrupt: &Interrupt) -> Result<Vec<u16>> {
        let mask = Mask::of(self.chain.space);
        let mut checker = Checker::new(&self.code, mask).expect("the space was found to fit");
        let heaps = self.heaps(0);
        let deepest = self.start.deepest() as u64;
        for heap in heaps {
            let value = checker.next()?.value;
            let at = usize::try_from(heap).expect("the first state comes early");
            if heap > deepest && mask.rare(value, at) {
                return Err(wrong(format!("heap {heap} is rare")));
            }
            if heap % LOOK == LOOK - 1 {
                progress(LOOK);
                if interrupt.is_raised() {
                    return Err(OctalError::Interrupted { at: heap });
                }
            }
        }
        let mut values = checker.into_values();
        let width = usize::try_from(self.chain.depth + 1).expect("bounded when it was checked");
        Ok(values.split_off(values.len() - width))
    }
}

/// The prime factors of a period, each once.
///
/// # Errors
///
/// The period is too large for trial division.
pub(super) fn prime_factors(period: u64) -> Result<Vec<u64>> {
    if period >= 1 << 50 {
        return Err(OctalError::limit("the period of a chain", "2^50"));
    }
    let mut factors = Vec::new();
    let mut rest = period;
    let mut prime = 2;
    while prime * prime <= rest {
        if rest.is_multiple_of(prime) {
            factors.push(prime);
            while rest.is_multiple_of(prime) {
                rest /= prime;
            }
        }
        prime += 1;
    }
    factors.extend((rest > 1).then_some(rest));
    Ok(factors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Limits, Run, Settings, StateLog};

    /// The chain of a game, run in little memory, with a state at every `every` heaps.
    fn chain(code: &str, every: u64) -> ChainCertificate {
        let folder = tempfile::tempdir().unwrap();
        let settings = Settings { memory: 240_000, ..Settings::default() };
        let mut run = Run::new(&code.parse().unwrap(), settings).unwrap();
        let mut log = StateLog::open(folder.path().join("states"), code, every).unwrap();
        let limits = Limits { heaps: 20_000_000, time: None, all_heaps: false };
        let never = Interrupt::new();
        let ending = run.go_keeping_states(&mut log, limits, &never, &mut |_| Ok(())).unwrap();
        assert_eq!(ending, Ending::Proved, "{code}");
        let found = run.finding().unwrap();
        assert!(!found.exact, "{code}: {found:?}");
        ChainCertificate::of(&run, &log, &mut |_| {}, &never).unwrap().unwrap()
    }

    fn verify(chain: &ChainCertificate) -> Result<u64> {
        let checked = chain.check(&Interrupt::new())?;
        let heaps = (0..checked.segments()).map(|segment| {
            let done = checked.verify(segment, &mut |_| {}, &Interrupt::new())?;
            Ok(done.heaps)
        });
        heaps.sum()
    }

    #[test]
    fn chains_of_known_games_hold_and_forged_ones_do_not() {
        let (preperiod, period) = (105_351, 149_459);
        let chain = chain(".16", 140_000);
        assert_eq!((chain.period.preperiod, chain.period.period), (preperiod, period));
        assert_eq!(verify(&chain).unwrap(), preperiod + chain.depth + period);
        let again = ChainCertificate::from_json(&chain.to_json()).unwrap();
        assert_eq!(again, chain);
        assert!(ChainCertificate::is_meant_by(&chain.to_json()));
        let refused = |forge: &dyn Fn(&mut ChainCertificate)| {
            let mut forged = chain.clone();
            forge(&mut forged);
            verify(&forged).unwrap_err().to_string()
        };
        let repeats = preperiod + chain.depth;
        let at = chain.states.iter().position(|state| state.heap == repeats).unwrap();
        let change = |state: &mut State, at: usize| {
            let mut values = state.values.get().to_vec();
            values[at] ^= 1;
            state.values = values.into();
        };
        let said: Vec<String> = vec![
            refused(&|forged| forged.period.period *= 2),
            refused(&|forged| forged.period.period -= 1),
            refused(&|forged| forged.period.preperiod += 1),
            refused(&|forged| forged.period.preperiod -= 1),
            refused(&|forged| forged.period.saltus = 1),
            refused(&|forged| forged.depth -= 1),
            refused(&|forged| forged.code = ".106".into()),
            refused(&|forged| forged.code = ".17".into()),
            refused(&|forged| forged.space.mask = 6),
            refused(&|forged| forged.states.swap(0, 1)),
            refused(&|forged| drop(forged.states.remove(at))),
            refused(&|forged| forged.states[0].heap += 1),
            // A wrong value of a state that only a segment detects.
            refused(&|forged| change(&mut forged.states[0], 7)),
            // The same value in both states that must be equal, and in only one of them.
            refused(&|forged| {
                for at in [at, forged.states.len() - 1] {
                    change(&mut forged.states[at], 900);
                }
            }),
            refused(&|forged| change(forged.states.last_mut().unwrap(), 900)),
            refused(&|forged| {
                let first = forged.states[at].values.get()[0];
                let last = forged.states.last_mut().unwrap();
                let mut values = last.values.get().to_vec();
                values[0] = first;
                last.values = values.into();
            }),
        ];
        let said = said.join("\n").replace("the certificate does not hold: ", "");
        insta::assert_snapshot!(said, @r"
        the states that repeat are missing
        the states that repeat are missing
        the states that repeat are missing
        the states that repeat are missing
        a chain is of a plain period of at least 1, behind heap 0
        state 1 has not 21579 values
        heap 21577 is rare
        heap 21578 is rare
        heap 21702 is rare
        the states are not in the order of their heaps
        the states that repeat are missing
        G(64741) = 2, and not 14 as the state at heap 86321 says
        G(64747) = 2, and not 3 as the state at heap 86320 says
        G(106250) = 2, and not 3 as the state at heap 126930 says
        the state does not repeat
        the preperiod is shorter
        ");
    }

    /// A chain that claims that the first `values` of a game repeat, if they do.
    fn claim(
        code: &str,
        space: SparseSpace,
        depth: u64,
        values: &[u16],
    ) -> Option<ChainCertificate> {
        let wide: Vec<u32> = values.iter().map(|&value| value.into()).collect();
        let period = crate::find_period(&wide, |_| true).filter(|found| found.saltus == 0)?;
        // A later beginning may be claimed only if the value before it differs, which it does not.
        let from = period.preperiod + depth;
        let mut heaps = vec![2 * depth + 2, from, from + period.period];
        heaps
            .extend(prime_factors(period.period).unwrap().iter().map(|q| from + period.period / q));
        heaps.sort_unstable();
        heaps.dedup();
        let states = heaps.into_iter().map(|heap| {
            let end = usize::try_from(heap).ok()?;
            let begin = end.checked_sub(usize::try_from(depth).ok()? + 1)?;
            Some(State { heap, values: values.get(begin..end)?.to_vec().into() })
        });
        let states = states.collect::<Option<_>>()?;
        let version = ChainCertificate::VERSION;
        Some(ChainCertificate { version, code: code.into(), period, space, depth, states })
    }

    #[test]
    fn what_a_chain_claims_is_true() {
        let mut held = 0;
        for code in crate::octal_codes(3).unwrap() {
            let code = code.to_string();
            let values = crate::nim_values(&code.parse().unwrap(), 4000).unwrap();
            let values: Vec<u16> = values.iter().map(|&v| u16::try_from(v).unwrap()).collect();
            let spaces = [(1, false), (2, false), (3, false), (1, true), (3, true), (6, false)];
            for (mask, parity) in spaces {
                let space = SparseSpace { mask, parity, odd_split: true };
                for (depth, seen) in [(4, 40), (8, 60), (16, 120), (40, 300), (70, 500)] {
                    let Some(chain) = claim(&code, space, depth, &values[..seen]) else {
                        continue;
                    };
                    if verify(&chain).is_err() {
                        continue;
                    }
                    held += 1;
                    let [first, period] = [chain.period.preperiod, chain.period.period]
                        .map(|heaps| usize::try_from(heaps).unwrap());
                    assert!(
                        (first..values.len() - period).all(|n| values[n] == values[n + period]),
                        "{chain:?}"
                    );
                }
            }
        }
        assert_eq!(held, 11);
    }
}
