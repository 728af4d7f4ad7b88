//! The limits on time and memory, at the command: programs that grow, and every function with hard arguments.
//!
//! The peak is what the system saw of the process (`VmHWM`), so that what nobody counts shows too. An ordinary run tries
//! each program with text or with JSON; `CG_TRUST_ROUNDS=1000 cargo test -p cg-cli limits -- --nocapture` tries both and
//! prints the table.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use cg_calculator::Calculator;
use cg_calculator::cg_lang::WordKind;

/// The memory limit.
const MEMORY: u64 = 64 << 20;

/// What a run took.
struct Taken {
    code: Option<i32>,
    peak: u64,
    elapsed: Duration,
    error: String,
}

impl Taken {
    fn share(&self) -> f64 {
        f64::from(u32::try_from(self.peak >> 10).unwrap())
            / f64::from(u32::try_from(MEMORY >> 10).unwrap())
    }
}

/// The most memory that a process has held, in bytes. For a moment after its start it still has the
/// memory, and the name, of the program that started it.
fn peak_of(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    if !status.starts_with("Name:\tcg\n") {
        return None;
    }
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

/// Runs a program within the limits.
fn run(folder: &Path, program: &str, time: &str, json: bool) -> Taken {
    fs::write(folder.join("program.g"), program).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg"));
    command.current_dir(folder).env("HOME", folder).env("XDG_CONFIG_HOME", folder);
    command.args(["run", "program.g", "--time", time, "--memory", "64M"]).stdin(Stdio::null());
    if json {
        command.arg("--json");
    }
    command.stdout(File::create(folder.join("out")).unwrap());
    command.stderr(File::create(folder.join("err")).unwrap());
    let started = Instant::now();
    let mut child = command.spawn().unwrap();
    let mut peak = 0;
    let status = loop {
        peak = peak.max(peak_of(child.id()).unwrap_or(0));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_micros(300));
    };
    let error = fs::read(folder.join(if json { "out" } else { "err" })).unwrap();
    let error = String::from_utf8_lossy(&error[..error.len().min(200)]).into_owned();
    Taken { code: status.code(), peak, elapsed: started.elapsed(), error }
}

