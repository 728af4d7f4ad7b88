//! The order in which a run on disk solves its blocks, and the blocks that stay in memory.
//!
//! Decoding sources takes most of the time. If memory is short, the block that is read again last
//! is dropped: no other choice decodes less (L. A. Belady, *A study of replacement algorithms for a
//! virtual-storage computer*, 1966). So the order of all blocks is chosen before the run.
//!
//! Blocks can be solved in the order of their numbers, since a source has fewer block-ID pieces.
//! The pieces can be numbered in any way. Of two numberings, one is better if a run of one job at a
//! time decodes less and has less on disk. That is found by a simulation without solving. The
//! search begins with the numbering by places and exchanges two pieces as long as that helps.

use crate::Folding;
use crate::board::permute;
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The jobs of a run, and their dependencies.
pub(crate) struct Order {
    /// The blocks to solve, each after its sources.
    pub(crate) open: Vec<u64>,
    /// The work of a run of one job at a time.
    pub(crate) foreseen: Foreseen,
    jobs: Jobs,
    /// The number of remaining jobs that read each block of `jobs`.
    readers: Vec<AtomicUsize>,
}

/// The work of a run of one job at a time, counted in advance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Foreseen {
    /// The number of sources to decode.
    pub(crate) decodes: usize,
    /// The largest number of blocks, at any time, that other jobs wait for or that were just
    /// solved.
    pub(crate) needed: usize,
}

impl Foreseen {
    /// The cost of a run: one more block on disk costs as much as ten more decoded sources.
    fn cost(self) -> usize {
        self.decodes + 10 * self.needed
    }
}

/// The blocks that each block reads.
struct Jobs {
    /// The blocks to solve, then their other sources.
    blocks: Vec<u64>,
    /// For each block to solve, its sources, as indices into `blocks`.
    sources: Vec<Vec<usize>>,
    /// The blocks of the options of the full board.
    first_moves: Vec<u64>,
}

/// If there are more blocks, no numbering is searched.
const MOST_COMPARED: usize = 6_000;

impl Order {
    /// The order of a run that solves the blocks `open` and can hold `room` blocks in memory, at
    /// least two.
    pub(crate) fn new(folding: &Folding, mut open: Vec<u64>, room: usize) -> Self {
        if open.len() <= MOST_COMPARED {
            let sequence = Jobs::new(folding, &open).sequence(folding, &open, room);
            open = sequence.into_iter().map(|job| open[job]).collect();
        }
        Self::in_turn(folding, open, room)
    }

    /// The same in the order of `open`, in which each block comes after its sources.
    pub(crate) fn in_turn(folding: &Folding, open: Vec<u64>, room: usize) -> Self {
        let jobs = Jobs::new(folding, &open);
        let foreseen = jobs.foresee(&jobs.in_turn(), room);
        let readers = jobs.readers(&jobs.in_turn());
        let readers = readers.iter().map(|readers| AtomicUsize::new(readers.len())).collect();
        Self { open, foreseen, jobs, readers }
    }

    /// Whether the block must be solved, or is read by a job or by the search for winning first
    /// moves.
    pub(crate) fn is_needed(&self, block: u64) -> bool {
        self.jobs.first_moves.contains(&block) || self.jobs.blocks.contains(&block)
    }

    /// For each job the jobs whose blocks it reads.
    pub(crate) fn needs(&self) -> Vec<Vec<usize>> {
        let jobs = self.open.len();
        let needs = |sources: &Vec<usize>| sources.iter().copied().filter(|&s| s < jobs).collect();
        self.jobs.sources.iter().map(needs).collect()
    }

    /// The jobs that read each block, the last of them first.
    pub(crate) fn readers(&self) -> HashMap<u64, Vec<usize>> {
        self.jobs.blocks.iter().copied().zip(self.jobs.readers(&self.jobs.in_turn())).collect()
    }

