//! Surveys: many games, each with a budget, several at a time.

use std::collections::HashSet;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use cg_core::{Clock, Interrupt};

use crate::{Code, Ending, Limits, OctalError, Report, Result, Rules, Run, Settings, nim_values};

/// The plan of a survey: its limits for each game, and what it keeps.
#[derive(Clone, Copy, Debug)]
pub struct SurveyPlan {
    /// The budget of each game.
    pub limits: Limits,
    /// The engine and the memory of each game.
    pub settings: Settings,
    /// Games that run at the same time.
    pub threads: NonZero<usize>,
    /// Values that each report lists.
    pub values: usize,
}

/// All octal codes `.d1`, `.d1d2`, ... of at most `digits` digits whose last digit is not zero, in
/// the order of their lengths and digits.
///
/// ```
/// assert_eq!(cg_octal::octal_codes(2).unwrap().len(), 63);
/// ```
///
/// # Errors
///
/// More than six digits.
pub fn octal_codes(digits: usize) -> Result<Vec<Code>> {
    octal_codes_led_by(0, digits)
}

/// The same with the digit `leading` before the point: 0, or 4 if a heap may also be split without
/// taking a token.
///
/// ```
/// let codes = cg_octal::octal_codes_led_by(4, 1)?;
/// assert_eq!(codes[6].to_string(), "4.7");
/// # Ok::<(), cg_octal::OctalError>(())
/// ```
///
/// # Errors
///
/// More than six digits; a leading digit that leaves a heap unchanged.
pub fn octal_codes_led_by(leading: u32, digits: usize) -> Result<Vec<Code>> {
    const MOST: usize = 6;
    if digits > MOST {
        return Err(OctalError::limit(
            format!("a survey of {digits} digits"),
            format!("{MOST} digits"),
        ));
    }
    let mut codes = Vec::new();
    for length in 1..=digits {
        for number in 0..1u32 << (3 * length) {
            if number & 7 != 0 {
                let places = (0..length).rev().map(|place| number >> (3 * place) & 7);
                codes.push(Code::new(leading, places.collect(), Vec::new())?);
            }
        }
    }
    Ok(codes)
}

/// One of [`octal_codes`] for each game. If the standard forms of several codes have the same first
/// `heaps` values, only the first code is kept.
///
/// Codes that act alike are found from their values, not from a table. That does not prove that
/// they act alike for ever. 1000 heaps distinguish all codes of three digits that differ among the
/// first 20000 heaps.
///
/// ```
/// let codes: Vec<String> =
///     cg_octal::distinct_codes(1, 1000).unwrap().iter().map(ToString::to_string).collect();
/// // .3, .5 and .7 act like .2, whose heaps are larger by one.
/// assert_eq!(codes, [".1", ".2", ".4", ".6"]);
/// ```
///
/// # Errors
///
/// Errors of [`octal_codes`] and of the engines.
pub fn distinct_codes(digits: usize, heaps: usize) -> Result<Vec<Code>> {
    let mut seen = HashSet::new();
    let mut distinct = Vec::new();
    for code in octal_codes(digits)? {
        let (standard, _) = code.standard_form();
        if seen.insert(nim_values(&standard.into(), heaps)?) {
            distinct.push(code);
        }
    }
    Ok(distinct)
}

/// Runs all `games` that have no report in `done`. `report` gets each report as soon as it is
/// complete. To resume a survey, pass the reports of the last one.
///
/// ```
/// use cg_octal::{Limits, SurveyPlan, Settings};
/// let games: Vec<_> = cg_octal::octal_codes(1).unwrap().into_iter().map(Into::into).collect();
/// let limits = Limits { heaps: 1000, time: None, all_heaps: false };
/// let threads = std::num::NonZero::new(2).unwrap();
/// let plan = SurveyPlan { limits, settings: Settings::default(), threads, values: 0 };
/// let mut solved = 0;
/// cg_octal::survey(&games, &[], plan, &Default::default(), &mut |report| {
///     solved += usize::from(report.proved);
///     Ok(())
/// })
/// .unwrap();
/// // Of the games of one digit, Officers (.6) alone is not solved.
/// assert_eq!(solved, 6);
/// ```
///
/// # Errors
///
/// The first error of `report` or of a game; the interrupt flag. Interrupted games have no report,
/// so they run again.
pub fn survey(
    games: &[Rules],
    done: &[Report],
    plan: SurveyPlan,
    interrupt: &Interrupt,
    report: &mut dyn FnMut(Report) -> Result<()>,
) -> Result<()> {
    let done: HashSet<&str> = done.iter().map(|report| report.code.as_str()).collect();
    let open: Vec<&Rules> =
        games.iter().filter(|rules| !done.contains(rules.to_string().as_str())).collect();
    each_game(
        &open,
        plan.threads,
        interrupt,
        &|rules, failed| one(rules, plan, interrupt, failed),
        report,
    )
}

