//! The sub-command `cg lsp`: a language server for G, over standard input and output.

use std::io;

use cg_lsp::{Options, serve};
use clap::Args;

use crate::options::Common;
use crate::output::{Ending, complain, writer};

/// The memory of a calculator of the server, unless told otherwise.
const MEMORY: u64 = 512 << 20;

/// Everything behind `cg lsp`.
#[derive(Debug, Args)]
#[command(
    about = "A language server for G: what editors ask about programs",
    long_about = "Speaks the Language Server Protocol over standard input and output: errors as they are typed, \
                  completion, help and the values of expressions, definitions, renaming, colours, formatting.\n\n\
                  An editor starts it; docs/editors.md says how. It reads no files and loads no plugins.",
    after_help = "Exit status: 0 the editor ended it, 1 the editor left without a word."
)]
pub(crate) struct Arguments {
    /// Taken from editors that pass it; there is no other way to talk
    #[arg(long)]
    stdio: bool,
}

/// Runs the sub-command.
pub(crate) fn run(arguments: &Arguments, options: &Common) -> Ending {
    let Arguments { stdio: _ } = arguments;
    // No configuration is read: the editor starts the server in any folder.
    let mut asked = Options::default();
    asked.settings.notation = options.notation;
    asked.settings.limits.memory = options.memory.unwrap_or(MEMORY);
    match serve(io::stdin(), writer(), &asked) {
        Ok(cg_lsp::Ending::Asked) => Ending::Answered,
        Ok(cg_lsp::Ending::Abrupt) => Ending::ProgramError,
        Err(error) => {
            complain(&format!("cg lsp: {error}"));
            Ending::ProgramError
        }
    }
}
