//! `cg plugins`: what is loaded, the check of a plugin, a new plugin crate.
//!
//! The check runs in a child process, so that a crash or an endless loop in native code
//! ends the child.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use cg_calculator::Registry;
use cg_calculator::cg_core::{Subgroup, Sums};
use cg_calculator::cg_plugin::{Crates, ForeignSubgroup, ForeignSums, Plugin, Rules, new_plugin};
use cg_calculator::cg_simplify::laws::{Laws, Report, SumLaws};
use clap::Subcommand;
use serde::Serialize;

use crate::options::{Common, time};
use crate::output::{Ending, complain, object, print};
use crate::settings::Settings;

/// The action on plugins.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the subgroups and the families of sums: from where, what they include, and what was refused and why
    List,
    /// Try the laws of a subgroup, or of a family of sums, on a plugin, in a process of its own
    #[command(
        after_help = "Examples:\n  cg plugins check demo\n  cg plugins check --thorough --seed 7 demo/plugin.toml\n\n\
                            Exit status: 0 the plugin keeps the laws, 1 it does not, 3 it took too long."
    )]
    Check {
        /// The plugin's manifest, or the folder that holds it
        path: PathBuf,
        /// How long the check may take [default: 60s, and 20m when thorough]
        #[arg(long, value_name = "TIME", value_parser = time)]
        within: Option<Duration>,
        /// Try a hundred times as many random cases
        #[arg(long)]
        thorough: bool,
        /// The seed of the random cases: another one tries others
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
        /// Check in this process, which a crash of the plugin ends
        #[arg(long, hide = true)]
        here: bool,
    },
    /// Write a ready-to-build plugin crate from a template
    #[command(
        after_help = "Examples:\n  cg plugins new demo && cargo build --manifest-path demo/Cargo.toml && cg --plugin demo eval 1"
    )]
    New {
        /// The name of the subgroup, and of the folder that is made for it
        name: String,
    },
}

/// Does what is wanted.
pub(crate) fn run(command: Option<&Command>, settings: &Settings, options: &Common) -> Ending {
    match command {
        None | Some(Command::List) => list(settings, options.json),
        Some(Command::Check { path, here: true, thorough, seed, .. }) => {
            bound_memory(options.memory.unwrap_or(CHECK_MEMORY));
            check_here(path, *thorough, *seed, settings)
        }
        Some(Command::Check { path, within, here: false, thorough, seed }) => {
            let minutes = if *thorough { 20 } else { 1 };
            let within = within.unwrap_or(Duration::from_secs(60 * minutes));
            check_in_child(path, within, *thorough, *seed, options)
        }
        Some(Command::New { name }) => new(name),
    }
}

fn new(name: &str) -> Ending {
    match new_plugin(Path::new("."), name, &Crates::of_this_build()) {
        Ok(folder) => Ending::of(print(&format!(
            "wrote {}\nnext: cd {name} && cargo test && cargo build && cg --plugin .\n",
            folder.display()
        ))),
        Err(error) => {
            complain(&format!("cg: {error}"));
            Ending::ProgramError
        }
    }
}

/// A family of games, as the list has it.
#[derive(Serialize)]
struct Family<'a> {
    name: &'a str,
    version: &'a str,
    /// Whether it adds and decides only: a family of sums.
    sums: bool,
    /// The library of a plugin; none for what is linked in.
    from: Option<String>,
    includes: Vec<String>,
    overlaps: Vec<String>,
}

/// A file that is no plugin.
#[derive(Serialize)]
struct Refused {
    path: String,
    reason: String,
}

/// The families in use, and the refused files.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "subgroups")]
struct Listed<'a> {
    subgroups: Vec<Family<'a>>,
    refused: Vec<Refused>,
}

