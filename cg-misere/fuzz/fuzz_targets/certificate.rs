//! Any bytes as a certificate of a misère quotient.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_misere::fuzz::certificate_any(bytes);
});
