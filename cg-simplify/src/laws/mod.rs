//! The laws: the promises of a subgroup's author, as tests. [`SumLaws`] are those of a family of sums.
//!
//! [`Laws`] takes a subgroup and some of its elements, and tries all requirements of
//! [`cg_core::Subgroup`] and its companions. These are the group laws, both rules against the
//! general algorithm, canonical options, order, encodings and texts that are read back, embeddings
//! and smallest homes. Built-in subgroups, plugins and other crates all use it.
//!
//! Each law is first tried on the samples and on all small sets of them. A random phase follows:
//! larger sets of options, small and very large elements made from the samples, and games of other
//! subgroups. Its length and its seed are settings ([`Laws::rounds`], [`Laws::seed`]). The same
//! settings try the same cases.
//!
//! ```
//! use cg_core::{Family, Registry};
//! # use cg_simplify::laws::Laws;
//! # fn check<F: Family + Clone>(family: F) -> Result<(), Box<dyn std::error::Error>> {
//! let samples = family.samples()?;
//! let registry = Registry::builder().with(family.clone()).close()?;
//! let report = Laws::of(family, samples).rounds(1_000).check(&registry.into());
//! assert!(report.holds(), "{report}");
//! # Ok(())
//! # }
//! ```

mod family;
mod general;
mod homes;
mod literals;
mod sums;

use std::fmt;
use std::sync::Arc;

use cg_core::{Family, Notation, Player, Registry, Result};
use fastrand::Rng;

use general::Plain;
pub use sums::SumLaws;

/// The number of violations of one law that are described. The others are counted.
const MOST_EXAMPLES: usize = 5;

/// The tests that a subgroup must have passed: both rules and the options are compared with the
/// general algorithm.
const ESSENTIAL: [&str; 3] = [general::OUTCOME, general::OPTIONS, general::VALUE];

/// A promise that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The law, in words.
    pub law: &'static str,
    /// The elements that break it, and the result.
    pub example: String,
}

