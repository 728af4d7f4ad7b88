//! The oracle: the definition, written out. Every engine is tested against it.

use std::collections::HashSet;

use crate::Rules;

/// The nim-values of the heaps 0, 1, ..., `count` - 1 by the rule of Sprague
/// and Grundy: the least value that no option has.
///
/// Slow on purpose (it lists every option); use [`crate::nim_values`] instead.
///
/// ```
/// let kayles: cg_octal::Rules = ".77".parse().unwrap();
/// assert_eq!(cg_octal::oracle(&kayles, 8), [0, 1, 2, 3, 1, 4, 3, 2]);
/// ```
pub fn oracle(rules: &Rules, count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..count as u64 {
        let mut seen = HashSet::new();
        rules.each_option(heap, &mut |parts| {
            seen.insert(parts.iter().fold(0, |sum, &part| {
                // A part of an option is smaller than its heap.
                sum ^ usize::try_from(part).map_or(0, |part| values[part])
            }));
        });
        values.push((0..).find(|value| !seen.contains(value)).unwrap_or(u32::MAX));
    }
    values
}