fn list(settings: &Settings, as_json: bool) -> Ending {
    let assembly = match settings.calculator.assembly() {
        Ok(assembly) => assembly,
        Err(error) => {
            complain(&format!("cg: {error}"));
            return Ending::ProgramError;
        }
    };
    let mut families = Vec::new();
    let sums = assembly.registry.sum_families().iter().map(Sums::name);
    for name in assembly.registry.names().chain(sums) {
        let plugin = assembly.loaded.iter().find(|plugin| plugin.manifest.name == name);
        let (mut includes, mut overlaps) = (Vec::new(), Vec::new());
        for relative in assembly.registry.relatives(name).unwrap_or_default() {
            if relative.included { &mut includes } else { &mut overlaps }
                .push(relative.name.clone());
        }
        families.push(Family {
            name,
            sums: plugin.is_some_and(|plugin| plugin.subgroup().is_none()),
            version: plugin.map_or(env!("CARGO_PKG_VERSION"), |plugin| &plugin.manifest.version),
            from: plugin.map(|plugin| plugin.library_path.display().to_string()),
            includes,
            overlaps,
        });
    }
    let refused = assembly.refused.iter();
    let printed = if as_json {
        let refused = refused.map(|(path, reason)| Refused {
            path: path.display().to_string(),
            reason: reason.to_string(),
        });
        print(&object(&Listed { subgroups: families, refused: refused.collect() }))
    } else {
        let families = families.iter().map(described);
        let refused = refused.map(|(path, why)| format!("refused: {}: {why}\n", path.display()));
        print(&families.chain(refused).collect::<String>())
    };
    let ending = if assembly.refused.is_empty() { Ending::Answered } else { Ending::ProgramError };
    ending.max(Ending::of(printed))
}

/// One line on a family.
fn described(family: &Family<'_>) -> String {
    let from = family.from.as_deref().unwrap_or("built in");
    let mut line = format!("{:<12} {:<8} {from}", family.name, family.version);
    if family.sums {
        line += "; a family of sums";
    }
    for (relation, others) in [("includes", &family.includes), ("overlaps", &family.overlaps)] {
        if !others.is_empty() {
            line += &format!("; {relation} {}", others.join(", "));
        }
    }
    line + "\n"
}

/// How often the child is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How much memory the child may use unless `--memory` says otherwise.
const CHECK_MEMORY: u64 = 4 << 30;

/// How many rounds of random cases a check has, and a thorough one.
const ROUNDS: usize = 500;
const THOROUGH_ROUNDS: usize = 100 * ROUNDS;

/// The last line of a check that came to its end. A plugin can end the process, but the
/// parent does not believe a status alone.
const AT_THE_END: &str = "the check came to its end\n";

/// The number of bytes that are kept of the output of a child.
const MOST_REPORT: u64 = 1 << 20;

/// Lets this process use no more than so many bytes: a plugin that takes more fails here,
/// not the whole machine.
#[cfg(unix)]
fn bound_memory(bytes: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::As).maximum;
    let current = maximum.map_or(bytes, |maximum| bytes.min(maximum));
    if let Err(error) = setrlimit(Resource::As, Rlimit { current: Some(current), maximum }) {
        complain(&format!("cg: the memory of the check is not bounded: {error}"));
    }
}

/// There is no such bound here.
#[cfg(not(unix))]
fn bound_memory(_: u64) {}

