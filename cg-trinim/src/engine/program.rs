//! The moves of a job, sorted once so that the sweep need not think.

use super::register::{LOW_BITS, RUN, RUN_BITS, RUN_INDEX_BITS};

/// A move out of the run: where its options lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Far {
    /// Pieces taken among those that number the runs.
    pub(crate) runs: u64,
    /// The source block: 0 is the block itself.
    pub(crate) source: usize,
    /// Index into [`Program::classes`].
    pub(crate) class: usize,
}

/// Moves that take the same pieces of the run: `low` inside the register,
/// `registers` among the pieces that number the registers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Class {
    pub(crate) low: u8,
    pub(crate) registers: u8,
    /// The registers that have these pieces.
    pub(crate) targets: Vec<u8>,
}

/// The moves that stay inside the run, for one register of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Near {
    /// Registers to OR as they are.
    pub(crate) plain: Vec<u8>,
    /// Low pieces taken, and the registers to OR and then shift by them.
    pub(crate) shifted: Vec<(u8, Vec<u8>)>,
}

/// The moves of a job: those that leave the run, by class; those inside it, by register.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) classes: Vec<Class>,
    pub(crate) far: Vec<Far>,
    pub(crate) near: Vec<Near>,
    /// Moves inside a register that take several pieces: none when its pieces
    /// are pairwise non-adjacent, as they can be from 7 layers on.
    pub(crate) inner: Vec<u8>,
}

impl Program {
    /// Sorts moves given as (source block, pieces taken inside the block): of
    /// source 0 they are moves inside the block.
    pub(crate) fn new(moves: impl IntoIterator<Item = (usize, u64)>) -> Self {
        let mut near = vec![Near::default(); RUN];
        let (mut far, mut inner) = (Vec::new(), Vec::new());
        for (source, taken) in moves {
            let (low, registers) = parts(taken);
            let runs = taken >> RUN_INDEX_BITS;
            if source == 0 && runs == 0 && registers == 0 {
                // Single low pieces are always taken into account.
                inner.extend((low.count_ones() > 1).then_some(low));
            } else if source == 0 && runs == 0 {
                add_near(&mut near, low, registers);
            } else {
                far.push((low, registers, source, runs));
            }
        }
        far.sort_unstable();
        let mut classes: Vec<Class> = Vec::new();
        let far = far
            .into_iter()
            .map(|(low, registers, source, runs)| {
                if classes.last().is_none_or(|c| (c.low, c.registers) != (low, registers)) {
                    classes.push(Class { low, registers, targets: supersets(registers) });
                }
                Far { runs, source, class: classes.len() - 1 }
            })
            .collect();
        Self { classes, far, near, inner }
    }
}

/// The pieces taken inside the register, and among those that number the registers.
fn parts(taken: u64) -> (u8, u8) {
    let [low, ..] = taken.to_le_bytes();
    let [above, ..] = (taken >> LOW_BITS).to_le_bytes();
    (low, above & ((1 << RUN_BITS) - 1))
}

fn supersets(registers: u8) -> Vec<u8> {
    (0..1 << RUN_BITS).filter(|r| r & registers == registers).collect()
}

fn add_near(near: &mut [Near], low: u8, registers: u8) {
    for target in supersets(registers) {
        let source = target ^ registers;
        let lists = &mut near[usize::from(target)];
        if low == 0 {
            lists.plain.push(source);
        } else if let Some((_, sources)) = lists.shifted.iter_mut().find(|(s, _)| *s == low) {
            sources.push(source);
        } else {
            lists.shifted.push((low, vec![source]));
        }
    }
}

/// The registers of a run by number of pieces, in groups of four that do not
/// depend on each other; a short group repeats its last register.
pub(crate) fn groups_of_four() -> Vec<[u8; 4]> {
    let mut groups = Vec::new();
    for level in 0..=RUN_BITS {
        let of_level: Vec<u8> =
            (0..1 << RUN_BITS).filter(|r: &u8| r.count_ones() == level).collect();
        for four in of_level.chunks(4) {
            groups.push(std::array::from_fn(|i| four[i.min(four.len() - 1)]));
        }
    }
    groups
}
