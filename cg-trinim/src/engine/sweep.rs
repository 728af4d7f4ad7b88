//! One pass over a block, run by run.

use super::gather::Gather;
use super::program::Program;
use super::register::{Run, Vector};
use super::settle::Settle;
use crate::{Error, Result};
use cg_core::Interrupt;

/// How many runs are swept between two looks at the interrupt flag.
const POLL: usize = 1 << 10;

/// A sweep: the block it reads and writes, the moves, the other blocks.
pub(crate) struct Job<'a> {
    pub(crate) program: &'a Program,
    pub(crate) block: &'a mut [Run],
    pub(crate) sources: &'a [&'a [Run]],
    pub(crate) interrupt: &'a Interrupt,
}

/// What a sweep does with each run once the moves that leave the run are taken.
pub(crate) trait Finish {
    /// The N-positions of run `number` known beforehand.
    fn start(&mut self, number: usize, run: &Run, n: &mut Run);
    /// Turns the N-positions made by other runs into the run's content.
    fn finish<V: Vector>(&mut self, program: &Program, n: &Run, run: &mut Run) -> Result<()>;
}

/// Sweeps a block from its first run to its last.
#[inline(always)]
pub(crate) fn sweep<V: Vector, F: Finish>(job: &mut Job<'_>, finish: &mut F) -> Result<()> {
    let mut gather = Gather::new(job.program);
    let mut n = Box::new(Run::ZERO);
    for number in 0..job.block.len() {
        if number % POLL == 0 && job.interrupt.is_raised() {
            return Err(Error::Interrupted);
        }
        let (done, rest) = job.block.split_at_mut(number);
        let Some(run) = rest.first_mut() else { break };
        finish.start(number, run, &mut n);
        gather.collect::<V>(number, done, job.sources, &mut n);
        finish.finish::<V>(job.program, &n, run)?;
    }
    Ok(())
}

/// Solves: the block holds what is known to be N (or anything, when `fresh`),
/// and in the end its P-positions.
pub(crate) struct Solve {
    settle: Settle,
    /// Whether the block's content is to be ignored.
    fresh: bool,
    /// Whether index 0 is an N-position: the empty board in misère play.
    first_is_win: bool,
}

impl Solve {
    pub(crate) fn new(fresh: bool, first_is_win: bool) -> Self {
        Self { settle: Settle::new(), fresh, first_is_win }
    }
}

impl Finish for Solve {
    #[inline(always)]
    fn start(&mut self, number: usize, run: &Run, n: &mut Run) {
        *n = if self.fresh { Run::ZERO } else { *run };
        if number == 0 && self.first_is_win {
            n.0[0].0[0] |= 1;
        }
    }

    #[inline(always)]
    fn finish<V: Vector>(&mut self, program: &Program, n: &Run, run: &mut Run) -> Result<()> {
        self.settle.run::<V>(program, n, run);
        Ok(())
    }
}

/// Adds to the N-positions of a block those that other blocks make.
pub(crate) struct Update;

impl Finish for Update {
    #[inline(always)]
    fn start(&mut self, _: usize, run: &Run, n: &mut Run) {
        *n = *run;
    }

    #[inline(always)]
    fn finish<V: Vector>(&mut self, _: &Program, n: &Run, run: &mut Run) -> Result<()> {
        *run = *n;
        Ok(())
    }
}
