//! Any bytes as a line of the record of a survey.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_octal::fuzz::report_any(bytes);
});
