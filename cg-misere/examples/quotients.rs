//! Quotients of the codes on the command line: order, P, period, time.
use std::time::{Duration, Instant};

use cg_misere::{MisereLimits, MisereSearch};
use cg_octal::Rules;

fn main() {
    let mut codes: Vec<String> = std::env::args().skip(1).collect();
    let seconds = codes.remove(0).parse().expect("seconds for each code");
    let elements = codes.remove(0).parse().expect("elements");
    for code in codes {
        let rules: Rules = code.parse().expect("a code");
        let start = Instant::now();
        let mut search = MisereSearch::new(rules);
        let limits = MisereLimits { elements, time: Some(Duration::from_secs(seconds)), ..Default::default() };
        let ending = search.go(&limits, &Default::default(), &mut |_| {});
        let q = search.quotient();
        println!(
            "{code}\t{ending:?}\t|Q|={} |P|={}\theap {}\t{:?}\t{:.2?}\t{:?}",
            q.order(),
            q.p_positions().count(),
            search.last_heap(),
            search.period().map(|p| (p.preperiod, p.period)),
            start.elapsed(),
            search.changes().iter().map(|c| (c.heap, c.order)).collect::<Vec<_>>(),
        );
    }
}
