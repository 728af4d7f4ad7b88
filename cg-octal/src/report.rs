//! Reports: the results of a run, for people and for programs.

use std::fmt::Write as _;
use std::io;

use serde::{Deserialize, Serialize};

use crate::{Ending, Method, Run, SparseSpace};

/// The results of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Report {
    /// The code of the game; `Grundy` for Grundy's game.
    pub code: String,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The requested first nim-values, of the heaps 0, 1, ...
    pub values: Vec<u32>,
    /// Heaps computed.
    pub heaps: u64,
    /// The period.
    pub period: Option<u64>,
    /// The first heap of the period.
    pub preperiod: Option<u64>,
    /// Whether `preperiod` is the least possible one, and not only a bound.
    pub preperiod_exact: bool,
    /// The growth in each period: 0 for a plain period.
    pub saltus: Option<u64>,
    /// Whether the period is proved for ever.
    pub proved: bool,
    /// The method of the proof.
    pub method: Option<Method>,
    /// The largest value among the heaps computed.
    pub maximum: u32,
    /// The first heap with that value.
    pub maximum_first: u64,
    /// The last computed heap with that value.
    pub maximum_last: u64,
    /// The exceptions: heaps before the period whose value differs from the one that the period
    /// would give, in descending order. There are at most [`Report::MOST_EXCEPTIONS`], and none
    /// among the heaps whose values were dropped to save memory.
    pub exceptions: Vec<u64>,
    /// The exceptions among the heaps of `values`, in ascending order. `exceptions` may be cut off
    /// before them.
    pub marked: Vec<u64>,
    /// The sparse space in use at the end.
    pub space: Option<SparseSpace>,
    /// Rare heaps among those computed.
    pub rare: u64,
    /// The last rare heap.
    pub last_rare: Option<u64>,
    /// The engine at the end.
    pub engine: String,
    /// Why the run stopped.
    pub ending: Ending,
    /// Seconds of the run, as the caller measured them.
    pub seconds: f64,
}

impl Report {
    /// Whether both reports say the same about the same game. The times are not compared.
    pub fn agrees_with(&self, other: &Self) -> bool {
        *other == Self { seconds: other.seconds, ..self.clone() }
    }

    /// The most exceptions that are listed.
    pub const MOST_EXCEPTIONS: usize = 1000;

    /// The report of `run`, which ended with `ending` after `seconds`. It has the first `values`
    /// values.
    ///
    /// ```
    /// use cg_octal::{Limits, Report, Run, Settings};
    /// let mut run = Run::new(&".77".parse().unwrap(), Settings::default()).unwrap();
    /// let limits = Limits { heaps: 1000, time: None, all_heaps: false };
    /// let ending = run.go(limits, &Default::default(), &mut |_| Ok(())).unwrap();
    /// let report = Report::new(&run, ending, 0.1, 3);
    /// assert_eq!((report.values, report.exceptions[0], report.proved), (vec![0, 1, 2], 70, true));
    /// ```
    pub fn new(run: &Run, ending: Ending, seconds: f64, values: usize) -> Self {
        let sequence = run.sequence();
        let finding = run.finding();
        let period = finding.map(|finding| finding.period);
        let (maximum, first, last) = run.maximum();
        let rares = sequence.rare_heaps();
        let values: Vec<u32> = (0..values).map_while(|heap| sequence.value(heap)).collect();
        let listed = values.len() as u64;
        Self {
            code: sequence.rules().to_string(),
            name: sequence.rules().name().map(str::to_owned),
            values,
            heaps: sequence.known() as u64,
            period: period.map(|p| p.period),
            preperiod: period.map(|p| p.preperiod),
            preperiod_exact: finding.is_some_and(|finding| finding.exact),
            saltus: period.map(|p| p.saltus),
            proved: finding.is_some_and(|finding| finding.method.is_some()),
            method: finding.and_then(|finding| finding.method),
            maximum,
            maximum_first: first as u64,
            maximum_last: last as u64,
            exceptions: exceptions(run, u64::MAX).rev().take(Self::MOST_EXCEPTIONS).collect(),
            marked: exceptions(run, listed).collect(),
            space: sequence.space(),
            rare: rares.len() as u64,
            last_rare: rares.last().map(|&heap| heap as u64),
            engine: sequence.engine_name().to_owned(),
            ending,
            seconds,
        }
    }

    /// The report as JSON.
    ///
    /// # Errors
    ///
    /// A number of seconds that is not finite.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }

    /// The values in rows. A row is as long as the period, or a divisor of it (or of 20). Heaps are
    /// numbered at the left, and values that break the period are marked with `*`. Lines have at
    /// most `columns` columns if four values fit.
    pub fn table(&self, columns: usize) -> String {
        let marked = |heap: usize| self.marked.binary_search(&(heap as u64)).is_ok();
        let width = self.values.iter().max().map_or(1, |max| max.to_string().len()) + 1;
        let left = self.values.len().to_string().len();
        let fit = (columns.saturating_sub(left + 1) / (width + 2)).max(4);
        let length = self.row_length(fit);
        let mut table = String::new();
        for (row, values) in self.values.chunks(length).enumerate() {
            let first = row * length;
            // Writing to a string cannot fail.
            let _ = write!(table, "{first:>left$}:");
            for (heap, value) in (first..).zip(values) {
                let mark = if marked(heap) { "*" } else { " " };
                let _ = write!(table, " {value:>width$}{mark}");
            }
            table.push('\n');
        }
        table
    }

