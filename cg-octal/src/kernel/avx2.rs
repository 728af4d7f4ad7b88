//! The inner loops with AVX2: the only unsafe code of the crate.
//!
//! [`mark`] and [`strip`] mark the options of many heaps at once, with variable shifts and with
//! table lookups inside a vector. [`find`] and [`close`] search the pairs of one heap.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_adds_epu8, _mm_andnot_si128, _mm_extract_epi64, _mm_loadl_epi64,
    _mm_loadu_si128, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8, _mm_shuffle_epi8,
    _mm_testz_si128, _mm_unpackhi_epi16, _mm_unpacklo_epi8, _mm_unpacklo_epi16, _mm_xor_si128,
    _mm256_adds_epu8, _mm256_and_si256, _mm256_blendv_epi8, _mm256_castsi256_si128,
    _mm256_cmpeq_epi8, _mm256_cmpeq_epi16, _mm256_cvtepu8_epi32, _mm256_cvtepu16_epi32,
    _mm256_loadu_si256, _mm256_min_epu16, _mm256_movemask_epi8, _mm256_or_si256,
    _mm256_packus_epi16, _mm256_permute2x128_si256, _mm256_permute4x64_epi64, _mm256_set_m128i,
    _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sllv_epi32, _mm256_srli_epi16,
    _mm256_storeu_si256, _mm256_sub_epi32, _mm256_unpackhi_epi8, _mm256_unpackhi_epi16,
    _mm256_unpacklo_epi8, _mm256_unpacklo_epi16, _mm256_xor_si256,
};

use super::{Avx2Token, Cell, Kernel, LANES, Source, Strips, close_pairs, find_pair};

/// AVX2 kernels; a value of it shows that the machine has AVX2.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(Avx2Token);

impl Avx2 {
    pub(crate) fn new(token: Avx2Token) -> Self {
        Self(token)
    }
}

impl Strips for Avx2 {
    #[expect(unsafe_code, reason = "call into AVX2 code")]
    #[inline(always)]
    fn strip<const N: usize, const L: usize>(
        self,
        cells: &[u8],
        at: usize,
        sources: &[Source],
        marks: &mut [u32; L],
    ) {
        // SAFETY: `self` holds the token of `Simd::detect`.
        unsafe { strip::<N, L>(cells, at, sources, marks) }
    }
}

impl<C: Cell> Kernel<C> for Avx2 {
    #[expect(unsafe_code, reason = "call into AVX2 code")]
    #[inline(always)]
    fn mark<const W: usize, const L: usize>(
        self,
        cells: &[C],
        at: usize,
        sources: &[Source],
        marks: &mut [[u32; L]; W],
    ) {
        // SAFETY: `self` holds the token of `Simd::detect`.
        unsafe { mark(cells, at, sources, marks) }
    }

    #[expect(unsafe_code, reason = "call into AVX2 code")]
    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: `self` holds the token of `Simd::detect`.
        unsafe { run(work) }
    }

    #[expect(unsafe_code, reason = "call into AVX2 code")]
    #[inline(always)]
    fn find(self, front: &[C], back: &[C], wanted: C) -> Option<usize> {
        // SAFETY: `self` holds the token of `Simd::detect`.
        unsafe { find(front, back, wanted) }
    }

    #[expect(unsafe_code, reason = "call into AVX2 code")]
    #[inline(always)]
    fn close(self, front: &[C], back: &[C], open: &mut [u64]) -> usize {
        // SAFETY: `self` holds the token of `Simd::detect`.
        let near = unsafe { close(front, back, open) };
        let rest = &back[..back.len() - near.pairs];
        if near.closed {
            near.pairs
        } else {
            near.pairs + close_pairs(&front[near.pairs..], rest, open)
        }
    }
}

