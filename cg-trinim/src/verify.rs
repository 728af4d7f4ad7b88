//! A second opinion on a solved board: plain code on 64-bit words checks the two rules of the paper
//! at every position.
//!
//! It shares only the rules with the engine ([`crate::moves`], [`Symmetry`]). It reads block files
//! by their documented format, with a decoder of its own. It maps blocks by symmetries, position by
//! position.
//!
//! A run that removes its files is checked while it goes on: random words of each block, while its
//! sources are in memory ([`SpotCheck`]).

use crate::{
    BlockFile, Convention, Error, Folding, Layers, Layout, PieceCounts, Position, Result, Store,
    Symmetry, Table, board::permute, moves,
};
use cg_core::{Arrange, Interrupt};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The amount of checked data.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Verified {
    /// Blocks whose positions were checked one by one.
    pub blocks: u64,
    /// Positions in these blocks.
    pub positions: u64,
    /// P-positions of the whole board by number of pieces, counted again.
    pub p_counts: PieceCounts,
}

/// A move as an operation on a block's words.
#[derive(Clone, Copy, Debug)]
struct WordMove {
    /// Block-ID pieces taken.
    taken: u64,
    /// The taken pieces among those that number the words.
    word: u64,
    /// The shift of an option inside its word, and the options that may be shifted.
    shift: u64,
    options: u64,
}

/// The input of a check: a function that reads the bits of a stored block.
type ReadBlock<'a> = dyn Fn(&Checker, u64) -> Result<Vec<u64>> + Sync + 'a;

/// The geometry of the blocks, computed again from the order of the pieces.
#[derive(Debug)]
pub(crate) struct Checker {
    layers: Layers,
    convention: Convention,
    order: Vec<u32>,
    local_bits: u32,
    stored: BTreeSet<u64>,
    moves: Vec<WordMove>,
}

/// The error of a payload that ends too early.
const CUT_OFF: &str = "the residual bits are cut off";

/// The bits of a stream, in order.
type Bits = std::vec::IntoIter<bool>;

/// The four streams of a chunk, read as the documentation of the codec describes them.
fn stored_bits(chunk: &[u8]) -> std::result::Result<Vec<Bits>, String> {
    let (numbers, mut codes) = chunk.split_at_checked(64).ok_or(CUT_OFF)?;
    let numbers: Vec<usize> =
        numbers.as_chunks().0.iter().map(|n| at(u64::from_le_bytes(*n))).collect();
    let mut streams = Vec::new();
    for number in numbers.chunks(2) {
        let (coded, rest) = codes.split_at_checked(number[1]).ok_or(CUT_OFF)?;
        let text = huffman_text(coded, number[0].div_ceil(8))?;
        let mut bits = bits_of(&text);
        bits.truncate(number[0]);
        streams.push(bits.into_iter());
        codes = rest;
    }
    if codes.is_empty() { Ok(streams) } else { Err("there is more than four streams".into()) }
}

/// The bits of bytes, low bits first.
fn bits_of(bytes: &[u8]) -> Vec<bool> {
    bytes.iter().flat_map(|byte| (0..8).map(move |i| byte >> i & 1 == 1)).collect()
}

