//! The only `unsafe` code of this engine: vector instructions, chosen at run time.
#![allow(unsafe_code, reason = "vector intrinsics; every block says why it is sound")]

use cg_core::Vectors;

use super::count::count;
use super::layout::BitMap;
use super::register::{Page, Portable};
use super::sweep::{Finish, Job, sweep};
use crate::{PieceCounts, Result};

/// The instruction set of a job. All give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Backend {
    /// Plain 64-bit words, on every machine.
    Portable,
    /// AVX2 with BMI2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX2 with BMI2 and the three-operand logic of AVX-512VL, on the same 256-bit registers.
    /// Moves between pages use two registers at a time.
    #[cfg(target_arch = "x86_64")]
    Avx512Vl,
}

impl Backend {
    /// The backends that this machine can run, best last.
    pub fn available() -> Vec<Self> {
        let backends = [
            (Vectors::Words, Self::Portable),
            #[cfg(target_arch = "x86_64")]
            (Vectors::Avx2, Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            (Vectors::Avx512Vl, Self::Avx512Vl),
        ];
        let there = Vectors::detect();
        backends
            .into_iter()
            .filter(|&(needed, _)| needed <= there)
            .map(|(_, backend)| backend)
            .collect()
    }

    /// The fastest backend of this machine.
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::Portable)
    }

    /// Runs a job with this backend, or with plain words if the machine lacks its instructions.
    pub(crate) fn sweep<F: Finish>(self, job: &mut Job<'_>, finish: &mut F) -> Result<()> {
        #[cfg(target_arch = "x86_64")]
        if self != Self::Portable && Self::available().contains(&self) {
            return match self {
                // SAFETY: `available` lists a backend only when its instructions were detected.
                Self::Avx2 => unsafe { sweep_avx2(job, finish) },
                // SAFETY: as above.
                _ => unsafe { sweep_avx512vl(job, finish) },
            };
        }
        sweep::<Portable, Portable, F>(job, finish)
    }
}

impl Backend {
    /// Writes a part of the image of a block under a map of its index bits.
    pub(crate) fn permute(self, map: &BitMap, original: &[Page], part: usize, image: &mut [Page]) {
        #[cfg(target_arch = "x86_64")]
        if self != Self::Portable && Self::available().contains(&self) {
            // SAFETY: `available` lists a backend only when its instructions were detected.
            return unsafe { permute_avx2(map, original, part, image) };
        }
        map.apply(original, part, image);
    }

