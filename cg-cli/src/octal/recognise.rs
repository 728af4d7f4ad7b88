//! The octal game that a function of G is by its definition.
//!
//! When at every n without a case of its own the function has the options of the code, and
//! at the others its value, all its values are those of the game, by induction on n.

use std::collections::BTreeSet;

use cg_lang::{HeapFunction, HeapOptions};
use cg_octal::{Code, Rules, nim_values};

/// Arguments at which the options are compared one by one as well.
const COMPARED: u64 = 60;
/// The most tokens that a move may take.
const MOST_TAKEN: usize = 1000;

/// The game of `function`, whose first values are `values`.
pub(super) fn game(function: &HeapFunction, values: &[u32]) -> Option<Rules> {
    let game = Rules::from(code(function)?);
    let known = nim_values(&game, values.len()).ok()?;
    let cases_seen = function.cases.iter().all(|&case| case < values.len() as u64);
    let same = (0..COMPARED).filter(|n| !function.cases.contains(n)).all(|n| {
        let mut options = BTreeSet::new();
        game.each_option(n, &mut |parts| {
            options.insert(sorted(parts));
        });
        options == options_at(function, n)
    });
    (cases_seen && known == values && same).then_some(game)
}

/// The code with these moves, if there is one.
fn code(function: &HeapFunction) -> Option<Code> {
    let longest = function.options.iter().map(|options| match *options {
        HeapOptions::One { taken }
        | HeapOptions::Any { taken, .. }
        | HeapOptions::Two { taken, .. }
        | HeapOptions::Half { taken, .. } => taken,
        _ => u64::MAX,
    });
    let length = usize::try_from(longest.max()?).ok().filter(|&length| length <= MOST_TAKEN)?;
    // The digit of 0 tokens, those of 1 to `length`, and that of all more.
    let mut digits = vec![0u32; length + 2];
    for options in &function.options {
        let (taken, digit) = match *options {
            HeapOptions::One { taken } => (taken, 3),
            HeapOptions::Any { least, taken } => {
                let digit = match least {
                    0 => 3,
                    1 => 2,
                    _ => return None,
                };
                let taken = usize::try_from(taken).ok()?;
                digits[taken..].iter_mut().for_each(|each| *each |= digit);
                continue;
            }
            HeapOptions::Two { taken, first, second } => match (first, second) {
                (0, 0) => (taken, 7),
                (0, 1) | (1, 0) => (taken, 6),
                (1, 1) => (taken, 4),
                _ => return None,
            },
            HeapOptions::Half { taken, first: 0 } => (taken, 7),
            HeapOptions::Half { taken, first: 1 } => (taken, 4),
            _ => return None,
        };
        digits[usize::try_from(taken).ok()?] |= digit;
    }
    let tail = digits.pop().filter(|&digit| digit != 0).into_iter().collect();
    let zero = digits.remove(0);
    Code::new(zero, digits, tail).ok()
}

/// The options of the definition at `n`, as parts that are not empty.
fn options_at(function: &HeapFunction, n: u64) -> BTreeSet<Vec<u64>> {
    let mut all = BTreeSet::new();
    for options in &function.options {
        match *options {
            HeapOptions::One { taken } => {
                all.extend(n.checked_sub(taken).map(|rest| sorted(&[rest])));
            }
            HeapOptions::Any { least, taken } => {
                let most = n.checked_sub(taken);
                all.extend(most.into_iter().flat_map(|most| least..=most).map(|k| sorted(&[k])));
            }
            HeapOptions::Two { taken, first, second } => {
                let rest = n.checked_sub(taken);
                let parts =
                    rest.into_iter().flat_map(|rest| (first..=rest).map(move |a| [a, rest - a]));
                all.extend(parts.filter(|&[_, b]| b >= second).map(|parts| sorted(&parts)));
            }
            HeapOptions::Half { taken, first } => {
                let rest = n.checked_sub(taken);
                let parts = rest
                    .into_iter()
                    .flat_map(|rest| (first..=rest / 2).map(move |a| [a, rest - a]));
                all.extend(parts.map(|parts| sorted(&parts)));
            }
            _ => {}
        }
    }
    all
}

fn sorted(parts: &[u64]) -> Vec<u64> {
    let mut parts: Vec<u64> = parts.iter().copied().filter(|&part| part > 0).collect();
    parts.sort_unstable();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(cases: &[u64], options: &[HeapOptions], code: &str) -> Option<String> {
        let function = HeapFunction { cases: cases.to_vec(), options: options.to_vec() };
        let values = nim_values(&code.parse().unwrap(), 100).unwrap();
        game(&function, &values).map(|game| game.to_string())
    }

    #[test]
    fn codes_of_definitions() {
        let two = |taken, first, second| HeapOptions::Two { taken, first, second };
        let half = |taken, first| HeapOptions::Half { taken, first };
        let one = |taken| HeapOptions::One { taken };
        let is = |code: &str| Some(code.to_owned());
        assert_eq!(of(&[0], &[two(1, 0, 0), two(2, 0, 0)], ".77"), is(".77"));
        assert_eq!(of(&[], &[half(1, 0), two(2, 0, 0)], ".77"), is(".77"));
        assert_eq!(of(&[], &[two(1, 0, 1)], ".6"), is(".6"));
        assert_eq!(of(&[0], &[half(0, 1), one(2)], "4.03"), is("4.03"));
        assert_eq!(of(&[], &[HeapOptions::Any { least: 0, taken: 1 }], "Nim"), is(".(3)"));
        let any = HeapOptions::Any { least: 1, taken: 3 };
        assert_eq!(of(&[], &[two(1, 1, 1), any], ".40(2)"), is(".40(2)"));
        // Values of another game, parts that no code can ask for, cases that were not seen.
        assert_eq!(of(&[0], &[two(1, 0, 0)], ".77"), None);
        assert_eq!(of(&[0], &[two(1, 2, 1)], ".4"), None);
        assert_eq!(of(&[100], &[two(1, 1, 1)], ".4"), None);
    }
}
