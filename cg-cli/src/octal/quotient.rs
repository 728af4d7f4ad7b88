//! The replies of `cg octal CODE --misere`, as objects.

use std::fmt;

use cg_calculator::cg_misere::{
    Change, MisereEnding, MisereReport, MisereSearch, MisereVerified, WinningMoves,
};
use cg_calculator::cg_octal::{HeapMove, Rules};
use cg_calculator::quotient_pictures::elements;
use serde::Serialize;

/// The extent of a quotient, and the proof of it.
#[derive(Debug, Serialize)]
struct Claim {
    order: usize,
    /// The number of elements in P.
    p_positions: usize,
    preperiod: Option<u64>,
    period: Option<u64>,
    /// Whether it is proved for all heaps.
    proved: bool,
    /// The last heap for which it is verified.
    heaps: u64,
}

impl From<MisereVerified> for Claim {
    fn from(verified: MisereVerified) -> Self {
        let MisereVerified { order, p_positions, heaps, period } = verified;
        Self {
            order,
            p_positions,
            preperiod: period.map(|period| period.preperiod),
            period: period.map(|period| period.period),
            proved: period.is_some(),
            heaps,
        }
    }
}

/// A quotient in a few numbers.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename = "misere quotient")]
pub(super) struct Summary {
    code: String,
    #[serde(flatten)]
    claim: Claim,
    ending: MisereEnding,
    seconds: f64,
}

impl From<MisereReport> for Summary {
    fn from(report: MisereReport) -> Self {
        let MisereReport { code, ending, order, p_positions, heaps, period, seconds } = report;
        let claim = MisereVerified { order, p_positions, heaps, period }.into();
        Self { code, claim, ending, seconds }
    }
}

/// A quotient with its elements.
#[derive(Debug, Serialize)]
pub(super) struct QuotientReply<'a> {
    #[serde(flatten)]
    summary: Summary,
    name: Option<&'static str>,
    /// The heaps at which the quotient changed.
    changes: &'a [Change],
    generators: Vec<String>,
    relations: Vec<String>,
    /// The words of the elements in P.
    p: Vec<String>,
    /// The words of the heaps 0, 1, ...
    phi: Vec<String>,
}

impl<'a> QuotientReply<'a> {
    pub(super) fn new(search: &'a MisereSearch<Rules>, ending: MisereEnding, seconds: f64) -> Self {
        let solution = search.solution();
        let quotient = solution.quotient();
        let word = |x| quotient.word(x).to_string();
        Self {
            summary: MisereReport::new(search, ending, seconds).into(),
            name: search.game().name(),
            changes: search.changes(),
            generators: quotient.generators().keys().map(|heap| format!("h{heap}")).collect(),
            relations: quotient.relations().iter().map(ToString::to_string).collect(),
            p: quotient.p_positions().map(word).collect(),
            phi: solution.phi().iter().map(|&x| word(x)).collect(),
        }
    }
}

/// The winner of a sum under misère play.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename = "sum")]
pub(super) struct MisereSum<'a> {
    pub(super) code: String,
    pub(super) heaps: &'a [u64],
    pub(super) play: &'static str,
    pub(super) outcome: &'static str,
    /// The word of the sum.
    pub(super) word: String,
    /// The winning moves, unless they are too many to list.
    pub(super) winning_moves: Option<Vec<HeapMove>>,
    pub(super) winning_count: u64,
    pub(super) winning_sets: &'a [WinningMoves],
    pub(super) quotient: Extent,
}

/// How far a quotient goes.
#[derive(Debug, Serialize)]
pub(super) struct Extent {
    pub(super) order: usize,
    pub(super) heaps: u64,
    pub(super) proved: bool,
}

/// The claim of a certificate, verified.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename = "verified")]
pub(super) struct MisereVerification<'a> {
    file: &'a str,
    code: &'a str,
    play: &'static str,
    #[serde(flatten)]
    claim: Claim,
}

impl<'a> MisereVerification<'a> {
    pub(super) fn new(file: &'a str, code: &'a str, verified: MisereVerified) -> Self {
        Self { file, code, play: "misere", claim: verified.into() }
    }
}

impl fmt::Display for MisereVerification<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, code, claim, .. } = self;
        write!(f, "{file}: {code} has a misère quotient of {}", elements(claim.order))?;
        write!(f, ", {} of them in P, ", claim.p_positions)?;
        match claim.period.zip(claim.preperiod) {
            Some((period, preperiod)) => {
                write!(f, "for all heaps, with period {period} from heap {preperiod} on")?;
            }
            None => write!(f, "for the heaps to {}", claim.heaps)?,
        }
        f.write_str(": verified")
    }
}
