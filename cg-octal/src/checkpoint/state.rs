//! What a checkpoint holds.

use std::borrow::Cow;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};

use crate::block::{Block, Saved};
use crate::dense::Dense;
use crate::general::General;
use crate::kernel::{Avx2, Cell, Kernel};
use crate::marker::{MOST, Marker};
use crate::maximum::Maximum;
use crate::run::{Candidate, Finding};
use crate::sequence::{Engine, Position};
use crate::{OctalError, Period, Result, Rules, Run, Sequence, Settings, Space};

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    code: String,
    lengths: [usize; 4],
    engine: SavedEngine,
    position: Position,
    marker: Marker,
    candidate: Option<Candidate>,
    finding: Option<Finding>,
    maximum: Maximum,
    looked: usize,
    next_whole: usize,
    coding: Option<(Space, usize)>,
}

#[derive(Debug, Serialize, Deserialize)]
enum SavedEngine {
    /// The heaps known; the sets are in the place of the prefix.
    General(usize),
    Dense(usize),
    Narrow(Saved),
    Wide(Saved),
}

/// Cells, prefix, state and marker: borrowed where they are bytes already.
pub(super) type Parts<'a> = [Cow<'a, [u8]>; 4];

/// Whether a period can have been found among `known` heaps.
fn seen_whole(period: Period, known: usize) -> bool {
    let end = period.preperiod.checked_add(period.period);
    period.period > 0
        && end.is_some_and(|end| end <= known as u64)
        && period.saltus <= u64::from(u32::MAX)
}

fn damaged(what: &str) -> OctalError {
    OctalError::data(format!("the checkpoint does not fit together: {what}"))
}

impl Run {
    pub(super) fn state(&self) -> (Header, Parts<'_>) {
        let mut parts = Parts::default();
        let engine = match &self.sequence.engine {
            Engine::General(general) => {
                parts[0] = general.values().iter().flat_map(|value| value.to_le_bytes()).collect();
                parts[1] = Cow::Owned(general.set_bytes());
                SavedEngine::General(general.values().len())
            }
            Engine::Dense(dense) => {
                parts[0] = u16::bytes(dense.values());
                SavedEngine::Dense(dense.marked())
            }
            Engine::Narrow(block) => SavedEngine::Narrow(save_block(block, &mut parts)),
            Engine::Wide(block) => SavedEngine::Wide(save_block(block, &mut parts)),
        };
        if let Some(candidate) = &self.candidate {
            parts[2] = Cow::Borrowed(&candidate.state);
        }
        let mut seen: Vec<(u64, usize)> =
            self.marker.seen.iter().map(|(&hash, &heap)| (hash, heap)).collect();
        seen.sort_unstable();
        let pairs = seen.iter().flat_map(|&(hash, heap)| [hash, heap as u64]);
        parts[3] = pairs.flat_map(u64::to_le_bytes).collect();
        let header = Header {
            code: self.sequence.rules().to_string(),
            lengths: [0, 1, 2, 3].map(|i: usize| parts[i].len()),
            engine,
            position: self.sequence.position(),
            marker: self.marker.clone(),
            candidate: self.candidate.clone(),
            finding: self.finding,
            maximum: self.maximum,
            looked: self.looked,
            next_whole: self.next_whole,
            coding: self.coding,
        };
        (header, parts)
    }

    pub(super) fn from_state(
        header: Header,
        parts: &mut dyn io::Read,
        rules: &Rules,
        settings: Settings,
    ) -> Result<Self> {
        if header.code != rules.to_string() {
            return Err(OctalError::data(format!(
                "the checkpoint is of the game {}, not of {rules}",
                header.code
            )));
        }
        // Read as they come: a length that is wrong takes no memory.
        let mut part = |length: usize| {
            let mut part = Vec::new();
            let read = parts.take(length as u64).read_to_end(&mut part);
            let whole = read.is_ok_and(|read| read == length);
            if whole { Ok(part) } else { Err(damaged("a part is missing")) }
        };
        let [cells, prefix, state, seen] = header.lengths;
        let (cells, prefix, state, seen) = (part(cells)?, part(prefix)?, part(state)?, part(seen)?);
        if part(1).is_ok() {
            return Err(damaged("bytes are left over"));
        }
        let mut sequence = Sequence::new(rules, settings)?;
        match header.engine {
            SavedEngine::General(known) => {
                let (cells, odd) = cells.as_chunks::<4>();
                if !odd.is_empty() || cells.len() != known {
                    return Err(damaged("the values"));
                }
                let values = cells.iter().map(|cell| u32::from_le_bytes(*cell)).collect();
                let general = General::restored(rules, settings.memory, values, &prefix);
                sequence.engine = Engine::General(general.ok_or_else(|| damaged("the sets"))?);
            }
            SavedEngine::Dense(marked) => {
                let values: Vec<u32> = u16::read(cells).into_iter().map(u32::from).collect();
                let mut dense = Dense::from_values(rules, settings.simd, &values)?;
                dense.set_marked(marked);
                sequence.engine = Engine::Dense(dense);
            }
            SavedEngine::Narrow(saved) => {
                sequence.engine =
                    Engine::Narrow(load_block(saved, rules, settings, cells, prefix)?);
            }
            SavedEngine::Wide(saved) => {
                sequence.engine = Engine::Wide(load_block(saved, rules, settings, cells, prefix)?);
            }
        }
        let known = sequence.known();
        sequence.set_position(header.position);
        if header.looked > known || header.maximum.last.max(header.maximum.first) > known {
            return Err(damaged("it knows less than it has looked at"));
        }
        if header.finding.is_some_and(|finding| !seen_whole(finding.period, known)) {
            return Err(damaged("the period found"));
        }
        let mut run = Self::over(sequence);
        run.marker = header.marker;
        let (entries, odd) = seen.as_chunks::<16>();
        if !odd.is_empty() || entries.len() > MOST {
            return Err(damaged("the table of the period search"));
        }
        for entry in entries {
            let number = |at: usize| {
                entry[at..at + 8].iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte))
            };
            run.marker.seen.insert(number(0), usize::try_from(number(8)).unwrap_or(usize::MAX));
        }
        run.candidate = header.candidate.map(|candidate| Candidate { state, ..candidate });
        if run
            .candidate
            .as_ref()
            .is_some_and(|c| c.period == 0 || c.period > known || c.target < c.period)
        {
            return Err(damaged("the period in work"));
        }
        (run.finding, run.maximum, run.looked) = (header.finding, header.maximum, header.looked);
        (run.next_whole, run.coding) = (header.next_whole, header.coding);
        Ok(run)
    }
}

fn save_block<'a, C: Cell>(block: &'a Block<C>, parts: &mut Parts<'a>) -> Saved
where
    Avx2: Kernel<C>,
{
    parts[0] = C::bytes(&block.cells[..block.known - block.base]);
    parts[1] = C::bytes(&block.prefix);
    block.saved()
}

fn load_block<C: Cell>(
    saved: Saved,
    rules: &Rules,
    settings: Settings,
    cells: Vec<u8>,
    prefix: Vec<u8>,
) -> Result<Block<C>>
where
    Avx2: Kernel<C>,
{
    let block = Block::restored(saved, rules, settings, C::read(cells), C::read(prefix))?;
    block.ok_or_else(|| damaged("the engine"))
}
