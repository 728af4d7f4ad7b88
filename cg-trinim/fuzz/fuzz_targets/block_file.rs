//! Any bytes as a block file.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_trinim::fuzz::block_file_any(bytes);
});
