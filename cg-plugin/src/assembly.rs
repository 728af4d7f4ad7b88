//! A registry of the built-in subgroups and the plugins that fit.

use std::path::{Path, PathBuf};

use crate::error::PluginError;
use crate::foreign::Rules;
use crate::load::Plugin;
use crate::manifest::{MANIFEST, Manifest};
use crate::trust::Trust;
use cg_core::{Registry, RegistryBuilder};

/// A registry, and how it was made.
#[derive(Debug)]
pub struct Assembly {
    /// The subgroups.
    pub registry: Registry,
    /// The plugins among them.
    pub loaded: Vec<Plugin>,
    /// The refused plugins: the manifest, or the path at which one was expected, and the reason.
    pub refused: Vec<(PathBuf, PluginError)>,
}

impl Assembly {
    /// The registry of the subgroups of `base` and of the plugins at `paths` (manifests, or folders
    /// with one). A plugin may include subgroups of other plugins, in any order. A plugin that
    /// cannot be loaded or does not fit is refused, and the rest goes on.
    ///
    /// # Errors
    /// The subgroups of `base` alone do not fit together.
    pub fn new<P: AsRef<Path>>(
        base: impl Fn() -> RegistryBuilder,
        paths: impl IntoIterator<Item = P>,
        trust: Trust,
    ) -> cg_core::Result<Assembly> {
        let mut assembly =
            Assembly { registry: base().close()?, loaded: Vec::new(), refused: Vec::new() };
        let mut waiting = Vec::new();
        for path in paths {
            let path = path.as_ref();
            match Manifest::read(path) {
                Ok(read) => waiting.push(read),
                Err(reason) => assembly.refused.push((path.to_owned(), reason)),
            }
        }
        let mut loaded = Vec::new();
        for (path, manifest) in waiting {
            match assembly.admit(path.clone(), manifest, &loaded, trust) {
                Ok(plugin) => loaded.push(plugin),
                Err(reason) => assembly.refused.push((path, reason)),
            }
        }
        assembly.fit(&base, loaded);
        Ok(assembly)
    }

    /// Loads a plugin. Its name must be free, or it must replace a subgroup of the base.
    fn admit(
        &self,
        path: PathBuf,
        manifest: Manifest,
        loaded: &[Plugin],
        trust: Trust,
    ) -> Result<Plugin, PluginError> {
        let built_in = self.registry.names().any(|name| name == manifest.name);
        let twice = loaded.iter().any(|other| other.manifest.name == manifest.name);
        if twice || built_in && manifest.replace.is_none() {
            return Err(PluginError::NameTaken(manifest.name));
        }
        Plugin::load_read(path, manifest, trust)
    }

    /// Adds the plugins one by one, each after the subgroups that it includes.
    fn fit(&mut self, base: &impl Fn() -> RegistryBuilder, mut waiting: Vec<Plugin>) {
        loop {
            let mut reasons = Vec::new();
            let before = waiting.len();
            for plugin in std::mem::take(&mut waiting) {
                self.loaded.push(plugin);
                match builder(base(), &self.loaded).close() {
                    Ok(registry) => self.registry = registry,
                    Err(error) => {
                        let plugin = self.loaded.pop().expect("it was pushed before");
                        waiting.push(plugin);
                        reasons.push(error);
                    }
                }
            }
            if waiting.len() == before || waiting.is_empty() {
                let paths = waiting.into_iter().map(|plugin| plugin.manifest_path);
                self.refused.extend(paths.zip(reasons.into_iter().map(PluginError::DoesNotFit)));
                return;
            }
        }
    }

    /// The loaded plugins that have failed since. Start again without them.
    pub fn failed(&self) -> impl Iterator<Item = &Plugin> {
        self.loaded.iter().filter(|plugin| plugin.fault().is_some())
    }
}

/// The base with these plugins added. A plugin may replace a subgroup of the base.
fn builder(base: RegistryBuilder, plugins: &[Plugin]) -> RegistryBuilder {
    plugins.iter().fold(base, |builder, plugin| match (&plugin.rules, &plugin.manifest.replace) {
        (Rules::Subgroup(subgroup), Some(_)) => builder.replace(subgroup.clone()),
        (Rules::Subgroup(subgroup), None) => builder.with(subgroup.clone()),
        (Rules::Sums(sums), _) => builder.with_sums(sums.clone()),
    })
}

/// The manifests in a folder of plugins: in the folder itself and in its subfolders, sorted by
/// name. A missing folder has none.
///
/// # Errors
/// The folder cannot be read.
pub fn manifests_in(folder: &Path) -> Result<Vec<PathBuf>, PluginError> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let unreadable = |source| PluginError::Unreadable { path: folder.to_owned(), source };
    let mut manifests = vec![folder.join(MANIFEST)];
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        manifests.push(entry.map_err(unreadable)?.path().join(MANIFEST));
    }
    manifests.retain(|manifest| manifest.is_file());
    manifests.sort();
    Ok(manifests)
}
