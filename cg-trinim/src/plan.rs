//! The cost of a choice of block-ID pieces, counted without solving (sections 3.1, 3.2 and 4 of the
//! paper).

use crate::engine::room;
use crate::store::{Foreseen, Order};
use crate::{Folding, JobReport, Layers, Layout, Position, Result, Symmetry, moves};
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;

/// Rates of the block engine, in positions per second of one core, measured by a [`JobReport`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rates {
    /// Reading and decoding a source.
    pub decode: f64,
    /// Making the image of a source under a symmetry, and the updates from it.
    pub image: f64,
    /// The updates from a source without a symmetry.
    pub update: f64,
    /// Settling the moves inside a block, and coding the block.
    pub settle: f64,
    /// Counting.
    pub count: f64,
    /// Making files and writing them, in bytes per second.
    pub write: f64,
    /// Bits on disk per position.
    pub bits: f64,
    /// The average number of options of a position inside its block.
    pub options: f64,
    /// The average number of options in other blocks.
    pub outside: f64,
}

/// Each further option inside the block reduces the bits per position by this share: it shows that
/// more positions are N. Fitted to 7, 8 and 9 layers.
const BITS_SPARED: f64 = 0.030;

/// Each further option in other blocks increases the bits by this share: the bits of the positions
/// that it shows to be N are stored. Fitted in the same way.
const BITS_ADDED: f64 = 0.025;

/// The cost of decoding and settling apart from the options of each position, in options. Fitted to
/// 7 and 8 layers.
const OTHER_WORK: f64 = 17.0;

/// The average numbers of options of a position inside its block, and in other blocks. They are
/// sums over moves of the share of positions in which the move is possible.
fn average_options(layers: Layers, block_pieces: u64) -> [f64; 2] {
    let mut options = [0.0; 2];
    for taken in moves(layers) {
        let leaves = usize::from(taken & block_pieces != 0);
        options[leaves] += 0.5f64.powi(taken.count_ones().cast_signed());
    }
    options
}

impl Rates {
    /// The rates of a thread in a run on blocks of this layout, with one thread for each block;
    /// `None` if the run did not do every kind of work.
    pub fn measured(report: &JobReport, layout: &Layout) -> Option<Self> {
        let positions = 2f64.powf(f64::from(layout.local_bits()));
        let [options, outside] = average_options(layout.layers(), layout.block_pieces());
        // Counts of jobs are far below 2^53.
        let rate =
            |count: u64, time: std::time::Duration| count as f64 * positions / time.as_secs_f64();
        let rates = Self {
            decode: rate(report.decoded, report.decoding),
            image: rate(report.images, report.imaging),
            update: rate(report.plain, report.updating),
            settle: rate(report.blocks, report.settling),
            count: rate(report.blocks, report.counting),
            write: report.bytes_written as f64 / report.writing.as_secs_f64(),
            bits: 8.0 * report.bytes_written as f64 / (report.blocks as f64 * positions),
            options,
            outside,
        };
        let Self { decode, image, update, settle, count, write, bits, .. } = rates;
        let all = [decode, image, update, settle, count, write, bits];
        all.iter().all(|r| r.is_finite() && *r > 0.0).then_some(rates)
    }

    /// The expected rates for the blocks of another run.
    fn expected(self, folding: &Folding) -> Self {
        let [options, outside] = average_options(folding.layers(), folding.block_pieces());
        let slower = (options + OTHER_WORK) / (self.options + OTHER_WORK);
        Self {
            decode: self.decode / slower,
            settle: self.settle / slower,
            bits: self.bits
                * (BITS_SPARED * (self.options - options) + BITS_ADDED * (outside - self.outside))
                    .exp(),
            options,
            outside,
            ..self
        }
    }
}

