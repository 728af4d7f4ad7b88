//! The jobs on single blocks, with buffers that are used again.

use super::block::Block;
use super::codec::{Decode, Encode, Residual};
use super::layout::Layout;
use super::permute::BitMap;
use super::program::Program;
use super::register::Run;
use super::sweep::{Finish, Job, Solve, Update};
use super::table::SolveOptions;
use crate::{Convention, Error, Folding, Result, Symmetry};
use std::sync::{Mutex, PoisonError};

/// Solves, encodes and decodes blocks of one folding.
pub(crate) struct Solver<'a> {
    folding: &'a Folding,
    layout: &'a Layout,
    options: &'a SolveOptions,
    maps: Vec<(Symmetry, Option<BitMap>)>,
    buffers: Mutex<Vec<Block>>,
}

impl<'a> Solver<'a> {
    pub(crate) fn new(
        folding: &'a Folding,
        layout: &'a Layout,
        options: &'a SolveOptions,
    ) -> Result<Self> {
        let needed = folding.blocks() > 1;
        let map = |&s: &Symmetry| {
            let map = (needed && s != Symmetry::IDENTITY)
                .then(|| folding.bit_map(layout, s))
                .transpose()?;
            Ok((s, map))
        };
        let maps = folding.symmetries().iter().map(map).collect::<Result<_>>()?;
        Ok(Self { folding, layout, options, maps, buffers: Mutex::default() })
    }

    /// A block with any content.
    pub(crate) fn buffer(&self) -> Result<Block> {
        let free = self.buffers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        free.map_or_else(|| Block::new(self.layout.local_bits()), Ok)
    }

    /// Takes a block back that is not needed any more.
    pub(crate) fn give_back(&self, block: Block) {
        self.buffers.lock().unwrap_or_else(PoisonError::into_inner).push(block);
    }

    fn sweep<F: Finish>(
        &self,
        program: &Program,
        block: &mut Block,
        sources: &[&[Run]],
        finish: &mut F,
    ) -> Result<()> {
        let mut job =
            Job { program, block: block.runs_mut(), sources, interrupt: &self.options.interrupt };
        self.options.backend.sweep(&mut job, finish)
    }

    /// The block seen through a symmetry, in a buffer; `None` for the identity.
    pub(crate) fn image(&self, source: &Block, symmetry: Symmetry) -> Result<Option<Block>> {
        let map = self.maps.iter().find(|(s, _)| *s == symmetry).and_then(|(_, map)| map.as_ref());
        map.map(|map| {
            let mut image = self.buffer()?;
            self.options.backend.permute(map, source.runs(), image.runs_mut());
            Ok(image)
        })
        .transpose()
    }

    /// Solves a block in one sweep from canonical blocks in memory.
    pub(crate) fn solve_from<'b>(
        &self,
        target: u64,
        convention: Convention,
        solved: &dyn Fn(u64) -> Option<&'b Block>,
    ) -> Result<Block> {
        let updates: Vec<_> = self.folding.updates(target).collect();
        let mut seen = Vec::with_capacity(updates.len());
        for update in &updates {
            let source = solved(update.canonical).ok_or_else(|| Error::Block {
                block: target,
                reason: format!("block {} is not solved yet", update.canonical),
            })?;
            seen.push((source, self.image(source, update.symmetry)?));
        }
        let steps: Vec<u64> = updates.iter().map(|u| u.taken).collect();
        let sources: Vec<_> =
            seen.iter().map(|(source, image)| image.as_ref().unwrap_or(source).runs()).collect();
        let mut block = Block::new(self.layout.local_bits())?;
        let mut solve = Solve::new(true, target == 0 && convention.empty_is_win());
        self.sweep(&self.layout.program(&steps, true), &mut block, &sources, &mut solve)?;
        seen.into_iter().filter_map(|(_, image)| image).for_each(|image| self.give_back(image));
        Ok(block)
    }

    /// Adds to the N-positions of a block those that one step to `source` makes.
    pub(crate) fn update(&self, n: &mut Block, taken: u64, source: &Block) -> Result<()> {
        self.sweep(&self.layout.program(&[taken], false), n, &[source.runs()], &mut Update)
    }

    /// Turns the N-positions that other blocks make into the P-positions of the block.
    pub(crate) fn settle(&self, target: u64, convention: Convention, n: &mut Block) -> Result<()> {
        let mut solve = Solve::new(false, target == 0 && convention.empty_is_win());
        self.sweep(&self.layout.program(&[], true), n, &[], &mut solve)
    }

    /// The bits of a solved block that its own moves do not tell.
    pub(crate) fn encode(&self, block: &mut Block) -> Result<Residual> {
        let program = self.codec_program()?;
        let mut encode = Encode::new();
        self.sweep(&program, block, &[], &mut encode)?;
        Ok(encode.residual)
    }

    /// Fills `block` from its stored bits; false when there are too many or too few.
    pub(crate) fn decode(&self, residual: &Residual, block: &mut Block) -> Result<bool> {
        let program = self.codec_program()?;
        let mut decode = Decode::new(residual);
        self.sweep(&program, block, &[], &mut decode)?;
        Ok((0..)
            .zip(decode.positions())
            .all(|(i, taken): (usize, u64)| taken == residual.0[i].bits))
    }

    fn codec_program(&self) -> Result<Program> {
        let program = self.layout.program(&[], true);
        if program.inner.is_empty() {
            Ok(program)
        } else {
            Err(Error::BlockPieces(
                "they leave no eight pairwise non-adjacent pieces for a register".into(),
            ))
        }
    }
}
