//! Certificates of proved periods, and their independent verification.

mod check;
mod check_all_but;
mod check_many;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::{Finding, Method, OctalError, Period, Result, Rules, Run};

pub use check::Verified;

/// What must be known to verify a period: kept in a file as JSON.
///
/// [`Certificate::verify`] computes the values anew, by code that shares
/// nothing with the engines, so a certificate that is wrong is found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of the format: [`Certificate::VERSION`].
    pub version: u32,
    /// The game.
    pub code: String,
    /// The period.
    pub period: Period,
    /// The theorem that covers it.
    pub method: Method,
    /// [`value_hash`] of the values of the heaps 0, ..., preperiod + period - 1.
    pub hash: String,
}

impl Certificate {
    /// The version of the format that is written and read.
    pub const VERSION: u32 = 1;

    /// The most bytes that a certificate can have.
    const LONGEST: usize = 1 << 16;

    /// The certificate of a run; `None` when it has proved nothing, or no
    /// longer stores the values.
    ///
    /// ```
    /// use cg_octal::{Certificate, Limits, Run, Settings};
    /// let mut run = Run::new(&".77".parse().unwrap(), Settings::default()).unwrap();
    /// let limits = Limits { heaps: 1000, time: None, all_heaps: false };
    /// run.go(limits, &Default::default(), &mut |_| Ok(())).unwrap();
    /// let certificate = Certificate::of(&run).unwrap();
    /// certificate.verify(1 << 20, &Default::default()).unwrap();
    /// ```
    pub fn of(run: &Run) -> Option<Self> {
        let Finding { period, method, .. } = run.finding().filter(|finding| finding.exact)?;
        let last = usize::try_from(period.preperiod.checked_add(period.period)?).ok()?;
        let mut hash = ValueHash::default();
        for heap in 0..last {
            hash.add(run.sequence().value(heap)?);
        }
        Some(Self {
            version: Self::VERSION,
            code: run.sequence().rules().to_string(),
            period,
            method: method?,
            hash: hash.text(),
        })
    }

    /// The certificate as JSON.
    ///
    /// # Errors
    ///
    /// None in practice: all fields are plain.
    pub fn to_json(&self) -> Result<String> {
        serde_json::to_string_pretty(self)
            .map_err(|e| OctalError::data(format!("certificate: {e}")))
    }

    /// Reads a certificate.
    ///
    /// # Errors
    ///
    /// Text that is no certificate, or one of another version.
    pub fn from_json(text: &str) -> Result<Self> {
        if text.len() > Self::LONGEST {
            return Err(OctalError::data("this is no certificate: it is too long"));
        }
        let read: Self = serde_json::from_str(text)
            .map_err(|e| OctalError::data(format!("this is no certificate: {e}")))?;
        if read.version != Self::VERSION {
            return Err(OctalError::data(format!(
                "the certificate has version {}; this program reads version {}",
                read.version,
                Self::VERSION
            )));
        }
        Ok(read)
    }

    /// The game of the certificate.
    ///
    /// # Errors
    ///
    /// A code that does not parse.
    pub fn rules(&self) -> Result<Rules> {
        self.code.parse()
    }
}

/// FNV-1a of 64 bits over values as four bytes each, the lowest first.
#[derive(Clone, Copy, Debug)]
struct ValueHash(u64);

impl Default for ValueHash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl ValueHash {
    fn add(&mut self, value: u32) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// FNV-1a of 64 bits over `values` as four bytes each, the lowest first, in hexadecimal.
///
/// ```
/// assert_eq!(cg_octal::value_hash(&[]), "cbf29ce484222325");
/// ```
pub fn value_hash(values: &[u32]) -> String {
    let mut hash = ValueHash::default();
    values.iter().for_each(|&value| hash.add(value));
    hash.text()
}
