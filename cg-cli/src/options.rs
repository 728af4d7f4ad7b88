//! The options that every sub-command takes, and how quantities are written in options.

use std::path::PathBuf;
use std::time::Duration;

use cg_calculator::Notation;
use clap::error::ErrorKind;
use clap::{Args, ValueEnum};

/// Options that every sub-command takes.
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
    /// Load plugins even from files that others can write
    #[arg(long, global = true)]
    pub(crate) trust_plugins: bool,
    /// Use the built-in subgroups, and of plugins only those that --plugin names
    #[arg(long, global = true)]
    pub(crate) no_plugins: bool,
    /// The folder of the databases that solvers use, see `cg database` [default: that of the user]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) database: Option<PathBuf>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value = "auto")]
    pub(crate) color: Colour,
}

impl Common {
    /// The folder of databases.
    pub(crate) fn databases(&self) -> Option<PathBuf> {
        self.database.clone().or_else(cg_calculator::default_databases)
    }
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

/// A time such as 500ms or 1h.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)];
    scaled(text, &units, "500ms, 10s, 5m or 1h").map(Duration::from_millis)
}

/// A number of bytes such as 500M or 8G.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let units = [("K", 1 << 10), ("M", 1 << 20), ("G", 1 << 30), ("T", 1 << 40)];
    scaled(text, &units, "500M or 8G")
}

/// Ends the command as the argument parser does, with the usage of the sub-command that
/// has the arguments `A`: nothing has begun yet.
pub(crate) fn wrong_usage<A: Args>(subcommand: &'static str, what: impl std::fmt::Display) -> ! {
    let command = clap::Command::new(subcommand).bin_name(subcommand);
    A::augment_args(command).error(ErrorKind::ValueValidation, what).exit()
}

#[cfg(test)]
mod tests {
    use super::*;

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
