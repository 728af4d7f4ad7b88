//! Any bytes as a graph.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    cg_rulesets::fuzz::graph_any(bytes);
});
