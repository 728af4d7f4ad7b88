//! What the command says of itself: its version, man pages, shell completions.

use std::io::{self, Write};
use std::path::Path;

use clap::{Command, CommandFactory};
use clap_complete::Shell;
use serde_json::json;

use crate::args::Cli;
use crate::exit::Ending;

/// The name of the command.
const NAME: &str = "cg";

/// Prints the version, or as JSON also what the command was built for and with.
pub(crate) fn version(as_json: bool) -> Ending {
    let version = env!("CARGO_PKG_VERSION");
    let text = if as_json {
        let features: &[&str] = if cfg!(feature = "switches") { &["switches"] } else { &[] };
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
    said(writeln!(io::stdout().lock(), "{text}"))
}

/// Prints the completions for a shell.
pub(crate) fn completions(shell: Shell) -> Ending {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut text);
    said(io::stdout().lock().write_all(&text))
}

/// Prints the man page of the command, or writes its pages and those of all
/// sub-commands into a folder.
pub(crate) fn man(folder: Option<&Path>) -> Ending {
    let mut command = Cli::command();
    command.build();
    let Some(folder) = folder else {
        return said(clap_mangen::Man::new(command).render(&mut io::stdout().lock()));
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| pages(&command, folder));
    said(written)
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

/// How it went; a reader that left is no error.
fn said(result: io::Result<()>) -> Ending {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("cg: {error}");
            Ending::ProgramError
        }
        _ => Ending::Answered,
    }
}
