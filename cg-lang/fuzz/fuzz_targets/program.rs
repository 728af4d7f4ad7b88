//! Any bytes as a program.
#![no_main]

use cg_core::Registry;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let registry = cg_subgroups::register(Registry::builder()).close().expect("they agree");
    cg_lang::fuzz::run_any(registry, bytes).expect("the built-in subgroups do not fail");
});
