//! Any bytes are a whole block file, or an error.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(file) = cg_trinim::BlockFile::parse(bytes) {
        assert_eq!(file.words().len() as u64, file.header().bits.div_ceil(64));
    }
});
