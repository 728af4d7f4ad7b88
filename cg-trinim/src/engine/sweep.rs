//! One pass over a chunk of a block, page by page.
//!
//! The moves of a job are sorted once ([`Program`]). For each page, the sweep first handles the
//! moves that leave the page, on whole pages ([`Gather`]). Then a [`Finish`] handles the moves
//! inside the page. It solves the page ([`Solve`], register by register in the order of pieces),
//! adds to it ([`Update`]), or decodes it.

use super::codec::Encode;
use super::register::{
    BY_PIECES, LEVELS, LOW_BITS, PAGE, PAGE_BITS, PAGE_INDEX_BITS, Page, Registers, Vector,
};
use crate::{Error, Result};
use cg_core::Interrupt;

/// A move out of the page, with the place of its options.
#[derive(Clone, Copy, Debug)]
struct Far {
    /// The taken pieces among those that number the pages.
    pages: u64,
    /// The source block: 0 is the block itself.
    source: usize,
    /// Index into [`Program::classes`].
    class: usize,
}

/// Moves that take the same pieces of the page: `low` inside the register, and `registers` among
/// the pieces that number the registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Class {
    low: u8,
    registers: u8,
}

/// The moves that stay inside the page, for one register of it.
#[derive(Clone, Debug, Default)]
struct Near {
    /// Registers to OR without a shift.
    plain: Vec<u8>,
    /// Pairs of low pieces that are taken and the register to shift by them and to OR. The index is
    /// the two highest of these pieces.
    shifted: [Vec<(u8, u8)>; 4],
}

/// The moves of a job: those that leave the page, by class, and those inside it, by register.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    classes: Vec<Class>,
    far: Vec<Far>,
    near: Vec<Near>,
    /// Moves inside a register that take several pieces. There are none if its pieces are pairwise
    /// non-adjacent, which is possible from 7 layers on.
    inner: Vec<u8>,
}

impl Program {
    /// Sorts moves. They are given as (source block, pieces taken inside the block); source 0 is
    /// the block itself.
    pub(crate) fn new(moves: impl IntoIterator<Item = (usize, u64)>) -> Self {
        let mut near = vec![Near::default(); PAGE];
        let (mut far, mut inner) = (Vec::new(), Vec::new());
        for (source, taken) in moves {
            let (low, registers) = parts(taken);
            let pages = taken >> PAGE_INDEX_BITS;
            if source == 0 && pages == 0 && registers == 0 {
                // Moves of single low pieces are always handled.
                inner.extend((low.count_ones() > 1).then_some(low));
            } else if source == 0 && pages == 0 {
                add_near(&mut near, low, registers);
            } else {
                far.push((low, registers, source, pages));
            }
        }
        far.sort_unstable();
        let mut classes: Vec<Class> = Vec::new();
        let far = far
            .into_iter()
            .map(|(low, registers, source, pages)| {
                if classes.last() != Some(&Class { low, registers }) {
                    classes.push(Class { low, registers });
                }
                Far { pages, source, class: classes.len() - 1 }
            })
            .collect();
        Self { classes, far, near, inner }
    }

    /// Whether no move leaves a page.
    pub(crate) fn is_empty(&self) -> bool {
        self.far.is_empty()
    }

    /// Whether a page depends on other pages of the same block.
    pub(crate) fn reads_its_block(&self) -> bool {
        self.far.iter().any(|far| far.source == 0)
    }

    /// Whether a move takes several pieces inside a register.
    pub(crate) fn has_inner_moves(&self) -> bool {
        !self.inner.is_empty()
    }
}

/// The taken pieces inside the register, and among those that number the registers.
fn parts(taken: u64) -> (u8, u8) {
    let [low, ..] = taken.to_le_bytes();
    let [above, ..] = (taken >> LOW_BITS).to_le_bytes();
    (low, above & ((1 << PAGE_BITS) - 1))
}

fn add_near(near: &mut [Near], low: u8, registers: u8) {
    for target in (0..1 << PAGE_BITS).filter(|r| r & registers == registers) {
        let source = target ^ registers;
        let lists = &mut near[usize::from(target)];
        if low == 0 {
            lists.plain.push(source);
        } else {
            lists.shifted[usize::from(low >> 6)].push((low, source));
        }
    }
}

