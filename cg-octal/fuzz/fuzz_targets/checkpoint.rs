//! Any bytes as a checkpoint.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_octal::fuzz::checkpoint_any(bytes);
});