/// A text of `bytes` bytes in Huffman's code, read bit by bit.
fn huffman_text(coded: &[u8], bytes: usize) -> std::result::Result<Vec<u8>, String> {
    let (lengths, code) = coded.split_at_checked(128).ok_or(CUT_OFF)?;
    let lengths = lengths.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    let mut by_length: Vec<(u8, u8)> =
        lengths.zip(0..=255).filter(|&(length, _)| length > 0).collect();
    by_length.sort_unstable();
    if by_length.last().is_some_and(|&(length, _)| length > 11) {
        return Err("a code is too long".into());
    }
    // Each code is the next number after the code before it, with zeros appended if it is longer. A
    // one before its first bit marks its length.
    let mut bytes_of_codes = vec![None; 1 << 12];
    let (mut next, mut last) = (0, 0);
    for (length, byte) in by_length {
        next <<= length - last;
        if next >> length != 0 {
            return Err("there are more codes than their lengths allow".into());
        }
        bytes_of_codes[1 << length | next] = Some(byte);
        (next, last) = (next + 1, length);
    }
    if next != 1 << last && (last, bytes) != (0, 0) {
        return Err("there are fewer codes than their lengths allow".into());
    }
    let mut text = Vec::new();
    let mut seen = 1;
    for bit in bits_of(code) {
        seen = seen << 1 | usize::from(bit);
        match bytes_of_codes.get(seen) {
            Some(&Some(byte)) if text.len() < bytes => {
                text.push(byte);
                seen = 1;
            }
            Some(_) => (),
            None => return Err("the residual bits are no code".into()),
        }
    }
    // Zeros fill the last byte.
    if text.len() == bytes && seen < 1 << 8 && seen.is_power_of_two() {
        Ok(text)
    } else {
        Err("the residual bits have no code of that length".into())
    }
}

