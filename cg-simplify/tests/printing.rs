//! What is printed reads back, and looks as the field writes it.

mod standard;

use cg_core::{Game, Limits, Notation, Registry};
use cg_simplify::{Engine, FunctionResult};
use proptest::prelude::*;
use standard::read;

fn with_subgroups() -> Engine {
    let registry = cg_subgroups::standard().expect("they fit together");
    Engine::new(registry, Limits::default()).expect("no subgroup fails")
}

/// A game by its options.
#[derive(Clone, Debug)]
enum Form {
    Known(&'static str),
    Sum(Box<Form>, Box<Form>),
    Negative(Box<Form>),
    Braces(Vec<Form>, Vec<Form>),
}

impl Form {
    fn value(&self, engine: &mut Engine) -> FunctionResult<Game> {
        Ok(match self {
            Form::Known(text) => read(engine, text)?,
            Form::Sum(g, h) => {
                let (g, h) = (g.value(engine)?, h.value(engine)?);
                engine.add(g, h)?
            }
            Form::Negative(g) => {
                let g = g.value(engine)?;
                engine.negate(g)?
            }
            Form::Braces(left, right) => {
                let mut sides = [Vec::new(), Vec::new()];
                for (side, options) in sides.iter_mut().zip([left, right]) {
                    for option in options {
                        side.push(option.value(engine)?);
                    }
                }
                engine.game(&sides[0], &sides[1])?
            }
        })
    }
}

fn form() -> impl Strategy<Value = Form> {
    let known = prop::sample::select(vec![
        "0",
        "1",
        "-3",
        "5/8",
        "*",
        "*5",
        "^",
        "vv*",
        "^[3]",
        "v<2>*2",
        "^<2>+^<2>",
        "3^*",
        "tiny(2)",
        "1/2miny(3/4)",
        "+-1",
        "+-{2,2*}",
        "{3|1}",
        "{5||3|1}",
        "+-{3|2}",
        "+-^^",
    ])
    .prop_map(Form::Known);
    known.prop_recursive(3, 12, 3, |inner| {
        let side = || proptest::collection::vec(inner.clone(), 0..3);
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(g, h)| Form::Sum(g.into(), h.into())),
            inner.clone().prop_map(|g| Form::Negative(g.into())),
            (side(), side()).prop_map(|(left, right)| Form::Braces(left, right)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn standard_notation_reads_back(form in form()) {
        let mut engine = with_subgroups();
        let value = form.value(&mut engine).expect("small");
        let text = engine.print(value, Notation::Standard).expect("small");
        prop_assert_eq!(read(&mut engine, &text).expect("small"), value, "{}", text);
    }

    #[test]
    fn braces_read_back(form in form()) {
        let mut engine = with_subgroups();
        let value = form.value(&mut engine).expect("small");
        let text = engine.print_braces(value).expect("small");
        prop_assert_eq!(read(&mut engine, &text.replace("{|}", "0")).expect("small"), value);
    }
}

#[test]
fn notations_side_by_side() -> FunctionResult<()> {
    let mut engine = with_subgroups();
    let games = [
        "{3||2*|1*}",
        "{5/2|3/2|||+-1/2||-3}",
        "+-{1,1*}",
        "+-^^",
        "{5||3|1|||0||||0}",
        "3tiny({3|1})",
        "{0,v*|vv}",
        "{0||0,v*|vv}",
    ];
    let mut lines = Vec::new();
    for text in games {
        let value = read(&mut engine, text)?;
        for notation in Notation::ALL {
            lines.push(format!("{notation}: {}", engine.print(value, notation)?));
        }
    }
    insta::assert_snapshot!(lines.join("\n"), @r#"
paper: {3|{2+*(1)|1+*(1)}}
standard: {3||2*|1*}
unicode: {3||2∗|1∗}
latex: \left\{3\,\|\,2{\ast}\mid 1{\ast}\right\}
paper: {{2.1|1.1}|{{0.1|-0.1}|-3}}
standard: {5/2|3/2||+-1/2|-3}
unicode: {5/2|3/2||±1/2|−3}
latex: \left\{\frac{5}{2}\mid \frac{3}{2}\,\|\,\pm \frac{1}{2}\mid -3\right\}
paper: {1,1+*(1)|-1,-1+*(1)}
standard: +-{1,1*}
unicode: ±{1,1∗}
latex: \pm \left\{1,1{\ast}\right\}
paper: {2^(1)|-2^(1)}
standard: +-^^
unicode: ±⇑
latex: \pm {\Uparrow}
paper: {{{5|{3|1}}|0}|0}
standard: miny({5||3|1})
unicode: ⧿({5||3|1})
latex: {-}_{\left\{5\,\|\,3\mid 1\right\}}
paper: {3|{3|{2|0}}}
standard: 3tiny({3|1})
unicode: 3⧾({3|1})
latex: 3{+}_{\left\{3\mid 1\right\}}
paper: -2^(1)+^(2)+*(1)
standard: {0,v*|vv}
unicode: {0,↓∗|⇓}
latex: \left\{0,{\downarrow}{\ast}\mid {\Downarrow}\right\}
paper: -2^(1)+2^(2)
standard: {0||0,v*|vv}
unicode: {0||0,↓∗|⇓}
latex: \left\{0\,\|\,0,{\downarrow}{\ast}\mid {\Downarrow}\right\}
"#);
    Ok(())
}

#[test]
fn without_subgroups_numbers_are_ordered_as_such() -> FunctionResult<()> {
    let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    let value = read(&mut engine, "{1,1*|-1,-1*}")?;
    insta::assert_snapshot!(engine.print(value, Notation::Paper)?, @"{{{|}|},{{{|}|}|{{|}|}}|{|{|}},{{|{|}}|{|{|}}}}");
    Ok(())
}

/// A nimber written out to the end has more than three times the braces of the
/// one before.
#[test]
fn a_text_that_would_be_too_long_is_refused() -> FunctionResult<()> {
    let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    let nimber = engine.nimber(&20u8.into())?;
    let too_long = cg_core::Error::TextTooLong { limit: cg_simplify::MOST_TEXT };
    assert_eq!(engine.print(nimber, Notation::Paper), Err(too_long.clone()));
    assert_eq!(engine.print_braces(nimber), Err(too_long.clone()));
    let form = engine.canonical_form(nimber)?;
    assert_eq!(engine.print_form(form, Notation::Paper), Err(too_long));
    let short = engine.print_short(nimber, Notation::Paper, 40)?;
    assert!(short.starts_with("{{|},{{|}|") && short.ends_with("..."), "{short}");
    assert_eq!(short.chars().count(), 40);
    // The engine goes on.
    let small = engine.nimber(&1u8.into())?;
    assert_eq!(engine.print_short(small, Notation::Paper, 40)?, "{{|}|{|}}");
    Ok(())
}
