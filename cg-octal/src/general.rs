//! The general engine: any base, any code, finite or not.

use cg_core::Interrupt;

use crate::{OctalError, Result, Rules};

/// Nim-values of any game of this crate. They use sets: the values that a number of tokens can have
/// in a number of heaps.
///
/// `sets[k][m]` is the set of values of `m` tokens in exactly `k + 2` non-empty heaps. It follows
/// from the sets with one heap less. A code with `b` bits costs about `b` n² set operations. An
/// infinite code costs no more than the longest finite one.
///
/// ```
/// let mut general = cg_octal::General::new(&".3F".parse().unwrap(), 1 << 30);
/// general.extend(9, &Default::default()).unwrap();
/// assert_eq!(general.values(), [0, 1, 2, 0, 1, 2, 3, 4, 5]);
/// ```
#[derive(Clone, Debug)]
pub struct General {
    rules: Rules,
    values: Vec<u32>,
    sets: Vec<Vec<Set>>,
    bytes: usize,
    memory: usize,
}

/// A set of small numbers.
#[derive(Clone, Debug, Default)]
struct Set(Vec<u64>);

impl Set {
    /// Bytes of memory.
    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self.0[..])
    }

    fn insert(&mut self, value: u32) {
        let word = (value / 64) as usize;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
    }

    /// Inserts `v ^ x` for every `v` in `other`.
    fn join_shifted(&mut self, other: &Self, x: u32) {
        for (word, mut bits) in (0u32..).zip(other.0.iter().copied()) {
            while bits != 0 {
                self.insert((word * 64 + bits.trailing_zeros()) ^ x);
                bits &= bits - 1;
            }
        }
    }

    fn least_missing(&self) -> u32 {
        let words = (0u32..).zip(&self.0);
        let mut open = words.filter(|&(_, &bits)| bits != u64::MAX);
        match open.next() {
            Some((word, bits)) => word * 64 + bits.trailing_ones(),
            None => u32::try_from(self.0.len() * 64).expect("nim-values have 32 bits"),
        }
    }
}

impl General {
    /// An engine without known heaps that uses at most about `memory` bytes.
    pub fn new(rules: &Rules, memory: usize) -> Self {
        let parts = rules.code().map_or(0, crate::Code::most_parts);
        let kinds = parts.saturating_sub(1) as usize;
        Self {
            rules: rules.clone(),
            values: Vec::new(),
            sets: vec![Vec::new(); kinds],
            bytes: 0,
            memory,
        }
    }

    /// The nim-values of the heaps 0, 1, ... known so far.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Computes values until `count` heaps are known.
    ///
    /// # Errors
    ///
    /// The interrupt flag or the memory limit. Known values are kept.
    pub fn extend(&mut self, count: usize, interrupt: &Interrupt) -> Result<()> {
        while self.values.len() < count {
            let heap = self.values.len();
            if heap.is_multiple_of(64) && interrupt.is_raised() {
                return Err(OctalError::Interrupted { at: heap as u64 });
            }
            if self.bytes > self.memory {
                return Err(OctalError::limit(
                    format!("heap {heap} of {} in the general engine", self.rules),
                    format!("{} bytes of memory", self.memory),
                ));
            }
            let options = self.options(heap);
            self.values.push(options.least_missing());
            self.bytes += size_of::<u32>();
        }
        Ok(())
    }

    /// The values of the options of `heap`, the next heap.
    fn options(&mut self, heap: usize) -> Set {
        let mut options = Set::default();
        let code = match &self.rules {
            Rules::Code(code) => code,
            Rules::Grundy => {
                for small in 1..heap.div_ceil(2) {
                    options.insert(self.values[small] ^ self.values[heap - small]);
                }
                return options;
            }
        };
        // The sets of `heap` tokens use smaller heaps only.
        for kind in 0..self.sets.len() {
            let mut set = Set::default();
            for first in 1..heap {
                match kind.checked_sub(1) {
                    None => set.insert(self.values[first] ^ self.values[heap - first]),
                    Some(lower) => {
                        set.join_shifted(&self.sets[lower][heap - first], self.values[first]);
                    }
                }
            }
            self.bytes += set.bytes();
            self.sets[kind].push(set);
        }
        let most = code.length().map_or(heap, |length| heap.min(length));
        for (take, digit) in (0..=most).zip((0u64..).map(|take| code.digit(take))) {
            let rest = heap - take;
            if digit & 1 == 1 && rest == 0 {
                options.insert(0);
            }
            if digit & 2 == 2 && take > 0 && rest > 0 {
                options.insert(self.values[rest]);
            }
            for (kind, sets) in self.sets.iter().enumerate() {
                if digit >> (kind + 2) & 1 == 1 {
                    options.join(&sets[rest]);
                }
            }
        }
        options
    }
}

impl General {
    /// The sets, kind by kind: the number of words of each, then the words.
    pub(crate) fn set_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for set in self.sets.iter().flatten() {
            bytes.extend((set.0.len() as u64).to_le_bytes());
            bytes.extend(set.0.iter().flat_map(|word| word.to_le_bytes()));
        }
        bytes
    }

    /// The engine from saved data. `None` if the number of sets does not fit the values, or if a
    /// value is larger than the number of options of its heap.
    pub(crate) fn restored(
        rules: &Rules,
        memory: usize,
        values: Vec<u32>,
        sets: &[u8],
    ) -> Option<Self> {
        let mut general = Self::new(rules, memory);
        let (words, []) = sets.as_chunks::<8>() else {
            return None;
        };
        // The options are those that leave one heap or none, and those from the sets.
        let most = values.len() + 64 * words.len();
        if values.iter().any(|&value| value as usize > most) {
            return None;
        }
        let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
        for kind in &mut general.sets {
            for _ in &values {
                let length = usize::try_from(words.next()?).ok()?;
                if length > words.len() {
                    return None;
                }
                let set = Set(words.by_ref().take(length).collect());
                general.bytes += set.bytes();
                kind.push(set);
            }
        }
        general.bytes += size_of_val(&values[..]);
        general.values = values;
        words.next().is_none().then_some(general)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{Code, General, Rules, oracle};

    fn same_as_oracle(rules: &Rules, count: usize) {
        let mut general = General::new(rules, 1 << 30);
        general.extend(count, &cg_core::Interrupt::new()).unwrap();
        assert_eq!(general.values(), oracle(rules, count), "{rules}");
    }

    #[test]
    fn grundy() {
        same_as_oracle(&Rules::Grundy, 300);
    }

    #[test]
    fn memory_is_bounded() {
        let mut general = General::new(&".(7)".parse().unwrap(), 1000);
        let error = general.extend(1000, &cg_core::Interrupt::new()).unwrap_err();
        assert!(error.to_string().contains("1000 bytes of memory"), "{error}");
        assert!(general.values().len() > 10);
    }

    proptest! {
        #![proptest_config(cg_properties::cases(40))]
        #[test]
        fn octal_codes(
            zero in 0u32..2,
            head in prop::collection::vec(0u32..8, 0..6),
            tail in prop::collection::vec(0u32..8, 0..3),
        ) {
            same_as_oracle(&Code::new(zero * 4, head, tail).unwrap().into(), 120);
        }

        #[test]
        fn higher_bases(
            zero in 0u32..8,
            head in prop::collection::vec(0u32..32, 0..5),
            tail in prop::collection::vec(0u32..16, 0..2),
        ) {
            same_as_oracle(&Code::new(zero * 4, head, tail).unwrap().into(), 34);
        }
    }
}
