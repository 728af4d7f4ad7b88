//! Any bytes as a form, in each theory.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_universes_fuzz::form_any(bytes);
});