/// The results of the laws.
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the subgroup, or of the family of sums.
    pub subgroup: String,
    /// The word for it: "a subgroup".
    pub kind: &'static str,
    /// The laws that must have been tried.
    essential: &'static [&'static str],
    /// How often each law was tried, in order.
    pub tried: Vec<(&'static str, usize)>,
    /// How often each law was broken.
    pub broken: Vec<(&'static str, usize)>,
    /// Some examples of each broken law.
    pub violations: Vec<Violation>,
    /// The number of samples that were too large to be expanded for the general algorithm. Only the
    /// laws within the group were tried on them.
    pub too_large: usize,
}

impl Default for Report {
    fn default() -> Self {
        Report {
            subgroup: String::new(),
            kind: "a subgroup",
            essential: &ESSENTIAL,
            tried: Vec::new(),
            broken: Vec::new(),
            violations: Vec::new(),
            too_large: 0,
        }
    }
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

    /// Counts one trial of `law`. If it fails, `example` describes it.
    fn expect(&mut self, law: &'static str, holds: bool, example: impl FnOnce() -> String) {
        Self::count(&mut self.tried, law);
        if !holds && Self::count(&mut self.broken, law) <= MOST_EXAMPLES {
            self.violations.push(Violation { law, example: example() });
        }
    }

    /// Counts one trial of `law`, which may return an error.
    fn attempt<T>(&mut self, law: &'static str, result: Result<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.expect(law, false, || error.to_string());
                None
            }
        }
    }

    /// [`Report::attempt`] with elements of any size, for which a limit is not a failure.
    fn attempt_large<T>(&mut self, law: &'static str, result: Result<T>) -> Option<T> {
        match result {
            Err(error) if error.is_limit() => None,
            result => self.attempt(law, result),
        }
    }

    /// The essential laws that were not tried. If all samples of a subgroup are too large for the
    /// general algorithm, nothing essential is known about it.
    pub fn untried(&self) -> Vec<&'static str> {
        let tried = |law: &&str| self.tried.iter().any(|(known, _)| known == law);
        self.essential.iter().copied().filter(|law| !tried(law)).collect()
    }

    /// Whether all essential laws were tried and no law was broken.
    pub fn holds(&self) -> bool {
        self.broken.is_empty() && self.untried().is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let untried = self.untried();
        let verdict = match (self.broken.is_empty(), untried.is_empty()) {
            (false, _) => "BREAKS the laws of",
            (true, false) => "was NOT TRIED on all laws of",
            (true, true) => "keeps the laws of",
        };
        writeln!(f, "{} {verdict} {}", self.subgroup, self.kind)?;
        for (law, count) in &self.tried {
            let broken = self.broken.iter().find(|(known, _)| known == law);
            match broken {
                None => writeln!(f, "  ok      {law} ({count} trials)")?,
                Some((_, times)) => writeln!(f, "  broken  {law} ({times} of {count} trials)")?,
            }
        }
        for law in untried {
            writeln!(f, "  untried {law}")?;
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

/// Elements as text: as their subgroup prints them, or else as Rust does. An element of a plugin is
/// then bytes.
fn named<F: Family>(rules: &F, elements: &[&F::Element]) -> String {
    let text =
        |g: &&F::Element| rules.print(g, Notation::Standard).unwrap_or_else(|_| format!("{g:?}"));
    elements.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// The options of a form, Left's and Right's.
type Sides<T> = [Vec<T>; 2];

/// A form as text; the subgroup prints the options.
fn named_form<F: Family>(rules: &F, sides: &Sides<F::Element>) -> String {
    let [left, right] = [0, 1].map(|side| named(rules, &sides[side].iter().collect::<Vec<_>>()));
    format!("{{{left} | {right}}}")
}

/// The answer of the simplification rule for a form.
fn simplified<F: Family>(
    rules: &F,
    [left, right]: &Sides<F::Element>,
) -> Result<Option<F::Element>> {
    rules.simplify(&left.iter().collect::<Vec<_>>(), &right.iter().collect::<Vec<_>>())
}

/// The canonical options of an element; `None` if a player has more than `most`.
fn options<F: Family>(rules: &F, g: &F::Element, most: u64) -> Result<Option<Sides<F::Element>>> {
    let mut sides = [Vec::new(), Vec::new()];
    for (side, player) in sides.iter_mut().zip(Player::BOTH) {
        let count = rules.option_count(g, player)?;
        if count > most {
            return Ok(None);
        }
        for index in 0..count {
            side.push(rules.option(g, player, index)?);
        }
    }
    Ok(Some(sides))
}

/// A subgroup under test, and the length of the test.
pub struct Laws<F: Family> {
    rules: F,
    samples: Vec<F::Element>,
    pool: usize,
    followers: usize,
    rounds: usize,
    seed: u64,
}

impl<F: Family> Laws<F> {
    /// The laws of a subgroup, tried on `samples`. The first samples matter most: all small sets of
    /// options are made from them.
    pub fn of(rules: F, samples: Vec<F::Element>) -> Self {
        Laws { rules, samples, pool: 10, followers: 2_000, rounds: 200, seed: 0 }
    }

    /// The number of samples for the option sets of the simplification rule: all sets of at most
    /// two of them on each side (10 by default: 3,136 games).
    #[must_use]
    pub fn pool(mut self, size: usize) -> Self {
        self.pool = size;
        self
    }

    /// The largest number of followers of a sample that is expanded for the general algorithm
    /// (2,000 by default).
    #[must_use]
    pub fn followers(mut self, most: usize) -> Self {
        self.followers = most;
        self
    }

    /// The number of rounds of the random phase (200 by default). Each round tries the rules on
    /// some larger sets of options, and the group laws on elements of random size.
    #[must_use]
    pub fn rounds(mut self, rounds: usize) -> Self {
        self.rounds = rounds;
        self
    }

    /// The seed of the random phase (0 by default).
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Tries all laws. `registry` holds the subgroup and its relatives, as in a calculator:
    /// smallest homes and embeddings are tried through it.
    pub fn check(&self, registry: &Arc<Registry>) -> Report {
        let Laws { rules, samples, .. } = self;
        let mut report = Report { subgroup: rules.name().to_owned(), ..Report::default() };
        let mut rng = Rng::with_seed(self.seed);
        family::check(rules, samples, &mut report);
        let large = homes::large_elements(rules, samples, registry);
        let mut large =
            report.attempt_large("elements find their homes", large).unwrap_or_default();
        large.extend(literals::check(rules, &mut rng, &mut report));
        family::at_random(rules, [samples, &large], self.rounds, &mut rng, &mut report);
        let plain = Plain::new(rules, self.followers);
        if let Some(mut plain) = report.attempt("the general algorithm starts", plain) {
            let small = general::check(&mut plain, samples, self.pool, &mut report);
            general::at_random(&mut plain, &small, self.rounds, &mut rng, &mut report);
            homes::check(&mut plain, samples, registry, self.rounds, &mut rng, &mut report);
        }
        report
    }
}
