//! Jobs that wait for other jobs, on a few threads.

use crate::{Error, Result};
use cg_core::Interrupt;
use std::sync::{Condvar, Mutex};

/// What is left to do.
struct State {
    ready: Vec<usize>,
    waits_for: Vec<usize>,
    left: usize,
    failed: Option<Error>,
}

/// Runs job `0..needs.len()`, each after the jobs it `needs`, on `threads` threads. Of those
/// that are ready the one of the least `rank` comes first.
///
/// # Errors
///
/// The first error of a job, after which no new job starts.
pub(crate) fn run<R: Ord>(
    threads: usize,
    needs: &[Vec<usize>],
    interrupt: &Interrupt,
    rank: &(dyn Fn(usize) -> R + Sync),
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
    let lock = || state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let worker = || {
        loop {
            let mut now = lock();
            let next = loop {
                if now.left == 0 || now.failed.is_some() {
                    return;
                }
                if let Some(at) = (0..now.ready.len()).min_by_key(|&at| rank(now.ready[at])) {
                    break now.ready.swap_remove(at);
                }
                now = changed.wait(now).unwrap_or_else(std::sync::PoisonError::into_inner);
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
                    now.ready.push(i);
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
    let state = state.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
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
            run(threads, &needs, &Interrupt::new(), &|i| i, &|i| {
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
        let result = run(2, &needs, &Interrupt::new(), &|i| i, &|i| {
            *started.lock().unwrap() += 1;
            if i == 1 { Err(Error::SearchLimit(7)) } else { Ok(()) }
        });
        assert!(matches!(result, Err(Error::SearchLimit(7))));
        assert_eq!(started.into_inner().unwrap(), 2);
    }
}
