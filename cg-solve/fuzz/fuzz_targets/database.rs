//! Any bytes as a database, then as a header and a body whose checksums are made right.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_solve::fuzz::database_any(bytes);
});