    /// Counts the P-positions of a block by number of pieces.
    pub(crate) fn count(self, pages: &[Page], block_pieces: u32, counts: &mut PieceCounts) {
        #[cfg(target_arch = "x86_64")]
        if self != Self::Portable && Self::available().contains(&self) {
            // SAFETY: `available` lists a backend only when its instructions were detected.
            return unsafe { count_avx2(pages, block_pieces, counts) };
        }
        count(pages, block_pieces, counts);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn permute_avx2(map: &BitMap, original: &[Page], part: usize, image: &mut [Page]) {
    map.apply(original, part, image);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn count_avx2(pages: &[Page], block_pieces: u32, counts: &mut PieceCounts) {
    count(pages, block_pieces, counts);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn sweep_avx2<F: Finish>(job: &mut Job<'_>, finish: &mut F) -> Result<()> {
    sweep::<Avx2, Avx2, F>(job, finish)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt,avx512f,avx512vl")]
fn sweep_avx512vl<F: Finish>(job: &mut Job<'_>, finish: &mut F) -> Result<()> {
    sweep::<Avx2, Avx512, F>(job, finish)
}

/// A 256-bit register of AVX2. Values of this type exist only inside the functions above, which run
/// only if AVX2 was detected.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx2(std::arch::x86_64::__m256i);

/// Two registers in the 512 bits of AVX-512. Values of this type exist only inside
/// `sweep_avx512vl`, which runs only if AVX-512F was detected.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Avx512(std::arch::x86_64::__m512i);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Avx2, Avx512, Page};
    use crate::engine::register::{PAGE, Register, Registers, Vector};
    use std::arch::x86_64::{
        _mm_cvtsi32_si128, _mm256_and_si256, _mm256_andnot_si256, _mm256_load_si256,
        _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_setzero_si256, _mm256_sll_epi64,
        _mm256_slli_epi64, _mm256_store_si256, _mm512_and_si512, _mm512_broadcast_i64x4,
        _mm512_loadu_si512, _mm512_or_si512, _mm512_permutex_epi64, _mm512_sll_epi64,
        _mm512_storeu_si512, _pdep_u64, _pext_u64,
    };

    /// These constants move the words of each register up by one place, and by two.
    const ROTATE1: i32 = 0b10_01_00_11;
    const ROTATE2: i32 = 0b01_00_11_10;

    // SAFETY, for every block below: `Avx2` is private to `simd` and used only
    // by `sweep_avx2` and `sweep_avx512vl`, `Avx512` only by the latter, so the instructions
    // exist; loads and stores go through references to a `Register`, which is 32 bytes long
    // and aligned to 32, or to two of them side by side.
    impl Registers for Avx2 {
        const COUNT: usize = 1;
        #[inline(always)]
        fn load(register: &Register) -> Self {
            // SAFETY: a valid aligned reference, see above.
            Self(unsafe { _mm256_load_si256(std::ptr::from_ref(register).cast()) })
        }
        #[inline(always)]
        fn at(page: &Page, r: usize) -> Self {
            Self::load(&page.0[r % PAGE])
        }
        #[inline(always)]
        fn put(self, page: &mut Page, r: usize) {
            self.store(&mut page.0[r % PAGE]);
        }
        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: AVX2 is there, see above.
            Self(unsafe { _mm256_or_si256(self.0, other.0) })
        }
        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: AVX2 is there, see above.
            Self(unsafe { _mm256_and_si256(self.0, other.0) })
        }
        #[inline(always)]
        fn shl_by(self, n: u32) -> Self {
            // SAFETY: AVX2 is there, see above.
            Self(unsafe { _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(n.cast_signed())) })
        }
        #[inline(always)]
        fn rotate1(self) -> Self {
            // SAFETY: AVX2 is there, see above.
            Self(unsafe { _mm256_permute4x64_epi64::<ROTATE1>(self.0) })
        }
        #[inline(always)]
        fn rotate2(self) -> Self {
            // SAFETY: AVX2 is there, see above.
            Self(unsafe { _mm256_permute4x64_epi64::<ROTATE2>(self.0) })
        }
    }

    impl Vector for Avx2 {
        #[inline(always)]
        fn zero() -> Self {
            // SAFETY: AVX2 is there, see above.
            Self(unsafe { _mm256_setzero_si256() })
        }
        #[inline(always)]
        fn store(self, register: &mut Register) {
            // SAFETY: a valid aligned reference, see above.
            unsafe { _mm256_store_si256(std::ptr::from_mut(register).cast(), self.0) }
        }
        #[inline(always)]
        fn andnot(self, mask: Self) -> Self {
            // SAFETY: AVX2 is there, see above.
            Self(unsafe { _mm256_andnot_si256(self.0, mask.0) })
        }
        #[inline(always)]
        fn shl<const N: i32>(self) -> Self {
            // SAFETY: AVX2 is there, see above.
            Self(unsafe { _mm256_slli_epi64::<N>(self.0) })
        }
        #[inline(always)]
        fn extract(word: u64, mask: u64) -> u64 {
            // SAFETY: BMI2 is there, see above.
            unsafe { _pext_u64(word, mask) }
        }
        #[inline(always)]
        fn deposit(bits: u64, mask: u64) -> u64 {
            // SAFETY: BMI2 is there, see above.
            unsafe { _pdep_u64(bits, mask) }
        }
    }

    impl Registers for Avx512 {
        const COUNT: usize = 2;
        #[inline(always)]
        fn load(register: &Register) -> Self {
            // SAFETY: AVX-512F is there, see above.
            Self(unsafe { _mm512_broadcast_i64x4(Avx2::load(register).0) })
        }
        #[inline(always)]
        fn at(page: &Page, r: usize) -> Self {
            let two: &[Register; 2] = &page.0.as_chunks().0[r / 2 % (PAGE / 2)];
            // SAFETY: a valid reference to 64 bytes, see above.
            Self(unsafe { _mm512_loadu_si512(std::ptr::from_ref(two).cast()) })
        }
        #[inline(always)]
        fn put(self, page: &mut Page, r: usize) {
            let two: &mut [Register; 2] = &mut page.0.as_chunks_mut().0[r / 2 % (PAGE / 2)];
            // SAFETY: a valid reference to 64 bytes, see above.
            unsafe { _mm512_storeu_si512(std::ptr::from_mut(two).cast(), self.0) }
        }
        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: AVX-512F is there, see above.
            Self(unsafe { _mm512_or_si512(self.0, other.0) })
        }
        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: AVX-512F is there, see above.
            Self(unsafe { _mm512_and_si512(self.0, other.0) })
        }
        #[inline(always)]
        fn shl_by(self, n: u32) -> Self {
            // SAFETY: AVX-512F is there, see above.
            Self(unsafe { _mm512_sll_epi64(self.0, _mm_cvtsi32_si128(n.cast_signed())) })
        }
        #[inline(always)]
        fn rotate1(self) -> Self {
            // SAFETY: AVX-512F is there, see above.
            Self(unsafe { _mm512_permutex_epi64::<ROTATE1>(self.0) })
        }
        #[inline(always)]
        fn rotate2(self) -> Self {
            // SAFETY: AVX-512F is there, see above.
            Self(unsafe { _mm512_permutex_epi64::<ROTATE2>(self.0) })
        }
    }
}
