//! Any bytes as a sign expansion.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_surreal_fuzz::signs_any(bytes);
});
