//! Certificates of proved periods, and their independent verification.

mod arithmetic;
mod chain;
mod check;
mod link;
mod stream;

pub use chain::{ChainCertificate, CheckedChain};
pub use check::Verified;
use serde::{Deserialize, Serialize};

use crate::{Finding, Method, OctalError, Period, Result, Rules, Run};

/// The data that is needed to verify a period, kept in a file as JSON.
///
/// [`Certificate::verify`] computes the values again, by code that shares nothing with the engines.
/// So it detects a wrong certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of the format: [`Certificate::VERSION`].
    pub version: u32,
    /// The game.
    pub code: String,
    /// The period.
    pub period: Period,
    /// The theorem that proves the period.
    pub method: Method,
    /// [`value_hash`] of the values of the heaps 0, ..., preperiod + period - 1.
    pub hash: String,
}

impl Certificate {
    /// The version of the format that is written and read.
    pub const VERSION: u32 = 1;

    /// The most bytes that a certificate can have.
    const LONGEST: usize = 1 << 16;

    /// The certificate of a run; `None` if the run has proved nothing, or has dropped the values.
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
    /// No error occurs in practice: all fields are plain.
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
        // Read first: a later version may have other fields.
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let bad = |e| OctalError::data(format!("this is no certificate: {e}"));
        let Versioned { version } = serde_json::from_str(text).map_err(bad)?;
        if version != Self::VERSION {
            return Err(OctalError::data(format!(
                "the certificate has version {version}, and this program reads version {}",
                Self::VERSION
            )));
        }
        serde_json::from_str(text).map_err(bad)
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

#[cfg(test)]
mod tests {
    use cg_core::Interrupt;
    use proptest::prelude::*;

    use super::*;
    use crate::{Limits, Settings, SparseSpace};

    fn certificate(code: &str) -> Certificate {
        let mut run = Run::new(&code.parse().unwrap(), Settings::default()).unwrap();
        let limits = Limits { heaps: 1_000_000, time: None, all_heaps: false };
        run.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap();
        Certificate::of(&run).unwrap()
    }

    fn verify(certificate: &Certificate) -> Result<Verified> {
        certificate.verify(1_000_000, &Interrupt::new())
    }

    #[test]
    fn true_certificates_hold_and_survive_the_file() {
        for code in [".77", ".156", ".165", ".356", "4.7", ".17", ".116", ".1", ".3", "S{2,4,7}"] {
            let certificate = certificate(code);
            let read = Certificate::from_json(&certificate.to_json().unwrap()).unwrap();
            assert_eq!(read, certificate);
            verify(&read).unwrap();
        }
    }

    #[test]
    fn all_but_games_have_certificates_too() {
        for code in
            ["Nim", "AllBut{1}", "AllBut{1,2}", "AllBut{2,5}", "AllBut{1,4,6}", "AllBut{3,4,9}"]
        {
            let good = certificate(code);
            assert!(matches!(good.method, Method::AllBut { .. }), "{code}: {:?}", good.method);
            assert!(good.period.saltus > 0);
            verify(&good).unwrap();
            forged(&good);
            refused(&good, &|c| c.method = Method::AllBut { from: u64::MAX });
        }
    }

    fn refused(good: &Certificate, change: &dyn Fn(&mut Certificate)) {
        let mut bad = good.clone();
        change(&mut bad);
        assert!(verify(&bad).is_err(), "{bad:?}");
    }

    /// Forgeries of a period with a saltus.
    fn forged(good: &Certificate) {
        let refused = |change: &dyn Fn(&mut Certificate)| refused(good, change);
        refused(&|c| c.period.saltus += 1);
        refused(&|c| c.period.saltus = u64::MAX);
        refused(&|c| c.period.saltus = 0);
        refused(&|c| c.period.period += 1);
        refused(&|c| c.period.period *= 2);
        refused(&|c| {
            c.period.period *= 2;
            c.period.saltus *= 2;
        });
        refused(&|c| c.period.period = 0);
        refused(&|c| c.period.period = u64::MAX);
        refused(&|c| c.period.preperiod += 1);
        refused(&|c| c.period.preperiod = u64::MAX);
        refused(&|c| c.hash.push('0'));
        for other in [".77", ".8F", ".F3", ".(34)", "Grundy"] {
            refused(&|c| c.code = other.into());
        }
    }

