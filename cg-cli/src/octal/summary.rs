//! What a run has found, in words.

use cg_octal::{Ending, Method, Period, Report};

/// The most exceptions that are written out.
const MOST_EXCEPTIONS: usize = 60;

/// The lines below a table; `limited` if the number of heaps was a limit, and not what was asked
/// for. The first `before` heaps are those of a checkpoint.
pub(super) fn summary(report: &Report, limited: bool, before: usize) -> String {
    let mut text = match &report.name {
        Some(name) => format!("{} ({name}): ", report.code),
        None => format!("{}: ", report.code),
    };
    match period(report) {
        Some(period) => text += &period_line(report, period),
        None => text += &format!("no period found in {} heaps", report.heaps),
    }
    text.push('\n');
    if let Some(why) = stopped(&report.ending, limited) {
        text += &format!("{why} at {} heaps\n", report.heaps);
    }
    text += &format!(
        "largest value {}, first at heap {}, last at heap {}, of {} heaps computed\n",
        report.maximum, report.maximum_first, report.maximum_last, report.heaps
    );
    if report.period.is_some() && report.preperiod_exact {
        text += &exceptions(&report.exceptions);
    }
    if let Some(space) = report.space {
        let with = if space.parity { " and the parity of the heap" } else { "" };
        let last = report.last_rare.map(|heap| format!(", the last at heap {heap}"));
        text += &format!(
            "sparse space: mask {:#x}{with}; {} rare heaps{}\n",
            space.mask,
            report.rare,
            last.unwrap_or_default()
        );
    }
    if report.seconds >= 1.0 {
        // Counts below 2^53: exact enough for a rate.
        let rate = report.heaps.saturating_sub(before as u64) as f64 / report.seconds / 1e6;
        text += &format!("{:.1} seconds, {rate:.3} million heaps a second", report.seconds);
        text += &format!("; engine: {}\n", report.engine);
    }
    text
}

fn period(report: &Report) -> Option<Period> {
    Some(Period {
        preperiod: report.preperiod?,
        period: report.period?,
        saltus: report.saltus.unwrap_or(0),
    })
}

/// "period 12 from heap 71 on".
pub(super) fn period_words(period: Period) -> String {
    let Period { preperiod, period, saltus } = period;
    let grows = if saltus > 0 { format!(" with saltus {saltus}") } else { String::new() };
    format!("period {period}{grows} from heap {preperiod} on")
}

fn period_line(report: &Report, period: Period) -> String {
    let mut text = period_words(period);
    if !report.preperiod_exact {
        text += " or earlier";
    }
    let proof = match report.method {
        Some(Method::GuySmith { bound, .. }) => {
            format!("the theorem of Guy and Smith, {bound} heaps")
        }
        Some(Method::StateRepetition { from, .. }) => {
            format!("the state before heap {from} repeats a period later")
        }
        Some(Method::AllBut { from }) => {
            format!("an all-but game, the state before heap {from} repeats a period later")
        }
        Some(_) => "with a certificate".to_owned(),
        None => return text + "; observed, not proved",
    };
    text + "; proved: " + &proof
}

fn stopped(ending: &Ending, limited: bool) -> Option<String> {
    Some(match ending {
        Ending::Heaps if limited => "stopped by the limit on heaps".to_owned(),
        Ending::Time => "stopped by the time limit".to_owned(),
        Ending::Interrupted => "interrupted".to_owned(),
        Ending::Limit(what) => format!("stopped: {what};"),
        _ => return None,
    })
}

/// `found` has the last exception first, and is cut off at the library's limit.
fn exceptions(found: &[u64]) -> String {
    let Some(last) = found.first() else {
        return "no exceptions\n".to_owned();
    };
    let count = match found.len() {
        Report::MOST_EXCEPTIONS => format!("{} or more exceptions", found.len()),
        1 => "1 exception".to_owned(),
        count => format!("{count} exceptions"),
    };
    if found.len() > MOST_EXCEPTIONS {
        return format!("{count}, the last at heap {last}\n");
    }
    let list: Vec<String> = found.iter().rev().map(u64::to_string).collect();
    let heaps = if found.len() == 1 { "heap" } else { "heaps" };
    format!("{count}: {heaps} {}\n", list.join(" "))
}
