//! Any bytes as the text of a board and of a graph.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    cg_lang::fuzz::read_shapes(bytes);
});