/// The cost of a choice of block-ID pieces.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// k.
    pub layers: u8,
    /// The block-ID pieces, as a board.
    pub block_pieces: Position,
    /// The number of blocks, 2^T.
    pub blocks: u64,
    /// The number of blocks to solve, one of each group.
    pub canonical: u64,
    /// The numbers of groups with 1, 2, 3 or 6 distinct blocks.
    pub groups: BTreeMap<u64, u64>,
    /// Inter-block updates without symmetry.
    pub updates_in_full: u64,
    /// Inter-block updates into canonical blocks.
    pub updates: u64,
    /// The number of files to read: the updates, but each canonical source of a block is counted
    /// once.
    pub reads: u64,
    /// The number of source blocks to read through a symmetry.
    pub images: u64,
    /// Positions of one block.
    pub positions_per_block: u64,
    /// Bytes of all canonical blocks, uncoded.
    pub bytes_raw: u64,
    /// The work of a run within a given memory, if the caller asks for it and there are at most
    /// some thousand blocks.
    pub run: Option<PlannedRun>,
    /// Time and space by measured rates, if there are any.
    pub estimate: Option<Estimate>,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Means {
    /// Bytes of memory.
    pub memory: u64,
    /// The number of jobs at the same time, one thread each.
    pub threads: NonZeroUsize,
}

impl Means {
    /// One thread with `memory` bytes.
    pub fn of_one_thread(memory: u64) -> Self {
        Self { memory, threads: NonZeroUsize::MIN }
    }

    /// The number of blocks of 2^`local_bits` positions that fit into memory, for a run of one job
    /// at a time that does as much as one with these means. Each further job has a block and a
    /// source of its own.
    fn room(self, local_bits: u32) -> usize {
        let others = self.threads.get() - 1;
        room(local_bits, self.memory, self.threads.get() as u64).saturating_sub(2 * others).max(2)
    }
}

/// The work of a run, counted without solving. It is exact for one thread, and nearly exact for
/// several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PlannedRun {
    /// Its limits.
    #[serde(flatten)]
    pub means: Means,
    /// The sources that it decodes. The others are in memory.
    pub decodes: u64,
    /// The largest number of blocks at any time that are read later, or at the end. With
    /// [`RunOptions::keep_final`](crate::RunOptions::keep_final) no others are on disk.
    pub needed: u64,
}

/// Time and space, by measured rates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Hours of one core.
    pub core_hours: f64,
    /// Bytes on disk.
    pub bytes: f64,
    /// The largest number of bytes on disk at any time, if only needed files are kept.
    pub bytes_needed: Option<f64>,
    /// Bytes read from disk during the run.
    pub bytes_read: f64,
}

/// A job, the jobs whose files it reads, and its cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlannedJob {
    /// The canonical block.
    pub block: u64,
    /// The number of blocks to which the symmetries map it, including itself.
    pub group: u64,
    /// The canonical blocks it reads.
    pub needs: Vec<u64>,
    /// Source blocks that it reads without a symmetry.
    pub plain: u64,
    /// Source blocks that it reads through a symmetry.
    pub images: u64,
    /// Updates from source blocks.
    pub updates: u64,
    /// The largest number of bytes of memory that it needs.
    pub memory: u64,
    /// Seconds of one core, by measured rates.
    pub seconds: Option<f64>,
}

impl PlannedJob {
    /// The job of a canonical block that needs `memory` bytes, by the expected rates for it.
    fn new(folding: &Folding, block: u64, memory: u64, rates: Option<&Rates>) -> Self {
        let updates: Vec<_> = folding.updates(block).collect();
        let turned = updates.iter().filter(|u| u.symmetry != Symmetry::IDENTITY);
        let images: HashSet<_> = turned.map(|u| (u.canonical, u.symmetry)).collect();
        let plain = updates.iter().filter(|u| u.symmetry == Symmetry::IDENTITY);
        let plain: HashSet<_> = plain.map(|u| u.canonical).collect();
        let mut job = Self {
            block,
            group: folding.group_size(block),
            needs: folding.sources(block),
            plain: plain.len() as u64,
            images: images.len() as u64,
            updates: updates.len() as u64,
            memory,
            seconds: None,
        };
        job.seconds = rates.map(|rates| job.seconds(folding, rates));
        job
    }

