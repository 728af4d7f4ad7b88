//! One session: a thread with a calculator of its own, which answers questions in turn.
//!
//! Who asks gets a [`Ticket`]. Dropping it withdraws the question: one that waits is
//! forgotten, one that is being answered is interrupted. [`Session::interrupt`] does so for all.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use cg_calculator::{Calculator, GameError, Interrupt, Progress, Settings, Summary};
use cg_protocol::{Known, Line, Question};
use tokio::sync::mpsc;

/// How many questions of a session may wait.
pub(crate) const MOST_WAITING: usize = 16;
/// How many lines may wait for a page to take them; the computation waits then.
const MOST_LINES: usize = 64;

/// A handle on the thread; when all are dropped, the thread ends.
pub(crate) struct Session {
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    interrupt: Interrupt,
    progress: Progress,
    known: Mutex<Arc<Known>>,
}

struct State {
    waiting: VecDeque<Job>,
    /// The question that is being answered.
    current: Option<u64>,
    /// When the last one was.
    answered: Instant,
    /// Questions so far.
    asked: u64,
    closed: bool,
}

struct Job {
    number: u64,
    question: Question,
    lines: mpsc::Sender<Written>,
}

/// A line as it is sent. Lines are written where their answers are worked out: what grows with an
/// answer stays off the event loop.
#[derive(Debug)]
pub(crate) struct Written {
    /// In JSON, with the line feed.
    pub(crate) json: String,
    /// Nothing follows.
    pub(crate) is_last: bool,
}

impl From<Line> for Written {
    fn from(line: Line) -> Self {
        Written { json: line.to_json(), is_last: matches!(line, Line::End { .. }) }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A calculator for a page: closed to files, with flags of its own.
fn calculator(settings: &Settings, shared: Option<&Shared>) -> Result<Calculator, GameError> {
    let mut settings = settings.clone();
    settings.limits.interrupt = shared.map_or_else(Interrupt::new, |known| known.interrupt.clone());
    settings.limits.progress = shared.map_or_else(Progress::new, |known| known.progress.clone());
    let mut calculator = Calculator::with(settings)?;
    calculator.session().confine();
    Ok(calculator)
}

impl Session {
    /// A new session.
    pub(crate) fn start(settings: &Settings) -> Result<Self, GameError> {
        let mut calculator = calculator(settings, None)?;
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                waiting: VecDeque::new(),
                current: None,
                answered: Instant::now(),
                asked: 0,
                closed: false,
            }),
            changed: Condvar::new(),
            interrupt: calculator.interrupt(),
            progress: calculator.progress(),
            known: Mutex::new(Arc::new(Known::of(&mut calculator))),
        });
        let (its_own, settings) = (Arc::clone(&shared), settings.clone());
        // Where no thread can be had, the session is closed from the start, and says so.
        let thread = thread::Builder::new().name("cg session".into());
        if thread.spawn(move || work(&its_own, calculator, &settings)).is_err() {
            lock(&shared.state).closed = true;
        }
        Ok(Session { shared })
    }

    /// Asks a question. `None` when too many wait already, or the session has ended.
    pub(crate) fn ask(&self, question: Question) -> Option<Ticket> {
        let (lines, answer) = mpsc::channel(MOST_LINES);
        let mut state = lock(&self.shared.state);
        if state.closed || state.waiting.len() >= MOST_WAITING {
            return None;
        }
        state.asked += 1;
        let number = state.asked;
        state.waiting.push_back(Job { number, question, lines });
        drop(state);
        self.shared.changed.notify_all();
        Some(Ticket { shared: Arc::clone(&self.shared), number, answer })
    }

    /// Stops what is computed, and forgets what waits.
    pub(crate) fn interrupt(&self) {
        let mut state = lock(&self.shared.state);
        for job in state.waiting.drain(..) {
            let stopped = Summary { interrupted: true, ..Summary::default() };
            // A new channel has room for a line, unless nobody listens any more.
            let _ = job.lines.try_send(Line::end(stopped).into());
        }
        if state.current.is_some() {
            self.shared.interrupt.raise();
        }
    }

    /// Since when nothing is computed and nothing waits; `None` while something is.
    pub(crate) fn idle_since(&self) -> Option<Instant> {
        let state = lock(&self.shared.state);
        (state.current.is_none() && state.waiting.is_empty()).then_some(state.answered)
    }

    /// Facts that need no answer of the thread.
    pub(crate) fn known(&self) -> Arc<Known> {
        Arc::clone(&lock(&self.shared.known))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.interrupt();
        lock(&self.shared.state).closed = true;
        self.shared.changed.notify_all();
    }
}

/// A question that was asked.
pub(crate) struct Ticket {
    shared: Arc<Shared>,
    number: u64,
    /// The lines of the answer.
    pub(crate) answer: mpsc::Receiver<Written>,
}