/// Eight cells as 32-bit lanes.
#[expect(unsafe_code, reason = "SIMD load")]
#[inline]
#[target_feature(enable = "avx2")]
fn widen<C: Cell>(from: &[C]) -> __m256i {
    let from = from[..8].as_ptr();
    if size_of::<C>() == 1 {
        // SAFETY: eight bytes can be read; no alignment is needed.
        _mm256_cvtepu8_epi32(unsafe { _mm_loadl_epi64(from.cast()) })
    } else {
        const { assert!(size_of::<C>() <= 2) };
        // SAFETY: eight cells of two bytes can be read; no alignment is needed.
        _mm256_cvtepu16_epi32(unsafe { _mm_loadu_si128(from.cast()) })
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn mark<C: Cell, const W: usize, const L: usize>(
    cells: &[C],
    at: usize,
    sources: &[Source],
    marks: &mut [[u32; L]; W],
) {
    const { assert!(L.is_multiple_of(8) && L <= LANES) };
    // As many lanes at once as fit into registers with all their windows.
    let mut lane = 0;
    while W <= 2 && lane + 32 <= L {
        mark_vectors::<C, W, L, 4>(cells, at, sources, marks, lane);
        lane += 32;
    }
    while W <= 5 && lane + 16 <= L {
        mark_vectors::<C, W, L, 2>(cells, at, sources, marks, lane);
        lane += 16;
    }
    while lane < L {
        mark_vectors::<C, W, L, 1>(cells, at, sources, marks, lane);
        lane += 8;
    }
}

/// [`mark`] for the `8 V` lanes from `lane` on.
#[expect(unsafe_code, reason = "SIMD loads and stores")]
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn mark_vectors<C: Cell, const W: usize, const L: usize, const V: usize>(
    cells: &[C],
    at: usize,
    sources: &[Source],
    marks: &mut [[u32; L]; W],
    lane: usize,
) {
    let one = _mm256_set1_epi32(1);
    // Opaque: otherwise the compiler makes a constant of each multiple, more than there are
    // registers.
    let window = _mm256_set1_epi32(std::hint::black_box(32));
    let mut sums = [[_mm256_setzero_si256(); V]; W];
    for source in sources {
        let from = &cells[at + lane - source.back as usize..][..8 * V];
        let index = _mm256_set1_epi32(source.index.cast_signed());
        for v in 0..V {
            let mut code = _mm256_xor_si256(widen(&from[8 * v..]), index);
            for sums in &mut sums {
                // A shift by 32 or more gives zero, so other windows and the other class vanish.
                sums[v] = _mm256_or_si256(sums[v], _mm256_sllv_epi32(one, code));
                code = _mm256_sub_epi32(code, window);
            }
        }
    }
    for (window, sums) in marks.iter_mut().zip(&sums) {
        for (to, sum) in window[lane..].chunks_exact_mut(8).zip(sums) {
            let to = to.as_mut_ptr().cast::<__m256i>();
            // SAFETY: `to` holds eight lanes of four bytes; no alignment is needed.
            unsafe {
                _mm256_storeu_si256(to, _mm256_or_si256(_mm256_loadu_si256(to), *sum));
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn run<R>(work: impl FnOnce() -> R) -> R {
    work()
}

#[expect(unsafe_code, reason = "SIMD loads")]
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn find<C: Cell>(front: &[C], back: &[C], wanted: C) -> Option<usize> {
    const { assert!(size_of::<C>() == 1 || size_of::<C>() == 2) };
    let lanes = 32 / size_of::<C>();
    let [low, high, ..] = wanted.get().to_le_bytes().map(u8::cast_signed);
    // The order of the cells of 16 bytes is reversed.
    let (want, turned) = if size_of::<C>() == 1 {
        (_mm256_set1_epi8(low), [0x0809_0a0b_0c0d_0e0f, 0x0001_0203_0405_0607])
    } else {
        let want = i16::from_le_bytes([low, high].map(i8::cast_unsigned));
        (_mm256_set1_epi16(want), [0x0908_0b0a_0d0c_0f0e, 0x0100_0302_0504_0706])
    };
    let turned = _mm256_setr_epi64x(turned[0], turned[1], turned[0], turned[1]);
    let chunks = front.chunks_exact(lanes).zip(back.rchunks_exact(lanes));
    for (i, (a, b)) in chunks.enumerate() {
        // SAFETY: both chunks have 32 bytes; no alignment is needed.
        let (a, b) = unsafe {
            let load = |cells: &[C]| _mm256_loadu_si256(cells.as_ptr().cast());
            (load(a), load(b))
        };
        let b = _mm256_permute4x64_epi64::<0b01_00_11_10>(_mm256_shuffle_epi8(b, turned));
        let found = if size_of::<C>() == 1 {
            _mm256_cmpeq_epi8(_mm256_xor_si256(a, b), want)
        } else {
            _mm256_cmpeq_epi16(_mm256_xor_si256(a, b), want)
        };
        let found = _mm256_movemask_epi8(found).cast_unsigned();
        if found != 0 {
            return Some(i * lanes + found.trailing_zeros() as usize / size_of::<C>());
        }
    }
    let done = front.len() / lanes * lanes;
    let rest = find_pair(&front[done..], &back[..back.len() - done], wanted);
    rest.map(|at| done + at)
}

// Marks of up to 32 indices for cells of one byte, by table lookups inside a vector.

/// Bytes `1 << i` for the low eight of sixteen indices: `_mm_shuffle_epi8` with an index as selector.
const BITS: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128u8]);
/// Added with saturation: it keeps the low four bits of an index below 16 and sets the top bit of
/// all others. The shuffle turns those into zero.
const PAST_16: i8 = 0x70;

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn strip<const N: usize, const L: usize>(
    cells: &[u8],
    at: usize,
    sources: &[Source],
    marks: &mut [u32; L],
) {
    const { assert!((N == 4 || N == 8) && (L == 8 || L == LANES || L == 2 * LANES)) };
    if L == 2 * LANES {
        long::<N, 2>(cells, at, sources, marks);
    } else if L == LANES {
        long::<N, 1>(cells, at, sources, marks);
    } else {
        short::<N>(cells, at, sources, marks);
    }
}

/// The low byte of an index; indices have eight bits here.
#[inline(always)]
fn byte(source: &Source) -> i8 {
    source.index.to_le_bytes()[0].cast_signed()
}

#[expect(unsafe_code, reason = "SIMD loads")]
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn long<const N: usize, const V: usize>(
    cells: &[u8],
    at: usize,
    sources: &[Source],
    marks: &mut [u32],
) {
    let (low, high) = (_mm256_setr_epi64x(BITS, 0, BITS, 0), _mm256_setr_epi64x(0, BITS, 0, BITS));
    let past = _mm256_set1_epi8(PAST_16);
    let next = _mm256_set1_epi8(16);
    // The bytes of the marks, for each vector of 32 lanes.
    let mut bytes = [[_mm256_setzero_si256(); 4]; V];
    for source in sources {
        let from = &cells[at - source.back as usize..][..V * LANES];
        let with = _mm256_set1_epi8(byte(source));
        for (from, bytes) in from.as_chunks::<LANES>().0.iter().zip(&mut bytes) {
            // SAFETY: `from` has 32 bytes; no alignment is needed.
            let loaded = unsafe { _mm256_loadu_si256(from.as_ptr().cast()) };
            let index = _mm256_xor_si256(loaded, with);
            let first = _mm256_adds_epu8(index, past);
            bytes[0] = _mm256_or_si256(bytes[0], _mm256_shuffle_epi8(low, first));
            bytes[1] = _mm256_or_si256(bytes[1], _mm256_shuffle_epi8(high, first));
            if N == 8 {
                let second = _mm256_adds_epu8(_mm256_xor_si256(index, next), past);
                bytes[2] = _mm256_or_si256(bytes[2], _mm256_shuffle_epi8(low, second));
                bytes[3] = _mm256_or_si256(bytes[3], _mm256_shuffle_epi8(high, second));
            }
        }
    }
    let marks = marks.as_chunks_mut::<8>().0.as_chunks_mut::<4>().0;
    for (bytes, marks) in bytes.iter().zip(marks) {
        // Each half of a vector interleaves by itself: lanes 0 to 15 and 16 to 31.
        let low =
            [_mm256_unpacklo_epi8(bytes[0], bytes[1]), _mm256_unpacklo_epi8(bytes[2], bytes[3])];
        let high =
            [_mm256_unpackhi_epi8(bytes[0], bytes[1]), _mm256_unpackhi_epi8(bytes[2], bytes[3])];
        let (a, b) = (_mm256_unpacklo_epi16(low[0], low[1]), _mm256_unpackhi_epi16(low[0], low[1]));
        let (c, d) =
            (_mm256_unpacklo_epi16(high[0], high[1]), _mm256_unpackhi_epi16(high[0], high[1]));
        join(&mut marks[0], _mm256_permute2x128_si256::<0x20>(a, b));
        join(&mut marks[1], _mm256_permute2x128_si256::<0x20>(c, d));
        join(&mut marks[2], _mm256_permute2x128_si256::<0x31>(a, b));
        join(&mut marks[3], _mm256_permute2x128_si256::<0x31>(c, d));
    }
}

#[expect(unsafe_code, reason = "SIMD loads")]
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn short<const N: usize>(cells: &[u8], at: usize, sources: &[Source], marks: &mut [u32]) {
    let tables = _mm256_setr_epi64x(BITS, 0, 0, BITS);
    let low = _mm256_castsi256_si128(tables);
    let high = _mm256_castsi256_si128(_mm256_permute2x128_si256::<0x11>(tables, tables));
    let past = _mm_set1_epi8(PAST_16);
    let next = _mm_set1_epi8(16);
    let mut bytes = [_mm256_castsi256_si128(_mm256_setzero_si256()); 4];
    for source in sources {
        let from = &cells[at - source.back as usize..][..8];
        // SAFETY: `from` has 8 bytes; no alignment is needed.
        let loaded: __m128i = unsafe { _mm_loadl_epi64(from.as_ptr().cast()) };
        let index = _mm_xor_si128(loaded, _mm_set1_epi8(byte(source)));
        let first = _mm_adds_epu8(index, past);
        bytes[0] = _mm_or_si128(bytes[0], _mm_shuffle_epi8(low, first));
        bytes[1] = _mm_or_si128(bytes[1], _mm_shuffle_epi8(high, first));
        if N == 8 {
            let second = _mm_adds_epu8(_mm_xor_si128(index, next), past);
            bytes[2] = _mm_or_si128(bytes[2], _mm_shuffle_epi8(low, second));
            bytes[3] = _mm_or_si128(bytes[3], _mm_shuffle_epi8(high, second));
        }
    }
    let low = _mm_unpacklo_epi8(bytes[0], bytes[1]);
    let high = _mm_unpacklo_epi8(bytes[2], bytes[3]);
    let lanes = _mm256_set_m128i(_mm_unpackhi_epi16(low, high), _mm_unpacklo_epi16(low, high));
    if let Some(to) = marks.first_chunk_mut::<8>() {
        join(to, lanes);
    }
}

#[expect(unsafe_code, reason = "SIMD load and store")]
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn join(to: &mut [u32; 8], lanes: __m256i) {
    let to = to.as_mut_ptr().cast::<__m256i>();
    // SAFETY: `to` holds eight lanes of four bytes; no alignment is needed.
    unsafe { _mm256_storeu_si256(to, _mm256_or_si256(_mm256_loadu_si256(to), lanes)) };
}

// Removes the codes of many pairs from a set of codes, by table lookups inside a vector.

/// The set is tested after this many pairs.
const GROUP: usize = 4 * LANES;
/// The code of pairs that are in no set.
const NONE: u32 = 255;

/// The result of [`close`].
struct Closed {
    pairs: usize,
    /// Whether the set is empty.
    closed: bool,
}

/// The same as [`crate::kernel::Kernel::close`], for whole groups of pairs and for sets of codes
/// below [`NONE`] only. For other sets it examines no pair.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn close<C: Cell>(front: &[C], back: &[C], open: &mut [u64]) -> Closed {
    let mut words = [0u64; 4];
    let (low, high) = open.split_at(open.len().min(4));
    words[..low.len()].copy_from_slice(low);
    if high.iter().any(|&word| word != 0) || words[3] >> (NONE % 64) & 1 == 1 {
        return Closed { pairs: 0, closed: false };
    }
    let closed = if words[2] | words[3] == 0 {
        groups::<C, false>(front, back, &mut words)
    } else {
        groups::<C, true>(front, back, &mut words)
    };
    open.iter_mut().zip(words).for_each(|(open, word)| *open = word);
    closed
}

/// The work of [`close`]. `HIGH` is set if codes from 128 on are open.
#[expect(unsafe_code, reason = "SIMD stores")]
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn groups<C: Cell, const HIGH: bool>(front: &[C], back: &[C], words: &mut [u64; 4]) -> Closed {
    let mut set = Set::new(*words);
    let mut pairs = 0;
    let groups = front.chunks_exact(GROUP).zip(back.rchunks_exact(GROUP));
    for (front, back) in groups {
        pairs += GROUP;
        let table = set.table();
        let mut codes = [0u8; GROUP];
        let mut hits = [0u32; GROUP / LANES];
        let vectors = front.chunks_exact(LANES).zip(back.rchunks_exact(LANES));
        for ((pair, to), hit) in vectors.zip(codes.chunks_exact_mut(LANES)).zip(&mut hits) {
            let code = xors(pair.0, pair.1);
            // SAFETY: `to` has 32 bytes; no alignment is needed.
            unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), code) };
            *hit = table.holds::<HIGH>(code);
        }
        let mut any = 0;
        for (codes, hits) in codes.chunks_exact(2 * LANES).zip(hits.chunks_exact(2)) {
            let mut hits = u64::from(hits[0]) | u64::from(hits[1]) << LANES;
            any |= hits;
            while hits != 0 {
                set.remove::<HIGH>(codes[hits.trailing_zeros() as usize]);
                hits &= hits - 1;
            }
        }
        if any != 0 && set.is_empty() {
            break;
        }
    }
    *words = set.words();
    Closed { pairs, closed: *words == [0; 4] }
}