    /// Marks a job as finished, and returns the sources that no other job needs.
    pub(crate) fn finish(&self, job: usize) -> Vec<u64> {
        let spent = |&&s: &&usize| self.readers[s].fetch_sub(1, Ordering::Relaxed) == 1;
        let spent = self.jobs.sources[job].iter().filter(spent).map(|&s| self.jobs.blocks[s]);
        spent.filter(|block| !self.jobs.first_moves.contains(block)).collect()
    }
}

impl Jobs {
    fn new(folding: &Folding, open: &[u64]) -> Self {
        let mut blocks = open.to_vec();
        let mut number_of: HashMap<u64, usize> =
            blocks.iter().enumerate().map(|(i, &block)| (block, i)).collect();
        let mut sources = Vec::with_capacity(open.len());
        for &block in open {
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
        let last = folding.blocks() - 1;
        let first_moves = folding.sources(last).into_iter().chain([last]).collect();
        Self { blocks, sources, first_moves }
    }

    fn in_turn(&self) -> Vec<usize> {
        (0..self.sources.len()).collect()
    }

    /// The jobs in the best known order.
    fn sequence(&self, folding: &Folding, open: &[u64], room: usize) -> Vec<usize> {
        let images: Vec<Vec<u64>> = open.iter().map(|&block| folding.images(block)).collect();
        let pieces = folding.block_pieces().count_ones() as usize;
        let by = |numbering: &[u32]| {
            let mut sequence = self.in_turn();
            // Of alike blocks the least number counts; it is larger than the number of a source.
            sequence.sort_by_cached_key(|&job| {
                images[job].iter().map(|&image| permute(image, numbering)).min()
            });
            sequence
        };
        let mut numbering: Vec<u32> = (0..).take(pieces).collect();
        let mut best = self.foresee(&by(&numbering), room).cost();
        let mut helped = true;
        while helped {
            helped = false;
            for i in 0..pieces {
                for j in 0..i {
                    numbering.swap(i, j);
                    let cost = self.foresee(&by(&numbering), room).cost();
                    if cost < best {
                        (best, helped) = (cost, true);
                    } else {
                        numbering.swap(i, j);
                    }
                }
            }
        }
        by(&numbering)
    }

    /// For each block, the places in `sequence` of the jobs that read it, the last of them first.
    fn readers(&self, sequence: &[usize]) -> Vec<Vec<usize>> {
        let mut readers = vec![Vec::new(); self.blocks.len()];
        for (place, &job) in sequence.iter().enumerate().rev() {
            self.sources[job].iter().for_each(|&source| readers[source].push(place));
        }
        readers
    }

    /// Simulates a run of one job at a time, without solving.
    fn foresee(&self, sequence: &[usize], room: usize) -> Foreseen {
        let mut readers = self.readers(sequence);
        let next = |readers: &[usize]| readers.last().copied().unwrap_or(usize::MAX);
        // The blocks in memory, sorted by the places of their next readers.
        let mut kept: BTreeSet<(usize, usize)> = BTreeSet::new();
        let forget = |kept: &mut BTreeSet<_>, most| {
            while kept.len() > most {
                kept.pop_last();
            }
        };
        let is_first_move = |&source: &usize| self.first_moves.contains(&self.blocks[source]);
        let mut stored = self.blocks.len() - sequence.len();
        let mut foreseen = Foreseen { decodes: 0, needed: stored };
        for (place, &job) in sequence.iter().enumerate() {
            // One place is for the block to solve.
            forget(&mut kept, room - 1);
            let (known, unknown): (Vec<usize>, Vec<usize>) =
                self.sources[job].iter().partition(|&&source| kept.remove(&(place, source)));
            foreseen.decodes += unknown.len();
            for source in known {
                readers[source].pop();
                kept.insert((next(&readers[source]), source));
            }
            for source in unknown {
                readers[source].pop();
                forget(&mut kept, room - 2);
                kept.insert((next(&readers[source]), source));
            }
            kept.insert((next(&readers[job]), job));
            stored += 1;
            foreseen.needed = foreseen.needed.max(stored);
            let spent = |&&source: &&usize| readers[source].is_empty() && !is_first_move(&source);
            stored -= self.sources[job].iter().filter(spent).count();
        }
        foreseen
    }
}

#[cfg(test)]
mod tests {
    use super::{Jobs, Order};
    use crate::{Folding, Layers, Symmetry};
    use std::collections::{BTreeMap, BTreeSet};

