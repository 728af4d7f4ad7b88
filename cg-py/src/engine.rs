//! The one engine of the module, and how Python waits for it.
//!
//! What takes microseconds is done at once, in the thread that asks ([`quick`]). Anything
//! else is a job for the compute thread ([`slow`]): Python's threads run meanwhile, and
//! whoever waits looks for signals, so that Ctrl-C works in Python and under ipykernel, where a
//! signal handler of our own would be lost.
//!
//! The compute thread never asks for Python's lock: so whoever holds that lock may wait for
//! the engine. Rules that are written in Python are searched by another compute thread, with an
//! engine of its own ([`slow_rules`]): it does ask for Python's lock, and nobody who holds the
//! lock waits for its engine.

use std::cell::Cell;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use cg_calculator::cg_octal::{Rules as Octal, Sequence};
use cg_calculator::cg_rulesets::{Game as BoardGame, Varied};
use cg_calculator::cg_solve::{self, RulesetId, Solver};
use cg_calculator::{Calculator, Engine, Interrupt, Limits, PositionValues, Progress, Settings};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::fault::{Class, Fault};
use crate::rules::Rules;

/// Steps of the engine that are done while Python waits.
const QUICK: u32 = 2_000;

/// How often whoever waits looks for signals.
const PACE: Duration = Duration::from_millis(20);

/// All that computes, and what it remembers.
pub(crate) struct State {
    pub(crate) calculator: Calculator,
    pub(crate) values: PositionValues,
    pub(crate) sums: Sums,
    pub(crate) sequences: HashMap<Octal, Sequence>,
}

/// The solver of sums of positions, and the rulesets that it knows.
pub(crate) struct Sums {
    pub(crate) solver: Solver,
    pub(crate) rulesets: HashMap<Varied<BoardGame>, RulesetId<Varied<BoardGame>>>,
    /// Rules that are written in Python.
    pub(crate) python: Option<(Rules, RulesetId<Rules>)>,
}

impl Sums {
    /// A solver that knows nothing yet.
    pub(crate) fn new() -> Self {
        Sums {
            solver: Solver::new(cg_solve::Settings::default()),
            rulesets: HashMap::new(),
            python: None,
        }
    }
}

/// Work, and how it says that it is done: when the engine is free again.
type Job = Box<dyn FnOnce(&mut State) -> Box<dyn FnOnce()> + Send>;

struct House {
    state: Mutex<State>,
    interrupt: Interrupt,
    /// The figures of what is computed.
    progress: Progress,
    /// The number of the job that runs, and of the last that was given out.
    turns: Mutex<Turns>,
    thread: Mutex<Option<ComputeThread>>,
}

#[derive(Default)]
struct Turns {
    running: Option<u64>,
    last: u64,
    /// Jobs that were given up before they began.
    dropped: Vec<u64>,
}

struct ComputeThread {
    /// A process that is forked has no compute thread.
    process: u32,
    jobs: Sender<(u64, Job)>,
}

/// The engine of all games that Python holds.
static HOUSE: LazyLock<Arc<House>> = LazyLock::new(House::new);

/// The engine that searches rules which are written in Python.
static RULES: LazyLock<Arc<House>> = LazyLock::new(House::new);

thread_local! {
    /// Whether this is a compute thread.
    static COMPUTES: Cell<bool> = const { Cell::new(false) };
}

/// A panic leaves what was computed before it in order: the engine is used on.
pub(crate) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

impl House {
    fn new() -> Arc<Self> {
        let memory = Limits::DEFAULT_MEMORY.min(cg_calculator::most_memory());
        let settings =
            Settings { limits: Limits { memory, ..Limits::default() }, ..Settings::default() };
        let calculator = Calculator::with(settings).expect("the families that are linked in fit");
        let (interrupt, progress) = (calculator.interrupt(), calculator.progress());
        let state = State {
            calculator,
            values: PositionValues::default(),
            sums: Sums::new(),
            sequences: HashMap::new(),
        };
        Arc::new(House {
            state: Mutex::new(state),
            interrupt,
            progress,
            turns: Mutex::default(),
            thread: Mutex::new(None),
        })
    }

