//! The arguments of the command: the sub-commands, each with its own.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

#[cfg(feature = "mcp")]
use crate::mcp;
use crate::options::Common;
#[cfg(feature = "serve")]
use crate::serve;
use crate::{
    atlas, database, family, format, lsp, octal, play, plugins, prove, rulesets, solve, tasks,
    trinim,
};

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "cg",
    version,
    disable_version_flag = true,
    about = "A calculator for combinatorial games",
    long_about = "A calculator for combinatorial games: write the rules of a game, type a position, and get its \
                  simplest form, who wins, and the winning moves.\n\nWithout a sub-command, cg starts an interactive \
                  session when it has a terminal, and otherwise reads a program from standard input.",
    after_help = "Examples:\n  \
                  cg                                     an interactive session\n  \
                  cg eval '{0|*}' '? ^(2)-^(1)+*'        answers on the command line\n  \
                  cg examples/kayles.g                   the answers of a program, also cg run FILE\n  \
                  echo '*(3)+*(7)' | cg                  a program from standard input\n  \
                  cg play nim 3 4 5                      a game against the computer\n\n\
                  Exit status: 0 answered, 1 the program has an error, 2 wrong usage, 3 a limit was reached, 130 interrupted."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Print the version; with --json also what it was built for
    #[arg(short = 'V', long)]
    pub(crate) version: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The sub-commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run program files, one after another, in one session
    #[command(
        after_help = "Examples:\n  cg run examples/nim.g\n  cg run --json rules.g queries.g\n  cat rules.g | cg run -"
    )]
    Run {
        /// Program files; - is standard input
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Print each question before its answer
        #[arg(long)]
        echo: bool,
    },
    /// Answer expressions and queries given on the command line
    #[command(
        after_help = "Examples:\n  cg eval '{0,*|0}'\n  cg eval 'Nim(n) { case 0: 0; default: { Nim(k) : k = 0..n-1 | Nim(k) : k = 0..n-1 }; }' '?? Nim(3)+Nim(5)'"
    )]
    Eval {
        /// Statements of the language G, run in order in one session
        #[arg(required = true, value_name = "EXPR", allow_hyphen_values = true)]
        expressions: Vec<String>,
    },
    /// Triangular Nim: solve boards, ask about positions, plan and check long runs
    #[command(subcommand)]
    Trinim(trinim::Command),
    Atlas(atlas::Arguments),
    Database(database::Arguments),
    Family(Box<family::Arguments>),
    Fmt(format::Arguments),
    Lsp(lsp::Arguments),
    #[cfg(feature = "mcp")]
    Mcp(mcp::Arguments),
    Octal(Box<octal::Arguments>),
    Play(Box<play::Arguments>),
    Prove(Box<prove::Arguments>),
    Rulesets(Box<rulesets::Arguments>),
    Solve(Box<solve::Arguments>),
    #[cfg(feature = "serve")]
    Serve(Box<serve::Arguments>),
    Tasks(tasks::Arguments),
    /// Subgroups and plugins: what is loaded, the check of a plugin, a new one
    ///
    /// Without more words, the list.
    #[command(
        after_help = "Examples:\n  cg plugins\n  cg plugins check plugins/switches\n  cg plugins new reds"
    )]
    Plugins {
        #[command(subcommand)]
        command: Option<plugins::Command>,
    },
    /// Print the completions for a shell
    #[command(after_help = "Examples:\n  \
                      cg completions bash > ~/.local/share/bash-completion/completions/cg\n  \
                      cg completions fish > ~/.config/fish/completions/cg.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the man page, or write those of all sub-commands into a folder
    #[command(after_help = "Examples:\n  cg man | man -l -\n  cg man ~/.local/share/man/man1")]
    Man {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
