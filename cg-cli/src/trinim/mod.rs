//! The sub-command `cg trinim`: Triangular Nim, whole boards and single
//! positions, runs on disk, their plans and their verification.

mod jobs;
mod picture;
mod plan;
mod position;
mod solve;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cg_calculator::cg_plot::Terminal;
use cg_calculator::cg_trinim::{Error, Layers, Position, SolveOptions};
use cg_calculator::{Convention, Interrupt, most_memory};
use clap::{Args, Subcommand};

use crate::error::CommandError;
use crate::options::{Common, size};
use crate::output::{Ending, print};
use crate::terminal;
use plan::Pieces;

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
                      cg trinim plan --layers 9 --memory 19G --disk 55G          the best choices for a machine\n  \
                      cg trinim plan --layers 7 --orbits 1 --jobs --json         all jobs and what each needs"
    )]
    Plan(Plan),
    /// Make the folder of a run, for jobs of `block`
    #[command(
        long_about = "Make the folder of a run on a board of K layers, without solving anything. The choice of block-ID \
                      pieces is checked as for a run; with none said, pieces of the rim are taken, as few as --memory \
                      allows for each job. A folder that is there already for the same run stays as it is.",
        after_help = "Examples:\n  \
                      cg trinim init 7 --db seven --orbits 1\n  \
                      cg trinim init 9 --db nine --memory 4G --misere"
    )]
    Init(Init),
    /// Do one job: solve one block from the files of its sources
    #[command(
        long_about = "Do one job: solve the canonical block ID from the files of its sources in a folder. `cg trinim plan \
                      --jobs` lists the jobs and what each needs. With --layers the folder is made when it is not there \
                      yet; jobs may run at the same time, on one machine or on many. A job that is done again writes \
                      the same bytes; with --keep a file that is there and whole is left as it is.",
        after_help = "Examples:\n  \
                      cg trinim block 0 --db seven --layers 7 --orbits 1\n  \
                      cg trinim block 1 --db seven --keep"
    )]
    Block(BlockArguments),
    /// Say how far the run in a folder is, whoever works on it
    #[command(
        long_about = "Say how far the run in a folder is, from its files alone: it can be asked at any time, while jobs \
                      run on other machines. The time left is that of the remaining work at the pace so far, work \
                      being counted in passes over blocks. Files are not read; `solve` and `verify` find damaged ones.",
        after_help = "Example:\n  cg trinim status --db nine"
    )]
    Status(Status),
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
    fn works_on_disk(&self) -> bool {
        match self {
            Command::Solve(solve) => solve.db.is_some(),
            Command::Block(_) | Command::Init(_) => true,
            Command::Value(_)
            | Command::Best(_)
            | Command::Plan(_)
            | Command::Status(_)
            | Command::Verify(_) => false,
        }
    }
}

/// Options of `solve`.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    /// The number of layers, 1 to 10
    #[arg(value_name = "K", value_parser = layers)]
    layers: Layers,
    #[command(flatten)]
    play: Play,
    /// Solve normal and misère play
    #[arg(long, conflicts_with_all = ["misere", "db"])]
    both: bool,
    /// Solve into a folder, block by block; a run can be stopped and goes on later
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
    /// Remove files of the run that nothing needs any more; the winner, the counts and the winning first moves stay
    #[arg(long, requires = "db")]
    keep_final: bool,
    /// Check N random positions, spread over all blocks, by plain rules while they are solved
    #[arg(long, value_name = "N", requires = "db", default_value_t = 0,
          value_parser = clap::value_parser!(u64).range(..=1 << 32))]
    check: u64,
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    threads: Threads,
    /// Draw the ratio of P-positions by layers as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw each winning first move, up to symmetry, as SVG in a folder
    #[arg(long, value_name = "DIR")]
    boards: Option<PathBuf>,
}

/// Options of `value` and `best`.
#[derive(Debug, Args)]
pub(crate) struct Ask {
    /// The position, such as x/.x/xx. or a number for a full board
    #[arg(value_name = "POSITION")]
    position: Position,
    #[command(flatten)]
    play: Play,
    /// Look it up in a folder that `solve --db` made
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
    /// Positions of more than 7 layers that a search may visit
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    visits: u64,
    /// Draw the position, or the winning moves up to symmetry, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Options of `plan`.
#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// The number of layers, 1 to 10
    #[arg(long, value_name = "K", value_parser = layers)]
    layers: Layers,
    #[command(flatten)]
    choice: Choice,
    /// Find choices of N block-ID pieces with few updates
    #[arg(long, value_name = "N", conflicts_with_all = ["block_pieces", "orbits"],
          value_parser = clap::value_parser!(u32).range(0..=24))]
    search: Option<u32>,
    /// Find the choices with which `solve --keep-final` is done soonest with so much disk, and the memory of --memory:
    /// 55G. Includes --measure
    #[arg(long, value_name = "SIZE", value_parser = size,
          conflicts_with_all = ["block_pieces", "orbits", "search", "no_symmetry"])]
    disk: Option<u64>,
    /// Jobs at the same time, of the run that is planned
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// How many choices a search lists
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    top: u16,
    /// List all jobs: the blocks that each needs, its memory, and with --measure its time
    #[arg(long)]
    jobs: bool,
    /// Estimate hours and bytes from rates measured here with so many --threads: on blocks of 7 layers, or of 8 for
    /// larger boards
    #[arg(long)]
    measure: bool,
}

