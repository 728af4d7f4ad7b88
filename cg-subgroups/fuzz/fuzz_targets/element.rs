//! Any bytes as encoded elements.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_subgroups::fuzz::element_any(bytes);
});
