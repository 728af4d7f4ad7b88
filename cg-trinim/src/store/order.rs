//! In which order a run on disk solves its blocks: those first whose sources are in memory,
//! since decoding takes most of the time, then those that let others go.

use crate::Folding;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The jobs of a run, and who still waits for whom.
pub(crate) struct Order {
    /// The blocks to solve.
    pub(crate) open: Vec<u64>,
    /// For each of them its sources, as numbers of `blocks`.
    sources: Vec<Vec<usize>>,
    /// The open blocks and their sources.
    blocks: Vec<u64>,
    /// How many jobs are left that read each of `blocks`.
    readers: Vec<AtomicUsize>,
    /// Where the options of the full board lie.
    first_moves: Vec<u64>,
}

/// What a run of one job at a time will have done, counted beforehand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Foreseen {
    /// Sources to decode.
    pub(crate) decodes: u64,
    /// The most blocks that other jobs wait for, or that were just solved, at any time.
    pub(crate) needed: u64,
}

impl Order {
    /// The order of a run that solves the blocks `open`.
    pub(crate) fn new(folding: &Folding, open: Vec<u64>) -> Self {
        let mut blocks = open.clone();
        let mut number_of: HashMap<u64, usize> =
            blocks.iter().enumerate().map(|(i, &block)| (block, i)).collect();
        let mut sources = Vec::with_capacity(open.len());
        for &block in &open {
            let mut numbers = Vec::new();
            for source in folding.sources(block) {
                let next = blocks.len();
                let number = *number_of.entry(source).or_insert(next);
                if number == next {
                    blocks.push(source);
                }
                numbers.push(number);
            }
            sources.push(numbers);
        }
        let readers: Vec<AtomicUsize> = blocks.iter().map(|_| AtomicUsize::new(0)).collect();
        for &source in sources.iter().flatten() {
            readers[source].fetch_add(1, Ordering::Relaxed);
        }
        let last = folding.blocks() - 1;
        let first_moves = folding.sources(last).into_iter().chain([last]).collect();
        Self { open, sources, blocks, readers, first_moves }
    }

    /// Whether the block is to be solved, or read by a job or by who asks for the winning
    /// first moves.
    pub(crate) fn is_needed(&self, block: u64) -> bool {
        self.first_moves.contains(&block) || self.blocks.contains(&block)
    }

    /// For each job the jobs whose blocks it reads.
    pub(crate) fn needs(&self) -> Vec<Vec<usize>> {
        let jobs = self.open.len();
        self.sources.iter().map(|s| s.iter().copied().filter(|&s| s < jobs).collect()).collect()
    }

    /// What to compare jobs by: the least comes first. `in_memory` tells whether a block
    /// need not be decoded.
    pub(crate) fn rank(&self, job: usize, in_memory: &dyn Fn(u64) -> bool) -> impl Ord + use<> {
        let sources = &self.sources[job];
        let kept = sources.iter().filter(|&&s| in_memory(self.blocks[s])).count();
        // A block with one reader left goes with this job; of others it is a step nearer.
        let nearer = |&s: &usize| match self.readers[s].load(Ordering::Relaxed) {
            1 => LAST_READER,
            left => STEP_NEARER / left.max(1),
        };
        let nearer: usize = sources.iter().map(nearer).sum();
        (std::cmp::Reverse((kept, nearer)), job)
    }

    /// Says that a job is done: the sources that nobody waits for any more.
    pub(crate) fn finish(&self, job: usize) -> Vec<u64> {
        let spent = |&&s: &&usize| self.readers[s].fetch_sub(1, Ordering::Relaxed) == 1;
        let spent = self.sources[job].iter().filter(spent).map(|&s| self.blocks[s]);
        spent.filter(|block| !self.first_moves.contains(block)).collect()
    }

    /// Goes through the run of one job at a time with room for `room` blocks in memory, two at
    /// least, without solving anything. Time is as the square of the blocks.
    pub(crate) fn foresee(self, room: usize) -> Foreseen {
        let needs = self.needs();
        let mut needed_by = vec![Vec::new(); needs.len()];
        for (job, needs) in needs.iter().enumerate() {
            needs.iter().for_each(|&other| needed_by[other].push(job));
        }
        let mut waits: Vec<usize> = needs.iter().map(Vec::len).collect();
        let mut ready: Vec<usize> = (0..self.open.len()).filter(|&job| waits[job] == 0).collect();
        let (mut foreseen, mut stored) = (Foreseen::default(), 0);
        let mut kept = Kept::default();
        while let Some(at) = (0..ready.len())
            .min_by_key(|&at| self.rank(ready[at], &|block| kept.used.contains_key(&block)))
        {
            let job = ready.swap_remove(at);
            // One place is for the block that is solved.
            kept.forget(room - 1);
            let sources = self.sources[job].iter().map(|&s| self.blocks[s]);
            let (known, unknown): (Vec<u64>, Vec<u64>) =
                sources.partition(|source| kept.used.contains_key(source));
            foreseen.decodes += unknown.len() as u64;
            for block in known.into_iter().chain(unknown) {
                kept.keep(block);
                kept.forget(room - 1);
            }
            kept.keep(self.open[job]);
            stored += 1;
            foreseen.needed = foreseen.needed.max(stored);
            stored -= self.finish(job).len() as u64;
            for &other in &needed_by[job] {
                waits[other] -= 1;
                ready.extend((waits[other] == 0).then_some(other));
            }
        }
        foreseen
    }
}

/// The blocks that a pool keeps, each with the moment of its last use.
#[derive(Default)]
struct Kept {
    used: HashMap<u64, u64>,
    now: u64,
}

impl Kept {
    fn keep(&mut self, block: u64) {
        self.now += 1;
        self.used.insert(block, self.now);
    }

    /// Forgets the least recently used, but for `most`.
    fn forget(&mut self, most: usize) {
        while self.used.len() > most {
            let oldest = self.used.iter().min_by_key(|(_, used)| **used);
            let oldest = *oldest.expect("there are more than none").0;
            self.used.remove(&oldest);
        }
    }
}

/// What it counts that a block is needed no more, and that a job less waits for it.
const LAST_READER: usize = 1700;
const STEP_NEARER: usize = 700;
