//! The dense engine: all pairs, for games without a sparse space.

use cg_core::Interrupt;

use crate::kernel::{Avx2, Cell, Kernel, Portable, Simd};
use crate::rules::Takes;
use crate::{OctalError, Result, Rules};

/// Nim-values of a finite octal game, or of Grundy's game, in time n² with
/// sixteen pairs to a vector.
///
/// For each heap, some pairs are marked in a table. Then each unmarked value, from the least, is
/// searched among all other pairs. The shares of the two parts follow the needs of the last heaps.
///
/// ```
/// let mut dense = cg_octal::Dense::new(&".07".parse().unwrap(), cg_octal::Simd::detect()).unwrap();
/// dense.extend(10, &Default::default()).unwrap();
/// assert_eq!(dense.values(), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct Dense {
    takes: Takes,
    simd: Simd,
    values: Vec<u16>,
    /// `seen[v] == stamp` if the current heap has an option of value v.
    seen: Vec<u32>,
    stamp: u32,
    /// Pairs marked for each heap and split.
    marked: usize,
}

/// The number of wrong candidates that a heap should meet before its value.
const WRONG_CANDIDATES: u32 = 3;

impl Dense {
    /// An engine without known heaps.
    ///
    /// # Errors
    ///
    /// An infinite code, or moves that leave three heaps.
    pub fn new(rules: &Rules, simd: Simd) -> Result<Self> {
        Ok(Self {
            takes: Takes::new(rules, "dense")?,
            simd,
            values: Vec::new(),
            seen: vec![0; 1 << u16::BITS],
            stamp: 0,
            marked: 64,
        })
    }

    /// An engine that continues `values`.
    pub(crate) fn from_values(rules: &Rules, simd: Simd, values: &[u32]) -> Result<Self> {
        let mut dense = Self::new(rules, simd)?;
        for &value in values {
            let value = u16::try_from(value);
            dense.values.push(value.map_err(|_| OctalError::limit("a nim-value", "65534"))?);
        }
        Ok(dense)
    }

    /// Pairs marked for each heap. This number changes the speed, never the values.
    pub(crate) fn marked(&self) -> usize {
        self.marked
    }

    pub(crate) fn set_marked(&mut self, marked: usize) {
        self.marked = marked;
    }

    /// The nim-values of the heaps 0, 1, ... known so far.
    pub fn values(&self) -> &[u16] {
        &self.values
    }

    /// Computes values until `count` heaps are known.
    ///
    /// # Errors
    ///
    /// The interrupt flag, or a value above 65534. Known values are kept.
    pub fn extend(&mut self, count: usize, interrupt: &Interrupt) -> Result<()> {
        match self.simd {
            Simd::Portable => self.run(Portable, count, interrupt),
            Simd::Avx2(token) => self.run(Avx2::new(token), count, interrupt),
        }
    }

    fn run<K: Kernel<u16>>(
        &mut self,
        kernel: K,
        count: usize,
        interrupt: &Interrupt,
    ) -> Result<()> {
        while self.values.len() < count {
            let heap = self.values.len();
            if heap.is_multiple_of(64) && interrupt.is_raised() {
                return Err(OctalError::Interrupted { at: heap as u64 });
            }
            let value = self.next(kernel)?;
            self.values.push(value);
        }
        Ok(())
    }

    fn next<K: Kernel<u16>>(&mut self, kernel: K) -> Result<u16> {
        let heap = self.values.len();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.seen.fill(0);
            self.stamp = 1;
        }
        if self.takes.whole.contains(&heap) {
            self.seen[0] = self.stamp;
        }
        for &take in self.takes.leave.iter().filter(|&&take| take < heap) {
            self.seen[usize::from(self.values[heap - take])] = self.stamp;
        }
        for &take in self.takes.split.iter().filter(|&&take| take < heap) {
            let rest = heap - take;
            let most = self.takes.half(rest).min(self.marked);
            let front = &self.values[1..=most];
            let back = &self.values[rest - most..rest];
            for (a, b) in front.iter().zip(back.iter().rev()) {
                self.seen[usize::from(a ^ b)] = self.stamp;
            }
        }
        let mut wrong = 0;
        for value in 0..u16::MAX {
            if self.seen[usize::from(value)] == self.stamp {
                continue;
            }
            if !self.reaches(kernel, heap, value) {
                let step = self.marked / 64 + 1;
                self.marked = if wrong > WRONG_CANDIDATES {
                    self.marked + step
                } else {
                    self.marked.saturating_sub(step).max(64)
                };
                return Ok(value);
            }
            wrong += 1;
        }
        Err(OctalError::limit(format!("the value of heap {heap}"), "65534 for nim-values"))
    }

    /// Whether `heap` has an unmarked pair of value `value`.
    fn reaches<K: Kernel<u16>>(&self, kernel: K, heap: usize, value: u16) -> bool {
        self.takes.split.iter().any(|&take| {
            let rest = heap.saturating_sub(take);
            let half = self.takes.half(rest);
            if half <= self.marked {
                return false;
            }
            let front = &self.values[self.marked + 1..=half];
            let back = &self.values[rest - half..rest - self.marked];
            kernel.find(front, back, u16::put(u32::from(value))).is_some()
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{Dense, Rules, Simd, oracle};

    fn same_as_oracle(rules: &Rules, count: usize) {
        let want = oracle(rules, count);
        for simd in [Simd::Portable, Simd::detect()] {
            let mut dense = Dense::new(rules, simd).unwrap();
            dense.marked = 1;
            dense.extend(count, &cg_core::Interrupt::new()).unwrap();
            let got: Vec<u32> = dense.values().iter().map(|&v| u32::from(v)).collect();
            assert_eq!(got, want, "{rules} with {}", simd.name());
        }
    }

    #[test]
    fn all_codes_of_two_digits() {
        for zero in [0, 4] {
            for first in 0..8 {
                for second in 0..8 {
                    let code = crate::Code::new(zero, vec![first, second], Vec::new()).unwrap();
                    same_as_oracle(&code.into(), 200);
                }
            }
        }
        same_as_oracle(&Rules::Grundy, 700);
    }

    proptest! {
        #![proptest_config(cg_properties::cases(24))]
        #[test]
        fn random_codes(zero in 0u32..2, digits in prop::collection::vec(0u32..8, 0..7)) {
            let code = crate::Code::new(zero * 4, digits, Vec::new()).unwrap();
            same_as_oracle(&code.into(), 600);
        }
    }
}
