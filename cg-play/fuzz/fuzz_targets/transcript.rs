//! Any bytes as a transcript.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    // Most are none: only the reading and the moves are of interest.
    drop(cg_play_fuzz::replay_any(bytes));
});
