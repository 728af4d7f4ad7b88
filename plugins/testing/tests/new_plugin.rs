//! A new plugin, made and built as an author would, outside the repository.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use cg_core::{Element, Limits, Registry, Subgroup};
use cg_plugin::{Assembly, Crates, PluginError, Trust, new_plugin};
use cg_plugin_testing::Result;
use cg_simplify::Engine;
use cg_simplify::laws::Laws;
use cg_subgroups::register;

#[test]
fn it_builds_loads_and_keeps_the_laws() -> Result<()> {
    let parent = tempfile::tempdir()?;
    let demo = new_plugin(parent.path(), "demo", &Crates::of_this_build())?;
    let cargo = std::fs::read_to_string(demo.join("Cargo.toml"))?;
    assert!(!cargo.contains("\"/"), "an absolute path: {cargo}");
    // The versions that this workspace has, so that nothing needs to be fetched.
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    std::fs::copy(lock, demo.join("Cargo.lock"))?;
    // Kept between runs, since it holds all dependencies; the library is copied out of it.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-plugin");
    let output = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--offline", "--manifest-path"])
        .arg(demo.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", &target)
        .output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let library = format!("{}demo{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    std::fs::create_dir_all(demo.join("target/debug"))?;
    std::fs::copy(target.join("debug").join(&library), demo.join("target/debug").join(&library))?;

    let assembly = Assembly::new(|| register(Registry::builder()), [&demo], Trust::default())?;
    assert!(assembly.refused.is_empty(), "{:?}", assembly.refused);
    let rules = assembly.loaded[0].subgroup.clone();
    let registry = Arc::new(assembly.registry);
    let report = Laws::of(rules.clone(), rules.samples()?).check(&registry);
    assert!(report.holds(), "{report}");
    let mut engine = Engine::new(registry, Limits::default())?;
    let seven = engine.decode("demo", &7i64.encode())?;
    assert_eq!(engine.subgroup_name(seven), Some("numbers"));
    Ok(())
}

#[test]
fn what_is_there_is_not_overwritten() -> Result<()> {
    let parent = tempfile::tempdir()?;
    let crates = Crates::Version("0.1.0".to_owned());
    let demo = new_plugin(parent.path(), "demo", &crates)?;
    let cargo = std::fs::read_to_string(demo.join("Cargo.toml"))?;
    assert!(cargo.contains("cg-core = \"0.1.0\""), "{cargo}");
    let again = new_plugin(parent.path(), "demo", &crates);
    assert!(matches!(again, Err(PluginError::Unwritable { .. })));
    let bad = new_plugin(parent.path(), "../demo", &crates);
    assert!(matches!(bad, Err(PluginError::BadName(_))));
    Ok(())
}
