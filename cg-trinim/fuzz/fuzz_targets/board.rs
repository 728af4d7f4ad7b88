//! Any text is a board that reads back, or an error.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(position) = text.parse::<cg_trinim::Position>() {
        assert_eq!(position.to_string().parse::<cg_trinim::Position>().ok(), Some(position));
        assert_eq!(position.picture().parse::<cg_trinim::Position>().ok(), Some(position));
    }
});
