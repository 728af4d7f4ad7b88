//! Any bytes as a misère form.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_misere::fuzz::form_any(bytes);
});
