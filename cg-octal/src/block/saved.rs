//! The state of the engine without its cells, for checkpoints.

use serde::{Deserialize, Serialize};

use super::{Block, WARM_UP};
use crate::kernel::{Avx2, Cell, Kernel, LANES, Source};
use crate::moves::Moves;
use crate::{Result, Rules, Settings, Space};

/// All of the engine that cannot be computed from its cells.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Saved {
    space: Space,
    base: usize,
    known: usize,
    rares: Vec<usize>,
    picks: Vec<Source>,
    next_picks: usize,
    windows: usize,
    overflows: usize,
    deep: Vec<(usize, usize)>,
    deep_from: usize,
    searches: u64,
}

impl<C: Cell> Block<C>
where
    Avx2: Kernel<C>,
{
    pub(crate) fn saved(&self) -> Saved {
        Saved {
            space: self.space,
            base: self.base,
            known: self.known,
            rares: self.rares.clone(),
            picks: self.picks.clone(),
            next_picks: self.next_picks,
            windows: self.windows,
            overflows: self.overflows,
            deep: self.deep.clone(),
            deep_from: self.deep_from,
            searches: self.searches,
        }
    }

    /// The engine again; `None` when its parts contradict each other.
    pub(crate) fn restored(
        saved: Saved,
        rules: &Rules,
        settings: Settings,
        cells: Vec<C>,
        prefix: Vec<C>,
    ) -> Result<Option<Self>> {
        let moves = Moves::new(rules, "block")?;
        let space = saved.space;
        let parity = !space.parity || moves.odd_split() == Some(space.odd_split);
        let fits = space.mask & 0xff != 0
            && parity
            && saved.known.checked_sub(saved.base) == Some(cells.len())
            && cells.len() >= WARM_UP + moves.length
            && (saved.base == 0) == prefix.is_empty()
            && saved.windows <= 8;
        if !fits {
            return Ok(None);
        }
        let mut block = Self::empty(moves, space, settings.simd, settings.memory);
        (block.cells, block.prefix) = (cells, prefix);
        (block.base, block.known) = (saved.base, saved.known);
        for heap in saved.rares {
            let code = block.cell(heap).map_or(0, Cell::get);
            let ascends = block.rares.last().is_none_or(|&last| last < heap);
            let near = block.base == 0
                || heap + 2 * LANES + block.moves.length
                    < block.prefix.len().min(block.cells.len());
            if heap == 0 || heap >= saved.known || code & C::CLASS == 0 || !ascends || !near {
                return Ok(None);
            }
            block.add_rare(heap, code & !C::CLASS)?;
        }
        let stored = block.cells.len();
        let good = |pick: &Source| {
            (LANES..stored - LANES).contains(&(pick.back as usize)) && pick.index < C::CLASS
        };
        let deep = saved.deep.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 > pair[1].1);
        if !saved.picks.iter().all(good) || !deep {
            return Ok(None);
        }
        block.set_windows(saved.windows);
        block.picks = saved.picks;
        (block.next_picks, block.overflows) = (saved.next_picks, saved.overflows);
        (block.deep, block.deep_from, block.searches) =
            (saved.deep, saved.deep_from, saved.searches);
        Ok(Some(block))
    }
}
