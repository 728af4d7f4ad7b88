//! Any bytes as a `plugin.toml`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_core::fuzz::manifest_any(bytes);
});
