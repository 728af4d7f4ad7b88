//! Any bytes as the encoding of a number.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_surreal_fuzz::encoding_any(bytes);
});
