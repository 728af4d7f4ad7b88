//! Arithmetic periods of all-but games, proved.

use crate::Code;

/// The state of an all-but game before heap `heap`: what decides, up to a
/// shift of all values, how its sequence goes on.
///
/// Let `k` be the largest number that may not be taken. A heap of `n` tokens can
/// become every heap below `n - k`, and some of the last `k`. With `a` the least
/// value that no heap below `n - k` has, the values below `a` play no part any more; so
/// the values above `a` of those heaps, and the last `k` values, all less `a`, decide how the
/// sequence goes on, and two heaps with one state begin sequences that differ by
/// the difference of their `a`, for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    above: Vec<u32>,
    last: Vec<Option<u32>>,
}

/// The state before `heap`, and its `a`; `None` for other games or too early.
pub(crate) fn state(code: &Code, values: &[u32], heap: usize) -> Option<(State, u32)> {
    let largest = code.all_but_set()?.last().copied().unwrap_or(0);
    let far = heap.checked_sub(usize::try_from(largest).ok()?)?;
    let mut seen = values.get(..far)?.to_vec();
    seen.sort_unstable();
    seen.dedup();
    let least = (0u32..).zip(&seen).take_while(|&(at, &value)| at == value).count();
    let a = u32::try_from(least).ok()?;
    let above = seen[least..].iter().map(|value| value - a).collect();
    let last = values.get(far..heap)?.iter().map(|value| value.checked_sub(a)).collect();
    Some((State { above, last }, a))
}