/// Calls `one` for each game, on several threads, and `report` on this thread with each result.
/// `None` means that a game was interrupted. If a report fails, the flag of `one` is raised, so the
/// other games end, too.
///
/// # Errors
///
/// The first error of `report` or of a game; the interrupt flag.
pub fn each_game<T: Send>(
    open: &[&Rules],
    threads: NonZero<usize>,
    interrupt: &Interrupt,
    one: &(impl Fn(&Rules, &Interrupt) -> Result<Option<T>> + Sync),
    report: &mut dyn FnMut(T) -> Result<()>,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    // A separate flag: an error of `report` stops the other games, too.
    let failed = Interrupt::new();
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.get().min(open.len()) {
            let sender = sender.clone();
            let (next, failed) = (&next, &failed);
            scope.spawn(move || {
                while let Some(rules) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if interrupt.is_raised()
                        || failed.is_raised()
                        || sender.send(one(rules, failed)).is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut first = Ok(());
        for result in receiver {
            let given = match result {
                Ok(Some(found)) => report(found),
                Ok(None) => Ok(()),
                Err(error) => Err(error),
            };
            if first.is_ok() && given.is_err() {
                failed.raise();
                first = given;
            }
        }
        first
    })?;
    if interrupt.is_raised() {
        let at = next.load(Ordering::Relaxed).min(open.len()) as u64;
        return Err(OctalError::Interrupted { at });
    }
    Ok(())
}

/// The report of one game; `None` when it was interrupted.
fn one(
    rules: &Rules,
    plan: SurveyPlan,
    interrupt: &Interrupt,
    failed: &Interrupt,
) -> Result<Option<Report>> {
    let start = Clock::start();
    let mut run = Run::new(rules, plan.settings)?;
    let ending = run.go(plan.limits, interrupt, &mut |point| {
        if failed.is_raised() {
            return Err(OctalError::Interrupted { at: point.progress.heaps as u64 });
        }
        Ok(())
    });
    let ending = match ending {
        Ok(Ending::Interrupted) | Err(OctalError::Interrupted { .. }) => return Ok(None),
        other => other?,
    };
    Ok(Some(Report::new(&run, ending, start.elapsed().as_secs_f64(), plan.values)))
}

/// The table of a survey: a line for each report, in the given order. Columns are as wide as their
/// content.
///
/// Columns: code, preperiod, period (`?` if not proved, `~` before a period that is only observed),
/// maximum, last exception, rare heaps, heaps computed, seconds.
pub fn survey_table(reports: &[Report]) -> String {
    let heading =
        ["code", "preperiod", "period", "maximum", "exception", "rare", "heaps", "seconds"];
    let mut rows = vec![heading.map(str::to_owned)];
    for report in reports {
        let mark = if report.proved { "" } else { "~" };
        let number =
            |value: Option<u64>| value.map_or("?".to_owned(), |value| format!("{mark}{value}"));
        rows.push([
            report.code.clone(),
            number(report.preperiod),
            number(report.period),
            report.maximum.to_string(),
            report.exceptions.first().map_or("-".to_owned(), u64::to_string),
            report.rare.to_string(),
            report.heaps.to_string(),
            format!("{:.3}", report.seconds),
        ]);
    }
    let widths: [usize; 8] = std::array::from_fn(|column| {
        rows.iter().map(|row| row[column].chars().count()).max().expect("the heading is a row")
    });
    let mut table = String::new();
    for row in &rows {
        table += &format!("{:<1$}", row[0], widths[0]);
        for (cell, width) in row.iter().zip(widths).skip(1) {
            table += &format!("  {cell:>width$}");
        }
        table.push('\n');
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> SurveyPlan {
        let limits = Limits { heaps: 3000, time: None, all_heaps: false };
        SurveyPlan {
            limits,
            settings: Settings::default(),
            threads: NonZero::new(2).unwrap(),
            values: 0,
        }
    }

    fn games() -> Vec<Rules> {
        octal_codes(2).unwrap().into_iter().map(Rules::from).collect()
    }

    #[test]
    fn a_survey_resumes_where_it_stopped() {
        let interrupt = Interrupt::new();
        let mut reports = Vec::new();
        let stopped = survey(&games(), &[], plan(), &interrupt, &mut |report| {
            reports.push(report);
            if reports.len() == 10 {
                interrupt.raise();
            }
            Ok(())
        });
        assert!(matches!(stopped, Err(OctalError::Interrupted { .. })));
        assert!((10..63).contains(&reports.len()));
        let before = reports.clone();
        survey(&games(), &before, plan(), &Interrupt::new(), &mut |report| {
            reports.push(report);
            Ok(())
        })
        .unwrap();
        let mut codes: Vec<&str> = reports.iter().map(|report| report.code.as_str()).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!((codes.len(), reports.len()), (63, 63));
        let unsolved: Vec<&str> =
            reports.iter().filter(|r| !r.proved).map(|r| r.code.as_str()).collect();
        // The table of facts about games of two digits; .16 and .56 need more heaps.
        for code in [".6", ".14", ".64", ".76", ".16", ".56"] {
            assert!(unsolved.contains(&code), "{code}: {unsolved:?}");
        }
        let table = survey_table(&reports);
        assert_eq!(table.lines().count(), 64);
    }

    #[test]
    fn an_error_of_the_reader_ends_a_survey() {
        let mut seen = 0;
        let result = survey(&games(), &[], plan(), &Interrupt::new(), &mut |_| {
            seen += 1;
            Err(OctalError::data("enough"))
        });
        assert_eq!(result.unwrap_err().to_string(), "enough");
        assert!(seen >= 1);
        assert!(octal_codes(7).is_err());
    }
}