/// A program that grows: a name, and how it is made.
type Bomb = (&'static str, fn() -> String);

fn listed(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(",")
}

const BOMBS: &[Bomb] = &[
    ("a game of 100,000 nimbers", || format!("{{{}|0}}", listed(100_000, |n| format!("*{n}")))),
    ("a game of 100,000 integers", || format!("{{{}|}}", listed(100_000, |n| n.to_string()))),
    ("a game of generated nimbers", || "{*(k) : k = 0..200000 | 0}".into()),
    ("a game of generated integers", || "{k : k = 0..200000 | }".into()),
    ("lists put together from behind", || {
        "F(n) { case 0: []; default: [n] ++ F(n-1); }\nF(100000)".into()
    }),
    ("lists put together from before", || {
        "F(n) { case 0: []; default: F(n-1) ++ [n]; }\nF(100000)".into()
    }),
    ("lists within lists", || "F(n) { case 0: []; default: [F(n-1)]; }\nF(10000000)".into()),
    ("forms of a million numbers", || "misereform(\"*[0,1]\", 0..10**6)".into()),
    ("genus of a million numbers", || "genus(0..10**6)".into()),
    ("quotient of a million numbers", || "quotient(0..10**6)".into()),
    ("a mate", || "miseremate(\"*[[1000],64]\")".into()),
    ("a form", || "misereform(\"*[[1000],64]\")".into()),
    ("parts", || "misereparts(\"*[[1000],64]\")".into()),
    ("a large misère heap", || "misereform(\"*100000\")".into()),
    ("links", || "miserelinked(\"*[[1000],64]\", \"*[[900],64]\")".into()),
    ("a genus by search", || "genus(*200 + *201 + *202)".into()),
    ("a misère sum of heaps", || "misere(*1000 + *1001 + *1002)".into()),
    ("a misère search", || {
        "impartial K(n) { case 0: 0; default: { K(k)+K(n-k-1) : k = 0..n-1, K(k)+K(n-k-2) : k = 0..n-2 }; }\nmisere(K(150)+K(151)+K(152))".into()
    }),
    ("an unknown name of 5 MB", || "a".repeat(5_000_000)),
    ("a bound name of 5 MB", || "a".repeat(5_000_000) + " = 1"),
    ("a function with a name of 5 MB", || "a".repeat(5_000_000) + "(3)"),
    ("a directive with a name of 5 MB", || format!(":{}", "a".repeat(5_000_000))),
    ("help of a topic of 5 MB", || format!(":help {}", "a".repeat(5_000_000))),
    ("a sorted list", || "sort([10**6-x : x = 0..10**6])".into()),
    ("sorted texts", || "sort([\"abcdefghijklmnopqrst\" ++ \"uvw\" : x = 0..300000])".into()),
    ("a reversed list", || "reverse([x : x = 0..10**6])".into()),
    ("a set", || "set([x : x = 0..10**6])".into()),
    ("a text of 20 MB", || format!("\"{}\"", "a".repeat(20_000_000))),
    ("an escaped text of 10 MB", || format!("\"{}\"", "\\\\".repeat(5_000_000))),
    ("an open text of 20 MB", || format!("\"{}", "a".repeat(20_000_000))),
    ("a text that doubles", || {
        "F(s,n) { case (s,0): s; default: F(s++s,n-1); }\nF(\"ab\",60)".into()
    }),
    ("a text that doubles by calls", || {
        "T(n) { case 0: \"0123456789\"; default: T(n-1) ++ T(n-1); }\nT(40)".into()
    }),
    ("a list that doubles", || "T(n) { case 0: [1]; default: T(n-1) ++ T(n-1); }\nT(40)".into()),
    ("10 MB of 1+1+...", || format!("{}1", "1+".repeat(5 << 20))),
    ("10 MB of opening parentheses", || "(".repeat(10 << 20)),
    ("10 MB of opening braces", || "{".repeat(10 << 20)),
    ("10 MB of opening brackets", || "[".repeat(10 << 20)),
    ("a list of 5 million items, written out", || format!("[{}1]", "1,".repeat(5 << 20))),
    ("a call with 5 million arguments", || format!("F({}1)", "n,".repeat(5 << 20))),
    ("100,000 definitions", || {
        (0..100_000)
            .map(|n| format!("F{n}(n) {{ case 0: 0; default: {{ F{n}(n-1) | F{n}(n-2) }}; }}\n"))
            .collect()
    }),
    ("calls that never end", || "F(n) { default: F(n+1) + 1; }\nF(0)".into()),
    ("the integers to 10^9", || "range(1, 1000000000)".into()),
    ("remembered calls with lists", || {
        "F(s) { default: len(s); }\n[F([k, k+1, k+2]) : k = 1..100000000]".into()
    }),
    ("remembered calls of integers", || {
        "F(n) { case 0: 0; case 1: 1; default: F(n-1)+F(n-2); }\n[F(n) : n = 0..300000]".into()
    }),
    ("games in canonical form", || {
        "H(n) { case 0: 0; case 1: {0|0}; default: { H(k)+k : k = 0..n-1, {H(k)|-n} : k = 0..n-1 | H(k)-n : k = 0..n-1, {k|H(n-k-1)} : k = 0..n-1 }; }\n[H(n) : n = 0..1000]".into()
    }),
    ("a printed list of lists", || {
        "L(n) { default: range(1, 1000); }\n[L(0) : k = 1..30000]".into()
    }),
    ("lists through map", || {
        "F(n) { default: [n, n]; }\nmap(F, map(F, map(F, range(1, 100000000))))".into()
    }),
    ("pairs", || "[[i,j] : i = 0..3000, j = 0..3000]".into()),
    ("lists with texts", || "[[i, \"abcdefghijklmnopqrstuvw\", [i]] : i = 0..10**7]".into()),
    ("a joined text", || "join([\"abcdefghij\" : k = 0..10**7], \",\")".into()),
    ("a comment of 20 MB", || format!("/* {} */ 1", "x".repeat(20_000_000))),
    ("200,000 statements", || "1;".repeat(200_000)),
    ("500,000 bindings", || (0..500_000).map(|n| format!("x{n} = {n}\n")).collect()),
    ("2 million errors", || "1+\n".repeat(2 << 20)),
    ("10 MB of bad signs", || "\u{a7}".repeat(5 << 20)),
    ("10 MB of bars", || format!("{{1{}0}}", "|".repeat(10 << 20))),
    ("10 MB of quotes", || "'".repeat(10 << 20)),
    ("a million cases", || format!("F(n) {{{} }}", " case 1: 1;".repeat(1 << 20))),
    ("a million conditions", || format!("{}1", "if true then ".repeat(1 << 20))),
    ("3 million negations", || format!("{}true", "not ".repeat(3 << 20))),
    ("10 MB of minus signs", || format!("{}1", "-".repeat(10 << 20))),
    ("10 MB of ups", || "^".repeat(10 << 20)),
    ("5 million ups", || "^ ".repeat(5 << 20)),
    ("10 MB of question marks", || "?".repeat(10 << 20)),
    ("10 MB of digits", || "1".repeat(10 << 20)),
    ("10 MB of binary digits", || format!("1.{}", "01".repeat(5 << 20))),
    ("why of 20,000 options", || format!(":why {{{}|0}}", listed(20_000, |n| format!("*{n}")))),
    ("moves of 20,000 options", || {
        format!("?? {{{}|0}}+{{1|-1}}", listed(20_000, |n| format!("*{n}")))
    }),
    ("a graph of 200,000 edges", || {
        format!("Hackenbush(\"{}\")", listed(200_000, |n| format!("a{n}-a{}:l", n + 1)))
    }),
    ("a board of a million cells", || "Domineering(1000,1000)".into()),
    ("a large board", || "Domineering(8,8)".into()),
    ("labels within labels", || format!("{}0|a{}", "a{".repeat(100_000), "}".repeat(100_000))),
];

/// The most that programs take, as a share of the limit.
const MOST: f64 = 1.5;

#[test]
fn programs_that_grow_end_within_the_limit_of_memory() {
    assert!(BOMBS.len() >= 64, "{}", BOMBS.len());
    let folder = tempfile::tempdir().unwrap();
    let (mut over, mut largest) = (Vec::new(), 0f64);
    let all = std::env::var("CG_TRUST_ROUNDS").is_ok();
    for (at, (name, program)) in BOMBS.iter().enumerate() {
        let program = program();
        for json in [false, true] {
            if !all && json == (at % 2 == 0) {
                continue;
            }
            // What ends by itself has its time; JSON adds to what is printed alone.
            let taken = run(folder.path(), &program, "3s", json);
            let (share, code) = (taken.share(), taken.code);
            largest = largest.max(share);
            let seconds = taken.elapsed.as_secs_f64();
            let form = if json { ", JSON" } else { "" };
            println!("| {name}{form} | {code:?} | {share:.2} | {seconds:.1} s |");
            if share > MOST
                || !matches!(code, Some(0..=3))
                || taken.elapsed > Duration::from_secs(20)
            {
                over.push(format!(
                    "{name} (JSON: {json}): {code:?}, {share:.2}, {:?}: {}",
                    taken.elapsed, taken.error
                ));
            }
        }
    }
    assert!(over.is_empty(), "{} of them:\n{}", over.len(), over.join("\n"));
    // Some of them do reach the limit.
    assert!(largest > 1.0, "{largest}");
}

/// Arguments of all kinds that are hard to work with.
const HARD: [&str; 11] = [
    "10**12",
    "{1|-1}+{2|-2}+{3|-3}+{5|-5}+{7|-7}+{11|-11}+{13|-13}+{17|-17}+{19|-19}+{23|-23}+{29|-29}+{31|-31}",
    "Domineering(6,6)",
    "Amazons(\"6x6\")",
    "[k : k = 0..10**5]",
    "\"*[[1000],64]\"",
    "\"0.3106475213741\"",
    "*(10**6)",
    "*1000 + *1001 + *1002",
    "{on|{0|pass}}",
    "0..10**6",
];

/// The longest that a call takes whose limit is 50 ms.
const LONGEST: Duration = Duration::from_secs(2);

/// Runs a call of a function; an error says which limit it leaves.
fn call(folder: &Path, program: &str) -> Result<(), String> {
    let mut taken = run(folder, program, "50ms", false);
    // Others may use the machine: the quickest of some runs counts.
    for _ in 0..3 {
        if taken.elapsed <= LONGEST {
            break;
        }
        taken = run(folder, program, "50ms", false);
    }
    let (share, code, elapsed) = (taken.share(), taken.code, taken.elapsed);
    if elapsed > LONGEST || share > MOST || !matches!(code, Some(0..=3)) {
        return Err(format!("{program}: {code:?}, {share:.2}, {elapsed:?}: {}", taken.error));
    }
    Ok(())
}

#[test]
fn every_function_obeys_the_limits() {
    let vocabulary = Calculator::new().unwrap().vocabulary();
    let functions: Vec<(String, usize)> = vocabulary
        .words("")
        .filter(|(_, word)| word.kind == WordKind::BuiltIn)
        .map(|(name, word)| (name.to_owned(), word.usage.matches(',').count() + 1))
        .collect();
    assert!(functions.len() > 100, "{}", functions.len());
    let called = |(name, count): &(String, usize)| {
        HARD.map(|hard| format!("{name}({})", vec![hard; *count].join(", ")))
    };
    let programs: Vec<String> = functions.iter().flat_map(called).collect();
    let (next, over) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                let folder = tempfile::tempdir().unwrap();
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = call(folder.path(), program) {
                        over.lock().unwrap().push(error);
                    }
                }
            });
        }
    });
    let over = over.into_inner().unwrap();
    println!("{} functions, {} calls", functions.len(), programs.len());
    assert!(over.is_empty(), "{} of them:\n{}", over.len(), over.join("\n"));
}
