//! What the command accepts.

use std::path::PathBuf;
use std::time::Duration;

use cg_core::Notation;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

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
                  cg run examples/kayles.g               the answers of a program\n  \
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
    Trinim(crate::trinim::Command),
    Octal(Box<crate::octal::Arguments>),
    Play(Box<crate::play::Arguments>),
    /// Subgroups and plugins: what is loaded, the check of a plugin, a new one
    ///
    /// Without more words, the list.
    #[command(
        after_help = "Examples:\n  cg plugins\n  cg plugins check plugins/switches\n  cg plugins new reds"
    )]
    Plugins {
        #[command(subcommand)]
        command: Option<crate::plugins::Command>,
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

/// Options that every way of running programs takes.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Common {
    /// Print one JSON object per answer
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Notation of the answers: paper, standard, unicode or latex
    #[arg(long, global = true, value_name = "NAME", value_parser = |name: &str| name.parse::<Notation>())]
    pub(crate) notation: Option<Notation>,
    /// Stop a statement, or the work of a sub-command, that takes longer: 500ms, 10s, 5m, 1h
    #[arg(long, global = true, value_name = "TIME", value_parser = time)]
    pub(crate) time: Option<Duration>,
    /// Memory that a session, or the work of a sub-command, may take: 500M, 8G [default: 4G]
    #[arg(long, global = true, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// Load the plugin of this manifest, or of the folder that holds one; it runs native code
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) plugin: Vec<PathBuf>,
    /// Use the built-in subgroups, and of plugins only those that --plugin names
    #[arg(long, global = true)]
    pub(crate) no_plugins: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value = "auto")]
    pub(crate) color: Colour,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Everywhere
    Always,
    /// Nowhere
    Never,
}

/// A number followed by one of the suffixes, which stand for factors.
fn scaled(text: &str, suffixes: &[(&str, u64)], example: &str) -> Result<u64, String> {
    let bad = || format!("expected a whole number and a unit, such as {example}");
    let (digits, factor) = suffixes
        .iter()
        .find_map(|&(suffix, factor)| Some((text.strip_suffix(suffix)?, factor)))
        .ok_or_else(bad)?;
    let number: u64 = digits.parse().map_err(|_| bad())?;
    number.checked_mul(factor).filter(|&product| product > 0).ok_or_else(bad)
}

pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
    scaled(text, &units, "500ms, 10s, 5m or 1h").map(Duration::from_millis)
}

fn size(text: &str) -> Result<u64, String> {
    let units = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30), ("T", 1 << 40)];
    scaled(text, &units, "500M or 8G")
}

/// Ends the command as the argument parser does, with the usage of a sub-command:
/// nothing has begun yet.
pub(crate) fn wrong_usage(subcommand: &str, what: impl std::fmt::Display) -> ! {
    let mut command = Cli::command();
    command.build();
    let command = match command.find_subcommand_mut(subcommand) {
        Some(found) => found,
        None => &mut command,
    };
    command.error(ErrorKind::ValueValidation, what).exit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_and_times() {
        assert_eq!(size("8G"), Ok(8 << 30));
        assert_eq!(time("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        for bad in ["", "G", "8", "-1G", "1.5G", "99999999999999T", "0M"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
