//! The misère quotients of all octal codes of up to three digits after the point, with 0 and 4
//! before it. The proved ones are printed as rows of `testdata/misere_survey.tsv`. The others are
//! printed on standard error, with the counts.
//!
//! Arguments, each with a default: seconds for each code, elements, heaps, codes.

use std::num::NonZero;
use std::time::Duration;

use cg_misere::{MisereEnding, MisereLimits, MisereReport, misere_survey};
use cg_octal::{Rules, octal_codes_led_by};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| {
        arguments.next().map_or(default, |text| text.parse().expect("a whole number"))
    };
    let (seconds, elements, heaps) = (number(6), number(300), number(10_000));
    let mut games: Vec<Rules> =
        arguments.map(|code| code.parse().expect("a code of an octal game")).collect();
    if games.is_empty() {
        for leading in [0, 4] {
            let codes = octal_codes_led_by(leading, 3).expect("three digits are few");
            games.extend(codes.into_iter().map(Rules::from));
        }
    }
    let limits = MisereLimits {
        heaps,
        elements: usize::try_from(elements).expect("elements fit into memory"),
        time: Some(Duration::from_secs(seconds)),
        ..MisereLimits::default()
    };
    let mut reports: Vec<MisereReport> = Vec::new();
    let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    misere_survey(&games, &limits, threads, &Default::default(), &mut |report| {
        reports.push(report);
        Ok(())
    })
    .expect("nobody interrupts");
    reports.sort_by_key(|report| (report.order, report.p_positions, report.code.clone()));
    println!("code\torder\tp\tpreperiod\tperiod");
    let mut counts = [0, 0, 0];
    for report in reports {
        let MisereReport { code, ending, order, p_positions, heaps, period, .. } = report;
        if let Some(found) = period {
            let (preperiod, period) = (found.preperiod, found.period);
            println!("{code}\t{order}\t{p_positions}\t{preperiod}\t{period}");
            counts[0] += 1;
        } else {
            eprintln!("{code}\t{}\t{order}\t{p_positions}\theaps to {heaps}", ending.words());
            counts[if ending == MisereEnding::Elements { 2 } else { 1 }] += 1;
        }
    }
    let [proved, partial, growing] = counts;
    eprintln!(
        "{proved} proved, {partial} verified for some heaps, {growing} grown beyond the limit"
    );
}