/// A set of codes below 256: bit `c % 8` of byte `c / 8`.
///
/// It stays in registers: a vector cannot be loaded at once from bytes that were stored bit by bit.
#[derive(Clone, Copy)]
struct Set {
    low: __m128i,
    high: __m128i,
}

/// For each code, the set with this one element.
static SINGLE: [[u64; 4]; 256] = {
    let mut sets = [[0; 4]; 256];
    let mut code = 0;
    while code < 256 {
        sets[code][code / 64] = 1 << (code % 64);
        code += 1;
    }
    sets
};

impl Set {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn new(words: [u64; 4]) -> Self {
        let [a, b, c, d] = words.map(u64::cast_signed);
        Self { low: _mm_set_epi64x(b, a), high: _mm_set_epi64x(d, c) }
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn words(self) -> [u64; 4] {
        [
            _mm_extract_epi64::<0>(self.low),
            _mm_extract_epi64::<1>(self.low),
            _mm_extract_epi64::<0>(self.high),
            _mm_extract_epi64::<1>(self.high),
        ]
        .map(i64::cast_unsigned)
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn remove<const HIGH: bool>(&mut self, code: u8) {
        let single = Self::new(SINGLE[usize::from(code)]);
        self.low = _mm_andnot_si128(single.low, self.low);
        if HIGH {
            self.high = _mm_andnot_si128(single.high, self.high);
        }
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn is_empty(self) -> bool {
        let all = _mm_or_si128(self.low, self.high);
        _mm_testz_si128(all, all) == 1
    }

    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn table(self) -> Table {
        let bits = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128]);
        Table {
            low: _mm256_set_m128i(self.low, self.low),
            high: _mm256_set_m128i(self.high, self.high),
            bits: _mm256_setr_epi64x(bits, bits, bits, bits),
        }
    }
}

/// A set in both halves of a vector.
struct Table {
    low: __m256i,
    high: __m256i,
    bits: __m256i,
}

impl Table {
    /// Which of the codes are in the set.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn holds<const HIGH: bool>(&self, codes: __m256i) -> u32 {
        let byte = _mm256_and_si256(_mm256_srli_epi16::<3>(codes), _mm256_set1_epi8(0x1f));
        let low = _mm256_shuffle_epi8(self.low, byte);
        let (row, bit) = if HIGH {
            let high = _mm256_shuffle_epi8(self.high, byte);
            let bit = _mm256_and_si256(codes, _mm256_set1_epi8(7));
            // The top bit of a code chooses the half of the set.
            (_mm256_blendv_epi8(low, high, codes), bit)
        } else {
            // The top bit makes the shuffled byte zero.
            (low, codes)
        };
        let bit = _mm256_shuffle_epi8(self.bits, bit);
        let absent = _mm256_cmpeq_epi8(_mm256_and_si256(row, bit), _mm256_setzero_si256());
        !_mm256_movemask_epi8(absent).cast_unsigned()
    }
}

