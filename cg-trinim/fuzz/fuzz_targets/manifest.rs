//! Any bytes as what says what a folder of block files holds.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_trinim::fuzz::manifest_any(bytes);
});
