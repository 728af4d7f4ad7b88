//! A new plugin, made and built as an author would, outside the repository.

use std::path::Path;
use std::sync::Arc;

use cg_core::{Element, Limits, Notation, Registry, Subgroup, Text};
use cg_plugin::{Assembly, Crates, PluginError, Trust, new_plugin};
use cg_plugin_testing::{Result, build_crate};
use cg_simplify::Engine;
use cg_simplify::laws::Laws;
use cg_subgroups::register;

#[test]
fn it_builds_loads_and_keeps_the_laws() -> Result<()> {
    let parent = tempfile::tempdir()?;
    let demo = new_plugin(parent.path(), "demo", &Crates::of_this_build())?;
    let cargo = std::fs::read_to_string(demo.join("Cargo.toml"))?;
    assert!(!cargo.contains("\"/"), "an absolute path: {cargo}");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-plugin");
    let library = build_crate(&demo, "demo", &target, "target/debug")?;
    assert!(library.is_file());

    let assembly = Assembly::new(|| register(Registry::builder()), [&demo], Trust::default())?;
    assert!(assembly.refused.is_empty(), "{:?}", assembly.refused);
    let rules = assembly.loaded[0].subgroup().expect("a subgroup").clone();
    let registry = Arc::new(assembly.registry);
    let report = Laws::of(rules.clone(), rules.samples()?).check(&registry);
    assert!(report.holds(), "{report}");
    let mut engine = Engine::new(registry, Limits::default())?;
    let seven = engine.decode("demo", &7i64.encode())?;
    assert_eq!(engine.subgroup_name(seven), Some("numbers"));
    // Its own bound names it.
    let most = rules.parse(&i64::MAX.to_string(), Notation::Paper)?;
    let error = rules.add(&most, &most).expect_err("too large");
    assert!(error.is_limit());
    assert_eq!(error.to_string(), "subgroup demo: an integer would need more than 64 bits");
    #[cfg(target_os = "linux")]
    refused_for_its_files(&demo, &library)?;
    Ok(())
}

/// A folder that everybody may write, and a library that is cut short.
#[cfg(target_os = "linux")]
fn refused_for_its_files(demo: &Path, library: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let assembly = |trust| Assembly::new(|| register(Registry::builder()), [demo], trust);
    let reason = |trust| -> Result<String> {
        let assembly = assembly(trust)?;
        let (_, reason) = assembly.refused.first().expect("the plugin is refused for its files");
        Ok(reason.to_string())
    };
    std::fs::set_permissions(demo, std::fs::Permissions::from_mode(0o777))?;
    let said = reason(Trust::OwnFiles)?;
    assert!(said.contains("may be written by everybody"), "{said}");
    assert_eq!(assembly(Trust::AllFiles)?.loaded.len(), 1);
    std::fs::set_permissions(demo, std::fs::Permissions::from_mode(0o755))?;
    // Another file: the one that is loaded must stay as it is.
    let whole = std::fs::read(library)?;
    std::fs::remove_file(library)?;
    // Behind the segments there may be much that no program needs, such as debug information.
    std::fs::write(library, &whole[..1 << 13])?;
    let said = reason(Trust::OwnFiles)?;
    assert!(said.ends_with("is cut short: build or copy the plugin again"), "{said}");
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
