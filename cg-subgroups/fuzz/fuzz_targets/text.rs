//! Any bytes as elements in each notation that reads back.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_subgroups::fuzz::text_any(bytes);
});
