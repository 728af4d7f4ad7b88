//! Errors. Each message suggests what to write instead.

use std::path::PathBuf;

/// An error of this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The number of layers is outside 1 to 10.
    #[error("a board has 1 to {max} layers, not {0}: write a number from 1 to {max}", max = crate::Layers::MAX)]
    Layers(u64),
    /// A text that is not a board.
    #[error("{message}; a board is written row by row from the top, as in `x/.x/xx.`")]
    Notation {
        /// The fault.
        message: String,
        /// The byte of the text with the fault.
        at: usize,
    },
    /// Two boards of different sizes, or bits outside the board.
    #[error("this needs a board of {expected} layers, and the one given has {found}")]
    LayersDiffer {
        /// The layers that the operation needs.
        expected: u8,
        /// The layers of the argument.
        found: u8,
    },
    /// The computation does not fit into memory or into the width of an index.
    #[error("{what} needs {needed} bytes, more than the limit of {limit}; {advice}")]
    Memory {
        /// The computation that failed.
        what: String,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        limit: u64,
        /// Advice for the reader.
        advice: String,
    },
    /// The system has not enough memory.
    #[error(
        "there is no memory for a block of {needed} bytes; choose more block-ID pieces or fewer threads"
    )]
    NoRoom {
        /// Bytes asked for.
        needed: u64,
    },
    /// A search reached its limit of positions.
    #[error(
        "the search stopped at its limit of {0} positions without an answer: raise the limit or solve the board into a table"
    )]
    SearchLimit(u64),
    /// The caller raised the interrupt flag.
    #[error("interrupted")]
    Interrupted,
    /// An impossible choice of block-ID pieces.
    #[error("these block-ID pieces cannot be used: {0}")]
    BlockPieces(String),
    /// A block number that does not exist, or is not canonical.
    #[error("no job for block {block}: {reason}")]
    Block {
        /// The block number.
        block: u64,
        /// The reason.
        reason: String,
    },
    /// A file that is not the expected one: it is foreign, damaged or of another run.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        reason: String,
    },
    /// Another run uses the folder.
    #[error("{}: it is in use by {by}", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
        /// The process that uses it: `process 1234 on host`.
        by: String,
    },
    /// The file of a block is missing.
    #[error(
        "{}: there is no such file: the run is not done, or keeps only what its end needs (--keep-final); \
         `cg trinim solve` without that option makes it", path.display()
    )]
    NotSolved {
        /// The expected place of the file.
        path: PathBuf,
    },
    /// The folder contains no run, or does not exist.
    #[error(
        "{}: there is no such file, so no run is in this folder: `cg trinim solve K --db DIR` or \
         `cg trinim init K --db DIR` begins one", path.display()
    )]
    NoRun {
        /// The expected place of the manifest.
        path: PathBuf,
    },
    /// The operating system refused to read or write.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// An independent check found a wrong entry.
    #[error("the table is wrong at {position}: {reason}")]
    WrongTable {
        /// The position, in one-line notation.
        position: String,
        /// The rule that it breaks.
        reason: String,
    },
}

impl Error {
    /// Whether the error is a limit of memory or search.
    pub fn is_limit(&self) -> bool {
        matches!(self, Error::Memory { .. } | Error::NoRoom { .. } | Error::SearchLimit(_))
    }
}

/// The result type of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Attaches a path to an error of the operating system.
pub(crate) fn io_error(path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Error + '_ {
    move |source| Error::Io { path: path.to_owned(), source }
}
