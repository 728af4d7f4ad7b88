//! The inner loops with AVX2: the only unsafe code of the crate.

mod close;
mod strips;

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
        unsafe { strips::strip::<N, L>(cells, at, sources, marks) }
    }
}

mod x86 {
    use std::arch::x86_64::{
        __m256i, _mm_loadl_epi64, _mm_loadu_si128, _mm256_cmpeq_epi8, _mm256_cmpeq_epi16,
        _mm256_cvtepu8_epi32, _mm256_cvtepu16_epi32, _mm256_loadu_si256, _mm256_movemask_epi8,
        _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi8, _mm256_set1_epi16,
        _mm256_set1_epi32, _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8,
        _mm256_sllv_epi32, _mm256_storeu_si256, _mm256_sub_epi32, _mm256_xor_si256,
    };

    use super::{Cell, LANES, Source, find_pair};

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
    pub(super) fn mark<C: Cell, const W: usize, const L: usize>(
        cells: &[C],
        at: usize,
        sources: &[Source],
        marks: &mut [[u32; L]; W],
    ) {
        const { assert!(L.is_multiple_of(8) && L <= LANES) };
        // As many lanes at once as keep all their windows in registers.
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
        // Opaque, or the compiler makes a constant of each multiple: more than there are registers.
        let window = _mm256_set1_epi32(std::hint::black_box(32));
        let mut sums = [[_mm256_setzero_si256(); V]; W];
        for source in sources {
            let from = &cells[at + lane - source.back as usize..][..8 * V];
            let index = _mm256_set1_epi32(source.index.cast_signed());
            for v in 0..V {
                let mut code = _mm256_xor_si256(widen(&from[8 * v..]), index);
                for sums in &mut sums {
                    // A shift by 32 or more gives zero: other windows and the other class vanish.
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
    pub(super) fn run<R>(work: impl FnOnce() -> R) -> R {
        work()
    }

    #[expect(unsafe_code, reason = "SIMD loads")]
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) fn find<C: Cell>(front: &[C], back: &[C], wanted: C) -> Option<usize> {
        const { assert!(size_of::<C>() == 1 || size_of::<C>() == 2) };
        let lanes = 32 / size_of::<C>();
        let [low, high, ..] = wanted.get().to_le_bytes().map(u8::cast_signed);
        // The order of the cells of 16 bytes turned round.
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
        unsafe { x86::mark(cells, at, sources, marks) }
    }

    #[expect(unsafe_code, reason = "call into AVX2 code")]
    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        // SAFETY: `self` holds the token of `Simd::detect`.
        unsafe { x86::run(work) }
    }

    #[expect(unsafe_code, reason = "call into AVX2 code")]
    #[inline(always)]
    fn find(self, front: &[C], back: &[C], wanted: C) -> Option<usize> {
        // SAFETY: `self` holds the token of `Simd::detect`.
        unsafe { x86::find(front, back, wanted) }
    }

    #[expect(unsafe_code, reason = "call into AVX2 code")]
    #[inline(always)]
    fn close(self, front: &[C], back: &[C], open: &mut [u64]) -> usize {
        // SAFETY: `self` holds the token of `Simd::detect`.
        let near = unsafe { close::close(front, back, open) };
        let rest = &back[..back.len() - near.pairs];
        if near.closed {
            near.pairs
        } else {
            near.pairs + close_pairs(&front[near.pairs..], rest, open)
        }
    }
}
