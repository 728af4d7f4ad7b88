//! Any bytes as a `cg.toml`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_plugin::fuzz::configuration_any(bytes);
});
