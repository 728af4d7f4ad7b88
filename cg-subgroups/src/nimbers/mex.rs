//! The least excluded number.

use dashu_int::UBig;
use smallvec::{SmallVec, smallvec};

/// The least natural number that is not among `numbers`: at most how many they
/// are, so linear in that.
pub(super) fn least_missing(numbers: &[&UBig]) -> usize {
    // One bit for each number that matters; the last word always keeps a 0.
    let mut seen: SmallVec<[u64; 8]> = smallvec![0; numbers.len() / 64 + 1];
    for number in numbers {
        if let Ok(number) = usize::try_from(*number)
            && let Some(word) = seen.get_mut(number / 64)
        {
            *word |= 1 << (number % 64);
        }
    }
    let full = seen.iter().take_while(|&&word| word == u64::MAX).count();
    64 * full + seen.get(full).map_or(0, |word| word.trailing_ones() as usize)
}
