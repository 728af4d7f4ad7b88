//! Any bytes are a whole block file, or an error.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(file) = cg_trinim::BlockFile::parse(bytes) {
        for (stream, bits) in file.header().bits.into_iter().enumerate() {
            assert_eq!(file.words(stream).len() as u64, bits.div_ceil(64));
        }
    }
});
