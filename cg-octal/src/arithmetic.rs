//! Arithmetic periods of games whose moves can leave three heaps, with proof.
//!
//! **Theorem.** Take a finite code of length `t` whose moves leave at most `b` heaps. Take numbers
//! `e, p, s >= 1` with `G(n + p) = G(n) + s` for all `e <= n < N - p`, where `N > b (e - 1) + t`.
//! Heaps below `e` are *small*, the others *large*. Let `m` be even, and `l` the largest power of 2
//! that divides `m s`. Then the equation holds for all `n >= e` under two conditions:
//!
//! 1. The heaps `n` from `N - m p` to `N - 1` are at least `e`. For each of them there is a `c`
//!    with `c + m s <= G(n)`. Each value from `c` to `G(n) - 1` is the value of an option with a
//!    large heap, in which the nim-sum of all other heaps is below `l`. Each value below `c + m s`
//!    is the value of an option with two large heaps of equal values and at most one more heap; that
//!    heap is large if the value is at least `c`.
//! 2. For no `n >= N` can an option with a large heap have the value that the equation gives to
//!    `n`. There are two cases:
//!    - One heap is large. Then its value differs from that of `n` by more than the nim-sum `x` of
//!      the others, or by a number that is odd if `x` is even and even if `x` is odd.
//!    - More heaps are large. Then the sum of the values of all parts is less than the value of
//!      `n`, or differs from it by an odd number.
//!
//! **Proof**, by induction on `n >= N`. All smaller heaps obey the equation, and `n' = n - m p` has
//! options as in 1. Take an option of the first kind and enlarge its large heap by `m p`. The value
//! of that heap grows by `m s`, which does not change the bits below `l`, so the value of the
//! option grows by `m s`. These options of `n` have the values from `c + m s` to `G(n') + m s - 1`.
//! Take an option of the second kind and enlarge its two equal heaps by `p m / 2` each. They stay
//! equal, and the value of the option stays. So all values below `G(n') + m s` are values of
//! options of `n`. They are values of options as in 1 with the same `c`, since those below
//! `c + m s` that are at least `c` are of both kinds. The value `G(n') + m s` itself is not the
//! value of an option. An option with small heaps only would have at most `b (e - 1)` tokens, which
//! is too few. The numbers `y ^ x` and `y` differ by at most `x`, and by an odd number exactly if
//! `x` is odd. A nim-sum of several values is at most their sum, and it is odd exactly if their sum
//! is odd. So 2 excludes all other options.
//!
//! Condition 2 is about all `n`, but finitely many checks decide it. If a period moves from one
//! large heap to another, or if `n` and a large heap grow by a period, all differences stay. So it
//! is enough to take all large heaps but one below `e + p`, and `n` among `p` successive heaps.

use std::collections::BTreeSet;

use crate::{Code, Method, Period};

/// About the number of steps after which a proof is given up.
const MOST_STEPS: usize = 1 << 26;

/// The proof of an arithmetic period that `values` have from its preperiod on; `None` if the
/// theorem does not prove it.
pub(crate) fn proof(code: &Code, values: &[u32], period: Period) -> Option<Method> {
    let digits: Vec<u32> = (0..=code.length()? as u64).map(|take| code.digit(take)).collect();
    let first = usize::try_from(period.preperiod).ok()?.max(1);
    let game = Game {
        parts: code.most_parts() as usize,
        digits: &digits,
        values,
        first,
        period: usize::try_from(period.period).ok()?,
        saltus: usize::try_from(period.saltus).ok()?,
    };
    let steps = (game.parts * (game.first + game.period)).checked_pow(2)?;
    let small = game.parts * (first - 1) + digits.len() - 1;
    if game.saltus == 0 || steps > MOST_STEPS || values.len() <= small || !game.excludes() {
        return None;
    }
    let turns = [2, 4, 8, 16].into_iter().find(|&turns| game.reaches(turns))?;
    Some(Method::Arithmetic { bound: values.len() as u64, turns: turns as u64 })
}

/// The quantities of the theorem.
struct Game<'a> {
    digits: &'a [u32],
    parts: usize,
    values: &'a [u32],
    /// The first large heap.
    first: usize,
    period: usize,
    saltus: usize,
}

