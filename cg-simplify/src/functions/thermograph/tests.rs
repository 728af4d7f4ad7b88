use cg_core::{Limits, Registry, Result};

use super::Thermograph;
use crate::engine::Engine;

/// The thermograph of {3||2|1}.
fn example() -> Result<Thermograph> {
    let mut engine = Engine::new(Registry::empty(), Limits::default())?;
    let [one, two, three] = [1, 2, 3].map(|n| engine.integer(&n.into()));
    let (one, two, three) = (one?, two?, three?);
    let hot = engine.game(&[two], &[one])?;
    let game = engine.game(&[three], &[hot])?;
    Ok(engine.thermograph(game)?.as_ref().clone())
}

#[test]
fn a_thermograph_as_text() -> Result<()> {
    insta::assert_snapshot!(example()?, @"mast 9/4 from 3/4; left (9/4, 3/4) (4, -1); right (9/4, 3/4) (2, 1/2) (2, -1)");
    Ok(())
}
