//! What a run does between two steps: looking for a period.

use super::{Candidate, Finding, Run};
use crate::Period;
use crate::all_but::state;
use crate::block::Block;
use crate::kernel::{Avx2, Cell, Kernel};
use crate::marker::CONTEXT;
use crate::period::find_period;
use crate::proof::{Method, Verdict};
use crate::sequence::Engine;

/// Up to so many heaps the whole sequence is searched when it has doubled.
const WHOLE: usize = 1 << 16;

impl Run {
    pub(super) fn look(&mut self) {
        let known = self.sequence.known();
        self.maximum.scan(&self.sequence, self.looked);
        let in_blocks = matches!(self.sequence.engine, Engine::Narrow(_) | Engine::Wide(_));
        if known >= self.next_whole && (known <= WHOLE || !in_blocks) && self.finding.is_none() {
            self.next_whole = known + known / 2;
            self.look_at_all();
        }
        let coding = self.sequence.coding();
        if coding != self.coding {
            // Codes changed their meaning.
            self.coding = coding;
            self.marker = Default::default();
            self.candidate = None;
            self.looked = self.sequence.known().saturating_sub(1 << 16);
        }
        if self.finding.is_none() {
            let mut marker = std::mem::take(&mut self.marker);
            let proposal = match &self.sequence.engine {
                Engine::Narrow(block) => marker.scan(&block.cells, block.base, self.looked, known),
                Engine::Wide(block) => marker.scan(&block.cells, block.base, self.looked, known),
                _ => None,
            };
            self.marker = marker;
            if self.candidate.is_none()
                && let Some(distance) = proposal
            {
                // Codes of heaps of different parity do not compare, if it takes part.
                let odd = distance % 2 == 1 && self.sequence.space().is_some_and(|s| s.parity);
                let period = if odd { 2 * distance } else { distance };
                self.candidate = Some(Candidate { period, target: 0, state: Vec::new() });
            }
            if let Some(candidate) = self.candidate.take() {
                (self.candidate, self.finding) = match &self.sequence.engine {
                    Engine::Narrow(block) => judge(block, candidate),
                    Engine::Wide(block) => judge(block, candidate),
                    _ => (None, None),
                };
            }
        }
        self.looked = known;
    }

    /// Looks for the period of all values, plain or arithmetic.
    fn look_at_all(&mut self) {
        let known = self.sequence.known();
        let values: Vec<u32> = (0..known).map_while(|heap| self.sequence.value(heap)).collect();
        let code = self.sequence.rules().code();
        let theorem = code.and_then(|code| Some((code.length()? as u64, code.most_parts())));
        let bound = |p: Period| {
            let (length, parts) = theorem.filter(|_| p.saltus == 0)?;
            Some(p.guy_smith_bound(length, parts))
        };
        let enough = |p: Period| match (bound(p), theorem) {
            (Some(bound), _) => bound <= known as u64,
            // Their values do not grow like that.
            (None, Some((_, ..=2))) => false,
            // No theorem: what repeats often enough is reported as observed.
            (None, _) => 4 * (p.preperiod + p.period) + 64 <= known as u64,
        };
        let all_but = |period: Period| {
            let from = known.checked_sub(usize::try_from(period.period).ok()?)?;
            let (before, a) = state(code?, &values, from)?;
            let (after, b) = state(code?, &values, known)?;
            let same = before == after && u64::from(b - a) == period.saltus;
            (same && from as u64 >= period.preperiod)
                .then_some(Method::AllBut { from: from as u64 })
        };
        self.finding = find_period(&values, enough).map(|period| {
            let method = match bound(period) {
                Some(bound) => Some(Method::GuySmith { bound, space: None }),
                None => all_but(period),
            };
            Finding { period, method, exact: true }
        });
    }
}

/// What has become of a candidate.
fn judge<C: Cell>(block: &Block<C>, candidate: Candidate) -> (Option<Candidate>, Option<Finding>)
where
    Avx2: Kernel<C>,
{
    let Candidate { period, target, .. } = candidate;
    if block.base > 0 && (!candidate.state.is_empty() || block.known - block.base < 2 * period) {
        return judge_state(block, candidate);
    }
    if !block.tail_agrees(period, CONTEXT.min(block.known / 4)) {
        return (None, None);
    }
    if block.known < target {
        return (Some(candidate), None);
    }
    let Some(first) = block.equal_from(period) else {
        return (None, None);
    };
    let proved = match block.verdict(first, period) {
        Verdict::Wait(target) => {
            return (Some(Candidate { period, target, state: Vec::new() }), None);
        }
        Verdict::Proved(method) => Some(method),
        Verdict::NoTheorem => None,
    };
    let known = block.known;
    if proved.is_none() && known < 4 * (first + period) {
        let target = 4 * (first + period);
        return (Some(Candidate { period, target, state: Vec::new() }), None);
    }
    // The distance proposed may be a multiple of the period.
    let short = block.least_period(first, period);
    if short < period {
        return judge(block, Candidate { period: short, target: 0, state: Vec::new() });
    }
    let found = Period { preperiod: first as u64, period: period as u64, saltus: 0 };
    (
        None,
        Some(Finding {
            period: found,
            method: proved,
            exact: block.base == 0 || first > block.base,
        }),
    )
}

/// The same when the values a period back are not stored: a state is taken now
/// and compared a period later.
fn judge_state<C: Cell>(
    block: &Block<C>,
    mut candidate: Candidate,
) -> (Option<Candidate>, Option<Finding>)
where
    Avx2: Kernel<C>,
{
    let depth = block.prefix.len() / 2;
    let last = |heap: usize| {
        let end = heap.checked_sub(block.base)?;
        block.cells.get(end.checked_sub(depth)?..end)
    };
    if candidate.state.is_empty() {
        if let Some(cells) = last(block.known) {
            candidate.state = C::bytes(cells).into_owned();
            candidate.target = block.known + candidate.period;
        }
        return (Some(candidate), None);
    }
    if block.known < candidate.target {
        return (Some(candidate), None);
    }
    let from = candidate.target - candidate.period;
    let state = C::bytes(last(candidate.target).unwrap_or(&[]));
    if *state != candidate.state[..] || !block.repeats(from, candidate.period, depth) {
        return (None, None);
    }
    let period =
        Period { preperiod: (from - depth) as u64, period: candidate.period as u64, saltus: 0 };
    let method =
        Method::StateRepetition { from: from as u64, depth: depth as u64, space: block.space };
    (None, Some(Finding { period, method: Some(method), exact: false }))
}
