//! What is refused when it is loaded, and what is said about it.

use std::path::Path;
use std::sync::Arc;

use cg_core::{Registry, RegistryBuilder, Subgroup};
use cg_plugin::{Assembly, Manifest, Plugin, Trust, manifests_in};
use cg_plugin_testing::{Folder, Result, library_under_test};
use cg_simplify::laws::Laws;
use cg_subgroups::register;
use cg_switches::Switches;

fn base() -> RegistryBuilder {
    register(Registry::builder())
}

fn manifest(name: &str, library: &Path, more: &str) -> String {
    format!(
        "name = {name:?}\nversion = \"0.1.0\"\nabi = 3\nlibrary = {library:?}\n\
         description = \"for tests\"\n{more}\n"
    )
}

/// What is said about a plugin with this manifest.
fn refused(manifest: &str) -> Result<String> {
    let folder = Folder::with_manifest(manifest)?;
    let assembly = Assembly::new(base, [folder.path()], Trust::default())?;
    assert!(assembly.loaded.is_empty());
    assert_eq!(assembly.registry.len(), 4);
    let [(_, reason)] = &assembly.refused[..] else { return Err("one refusal was due".into()) };
    Ok(reason.to_string())
}

#[test]
fn bad_manifests() -> Result<()> {
    let nowhere = Path::new("nowhere");
    let good = manifest("demo", nowhere, "");
    let says = |text: &str, part: &str| -> Result<()> {
        let reason = refused(text)?;
        assert!(reason.contains(part), "{reason}");
        Ok(())
    };
    says("name = ", "bad manifest: ")?;
    says(&good.replace("version = \"0.1.0\"\n", ""), "missing field `version`")?;
    says(&manifest("demo", nowhere, "colour = 1"), "unknown field `colour`")?;
    says(&manifest("De mo", nowhere, ""), "bad name \"De mo\": use lower-case letters")?;
    says(
        &good.replace("abi = 3", "abi = 7"),
        "the manifest is made for version 7 of the plugin interface, this calculator has version 3",
    )?;
    says(&manifest("demo", nowhere, "replace = \"nimbers\""), "the name of what it replaces")?;
    says(&manifest("nimbers", nowhere, ""), "there is a subgroup \"nimbers\" already")?;
    says(&good, "there is no library ")?;
    Ok(())
}

#[test]
fn paths_without_a_plugin() -> Result<()> {
    let missing = Path::new("/nowhere/at/all");
    let assembly = Assembly::new(base, [missing], Trust::default())?;
    let reason = assembly.refused[0].1.to_string();
    assert!(reason.starts_with("there is no plugin.toml at /nowhere/at/all"), "{reason}");
    assert!(Plugin::load(missing, Trust::default()).is_err());
    assert!(Manifest::read(missing).is_err());
    assert_eq!(manifests_in(missing)?, Vec::<std::path::PathBuf>::new());
    Ok(())
}

#[test]
fn bad_libraries() -> Result<()> {
    let library = library_under_test("cg_broken")?;
    let says = |name: &str, more: &str, part: &str| -> Result<()> {
        let reason = refused(&manifest(name, &library, more))?;
        assert!(reason.contains(part), "{reason}");
        Ok(())
    };
    says("absent", "", "the library exports no symbol cg_plugin_absent")?;
    says("broken_version", "", "the library is made for version 999 of the plugin interface")?;
    says(
        "broken_old",
        "",
        "the library is made for version 1 of the plugin interface, this calculator has version 3: \
         rebuild the plugin",
    )?;
    says("broken_size", "", "its table states a size of 13 bytes")?;
    says("broken_short", "", "its table lacks the functions check, zero, negate")?;
    says("broken_hollow", "", "its table lacks the functions add, simplify")?;
    says("broken", "", "includes [], the library says [\"numberish\"]")?;
    says(
        "broken",
        "includes = [\"numberish\"]\nreplace = \"broken\"",
        "no subgroup \"broken\" to replace",
    )?;
    let folder = Folder::with_manifest("")?;
    let text = folder.path().join("plugin.toml");
    let reason = refused(&manifest("demo", &text, ""))?;
    assert!(reason.contains("cannot be loaded as a library"), "{reason}");
    Ok(())
}

/// What does not fit to the rest is refused alone; the rest goes on.
#[test]
fn several_plugins() -> Result<()> {
    let library = library_under_test("cg_broken")?;
    let includes = "includes = [\"numberish\"]";
    let first = Folder::with_manifest(&manifest("broken", &library, includes))?;
    let second = Folder::with_manifest(&manifest("broken", &library, includes))?;
    let assembly = Assembly::new(base, [first.path(), second.path()], Trust::default())?;
    assert_eq!(assembly.loaded.len(), 1);
    assert!(assembly.registry.names().any(|name| name == "broken"));
    let reason = assembly.refused[0].1.to_string();
    assert!(reason.contains("there is a subgroup \"broken\" already"), "{reason}");
    // Without what it includes.
    let alone = Assembly::new(Registry::builder, [first.path()], Trust::default())?;
    let reason = alone.refused[0].1.to_string();
    assert_eq!(reason, "broken includes \"numberish\", which is not registered");
    Ok(())
}

/// Two subgroups that hold the same values without saying so would give one value
/// two handles. Only the laws can see that.
#[test]
fn undeclared_overlaps() -> Result<()> {
    let library = library_under_test("cg_broken")?;
    let folder =
        Folder::with_manifest(&manifest("broken", &library, "includes = [\"numberish\"]"))?;
    let assembly = Assembly::new(|| base().with(Switches), [folder.path()], Trust::default())?;
    let plugin = assembly.loaded[0].subgroup().expect("a subgroup");
    let laws = Laws::of(plugin.clone(), plugin.samples()?).pool(0);
    let report = laws.check(&Arc::new(assembly.registry));
    let broken: Vec<&str> = report.broken.iter().map(|(law, _)| *law).collect();
    assert!(broken.contains(&"the game of its options is the element itself, and nobody else's"));
    Ok(())
}

#[test]
fn folders_of_plugins() -> Result<()> {
    let folder = Folder::with_manifest("")?;
    for name in ["b", "a", "empty"] {
        std::fs::create_dir(folder.path().join(name))?;
        if name != "empty" {
            std::fs::write(folder.path().join(name).join("plugin.toml"), "")?;
        }
    }
    let found = manifests_in(folder.path())?;
    let expected =
        ["a/plugin.toml", "b/plugin.toml", "plugin.toml"].map(|at| folder.path().join(at));
    assert_eq!(found, expected);
    Ok(())
}
