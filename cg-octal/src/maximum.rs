//! The largest value of a sequence, kept up to date while it grows.

use serde::{Deserialize, Serialize};

use crate::Sequence;
use crate::kernel::Cell;
use crate::sequence::Engine;

/// The largest value, and the first and last heap that have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Maximum {
    pub(crate) value: u32,
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl Maximum {
    /// Takes the heaps from `from` on into account.
    pub(crate) fn scan(&mut self, sequence: &Sequence, from: usize) {
        match &sequence.engine {
            Engine::Narrow(block) => self.cells(sequence, &block.cells, block.base, from),
            Engine::Wide(block) => self.cells(sequence, &block.cells, block.base, from),
            _ => (from..sequence.known()).for_each(|heap| self.see(sequence, heap)),
        }
    }

    fn see(&mut self, sequence: &Sequence, heap: usize) {
        let Some(value) = sequence.value(heap) else {
            return;
        };
        if value > self.value {
            *self = Self { value, first: heap, last: heap };
        } else if value == self.value {
            self.last = heap;
        }
    }

    /// Decodes only cells that can reach the maximum: those with at least its
    /// index, up to the bits below the one left out.
    fn cells<C: Cell>(&mut self, sequence: &Sequence, cells: &[C], base: usize, from: usize) {
        let Some(space) = sequence.space() else {
            return;
        };
        let from = from.max(base);
        let low = space.mask & space.mask.wrapping_neg();
        for (chunk, cells) in (0..).zip(cells[from - base..sequence.known() - base].chunks(64)) {
            let least = space.index(self.value) & !(low - 1);
            if cells.iter().fold(false, |hit, cell| hit | (cell.get() & !C::CLASS >= least)) {
                let first = from + 64 * chunk;
                (first..first + cells.len()).for_each(|heap| self.see(sequence, heap));
            }
        }
    }
}
