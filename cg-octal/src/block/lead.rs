//! Several threads for one long game: one runs ahead of the checks, and the others share the
//! checks.
//!
//! In the far part of a game nearly every heap is common. The value of a common heap is the least
//! common value that no option has; it does not depend on rare values. So a second engine, the
//! *lead*, computes the heaps as if none of them were rare. It has its own thread and a copy of the
//! cells that it needs. The engine takes the cells of the lead as the common values of the next
//! heaps. It then checks that every rare value below them is excluded. At a rare heap the lead is
//! dropped, and the engine goes on alone until no heap has been rare for a while.
//!
//! The engine keeps the same values, rare heaps, witnesses and counts as without a lead, so
//! checkpoints are the same, too. In strips (see `strip`) the cells of the lead replace a guess,
//! and only two threads are used. In steps (see `step`) a whole round is checked at once, in parts
//! that the other threads share. If one of its heaps is rare, the round is computed again without
//! the lead.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, OnceLock};
use std::thread::{self, Builder, JoinHandle};

use cg_core::Interrupt;

use super::search::Notes;
use super::{BlockEngine, Blocks, ROUND};
use crate::kernel::{Avx2, Cell, Kernel, LANES, Source};

/// Heaps that the lead sends at once. They are computed in one round, so none of them is dropped
/// before they are sent. Tests use short pieces, and leads that start early.
const PIECE: usize = if cfg!(test) { 96 } else { ROUND };
const _: () = assert!(PIECE <= ROUND);

/// The number of pieces that may wait in the channel.
const WAITING: usize = 4;

/// A lead starts after this many heaps without a rare one.
const CALM: usize = if cfg!(test) { 64 } else { 1 << 17 };

/// The lead of an engine, if there is one. It is not part of the state: a clone has none.
#[derive(Debug)]
pub(super) struct Lead<C>(Option<Running<C>>);

impl<C> Lead<C> {
    pub(super) const NONE: Self = Self(None);
}

impl<C> Clone for Lead<C> {
    fn clone(&self) -> Self {
        Self::NONE
    }
}

#[derive(Debug)]
struct Running<C> {
    /// Never locked. The mutex only makes the engine `Sync`.
    pieces: Mutex<Receiver<Vec<C>>>,
    thread: JoinHandle<()>,
    /// The received cells of the heaps from `heap` on; the first `used` of the vector are used up.
    cells: Vec<C>,
    used: usize,
    heap: usize,
}

impl<C: Cell> Lead<C> {
    /// The cells of the `count` heaps from `heap` on, if they are common; `None` if there is no
    /// lead, or it has ended.
    pub(super) fn cells(&mut self, heap: usize, count: usize) -> Option<&[C]> {
        let running = self.0.as_mut()?;
        let skipped = heap.checked_sub(running.heap).expect("heaps are asked for in order");
        (running.used, running.heap) = (running.used + skipped, heap);
        while running.cells.len() < running.used + count {
            let pieces = running.pieces.get_mut().expect("no thread locks it");
            let Ok(piece) = pieces.recv() else {
                self.stop();
                return None;
            };
            running.cells.drain(..running.used);
            running.used = 0;
            running.cells.extend(piece);
        }
        self.0.as_ref().map(|running| &running.cells[running.used..running.used + count])
    }

    /// Ends the lead. Its thread ends at its next piece, unless it has ended.
    pub(super) fn stop(&mut self) {
        if let Some(Running { pieces, thread, .. }) = self.0.take() {
            drop(pieces);
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    }
}

impl<C: Blocks> BlockEngine<C>
where
    Avx2: Kernel<C>,
{
    /// Starts a lead, if another thread is allowed and no heap was rare for a while.
    pub(super) fn start_lead(&mut self) {
        let last_rare = self.rares.last().copied().unwrap_or(0);
        if self.threads < 2 || self.lead.0.is_some() || self.known - last_rare < CALM {
            return;
        }
        let Some(mut engine) = self.leading() else {
            return;
        };
        let (to, pieces) = sync_channel(WAITING);
        let pieces = Mutex::new(pieces);
        let heap = self.known;
        let work = move || {
            let mut from = heap;
            // At a limit the lead ends. The engine then reaches the limit alone and reports it.
            while engine.extend(from + PIECE, &Interrupt::new()).is_ok() {
                let piece = engine.cells[from - engine.base..engine.known - engine.base].to_vec();
                from = engine.known;
                if to.send(piece).is_err() {
                    return;
                }
            }
        };
        // If no thread can be started, the engine goes on alone.
        let thread = Builder::new().name("lead".into()).spawn(work);
        let running =
            thread.map(|thread| Running { pieces, thread, cells: Vec::new(), used: 0, heap });
        self.lead = Lead(running.ok());
    }

    /// The engine of a lead, with its own copy of the cells that pairs with rare heaps reach.
    fn leading(&self) -> Option<Self> {
        let mut lead = Self { threads: 1, leads: true, ..self.with_cells() };
        (lead.picks, lead.notes) = (Vec::new(), Notes::default());
        let keep = lead.reach();
        lead.base = self.known.checked_sub(keep).filter(|&base| base >= self.base.max(1))?;
        let first = if self.base == 0 { &self.cells } else { &self.prefix };
        lead.prefix = first.get(..keep)?.to_vec();
        lead.cells = self.cells[lead.base - self.base..self.known - self.base].to_vec();
        lead.memory = (2 * keep + 4 * PIECE) * size_of::<C>();
        Some(lead)
    }
}

/// Blocks that are checked at once.
const STRIP: usize = if cfg!(test) { 2 } else { 64 };

/// Heaps in a part of a round. One thread checks a part.
const PART: usize = 4 * STRIP * LANES;

impl<C: Cell> BlockEngine<C>
where
    Avx2: Kernel<C>,
{
    /// Computes `blocks` blocks of heaps from the cells of the lead, with the same result as
    /// [`Self::run`]. Returns false, and does nothing, if there is no lead, if a heap is rare, or
    /// at an error.
    pub(super) fn follow<K: Kernel<C>, const W: usize>(
        &mut self,
        kernel: K,
        blocks: usize,
    ) -> bool {
        let (at, count) = (self.known - self.base, blocks * LANES);
        let Some(cells) = self.lead.cells(self.known, count) else {
            return false;
        };
        self.cells[at..at + count].copy_from_slice(cells);
        let Some(notes) = self.settle::<K, W>(kernel, self.known + count) else {
            self.lead.stop();
            return false;
        };
        notes.into_iter().for_each(|part| self.notes.join(part));
        self.known += count;
        true
    }

    /// Checks that the lead is right about the heaps from the first unknown one to `end`. The parts
    /// are shared by the remaining threads. Returns the notes of the searches in each part; `None`
    /// if a heap is rare, or at an error.
    fn settle<K: Kernel<C>, const W: usize>(&self, kernel: K, end: usize) -> Option<Vec<Notes>> {
        let parts = (end - self.known).div_ceil(PART);
        let next = AtomicUsize::new(0);
        let notes: Vec<OnceLock<Notes>> = (0..parts).map(|_| OnceLock::new()).collect();
        let check = || {
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                let Some(noted) = notes.get(part) else {
                    return;
                };
                let first = self.known + part * PART;
                let heaps = first..end.min(first + PART);
                match kernel.run(|| self.part::<K, W>(kernel, heaps)) {
                    Some(found) => noted.set(found).expect("each part is checked once"),
                    // The other threads can stop.
                    None => _ = next.fetch_max(parts, Ordering::Relaxed),
                }
            }
        };
        thread::scope(|scope| {
            for _ in 2..self.threads.min(parts + 1) {
                // If no thread can be started, the others do its work.
                _ = Builder::new().name("check".into()).spawn_scoped(scope, check);
            }
            check();
        });
        notes.into_iter().map(OnceLock::into_inner).collect()
    }

