//! Any bytes as what is stored of a block.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_trinim::fuzz::residual_any(bytes);
});
