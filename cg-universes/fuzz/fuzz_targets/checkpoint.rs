//! Any bytes as a checkpoint of Top Entails.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_universes_fuzz::checkpoint_any(bytes);
});
