//! Any bytes as a number.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_surreal_fuzz::number_any(bytes);
});
