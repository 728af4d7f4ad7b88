//! `cg plugins check`: the laws of a subgroup, tried on a plugin. A child process
//! does it, so that a crash or an endless loop in native code ends the child.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use cg_core::FallibleSubgroup;
use cg_plugin::{Assembly, Plugin};
use cg_simplify::laws::Laws;

use super::{built_in, refusals};
use crate::args::Common;
use crate::exit::Ending;
use crate::settings::Settings;

/// How often the child is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Checks in a child process, for so long.
pub(super) fn in_child(path: &Path, within: Duration, options: &Common) -> Ending {
    let started = Instant::now();
    let child = std::env::current_exe().and_then(|program| {
        let mut command = Command::new(program);
        command.args(["plugins", "check", "--here"]).arg(path).stdin(Stdio::null());
        if options.no_plugins {
            command.arg("--no-plugins");
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
            eprintln!("cg: the check cannot be started: {error}");
            return Ending::ProgramError;
        }
    };
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ending::Answered,
            Ok(Some(status)) => {
                if status.code().is_none_or(|code| code != 1) {
                    eprintln!("cg: the plugin ended the check: {status}");
                }
                return Ending::ProgramError;
            }
            Ok(None) if started.elapsed() > within => {
                let _ = child.kill();
                let _ = child.wait();
                eprintln!(
                    "cg: the check did not end within {within:?}: an endless loop, or larger \
                     elements than the time is for (--within gives more)"
                );
                return Ending::LimitReached;
            }
            Ok(None) => thread::sleep(LOOK),
            Err(error) => {
                eprintln!("cg: the check was lost: {error}");
                return Ending::ProgramError;
            }
        }
    }
}

/// Checks in this process, and prints the report.
pub(super) fn here(path: &Path, settings: &Settings) -> Ending {
    let paths = settings.plugins.iter().map(|path| path.as_path()).chain([path]);
    let assembly = match Assembly::new(|| built_in(settings.configured_plugins), paths) {
        Ok(assembly) => assembly,
        Err(error) => {
            eprintln!("cg: {error}");
            return Ending::ProgramError;
        }
    };
    for (path, reason) in refusals(&assembly, settings) {
        eprintln!("cg: {} was refused: {reason}", path.display());
    }
    // It stands last: the plugins before it are those that it may include.
    let same = |plugin: &&Plugin| {
        plugin.manifest_path == path || plugin.manifest_path.parent() == Some(path)
    };
    let Some(plugin) = assembly.loaded.iter().find(same) else {
        return Ending::ProgramError;
    };
    let samples = match plugin.subgroup.samples() {
        Ok(samples) => samples,
        Err(error) => {
            eprintln!("cg: the plugin offers no samples to try: {error}");
            return Ending::ProgramError;
        }
    };
    let subgroup = plugin.subgroup.clone();
    let count = samples.len();
    let report = Laws::of(subgroup, samples).check(&Arc::new(assembly.registry));
    print!("{report}");
    println!("{count} elements were tried");
    if report.holds() { Ending::Answered } else { Ending::ProgramError }
}