/// The xors of 32 pairs as bytes, in some order. Xors above 254 become [`NONE`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn xors<C: Cell>(front: &[C], back: &[C]) -> __m256i {
    const { assert!(size_of::<C>() == 1 || size_of::<C>() == 2) };
    if size_of::<C>() == 1 {
        let turned = _mm256_setr_epi64x(
            0x0809_0a0b_0c0d_0e0f,
            0x0001_0203_0405_0607,
            0x0809_0a0b_0c0d_0e0f,
            0x0001_0203_0405_0607,
        );
        return pairs(front, back, turned);
    }
    let turned = _mm256_setr_epi64x(
        0x0908_0b0a_0d0c_0f0e,
        0x0100_0302_0504_0706,
        0x0908_0b0a_0d0c_0f0e,
        0x0100_0302_0504_0706,
    );
    let (near, far) = front.split_at(LANES / 2);
    let (last, first) = back.split_at(LANES / 2);
    let most = _mm256_set1_epi16(255);
    _mm256_packus_epi16(
        _mm256_min_epu16(pairs(near, first, turned), most),
        _mm256_min_epu16(pairs(far, last, turned), most),
    )
}

/// The xors of one vector of cells with another one in reverse order.
#[expect(unsafe_code, reason = "SIMD loads")]
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn pairs<C: Cell>(front: &[C], back: &[C], turned: __m256i) -> __m256i {
    let cells = 32 / size_of::<C>();
    let (front, back) = (&front[..cells], &back[..cells]);
    // SAFETY: both slices have 32 bytes; no alignment is needed.
    let (a, b) = unsafe {
        let load = |cells: &[C]| _mm256_loadu_si256(cells.as_ptr().cast());
        (load(front), load(back))
    };
    let b = _mm256_permute4x64_epi64::<0b01_00_11_10>(_mm256_shuffle_epi8(b, turned));
    _mm256_xor_si256(a, b)
}
