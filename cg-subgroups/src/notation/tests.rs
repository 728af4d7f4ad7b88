use std::fmt::Write;

use super::*;

/// Values by their text in the paper's notation, in all notations.
#[test]
fn values_in_all_notations() {
    let values = [
        "0",
        "-3",
        "10.011",
        "-2.011",
        "*",
        "*(12)",
        "^",
        "-^+*",
        "2^+*(2)",
        "-9^+*(8)",
        "1+*",
        "-1+3^",
        "100.1001-^+*",
        "^(4)",
        "-^(4)+*",
        "^(2)-^",
        "^(11)-^(12)+*(3)",
        "3^(2)",
        "^(2.011)",
        "-3^(0.1)+^+*(2)",
        "0.1-^(0.1)",
        "2-3^(0.01)-2^(3)+^(5)",
    ];
    let mut table = String::new();
    for value in values {
        let (number, rest) = read(value, Notation::Paper).expect("in the table");
        let parts = Parts::new(&number, &rest);
        let texts = Notation::ALL.map(|notation| parts.print(notation));
        writeln!(table, "{}", texts.join("   ")).expect("a string");
        for (text, notation) in texts.iter().zip([Notation::Paper, Notation::Standard]) {
            assert_eq!(read(text, notation), Ok((number.clone(), rest.clone())), "{text}");
        }
    }
    insta::assert_snapshot!(table);
}

#[test]
fn other_spellings_are_read() {
    for (notation, text, same) in [
        (Notation::Paper, "-2.^(1)+^(3/2)+*3", "-2^+^(1.1)+*(3)"),
        (Notation::Paper, " 19/8 - ^^* ", "2.011-2^+*"),
        (Notation::Paper, "*3+*5", "*6"),
        (Notation::Paper, "6/3+4/8", "2.1"),
        (Notation::Standard, "-1^3", "-1+^^^"),
        (Notation::Standard, "5-1v*2", "4-^+*2"),
        (Notation::Standard, "^<1>+v[1]", "0"),
        (Notation::Standard, "-^[3]*", "-^(3)+*"),
        (Notation::Standard, "2.^[3]-3.v<2>", "2^(3)+3^(2)-3^"),
        (Notation::Unicode, "^^*", "2^+*"),
    ] {
        let expected = read(same, Notation::Paper).unwrap_or_else(|e| panic!("{same}: {e}"));
        assert_eq!(read(text, notation), Ok(expected), "{text}");
    }
}

#[test]
fn errors_say_what_and_where() {
    let mut table = String::new();
    for (notation, text) in [
        (Notation::Paper, ""),
        (Notation::Paper, "1+"),
        (Notation::Paper, "2.5"),
        (Notation::Paper, "1/3"),
        (Notation::Paper, "1/0"),
        (Notation::Paper, "1/2^(2)"),
        (Notation::Paper, "^(0)"),
        (Notation::Paper, "^(1"),
        (Notation::Paper, "*("),
        (Notation::Paper, "1*"),
        (Notation::Paper, "v"),
        (Notation::Paper, "{1|-1}"),
        (Notation::Standard, "2.1"),
        (Notation::Standard, "^[0]"),
        (Notation::Standard, "^<2"),
        (Notation::Standard, "v(2)"),
    ] {
        let error = read(text, notation).expect_err(text);
        writeln!(table, "{text:10} {error}").expect("a string");
    }
    insta::assert_snapshot!(table);
}

#[test]
fn samples_are_well_written() {
    fn count<S: cg_core::Subgroup>(subgroup: &S) -> usize {
        subgroup.samples().expect("well written").len()
    }
    use crate::{Nimbers, Numberish, Numbers, Sumbers};
    assert_eq!(
        [count(&Numbers), count(&Nimbers), count(&Sumbers), count(&Numberish)],
        [12, 9, 17, 16]
    );
}