/// The registers of a page by number of pieces, in groups of up to four independent ones. A short
/// group repeats its last register.
fn groups_of_four() -> Vec<([u8; 4], usize)> {
    let groups = BY_PIECES.chunk_by(|a, b| a.count_ones() == b.count_ones());
    groups
        .flat_map(|of_level| of_level.chunks(4))
        .map(|four| (std::array::from_fn(|i| four[i.min(four.len() - 1)]), four.len()))
        .collect()
}

/// The interrupt flag is checked after this many pages.
const POLL: usize = 1 << 10;

/// A sweep: the chunk that it reads and writes, the moves, and the other data that it reads.
pub(crate) struct Job<'a> {
    pub(crate) program: &'a Program,
    /// The number of the chunk. It is the bits of its page numbers above those that are used here.
    pub(crate) chunk: usize,
    pub(crate) pages: &'a mut [Page],
    /// The chunks of the same block with fewer pieces, by number.
    pub(crate) lower: &'a [&'a [Page]],
    pub(crate) sources: &'a [&'a [Page]],
    pub(crate) interrupt: &'a Interrupt,
}

/// The last step of a sweep on each page, after the moves that leave the page.
pub(crate) trait Finish {
    /// Whether a page contains N-positions, and the sweep only adds those with a P-option in
    /// another page. Then there is nothing to finish.
    const ADDS: bool = false;
    /// Called before the first page of the chunk.
    fn begin(&mut self) {}
    /// Makes the content of `page` number `number` from `n`, its N-positions with a P-option in
    /// another page.
    fn finish<V: Vector>(
        &mut self,
        program: &Program,
        number: usize,
        n: &Page,
        page: &mut Page,
    ) -> Result<()>;
    /// Called after the last page of the chunk.
    fn end(&mut self) {}
}

/// Sweeps a chunk from its first page to its last. Moves that leave a page are handled for
/// `W::COUNT` registers at a time.
#[inline(always)]
pub(crate) fn sweep<V: Vector, W: Registers, F: Finish>(
    job: &mut Job<'_>,
    finish: &mut F,
) -> Result<()> {
    let pages = job.pages.len();
    let mut gather = Gather::new(job.program, job.lower, job.sources, pages);
    let mut n = Box::new(Page::ZERO);
    finish.begin();
    for at in 0..pages {
        if at % POLL == 0 && job.interrupt.is_raised() {
            return Err(Error::Interrupted);
        }
        let (done, rest) = job.pages.split_at_mut(at);
        let Some(page) = rest.first_mut() else { break };
        let number = job.chunk * pages + at;
        if F::ADDS {
            gather.collect::<V, W>(number, done, page);
            continue;
        }
        *n = Page::ZERO;
        gather.collect::<V, W>(number, done, &mut n);
        finish.finish::<V>(job.program, number, &n, page)?;
    }
    finish.end();
    Ok(())
}

/// Solves a chunk of a block. At first the chunk contains the known N-positions, or anything if
/// nothing is encoded. At the end it contains its P-positions.
pub(crate) struct Solve {
    groups: Vec<([u8; 4], usize)>,
    /// Whether index 0 is an N-position: the empty board in misère play.
    first_is_win: bool,
    /// The bits to store, for a block that goes to a file.
    pub(crate) encode: Option<Encode>,
}

impl Solve {
    pub(crate) fn new(first_is_win: bool, encode: bool) -> Self {
        let groups = groups_of_four();
        Self { groups, first_is_win, encode: encode.then(Encode::new) }
    }
}

impl Finish for Solve {
    #[inline(always)]
    fn finish<V: Vector>(
        &mut self,
        program: &Program,
        number: usize,
        n: &Page,
        page: &mut Page,
    ) -> Result<()> {
        if self.encode.is_none() {
            *page = Page::ZERO;
        }
        page.0[0].0[0] |= u64::from(self.first_is_win && number == 0);
        for &(group, distinct) in &self.groups {
            let (mut covered, mut all) = ([V::zero(); 4], [V::zero(); 4]);
            for i in 0..4 {
                let r = usize::from(group[i]) % PAGE;
                covered[i] = V::load(&n.0[r]).or(near_parents::<V>(program, r, page));
                all[i] = covered[i].or(V::load(&page.0[r]));
            }
            let settled = settle_four(all, &program.inner);
            for i in 0..4 {
                settled[i].store(&mut page.0[usize::from(group[i]) % PAGE]);
            }
            if let Some(encode) = &mut self.encode {
                for i in 0..distinct {
                    encode.register::<V>(covered[i], &page.0[usize::from(group[i]) % PAGE]);
                }
            }
        }
        if let Some(encode) = &mut self.encode {
            encode.end_page();
        }
        Ok(())
    }