/// Options of `init`.
#[derive(Debug, Args)]
pub(crate) struct Init {
    /// The number of layers, 7 to 10
    #[arg(value_name = "K", value_parser = layers)]
    layers: Layers,
    /// The folder of the run
    #[arg(long, value_name = "DIR")]
    db: PathBuf,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    choice: Choice,
}

/// Options of `status`.
#[derive(Debug, Args)]
pub(crate) struct Status {
    /// The folder of the run
    #[arg(long, value_name = "DIR")]
    db: PathBuf,
}

/// Options of `block`.
#[derive(Debug, Args)]
pub(crate) struct BlockArguments {
    /// The number of the block
    #[arg(value_name = "ID")]
    block: u64,
    /// The folder of the run
    #[arg(long, value_name = "DIR")]
    db: PathBuf,
    /// Make the folder for a board of so many layers when it is not there yet
    #[arg(long, value_name = "K", value_parser = layers)]
    layers: Option<Layers>,
    /// Do nothing when the file of the block is there and whole
    #[arg(long)]
    keep: bool,
    /// Threads that work on the block
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Check N random positions of the block by plain rules
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = clap::value_parser!(u64).range(..=1 << 32))]
    check: u64,
    #[command(flatten)]
    play: Play,
    #[command(flatten)]
    choice: Choice,
}

/// Options of `verify`.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// A folder that `solve --db` made
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    threads: Threads,
}

/// Normal or misère play.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Play {
    /// Who takes the last piece loses, instead of winning
    #[arg(long)]
    misere: bool,
}

impl Play {
    fn convention(self) -> Convention {
        if self.misere { Convention::Misere } else { Convention::Normal }
    }
}

/// How many threads work.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Threads {
    /// Threads at most; in memory, fewer work where it is short [default: all cores]
    #[arg(long = "threads", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    number: Option<u16>,
}

/// The choice of block-ID pieces.
#[derive(Clone, Debug, Args)]
pub(crate) struct Choice {
    /// Block-ID pieces: numbers such as 0,28,35, or a board with an x for each
    #[arg(long, value_name = "PIECES")]
    block_pieces: Option<Pieces>,
    /// The same, with all pieces that symmetry makes like these
    #[arg(long, value_name = "PIECES", conflicts_with = "block_pieces")]
    orbits: Option<Pieces>,
    /// Treat blocks that symmetry makes alike as different
    #[arg(long)]
    no_symmetry: bool,
}

fn layers(text: &str) -> Result<Layers, String> {
    let most = Layers::MAX;
    let number = text.parse().map_err(|_| format!("write a number of layers from 1 to {most}"))?;
    Layers::new(number).map_err(|error| error.to_string())
}

/// The result of a sub-command.
#[derive(Debug, Default)]
struct Report {
    /// For a reader; ends with a line break.
    text: String,
    /// For a program, one object a line.
    json: String,
}

/// Does what a sub-command asks for, and writes out what comes of it.
pub(crate) fn run(command: &Command, common: &Common, interrupt: &Interrupt) -> Ending {
    let terminal = terminal::of_answers(common);
    let work = Work { common, interrupt, terminal };
    let late = work.watch_the_time();
    let report = match command {
        Command::Solve(args) => solve::solve(&work, args),
        Command::Value(args) => position::value(&work, args),
        Command::Best(args) => position::best(&work, args),
        Command::Plan(args) => plan::plan(&work, args),
        Command::Init(args) => jobs::init(&work, args),
        Command::Block(args) => jobs::block(&work, args),
        Command::Status(args) => jobs::status(args),
        Command::Verify(args) => solve::verify(&work, args),
    };
    let report = match report {
        Ok(report) => report,
        Err(CommandError::Trinim(Error::Interrupted)) => {
            let (late, on_disk) = (late.load(Ordering::Acquire), command.works_on_disk());
            return CommandError::Stopped { late, on_disk }.report("cg trinim", common.json);
        }
        Err(error) => return error.report("cg trinim", common.json),
    };
    Ending::of(print(&match common.json {
        true => report.json,
        false => report.text,
    }))
}

/// The common options and the interrupt flag of a run.
#[derive(Clone, Copy, Debug)]
struct Work<'a> {
    common: &'a Common,
    interrupt: &'a Interrupt,
    /// Where pictures are shown.
    terminal: Terminal,
}

impl Work<'_> {
    /// How to solve, with as many threads as asked for.
    fn options(&self, threads: Option<u16>) -> SolveOptions {
        let default = SolveOptions::default();
        SolveOptions {
            threads: threads
                .and_then(|threads| NonZeroUsize::new(threads.into()))
                .unwrap_or(default.threads),
            memory: self.common.memory.unwrap_or(default.memory).min(most_memory()),
            interrupt: self.interrupt.clone(),
            ..default
        }
    }

    /// Raises the interrupt flag when the time limit is reached; says whether it was.
    fn watch_the_time(&self) -> Arc<AtomicBool> {
        let late = Arc::new(AtomicBool::new(false));
        if let Some(time) = self.common.time {
            let (late, interrupt) = (late.clone(), self.interrupt.clone());
            // It ends with the process, which does not wait for it.
            std::thread::spawn(move || {
                std::thread::sleep(time);
                late.store(true, Ordering::Release);
                interrupt.raise();
            });
        }
        late
    }
}