/// Checks in a child process, for so long.
fn check_in_child(
    path: &Path,
    within: Duration,
    thorough: bool,
    seed: u64,
    options: &Common,
) -> Ending {
    let started = Instant::now();
    let child = std::env::current_exe().and_then(|program| {
        let mut command = Process::new(program);
        command.args(["plugins", "check", "--here", "--seed"]).arg(seed.to_string()).arg(path);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let flags = [
            ("--thorough", thorough),
            ("--no-plugins", options.no_plugins),
            ("--trust-plugins", options.trust_plugins),
        ];
        command.args(flags.into_iter().filter(|flag| flag.1).map(|flag| flag.0));
        if let Some(memory) = options.memory {
            // In units that are read back.
            command.arg("--memory").arg(format!("{}K", memory.div_ceil(1 << 10)));
        }
        // Plugins that this one includes may be plugins too.
        for other in &options.plugin {
            command.arg("--plugin").arg(other);
        }
        command.spawn()
    });
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            complain(&format!("cg: the check cannot be started: {error}"));
            return Ending::ProgramError;
        }
    };
    // Read at once, lest a long report fills the pipe.
    let mut pipe = child.stdout.take().expect("it was asked for");
    let reader = thread::spawn(move || {
        let mut report = Vec::new();
        // A text that cannot be read is reported as cut off.
        let _ = pipe.by_ref().take(MOST_REPORT).read_to_end(&mut report);
        let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        String::from_utf8_lossy(&report).into_owned()
    });
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if started.elapsed() > within => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            Ok(None) => thread::sleep(LOOK),
            Err(error) => {
                complain(&format!("cg: the check was lost: {error}"));
                return Ending::ProgramError;
            }
        }
    };
    let report = reader.join().expect("reading does not panic");
    let complete = report.strip_suffix(AT_THE_END);
    let printed = Ending::of(print(complete.unwrap_or(&report)));
    printed.max(match status {
        Some(status) if complete.is_some() && status.success() => Ending::Answered,
        // The report says what breaks, or standard error why nothing was tried.
        Some(status) if status.code() == Some(1) => Ending::ProgramError,
        Some(status) => {
            let memory = options.memory.unwrap_or(CHECK_MEMORY) >> 20;
            complain(&format!(
                "cg: the plugin ended the check before its report: {status} (a plugin that needs \
                 more than {memory} MiB ends so too; --memory gives more)"
            ));
            Ending::ProgramError
        }
        None => {
            complain(&format!(
                "cg: the check did not end within {within:?}: an endless loop, or larger \
                 elements than the time is for (--within gives more)"
            ));
            Ending::LimitReached
        }
    })
}

/// Checks in this process, and prints the report.
fn check_here(path: &Path, thorough: bool, seed: u64, settings: &Settings) -> Ending {
    let mut wanted = settings.calculator.clone();
    wanted.plugins.push(path.to_owned());
    let assembly = match wanted.assembly() {
        Ok(assembly) => assembly,
        Err(error) => {
            complain(&format!("cg: {error}"));
            return Ending::ProgramError;
        }
    };
    for (path, reason) in &assembly.refused {
        complain(&format!("cg: {} was refused: {reason}", path.display()));
    }
    // It stands last: the plugins before it are those that it may include.
    let same = |plugin: &&Plugin| {
        plugin.manifest_path == path || plugin.manifest_path.parent() == Some(path)
    };
    let Some(plugin) = assembly.loaded.iter().find(same) else {
        return Ending::ProgramError;
    };
    let rounds = if thorough { THOROUGH_ROUNDS } else { ROUNDS };
    let (report, tried) = match &plugin.rules {
        Rules::Subgroup(subgroup) => {
            let registry = Arc::new(assembly.registry);
            match subgroup_laws(subgroup, rounds, seed, &registry) {
                Ok(found) => found,
                Err(ending) => return ending,
            }
        }
        Rules::Sums(sums) => (sum_laws(sums, rounds, seed), String::new()),
    };
    let tried = format!("{tried}{rounds} rounds of random cases were tried");
    let printed = print(&format!("{report}{tried}\n{AT_THE_END}"));
    let ending = if report.holds() { Ending::Answered } else { Ending::ProgramError };
    ending.max(Ending::of(printed))
}

/// The laws of a subgroup, and how many elements they were tried on.
fn subgroup_laws(
    subgroup: &ForeignSubgroup,
    rounds: usize,
    seed: u64,
    registry: &Arc<Registry>,
) -> Result<(Report, String), Ending> {
    let samples = subgroup.samples().map_err(|error| {
        complain(&format!("cg: the plugin offers no samples to try: {error}"));
        Ending::ProgramError
    })?;
    let tried = format!("{} elements and ", samples.len());
    let laws = Laws::of(subgroup.clone(), samples).rounds(rounds).seed(seed);
    Ok((laws.check(registry), tried))
}

fn sum_laws(sums: &ForeignSums, rounds: usize, seed: u64) -> Report {
    SumLaws::of(sums.clone()).rounds(rounds).seed(seed).check()
}
