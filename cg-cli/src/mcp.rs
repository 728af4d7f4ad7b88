//! The sub-command `cg mcp`: the calculator as a server of the Model Context Protocol.

use std::time::Duration;

use cg_mcp::{Options, serve};
use clap::Args;

use crate::options::{Common, wrong_usage};
use crate::output::{Ending, complain};
use crate::settings::Settings;

/// Everything behind `cg mcp`.
#[derive(Debug, Args)]
#[command(
    about = "A server of the Model Context Protocol: assistants calculate with it",
    long_about = "A server of the Model Context Protocol over standard input and output, which an assistant starts to \
                  calculate with: values, who wins, winning moves, explanations, sums of positions, octal games, proofs.\n\n\
                  It reads and writes no files and loads no plugins. --memory holds for each session, --time for each \
                  call (512M and 20s unless told otherwise). It ends when the client leaves, and by Ctrl-C. The guide's \
                  page `assistants` has the set-up for clients.",
    after_help = "Examples:\n  \
                  claude mcp add cg -- cg mcp           for Claude Code\n  \
                  { \"mcpServers\": { \"cg\": { \"command\": \"cg\", \"args\": [\"mcp\"] } } }\n                                        \
                  in the file of another client\n\n\
                  Exit status: 0 the client left or Ctrl-C, 1 an error, 2 wrong usage."
)]
pub(crate) struct Arguments {}

/// Runs the sub-command.
pub(crate) fn run(options: &Common, settings: &Settings) -> Ending {
    if !options.plugin.is_empty() {
        wrong_usage::<Arguments>("cg mcp", "plugins run native code, and no assistant gets them");
    }
    let defaults = Options::default();
    let mut limits = settings.calculator.limits.clone();
    limits.memory = settings.memory.unwrap_or(defaults.limits.memory.min(limits.memory));
    let time: Duration = settings.time().unwrap_or(defaults.time);
    let asked = Options { limits, bundled: settings.calculator.bundled, time };
    let interrupt = settings.interrupt().clone();
    match serve(asked, move || interrupt.is_raised()) {
        Ok(()) => Ending::Answered,
        Err(error) => {
            complain(&format!("cg mcp: {error}"));
            Ending::ProgramError
        }
    }
}
