//! Memory for one block.

use super::register::{RUN_INDEX_BITS, Run};
use crate::{Error, Result};
use memmap2::MmapMut;

/// The bits of one block, zeroed at first, on large pages where the system has them.
#[derive(Debug)]
pub struct Block(MmapMut);

impl Block {
    /// A block of 2^`bits` positions.
    ///
    /// # Errors
    ///
    /// [`Error::NoRoom`] when the system has no such room, or a block is
    /// smaller than one [`Run`].
    pub fn new(bits: u32) -> Result<Self> {
        let bytes = usize::try_from(Self::bytes(bits)).ok().filter(|_| bits >= RUN_INDEX_BITS);
        let map = bytes.and_then(|b| MmapMut::map_anon(b).ok());
        let map = map.ok_or(Error::NoRoom { needed: Self::bytes(bits) })?;
        #[cfg(target_os = "linux")]
        // Only speed depends on the advice.
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self(map))
    }

    /// The bytes of a block of 2^`bits` positions.
    pub fn bytes(bits: u32) -> u64 {
        1 << bits.saturating_sub(3)
    }

    /// The block as runs.
    pub fn runs(&self) -> &[Run] {
        bytemuck::cast_slice(&self.0)
    }

    /// The block as runs, to be written.
    pub fn runs_mut(&mut self) -> &mut [Run] {
        bytemuck::cast_slice_mut(&mut self.0)
    }

    /// Whether the position with this index in the block is a P-position.
    pub fn get(&self, index: u64) -> bool {
        let words: &[u64] = bytemuck::cast_slice(&self.0);
        usize::try_from(index >> 6).is_ok_and(|w| words[w] >> (index & 63) & 1 == 1)
    }
}
