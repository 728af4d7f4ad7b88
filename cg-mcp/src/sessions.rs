//! Calculators for calls: one that a call has for itself, or one that is kept under a name. Two
//! names share nothing. A call has its time, and can be cancelled.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cg_calculator::{Calculator, GameError, Interrupt, Progress, Settings};
use tokio::sync::{Mutex as Turn, Semaphore};

use crate::answer::{Answer, answer, limit_time};
use crate::tools::Asked;

/// How many sessions are kept under names.
pub const MOST_SESSIONS: usize = 8;
/// How many calls are carried out at the same time.
const MOST_AT_ONCE: usize = 2;
/// How many calls may wait or be carried out.
const MOST_CALLS: usize = 64;
/// The longest name of a session, in bytes.
const LONGEST_NAME: usize = 64;
/// The time of a whole call past the limit of a statement: a limit says more than an interruption.
const GRACE: Duration = Duration::from_millis(500);

/// A session: none until it is first used, and again after a fault.
type Place = Arc<Turn<Option<Calculator>>>;

pub(crate) struct Sessions {
    settings: Settings,
    time: Duration,
    kept: Mutex<HashMap<String, Place>>,
    working: Semaphore,
    calls: AtomicUsize,
    /// The flags of the calls that are carried out, by number.
    flags: Mutex<HashMap<u64, Interrupt>>,
    numbers: AtomicU64,
}

/// One of the calls that are counted.
struct Counted<'s>(&'s AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Sessions {
    pub(crate) fn new(settings: Settings, time: Duration) -> Self {
        Sessions {
            settings,
            time,
            kept: Mutex::default(),
            working: Semaphore::new(MOST_AT_ONCE),
            calls: AtomicUsize::new(0),
            flags: Mutex::default(),
            numbers: AtomicU64::new(0),
        }
    }

    /// A calculator of its own: closed to files, with flags of its own.
    pub(crate) fn calculator(&self) -> Result<Calculator, GameError> {
        let mut settings = self.settings.clone();
        settings.limits.interrupt = Interrupt::new();
        settings.limits.progress = Progress::new();
        let mut calculator = Calculator::with(settings)?;
        calculator.session().confine();
        Ok(calculator)
    }

    /// The place of a session; without a name, one that nobody else has.
    fn place(&self, name: Option<&str>, fresh: bool) -> Result<Place, Answer> {
        let Some(name) = name else { return Ok(Place::default()) };
        if name.is_empty() || name.len() > LONGEST_NAME {
            let message = format!("the name of a session has 1 to {LONGEST_NAME} bytes");
            return Err(Answer::error("session-name", message, false));
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if fresh {
            kept.remove(name);
        }
        if !kept.contains_key(name) && kept.len() >= MOST_SESSIONS {
            let mut names: Vec<&str> = kept.keys().map(String::as_str).collect();
            names.sort_unstable();
            let message = format!(
                "there are {MOST_SESSIONS} sessions already, and no more are kept: {}. Take one of these names, with \
                 `fresh` to forget what it defined",
                names.join(", ")
            );
            return Err(Answer::error("too-many-sessions", message, true));
        }
        Ok(Arc::clone(kept.entry(name.to_owned()).or_default()))
    }

    /// Carries out a call. `cancelled` ends when nobody wants its answer any more.
    pub(crate) async fn call(
        self: Arc<Self>,
        asked: Asked,
        cancelled: impl Future<Output = ()>,
    ) -> Answer {
        let nobody = || Answer::error("cancelled", "the call was cancelled", false);
        if self.calls.fetch_add(1, Ordering::Relaxed) >= MOST_CALLS {
            self.calls.fetch_sub(1, Ordering::Relaxed);
            let message = format!("{MOST_CALLS} calls wait already: wait for their answers");
            return Answer::error("too-many-calls", message, true);
        }
        let _counted = Counted(&self.calls);
        let mut time = self.time;
        if let Some(seconds) = asked.common.seconds {
            time = time.min(Duration::from_secs(seconds.max(1).into()));
        }
        let place = match self.place(asked.common.session.as_deref(), asked.common.fresh) {
            Ok(place) => place,
            Err(refused) => return refused,
        };
        let mut cancelled = std::pin::pin!(cancelled);
        let mut turn = tokio::select! {
            turn = place.lock_owned() => turn,
            () = &mut cancelled => return nobody(),
        };
        let permit = tokio::select! {
            permit = self.working.acquire() => permit.expect("nobody closes it"),
            () = &mut cancelled => return nobody(),
        };
        let mut calculator = match turn.take().map_or_else(|| self.calculator(), Ok) {
            Ok(calculator) => calculator,
            Err(error) => return Answer::error("no-calculator", error, true),
        };
        let interrupt = calculator.interrupt();
        // Raised for an earlier call, perhaps.
        interrupt.clear();
        limit_time(&mut calculator, time);
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        self.flags().insert(number, interrupt.clone());
        let mut work = tokio::task::spawn_blocking(move || {
            let answered = catch_unwind(AssertUnwindSafe(|| answer(&mut calculator, &asked)));
            answered.ok().map(|answered| (answered, calculator))
        });
        let (mut late, mut unwanted) = (false, false);
        let done = loop {
            tokio::select! {
                done = &mut work => break done,
                () = tokio::time::sleep(time + GRACE), if !late && !unwanted => {
                    late = true;
                    interrupt.raise();
                }
                () = &mut cancelled, if !unwanted => {
                    unwanted = true;
                    interrupt.raise();
                }
            }
        };
        self.flags().remove(&number);
        drop(permit);
        match done {
            Ok(Some((mut answered, calculator))) => {
                *turn = Some(calculator);
                if late {
                    answered.failed = true;
                    if let Some(object) = answered.value.as_object_mut() {
                        let said = format!("the call took longer than {time:?}");
                        object.insert("stopped".into(), said.into());
                    }
                }
                answered
            }
            // The session begins anew.
            Ok(None) | Err(_) => Answer::error(
                "fault",
                "this is a fault of the calculator: the session starts anew, without its definitions; please report \
                 what you asked",
                false,
            ),
        }
    }

    fn flags(&self) -> MutexGuard<'_, HashMap<u64, Interrupt>> {
        self.flags.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops all that is computed.
    pub(crate) fn stop(&self) {
        self.flags().values().for_each(Interrupt::raise);
    }
}
