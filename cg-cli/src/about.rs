//! The command about itself: its version, man pages, shell completions.

use std::io;
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use serde_json::json;

use crate::args::Cli;
use crate::output::{Ending, complain, print};

/// The name of the command.
const NAME: &str = "cg";

/// Prints the version, or as JSON also what the command was built for and with.
pub(crate) fn version(as_json: bool) -> Ending {
    let version = env!("CARGO_PKG_VERSION");
    let text = if as_json {
        let features = [
            ("switches", cfg!(feature = "switches")),
            ("transfinite", cfg!(feature = "transfinite")),
        ];
        let features: Vec<&str> =
            features.into_iter().filter_map(|(name, on)| on.then_some(name)).collect();
        let object = json!({
            "kind": "version",
            "name": NAME,
            "version": version,
            "target": { "architecture": std::env::consts::ARCH, "system": std::env::consts::OS },
            "features": features,
            // Whoever builds from a checkout may say which: nothing is asked of git here.
            "commit": option_env!("CG_COMMIT"),
        });
        object.to_string()
    } else {
        format!("{NAME} {version}")
    };
    Ending::of(print(&format!("{text}\n")))
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
