//! The laws: what the author of a subgroup promises, as tests.
//!
//! [`Laws`] takes a subgroup and some of its elements and tries everything that
//! [`cg_core::Subgroup`] demands: the group laws, both rules against the general
//! algorithm, canonical options, order, encodings and texts that read back,
//! smallest homes. Built-in subgroups, plugins and strangers' crates all call it.
//!
//! ```
//! use cg_core::{Family, Registry};
//! # use cg_simplify::laws::Laws;
//! # fn check<S: Family + Clone>(subgroup: S, samples: Vec<S::Element>) -> Result<(), Box<dyn std::error::Error>> {
//! let registry = Registry::builder().with(subgroup.clone()).close()?;
//! let report = Laws::of(subgroup, samples).check(&registry.into());
//! assert!(report.holds(), "{report}");
//! # Ok(())
//! # }
//! ```

mod group;
mod homes;
mod plain;
mod rules;
mod text;

use std::fmt;
use std::sync::Arc;

use cg_core::{Error, Family, Notation, Registry};

use plain::Plain;

/// How many violations of one law are written down; the others are counted.
const MOST_EXAMPLES: usize = 5;

/// A promise that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The law, in words.
    pub law: &'static str,
    /// The elements that break it, and what came out.
    pub example: String,
}

/// What the laws found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The name of the subgroup.
    pub subgroup: String,
    /// How often each law was tried, in the order of trying.
    pub tried: Vec<(&'static str, usize)>,
    /// How often each law was broken.
    pub broken: Vec<(&'static str, usize)>,
    /// Some examples of each broken law.
    pub violations: Vec<Violation>,
    /// How many samples were too large to be written out for the general
    /// algorithm; for these only the laws within the group were tried.
    pub too_large: usize,
}

impl Report {
    fn count(list: &mut Vec<(&'static str, usize)>, law: &'static str) -> usize {
        match list.iter_mut().find(|(known, _)| *known == law) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                list.push((law, 1));
                1
            }
        }
    }

    /// Counts one trial of `law`; when it fails, `example` says how.
    fn expect(&mut self, law: &'static str, holds: bool, example: impl FnOnce() -> String) {
        Self::count(&mut self.tried, law);
        if !holds && Self::count(&mut self.broken, law) <= MOST_EXAMPLES {
            self.violations.push(Violation { law, example: example() });
        }
    }

    /// Counts one trial of `law` that may fail outright.
    fn attempt<T>(&mut self, law: &'static str, result: Result<T, Error>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.expect(law, false, || error.to_string());
                None
            }
        }
    }

    /// Whether every law was tried and none was broken.
    pub fn holds(&self) -> bool {
        self.broken.is_empty() && !self.tried.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.holds() { "keeps" } else { "BREAKS" };
        writeln!(f, "{} {verdict} the laws of a subgroup", self.subgroup)?;
        for (law, count) in &self.tried {
            let broken = self.broken.iter().find(|(known, _)| known == law);
            match broken {
                None => writeln!(f, "  ok      {law} ({count} trials)")?,
                Some((_, times)) => writeln!(f, "  broken  {law} ({times} of {count} trials)")?,
            }
        }
        for violation in &self.violations {
            writeln!(f, "  {}: {}", violation.law, violation.example)?;
        }
        if self.too_large > 0 {
            let count = self.too_large;
            writeln!(f, "  {count} samples are too large for the general algorithm")?;
        }
        Ok(())
    }
}

/// Elements as their subgroup prints them; an element of a plugin is bytes
/// otherwise.
fn named<F: Family>(rules: &F, elements: &[&F::Element]) -> String {
    let text =
        |g: &&F::Element| rules.print(g, Notation::Standard).unwrap_or_else(|_| format!("{g:?}"));
    elements.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// A subgroup under test.
pub struct Laws<F: Family> {
    rules: F,
    samples: Vec<F::Element>,
    pool: usize,
    followers: usize,
}

impl<F: Family> Laws<F> {
    /// The laws of a subgroup, tried on `samples`. The first ones matter most:
    /// option sets are made of them.
    pub fn of(rules: F, samples: Vec<F::Element>) -> Self {
        Laws { rules, samples, pool: 10, followers: 2_000 }
    }

    /// How many of the samples make up the option sets of the simplification
    /// rule: all sets of at most two of them on each side (10 unless told
    /// otherwise: 3,136 games).
    #[must_use]
    pub fn pool(mut self, size: usize) -> Self {
        self.pool = size;
        self
    }

    /// How many followers a sample may have to be written out for the general
    /// algorithm (2,000 unless told otherwise).
    #[must_use]
    pub fn followers(mut self, most: usize) -> Self {
        self.followers = most;
        self
    }

    /// Tries all laws. `registry` holds the subgroup and its relatives, as a
    /// calculator would: smallest homes and embeddings are tried through it.
    pub fn check(&self, registry: &Arc<Registry>) -> Report {
        let mut report = Report { subgroup: self.rules.name().to_owned(), ..Report::default() };
        group::check(&self.rules, &self.samples, &mut report);
        text::check(&self.rules, &self.samples, &mut report);
        let plain = Plain::new(&self.rules, self.followers);
        if let Some(mut plain) = report.attempt("the general algorithm starts", plain) {
            rules::check(&mut plain, &self.samples, self.pool, &mut report);
            homes::check(&mut plain, &self.samples, registry, &mut report);
        }
        report
    }
}
