//! The plugin of a proved family, written, built and loaded as a user would, outside the repository.

use std::path::Path;

use cg_core::{Limits, Outcome, Registry, SumFamily};
use cg_families::{Report, Settings};
use cg_plugin::{Assembly, Crates, Rules, Trust, family_plugin};
use cg_plugin_testing::{Result, build_crate};
use cg_simplify::Engine;
use cg_simplify::laws::SumLaws;
use cg_subgroups::register;

#[test]
fn it_builds_loads_and_keeps_the_laws() -> Result<()> {
    let mut engine = Engine::new(register(Registry::builder()).close()?, Limits::default())?;
    let (star, up) = (engine.nimber(&1u8.into())?, engine.up(&1.into())?);
    let games = [("star".to_owned(), star), ("up".to_owned(), up)];
    let report = Report::of(&mut engine, "star \"and\" up", &games, &Settings::default())?;
    let proof = report.proof(&mut engine)??.write();

    let parent = tempfile::tempdir()?;
    let folder = parent.path().join("star_and_up");
    family_plugin(&folder, "star \"and\" up", &proof, &Crates::of_this_build())?;
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-plugin");
    build_crate(&folder, "star_and_up", &target, "target/release")?;

    let assembly = Assembly::new(|| register(Registry::builder()), [&folder], Trust::default())?;
    assert!(assembly.refused.is_empty(), "{:?}", assembly.refused);
    let Rules::Sums(sums) = assembly.loaded[0].rules.clone() else { return Err("no sums".into()) };
    let laws = SumLaws::of(sums.clone()).check();
    assert!(laws.holds(), "{laws}");
    assert!(sums.decode(&[77, 1]).is_err(), "a class that does not exist");
    let mut engine = Engine::new(assembly.registry, Limits::default())?;
    let (star, up) = (engine.nimber(&1u8.into())?, engine.up(&1.into())?);
    let many = 1_000_000_007u64;
    let sum = [(many.into(), star), (1.into(), up)];
    assert_eq!(engine.decide_sum(&sum)?, Some((Outcome::Next, 0)));
    let sum = [(many.into(), star), (2.into(), up)];
    assert_eq!(engine.decide_sum(&sum)?, Some((Outcome::Left, 0)));
    Ok(())
}
