//! Codes of many pairs taken out of a set of codes, by table lookups inside a vector.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_andnot_si128, _mm_extract_epi64, _mm_or_si128, _mm_set_epi64x,
    _mm_testz_si128, _mm256_and_si256, _mm256_blendv_epi8, _mm256_cmpeq_epi8, _mm256_loadu_si256,
    _mm256_min_epu16, _mm256_movemask_epi8, _mm256_packus_epi16, _mm256_permute4x64_epi64,
    _mm256_set_m128i, _mm256_set1_epi8, _mm256_set1_epi16, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_storeu_si256,
    _mm256_xor_si256,
};

use crate::kernel::{Cell, LANES};

/// Pairs that are looked at before the set is seen to.
const GROUP: usize = 4 * LANES;
/// The code of pairs past all sets.
const NONE: u32 = 255;

/// How far [`close`] came.
pub(super) struct Closed {
    pub(super) pairs: usize,
    /// Whether the set is empty.
    pub(super) closed: bool,
}

/// As [`crate::kernel::Kernel::close`], for whole groups of pairs only, and for sets of
/// codes below [`NONE`] only: in others it looks at no pair.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn close<C: Cell>(front: &[C], back: &[C], open: &mut [u64]) -> Closed {
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

/// The work of [`close`]; `HIGH` when codes from 128 on are open.
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
/// It stays in registers: what is stored bit by bit cannot be loaded as a vector at once.
#[derive(Clone, Copy)]
struct Set {
    low: __m128i,
    high: __m128i,
}

/// For each code the set of it alone.
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

/// The xors of 32 pairs as bytes, in some order; those past 254 are [`NONE`].
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

/// The xors of one vector of cells with another one turned round.
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
