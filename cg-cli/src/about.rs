//! The command about itself: its version, man pages, shell completions.

use std::io;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use serde::Serialize;

use crate::args::Cli;
use crate::output::{Ending, complain, object, print};

/// The name of the command.
const NAME: &str = "cg";

/// The build of the command: its version, its target and its features.
#[derive(Serialize)]
#[serde(tag = "kind", rename = "version")]
struct Version {
    name: &'static str,
    version: &'static str,
    target: Target,
    features: Vec<&'static str>,
    commit: Option<&'static str>,
}

#[derive(Serialize)]
struct Target {
    architecture: &'static str,
    system: &'static str,
}

/// Prints the version, or as JSON also what the command was built for and with.
pub(crate) fn version(as_json: bool) -> Ending {
    let version = env!("CARGO_PKG_VERSION");
    let text = if as_json {
        let all = [
            ("switches", cfg!(feature = "switches")),
            ("transfinite", cfg!(feature = "transfinite")),
        ];
        object(&Version {
            name: NAME,
            version,
            target: Target { architecture: std::env::consts::ARCH, system: std::env::consts::OS },
            features: all.into_iter().filter_map(|(name, on)| on.then_some(name)).collect(),
            // Git is not asked here: who builds from a checkout may name the commit.
            commit: option_env!("CG_COMMIT"),
        })
    } else {
        format!("{NAME} {version}\n")
    };
    Ending::of(print(&text))
}

/// Prints the completions for a shell.
pub(crate) fn completions(shell: Shell) -> Ending {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut text);
    Ending::of(print(&String::from_utf8(text).expect("completions are text")))
}

/// Prints the man page of the command, or writes its pages and those of all
/// sub-commands into a folder.
pub(crate) fn man(folder: Option<&Path>) -> Ending {
    let mut command = Cli::command();
    command.build();
    let Some(folder) = folder else {
        let mut page = Vec::new();
        let made = clap_mangen::Man::new(command).render(&mut page);
        made.expect("a page is written to memory");
        return Ending::of(print(&String::from_utf8(page).expect("a page is text")));
    };
    match std::fs::create_dir_all(folder).and_then(|()| pages(&command, folder)) {
        Ok(()) => Ending::Answered,
        Err(error) => {
            complain(&format!("cg: {}: {error}", folder.display()));
            Ending::ProgramError
        }
    }
}

/// Writes the page of a command and those of its sub-commands.
fn pages(command: &Command, folder: &Path) -> io::Result<()> {
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        pages(inner, folder)?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    // A command that was built knows those around it: `cg-trinim-solve`.
    let name = command.get_display_name().unwrap_or(command.get_name());
    std::fs::write(folder.join(format!("{name}.1")), page)
}