    fn end(&mut self) {
        if let Some(encode) = &mut self.encode {
            encode.end();
        }
    }
}

/// Adds to the N-positions of a block those that other blocks make.
pub(crate) struct Update;

impl Finish for Update {
    const ADDS: bool = true;

    fn finish<V: Vector>(&mut self, _: &Program, _: usize, _: &Page, _: &mut Page) -> Result<()> {
        unreachable!("what only adds has nothing to finish")
    }
}

/// Page numbers that share one filtered list of moves: 2^RUN_BITS.
const RUN_BITS: u32 = 4;

/// A move, with the pages of its options; `None` means the pages of the chunk itself. The number of
/// pages is a power of two.
type Active<'a> = (Far, Option<&'a [Page]>);

/// The moves that apply in the current run of pages.
struct Gather<'a> {
    program: &'a Program,
    lower: &'a [&'a [Page]],
    sources: &'a [&'a [Page]],
    /// Pages of a chunk.
    pages: usize,
    active: Vec<Active<'a>>,
    run: Option<u64>,
}

impl<'a> Gather<'a> {
    fn new(
        program: &'a Program,
        lower: &'a [&'a [Page]],
        sources: &'a [&'a [Page]],
        pages: usize,
    ) -> Self {
        Self {
            program,
            lower,
            sources,
            pages,
            active: Vec::with_capacity(program.far.len()),
            run: None,
        }
    }

    /// Lists the moves that apply in a run. A chunk has at least the size of a run, unless there is
    /// only one chunk.
    fn begin(&mut self, run: u64) {
        self.run = Some(run);
        let pages = run << RUN_BITS;
        let above = !(pages | ((1 << RUN_BITS) - 1));
        self.active.clear();
        for &far in self.program.far.iter().filter(|far| far.pages & above == 0) {
            let chunk = at(pages ^ far.pages) / self.pages;
            let options = match far.source {
                0 if chunk == at(pages) / self.pages => None,
                0 => Some(self.lower[chunk]),
                source => Some(self.sources[source - 1]),
            };
            self.active.push((far, options));
        }
    }

    /// ORs into `n` the parents, within page number `page`, of P-positions of other pages: of the
    /// finished pages `done` of the same chunk, and of other chunks and blocks.
    #[inline(always)]
    fn collect<V: Vector, W: Registers>(&mut self, page: usize, done: &[Page], n: &mut Page) {
        let number = page as u64;
        if self.run != Some(number >> RUN_BITS) {
            self.begin(number >> RUN_BITS);
        }
        let classes = &self.program.classes;
        let mut pending: [&Page; WAITING] = [&Page::ZERO; WAITING];
        let (mut waiting, mut current) = (0, 0);
        for (far, options) in &self.active {
            if far.pages & !number != 0 {
                continue;
            }
            if waiting == WAITING || far.class != current {
                flush::<V, W>(&classes[current], &pending[..waiting], n);
                (waiting, current) = (0, far.class);
            }
            let place = at(number ^ far.pages);
            pending[waiting] = match options {
                None => &done[place & (self.pages - 1)],
                Some(pages) => &pages[place & (pages.len() - 1)],
            };
            waiting += 1;
        }
        if waiting > 0 {
            flush::<V, W>(&classes[current], &pending[..waiting], n);
        }
    }
}

/// The number of a page as a `usize`.
#[inline(always)]
fn at(page: u64) -> usize {
    usize::try_from(page).expect("a block in memory has fewer pages than addresses")
}

/// The largest number of waiting sources of one class.
const WAITING: usize = 16;

/// The sources of this class are not shifted inside registers.
const STILL: u8 = 4;

/// ORs the sources of one class.
#[inline(always)]
fn flush<V: Vector, W: Registers>(class: &Class, sources: &[&Page], n: &mut Page) {
    // Neighbouring registers are handled together, unless the move takes the piece in which they
    // differ.
    if usize::from(class.registers) % W::COUNT == 0 {
        or_class::<W>(class, sources, n);
    } else {
        or_class::<V>(class, sources, n);
    }
}

