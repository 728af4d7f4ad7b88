//! Numbers that are not short, as a user types them: what is printed reads back as the same
//! value, in the notation that printed it.

use cg_core::{Family, Notation, Subgroup, Text, Views};
use cg_plugin_testing::{answers, reads_back};
use cg_surreal::Surreals;

fn session() -> cg_lang::Session {
    cg_plugin_testing::session(|builder| builder.with(Surreals))
}

#[test]
fn what_is_printed_reads_back() {
    let values = [
        "omega",
        "3*omega/2",
        "1/omega",
        "3/(2*omega)",
        "omega**(omega**2+1/2)",
        "omega/4-3/8",
        "-omega**2",
        "{omega/2|-omega/2}",
        "{1/omega|-1/omega}",
        "{omega+1|-omega-1}",
        "omega+*",
        "omega+^",
        "{0||0|-omega}",
        "{-omega|-2*omega}",
        "{omega|1/omega||-omega}",
        "omega+{3|-1}",
        "-(omega+^)",
        "{omega,{omega|-omega}|-omega}",
        "3*omega**(-1/2)",
        "{omega||1|-omega}",
    ];
    let mut session = session();
    for value in values {
        reads_back(&mut session, value);
    }
}

/// There is one grammar: what is printed in Unicode reads back too.
#[test]
fn unicode_reads_back() {
    let mut session = session();
    for (text, value) in [
        ("ω", "omega"),
        ("3*ω/2", "3*omega/2"),
        ("ω**2/4−3*ω+5/8", "omega**2/4-3*omega+5/8"),
        ("−3/(2*ω**(ω+1/2))", "-3/(2*omega**(omega+1/2))"),
        ("{ω+1|−ω}", "{omega+1|-omega}"),
    ] {
        assert_eq!(answers(&mut session, text), [value]);
        assert_eq!(
            answers(&mut session, &format!(":notation unicode\n{value}\n:notation standard")),
            [text]
        );
    }
    // A name of the program comes first.
    assert_eq!(answers(&mut session, "ω = 3\nω + 1"), ["4"]);
}

#[test]
fn arithmetic_and_names() {
    let mut session = session();
    for (text, expected) in [
        ("omega/omega", "1"),
        ("omega - omega + 1/2", "1/2"),
        ("2*omega == omega + omega", "true"),
        ("1000.omega", "1000*omega"),
        ("omega**omega**2", "omega**(omega**2)"),
        ("(omega**2)**(1/2)", "omega"),
        ("birthday(omega/2)", "2*omega"),
        ("simplest(omega/2, omega)", "omega-1"),
        ("isnumber(omega)", "true"),
        ("isinteger(omega)", "false"),
        ("signs(0)", "\"\""),
        ("[x : x in [omega, 1], if x > 2]", "[omega]"),
        ("f(n) { case 0: omega; default: { f(n-1) | }; }\nf(3)", "omega+3"),
        ("2**omega", "`**`: 2 ** omega has no finite normal form, or is not defined"),
        ("omega/3", "`/`: omega / 3 has no finite normal form, or is not defined"),
        ("omega/0", "division by zero"),
        ("*(omega)", "the number of `*` is omega, not an ordinal"),
        ("^(omega)", "the number of `^` is omega, not a dyadic number"),
        ("omega * *", "a product takes integers and numbers"),
        ("cool(1, omega)", "`cool`: takes a dyadic number here, and omega is none"),
        ("signs(*)", "`signs`: * is no number with a sign expansion"),
        ("ofsigns(3)", "the argument of `ofsigns` is an integer, not a text"),
        ("left(1/omega)", "1/omega has infinitely many options for Right: it is no short game"),
        ("?? omega + *", "omega has infinitely many options for Left: it is no short game"),
        // A binding goes before the name.
        ("omega = 3\nomega + 1", "4"),
    ] {
        assert_eq!(
            answers(&mut session, text).last().map(String::as_str),
            Some(expected),
            "{text}"
        );
    }
}

/// No text crashes or hangs: mutations of good ones.
#[test]
fn mutations_do_no_harm() {
    let samples = Surreals.samples().expect("samples");
    let print = |g| Surreals.print(g, Notation::Standard).expect("short").into_bytes();
    let texts: Vec<Vec<u8>> = samples.iter().map(print).collect();
    let bytes: Vec<Vec<u8>> = samples.iter().map(|g| Surreals.encode(g)).collect();
    let mut read = [0, 0];
    for text in cg_properties::mutations(&texts).take(5_000) {
        let text = String::from_utf8_lossy(&text[..text.len().min(200)]).into_owned();
        if let Ok(number) = Surreals.parse(&text, Notation::Standard) {
            let printed = Surreals.print(&number, Notation::Standard).expect("short");
            assert_eq!(Surreals.parse(&printed, Notation::Standard), Ok(number), "{text}");
            read[0] += 1;
        }
        if let Ok(Some(number)) = Surreals.of_signs(&text) {
            assert!(Surreals.signs(&number).is_ok(), "{text}");
        }
    }
    for element in cg_properties::mutations(&bytes).take(5_000) {
        if let Ok(number) = Surreals.decode(&element) {
            assert_eq!(Surreals.encode(&number), element);
            read[1] += 1;
        }
    }
    assert!(read.iter().all(|&read| read > 200), "{read:?}");
}
