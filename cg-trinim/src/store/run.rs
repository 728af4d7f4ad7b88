//! All jobs of a folder, as far as time and number allow.

use super::job::{JobReport, Store};
use crate::engine::Solver;
use crate::{Error, PieceCounts, Result, SolveOptions, schedule};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How far a run may go.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunLimits {
    /// No job starts after this moment.
    pub until: Option<Instant>,
    /// At most this many blocks, counted in order.
    pub blocks: Option<usize>,
}

impl Store {
    /// Does the jobs that are not done yet. `progress` gets the report of each
    /// finished job, from any thread, and the number of blocks done and in all.
    ///
    /// What is there is kept: the run can be stopped, or killed, at any moment
    /// and goes on later with the same bytes. As many threads work as the
    /// memory option feeds.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] when not even one job fits, [`Error::Interrupted`],
    /// and those of [`Store::solve_block`]. Files finished before stay.
    pub fn run(
        &self,
        options: &SolveOptions,
        limits: RunLimits,
        progress: &(dyn Fn(&JobReport, usize, usize) + Sync),
    ) -> Result<JobReport> {
        let per_job = self.memory_per_job();
        let threads = usize::try_from(options.memory / per_job)
            .unwrap_or(usize::MAX)
            .min(options.threads.get());
        if threads == 0 {
            return Err(Error::Memory {
                what: "a job of one block".into(),
                needed: per_job,
                limit: options.memory,
                advice: "raise the limit, or choose more block-ID pieces".into(),
            });
        }
        let canonical: Vec<u64> = self.folding().canonical_blocks().collect();
        let limit = limits.blocks.unwrap_or(usize::MAX);
        let mut open = Vec::new();
        for &block in canonical.iter().take(limit) {
            if !self.is_done(block)? {
                open.push(block);
            }
        }
        let index_of: HashMap<u64, usize> = open.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        let needs: Vec<Vec<usize>> = open
            .iter()
            .map(|&b| {
                self.folding().sources(b).iter().filter_map(|s| index_of.get(s).copied()).collect()
            })
            .collect();
        let solver = Solver::new(self.folding(), self.layout(), options)?;
        let total = Mutex::new((JobReport::default(), canonical.len().min(limit) - open.len()));
        let late = || limits.until.is_some_and(|until| Instant::now() >= until);
        let result = schedule::run(threads, &needs, &options.interrupt, &|i| {
            if late() {
                return Err(Error::Interrupted);
            }
            let report = self.job(open[i], &solver, options)?;
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            total.0.add(&report);
            total.1 += 1;
            progress(&report, total.1, canonical.len());
            Ok(())
        });
        match result {
            Err(Error::Interrupted) if late() && !options.interrupt.is_raised() => {}
            other => other?,
        }
        Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner).0)
    }

    /// The P-positions of the whole board by number of pieces, from the headers;
    /// `None` while blocks are missing.
    ///
    /// # Errors
    ///
    /// As [`Store::is_done`]; damaged files are refused.
    pub fn p_counts(&self) -> Result<Option<PieceCounts>> {
        let mut counts = PieceCounts::new(self.layout().layers());
        for block in self.folding().canonical_blocks() {
            if !self.path(block).exists() {
                return Ok(None);
            }
            let file = self.read(block)?;
            for (pieces, &n) in (0..).zip(&file.header().p_counts) {
                counts.add(pieces, n * self.folding().group_size(block));
            }
        }
        Ok(Some(counts))
    }
}
