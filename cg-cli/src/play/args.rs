//! What `cg play` accepts.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Play a game against the computer, or watch it play itself
///
/// GAME is nim with its heaps, trinim with a number of layers or a board, an octal game by its
/// name or code with its heaps, or a program in the language G with a position.
/// At the prompt, help says how moves are written.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
                  cg play nim 3 4 5\n  \
                  cg play trinim 5 --misere\n  \
                  cg play kayles 12 --as second\n  \
                  cg play .137 9 12 --demo\n  \
                  cg play examples/toads_and_frogs.g 'Toads(\"TT.FF\")' --as right\n  \
                  cg play nim 3 4 5 --save game.txt; cg play --replay game.txt")]
pub(crate) struct Arguments {
    /// The game, then its position
    #[arg(value_name = "GAME", required_unless_present = "replay", conflicts_with = "replay")]
    pub(super) words: Vec<String>,
    /// Who makes the last move loses
    #[arg(long, conflicts_with = "replay")]
    pub(super) misere: bool,
    /// Which player you are [default: first; left where the players differ]
    #[arg(long = "as", value_name = "SIDE", value_enum, conflicts_with = "replay")]
    pub(super) side: Option<Side>,
    /// Who moves first where the players differ [default: left]
    #[arg(long, value_name = "PLAYER", value_enum, conflicts_with = "replay")]
    pub(super) starts: Option<Starts>,
    /// The computer plays itself
    #[arg(long, conflicts_with_all = ["two", "side"])]
    pub(super) demo: bool,
    /// Two people play
    #[arg(long, conflicts_with = "side")]
    pub(super) two: bool,
    /// Let the computer choose by chance among equally good moves
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Write a transcript when the game ends or is left
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
    /// Show the game of a transcript, and go on with it
    #[arg(long, value_name = "FILE")]
    pub(super) replay: Option<PathBuf>,
}

/// A side to play on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Side {
    /// Who moves first
    First,
    /// Who moves second
    Second,
    /// Left
    Left,
    /// Right
    Right,
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Starts {
    /// Left
    Left,
    /// Right
    Right,
}
