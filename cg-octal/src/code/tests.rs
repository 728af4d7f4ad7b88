use proptest::prelude::*;

use crate::Code;

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

#[test]
fn one_game_has_one_code() {
    for (a, b) in [
        (".77", "0.77"),
        (".77", "0.7700"),
        ("0.3...", "0.(3)"),
        ("0.\\dot{3}", "0.3(33)"),
        ("0.1(23)", "0.12(32)"),
        (".7(0)", ".7"),
        ("S{1,3}", ".303"),
        ("AllBut{2}", ".30(3)"),
        ("AllBut{}", ".(3)"),
        (".3f", ".3F"),
        (".[7][7]", ".77"),
    ] {
        assert_eq!(code(a), code(b), "{a} and {b}");
    }
    assert_ne!(code("0.0(7)"), code("0.1"));
    assert_eq!(code("4.").to_string(), "4.");
    assert_eq!(code(".0").to_string(), ".0");
    assert_eq!(code(".[17]2").to_string(), ".[17]2");
}

#[test]
fn bad_codes_are_refused_with_the_place() {
    for (text, says) in [
        (".8x", "unexpected `x` at byte 2"),
        ("S1", "write the set in quotes) at byte 1"),
        ("allbut20", "the braces of a set are missing"),
        ("..7", "must stand before"),
        ("0.", "behind the point is missing at byte 2"),
        (".", "behind the point is missing"),
        ("", "point is missing"),
        ("77", "point is missing"),
        (".7.7", "unexpected `.`"),
        (".(", "block is empty"),
        (".7(3", "`)` is missing"),
        ("1.7", "before the point"),
        ("3.7", "before the point"),
        (".[70000]", "too big"),
        (".[99999999999999999999999]", "64 bits"),
        ("S{1,", "a number is missing"),
        ("S{0}", "at least one token"),
        ("S{5000}", "more than 4096"),
        ("S{18446744073709551615}", "more than 4096"),
        (".7é", "unexpected `é`"),
    ] {
        let error = text.parse::<Code>().unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
    let long = format!(".{}", "7".repeat(3_000_000));
    let error = long.parse::<Code>().unwrap_err().to_string();
    assert!(error.contains("more than 4096 digits") && error.len() < 200);
}

#[test]
fn digits_of_infinite_codes_go_on() {
    let code = code("4.1(23)");
    let digits: Vec<u32> = (0..7).map(|take| code.digit(take)).collect();
    assert_eq!(digits, [4, 1, 2, 3, 2, 3, 2]);
    assert!(code.digit(u64::MAX) > 0);
    assert_eq!(code.length(), None);
}

proptest! {
    #[test]
    fn printing_and_parsing_are_inverse(
        zero in 0u32..4,
        head in prop::collection::vec(0u32..40, 0..8),
        tail in prop::collection::vec(0u32..40, 0..5),
    ) {
        let code = Code::new(zero * 4, head.clone(), tail.clone()).unwrap();
        prop_assert_eq!(&code.to_string().parse::<Code>().unwrap(), &code);
        for take in 1..40usize {
            let want = if take <= head.len() {
                head[take - 1]
            } else if tail.is_empty() {
                0
            } else {
                tail[(take - 1 - head.len()) % tail.len()]
            };
            prop_assert_eq!(code.digit(take as u64), want);
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC*") {
        let _ = text.parse::<Code>();
    }

    #[test]
    fn no_text_of_the_alphabet_makes_the_parser_panic(text in "[0-9a-fS{}()\\[\\],.\\\\dot…]{0,24}") {
        if let Ok(code) = text.parse::<Code>() {
            prop_assert_eq!(code.to_string().parse::<Code>().unwrap(), code);
        }
    }
}
