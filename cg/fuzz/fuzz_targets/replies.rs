//! Any bytes as a program, answered in JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut calculator = cg_calculator_fuzz::calculator().expect("the families fit together");
    cg_calculator_fuzz::replies_any(&mut calculator, bytes);
});