impl Game<'_> {
    /// The value that the equation gives to a heap.
    fn value(&self, heap: usize) -> i64 {
        let turns = heap.saturating_sub(self.first) / self.period;
        let value = self.values[heap - turns * self.period] as usize + turns * self.saltus;
        i64::try_from(value).expect("a few times the values that are stored")
    }

    /// Condition 1, with `turns` for `m`.
    fn reaches(&self, turns: usize) -> bool {
        let (heaps, shift) = (self.values.len(), turns * self.saltus);
        let steps = (turns * self.period * self.digits.len()).saturating_mul(heaps);
        let window = heaps.checked_sub(turns * self.period).filter(|&low| low >= self.first);
        let Some(window) = window.filter(|_| steps <= MOST_STEPS) else {
            return false;
        };
        // Nim-sums are kept in a word.
        let below = (shift & shift.wrapping_neg()).min(64);
        let bit = |x: u32| if (x as usize) < below { 1u64 << x } else { 0 };
        let values = self.values;
        // Indexed by the number of tokens in two heaps: the nim-sums below `below`, and whether two
        // large heaps are equal.
        let pairs: Vec<(u64, bool)> = (0..heaps)
            .map(|tokens| {
                let pair = |small: usize| (small, values[small] ^ values[tokens - small]);
                (1..=tokens / 2).map(pair).fold((0, false), |(sums, equal), (small, x)| {
                    (sums | bit(x), equal || x == 0 && small >= self.first)
                })
            })
            .collect();
        (window..heaps).all(|heap| {
            let value = values[heap] as usize;
            let (mut by_one, mut by_pair, mut by_both) =
                (vec![false; value + 64], vec![false; value + 64], vec![false; value + 64]);
            let mark = |marks: &mut Vec<bool>, value: usize| {
                if let Some(mark) = marks.get_mut(value) {
                    *mark = true;
                }
            };
            for (take, digit) in self.digits.iter().enumerate().take_while(|&(t, _)| t <= heap) {
                let rest = heap - take;
                if digit & 2 == 2 && take > 0 && rest >= self.first {
                    mark(&mut by_one, values[rest] as usize);
                }
                if digit & 4 == 4 && pairs[rest].1 {
                    mark(&mut by_pair, 0);
                }
                for part in 1..rest {
                    let value = values[part] as usize;
                    let two = if digit & 4 == 4 { bit(values[rest - part]) } else { 0 };
                    let (three, equal) =
                        if digit & 8 == 8 { pairs[rest - part] } else { (0, false) };
                    let large = part >= self.first;
                    let mut sums = if large { two | three } else { 0 };
                    while sums != 0 {
                        mark(&mut by_one, value ^ sums.trailing_zeros() as usize);
                        sums &= sums - 1;
                    }
                    if equal {
                        mark(&mut by_pair, value);
                    }
                    if equal && large {
                        mark(&mut by_both, value);
                    }
                }
            }
            let least = by_one[..value].iter().rposition(|&is| !is).map_or(0, |last| last + 1);
            let all = |marks: &[bool]| marks.iter().all(|&is| is);
            (least + shift..=value)
                .take_while(|&end| all(&by_pair[..end]))
                .any(|end| all(&by_both[end - shift..end]))
        })
    }

    /// Condition 2.
    fn excludes(&self) -> bool {
        let top = self.first + self.period;
        let most = self.digits.len() - 1 + (self.parts - 1) * (top - 1);
        // Indexed by the tokens that are taken or in other heaps than the last large one: the
        // nim-sums of the other heaps if they are small, and, if one is large, their largest sum of
        // each parity.
        let mut small = vec![BTreeSet::new(); most + 1];
        let mut large = vec![[None; 2]; most + 1];
        for others in 0..self.parts {
            let (sums, best) = (self.small_sums(others), self.best_sums(others, top));
            let leaves = |digit: u32| digit >> (others + 1) & 1 == 1;
            for (take, _) in self.digits.iter().enumerate().filter(|&(_, &digit)| leaves(digit)) {
                for (tokens, sums) in sums.iter().enumerate() {
                    small[take + tokens].extend(sums);
                }
                for (tokens, best) in best.iter().enumerate() {
                    for (to, best) in large[take + tokens].iter_mut().zip(best) {
                        *to = (*to).max(*best);
                    }
                }
            }
        }
        let first = most + self.first;
        (first..first + self.period).all(|heap| {
            let wanted = self.value(heap);
            (0..=most).all(|away| {
                let last = self.value(heap - away);
                let odd = |n: i64| n.rem_euclid(2) == 1;
                let alone = |&x: &u32| {
                    let (x, by) = (i64::from(x), wanted - last);
                    by.abs() > x || odd(by - x)
                };
                let beside = |&sum: &i64| last + sum < wanted || odd(last + sum - wanted);
                small[away].iter().all(alone) && large[away].iter().flatten().all(beside)
            })
        })
    }

    /// The nim-sums of `heaps` small heaps, indexed by their tokens.
    fn small_sums(&self, heaps: usize) -> Vec<BTreeSet<u32>> {
        let mut sums = vec![BTreeSet::from([0])];
        for _ in 0..heaps {
            let mut more = vec![BTreeSet::new(); sums.len() + self.first - 1];
            for (tokens, sums) in sums.iter().enumerate() {
                for heap in 1..self.first {
                    more[tokens + heap].extend(sums.iter().map(|sum| sum ^ self.values[heap]));
                }
            }
            sums = more;
        }
        sums
    }

    /// The largest even and the largest odd sum of the values of `heaps` heaps below `top`, one of
    /// them large, indexed by their tokens.
    fn best_sums(&self, heaps: usize, top: usize) -> Vec<[Option<i64>; 2]> {
        // First those without a large heap, then those with one.
        let mut sums = vec![[[Some(0), None], [None; 2]]];
        for _ in 0..heaps {
            let mut more = vec![[[None; 2]; 2]; sums.len() + top - 1];
            for (tokens, sums) in sums.iter().enumerate() {
                for heap in 1..top {
                    let value = i64::from(self.values[heap]);
                    for (was, sums) in sums.iter().enumerate() {
                        let to = &mut more[tokens + heap][was.max(usize::from(heap >= self.first))];
                        for sum in sums.iter().flatten().map(|sum| sum + value) {
                            let to = &mut to[usize::from(sum % 2 == 1)];
                            *to = (*to).max(Some(sum));
                        }
                    }
                }
            }
            sums = more;
        }
        sums.into_iter().map(|[_, with]| with).collect()
    }
}

