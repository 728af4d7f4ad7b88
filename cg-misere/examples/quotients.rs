//! Quotients of the codes on the command line: order, P, period, time.
use std::time::{Duration, Instant};

use cg_misere::{MisereCertificate, MisereLimits, MisereSearch};
use cg_octal::Rules;

fn main() {
    let mut codes: Vec<String> = std::env::args().skip(1).collect();
    let seconds = codes.remove(0).parse().expect("seconds for each code");
    let elements = codes.remove(0).parse().expect("elements");
    let heaps = codes.remove(0).parse().expect("heaps");
    for code in codes {
        let rules: Rules = code.parse().expect("a code");
        let start = Instant::now();
        let mut search = MisereSearch::new(rules);
        let limits = MisereLimits {
            elements,
            heaps,
            time: Some(Duration::from_secs(seconds)),
            ..Default::default()
        };
        let ending = search.go(&limits, &Default::default(), &mut |_| {});
        let solution = search.solution();
        let q = solution.quotient();
        let time = start.elapsed();
        if !search.is_proved() {
            println!(
                "{code}\t{ending:?}\t|Q|={}\t|P|={}\theap {}\t{:.3}\t{:?}",
                q.order(),
                q.p_positions().count(),
                solution.last_heap(),
                time.as_secs_f64(),
                search.changes().iter().map(|c| (c.heap, c.order)).collect::<Vec<_>>(),
            );
            continue;
        }
        let text = MisereCertificate::of(search.game(), solution).to_json();
        let start = Instant::now();
        let read = MisereCertificate::from_json(&text).expect("it reads what it writes");
        let verified = read.verify(&Default::default());
        let check = start.elapsed();
        if let Err(error) = verified {
            println!("{code}: {error}");
        }
        println!(
            "{code}\t{ending:?}\t|Q|={} |P|={}\theap {}\t{:?}\t{:.2?}\t{:.2?}\t{:?}",
            q.order(),
            q.p_positions().count(),
            solution.last_heap(),
            solution.period().map(|p| (p.preperiod, p.period)),
            time,
            check,
            search.changes().iter().map(|c| (c.heap, c.order)).collect::<Vec<_>>(),
        );
    }
}
