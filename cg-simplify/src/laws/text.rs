//! Encodings and texts that read back.

use cg_core::{Family, Notation, Result};

use super::{Report, named};

pub(super) fn check<F: Family>(rules: &F, samples: &[F::Element], report: &mut Report) {
    for g in samples {
        let result = encoding(rules, g, report);
        report.attempt("encoding succeeds", result);
        for notation in Notation::ALL {
            let result = printing(rules, g, notation, report);
            report.attempt("printing succeeds, and what is printed is parsed", result);
        }
    }
}

fn encoding<F: Family>(rules: &F, g: &F::Element, report: &mut Report) -> Result<()> {
    let bytes = rules.encode(g);
    report.expect("decode(encode(g)) = g", rules.decode(&bytes)? == *g, || named(rules, &[g]));
    // Damaged bytes are refused, or are the one encoding of something else.
    for position in 0..bytes.len().min(64) {
        for flip in [0x01, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[position] ^= flip;
            check_canonical(rules, &damaged, report)?;
        }
        check_canonical(rules, &bytes[..position], report)?;
    }
    let mut longer = bytes;
    longer.push(0);
    check_canonical(rules, &longer, report)
}

fn check_canonical<F: Family>(rules: &F, bytes: &[u8], report: &mut Report) -> Result<()> {
    if let Ok(element) = rules.decode(bytes) {
        let law = "bytes that decode are the encoding of what they decode to";
        report.expect(law, rules.encode(&element) == bytes, || format!("{bytes:02x?}"));
    }
    Ok(())
}

fn printing<F: Family>(
    rules: &F,
    g: &F::Element,
    notation: Notation,
    report: &mut Report,
) -> Result<()> {
    let text = rules.print(g, notation)?;
    report.expect("an element prints as something", !text.is_empty(), || named(rules, &[g]));
    // The other notations are for people and papers.
    if matches!(notation, Notation::Paper | Notation::Standard) {
        let read = rules.parse(&text, notation)?;
        report.expect("what is printed reads back", read == *g, || {
            let read = named(rules, &[&read]);
            format!("{text:?} is printed in {notation} notation, and reads as {read}")
        });
    }
    Ok(())
}
