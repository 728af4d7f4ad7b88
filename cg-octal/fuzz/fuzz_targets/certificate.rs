//! Any bytes as a certificate.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_octal::fuzz::certificate_any(bytes);
});