    /// Gives a job to the compute thread, which is started when it is not there.
    fn submit(self: &Arc<Self>, job: Job) -> Result<u64, Fault> {
        let mut thread = held(&self.thread);
        let process = std::process::id();
        if let Some(known) = &*thread
            && known.process != process
        {
            if let Err(TryLockError::WouldBlock) = self.state.try_lock() {
                return Err(Fault::new(
                    Class::Internal,
                    "this process was forked while the calculator was at work: \
                     start processes by `spawn`, or fork while nothing is computed",
                ));
            }
            *self.turns() = Turns::default();
            *thread = None;
        }
        let number = {
            let mut turns = self.turns();
            turns.last += 1;
            turns.last
        };
        let thread = thread.get_or_insert_with(|| self.start(process));
        if thread.jobs.send((number, job)).is_err() {
            return Err(Fault::new(Class::Internal, "the compute thread has ended"));
        }
        Ok(number)
    }

    fn start(self: &Arc<Self>, process: u32) -> ComputeThread {
        let (jobs, waiting) = mpsc::channel::<(u64, Job)>();
        let house = Arc::clone(self);
        let work = move || {
            COMPUTES.set(true);
            for (number, job) in waiting {
                let mut state = held(&house.state);
                {
                    let mut turns = house.turns();
                    let dropped = turns.dropped.contains(&number);
                    turns.dropped.retain(|&later| later > number);
                    if dropped {
                        continue;
                    }
                    turns.running = Some(number);
                }
                let tell = job(&mut state);
                {
                    // The flag that stopped this job is no other's.
                    let mut turns = house.turns();
                    turns.running = None;
                    house.interrupt.clear();
                }
                drop(state);
                tell();
            }
        };
        let builder = thread::Builder::new().name("cg-compute".into());
        builder.spawn(work).expect("a process may start a thread");
        ComputeThread { process, jobs }
    }

    fn turns(&self) -> MutexGuard<'_, Turns> {
        held(&self.turns)
    }

    /// Stops a job. True when it runs, and will soon say that it was interrupted; one that
    /// waits never begins.
    fn stop(&self, job: u64) -> bool {
        let mut turns = self.turns();
        if turns.running == Some(job) {
            self.interrupt.raise();
            return true;
        }
        turns.dropped.push(job);
        false
    }
}

/// Stops what is computed now, in whichever thread it was asked for. False when nothing is.
pub(crate) fn interrupt() -> bool {
    let stop = |house: &House| {
        let running = house.turns().running;
        running.is_some_and(|job| house.stop(job))
    };
    let stopped = [&HOUSE, &RULES].map(|house| stop(house));
    stopped.contains(&true)
}

/// The games and the bytes that are held by what is computed now; nothing when nothing is.
pub(crate) fn progress() -> Option<(u64, u64)> {
    let figures = |house: &House| {
        house.turns().running.map(|_| (house.progress.games(), house.progress.memory()))
    };
    figures(&RULES).or_else(|| figures(&HOUSE))
}

/// Does what is likely to take microseconds; when it takes more, it becomes a job.
pub(crate) fn quick<T: Send + 'static>(
    py: Python<'_>,
    work: impl Fn(&mut Engine) -> Result<T, Fault> + Send + 'static,
) -> PyResult<T> {
    if let Ok(mut state) = HOUSE.state.try_lock() {
        let engine = state.calculator.engine();
        engine.restart_clock();
        match engine.within(QUICK, &work) {
            Err(fault) if fault.is_unfinished() => {}
            done => return done.map_err(|fault| fault.raise(py)),
        }
    }
    slow(py, move |state| work(state.calculator.engine()))
}

/// Does a job on the compute thread.
pub(crate) fn slow<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&mut State) -> Result<T, Fault> + Send + 'static,
) -> PyResult<T> {
    slow_with_news(py, |state, _: &mut dyn FnMut(())| work(state), |_, ()| Ok(()))
}

