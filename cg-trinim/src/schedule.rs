//! Jobs that wait for other jobs, on a few threads.

use crate::{Error, Result};
use cg_core::Interrupt;
use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, PoisonError};

/// The remaining work.
struct State {
    ready: BTreeSet<usize>,
    waits_for: Vec<usize>,
    left: usize,
    failed: Option<Error>,
}

/// Stops the other threads if its thread panics in a job. Otherwise they would wait for that job.
struct Alarm<'a>(&'a Mutex<State>, &'a Condvar);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            state.failed.get_or_insert(Error::Interrupted);
            self.1.notify_all();
        }
    }
}

/// Runs the jobs `0..needs.len()`, each after the jobs it `needs`, on `threads` threads. Of the
/// ready jobs, the first one starts first.
///
/// # Errors
///
/// The first error of a job, after which no new job starts.
pub(crate) fn run(
    threads: usize,
    needs: &[Vec<usize>],
    interrupt: &Interrupt,
    job: &(dyn Fn(usize) -> Result<()> + Sync),
) -> Result<()> {
    let mut needed_by = vec![Vec::new(); needs.len()];
    for (i, needed) in needs.iter().enumerate() {
        for &j in needed {
            needed_by[j].push(i);
        }
    }
    let waits_for: Vec<usize> = needs.iter().map(Vec::len).collect();
    let ready = (0..needs.len()).filter(|&i| waits_for[i] == 0).collect();
    let state = Mutex::new(State { ready, waits_for, left: needs.len(), failed: None });
    let changed = Condvar::new();
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let worker = || {
        let _alarm = Alarm(&state, &changed);
        loop {
            let mut now = lock();
            let next = loop {
                if now.left == 0 || now.failed.is_some() {
                    return;
                }
                if let Some(first) = now.ready.pop_first() {
                    break first;
                }
                now = changed.wait(now).unwrap_or_else(PoisonError::into_inner);
            };
            drop(now);
            let result = if interrupt.is_raised() { Err(Error::Interrupted) } else { job(next) };
            let mut now = lock();
            now.left -= 1;
            if let Err(error) = result {
                now.failed.get_or_insert(error);
            }
            for &i in &needed_by[next] {
                now.waits_for[i] -= 1;
                if now.waits_for[i] == 0 {
                    now.ready.insert(i);
                }
            }
            changed.notify_all();
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.failed.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::Error;
    use cg_core::Interrupt;
    use std::sync::Mutex;

    #[test]
    fn jobs_run_once_and_after_what_they_need() {
        let needs: Vec<Vec<usize>> =
            (0..50).map(|i| (0..i).filter(|j| i % (j + 2) == 0).collect()).collect();
        for threads in 1..=3 {
            let done = Mutex::new(Vec::new());
            run(threads, &needs, &Interrupt::new(), &|i| {
                let mut done = done.lock().unwrap();
                assert!(needs[i].iter().all(|j| done.contains(j)));
                done.push(i);
                Ok(())
            })
            .unwrap();
            let mut done = done.into_inner().unwrap();
            done.sort_unstable();
            assert_eq!(done, (0..50).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_error_ends_the_run() {
        let needs = vec![Vec::new(), vec![0], vec![1]];
        let started = Mutex::new(0);
        let result = run(2, &needs, &Interrupt::new(), &|i| {
            *started.lock().unwrap() += 1;
            if i == 1 { Err(Error::SearchLimit(7)) } else { Ok(()) }
        });
        assert!(matches!(result, Err(Error::SearchLimit(7))));
        assert_eq!(started.into_inner().unwrap(), 2);
    }
    #[test]
    fn a_panic_in_a_job_ends_the_run() {
        let needs = vec![Vec::new(), vec![0], vec![1]];
        let ended = std::panic::catch_unwind(|| {
            run(2, &needs, &Interrupt::new(), &|i| {
                assert_ne!(i, 1);
                Ok(())
            })
        });
        assert!(ended.is_err());
    }
}
