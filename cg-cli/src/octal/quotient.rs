//! The replies of `cg octal CODE --misere`, as objects.

use std::fmt;

use cg_calculator::quotient_pictures::elements;
use cg_misere::{Change, MisereEnding, MisereReport, MisereSearch, WinningMoves};
use cg_octal::{HeapMove, Rules};
use serde::Serialize;

/// A quotient in a few numbers.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename = "misere quotient")]
pub(super) struct Summary {
    code: String,
    order: usize,
    /// How many elements are in P.
    p_positions: usize,
    preperiod: Option<u64>,
    period: Option<u64>,
    /// Whether it is proved for all heaps.
    proved: bool,
    /// The last heap for which it is verified.
    heaps: u64,
    ending: MisereEnding,
    seconds: f64,
}

impl From<MisereReport> for Summary {
    fn from(report: MisereReport) -> Self {
        let MisereReport { code, ending, order, p_positions, heaps, period, seconds } = report;
        Self {
            code,
            order,
            p_positions,
            preperiod: period.map(|period| period.preperiod),
            period: period.map(|period| period.period),
            proved: period.is_some(),
            heaps,
            ending,
            seconds,
        }
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

/// Who wins a sum under misère play.
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
    pub(super) file: &'a str,
    pub(super) code: &'a str,
    pub(super) play: &'static str,
    pub(super) order: usize,
    pub(super) p_positions: usize,
    pub(super) preperiod: Option<u64>,
    pub(super) period: Option<u64>,
    /// Whether it holds for all heaps.
    pub(super) proved: bool,
    pub(super) heaps: u64,
}

impl fmt::Display for MisereVerification<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, code, order, p_positions, heaps, .. } = self;
        write!(f, "{file}: {code} has a misère quotient of {}", elements(*order))?;
        write!(f, ", {p_positions} of them in P, ")?;
        match self.period.zip(self.preperiod) {
            Some((period, preperiod)) => {
                write!(f, "for all heaps, with period {period} from heap {preperiod} on")?;
            }
            None => write!(f, "for the heaps to {heaps}")?,
        }
        f.write_str(": verified")
    }
}
