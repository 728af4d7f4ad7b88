//! The byte encoding of S + *n.

use cg_core::encoding::{Decoder, Encoder};
use cg_core::{Error, Result};

use super::Infinitesimal;
use crate::bytes::malformed;

impl Infinitesimal {
    /// Appends this value: the natural n of its nimber *n, the count of its
    /// terms, and for each term, by increasing order, the dyadic order and the
    /// integer coefficient (see [`cg_core::encoding`] for these pieces).
    pub fn encode(&self, encoder: &mut Encoder) {
        encoder.natural(&self.nimber);
        encoder.count(self.terms.len() as u64);
        for term in &self.terms {
            encoder.dyadic(&term.order);
            encoder.integer(&term.coefficient);
        }
    }

    /// Reads a value back, for the subgroup named `subgroup`.
    ///
    /// # Errors
    /// [`Error::Subgroup`] for malformed pieces, orders that do not increase
    /// from above 0, and coefficients that are 0.
    pub fn decode(subgroup: &str, decoder: &mut Decoder<'_>) -> Result<Self> {
        let nimber = decoder.natural().map_err(malformed(subgroup))?;
        let count = decoder.count().map_err(malformed(subgroup))?;
        let mut terms = Vec::new();
        for _ in 0..count {
            // A false count ends early: each term takes bytes.
            let order = decoder.dyadic().map_err(malformed(subgroup))?;
            terms.push((order, decoder.integer().map_err(malformed(subgroup))?));
        }
        Infinitesimal::from_sorted(terms, nimber).ok_or_else(|| {
            let what = "malformed element bytes: the orders of the terms must increase from \
                        above 0 and no coefficient may be 0";
            Error::subgroup(subgroup, what)
        })
    }
}