    /// Seconds of one core. Counts of blocks are far below 2^53.
    fn seconds(&self, folding: &Folding, rates: &Rates) -> f64 {
        let positions = positions_per_block(folding) as f64;
        positions
            * (self.needs.len() as f64 / rates.decode
                + self.images as f64 / rates.image
                + self.plain as f64 / rates.update
                + 1.0 / rates.settle
                + 1.0 / rates.count
                + rates.bits / 8.0 / rates.write)
    }

    /// The number of passes over a block. It compares jobs of one run if no rates are known.
    pub(crate) fn passes(&self) -> u64 {
        self.needs.len() as u64 + 2 * self.images + self.plain + 2
    }
}

fn positions_per_block(folding: &Folding) -> u64 {
    1 << (folding.layers().pieces() - folding.block_pieces().count_ones())
}

/// If there are more blocks than this, the work of a run is not counted.
pub(crate) const MOST_FORESEEN: u64 = 6_000;

impl Plan {
    /// Counts blocks, groups and updates; with `means`, also the work of a run.
    ///
    /// ```
    /// use cg_trinim::{Folding, Layers, Plan};
    /// let layers = Layers::new(8)?;
    /// // Six pieces of the rim next to the corners, as in Fig. 3 (f).
    /// let six = [1, 2, 21, 29, 27, 34].iter().fold(0, |set, p| set | 1 << p);
    /// let plan = Plan::new(&Folding::new(layers, six, true)?, None, None);
    /// assert_eq!((plan.canonical, plan.updates_in_full, plan.updates), (16, 336, 87));
    /// # Ok::<(), cg_trinim::Error>(())
    /// ```
    pub fn new(folding: &Folding, rates: Option<&Rates>, means: Option<Means>) -> Self {
        Self::with_order(folding, rates, means, Order::new)
    }

    /// The same with an order of blocks that `order` gives.
    pub(crate) fn with_order(
        folding: &Folding,
        rates: Option<&Rates>,
        means: Option<Means>,
        order: impl Fn(&Folding, Vec<u64>, usize) -> Order,
    ) -> Self {
        let block_bits = folding.block_pieces().count_ones();
        let in_full = |h: &u64| 1 << (block_bits - h.count_ones());
        let mut plan = Self {
            layers: folding.layers().get(),
            block_pieces: Position::on(folding.layers(), folding.block_pieces()),
            blocks: folding.blocks(),
            canonical: 0,
            groups: BTreeMap::new(),
            updates_in_full: folding.steps().iter().map(in_full).sum(),
            updates: 0,
            reads: 0,
            images: 0,
            positions_per_block: positions_per_block(folding),
            bytes_raw: 0,
            run: None,
            estimate: None,
        };
        let rates = rates.map(|rates| rates.expected(folding));
        let mut seconds = 0.0;
        for block in folding.canonical_blocks() {
            let job = PlannedJob::new(folding, block, 0, rates.as_ref());
            plan.canonical += 1;
            *plan.groups.entry(job.group).or_default() += 1;
            plan.updates += job.updates;
            plan.reads += job.needs.len() as u64;
            plan.images += job.images;
            seconds += job.seconds.unwrap_or(0.0);
        }
        plan.bytes_raw = plan.canonical * plan.positions_per_block.div_ceil(8);
        let few = plan.canonical <= MOST_FORESEEN;
        plan.run = means.filter(|_| few).map(|means| {
            let room = means.room(folding.layers().pieces() - block_bits);
            let order = order(folding, folding.canonical_blocks().collect(), room);
            let Foreseen { decodes, needed } = order.foreseen;
            PlannedRun { means, decodes: decodes as u64, needed: needed as u64 }
        });
        plan.estimate = rates.map(|rates| plan.estimated(seconds, &rates));
        plan
    }

    fn estimated(&self, seconds: f64, rates: &Rates) -> Estimate {
        let positions = self.positions_per_block as f64;
        let bytes_per_block = positions * rates.bits / 8.0;
        let decodes = self.run.map_or(self.reads, |run| run.decodes);
        let spared = (self.reads - decodes) as f64 * positions / rates.decode;
        Estimate {
            core_hours: (seconds - spared) / 3600.0,
            bytes: bytes_per_block * self.canonical as f64,
            bytes_needed: self.run.map(|run| bytes_per_block * run.needed as f64),
            bytes_read: bytes_per_block * decodes as f64,
        }
    }
}

