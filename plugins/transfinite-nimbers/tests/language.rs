//! Infinite heaps as a user types them.

use cg_plugin_testing::{answers, reads_back};
use cg_surreal::Surreals;
use cg_transfinite_nimbers::TransfiniteNimbers;

fn session() -> cg_lang::Session {
    cg_plugin_testing::session(|builder| builder.with(Surreals).with(TransfiniteNimbers))
}

#[test]
fn infinite_heaps_in_the_language() {
    let infinite = "has infinitely many options for Left: it is no short game";
    let mut session = session();
    for (text, expected) in [
        ("*(omega + 5) + *4", "*(omega+1)"),
        ("*(omega + 5) + *(omega + 4)", "*"),
        ("*(omega) + *(omega)", "0"),
        ("? *(omega) + *(omega + 1)", "first player win"),
        ("*(omega - omega + 3)", "*3"),
        ("{*(omega), 0 | 0, *(omega)}", "*"),
        ("3 . *(omega)", "*(omega)"),
        ("*(omega) == *(2*omega/2)", "true"),
        ("*(omega) <= *5 or *5 <= *(omega)", "false"),
        ("nimproduct(nimproduct(*(omega), *(omega)), *(omega))", "*2"),
        ("nimproduct(*(omega), *3) == *(3*omega)", "true"),
        ("subgroup(*(omega))", "transfinite_nimbers"),
        ("*(omega-1)", "the number of `*` is omega-1, not an ordinal"),
        ("*(1/omega)", "the number of `*` is 1/omega, not an ordinal"),
        (
            "nimproduct(*(omega**(omega**13)), *2)",
            "`nimproduct`: *(omega**(omega**13)) lies beyond the nimbers for which this is known",
        ),
        (
            "niminverse(*(omega))",
            "`niminverse`: *(omega) lies beyond the nimbers for which this is known",
        ),
        ("birthday(*(omega))", "omega"),
        ("birthday(*(3*omega**omega+5))", "3*omega**omega+5"),
        ("*(omega) + ^", &format!("*(omega) {infinite}")),
        ("omega + *(omega)", &format!("*(omega) {infinite}")),
        ("1 + *(omega)", &format!("*(omega) {infinite}")),
    ] {
        let answers = answers(&mut session, text);
        assert_eq!(answers.last().map(String::as_str), Some(expected), "{text}");
    }
}

#[test]
fn what_is_printed_reads_back() {
    let mut session = session();
    for value in ["*(omega+5)", "*(3*omega**omega)", "*(omega**(omega**2+1)+7)"] {
        reads_back(&mut session, value);
    }
}
