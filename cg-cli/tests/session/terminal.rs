//! A terminal for tests: the command runs in it, keys are typed, and the screen is looked
//! at. Nothing sleeps: a test waits until it sees what must come.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ExitStatus};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use tempfile::TempDir;

/// How long a test waits before it gives up. A loaded machine is slow.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) const ENTER: &str = "\r";
pub(crate) const TAB: &str = "\t";
pub(crate) const UP: &str = "\x1b[A";
pub(crate) const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
pub(crate) const CTRL_R: &str = "\x12";

/// What came out of the command.
struct Seen {
    parser: vt100::Parser,
    /// Every byte, for what a screen does not keep.
    bytes: Vec<u8>,
    /// The command closed its side.
    over: bool,
}

struct Shared {
    seen: Mutex<Seen>,
    changed: Condvar,
}

/// A session in a terminal.
pub(crate) struct Terminal {
    pty: Arc<Pty>,
    child: Child,
    shared: Arc<Shared>,
}

impl Terminal {
    /// Starts a session of 24 rows of 80 columns, whose history is in `home`.
    pub(crate) fn start(home: &TempDir) -> Self {
        Self::start_with(home, &[], &[])
    }

    pub(crate) fn start_with(home: &TempDir, arguments: &[&str], more: &[(&str, &str)]) -> Self {
        let (pty, pts) = open().expect("a terminal");
        pty.resize(Size::new(24, 80)).expect("it has a size");
        let child = Command::new(env!("CARGO_BIN_EXE_cg"))
            .args(arguments)
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
            .env_remove("NO_COLOR")
            .env("TERM", "xterm-256color")
            .env("XDG_STATE_HOME", home.path())
            .env("XDG_CONFIG_HOME", home.path())
            .envs(more.iter().copied())
            .spawn(pts)
            .expect("the command starts");
        let seen = Seen { parser: screen(24, 80), bytes: Vec::new(), over: false };
        let shared = Arc::new(Shared { seen: Mutex::new(seen), changed: Condvar::new() });
        let pty = Arc::new(pty);
        let (reader, its_own) = (Arc::clone(&pty), Arc::clone(&shared));
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                // At the end of the command the system gives an error.
                let count = (&*reader).read(&mut buffer).unwrap_or(0);
                let mut seen = its_own.seen.lock().expect("no test failed in here");
                seen.parser.process(&buffer[..count]);
                seen.bytes.extend(&buffer[..count]);
                seen.over = count == 0;
                its_own.changed.notify_all();
                if count == 0 {
                    return;
                }
            }
        });
        let terminal = Terminal { pty, child, shared };
        terminal.prompt();
        terminal
    }

    /// Types these keys.
    pub(crate) fn keys(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).expect("the terminal takes keys");
    }

    /// Types a line, sees it, presses Enter and waits until it is answered.
    pub(crate) fn ask(&self, line: &str) {
        self.keys(line);
        self.typed(line);
        self.keys(ENTER);
        self.prompt();
    }

    /// Waits until the cursor stands behind the end of this text.
    #[track_caller]
    pub(crate) fn typed(&self, text: &str) {
        let end: Vec<char> = text.chars().rev().take(8).collect();
        let end: String = end.into_iter().rev().collect();
        self.wait(text, |seen| {
            let screen = seen.parser.screen();
            let (row, column) = screen.cursor_position();
            let line = screen.rows(0, column).nth(row.into());
            line.is_some_and(|line| line.trim_end().ends_with(end.trim_end()))
        });
    }

    /// Asks, and gives the screen.
    #[track_caller]
    pub(crate) fn answer(&self, line: &str) -> String {
        self.ask(line);
        self.screen()
    }

    /// Pastes a text, as terminals do.
    pub(crate) fn paste(&self, text: &str) {
        self.keys(&format!("\x1b[200~{text}\x1b[201~"));
    }

    /// Waits for this text on the screen.
    #[track_caller]
    pub(crate) fn see(&self, text: &str) {
        self.wait(text, |seen| seen.parser.screen().contents().contains(text));
    }

    /// Waits until this text is not on the screen.
    #[track_caller]
    pub(crate) fn see_no(&self, text: &str) {
        self.wait(text, |seen| !seen.parser.screen().contents().contains(text));
    }

    /// Waits for an empty prompt.
    #[track_caller]
    pub(crate) fn prompt(&self) {
        self.wait("a prompt", |seen| {
            let screen = seen.parser.screen();
            let (row, column) = screen.cursor_position();
            let (_, width) = screen.size();
            let line = screen.rows(0, width.get()).nth(row.into());
            line.is_some_and(|line| line.trim_end() == "cg>") && column == 4
        });
    }

    #[track_caller]
    fn wait(&self, what: &str, happened: impl Fn(&Seen) -> bool) {
        let start = Instant::now();
        let mut seen = self.shared.seen.lock().expect("the reader does not fail");
        while !happened(&seen) {
            if start.elapsed() >= PATIENCE || seen.over {
                let screen = seen.parser.screen().contents();
                drop(seen);
                panic!("this did not come: {what}\n{screen}");
            }
            let left = PATIENCE.saturating_sub(start.elapsed());
            seen = self.shared.changed.wait_timeout(seen, left).expect("it does not fail").0;
        }
    }

    /// What is on the screen.
    pub(crate) fn screen(&self) -> String {
        self.shared.seen.lock().expect("the reader does not fail").parser.screen().contents()
    }

    /// Everything that was written so far, escape sequences and all.
    pub(crate) fn written(&self) -> String {
        let seen = self.shared.seen.lock().expect("the reader does not fail");
        String::from_utf8_lossy(&seen.bytes).into_owned()
    }

    /// Everything that was written when the command has ended.
    pub(crate) fn all_written(&self) -> String {
        self.wait("the end", |seen| seen.over);
        self.written()
    }

    /// Changes the size of the terminal.
    pub(crate) fn resize(&self, rows: u16, columns: u16) {
        let mut seen = self.shared.seen.lock().expect("the reader does not fail");
        *seen = Seen { parser: screen(rows, columns), ..std::mem::replace(&mut *seen, empty()) };
        drop(seen);
        self.pty.resize(Size::new(rows, columns)).expect("it takes a size");
    }

    /// Ctrl-D at an empty prompt: the status with which the command ends.
    pub(crate) fn leave(mut self) -> ExitStatus {
        self.keys(CTRL_D);
        self.ended()
    }

    /// Kills the command, which has no say in it.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.ended();
    }

    /// Asks the command to end.
    pub(crate) fn terminate(&self) {
        use rustix::process::{Pid, Signal, kill_process};
        let child = Pid::from_child(&self.child);
        kill_process(child, Signal::TERM).expect("it can be signalled");
    }

    /// Tells the command that its terminal is gone, and waits for its end.
    pub(crate) fn hang_up(mut self) {
        use rustix::process::{Pid, Signal, kill_process};
        let child = Pid::from_child(&self.child);
        kill_process(child, Signal::HUP).expect("it can be signalled");
        self.see("error[interrupted]");
        self.prompt();
        kill_process(child, Signal::HUP).expect("it can be signalled");
        self.ended();
    }

    pub(crate) fn ended(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end:\n{}", self.screen());
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It ended already unless the test failed.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn screen(rows: u16, columns: u16) -> vt100::Parser {
    let size = |length: u16| std::num::NonZeroU16::new(length).expect("a screen has a size");
    vt100::Parser::new(size(rows), size(columns), 1000)
}

fn empty() -> Seen {
    Seen { parser: screen(1, 1), bytes: Vec::new(), over: false }
}
