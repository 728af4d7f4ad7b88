//! What fuzzing runs: any bytes as what this crate reads. It ends quickly on any bytes; a
//! panic, a hang or a crash is a defect.

use cg_core::{Notation, Text};

use crate::TransfiniteNimbers;

#[cfg(test)]
mod tests;

/// Longer inputs are cut off: they take time and show nothing new.
const MOST_BYTES: usize = 256;

/// Any bytes as a nimber: `*(omega+5)`. What is printed reads back as the
/// same element.
pub fn element_any(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MOST_BYTES)]);
    let Ok(element) = TransfiniteNimbers.parse(&text, Notation::Standard) else { return false };
    for notation in [Notation::Paper, Notation::Standard] {
        if let Ok(printed) = TransfiniteNimbers.print(&element, notation) {
            let again = TransfiniteNimbers.parse(&printed, notation);
            assert_eq!(again.as_ref(), Ok(&element), "{text}: {printed}");
        }
    }
    true
}
