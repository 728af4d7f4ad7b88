//! Reading input that may come late or never: pipes, terminals, standard input.

use std::fs::File;
use std::io::{Error, Read, Result};
use std::path::Path;

/// A file, a pipe or a device, read as its bytes come. While no bytes come, the reader asks several
/// times a second whether to stop.
///
/// ```
/// use std::io::Read;
/// use std::path::Path;
/// use cg_files::Waiting;
///
/// let mut text = String::new();
/// Waiting::open(Path::new("Cargo.toml"), || false)?.read_to_string(&mut text)?;
/// assert!(text.contains("cg-files"));
/// let stopped = Waiting::open(Path::new("Cargo.toml"), || true)?.read_to_string(&mut text);
/// assert!(stopped.is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Waiting<S> {
    #[cfg(unix)]
    file: File,
    #[cfg(not(unix))]
    file: Input,
    stop: S,
}

/// On systems without waiting for a file descriptor, standard input is read directly.
#[cfg(not(unix))]
#[derive(Debug)]
enum Input {
    File(File),
    Standard(std::io::Stdin),
}

impl<S: FnMut() -> bool> Waiting<S> {
    /// Opens the file at `path`. Opening a pipe does not wait for its other end; reading does. When
    /// `stop` returns true, each read is an error; the caller knows the reason.
    ///
    /// # Errors
    /// Errors of the system.
    pub fn open(path: &Path, stop: S) -> Result<Self> {
        #[cfg(unix)]
        let file = crate::read::open_at_once(path)?;
        #[cfg(not(unix))]
        let file = Input::File(File::open(path)?);
        Ok(Waiting { file, stop })
    }

    /// Standard input. Bytes in the buffers of other readers are not seen.
    ///
    /// # Errors
    /// Errors of the system, for example that standard input is closed.
    pub fn standard_input(stop: S) -> Result<Self> {
        #[cfg(unix)]
        let file = std::os::fd::AsFd::as_fd(&std::io::stdin()).try_clone_to_owned()?.into();
        #[cfg(not(unix))]
        let file = Input::Standard(std::io::stdin());
        Ok(Waiting { file, stop })
    }

    fn look(&mut self) -> Result<()> {
        // Not `ErrorKind::Interrupted`: after that, readers try again.
        if (self.stop)() { Err(Error::other("stopped while it was read")) } else { Ok(()) }
    }
}

#[cfg(unix)]
impl<S: FnMut() -> bool> Read for Waiting<S> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        use rustix::io::Errno;
        /// The interval between two calls of `stop`.
        const PAUSE: Timespec = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
        loop {
            self.look()?;
            match poll(&mut [PollFd::new(&self.file, PollFlags::IN)], Some(&PAUSE)) {
                Ok(0) | Err(Errno::INTR) => continue,
                ready => ready?,
            };
            match self.file.read(buffer) {
                // Another reader was faster.
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
                read => return read,
            }
        }
    }
}

#[cfg(not(unix))]
impl<S: FnMut() -> bool> Read for Waiting<S> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        self.look()?;
        match &mut self.file {
            Input::File(file) => file.read(buffer),
            Input::Standard(input) => input.read(buffer),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::cell::Cell;
    use std::io::Write;

    use super::*;

    #[test]
    fn a_pipe_that_nobody_writes_to_ends_at_a_stop() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let looks = Cell::new(0);
        let stop = || {
            looks.set(looks.get() + 1);
            looks.get() > 3
        };
        let mut text = String::new();
        let stopped = Waiting::open(&pipe, stop).unwrap().read_to_string(&mut text);
        assert_eq!(stopped.unwrap_err().to_string(), "stopped while it was read");
        assert_eq!((looks.get(), text.as_str()), (4, ""));
    }

    #[test]
    fn what_comes_late_is_read_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let mut reader = Waiting::open(&pipe, || false).unwrap();
        let writer = std::thread::spawn(move || {
            let mut writer = File::options().write(true).open(pipe).unwrap();
            writer.write_all(b"1 + 1").unwrap();
            std::thread::sleep(std::time::Duration::from_millis(120));
            writer.write_all(b" + 1").unwrap();
        });
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        writer.join().unwrap();
        assert_eq!(text, "1 + 1 + 1");
    }
}
