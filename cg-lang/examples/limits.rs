//! Measures how much memory workloads take that grow until they reach the memory
//! limit.
//!
//! `cargo run --release -p cg-lang --example limits` runs each workload in a process of
//! its own under a limit of 64 MiB and prints what it ended with, its time, and the
//! most memory that the process held, also as a multiple of the limit. The status is 1
//! when that is 1.5 or more for any. The peak is read from `/proc/self/status`; where
//! there is none, it is not shown.

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use cg_core::{Limits, Registry};
use cg_lang::{Event, Role, Session, Source};

/// The memory limit of each workload, in bytes.
const MEMORY: u64 = 64 << 20;

/// What makes a program that grows: a name, and the program.
type Workload = (&'static str, fn() -> String);

const WORKLOADS: [Workload; 16] = [
    ("10 MB of 1+1+...", || format!("{}1", "1+".repeat(5 << 20))),
    ("10 MB of opening parentheses", || "(".repeat(10 << 20)),
    ("10 MB of opening braces", || "{".repeat(10 << 20)),
    ("a list of 5 million items, written out", || format!("[{}1]", "1,".repeat(5 << 20))),
    ("a call with 5 million arguments", || format!("F({}1)", "n,".repeat(5 << 20))),
    ("100,000 definitions", || {
        (0..100_000)
            .map(|n| format!("F{n}(n) {{ case 0: 0; default: {{ F{n}(n-1) | F{n}(n-2) }}; }}\n"))
            .collect()
    }),
    ("calls that never end", || "F(n) { default: F(n+1) + 1; }\nF(0)".into()),
    ("the list of the integers to 10^9", || "range(1, 10^9)".replace("10^9", "1000000000")),
    ("a text that doubles", || {
        "T(n) { case 0: \"0123456789\"; default: T(n-1) ++ T(n-1); }\nT(40)".into()
    }),
    ("a list that doubles", || "T(n) { case 0: [1]; default: T(n-1) ++ T(n-1); }\nT(40)".into()),
    ("huge integers in a list", || "[pow(3, 1000000) + k : k = 1..100000]".into()),
    ("remembered values of calls with lists", || {
        "F(s) { default: len(s); }\n[F([k, k+1, k+2]) : k = 1..100000000]".into()
    }),
    ("games in canonical form", || {
        "H(n) { case 0: 0; case 1: {0|0}; default: { H(k)+k : k = 0..n-1, {H(k)|-n} : k = 0..n-1 \
         | H(k)-n : k = 0..n-1, {k|H(n-k-1)} : k = 0..n-1 }; }\n[H(n) : n = 0..1000]"
            .into()
    }),
    ("a misere search", || {
        "impartial K(n) { case 0: 0; default: { K(k)+K(n-k-1) : k = 0..n-1, \
         K(k)+K(n-k-2) : k = 0..n-2 }; }\nmisere(K(150)+K(151)+K(152))"
            .into()
    }),
    ("printing a list of 100 million digits", || {
        "L(n) { default: range(1, 1000); }\n[L(0) : k = 1..30000]".into()
    }),
    ("a list through map", || {
        "F(n) { default: [n, n]; }\nmap(F, map(F, map(F, range(1, 100000000))))".into()
    }),
];

/// The most memory that this process has held, in bytes.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

/// Runs one workload and says what it ended with, the seconds and the peak.
fn run(program: String) -> Result<(), Box<dyn std::error::Error>> {
    let limits =
        Limits { memory: MEMORY, time: Some(Duration::from_secs(30)), ..Limits::default() };
    let registry = cg_subgroups::register(Registry::builder()).close()?;
    let mut session = Session::new(cg_simplify::Engine::new(registry, limits)?);
    let source = Source::new("workload", program);
    let started = Instant::now();
    let mut end = "nothing".to_owned();
    let summary = session.run(&source, Role::Program, &mut |session, event| {
        end = match event {
            Event::Answer(answer) => match answer.to_text(session) {
                Ok(text) => format!("{} bytes of text", text.len()),
                Err(error) => error.to_string(),
            },
            Event::Note(_) => return,
            Event::Error(error) => error.to_string(),
        };
    });
    let most = if summary.errors > 1 { " (and so on)" } else { "" };
    let peak = peak().map_or(String::new(), |peak| peak.to_string());
    println!("{peak}\t{:.1}\t{end}{most}", started.elapsed().as_secs_f64());
    Ok(())
}

fn main() -> ExitCode {
    let number = std::env::args().nth(1).and_then(|number| number.parse::<usize>().ok());
    if let Some(number) = number {
        let done = run(WORKLOADS[number].1());
        return if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    println!("| workload | ends with | seconds | peak in MiB | of the limit |");
    println!("| --- | --- | --- | --- | --- |");
    let mut good = true;
    for (number, (name, _)) in WORKLOADS.iter().enumerate() {
        let own = std::env::current_exe().expect("a running program has a file");
        let done = Command::new(own).arg(number.to_string()).output();
        let done = done.expect("the program can start itself");
        let said = String::from_utf8_lossy(&done.stdout);
        let mut parts = said.trim_end().splitn(3, '\t');
        let (peak, seconds, end) = (parts.next(), parts.next(), parts.next());
        let peak = peak.and_then(|peak| peak.parse::<u32>().ok()).map(f64::from);
        let (mebibytes, share) = match peak {
            Some(peak) => {
                let limit = f64::from(u32::try_from(MEMORY).expect("it is 64 MiB"));
                good &= peak < 1.5 * limit;
                (format!("{:.0}", peak / f64::from(1 << 20)), format!("{:.2}", peak / limit))
            }
            None => ("not known".into(), String::new()),
        };
        good &= done.status.success() && end.is_some();
        let (seconds, end) = (seconds.unwrap_or("?"), end.unwrap_or("a crash"));
        println!("| {name} | {end} | {seconds} | {mebibytes} | {share} |");
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
