//! A second opinion on a solved board: the two rules of the paper, checked at
//! every position by plain code on 64-bit words.
//!
//! It shares only the rules with the engine ([`crate::moves`], [`Symmetry`]). It reads block
//! files by their documented format, with a decoder of its own, and it maps blocks by
//! symmetries position by position.

use crate::{
    BlockFile, Convention, Error, Layers, Layout, PieceCounts, Position, Result, Store, Symmetry,
    Table, board::permute, moves,
};
use cg_core::{Arrange, Interrupt};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Verified {
    /// Blocks whose positions were checked one by one.
    pub blocks: u64,
    /// Positions in these blocks.
    pub positions: u64,
    /// P-positions of the whole board by number of pieces, counted again.
    pub p_counts: PieceCounts,
}

/// A move in terms of a block's words.
#[derive(Clone, Copy, Debug)]
struct WordMove {
    /// Block-ID pieces taken.
    taken: u64,
    /// Pieces taken among those that number the words.
    word: u64,
    /// How far an option moves up inside its word, and which options may.
    shift: u64,
    options: u64,
}

/// What a check reads: the bits of the stored blocks, by number.
type ReadBlock<'a> = dyn Fn(&Checker, u64) -> Result<Vec<u64>> + Sync + 'a;

/// The geometry of the blocks, worked out again from the order of the pieces.
struct Checker {
    layers: Layers,
    convention: Convention,
    order: Vec<u32>,
    local_bits: u32,
    stored: BTreeSet<u64>,
    moves: Vec<WordMove>,
}

