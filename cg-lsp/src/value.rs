//! The values of closed expressions, within a short time and without side effects.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use cg_calculator::cg_lang::Outline;
use cg_calculator::{Calculator, Content, Event, GameError, Interrupt, Role, Settings, Source};

/// The most characters of a value that are shown.
const MOST_SHOWN: usize = 400;

/// Works out values. Each has a calculator of its own, closed to files; the next one is made
/// while nobody waits.
pub(crate) struct Values {
    settings: Settings,
    time: Duration,
    ready: Option<Calculator>,
}

impl Values {
    pub(crate) fn new(settings: &Settings, time: Duration) -> Self {
        Values { settings: settings.clone(), time, ready: None }
    }

    /// Has a calculator ready.
    pub(crate) fn prepare(&mut self) -> Result<(), GameError> {
        if self.ready.is_none() {
            self.ready = Some(closed(&self.settings, &Interrupt::new())?);
        }
        Ok(())
    }

    /// What the program says of the expression or query at a place, if that is closed, needs no
    /// longer than the time, and fails nowhere.
    pub(crate) fn at(
        &mut self,
        source: &Source,
        outline: &Outline,
        at: u32,
        cancelled: &Interrupt,
    ) -> Option<Shown> {
        let (place, query) = match outline.closed_at(at) {
            Some(place) => (place, false),
            // On the sign of a query.
            None => (outline.query_at(at)?, true),
        };
        let text = source.slice(place);
        let asked = if query { text.to_owned() } else { format!("({text}\n)") };
        let before = Source::new(source.name(), source.slice(outline.before(at)));
        self.prepare().ok()?;
        let mut calculator = self.ready.take()?;
        let interrupt = calculator.interrupt();
        let said = within(self.time, &interrupt, cancelled, || {
            let mut failed = false;
            // Definitions and bindings only.
            calculator.run(&before, Role::Used, &mut |_, event| {
                failed |= matches!(&event, Event::Error(error) if is_of_run(error));
            });
            if failed || interrupt.is_raised() {
                return None;
            }
            let replies = calculator.evaluate(asked);
            let last = replies.last()?;
            (replies.len() == 1 && !matches!(last.content, Content::Error { .. }))
                .then(|| last.shown.clone())
        })?;
        let mut value: String = said.chars().take(MOST_SHOWN).collect();
        if value.len() < said.len() {
            value.push('…');
        }
        Some(Shown { place, value })
    }
}

/// A value, and the expression that has it.
#[derive(Debug)]
pub(crate) struct Shown {
    pub(crate) place: cg_calculator::Span,
    pub(crate) value: String,
}

/// Whether a statement that can be read has failed: then a name may mean something else.
fn is_of_run(error: &cg_calculator::Error) -> bool {
    !matches!(error.kind(), cg_calculator::cg_lang::ErrorKind::Parse(_))
}

/// A calculator that reads no files, with an interrupt of its own.
pub(crate) fn closed(settings: &Settings, interrupt: &Interrupt) -> Result<Calculator, GameError> {
    let mut settings = settings.clone();
    settings.limits.interrupt = interrupt.clone();
    let mut calculator = Calculator::with(settings)?;
    calculator.session().confine();
    Ok(calculator)
}

/// How often a computation looks whether the client has withdrawn its request.
const LOOK: Duration = Duration::from_millis(5);

/// What `work` gives, unless the time is over or the request was withdrawn before it ends.
fn within<T>(
    time: Duration,
    interrupt: &Interrupt,
    cancelled: &Interrupt,
    work: impl FnOnce() -> Option<T>,
) -> Option<T> {
    let (done, wait) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let end = Instant::now() + time;
            while Instant::now() < end && !cancelled.is_raised() {
                if wait.recv_timeout(LOOK) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
            interrupt.raise();
        });
        let given = work();
        drop(done);
        given.filter(|_| !interrupt.is_raised())
    })
}
