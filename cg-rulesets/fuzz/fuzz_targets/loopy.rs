//! Any bytes as a ruleset in which positions come back, with a board.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_rulesets::fuzz::loopy_any(bytes);
});
