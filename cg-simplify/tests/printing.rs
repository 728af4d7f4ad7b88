//! Values as text, without subgroups. Texts with subgroups are tested in `cg-lang`, together with
//! the language that reads them.

use cg_core::{Limits, Notation, Registry, Result};
use cg_simplify::Engine;

#[test]
fn without_subgroups_numbers_are_ordered_as_such() -> Result<()> {
    let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    let star = engine.nimber(&1u8.into())?;
    let mut sides = [Vec::new(), Vec::new()];
    for (side, number) in sides.iter_mut().zip([1, -1]) {
        let number = engine.integer(&number.into())?;
        *side = vec![number, engine.add(number, star)?];
    }
    let value = engine.game(&sides[0], &sides[1])?;
    insta::assert_snapshot!(engine.print(value, Notation::Paper)?, @"{{{|}|},{{{|}|}|{{|}|}}|{|{|}},{{|{|}}|{|{|}}}}");
    Ok(())
}

/// A completely expanded nimber has more than three times as many braces as the nimber before.
#[test]
fn a_text_that_would_be_too_long_is_refused() -> Result<()> {
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
