//! Any bytes as a board.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_rulesets::fuzz::board_any(bytes);
});
