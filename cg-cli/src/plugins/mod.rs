//! `cg plugins`: what is loaded, the check of a plugin, a new plugin crate.

mod check;

use std::path::{Path, PathBuf};

use cg_core::{Registry, RegistryBuilder, Relative};
use cg_plugin::{Assembly, Crates, new_plugin};
use clap::Subcommand;
use serde_json::json;

use crate::args::Common;
use crate::exit::Ending;
use crate::settings::Settings;

/// What is wanted of plugins.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the subgroups: from where, what they include, and what was refused and why
    List,
    /// Try the laws of a subgroup on a plugin, in a process of its own
    #[command(
        after_help = "Examples:\n  cg plugins check demo\n  cg plugins check --within 5m demo/plugin.toml\n\n\
                            Exit status: 0 the plugin keeps the laws, 1 it does not, 3 it took too long."
    )]
    Check {
        /// The plugin's manifest, or the folder that holds it
        path: PathBuf,
        /// How long the check may take
        #[arg(long, value_name = "TIME", value_parser = crate::args::time, default_value = "60s")]
        within: std::time::Duration,
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
        Some(Command::Check { path, here: true, .. }) => check::here(path, settings),
        Some(Command::Check { path, within, here: false }) => {
            check::in_child(path, *within, options)
        }
        Some(Command::New { name }) => new(name),
    }
}

/// The subgroups that the command itself brings.
pub(crate) fn built_in(bundled: bool) -> RegistryBuilder {
    let builder = cg_subgroups::register(Registry::builder());
    // Bundled plugins, linked in: one line each.
    #[cfg(feature = "switches")]
    let builder = if bundled { builder.with(cg_switches::Switches) } else { builder };
    let _ = bundled;
    builder
}

fn new(name: &str) -> Ending {
    match new_plugin(Path::new("."), name, &Crates::of_this_build()) {
        Ok(folder) => {
            println!("wrote {}", folder.display());
            println!("next: cd {name} && cargo test && cargo build && cg --plugin .");
            Ending::Answered
        }
        Err(error) => {
            eprintln!("cg: {error}");
            Ending::ProgramError
        }
    }
}

fn list(settings: &Settings, as_json: bool) -> Ending {
    let base = || built_in(settings.configured_plugins);
    let assembly = match Assembly::new(base, &settings.plugins) {
        Ok(assembly) => assembly,
        Err(error) => {
            eprintln!("cg: {error}");
            return Ending::ProgramError;
        }
    };
    let mut subgroups = Vec::new();
    for name in assembly.registry.names() {
        let plugin = assembly.loaded.iter().find(|plugin| plugin.manifest.name == name);
        let (mut includes, mut overlaps) = (Vec::new(), Vec::new());
        for relative in assembly.registry.relatives(name).unwrap_or_default() {
            match relative {
                Relative::Includes(other) => includes.push(other),
                Relative::Overlaps(other) => overlaps.push(other),
            }
        }
        subgroups.push(json!({
            "name": name,
            "version": plugin.map_or(env!("CARGO_PKG_VERSION"), |plugin| &plugin.manifest.version),
            "from": plugin.map(|plugin| plugin.library_path.display().to_string()),
            "includes": includes,
            "overlaps": overlaps,
        }));
    }
    let refused: Vec<_> = refusals(&assembly, settings)
        .map(|(path, reason)| json!({ "path": path.display().to_string(), "reason": reason }))
        .collect();
    if as_json {
        println!("{}", json!({ "subgroups": subgroups, "refused": refused }));
    } else {
        for subgroup in &subgroups {
            println!("{}", described(subgroup));
        }
        for refusal in &refused {
            println!("refused: {}: {}", text(&refusal["path"]), text(&refusal["reason"]));
        }
    }
    if refused.is_empty() { Ending::Answered } else { Ending::ProgramError }
}

fn text(value: &serde_json::Value) -> &str {
    value.as_str().unwrap_or("")
}

/// One line on a subgroup.
fn described(subgroup: &serde_json::Value) -> String {
    let from = subgroup["from"].as_str().unwrap_or("built in");
    let mut line =
        format!("{:<12} {:<8} {from}", text(&subgroup["name"]), text(&subgroup["version"]));
    for relation in ["includes", "overlaps"] {
        let others: Vec<&str> =
            subgroup[relation].as_array().into_iter().flatten().map(text).collect();
        if !others.is_empty() {
            line += &format!("; {relation} {}", others.join(", "));
        }
    }
    line
}

/// What was not loaded, and why.
pub(crate) fn refusals<'a>(
    assembly: &'a Assembly,
    settings: &'a Settings,
) -> impl Iterator<Item = (&'a Path, String)> {
    let refused = assembly.refused.iter();
    let refused = refused.map(|refusal| (refusal.path.as_path(), refusal.reason.to_string()));
    let unreadable = settings.unreadable.iter();
    refused.chain(unreadable.map(|(path, reason)| (path.as_path(), reason.clone())))
}