#[inline(always)]
fn or_class<R: Registers>(class: &Class, sources: &[&Page], n: &mut Page) {
    match class.low >> 6 {
        _ if class.low == 0 => or_all::<R, STILL>(class, sources, n),
        0 => or_all::<R, 0>(class, sources, n),
        1 => or_all::<R, 1>(class, sources, n),
        2 => or_all::<R, 2>(class, sources, n),
        _ => or_all::<R, 3>(class, sources, n),
    }
}

/// ORs the sources of one class, as many as possible in one pass over the page.
#[inline(always)]
fn or_all<R: Registers, const WORDS: u8>(class: &Class, mut sources: &[&Page], n: &mut Page) {
    while let Some((eight, rest)) = sources.split_first_chunk() {
        or_pages::<R, 8, WORDS>(class, eight, n);
        sources = rest;
    }
    if let Some((four, rest)) = sources.split_first_chunk() {
        or_pages::<R, 4, WORDS>(class, four, n);
        sources = rest;
    }
    if let Some((two, rest)) = sources.split_first_chunk() {
        or_pages::<R, 2, WORDS>(class, two, n);
        sources = rest;
    }
    if let Some((one, _)) = sources.split_first_chunk() {
        or_pages::<R, 1, WORDS>(class, one, n);
    }
}

#[inline(always)]
fn or_pages<R: Registers, const N: usize, const WORDS: u8>(
    class: &Class,
    sources: &[&Page; N],
    n: &mut Page,
) {
    // Copies: otherwise the compiler reads them again after each store into `n`.
    let (low, taken, sources) = (class.low, usize::from(class.registers), *sources);
    if taken == 0 {
        for i in 0..PAGE / R::COUNT {
            or_registers::<R, N, WORDS>(low, R::COUNT * i, R::COUNT * i, sources, n);
        }
        return;
    }
    // The registers that contain these pieces.
    let mut r = taken;
    while r < PAGE {
        or_registers::<R, N, WORDS>(low, r, r ^ taken, sources, n);
        r = (r + R::COUNT) | taken;
    }
}

#[inline(always)]
fn or_registers<R: Registers, const N: usize, const WORDS: u8>(
    low: u8,
    to: usize,
    from: usize,
    sources: [&Page; N],
    n: &mut Page,
) {
    let mut sum = R::at(sources[0], from);
    for source in &sources[1..] {
        sum = sum.or(R::at(source, from));
    }
    if WORDS != STILL {
        sum = sum.add_pieces_of::<WORDS>(low);
    }
    R::at(n, to).or(sum).put(n, to);
}

// There are no closures and no adapters below. They would be separate functions, compiled without
// the vector instructions of the function that uses them.

/// ORs some registers of a page, each shifted inside its words by the low pieces that are listed
/// with it.
#[inline(always)]
fn or_shifted<V: Vector>(sources: &[(u8, u8)], p: &Page) -> V {
    let mut sum = V::zero();
    for &(low, r) in sources {
        sum = sum.or(V::at(p, usize::from(r)).add_in_words(low));
    }
    sum
}

/// The parents, in one register of the page, of P-positions of its other registers.
#[inline(always)]
pub(crate) fn near_parents<V: Vector>(program: &Program, register: usize, p: &Page) -> V {
    let near = &program.near[register];
    let [same, one, two, both] = &near.shifted;
    let mut n = or_shifted::<V>(same, p);
    for &r in &near.plain {
        n = n.or(V::at(p, usize::from(r)));
    }
    let one = or_shifted::<V>(one, p);
    let two = or_shifted::<V>(two, p).or(or_shifted::<V>(both, p).rotate1());
    n.or(one.rotate1()).or(two.rotate2())
}

/// Solves four registers at the same time, from their known N-positions. On each level, the
/// positions that are not N are P, and their parents are N.
///
/// It handles four because the operations on one register wait for each other. `inner` are the
/// moves inside a register that take several pieces.
#[inline(always)]
fn settle_four<V: Vector>(mut n: [V; 4], inner: &[u8]) -> [V; 4] {
    let mut p = [V::zero(); 4];
    for mask in &LEVELS[..8] {
        let mask = V::load(mask);
        for i in 0..4 {
            let here = n[i].andnot(mask);
            p[i] = p[i].or(here);
            n[i] = n[i].or(here.parents());
            for &taken in inner {
                n[i] = n[i].or(here.add_pieces(taken));
            }
        }
    }
    let mask = V::load(&LEVELS[8]);
    for i in 0..4 {
        p[i] = p[i].or(n[i].andnot(mask));
    }
    p
}
