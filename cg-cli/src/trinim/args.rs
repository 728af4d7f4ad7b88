//! What `cg trinim` accepts.

use std::path::PathBuf;

use cg_trinim::{Convention, Layers, Position};
use clap::{Args, Subcommand};

use super::pieces::Pieces;

/// The sub-commands of `cg trinim`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve every position of a board of K layers
    #[command(
        long_about = "Solve every position of a board of K layers: who wins, how many P-positions there are, all winning \
                      first moves, and the ratio of P-positions for the boards up to K.\n\nWithout --db the board is \
                      solved in memory (K up to 8). With --db it is solved block by block into a folder; a run that was \
                      stopped, or killed, goes on where it was.\n\n--memory bounds tables and blocks [2.5 GB where it is \
                      not given], --time the whole run.",
        after_help = "Examples:\n  \
                      cg trinim solve 6\n  \
                      cg trinim solve 7 --misere --json\n  \
                      cg trinim solve 7 --both --svg ratio.svg --boards drawings\n  \
                      cg trinim solve 8 --db eight --memory 1G --threads 2\n  \
                      cg trinim solve 9 --db nine --time 8h        stops after a night; again to go on"
    )]
    Solve(Solve),
    /// Say who wins a position, and its nim-value where that is feasible
    #[command(after_help = POSITION_HELP)]
    Value(Ask),
    /// Find all winning moves of a position
    #[command(after_help = POSITION_HELP)]
    Best(Ask),
    /// Count what a choice of block-ID pieces costs, without solving anything
    #[command(
        after_help = "Pieces are numbered from 0 at the top, row by row: the corners of 8 layers are 0, 28 and 35.\n\n\
                      Examples:\n  \
                      cg trinim plan --layers 8 --block-pieces 1,2,21,27,29,34\n  \
                      cg trinim plan --layers 8 --orbits 1                       the same six\n  \
                      cg trinim plan --layers 9 --search 15                      the best choices of 15 that symmetry keeps\n  \
                      cg trinim plan --layers 8 --search 4 --no-symmetry\n  \
                      cg trinim plan --layers 9 --orbits 0,1,3 --measure         with hours and bytes\n  \
                      cg trinim plan --layers 7 --orbits 1 --jobs --json         all jobs and what each needs"
    )]
    Plan(Plan),
    /// Do one job: solve one block from the files of its sources
    #[command(
        long_about = "Do one job: solve the canonical block ID from the files of its sources in a folder. `cg trinim plan \
                      --jobs` lists the jobs and what each needs. With --layers the folder is made when it is not there \
                      yet; jobs may run at the same time, on one machine or on many.",
        after_help = "Examples:\n  \
                      cg trinim block 0 --db seven --layers 7 --orbits 1\n  \
                      cg trinim block 1 --db seven"
    )]
    Block(Block),
    /// Check every position of a solved folder by the two rules of the game
    #[command(
        long_about = "Check every position of a solved folder by the two rules of the game: a P-position has no move to a \
                      P-position, an N-position has one. The check shares no code with the solver.",
        after_help = "Example:\n  cg trinim verify eight"
    )]
    Verify(Verify),
}

const POSITION_HELP: &str = "A position is written row by row from the top, x for a piece that is left and . for one that is \
                             taken, as in x/.x/xx. ; a number is a full board. A triangle of several lines reads as well.\n\n\
                             Examples:\n  \
                             cg trinim value x/.x/xx.\n  \
                             cg trinim best 5 --misere\n  \
                             cg trinim best 5 --svg moves.svg\n  \
                             cg trinim best ./x./xx./.x.x --json\n  \
                             cg trinim value 8 --db eight                 from a folder that `solve --db` made";

impl Command {
    /// Whether its work is kept in files, where a later run finds it.
    pub(super) fn works_on_disk(&self) -> bool {
        match self {
            Command::Solve(solve) => solve.db.is_some(),
            Command::Block(_) => true,
            Command::Value(_) | Command::Best(_) | Command::Plan(_) | Command::Verify(_) => false,
        }
    }
}