    /// The same as [`Self::settle`], for some of the heaps.
    #[inline(always)]
    fn part<K: Kernel<C>, const W: usize>(&self, kernel: K, heaps: Range<usize>) -> Option<Notes> {
        let leave = self.takes.leave.iter().map(|&take| {
            let back = u32::try_from(take).expect("codes have at most 4096 digits");
            Source { back, index: self.taken(take) }
        });
        let leave: Vec<Source> = leave.collect();
        let splits = &self.takes.split;
        let needs = self.needs::<W>();
        let mut notes = Notes::default();
        // The marks of the sums with the picks, from the first sum that a heap of this part leaves.
        // As in steps, the sums before this round are left out.
        let before = splits.last().copied().unwrap_or(0).next_multiple_of(LANES);
        let mut sums: [Vec<u32>; W] = [const { Vec::new() }; W];
        sums.iter_mut().for_each(|sums| sums.resize(before + STRIP * LANES, 0));
        let mut first = self.known.max(heaps.start.saturating_sub(before));
        while first < heaps.end {
            let count = (heaps.end - first).min(STRIP * LANES);
            let at = first - self.base;
            for lane in (0..count).step_by(LANES) {
                let mut marks = [[0; LANES]; W];
                kernel.mark(&self.cells, at + lane, &self.picks, &mut marks);
                for (sums, marks) in sums.iter_mut().zip(&marks) {
                    sums[before + lane..][..LANES].copy_from_slice(marks);
                }
                if first + lane < heaps.start {
                    continue;
                }
                let mut excluded = [[0; LANES]; W];
                kernel.mark(&self.cells, at + lane, &leave, &mut excluded);
                for (sums, excluded) in sums.iter().zip(&mut excluded) {
                    for take in splits {
                        let sums = &sums[before + lane - take..][..LANES];
                        excluded.iter_mut().zip(sums).for_each(|(word, sum)| *word |= sum);
                    }
                }
                for step in 0..LANES {
                    let heap = first + lane + step;
                    let index = self.cells[at + lane + step].get();
                    let excluded = excluded.map(|words| words[step]);
                    let needs = &needs[self.space.turn(heap as u64) as usize];
                    if !settled(needs, index, &excluded)
                        && !self.is_common(kernel, heap, index, &excluded, &mut notes)
                    {
                        return None;
                    }
                }
            }
            sums.iter_mut().for_each(|sums| sums.copy_within(count..count + before, 0));
            first += count;
        }
        Some(notes)
    }

    /// Whether `heap` has the common value with `index`, if the marks do not decide it. False at an
    /// error, too.
    #[cold]
    #[inline(never)]
    fn is_common<K: Kernel<C>, const W: usize>(
        &self,
        kernel: K,
        heap: usize,
        index: u32,
        excluded: &[u32; W],
        notes: &mut Notes,
    ) -> bool {
        notes.overflows += usize::from(index as usize >= 32 * W);
        let code = self.confirm(kernel, heap, index, excluded, notes);
        code.is_ok_and(|code| code & C::CLASS == 0)
    }
}

/// Whether the rare values below the common one with `index` are among the `excluded` ones.
#[inline(always)]
fn settled<const W: usize>(needs: &[[u32; W]], index: u32, excluded: &[u32; W]) -> bool {
    let Some(needs) = needs.get(index as usize) else {
        return false;
    };
    let missing = needs.iter().zip(excluded).fold(0, |any, (need, got)| any | (need & !got));
    missing == 0
}
