//! The state of the engine for checkpoints: its values and its sets, since sets take as long
//! to find again as they took at first.

use super::{General, Set};
use crate::Rules;

impl General {
    /// The sets, kind by kind: of each the number of its words and the words.
    pub(crate) fn set_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for set in self.sets.iter().flatten() {
            bytes.extend((set.0.len() as u64).to_le_bytes());
            bytes.extend(set.0.iter().flat_map(|word| word.to_le_bytes()));
        }
        bytes
    }

    /// The engine again; `None` when the sets are not as many as the values ask for, or
    /// when a value is larger than the options of a heap can make it.
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
        // The options are those that leave one heap or none, and those in the sets.
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
