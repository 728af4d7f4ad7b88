//! Random expressions against a plain evaluator, and random games through
//! printing and reading.

use std::fmt::Write;

use cg_core::Notation;
use cg_lang::{AnswerKind, Event, Role, Session, Source, Value};
use proptest::prelude::*;

use crate::common;

/// An integer expression as text, and its value by `i128`; `None` for a
/// division by zero.
#[derive(Clone, Debug)]
struct Sum {
    text: String,
    value: Option<i128>,
}

fn expression() -> impl Strategy<Value = Sum> {
    let leaf = (-1_000_000_000_000i64..1_000_000_000_000)
        .prop_map(|n| Sum { text: format!("({n})"), value: Some(n.into()) });
    leaf.prop_recursive(5, 24, 2, |inner| {
        (inner.clone(), inner, 0..8usize).prop_map(|(a, b, operator)| {
            let sign = ["+", "-", "*", "div", "%", "min", "max", "if"][operator];
            let text = match sign {
                "min" | "max" => format!("{sign}({}, {})", a.text, b.text),
                "if" => format!("(if {} < {} then {} else {})", a.text, b.text, b.text, a.text),
                _ => format!("({} {sign} {})", a.text, b.text),
            };
            let value = match (a.value, b.value) {
                (Some(x), Some(y)) => match sign {
                    "+" => x.checked_add(y),
                    "-" => x.checked_sub(y),
                    "*" => x.checked_mul(y),
                    "div" | "%" if y == 0 => None,
                    // Rounded down.
                    "div" => Some(x.div_euclid(y) - i128::from(y < 0 && x.rem_euclid(y) != 0)),
                    "%" => Some(match x.rem_euclid(y) {
                        0 => 0,
                        r if y < 0 => r + y,
                        r => r,
                    }),
                    "min" => Some(x.min(y)),
                    _ => Some(x.max(y)),
                },
                _ => None,
            };
            Sum { text, value }
        })
    })
}

/// A game as text: literals, braces, sums, negatives, copies.
fn game() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "0", "1", "-2", "1/2", "-3/4", "*", "*(2)", "*5", "^", "^(1/2)", "3^(2)", "^*", "↓", "±1",
        "±1/2", "{1|*}", "{2|-1}", "tiny(2)", "5/8",
    ])
    .prop_map(str::to_owned);
    leaf.prop_recursive(4, 16, 3, |inner| {
        let options = prop::collection::vec(inner.clone(), 0..3);
        prop_oneof![
            (options.clone(), options).prop_map(|(left, right)| {
                format!("{{{}|{}}}", left.join(", "), right.join(", "))
            }),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} + {b})")),
            inner.clone().prop_map(|a| format!("-({a})")),
            (-3..4i32, inner).prop_map(|(m, a)| format!("{m}.({a})")),
        ]
    })
}

/// How many functions call one another in [`definition`].
const FUNCTIONS: usize = 6;

/// The definition of a function that calls some with greater numbers. The last one calls none.
fn definition(number: usize, [first, second]: [usize; 2], form: usize) -> String {
    let called =
        |other: usize| format!("F{}(n-1)", (number + 1 + other % FUNCTIONS).min(FUNCTIONS));
    let (first, second) = (called(first), called(second));
    let body = match form {
        _ if number == FUNCTIONS => ["1", "-1", "*", "{1|-1}", "^"][form % 5].to_owned(),
        0 => format!("{{ {first} | {second} }}"),
        1 => format!("{{ {first} | }}"),
        2 => format!("{{ | {first}, {second} }}"),
        3 => format!("{first} + {second}"),
        _ => format!("-{first}"),
    };
    format!("F{number}(n) {{ case if n < 0: 0; default: {body}; }}\n")
}

fn value(session: &mut Session, text: &str, role: Role) -> Value {
    let mut value = None;
    session.run(&Source::new("test", text), role, &mut |_, event| match event {
        Event::Answer(answer) => {
            if let AnswerKind::Value(found) = answer.kind() {
                value = Some(found.clone());
            }
        }
        Event::Note(_) => {}
        Event::Error(error) => panic!("{text}: {error}"),
    });
    value.unwrap_or_else(|| panic!("{text}: no value"))
}

proptest! {
    #![proptest_config(cg_properties::cases(500))]

    #[test]
    fn integers_agree_with_plain_arithmetic(sum in expression()) {
        let lines = common::run(&sum.text);
        match sum.value {
            Some(value) => prop_assert_eq!(&lines[0], &value.to_string(), "{}", sum.text),
            // Division by zero, or a value that only the oracle cannot hold.
            None => prop_assert!(lines.len() == 1, "{}", sum.text),
        }
    }

    #[test]
    fn what_is_printed_reads_back(text in game()) {
        let mut session = common::session();
        for notation in [Notation::Paper, Notation::Standard] {
            session.set_notation(notation);
            let mut printed = String::new();
            session.run(&Source::new("test", format!("x = {text}")), Role::Loaded, &mut |_, _| {});
            session.run(&Source::new("test", "x"), Role::Typed, &mut |session, event| {
                if let Event::Answer(answer) = event {
                    printed = answer.to_text(session).unwrap();
                }
            });
            let compared = value(&mut session, &format!("({printed}) == x"), Role::Typed);
            prop_assert_eq!(compared, Value::Truth(true), "{} printed {}", text, printed);
            // Inside braces it reads as the same option.
            let inside = value(&mut session, &format!("{{{printed}|}} == {{x|}}"), Role::Typed);
            prop_assert_eq!(inside, Value::Truth(true), "{} printed {}", text, printed);
        }
    }

    /// Values of functions are forgotten with each definition on which they depend, in any order.
    #[test]
    fn definitions_mean_what_they_mean_in_a_new_session(
        changes in prop::collection::vec((0..=FUNCTIONS, any::<[usize; 2]>(), 0..5usize), 1..20),
        order in Just((0..=FUNCTIONS).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let questions: String = (0..=FUNCTIONS).map(|n| format!("F{n}(5)\n? F{n}(4)\n")).collect();
        let mut definitions: Vec<String> = (0..=FUNCTIONS).map(|n| definition(n, [0, 1], n)).collect();
        let mut session = common::session();
        for &number in &order {
            common::run_in(&mut session, &definitions[number]);
        }
        for (number, called, form) in changes {
            definitions[number] = definition(number, called, form);
            let changed = common::run_in(&mut session, &format!("{}{questions}", definitions[number]));
            let anew = common::run(&format!("{}{questions}", definitions.concat()));
            prop_assert_eq!(changed, anew, "{}", definitions.concat());
        }
    }

    /// Sums, order and outcomes of typed games obey the laws.
    #[test]
    fn games_obey_the_laws(a in game(), b in game(), c in game()) {
        let mut program = format!("a = {a}\nb = {b}\nc = {c}\n");
        for law in [
            "a + b == b + a",
            "(a + b) + c == a + (b + c)",
            "a - a == 0",
            "-(a + b) == -a - b",
            "3.a == a + a + a",
            "(a <= b) == (a + c <= b + c)",
            "(a <= b and b <= a) == (a == b)",
            "(a <> b) == (outcome(a - b) == \"first player win\")",
            "{g : g in left(a) | g : g in right(a)} == a",
        ] {
            writeln!(program, "{law}").unwrap();
        }
        let lines = common::run(&program);
        prop_assert_eq!(lines, vec!["true"; 9], "{} and {} and {}", a, b, c);
    }
}
