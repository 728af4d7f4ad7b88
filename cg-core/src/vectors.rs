//! The vector instructions of this machine. They are detected only here.

/// The widest vector instructions that this machine can run and for which the calculator has code.
/// A later variant includes the earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Vectors {
    /// None: plain words, on every machine.
    Words,
    /// AVX2 of x86-64, with BMI1 and BMI2.
    Avx2,
    /// AVX-512F and AVX-512VL, too.
    Avx512Vl,
}

impl Vectors {
    /// Asks the machine.
    ///
    /// ```
    /// use cg_core::Vectors;
    /// assert!(Vectors::detect() >= Vectors::Words);
    /// ```
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            let wide = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl");
            return if wide { Self::Avx512Vl } else { Self::Avx2 };
        }
        Self::Words
    }
}
