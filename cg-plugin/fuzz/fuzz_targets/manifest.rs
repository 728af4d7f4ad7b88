//! Any bytes as a `plugin.toml`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_plugin::fuzz::manifest_any(bytes);
});
