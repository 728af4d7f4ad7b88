//! Marks of up to 32 indices for cells of one byte, by table lookups inside a vector.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_adds_epu8, _mm_loadl_epi64, _mm_or_si128, _mm_set1_epi8,
    _mm_shuffle_epi8, _mm_unpackhi_epi16, _mm_unpacklo_epi8, _mm_unpacklo_epi16, _mm_xor_si128,
    _mm256_adds_epu8, _mm256_castsi256_si128, _mm256_loadu_si256, _mm256_or_si256,
    _mm256_permute2x128_si256, _mm256_set_m128i, _mm256_set1_epi8, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_storeu_si256, _mm256_unpackhi_epi8,
    _mm256_unpackhi_epi16, _mm256_unpacklo_epi8, _mm256_unpacklo_epi16, _mm256_xor_si256,
};

use crate::kernel::{LANES, Source};

/// Bytes `1 << i` for the low eight of sixteen indices: `_mm_shuffle_epi8` with an index as selector.
const BITS: i64 = i64::from_le_bytes([1, 2, 4, 8, 16, 32, 64, 128u8]);
/// Added with saturation, it leaves the low four bits of an index below 16 and
/// sets the top bit of all others: those are shuffled to zero.
const PAST_16: i8 = 0x70;

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn strip<const N: usize, const L: usize>(
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
    // For each vector of 32 lanes the bytes of the marks.
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
