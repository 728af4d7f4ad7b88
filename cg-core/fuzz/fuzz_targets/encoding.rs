//! Any bytes as each piece of the encoding of elements.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_core::fuzz::encoding_any(bytes);
});
