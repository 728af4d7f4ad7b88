//! What applies to a run: options of the command line before the project's
//! `cg.toml`, that before the user's own.

use std::path::{Path, PathBuf};

use cg_core::{Limits, Notation};
use cg_plugin::configuration::{CONFIGURATION, Configuration, ConfigurationError};
use cg_plugin::{PluginError, manifests_in};

use crate::options::Common;

/// The settings of a run.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) limits: Limits,
    /// The limit on memory, when the user has set one: solvers have defaults of their own.
    pub(crate) memory: Option<u64>,
    pub(crate) notation: Option<Notation>,
    /// Whether bundled plugins and those of the configuration are wanted.
    pub(crate) configured_plugins: bool,
    /// The manifests of the plugins to load, or the folders that hold one.
    pub(crate) plugins: Vec<PathBuf>,
    /// Plugin folders that could not be searched.
    pub(crate) unreadable: Vec<(PathBuf, String)>,
}

impl Settings {
    /// Reads the configuration files and the options.
    ///
    /// # Errors
    /// A configuration file that cannot be read, or is bad.
    pub(crate) fn new(options: &Common) -> Result<Self, ConfigurationError> {
        let user = match user_file() {
            Some(file) => Configuration::of_user(&file)?,
            None => Configuration::default(),
        };
        let project = Configuration::of_project(Path::new(CONFIGURATION))?;
        let configuration = user.with_project(&project);
        let mut limits = configuration.limit(Limits::default());
        limits.time = options.time.or(limits.time);
        limits.memory = options.memory.unwrap_or(limits.memory).min(most_memory());
        let said = options.memory.or(configuration.memory).is_some();
        let mut settings = Settings {
            memory: said.then_some(limits.memory),
            limits,
            notation: options.notation.or(configuration.notation),
            configured_plugins: !options.no_plugins,
            plugins: Vec::new(),
            unreadable: Vec::new(),
        };
        if settings.configured_plugins {
            for folder in &configuration.plugin_folders {
                match manifests_in(folder) {
                    Ok(manifests) => settings.plugins.extend(manifests),
                    Err(error) => settings.skip(folder, &error),
                }
            }
        }
        settings.plugins.extend(options.plugin.iter().cloned());
        Ok(settings)
    }

    fn skip(&mut self, folder: &Path, error: &PluginError) {
        self.unreadable.push((folder.to_owned(), error.to_string()));
    }
}

/// The user's own configuration file, in the folder that the system has for
/// such files.
fn user_file() -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = match cfg!(windows) {
        true => absolute("APPDATA"),
        false => absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config"))),
    };
    Some(folder?.join("cg").join(CONFIGURATION))
}

/// The most memory that a computation may be allowed, in bytes: nine tenths of
/// what the machine has, where that is known. More would not end in an error
/// but in the system ending the process, and others with it.
pub(crate) fn most_memory() -> u64 {
    let known = std::fs::read_to_string("/proc/meminfo").ok();
    let total = known.as_deref().and_then(memory_total);
    total.map_or(u64::MAX, |bytes| bytes / 10 * 9)
}

/// The bytes of the line `MemTotal:  24604752 kB`.
fn memory_total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read() {
        assert_eq!(
            memory_total("MemTotal:       24604752 kB\nMemFree: 1 kB\n"),
            Some(25_195_266_048)
        );
        assert_eq!(memory_total("MemFree: 1 kB\n"), None);
        assert_eq!(memory_total("MemTotal: much kB"), None);
    }
}
