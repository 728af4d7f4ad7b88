//! Standard output and standard error, the one place that writes to them, and the exit
//! status.
//!
//! What a sub-command prints is flushed before it counts as printed: a full disk shows
//! in the exit status. A reader that has left (`cg run ... | head`) ends the command
//! quietly. A closed standard output (`cg run ... >&-`) ends it before it begins.

use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::process::ExitCode;

use cg_calculator::Interrupt;
use serde::Serialize;

/// How a run ended. The worst ending of its statements is that of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ending {
    /// Everything was answered.
    Answered,
    /// The program has an error.
    ProgramError,
    /// The command line asks for what is not there.
    WrongUsage,
    /// A limit was reached.
    LimitReached,
    /// The user interrupted.
    Interrupted,
}

impl Ending {
    /// The ending of a sub-command that printed its answer, or could not.
    pub(crate) fn of(printed: Result<(), Unwritten>) -> Self {
        printed.map_or_else(|unwritten| unwritten.report(), |()| Ending::Answered)
    }
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        ExitCode::from(match ending {
            Ending::Answered => 0,
            Ending::ProgramError => 1,
            // Wrong usage is mostly said by the argument parser, by the same status.
            Ending::WrongUsage => 2,
            Ending::LimitReached => 3,
            Ending::Interrupted => 130,
        })
    }
}

/// Why something is not on standard output.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unwritten {
    /// Nobody reads any more: no error.
    #[error("nobody reads the answers any more")]
    ReaderLeft,
    /// A full disk, say.
    #[error("cannot write the answer: {0}")]
    Failed(io::Error),
    /// Nothing would receive the answer.
    #[error("cannot write the answer: standard output is closed")]
    Closed,
}

impl From<io::Error> for Unwritten {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Unwritten::ReaderLeft,
            _ => Unwritten::Failed(error),
        }
    }
}

impl Unwritten {
    /// Says what is wrong, unless the reader has left.
    pub(crate) fn report(&self) -> Ending {
        match self {
            Unwritten::ReaderLeft => Ending::Answered,
            Unwritten::Failed(_) | Unwritten::Closed => {
                complain(&format!("cg: {self}"));
                Ending::ProgramError
            }
        }
    }
}

#[cfg(unix)]
mod beginning {
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::io::{Errno, fcntl_getfd};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    // Rust's runtime opens /dev/null in the place of a closed stream, before `main`. Many
    // programs start others with that very output, which must work; so it is looked at earlier.
    ctor::declarative::ctor! {
        #[ctor(unsafe)]
        fn look() {
            let found = fcntl_getfd(rustix::stdio::stdout());
            CLOSED.store(found == Err(Errno::BADF), Ordering::Relaxed);
        }
    }

    pub(super) fn was_closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }
}

#[cfg(not(unix))]
mod beginning {
    /// A write says it here.
    pub(super) fn was_closed() -> bool {
        false
    }
}

/// Looks whether there is a standard output, before anything is computed for it.
///
/// # Errors
/// It was closed when the process began.
pub(crate) fn expect_open() -> Result<(), Unwritten> {
    if beginning::was_closed() { Err(Unwritten::Closed) } else { Ok(()) }
}

/// Writes `text` to standard output, all of it.
///
/// # Errors
/// It is not there, or not known to be there.
pub(crate) fn print(text: &str) -> Result<(), Unwritten> {
    let mut out = writer();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints a reply on lines of its own: for programs where `json` is asked for, else for people.
///
/// # Errors
/// As [`print()`].
pub(crate) fn print_reply(reply: &(impl Serialize + Display), json: bool) -> Result<(), Unwritten> {
    match json {
        true => print(&object(reply)),
        false => print(&format!("{reply}\n")),
    }
}

/// A reply of a library that does not name its kind.
#[derive(Debug, Serialize)]
pub(crate) struct OfKind<T> {
    pub(crate) kind: &'static str,
    #[serde(flatten)]
    pub(crate) reply: T,
}

/// A reply as an object of JSON on a line.
pub(crate) fn object(reply: &impl Serialize) -> String {
    serde_json::to_string(reply).expect("a reply has keys of text") + "\n"
}

/// How much is written between two looks at the interrupt flag, in bytes.
const CHUNK: usize = 1 << 12;

/// Writes `text` and the end of its line, unless the user interrupts; tells whether it
/// was written whole. Three dots stand for the rest.
///
/// # Errors
/// As [`print()`].
pub(crate) fn print_line(text: &str, interrupt: &Interrupt) -> Result<bool, Unwritten> {
    let mut out = writer();
    let mut whole = true;
    for chunk in text.as_bytes().chunks(CHUNK) {
        if interrupt.is_raised() {
            out.write_all(b"...")?;
            whole = false;
            break;
        }
        out.write_all(chunk)?;
    }
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(whole)
}

/// Standard output, for what is written piece by piece. Flush it: what is left when it
/// is dropped may get lost without notice.
pub(crate) fn writer() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// A line on standard error. It may be closed or full: then there is nobody to tell.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
