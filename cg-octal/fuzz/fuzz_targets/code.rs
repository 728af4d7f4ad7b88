//! Any bytes as the code or the name of a game.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_octal::fuzz::code_any(bytes);
});