    fn folding(layers: u64, orbits: &[u32]) -> Folding {
        let layers = Layers::new(layers).unwrap();
        let images = |&piece| Symmetry::ALL.map(|s| s.apply_to(layers, 1u64 << piece));
        let pieces = orbits.iter().flat_map(images).fold(0, |set, piece| set | piece);
        Folding::new(layers, pieces, true).unwrap()
    }

    /// The smallest number of sources that a run of one job at a time decodes. It tries all sets of
    /// blocks that can be in memory between two jobs.
    fn fewest_decodes(jobs: &Jobs, room: u32) -> u32 {
        let mut least: BTreeMap<u32, u32> = BTreeMap::from([(0, 0)]);
        for (job, sources) in jobs.sources.iter().enumerate() {
            let mut after = BTreeMap::new();
            for (&kept, &decodes) in &least {
                let unknown: Vec<usize> =
                    sources.iter().copied().filter(|source| kept >> source & 1 == 0).collect();
                let decodes = decodes + u32::try_from(unknown.len()).unwrap();
                let all = sources.iter().fold(kept | 1 << job, |all, source| all | 1 << source);
                // The block to solve and a decoded source take two places.
                let new = unknown.last().map_or(0, |last| 1 << last | 1 << job);
                let mut next = all;
                loop {
                    let fits = unknown.is_empty() || (next & !new).count_ones() <= room - 2;
                    if fits && next.count_ones() < room {
                        let best = after.entry(next).or_insert(decodes);
                        *best = decodes.min(*best);
                    }
                    if next == 0 {
                        break;
                    }
                    next = (next - 1) & all;
                }
            }
            least = after;
        }
        least.into_values().min().expect("there are jobs")
    }

    #[test]
    fn no_run_in_the_same_order_decodes_less() {
        let folding = folding(7, &[1]);
        for room in [2, 3, 4] {
            let order = Order::new(&folding, folding.canonical_blocks().collect(), room);
            let fewest = fewest_decodes(&order.jobs, u32::try_from(room).unwrap());
            assert_eq!(order.foreseen.decodes, fewest as usize, "{room}");
        }
    }

    #[test]
    fn blocks_come_after_their_sources_and_cost_no_more_than_by_number() {
        for (layers, orbits) in [(7, &[1, 4][..]), (8, &[0, 1]), (9, &[0, 12]), (8, &[])] {
            let folding = folding(layers, orbits);
            let canonical: Vec<u64> = folding.canonical_blocks().collect();
            for room in [2, 5, 200] {
                let order = Order::new(&folding, canonical.clone(), room);
                for (job, needs) in order.needs().into_iter().enumerate() {
                    assert!(needs.into_iter().all(|source| source < job), "{layers} {orbits:?}");
                }
                let blocks = BTreeSet::from_iter(order.open.iter().copied());
                assert!(blocks.iter().eq(&canonical));
                let by_number = Jobs::new(&folding, &canonical);
                let by_number = by_number.foresee(&by_number.in_turn(), room);
                assert!(order.foreseen.cost() <= by_number.cost());
                assert!(room < 200 || order.foreseen.decodes == 0);
            }
        }
    }

    /// Existing blocks must be decoded, but not solved.
    #[test]
    fn a_run_that_goes_on_has_the_rest_before_it() {
        let folding = folding(7, &[1, 4]);
        let open: Vec<u64> = folding.canonical_blocks().skip(90).collect();
        let order = Order::new(&folding, open.clone(), 200);
        assert_eq!(
            BTreeSet::from_iter(order.open.iter().copied()).iter().copied().collect::<Vec<_>>(),
            open
        );
        let sources: BTreeSet<u64> = open.iter().flat_map(|&b| folding.sources(b)).collect();
        let there = sources.iter().filter(|source| !open.contains(source)).count();
        assert_eq!(order.foreseen.decodes, there);
        assert!(order.foreseen.needed > there && order.foreseen.needed <= there + open.len());
    }
}