/// Options of `solve`.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// The number of layers, 1 to 10
    #[arg(value_name = "K", value_parser = layers)]
    pub(super) layers: Layers,
    #[command(flatten)]
    pub(super) play: Play,
    /// Solve normal and misère play
    #[arg(long, conflicts_with_all = ["misere", "db"])]
    pub(super) both: bool,
    /// Solve into a folder, block by block; a run can be stopped and goes on later
    #[arg(long, value_name = "DIR")]
    pub(super) db: Option<PathBuf>,
    #[command(flatten)]
    pub(super) choice: Choice,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// Draw the ratio of P-positions by layers as SVG
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    /// Draw each winning first move, up to symmetry, as SVG in a folder
    #[arg(long, value_name = "DIR")]
    pub(super) boards: Option<PathBuf>,
}

/// Options of `value` and `best`.
#[derive(Debug, Args)]
pub(crate) struct Ask {
    /// The position, such as x/.x/xx. or a number for a full board
    #[arg(value_name = "POSITION")]
    pub(super) position: Position,
    #[command(flatten)]
    pub(super) play: Play,
    /// Look it up in a folder that `solve --db` made
    #[arg(long, value_name = "DIR")]
    pub(super) db: Option<PathBuf>,
    /// Positions of more than 7 layers that a search may visit
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub(super) visits: u64,
    /// Draw the position, or the winning moves up to symmetry, as SVG
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
}

/// Options of `plan`.
#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// The number of layers, 1 to 10
    #[arg(long, value_name = "K", value_parser = layers)]
    pub(super) layers: Layers,
    #[command(flatten)]
    pub(super) choice: Choice,
    /// Find choices of N block-ID pieces with few updates
    #[arg(long, value_name = "N", conflicts_with_all = ["block_pieces", "orbits"],
          value_parser = clap::value_parser!(u32).range(0..=24))]
    pub(super) search: Option<u32>,
    /// How many choices a search lists
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(super) top: u16,
    /// List all jobs and the blocks that each needs
    #[arg(long)]
    pub(super) jobs: bool,
    /// Estimate hours and bytes from rates measured here, on blocks of 7 layers
    #[arg(long)]
    pub(super) measure: bool,
}

/// Options of `block`.
#[derive(Debug, Args)]
pub(crate) struct Block {
    /// The number of the block
    #[arg(value_name = "ID")]
    pub(super) block: u64,
    /// The folder of the run
    #[arg(long, value_name = "DIR")]
    pub(super) db: PathBuf,
    /// Make the folder for a board of so many layers when it is not there yet
    #[arg(long, value_name = "K", value_parser = layers)]
    pub(super) layers: Option<Layers>,
    #[command(flatten)]
    pub(super) play: Play,
    #[command(flatten)]
    pub(super) choice: Choice,
}

/// Options of `verify`.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// A folder that `solve --db` made
    #[arg(value_name = "DIR")]
    pub(super) folder: PathBuf,
    #[command(flatten)]
    pub(super) threads: Threads,
}

/// Normal or misère play.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Play {
    /// Who takes the last piece loses, instead of winning
    #[arg(long)]
    misere: bool,
}

impl Play {
    pub(super) fn convention(self) -> Convention {
        if self.misere { Convention::Misere } else { Convention::Normal }
    }
}

/// How many threads work.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Threads {
    /// Threads at most; fewer work where memory is short [default: all cores]
    #[arg(long = "threads", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) number: Option<u16>,
}

/// The choice of block-ID pieces.
#[derive(Clone, Debug, Args)]
pub(crate) struct Choice {
    /// Block-ID pieces: numbers such as 0,28,35, or a board with an x for each
    #[arg(long, value_name = "PIECES")]
    pub(super) block_pieces: Option<Pieces>,
    /// The same, with all pieces that symmetry makes like these
    #[arg(long, value_name = "PIECES", conflicts_with = "block_pieces")]
    pub(super) orbits: Option<Pieces>,
    /// Treat blocks that symmetry makes alike as different
    #[arg(long)]
    pub(super) no_symmetry: bool,
}

fn layers(text: &str) -> Result<Layers, String> {
    let most = Layers::MAX;
    let number = text.parse().map_err(|_| format!("write a number of layers from 1 to {most}"))?;
    Layers::new(number).map_err(|error| error.to_string())
}
