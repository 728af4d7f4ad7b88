//! Any bytes as a nimber.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_transfinite_nimbers::fuzz::element_any(bytes);
});