    /// The number of values in a row if `fit` values fit.
    fn row_length(&self, fit: usize) -> usize {
        let period =
            self.period.and_then(|p| usize::try_from(p).ok()).filter(|p| (2..=60).contains(p));
        let divides = |period: usize| {
            (4..=fit.min(period)).rev().find(|&length| period.is_multiple_of(length))
        };
        match period {
            Some(period) if period <= fit => period,
            Some(period) => divides(period).unwrap_or(fit.min(20)),
            None => divides(20).unwrap_or(4),
        }
    }
}

/// Heaps below `end` and before the period whose value differs from the period continued to the
/// left.
fn exceptions(run: &Run, end: u64) -> impl DoubleEndedIterator<Item = u64> {
    let value = |heap: u64| usize::try_from(heap).ok().and_then(|heap| run.sequence().value(heap));
    let period = run.finding().filter(|finding| finding.exact).map(|finding| finding.period);
    let differs = move |&heap: &u64| {
        let Some(period) = period else {
            return false;
        };
        let turns = (period.preperiod - heap).div_ceil(period.period);
        let (Some(here), Some(there)) = (value(heap), value(heap + turns * period.period)) else {
            return false;
        };
        u64::from(here) + turns * period.saltus != u64::from(there)
    };
    (0..period.map_or(0, |period| period.preperiod.min(end))).filter(differs)
}

/// Writes a heading, and a line `heap,value` for each of the first `count` known heaps.
///
/// # Errors
///
/// Errors of writing.
pub fn write_csv(run: &Run, count: usize, to: &mut dyn io::Write) -> io::Result<()> {
    writeln!(to, "heap,value")?;
    for (heap, value) in (0..count).map_while(|heap| Some((heap, run.sequence().value(heap)?))) {
        writeln!(to, "{heap},{value}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use cg_core::Interrupt;

    use super::*;
    use crate::{Limits, Settings};

    fn run(code: &str, heaps: usize) -> (Run, Ending) {
        let mut run = Run::new(&code.parse().unwrap(), Settings::default()).unwrap();
        let limits = Limits { heaps, time: None, all_heaps: false };
        let ending = run.go(limits, &Interrupt::new(), &mut |_| Ok(())).unwrap();
        (run, ending)
    }

    #[test]
    fn kayles_has_its_fourteen_exceptions() {
        let (run, ending) = run(".77", 10_000);
        let report = Report::new(&run, ending, 0.0, 30);
        // Winning Ways, chapter 4, counts these from heap 0 on.
        assert_eq!(report.exceptions, [70, 57, 39, 34, 28, 22, 21, 18, 15, 11, 9, 6, 3, 0]);
        let table = report.table(200);
        assert_eq!(
            table.lines().next(),
            Some(" 0:  0*  1   2   3*  1   4   3*  2   1   4*  2   6*"),
            "{table}"
        );
        let json = report.to_json().unwrap();
        assert_eq!(serde_json::from_str::<Report>(&json).unwrap(), report);
        assert!(json.contains("\"preperiod\": 71"));
    }

    #[test]
    fn exceptions_are_marked_in_the_table_however_many_follow() {
        let (run, ending) = run(".16", 1_000_000);
        let report = Report::new(&run, ending, 0.0, 500);
        assert_eq!(report.exceptions.len(), Report::MOST_EXCEPTIONS);
        assert_eq!(report.exceptions[0], 105_350);
        // By the definition: the same places of the period, continued to the left.
        let continued = |heap: usize| {
            let turns = (105_351 - heap).div_ceil(149_459);
            run.sequence().value(heap + turns * 149_459)
        };
        let expected: Vec<u64> = (0..500)
            .filter(|&heap| run.sequence().value(heap) != continued(heap))
            .map(|heap| heap as u64)
            .collect();
        assert!(!expected.is_empty());
        assert_eq!(report.marked, expected);
        assert_eq!(report.table(200).matches('*').count(), expected.len());
    }

    #[test]
    fn csv_has_a_line_for_each_heap() {
        let (run, _) = run(".77", 100);
        let mut text = Vec::new();
        write_csv(&run, 4, &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "heap,value\n0,0\n1,1\n2,2\n3,3\n");
    }

    #[test]
    fn a_game_without_period_says_so() {
        let (run, ending) = run(".6", 500);
        let report = Report::new(&run, ending, 0.0, 0);
        assert_eq!((report.ending, report.proved), (Ending::Heaps, false));
        assert!(report.heaps >= 500);
    }

    #[test]
    fn rows_fit_the_columns() {
        let widest = |code: &str, columns: usize| {
            let (run, ending) = run(code, 10_000);
            let table = Report::new(&run, ending, 0.0, 500).table(columns);
            let values = |line: &str| line.split_whitespace().count() - 1;
            let line = table.lines().next().unwrap();
            assert!(table.lines().all(|line| line.len() <= columns), "{table}");
            values(line)
        };
        assert_eq!(widest(".77", 80), 12);
        assert_eq!(widest(".77", 30), 6);
        // The period is 34, and 34 values do not fit.
        assert_eq!(widest(".07", 80), 17);
        assert_eq!(widest(".07", 200), 34);
        assert_eq!(widest(".6", 120), 20);
        assert_eq!(widest(".6", 80), 10);
    }
}