/// The jobs of a run on disk, each after the jobs that it needs.
///
/// # Errors
///
/// [`crate::Error::BlockPieces`] if no job is possible with these pieces: the error of
/// [`Layout::of_files`].
pub fn planned_jobs(folding: &Folding, rates: Option<&Rates>) -> Result<Vec<PlannedJob>> {
    let memory = Layout::of_files(folding)?.memory_per_job();
    let rates = rates.map(|rates| rates.expected(folding));
    let job = |block| PlannedJob::new(folding, block, memory, rates.as_ref());
    Ok(folding.canonical_blocks().map(job).collect())
}

impl std::fmt::Display for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} layers, block-ID pieces:", self.layers)?;
        writeln!(f, "{}", self.block_pieces.picture())?;
        writeln!(f, "blocks                {:>16}", self.blocks)?;
        writeln!(f, "canonical blocks      {:>16}", self.canonical)?;
        for (size, groups) in &self.groups {
            writeln!(f, "  groups of {size}         {groups:>16}")?;
        }
        writeln!(f, "updates in full       {:>16}", self.updates_in_full)?;
        writeln!(f, "updates               {:>16}", self.updates)?;
        writeln!(f, "  files read          {:>16}", self.reads)?;
        writeln!(f, "  images by symmetry  {:>16}", self.images)?;
        writeln!(f, "positions per block   {:>16}", self.positions_per_block)?;
        write!(f, "bytes, uncoded        {:>16}", self.bytes_raw)?;
        if let Some(run) = self.run {
            write!(f, "\nblocks needed at once {:>16}", run.needed)?;
            write!(f, "\nblocks decoded        {:>16}", run.decodes)?;
        }
        if let Some(e) = self.estimate {
            write!(f, "\nbytes, estimated      {:>16.0}", e.bytes)?;
            if let Some(needed) = e.bytes_needed {
                write!(f, "\n  needed at once      {needed:>16.0}")?;
            }
            write!(f, "\nbytes read, estimated {:>16.0}", e.bytes_read)?;
            write!(f, "\ncore-hours, estimated {:>16.2}", e.core_hours)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits on disk per position of runs in normal play (9 layers with 0, 1, 12: misère play), by
    /// layers and one piece of each orbit of block-ID pieces. The example `blocks` wrote them.
    const BITS: [(u64, &[u32], f64); 7] = [
        (7, &[1], 0.1573),
        (8, &[1], 0.1009),
        (8, &[0, 1], 0.1172),
        (8, &[0, 1, 4], 0.1550),
        (8, &[0, 1, 12], 0.1810),
        (9, &[0, 1, 12], 0.1306),
        (9, &[0, 1, 4], 0.1042),
    ];

    #[test]
    fn bits_of_one_run_let_those_of_any_other_be_expected() {
        let folding = |layers, orbits: &[u32]| {
            let layers = Layers::new(layers).unwrap();
            let images = |&piece| Symmetry::ALL.map(|s| s.apply_to(layers, 1u64 << piece));
            let pieces = orbits.iter().flat_map(images).fold(0, |set, piece| set | piece);
            Folding::new(layers, pieces, true).unwrap()
        };
        for (layers, orbits, bits) in BITS {
            let from = folding(layers, orbits);
            let [options, outside] = average_options(from.layers(), from.block_pieces());
            let rates = Rates {
                decode: 1.0,
                image: 1.0,
                update: 1.0,
                settle: 1.0,
                count: 1.0,
                write: 1.0,
                bits,
                options,
                outside,
            };
            for (layers, orbits, bits) in BITS {
                let expected = rates.expected(&folding(layers, orbits)).bits;
                assert!((expected / bits - 1.0).abs() < 0.08, "{layers} {orbits:?}: {expected}");
            }
        }
    }
}
