//! The checker for codes whose moves can leave three heaps or more.

use cg_core::Interrupt;

use crate::{Code, OctalError, Result};

/// Values that so many tokens can have in so many heaps: `true` at each of them.
type Values = Vec<bool>;

/// The most bytes that the sets take.
const MOST_BYTES: usize = 1 << 30;

/// The values of the heaps below `count`.
pub(super) fn values(code: &Code, count: u64, interrupt: &Interrupt) -> Result<Vec<u16>> {
    // `sums[k][m]`: of `m` tokens in exactly `k + 1` heaps.
    let mut sums: Vec<Vec<Values>> = vec![Vec::new(); code.most_parts().max(1) as usize];
    let mut values: Vec<u16> = Vec::new();
    let mut bytes = 0;
    for heap in 0..usize::try_from(count).unwrap_or(usize::MAX) {
        if interrupt.is_raised() {
            return Err(OctalError::Interrupted { at: heap as u64 });
        }
        for parts in 1..sums.len() {
            let mut sum = Values::new();
            for first in 1..heap {
                let others = sums[parts - 1][heap - first].iter().enumerate();
                for (other, _) in others.filter(|(_, reached)| **reached) {
                    reach(&mut sum, usize::from(values[first]) ^ other);
                }
            }
            bytes += size_of::<Values>() + sum.capacity();
            sums[parts].push(sum);
        }
        if bytes > MOST_BYTES {
            let what = format!("the sets of values of {heap} heaps");
            return Err(OctalError::limit(what, "1 GiB in the checker"));
        }
        let mut options = Values::new();
        for take in 0..=heap.min(code.length().unwrap_or(heap)) {
            let digit = code.digit(take as u64);
            if digit & 1 == 1 && take == heap {
                reach(&mut options, 0);
            }
            for (parts, sums) in sums.iter().enumerate() {
                // One heap is left only by taking something.
                let left = take < heap && (take > 0 || parts > 0);
                if left && digit >> (parts + 1) & 1 == 1 {
                    let sum = sums[heap - take].iter().enumerate();
                    sum.filter(|(_, reached)| **reached).for_each(|(v, _)| reach(&mut options, v));
                }
            }
        }
        let value = options.iter().position(|reached| !reached).unwrap_or(options.len());
        let small = u16::try_from(value);
        values.push(small.map_err(|_| OctalError::limit("verification", "65535 for values"))?);
        let mut alone = Values::new();
        // Heap 0 is no heap.
        if heap > 0 {
            reach(&mut alone, value);
        }
        bytes += size_of::<Values>() + alone.capacity();
        sums[0].push(alone);
    }
    Ok(values)
}

fn reach(values: &mut Values, value: usize) {
    if values.len() <= value {
        values.resize(value + 1, false);
    }
    values[value] = true;
}