impl Ticket {
    /// The figures of the computation, while this question is being answered.
    pub(crate) fn progress(&self) -> Option<Progress> {
        let current = lock(&self.shared.state).current == Some(self.number);
        current.then(|| self.shared.progress.clone())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = lock(&self.shared.state);
        state.waiting.retain(|job| job.number != self.number);
        if state.current == Some(self.number) {
            self.shared.interrupt.raise();
        }
    }
}

/// Answers questions until the session is closed.
fn work(shared: &Shared, mut calculator: Calculator, settings: &Settings) {
    while let Some(job) = next(shared) {
        let Job { question, lines, .. } = job;
        let mut sink = |line: Line| lines.blocking_send(line.into()).is_ok();
        let answering = || cg_protocol::answer(&mut calculator, &question, &mut sink);
        let answered = catch_unwind(AssertUnwindSafe(answering));
        if answered.is_err() {
            sink(Line::failed(
                "this is a fault of the calculator: it starts anew, without your definitions; please report what you asked",
            ));
            match self::calculator(settings, Some(shared)) {
                Ok(fresh) => calculator = fresh,
                Err(_) => lock(&shared.state).closed = true,
            }
        }
        if answered.is_err() || matches!(question, Question::Run { .. }) {
            *lock(&shared.known) = Arc::new(Known::of(&mut calculator));
        }
        // Only now is the answer complete: what the page asks next knows what was defined.
        sink(Line::end(answered.unwrap_or(Summary { errors: 1, ..Summary::default() })));
        let mut state = lock(&shared.state);
        (state.current, state.answered) = (None, Instant::now());
    }
}

/// Waits for the next question; `None` at the end.
fn next(shared: &Shared) -> Option<Job> {
    let mut state = lock(&shared.state);
    loop {
        if state.closed {
            return None;
        }
        if let Some(job) = state.waiting.pop_front() {
            state.current = Some(job.number);
            // Raised for an earlier question: both are changed under the lock.
            shared.interrupt.clear();
            return Some(job);
        }
        state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn run(program: &str) -> Question {
        Question::Run { program: program.to_owned() }
    }

    fn lines(ticket: &mut Ticket) -> Vec<String> {
        std::iter::from_fn(|| ticket.answer.blocking_recv()).map(|line| line.json).collect()
    }

    /// Takes hours, and little memory for minutes.
    const LONG: &str = "Amazons(\"6x6\")";

    #[test]
    fn questions_are_answered_in_turn() {
        let session = Session::start(&Settings::default()).unwrap();
        let mut first = session.ask(run("a = 3")).unwrap();
        let mut second = session.ask(run("a + 1; 1 +")).unwrap();
        assert!(lines(&mut first).last().unwrap().contains(r#""line":"end""#));
        let second = lines(&mut second);
        assert!(second[0].contains(r#""shown":"4""#), "{second:?}");
        assert!(second[1].contains(r#""place":{"from""#), "{second:?}");
        assert!(session.known().vocabulary().word("a").is_some());
    }

    #[test]
    fn a_second_call_interrupts() {
        let session = Session::start(&Settings::default()).unwrap();
        let mut endless = session.ask(run(LONG)).unwrap();
        let mut waiting = session.ask(run("1")).unwrap();
        while endless.progress().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        let start = Instant::now();
        session.interrupt();
        let stopped = lines(&mut endless);
        assert!(stopped.last().unwrap().contains(r#""interrupted":true"#), "{stopped:?}");
        assert!(lines(&mut waiting)[0].contains(r#""interrupted":true"#));
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "it was stopped, and did not end by a limit"
        );
        let mut after = session.ask(run("1 + 1")).unwrap();
        assert!(lines(&mut after)[0].contains(r#""shown":"2""#));
    }

    #[test]
    fn who_leaves_interrupts() {
        let session = Session::start(&Settings::default()).unwrap();
        let endless = session.ask(run(LONG)).unwrap();
        while endless.progress().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        drop(endless);
        let mut after = session.ask(run("2 + 2")).unwrap();
        assert!(lines(&mut after)[0].contains(r#""shown":"4""#));
    }

    #[test]
    fn only_so_many_questions_wait() {
        let session = Session::start(&Settings::default()).unwrap();
        let endless = session.ask(run(LONG)).unwrap();
        while endless.progress().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        let waiting: Vec<Option<Ticket>> =
            (0..=MOST_WAITING).map(|_| session.ask(run("1"))).collect();
        assert!(waiting[..MOST_WAITING].iter().all(Option::is_some));
        assert!(waiting[MOST_WAITING].is_none());
    }

    #[test]
    fn no_file_is_reached_and_no_limit_changed() {
        let session = Session::start(&Settings::default()).unwrap();
        for program in [
            ":load /etc/hostname",
            ":save x.g",
            ":write x",
            ":write! x",
            ":limit memory 64G",
            ":plot tree 1 x.svg",
        ] {
            let mut asked = session.ask(run(program)).unwrap();
            let said = lines(&mut asked).concat();
            assert!(said.contains("this session"), "{program}: {said}");
        }
    }
}
