//! The plugin of a proved family, written, built and loaded as a user would, outside the repository.

use std::path::{Path, PathBuf};

use cg_calculator::{Calculator, Content};
use cg_core::{Limits, Outcome, Registry, SumFamily};
use cg_families::{Report, Settings};
use cg_plugin::{Assembly, Crates, Rules, Trust, family_plugin};
use cg_plugin_testing::{Result, build_crate};
use cg_simplify::Engine;
use cg_simplify::laws::SumLaws;
use cg_subgroups::register;
use tempfile::TempDir;

/// The folder of the plugin of a family of nimbers and an up, which is built.
fn plugin(parent: &TempDir, crate_name: &str, name: &str, nimbers: &[u8]) -> Result<PathBuf> {
    let mut engine = Engine::new(register(Registry::builder()).close()?, Limits::default())?;
    let mut games = Vec::new();
    for &nimber in nimbers {
        games.push((format!("star {nimber}"), engine.nimber(&nimber.into())?));
    }
    games.push(("up".to_owned(), engine.up(&1.into())?));
    let report = Report::of(&mut engine, name, &games, &Settings::default())?;
    let proof = report.proof(&mut engine)??.write();
    let folder = parent.path().join(crate_name);
    family_plugin(&folder, name, &proof, &Crates::of_this_build())?;
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-plugin");
    build_crate(&folder, crate_name, &target, "target/release")?;
    Ok(folder)
}

#[test]
fn it_builds_loads_and_keeps_the_laws() -> Result<()> {
    let parent = tempfile::tempdir()?;
    let folder = plugin(&parent, "star_and_up", "star \"and\" up", &[1])?;
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

#[test]
fn a_sum_that_a_family_decides_keeps_its_nimber() -> Result<()> {
    let parent = tempfile::tempdir()?;
    let folder = plugin(&parent, "stars_and_up", "stars and up", &[1, 2, 4])?;
    let settings = cg_calculator::Settings { plugins: vec![folder], ..Default::default() };
    let mut calculator = Calculator::with(settings)?;
    for (sum, nimber) in [
        ("impartial(Clobber(\"XOXOX\")) + *2", Some(2)),
        ("*4 + *2 + *", Some(7)),
        ("3.*4 + 1000000.*2 - *", Some(5)),
        ("*4 - *4", Some(0)),
        // Not all of it is impartial, though the sum is a nimber.
        ("2.^ + *2 - 2.^", None),
    ] {
        let reply = calculator.evaluate(format!("? {sum}")).remove(0);
        let Content::Solved(found) = &reply.content else { panic!("{sum}: {reply}") };
        assert_eq!(found.nimber, nimber, "{sum}");
    }
    Ok(())
}