/// Does a job for rules that are written in Python, within the limits of the calculator and so
/// many seconds.
///
/// # Errors
/// Those of the job. A rule that asks for such a job while one waits for it is refused.
pub(crate) fn slow_rules<T: Send + 'static>(
    py: Python<'_>,
    seconds: Option<f64>,
    work: impl FnOnce(&mut State) -> Result<T, Fault> + Send + 'static,
) -> PyResult<T> {
    if COMPUTES.get() {
        let message = "a rule asks who wins while a search waits for its moves: \
                       ask for the value instead";
        return Err(Fault::new(Class::Refused, message).raise(py));
    }
    let (limits, held) = slow(py, |state| {
        Ok((state.calculator.limits().clone(), state.calculator.session().memory() as u64))
    })?;
    wait_in(
        &RULES,
        py,
        move |state, _: &mut dyn FnMut(())| {
            let own = state.calculator.limits().clone();
            let memory = limits.memory.saturating_sub(held);
            let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            let time = time.or(limits.time);
            let interrupt = own.interrupt;
            state.calculator.set_limits(Limits { memory, time, interrupt, ..limits });
            state.calculator.engine().restart_clock();
            work(state)
        },
        |_, ()| Ok(()),
    )
}

enum News<M, T> {
    Said(M),
    Done(thread::Result<Result<T, Fault>>),
}

/// The same, with news on the way. An error of `hear` stops the job.
pub(crate) fn slow_with_news<M: Send + 'static, T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&mut State, &mut dyn FnMut(M)) -> Result<T, Fault> + Send + 'static,
    hear: impl FnMut(Python<'_>, M) -> PyResult<()>,
) -> PyResult<T> {
    wait_in(&HOUSE, py, work, hear)
}

fn wait_in<M: Send + 'static, T: Send + 'static>(
    house: &Arc<House>,
    py: Python<'_>,
    work: impl FnOnce(&mut State, &mut dyn FnMut(M)) -> Result<T, Fault> + Send + 'static,
    mut hear: impl FnMut(Python<'_>, M) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::channel();
    let job = house.submit(Box::new(move |state| {
        state.calculator.engine().restart_clock();
        // Nobody may listen any longer.
        let mut say = |message| drop(sender.send(News::Said(message)));
        let done = catch_unwind(AssertUnwindSafe(|| work(state, &mut say)));
        Box::new(move || drop(sender.send(News::Done(done))))
    }));
    let job = job.map_err(|fault| fault.raise(py))?;
    let mut failed: Option<PyErr> = None;
    loop {
        let news;
        (receiver, news) = py.detach(move || {
            let news = receiver.recv_timeout(PACE);
            (receiver, news)
        });
        let error = match news {
            Ok(News::Done(done)) => {
                if let Some(error) = failed {
                    return Err(error);
                }
                return match done {
                    Ok(done) => done.map_err(|fault| fault.raise(py)),
                    Err(panic) => Err(Fault::of_panic(&*panic).raise(py)),
                };
            }
            Err(RecvTimeoutError::Disconnected) => {
                let lost = || Fault::new(Class::Internal, "the computation was lost").raise(py);
                return Err(failed.unwrap_or_else(lost));
            }
            Ok(News::Said(_)) | Err(RecvTimeoutError::Timeout) if failed.is_some() => continue,
            Ok(News::Said(message)) => hear(py, message).err(),
            Err(RecvTimeoutError::Timeout) => py.check_signals().err().map(|error| {
                match error.is_instance_of::<PyKeyboardInterrupt>(py) {
                    true => Fault::new(Class::Interrupted, "interrupted").raise(py),
                    false => error,
                }
            }),
        };
        if let Some(error) = error {
            if !house.stop(job) {
                return Err(error);
            }
            if Arc::ptr_eq(house, &RULES) {
                py.import("cg_calculator._rules")?.call_method0("_interrupt")?;
            }
            failed = Some(error);
        }
    }
}
