//! The reply of `cg octal verify` on a certificate of normal play.

use std::fmt;

use cg_calculator::cg_octal::Period;
use serde::Serialize;

/// The claim of a certificate, and how much of it is verified.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename = "verified")]
pub(super) struct Verification {
    pub(super) file: String,
    pub(super) code: String,
    #[serde(flatten)]
    pub(super) period: Period,
    /// Whether the whole certificate is verified.
    pub(super) proved: bool,
    /// Heaps whose values were computed.
    pub(super) heaps: u64,
    #[serde(flatten)]
    pub(super) segments: Option<Segments>,
}

/// The segments of a chain that are verified.
#[derive(Debug, Serialize)]
pub(super) struct Segments {
    /// Their numbers, from 1 on.
    pub(super) segments: Vec<usize>,
    pub(super) of_segments: usize,
    /// The number that chose them, if they are a sample.
    pub(super) seed: Option<u64>,
    /// The share of the heaps, from 0 to 1.
    #[serde(skip)]
    pub(super) share: f64,
}

impl fmt::Display for Verification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, code, period, proved, heaps, segments } = self;
        match segments {
            None => write!(f, "{file}: {code} has {period}: verified by computing {heaps} heaps"),
            Some(Segments { of_segments, .. }) if *proved => write!(
                f,
                "{file}: {code} has {period}: verified by computing {heaps} heaps in {of_segments} segments"
            ),
            Some(Segments { segments, of_segments, seed, share }) => {
                let count = segments.len();
                write!(f, "{file}: {count} of {of_segments} segments hold, {heaps} heaps or ")?;
                write!(f, "{:.2} %", 100.0 * share)?;
                if let Some(seed) = seed {
                    write!(f, ", chosen by --seed {seed}")?;
                }
                write!(f, ": this alone does not prove that {code} has {period}")
            }
        }
    }
}