/// Checks that all bits were used.
fn end(streams: &[Bits]) -> std::result::Result<(), String> {
    match streams.iter().all(|stream| stream.len() == 0) {
        true => Ok(()),
        false => Err("too many residual bits".into()),
    }
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
/// [`Error::WrongTable`] with the first wrong position; [`Error::Interrupted`].
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

/// The index of a word as a `usize`. Blocks in memory are never longer.
fn at(word: u64) -> usize {
    usize::try_from(word).expect("a block in memory has fewer words than addresses")
}

impl Checker {
    /// A checker of the canonical blocks of a folding.
    pub(crate) fn of_folding(folding: &Folding, layout: &Layout, convention: Convention) -> Self {
        Self::new(layout, convention, folding.canonical_blocks().collect())
    }

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

    /// The stored blocks from which `block` is solved. Each has the taken block-ID pieces and the
    /// symmetry that maps the block after the move to the stored one.
    fn sources(&self, block: u64) -> Result<Vec<(u64, u64, Symmetry)>> {
        let steps: BTreeSet<u64> =
            self.moves.iter().map(|m| m.taken).filter(|t| t & !block == 0).collect();
        let mut sources = Vec::new();
        for &taken in steps.iter().filter(|&&t| t != 0) {
            let (stored, symmetry) = self.like(block ^ taken)?;
            sources.push((stored, taken, symmetry));
        }
        sources.arrange_by_key(|&(stored, taken, _)| (stored, taken));
        Ok(sources)
    }

    fn moves_of(&self, taken: u64) -> Vec<WordMove> {
        self.moves.iter().copied().filter(|m| m.taken == taken).collect()
    }

    /// The places of the positions of a block in the stored block to which a symmetry maps it.
    fn places(&self, symmetry: Symmetry) -> Places {
        let image = symmetry.piece_map(self.layers);
        let bit_to = |bit: u32| self.locate(1 << image[self.order[bit as usize] as usize]).1;
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
        Places { low: table(0), high: (6..self.local_bits).step_by(12).map(table).collect() }
    }

    /// The words of a block, read position by position from the stored block to which a symmetry
    /// maps it.
    fn image(&self, symmetry: Symmetry, stored: &[u64]) -> Vec<u64> {
        let places = self.places(symmetry.inverse());
        let mut image = vec![0; stored.len()];
        for (number, &word) in (0u64..).zip(stored) {
            let high = places.high_of(number);
            let mut left = word;
            while left != 0 {
                let to = high | places.low[left.trailing_zeros() as usize];
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
    pub(crate) fn decode(&self, file: &BlockFile) -> std::result::Result<Vec<u64>, String> {
        // Moves inside a word save no bits.
        let inside: Vec<WordMove> =
            self.moves.iter().copied().filter(|m| m.taken == 0 && m.word != 0).collect();
        let registers: Vec<u64> = (0..=7)
            .flat_map(|pieces| (0..128u64).filter(move |r| r.count_ones() == pieces))
            .collect();
        let starts = &file.header().starts;
        let mut p = vec![0u64; at(self.words())];
        let runs = self.words() / 512;
        let runs_of_chunk = runs.checked_div(starts.len() as u64).filter(|&runs| runs > 0);
        let runs_of_chunk = runs_of_chunk.ok_or("it has no chunks, or too many")?;
        let mut streams = Vec::new();
        for run in 0..runs {
            if run % runs_of_chunk == 0 {
                end(&streams)?;
                let chunk = at(run / runs_of_chunk);
                let start = at(*starts.get(chunk).ok_or("it has too few chunks")?);
                let end = starts.get(chunk + 1).map_or(file.payload().len(), |&end| at(end));
                streams = stored_bits(file.payload().get(start..end).ok_or(CUT_OFF)?)?;
            }
            let near: Vec<WordMove> =
                inside.iter().copied().filter(|m| m.word & !(run << 9 | 511) == 0).collect();
            for number in registers.iter().flat_map(|r| (0..4).map(move |w| run << 9 | r << 2 | w))
            {
                let n = parents(&near, number, &p);
                for i in (0..64).filter(|i| n >> i & 1 == 0) {
                    let stored = streams[at(number % 4)].next().ok_or("too few residual bits")?;
                    p[at(number)] |= u64::from(stored) << i;
                }
            }
        }
        end(&streams)?;
        Ok(p)
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

    /// Checks one stored block against the blocks to which its moves lead.
    fn check(&self, block: u64, read: &ReadBlock<'_>) -> Result<PieceCounts> {
        let p = read(self, block)?;
        let mut n = vec![0; p.len()];
        for same in self.sources(block)?.chunk_by(|a, b| a.0 == b.0) {
            let words = read(self, same[0].0)?;
            for &(_, taken, symmetry) in same {
                let image = self.image(symmetry, &words);
                self.add_parents(&self.moves_of(taken), &image, &mut n);
            }
        }
        self.add_parents(&self.moves_of(0), &p, &mut n);
        for (number, (&p, &n)) in (0u64..).zip(p.iter().zip(&n)) {
            self.check_word(block, number, p, n)?;
        }
        Ok(self.count(block, &p))
    }

    /// Checks the P-positions `p` of a word against `n`, its positions with a P-option.
    fn check_word(&self, block: u64, number: u64, p: u64, n: u64) -> Result<()> {
        let empty_board = (block, number) == (0, 0);
        let n = n | u64::from(empty_board && self.convention == Convention::Misere);
        if p == !n {
            return Ok(());
        }
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

/// The images of the positions of a block under a symmetry.
struct Places {
    /// Indexed by the set of the twelve lowest index bits.
    low: Vec<u64>,
    /// Indexed by the set of twelve of the bits that number words, and by that of the next twelve.
    high: Vec<Vec<u64>>,
}

impl Places {
    /// The image of the first position of a word.
    fn high_of(&self, number: u64) -> u64 {
        let mut rest = number;
        self.high.iter().fold(0, |to, table| {
            let part = table[at(rest & 0xfff) % table.len()];
            rest >>= 12;
            to | part
        })
    }

    /// The bits of the positions `wanted` of a word, read from their images in the block `p`.
    fn image_of(&self, number: u64, wanted: u64, p: &[u64]) -> u64 {
        let high = self.high_of(number);
        let (mut image, mut left) = (0, wanted);
        while left != 0 {
            let to = high | self.low[left.trailing_zeros() as usize];
            image |= (p[at(to >> 6)] >> (to & 63) & 1) << left.trailing_zeros();
            left &= left - 1;
        }
        image
    }
}

/// The largest number of checked positions in a block: their words take 1 GiB.
pub(crate) const MOST_CHECKED: u64 = 1 << 32;

/// Random words of a block. Plain code checks them while the block is solved. The choice is the
/// same each time.
pub(crate) struct SpotCheck<'a> {
    checker: &'a Checker,
    block: u64,
    sources: Vec<(u64, u64, Symmetry)>,
    /// Numbers of words in order, each with its positions that have a P-option in a source.
    words: Vec<(u64, u64)>,
}

impl<'a> SpotCheck<'a> {
    /// A check of at least `positions` positions, 64 in a word, but at most [`MOST_CHECKED`].
    pub(crate) fn new(checker: &'a Checker, block: u64, positions: u64) -> Result<Self> {
        let mut random = fastrand::Rng::with_seed(block);
        let words = 0..positions.min(MOST_CHECKED).div_ceil(64);
        let mut words: Vec<_> = words.map(|_| (random.u64(..checker.words()), 0)).collect();
        // Near words have near options.
        words.sort_unstable();
        Ok(Self { checker, block, sources: checker.sources(block)?, words })
    }

    /// Handles the options in one source, a stored block.
    pub(crate) fn add(&mut self, source: u64, p: &[u64]) {
        for &(_, taken, symmetry) in self.sources.iter().filter(|s| s.0 == source) {
            let places = self.checker.places(symmetry);
            for m in self.checker.moves_of(taken) {
                for (number, n) in self.words.iter_mut().filter(|w| m.word & !w.0 == 0) {
                    *n |= places.image_of(*number ^ m.word, m.options, p) << m.shift;
                }
            }
        }
    }

    /// Handles the options inside the solved block, and checks each word. Returns the number of
    /// positions.
    pub(crate) fn finish(self, p: &[u64]) -> Result<u64> {
        let inside = self.checker.moves_of(0);
        for &(number, n) in &self.words {
            let n = n | parents(&inside, number, p);
            self.checker.check_word(self.block, number, p[at(number)], n)?;
        }
        Ok(64 * self.words.len() as u64)
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

#[cfg(test)]
mod tests {
    use super::{Checker, SpotCheck};
    use crate::{Convention, Folding, Layers, SolveOptions, Symmetry, solve_with};

    /// All words of each block, with symmetries: a correct block passes, and an error in the block
    /// or in a source is detected.
    #[test]
    fn a_spot_check_finds_wrong_blocks() {
        let layers = Layers::new(6).unwrap();
        let six = Symmetry::ALL.iter().fold(0, |set, s| set | s.apply_to(layers, 1 << 1));
        let folding = Folding::new(layers, six, true).unwrap();
        let options = SolveOptions::default();
        for convention in Convention::ALL {
            let table = solve_with(&folding, convention, &options, &|_| ()).unwrap();
            let checker = Checker::of_folding(&folding, table.layout(), convention);
            let words = |block| -> Vec<u64> {
                bytemuck::cast_slice(table.block(block).unwrap().pages()).to_vec()
            };
            let check = |target: u64, wrong: Option<u64>| {
                let mut check = SpotCheck::new(&checker, target, 64).unwrap();
                check.words = (0..checker.words()).map(|number| (number, 0)).collect();
                let read = |block| {
                    let mut words = words(block);
                    if wrong == Some(block) {
                        words.iter_mut().for_each(|word| *word = !*word);
                    }
                    words
                };
                for source in folding.sources(target) {
                    check.add(source, &read(source));
                }
                check.finish(&read(target))
            };
            let size = checker.words() * 64;
            let full = folding.blocks() - 1;
            for target in folding.canonical_blocks() {
                assert_eq!(check(target, None).unwrap(), size, "block {target}");
                assert!(check(target, Some(target)).is_err());
                for source in folding.sources(target) {
                    assert!(check(target, Some(source)).is_err(), "block {target}, {source}");
                }
            }
            assert_eq!(SpotCheck::new(&checker, full, 65).unwrap().words.len(), 2);
        }
    }
}
