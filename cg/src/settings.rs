//! What a calculator works with: limits, notation, families of games.

#[cfg(feature = "plugins")]
use std::path::Path;
#[cfg(any(feature = "plugins", feature = "lang"))]
use std::path::PathBuf;

use cg_core::{Limits, Notation, Registry, RegistryBuilder};
#[cfg(feature = "plugins")]
use cg_plugin::configuration::{CONFIGURATION, Configuration};
#[cfg(feature = "plugins")]
use cg_plugin::{Assembly, PluginError, Trust, manifests_in};

/// What a calculator works with.
///
/// ```
/// use cg_calculator::{Limits, Notation, Settings};
/// let limits = Limits { memory: 1 << 30, ..Limits::default() };
/// let settings = Settings { limits, notation: Some(Notation::Standard), ..Settings::default() };
/// assert!(settings.bundled);
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// Memory, time, the number of games; with the handles to interrupt and to watch.
    pub limits: Limits,
    /// The notation of answers, in which typed lines are read as well; the paper's where
    /// nothing is said.
    pub notation: Option<Notation>,
    /// Whether the families of plugins that are linked in (the features `switches` and `transfinite`) are wanted.
    pub bundled: bool,
    /// The manifests of the plugins to load, or the folders that hold one. They run native
    /// code.
    #[cfg(feature = "plugins")]
    pub plugins: Vec<PathBuf>,
    /// Folders to search for such manifests.
    #[cfg(feature = "plugins")]
    pub plugin_folders: Vec<PathBuf>,
    /// Whose files may be loaded as plugins.
    #[cfg(feature = "plugins")]
    pub trust: Trust,
    /// The folder of the databases that solvers use, see [`crate::Databases`].
    #[cfg(feature = "lang")]
    pub databases: Option<PathBuf>,
    /// For what pictures are drawn as text.
    #[cfg(feature = "plot")]
    pub terminal: cg_plot::Terminal,
}

impl Default for Settings {
    /// The default limits, the bundled families, and no file is read.
    fn default() -> Self {
        Settings {
            limits: Limits::default(),
            notation: None,
            bundled: true,
            #[cfg(feature = "plugins")]
            plugins: Vec::new(),
            #[cfg(feature = "plugins")]
            plugin_folders: Vec::new(),
            #[cfg(feature = "plugins")]
            trust: Trust::default(),
            #[cfg(feature = "lang")]
            databases: None,
            #[cfg(feature = "plot")]
            terminal: cg_plot::Terminal::default(),
        }
    }
}

#[cfg(feature = "plugins")]
impl Settings {
    /// What a configuration asks for, within the memory that the machine has.
    pub fn of(configuration: &Configuration) -> Self {
        let mut limits = configuration.limit(Limits::default());
        limits.memory = limits.memory.min(cg_core::most_memory());
        Settings {
            limits,
            notation: configuration.notation,
            plugin_folders: configuration.plugin_folders.clone(),
            ..Settings::default()
        }
    }

    /// The families of games that are linked in and the plugins, joined. Refused are plugins that
    /// cannot be loaded or do not fit, and folders that cannot be searched.
    ///
    /// # Errors
    /// The families that are linked in do not fit together.
    pub fn assembly(&self) -> cg_core::Result<Assembly> {
        let mut paths = Vec::new();
        let mut unreadable = Vec::new();
        for folder in &self.plugin_folders {
            match manifests_in(folder) {
                Ok(manifests) => paths.extend(manifests),
                Err(error) => unreadable.push((folder.clone(), error)),
            }
        }
        paths.extend(self.plugins.iter().cloned());
        let mut assembly = Assembly::new(|| registry(self.bundled), &paths, self.trust)?;
        assembly.refused.extend(unreadable);
        Ok(assembly)
    }
}

/// What the user's own `cg.toml` and that of the project in `folder` set together, and
/// notes on what the project sets and may not: it can lower limits only.
///
/// # Errors
/// A file that is no regular one, cannot be read, or is bad; a project that names plugins.
#[cfg(feature = "plugins")]
pub fn configuration(folder: &Path) -> Result<(Configuration, Vec<String>), PluginError> {
    let user = match user_file() {
        Some(file) => Configuration::of_user(&file)?,
        None => Configuration::default(),
    };
    let file = folder.join(CONFIGURATION);
    let project = Configuration::of_project(&file)?;
    let (both, ignored) = user.with_project(&project);
    let note = |what: &String| format!("{}: {what}", file.display());
    Ok((both, ignored.iter().map(note).collect()))
}

/// The user's own configuration file, in the folder that the system has for
/// such files.
#[cfg(feature = "plugins")]
fn user_file() -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = match cfg!(windows) {
        true => absolute("APPDATA"),
        false => absolute("XDG_CONFIG_HOME").or_else(|| Some(absolute("HOME")?.join(".config"))),
    };
    Some(folder?.join("cg").join(CONFIGURATION))
}

/// The families of games that are linked in, for a registry: numbers, nimbers, sumbers,
/// numberish values, and with `bundled` those of plugins (the features `switches` and `transfinite`).
///
/// ```
/// use cg_calculator::{Engine, Limits};
/// let mut engine = Engine::new(cg_calculator::registry(true).close()?, Limits::default())?;
/// let one = engine.integer(&1.into())?;
/// assert_eq!(engine.add(one, one)?, engine.integer(&2.into())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn registry(bundled: bool) -> RegistryBuilder {
    let builder = cg_subgroups::register(Registry::builder());
    // Bundled plugins, linked in: one line each.
    #[cfg(feature = "switches")]
    let builder = if bundled { builder.with(cg_switches::Switches) } else { builder };
    #[cfg(feature = "transfinite")]
    let builder = match bundled {
        true => builder.with(cg_surreal::Surreals).with(cg_transfinite_nimbers::TransfiniteNimbers),
        false => builder,
    };
    let _ = bundled;
    builder
}