    #[test]
    fn arithmetic_periods_have_certificates_and_forged_ones_do_not_hold() {
        for code in [".3F", ".8", ".C", ".BB", ".FE"] {
            let good = certificate(code);
            let Method::Arithmetic { bound, turns } = good.method else {
                panic!("{code}: {:?}", good.method);
            };
            assert!(good.period.saltus > 0);
            assert_eq!(verify(&good).unwrap().heaps, bound);
            forged(&good);
            for (bound, turns) in
                [(bound, turns + 1), (bound, 0), (bound, u64::MAX), (u64::MAX, turns), (5, turns)]
            {
                refused(&good, &|c| c.method = Method::Arithmetic { bound, turns });
            }
            refused(&good, &|c| c.method = Method::GuySmith { bound, space: None });
            refused(&good, &|c| c.method = Method::AllBut { from: bound });
        }
    }

    /// Values that repeat with a saltus for a while, but not for ever.
    #[test]
    fn the_check_of_an_arithmetic_period_finds_what_the_values_do_not_show() {
        let (mut hold, mut fall) = (0, 0);
        for code in [".8F", ".12", ".AC", ".37", ".07", ".4", ".C4", ".9C", ".8"] {
            let rules: Rules = code.parse().unwrap();
            let values = crate::oracle(&rules, 80);
            for heaps in (4..40).step_by(2) {
                let Some(period) = crate::find_period(&values[..heaps], |p| p.saltus > 0) else {
                    continue;
                };
                let goes_on = |n: usize| {
                    let later = values.get(n + usize::try_from(period.period).unwrap());
                    later.is_none_or(|&later| {
                        u64::from(later) == u64::from(values[n]) + period.saltus
                    })
                };
                let first = usize::try_from(period.preperiod).unwrap();
                for turns in [2, 4] {
                    let method = Method::Arithmetic { bound: heaps as u64, turns };
                    let end = usize::try_from(period.preperiod + period.period).unwrap();
                    let hash = value_hash(&values[..end]);
                    let claim = Certificate { version: 1, code: code.into(), period, method, hash };
                    if verify(&claim).is_ok() {
                        assert!((first..80).all(goes_on), "{claim:?}");
                        hold += 1;
                    } else {
                        fall += 1;
                    }
                }
            }
        }
        assert!(hold > 10 && fall > 50, "{hold} hold, {fall} do not");
    }

