//! Any bytes as a game at a position.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_rulesets::fuzz::start_any(bytes);
});
