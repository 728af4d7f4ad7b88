//! What fuzzing runs: any bytes as what this crate reads. Each function ends quickly on any
//! bytes; a panic, a hang or a crash is a defect.

use cg_core::encoding::{Element, decoded, encoded};
use cg_core::{Notation, Text, Views};

use cg_surreal::{Signs, Surreal, Surreals};

/// Longer inputs are cut off: they take time and show nothing new.
const MOST_BYTES: usize = 256;

fn as_text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(&bytes[..bytes.len().min(MOST_BYTES)])
}

/// Any bytes as a number: `omega**2/4-3/8`. What is printed reads back as the same number.
pub fn number_any(bytes: &[u8]) -> bool {
    let Ok(number) = Surreals.parse(&as_text(bytes), Notation::Standard) else { return false };
    for notation in [Notation::Paper, Notation::Standard] {
        if let Ok(printed) = Surreals.print(&number, notation) {
            assert_eq!(Surreals.parse(&printed, notation).as_ref(), Ok(&number), "{printed}");
        }
    }
    true
}

/// Any bytes as a sign expansion: `+^omega -^(omega+2) +`. The signs of what is read are read
/// as the same number.
pub fn signs_any(bytes: &[u8]) -> bool {
    let Ok(Some(number)) = Surreals.of_signs(&as_text(bytes)) else { return false };
    if let Ok(signs) = Signs::of(&number) {
        assert_eq!(Surreals.of_signs(&signs.to_string()), Ok(Some(number)), "{signs}");
    }
    true
}

/// Any bytes as the encoding of a number, which is written as it was read.
pub fn encoding_any(bytes: &[u8]) -> bool {
    let bytes = &bytes[..bytes.len().min(MOST_BYTES)];
    let Ok(number) = decoded(bytes, Surreal::read) else { return false };
    assert_eq!(encoded(|to| number.write(to)), bytes, "{number}");
    true
}