/// Checks every position of a table in memory.
///
/// ```
/// use cg_trinim::{Convention, Layers, SolveOptions, solve, verify_table};
/// let options = SolveOptions::default();
/// let table = solve(Layers::new(5)?, Convention::Normal, &options, &|_| ())?;
/// assert_eq!(verify_table(&table, 1, &options.interrupt, &|_, _| ())?.p_counts.total(), 3_663);
/// # Ok::<(), cg_trinim::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::WrongTable`] with the first wrong position, [`Error::Interrupted`].
pub fn verify_table(
    table: &Table,
    threads: usize,
    interrupt: &Interrupt,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Verified> {
    let stored = (0..table.folding().blocks()).filter(|&b| table.block(b).is_some()).collect();
    let checker = Checker::new(table.layout(), table.convention(), stored);
    let read = |_: &Checker, block: u64| match table.block(block) {
        Some(block) => Ok(bytemuck::cast_slice(block.pages()).to_vec()),
        None => Err(missing(block)),
    };
    checker.check_all(&read, threads, interrupt, progress)
}

/// Checks every position of a folder of block files, and their counts.
///
/// # Errors
///
/// [`Error::File`] for damaged files or counts, [`Error::Block`] for missing
/// blocks, [`Error::WrongTable`], [`Error::Interrupted`].
pub fn verify_store(
    store: &Store,
    threads: usize,
    interrupt: &Interrupt,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Verified> {
    let blocks = 0..1 << store.layout().block_bits();
    let mut stored = BTreeSet::new();
    for block in blocks {
        if store.written(block)?.is_some() {
            stored.insert(block);
        }
    }
    let checker = Checker::new(store.layout(), store.convention(), stored);
    let read = |checker: &Checker, block: u64| {
        let file = store.read(block)?;
        let words = checker
            .decode(&file)
            .map_err(|reason| Error::File { path: store.path(block), reason })?;
        let counted = checker.count(block, &words);
        if counted.by_pieces() == file.header().p_counts {
            Ok(words)
        } else {
            Err(Error::File {
                path: store.path(block),
                reason: "its counts are not those of its positions".into(),
            })
        }
    };
    checker.check_all(&read, threads, interrupt, progress)
}

fn missing(block: u64) -> Error {
    Error::Block { block, reason: "neither it nor a block like it is there".into() }
}

/// The index of a word as a `usize`; blocks in memory are never longer.
fn at(word: u64) -> usize {
    usize::try_from(word).expect("a block in memory has fewer words than addresses")
}

impl Checker {
    fn new(layout: &Layout, convention: Convention, stored: BTreeSet<u64>) -> Self {
        let (layers, order, local_bits) =
            (layout.layers(), layout.order().to_vec(), layout.local_bits());
        let mut checker = Self { layers, convention, order, local_bits, stored, moves: Vec::new() };
        checker.moves = moves(layers).into_iter().map(|m| checker.word_move(m)).collect();
        checker
    }

    fn word_move(&self, pieces: u64) -> WordMove {
        let (taken, index) = self.locate(pieces);
        let shift = index & 63;
        let options = (0..64).filter(|x| x & shift == 0).fold(0, |set, x| set | 1 << x);
        WordMove { taken, word: index >> 6, shift, options }
    }

    /// The block and the index in it of a set of pieces.
    fn locate(&self, pieces: u64) -> (u64, u64) {
        let index = (0..)
            .zip(&self.order)
            .fold(0, |index, (bit, piece)| index | (pieces >> piece & 1) << bit);
        (index >> self.local_bits, index & ((1 << self.local_bits) - 1))
    }

    fn words(&self) -> u64 {
        1 << (self.local_bits - 6)
    }

    /// A stored block to which a symmetry maps `block`, and that symmetry.
    fn like(&self, block: u64) -> Result<(u64, Symmetry)> {
        let pieces = permute(block << self.local_bits, &self.order);
        let seen = |&s: &Symmetry| (self.locate(s.apply_to(self.layers, pieces)), s);
        let keeps = |&s: &Symmetry| {
            let all = permute(!0 << self.local_bits & self.layers.full(), &self.order);
            s.apply_to(self.layers, all) == all
        };
        let images = Symmetry::ALL.iter().filter(|s| keeps(s)).map(seen);
        images
            .map(|((image, _), s)| (image, s))
            .find(|(image, _)| self.stored.contains(image))
            .ok_or_else(|| missing(block))
    }

    /// The words of `block`, found position by position in the stored block to which a
    /// symmetry maps it.
    fn image(&self, symmetry: Symmetry, stored: &[u64]) -> Vec<u64> {
        let back = symmetry.inverse().piece_map(self.layers);
        let bit_to = |bit: u32| self.locate(1 << back[self.order[bit as usize] as usize]).1;
        let table = |first: u32| -> Vec<u64> {
            let bits = first..(first + 12).min(self.local_bits);
            (0..1u64 << bits.len())
                .map(|t| {
                    (0..)
                        .zip(bits.clone())
                        .filter(|(i, _)| t >> i & 1 == 1)
                        .fold(0, |to, (_, bit)| to | bit_to(bit))
                })
                .collect()
        };
        let tables: Vec<Vec<u64>> = (6..self.local_bits).step_by(12).map(table).collect();
        let low = table(0);
        let mut image = vec![0; stored.len()];
        for (number, &word) in (0u64..).zip(stored) {
            let (mut rest, mut high) = (number, 0);
            for table in &tables {
                high |= table[at(rest & 0xfff) % table.len()];
                rest >>= 12;
            }
            let mut left = word;
            while left != 0 {
                let to = high | low[left.trailing_zeros() as usize];
                image[at(to >> 6)] |= 1 << (to & 63);
                left &= left - 1;
            }
        }
        image
    }

    /// Adds to `n` the parents, by the given moves, of the P-positions in `options`.
    fn add_parents(&self, moves: &[WordMove], options: &[u64], n: &mut [u64]) {
        let mut near = Vec::new();
        for (number, n) in (0u64..).zip(n) {
            if number % 1024 == 0 {
                near.clear();
                near.extend(moves.iter().filter(|m| m.word & !(number | 1023) == 0));
            }
            *n |= parents(&near, number, options);
        }
    }

    /// The words of a block from its residual bits.
    fn decode(&self, file: &BlockFile) -> std::result::Result<Vec<u64>, String> {
        let inside: Vec<WordMove> =
            self.moves.iter().copied().filter(|m| m.taken == 0 && m.word != 0).collect();
        let single: Vec<WordMove> =
            self.moves.iter().copied().filter(|m| m.taken == 0 && m.word == 0).collect();
        // Registers by number of pieces, each with its turn among the four streams.
        let mut order: Vec<(u64, usize)> = Vec::new();
        for pieces in 0..=7 {
            let of_these = (0..128u64).filter(|r| r.count_ones() == pieces);
            order.extend(of_these.enumerate().map(|(turn, r)| (r, turn % 4)));
        }
        let mut p = vec![0u64; at(self.words())];
        let mut positions = [0u64; 4];
        for run in 0..self.words() / 512 {
            let near: Vec<WordMove> =
                inside.iter().copied().filter(|m| m.word & !(run << 9 | 511) == 0).collect();
            for (number, stream) in
                order.iter().flat_map(|&(r, s)| (0..4).map(move |w| (run << 9 | r << 2 | w, s)))
            {
                let position = &mut positions[stream];
                let mut n = parents(&near, number, &p);
                let mut word = 0;
                for level in 0..=6 {
                    for i in (0..64u64).filter(|i| i.count_ones() == level && n >> i & 1 == 0) {
                        let stored = file
                            .words(stream)
                            .get(at(*position / 64))
                            .ok_or("too few residual bits")?;
                        word |= (stored >> (*position % 64) & 1) << i;
                        *position += 1;
                    }
                    for m in &single {
                        n |= (word & m.options) << m.shift;
                    }
                }
                p[at(number)] = word;
            }
        }
        if positions == file.header().bits { Ok(p) } else { Err("too many residual bits".into()) }
    }

    fn count(&self, block: u64, words: &[u64]) -> PieceCounts {
        let mut counts = PieceCounts::new(self.layers);
        for (number, &word) in (0u64..).zip(words) {
            let above = block.count_ones() + number.count_ones();
            for level in (0..=6).filter(|_| word != 0) {
                let of_level =
                    (0..64u32).filter(|i| i.count_ones() == level).fold(0, |set, i| set | 1 << i);
                counts.add(above + level, u64::from((word & of_level).count_ones()));
            }
        }
        counts
    }

    /// Checks one stored block against the blocks it can move to.
    fn check(&self, block: u64, read: &ReadBlock<'_>) -> Result<PieceCounts> {
        let p = read(self, block)?;
        let mut n = vec![0; p.len()];
        let steps: BTreeSet<u64> =
            self.moves.iter().map(|m| m.taken).filter(|t| t & !block == 0).collect();
        let mut sources = Vec::new();
        for &taken in steps.iter().filter(|&&t| t != 0) {
            let (stored, symmetry) = self.like(block ^ taken)?;
            sources.push((stored, taken, symmetry));
        }
        sources.arrange_by_key(|&(stored, taken, _)| (stored, taken));
        for same in sources.chunk_by(|a, b| a.0 == b.0) {
            let words = read(self, same[0].0)?;
            for &(_, taken, symmetry) in same {
                let by: Vec<WordMove> =
                    self.moves.iter().copied().filter(|m| m.taken == taken).collect();
                self.add_parents(&by, &self.image(symmetry, &words), &mut n);
            }
        }
        let inside: Vec<WordMove> = self.moves.iter().copied().filter(|m| m.taken == 0).collect();
        self.add_parents(&inside, &p, &mut n);
        if block == 0 && self.convention == Convention::Misere {
            n[0] |= 1;
        }
        match (0u64..).zip(p.iter().zip(&n)).find(|(_, (p, n))| **p != !**n) {
            None => Ok(self.count(block, &p)),
            Some((number, (p, n))) => {
                let bit = (p ^ !n).trailing_zeros();
                let index = block << self.local_bits | number << 6 | u64::from(bit);
                let position = Position::on(self.layers, permute(index, &self.order)).to_string();
                let reason = if p >> bit & 1 == 1 {
                    "a P-position with a P-option"
                } else {
                    "an N-position without a P-option"
                };
                Err(Error::WrongTable { position, reason: reason.into() })
            }
        }
    }

    fn check_all(
        &self,
        read: &ReadBlock<'_>,
        threads: usize,
        interrupt: &Interrupt,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Verified> {
        let mut times = std::collections::BTreeMap::new();
        for block in 0..1u64 << (self.order.len() as u64 - u64::from(self.local_bits)) {
            *times.entry(self.like(block)?.0).or_insert(0u64) += 1;
        }
        let blocks: Vec<(u64, u64)> = times.into_iter().collect();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let sum = Mutex::new(Ok(PieceCounts::new(self.layers)));
        let worker = || {
            while let Some(&(block, times)) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
                let checked = if interrupt.is_raised() {
                    Err(Error::Interrupted)
                } else {
                    self.check(block, read)
                };
                let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                match (&mut *sum, checked) {
                    (Ok(sum), Ok(counts)) => sum.add_all(&counts, times),
                    (Ok(_), Err(error)) => *sum = Err(error),
                    (Err(_), _) => return,
                }
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, blocks.len());
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(worker);
            }
            worker();
        });
        let p_counts = sum.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        let blocks = blocks.len() as u64;
        Ok(Verified { blocks, positions: blocks << self.local_bits, p_counts })
    }
}

/// The parents in word `number` of P-positions in `options`.
fn parents(moves: &[WordMove], number: u64, options: &[u64]) -> u64 {
    let mut n = 0;
    for m in moves {
        if m.word & !number == 0 {
            n |= (options[at(number ^ m.word)] & m.options) << m.shift;
        }
    }
    n
}