#[cfg(test)]
mod tests {
    use cg_core::Interrupt;

    use super::*;
    use crate::{General, Rules, find_period};

    /// Takes the arithmetic periods that as few first values as possible prove, and checks that
    /// they go on.
    #[test]
    fn what_few_values_prove_goes_on() {
        const HEAPS: usize = 260;
        let mut proved = 0;
        let two = (8..16u32).flat_map(|a| (0..16).flat_map(move |b| [vec![a, b], vec![b, a]]));
        let splits = (0..16).map(|digit| (8, vec![digit]));
        for (zero, digits) in two.map(|digits| (0, digits)).chain(splits) {
            let code = Code::new(zero, digits, Vec::new()).unwrap();
            let mut engine = General::new(&Rules::from(code.clone()), usize::MAX);
            engine.extend(HEAPS, &Interrupt::new()).unwrap();
            let values = engine.values();
            for heaps in (8..HEAPS / 2).step_by(3) {
                let first = &values[..heaps];
                let shown = |period| proof(&code, first, period).is_some();
                let Some(Period { preperiod, period, saltus }) = find_period(first, shown) else {
                    continue;
                };
                let [preperiod, period] = [preperiod, period].map(|n| usize::try_from(n).unwrap());
                proved += 1;
                for heap in preperiod..HEAPS - period {
                    let grown = u64::from(values[heap]) + saltus;
                    assert_eq!(u64::from(values[heap + period]), grown, "{code} {heaps} {heap}");
                }
            }
        }
        assert!(proved > 500, "{proved}");
    }
}
