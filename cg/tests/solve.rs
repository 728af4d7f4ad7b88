//! Sums as people write them: `clobber XO + {3|-1}`.

use cg_calculator::{Calculator, CalculatorError, SumSolver};
use cg_rulesets::{Entry, Variant};

fn read(text: &str) -> Result<Vec<String>, String> {
    let mut calculator = Calculator::new().unwrap();
    let mut solver = SumSolver::new(cg_solve::Settings::default());
    let sum = solver.read(calculator.session(), text).map_err(|error| match error {
        CalculatorError::Text(error) => format!("{:?} {error}", error.at),
        other => other.to_string(),
    })?;
    Ok(sum.written().iter().map(|term| format!("{term:?}")).collect())
}

#[test]
fn sums_of_any_mixture_are_read() {
    let rows: &[(&str, &[&str])] = &[
        ("clobber XO", &["clobber XO"]),
        ("clobber (XO)^2 + nogo ....", &["clobber (XO)^2", "nogo ...."]),
        ("cram 2x2 - {3|-1} + *2", &["cram 2x2", "-{3|-1}", "*2"]),
        // A sign after a sign belongs to the value.
        ("-clobber XO+-1", &["-clobber XO", "-1"]),
        ("- 1 + -2", &["-1", "-2"]),
        ("2 * clobber XO", &["clobber XO", "clobber XO"]),
        ("impartial clobber checker 2x2 + ^", &["impartial clobber checker 2x2", "^"]),
        ("+-1 + 2", &["+-1", "2"]),
        (
            "hackenbush g-a:l, a-b:r - digraph-placement a:L, b:R, a->b",
            &["hackenbush g-a:l, a-b:r", "-digraph-placement a:L, b:R, a->b"],
        ),
        ("sheep 3 0 0 | 0 0 -2 - nogo ..", &["sheep 3 0 0 | 0 0 -2", "-nogo .."]),
        ("gen-toads(1,1,2,0) tt..f -1", &["gen-toads(1,1,2,0) tt..f", "-1"]),
        (
            "turning(3C(5)) hthh + Turning(\"(1)\", \"h\") + 1",
            &["turning(3C(5)) hthh", "Turning(\"(1)\", \"h\")", "1"],
        ),
        ("cutcake 2x3+4x5 + 1", &["cutcake 2x3+4x5", "1"]),
        ("-eatcake 2x3 + 4x5 - cram 2x2", &["-eatcake 2x3 + 4x5", "-cram 2x2"]),
        ("dicotic twisted + 1", &[]),
        ("kayles 12 5 + 2 * col a-b, b-c", &["kayles 12 5", "col a-b, b-c", "col a-b, b-c"]),
        (".77 12 + Clobber(\"xo\") - col ...", &[".77 12", "Clobber(\"xo\")", "-col ..."]),
    ];
    for (text, expected) in rows {
        let found = read(text);
        if expected.is_empty() {
            assert!(found.is_err(), "{text}: {found:?}");
        } else {
            let expected: Vec<String> = expected.iter().map(|&term| term.into()).collect();
            assert_eq!(found, Ok(expected), "{text}");
        }
    }
}

#[test]
fn every_ruleset_is_a_term() {
    for entry in Entry::all() {
        for variant in Variant::NAMED.into_iter().chain([Variant::Plain]) {
            let text = format!("{} {} {}", variant.name(), entry.name, entry.example);
            let text = text.trim_start();
            match entry.refuses(variant) {
                None => assert_eq!(read(text), Ok(vec![text.to_owned()])),
                Some(problem) => assert_eq!(read(text), Err(format!("0..2 {problem}"))),
            }
        }
    }
}

#[test]
fn faults_have_their_place() {
    for (text, expected) in [
        ("", "0..0 a term is missing"),
        ("clobber XO +", "12..12 a term is missing"),
        ("clobber", "0..7 `clobber` needs a position"),
        ("nogo .... + clobber XO|X", "23..24 row 2 has 1 cells"),
        ("clobber X?", "9..10 `?` is no cell"),
        ("impartial chess 8x8", "10..15 there is no ruleset `chess`"),
        ("1 + xt clobber XO", "4..6 Clobber has no xt variant"),
        ("1 + twisted dicotic cram 2x2", "12..19 a ruleset is varied once"),
        ("1 + gen-toads(1,x) t.f", "13..18 `x` is no whole number"),
        ("nim 3 4 x", "0..9 "),
        ("chess", "0..5 "),
        ("99999 * clobber XO", "0..5 99999 copies are too many"),
        ("nimstring a-b, b-c, c-a + {3|-1}", "26..32 positions of Nimstring have values"),
        ("snort 1x2 + nimstring a-b, b-c, c-a", "0..9 positions of Nimstring have values"),
    ] {
        let problem = read(text).unwrap_err();
        assert!(problem.starts_with(expected), "{text}: {problem}");
    }
}