    #[test]
    fn a_certificate_by_state_repetition_holds() {
        let true_one = certificate(".16");
        assert!(matches!(true_one.method, Method::StateRepetition { .. }));
        verify(&true_one).unwrap();
        let Method::StateRepetition { from, depth, space } = true_one.method else { return };
        for (method, says) in [
            (Method::StateRepetition { from, depth: depth - 1, space }, "needs a split with part"),
            (Method::StateRepetition { from: 100, depth: 99, space }, "is rare"),
        ] {
            let error =
                verify(&Certificate { method, ..true_one.clone() }).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }

    #[test]
    fn false_certificates_are_found_out() {
        let good = certificate(".77");
        let changed = |change: &dyn Fn(&mut Certificate)| {
            let mut bad = good.clone();
            change(&mut bad);
            verify(&bad).unwrap_err().to_string()
        };
        for (says, error) in [
            ("G(", changed(&|c| c.period.period = 11)),
            (
                "is a period too",
                changed(&|c| {
                    c.period.period = 24;
                    c.method = Method::GuySmith { bound: 1000, space: None }
                }),
            ),
            (
                "bound must be",
                changed(&|c| c.method = Method::GuySmith { bound: 100, space: None }),
            ),
            (
                "preperiod is shorter",
                changed(&|c| {
                    c.period.preperiod = 72;
                    c.method = Method::GuySmith { bound: 1000, space: None }
                }),
            ),
            ("G(70)", changed(&|c| c.period.preperiod = 70)),
            ("hash", changed(&|c| c.hash.push('0'))),
            ("plain periods", changed(&|c| c.period.saltus = 1)),
            ("plain periods", changed(&|c| c.period.period = 0)),
            (
                "limit of 1000000 heaps",
                changed(&|c| c.method = Method::GuySmith { bound: u64::MAX, space: None }),
            ),
            ("no theorem", changed(&|c| c.code = "Grundy".into())),
            ("finite codes", changed(&|c| c.code = ".(7)".into())),
            ("bound must be at least 250", changed(&|c| c.code = ".8".into())),
            // G(0), G(1), G(2) are 0, and G(3) is 1.
            (
                "bound must be at least 5",
                changed(&|c| {
                    c.code = ".4".into();
                    c.period = Period { preperiod: 0, period: 1, saltus: 0 };
                    c.method = Method::GuySmith { bound: 3, space: None }
                }),
            ),
            ("not a game code", changed(&|c| c.code = "nonsense".into())),
            ("must be at least", changed(&|c| c.period.preperiod = u64::MAX)),
        ] {
            assert!(error.contains(says), "{says}: {error}");
        }
    }

    /// Codes whose moves leave three heaps or more, also splits without taking.
    #[test]
    fn periods_of_higher_bases_are_proved_and_verified() {
        for code in ["4.8", ".F", "4.F", ".B", ".A2", ".A6", ".F3", ".[31]"] {
            let rules: Rules = code.parse().unwrap();
            let values = super::check::values_of_many(rules.code().unwrap(), 40, &Interrupt::new());
            let oracle: Vec<u32> = values.unwrap().into_iter().map(u32::from).collect();
            assert_eq!(oracle, crate::oracle(&rules, 40), "{code}");
            let good = certificate(code);
            verify(&good).unwrap();
            let mut bad = good.clone();
            bad.method = Method::GuySmith { bound: 4, space: None };
            let error = verify(&bad).unwrap_err().to_string();
            assert!(error.contains("bound must be"), "{error}");
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let text = certificate(".77").to_json().unwrap();
        for end in 0..text.len() {
            assert!(Certificate::from_json(&text[..end]).is_err());
        }
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            if let Ok(text) = String::from_utf8(bytes)
                && let Ok(read) = Certificate::from_json(&text)
                && read != certificate(".77")
            {
                assert!(
                    verify(&read).is_err()
                        || read.code != ".77"
                        || read.method != certificate(".77").method,
                    "{read:?}"
                );
            }
        }
        let newer = text.replace("\"version\": 1", "\"version\": 2");
        assert!(Certificate::from_json(&newer).unwrap_err().to_string().contains("version 2"));
    }

    #[test]
    fn unknown_fields_are_refused_at_every_depth() {
        let plain = SparseSpace { mask: 5, parity: true, odd_split: false };
        let methods = [
            Method::GuySmith { bound: 200, space: Some(plain) },
            Method::AllBut { from: 30 },
            Method::Arithmetic { bound: 30, turns: 2 },
            Method::StateRepetition { from: 300, depth: 40, space: plain },
        ];
        for method in methods {
            let good = serde_json::to_value(claimed(method)).unwrap();
            let name = good["method"].as_object().unwrap().keys().next().unwrap().clone();
            let ways =
                ["", "/period", &format!("/method/{name}"), &format!("/method/{name}/space")];
            for way in ways {
                let mut bad = good.clone();
                let Some(object) = bad.pointer_mut(way).and_then(|at| at.as_object_mut()) else {
                    continue;
                };
                object.insert("unknown".into(), 1.into());
                let error = Certificate::from_json(&bad.to_string()).unwrap_err().to_string();
                assert!(error.contains("unknown field `unknown`"), "{way}: {error}");
            }
            let mut bad = good.clone();
            bad["method"]["unknown"] = 1.into();
            Certificate::from_json(&bad.to_string()).unwrap_err();
        }
        let later = "{\"version\": 2, \"theorem\": 7}";
        let error = Certificate::from_json(later).unwrap_err().to_string();
        assert!(error.contains("version 2, and this program reads version 1"), "{error}");
    }

    fn claimed(method: Method) -> Certificate {
        let period = Period { preperiod: 71, period: 12, saltus: 0 };
        let code = ".77".to_owned();
        Certificate { version: Certificate::VERSION, code, period, method, hash: "0".into() }
    }

    fn spaces() -> impl Strategy<Value = SparseSpace> {
        (any::<u32>(), any::<bool>(), any::<bool>())
            .prop_map(|(mask, parity, odd_split)| SparseSpace { mask, parity, odd_split })
    }

    fn methods() -> impl Strategy<Value = Method> {
        let guy_smith = (any::<u64>(), prop::option::of(spaces()));
        let state = (any::<u64>(), any::<u64>(), spaces());
        prop_oneof![
            guy_smith.prop_map(|(bound, space)| Method::GuySmith { bound, space }),
            any::<u64>().prop_map(|from| Method::AllBut { from }),
            any::<[u64; 2]>().prop_map(|[bound, turns]| Method::Arithmetic { bound, turns }),
            state.prop_map(|(from, depth, space)| Method::StateRepetition { from, depth, space }),
        ]
    }

    proptest! {
        #![proptest_config(cg_properties::cases(256))]
        #[test]
        fn every_certificate_round_trips(
            code in ".{0,20}",
            numbers in any::<[u64; 3]>(),
            method in methods(),
            hash in ".{0,20}",
        ) {
            let [preperiod, period, saltus] = numbers;
            let period = Period { preperiod, period, saltus };
            let one = Certificate { version: Certificate::VERSION, code, period, method, hash };
            prop_assert_eq!(&Certificate::from_json(&one.to_json().unwrap()).unwrap(), &one);
        }
    }
}
