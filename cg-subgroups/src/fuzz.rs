//! The targets of fuzzing: each reads any bytes as elements of the built-in subgroups, and ends
//! quickly. A panic, a hang or a crash is a defect.

use cg_core::{Family, Notation, Outcome};

use crate::{Nimbers, Numberish, Numbers, Sumbers};

#[cfg(test)]
mod tests;

/// Longer inputs are cut off: they take time and show nothing new.
const MOST_BYTES: usize = 1 << 10;

/// The notations whose text can be read. The others are for output.
pub const READ_BACK: [Notation; 2] = [Notation::Paper, Notation::Standard];

/// Reads `bytes` as an element of each subgroup. It must be written as the same bytes, and its
/// negative must be its mirror image. Returns how many subgroups read it.
pub fn element_any(bytes: &[u8]) -> usize {
    let bytes = &bytes[..bytes.len().min(MOST_BYTES)];
    let read = [
        decoded(&Numbers, bytes),
        decoded(&Nimbers, bytes),
        decoded(&Sumbers, bytes),
        decoded(&Numberish, bytes),
    ];
    read.into_iter().filter(|&read| read).count()
}

fn decoded<S: Family>(subgroup: &S, bytes: &[u8]) -> bool {
    let Ok(element) = subgroup.decode(bytes) else {
        return false;
    };
    assert_eq!(subgroup.encode(&element), bytes, "{}", subgroup.name());
    mirrored(subgroup, &element);
    true
}

fn mirrored<S: Family>(subgroup: &S, element: &S::Element) {
    let negative = |g: &S::Element| subgroup.negate(g).expect("a negative is as large");
    let outcome = |g: &S::Element| -> Outcome { subgroup.outcome(g).expect("an element") };
    let mirrored = negative(element);
    assert_eq!(outcome(&mirrored), -outcome(element));
    assert_eq!(negative(&mirrored), *element, "{}", subgroup.name());
}

/// Reads `bytes` as an element of each subgroup, in each notation that can be read. The printed
/// element must be read as the same. Returns the number of readings.
pub fn text_any(bytes: &[u8]) -> usize {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(MOST_BYTES)]);
    let read = READ_BACK.map(|notation| {
        [
            parsed(&Numbers, &text, notation),
            parsed(&Nimbers, &text, notation),
            parsed(&Sumbers, &text, notation),
            parsed(&Numberish, &text, notation),
        ]
    });
    read.as_flattened().iter().filter(|&&read| read).count()
}

fn parsed<S: Family>(subgroup: &S, text: &str, notation: Notation) -> bool {
    let Ok(element) = subgroup.parse(text, notation) else {
        return false;
    };
    mirrored(subgroup, &element);
    let printed = subgroup.print(&element, notation).expect("an element");
    let again = subgroup.parse(&printed, notation).map(|again| subgroup.encode(&again));
    assert_eq!(again, Ok(subgroup.encode(&element)), "{text} {printed}");
    true
}
